#!/bin/sh
# table.sh FOLDER RESULT...: results of place.sh as table, FOLDER/fpga.csv and FOLDER/fpga.json; the fastest
# bitstream of each family stays as FOLDER/hx8k.bin and FOLDER/lfe5u-25f.bit (none without ecppack).
set -u
folder=$1
shift
[ $# -gt 0 ] || { echo "fpga: found no result, expected FPGA_SEEDS=\"1 ...\"" >&2; exit 2; }
cat "$@" | awk -F '\t' -v csv="$folder/fpga.csv" -v json="$folder/fpga.json" '
    BEGIN {
        print "device,seed,logic_cells,logic_cells_there,block_rams,block_rams_there,pins,mhz_nextpnr,mhz_icetime" > csv
        printf "[" > json
        printf "%-12s %4s  %-20s %-13s %4s  %12s %12s\n", "device", "seed", "logic cells", "block RAMs", "pins",
            "MHz nextpnr", "MHz icetime"
    }
    function number(text) { return text == "-" ? "null" : text }
    {
        printf "%-12s %4d  %5d of %5d (%2d %%) %3d of %3d    %4d  %12s %12s\n", $1, $2, $3, $4, 100 * $3 / $4, $5, $6, $7, $8, $9
        print $1 "," $2 "," $3 "," $4 "," $5 "," $6 "," $7 "," $8 "," ($9 == "-" ? "" : $9) > csv
        printf "%s\n  {\"device\": \"%s\", \"seed\": %d, \"logic_cells\": %d, \"logic_cells_there\": %d, \"block_rams\": %d, " \
            "\"block_rams_there\": %d, \"pins\": %d, \"mhz_nextpnr\": %s, \"mhz_icetime\": %s}", (NR > 1 ? "," : ""), $1, $2,
            $3, $4, $5, $6, $7, $8, number($9) > json
    }
    END { printf "\n]\n" > json }' || exit 1
fastest() { # fastest FAMILY RESULT...: folder of the family's fastest bitstream
    family=$1
    shift
    for result in "$@"; do
        case $result in */"$family"/*) echo "$(cut -f 8 "$result") ${result%/result}" ;; esac
    done | sort -rn | head -n 1 | cut -d ' ' -f 2
}
cp "$(fastest ice40 "$@")/board.bin" "$folder/hx8k.bin" || exit 1
echo "wrote $folder/hx8k.bin (iceprog $folder/hx8k.bin), fpga.csv, fpga.json"
best=$(fastest ecp5 "$@")
rm -f "$folder/lfe5u-25f.bit"
if [ -z "$best" ]; then
    echo "no nextpnr-ecp5 on the PATH, so no row for ECP5"
elif [ -f "$best/board.bit" ]; then
    cp "$best/board.bit" "$folder/lfe5u-25f.bit"
    echo "wrote $folder/lfe5u-25f.bit"
else
    echo "ECP5 was placed without ecppack, so it has no bitstream"
fi
