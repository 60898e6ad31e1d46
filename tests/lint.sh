#!/bin/sh
# Shell scripts parse, and the C headers stand alone, in C and in C++. Appends a line per file to $RESULTS.
# (C sources are compiled with all warnings as errors by every build; the RTL's lint is tests/elaboration.)
results=${RESULTS:-build/test/results}
mkdir -p "$(dirname "$results")"
failed=0
checked=0

check() { # check NAME COMMAND...
    name=$1
    shift
    if "$@"; then
        echo "pass lint $name" >> "$results"
    else
        echo "FAIL lint $name" >> "$results"
        failed=$((failed + 1))
    fi
    checked=$((checked + 1))
}

for script in $(find tests tb cmodel formal fpga -name '*.sh') .ci/run; do
    [ -f "$script" ] && check "$script" sh -n "$script"
done
for header in $(find cmodel -name '*.h' ! -path 'cmodel/library/*'); do # the library's examples in C++: library-test
    check "$header" "${CC:-gcc}" -std=c11 -Wall -Wextra -Werror -Wc++-compat -Wno-unused-function -fsyntax-only \
        -Icmodel -x c -include "$header" /dev/null
done
check "cmodel/rowstreak.h in C++" "${CXX:-g++}" -std=c++17 -Wall -Wextra -Werror -fsyntax-only -Icmodel -x c++ \
    -include cmodel/rowstreak.h /dev/null
check "cmodel/cli/cli.h in C++" "${CXX:-g++}" -std=c++17 -Wall -Wextra -Werror -fsyntax-only -Icmodel -x c++ \
    -include cmodel/cli/cli.h /dev/null
check "rooms" sh tests/rooms.sh
check "links" sh tests/links.sh
# The RTL is Verilog-2005, and users compile it among SystemVerilog files: no name is a keyword there.
check "rtl as SystemVerilog" iverilog -g2012 -t null -s rs_fifo $(find rtl -name '*.v')
check "declared above their use" awk -f tests/declared.awk $(find rtl -name '*.v')
check "mutants and controls apply" sh tests/mutants/applies.sh
check "every key in a list of pairs" sh tests/pairwise/all_keys.sh
# What formal/README.md says one harness asserts for another is there: every name in the right column behind a harness.
while read -r harness label; do
    check "formal/README.md $harness $label" grep -Eq "\\<$label *(: *assert|\\()" formal/*/"$harness.v"
done <<END
$(awk -F ' [|] ' '
    /^## What the parts assume/ { table = 1 }
    /^At what size/ { table = 0 }
    table && NF == 3 {
        n = split($3, part, "`")
        for (i = 2; i <= n; i += 2) {
            if (part[i] ~ /_fv$/) { # of several harnesses in a row each has the names
                if (named) harnesses = 0
                harness[++harnesses] = part[i]
                named = 0
            } else if (part[i] ~ /^[a-z_]+$/) {
                for (k = 1; k <= harnesses; k++) print harness[k], part[i]
                named = 1
            }
        }
        harnesses = named = 0
    }' formal/README.md)
END
echo "lint: $checked files, $failed failed"
[ "$failed" -eq 0 ]
