#!/bin/sh
# tests/summary.sh RESULTS: lists what failed and closes with the line "N passed, N failed". Exits 1 if anything
# failed or nothing ran.
results=$1
passed=$(grep -c '^pass ' "$results" 2>/dev/null)
failed=$(grep -c '^FAIL ' "$results" 2>/dev/null)
[ "${failed:-0}" -eq 0 ] || grep '^FAIL ' "$results"
echo "${passed:-0} passed, ${failed:-0} failed"
[ "${failed:-0}" -eq 0 ] && [ "${passed:-0}" -gt 0 ]
