#!/bin/sh
# fpga/ip/pages.sh BENCHES FOLDER: writes into FOLDER what belongs to the blocks of fpga/ip/blocks.list: NAME.md and NAME.sdc of each, its
# template NAME.v, and rowstreak.core and Bender.yml with the files that each needs. BENCHES: lines "BENCH FILE...", the RTL of the
# benches as tb/*/*.mk have it. Run in the top folder. Exits 2 with a line on stderr for each thing that is missing.
set -u
benches=$1
folder=$2
status=0
rm -rf "$folder"
mkdir -p "$folder" || exit 2
awk -f tests/elaboration/sources.awk $(find rtl -name '*.v' | sort) > "$folder/sources"

# Lines "NAME MODULE FILE...": what the module needs; the benches named must have all of it, as they run with it.
awk -v benches="$benches" '
    FILENAME == benches { for (i = 2; i <= NF; i++) has[$1, $i] = 1; next }
    FILENAME ~ /sources$/ { needs[$1] = $0; next }
    /^#/ || NF == 0 { next }
    {
        n = split($0, column, / *[|] */)
        if (n != 7 || !(column[2] in needs)) {
            print FILENAME ":" FNR ": found \047" $0 "\047, expected 7 columns and a module of rtl/" > "/dev/stderr"
            bad = 1
            next
        }
        m = split(column[3], used, " ")
        k = split(needs[column[2]], file, " ")
        for (i = 2; i <= k; i++) {
            found = file[i] ~ "/" column[2] "[.]v$"
            for (j = 1; j <= m; j++) found = found || (used[j], file[i]) in has
            if (!found) { print FILENAME ":" FNR ": found " file[i] " in no bench of \047" column[3] "\047, expected the benches to run with all that " column[2] " needs" > "/dev/stderr"; bad = 1 }
        }
        print column[1], needs[column[2]]
    }
    END { exit bad ? 2 : 0 }' "$benches" "$folder/sources" fpga/ip/blocks.list > "$folder/files" || exit 2

while read -r name module files; do
    line=$(grep "^$name *|" fpga/ip/blocks.list)
    column() { echo "$line" | awk -F ' *[|] *' -v n="$1" '{ print $n }'; }
    source=$(echo "$files" | tr ' ' '\n' | grep "/$module.v\$")
    files=$(echo "$files" | tr ' ' '\n' | sort | tr '\n' ' ')
    drawn=$(awk -F ' *[|] *' -v name="$name" '$1 == name { print "from the bench `" $2 "`, case `" $3 "`, seed 1 (`make diagrams`): " $8 }' tb/waves/diagrams.list)
    awk -f fpga/ip/module.awk "$source" > "$folder/$name.module" &&
        awk -v name="$name" -v module="$module" -v sizes="$(column 7)" -f fpga/ip/template.awk "$folder/$name.module" > "$folder/$name.v" &&
        awk -v name="$name" -v module="$module" -v files="${files% }" -v further="$(column 4)" -v own="$(column 5)" -v rows="$(column 6)" \
            -v drawn="$drawn" -f fpga/ip/page.awk kind=module "$folder/$name.module" kind=readme rtl/README.md rtl/*/README.md \
            kind=proofs formal/*/*.proofs kind=record tests/record/formal kind=area fpga/baselines/area.csv kind=template "$folder/$name.v" > "$folder/$name.md" &&
        awk -v name="$name" -v module="$module" -f fpga/ip/sdc.awk "$folder/$name.md" > "$folder/$name.sdc" || status=2
done < "$folder/files"
# Under names that FuseSoC does not look for.
awk -f fpga/ip/core.awk "$folder/files" "$folder/sources" > "$folder/core" &&
    awk -f fpga/ip/bender.awk "$folder/files" "$folder/sources" > "$folder/bender" || status=2
exit $status
