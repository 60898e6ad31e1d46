#!/bin/sh
# Runs proof rows side by side:  formal/run.sh quick | all | NAME...     from the top folder of the repository
# Prints the table, writes $BUILD/formal/report.json and report.html, appends "pass formal NAME" or "FAIL formal NAME"
# to $RESULTS for every row. JOBS rows at a time (2); QUIET=1 prints only what is not as it should be. A result whose inputs
# have not changed is not proved again (prove.sh); FRESH=1 proves all. Exit 0 when every row is as it should be; a row
# marked `open:` counts as such while it is unproven, and stays in the table.
set -u
build=${BUILD:-build}
results=${RESULTS:-$build/test/results}
mkdir -p "$build/formal" "$(dirname "$results")"
for tool in yosys yosys-abc; do
    if ! command -v $tool > /dev/null; then
        echo "formal: found no $tool, expected Debian's package yosys" >&2
        exit 2
    fi
done
awk -v want=check -f formal/rows.awk formal/*/*.proofs || exit 2
case ${1:-all} in
    all) rows=$(awk -v want=list -v run=all -f formal/rows.awk formal/*/*.proofs) ;;
    quick) rows=$(awk -v want=list -v run=quick -f formal/rows.awk formal/*/*.proofs) ;;
    *) rows=$*
       for row in $rows; do awk -v want=row -v name="$row" -f formal/rows.awk formal/*/*.proofs > /dev/null || exit 2; done ;;
esac
for row in $rows; do [ ! -f "$build/formal/$row/result" ] || mv "$build/formal/$row/result" "$build/formal/$row/kept"; done
start=$(date +%s)
echo "$rows" | tr ' ' '\n' | xargs -P "${JOBS:-2}" -I '{}' sh -c 'sh formal/prove.sh {} || true' |
    if [ "${QUIET:-0}" = 1 ]; then awk 'NF > (/, unchanged/ ? 4 : 3)'; else cat; fi

failed=0
for row in $rows; do
    line=$(cat "$build/formal/$row/result" 2>/dev/null)
    if [ -z "$line" ]; then
        state=FAIL
        printf '%s||no result||||%s|0|0|0|0|0|the driver stopped\n' "$row" unproven > "$build/formal/$row/result"
    else
        state=$(echo "$line" | awk -F '|' '{ print ($6 != "unproven" && $13 == "") ? "pass" : "FAIL" }')
        if [ $state = FAIL ] && grep -q "^$row *|.*| *open: " formal/*/*.proofs; then state=open; fi
    fi
    [ $state = open ] || echo "$state formal $row" >> "$results"
    [ $state = FAIL ] && failed=$((failed + 1))
done
for row in $rows; do cat "$build/formal/$row/result"; done > "$build/formal/results"
sh formal/report.sh "$build/formal/results" "$build/formal" > "$build/formal/report.txt"
[ "${QUIET:-0}" = 1 ] || cat "$build/formal/report.txt"
echo "formal: $(echo "$rows" | wc -w) rows, $failed failed, $(($(date +%s) - start)) s; $build/formal/report.html, report.json"
[ $failed -eq 0 ]
