#!/bin/sh
# count_bits.sh FOLDER ROWSTREAK MACHINE QUEUE: bits compared and stored by a machine of 28 SMs and 8 controllers, counted in the
# elaborated netlists of its rs_hold_grant and of one rs_dram_controller (fpga/elaborate.sh).
#
# Prints one line: compared_hold compared_scheduler hold bound scheduler
#   compared_*  WIDTH * LANES of all rs_compare; scheduler: 8 controllers
#   hold        flip-flops of holds, rows, hashes (THESIS table 4.1); bound: those of limit and guard
#   scheduler   flip-flops of 8 controllers beyond those of 8 FIFO controllers with the same QUEUE
# Counts are kept in FOLDER and made again when the RTL or the counting changes. Run in the root of the repository.
set -eu
folder=$1
rowstreak=$2
machine=$3
queue=$4
channels=8
mkdir -p "$folder"

count() { # count NAME TOP ITEM...: "compared hold bound ff"
    file=$folder/$1.count
    shift
    stamp=$(cat rtl/*/*.v fpga/elaborate.sh fpga/count.awk | cksum)
    if [ ! -f "$file" ] || [ "$(head -n 1 "$file")" != "$stamp $*" ]; then
        line=$(sh fpga/elaborate.sh "$file.il" "$@")
        { echo "$stamp $*"; echo "$line" | sed 's/[a-z_]*=//g'; } > "$file.new"
        mv "$file.new" "$file"
        rm -f "$file.il" "$file.ys" "$file.log"
    fi
    sed -n 2p "$file" | cut -d ' ' -f 1-4
}

settings=$("$rowstreak" config --machine "$machine" --set QUEUE="$queue" --format verilog)
key() { echo "$settings" | awk -v name="ROWSTREAK_$1" '$2 == name { print $3 }'; }
scheduler=$(key SCHEDULER) lookahead=$(key LOOKAHEAD) places=$(key BANK_PLACES)
policy=$(key HOLD_POLICY) hash=$(key HASH_BITS) limit=$(key HOLD_LIMIT) guard=$(key WAIT_GUARD)

if [ "$policy" = 0 ] && [ "$guard" = 0 ]; then
    hold="0 0 0 0"
else
    # Any limit takes the same counters; 0 takes none.
    hold=$(count "hold_$policy.$hash.$((limit > 0)).$guard" rs_hold_grant INPUTS=28 OUTPUTS=$channels HASH_WIDTH="$hash" \
        "policy:2'd$policy" "hash_bits:5'd$hash" "hold_limit:8'd$((limit > 0 ? 255 : 0))" "wait_guard:1'd$guard")
fi
own=$(count "controller_$scheduler.$lookahead.$places.$queue" rs_dram_controller SCHEDULER=$scheduler LOOKAHEAD="$lookahead" \
    BANK_PLACES="$places" QUEUE="$queue")
fifo=$(count "controller_0.1.0.$queue" rs_dram_controller SCHEDULER=0 LOOKAHEAD=1 QUEUE="$queue")
echo "$hold $own $fifo" | awk -v m=$channels '{ print $1, m * $5, $2, $3, m * ($8 - $12) }'
