#!/bin/sh
# Exact counts of the named machines on 4elt, against tests/baselines/4elt.csv: tests/baselines.sh ROWSTREAK [--update]
# A change of any count is a change of the machine; it is committed with --update and the reason in the message.
# Appends "pass baselines" or "FAIL baselines" to $RESULTS. Exit 0 or 1.
set -u
rowstreak=$1
results=${RESULTS:-build/test/results}
baseline=tests/baselines/4elt.csv
folder=build/test/baselines
mkdir -p "$folder" "$(dirname "$results")"

graphs=$(sh tests/graphs.sh) &&
    "$rowstreak" run --graph "$graphs/4elt.graph" --workload bfs --workload spmv \
        --machine FIFO --machine BFIFO --machine BFIFO+HG --machine BFIFO+RMHG --machine BFIFO+HMHG4 \
        --machine BFIFO+HMHG4/L8/G --machine BFIFO.4+HMHG4 --machine MOST-PENDING --machine FR-FCFS \
        --csv "$folder/run.csv" --quiet &&
    awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        { print $at["machine"] "," $at["workload"] "," $at["cycles"] "," $at["reads"] "," $at["writes"] "," \
                $at["row_streaks"] "," $at["breakers"] "," $at["latency_max"] }' "$folder/run.csv" > "$folder/4elt.csv" || {
    echo "FAIL baselines" >> "$results"
    exit 1
}
if [ "${2:-}" = --update ]; then
    cp "$folder/4elt.csv" "$baseline"
elif ! diff -u "$baseline" "$folder/4elt.csv"; then
    echo "baselines: the counts above differ from $baseline"
    echo "FAIL baselines" >> "$results"
    exit 1
fi
echo "pass baselines" >> "$results"
