#!/bin/sh
# cmodel/cli/figures.sh FIGURE ROWSTREAK GRAPHS FOLDER SEED: measures a figure of THESIS by figures/FIGURE.sweep, 6.21 and 6.22 on the graphs (files,
# in one word), the others on patterns (of REQUESTS requests, if set), and leaves in FOLDER
#   the runs (sweep_runs.sh)
#   figure.csv figure.json   what the picture shows: group, bar, value (and more); figure.dat the same for gnuplot
#   figure.txt           the table that is printed
set -eu
figure=$1
rowstreak=$2
graphs=$3
folder=$4
seed=$5
sweep=cmodel/cli/figures/$figure.sweep
[ -f "$sweep" ] || { echo "figures: found figure '$figure', expected 4.1, 6.20, 6.21 or 6.22" >&2; exit 2; }

set -- --set SEED="$seed"
case $figure in
    6.21 | 6.22) set -- "$@" --graph "$(echo "$graphs" | tr ' ' ,)" ;;
    *) [ -z "${REQUESTS:-}" ] || set -- "$@" --requests "$REQUESTS" ;;
esac
sh cmodel/cli/sweep_runs.sh "$rowstreak" "$sweep" "$folder" "$@"
awk -F, -v figure="$figure" -v folder="$folder" -f cmodel/cli/figures.awk "$folder/runs.csv" > "$folder/figure.txt"
