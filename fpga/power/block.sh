#!/bin/sh
# block.sh FOLDER TOP ITEM...: the netlist of one block for fpga/power/power.sh (ITEMs as in fpga/elaborate.sh).
#
# Maps it as a row of `make area`, FOLDER/netlist.v, and writes the same with the cells' functions in place of the cells for
# simulation, FOLDER/gates.v: nets and single-bit ports under the same names, the module called like FOLDER. FOLDER/power: a line a cell,
# "NET P0 P1": the net that it drives, and its power in watts at MHZ when no signal changes, and when every signal changes once a cycle.
# Kept while the netlist, scripts, library and tools stay as they were. Environment: LIB, MHZ. Exits 2 with a line on stderr.
set -u
folder=$1
top=$2
name=${folder##*/}
fail() { echo "power: $name: $*" >&2; rm -f "$folder/key.power"; exit 2; }
sh fpga/area_row.sh "$@" || exit 2
key=$({ echo "$name $MHZ"; yosys -V; sta -version; cat fpga/power/block.sh fpga/power/cells.tcl fpga/power/cells.awk "$LIB" "$folder/netlist.v"; } 2>&1 | sha256sum)
[ "$key" != "$(cat "$folder/key.power" 2>/dev/null)" ] || exit 0

{
    echo "read_ilang $folder/elaborated.il"
    echo "delete $top"
    echo "write_verilog -noattr $folder/memories.v"
    echo "design -reset"
    echo "read_verilog $folder/netlist.v"
    echo "read_verilog -lib $folder/memories.v"
    echo "read_liberty -ignore_miss_func $LIB"
    echo "hierarchy -top $top"
    echo "setattr -set keep 1 $top/w:*" # by name, as activity finds them
    echo "flatten"
    echo "rename -hide $top/w:_*_.*" # what was within cells
    echo "opt_clean $top"
    echo "rename $top $name"
    echo "setundef -init -zero $name"
    echo "select $name"
    echo "write_verilog -noattr -selected $folder/gates.v"
} > "$folder/gates.ys"
yosys -q "$folder/gates.ys" > "$folder/gates.log" 2>&1 || fail "$(grep -m 1 ERROR "$folder/gates.log")"
# A register with several names may have its initial value on one of the others.
sed 's/^  reg \([^=]*\);$/  reg \1 = 0;/' "$folder/gates.v" | cat - "$folder/memories.v" > "$folder/gates.new" && mv "$folder/gates.new" "$folder/gates.v"
LIB=$LIB NETLIST=$folder/netlist.v TOP=$top MHZ=$MHZ CELLS=$folder/cells sta -no_splash -exit fpga/power/cells.tcl > "$folder/sta.log" 2>&1
[ -s "$folder/cells.1" ] || fail "$(grep -m 1 '^Error' "$folder/sta.log" || echo "found no power in $folder/sta.log")"
awk -f fpga/power/cells.awk file=netlist "$folder/netlist.v" file=0 "$folder/cells.0" file=1 "$folder/cells.1" > "$folder/power" ||
    fail "$(tail -n 1 "$folder/power")"
echo "$key" > "$folder/key.power"
