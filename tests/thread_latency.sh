#!/bin/sh
# tests/thread_latency.sh ROWSTREAK: the thread-latency micro-benchmark and what is deduced from its curves. Appends a line
# per check to $RESULTS. Sizes of the tables that are guessed are random, by fixed seeds.
set -u
rowstreak=$1
suite="thread latency"
. tests/verdict.sh
work=build/test/thread_latency
rm -rf "$work"
mkdir -p "$work"

# What a table of the size must show, counted thread by thread: "pattern loads threads" for every curve.
expected='
function entries_for(threads,   thread, runs, k, sum) {
    for (thread = 0; thread < threads; thread += prt ? 32 : share) {
        k = threads - thread < share ? threads - thread : share
        sum += loads * (prt ? 1 : int((k + merges - 1) / merges))
    }
    return sum
}
BEGIN {
    for (share = 1; share <= 32; share *= 2)
        for (loads = 1; loads <= 4; loads++) {
            for (threads = 0; threads + 2 <= most && entries_for(threads + 2) <= entries; threads += 2) { }
            print (share == 1 ? "UNQ" : "Merger" share), loads, (threads + 2 > most ? "null" : threads)
        }
}'
measured() { # measured KIND ENTRIES MERGES: the same lines from saturation.json
    sed -n -e "/\"table\": \"$1\", \"entries\": $2, \"merges\": $3,/!d" \
        -e 's/.*"pattern": "\(.*\)", "loads": \(.*\), "saturation_threads": \(.*\)}.*/\1 \2 \3/p' "$work/saturation.json"
}

# The paper's tables on the whole sweep, its saturation points (OUTSTANDING 5), and every other point by its size.
"$rowstreak" thread-latency --folder "$work" > "$work/table.txt" || verdict "the paper's tables" "the command failed"
problem=
for point in 'MSHR 128 8:UNQ 1 128' 'MSHR 128 8:UNQ 2 64' 'MSHR 128 8:Merger2 1 256' 'MSHR 128 8:Merger4 2 256' \
    'MSHR 128 8:Merger8 4 256' 'PRT 44 null:UNQ 1 null' 'PRT 44 null:UNQ 2 704' 'PRT 44 null:UNQ 3 448'; do
    # shellcheck disable=SC2086 # words on purpose
    measured ${point%%:*} | grep -qx "${point#*:}" || problem="found no ${point%%:*} with ${point#*:}"
done
verdict "saturation points of OUTSTANDING" "$problem"

check_size() { # check_size KIND ENTRIES MERGES MOST-THREADS
    awk -v prt=$([ "$1" = PRT ] && echo 1 || echo 0) -v entries="$2" -v merges="$3" -v most="$4" "$expected" > "$work/expected"
    measured "$1" "$2" "$3" > "$work/measured"
    verdict "saturation of $1 $2 $3" "$(diff "$work/expected" "$work/measured" | head -n 3 | tr '\n' ' ')"
}
check_size MSHR 128 8 1024
check_size PRT 44 null 1024
"$rowstreak" thread-latency --threads 256 --folder "$work" --table MSHR1x1 --table MSHR37x3 --table MSHR64x16 --table MSHR100x1 \
    --table MSHR300x32 --table PRT1 --table PRT7 --table PRT23 > /dev/null || verdict "other tables" "the command failed"
for size in 'MSHR 1 1' 'MSHR 37 3' 'MSHR 64 16' 'MSHR 100 1' 'MSHR 300 32' 'PRT 1 null' 'PRT 7 null' 'PRT 23 null'; do
    # shellcheck disable=SC2086 # words on purpose
    check_size $size 256
done

# Blind: the curves go to `deduce` under a name that says nothing. Ranges: those in which the sweep decides every size.
random_tables() { # random_tables SEED COUNT KIND LEAST-ENTRIES MOST LEAST-MERGES MOST
    awk -v x="$1" -v count="$2" -v kind="$3" -v a="$4" -v b="$5" -v c="$6" -v d="$7" '
        function below(n) { x = (x * 16807) % 2147483647; return int(x / 2147483647 * n) }
        BEGIN {
            below(1); below(1)
            while (count-- > 0) {
                name = kind (a + below(b - a + 1))
                print name (kind == "MSHR" ? "x" (c + below(d - c + 1)) : "")
            }
        }'
}
name_of() { # of a table, as `deduce` says it
    echo "$1" | sed -e 's/^MSHR\([0-9]*\)x\([0-9]*\)$/MSHR table, \1 entries, \2 merges/' \
        -e 's/^PRT\([0-9]*\)$/pending request table, \1 entries/' -e 's/, 1 entries/, 1 entry/' -e 's/, 1 merges/, 1 merge/'
}
guess() { # guess NAME ANSWER OPTION...
    name=$1
    answer=$2
    shift 2
    "$rowstreak" thread-latency --folder "$work" --table "$name" "$@" > /dev/null && mv "$work/$name.csv" "$work/curves.csv" &&
        "$rowstreak" deduce "$work/curves.csv" > "$work/deduced"
    found=$(sed '/^$/,$d' "$work/deduced")
    verdict "deduce $name $*" "$([ "$found" = "$answer" ] || echo "found '$found', expected '$answer'")"
}
for table in $(random_tables 11 9 MSHR 2 128 1 15); do
    guess "$table" "$(name_of "$table")" --threads 256
done
for table in $(random_tables 22 5 MSHR 1 128 1 31); do
    guess "$table" "$(name_of "$table")" --threads 256 --step 1
done
for table in $(random_tables 33 3 MSHR 129 256 1 15); do
    guess "$table" "$(name_of "$table")" --threads 512
done
for table in $(random_tables 44 7 PRT 1 35 0 0) $(random_tables 88 6 PRT 36 127 0 0); do
    guess "$table" "$(name_of "$table")"
done
# What a sweep cannot decide, it says.
guess MSHR1x1 "MSHR table, 1 to 2 entries, 1 merge"
guess MSHR2x1 "MSHR table, 1 to 2 entries, 1 merge"
guess MSHR1x1 "MSHR table, 1 entry, 1 merge" --step 1
guess MSHR40x17 "MSHR table, 40 entries, 16 to 17 merges" --threads 256
guess MSHR40x64 "MSHR table, 40 entries, at least 32 merges" --threads 256
guess PRT10 "pending request table, 10 entries" --threads 128
guess PRT128 "MSHR table, at least 512 entries, at least 32 merges
pending request table, at least 16 entries" --threads 128
# Blind too, sizes that the sweep does not all decide: the answer is a number or a range, and the truth lies in it.
holds='
function within(text, value,   word) {
    split(text, word, " ")
    return text ~ /^at least/ ? value >= word[3] : word[2] == "to" ? value >= word[1] && value <= word[3] : value == word[1]
}
BEGIN { FS = ", "; kind = name ~ /^MSHR/ ? "MSHR table" : "pending request table"; split(substr(name, kind ~ /^MSHR/ ? 5 : 4), size, "x") }
$0 == "" { exit }
$1 == kind { found = within($2, size[1] + 0) && (size[2] == "" || within($3, size[2] + 0)); range = / to |at least/ }
END { print !found ? "not within" : range ? "range" : "number" }'
ranges=0
within() { # within NAME OPTION...
    name=$1
    shift
    "$rowstreak" thread-latency --folder "$work" --table "$name" "$@" > /dev/null && mv "$work/$name.csv" "$work/curves.csv" &&
        "$rowstreak" deduce "$work/curves.csv" > "$work/deduced"
    kind=$(awk -v name="$name" "$holds" "$work/deduced")
    [ "$kind" = range ] && ranges=$((ranges + 1))
    verdict "range of $name $*" "$([ "$kind" != "not within" ] || echo "found '$(sed '/^$/,$d' "$work/deduced")', expected it within")"
}
for table in $(random_tables 55 4 MSHR 1 2 1 1) $(random_tables 66 5 MSHR 1 64 16 40) $(random_tables 77 3 MSHR 129 400 1 8); do
    within "$table" --threads 128
done
verdict "ranges among the answers" "$([ "$ranges" -ge 8 ] || echo "found $ranges, expected 8 or more")"
# As measured: a latency is off by 2 % (normal, standard deviation) and a fraction, half of the points are missing.
measure='
function uniform() { x = (x * 16807) % 2147483647; return x / 2147483647 }
function normal(   u) { u = uniform(); return sqrt(-2 * log(u)) * cos(6.283185307 * uniform()) }
BEGIN { FS = OFS = ","; x = seed; uniform(); uniform() }
NR == 1 { print; next }
($2 == 1 && $3 <= 2) || uniform() > 0.5 { print $1, $2, $3, sprintf("%.3f", $4 * (1 + 0.02 * normal())), "" }'
numbers=0
noisy() { # noisy NAME SEED OPTION...
    name=$1
    seed=$2
    shift 2
    "$rowstreak" thread-latency --folder "$work" --table "$name" "$@" > /dev/null &&
        awk -v seed="$seed" "$measure" "$work/$name.csv" > "$work/curves.csv" && "$rowstreak" deduce "$work/curves.csv" > "$work/deduced"
    kind=$(awk -v name="$name" "$holds" "$work/deduced")
    [ "$kind" = number ] && numbers=$((numbers + 1))
    verdict "noisy $name $*" "$([ "$kind" != "not within" ] || echo "found '$(sed '/^$/,$d' "$work/deduced")', expected it within")"
}
seed=100
for latency in 4096 600 100; do
    for table in $(random_tables $((seed + 1)) 4 MSHR 2 64 1 15) $(random_tables $((seed + 2)) 4 PRT 1 30 0 0); do
        seed=$((seed + 3))
        noisy "$table" $seed --threads 512 --latency $latency
    done
done
verdict "numbers among the noisy answers" "$([ "$numbers" -ge 12 ] || echo "found $numbers, expected 12 or more of 24")"
# Curves of two tables mixed are no table's; where they differ in few points, these are named.
mixed() { # mixed NAME OTHER: curves of NAME but for Merger32, which is OTHER's
    "$rowstreak" thread-latency --folder "$work" --table "$1" --table "$2" --threads 256 > /dev/null
    { sed '/Merger32,/d' "$work/$1.csv"; grep 'Merger32,' "$work/$2.csv"; } > "$work/mixed.csv"
    "$rowstreak" deduce "$work/mixed.csv" > "$work/deduced"
}
mixed MSHR16x4 MSHR16x8
verdict "curves of two tables" "$([ $? -eq 1 ] && grep -q '^neither' "$work/deduced" || echo "found an answer, expected neither")"
mixed MSHR16x4 MSHR16x5
verdict "few points of another table" "$(grep -q '^beyond noise: 4 of 3072 points; the farthest is Merger16, ' "$work/deduced" ||
    echo "found '$(grep '^beyond' "$work/deduced")', expected 4 of 3072 points")"
echo "thread latency: $failed failed"
[ "$failed" -eq 0 ]
