#!/bin/sh
# tests/slurm/run.sh ROWSTREAK FOLDER: sweeps by a Slurm of three nodes on this machine (cluster.sh), which is begun for it and ended after it:
# one node dies in the middle; the sweep is interrupted; it is killed and another one takes over what its array goes on to do.
# Each time the database has in the end what a local sweep leaves. Prints a line per case, exits 1 when one fails.
set -u
rowstreak=$PWD/$1
work=$2
here=$PWD/$(dirname "$0")
nodes=3
points=200
rm -rf "$work"
mkdir -p "$work" || exit 2
cd "$work" || exit 2
suite=slurm
shown=stderr
RESULTS=$PWD/results
. "$here/../verdict.sh"
patience=120

# Names and values that need care: blanks and quotes in the shell, % in Slurm.
name="of 100 % 'queue'"
cat > "$name.sweep" << 'END'
workload = rand2
requests = 8000
SEED = 1..20
[three]
machine = BFIFO, BFIFO+HG, FR-FCFS
QUEUE = 8, 16, 32
[one]
machine = FIFO
END
# What is in a database but how long the runs took: the last column.
content() { "$rowstreak" query "$1" --records --csv - | sed 's/,[^,]*$//'; }
same_content() { # same_content DATABASE: prints what is wrong
    content "$1" > content 2>> stderr || echo "found no records"
    cmp -s content expected || echo "found another content than that of the local sweep"
    [ ! -e "$1.points" ] || echo "found $1.points, expected no folder"
}
sweep() { # sweep DATABASE OPTIONS...
    database=$1
    shift
    timeout 400 "$rowstreak" sweep "$name.sweep" --database "$database" "$@" > stdout 2> stderr
}
results() { # results FOLDER: names of the points that have one, with their inodes
    (cd "$1" && ls -i | sed -n 's/^ *\([0-9]*\) \([0-9a-f]*\)\.\(point\|taken\)$/\2 \1/p' | sort)
}
some() { [ "$(results "$1" | wc -l)" -ge "$2" ]; }
empty() { [ -z "$(squeue --noheader)" ]; }

problem=
sweep local.sqlite || problem="found exit code $?, expected 0"
content local.sqlite > expected
[ "$(wc -l < expected)" -eq $((points + 1)) ] || problem="found $(wc -l < expected) lines, expected $points points and a header"
verdict "local, to compare with" "$problem"

problem=
timeout 60 env PATH=/nonexistent "$rowstreak" sweep "$name.sweep" --database none.sqlite --executor slurm > stdout 2> stderr
status=$?
[ "$status" -eq 2 ] && [ "$(wc -l < stderr)" -eq 1 ] && grep -q 'found no sbatch, expected the program (Debian package slurm-client)' stderr && [ ! -e none.sqlite ] ||
    problem="found exit code $status, expected 2, a line and no database"
verdict "no Slurm" "$problem"

trap 'sh "$here/cluster.sh" stop "$PWD/cluster"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
sh "$here/cluster.sh" start "$PWD/cluster" "$nodes" 1 || exit 2
export SLURM_CONF="$PWD/cluster/slurm.conf"

# ---- a node dies -------------------------------------------------------------------------------------------------------------------
problem=
"$rowstreak" sweep "$name.sweep" --database n.sqlite --executor slurm --progress > stdout 2> stderr &
pid=$!
in_the_middle() { # the chunk on node n2 has some results and is to get more: $chunk
    chunk=$(squeue --noheader --states=R --nodelist=n2 --format=%K)
    [ -n "$chunk" ] || return 1
    done_of_chunk=$(results n.sqlite.points | cut -d' ' -f1 | grep -cFf - "n.sqlite.points/$chunk.chunk")
    [ "$done_of_chunk" -ge 3 ] && [ "$done_of_chunk" -le 12 ]
}
wait_for in_the_middle > log || problem="found no chunk in the middle on node n2"
sh "$here/cluster.sh" lose "$PWD/cluster" n2
results n.sqlite.points > before
cp before latest
cp "n.sqlite.points/$chunk.chunk" chunk
while kill -0 "$pid" 2> log; do
    results n.sqlite.points > now 2> log
    [ "$(wc -l < now)" -lt "$(wc -l < latest)" ] || cp now latest # at the end the folder vanishes
    sleep 0.5
done
wait "$pid" || problem="found exit code $?, expected 0"
[ "$(cut -d' ' -f1 before | grep -cFf - chunk)" -lt "$(wc -l < chunk)" ] || problem="found the chunk done before the node was lost"
grep -q 'requeue job .* due to failure of node n2' cluster/slurmctld.log || problem="found no task requeued"
[ "$(comm -23 before latest | wc -l)" -eq 0 ] || problem="found points run again that were done"
[ "$(wc -l < latest)" -gt "$(wc -l < before)" ] || problem="found no points after the loss of the node"
grep -q "^\[sweep\] $points of $points points, 0 failed$" stderr || problem="found no last line of progress"
grep -q '^\[sweep\] [0-9]* of 200 points, 0 failed, 0:[0-9][0-9]:[0-9][0-9] left$' stderr || problem="found no line of progress with time left"
verdict "a node dies in the middle" "$problem$(same_content n.sqlite)"
slurmd=$(PATH=$PATH:/usr/sbin command -v slurmd)
"$slurmd" -N n2 >> cluster/start.log 2>&1

# ---- interrupted, killed -----------------------------------------------------------------------------------------------------------
problem=
env --default-signal=INT "$rowstreak" sweep "$name.sweep" --database i.sqlite --executor slurm > stdout 2> stderr &
pid=$!
wait_for some i.sqlite.points 20 > log || problem="found no points before the end"
kill -INT "$pid"
wait "$pid" 2> log
status=$?
[ "$status" -eq 130 ] || problem="found exit status $status, expected 130"
[ "$(wc -l < stderr)" -eq 1 ] && grep -q 'found signal 2, expected' stderr || problem="found another line on stderr"
empty || problem="found an array that is not cancelled"
[ ! -e i.sqlite.points ] || problem="found a folder"
kept=$("$rowstreak" query i.sqlite --records --csv - | wc -l)
[ "$kept" -ge 21 ] && [ "$kept" -lt "$points" ] || problem="found $((kept - 1)) points kept, expected 20 or more"
sweep i.sqlite --executor slurm --chunk 7 || problem="found exit code $?, expected 0"
grep -q " $((kept - 1)) of them before" stdout || problem="found another number of points before"
verdict "INT cancels the array and keeps what is done" "$problem$(same_content i.sqlite)"

problem=
"$rowstreak" sweep "$name.sweep" --database k.sqlite --executor slurm > stdout 2> stderr &
pid=$!
wait_for some k.sqlite.points 20 > log || problem="found no points before the end"
kill -KILL "$pid"
wait "$pid" 2> log
job=$(cat k.sqlite.points/array)
sweep k.sqlite
status=$?
[ "$status" -eq 2 ] && [ "$(wc -l < stderr)" -eq 1 ] && grep -q "found job $job of Slurm at work" stderr || problem="found exit code $status of a local sweep, expected 2 and a line on the array"
sweep k.sqlite --executor slurm || problem="found exit code $?, expected 0"
[ "$(grep -c "Name=$job " cluster/jobs.txt)" -ge 10 ] || problem="found fewer tasks of the first array than there were chunks"
[ "$(sed -n 's/.* Name=\(rowstreak-[0-9a-f]*\) .*/\1/p' cluster/jobs.txt | sort -u | wc -l)" -eq 4 ] || problem="found another array, expected the one of the killed sweep to go on"
verdict "killed, and its array taken over" "$problem$(same_content k.sqlite)"

# ---- what Slurm refuses and ends -----------------------------------------------------------------------------------------------------
problem=
SBATCH_PARTITION=nosuch sweep r.sqlite --executor slurm
status=$?
[ "$status" -eq 2 ] && [ "$(wc -l < stderr)" -eq 1 ] && grep -q 'sbatch: found status 1 (sbatch: error: .*partition' stderr && [ ! -e r.sqlite.points ] ||
    problem="found exit code $status, expected 2, a line and no folder"
"$rowstreak" sweep "$name.sweep" --database r.sqlite --executor slurm > stdout 2> stderr &
pid=$!
wait_for some r.sqlite.points 5 > log || problem="found no points before the end"
scancel --name="$(cat r.sqlite.points/array)"
wait "$pid"
status=$?
[ "$status" -eq 2 ] && [ "$(wc -l < stderr)" -eq 1 ] && grep -q 'of Slurm that ended without [0-9]* of [0-9]* points (.*), expected all' stderr || problem="found exit code $status of an array cancelled by others, expected 2 and a line"
sweep r.sqlite --executor slurm || problem="found exit code $?, expected 0"
grep -q ' 0 of them before' stdout && problem="found nothing kept of the array cancelled by others"
verdict "what Slurm refuses and others cancel" "$problem$(same_content r.sqlite)"

cat "$results"
[ "$failed" -eq 0 ]
