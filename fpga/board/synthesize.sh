#!/bin/sh
# synthesize.sh FAMILY FOLDER INCLUDE FILE.v...: rs_board with Yosys for ice40 or ecp5. INCLUDE: folder of
# rs_board_parameters.vh. In FOLDER: netlist.v, with the ports of the path, for simulation; board.json, the same cells
# without those ports and what only they need, for place and route; stat. Exits 2 with Yosys' error.
set -u
family=$1
folder=$2
include=$3
shift 3
case $family in
    ice40) flags="-abc9 -device hx" ;; # abc9: 7 % fewer logic cells than -abc2
    ecp5) flags= ;;
    *) echo "synthesize: found family '$family', expected ice40 or ecp5" >&2; exit 2 ;;
esac
mkdir -p "$folder"
# splitnets: with buses in the netlist Verilator sees loops from one bit of a bus to another.
cat > "$folder/synthesize.ys" <<END
read_verilog -defer -I$include $*
synth_$family -top rs_board $flags
splitnets
write_verilog -noattr $folder/netlist.v.new
select o:* o:led %d o:uart_tx %d
delete -output %
select -clear
opt_clean -purge
tee -o $folder/stat stat
write_json $folder/board.json
END
if ! yosys -q "$folder/synthesize.ys" > "$folder/synthesize.log" 2>&1; then
    grep -m 1 ERROR "$folder/synthesize.log" >&2
    exit 2
fi
mv "$folder/netlist.v.new" "$folder/netlist.v"
