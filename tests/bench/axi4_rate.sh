#!/bin/sh
# axi4_rate.sh FOLDER: the table of `make axi4-rate`, cycles a burst at rs_axi4_controller (axi4_rate.v says which), in Icarus.
set -eu
folder=$1
mkdir -p "$folder"
rooms=""
for room in rtl/*/; do rooms="$rooms -y ${room%/}"; done
printf '%-26s %12s %12s %12s %12s\n' "cycles a burst" "whole line" "8 B, lines" "8 B, in line" "read alone"
while read -r ecc merges text; do
    iverilog -g2005 -s axi4_rate -Paxi4_rate.ECC="$ecc" -Paxi4_rate.MERGES="$merges" $rooms -y tests/outside \
        -o "$folder/rate.vvp" tests/bench/axi4_rate.v
    set -- $(vvp -n "$folder/rate.vvp")
    [ $# -eq 4 ] || { echo "axi4-rate: found '$*', expected four numbers of $text" >&2; exit 1; }
    printf '%-26s %12s %12s %12s %12s\n' "$text" "$@"
done <<END
0 1 byte masks
1 1 ECC, MERGES 1
1 2 ECC, MERGES 2
1 4 ECC, MERGES 4
1 8 ECC, MERGES 8
END
