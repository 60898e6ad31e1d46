#!/bin/sh
# tests/fuzz/fuzz.sh run|keep|replay READER...: the fuzzer on each reader, what it found into tests/fuzz, the readers on that.
#   run     from the corpus in tests/fuzz and the files of other tests; stops at the first crash or hang, whose bytes stay in build/fuzz/READER
#   keep    the smallest set of files with the coverage of all that was found, packed to tests/fuzz/READER.tar.xz
#   replay  needs no fuzzer; a line a reader to $RESULTS
set -u
build=${BUILD:-build}
# Freed memory is given back soon, and lack of memory is an answer: a reader opens and closes for every input.
export ASAN_OPTIONS=quarantine_size_mb=1:allocator_may_return_null=1
what=$1
shift

seeds() { # seeds READER: files of other tests that it reads
    case $1 in
    graph) ls tests/bad_input/graphs/*.graph tests/bad_input/graphs/*.txt ;;
    matrix) ls tests/bad_input/graphs/*.mtx ;;
    trace) ls tests/bad_input/traces/*.trace tests/traces/*.trace ;;
    kernel_trace) ls tests/traces/*.traceg tests/traces/*.g ;;
    configuration) ls tests/configurations/*.cfg tests/bad_input/configurations/*.cfg ;;
    sweep) ls cmodel/cli/*.sweep cmodel/cli/sensitivity/*.sweep tests/bad_input/sweeps/*.sweep ;;
    esac
}

unpack() { # unpack READER: its corpus to build/fuzz/READER/corpus
    mkdir -p "$build/fuzz/$1/corpus"
    [ ! -f "tests/fuzz/$1.tar.xz" ] || tar -xJf "tests/fuzz/$1.tar.xz" -C "$build/fuzz/$1/corpus"
    seeds "$1" | while IFS= read -r file; do cp "$file" "$build/fuzz/$1/corpus/$(basename "$file")"; done
}

words() { # words READER: the words of its format, as a dictionary of libFuzzer's
    case $1 in
    configuration | sweep)
        sed -n 's/^RS_KEY(\([A-Z0-9_]*\),.*/"\1 = "/p' cmodel/config.def
        printf '"ADDRESS_MAP = "\n"dramid@8;"\n'
        ;;
    esac
    case $1 in
    configuration) ;;
    sweep)
        sed -n 's/^    {"\([a-z-]*\)", ".*/"\1 = "/p' cmodel/cli/sweep_lists.c
        printf '"[b]"\n"1..3"\n"thesis"\n"rand2"\n"spmv"\n"BFIFO+HG"\n'
        ;;
    *) cat "tests/fuzz/$1.dict" ;;
    esac
}

status=0
for reader in "$@"; do
    work=$build/fuzz/$reader
    case $what in
    run)
        unpack "$reader"
        words "$reader" > "$work/dict"
        start=$(date +%s)
        "$work/fuzz" -runs="$RUNS" -max_total_time="$SECONDS_MAX" -timeout="$TIMEOUT" -max_len=8192 -rss_limit_mb=3000 -seed="$SEED" \
            -artifact_prefix="$work/" -dict="$work/dict" -print_final_stats=1 "$work/corpus" > "$work/log" 2>&1
        good=$?
        runs=$(awk '/^stat::number_of_executed_units/ { print $2 }' "$work/log")
        echo "fuzz $reader: ${runs:-0} executions, $(ls "$work/corpus" | wc -l) files, $(($(date +%s) - start)) s"
        if [ "$good" -ne 0 ]; then
            status=1
            echo "fuzz $reader: ended with status $good, see $work/log"
            grep -E '^(readers:|SUMMARY|Test unit|artifact)' "$work/log"
        fi
        ;;
    keep)
        rm -rf "$work/kept"
        mkdir -p "$work/kept"
        "$work/fuzz" -merge=1 -max_len=8192 -rss_limit_mb=3000 "$work/kept" "$work/corpus" > "$work/merge.log" 2>&1 || { status=1; continue; }
        find "$work/kept" -type f -size +4k -delete
        (cd "$work/kept" && ls | LC_ALL=C sort | tar --owner=0 --group=0 --mtime=@0 -cf - -T -) | xz -9e > "tests/fuzz/$reader.tar.xz"
        echo "fuzz $reader: $(ls "$work/kept" | wc -l) files kept, $(wc -c < "tests/fuzz/$reader.tar.xz") bytes packed"
        ;;
    replay)
        rm -rf "$build/test/fuzz/$reader"
        mkdir -p "$build/test/fuzz/$reader"
        tar -xJf "tests/fuzz/$reader.tar.xz" -C "$build/test/fuzz/$reader" &&
            { find "$build/test/fuzz/$reader" -type f; seeds "$reader"; } | xargs timeout 300 "$build/test/readers" "$reader" > "$build/test/fuzz/$reader.log" 2>&1
        if [ $? -eq 0 ]; then
            echo "pass fuzz corpus: $reader" >> "$RESULTS"
        else
            echo "FAIL fuzz corpus: $reader" >> "$RESULTS"
            tail -n 5 "$build/test/fuzz/$reader.log"
            status=1
        fi
        ;;
    esac
done
exit $status
