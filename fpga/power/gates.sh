#!/bin/sh
# gates.sh FOLDER BLOCK BITS STIMULUS: what clock gates would save in a block of power.sh (fpga/README.md, "Power"); FOLDER, BLOCK, BITS,
# STIMULUS as for replay.sh, which has run. The block before mapping, its arrays as flip-flops, runs on what it saw in its machine, must show
# the same, and the cycles are counted in which each enable is set. Writes STIMULUS.gates, a line for each least number of flip-flops
# behind a gate:
#   LEAST FLIP-FLOPS ENABLED ENABLES GATES GATED W-AT-REST W-WITH-GATES
# ENABLES: signals that enable one or more flip-flops. A gate is a latch, an AND and an inverter of the library: what these take with a clock and
# an enable that is 0, or 1. Environment: LIB, MHZ, FROM. Exits 2 with a line on stderr, also when block and machine differ.
set -u
folder=$1
block=$2
bits=$3
stimulus=$4
work=$4.gating
name=gates
least="2 4 8 16 32"
fail() { echo "power: gates of $folder: $*" >&2; exit 2; }
mkdir -p "$work"
top=$(awk '/^module \\/ { sub(/^\\/, "", $2); if ($2 !~ /memory_1r1w/) last = $2 } END { print last }' "$folder/elaborated.il")
cat > "$work/flops.ys" <<END
read_ilang $folder/elaborated.il
setattr -mod -set blackbox 1 *rs_memory_1r1w*
setattr -mod -unset keep_hierarchy *rs_compare*
flatten
cd $top
memory_map
opt -full
simplemap t:\$dff t:\$dffe t:\$sdff t:\$sdffe t:\$sdffce
opt_dff
opt_clean
splitnets -ports -format __
rename -enumerate -pattern net_%_ w:\$*
cd ..
rename -top $name
write_ilang $work/flops.il
select $name
write_verilog -noattr -selected $work/flops.v
END
yosys -q "$work/flops.ys" > "$work/flops.log" 2>&1 || fail "$(grep -m 1 ERROR "$work/flops.log")"
cat "$folder/memories.v" >> "$work/flops.v"
awk -v block="$block" -v bits="$bits" -v from="$FROM" -v name="$name" -f fpga/power/replay.awk "$work/flops.v" > "$work/bench.v" &&
    iverilog -g2005 -o "$work/bench.vvp" "$work/bench.v" "$work/flops.v" > "$work/bench.log" 2>&1 || fail "$(head -n 1 "$work/bench.log")"
# Power of a gate's cells with the enable still: a flip-flop's clock input, a gate that is shut, one that is open.
for open in 0 1; do
    cat > "$work/gate.v" <<END
module gate (input clk, input enable, output gated);
  wire shut, kept;
  INVX1 inverter (.A(clk), .Y(shut));
  LATCH latch (.CLK(shut), .D(enable), .Q(kept));
  AND2X2 both (.A(clk), .B($([ $open = 1 ] && echo kept || echo "1'b0")), .Y(gated));
endmodule
END
    printf '%s\n' "read_liberty $LIB" "read_verilog $work/gate.v" "link_design gate" "create_clock -name clk -period [expr {1000.0 / $MHZ}] [get_ports clk]" \
        "set_power_activity -global -activity 0 -duty 1" "report_power -instances [get_cells *] -digits 8" > "$work/gate.tcl"
    sta -no_splash -exit "$work/gate.tcl" > "$work/gate.$open" 2>&1
done
power_of() { awk -v cell="$2" '$5 == cell { print $4 }' "$work/gate.$1"; }
shut=$(awk -v a="$(power_of 0 inverter)" -v b="$(power_of 0 latch)" 'BEGIN { print a + b }')
open=$(power_of 1 both)

# Flip-flops by their enable: "NET" a flip-flop with one, "-" one without.
awk '
    $1 == "cell" { flop = $2 ~ /^\$_S?DFF/; enabled = $2 ~ /^\$_S?DFFC?E_/; high = $2 ~ /P_$/; net = "-" }
    flop && enabled && $1 == "connect" && $2 == "\\E" { net = $3; sub(/^\\/, "", net); net = (high ? "+" : "!") net }
    flop && $1 == "end" { print net; flop = 0 }' "$work/flops.il" > "$work/flops"

# Cycles in which each net is 1 at the clock edge, which comes at odd times.
rm -f "$work/bench.changes"
mkfifo "$work/bench.changes" || exit 2
vvp -n "$work/bench.vvp" "+stimulus=$stimulus" "+changes=$work/bench.changes" > "$work/bench.log" 2>&1 &
awk '
    NR == FNR { if ($1 != "-") wanted[substr($1, 2)] = 1; next }
    $1 == "$var" { sub(/^\\/, "", $5); if ($5 in wanted) { code[$5] = $4; name[$4] = $5 }; next }
    /^#/ { now = substr($0, 2) + 0; if (begin == "") begin = now; next }
    /^[01x]/ {
        c = substr($0, 2)
        if (!(c in name)) next
        if (value[c] == 1) set[c] += int((now + 1) / 2) - int((since[c] + 1) / 2)
        value[c] = substr($0, 1, 1)
        since[c] = now
    }
    END {
        for (c in name) {
            if (value[c] == 1) set[c] += int((now + 1) / 2) - int((since[c] + 1) / 2)
            print name[c], set[c] + 0
        }
    }' "$work/flops" "$work/bench.changes" > "$work/set"
wait $!
cycles=$(awk '/ heads equal$/ { print $1 }' "$work/bench.log")
[ -n "$cycles" ] || fail "$(grep -m 1 'MISMATCH\|ERROR' "$work/bench.log" || tail -n 1 "$work/bench.log")"

awk -v cycles="$cycles" -v shut="$shut" -v open="$open" -v least="$least" -v rest="$(cut -d ' ' -f 4 "$stimulus.power")" '
    FILENAME ~ /set$/ { share[$1] = $2 / cycles; next }
    { flops++ }
    $1 != "-" { enabled++; size[$1]++ }
    END {
        one = rest / flops
        for (e in size) {
            enables++
            net = substr(e, 2)
            if (!(net in share)) { print "found no net " net " in the waves" > "/dev/stderr"; exit 2 }
            duty[e] = substr(e, 1, 1) == "+" ? share[net] : 1 - share[net]
        }
        count = split(least, list, " ")
        for (k = 1; k <= count; k++) {
            gates = gated = 0
            watts = rest
            for (e in size)
                if (size[e] >= list[k]) {
                    gates++
                    gated += size[e]
                    watts += shut + open * duty[e] - size[e] * one * (1 - duty[e])
                }
            print list[k], flops, enabled, enables, gates, gated, rest, watts
        }
    }' "$work/set" "$work/flops" > "$stimulus.gates" || exit 2
rm -rf "$work"
