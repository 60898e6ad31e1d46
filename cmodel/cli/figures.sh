#!/bin/sh
# cmodel/cli/figures.sh FIGURE ROWSTREAK GRAPHS FOLDER SEED: measures a figure of THESIS, 6.22 on the graphs (files, in one word), the
# others on patterns, and leaves in FOLDER
#   runs.csv runs.json   every run, fields as in cmodel/cli/record.def
#   figure.csv figure.json   what the picture shows: group, bar, value (and more); figure.dat the same for gnuplot
#   figure.txt           the table that is printed
# FIGURE  4.1   DRAM efficiency of random traffic: chips x requests a row, FR-FCFS, one controller
#         6.20  virtual channels: machines x vc1, dvc2, svc2, dvc4, svc4, on patterns: programs need a static assignment, as the
#               stores of an SM rely on the order of its requests to one address
#         6.22  queue sizes: machines x 8, 16, 32, 64; the banked FIFO's queue is split evenly over the banks as in THESIS, a pool
#               that the banks share (pool), or split with requests only to banks that have room (ready: BANK_READY=1)
# A part is named after its group, and its graph or pattern, so that the table can tell what the machines' names do not.
set -eu
figure=$1
rowstreak=$2
graphs=$3
folder=$4
seed=$5
mkdir -p "$folder"
rm -f "$folder"/*

run() { # run NAME ARGUMENTS...: one part
    part=$1
    shift
    echo "figure $figure: $part" >&2
    "$rowstreak" run --quiet --set SEED="$seed" --csv "$folder/$part.part" "$@"
}
machines="--machine FIFO --machine BFIFO --machine BFIFO+HG --machine BFIFO+HMHG4 --machine FR-FCFS"
banked="--machine BFIFO --machine BFIFO+HG --machine BFIFO+HMHG4"
on_patterns() { # on_patterns NAME ARGUMENTS...: a part a pattern
    name=$1
    shift
    for pattern in stream rand2 rand3; do
        run "$name@$pattern" --workload $pattern --writes 250 --requests ${REQUESTS:-200000} "$@"
    done
}
on_graphs() { # on_graphs NAME ARGUMENTS...: a part a graph
    name=$1
    shift
    for graph in $graphs; do
        stem=$(basename "${graph%.*}")
        run "$name@$stem" --graph "$graph" --workload bfs --workload spmv "$@"
    done
}

# shellcheck disable=SC2086 # words on purpose
case $figure in
4.1)
    for chips in 1 2 4; do
        run "chips$chips" --workload rand1 --workload rand2 --workload rand3 --requests 100000 --machine FR-FCFS \
            --set SMS=1 --set CHANNELS=1 --set CHIPS=$chips
    done ;;
6.20)
    on_patterns vc1 $machines
    for vcs in 2 4; do
        on_patterns dvc$vcs $machines --set VCS=$vcs
        on_patterns svc$vcs $machines --set VCS=$vcs --set STATIC_VC=1
    done ;;
6.22)
    for queue in 8 16 32 64; do
        on_graphs "$queue" $machines --set QUEUE=$queue
        on_graphs "$queue:pool" --machine BFIFOx$queue --machine BFIFOx$queue+HG --machine BFIFOx$queue+HMHG4 --set QUEUE=$queue
        on_graphs "$queue:ready" $banked --set QUEUE=$queue --set BANK_READY=1
    done ;;
*)
    echo "figures: found figure '$figure', expected 4.1, 6.20 or 6.22" >&2
    exit 2 ;;
esac
"$rowstreak" report --csv "$folder/runs.csv" --json "$folder/runs.json" "$folder"/*.part > /dev/null
awk -F, -v figure="$figure" -v folder="$folder" -f cmodel/cli/figures.awk "$folder"/*.part > "$folder/figure.txt"
rm -f "$folder"/*.part
