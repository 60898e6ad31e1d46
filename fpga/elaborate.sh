#!/bin/sh
# elaborate.sh OUTPUT.il TOP [NAME=VALUE | name:VALUE]...: elaborates TOP with Yosys and prints what count.awk counts.
#
# NAME=VALUE (capital) sets a parameter; name:VALUE turns the input port `name` into a constant, as a synthesized chip
# has its straps (VALUE as Yosys writes constants, 2'd1; 1 or 0 for one bit). Source files: rtl/, fpga/wrap/.
# Flip-flops and logic that no output needs go away; rs_compare and rs_memory_1r1w stay as instances, and the module that
# the environment's KEEP names. OUTPUT.bits.il is the same with every flip-flop a cell of its own, for counting.
# Run in the root of the repository. Exits 2 with Yosys' error when elaboration fails.
set -u
output=$1
top=$2
shift 2
parameters=
straps=
for item in "$@"; do
    case $item in
        *=*) parameters="$parameters -chparam ${item%%=*} ${item#*=}" ;;
        *:*) straps="$straps
delete -input w:${item%%:*}
connect -nounset -set ${item%%:*} ${item#*:}" ;;
        *) echo "elaborate: found \"$item\", expected NAME=VALUE or name:VALUE" >&2; exit 2 ;;
    esac
done

# Only the files of the block are read, each found by its module's name.
source=
libraries=
for folder in rtl/* fpga/wrap; do
    [ -d "$folder" ] || continue
    libraries="$libraries -libdir $folder"
    [ -f "$folder/$top.v" ] && source=$folder/$top.v
done
[ -n "$source" ] || { echo "elaborate: found no $top.v, expected it in rtl/ or fpga/wrap/" >&2; exit 2; }
mkdir -p "$(dirname "$output")"
script=${output%.il}.ys
cat > "$script" <<END
read_verilog $source
hierarchy -top $top$libraries$parameters
rename -top $top
setattr -mod -set keep_hierarchy 1 *rs_memory_1r1w* *rs_compare*${KEEP:+ *$KEEP*}
proc
flatten
cd $top$straps
cd ..
opt -full
memory -nomap
opt -full
opt_clean -purge
write_ilang $output
simplemap t:\$dff t:\$dffe t:\$sdff t:\$sdffe t:\$sdffce
opt_clean -purge
write_ilang ${output%.il}.bits.il
END
if ! yosys -q "$script" > "${output%.il}.log" 2>&1; then
    grep -m 1 ERROR "${output%.il}.log" >&2
    exit 2
fi
if grep -q 'Selection "w:.*did not match' "${output%.il}.log"; then
    echo "elaborate: found $(grep -m 1 -o 'w:[^"]*' "${output%.il}.log"), expected an input port of $top" >&2
    exit 2
fi
awk -f fpga/count.awk "${output%.il}.bits.il"
