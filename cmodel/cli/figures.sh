#!/bin/sh
# cmodel/cli/figures.sh FIGURE ROWSTREAK GRAPHS FOLDER SEED: measures a figure of THESIS by figures/FIGURE.sweep, 6.22 on the graphs (files, in
# one word), the others on patterns (of REQUESTS requests, if set), and leaves in FOLDER
#   runs.sqlite inputs   the sweep's database, of these inputs: runs that are there stay
#   runs.csv runs.json   every run, fields as in cmodel/cli/record.def
#   figure.csv figure.json   what the picture shows: group, bar, value (and more); figure.dat the same for gnuplot
#   figure.txt           the table that is printed
set -eu
figure=$1
rowstreak=$2
graphs=$3
folder=$4
seed=$5
sweep=cmodel/cli/figures/$figure.sweep
[ -f "$sweep" ] || { echo "figures: found figure '$figure', expected 4.1, 6.20 or 6.22" >&2; exit 2; }
mkdir -p "$folder"

set -- --set SEED="$seed"
[ "$figure" != 6.22 ] || set -- "$@" --graph "$(echo "$graphs" | tr ' ' ,)"
[ "$figure" = 6.22 ] || [ -z "${REQUESTS:-}" ] || set -- "$@" --requests "$REQUESTS"
# runs of other inputs are no part of the figure
echo "$@" | cmp -s - "$folder/inputs" || { rm -f "$folder/runs.sqlite"; echo "$@" > "$folder/inputs"; }
"$rowstreak" sweep "$sweep" --database "$folder/runs.sqlite" "$@" >&2
"$rowstreak" query "$folder/runs.sqlite" --records --csv "$folder/runs.csv"
"$rowstreak" query "$folder/runs.sqlite" --records --json "$folder/runs.json"
awk -F, -v figure="$figure" -v folder="$folder" -f cmodel/cli/figures.awk "$folder/runs.csv" > "$folder/figure.txt"
