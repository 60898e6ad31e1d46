#!/bin/sh
# Runs the bench of one configuration: run.sh PAIRWISE_SEED PAIRWISE_COUNT PROGRAM CONFIGURATION (without .cfg) ARGUMENTS...
# A stimulus bin that stays empty is no failure here (a machine of one SM never breaks a hold), one that is empty on all machines is
# (bins.sh). Appends "pass pairwise ..." or "FAIL pairwise ..." to $RESULTS; the log is CONFIGURATION.log. Exit 0 or 1.
set -u
seed=$1 count=$2 program=$3 configuration=$4
shift 4
results=${RESULTS:-build/test/results}
mkdir -p "$(dirname "$results")"
name="$(basename "$(dirname "$configuration")") $(basename "$configuration") PAIRWISE_SEED=$seed"
[ "$count" = 0 ] || name="$name PAIRWISE_COUNT=$count"

timeout 1200 "$program" --seed "$seed" "$@" > "$configuration.log" 2>&1
status=$?
if grep -q ' comparisons, equal$' "$configuration.log" && ! grep -q '^NOTHING COMPARED' "$configuration.log" &&
    { [ "$status" -eq 0 ] || [ "$status" -eq 3 ]; }; then
    echo "pass pairwise $name" >> "$results"
    exit 0
fi
echo "FAIL pairwise $name" >> "$results"
echo "pairwise $name: the bench ended with status $status"
cat "$configuration.log"
echo "its configuration, $configuration.cfg:"
grep -v '^#' "$configuration.cfg" | sed 's/ //g' | paste -s -d ' '
exit 1
