# . tests/verdict.sh: what the test scripts have in common. A script sets `suite`, the name in front of its results, and perhaps `shown`, a file
# that stands below what failed. Results go to $RESULTS; passed and failed count them.
results=${RESULTS:-build/test/results}
mkdir -p "$(dirname "$results")"
passed=0
failed=0

verdict() { # verdict NAME PROBLEM: none if it is empty
    if [ -z "$2" ]; then
        echo "pass $suite: $1" >> "$results"
        passed=$((passed + 1))
    else
        echo "FAIL $suite: $1" >> "$results"
        printf '%s: %s: %s\n' "$suite" "$1" "$2"
        [ -z "${shown:-}" ] || sed 's/^/  | /' "$shown"
        failed=$((failed + 1))
    fi
}
judge() { # judge NAME STATUS [PROBLEM]: of a command that ended with the status, 0: none
    if [ "$2" -eq 0 ]; then verdict "$1" ""; else verdict "$1" "${3:-failed}"; fi
}
patience=60
wait_for() { # wait_for COMMAND...: until it succeeds, for so many seconds at most
    for _ in $(seq $((20 * patience))); do
        "$@" 2> /dev/null && return
        sleep 0.05
    done
    return 1
}
