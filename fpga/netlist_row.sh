#!/bin/sh
# netlist_row.sh FOLDER TOP ITEM...: is the synthesized netlist equal to the RTL? (ITEMs as in elaborate.sh)
# netlist_row.sh FOLDER BENCH: the same for the top module and parameters of a bench of tb/, which then runs on the netlist.
#
# The netlist is that of the area rows (map.sh). cut.awk takes the registers and payload memories out of both sides by
# name, abc proves the logic between them equal. Then one cell of the netlist is changed to another; that must be seen.
# Writes FOLDER/result, one line separated by tabs: result (equal, or what is wrong), registers of the netlist, registers of
# the RTL that share one of these, that are constants, that are gone, cells, inputs and outputs compared, changed cell
# seen (-: no cell to change), lockstep (-: no bench; cycles, or what is wrong), seconds.
# Environment: LIB, the Liberty file (empty: generic gates); SUBMAKE, OBJ, CYCLES for the bench; LIMIT, seconds for abc (900).
set -u
. fpga/map.sh
folder=$1
bench=
case $2 in
    rs_*) top=$2; shift 2 ;;
    *) bench=$2
       set -- $(${SUBMAKE:-make} -s "rtl-$bench")
       top=${1:-no_bench_of_that_name}
       items=
       for word in "$@"; do case $word in -G*) items="$items ${word#-G}" ;; esac; done
       set -- $items ;;
esac
mkdir -p "$folder"
rm -f "$folder"/result "$folder"/*.il "$folder"/*.cut
start=$(date +%s%N)
result=
yosys_run() { # yosys_run NAME: runs FOLDER/NAME.ys
    yosys -q -s "$folder/$1.ys" > "$folder/$1.log" 2>&1 || { result="Yosys: $(grep -m 1 ERROR "$folder/$1.log")"; false; }
}
# Commands that leave one module of single-bit nets, gates and $_DFF_P_.
bits() { # bits INPUT OUTPUT LIB
    echo "read_ilang $1"
    [ -z "$3" ] || echo "read_liberty -ignore_miss_func $3"
    cat <<END
setattr -mod -set blackbox 1 *rs_payload_memory*
setattr -mod -unset keep_hierarchy *rs_compare*
hierarchy -top $top
flatten
memory_map
wreduce
alumacc
techmap
opt_clean
dffunmap
opt_clean
splitnets -ports
opt_clean
select $top
write_ilang -selected $2
design -reset
END
}
compare() { # compare GATE.il NAME: "equal", "different", or what went wrong
    bits "$folder/elaborated.il" "$folder/$2.gold.il" "" > "$folder/$2.bits.ys"
    bits "$1" "$folder/$2.gate.il" "$LIB" >> "$folder/$2.bits.ys"
    yosys_run "$2.bits" || { echo "$result"; return; }
    awk -v box=rs_payload_memory -v box_output=read_data -f fpga/cut.awk "$folder/$2.gold.il" "$folder/$2.gate.il" \
        "$folder/$2.gold.il" "$folder/$2.gate.il" > "$folder/$2.registers" 2> "$folder/$2.cut.log" ||
        { head -n 1 "$folder/$2.cut.log"; return; }
    for side in gold gate; do
        cat <<END
read_ilang $folder/$2.$side.il.cut
opt_clean -purge
abc -g AND -fast
opt_clean -purge
write_blif $folder/$2.$side.blif
design -reset
END
    done > "$folder/$2.blif.ys"
    yosys_run "$2.blif" || { echo "$result"; return; }
    timeout "${LIMIT:-900}" yosys-abc -q "cec -T ${LIMIT:-900} $folder/$2.gold.blif $folder/$2.gate.blif" > "$folder/$2.cec.log" 2>&1
    if grep -q 'non-driven\|^Error' "$folder/$2.cec.log"; then grep -m 1 'non-driven\|^Error' "$folder/$2.cec.log"
    elif grep -q '^Networks are equivalent' "$folder/$2.cec.log"; then echo equal
    elif grep -q '^Networks are NOT EQUIVALENT' "$folder/$2.cec.log"; then echo different
    else echo "no answer in ${LIMIT:-900} s"; fi
}

control=-
if ! sh fpga/elaborate.sh "$folder/elaborated.il" "$top" "$@" > "$folder/counts" 2> "$folder/elaborate.log"; then
    result="elaboration: $(head -n 1 "$folder/elaborate.log")"
else
    map_script "$folder" "$top" "$LIB" > "$folder/map.ys"
    yosys_run map && result=$(compare "$folder/mapped.il" netlist)
fi
if [ "$result" = equal ]; then
    # The cell in the middle of those that have a counterpart with the same pins.
    awk '
        BEGIN {
            n = split("NAND2X1 NOR2X1 NAND3X1 NOR3X1 AND2X1 OR2X1 AND2X2 OR2X2 XOR2X1 XNOR2X1 INVX1 BUFX2 " \
                      "$_NAND_ $_NOR_ $_AND_ $_OR_ $_XOR_ $_XNOR_", pair, " ")
            for (i = 1; i < n; i += 2) { other[pair[i]] = pair[i + 1]; other[pair[i + 1]] = pair[i] }
        }
        { line[NR] = $0 }
        $1 == "cell" && (substr($2, $2 ~ /^\\/ ? 2 : 1) in other) { at[++found] = NR }
        END {
            middle = at[int((found + 1) / 2)]
            for (i = 1; i <= NR; i++) {
                if (i == middle) {
                    split(line[i], word, " ")
                    type = word[2]
                    escape = sub(/^\\/, "", type) ? "\\" : ""
                    line[i] = "  cell " escape other[type] " " word[3]
                }
                print line[i]
            }
            exit !found
        }' "$folder/mapped.il" > "$folder/changed.il" && {
        control=no
        [ "$(compare "$folder/changed.il" changed)" = different ] && control=yes
    }
fi

# The netlist as Verilog, cells by their functions, nets of single bits (a vector driven bit by bit looks like a loop to
# Verilator), payload memories as they are.
gates() {
    printf '%s\n' "read_ilang $folder/elaborated.il" "delete $top" "read_ilang $folder/mapped.il"
    [ -z "$LIB" ] || echo "read_liberty -ignore_miss_func $LIB"
    cat <<END
setattr -mod -set keep_hierarchy 1 *rs_payload_memory*
hierarchy -top $top
flatten
opt_clean -purge
iopadmap -bits -outpad buffer A:Y $top
splitnets $top
write_verilog -noattr $folder/netlist.v
END
}
lockstep=-
if [ -n "$bench" ] && [ "$result" = equal ]; then
    gates > "$folder/gates.ys"
    lockstep="no netlist"
    if yosys_run gates; then
        echo 'module buffer(input A, output Y); assign Y = A; endmodule' >> "$folder/netlist.v"
        lockstep="does not build"
        if ${SUBMAKE:-make} -s COSIM_SHARED="${OBJ:-build/obj}" OBJ="$folder" COSIM_NETLIST="$folder/netlist.v" COSIM_LINT=-Wno-lint \
            "$folder/$bench/cosim" > "$folder/build.log" 2>&1; then
            "$folder/$bench/cosim" ${CYCLES:+--cycles "$CYCLES"} > "$folder/lockstep.log" 2>&1
            case $? in
                0) lockstep=$(awk '/ cases? of .* equal$/ { print $2 * $5; exit }' "$folder/lockstep.log") ;;
                *) lockstep=$(grep -m 1 '^MISMATCH\|^EMPTY' "$folder/lockstep.log") ;;
            esac
        fi
    fi
fi
cells=$(grep -c '^  cell ' "$folder/mapped.il" 2>/dev/null)
read -r registers shared constant gone < "$folder/netlist.registers" 2>/dev/null || registers=- shared=- constant=- gone=-
ports=$(awk '/wire .*(input|output) / { n++ } END { print n + 0 }' "$folder/netlist.gate.il.cut" 2>/dev/null)
seconds=$(awk -v from="$start" -v to="$(date +%s%N)" 'BEGIN { printf "%.1f", (to - from) / 1e9 }')
printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$result" "$registers" "$shared" "$constant" "$gone" "$cells" "${ports:--}" \
    "$control" "$lockstep" "$seconds" > "$folder/result"
