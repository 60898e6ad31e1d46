#!/bin/sh
# tests/outside/mutants.sh PYTHON FOLDER BURSTS SEED: each line of mutants.list on a copy of rtl/; axi4_memory_bursts.py must fail on it, and
# on the unbroken copy it must not. Work in FOLDER. Exits 1 when one survives.
set -u
python=$1
folder=$2
survived=0
rm -rf "$folder"
while IFS='|' read -r name machine file change; do
    name=$(echo $name)
    mkdir -p "$folder/$name"
    cp -r rtl "$folder/$name/rtl"
    [ "$name" = none ] || sed -i -E "$(echo "$change" | sed 's/^ *//; s/ *$//')" "$folder/$name/$(echo $file)"
    if [ "$name" != none ] && cmp -s "$(echo $file)" "$folder/$name/$(echo $file)"; then
        echo "mutant $name: the change does not apply"
        survived=$((survived + 1))
        continue
    fi
    RTL=$folder/$name/rtl "$python" tests/outside/run_axi4.py "$folder/$name" "$3" "$4" axi4_memory $machine > "$folder/$name/log" 2>&1 < /dev/null
    status=$?
    # Of the bursts, who have found it: a wrong value, or none (x) at a pin that is read.
    why=$(sed -n 's/.*\(\(Assertion\|Value\)Error: .*\)/\1/p' "$folder/$name/log" | head -n 1 | cut -c 1-150)
    if [ "$name" = none ] && [ $status -eq 0 ]; then
        echo "without a mutant: equal"
    elif [ "$name" != none ] && [ $status -eq 1 ] && [ -n "$why" ]; then
        echo "mutant $name caught: $why"
    else
        echo "mutant $name: $([ "$name" = none ] && echo "found a difference without one" || echo "not caught"), see $folder/$name/log"
        survived=$((survived + 1))
    fi
done <<LIST
$(echo 'none | 0 | - | -'; grep -v '^#' tests/outside/mutants.list)
LIST
[ "$survived" -eq 0 ]
