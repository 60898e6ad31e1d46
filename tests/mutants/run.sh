#!/bin/sh
# Applies one mutant of tests/mutants/*.list to a copy of rtl/ and fpga/board/ and runs its bench, which must end with a mismatch, or be
# stopped by a rule that a block has for its surroundings (RS_ASSERT, rtl/README.md):
#   tests/mutants/run.sh NAME
# Appends "pass mutant NAME" or "FAIL mutant NAME" to $RESULTS. Exit 0 or 1. Work in build/mutants/NAME.
# RESUME=1: a mutant that was caught is not built again while the line, the file it changes and the bench of the unbroken RTL
# (build/obj, which holds all that the mutant is built from) stay as they were. KEYS, a file: its line of this mutant goes to
# build/mutants/NAME/key when it is caught.
set -u
name=$1
results=${RESULTS:-build/test/results}
folder=build/mutants/$name
mkdir -p "$folder" "$(dirname "$results")"

fail() {
    echo "FAIL mutant $name" >> "$results"
    echo "mutant $name: $1"
    exit 1
}

pass() {
    echo "pass mutant $name" >> "$results"
    [ -z "${KEYS:-}" ] || grep "^mutant-$name " "$KEYS" > "$folder/key"
    exit 0
}

line=$(grep -h "^$name *|" tests/mutants/*.list)
[ "$(printf '%s\n' "$line" | wc -l)" -eq 1 ] && [ -n "$line" ] || fail "found $(printf '%s\n' "$line" | grep -c .) lines of that name, expected 1"
bench=$(printf '%s\n' "$line" | cut -d '|' -f 2 | tr -d ' ')
file=$(printf '%s\n' "$line" | cut -d '|' -f 3 | tr -d ' ')
change=$(printf '%s\n' "$line" | cut -d '|' -f 4- | sed 's/^ *//; s/ *$//')

key=$(cat "$file" "build/obj/$bench/cosim" 2>/dev/null | sha256sum)$line
if [ "${RESUME:-0}" = 1 ] && [ -x "build/obj/$bench/cosim" ] && [ "$key" = "$(cat "$folder/caught" 2>/dev/null)" ]; then
    pass
fi
rm -rf "$folder/rtl" "$folder/fpga" "$folder/caught" "$folder/key"
mkdir -p "$folder/fpga"
cp -r rtl "$folder/rtl"
cp -r fpga/board "$folder/fpga/board"
sed -i -E "$change" "$folder/$file" || fail "the sed expression is not valid: $change"
cmp -s "$file" "$folder/$file" && fail "the change does not apply to $file: $change"

if ! ${SUBMAKE:-make} -s --no-print-directory OBJ="$folder" COSIM_SHARED="${COSIM_SHARED:-build/obj}" \
    RTL_ROOT="$folder" COSIM_LINT=-Wno-lint "$folder/$bench/cosim" > "$folder/build.log" 2>&1; then
    tail -n 5 "$folder/build.log"
    fail "it does not build"
fi
timeout 300 "$folder/$bench/cosim" > "$folder/run.log" 2>&1
status=$?
caught=
case $status in
    1) caught=$(sed -n 's/^MISMATCH //p' "$folder/run.log" | head -n 1) ;;
    134) caught=$(grep -B 1 -m 1 ': Verilog [$]stop' "$folder/run.log" | sed -n "1s/^TOP[.]\\([^ ]*: found .*, expected .*\\)/$bench stopped by \\1/p") ;;
esac
if [ -z "$caught" ]; then
    tail -n 5 "$folder/run.log"
    fail "not caught by $bench (status $status)"
fi
printf '%s\n' "$key" > "$folder/caught"
echo "mutant $name caught: $caught"
pass
