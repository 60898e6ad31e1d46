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
mkdir -p "$folder"
rm -rf "$folder"/[0-9]*

set -- --set SEED="$seed" --shrink "$shrink" --graph "$(echo "$graphs" | tr ' ' ,)" --workload "bfs,spmv,${PROGRAMS:-thesis}"
# runs of other inputs are no part of the figures
echo "$@" | cmp -s - "$folder/inputs" || { rm -f "$folder/runs.sqlite"; echo "$@" > "$folder/inputs"; }
"$rowstreak" sweep cmodel/cli/figures/thesis.sweep --database "$folder/runs.sqlite" "$@" >&2 || [ $? -eq 1 ] || exit 2
"$rowstreak" query "$folder/runs.sqlite" --failed > "$folder/failed"
if grep -v 'expected at most \(WARPS\|SCRATCHPAD_BYTES\) = [0-9]* of an SM$' "$folder/failed" | grep -q 'FR-FCFS\|FIFO'; then
    echo "figures of THESIS: found runs that failed, expected none but those whose CTAs an SM has no room for" >&2
    exit 1
fi
"$rowstreak" query "$folder/runs.sqlite" --records --csv "$folder/runs.csv"
"$rowstreak" query "$folder/runs.sqlite" --records --json "$folder/runs.json"
awk -F, -v folder="$folder" -f cmodel/cli/thesis_figures.awk "$folder/runs.csv" > "$folder/figures.txt"
