#!/bin/sh
# tests/summary.sh [--table] PARTS: adds up the results of the parts in the folder PARTS (tests/part.sh), lists what failed, with --table
# the seconds of each part, the dearest first, what was skipped, and closes with the line "N passed, N failed". Exits 1 if anything failed or
# nothing ran.
table=no
[ "$1" = --table ] && { table=yes; shift; }
parts=$1
passed=$(cat "$parts"/*.results 2>/dev/null | grep -c '^pass ')
failed=$(cat "$parts"/*.results 2>/dev/null | grep -c '^FAIL ')
if [ $table = yes ]; then
    echo "part             passed  failed  seconds  of the processor"
    for results in "$parts"/*.results; do cat "${results%.results}.seconds"; done 2>/dev/null | sort -t '|' -k 5 -n -r |
        awk -F '|' '{ printf "%-16s %6d  %6d  %7d  %7d\n", $1, $2, $3, $4, $5; sum += $5 } END { printf "%-32s  %16d\n", "all", sum }'
fi
grep -h '^skip ' "$parts"/*.results 2>/dev/null
[ "$failed" -eq 0 ] || grep -h '^FAIL ' "$parts"/*.results
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
