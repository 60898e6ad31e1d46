#!/bin/sh
# replay.sh FOLDER BLOCK BITS STIMULUS: the netlist of block.sh in FOLDER on what the block saw in a machine (STIMULUS, replay.awk).
# Writes STIMULUS.power, one line: cycles, flits, heads that left, watts at rest, watts for what changed. Environment: FROM (first cycle that
# counts). Kept while all of that stays as it was. Exits 2 with a line on stderr, also when netlist and machine differ.
set -u
folder=$1
block=$2
bits=$3
stimulus=$4
name=${folder##*/}
fail() { echo "power: $name on $stimulus: $*" >&2; exit 2; }
key=$({ echo "$block $bits $FROM"; cat fpga/power/replay.sh fpga/power/replay.awk "$folder/gates.v" "$folder/power" "$stimulus"; } | sha256sum)
[ ! -s "$stimulus.power" ] || [ "$key" != "$(cat "$stimulus.key" 2> /dev/null)" ] || exit 0
awk -v block="$block" -v bits="$bits" -v from="$FROM" -v name="$name" -f fpga/power/replay.awk "$folder/gates.v" > "$stimulus.v" &&
    iverilog -g2005 -o "$stimulus.vvp" "$stimulus.v" "$folder/gates.v" > "$stimulus.log" 2>&1 || fail "$(head -n 1 "$stimulus.log")"
rm -f "$stimulus.changes" "$stimulus.power"
mkfifo "$stimulus.changes" || exit 2
vvp -n "$stimulus.vvp" "+stimulus=$stimulus" "+changes=$stimulus.changes" > "$stimulus.log" 2>&1 &
awk -v power="$folder/power" '
    $1 == "$var" { sub(/^\\/, "", $5); of[$5] = $4; next }
    /^\$dumpon/ { on = 1; next }
    /^\$end/ { if (on == 1) on = 2; next }
    on == 2 && /^[01]/ { changes[substr($0, 2)]++ }
    END {
        while ((getline line < power) > 0) {
            split(line, field, " ")
            if (!(field[1] in of)) exit 1
            rest += field[2]
            busy += (field[3] - field[2]) * changes[of[field[1]]]
        }
        printf "%.6g %.6g\n", rest, busy
    }' "$stimulus.changes" > "$stimulus.sums" || fail "found no net of $folder/power, expected all in the waves"
wait $!
awk 'FILENAME ~ /sums$/ { rest = $1; busy = $2 } / heads equal$/ { cycles = $1; print cycles, $3, $5, rest, busy / cycles } END { exit !cycles }' \
    "$stimulus.sums" "$stimulus.log" > "$stimulus.new" || fail "$(grep -m 1 'MISMATCH\|ERROR' "$stimulus.log" || tail -n 1 "$stimulus.log")"
mv "$stimulus.new" "$stimulus.power"
echo "$key" > "$stimulus.key"
rm -f "$stimulus.changes" "$stimulus.vvp" "$stimulus.v" "$stimulus.sums"
