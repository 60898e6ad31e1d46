#!/bin/sh
# Exact counts against tests/baselines: tests/baselines.sh ROWSTREAK [--update]
#   4elt, 4elt_bfs, nn   THESIS' machine with every kind of controller and hold on spmv and bfs on 4elt, and nn
#   4elt_sm_l1           the same with an L1 cache in the SMs
#   patterns             the memory path alone
# A change of any count is a change of the machine; it is committed with --update and the reason in the message.
# Appends "pass baselines" or "FAIL baselines" to $RESULTS. Exit 0 or 1.
set -u
rowstreak=$1
results=${RESULTS:-build/test/results}
folder=build/test/baselines
mkdir -p "$folder" "$(dirname "$results")"

counts() { # counts NAME ARGUMENTS...
    name=$1
    shift
    "$rowstreak" run --graph "$graphs/4elt.graph" "$@" --csv "$folder/run.csv" --quiet &&
        awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
            { gsub(/"[^"]*"/, "")
              print $at["machine"] "," $at["workload"] "," $at["cycles"] "," $at["reads"] "," $at["writes"] "," \
                    $at["row_streaks"] "," $at["breakers"] "," $at["latency_max"] }' "$folder/run.csv" > "$folder/$name.csv"
}
kinds="--machine FIFO --machine BFIFO --machine BFIFO+HG --machine BFIFO+RMHG --machine BFIFO+HMHG4 --machine BFIFO+HMHG4/L8/G \
    --machine BFIFO.4+HMHG4 --machine MOST-PENDING --machine FR-FCFS"
few="--machine FIFO --machine BFIFO+HMHG4 --machine FR-FCFS"
# shellcheck disable=SC2086 # words on purpose
graphs=$(sh tests/graphs.sh) &&
    counts 4elt --workload spmv $kinds &&
    counts 4elt_bfs --workload bfs --machine BFIFO+HMHG4 &&
    counts 4elt_sm_l1 --workload bfs --workload spmv --machine BFIFO+HMHG4 --config tests/configurations/sm_l1.cfg &&
    counts nn --workload nn $few &&
    counts patterns --workload rand2 --workload stream --requests 50000 --writes 250 $kinds || {
    echo "FAIL baselines" >> "$results"
    exit 1
}
for name in 4elt 4elt_bfs 4elt_sm_l1 nn patterns; do
    if [ "${2:-}" = --update ]; then
        cp "$folder/$name.csv" "tests/baselines/$name.csv"
    elif ! diff -u "tests/baselines/$name.csv" "$folder/$name.csv"; then
        echo "baselines: the counts above differ from tests/baselines/$name.csv"
        echo "FAIL baselines" >> "$results"
        exit 1
    fi
done
echo "pass baselines" >> "$results"
