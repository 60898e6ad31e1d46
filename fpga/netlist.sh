#!/bin/sh
# netlist.sh [quick | all | PATTERN]: the rows of fpga/netlist.rows whose "block configuration" contains PATTERN:
# is the synthesized netlist equal to the RTL (netlist_row.sh), and where the row names a bench: does the netlist run in
# lockstep with the C twin?
#
# A row that was as it should be keeps its result while its netlist, bench and tools stay as they were; FRESH=1: all again.
# Prints the table, writes build/netlist/netlist.tsv and .json, appends "pass|FAIL netlist BLOCK CONFIGURATION" to $RESULTS.
# Environment: LIB (Liberty file; empty, or unset where Debian's is not installed: generic gates), BUILD, JOBS, SUBMAKE, CYCLES (of each case of
# the benches, default as in tb/). Exit 1 when a row fails, 2 on a missing tool or row.
set -u
which=${1:-all}
if [ -z "${LIB+set}" ]; then
    LIB=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
    [ -r "$LIB" ] || LIB=
elif [ -n "$LIB" ] && [ ! -r "$LIB" ]; then
    echo "netlist: found no Liberty file $LIB, expected LIB=FILE, or LIB= for generic gates" >&2
    exit 2
fi
BUILD=${BUILD:-build}
export LIB OBJ="$BUILD/obj" SUBMAKE="${SUBMAKE:-make}"
out=$BUILD/netlist
RESULTS=${RESULTS:-$BUILD/test/results}
mkdir -p "$out" "$(dirname "$RESULTS")" || exit 2
for tool in yosys yosys-abc verilator; do
    command -v $tool >/dev/null 2>&1 || { echo "netlist: found no $tool, expected it from 'make setup'" >&2; exit 2; }
done

# rows: folder, block, configuration, items or bench; separated by tabs
awk -F '|' -v which="$which" -v out="$out" '
    /^#/ || NF < 3 { next }
    {
        for (i = 1; i <= NF; i++) gsub(/^ +| +$/, "", $i)
        folder = $1 "_" $2
        gsub(/[^A-Za-z0-9-]+/, "_", folder)
        if (which == "all" || (which == "quick" ? $4 == "quick" : index($1 " " $2, which)))
            printf "%s/%s\t%s\t%s\t%s\n", out, folder, $1, $2, $3
    }' fpga/netlist.rows > "$out/rows"
[ -s "$out/rows" ] || { echo "netlist: found no row with \"$which\" in fpga/netlist.rows" >&2; exit 2; }

total=$(grep -c . "$out/rows")
cut -f 1 "$out/rows" | while read -r folder; do [ ! -f "$folder/result" ] || mv "$folder/result" "$folder/kept"; done
awk -F '\t' '{ print "sh fpga/netlist_row.sh " $1 " " $4 }' "$out/rows" | sed "s/'/\\\\'/g" | sh tests/side_by_side.sh &
if [ -t 2 ]; then
    while kill -0 $! 2>/dev/null; do
        printf '\rnetlist: %d of %d rows' "$(cut -f 1 "$out/rows" | while read -r folder; do ls "$folder/result" 2>/dev/null; done | grep -c .)" "$total" >&2
        sleep 1
    done
    printf '\r%40s\r' '' >&2
fi
wait

while IFS='	' read -r folder block configuration items; do
    printf '%s\t%s\t%s\n' "$block" "$configuration" "$(cat "$folder/result" 2>/dev/null || printf 'no result\t-\t-\t-\t-\t-\t-\t-\t-\t-\t-')"
done < "$out/rows" > "$out/netlist.tsv"
awk -F '\t' -v cells="$([ -n "$LIB" ] && basename "$LIB" || echo 'generic gates')" -v json="$out/netlist.json" -v results="$RESULTS" '
    function number(text) { return text ~ /^[0-9.]+$/ ? text : "null" }
    function seen(text) { return text == "yes" ? "seen" : text == "no" ? "NOT SEEN" : "-" }
    function quoted(text) { gsub(/\\/, "\\\\\\\\", text); gsub(/"/, "\\\"", text); return "\"" text "\"" }
    function boolean(text) { return text == "yes" ? "true" : text == "no" ? "false" : "null" }
    BEGIN {
        print "Netlists (" cells ") against RTL: registers and payload memories cut, the logic between proved equal by abc"
        head = "%-16s %-34s %8s %8s %8s %8s %8s  %-9s %-8s %-8s %9s %8s\n"
        printf head, "", "", "", "", "RTL only", "", "signals", "", "1 cell", "1 flop", "lockstep", ""
        printf head, "block", "configuration", "cells", "flops", "constant", "free", "compared", "result", "changed", "lost", "cycles", "seconds"
        print "[" > json
    }
    {
        good = $3 == "equal" && $10 != "no" && $11 != "no" && $12 ~ /^(-|[0-9]+)$/
        bad += !good
        print (good ? "pass" : "FAIL") " netlist " $1 " " $2 >> results
        printf head, $1, $2, $8, $4, $6, $7, $9, $3, seen($10), seen($11), $12, $13
        printf "%s  {\"block\": \"%s\", \"configuration\": \"%s\", \"method\": \"induction, registers by name\", \"library\": \"%s\", ", NR == 1 ? "" : ",\n", $1, $2, cells > json
        printf "\"result\": %s, \"flops\": %s, \"flops_shared\": %s, \"flops_constant\": %s, \"flops_free\": %s, ", quoted($3), number($4), number($5), number($6), number($7) > json
        printf "\"cells\": %s, \"compared\": %s, \"changed_cell_seen\": %s, \"lost_flop_seen\": %s, ", number($8), number($9), boolean($10), boolean($11) > json
        printf "\"lockstep_cycles\": %s, \"seconds\": %s}", number($12), number($13) > json
    }
    END {
        print "\n]" > json
        print NR " rows, " bad + 0 " not as they should be; " json
        exit bad > 0
    }' "$out/netlist.tsv"
