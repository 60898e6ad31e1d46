#!/bin/sh
# fpga/ip/dram_times.sh ROWSTREAK: prints rtl/dram/rs_dram_named_times.vh, the times of each DRAM that tests/configurations has, as
# ROWSTREAK config writes them for Verilator. Run in the top folder.
set -u
rowstreak=$1
cat <<'END'
// The DRAMs of tests/configurations by name, written by `make pages`: RS_TIMES_NAME in the list of an instance's parameters sets what
// depends on the DRAM alone, of rs_dram_controller, rs_dfi_controller, rs_axi4_controller and rs_memory_path:
//   rs_dfi_controller #(`RS_TIMES_DDR3_1600, .QUEUE(32)) controller (...);
// Bus width (FLIT_BITS), address map and, behind DFI, power-up (rs_dram_init) are not among them.
`ifndef RS_DRAM_NAMED_TIMES
`define RS_DRAM_NAMED_TIMES
END
wanted="COLUMNS BURST_CYCLES $(sed -n 's/^ *parameter \([A-Z_]*\) *=.*/\1/p' rtl/dram/rs_dram_times.vh | tr '\n' ' ') T_REFI T_RFC"
for set in fx5800 ddr3_1600 gddr5 ddr5 lpddr5 hbm2 hbm3 gddr6; do
    name=$(echo "$set" | sed 's/fx5800/gddr3/' | tr '[:lower:]' '[:upper:]')
    flags=$("$rowstreak" config "tests/configurations/$set.cfg" --format verilator) || exit 2
    sed -n "1s|^# [a-z0-9_]*: \([^:]*\).*|// \1|p" "tests/configurations/$set.cfg"
    echo "$flags" | tr ' ' '\n' | sed -n 's/^-G//p' | awk -F = -v name="$name" -v wanted="$wanted" '
        { value[$1] = $2 }
        END {
            printf "`define RS_TIMES_%s \\\n   ", name
            n = split(wanted, key, " ")
            for (i = 1; i <= n; i++) {
                if (!(key[i] in value)) { print "dram_times: found no " key[i] ", expected it of every configuration" > "/dev/stderr"; exit 2 }
                printf " .%s(%s)%s", key[i], value[key[i]], i < n ? "," (i == 10 ? " \\\n   " : "") : "\n"
            }
        }' || exit 2
done
echo '`endif'
