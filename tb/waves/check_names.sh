#!/bin/sh
# tb/waves/check_names.sh WAVE_LAYOUT: every signal of memory_path.layout exists in the RTL as Icarus elaborates it, and a
# name that does not exist is found. Appends two lines to $RESULTS.
tool=$1
suite=waves
. tests/verdict.sh
work=$(dirname "$results")/waves
mkdir -p "$work"

cat > "$work/dump.v" << END
module dump;
    initial begin
        \$dumpfile("$work/names.fst");
        \$dumpvars(0, rs_memory_path);
        #1 \$finish;
    end
endmodule
END
iverilog -g2005 -s rs_memory_path -s dump -o "$work/names.vvp" $(find rtl -name '*.v') "$work/dump.v" &&
    vvp -n "$work/names.vvp" -fst > "$work/vvp.log" &&
    "$tool" "$work/names.fst" tb/waves/memory_path.layout 3 "$work/names.gtkw" &&
    [ "$(grep -c '^rs_memory_path' "$work/names.gtkw")" -eq "$(grep -vc '^[#-]' tb/waves/memory_path.layout)" ]
judge "layout names exist" $?

{ cat tb/waves/memory_path.layout; echo requests.network.no_such_signal; } > "$work/wrong.layout"
"$tool" "$work/names.fst" "$work/wrong.layout" 0 "$work/wrong.gtkw" 2> "$work/wrong.txt"
[ $? -eq 1 ] && grep -q 'found no signal requests.network.no_such_signal' "$work/wrong.txt"
judge "a missing name is found" $?
[ "$failed" -eq 0 ]
