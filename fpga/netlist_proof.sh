# Sourced by netlist_row.sh: the proof that FOLDER/mapped.il, the netlist that map.sh makes, is equal to FOLDER/elaborated.il, the
# RTL. Its variables: folder, top, box (MODULE:OUTPUT, or empty), LIB, KEEP, LIMIT. What is changed here makes every row's proof
# run again.
#
# cut.awk takes registers and payload memories out of both sides, match.awk finds which are the same, abc proves by induction
# which of the others are constant and the logic between them all equal.
# Two controls must be seen: a cell of the netlist changed to another, and a register of it replaced by 0.
yosys_run() { # yosys_run NAME: runs FOLDER/NAME.ys
    yosys -q -s "$folder/$1.ys" > "$folder/$1.log" 2>&1 || { result="Yosys: $(grep -m 1 ERROR "$folder/$1.log")"; false; }
}
# Commands that leave one module of single-bit nets, gates and $_DFF_P_. A word beyond a memory is x; opt_expr takes for it
# what synthesis takes. Memories of the RTL that are read at one registered address bring a copy of it each; synthesis has one
# (also where the address is part of a wider register, whose bits are merged with merge_bits=yes).
bits() { # bits INPUT OUTPUT gold|gate LIB
    echo "read_ilang $1"
    [ -z "$4" ] || echo "read_liberty -ignore_miss_func $4"
    cat <<END
setattr -mod -set blackbox 1 *rs_memory_1r1w*${KEEP:+ *$KEEP*}
setattr -mod -unset keep_hierarchy *rs_compare*
hierarchy -top $top
flatten
memory_map
$([ "$3" = gate ] || echo "opt_merge$mergeable")
opt_expr -undriven
opt_expr -mux_undef
wreduce
alumacc
techmap
opt_clean
dffunmap
$([ "$3" = gate ] || [ "$merge_bits" = no ] || echo "opt_merge$mergeable")
opt_clean
splitnets -ports
opt_clean
select $top
write_ilang -selected $2
design -reset
END
}
# logic NAME SIDE NETLIST.il LIB: the logic between the registers, FOLDER/NAME.blif, and their names, FOLDER/NAME.state.
logic() {
    bits "$3" "$folder/$1.il" "$2" "$4" > "$folder/bits.ys"
    yosys_run bits || return
    awk -v side="$2" -v boxes="rs_memory_1r1w:read_data $box" -v state="$folder/$1.state" -f fpga/cut.awk \
        "$folder/$1.il" > "$folder/$1.cut" 2> "$folder/cut.log" || { result=$(head -n 1 "$folder/cut.log"); return 1; }
    cat > "$folder/blif.ys" <<END
read_ilang $folder/$1.cut
opt_clean -purge
abc -g AND -fast
opt_clean -purge
write_blif $folder/$1.blif
END
    yosys_run blif || return
    rm -f "$folder/$1.il" "$folder/$1.cut"
}
mergeable_cells() { # for Yosys: all cells but a memory's own copy of its read address where the netlist has that, too
    printf ' t:*'
    sed -n 's/^\([^ ]*\$rdreg\[[0-9]*\]\$q\)[[ ].*/\1/p' "$folder/gate.state" | sort -u | sed 's/[][\\*?]/?/g; s/.*/ w:& %ci1 %d/' | tr -d '\n'
}
match() { # match OUTPUT [SETTLED]: which register of the netlist is which of the RTL, or what is assumed of it
    output=$1
    shift
    awk -v counts="$folder/registers" -f fpga/match.awk "$folder/gold.state" "$folder/gate.state" "$@" > "$output" \
        2> "$folder/match.log" || { result=$(head -n 1 "$folder/match.log"); false; }
}
# settle PAIRS: an assumption stays if the register holds the assumed constant next too, whatever the inputs and the other
# registers, those assumed constant apart; the others change, until all that are left stay.
settle() {
    while grep -q ' [01]$' "$1"; do
        awk -v side=gold -v settle=1 -f fpga/pair.awk "$1" "$folder/gold.blif" > "$folder/next.blif"
        yosys-abc -q "read_blif $folder/next.blif; strash; fraig; write_blif $folder/next.out" > "$folder/next.log" 2>&1
        awk -v settle=2 -f fpga/pair.awk "$1" "$folder/next.out" > "$1.new" || return
        cmp -s "$1" "$1.new" && return
        mv "$1.new" "$1"
    done
}
# verdict A B: abc's on two networks: "equivalent", "NOT EQUIVALENT", or what is wrong
verdict() {
    timeout "$LIMIT" yosys-abc -q "miter $folder/$1.blif $folder/$2.blif; strash; &get; &cec -m" > "$folder/$2.cec.log" 2>&1
    grep -m 1 'non-driven\|^Error' "$folder/$2.cec.log" || sed -n 's/^Networks are \([a-zA-Z ]*\).*/\1/p' "$folder/$2.cec.log" | grep . ||
        echo "no answer in $LIMIT s"
}
# equal PAIRS [NAME]: "equal", "different", or what is wrong; of the RTL and FOLDER/NAME.blif (gate). Synthesis builds logic
# from equal nodes that it finds elsewhere, so the RTL with its equal nodes merged is a step on the way: both halves are proved.
equal() {
    awk -v side=gold -f fpga/pair.awk "$1" "$folder/gold.blif" > "$folder/a.blif"
    awk -v side=gate -f fpga/pair.awk "$1" "$folder/${2:-gate}.blif" > "$folder/b.blif"
    yosys-abc -q "read_blif $folder/a.blif; strash; ifraig; write_blif $folder/step.blif" > "$folder/step.log" 2>&1
    first=$(verdict a step)
    [ "$first" = equivalent ] || { echo "RTL and step: $first"; return; }
    second=$(verdict step b)
    case $second in
        equivalent) echo equal ;;
        'NOT EQUIVALENT') echo different ;;
        *) echo "$second" ;;
    esac
}

# prove: sets result (equal, or what is wrong), signals (compared), changed, lost (the controls; yes, no or -).
prove() {
    signals=-
    changed=-
    lost=-
    before=
    logic gate gate "$folder/mapped.il" "$LIB" || return
    mergeable=
    for merge_bits in no yes; do
        [ "$merge_bits" = no ] || mergeable=$(mergeable_cells)
        result=
        logic gold gold "$folder/elaborated.il" "" || return
        match "$folder/pairs.first" # names alone need not give every register of the netlist its partner
        settle "$folder/pairs.first"
        result=
        match "$folder/pairs" "$folder/pairs.first" && settle "$folder/pairs" && result=$(equal "$folder/pairs")
        signals=$(awk '$1 == ".inputs" || $1 == ".outputs" { n += NF - 1 } END { print n + 0 }' "$folder/a.blif" 2>/dev/null)
        [ "$result" != equal ] || { controls; return; }
        result="$before$result"
        before="$result; bits of registers merged: "
    done
}
controls() {
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
        changed=no
        logic changed gate "$folder/changed.il" "$LIB" && [ "$(equal "$folder/pairs" changed)" = different ] && changed=yes
    }
    # The register in the middle of those that no other shares, as if it were always 0 in the netlist and its name gone: the
    # induction must not take it for a constant.
    awk '
        { line[NR] = $1; partner[NR] = $2; if ($2 !~ /^[01-]$/) used[$2]++ }
        END {
            for (i = 1; i <= NR; i++) if (used[partner[i]] == 1) at[++found] = i
            partner[at[int((found + 1) / 2)]] = 0
            for (i = 1; i <= NR; i++) print line[i], partner[i]
            exit !found
        }' "$folder/pairs" > "$folder/pairs.lost" && {
        lost=no
        settle "$folder/pairs.lost" && [ "$(equal "$folder/pairs.lost")" = different ] && lost=yes
    }
}
