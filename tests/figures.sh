#!/bin/sh
# tests/figures.sh ROWSTREAK: measures what the papers say and compares. Appends "pass figure NAME" or "FAIL figure NAME"
# to $RESULTS and prints each figure, measured against expected. Exit 0 or 1. Work in build/test/figures.
#   closed form   two reads a row, all to one bank: 8 data cycles in tRC = 34: 23.5 % (its text: 23.6 %)   THESIS 4.1
#   figure 4.1    uniform random, two reads a row, 4 banks, two chips, queue of 32: about 80.7 %     THESIS 4.1
#   order         more requests a row and fewer chips make the DRAM more efficient                   THESIS 4.1
#   hold          hold grant raises row access locality behind the interconnect and BFIFO's DRAM efficiency  THESIS 6.3
#   bound         what a bounded wait (limit 8 and guard) costs in run time
set -u
rowstreak=$1
results=${RESULTS:-build/test/results}
folder=build/test/figures
mkdir -p "$folder" "$(dirname "$results")"
failed=0
checked=0

# run NAME ARGUMENTS...: results in $folder/NAME.csv
run() {
    name=$1
    shift
    if ! "$rowstreak" run "$@" --quiet --csv "$folder/$name.csv" > "$folder/$name.log" 2>&1; then
        cat "$folder/$name.log"
        rm -f "$folder/$name.csv"
    fi
}

# value NAME MACHINE WORKLOAD FIELD; nothing if there is no such run or field
value() {
    awk -F, -v machine="$2" -v workload="$3" -v field="$4" '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        $column["machine"] == machine && $column["workload"] == workload && field in column { print $column[field] }
    ' "$folder/$1.csv" 2>/dev/null
}

# figure NAME TEXT A OPERATOR B: numbers A and B may be expressions of awk; an empty one fails
figure() {
    if [ -n "$3" ] && [ -n "$5" ] && awk "BEGIN { exit !(($3) $4 ($5)) }" 2>/dev/null; then
        verdict=pass
    else
        verdict=FAIL
        failed=$((failed + 1))
    fi
    checked=$((checked + 1))
    echo "$verdict figure $1" >> "$results"
    [ $verdict = pass ] && [ "${QUIET:-0}" = 1 ] && return
    echo "figure $1: $2: ${3:-nothing} $4 ${5:-nothing}: $verdict"
}

# near NAME TEXT MEASURED EXPECTED TOLERANCE
near() {
    figure "$1" "$2, off by" "${3:+sqrt(($3 - $4) ^ 2)}" "<=" "$5"
}

one="--set SMS=1 --set CHANNELS=1"
# shellcheck disable=SC2086
run onebank --workload onebank $one --machine FIFO --machine BFIFO --machine FR-FCFS
for machine in FIFO BFIFO FR-FCFS; do
    near "one bank, $machine" "8 data cycles of 34" "$(value onebank $machine onebank dram_efficiency)" "8 / 34" 0.001
done

for chips in 1 2 4; do
    # shellcheck disable=SC2086
    run "random$chips" --workload rand1 --workload rand2 --workload rand3 $one --set CHIPS=$chips --machine FR-FCFS
done
efficiency() { value "random$2" FR-FCFS "rand$1" dram_efficiency; }
near "random rows, two reads a row" "THESIS 80.7 %" "$(efficiency 2 2)" 0.807 0.01
for chips in 1 2 4; do
    figure "$chips chips: rand1 below rand2" "efficiency" "$(efficiency 1 $chips)" "<" "$(efficiency 2 $chips)"
    figure "$chips chips: rand2 below rand3" "efficiency" "$(efficiency 2 $chips)" "<" "$(efficiency 3 $chips)"
done
for reads in 1 2 3; do
    figure "rand$reads: two chips below one" "efficiency" "$(efficiency $reads 2)" "<" "$(efficiency $reads 1)"
    figure "rand$reads: four chips below two" "efficiency" "$(efficiency $reads 4)" "<" "$(efficiency $reads 2)"
done

bounded=BFIFO+HMHG4/L8/G
graph=$(sh tests/graphs.sh)/4elt.graph
run hold --graph "$graph" --workload bfs --workload spmv --machine BFIFO --machine BFIFO+HG --machine BFIFO+HMHG4 \
    --machine $bounded
for workload in bfs spmv; do
    for machine in BFIFO+HG BFIFO+HMHG4; do
        figure "$workload: locality, $machine above BFIFO" "requests a row streak" \
            "$(value hold $machine $workload row_locality_post)" ">" "$(value hold BFIFO $workload row_locality_post)"
        figure "$workload: DRAM efficiency, $machine above BFIFO" "efficiency" \
            "$(value hold $machine $workload dram_efficiency)" ">" "$(value hold BFIFO $workload dram_efficiency)"
    done
    figure "$workload: cycles with a bounded wait" "at most 1 % more" \
        "$(value hold $bounded $workload cycles)" "<=" "1.01 * $(value hold BFIFO+HMHG4 $workload cycles)"
    figure "$workload: longest wait at a request port with a bounded wait" "shorter" \
        "$(value hold $bounded $workload wait_max)" "<" "$(value hold BFIFO+HMHG4 $workload wait_max)"
done
echo "figures: $checked checked, $failed failed"
[ $failed -eq 0 ]
