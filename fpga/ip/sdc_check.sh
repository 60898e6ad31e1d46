#!/bin/sh
# fpga/ip/sdc_check.sh AREA WORK [ROW TOP]: in each netlist of `make area` in the folder AREA whose top is a block of fpga/ip/blocks.list the
# constraints of the block find the slowest path that fpga/timing.tcl found, without a message. ROW TOP: measures this row of default
# parameters first, unless it is there, unchanged. Appends "pass sdc ROW" or "FAIL sdc ROW" to $RESULTS.
set -u
area=$1
folder=$2
results=${RESULTS:-build/test/results}
LIB=${LIB:-/usr/share/qflow/tech/osu018/osu018_stdcells.lib}
mkdir -p "$folder" "$(dirname "$results")"
[ $# -lt 4 ] || LIB=$LIB sh fpga/area_row.sh "$area/$3" "$4" || exit 2
failed=0
checked=0

# A netlist of make area has each bit of a port as one of its own, NAME_BIT_, where the constraints have NAME[*].
# Rows of fpga/area.rows whose top is the block itself, and the inputs that a row ties to constants: no path begins there, and the
# netlist does not have them.
awk -F ' *[|] *' '
    FNR == NR { if (!/^#/ && NF) name[$2] = $1; next }
    /^#/ || NF < 3 { next }
    {
        row = $1 "_" $2
        gsub(/[^A-Za-z0-9-]+/, "_", row)
        split($3, item, " ")
        tied = ""
        for (i = 2; i in item; i++) if (item[i] ~ /^[a-z]/) { sub(/:.*/, "", item[i]); tied = tied " " item[i] }
        if (item[1] in name) print name[item[1]], item[1], row tied
    }' fpga/ip/blocks.list fpga/area.rows > "$folder/rows"
while read -r name module row tied; do
    [ -s "$area/$row/netlist.v" ] && [ -s "$area/$row/result" ] || continue
    if [ -z "$tied" ]; then cat "fpga/ip/$name.sdc"; else grep -v '^set_false_path' "fpga/ip/$name.sdc"; fi |
        awk -v tied="$tied" '
            BEGIN { n = split(tied, port, " ") }
            { gsub(/[{}]/, " & "); for (i = 1; i <= n; i++) gsub(" " port[i] "([*]|\\[[*]\\])? ", " "); print }' |
        sed 's/\[\*\]/_*_/g' > "$folder/$row.sdc"
    printf '%s\n' "read_liberty $LIB" "read_verilog $area/$row/netlist.v" "link_design $module" "read_sdc $folder/$row.sdc" \
        'puts [format "ns %.2f" [expr {[get_property [get_clocks clk] period] - [worst_slack -max]}]]' > "$folder/$row.tcl"
    sta -no_splash -exit "$folder/$row.tcl" > "$folder/$row.timing" 2>&1
    expected="ns $(cut -f 8 "$area/$row/result")"
    found=$(grep -v '^Warning: .*rs_memory_1r1w not found' "$folder/$row.timing" | head -n 1)
    checked=$((checked + 1))
    if [ "$found" = "$expected" ]; then
        echo "pass sdc $row" >> "$results"
    else
        echo "FAIL sdc $row" >> "$results"
        echo "sdc: fpga/ip/$name.sdc on $area/$row: found $found, expected $expected"
        failed=$((failed + 1))
    fi
done < "$folder/rows"
echo "sdc: $checked netlists, $failed failed"
[ "$failed" -eq 0 ] && [ "$checked" -gt 0 ]
