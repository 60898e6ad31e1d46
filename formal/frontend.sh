# Sourced: Yosys scripts of the row in row_*, with sources from folder ROOT.
#
# A line "wire ... NAME; // probe PATH" of the harness ties that wire to the signal PATH of the flattened design, so
# that an invariant may speak of registers that have no port. [*DEPTH] in PATH stands for every index below DEPTH, a
# parameter of the row, the highest first: "dut.memory[*DEPTH]", "dut.bank[*BANKS].count". "if KIND=2" behind PATH: only in
# rows with that value.
yosys_elaborate() { # yosys_elaborate ROOT
    root=$1
    top=$(basename "$row_harness" .v)
    echo "read_verilog -formal $(for file in $row_harness $row_sources; do printf '%s/%s ' "$root" "$file"; done)"
    parameters=$(echo "$row_parameters" | awk -F '[, ]+' '{ for (i = 1; i <= NF; i++) if (split($i, a, "=") == 2)
        printf " -chparam %s %s", a[1], a[2] }')
    echo "hierarchy -check -top $top$parameters"
    echo proc
    echo "setattr -mod -unset keep_hierarchy"
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
            path = $0; sub(/.*\/\/ probe */, "", path)
            if (split(path, words, " ") == 3 && words[2] == "if" && split(words[3], a, "=") == 2 && value[a[1]] != a[2]) next
            path = words[1]
            if (match(path, /\[\*[A-Z_]+\]/)) {
                before = substr(path, 1, RSTART - 1)
                after = substr(path, RSTART + RLENGTH)
                count = value[substr(path, RSTART + 2, RLENGTH - 3)]
                path = ""
                for (i = count - 1; i >= 0; i--) path = path before "[" i "]" after (i ? "," : "")
            }
            print "connect -nounset -set " name " " path
        }' "$root/$row_harness"
    echo opt_expr
    echo opt_clean
    echo "chformal -early"
    echo async2sync
}

# yosys_aiger ROOT PROVE COVER: writes AIGER files PROVE and, unless it is -, COVER, and beside each X.aig a file X.asserts, which
# names its properties, one a line, in the order of abc's output numbers: MODULE/PATH.LABEL.
yosys_aiger() {
    yosys_elaborate "$1"
    echo "formalff -clk2ff -ff2anyinit"
    echo "setundef -anyseq"
    echo "delete -output" # AIGER outputs would count as properties
    echo "opt -full"
    [ "$3" = - ] || echo "design -save elaborated"
    echo "chformal -cover -remove"
    yosys_gates "$2"
    [ "$3" = - ] && return
    echo "design -load elaborated"
    echo "chformal -assert -remove"
    echo "techmap -map $1/formal/cover_as_assert.v"
    yosys_gates "$3"
}

yosys_gates() {
    echo techmap
    echo "opt -fast"
    echo dffunmap
    echo "abc -g AND -fast"
    echo opt_clean
    echo "tee -q -o ${1%.aig}.asserts select -list t:\$assert"
    echo "write_aiger -I -B -zinit -no-startoffset $1"
}

yosys_smt() { # yosys_smt ROOT OUTPUT
    yosys_elaborate "$1"
    echo dffunmap
    echo "write_smt2 -wires $2"
}
row_includes() { # files that the row's sources include, by their path from the top folder
    sed -n 's/^`include "\(.*\)"/\1/p' $row_harness $row_sources | sort -u
}
# The row's sources whose module its harness names, or a source that is one of these: a module stands in the file of its name.
row_used() {
    awk '
        FNR == 1 { file = FILENAME; sub(/.*\//, "", file); sub(/\.v$/, "", file); files[++n] = file; path[n] = FILENAME }
        {
            line = $0
            sub(/\/\/.*/, "", line)
            while (match(line, /[A-Za-z_][A-Za-z0-9_]*/)) {
                names[file] = names[file] " " substr(line, RSTART, RLENGTH) " "
                line = substr(line, RSTART + RLENGTH)
            }
        }
        END {
            used[files[1]] = 1
            do {
                more = 0
                for (k = 2; k <= n; k++)
                    for (other in used)
                        if (!(files[k] in used) && index(names[other], " " files[k] " "))
                            used[files[k]] = more = 1
            } while (more)
            for (k = 2; k <= n; k++)
                if (files[k] in used)
                    print path[k]
        }' $row_harness $row_sources
}
# row_key BREAKS ASSIGNMENTS: what the result depends on; the row's broken variants (a file), its row_* as text. Whether make test
# runs it is none of that.
row_key() {
    { echo "$2" | sed "s/ row_run='\(quick\|long\)'//"; echo "${yosys_version:=$(yosys -V)}"; cat "$1" formal/prove.sh formal/frontend.sh formal/cover_as_assert.v \
        $row_harness $(row_used) $(row_includes); } | sha256sum
}
