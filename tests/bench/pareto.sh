#!/bin/sh
# pareto.sh FOLDER ROWSTREAK GRAPH_FILE SEEDS JOBS [LIST]: run time of many machines against what they compare and store.
#
# Machines: banked FIFO with LOOKAHEAD 1, 2, 4, 8 and every hold policy, limit and guard; FR-FCFS at every queue size,
# also with a hold; some with per-bank ready bits into the
# allocation (BANK_READY), some with a shared pool of queue places (x<places a bank>). LIST=quick takes a few of
# them, LIST=table the twelve of README.md, LIST=smoke four. Writes FOLDER/pareto.json (an object for each machine and workload), .txt
# (the table), .dat (for pareto.gp). Run in the root of the repository; exits 2 when a tool fails.
set -eu
folder=$1
rowstreak=$2
graph=$3
seeds=$4
jobs=$5
list=${6:-all}
here=$(dirname "$0")
mkdir -p "$folder"

holds="+HG +RMHG +HMHG4"
bounds="/L4 /L4/G /L8 /L8/G"
lookaheads=". .2 .4 .8" # the first stands for 1
queues="8 16 32 64"
fr_holds="+HG +HMHG4 +HG/L8/G"
if [ "$list" = quick ]; then
    holds="+HG" bounds="/L8/G" lookaheads=". .2" queues="8 32" fr_holds=
elif [ "$list" = smoke ]; then
    holds="+HG" bounds="/L8/G" lookaheads=. queues=32 fr_holds=
fi

bfifo() { # all machines with this look-ahead
    base=BFIFO${1%.}
    echo "$base"
    for hold in $holds; do
        echo "$base$hold"
        for bound in $bounds; do
            echo "$base$hold$bound"
        done
    done
}

# The runs: a line each, "name queue bank_ready machine...".
if [ "$list" = table ]; then
    echo "queue-32 32 0 FR-FCFS FR-FCFS+HG BFIFO BFIFO+HG BFIFO+HG/L8/G BFIFOx32+HG BFIFOx32+HG/L8/G BFIFO.2x32+HG/L8/G BFIFO.4x32+HG/L8/G"
    echo "ready 32 1 BFIFO.2+HG BFIFO.8+HG/L8/G"
    echo "ready-64 64 1 BFIFO.4+HG"
else
    for lookahead in $lookaheads; do
        echo "bfifo${lookahead%.}" 32 0 $(bfifo "$lookahead")
    done
    for queue in $queues; do
        echo "frfcfs-$queue" "$queue" 0 FR-FCFS $(for hold in $fr_holds; do echo "FR-FCFS$hold"; done)
    done
    if [ "$list" = all ]; then
        for queue in 8 16 64; do
            echo "bfifo-$queue" "$queue" 0 BFIFO BFIFO+HG BFIFO+HMHG4 BFIFO.2+HG BFIFO.2+HMHG4
        done
        echo other 32 0 FIFO FIFO+HG MOST-PENDING
        for lookahead in $lookaheads; do
            base=BFIFO${lookahead%.}
            echo "ready${lookahead%.}" 32 1 "$base" "$base+HG" "$base+HMHG4" "$base+HG/L8/G" "$base+HMHG4/L8/G"
        done
        echo pool 32 0 BFIFOx32 $(for base in BFIFOx32 BFIFO.2x32 BFIFO.4x32 BFIFO.4x16 BFIFO.8x32; do
            echo "$base+HG" "$base+HMHG4" "$base+HG/L8/G" "$base+HMHG4/L8/G"; done)
        echo ready-64 64 1 BFIFO+HG BFIFO+HMHG4 BFIFO.2+HG BFIFO.2+HMHG4 BFIFO.4+HG BFIFO.4+HMHG4
    fi
fi > "$folder/runs"
awk '{ for (i = 4; i <= NF; i++) print $i, $2, $3 }' "$folder/runs" > "$folder/machines"

# The netlists are counted while the machines run.
while read -r machine queue ready; do
    bits=$(sh "$here/count_bits.sh" "$folder/netlist" "$rowstreak" "$machine" "$queue") || exit 2
    echo "$machine $queue $ready $bits"
done < "$folder/machines" > "$folder/bits" &
counting=$!

# The sweep: a block a line of runs.
{
    echo "workload = bfs, spmv"
    while read -r name queue ready machines; do
        echo "[$name]"
        echo "machine = $(echo "$machines" | sed 's/ /, /g')"
        echo "QUEUE = $queue"
        echo "BANK_READY = $ready"
    done < "$folder/runs"
} > "$folder/pareto.sweep"
sh cmodel/cli/sweep_runs.sh "$rowstreak" "$folder/pareto.sweep" "$folder" --graph "$graph" --set SEED=1.."$seeds" --jobs "$jobs" --no-checks ||
    { kill "$counting"; exit 2; }
echo "pareto: waiting for the counts of the netlists" >&2
wait "$counting" || exit 2

awk -v seeds="$seeds" -v folder="$folder" -f "$here/pareto.awk" "$folder/bits" "$folder/runs.csv" > "$folder/pareto.txt"
