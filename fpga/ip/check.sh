#!/bin/sh
# fpga/ip/check.sh BENCHES: pages, constraints, rowstreak.core and Bender.yml are what fpga/ip/pages.sh writes today, rs_dram_named_times.vh
# what dram_times.sh writes, and the controller takes its times; each template compiles with the files of its fileset; the smoke test of rowstreak.core passes in Icarus. Appends "pass ip ..." or "FAIL ip ..." to $RESULTS.
set -u
suite=ip
. tests/verdict.sh
build=${BUILD:-build}
folder=$build/ip/pages

fileset() { # fileset NAME: its files, as rowstreak.core has them
    awk -v name="  $1:" '/^  [a-z]/ { inside = $0 == name } /^targets:/ { exit } inside && $1 == "-" { print $2 }' rowstreak.core
}

sh fpga/ip/pages.sh "$1" "$folder"
judge "sources of the pages" $? "a page could not be written"
cmp -s "$folder/core" rowstreak.core
judge rowstreak.core $? "it is not what 'make pages' writes"
cmp -s "$folder/bender" Bender.yml
judge Bender.yml $? "it is not what 'make pages' writes"
sh fpga/ip/dram_times.sh "$build/rowstreak" > "$folder/named_times.vh" && cmp -s "$folder/named_times.vh" rtl/dram/rs_dram_named_times.vh
judge rs_dram_named_times.vh $? "it is not what 'make pages' writes"
for times in $(sed -n 's/^`define \(RS_TIMES_[A-Z0-9_]*\) .*/\1/p' rtl/dram/rs_dram_named_times.vh); do
    printf '%s\n' '`include "rtl/dram/rs_dram_named_times.vh"' "module ${times}_example; rs_dram_controller #(\`$times) controller (); endmodule" > "$folder/$times.v"
    verilator --lint-only -Wno-lint -Wno-PINMISSING --language 1364-2005 --top-module "${times}_example" $(fileset dram_controller) "$folder/$times.v" > "$folder/$times.lint" 2>&1
    judge "$times" $? "$(head -n 1 "$folder/$times.lint")"
done
while read -r name module files; do
    for kind in md sdc; do
        cmp -s "$folder/$name.$kind" "fpga/ip/$name.$kind"
        judge "$name.$kind" $? "fpga/ip/$name.$kind is not what 'make pages' writes"
    done
    # The template as the page shows it; its wires have no drivers, and some parameters are only passed on.
    awk '/^```verilog/ { inside = 1; next } /^```/ { inside = 0 } inside' "fpga/ip/$name.md" > "$folder/$name.v"
    verilator --lint-only -Wall -Wno-UNDRIVEN -Wno-UNUSED -Wno-DECLFILENAME --language 1364-2005 \
        --top-module "${name}_example" $(fileset "$name") "$folder/$name.v" > "$folder/$name.lint" 2>&1
    judge "template of $name" $? "$(head -n 1 "$folder/$name.lint")"
done < "$folder/files"

iverilog -g2005 -s smoke_bench -o "$folder/smoke.vvp" $(fileset axi4_controller) $(fileset smoke) > "$folder/smoke.log" 2>&1 &&
    vvp -n "$folder/smoke.vvp" >> "$folder/smoke.log" 2>&1 && grep -q '^PASS' "$folder/smoke.log"
judge "smoke test" $? "$(tail -n 1 "$folder/smoke.log")"

echo "ip: $((passed + failed)) checks, $failed failed"
[ "$failed" -eq 0 ]
