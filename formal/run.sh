#!/bin/sh
# Runs proof rows side by side:  formal/run.sh quick | all | NAME...     from the top folder of the repository
# Prints the table of these rows, appends "pass formal NAME" or "FAIL formal NAME" to $RESULTS for each. $BUILD/formal/report.json
# and report.html have every row there is: results of earlier runs that still stand, the others unproven, reason "not run".
# Rows run side by side (tests/side_by_side.sh, JOBS); QUIET=1 prints only what is not as it should be. A result whose inputs have not changed is not
# proved again (prove.sh); FRESH=1 proves all. Exit 0 when every row is as it should be; a row marked `open:` counts as such
# while the engine has no answer, and stays in the table: a counterexample, an uncaught control or an unreached cover
# fails it like any row.
set -u
. formal/frontend.sh
build=${BUILD:-build}
results=${RESULTS:-$build/test/results}
mkdir -p "$build/formal" "$(dirname "$results")" || exit 2
for tool in yosys yosys-abc; do
    if ! command -v $tool > /dev/null; then
        echo "formal: found no $tool, expected Debian's package yosys" >&2
        exit 2
    fi
done
awk -v want=check -f formal/rows.awk formal/*/*.proofs || exit 2
case ${1:-all} in
    all) rows=$(awk -v want=list -v run=all -f formal/rows.awk formal/*/*.proofs) ;;
    quick) rows=$(awk -v want=list -v run=quick -f formal/rows.awk formal/*/*.proofs) ;;
    *) rows=$*
       for row in $rows; do awk -v want=row -v name="$row" -f formal/rows.awk formal/*/*.proofs > /dev/null || exit 2; done ;;
esac
for row in $rows; do [ ! -f "$build/formal/$row/result" ] || mv "$build/formal/$row/result" "$build/formal/$row/kept"; done
start=$(date +%s)
for row in $rows; do echo "sh formal/prove.sh $row || true"; done | sh tests/side_by_side.sh |
    if [ "${QUIET:-0}" = 1 ]; then awk 'NF > (/, unchanged/ ? 4 : 3)'; else cat; fi

undecided() { # undecided ROW REASON: is the row open, and the engine's lack of an answer all that is wrong?
    text=$(eval "$(awk -v want=row -v name="$1" -f formal/rows.awk formal/*/*.proofs)" && echo "$row_run")
    [ "$text" != "${text#open: }" ] || return 1
    why=${2#"${text#open: } ("}
    echo "${why%)}" |
        grep -Eqx '(base case: )?no answer (beyond cycle [0-9]+ )?in [0-9]+ s|induction step fails or took over [0-9]+ s'
}

failed=0
for row in $rows; do
    line=$(cat "$build/formal/$row/result" 2>/dev/null)
    if [ -z "$line" ]; then
        state=FAIL
        printf '%s||no result|||%s||0|0|0|0|0||the driver stopped\n' "$row" unproven > "$build/formal/$row/result"
    else
        state=$(echo "$line" | awk -F '|' '{ print ($6 != "unproven" && $14 == "") ? "pass" : "FAIL" }')
        if [ $state = FAIL ] && undecided "$row" "${line##*|}"; then state=open; fi
    fi
    [ $state = open ] || echo "$state formal $row" >> "$results"
    [ $state = FAIL ] && failed=$((failed + 1))
done
for row in $rows; do cat "$build/formal/$row/result"; done > "$build/formal/results"

# stored ROW: the line of its result if what it depends on is as it was, else "not run".
yosys_version=$(yosys -V)
stored() (
    assignments=$(awk -v want=row -v name="$1" -f formal/rows.awk formal/*/*.proofs)
    eval "$assignments"
    awk -v want=breaks -v name="$1" -f formal/rows.awk formal/*/*.proofs > "$build/formal/breaks"
    if [ "$(row_key "$build/formal/breaks" "$assignments")" = "$(cat "$build/formal/$1/key" 2>/dev/null)" ]; then
        cat "$build/formal/$1/result" 2>/dev/null || cat "$build/formal/$1/kept" 2>/dev/null && return
    fi
    printf '%s|%s|%s|%s|%s|unproven||0|0|0|0|0||not run\n' "$1" "$row_block" "$row_group" "$row_parameters" "$row_engine"
)
for row in $(awk -v want=list -v run=all -f formal/rows.awk formal/*/*.proofs); do
    case " $(echo $rows) " in
        *" $row "*) cat "$build/formal/$row/result" ;;
        *) stored "$row" ;;
    esac
done > "$build/formal/all"
sh formal/report.sh "$build/formal/results" "$build/formal/all" "$build/formal" > "$build/formal/report.txt"
[ "${QUIET:-0}" = 1 ] || cat "$build/formal/report.txt"
echo "formal: $(echo "$rows" | wc -w) rows, $failed failed, $(($(date +%s) - start)) s; $build/formal/report.html, report.json:" \
    "$(grep -c . "$build/formal/all") rows, $(grep -c '|not run$' "$build/formal/all") not run"
[ $failed -eq 0 ]
