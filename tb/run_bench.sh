#!/bin/sh
# Runs one built bench: tb/run_bench.sh NAME ARGUMENTS...
# Appends "pass cosim NAME" or "FAIL cosim NAME" to $RESULTS; the output goes to $LOGS/NAME.log (build/test/cosim) and is
# shown on failure. RESUME=1: a program that passed with these arguments is not run again while it stays as it was. KEYS, a file: its
# line of this bench goes to $LOGS/NAME.key when the bench has passed. After a mismatch the same bench is built with tracing and the
# seed repeated with the dump switched on for the last 200 cycles: $LOGS/NAME.fst. Exit 0 or 1.
set -u
name=$1
shift
obj=${OBJ:-build/obj}
results=${RESULTS:-build/test/results}
folder=${LOGS:-build/test/cosim}
log=$folder/$name.log
mkdir -p "$folder" "$(dirname "$results")"

pass() {
    echo "pass cosim $name" >> "$results"
    [ -z "${KEYS:-}" ] || grep "^cosim-$name " "$KEYS" > "$folder/$name.key"
    exit 0
}
key="$(sha256sum < "$obj/$name/cosim") $*"
if [ "${RESUME:-0}" = 1 ] && [ "$key" = "$(cat "$folder/$name.passed" 2>/dev/null)" ]; then
    pass
fi
rm -f "$folder/$name.passed" "$folder/$name.key"
"$obj/$name/cosim" "$@" > "$log" 2>&1
status=$?
if [ "$status" -eq 0 ]; then
    echo "$key" > "$folder/$name.passed"
    grep -m 1 ': .* equal' "$log"
    pass
fi
echo "FAIL cosim $name" >> "$results"
cat "$log"
[ "$status" -le 3 ] || echo "$name: the bench ended with status $status"

# MISMATCH NAME case CASE cycle CYCLE
mismatch=$(grep -m 1 '^MISMATCH ' "$log")
if [ -n "$mismatch" ]; then
    case_name=$(echo "$mismatch" | cut -d ' ' -f 4)
    cycle=$(echo "$mismatch" | cut -d ' ' -f 6)
    from=$((cycle > 200 ? cycle - 200 : 0))
    if ${SUBMAKE:-make} -s --no-print-directory OBJ="$obj" "$obj/$name-trace/cosim"; then
        "$obj/$name-trace/cosim" "$@" --case "$case_name" --trace "$folder/$name.fst" --trace-from "$from" \
            > /dev/null 2>&1
        [ -s "$folder/$name.fst" ] && echo "trace: $folder/$name.fst (cycles $from to $cycle, 10 time units each)"
    fi
fi
exit 1
