#!/bin/sh
# cmodel/cli/dram_sets.sh ROWSTREAK FOLDER REQUESTS: what bank groups and refresh cost on today's DRAM (tests/configurations), what PAIR and
# refresh bank by bank win of it, and what GROUP_FIRST and a write drain do. Leaves in FOLDER
#   SET.VARIANT.csv   the runs of a set: still, no refresh at all; plain, the set as it is; bank, REFRESH = BANK; pair, PAIR = 1 besides; groups,
#                     GROUP_FIRST = 1 besides. With 30 % writes: mixed, as pair; turns, as groups; drain, as pair with WRITE_HIGH and WRITE_LOW
#   figure.csv figure.json   group (set), bar (variant), workload, value (DRAM efficiency); figure.dat the same of rand3 without writes for gnuplot
#   figure.txt        the table that is printed
# DDR5 has no column commands to alternate and no refresh of a bank: no such runs, and no bars; its other runs are without.
set -eu
rowstreak=$1
folder=$2
requests=$3
workloads="rand1 rand2 rand3 stream"
run() {
    name=$1
    shift
    for workload in $workloads; do echo "--workload $workload"; done | xargs "$rowstreak" run --machine FR-FCFS --requests "$requests" --quiet \
        --config "tests/configurations/$set.cfg" "$@" --csv "$folder/$set.$name.csv"
}
for set in ddr5 lpddr5 hbm2 hbm3 gddr6; do
    best="--set REFRESH=BANK --set PAIR=1"
    run still --set T_REFI=0
    run plain
    if [ $set = ddr5 ]; then
        best=
    else
        run bank --set REFRESH=BANK
        run pair $best
    fi
    run groups $best --set GROUP_FIRST=1
    run mixed $best --writes 300
    run turns $best --writes 300 --set GROUP_FIRST=1
    run drain $best --writes 300 --set WRITE_HIGH=40 --set WRITE_LOW=8
done
awk -F, -v folder="$folder" -v workloads="$workloads" -f cmodel/cli/dram_sets.awk "$folder"/*.*.csv > "$folder/figure.txt"
