#!/bin/sh
# cmodel/cli/predict_figures.sh ROWSTREAK GRAPHS FOLDER SEED SHRINK CYCLES: THESIS' figures 6.9 to 6.16, its analytical DRAM model beside
# what runs measure: every program there is, bfs, spmv and spsum on GRAPHS (files, in one word), the kernels on 1/SHRINK of their data, each
# run up to its end or CYCLES. The machine is THESIS' of this study, 32 SMs, crossbar without hold. Leaves in FOLDER
#   queue32.txt ... chips1.txt, most_pending.txt   the tables of 'rowstreak predict', with the errors beside THESIS', and which runs
#                        were stopped at CYCLES
#   runs.csv             every prediction: its columns, and in front of them which of these runs it is of
#   figures.csv figures.json   what the pictures show: figure, program (AM: arithmetic mean, AM15: that of THESIS' own), bar, value
#   NUMBER/figure.dat, .gp     the same for gnuplot; 6.11/points.dat: measured and predicted, a line a controller
#   figures.txt          errors by queue, chips, scheduler
# PROGRAMS="NAME ..." in the environment takes these in place of all.
set -eu
rowstreak=$1
folder=$3
seed=$4
shrink=$5
cycles=$6
graphs=
for graph in $2; do graphs="$graphs --graph $graph"; done
workloads=
for program in ${PROGRAMS:-bfs spmv spsum vadd histo kmeans btree nw sgemm gaussian mri-q hpgmg miniamr comd scatter particle \
    thesis-model}; do workloads="$workloads --workload $program"; done
rm -rf "$folder"
mkdir -p "$folder"

predict() { # predict NAME ARGUMENTS...
    name=$1
    shift
    echo "figures of the analytical model: $name" >&2
    # shellcheck disable=SC2086 # words on purpose
    "$rowstreak" predict $graphs $workloads --shrink "$shrink" --max-cycles "$cycles" --set SMS=32 --set SEED="$seed" \
        --csv "$folder/$name.part" "$@" > "$folder/$name.txt" 2> "$folder/log" ||
        { cat "$folder/log" >&2; exit 1; }
    cat "$folder/log" >> "$folder/$name.txt"
    awk -v name="$name" 'NR == 1 { print "run," $0; next } { print name "," $0 }' "$folder/$name.part" > "$folder/$name.csv"
}

predict queue32
for queue in 8 16 64; do predict queue$queue --set QUEUE=$queue; done
for chips in 1 4; do predict chips$chips --set CHIPS=$chips; done
predict most_pending --machine MOST-PENDING
awk 'NR == 1 || FNR > 1' "$folder"/*.csv > "$folder/runs"
rm -f "$folder"/*.part "$folder"/*.csv "$folder/log"
mv "$folder/runs" "$folder/runs.csv"
awk -F, -v folder="$folder" -f cmodel/cli/predict_figures.awk "$folder/runs.csv" > "$folder/figures.txt"
