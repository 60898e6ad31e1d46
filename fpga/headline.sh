#!/bin/sh
# headline.sh: one row per named configuration of 28 SMs, 8 controllers of 32 requests and one VC: hardware, DRAM
# efficiency, proofs, mutants. Gathers what `make area`, `formal`, `mutate` left in build/, runs the machines on a graph.
#
# Proofs and mutants of a machine are those of the blocks that Yosys finds in its elaborated memory path. A figure whose
# command has not been run is a dash. Writes build/headline/headline.txt, .csv and .json.
# Environment: MACHINES, BUILD, GRAPH (METIS file; default 4elt of tests/graphs.sh), JOBS. Exits 2 when a tool or the graph is missing.
set -u
BUILD=${BUILD:-build}
out=$BUILD/headline
graph=${GRAPH:-$(sh tests/graphs.sh)/4elt.graph}
. fpga/machines.sh
fail() { echo "headline: $1" >&2; exit 2; }
command -v yosys > /dev/null || fail "found no yosys, expected it from 'make setup'"
[ -r "$graph" ] || fail "found no $graph, expected a METIS graph there or GRAPH=FILE"
mkdir -p "$out" || exit 2

options=
for machine in $MACHINES; do options="$options --machine $machine"; done
"$BUILD/rowstreak" run --graph "$graph" --workload bfs --workload spmv $options --jobs "${JOBS:-2}" --quiet \
    --csv "$out/runs.csv" || exit 2

for machine in $MACHINES; do # MACHINE<tab>BLOCK
    {
        echo "read_verilog rtl/machine/rs_memory_path.v rtl/common/*.v rtl/network/*.v rtl/dram/*.v"
        "$BUILD/rowstreak" config --machine "$machine" --format yosys || exit 2
        echo "hierarchy -top rs_memory_path"
        echo "tee -o $out/modules ls"
    } > "$out/elaborate.ys"
    yosys -q -s "$out/elaborate.ys" > "$out/elaborate.log" 2>&1 || fail "$(grep -m 1 ERROR "$out/elaborate.log")"
    grep -o '\<rs_[a-z0-9_]*' "$out/modules" | sort -u | awk -v machine="$machine" '{ print machine "\t" $1 }'
done > "$out/blocks"

existing() { if [ -r "$1" ]; then echo "$1"; else echo /dev/null; fi; }
awk -v csv="$out/headline.csv" -f fpga/headline.awk file=blocks "$out/blocks" file=chip "$(existing "$BUILD/area/chip.csv")" \
    file=runs "$out/runs.csv" file=proofs "$(existing "$BUILD/formal/report.json")" \
    file=rows tests/mutate/mutate.rows file=mutants "$(existing "$BUILD/mutate/mutate.json")" |
    tee "$out/headline.txt"
awk -f fpga/csv_json.awk "$out/headline.csv" > "$out/headline.json"
echo "headline: $out/headline.txt headline.csv headline.json"
