#!/bin/sh
# cmodel/cli/dram_sets.sh ROWSTREAK FOLDER REQUESTS: what bank groups and refresh cost on today's DRAM (tests/configurations), what PAIR and
# refresh bank by bank win of it, and what GROUP_FIRST and a write drain do; what replies of three flits cost where a request takes two data
# cycles, and HEADER_WIRES wins. Leaves in FOLDER
#   SET.VARIANT.csv   the runs of a set: still, no refresh at all; plain, the set as it is; bank, REFRESH = BANK; pair, PAIR = 1 besides; groups,
#                     GROUP_FIRST = 1 besides; wires, no refresh and HEADER_WIRES = 1. With 30 % writes: mixed, as pair; coarse, the same without
#                     T_RCD_WR, T_WTR_L and T_CCD_L_WR: the longer time for both; turns, as groups; drain, as pair with WRITE_HIGH and WRITE_LOW.
#                     Sets NAME-1: with one controller
#   figure.csv figure.json   group (set), bar (variant), workload, value (DRAM efficiency); figure.dat the same of rand3 without writes for gnuplot
#   figure.txt        the table that is printed
# DDR5 has no column commands to alternate and no refresh of a bank: no such runs, and no bars; its other runs are without. HEADER_WIRES is
# without effect where a request takes four data cycles and more.
set -eu
rowstreak=$1
folder=$2
requests=$3
workloads="rand1 rand2 rand3 stream"
run() {
    name=$1
    shift
    for workload in $workloads; do echo "--workload $workload"; done | xargs "$rowstreak" run --machine FR-FCFS --requests "$requests" --quiet \
        --config "tests/configurations/$config.cfg" "$@" --csv "$folder/$set.$name.csv"
}
coarse() { # settings that give the set one time where it has two
    awk '{ value[$1] = $3 + 0 }
        END {
            longer("T_WTR", "T_WTR_L"); longer("T_CCD_L", "T_CCD_L_WR")
            print "--set T_RCD_WR=0 --set T_WTR_L=0 --set T_CCD_L_WR=0"
        }
        function longer(one, other) { print "--set " one "=" (value[other] > value[one] ? value[other] : value[one]) }' \
        "tests/configurations/$config.cfg"
}
for set in ddr5 lpddr5 hbm2 hbm3 gddr6; do
    config=$set
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
    run coarse $best --writes 300 $(coarse)
    run turns $best --writes 300 --set GROUP_FIRST=1
    run drain $best --writes 300 --set WRITE_HIGH=40 --set WRITE_LOW=8
done
for wires in 0 1; do
    name=$([ $wires = 0 ] && echo still || echo wires)
    for channels in 8 1; do
        end=$([ $channels = 8 ] || echo -1)
        set=gddr5$end config=gddr5
        run $name --set QUEUE=64 --set CHANNELS=$channels --set HEADER_WIRES=$wires
        set=gddr3$end config=default
        run $name --set QUEUE=64 --set CHANNELS=$channels --set HEADER_WIRES=$wires --set CHIPS=4
    done
done
awk -F, -v folder="$folder" -v workloads="$workloads" -f cmodel/cli/dram_sets.awk "$folder"/*.*.csv > "$folder/figure.txt"
