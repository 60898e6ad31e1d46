#!/bin/sh
# tests/part.sh NAME COMMAND...: runs one part of `make test` or `make test-full`. The COMMAND appends "pass ..." and
# "FAIL ..." lines to the file that the variable RESULTS names, $PARTS/NAME.results; its output goes to $PARTS/NAME.log
# (V=1: to the screen as well). Prints one line: NAME, what passed and failed, seconds by the clock and of the processor; and
# for a part that failed what failed, the end of its output, and the command that repeats it.
# A command that fails without a FAIL line, or ends without any line, is a failure of the part.
# RESUME=1 (test-full): a part without failure keeps its result while the project's files stay as they were; prose, pictures, tests/record and
# the netlists' proof (fpga/netlist_*.sh) aside, but for the parts that read them. tests/record/record.sh brings such results from other
# machines, so the tools' versions count as well.
# Environment: PARTS (folder), AGAIN (the command to print), RESUME, V. Exits 0; tests/summary.sh judges.
set -u
name=$1
shift
mkdir -p "$PARTS" || exit 2
results=$PARTS/$name.results
log=$PARTS/$name.log
export RESULTS="$results"

line() { # line NOTE
    printf '  %-16s %5d passed  %3d failed  %5d s  %6d s of processor time%s\n' "$name" "$passed" "$failed" "$wall" "$cpu" "$1"
}
key=
if [ "${RESUME:-0}" = 1 ]; then
    prose='*.md' pictures='*.svg' records=./tests/record netlists='netlist_*.sh'
    case $name in
        lint-scripts | ip-check | sdc-quick | diagrams-check | report-test) prose= pictures= records= netlists= ;;
        netlist) netlists= ;;
    esac
    key=$({
        echo "$*"
        { "${CC:-cc}" -dumpfullversion; verilator --version; iverilog -V | sed -n 1p; yosys -V; } 2> /dev/null
        find . -path ./build -prune -o -path ./.git -prune -o -path "$records" -prune -o -type f ! -name "$prose" ! -name "$pictures" ! -name "$netlists" -print |
            LC_ALL=C sort | xargs sha256sum
    } | sha256sum)
    if [ -s "$results" ] && [ "$key" = "$(cat "$PARTS/$name.key" 2>/dev/null)" ] && ! grep -q '^FAIL ' "$results"; then
        IFS='|' read -r _ passed failed wall cpu < "$PARTS/$name.seconds"
        line ', kept'
        exit 0
    fi
fi
rm -f "$results" "$PARTS/$name.key" "$PARTS/$name.seconds"
[ -t 2 ] && printf '  %s ...\r' "$name" >&2
start=$(date +%s)
if [ "${V:-0}" = 1 ]; then
    { "$@" 2>&1; echo $? > "$PARTS/$name.status"; } | tee "$log"
else
    "$@" > "$log" 2>&1
    echo $? > "$PARTS/$name.status"
fi
status=$(cat "$PARTS/$name.status")
rm -f "$PARTS/$name.status"
wall=$(($(date +%s) - start))
times > "$PARTS/$name.times" # of this shell, then of its children: user and system time
cpu=$(awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); sum += 60 * t[1] + t[2] } printf "%.0f", sum }' "$PARTS/$name.times")
rm -f "$PARTS/$name.times"
touch "$results"
passed=$(grep -c '^pass ' "$results")
failed=$(grep -c '^FAIL ' "$results")
if [ "$failed" -eq 0 ] && { [ "$status" -ne 0 ] || [ "$passed" -eq 0 ]; }; then
    echo "FAIL $name: ended with status $status and $passed results" >> "$results"
    failed=1
fi
[ -z "$key" ] || echo "$key" > "$PARTS/$name.key"
echo "$name|$passed|$failed|$wall|$cpu" > "$PARTS/$name.seconds"
line ''
if [ "$failed" -gt 0 ]; then
    grep '^FAIL ' "$results" | sed 's/^/    /'
    tail -n 15 "$log" | sed 's/^/    | /'
    echo "    again: ${AGAIN:-$*}"
fi
exit 0
