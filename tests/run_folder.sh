#!/bin/sh
# tests/run_folder.sh ROWSTREAK: --output-dir, --epoch, --warm-up and --measure. What the folder says is counted anew from the DRAM commands and
# the acceptances of the same run. Appends a line per check to $RESULTS.
set -u
rowstreak=$1
suite="run folder"
. tests/verdict.sh
work=$(dirname "$results")/run_folder
rm -rf "$work"
mkdir -p "$work"

# Columns by name: value("requests") after the header.
columns='
function value(name) { if (!(name in column)) { print "no column " name; exit } return $column[name] }
FNR == 1 { delete column; for (i = 1; i <= NF; i++) column[$i] = i; next }'
total() { # total FILE COLUMN [CONDITION]: sum over the lines
    awk -F, "$columns ${3:-1} { sum += value(\"$2\") } END { printf \"%.10g\", sum }" "$folder/$1"
}
same() { # same WHAT VALUE EXPECTED
    [ "$2" = "$3" ] || echo "$1: found $2, expected $3; "
}
near() { # near WHAT VALUE EXPECTED
    awk -v a="$2" -v b="$3" 'BEGIN { exit !(b != 0 && a / b > 0.9999 && a / b < 1.0001) }' || echo "$1: found $2, expected $3; "
}

# One run, its warm-up over in cycle 1000, 4000 cycles that count, in epochs of 1500.
folder=$work/window
pattern="--workload rand2 --requests 12000 --writes 200 --gap 40 --machine BFIFO+HG"
# shellcheck disable=SC2086 # words on purpose
"$rowstreak" run $pattern --warm-up 1000 --measure 4000 --epoch 1500 --output-dir "$folder" --commands "$work/commands" \
    --accepts "$work/accepts" --csv "$work/runs.csv" --json "$work/runs.json" > "$work/table"
verdict "files" "$([ "$(ls "$folder" | tr '\n' ' ')" = "BFIFO+HG.cfg channels.csv command.json epoch_channels.csv epochs.csv histograms.csv results.csv results.json table.txt " ] ||
    echo "found $(ls "$folder")")"
verdict "the same results" "$(cmp "$folder/results.csv" "$work/runs.csv" 2>&1; cmp "$folder/results.json" "$work/runs.json" 2>&1; cmp "$folder/table.txt" "$work/table" 2>&1)"
verdict "channels" "$(
    for channel in 0 3 7; do
        same "requests of channel $channel" "$(total channels.csv requests "value(\"channel\") == $channel")" \
            "$(awk -v c=$channel '!/^#/ && $1 >= 1000 && $1 < 5000 && $2 == c { n++ } END { print n + 0 }' "$work/accepts")"
        same "writes of channel $channel" "$(total channels.csv writes "value(\"channel\") == $channel")" \
            "$(awk -v c=$channel '!/^#/ && $1 >= 1000 && $1 < 5000 && $2 == c && $5 == "W" { n++ } END { print n + 0 }' "$work/accepts")"
        same "ACT of channel $channel" "$(total channels.csv activates "value(\"channel\") == $channel")" \
            "$(awk -v c=$channel '$1 >= 1000 && $1 < 5000 && $3 == c && tolower($2) ~ /^act/ { n++ } END { print n + 0 }' "$work/commands")"
    done)"
verdict "epochs" "$(
    same "number" "$(awk 'END { print NR - 1 }' "$folder/epochs.csv")" 3
    same "first cycles" "$(awk -F, "$columns { printf \"%s+%s \", value(\"first_cycle\"), value(\"cycles\") }" "$folder/epochs.csv")" "1000+1500 2500+1500 4000+1000 "
    for column in requests writes activates; do
        same "$column by channel" "$(total epoch_channels.csv $column)" "$(total channels.csv $column)"
    done
    same "requests" "$(total epochs.csv requests)" "$(total channels.csv requests)"
    same "activates" "$(total epochs.csv activates)" "$(total channels.csv activates)"
    same "second epoch" "$(total epochs.csv requests 'value("epoch") == 1')" \
        "$(awk '!/^#/ && $1 >= 2500 && $1 < 4000 { n++ } END { print n + 0 }' "$work/accepts")")"
verdict "histograms" "$(
    same "reads back" "$(total histograms.csv count 'value("figure") == "latency"')" "$(total epochs.csv reads_back)"
    for figure in latency wait trace_latency; do
        near "mean of $figure" "$(awk -F, "$columns value(\"figure\") == \"$figure\" { n += value(\"count\"); sum += value(\"count\") * value(\"cycles\") } END { print sum / n }" "$folder/histograms.csv")" \
            "$(total results.csv ${figure}_mean)"
    done
    same "p99" "$(awk -F, "$columns value(\"figure\") == \"latency\" && value(\"share_up_to_here\") >= 0.99 { print value(\"cycles\"); exit }" "$folder/histograms.csv")" \
        "$(total results.csv latency_p99)")"
verdict "loads" "$(
    near "accepted" "$(total results.csv throughput)" "$(awk '!/^#/ && $1 >= 1000 && $1 < 5000 { n++ } END { print n / 4000 }' "$work/accepts")"
    awk -v load="$(total results.csv offered_load)" 'BEGIN { if (load < 1.2 || load > 1.6) print "offered load " load ", expected 56 / 40" }'
    same "the run stopped early" "$([ "$(total results.csv cycles)" -lt 8000 ] && echo yes)" yes)"

# The configuration that was kept makes the same run; all cycles count without a window.
"$rowstreak" run --workload rand2 --requests 12000 --writes 200 --gap 40 --machine BFIFO+HG --config "$folder/BFIFO+HG.cfg" \
    --warm-up 1000 --measure 4000 --csv "$work/again.csv" --quiet
verdict "configuration" "$(awk 'NR == FNR { sub(/,[^,]*$/, ""); line[FNR] = $0; next } { sub(/,[^,]*$/, "") } FNR > 1 && $0 != line[FNR] { print "another result" }' "$folder/results.csv" "$work/again.csv")"

# Several runs, a program: each line has its run, and instructions add up.
folder=$work/programs
"$rowstreak" run --workload vadd --workload rand1 --shrink 8 --requests 2000 --machine FIFO --machine BFIFO+HG/L8/G --seeds 2 --epoch 2000 \
    --output-dir "$folder" --quiet
verdict "several runs" "$(
    same "runs" "$(awk -F, "$columns { runs[value(\"run\") value(\"machine\") value(\"workload\") value(\"seed\")] } END { for (run in runs) n++; print n }" "$folder/channels.csv")" 8
    same "instructions" "$(total epochs.csv thread_instructions)" "$(total results.csv thread_instructions)"
    same "requests" "$(total channels.csv requests)" "$(awk -F, "$columns { sum += value(\"reads\") + value(\"writes\") } END { print sum }" "$folder/results.csv")"
    [ -s "$folder/BFIFO+HG_L8_G.cfg" ] || echo "no configuration of the machine with a limit; "
    python3 -c 'import json, sys; f = json.load(open(sys.argv[1])); assert len(f["runs"]) == 8 and f["arguments"][0] == "run" and f["runs"][7]["seed"] == 2' "$folder/command.json" 2>&1)"

# Told to end, nothing stays; what was there stays.
(
    "$rowstreak" run --workload rand2 --requests 20000000 --machine FIFO --machine BFIFO --output-dir "$work/ended" --quiet &
    process=$!
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        [ -e "$work/ended/command.json.$process" ] && break
        sleep 0.2
    done
    kill -TERM $process
    wait $process
) 2> /dev/null
verdict "told to end" "$([ ! -e "$work/ended" ] || echo "found $(ls -d "$work/ended"/*)")"
mkdir -p "$work/full" && echo mine > "$work/full/file"
"$rowstreak" run --workload rand2 --requests 1000 --output-dir "$work/full" --quiet 2> "$work/error"
verdict "a folder with files" "$(same "exit" $? 2; same "files" "$(ls "$work/full")" file)"
"$rowstreak" run --workload rand2 --requests 1000 --gap 10 --measure 100000 --machine FIFO --output-dir "$work/short" --quiet 2> "$work/error"
verdict "too few requests" "$(same "exit" $? 2; [ ! -e "$work/short" ] || echo "a folder stayed; "; grep -q 'expected requests for 100000' "$work/error" || cat "$work/error")"

echo "run folder: $failed failed"
[ "$failed" -eq 0 ]
