#!/bin/sh
# Names every mutant of tests/mutants/*.list, of tests/outside/mutants.list, and every control of formal/*/*.proofs whose change leaves its file as it is: such a
# one tests nothing, and otherwise only a run of hours would say so. Exit 0 when all apply, 1 otherwise. From the top folder.
set -u
{
    cat tests/mutants/*.list tests/outside/mutants.list
    sed -n 's/^break \([^|]*\)|/\1||/p' formal/*/*.proofs # without a bench
} | grep -v '^#' | {
    lost=0
    while IFS='|' read -r name bench file change; do
        for one in $file; do
            sed -E "$change" "$one" | cmp -s - "$one" || continue
            echo "${name%% *}: the change does not apply to $one: $change"
            lost=$((lost + 1))
        done
    done
    [ "$lost" -eq 0 ]
}
