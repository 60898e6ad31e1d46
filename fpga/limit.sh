#!/bin/sh
# limit.sh: what the function of the 28x8 control costs at least, in um2 and in ns, beside the rows of fpga/baselines.
#
# um2: from the Liberty file (limit.awk); of what can stand alone, picks and hashes, as mapped by the recipe. ns: pieces of the
# function (rs_area_piece), and one output alone with its 28 inputs, each mapped for least delay (TARGET=1; the rows of the
# baseline have 1800 ps) and timed as every row. Payload of the switch: its selection alone, in four codings (rs_area_select).
# Environment: LIB (Liberty file), BUILD. Exits 2 with a line on stderr when the library is missing or a piece fails.
set -u
LIB=${LIB:-/usr/share/qflow/tech/osu018/osu018_stdcells.lib}
out=${BUILD:-build}/limit
export LIB
[ -r "$LIB" ] || { echo "limit: found no Liberty file $LIB, expected it from 'make setup' or LIB=FILE" >&2; exit 2; }
mkdir -p "$out" || exit 2
rm -f "$out/pieces"

piece() { # piece NAME TARGET TOP ITEM...
    name=$1 target=$2
    shift 2
    TARGET=$target sh fpga/area_row.sh "$out/$name" "$@" || exit 2
    printf '%s\t%s\n' "$name" "$(cut -f 7,8 "$out/$name/result")" >> "$out/pieces"
}
piece decode 1 rs_area_piece PIECE=0
piece hash 1 rs_area_piece PIECE=1
piece found 1 rs_area_piece PIECE=2
piece pick 1 rs_area_piece PIECE=3
piece choice 1 rs_area_piece PIECE=4
piece choice_bounded 1 rs_area_piece PIECE=5
piece join 1 rs_area_piece PIECE=6
piece register 1 rs_area_piece PIECE=7
piece one_HG 1 rs_area_control ONE_OUTPUT=1 OUTPUTS=1 POLICY=1
piece one_HMHG4 1 rs_area_control ONE_OUTPUT=1 OUTPUTS=1 POLICY=3
piece one_HMHG4_L8_G 1 rs_area_control ONE_OUTPUT=1 OUTPUTS=1 POLICY=3 HOLD_LIMIT=8 WAIT_GUARD=1
piece all_HMHG4_L8_G 1 rs_area_control ONE_OUTPUT=1 POLICY=3 HOLD_LIMIT=8 WAIT_GUARD=1
piece picks 1800 rs_area_control ONE_OUTPUT=1 POLICY=0
piece kept 1800 rs_area_piece PIECE=8
piece payload_grants 1800 rs_area_select CODE=0
piece payload_place 1800 rs_area_select CODE=1
piece payload_group 1800 rs_area_select CODE=2
piece payload_number 1800 rs_area_select CODE=3
awk -f fpga/limit.awk "$LIB" fpga/baselines/area.csv "$out/pieces"
