#!/bin/sh
# compare.sh FAMILY RTL NETLIST REPORT: runs the bench of rs_board with the RTL and with the family's netlist. Both must be
# equal to the C twin, and print the same text and LEDs in the same cycles. REPORT gets one line; $RESULTS "pass" or "FAIL".
# Exit 0 or 1.
set -u
family=$1
folder=$(dirname "$4")
results=${RESULTS:-build/test/results}
mkdir -p "$(dirname "$results")"
"$2" > "$folder/rtl.log" 2>&1
rtl=$?
"$3" > "$folder/netlist.log" 2>&1
netlist=$?
for log in rtl netlist; do # what the board says; the lines after it count comparisons and name the bench
    sed '/ cases of /,$d' "$folder/$log.log" > "$folder/$log.said"
done
if [ $rtl -eq 0 ] && [ $netlist -eq 0 ] && [ -s "$folder/rtl.said" ] && cmp "$folder/rtl.said" "$folder/netlist.said"; then
    echo "pass fpga netlist $family" >> "$results"
    echo "netlist for $family: every output of the path equal to the C twin, text and LEDs equal to the RTL's:" \
        "$(grep -c '^[a-z]' "$folder/rtl.said") cases," \
        "$(sed -n 's/.* \([0-9]*\) comparisons.*/\1/p' "$folder/netlist.log") comparisons" > "$4"
    exit 0
fi
echo "FAIL fpga netlist $family" >> "$results"
diff "$folder/rtl.said" "$folder/netlist.said"
tail -n 20 "$folder/netlist.log"
exit 1
