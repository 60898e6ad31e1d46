#!/bin/sh
# What is to be said of all configurations of a list: bins.sh PAIRWISE_SEED PAIRWISE_COUNT FOLDER...
# Each was built and run; with all of them (PAIRWISE_COUNT 0) there is no stimulus bin that none of them reached.
# Appends a line for each list to $RESULTS, and one for each configuration without a run. Exit 0 or 1.
set -u
seed=$1 count=$2
shift 2
results=${RESULTS:-build/test/results}
failed=0
for folder in "$@"; do
    for configuration in "$folder"/*.cfg; do
        [ -f "${configuration%.cfg}.log" ] && continue
        echo "FAIL pairwise $configuration: its bench was not built, PAIRWISE_SEED=$seed" | tee -a "$results"
        grep -v '^#' "$configuration" | sed 's/ //g' | paste -s -d ' '
        failed=1
    done
    empty=$(cat "$folder"/*.log 2>/dev/null | awk '$1 == "bin" { hits[$2] += $3; some = 1 } END { if (!some) print "(no log)"; for (bin in hits) if (hits[bin] == 0) print bin }' | sort | tr '\n' ' ')
    if [ -z "$empty" ]; then
        echo "pass pairwise $(basename "$folder"): every bin is reached, PAIRWISE_SEED=$seed" >> "$results"
    elif [ "$count" = 0 ]; then
        echo "FAIL pairwise $(basename "$folder"): no configuration reaches ${empty}PAIRWISE_SEED=$seed" | tee -a "$results"
        failed=1
    else
        echo "pairwise $(basename "$folder"): these $count configurations do not reach $empty"
    fi
done
exit $failed
