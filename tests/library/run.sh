#!/bin/sh
# tests/library/run.sh: what `make install` puts below a DESTDIR, used as others use it: only from there. Appends a line per test
# to $RESULTS. Environment: RESULTS, BUILD, MAKE, CC, CXX.
suite=library
. tests/verdict.sh
work=${BUILD:-build}/test/library # removed below: nothing but this script writes there
rm -rf "$work"
mkdir -p "$work"
work=$(cd "$work" && pwd)
destination=$work/root
prefix=/opt/rowstreak
root=$destination$prefix
examples=cmodel/library/examples
cc=${CC:-gcc}
cxx=${CXX:-g++}
warnings="-Wall -Wextra -Werror -pedantic"

make_it() { ${MAKE:-make} "$@" DESTDIR="$destination" PREFIX=$prefix BUILD="${BUILD:-build}" > "$work/make.log" 2>&1; }

make_it install
judge "make install" $?
archive=$root/lib/librowstreak.a
header=$root/include/rowstreak.h

# The archive: the functions of the header, no others; no variables, on which the header's word on threads rests; nothing that ends the
# process or prints.
sed -n 's/^RS_API .*\<\(rs_[a-z0-9_]*\)(.*/\1/p' "$header" | sort > "$work/declared"
nm -g --defined-only "$archive" | awk 'NF == 3 { print $3 }' | sort > "$work/defined"
[ "$(wc -l < "$work/declared")" -gt 30 ] && diff "$work/declared" "$work/defined"
judge "global names are those of the header" $?
objdump -h "$archive" | awk '$2 ~ /^[.](data|bss|tdata|tbss)$/ { n++; if ($3 !~ /^0+$/) bad = 1 } END { exit bad || n == 0 }'
judge "no variables" $?
nm -u "$archive" > "$work/undefined"
grep -q ' malloc$' "$work/undefined" && ! grep -Ew 'exit|_exit|quick_exit|abort|__assert_fail|raise|kill|signal|sigaction|puts|printf|fprintf|stdout|stderr|fork' "$work/undefined"
judge "nothing ends the process or prints" $?

# The header alone.
for standard in c11 c99; do
    $cc -std=$standard $warnings -fsyntax-only -x c -include "$header" /dev/null
    judge "header in $standard" $?
done
for standard in c++11 c++17; do
    $cxx -std=$standard $warnings -fsyntax-only -x c++ -include "$header" /dev/null
    judge "header in $standard" $?
done

# The examples, with the flags of pkg-config.
flags=$(PKG_CONFIG_PATH=$root/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$destination pkg-config --cflags --libs rowstreak)
version=$(PKG_CONFIG_PATH=$root/lib/pkgconfig pkg-config --modversion rowstreak)
[ -n "$flags" ] && [ -n "$version" ]
judge "pkg-config" $?
for standard in c11 c99; do
    $cc -std=$standard $warnings $examples/latency.c $flags -o "$work/latency.$standard" && "$work/latency.$standard" > "$work/latency.$standard.txt" &&
        grep -q "^rowstreak $version: 10000 reads in [1-9][0-9]* cycles, mean latency [1-9][0-9.]* cycles, DRAM efficiency [1-9][0-9.]* %$" \
            "$work/latency.$standard.txt"
    judge "latency.c in $standard" $?
done
$cxx -std=c++11 $warnings -x c++ $examples/latency.c -x none $flags -o "$work/latency.c++11" && "$work/latency.c++11" | cmp - "$work/latency.c11.txt"
judge "latency.c in c++11" $?
"$work/latency.c11" QUICKEST > "$work/out" 2> "$work/err"
[ $? -eq 2 ] && [ ! -s "$work/out" ] && grep -q "found machine 'QUICKEST', expected FIFO" "$work/err"
judge "latency.c with a wrong machine" $?
[ "$("$root/bin/rowstreak" --version | sed 's/,.*//')" = "rowstreak $version" ]
judge "installed command and library are of one version" $?

# DRAMsim3's calls: every statistic is what the command gives for the same trace, on three machines.
$cxx -std=c++11 $warnings -O1 $examples/dramsim3.cpp $examples/dramsim3_replay.cpp $flags -o "$work/replay"
judge "DRAMsim3's calls compile" $?
awk -v requests=3000 -f tests/traces/mixed.awk > "$work/mixed.trace"
: > "$work/default.cfg"
printf 'SMS = 5\nSCHEDULER = FR-FCFS\nVCS = 2\nT_REFI = 3000\nIN_FLIGHT = 3\n' > "$work/few.cfg"
printf 'SMS = 12\nL2 = 1\nL2_SETS = 8\nL2_WAYS = 2\n' > "$work/l2.cfg"
for name in default few l2; do
    configuration=$work/$name.cfg
    ports=$(sed -n 's/^SMS = //p' "$configuration")
    "$root/bin/rowstreak" trace "$work/mixed.trace" --config "$configuration" --machine "$([ $name = few ] && echo FR-FCFS || echo BFIFO)" --quiet \
        --csv "$work/$name.csv"
    cycles=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "cycles") c = i } NR == 2 { print $c }' "$work/$name.csv")
    "$work/replay" "$work/mixed.trace" "$configuration" "${ports:-28}" "$cycles" > "$work/$name.txt" &&
        awk -v reads="$(grep -c READ "$work/mixed.trace")" -v writes="$(grep -c WRITE "$work/mixed.trace")" '
            FNR == NR && FNR == 1 { n = split($0, key, ",") }
            FNR == NR && FNR == 2 { split($0, value, ","); for (i = 1; i <= n; i++) of[key[i]] = value[i] }
            FNR == NR { next }
            / = / {
                compared++
                difference = of[$1] - $3
                if (!($1 in of) || difference * difference > 1e-16 * $3 * $3) { print $1 ": command " of[$1] ", library " $3; bad = 1 }
            }
            /^callbacks/ { called = $2 == reads && $4 == writes && $6 == 0 }
            END { exit bad || compared < 20 || !called }' "$work/$name.csv" "$work/$name.txt"
    judge "DRAMsim3's calls beside the command, $name" $?
done

# What such hosts rely on.
$cxx -std=c++11 $warnings -I$examples tests/library/dramsim3_host.cpp $examples/dramsim3.cpp $flags -o "$work/host" &&
    "$work/host" > "$work/host.txt" && [ "$(grep -c ' = ' "$work/host.txt")" -gt 20 ] && ! grep -v ' = 0$' "$work/host.txt"
judge "DRAMsim3's calls as its hosts use them" $?

# A wrong configuration throws, with the line.
printf 'QUEUE = 32\nCHANNELS = 3\n' > "$work/wrong.cfg"
"$work/replay" "$work/mixed.trace" "$work/wrong.cfg" > "$work/out" 2> "$work/err"
[ $? -eq 2 ] && [ ! -s "$work/out" ] && [ "$(cat "$work/err")" = "dramsim3_replay: $work/wrong.cfg:2: found CHANNELS = 3, expected a power of two" ]
judge "DRAMsim3's calls with a wrong configuration" $?

# Each allocation fails in turn: the code says so. Of a machine with L2 banks, whose configuration comes from a file.
$cc -std=c11 $warnings -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc tests/library/no_memory.c $flags -o "$work/no_memory" &&
    "$work/no_memory" "$work/l2.cfg" > "$work/no_memory.txt" && [ "$(cat "$work/no_memory.txt")" -gt 30 ]
judge "out of memory" $?

# The manual page has every line of every help text.
page=$root/share/man/man1/rowstreak.1
sed -e 's/^\\&//' -e 's/\\-/-/g' -e 's/\\e/\\/g' "$page" > "$work/page"
{
    "$root/bin/rowstreak" --help
    for command in $("$root/bin/rowstreak" --help | awk '/^Commands$/ { on = 1; next } !/^  / { on = 0 } on { print $1 }'); do
        "$root/bin/rowstreak" "$command" --help
    done
} | grep '^ ' | sort -u > "$work/help"
[ "$(wc -l < "$work/help")" -gt 100 ] && ! grep -vxFf "$work/page" "$work/help"
judge "manual page has the help" $?
if command -v groff > /dev/null; then
    groff -man -ww -z "$page" > "$work/groff" 2>&1 && [ ! -s "$work/groff" ]
    judge "manual page is troff" $?
fi

make_it uninstall && [ -z "$(find "$destination" -type f)" ]
judge "make uninstall" $?
echo "library: $failed failed"
[ "$failed" -eq 0 ]
