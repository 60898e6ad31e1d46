#!/bin/sh
# Runs rows of tests/mutate/mutate.rows side by side:  tests/mutate/mutate.sh all | BLOCK...     from the top folder
# tests/mutate/mutate.sh stands BLOCK: exit 0 if that block has a result which still stands; runs nothing and prints nothing.
# Prints the table and the mutants that survived, appends "pass mutate BLOCK" or "FAIL mutate BLOCK" to $RESULTS, writes
# $OUT/mutate.json and mutants.csv: these blocks and all that have a result which still stands. A block passes when at least
# 95 % of its mutants that are not equivalent, or all but one, are killed and every survivor is explained in tests/mutate/survivors.
# A block's result stands as long as its row, sources, bench, proofs and tools stay as they were; FRESH=1 runs it again.
# Environment: N (mutants a block, 100), MUTATE_SEED (1), TURN (a digit: only the mutants whose number ends with it), JOBS, BUILD,
# OUT (folder, $BUILD/mutate), RESULTS, SUBMAKE. Exit 1 when a block fails, 2 on a missing tool or row.
set -u
. formal/frontend.sh
export BUILD="${BUILD:-build}" N="${N:-100}" MUTATE_SEED="${MUTATE_SEED:-1}"
export OUT="${OUT:-$BUILD/mutate}"
out=$OUT
results=${RESULTS:-$BUILD/test/results}
mkdir -p "$out" "$(dirname "$results")" || exit 2
for tool in yosys yosys-abc verilator; do
    command -v $tool > /dev/null 2>&1 || { echo "mutate: found no $tool, expected it from 'make setup'" >&2; exit 2; }
done
known=$(awk -F '[ |]+' '!/^#/ && NF { print $1 }' tests/mutate/mutate.rows)
case ${1:-all} in
    all) blocks=$known ;;
    stands) blocks=$2 ;;
    *) blocks=$* ;;
esac
for block in $blocks; do
    echo "$known" | grep -qx "$block" || { echo "mutate: found '$block', expected one of: $(echo $known)" >&2; exit 2; }
done

start=$(date +%s)
key() { # key BLOCK N: what its result depends on
    row=$(awk -F '[ |]+' -v block="$1" '$1 == block' tests/mutate/mutate.rows)
    bench=$(echo "$row" | awk -F '[ |]+' '{ print $2 }')
    folder=$(dirname "$(grep -l "^${bench%%-*}_top " tb/*/*.mk)")
    proofs=$(echo "$row" | cut -s -d '|' -f 3- | tr '|' ' ')
    {
        echo "$row $2 $MUTATE_SEED ${TURN:-} ${DEPTH:-} ${LIMIT:-}"
        yosys -V
        verilator --version
        ${SUBMAKE:-make} -s "rtl-$bench"
        for proof in $proofs; do
            assignments=$(awk -v want=row -v name="${proof%%:*}" -f formal/rows.awk formal/*/*.proofs)
            eval "$assignments"
            row_key /dev/null "$assignments"
        done
        {
            ls tests/mutate/row.sh tests/mutate/choose.awk tb/tb.mk cmodel/*.[chd]*
            ${SUBMAKE:-make} -s "rtl-$bench" | tr ' ' '\n' | grep '[.]v$'
            find tb/common "$folder" tests/configurations cmodel/common cmodel/dram cmodel/network -type f
        } | sort -u | xargs cat
    } | sha256sum
}
stands() { # stands BLOCK N
    [ -s "$out/$1/result" ] && [ "$(key "$1" "$2")" = "$(cat "$out/$1/key" 2>/dev/null)" ]
}
if [ "${1:-}" = stands ]; then
    stands "$blocks" "$N"
    exit
fi
run=
for block in $blocks; do
    [ "${FRESH:-0}" = 0 ] && stands "$block" "$N" && continue
    rm -f "$out/$block/key" "$out/$block/result" "$out/$block/result.new"
    mkdir -p "$out/$block"
    key "$block" "$N" > "$out/$block/key.new"
    run="$run $block"
done
# The key comes with the result, so that a run that is stopped keeps the blocks that it has done.
for block in $run; do echo "sh tests/mutate/row.sh $block; [ ! -s $out/$block/result ] || mv $out/$block/key.new $out/$block/key"; done | sh tests/side_by_side.sh &
if [ -t 2 ]; then
    while kill -0 $! 2>/dev/null; do
        done=$(for block in $blocks; do cat "$out/$block/result.new" "$out/$block/result" 2>/dev/null; done | grep -c .)
        printf '\rmutate: %d of about %d mutants' "$done" $((N * $(echo $blocks | wc -w) / (${TURN:+9} + 1))) >&2
        sleep 1
    done
    printf '\r%50s\r' '' >&2
fi
wait

for block in $known; do
    case " $(echo $blocks) " in
        *" $block "*) ;;
        *) # of another run, perhaps with another N: a line is a mutant
           [ -s "$out/$block/result" ] || continue
           stands "$block" "$N" || stands "$block" "$(grep -c . "$out/$block/result")" || continue ;;
    esac
    if [ -s "$out/$block/result" ]; then awk -v block="$block" '{ print block "|" $0 }' "$out/$block/result"
    else echo "$block|0|no result"; fi
done > "$out/mutants"
awk -F '|' -f tests/mutate/report.awk -v run="$(echo $blocks)" -v json="$out/mutate.json" -v csv="$out/mutants.csv" \
    -v results="$results" tests/mutate/survivors "$out/mutants"
status=$?
echo "mutate: $N mutants a block, seed $MUTATE_SEED${TURN:+, those whose number ends with $TURN}, $(($(date +%s) - start)) s; $out/mutate.json, mutants.csv"
exit $status
