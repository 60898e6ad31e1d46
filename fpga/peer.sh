#!/bin/sh
# peer.sh FOLDER TOP [NAME=VALUE | name:VALUE | OPTION]... FILE...: other people's RTL by the recipe of area rows.
#
# NAME=VALUE sets a parameter, name:VALUE turns an input into a constant (elaborate.sh); an OPTION is one word beginning with - for
# the reader (-DNAME, -IFOLDER). Prints flip-flops, cells, um2 and ns; the netlist is FOLDER/area/netlist.v. Environment: LIB, TARGET
# (map.sh); CLOCK, name of the clock port (clk); SLANG, a Yosys with read_slang, for SystemVerilog that the area rows' does not read.
# The peer is flattened, an asynchronous reset made synchronous (ours are; the library's flip-flop with one is nearly twice as
# large), initial values dropped, its clock port called clk. From there on area_row.sh does what it does for rows of our own.
set -u
[ $# -ge 3 ] || { echo "peer: found $# words, expected FOLDER TOP ITEM... FILE..." >&2; exit 2; }
folder=$1
top=$2
shift 2
options=
files=
values=
straps=
for item in "$@"; do
    case $item in
        -*) options="$options $item" ;;
        *=*) values="$values $item" ;;
        */*|*.v|*.sv) files="$files $item" ;;
        *:*) straps="$straps $item" ;;
        *) echo "peer: found \"$item\", expected NAME=VALUE, name:VALUE, -OPTION or a file" >&2; exit 2 ;;
    esac
done
[ -n "$files" ] || { echo "peer: found no file, expected one or more" >&2; exit 2; }
export LIB="${LIB:-/usr/share/qflow/tech/osu018/osu018_stdcells.lib}"
mkdir -p "$folder/rtl/peer" || exit 2
{
    if [ -n "${SLANG:-}" ]; then
        echo "read_slang --threads 1 --top $top$(printf ' -G %s' $values)$options$files" | sed 's/ -G  / /'
    else
        echo "read_verilog -sv$options$files"
        for value in $values; do echo "chparam -set ${value%%=*} ${value#*=} $top"; done
    fi
    cat <<END
hierarchy -top $top
proc
flatten
delete t:\$check t:\$assert t:\$assume t:\$print t:\$scopeinfo
attrmap -remove init
${SLANG:+bwmuxmap}
rename -top $top
opt_clean
cd $top
END
    [ "${CLOCK:-clk}" = clk ] || echo "rename $CLOCK clk"
    printf '%s\n' "cd .." "write_verilog -noattr $folder/read.v"
} > "$folder/read.ys"
${SLANG:-yosys} -q "$folder/read.ys" > "$folder/read.log" 2>&1 || { grep -i -m 1 error "$folder/read.log" >&2; exit 2; }
sed 's/always @(posedge clk, [a-z]*edge [^)]*)/always @(posedge clk)/' "$folder/read.v" > "$folder/rtl/peer/$top.v"
# elaborate.sh looks for the top in rtl/ of the folder that it runs in.
ln -sfn "$(pwd)/fpga" "$folder/fpga"
(cd "$folder" && FRESH=1 sh fpga/area_row.sh area "$top" $straps) || exit 2
awk -F '\t' '{ printf "flip-flops %d cells %d um2 %d ns %s\n", $1, $6, $7, $8 }' "$folder/area/result"
