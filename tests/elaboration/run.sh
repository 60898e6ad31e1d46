#!/bin/sh
# Elaborates every case of tests/elaboration/*.list in Verilator (-Wall), Yosys and Icarus:
#   legal   MODULE PARAMETERS              all three accept it, Verilator without a warning
#   illegal MODULE PARAMETERS MESSAGE      all three refuse it and name MESSAGE
# PARAMETERS: A=1,B=2 or - for none. Any argument restricts the run to the modules it names.
# Appends "pass elaboration ..." or "FAIL elaboration ..." to $RESULTS. Exit 0 or 1. Work in build/elaboration.
set -u
results=${RESULTS:-build/test/results}
folder=build/elaboration
mkdir -p "$folder" "$(dirname "$results")"
searched=""
for room in rtl/*/ fpga/board; do searched="$searched -y ${room%/}"; done
# rs_board itself needs a file that is made for it; its lint is its bench (tb/fpga).
sources() { find rtl fpga/board -name "$1" ! -name rs_board.v; }
failed=0

# Each tool: status in $status, output in $folder/TOOL.log.
elaborate() { # TOOL MODULE PARAMETERS
    tool=$1
    source=$(sources "$2.v")
    flags=""
    for parameter in $(echo "$3" | tr ',' ' '); do
        [ "$parameter" = - ] && continue
        case $tool in
        verilator) flags="$flags -G$parameter" ;;
        yosys) flags="$flags -chparam ${parameter%=*} ${parameter#*=}" ;;
        icarus) flags="$flags -P$2.$parameter" ;;
        esac
    done
    case $tool in
    verilator) timeout 120 verilator --lint-only -Wall --language 1364-2005 -Werror-UNOPTFLAT $searched \
        --top-module "$2" $flags "$source" ;;
    yosys) timeout 120 yosys -Q -T -p "read_verilog -defer $(sources '*.v' | sort | tr '\n' ' ')
        hierarchy -check -top $2 $flags; proc; check -assert" ;;
    icarus) timeout 120 iverilog -g2005 $searched -s "$2" $flags -o "$folder/icarus.out" "$source" ;;
    esac > "$folder/$tool.log" 2>&1
    status=$?
}

for list in tests/elaboration/*.list; do
    while read -r kind module parameters message; do
        case $kind in '' | '#'*) continue ;; esac
        case " ${*:-$module} " in *" $module "*) ;; *) continue ;; esac
        verdict=pass
        for tool in verilator yosys icarus; do
            elaborate "$tool" "$module" "$parameters"
            if [ "$kind" = legal ] && [ "$status" -ne 0 ]; then
                verdict=FAIL
                echo "elaboration $module $parameters: $tool refuses it:"
                grep -i -m 3 -E 'error|warning' "$folder/$tool.log"
            elif [ "$kind" = illegal ] && { [ "$status" -eq 0 ] || ! grep -q "$message" "$folder/$tool.log"; }; then
                verdict=FAIL
                echo "elaboration $module $parameters: $tool ends with $status, expected an error that names $message"
            elif [ "$kind" != legal ] && [ "$kind" != illegal ]; then
                verdict=FAIL
                echo "$list: found '$kind', expected legal or illegal"
            fi
        done
        [ $verdict = pass ] || failed=1
        echo "$verdict elaboration $module $parameters" >> "$results"
    done < "$list"
done
exit $failed
