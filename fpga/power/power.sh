#!/bin/sh
# power.sh: dynamic power of the memory path's controllers and crossbars, machine by machine, and of a router of a mesh (fpga/README.md,
# "Power").
#
# Each machine's RTL runs in lockstep with its C twin on spmv and writes down what the blocks see and show in every cycle; the blocks'
# netlists then run on that, must show the same, and OpenSTA's power of a cell times how often its output changed gives the rest.
# Writes build/power/power.txt, .csv, .json, .svg, .pdf and .png, hop.csv and hop.json; with GATES=1 also gates.txt, .csv and .json: what clock
# gates would save (gates.sh). Environment: LIB, BUILD, OUT (folder of the results), JOBS, SUBMAKE, MACHINES,
# GRAPH (METIS file), MHZ, FROM, CYCLES (from cycle FROM on, CYCLES of them are measured). Exits 1 when a netlist differs from its machine, 2
# on a missing tool or file.
set -u
BUILD=${BUILD:-build}
out=${OUT:-$BUILD/power}
mkdir -p "$out" && out=$(cd "$out" && pwd) || exit 2
. fpga/machines.sh
LIB=${LIB:-/usr/share/qflow/tech/osu018/osu018_stdcells.lib}
FROM=${FROM:-2000}
CYCLES=${CYCLES:-10000}
MHZ=${MHZ:-200}
export LIB FROM MHZ
graph=${GRAPH:-$(sh tests/graphs.sh)/4elt.graph}
configuration=tests/configurations/default.cfg
fail() { echo "power: $1" >&2; exit 2; }
for tool in yosys sta verilator iverilog gnuplot; do
    command -v $tool > /dev/null || fail "found no $tool, expected it from 'make setup'"
done
[ -r "$LIB" ] || fail "found no $LIB, expected a Liberty file there or LIB=FILE"
[ -r "$graph" ] || fail "found no $graph, expected a METIS graph there or GRAPH=FILE"
case $FROM$CYCLES$MHZ in *[!0-9]*) fail "found FROM=$FROM CYCLES=$CYCLES MHZ=$MHZ, expected numbers" ;; esac
mkdir -p "$out/machines" "$out/blocks" || exit 2
rm -f "$out/list"
graph=$(realpath "$graph")

# ---- machines: RTL that writes down, one build for all with one parameter set; then their runs -----------------------------------
# BFIFO, without hold, also shows what a bit of payload costs.
case " $MACHINES " in *" BFIFO "*) payload= ;; *) payload=BFIFO ;; esac
# `mesh`: BFIFO+HMHG4 with 8 SMs and meshes of 4x4 for crossbars.
for machine in $MACHINES $payload mesh; do
    name=$(echo "$machine" | tr -c 'A-Za-z0-9.+\n-' _)
    folder=$out/machines/$name
    mkdir -p "$folder"
    network=
    [ "$machine" != mesh ] || { machine=BFIFO+HMHG4; network="--set NETWORK=MESH --set SMS=8 --set MESH_COLUMNS=4"; }
    "$BUILD/rowstreak" config --config $configuration --machine "$machine" --set WRITE_MASK=1 $network > "$folder/machine.cfg" || exit 2
    rtl=$out/rtl-$("$BUILD/rowstreak" config "$folder/machine.cfg" --format verilator | cksum | cut -d ' ' -f 1)
    mkdir -p "$rtl"
    [ -f "$rtl/machine.cfg" ] || cp "$folder/machine.cfg" "$rtl/machine.cfg"
    echo "$name|$machine|$folder|$rtl" >> "$out/list"
done
cut -d '|' -f 4 "$out/list" | sort -u | while read -r rtl; do
    module=rs_memory_path # that writes down
    blocks="request:4 reply:4 request:16 reply:16 controller:0"
    ! grep -q '^NETWORK *= MESH' "$rtl/machine.cfg" || { module=rs_path_network; blocks="router:4 router:16"; }
    {
        sed '/^endmodule/,$d' rtl/machine/$module.v
        for block in $blocks; do
            awk -v record="${block%:*}${block#*:}" -v block="${block%:*}" -v bits="${block#*:}" -f fpga/power/replay.awk
        done
        sed -n '/^endmodule/,$p' rtl/machine/$module.v
    } > "$rtl/$module.new"
    if cmp -s "$rtl/$module.new" "$rtl/$module.v"; then rm "$rtl/$module.new"; else mv "$rtl/$module.new" "$rtl/$module.v"; fi
done
for rtl in $(cut -d '|' -f 4 "$out/list" | sort -u); do
    own=$(ls "$rtl"/rs_*.v)
    sources="$(ls rtl/*/*.v | grep -v "/${own##*/}\$" | tr '\n' ' ')"
    echo "${SUBMAKE:-make} -s OBJ=$rtl COSIM_SHARED=$BUILD/obj COSIM_LINT=-Wno-lint lockstep_BFIFO=run:@$rtl/machine.cfg 'lockstep_rtl=$sources$own' $rtl/lockstep-run/cosim"
done > "$out/jobs"
sh tests/side_by_side.sh < "$out/jobs" || fail "the RTL that writes down did not build"
while IFS='|' read -r name machine folder rtl; do
    (cd "$folder" && "$rtl/lockstep-run/cosim" run --config machine.cfg --machine "$machine" --graph "$graph" --workload spmv \
        --max-cycles $((FROM + CYCLES)) --quiet --csv run.csv 2> run.log) || fail "$machine: $(head -n 1 "$folder/run.log")"
done < "$out/list"

# ---- netlists: those of the machines' blocks, then each on what its machine wrote down ---------------------------------------------
value() { # value FOLDER COLUMN: of the machine's run
    awk -F , -v key="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == key) at = i } NR == 2 { print $at }' "$1/run.csv"
}
request() { # request FOLDER BITS: items of the machine's request network
    echo "rs_crossbar FLIT=$(($2 + 2)) SHOW=1 HASH_WIDTH=12 TELL=1 \"policy:2'd$(value "$1" hold_policy)\" \"hash_bits:5'd$(value "$1" hash_bits)\"" \
        "\"hold_limit:8'd$(value "$1" hold_limit)\" \"wait_guard:1'd$(value "$1" wait_guard)\" \"seed:32'd$(value "$1" seed)\""
}
reply() { # reply FOLDER BITS
    echo "rs_crossbar INPUTS=8 OUTPUTS=28 FLIT=$(($2 + 2)) SHOW=1 HOLD=0 BANKS=2 ROW_BITS=1 HASH_WIDTH=1 \"policy:2'd0\" \"hash_bits:5'd1\"" \
        "\"hold_limit:8'd0\" \"wait_guard:1'd0\" \"seed:32'd$((4294967295 - $(value "$1" seed)))\""
}
controller() { # controller FOLDER
    echo "rs_dram_controller SCHEDULER=$(value "$1" scheduler) QUEUE=$(value "$1" queue) LOOKAHEAD=$(value "$1" lookahead)" \
        "BANK_PLACES=$(value "$1" bank_places) WRITE_MASK=1 CAP_BITS=8 age_cap:$(value "$1" age_cap)"
}
router() { # router FOLDER BITS: node 5 of the mesh; its LFSR's seed as rs_routed_network has it
    echo "rs_router NODE=5 NODES=16 COLUMNS=4 FLIT=$(($2 + 2)) SHOW=1 HASH_WIDTH=12 INPUT_DEPTH=$(value "$1" request_depth)" \
        "OUTPUT_DEPTH=$(value "$1" output_depth) \"policy:2'd$(value "$1" hold_policy)\" \"hash_bits:5'd$(value "$1" hash_bits)\"" \
        "\"hold_limit:8'd$(value "$1" hold_limit)\" \"wait_guard:1'd$(value "$1" wait_guard)\" \"seed:32'd$((($(value "$1" seed) + 5 * 2654435769) % 4294967296))\""
}
plan() { # plan FOLDER BLOCK BITS: the block's netlist, and its run
    items=$("$2" "$1" "$3")
    netlist=$out/blocks/$2_$3_$(echo "$items" | cksum | cut -d ' ' -f 1)
    echo "sh fpga/power/block.sh $netlist $items" >> "$out/blocks.jobs"
    echo "sh fpga/power/replay.sh $netlist $2 $3 $1/$2$3" >> "$out/replay.jobs"
    echo "sh fpga/power/gates.sh $netlist $2 $3 $1/$2$3" >> "$out/gates.jobs"
}
rm -f "$out/blocks.jobs" "$out/replay.jobs" "$out/gates.jobs"
while IFS='|' read -r name machine folder rtl; do
    if [ "$name" = mesh ]; then
        plan "$folder" router 4
        plan "$folder" router 16
        continue
    fi
    for block in request reply; do
        plan "$folder" $block 4
        [ "$machine" != BFIFO ] || plan "$folder" $block 16
    done
    plan "$folder" controller 0
done < "$out/list"
sort -u "$out/blocks.jobs" | sh tests/side_by_side.sh || exit 2
sh tests/side_by_side.sh < "$out/replay.jobs" || exit 1
[ "${GATES:-0}" = 0 ] || sh tests/side_by_side.sh < "$out/gates.jobs" || exit 1

# ---- the table ------------------------------------------------------------------------------------------------------------------
while IFS='|' read -r name machine folder rtl; do
    for block in request4 reply4 controller0 request16 reply16 router4 router16; do
        [ ! -f "$folder/$block.power" ] || echo "$name $block $(cat "$folder/$block.power") $(value "$folder" energy_per_request_nj)"
    done
done < "$out/list" > "$out/measured"
names=$(echo "$MACHINES" | tr -c 'A-Za-z0-9.+ \n-' _)
awk -v machines="$MACHINES" -v names="$names" -v mhz="$MHZ" -v csv="$out/power.csv" -v hop="$out/hop.csv" -f fpga/power/table.awk "$out/measured" | tee "$out/power.txt"
awk -f fpga/csv_json.awk "$out/power.csv" > "$out/power.json"
awk -f fpga/csv_json.awk "$out/hop.csv" > "$out/hop.json"
awk -F , 'NR == 1 { print "group controllers \"request network\" \"reply network\""; next } { print "\"" $1 "\"", $3, $4, $5 }' "$out/power.csv" > "$out/figure.dat"
gnuplot -e "folder='$out'; slanted=1; ticks='%.0f'; axis=''; quantity='mW'; caption='spmv, power at $MHZ MHz, payload left out'" cmodel/cli/figure.gp || fail "found no picture of $out/figure.dat"
if [ "${GATES:-0}" != 0 ]; then
    while IFS='|' read -r name machine folder rtl; do
        for block in request4 reply4 controller0 request16 reply16 router4 router16; do
            [ ! -f "$folder/$block.gates" ] || sed "s/^/$name $block /" "$folder/$block.gates"
        done
    done < "$out/list" | awk -v csv="$out/gates.csv" -f fpga/power/gates.awk | tee "$out/gates.txt"
    awk -f fpga/csv_json.awk "$out/gates.csv" > "$out/gates.json"
fi
for format in svg pdf png; do mv "$out/figure.$format" "$out/power.$format"; done
echo "power: $out/power.txt power.csv power.json power.svg power.pdf power.png hop.csv hop.json"
