#!/bin/sh
# tests/bad_input/interrupt.sh ROWSTREAK: commands that are told to end while they work. Each must be gone with its processes, by
# the signal (patterns: with 128 + its number), and leave no temporary file; 'patterns' keeps the runs that are done. Outputs stand
# under temporary names before the first cycle. Appends a line per case to $RESULTS.
set -u
rowstreak=$1
suite=interrupt
. tests/verdict.sh
work=build/test/interrupt
rm -rf "$work"
mkdir -p "$work"

temporary_there() { ls "$work"/*."$pid"; }
children_of() { ps -o pid= --ppid "$1" 2> "$work/log"; }
gone() { for child in $children; do kill -0 "$child" && return 1; done; return 0; }

# stop NAME SIGNAL STATUS ARGUMENTS...
stop() {
    name=$1
    signal=$2
    expected=$3
    shift 3
    env --default-signal=INT "$rowstreak" "$@" > "$work/stdout" 2> "$work/stderr" &
    pid=$!
    problem=
    wait_for temporary_there > "$work/names" || problem="found no temporary file, expected the outputs before the first cycle"
    sleep 0.3
    children=$(children_of "$pid")
    kill "-$signal" "$pid"
    wait "$pid" 2> "$work/log"
    status=$?
    [ "$status" -eq "$expected" ] || problem="found exit status $status, expected $expected"
    wait_for gone || problem="found processes that go on"
    left=$(find "$work" -name 'x.*' -o -name "*.$pid" | tr '\n' ' ')
    [ -z "$left" ] || problem="found $left, expected no file"
    verdict "$name" "$problem"
}

long="run --workload rand1 --requests 1000000 --machine FIFO"
# shellcheck disable=SC2086 # words on purpose
{
    stop "TERM ends a run" TERM 143 $long --csv "$work/x.csv" --commands "$work/x.trace"
    stop "INT ends a run" INT 130 $long --json "$work/x.json"
    stop "TERM ends runs in processes" TERM 143 $long --seeds 3 --jobs 2 --csv "$work/x.csv"
}
stop "TERM ends thread-latency" TERM 143 thread-latency --step 1 --table MSHR128x8 --table PRT44 --table MSHR64x4 --folder "$work/."

# The first runs are done when their rows are on the screen; then INT.
# Background commands of a shell ignore INT, and so would the command.
env --default-signal=INT "$rowstreak" patterns --kernel vadd --kernel stencil --kernel transpose --small --jobs 1 --csv "$work/p.csv" --json "$work/p.json" > "$work/rows" 2> "$work/stderr" &
pid=$!
rows_there() { [ "$(grep -c '^  [a-z]* *[0-9]' "$work/rows")" -ge 2 ]; }
problem=
wait_for rows_there || problem="found no rows before the end"
kill -INT "$pid"
wait "$pid" 2> "$work/log"
status=$?
[ "$status" -eq 130 ] || problem="found exit status $status, expected 130"
[ "$(wc -l < "$work/stderr")" -eq 1 ] || problem="found $(wc -l < "$work/stderr") lines on stderr, expected 1"
python3 - "$work" << 'END' || problem="found other rows in the files than on the screen"
import csv, json, re, sys
folder = sys.argv[1]
rows = list(csv.DictReader(open(folder + "/p.csv")))
runs = json.load(open(folder + "/p.json"))["runs"]
shown = [line for line in open(folder + "/rows") if re.match(r"  (ordered|plain|strided|global|scratchpad) +\d", line)]
assert 2 <= len(shown) == len(rows) == len(runs) < 50, (len(shown), len(rows), len(runs))
assert all(int(row["cycles"]) == run["cycles"] for row, run in zip(rows, runs))
END
[ -z "$(ls "$work"/p.*.* 2> "$work/log")" ] || problem="found a temporary file"
verdict "patterns keeps the runs that are done" "$problem"

echo "interrupt: $failed failed"
[ "$failed" -eq 0 ]
