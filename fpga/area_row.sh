#!/bin/sh
# area_row.sh FOLDER TOP ITEM...: area and timing of one configuration (ITEMs as in elaborate.sh).
#
# Writes FOLDER/result, one line: ff_bits bits_stored bits_compared bound_bits payload_bits cells um2 ns, separated by
# tabs, and prints nothing. Environment: LIB, the Liberty file. A result is kept while the sources of the block, the
# row, TARGET (map.sh), the scripts, the library and Yosys stay the same (FRESH=1: measured again). Exits 2 with a line on stderr when a tool fails.
# JUDGE=1: nothing is measured or written; exit 0 if FOLDER has a result that stands, else 1.
set -u
. fpga/map.sh
folder=$1
top=$2
shift 2
items=$*
mkdir -p "$folder"

fail() { echo "area: $folder: $*" >&2; rm -f "$folder/key"; exit 2; }

# The sources that the elaborated netlist names, as they are now.
key() {
    { echo "$top $items ${TARGET:-}"; yosys -V; cksum $(cat "$folder/sources") fpga/elaborate.sh fpga/count.awk \
        fpga/area_row.sh fpga/map.sh fpga/timing.tcl "$LIB"; } 2>&1 | cksum
}
if [ "${FRESH:-0}" = 0 ] && [ -f "$folder/result" ] && [ -f "$folder/sources" ] && [ "$(key)" = "$(cat "$folder/key" 2>/dev/null)" ]; then
    exit 0
fi
[ -z "${JUDGE:-}" ] || exit 1
rm -f "$folder/result"

counts=$(sh fpga/elaborate.sh "$folder/elaborated.il" "$top" "$@") || fail "elaboration failed"
grep -o '\(rtl\|fpga\)/[a-z0-9_/]*\.vh\?' "$folder/elaborated.il" | sort -u > "$folder/sources"
key > "$folder/key.new" # of the sources that were read, should they change while this runs

{
    map_script "$folder" "$top" "$LIB"
    cat <<END
opt_clean -purge
tee -o $folder/stat stat -liberty $LIB
splitnets -ports -format __
write_verilog -noattr -noexpr -nohex -nodec $folder/netlist.v
END
} > "$folder/map.ys"
yosys -q "$folder/map.ys" > "$folder/map.log" 2>&1 || fail "$(grep -m 1 ERROR "$folder/map.log")"
# OpenSTA takes no concatenation on the left of an assignment; all nets are single bits here.
awk '
    function items(text, list) {
        gsub(/^[ {]+|[ }]+$/, "", text)
        return split(text, list, /, */)
    }
    /^  assign [{]/ && match($0, / = /) {
        n = items(substr($0, 10, RSTART - 10), left)
        right = substr($0, RSTART + 3)
        sub(/;$/, "", right)
        parts = items(right, part)
        m = 0
        for (i = 1; i <= parts; i++)
            if (match(part[i], /^[0-9]+.b/)) # a constant, of one bit or several
                for (k = RLENGTH + 1; k <= length(part[i]); k++)
                    source[++m] = "1'"'"'b" substr(part[i], k, 1)
            else
                source[++m] = part[i]
        for (i = 1; i <= n; i++)
            print "  assign " left[i] " = " source[i] " ;"
        next
    }
    { print }' "$folder/netlist.v" > "$folder/netlist.new" && mv "$folder/netlist.new" "$folder/netlist.v"
LIB=$LIB NETLIST=$folder/netlist.v TOP=$top sta -no_splash -exit fpga/timing.tcl > "$folder/timing" 2>&1
grep -q '^Error' "$folder/timing" && fail "$(grep -m 1 '^Error' "$folder/timing")"
ns=$(awk '$1 == "ns" { print $2 }' "$folder/timing")
[ -n "$ns" ] || fail "found no path in $folder/timing"

awk -v counts="$counts" -v ns="$ns" -v top="$top" '
    BEGIN {
        n = split(counts, pair, " ")
        for (i = 1; i <= n; i++) { split(pair[i], part, "="); count[part[1]] = part[2] }
    }
    /^=== / { inside = $2 == top }
    inside && /Number of cells:/ { cells = $NF }
    inside && $1 ~ /^(DFF|LATCH)/ { flip_flops += $2 }
    inside && /Chip area/ { um2 = $NF }
    END {
        if (um2 == "") exit 1
        printf "%d\t%d\t%d\t%d\t%d\t%d\t%.0f\t%s\n", flip_flops, count["hold_bits"], count["bits_compared"],
            count["bound_bits"], count["payload_bits"], cells, um2, ns
    }' "$folder/stat" > "$folder/result.new" || fail "found no area in $folder/stat"
mv "$folder/key.new" "$folder/key"
mv "$folder/result.new" "$folder/result"
