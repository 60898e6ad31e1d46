# Sourced: yosys_script MODE ROOT prints the Yosys commands that elaborate the row in row_*, with sources from folder
# ROOT. MODE prove: assertions under assumptions. MODE cover: each cover as an assertion that it is never reached.
# MODE smt: both kept, for yosys-smtbmc and .sby files.
# A line "wire ... NAME; // probe PATH" of the harness ties that wire to the signal PATH of the flattened design, so
# that an invariant may speak of registers that have no port. PATH may be a memory, all its words, the highest first:
# "dut.memory[*DEPTH]" with DEPTH a parameter of the row.
yosys_elaborate() {
    mode=$1
    root=$2
    top=$(basename "$row_harness" .v)
    echo "read_verilog -formal $(for file in $row_harness $row_sources; do printf '%s/%s ' "$root" "$file"; done)"
    parameters=$(echo "$row_parameters" | awk -F '[, ]+' '{ for (i = 1; i <= NF; i++) if (split($i, a, "=") == 2)
        printf " -chparam %s %s", a[1], a[2] }')
    echo "hierarchy -check -top $top$parameters"
    echo proc
    echo flatten
    echo memory_collect
    echo memory_map
    awk -v parameters="$row_parameters" '
        BEGIN {
            n = split(parameters, pairs, ",")
            for (i = 1; i <= n; i++) { split(pairs[i], a, "="); value[a[1]] = a[2] }
        }
        / wire .*; *\/\/ probe / {
            name = $0; sub(/;.*/, "", name); sub(/.*[] ]/, "", name)
            path = $0; sub(/.*\/\/ probe */, "", path); sub(/ .*/, "", path)
            if (match(path, /\[\*[A-Z_]+\]$/)) {
                memory = substr(path, 1, RSTART - 1)
                words = value[substr(path, RSTART + 2, RLENGTH - 3)]
                path = ""
                for (i = words - 1; i >= 0; i--) path = path memory "[" i "]" (i ? "," : "")
            }
            print "connect -nounset -set " name " " path
        }' "$root/$row_harness"
    echo opt_expr
    echo opt_clean
    echo "chformal -early"
    case $mode in
        prove) echo "chformal -cover -remove" ;;
        cover) echo "chformal -assert -remove"; echo "techmap -map $root/formal/cover_as_assert.v" ;;
    esac
    echo async2sync
}

yosys_aiger() { # yosys_aiger MODE ROOT OUTPUT
    yosys_elaborate "$1" "$2"
    echo "formalff -clk2ff -ff2anyinit"
    echo "setundef -anyseq"
    echo "delete -output"
    echo "opt -full"
    echo techmap
    echo "opt -fast"
    echo dffunmap
    echo "abc -g AND -fast"
    echo opt_clean
    echo "write_aiger -I -B -zinit -no-startoffset $3"
}

yosys_smt() { # yosys_smt ROOT OUTPUT
    yosys_elaborate smt "$1"
    echo dffunmap
    echo "write_smt2 -wires $2"
}
