#!/bin/sh
# cmodel/cli/thesis_figures.sh ROWSTREAK GRAPHS FOLDER SEED SHRINK: THESIS' figures of programs: bfs and spmv
# on GRAPHS (files, in one word) and all kernels of THESIS, of which SHRINK takes less data. Leaves in FOLDER
#   runs.csv runs.json   every run, fields as in cmodel/cli/record.def
#   figures.csv figures.json   what the pictures show: figure, program (HM: harmonic mean), bar, value
#   NUMBER/figure.dat, .gp   the same for gnuplot (figures.mk draws them with figure.gp)
#   figures.txt          the tables that are printed
# The runs: five machines with queues of 32; FR-FCFS with 8, 16, 64; FR-FCFS with SMs of 25 to 200 % of the warps, places of CTAs and
# scratchpad (8 places at most). PROGRAMS=NAME in the environment takes one kernel in place of all of THESIS.
# A program whose CTA such an SM has no room for has no bar.
set -eu
rowstreak=$1
graphs=$2
folder=$3
seed=$4
shrink=$5
rm -rf "$folder"
mkdir -p "$folder"
graph_options=
for graph in $graphs; do graph_options="$graph_options --graph $graph"; done

run() { # run NAME ARGUMENTS...: one part
    part=$1
    shift
    echo "figures of THESIS: $part" >&2
    "$rowstreak" run --quiet --set SEED="$seed" --shrink "$shrink" --csv "$folder/$part.part" "$@"
}

# shellcheck disable=SC2086 # words on purpose
{
    all="$graph_options --workload bfs --workload spmv --workload ${PROGRAMS:-thesis}"
    run 32 $all --machine FIFO --machine BFIFO --machine BFIFO+HG --machine BFIFO+HMHG4 --machine FR-FCFS
    for queue in 8 16 64; do run $queue $all --machine FR-FCFS --set QUEUE=$queue; done
    programs=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "workload") c = i; next } !seen[$c]++ { print $c }' "$folder/32.part")
    for size in 25:8:2:4096 50:16:4:8192 150:48:8:24576 200:64:8:32768; do
        for program in $programs; do
            case $program in bfs | spmv) options=$graph_options ;; *) options= ;; esac
            name=r$(echo $size | cut -d: -f1)
            run "$name:$program" $options --workload $program --machine FR-FCFS --set WARPS=$(echo $size | cut -d: -f2) --set WARP_BITS=6 \
                --set SM_CTAS=$(echo $size | cut -d: -f3) --set SCRATCHPAD_BYTES=$(echo $size | cut -d: -f4) 2> "$folder/log" ||
                { grep -q "room for one on an SM" "$folder/log" || { cat "$folder/log" >&2; exit 1; }; echo "  $(cat "$folder/log")" >&2; }
        done
    done
}
rm -f "$folder/log"
"$rowstreak" report --csv "$folder/runs.csv" --json "$folder/runs.json" "$folder"/*.part > /dev/null
awk -F, -v folder="$folder" -f cmodel/cli/thesis_figures.awk "$folder"/*.part > "$folder/figures.txt"
rm -f "$folder"/*.part
