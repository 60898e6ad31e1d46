#!/bin/sh
# netlist_row.sh FOLDER TOP [cut:MODULE:OUTPUT] ITEM...: is the synthesized netlist equal to the RTL? (ITEMs as in elaborate.sh)
# netlist_row.sh FOLDER BENCH [cut:MODULE:OUTPUT]: the same for the top module and parameters of a bench of tb/, which then
# runs on the netlist. MODULE is taken out of both sides as payload memories are; in the bench it is of generic gates.
#
# The netlist is that of the area rows (map.sh), the proof that of netlist_proof.sh.
# Writes FOLDER/result, one line separated by tabs: result (equal, or what is wrong), registers of the netlist, registers of
# the RTL that share one of these, that are shown constant, that may hold anything, cells, inputs and outputs compared,
# changed cell and lost register seen (-: none there), lockstep (-: no bench; cycles, or what is wrong), seconds of all but
# lockstep.
# FOLDER/key: hash of what the proof depends on and, with a bench, of what lockstep depends on besides. Of FOLDER/kept, an earlier
# result, the proof stays while the first is the same, and all while both are; FRESH=1: nothing does.
# Environment: LIB, the Liberty file (empty: generic gates); SUBMAKE, OBJ, CYCLES for the bench; LIMIT, seconds of a proof (900).
set -u
. fpga/map.sh
. fpga/netlist_proof.sh
folder=$1
bench=
box=
case ${3:-} in cut:*) box=${3#cut:} ;; esac
export KEEP="${box%%:*}"
case $2 in
    rs_*) top=$2; shift 2; [ -z "$box" ] || shift ;;
    *) bench=$2
       set -- $(${SUBMAKE:-make} -s "rtl-$bench")
       top=${1:-no_bench_of_that_name}
       items=
       for word in "$@"; do case $word in -G*) items="$items ${word#-G}" ;; esac; done
       set -- $items ;;
esac
mkdir -p "$folder"
rm -f "$folder"/result "$folder"/*.il "$folder"/pairs*
key=
proved=
start=$(date +%s%N)
LIMIT=${LIMIT:-900}
result=
if ! sh fpga/elaborate.sh "$folder/elaborated.il" "$top" "$@" > "$folder/elaborate.counts" 2> "$folder/elaborate.log"; then
    result="elaboration: $(head -n 1 "$folder/elaborate.log")"
else
    key=$({
        yosys -V
        echo "$top $box"
        cat "$folder/elaborated.il" fpga/netlist_proof.sh fpga/map.sh fpga/cut.awk fpga/match.awk fpga/pair.awk ${LIB:+"$LIB"}
    } | sha256sum | cut -d ' ' -f 1)
    [ -z "$bench" ] || key="$key $({ verilator --version; echo "${CYCLES:-}"; cat fpga/netlist_row.sh; ${SUBMAKE:-make} -s "bench-$bench"; } | sha256sum | cut -d ' ' -f 1)"
    if [ "${FRESH:-0}" = 0 ] && [ -s "$folder/kept" ]; then
        kept_key=$(cat "$folder/key" 2>/dev/null)
        if [ "$key" = "$kept_key" ]; then
            mv "$folder/kept" "$folder/result"
            exit
        fi
        [ "${key%% *}" != "${kept_key%% *}" ] || proved=$(cut -f 1-9,11 "$folder/kept")
    fi
    map_script "$folder" "$top" "$LIB" > "$folder/map.ys"
    if yosys_run map && [ -z "$proved" ]; then prove; fi
fi
if [ -z "$proved" ]; then
    cells=$(grep -c '^  cell ' "$folder/mapped.il" 2>/dev/null)
    read -r registers shared < "$folder/registers" 2>/dev/null || registers=- shared=-
    constant=$(grep -c ' [01]$' "$folder/pairs" 2>/dev/null)
    free=$(grep -c ' -$' "$folder/pairs" 2>/dev/null)
    seconds=$(awk -v from="$start" -v to="$(date +%s%N)" 'BEGIN { printf "%.1f", (to - from) / 1e9 }')
    proved=$(printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s' "$result" "$registers" "$shared" "${constant:--}" "${free:--}" \
        "${cells:--}" "${signals:--}" "${changed:--}" "${lost:--}" "$seconds")
fi

# The netlist as Verilog, cells by their functions, nets of single bits (a vector driven bit by bit looks like a loop to
# Verilator), payload memories as they are.
gates() {
    printf '%s\n' "read_ilang $folder/elaborated.il" "delete $top" "read_ilang $folder/mapped.il"
    [ -z "$LIB" ] || echo "read_liberty -ignore_miss_func $LIB"
    cat <<END
setattr -mod -set keep_hierarchy 1 *rs_memory_1r1w*${KEEP:+ *$KEEP*}
hierarchy -top $top
flatten
${KEEP:+techmap *$KEEP*
abc -g AND,XOR,MUX *$KEEP*
splitnets *$KEEP*}
opt_clean -purge
iopadmap -bits -outpad buffer A:Y $top
splitnets $top
write_verilog -noattr $folder/netlist.v
END
}
lockstep=-
if [ -n "$bench" ] && [ -s "$folder/mapped.il" ]; then
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
printf '%s\t%s\t%s\n' "$(echo "$proved" | cut -f 1-9)" "$lockstep" "$(echo "$proved" | cut -f 10)" > "$folder/result"
rm -f "$folder/kept" "$folder/key"
awk -F '\t' '{ exit !($1 == "equal" && $8 != "no" && $9 != "no") }' "$folder/result" && case $lockstep in - | [0-9]*) echo "$key" > "$folder/key" ;; esac
