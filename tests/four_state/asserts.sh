#!/bin/sh
# tests/four_state/asserts.sh: do rs_stream_assert and rs_packet_assert stop a simulation (stream_assert_bench.v, Icarus) when they should, and only then?
# Appends "pass four-state assert: CASE" or "FAIL ..." to $RESULTS. Exit 1 when one fails.
set -u
suite="four-state assert"
. tests/verdict.sh
folder=${BUILD:-build}/four_state/asserts
mkdir -p "$folder"
iverilog -g2005 -Wall -DRS_ASSERT -y rtl/common -o "$folder/simulation" tests/four_state/stream_assert_bench.v
judge "the bench compiles" $?
while IFS='|' read -r number name expected; do
    found=$(vvp -n "$folder/simulation" "+case=$(echo $number)" | grep -v finish | head -n 1)
    case $found in *"$(echo $expected)"*) problem= ;; *) problem="found '$found', expected '$(echo $expected)'" ;; esac
    verdict "$(echo $name)" "$problem"
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
9 | head within a packet             | packets.flits: found a word that may not come here
10 | flit before a head              | packets.flits: found a word that may not come here
LIST
[ "$failed" -eq 0 ]
