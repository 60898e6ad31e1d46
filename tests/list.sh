#!/bin/sh
# tests/list.sh: the table of `make list`. Standard input: a line "bench NAME CONFIGURATION..." for each lockstep bench.
# A block is a bench of its name, rows of proofs, mutants, netlists and areas that name it.
{
    cat
    cat formal/*/*.proofs | awk -F '|' '!/^(#|files|break)/ && NF == 9 { gsub(/[ \t]/, "", $2); n = split($2, block, ","); for (i = 1; i <= n; i++) print "proof", block[i] }'
    sed '/^#/d' tests/mutants/*.list | awk -F '|' 'NF > 3 { gsub(/ |.*\/|[.]v *$/, "", $3); print "mutant", $3 }'
    awk -F '[ |]+' '!/^#/ && NF { print "mutate", $1 }' tests/mutate/mutate.rows
    awk -F '[ |]+' '!/^#/ && NF > 2 { print "netlist", $1 }' fpga/netlist.rows
    awk -F '[ |]+' '!/^#/ && NF > 2 { print "area", $1 }' fpga/area.rows
    ls tests/unit/*_test.c | sed 's|.*/\(.*\)_test[.]c|unit \1|'
} | awk '
    { block = $2; sub(/^rs_/, "", block) }
    !(block in known) && $1 != "unit" { known[block] = 1; order[++blocks] = block }
    $1 == "bench" { benched[block] = $0; sub(/^bench [^ ]+ /, "", benched[block]); next }
    { count[$1, block]++ }
    function cell(kind) { return count[kind, block] ? count[kind, block] : "-" }
    END {
        printf "%-24s %5s %6s %7s %6s %7s %4s  %s\n", "block", "unit", "proofs", "mutants", "Yosys", "netlist", "area", "configurations of its bench (cosim-BLOCK-CONFIGURATION)"
        for (i = 1; i <= blocks; i++) {
            block = order[i]
            printf "%-24s %5s %6s %7s %6s %7s %4s  %s\n", block, cell("unit"), cell("proof"), cell("mutant"), cell("mutate"), cell("netlist"), cell("area"), \
                block in benched ? benched[block] : "-"
        }
    }'
