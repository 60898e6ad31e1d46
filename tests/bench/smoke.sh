#!/bin/sh
# smoke.sh SPEED RTL_PATH_SPEED RTL_GPU_SPEED ROWSTREAK NETLIST_FOLDER: make bench and make pareto with tiny parameters. The programs run to
# their end, every row is there with figures that can be, and the netlists hold the comparisons of THESIS table 4.1.
# Appends a line per check to $RESULTS. Speed itself is not judged here.
set -u
results=${RESULTS:-build/test/results}
work=build/test/bench
rm -rf "$work"
mkdir -p "$work/pareto" "$(dirname "$results")"
failed=0

check() { # check NAME COMMAND...
    name=$1
    shift
    if "$@" > "$work/log" 2>&1; then
        echo "pass bench: $name" >> "$results"
    else
        echo "FAIL bench: $name" >> "$results"
        echo "bench: $name"
        cat "$work/log"
        failed=$((failed + 1))
    fi
}

# value FILE PATTERN KEY: the key's value in the first line of a JSON file with the pattern
value() { grep -m 1 -e "$2" "$1" | sed -n "s/.*\"$3\": \"\{0,1\}\([^,\"}]*\).*/\1/p"; }

measure() {
    "$2" --cycles 500 --runs 1 > "$work/rtl.row" &&
        "$3" --cycles 500 --runs 1 --graph "$work/path.graph" >> "$work/rtl.row" &&
        "$3" --cycles 500 --runs 1 --threads 2 --graph "$work/path.graph" >> "$work/rtl.row" &&
        "$1" --runs 1 --divide 400 --row "$work/rtl.row" --json "$work/bench.json"
}
rows() {
    for row in channel_stream channel_random path_loaded path_sparse rtl_path rtl_gpu rtl_gpu_2; do
        for key in cycles_per_s requests_per_s peak_mb; do
            value=$(value "$work/bench.json" "\"$row\"" $key)
            awk -v v="$value" 'BEGIN { exit !(v > 0) }' || { echo "$row: found $key '$value', expected a number above 0"; return 1; }
        done
    done
}
mostly_skipped() {
    skipped=$(value "$work/bench.json" '"path_sparse"' skipped_cycles)
    cycles=$(value "$work/bench.json" '"path_sparse"' cycles)
    echo "found $skipped of $cycles cycles skipped, expected 90 %"
    [ "$skipped" -gt $((cycles * 9 / 10)) ]
}
bad_row() {
    echo "channel_stream BFIFO" > "$work/bad.row"
    "$1" --only none --row "$work/bad.row" 2> "$work/error"
    [ $? -eq 2 ] && grep -q "bad.row:1: found no row" "$work/error"
}
pareto() {
    ln -s "$(cd "$2" && pwd)" "$work/pareto/netlist" && # counts of unchanged RTL are reused
        sh tests/bench/pareto.sh "$work/pareto" "$1" "$work/path.graph" 2 2 smoke
}
bits() { # bits MACHINE KEY EXPECTED
    found=$(value "$work/pareto/pareto.json" "\"machine\": \"$1\"" "$2")
    echo "$1: found $2 = $found, expected $3"
    [ "$found" = "$3" ]
}

mkdir -p "$5"
awk 'BEGIN { n = 600; print n, n - 1; for (i = 1; i <= n; i++) print (i > 1 ? i - 1 : ""), (i < n ? i + 1 : "") }' > "$work/path.graph"
check "runs to its end" measure "$1" "$2" "$3"
check "every row with its figures" rows
check "idle cycles skipped" mostly_skipped
check "a bad row is named" bad_row "$1"
check "pareto runs to its end" pareto "$4" "$5"
check "pareto: 4 machines on 2 workloads" test "$(grep -c '"cycles_min"' "$work/pareto/pareto.json")" -eq 8
check "HG compares 224 bits" bits BFIFO+HG bits_compared_hold 224
check "HG stores 224 bits" bits BFIFO+HG bits_stored_hold 224
check "banked FIFO compares a row a bank" bits BFIFO bits_compared_scheduler 384
check "FR-FCFS compares a row an entry, and that of a push" bits FR-FCFS bits_compared_scheduler 3168
echo "bench: $failed failed"
[ "$failed" -eq 0 ]
