#!/bin/sh
# tests/four_state/asserts.sh: does rs_stream_assert stop a simulation (stream_assert_bench.v, Icarus) when it should, and only then?
# Appends "pass four-state assert CASE" or "FAIL ..." to $RESULTS. Exit 1 when one fails.
set -u
build=${BUILD:-build}
results=${RESULTS:-$build/test/results}
folder=$build/four_state/asserts
mkdir -p "$folder" "$(dirname "$results")"
iverilog -g2005 -Wall -DRS_ASSERT -y rtl/common -o "$folder/simulation" tests/four_state/stream_assert_bench.v || exit 1
failed=0
while IFS='|' read -r number name expected; do
    found=$(vvp -n "$folder/simulation" "+case=$(echo $number)" | grep -v finish | head -n 1)
    case $found in
        *"$(echo $expected)"*) echo "pass four-state assert $(echo $name)" >> "$results" ;;
        *) echo "four-state assert $(echo $name): found '$found', expected '$(echo $expected)'"
           echo "FAIL four-state assert $(echo $name)" >> "$results"
           failed=1 ;;
    esac
done <<'LIST'
0 | as it should be                  | through
1 | word withdrawn                   | strict: found another word, or none
2 | word changed                     | strict: found another word, or none
3 | valid unknown                    | strict: found valid, or with it ready, unknown
4 | word that may not come           | strict: found a word that may not come here
5 | ready unknown                    | strict: found valid, or with it ready, unknown
6 | pause where one may be           | through
7 | word changed where it may pause  | pausing: found another word, or none
8 | word ended by a reset            | through
LIST
exit $failed
