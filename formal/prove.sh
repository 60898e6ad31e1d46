#!/bin/sh
# Proves one row of formal/*/*.proofs:  formal/prove.sh NAME          from the top folder of the repository
#                                       formal/prove.sh --trace NAME  writes a counterexample as VCD, by yosys-smtbmc
# Work and result in $BUILD/formal/NAME. The result file has one line, columns separated by |:
#   NAME|block|group|parameters|engine|result|depth|covers reached|covers|controls caught|controls|seconds|broken|reason
# seconds: processor time. broken: for each control the assertion that failed, and the cycle.
# result: proven (without bound), bounded (no counterexample in the first `depth` cycles), unproven.
# LIMIT: seconds by the clock that an engine may take: 600 for quick rows, 3600 for long ones, several times what they need,
# for loaded machines; 240 for open ones, which have been given more once (their text says how much).
# The result that formal/run.sh has put aside stands as long as row, controls, sources, Yosys and these scripts stay as they
# were; FRESH=1 proves again.
# Exit 0 when the row is as it should be: proven or bounded, every cover reached, every control caught.
set -u
. formal/frontend.sh
build=${BUILD:-build}/formal
trace=no
[ "${1:-}" = --trace ] && { trace=yes; shift; }
name=${1:?usage: formal/prove.sh NAME}
assignments=$(awk -v want=row -v name="$name" -f formal/rows.awk formal/*/*.proofs) || exit 2
eval "$assignments"
work=$build/$name
mkdir -p "$work" || exit 2
case $row_run in
    long) limit=${LIMIT:-3600} ;;
    "open: "*) limit=${LIMIT:-240} ;;
    *) limit=${LIMIT:-600} ;;
esac
awk -v want=breaks -v name="$name" -f formal/rows.awk formal/*/*.proofs > "$work/breaks"
key=$(row_key "$work/breaks" "$assignments")
as_it_should_be() { awk -F '|' '{ exit $6 == "unproven" || $14 != "" }' "$work/result"; }
show() { # the result's line for the screen
    awk -F '|' -v note="$1" '{ printf "%-9s %-40s %ss%s%s\n", $6, $1, $12, note, $14 == "" ? "" : "  " $14 }' "$work/result"
}
if [ $trace = no ] && [ "${FRESH:-0}" = 0 ] && [ -s "$work/kept" ] && [ "$key" = "$(cat "$work/key" 2>/dev/null)" ]; then
    mv "$work/kept" "$work/result"
    case $row_run in
        "open: "*) show ", unchanged"; as_it_should_be; exit ;;
        *) as_it_should_be && { show ", unchanged"; exit; } ;;
    esac
fi
rm -f "$work"/result "$work"/kept "$work"/key

# abc COMMANDS LOG: prints the status (1 proved, 0 counterexample, -1 undecided)
abc() {
    timeout $((limit + 60)) stdbuf -oL yosys-abc -q "$1; print_status" > "$2" 2>&1
    awk '/^Status = / { status = $3 } END { print status == "" ? "none" : status }' "$2"
}
labels() { # labels FILE.asserts: "[PATH.]LABEL" of each property, "[PATH.]SOURCE:LINE" of one without a label
    sed -E 's/^[^/]*\///; s/\.never$//; s/(\$techmap)?\\?\$(assert|cover)\$(.*\/)?([^$]*)\$[0-9]+/\4/' "$1"
}
failed_in() { # failed_in FILE LOG: what abc's counterexample breaks: "LABEL @ cycle"
    set -- "$work/$1.asserts" $(sed -n 's/.* CEX: Po = *\([0-9]*\) .*Frame = *\([0-9]*\) .*/\1 \2/p' "$2" | tail -n 1)
    [ $# -eq 3 ] && echo "$(labels "$1" | sed -n "$(($2 + 1))p") @ $3"
}
frames() { sed -n 's/^No output asserted in \([0-9]*\) frames.*/\1/p' "$1" | tail -n 1; } # free of counterexamples

# front ROOT FILE COVER: runs Yosys: FILE.aig and, unless COVER is -, COVER.aig. Prints nothing when it worked: a warning is a
# failure, as an undeclared wire makes an assertion about it empty. (Memories as registers are not.)
front() {
    cover_file=-
    [ "$3" = - ] || cover_file=$work/$3.aig
    yosys_aiger "$1" "$work/$2.aig" "$cover_file" > "$work/$2.ys"
    timeout $((limit + 900)) yosys -q -s "$work/$2.ys" > "$work/$2.log" 2>&1 ||
        { grep -m 1 ERROR "$work/$2.log" || echo "Yosys failed"; return; }
    grep Warning "$work/$2.log" | grep -v -m 1 'Replacing memory'
}

# engine FILE: sets result, depth, reason of the assertions in FILE.aig
engine() {
    read="read_aiger $work/$1.aig; fold; strash"
    reason=
    depth=
    result=unproven
    log=$work/$1.log
    case $row_engine in
        pdr) status=$(abc "$read; pdr -T $limit" "$log") ;;
        "scorr pdr") status=$(abc "$read; scorr; pdr -T $limit" "$log") ;;
        ind*) depth=${row_engine#ind }
              log=$work/$1.base.log
              status=$(abc "$read; fraig; bmc3 -F $((depth + 2)) -T $limit" "$log")
              if [ "$status" = -1 ]; then
                  done=$(frames "$log")
                  if [ "${done:-0}" -lt $((depth + 2)) ]; then
                      reason="base case: no answer in $limit s"
                      return
                  fi
                  status=$(abc "$read; orpos; fraig; ind -u -F $depth -T $limit" "$work/$1.step.log")
                  [ "$status" = 1 ] || { reason="induction step fails or took over $limit s"; return; }
              fi ;;
        bmc*) depth=${row_engine#bmc }
              status=$(abc "$read; bmc3 -F $depth -T $limit" "$log")
              if [ "$status" = -1 ]; then
                  clean=$(frames "$log")
                  if [ "${clean:-0}" -ge "$depth" ]; then
                      result=bounded
                  else
                      reason="no answer beyond cycle ${clean:-0} in $limit s"
                  fi
                  return
              fi ;;
    esac
    case $status in
        1) result=proven depth= ;;
        0) reason="counterexample: $(failed_in "$1" "$log")" ;;
        *) reason="no answer in $limit s" ;;
    esac
}

if [ $trace = yes ]; then
    for tool in yosys-smtbmc:yosys z3:z3; do
        command -v "${tool%:*}" > /dev/null && continue
        echo "formal-trace: found no ${tool%:*}, expected Debian's package ${tool#*:}" >&2
        exit 2
    done
    yosys_smt . "$work/trace.smt2" > "$work/trace.ys"
    yosys -q -s "$work/trace.ys" && timeout "$limit" yosys-smtbmc -s z3 --unroll --noprogress \
        -t "${DEPTH:-30}" --dump-vcd "$work/trace.vcd" "$work/trace.smt2"
    exit
fi

covers=0
reached=0
controls=0
caught=0
result=unproven
depth=
[ "$row_cover" = - ] && cover=- || cover=cover
reason=$(front . prove $cover)
if [ -z "$reason" ]; then
    engine prove
fi
main_result=$result main_depth=$depth main_reason=$reason
note() { main_reason="${main_reason:+$main_reason; }$1"; }

if [ "$row_cover" != - ] && [ "${main_reason#counterexample}" = "$main_reason" ]; then
    abc "read_aiger $work/cover.aig; fold; strash; print_stats; bmc3 -a -x -F $row_cover -T $limit" "$work/cover.bmc.log" > /dev/null
    covers=$(sed -n 's/.*i\/o = *[0-9]*\/ *\([0-9]*\).*/\1/p' "$work/cover.bmc.log" | tail -n 1)
    covers=${covers:-0}
    reached=$(grep -c 'was asserted in frame' "$work/cover.bmc.log")
    [ "$covers" -gt 0 ] || note "found no covers"
fi

case $row_engine in # a control of a bounded row must be seen within its cycles; others have those of the covers, 40 at least
    bmc*) control_cycles=${row_engine#bmc } ;;
    *) control_cycles=40
       [ "$row_cover" = - ] || [ "$row_cover" -le 40 ] || control_cycles=$row_cover ;;
esac
broken=
while IFS='|' read -r label file change; do
    controls=$((controls + 1))
    at=broken$controls
    root=$work/$at
    rm -rf "$root"
    for source in $row_harness $row_sources formal/cover_as_assert.v; do
        mkdir -p "$root/$(dirname "$source")"
        cp "$source" "$root/$source"
    done
    sed -i -E "$change" "$root/$file"
    if cmp -s "$file" "$root/$file"; then
        note "control $controls does not change $file: $change"
        continue
    fi
    problem=$(front "$root" "$at" -)
    [ -n "$problem" ] && { note "control $controls: $problem"; continue; }
    only=
    if [ "$label" != - ]; then
        number=$(labels "$work/$at.asserts" | awk -v label="$label" '$0 == label { print NR - 1; exit }')
        [ -n "$number" ] || { note "control $controls: found no assertion $label"; continue; }
        only="cone -s -O $number; scleanup;"
    fi
    status=$(abc "read_aiger $work/$at.aig; fold; strash; $only bmc3 -F $control_cycles -T $limit" "$work/$at.bmc.log")
    if [ "$status" = 0 ]; then
        caught=$((caught + 1))
        failed=$(failed_in "$at" "$work/$at.bmc.log")
        [ "$label" = - ] || failed="$label @ ${failed##* }"
        broken="${broken:+$broken, }$failed"
    else
        note "control $controls is not caught${only:+ by $label}: $change"
    fi
done < "$work/breaks"
times > "$work/times"
seconds=$(tr 'ms' '  ' < "$work/times" | awk 'NR == 2 { printf "%.1f", 60 * $1 + $2 + 60 * $3 + $4 }')

[ "$reached" -eq "$covers" ] || note "$((covers - reached)) covers not reached in $row_cover cycles: $(
    labels "$work/cover.asserts" | awk 'FNR == NR { if (/was asserted in frame/) seen[$2 + 1] = 1; next } !(FNR in seen)' \
        "$work/cover.bmc.log" - | paste -sd ' ')"
case $row_run in
    "open: "*) [ "$main_result" = unproven ] && main_reason="${row_run#open: }${main_reason:+ ($main_reason)}" ;;
esac
printf '%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s\n' "$name" "$row_block" "$row_group" "$row_parameters" "$row_engine" \
    "$main_result" "$main_depth" "$reached" "$covers" "$caught" "$controls" "$seconds" "$broken" "$main_reason" > "$work/result"
echo "$key" > "$work/key"
show ""
as_it_should_be
