#!/bin/sh
# area.sh [quick | all | PATTERN]: measures the rows of fpga/area.rows whose "block configuration" contains PATTERN.
#
# Writes build/area/area.tsv, .csv and .json and prints the table; with all rows also, from those rows, the comparison
# with other RTL (aims), THESIS table 4.1 (thesis) and the whole chip (chip), each as table, .csv and .json, and the bar
# chart. Rows run JOBS at a time and are reused while nothing that they depend on changes.
# Environment: LIB (Liberty file), BUILD, JOBS. Exits 2 with a line on stderr when the library or a tool is missing or
# a row fails; the other rows are still measured.
set -u
which=${1:-all}
LIB=${LIB:-/usr/share/qflow/tech/osu018/osu018_stdcells.lib}
BUILD=${BUILD:-build}
out=$BUILD/area
export LIB
[ -r "$LIB" ] || { echo "area: found no Liberty file $LIB, expected it from 'make setup' or LIB=FILE" >&2; exit 2; }
for tool in yosys sta; do
    command -v $tool >/dev/null 2>&1 || { echo "area: found no $tool, expected it from 'make setup'" >&2; exit 2; }
done
mkdir -p "$out" || exit 2

# rows: folder, block, configuration, items; separated by tabs
awk -F '|' -v which="$which" -v out="$out" '
    /^#/ || NF < 3 { next }
    {
        for (i = 1; i <= NF; i++) gsub(/^ +| +$/, "", $i)
        folder = $1 "_" $2
        gsub(/[^A-Za-z0-9-]+/, "_", folder)
        if (which == "all" || (which == "quick" ? $4 == "quick" : index($1 " " $2, which)))
            printf "%s/%s\t%s\t%s\t%s\n", out, folder, $1, $2, $3
    }' fpga/area.rows > "$out/rows"
[ -s "$out/rows" ] || { echo "area: found no row with \"$which\" in fpga/area.rows" >&2; exit 2; }

status=0
awk -F '\t' '{ print "sh fpga/area_row.sh " $1 " " $4 }' "$out/rows" | sed "s/'/\\\\'/g" | sh tests/side_by_side.sh || status=2

while IFS='	' read -r folder block configuration items; do
    if [ -f "$folder/result" ]; then
        printf '%s\t%s\t%s\n' "$block" "$configuration" "$(cat "$folder/result")"
    else
        echo "area: $block, $configuration: no result" >&2
    fi
done < "$out/rows" > "$out/area.tsv"

awk -F '\t' -f fpga/area_csv.awk "$out/area.tsv" > "$out/area.csv"
awk -F '\t' -f fpga/area_json.awk "$out/area.tsv" > "$out/area.json"
awk -F '\t' -f fpga/area_table.awk "$out/area.tsv"
if [ "$which" = all ]; then
    awk -v csv="$out/aims.csv" -f fpga/aims.awk fpga/area.aims "$out/area.tsv"
    awk -F '\t' -v csv="$out/thesis.csv" -f fpga/thesis_table.awk "$out/area.tsv"
    awk -F '\t' -v csv="$out/chip.csv" -f fpga/chip.awk "$out/area.tsv"
    for table in aims thesis chip; do
        awk -f fpga/csv_json.awk "$out/$table.csv" > "$out/$table.json"
    done
    gnuplot -e "folder='$out'" fpga/area.gp
    echo "area: $out/area.csv area.json area.svg area.pdf area.png, aims, thesis, chip .csv .json; library $LIB"
fi
exit $status
