#!/bin/sh
# tests/bad_input/run.sh ROWSTREAK: bad input and full disks. Every case must exit with 2, print exactly one line on
# stderr that holds the expected text, print nothing on stdout, and leave no file behind. Appends a line per case to
# $RESULTS. Cases: cases.txt and, for the scripts behind make's targets, scripts.txt here, and every file of graphs/ and traces/
# with its line in expected.txt there.
set -u
rowstreak=$1
here=tests/bad_input
suite="bad input"
shown=build/test/bad_input/stderr
. tests/verdict.sh
work=build/test/bad_input
out=$work/out
rm -rf "$work"
mkdir -p "$out"
set -f # no pathname expansion in arguments

problem_of() { # problem_of STATUS EXPECTED: prints what is wrong with the last run, nothing if all is well
    if [ "$1" -ne 2 ]; then
        echo "found exit code $1, expected 2"
    elif [ "$(wc -l < "$work/stderr")" -ne 1 ]; then
        echo "found $(wc -l < "$work/stderr") lines on stderr, expected 1"
    elif ! grep -qF -e "$2" "$work/stderr"; then
        echo "expected the text: $2"
    elif [ -s "$work/stdout" ]; then
        echo "found output on stdout, expected none"
    elif [ -n "$(find "$out" -type f)" ]; then
        echo "found a result file, expected none"
    fi
}

# A path graph of 40 vertices in METIS format: small and good.
graph=$work/good.graph
awk 'BEGIN { n = 40; print n, n - 1; for (i = 1; i <= n; i++) print (i > 1 ? i - 1 : ""), (i < n ? i + 1 : "") }' \
    > "$graph"

while IFS='|' read -r name arguments expected; do
    case $name in '#'* | '') continue ;; esac
    name=$(echo "$name" | sed 's/ *$//')
    expected=$(echo "$expected" | sed 's/^ *//')
    arguments=$(echo "$arguments" | sed "s|{graph}|$graph|g; s|{out}|$out|g; s|{cfg}|$here/configurations|g; s|{traces}|tests/traces|g; s|{accepts}|$here/acceptances|g; s|{results}|$here/results|g; s|{sweeps}|$here/sweeps|g; s|{traces_list}|$here/kernel_lists|g")
    # shellcheck disable=SC2086 # words on purpose
    timeout 60 "$rowstreak" $arguments > "$work/stdout" 2> "$work/stderr" < /dev/null
    verdict "$name" "$(problem_of $? "$expected")"
done < "$here/cases.txt"

while IFS='|' read -r name command expected; do
    case $name in '#'* | '') continue ;; esac
    name=$(echo "$name" | sed 's/ *$//')
    expected=$(echo "$expected" | sed 's/^ *//')
    command=$(echo "$command" | sed "s|{out}|$out|g")
    # shellcheck disable=SC2086 # words on purpose
    BUILD=$work/build RESULTS=$work/results timeout 60 $command > "$work/stdout" 2> "$work/stderr" < /dev/null
    verdict "$name" "$(problem_of $? "$expected")"
done < "$here/scripts.txt"

while IFS= read -r expected; do
    [ -n "$expected" ] || continue
    file=${expected%%:*}
    timeout 60 "$rowstreak" run --graph "$here/graphs/$file" --workload spmv --machine FIFO --csv "$out/x.csv" \
        > "$work/stdout" 2> "$work/stderr" < /dev/null
    verdict "graph $file" "$(problem_of $? "$here/graphs/$expected")"
done < "$here/graphs/expected.txt"

while IFS= read -r expected; do
    [ -n "$expected" ] || continue
    file=${expected%%:*}
    timeout 60 "$rowstreak" trace "$here/traces/$file" --machine FIFO --csv "$out/x.csv" --commands "$out/x.trace" \
        > "$work/stdout" 2> "$work/stderr" < /dev/null
    verdict "trace $file" "$(problem_of $? "$here/traces/$expected")"
done < "$here/traces/expected.txt"

# Kernel traces: a good one, spoilt by sed.
while IFS='|' read -r name program expected; do
    case $name in '#'* | '') continue ;; esac
    name=$(echo "$name" | sed 's/ *$//')
    sed "$(echo "$program" | sed 's/^ *//; s/ *$//')" tests/traces/kernel-5.traceg > "$work/spoilt.traceg"
    timeout 60 "$rowstreak" run --kernel-trace "$work/spoilt.traceg" --machine FIFO --csv "$out/x.csv" > "$work/stdout" 2> "$work/stderr" < /dev/null
    verdict "kernel trace, $name" "$(problem_of $? "$work/spoilt.traceg$(echo "$expected" | sed 's/^ *//')")"
done < "$here/kernel_traces.txt"

# A gzip stream that ends too early, and one with a wrong byte.
awk 'BEGIN { for (i = 0; i < 2000; i++) printf "0x%x READ %d\n", i * 7919 % 65536 * 64, i }' | gzip -n > "$work/good.trace.gz"
head -c 4000 "$work/good.trace.gz" > "$work/truncated.trace.gz"
{ head -c 4000 "$work/good.trace.gz"; printf 'XXXXXXXX'; tail -c +4009 "$work/good.trace.gz"; } > "$work/damaged.trace.gz"
for name in truncated damaged; do
    timeout 60 "$rowstreak" trace "$work/$name.trace.gz" --machine FIFO --csv "$out/x.csv" > "$work/stdout" 2> "$work/stderr"
    verdict "trace $name gzip" "$(problem_of $? "$work/$name.trace.gz:")"
done
"$rowstreak" trace "$work/good.trace.gz" --machine FIFO > "$work/stdout" 2> "$work/stderr"
verdict "the good trace runs" "$([ $? -eq 0 ] || echo "found a failure, expected a result")"

# A disk that fills up in mid-file: a file size limit of 0 blocks makes every write fail.
(
    trap '' XFSZ
    ulimit -f 0
    exec "$rowstreak" run --graph "$graph" --machine FIFO --quiet --csv "$out/x.csv" 2>&1 > /dev/null
) | cat > "$work/stderr"
: > "$work/stdout"
# the exit code is lost in the pipe; the line and the empty folder tell
verdict "csv on a disk that fills up" "$(problem_of 2 "x.csv: found a failed write")"
"$rowstreak" config > /dev/full 2> "$work/stderr"
verdict "standard output on a full disk" "$(problem_of $? "standard output: found a failed write")"

# The good graph must run, or every case above would be worth nothing.
"$rowstreak" run --graph "$graph" --machine FIFO --machine FR-FCFS --csv "$out/x.csv" > "$work/stdout" 2> "$work/stderr"
status=$?
problem=
[ "$status" -eq 0 ] && [ -s "$out/x.csv" ] || problem="found exit code $status, expected 0 and a result"
verdict "the good graph runs" "$problem"

# A graph whose name holds a Latin-1 letter, a comma, a quotation mark and a line end: the CSV is one that report takes, and the
# JSON is JSON. Packed with gzip it is the same input: the same run twice, one record.
odd=$(printf '%s/gr\374n, "a\nb".graph' "$work")
cp "$graph" "$odd"
gzip -n -c "$graph" > "$odd.gz"
problem=
"$rowstreak" run --graph "$odd" --machine FIFO --quiet --csv "$out/a.csv" --json "$out/a.json" 2> "$work/stderr" &&
    "$rowstreak" run --graph "$odd.gz" --machine FIFO --quiet --csv - > "$out/b.csv" 2> "$work/stderr" &&
    "$rowstreak" report "$out/a.csv" "$out/b.csv" --json - > "$out/both.json" 2> "$work/stderr" || problem="found a failure, expected results"
[ -n "$problem" ] || python3 -c 'import json, sys
for name in sys.argv[1:]:
    records = json.load(open(name, encoding="utf-8"))
    assert len(records) == 1 and records[0]["graph"] == "gr\u00fcn, \"a_b\"" and len(records[0]["input_hash"]) == 16, records' \
    "$out/a.json" "$out/both.json" 2> "$work/stderr" || problem="found other records"
find "$out" -type f -delete
verdict "names of files and of packed files" "$problem"

# A report into one of its own files, and one of two results of the same run.
"$rowstreak" run --graph "$graph" --machine FIFO --quiet --csv "$work/own.csv" 2> "$work/stderr"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "breakers") c = i } NR == 2 { $c += 1 } { OFS = FS; $1 = $1; print }' \
    "$work/own.csv" > "$work/other.csv"
"$rowstreak" report "$work/own.csv" --csv "$work/../bad_input/own.csv" > "$work/stdout" 2> "$work/stderr"
verdict "report into its input" "$(problem_of $? "own.csv: found an output that is an input too")"
"$rowstreak" report "$work/own.csv" "$work/other.csv" --csv "$out/x.csv" > "$work/stdout" 2> "$work/stderr"
verdict "report of two results" "$(problem_of $? "found the run bfs good FIFO, seed 1, twice with two results (breakers)")"

# Commands that are told to end in the middle of their work.
RESULTS=$results sh $here/interrupt.sh "$rowstreak" || failed=$((failed + 1))

echo "bad input: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
