#!/bin/sh
# Mutants of one block:  tests/mutate/row.sh BLOCK          from the top folder of the repository
# Its row in tests/mutate/mutate.rows names a bench and proofs. All mutants stand in one netlist, chosen by its input
# `mutsel`, so that the bench is built once and each proof elaborated once (README.md).
# Work in $OUT/BLOCK. `result` has one line per mutant, columns separated by |:
#   number|verdict (killed, equivalent, survived)|proof and cycle|bench case and cycle|what is changed|where
# Environment: N mutants, MUTATE_SEED, TURN (only the mutants whose number ends with this digit), BUILD, OUT ($BUILD/mutate), SUBMAKE, COSIM_SHARED; DEPTH: cycles of a proof that are
# searched (10), LIMIT: seconds by the clock to search one mutant (10); six times as long to show it equivalent.
# Exit 1 when the unmutated netlist does not pass, 2 when a tool fails.
set -u
. formal/frontend.sh
block=${1:?usage: tests/mutate/row.sh BLOCK}
build=${BUILD:-build}
work=${OUT:-$build/mutate}/$block
limit=${LIMIT:-10}
mkdir -p "$work"
rm -f "$work/result"
fail() { echo "mutate: $block: $1" >&2; exit "${2:-2}"; }
column() { awk -F '|' -v block="$block" -v column="$1" '
    !/^#/ { for (i = 1; i <= NF; i++) gsub(/^ +| +$/, "", $i) }
    !/^#/ && $1 == block { print $column }' tests/mutate/mutate.rows; }
yosys_run() { # yosys_run NAME: runs $work/NAME.ys
    timeout 900 yosys -q -s "$work/$1.ys" > "$work/$1.log" 2>&1 || fail "$(grep -m 1 ERROR "$work/$1.log" || echo "Yosys failed in $work/$1.ys")"
}

bench=$(column 2)
[ -n "$bench" ] || fail "found no such row, expected one of tests/mutate/mutate.rows"
count=${N:-100}
width=1
while [ $((count >> width)) -gt 0 ]; do width=$((width + 1)); done
blocks=$(awk -F '[ |]+' '!/^#/ && NF { print $1 }' tests/mutate/mutate.rows)

# ---- the bench's top with the block as module `mutated`; blocks with a row of their own inside it are not mutated ----
set -- $(${SUBMAKE:-make} -s "rtl-$bench") || fail "found no bench $bench"
top=$1
shift
files= parameters=
for word in "$@"; do
    case $word in
        -G*) pair=${word#-G}; parameters="$parameters -chparam ${pair%%=*} ${pair#*=}" ;;
        *) files="$files $word" ;;
    esac
done
{
    echo "read_verilog$files"
    echo "hierarchy -check -top $top$parameters"
    echo proc
    for one in $blocks rs_memory_1r1w; do echo "setattr -mod -set keep_hierarchy 1 *$one*"; done
    printf '%s\n' flatten "opt -full" wreduce "opt -full" "memory -nomap" "opt_clean"
    echo "write_ilang $work/bench.il"
} > "$work/elaborate.ys"
yosys_run elaborate
names=$(BLOCK="\\$block" awk '$1 == "module" {
    name = $2
    block = ENVIRON["BLOCK"]
    at = index(name, block)
    rest = substr(name, at + length(block), 1)
    if (at && (rest == "" || rest == "\\")) print name }' "$work/bench.il")
[ "$(echo "$names" | grep -c .)" -eq 1 ] || fail "found modules '$names' in bench $bench, expected one $block"
NAME=$names awk '($1 == "module" || $1 == "cell") && $2 == ENVIRON["NAME"] { sub(/[^ ]*[\\$][^ ]*/, "\\mutated") } { print }' \
    "$work/bench.il" > "$work/renamed.il"
is_top=no
[ "$names" = "\\$top" ] && is_top=yes top=mutated

# export_mutsel TOP WIRES: ties these wires of TOP (a pattern) to a new input mutsel of TOP
export_mutsel() {
    cat <<END
tee -q -o $work/paths select -list $1/w:$2
! awk -F / 'BEGIN { print "select $1" } { print "connect -nounset -set " \$2 " mutsel" } END { print "select -clear" }' $work/paths > $work/connect.ys
add -input mutsel $width $1
script $work/connect.ys
END
}
cat > "$work/mutate.ys" <<END
read_ilang $work/renamed.il
select mutated
mutate -list $((count + count / 4)) -seed ${MUTATE_SEED:-1} -ctrl mutsel $width 1 -o $work/candidates
select -clear
! awk '!/ -port ([A-Z_]*(CLK|clk)|RD_EN|RD_[AS]RST) / && n < $count { sub(/mutsel [0-9]+ [0-9]+/, "mutsel $width " ++n); print }' $work/candidates > $work/mutants
script $work/mutants
setattr -mod -unset keep_hierarchy *
design -save mutants
hierarchy -top mutated
flatten
write_ilang $work/block.il
design -load mutants
flatten
$([ $is_top = yes ] || export_mutsel "$top" "*.mutsel")
hierarchy -top $top
$([ $is_top = yes ] && echo "rename mutated $block")
opt_clean
write_ilang $work/top.il
iopadmap -bits -outpad buffer A:Y
splitnets -driver
write_verilog -noattr $work/netlist.v
END
yosys_run mutate
echo 'module buffer(input A, output Y); assign Y = A; endmodule' >> "$work/netlist.v"
count=$(grep -c . "$work/mutants")

# ---- lockstep ------------------------------------------------------------------------------------------------------
${SUBMAKE:-make} -s --no-print-directory OBJ="$work/obj" COSIM_SHARED="${COSIM_SHARED:-$build/obj}" \
    COSIM_NETLIST="$work/netlist.v" COSIM_LINT=-Wno-lint "$work/obj/$bench/cosim" > "$work/build.log" 2>&1 ||
    fail "the bench does not build, see $work/build.log"
lockstep() { # lockstep MUTANT: "case @ cycle" of the first mismatch with one of the bench's seeds 1 and 2, nothing when equal
    for seed in 1 2; do
        timeout 600 "$work/obj/$bench/cosim" --mutant "$1" --seed $seed > "$work/run.log" 2>&1
        case $? in
            0) ;;
            1) awk '/^MISMATCH / { print $4 " @ " $6; exit }' "$work/run.log"; return ;;
            *) echo "status"; return ;;
        esac
    done
}
[ -z "$(lockstep 0)" ] || fail "the unmutated netlist fails in $bench, see $work/run.log" 1

# ---- proofs --------------------------------------------------------------------------------------------------------
abc() { # abc COMMANDS: output of abc with its status line
    timeout $((6 * limit + 30)) yosys-abc -q "$1; print_status" 2>&1
}
front() { # front PROOF[:PARAMETER=VALUE,...] CELLS START: $work/PROOF.blif, all mutants in it, in place of these instances of the
    # block; START: how registers start, a Yosys command
    name=${1%%:*}
    assignments=$(awk -v want=row -v name="$name" -f formal/rows.awk formal/*/*.proofs) || exit 2
    eval "$assignments"
    case $1 in *:*) row_parameters="$row_parameters,${1#*:}" ;; esac
    yosys_aiger . "$work/$name.aig" - | awk -v block="$block" -v work="$work" -v name="$name" -v cells="$2" -v start="$3" -v script="$(export_mutsel "$(basename "$row_harness" .v)" "*.mutsel")" '
        { sub(/write_aiger /, "write_aiger -map " work "/" name ".map ") }
        /^formalff / && start != "" { sub(/ -ff2anyinit/, ""); $0 = $0 "\n" start }
        { print }
        /^hierarchy / {
            print "read_ilang " work "/block.il"
            print "chtype -set mutated t:" block " t:*?" block " t:*?" block "?[A-Z]* %u %u" cells # with parameters, or their hash, too
            print "hierarchy -check"
        }
        /^flatten$/ { print script }' > "$work/$name.ys"
    yosys_run "$name"
    abc "read_aiger $work/$name.aig; fold; strash; write_blif $work/$name.blif" > "$work/$name.log"
    grep -q mutsel "$work/$name.map" || fail "proof $name does not see the mutants"
}
counterexample() { # counterexample PROOF DEPTH MUTANT: its cycle
    awk -v VALUE="$3" -f tests/mutate/choose.awk "$work/$1.map" "$work/$1.blif" > "$work/chosen.blif"
    abc "read_blif $work/chosen.blif; strash; bmc3 -F $2 -T $limit" > "$work/bmc.log"
    sed -n 's/.*asserted in frame *\([0-9]*\).*/\1/p' "$work/bmc.log" | head -n 1
}
: > "$work/proofs"
for proof in $(column 3); do
    front "$proof" "" ""
    case $row_engine in bmc*) depth=${row_engine#bmc } ;; *) depth=${DEPTH:-10} ;; esac
    echo "$name $depth" >> "$work/proofs"
done
while read -r name depth; do
    [ -z "$(counterexample "$name" "$depth" 0)" ] || fail "the unmutated netlist fails proof $name" 1
done < "$work/proofs"

# ---- equivalence: a miter with the original, from reset on; of the block, with any inputs, or of the bench's top -------
prepare_miter() { # prepare_miter block|top MODULE
    cat > "$work/miter_$1.ys" <<END
read_ilang $work/$1.il
copy $2 gold
rename $2 gate
cd gold
delete -input w:mutsel
connect -nounset -set mutsel $width'd0
cd gate
delete -input w:mutsel
cd ..
miter -equiv -make_assert gold gate miter
hierarchy -top miter
flatten
$(export_mutsel miter gate.mutsel)
memory_map
async2sync
opt -full
formalff -clk2ff
setundef -undriven -zero
setundef -init -zero
delete -output
opt -full
techmap
opt -fast
dffunmap
abc -g AND -fast
opt_clean
write_aiger -map $work/miter_$1.map -I -B -zinit -no-startoffset $work/miter_$1.aig
END
    yosys_run "miter_$1"
    abc "read_aiger $work/miter_$1.aig; fold; strash; write_blif $work/miter_$1.blif" > "$work/miter_$1.log"
}
prepare_miter block mutated
[ $is_top = yes ] || prepare_miter top "$top"
rules=$(column 4)
[ -z "$rules" ] || front "$rules" " c:*changed* %i" "setundef -init -zero"
equivalent_in() { # equivalent_in NAME MUTANT [RESET]: holds what is asserted in NAME.blif, in reset in the first cycle?
    awk -v VALUE="$2" -v reset="${3:-}" -f tests/mutate/choose.awk "$work/$1.map" "$work/$1.blif" > "$work/chosen.blif"
    abc "read_blif $work/chosen.blif; strash; scorr; pdr -T $((6 * limit))" > "$work/pdr.log"
    awk '/^Status = / { status = $3 } END { exit status != 1 }' "$work/pdr.log"
}
equivalent() { # equivalent MUTANT
    equivalent_in miter_block "$1" in_rst || { [ -n "$rules" ] && equivalent_in "${rules%%:*}" "$1"; } ||
        { [ $is_top = no ] && equivalent_in miter_top "$1" in_rst; }
}

# The miter must tell a mutant that the bench told from the original.
for number in 1 2 3 4 5; do
    [ -z "$(lockstep $number)" ] || ! equivalent $number || fail "the miter takes mutant $number for equivalent, the bench does not" 1
done

number=0
while read -r mutant; do
    number=$((number + 1))
    [ -z "${TURN:-}" ] || [ $((number % 10)) -eq "$TURN" ] || continue
    by_proof=
    while read -r name depth; do
        cycle=$(counterexample "$name" "$depth" $number)
        [ -n "$cycle" ] && { by_proof="$name @ $cycle"; break; }
    done < "$work/proofs"
    by_bench=$(lockstep $number)
    verdict=killed
    if [ -z "$by_proof$by_bench" ]; then
        verdict=survived
        equivalent $number && verdict=equivalent
    fi
    [ -t 2 ] && printf '\r%s: mutant %d of %d: %-10s' "$block" $number "$count" $verdict >&2
    change=$(printf '%s\n' "$mutant" | sed 's/.* -mode //; s/ -module [^ ]*//; s/ -src.*//; s/\(:[0-9]*\)\$[0-9]*/\1/g; s/[$][0-9][0-9]* / /g')
    where=$(printf '%s\n' "$mutant" | grep -o 'src [^ ]*' | sed 's/src //' | tr '\n' ' ')
    printf '%s\n' "$number|$verdict|$by_proof|$by_bench|$change|$where" >> "$work/result.new"
done < "$work/mutants"
[ -t 2 ] && printf '\r%60s\r' '' >&2
mv "$work/result.new" "$work/result"
