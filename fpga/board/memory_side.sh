#!/bin/sh
# memory_side.sh FOLDER SEED: rs_board_memory_side, an SM's memory side, with Yosys for ECP5 (FOLDER/board.json, stat), then placed and
# routed by place.sh as family ecp5-85k; prints device, cells, block RAMs and clock. Exits 2 with the tool's error.
set -u
folder=$1
seed=$2
mkdir -p "$folder"
cat > "$folder/synthesize.ys" <<END
read_verilog -defer fpga/board/rs_board_memory_side.v $(ls rtl/sm/*.v rtl/common/*.v | tr '\n' ' ')
hierarchy -top rs_board_memory_side
synth_ecp5 -top rs_board_memory_side
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
