#!/bin/sh
# Bits that a lane adds to rs_load_store_unit: netlists of one and of two lanes as Yosys elaborates them (fpga/elaborate.sh).
# Expected: address latch 48, stride latch 32, MAX_LENGTH indices and store words of 32 bits each; for 16 elements the
# 1104 bits = 138 B of PATTERNS 6.2; and the lane's bit of the active mask, which the paper does not count.
# Appends a line a length to $RESULTS. Exit 0 or 1. Work in build/lane_storage.
set -u
results=${RESULTS:-build/test/results}
folder=build/lane_storage
mkdir -p "$folder" "$(dirname "$results")"
failed=0

flip_flops() { # LANES MAX_LENGTH
    sh fpga/elaborate.sh "$folder/lanes$1.il" rs_load_store_unit LANES="$1" MAX_LENGTH="$2" |
        sed 's/.* ff_bits=\([0-9]*\) .*/\1/'
}

for length in 4 8 16; do
    one=$(flip_flops 1 $length)
    two=$(flip_flops 2 $length)
    found=$((two - one - 1))
    expected=$((48 + 32 + length * 32 + length * 32))
    verdict=pass
    [ "$found" -eq "$expected" ] || verdict=FAIL
    [ $verdict = pass ] || failed=1
    echo "$verdict lane storage: length $length" >> "$results"
    echo "$length $one $two $found $expected" | awk '{
        printf "lane storage: length %d: %d and %d flip-flops, ", $1, $2, $3
        printf "%d bits a lane and its bit of the mask, expected %d; ", $4, $5
        printf "32 lanes: %.1f KB, %.1f %% of a register file of 256 KB\n", 32 * $4 / 8192, 3200 * $4 / 8 / 262144 }'
done
exit $failed
