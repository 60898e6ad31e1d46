#!/bin/sh
# run.sh CASE: records a case of cases.list with the C twin and runs the RTL beside it in Icarus.
# run.sh --mutant NAME: the same with the RTL broken as mutants.list says; it must be seen.
# run.sh --strap NAME [verilator]: the same with a strap changed as straps.list says, in Icarus or in Verilator; it must stop.
# Appends "pass four-state CASE" or "FAIL four-state CASE" to $RESULTS. Exit 0 or 1; 2 for a name that no list has.
# $BUILD build, $SEED 1. Work in $BUILD/four_state.
set -u
build=${BUILD:-build}
results=${RESULTS:-$build/test/results}
here=tests/four_state
root=.

line_of() { # LIST NUMBER NAME: the line whose field of that number it is; without one the end
    awk -F ' *[|] *' -v number="$2" -v name="$3" '!/^#/ && $number == name { print; found = 1; exit } END { exit !found }' "$1" || {
        echo "four-state: found '$3', expected a name of $1" >&2
        exit 2
    }
}
field() { # NUMBER LINE; of the fourth: all that is left
    printf '%s\n' "$2" | cut -d '|' -f "$1$([ "$1" -eq 4 ] && echo -)" | sed 's/^ *//; s/ *$//'
}

kind=case
label=$1
name=$1
tool=icarus
switch=
case $1 in
--mutant | --strap)
    kind=${1#--}
    tool=${3:-icarus}
    label="$kind $2${3:+ $3}"
    change=$(line_of "$here/${kind}s.list" 1 "$2") || exit 2
    name=$(field 2 "$change")
    ;;
esac
line=$(line_of $here/cases.list 2 "$name") || exit 2
configuration=tests/configurations/$(field 3 "$line").cfg
settings=$(field 4 "$line")
folder=$build/four_state/$(echo "$label" | tr ' ' -)
rm -rf "$folder"
mkdir -p "$folder" "$(dirname "$results")"

ended() { # pass or FAIL, and what to say
    [ -z "${2:-}" ] || echo "four-state $label: $2"
    echo "$1 four-state $label" >> "$results"
    [ "$1" = pass ]
    exit
}

if [ $kind = mutant ]; then
    root=$folder
    cp -r rtl "$folder/rtl"
    file=$(field 3 "$change")
    sed -E "$(field 4 "$change")" "$file" > "$folder/$file"
    ! cmp -s "$file" "$folder/$file" || ended FAIL "its expression changes nothing in $file"
elif [ $kind = strap ]; then
    switch=$(field 3 "$change")
fi

# Parameters as .NAME(VALUE), but for the straps and options of record.
keys=""
last=""
own=no
for word in $settings; do
    case $word in *=*) keys="$keys --set $word" ;; esac
    case "$last $word" in
    "--top rs_dfi_controller" | "--top rs_axi4_controller") own=yes ;; # no tops of configurations
    "--top "*) keys="$keys --top $word" ;;
    esac
    last=$word
done
parameters=$("$build/rowstreak" config "$configuration" $keys --format verilator) || ended FAIL "no configuration"
parameters=$(echo "$parameters" | sed 's/ *-G\([A-Z0-9_]*\)=\([^ ]*\) */.\1(\2),/g; s/,$//')
define="-DPARAMETERS=$parameters"
[ $own = no ] || define=-DOWN_PARAMETERS # record writes them
rooms=""
for room in rtl/*/; do rooms="$rooms -y $root/${room%/}"; done
{
    "$build/four_state/record" "$folder" "$configuration" $settings --seed "${SEED:-1}" &&
    if [ $tool = icarus ]; then
        iverilog -g2005 -Wall -DRS_ASSERT -I "$folder" "$define" $rooms -o "$folder/simulation" $here/four_state_bench.v
    else
        verilator --binary --timing -Wno-lint -O0 -CFLAGS -O0 -I"$folder" "$define" $rooms --Mdir "$folder/verilated" \
            --prefix simulation -o ../simulation $here/four_state_bench.v > "$folder/verilator.log" 2>&1 || tail -n 3 "$folder/verilator.log"
    fi
} > "$folder/log" 2>&1
status=$?
if [ $status -ne 0 ] || [ -s "$folder/log" ]; then
    ended FAIL "not built: $(head -n 1 "$folder/log")"
fi
run=./simulation
[ $tool = verilator ] || run="vvp -n simulation"
(cd "$folder" && ulimit -t 300 && $run $switch; true) > "$folder/log" 2>&1 # seconds of processor time; true: the word of a shell on $stop goes to the log as well
seen=$(head -n 2 "$folder/log" | tr -s '\n ' ' ')
if [ $kind = strap ]; then
    grep -q "$(field 4 "$change")" "$folder/log" && ! grep -qE '^(equal|mismatch)' "$folder/log" || ended FAIL "does not stop: $seen"
    ended pass
fi
case $seen in
equal,*) found=equal ;;
mismatch*) found=mismatch ;;
*) ended FAIL "stopped: $seen" ;;
esac
if [ $kind = mutant ]; then
    [ $found = mismatch ] || ended FAIL "not seen"
    ended pass "seen, $seen"
fi
[ $found = equal ] || ended FAIL "$seen; $folder/log has it all"
rm -f "$folder/vectors"
ended pass
