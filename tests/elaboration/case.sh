#!/bin/sh
# One case of tests/elaboration/*.list, started by run.sh: case.sh FOLDER legal|illegal MODULE PARAMETERS MESSAGE
# The logs of the tools, and the verdict (a line "pass ..." or "FAIL ...", what is wrong before it), go to FOLDER.
# SEARCHED: Verilator's and Icarus' -y flags. SOURCES: the files that the module needs, its own first. Exit 0.
set -u
folder=$1 kind=$2 module=$3 parameters=$4 message=$5
mkdir -p "$folder"

# Status in $status, output in $folder/TOOL.log.
elaborate() { # TOOL
    flags=""
    for parameter in $(echo "$parameters" | tr ',' ' '); do
        [ "$parameter" = - ] && continue
        case $1 in
        verilator) flags="$flags -G$parameter" ;;
        yosys) flags="$flags -chparam ${parameter%=*} ${parameter#*=}" ;;
        icarus) flags="$flags -P$module.$parameter" ;;
        esac
    done
    case $1 in
    verilator) timeout 300 verilator --lint-only -Wall --language 1364-2005 -Werror-UNOPTFLAT $SEARCHED \
        --top-module "$module" $flags "${SOURCES%% *}" ;;
    yosys) timeout 300 yosys -Q -T -q -p "read_verilog -defer $SOURCES
        hierarchy -check -top $module $flags; proc; check -assert" ;;
    icarus) timeout 300 iverilog -g2005 -tnull $SEARCHED -s "$module" $flags "${SOURCES%% *}" ;;
    esac > "$folder/$1.log" 2>&1
    status=$?
}

verdict=pass
for tool in verilator yosys icarus; do
    elaborate "$tool"
    if [ "$kind" = legal ] && [ "$status" -ne 0 ]; then
        verdict=FAIL
        echo "elaboration $module $parameters: $tool refuses it:"
        grep -i -m 3 -E 'error|warning' "$folder/$tool.log"
    elif [ "$kind" = illegal ] && { [ "$status" -eq 0 ] || ! grep -q "$message" "$folder/$tool.log"; }; then
        verdict=FAIL
        echo "elaboration $module $parameters: $tool ends with $status, expected an error that names $message"
    fi
done > "$folder/verdict"
echo "$verdict elaboration $module $parameters" >> "$folder/verdict"
