#!/bin/sh
# tests/json.sh FILE...: is every FILE JSON? And does a reason with every awkward sign reach the proofs' report.json unharmed?
# Appends "pass json FILE" or "FAIL json FILE" to $RESULTS and a line on stderr of what is wrong. Exits 1 when one is not.
set -u
work=${BUILD:-build}/test/json
mkdir -p "$work" "$(dirname "${RESULTS:=build/test/results}")"
status=0
verdict() { # verdict NAME COMMAND...: the command's last line of output tells what is wrong
    name=$1
    shift
    if "$@" > "$work/log" 2>&1; then
        echo "pass json $name" >> "$RESULTS"
    else
        echo "FAIL json $name" >> "$RESULTS"
        printf 'json: %s: %s\n' "$name" "$(tail -n 1 "$work/log")" >&2
        status=1
    fi
}
for file in "$@"; do verdict "$file" python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$file"; done

reason='control 1 is not caught: s/if \(a && "b"\)/if (<1>)/'
printf 'row|block|group|parameters|pdr|unproven||0|0|0|1|0.1||%s\n' "$reason" > "$work/results"
sh formal/report.sh "$work/results" "$work/results" "$work" > "$work/report.txt"
verdict "reason in report.json" python3 -c '
import json, sys
found = json.load(open(sys.argv[1]))[0]["reason"]
sys.exit(found != sys.argv[2] and "found reason " + found + ", expected " + sys.argv[2])' "$work/report.json" "$reason"
exit $status
