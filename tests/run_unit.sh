#!/bin/sh
# tests/run_unit.sh PROGRAM: runs a cmocka program and appends a line per test function to $RESULTS. The output goes
# to PROGRAM.log and is shown on failure. Exits 1 if a test failed, the program crashed, or it held no test.
program=$1
name=$(basename "$program")
log=$program.log
results=${RESULTS:-build/test/results}
mkdir -p "$(dirname "$results")"

CMOCKA_MESSAGE_OUTPUT=STDOUT timeout 300 "$program" > "$log" 2>&1
status=$?
lines=$(sed -n -e "s|^\[ *OK \] \([a-z0-9_]*\).*|pass unit $name \1|p" \
               -e "s|^\[  FAILED  \] \([a-z][a-z0-9_]*\)\$|FAIL unit $name \1|p" "$log" | sort -u)
passed=$(echo "$lines" | grep -c '^pass ')
failed=$(echo "$lines" | grep -c '^FAIL ')
if [ "$failed" -eq 0 ] && { [ "$status" -ne 0 ] || [ "$passed" -eq 0 ]; }; then
    lines="$lines
FAIL unit $name ended with status $status after $passed tests"
fi
echo "$lines" | grep . >> "$results"
if [ "$status" -ne 0 ] || [ "$passed" -eq 0 ]; then
    cat "$log"
    exit 1
fi
echo "unit $name: $passed passed"
