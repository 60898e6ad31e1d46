#!/bin/sh
# cmodel/cli/thesis_figures.sh ROWSTREAK GRAPHS FOLDER SEED SHRINK: THESIS' figures of programs: bfs and spmv
# on GRAPHS (files, in one word) and all kernels of THESIS, of which SHRINK takes less data. Leaves in FOLDER
#   runs.csv runs.json   every run, fields as in cmodel/cli/record.def
#   figures.csv figures.json   what the pictures show: figure, program (HM: harmonic mean), bar, value
#   NUMBER/figure.dat, .gp   the same for gnuplot (figures.mk draws them with figure.gp)
#   figures.txt          the tables that are printed; failed: the runs that an SM has no room for
# The runs are those of figures/thesis.sweep, in FOLDER/runs.sqlite; those that are there stay. PROGRAMS="NAME,..." in the environment takes
# these kernels in place of all of THESIS.
set -eu
rowstreak=$1
graphs=$2
folder=$3
seed=$4
shrink=$5
rm -rf "$folder"/[0-9]*

set -- --set SEED="$seed" --shrink "$shrink" --graph "$(echo "$graphs" | tr ' ' ,)" --workload "bfs,spmv,${PROGRAMS:-thesis}"
sh cmodel/cli/sweep_runs.sh "$rowstreak" cmodel/cli/figures/thesis.sweep "$folder" "$@" || [ $? -eq 1 ] || exit 2
if grep -v 'expected at most \(WARPS\|SCRATCHPAD_BYTES\) = [0-9]* of an SM$' "$folder/failed" | grep -q 'FR-FCFS\|FIFO'; then
    echo "figures of THESIS: found runs that failed, expected none but those whose CTAs an SM has no room for" >&2
    exit 1
fi
awk -F, -v folder="$folder" -f cmodel/cli/thesis_figures.awk "$folder/runs.csv" > "$folder/figures.txt"
