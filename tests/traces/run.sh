#!/bin/sh
# tests/traces/run.sh ROWSTREAK LOCKSTEP BESIDE: request traces through the command. Appends a line per test to $RESULTS.
# LOCKSTEP is the same command with the RTL of tests/configurations/tiny.cfg (BFIFO) beside the model, BESIDE that with the RTL of
# gpu_small.cfg's memory path.
rowstreak=$1
lockstep=$2
beside=$3
here=tests/traces
suite=traces
. tests/verdict.sh
work=$(dirname "$results")/traces
rm -rf "$work"
mkdir -p "$work"

column() { # column FILE NAME: the values of a CSV column
    awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i } NR > 1 { print $c }' "$1"
}

requests=3000
awk -v requests=$requests -f $here/mixed.awk > "$work/mixed.trace"
gzip -n -c "$work/mixed.trace" > "$work/mixed.trace.gz"

# Repeated lines, one third writes: five machines run to the end with right data.
"$rowstreak" trace "$work/mixed.trace.gz" --csv "$work/mixed.csv" > "$work/table.txt" &&
    [ "$(column "$work/mixed.csv" requests | sort | uniq -c | tr -s ' ')" = " 5 $requests" ]
judge "mixed trace on five machines" $?

# Plain and gzip are the same trace.
"$rowstreak" trace "$work/mixed.trace" --quiet --csv "$work/plain.csv" &&
    [ "$(column "$work/plain.csv" cycles)" = "$(column "$work/mixed.csv" cycles)" ]
judge "plain and gzip agree" $?

# Ramulator 2's form of the same requests from standard input, in xz, against Ramulator's from a file; and no file of that name is read.
awk '{ print "0x" $1, $2 == "READ" ? "R" : "W" }' "$work/mixed.trace" | sed 's/^0x0x/0x/' > "$work/mixed.ramulator"
awk '{ print $2 == "R" ? "LD" : "ST", $1 }' "$work/mixed.ramulator" | xz -c | "$rowstreak" trace - --machine FIFO --quiet --csv "$work/loads.csv" &&
    "$rowstreak" trace "$work/mixed.ramulator" --machine FIFO --quiet --csv "$work/ramulator.csv" &&
    [ "$(column "$work/loads.csv" cycles)" = "$(column "$work/ramulator.csv" cycles)" ]
judge "Ramulator 2's form from standard input" $?

# The commands of the small traces are the ones on record: tests/traces/NAME.commands.
for name in small.dramsim3 small.ramulator; do
    "$rowstreak" trace $here/$name.trace --machine BFIFO+HG --quiet --commands "$work/$name.commands" &&
        diff $here/$name.commands "$work/$name.commands"
    judge "commands of $name" $?
done

# The rules of DRAM timing hold in the command stream as others read it, and every request is two column commands a chip.
for machine in FIFO BFIFO+HMHG4 FR-FCFS; do
    "$rowstreak" trace "$work/mixed.trace" --machine $machine --quiet --commands "$work/commands" &&
        counts=$(awk -v banks=4 -v tRC=34 -v tRP=13 -v tRRD=8 -v tRAS=21 -v tRTP=2 -v tWR=10 -v tRCD=12 -v tCCD=2 \
            -v tWTR=5 -v tRTW=9 -v WL=4 -v burst=2 -f $here/check_commands.awk "$work/commands") &&
        [ "${counts% *}" = "$(awk '$2 == "READ" { r += 2 } $2 == "WRITE" { w += 2 } END { print r, w }' "$work/mixed.trace")" ]
    judge "timing of the command stream, $machine" $?
done

# The checker of this test sees a command that comes too early.
sed '0,/ read /s/^[0-9]*\( *read \)/1\1/' "$work/commands" | sort -s -n > "$work/early"
! awk -v banks=4 -v tRCD=12 -f $here/check_commands.awk "$work/early" > "$work/early.txt"
judge "a read too early is found" $?

# Latencies of single requests: all of them, whose mean and maximum are the table's.
"$rowstreak" trace "$work/mixed.trace" --machine FR-FCFS --quiet --csv "$work/latencies.csv" --latencies "$work/latencies" &&
    awk '$3 == "R" { n++; sum += $7; most = $7 > most ? $7 : most } $3 == "W" { w++ } END { printf "%d %d %.6f %d\n", n, w, sum / n, most }' \
        "$work/latencies" > "$work/latencies.found" &&
    for name in reads writes latency_mean latency_max; do column "$work/latencies.csv" $name; done | paste -s -d ' ' - |
        awk '{ printf "%d %d %.6f %d\n", $1, $2, $3, $4 }' | diff "$work/latencies.found" -
judge "latencies of single requests" $?
"$rowstreak" run --kernel-trace $here/kernel-4.traceg --machine FIFO --quiet --csv "$work/latencies.csv" --latencies "$work/latencies" &&
    [ "$(wc -l < "$work/latencies")" -eq "$(column "$work/latencies.csv" requests)" ]
judge "latencies of a kernel trace" $?

# A picture of a trace.
"$rowstreak" timeline --trace "$work/mixed.trace" --from 100 --svg "$work/timeline.svg" > /dev/null &&
    tail -n 1 "$work/timeline.svg" | grep -q '</svg>'
judge "timeline of a trace" $?

# Predictions: of a trace in either form they are those of its addresses, decoded one by one, as a file of acceptances.
values() { # values FILE: channels, requests, predictions
    awk -F, 'NR > 1 { $1 = $2 = $3 = $4 = $5 = $6 = $9 = $10 = $11 = $14 = ""; print }' "$1"
}
awk '{ print "0x" substr($1, 3), $2 == "WRITE" ? "W" : "R" }' "$work/mixed.trace" > "$work/mixed.ramulator"
cut -d' ' -f1 "$work/mixed.trace" | xargs "$rowstreak" decode |
    awk '{ gsub(/,/, ""); print NR, $3, $5, $7, "R", 0 }' > "$work/decoded.accepts"
"$rowstreak" predict --accepts "$work/decoded.accepts" --quiet --csv "$work/decoded.csv" &&
    [ "$(column "$work/decoded.csv" full | awk '0.1 < $1 && $1 <= 1' | wc -l)" = 8 ] &&
    "$rowstreak" predict --trace "$work/mixed.trace.gz" --quiet --csv "$work/mixed.csv" &&
    "$rowstreak" predict --trace "$work/mixed.ramulator" --quiet --csv "$work/ramulator.csv" &&
    [ "$(values "$work/mixed.csv")" = "$(values "$work/decoded.csv")" ] &&
    [ "$(values "$work/ramulator.csv")" = "$(values "$work/decoded.csv")" ]
judge "predictions of a trace" $?

# What a run's controllers accept, written to a file, gives the predictions of the run.
"$rowstreak" predict --workload rand2 --requests 5000 --writes 300 --quiet --csv "$work/run.csv" &&
    "$rowstreak" run --workload rand2 --requests 5000 --writes 300 --machine FR-FCFS --quiet --accepts "$work/run.accepts" &&
    "$rowstreak" predict --accepts "$work/run.accepts" --set SCHEDULER=FRFCFS --timed --quiet --csv "$work/accepts.csv" \
        --occupancy "$(column "$work/run.csv" queue_occupancy | head -n 1)" &&
    [ "$(column "$work/run.csv" timed | awk '0.1 < $1 && $1 <= 1' | wc -l)" = 8 ] &&
    [ "$(values "$work/run.csv")" = "$(values "$work/accepts.csv")" ]
judge "predictions of a file of acceptances" $?

# The RTL in lockstep.
"$lockstep" trace "$work/mixed.trace.gz" --wrap --config tests/configurations/tiny.cfg --set SCHEDULER=1 \
    --machine BFIFO --machine BFIFO+HG/L4/G --jobs 1 --quiet --csv "$work/lockstep.csv" &&
    [ "$(column "$work/lockstep.csv" lockstep_cycles)" = "$(column "$work/lockstep.csv" cycles)" ] &&
    [ "$(column "$work/lockstep.csv" mismatches | sort -u)" = 0 ]
judge "RTL in lockstep on a trace" $?

# The memory path's RTL beside the path of a whole machine, whose SMs are in C; results are those of the C model alone.
small="run --workload nn --shrink 8 --config tests/configurations/gpu_small.cfg --machine BFIFO+HMHG4 --jobs 1 --quiet --max-cycles 20000"
# shellcheck disable=SC2086 # words on purpose
"$beside" $small --csv "$work/beside.csv" && "$rowstreak" $small --csv "$work/alone.csv" &&
    [ "$(column "$work/beside.csv" lockstep_cycles)" = "$(column "$work/beside.csv" cycles)" ] &&
    [ "$(column "$work/beside.csv" mismatches)" = 0 ] &&
    "$rowstreak" report "$work/beside.csv" "$work/alone.csv" > /dev/null
judge "RTL of the memory path beside a whole machine" $?

# Kernel traces of GPUs: each of the tracer's versions, packed, beside a count of its text by awk that shares nothing with the model.
counts_agree() { # counts_agree N: row N of kernel.csv has what awk has counted
    for name in instructions thread_instructions accesses_global accesses_scratchpad accesses_local writes l1_merged l1_misses; do
        column "$work/kernel.csv" $name | sed -n "$1p"
    done | paste -s -d ' ' - |
        awk '{ printf "instructions %d\nthreads %d\nloads %d\nstores %d\natomics 0\nglobal %d\nshared %d\nlocal %d\n", $1, $2, $7 + $8, $6, $3, $4, $5 }' |
        diff "$work/counted.txt" -
}
for version in 3 4 5; do
    awk -f $here/kernel_trace.awk -v blocks=6 -v warps=3 -v rounds=2 -v version=$version -v lineinfo=$((version == 4)) > "$work/kernel-$version.traceg"
    awk -f $here/kernel_trace_count.awk "$work/kernel-$version.traceg" > "$work/counted.txt"
    gzip -n -f "$work/kernel-$version.traceg"
    "$rowstreak" run --kernel-trace "$work/kernel-$version.traceg.gz" --set SMS=4 --machine BFIFO --machine FR-FCFS --jobs 1 --quiet --csv "$work/kernel.csv" &&
        counts_agree 1 && counts_agree 2
    judge "kernel trace of version $version" $?
done

# The three of them in a list, which names the files without .gz: as many instructions, a launch each. The RTL of the memory path beside it.
printf 'MemcpyHtoD,0x00007f0000000000,64\nkernel-3.traceg\nkernel-4.traceg\nkernel-5.traceg\n' > "$work/kernelslist.g"
kernels="run --kernel-trace $work/kernelslist.g --config tests/configurations/gpu_small.cfg --machine BFIFO+HMHG4 --jobs 1 --quiet --max-cycles 8000"
# shellcheck disable=SC2086 # words on purpose
"$rowstreak" ${kernels% --max-cycles*} --csv "$work/list.csv" && [ "$(column "$work/list.csv" launches)" = 3 ] &&
    [ "$(column "$work/list.csv" instructions)" = $((3 * $(awk '$1 == "instructions" { print $2 }' "$work/counted.txt"))) ] &&
    "$beside" $kernels --csv "$work/beside.csv" && [ "$(column "$work/beside.csv" mismatches)" = 0 ] &&
    [ "$(column "$work/beside.csv" lockstep_cycles)" = 8000 ]
judge "list of kernel traces, RTL of the memory path beside it" $?

[ "$failed" -eq 0 ] && echo "traces: all passed"
[ "$failed" -eq 0 ]
