#!/bin/sh
# cmodel/cli/lockstep_run.sh BINARY CSV ARGUMENTS...: one run in lockstep with the RTL, results to CSV.
# After a mismatch BINARY with "-trace" behind its folder's name is built by $SUBMAKE and the run repeated with waves
# of the last 200 cycles in the CSV's name with .fst; the CSV stays and holds mismatches = 1, which
# 'rowstreak report' turns into exit code 1. Any other failure is passed on.
binary=$1
csv=$2
shift 2
"$binary" "$@" --csv "$csv"
status=$?
[ "$status" -eq 1 ] && [ -s "$csv" ] || exit "$status"

cycle=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "lockstep_cycles") c = i } NR == 2 { print $c }' "$csv")
from=$((cycle > 200 ? cycle - 200 : 0))
fst=${csv%.csv}.fst
traced=$(dirname "$binary")-trace/$(basename "$binary")
if ${SUBMAKE:-make} -s --no-print-directory "$traced"; then
    ROWSTREAK_TRACE=$fst ROWSTREAK_TRACE_FROM=$from "$traced" "$@" > /dev/null 2>&1
    [ -s "$fst" ] && echo "trace: $fst (cycles $from to $cycle, 10 time units each)" >&2
fi
exit 0
