#!/bin/sh
# cmodel/cli/figures.sh FIGURE ROWSTREAK GRAPH FOLDER SEED: measures a figure of THESIS and leaves in FOLDER
#   runs.csv runs.json   every run, fields as in cmodel/cli/record.def
#   figure.csv figure.json   what the picture shows: group, bar, value (and more); figure.dat the same for gnuplot
#   figure.txt           the table that is printed
# FIGURE  4.1   DRAM efficiency of random traffic: chips x requests a row, FR-FCFS, one controller
#         6.20  virtual channels: machines x vc1, dvc2, svc2, dvc4, svc4
#         6.22  queue sizes: machines x 8, 16, 32, 64
set -eu
figure=$1
rowstreak=$2
graph=$3
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
programs="--graph $graph --workload bfs --workload spmv"

# shellcheck disable=SC2086 # words on purpose
case $figure in
4.1)
    for chips in 1 2 4; do
        run "chips$chips" --workload rand1 --workload rand2 --workload rand3 --requests 100000 --machine FR-FCFS \
            --set SMS=1 --set CHANNELS=1 --set CHIPS=$chips
    done ;;
6.20)
    run vc1 $programs $machines
    for vcs in 2 4; do
        run dvc$vcs $programs $machines --set VCS=$vcs
        run svc$vcs $programs $machines --set VCS=$vcs --set STATIC_VC=1
    done ;;
6.22)
    for queue in 8 16 32 64; do
        run "queue$queue" $programs $machines --set QUEUE=$queue
    done ;;
*)
    echo "figures: found figure '$figure', expected 4.1, 6.20 or 6.22" >&2
    exit 2 ;;
esac
"$rowstreak" report --csv "$folder/runs.csv" --json "$folder/runs.json" "$folder"/*.part > /dev/null
rm -f "$folder"/*.part
awk -F, -v figure="$figure" -v folder="$folder" -v graph="$(basename "${graph%.*}")" -f cmodel/cli/figures.awk \
    "$folder/runs.csv" > "$folder/figure.txt"
