#!/bin/sh
# tests/sweep/run.sh ROWSTREAK: a sweep that is killed, interrupted, merged twice, run out of disk, with points that fail; each time
# the database has in the end what an undisturbed sweep leaves. Appends a line per case to $RESULTS. Exits 1 when one fails.
set -u
rowstreak=$1
suite=sweep
shown=build/test/sweep/stderr
. tests/verdict.sh
work=build/test/sweep
rm -rf "$work"
mkdir -p "$work"

cat > "$work/queue.sweep" << 'END'
workload = rand2
requests = 1500
machine = BFIFO, FR-FCFS
SEED = 1..8
[small]
QUEUE = 8, 16
[large]
QUEUE = 64
END
points=48

sweep() { # sweep DATABASE OPTIONS...: output in $work/stdout, lines on stderr in $work/stderr
    database=$1
    shift
    timeout 120 "$rowstreak" sweep "$work/queue.sweep" --database "$database" "$@" > "$work/stdout" 2> "$work/stderr"
}
# What is in a database but how long the runs took: the last column.
content() { "$rowstreak" query "$1" --records --csv - | sed 's/,[^,]*$//'; }
same_content() { # same_content DATABASE: prints what is wrong
    content "$1" > "$work/content" 2>> "$work/stderr" || echo "found no records"
    cmp -s "$work/content" "$work/expected" || echo "found another content than that of the undisturbed sweep"
}
files() { # files DATABASE NUMBER: so many point files at least are there
    [ "$(find "$1.points" -name '*.point' | wc -l)" -ge "$2" ]
}
clean() { [ ! -e "$1.points" ] || echo "found $1.points, expected no folder"; }

# ---- undisturbed, and again ------------------------------------------------------------------------------------------------
problem=
sweep "$work/a.sqlite" || problem="found exit code $?, expected 0"
content "$work/a.sqlite" > "$work/expected"
[ "$(wc -l < "$work/expected")" -eq $((points + 1)) ] || problem="found $(wc -l < "$work/expected") lines, expected $points points and a header"
grep -q "^sweep: $points points, $points done, 0 of them before, 0 failed" "$work/stdout" || problem="found another line on stdout"
verdict "undisturbed" "$problem$(clean "$work/a.sqlite")"

cp "$work/a.sqlite" "$work/before"
problem=
sweep "$work/a.sqlite" || problem="found exit code $?, expected 0"
grep -q "$points of them before" "$work/stdout" || problem="found points run again"
cmp -s "$work/a.sqlite" "$work/before" || problem="found another file"
verdict "again: nothing is left" "$problem"

# The same runs by 'rowstreak run'.
problem=
for queue in 8 16 64; do
    "$rowstreak" run --workload rand2 --requests 1500 --machine BFIFO --machine FR-FCFS --seeds 8 --set QUEUE=$queue --quiet --csv - \
        2>> "$work/stderr"
done | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { name[i] = $i; at[$i] = i } } NR > 1 && $1 != "schema_version" { print $at["machine"], $at["queue"], $at["seed"], $at["cycles"], $at["energy_nj"], $at["latency_p99"] }' | sort > "$work/runs"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $at["machine"], $at["queue"], $at["seed"], $at["cycles"], $at["energy_nj"], $at["latency_p99"] }' \
    "$work/expected" | sort > "$work/swept"
[ "$(wc -l < "$work/runs")" -eq $points ] && cmp -s "$work/runs" "$work/swept" || problem="found other results than those of 'rowstreak run'"
verdict "as 'rowstreak run'" "$problem"
# Records come in the order of what was run, whatever their keys are.
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $at["scheduler"], $at["queue"], $at["seed"] }' "$work/expected" > "$work/order"
verdict "order of the records" "$(sort -c -k1,1n -k2,2n -k3,3n "$work/order" 2>&1)"

# Kernel traces are read once for all points; what is recorded is what 'rowstreak run' records, and a file that has changed is another point.
problem=
cp tests/traces/kernel-3.traceg "$work/one.traceg"
cp tests/traces/kernel-4.traceg "$work/other.traceg"
kernels="--machine BFIFO,FR-FCFS --config tests/configurations/gpu_small.cfg --set SEED=1,2"
kernel_sweep() { timeout 120 "$rowstreak" sweep --kernel-trace "$work/one.traceg,$work/other.traceg" $kernels --database "$work/t.sqlite" > "$work/stdout" 2> "$work/stderr"; }
shown_columns='NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $1 != "schema_version" { print $at["workload"], $at["graph"], $at["input_hash"], $at["machine"], $at["seed"], $at["cycles"], $at["instructions"], $at["latency_p99"] }'
kernel_sweep && content "$work/t.sqlite" | awk -F, "$shown_columns" | sort > "$work/swept" || problem="found exit code $?, expected 0"
for name in one other; do
    "$rowstreak" run --kernel-trace "$work/$name.traceg" --machine BFIFO --machine FR-FCFS --config tests/configurations/gpu_small.cfg --seeds 2 --quiet --csv - 2>> "$work/stderr" |
        awk -F, "$shown_columns"
done | sort > "$work/runs"
[ "$(wc -l < "$work/runs")" -eq 8 ] && cmp -s "$work/runs" "$work/swept" || problem="${problem}found other results than those of 'rowstreak run'"
cp tests/traces/kernel-5.traceg "$work/one.traceg"
kernels="$kernels,3 --set ATOMICS=4 --set L2=1"
kernel_sweep || problem="${problem}found exit code $?, expected 0"
kernels="$kernels --set QUEUE=16"
kernel_sweep && grep -q '^sweep: 12 points, 12 done, 0 of them before' "$work/stdout" || problem="${problem}found another line on stdout: $(cat "$work/stdout" "$work/stderr")"
kernel_sweep && grep -q '^sweep: 12 points, 12 done, 12 of them before' "$work/stdout" || problem="${problem}found points run again"
cp tests/traces/kernel-4.traceg "$work/one.traceg"
kernel_sweep && grep -q '^sweep: 6 points, 6 done, 6 of them before' "$work/stdout" || problem="${problem}found another number of points where both files are the same: $(cat "$work/stdout")"
verdict "kernel traces" "$problem"

# ---- a picture with more numbers than its axis has room for ------------------------------------------------------------------
problem=
"$rowstreak" sweep --workload rand2 --requests 200..290 --machine BFIFO --database "$work/p.sqlite" > "$work/stdout" 2> "$work/stderr" &&
    "$rowstreak" query "$work/p.sqlite" cycles --by pattern_requests --svg "$work/p.svg" > "$work/stdout" 2>> "$work/stderr" &&
    "$rowstreak" query "$work/p.sqlite" cycles --by pattern_requests --by address_map --svg "$work/wide.svg" > "$work/stdout" 2>> "$work/stderr" &&
    "$rowstreak" query "$work/p.sqlite" cycles --by pattern_requests --by machine --svg "$work/beside.svg" > "$work/stdout" 2>> "$work/stderr" ||
    problem="found exit code $?, expected 0"
for picture in p wide beside; do
    LC_ALL=C awk -f tests/report/svg_text.awk "$work/$picture.svg" > "$work/texts" 2>&1 || problem="$problem$(head -n 1 "$work/texts")"
    for number in 200 290; do grep -q "> *$number *<" "$work/$picture.svg" || problem="${problem}found no $number on the axis of $picture"; done
done
verdict "a full axis" "$problem"

# ---- killed and interrupted --------------------------------------------------------------------------------------------------
"$rowstreak" sweep "$work/queue.sweep" --database "$work/k.sqlite" --jobs 2 > "$work/stdout" 2> "$work/stderr" &
pid=$!
problem=
wait_for files "$work/k.sqlite" 10 || problem="found no points before the end"
kill -KILL "$pid"
wait "$pid" 2> "$work/log"
found=$(find "$work/k.sqlite.points" -name '*.point' | wc -l)
[ "$found" -lt $points ] || problem="found all points done before the kill"
mkdir "$work/left"
cp "$work/k.sqlite.points/"*.point "$work/left/"
sweep "$work/k.sqlite" || problem="found exit code $?, expected 0"
before=$(sed -n 's/.* \([0-9]*\) of them before.*/\1/p' "$work/stdout")
[ "$before" -ge "$found" ] && [ "$before" -lt $points ] || problem="found $before points kept, expected $found or a few more"
verdict "killed in the middle and started again" "$problem$(same_content "$work/k.sqlite")$(clean "$work/k.sqlite")"

# The files that the killed sweep left, merged once more, among them those whose points are there by now.
problem=
mkdir "$work/k.sqlite.points"
cp "$work/left/"*.point "$work/k.sqlite.points/"
sweep "$work/k.sqlite" || problem="found exit code $?, expected 0"
verdict "merged twice" "$problem$(same_content "$work/k.sqlite")$(clean "$work/k.sqlite")"

# Background commands of a shell ignore INT, and so would the command.
env --default-signal=INT "$rowstreak" sweep "$work/queue.sweep" --database "$work/i.sqlite" --jobs 2 > "$work/stdout" 2> "$work/stderr" &
pid=$!
problem=
wait_for files "$work/i.sqlite" 10 || problem="found no points before the end"
kill -INT "$pid"
wait "$pid" 2> "$work/log"
status=$?
[ "$status" -eq 130 ] || problem="found exit status $status, expected 130"
[ "$(wc -l < "$work/stderr")" -eq 1 ] && grep -q 'found signal 2, expected' "$work/stderr" || problem="found another line on stderr"
[ -z "$problem" ] && problem=$(clean "$work/i.sqlite")
"$rowstreak" query "$work/i.sqlite" --records --csv "$work/i.csv" 2>> "$work/stderr" || problem="found no points kept"
sweep "$work/i.sqlite" || problem="found exit code $?, expected 0"
grep -q ' 0 of them before' "$work/stdout" && problem="found all points run again"
verdict "INT keeps what is done" "$problem$(same_content "$work/i.sqlite")"

# ---- progress ------------------------------------------------------------------------------------------------------------------
# On a terminal one line in place: counts that grow, the time left; elsewhere none within the first seconds.
problem=
[ -s "$work/stderr" ] && problem="found lines on stderr of a sweep that is not on a terminal"
script -qec "'$rowstreak' sweep '$work/queue.sweep' --database '$work/t.sqlite' --requests 20000 --set SEED=1..4 --jobs 1" "$work/terminal" > "$work/log" < /dev/null ||
    problem="found exit code $?, expected 0"
tr '\r' '\n' < "$work/terminal" | grep '^\[sweep\]' | sed 's/\x1b\[K$//' > "$work/progress"
awk -v points=24 '
    !/^\[sweep\] [0-9]+ of [0-9]+ points, 0 failed(, [0-9]+:[0-5][0-9]:[0-5][0-9] left)?$/ { print "found the line " $0; exit }
    $2 < last || $2 > points || $4 != points { print "found " $2 " of " $4 " points behind " last; exit }
    /left$/ { between += $2 < points }
    { last = $2; end = $0 }
    END { if (end != "[sweep] " points " of " points " points, 0 failed") print "found the last line: " end; if (between < 1) print "found " between + 0 " lines with the time left, expected more" }
' "$work/progress" > "$work/stderr"
[ -s "$work/stderr" ] && problem="$problem$(head -n 1 "$work/stderr")"
verdict "progress on a terminal" "$problem"

# ---- point files that are not whole --------------------------------------------------------------------------------------------
problem=
mkdir "$work/h.sqlite.points"
set -- "$work/left/"*.point
head -c 1500 "$1" > "$work/h.sqlite.points/$(basename "$1")"
head -n 1 "$2" > "$work/h.sqlite.points/$(basename "$2")"
cp "$3" "$work/h.sqlite.points/0123456789abcdef.point"
cp "$4" "$work/h.sqlite.points/"
sed 's/[^,]*$//' "$5" > "$work/h.sqlite.points/$(basename "$5")"
: > "$work/h.sqlite.points/$(basename "$6")"
sweep "$work/h.sqlite" || problem="found exit code $?, expected 0"
[ "$(grep -c '\.point:[0-9]*: found .*, expected .*; it is set aside' "$work/stderr")" -eq 5 ] || problem="expected five lines on files set aside"
[ "$(find "$work/h.sqlite.points" -name '*.bad' | wc -l)" -eq 5 ] || problem="expected five files with the ending .bad"
grep -q ' 1 of them before' "$work/stdout" || problem="expected the whole one to be taken"
verdict "point files half-written" "$problem$(same_content "$work/h.sqlite")"

# ---- no room -------------------------------------------------------------------------------------------------------------------
# A limit on the size of a file: first the database cannot grow, then no point file can be written.
problem=
for limit in 120 2; do # of 512 bytes
    cp "$work/a.sqlite" "$work/d.sqlite"
    rm -rf "$work/d.sqlite.points"
    (
        trap '' XFSZ
        ulimit -f "$limit"
        exec "$rowstreak" sweep "$work/queue.sweep" --database "$work/d.sqlite" --set SEED=1..48 --set QUEUE=8 2>&1 > /dev/null
    ) | cat > "$work/stderr" # the limit would hold for this file too
    [ "$(wc -l < "$work/stderr")" -eq 1 ] && grep -q 'room for' "$work/stderr" || problem="limit $limit: expected one line on the room"
    content "$work/d.sqlite" > "$work/content" && cmp -s "$work/content" "$work/expected" || problem="limit $limit: found the database changed"
done
sweep "$work/d.sqlite" --set SEED=1..48 --set QUEUE=8 || problem="found exit code $? once there is room, expected 0"
[ "$(content "$work/d.sqlite" | wc -l)" -eq $((points + 2 * 40 + 1)) ] || problem="found $(content "$work/d.sqlite" | wc -l) lines, expected all points"
verdict "no room" "$problem"

# ---- points that fail ------------------------------------------------------------------------------------------------------------
problem=
sweep "$work/f.sqlite" --set SEED=1,2 --set LOOKAHEAD=1,3
status=$?
[ "$status" -eq 1 ] || problem="found exit code $status, expected 1"
[ "$(grep -c '^  failed QUEUE=[0-9]* rand2 [BF].*: found LOOKAHEAD = 3' "$work/stdout")" -eq 8 ] || problem="expected 8 failures of the block with two queues shown"
grep -q 'SEED=2.*LOOKAHEAD=3.*: found LOOKAHEAD = 3, expected a power of two' "$work/stdout" || problem="expected the reason"
sweep "$work/f.sqlite" --set SEED=1,2 --set LOOKAHEAD=1,3
grep -q ' 12 done, 12 of them before, 12 failed' "$work/stdout" || problem="expected the same the second time"
[ "$("$rowstreak" query "$work/f.sqlite" --failed | grep -c 'found LOOKAHEAD = 3')" -eq 12 ] || problem="expected query --failed to show 12"
verdict "points that fail" "$problem"

# A worker that comes to grief fails its point, and no other; run again by choice it does its work.
"$rowstreak" sweep "$work/queue.sweep" --database "$work/w.sqlite" --requests 50000,1500 --set SEED=1,2 --jobs 2 > "$work/stdout" 2> "$work/stderr" &
pid=$!
worker() { ps -o pid= --ppid "$pid" | head -n 1 | grep .; }
problem=
wait_for worker > "$work/worker" || problem="found no worker"
kill -KILL "$(tail -n 1 "$work/worker")"
wait "$pid"
status=$?
[ "$status" -eq 1 ] || problem="found exit code $status, expected 1"
grep -q ' 23 done, 0 of them before, 1 failed' "$work/stdout" || problem="expected one failure"
grep -q 'found a process that ended without a result (signal 9)' "$work/stdout" || problem="expected the signal"
sweep "$work/w.sqlite" --requests 50000,1500 --set SEED=1,2
grep -q ' 23 done, 23 of them before, 1 failed' "$work/stdout" || problem="expected the failure to stay without --retry-failed"
sweep "$work/w.sqlite" --requests 50000,1500 --set SEED=1,2 --retry-failed || problem="found exit code $? in the second run, expected 0"
grep -q ' 24 done, 23 of them before, 0 failed' "$work/stdout" || problem="expected the failure to be gone"
verdict "a worker killed, its point run again" "$problem"

# ---- one point, one sweep ----------------------------------------------------------------------------------------------------------
# The same graph under two names, packed too, options that a workload does not have: one point.
awk 'BEGIN { n = 40; print n, n - 1; for (i = 1; i <= n; i++) print (i > 1 ? i - 1 : ""), (i < n ? i + 1 : "") }' > "$work/path.graph"
gzip -n -c "$work/path.graph" > "$work/way.graph.gz"
awk 'BEGIN { n = 30; print n, n - 1; for (i = 1; i <= n; i++) print (i > 1 ? i - 1 : ""), (i < n ? i + 1 : "") }' > "$work/short.graph"
problem=
graphs() { "$rowstreak" sweep --database "$work/g.sqlite" --workload "spmv, rand1" --requests 100 --gap 0,1 --graph "$work/path.graph,$work/way.graph.gz,$work/short.graph" "$@" 2> "$work/stderr"; }
graphs --dry-run > "$work/stdout" || problem="found exit code $?, expected 0"
grep -q '^sweep: 12 combinations, 4 points, 0 done, 0 failed, 4 missing' "$work/stdout" || problem="expected 4 points"
[ ! -e "$work/g.sqlite" ] || problem="found a database of --dry-run"
graphs > "$work/stdout" && graphs --dry-run > "$work/stdout" || problem="found exit code $?, expected 0"
grep -q ' 4 points, 4 done, 0 failed, 0 missing' "$work/stdout" || problem="expected 4 points done"
awk 'BEGIN { n = 20; print n, n - 1; for (i = 1; i <= n; i++) print (i > 1 ? i - 1 : ""), (i < n ? i + 1 : "") }' > "$work/short.graph"
graphs --dry-run > "$work/stdout"
grep -q ' 4 points, 3 done, 0 failed, 1 missing' "$work/stdout" || problem="expected the changed graph to be missing"
verdict "one content, one point" "$problem"

"$rowstreak" sweep "$work/queue.sweep" --database "$work/l.sqlite" --requests 200000 --set SEED=1,2 > "$work/log" 2>&1 &
pid=$!
problem=
locked() { [ -e "$work/l.sqlite.points/lock" ] && worker; }
wait_for locked > "$work/worker" || problem="found no sweep at work"
sweep "$work/l.sqlite"
[ $? -eq 2 ] && grep -q 'found another sweep at work' "$work/stderr" || problem="expected the second one to be refused"
kill "$pid"
wait "$pid" 2>> "$work/log"
verdict "one sweep at a time" "$problem"

# ---- a worker of a cluster -------------------------------------------------------------------------------------------------------
# An sbatch that only keeps the script: then the chunks are there to be run by hand.
problem=
mkdir "$work/bin" "$work/chunks"
cat > "$work/bin/sbatch" << 'END'
#!/bin/sh
[ "$1" = --version ] || { cat > "$KEPT/script"; cp "$SWEPT.points/"*.chunk "$KEPT/"; echo "sbatch: error: no room" >&2; exit 1; }
END
chmod +x "$work/bin/sbatch"
PATH="$work/bin:$PATH" KEPT="$work/chunks" SWEPT="$work/c.sqlite" sweep "$work/c.sqlite" --executor slurm --chunk 30
[ $? -eq 2 ] && [ "$(wc -l < "$work/stderr")" -eq 1 ] && grep -q 'sbatch: found status 1 (sbatch: error: no room), expected 0' "$work/stderr" || problem="expected the words of sbatch"
problem=$problem$(clean "$work/c.sqlite")
[ "$(wc -l < "$work/chunks/0.chunk") $(wc -l < "$work/chunks/1.chunk")" = "30 18" ] || problem="expected chunks of 30 and 18 points"
cp "$work/c.sqlite" "$work/empty"
mkdir "$work/c.sqlite.points"
cp "$work/chunks/0.chunk" "$work/c.sqlite.points/"
for number in 1 2 3; do # as if taken over, done before, and half-written by a worker that died
    key=$(sed -n "${number}s/.* //p" "$work/chunks/0.chunk")
    : > "$work/c.sqlite.points/$key.$(echo taken point tmp | cut -d' ' -f$number)"
done
for task in 0 1; do
    cp "$work/chunks/$task.chunk" "$work/c.sqlite.points/"
    SLURM_ARRAY_TASK_ID=$task sh "$work/chunks/script" > "$work/stdout" 2> "$work/stderr" || problem="found exit code $? of task $task, expected 0"
    [ ! -s "$work/stdout" ] && [ ! -s "$work/stderr" ] || problem="found output of task $task"
done
cmp -s "$work/c.sqlite" "$work/empty" || problem="found the database changed by a worker"
[ "$(find "$work/c.sqlite.points" -name '*.point' -size +0 | wc -l)" -eq 46 ] || problem="expected 46 points run, and not the two that were done"
find "$work/c.sqlite.points" -size 0 -delete
"$rowstreak" sweep "$work/queue.sweep" --requests 1501 --worker "$work/c.sqlite.points/0.chunk" 2> "$work/stderr"
[ $? -eq 2 ] && grep -q '0.chunk:1: found point [0-9a-f]*, expected [0-9a-f]*: sweep, inputs or program are not what they were' "$work/stderr" ||
    problem="expected the chunk of another sweep to be refused"
sweep "$work/c.sqlite" || problem="found exit code $?, expected 0"
grep -q ' 46 of them before' "$work/stdout" || problem="expected the points of the workers to be taken"
verdict "workers of a cluster" "$problem$(same_content "$work/c.sqlite")$(clean "$work/c.sqlite")"

# ---- databases that are not ours -------------------------------------------------------------------------------------------------
refused() { # refused NAME FILE TEXT
    problem=
    cp "$2" "$work/copy"
    sweep "$2"
    status=$?
    [ "$status" -eq 2 ] && [ "$(wc -l < "$work/stderr")" -eq 1 ] && grep -qF "$3" "$work/stderr" || problem="found exit code $status, expected 2 and a line with: $3"
    "$rowstreak" query "$2" --by seed > "$work/stdout" 2> "$work/stderr"
    status=$?
    [ "$status" -eq 2 ] && [ "$(wc -l < "$work/stderr")" -eq 1 ] && grep -qF "$3" "$work/stderr" || problem="query: found exit code $status, expected 2 and a line with: $3"
    cmp -s "$2" "$work/copy" || problem="found the file changed"
    verdict "$1" "$problem$(clean "$2")"
}
cp "$work/a.sqlite" "$work/schema.sqlite"
printf '\000\000\000\001' | dd of="$work/schema.sqlite" bs=1 seek=60 conv=notrunc 2> "$work/log" # user_version
refused "database of another schema" "$work/schema.sqlite" "schema.sqlite: found a database of result schema 1, expected"
cp "$work/a.sqlite" "$work/other.sqlite"
printf '\000\000\000\001' | dd of="$work/other.sqlite" bs=1 seek=68 conv=notrunc 2> "$work/log" # application_id
refused "database of another program" "$work/other.sqlite" "other.sqlite: found another database"
printf 'workload = rand2\n' > "$work/text.sqlite"
refused "a text for a database" "$work/text.sqlite" "text.sqlite: found an SQLite error (file is not a database)"
{ head -c 5000 "$work/a.sqlite"; head -c 3000 /dev/zero; } > "$work/torn.sqlite"
refused "a torn database" "$work/torn.sqlite" "torn.sqlite: found an SQLite error"

# ---- query -----------------------------------------------------------------------------------------------------------------------
problem=
"$rowstreak" query "$work/a.sqlite" cycles --by QUEUE --by machine --csv "$work/q.csv" --json "$work/q.json" --svg "$work/q.svg" > "$work/stdout" 2> "$work/stderr" ||
    problem="found exit code $?, expected 0"
python3 - "$work" 2>> "$work/stderr" << 'END' || problem="found other numbers than those of the records"
import csv, json, sys
folder = sys.argv[1]
cells = {}
for r in csv.DictReader(open(folder + "/expected")):
    cells.setdefault((int(r["queue"]), r["machine"]), []).append(int(r["cycles"]))
rows = list(csv.DictReader(open(folder + "/q.csv")))
shown = json.load(open(folder + "/q.json"))["cells"]
assert len(cells) == len(rows) == len(shown) == 6, (len(cells), len(rows), len(shown))
for row, cell in zip(rows, shown):
    runs = cells[int(row["queue"]), row["machine"]]
    for it in row, cell:
        assert float(it["mean"]) == sum(runs) / 8 and int(it["least"]) == min(runs) and int(it["most"]) == max(runs) and int(it["points"]) == 8, it
    assert cell["machine"] == row["machine"] and cell["queue"] == int(row["queue"])
lines = open(folder + "/stdout").read().split("\n")
assert lines[1].split() == ["queue", "BFIFO", "FR-FCFS"] and [l.split()[0] for l in lines[2:5]] == ["8", "16", "64"], lines
assert float(lines[4].split()[2]) == sum(cells[64, "FR-FCFS"]) / 8, lines
assert lines[5] == "cells are of points that differ in seed", lines
END
for text in '<svg' FR-FCFS BFIFO '>queue<' '>cycles<' '> 64<'; do grep -q -- "$text" "$work/q.svg" || problem="expected $text in the picture"; done
verdict "query" "$problem"
problem=
PATH=$work "$PWD/$rowstreak" query "$work/a.sqlite" --by QUEUE --svg "$work/none.svg" > "$work/stdout" 2> "$work/stderr"
[ $? -eq 2 ] && grep -q 'found no gnuplot, expected the program (Debian package gnuplot-nox)' "$work/stderr" && [ ! -e "$work/none.svg" ] ||
    problem="expected exit code 2, a line and no picture"
verdict "query without gnuplot" "$problem"

[ "$failed" -eq 0 ] || echo "sweep: $failed failed"
[ "$failed" -eq 0 ]
