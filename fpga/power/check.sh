#!/bin/sh
# check.sh: power.sh on one machine and few cycles, and that it sees a netlist which is not its machine's. Appends "pass|FAIL power ..." to
# $RESULTS; exits 1 on a FAIL. Environment: as power.sh.
set -u
BUILD=${BUILD:-build}
RESULTS=${RESULTS:-$BUILD/test/results}
suite=power
. tests/verdict.sh
export OUT="$BUILD/power-check" MACHINES=BFIFO FROM=200 CYCLES=1500 MHZ=200 LIB="${LIB:-/usr/share/qflow/tech/osu018/osu018_stdcells.lib}"
out=$BUILD/power-check
mkdir -p "$out" "$(dirname "$RESULTS")" || exit 2

sh fpga/power/power.sh > "$out/check.log" 2>&1
verdict "one machine" "$([ $? -eq 0 ] || tail -n 1 "$out/check.log")"
verdict "every figure above 0, at rest below the sum" "$(awk -F , '
    NR == 2 { for (i = 2; i <= NF; i++) if ($i <= 0) print "found " $i " in column " i ", expected more than 0"
              if ($7 >= $6) print "found " $7 " mW at rest of " $6 ", expected less" }
    END { if (NR != 2) print "found " NR " lines, expected 2" }' "$out/power.csv")"

verdict "a hop" "$(awk -F , 'NR == 2 { for (i = 1; i <= NF; i++) if ($i <= 0) print "found " $i " in column " i ", expected more than 0" }
    END { if (NR != 2) print "found " NR " lines, expected 2" }' "$out/hop.csv")"

# An output of the reply network that is wrong.
reply=$(ls -d "$out"/blocks/reply_4_* | head -n 1)
rm -rf "$out/broken"
mkdir -p "$out/broken"
awk '!done && /^  assign out_valid_0_ = / { sub(/= /, "= ~("); sub(/;/, ");"); done = 1 } { gsub(/reply_4_[0-9]+\(/, "broken("); print } END { exit !done }' "$reply/gates.v" > "$out/broken/gates.v"
changed=$?
cp "$reply/power" "$out/machines/BFIFO/reply4" "$out/broken"
sh fpga/power/replay.sh "$out/broken" reply 4 "$out/broken/reply4" > "$out/check.log" 2>&1
verdict "another netlist is seen" "$([ $? -eq 2 ] && [ $changed -eq 0 ] && grep -q MISMATCH "$out/check.log" || echo "found '$(tail -n 1 "$out/check.log")', expected a MISMATCH")"
[ "$failed" -eq 0 ]
