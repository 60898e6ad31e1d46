#!/bin/sh
# fpga/ip/enables.sh: of each block's first row of areas (fpga/ip/blocks.list), the flip-flops with an enable and those that take a value in every
# cycle, with the largest registers among these; as a table. Environment: BUILD. The netlist of `make area` serves where it is
# younger than all RTL.
set -u
build=${BUILD:-build}
folder=$build/ip/enables
mkdir -p "$folder"
status=0
echo "| block | row | flip-flops | with an enable | % | largest that take a value in every cycle |"
echo "| --- | --- | --- | --- | --- | --- |"
awk -F ' *[|] *' '
    FNR == NR { if (!/^#/ && NF >= 3) items[$1 ": " $2] = $3; next }
    /^#/ || NF == 0 { next }
    {
        split($6, row, / *; */)
        if (!(row[1] in items)) { print "ip: " $1 ": found no row " row[1] " in fpga/area.rows" > "/dev/stderr"; exit 2 }
        block = row[1]
        gsub(/[^A-Za-z0-9-]+/, "_", block)
        print $1 "\t" block "\t" row[1] "\t" items[row[1]]
    }' fpga/area.rows fpga/ip/blocks.list > "$folder/rows" || exit 2
while IFS='	' read -r name row shown items; do
    il=$build/area/$row/elaborated.bits.il
    if [ ! -s "$il" ] || [ -n "$(find rtl fpga/wrap -name '*.v*' -newer "$il")" ]; then
        il=$folder/$name.bits.il
        # shellcheck disable=SC2086
        sh fpga/elaborate.sh "$folder/$name.il" $items > "$folder/$name.log" || { status=2; continue; }
    fi
    awk -v name="$name" -v shown="$shown" '
        $1 == "cell" { plain = $2 ~ /^\$_S?DFF_/; if ($2 ~ /^\$_S?DFFC?E/) enabled++; all += $2 ~ /^\$_S?DFF/ }
        plain && $1 == "connect" && $2 == "\\Q" { register = $3; sub(/^\\/, "", register); bits[register]++; plain = 0 }
        END {
            for (k = 0; k < 3; k++) {
                most = ""
                for (r in bits) if (most == "" || bits[r] > bits[most] || (bits[r] == bits[most] && r < most)) most = r
                if (most == "") break
                list = list (k ? ", " : "") "`" most "` " bits[most]
                delete bits[most]
            }
            printf "| %s | %s | %d | %d | %.0f | %s |\n", name, shown, all, enabled, all ? 100 * enabled / all : 0, list
        }' "$il"
done < "$folder/rows"
exit $status
