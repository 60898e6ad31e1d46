#!/bin/sh
# cmodel/cli/sweep_runs.sh ROWSTREAK SWEEP FOLDER OPTION...: the runs behind a figure, by 'rowstreak sweep SWEEP OPTION...'. Leaves in FOLDER
#   runs.sqlite inputs   the database, and the program, sweep and options that it is of: runs that are there stay; with another program, sweep or
#                        option it is begun anew, as its runs are none of the figure
#   runs.csv runs.json   every run, fields as in cmodel/cli/record.def, in the order of what was run
#   failed               the points that failed
# Exits 1 when a point failed, 2 when the sweep cannot be run.
set -eu
rowstreak=$1
sweep=$2
folder=$3
shift 3
mkdir -p "$folder"
inputs() {
    cksum < "$rowstreak"
    cat "$sweep"
    echo "$@" | sed 's/--jobs [0-9]*//'
}
inputs "$@" | cmp -s - "$folder/inputs" || { rm -f "$folder/runs.sqlite"; inputs "$@" > "$folder/inputs"; }
status=0
"$rowstreak" sweep "$sweep" --database "$folder/runs.sqlite" "$@" >&2 || status=$?
[ "$status" -le 1 ] || exit "$status"
"$rowstreak" query "$folder/runs.sqlite" --failed > "$folder/failed"
"$rowstreak" query "$folder/runs.sqlite" --records --csv "$folder/runs.csv"
"$rowstreak" query "$folder/runs.sqlite" --records --json "$folder/runs.json"
exit "$status"
