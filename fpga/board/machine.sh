#!/bin/sh
# machine.sh FOLDER SEED L2: rs_board_machine, an SM's memory side on a 4x2 path, with L2 (1) or without (0), with Yosys for ECP5
# (FOLDER/board.json, stat), then placed and routed by place.sh as family ecp5-85k; prints device, cells, block RAMs and clock. Exits 2 with the tool's error.
#
# Yosys gives block RAM to memories of some thousand bits and takes distributed memory for smaller ones. Here memories that a chip would
# make SRAM of are told to be block RAM, so that it is seen that they can be: of the L1 cache lines, tags and fills, of the MSHR table labels and
# slots, the scratchpad, ids of the SM's port, of an L2 bank rows, sectors and lines on their way out, the controllers' write buffers. With
# all others the device's 208 would not do: flits, what waits in an L2 bank, reply buffers.
set -u
folder=$1
seed=$2
l2=$3
top=rs_board_machine
mkdir -p "$folder"
block=
for memory in 'sm.memory.cache*' 'sm.memory.scratchpad*' 'sm.port.ids' 'path.l2.*.rows' 'path.l2.*.sectors' \
    'path.l2.*.replies.lines*' 'path.l2.*.to_dram.*lines' 'path.channel*write_buffer' 'path.channel*masks.buffer'; do
    block="$block $top/$memory.memory"
done
cat > "$folder/synthesize.ys" <<END
read_verilog -defer fpga/board/$top.v $(ls rtl/machine/rs_memory_path.v rtl/machine/rs_path_network.v rtl/common/*.v rtl/network/*.v rtl/dram/*.v \
    rtl/slice/*.v rtl/sm/*.v | tr '\n' ' ')
chparam -set L2 $l2 $top
hierarchy -top $top
synth_ecp5 -top $top -run begin:map_ram
setattr -set ram_style "block" $block
synth_ecp5 -top $top -run map_ram:
tee -o $folder/stat stat
write_json $folder/board.json
END
echo "synthesis for ecp5-85k" >&2
if ! yosys -q "$folder/synthesize.ys" > "$folder/synthesize.log" 2>&1; then
    grep -m 1 ERROR "$folder/synthesize.log" >&2
    exit 2
fi
echo "place and route for ecp5-85k, seed $seed" >&2
sh fpga/board/place.sh ecp5-85k "$folder" "$seed" || exit 2
awk -F '\t' '{
    printf "%s, seed %d: %d of %d logic cells (%d %%), %d of %d block RAMs, %s MHz\n", $1, $2, $3, $4, 100 * $3 / $4, $5, $6, $8
}' "$folder/seed$seed/result"
