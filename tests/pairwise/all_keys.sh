#!/bin/sh
# Does each key that decides what RTL is built stand in a list of tests/pairwise? The keys are those of cmodel/config.def of kind RTL, SM
# and ISSUE. Exit 0, or 1 with a line on stderr for each key that stands in none.
awk '
    FILENAME == "cmodel/config.def" {
        if (!/^RS_KEY\(/) next
        n = split($0, part, /, */)
        for (i = 2; i <= n; i++)
            if (part[i] ~ /^(RTL|SM|ISSUE)$/) wanted[substr(part[1], 8)] = FNR
        next
    }
    !/^#/ { listed[$1] = 1 }
    END {
        for (key in wanted) {
            keys++
            if (key in listed) continue
            printf "cmodel/config.def:%d: found %s in no list, expected it in one of tests/pairwise/*.list\n", wanted[key], key > "/dev/stderr"
            missing++
        }
        exit missing > 0 || keys == 0
    }' cmodel/config.def tests/pairwise/*.list
