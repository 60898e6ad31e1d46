#!/bin/sh
# One case of tests/elaboration/*.list, started by run.sh: case.sh FOLDER legal|illegal MODULE PARAMETERS MESSAGE
# The logs of the tools, the warnings that no waiver allows (TOOL.warnings), the waivers that were used, and the verdict (a line
# "pass ..." or "FAIL ...", what is wrong before it) go to FOLDER.
# SEARCHED: Verilator's and Icarus' -y flags. SOURCES: the files that the module needs, its own first. TOOLS, VERILATOR, YOSYS,
# INCLUDE: other tools than verilator, yosys, icarus, their commands, -I flags. Exit 0.
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
    verilator) timeout 300 ${VERILATOR:-verilator} --lint-only -Wall -Wno-fatal --language 1364-2005 -Werror-UNOPTFLAT $SEARCHED \
        ${INCLUDE:-} --top-module "$module" $flags "${SOURCES%% *}" ;;
    yosys) timeout 300 ${YOSYS:-yosys} -Q -T -q -p "read_verilog -defer ${INCLUDE:-} $SOURCES
        hierarchy -check -top $module $flags; proc; check -assert" ;;
    icarus) timeout 300 iverilog -g2005 -Wall -tnull $SEARCHED ${INCLUDE:-} -s "$module" $flags "${SOURCES%% *}" ;;
    esac > "$folder/$1.log" 2>&1
    status=$?
}

# Warnings of a log, each on one line, without those that tests/elaboration/waivers allows; Verilator's go on over several lines.
warnings() { # TOOL
    awk -v tool="$1" -v used="$folder/waivers" '
        BEGIN { start = tool == "verilator" ? "^%Warning" : tool == "yosys" ? "^Warning:" : ": warning:" }
        FILENAME ~ /waivers$/ {
            if (split($0, part, / *[|] */) == 3 && part[1] == tool) pattern[++n] = part[2]
            next
        }
        function end(    i) {
            for (i = 1; i <= n && text != ""; i++)
                if (text ~ pattern[i]) { print tool " | " pattern[i] >> used; text = "" }
            if (text != "") print text
            text = ""
        }
        $0 ~ start { end(); text = $0; next }
        /^[%-]/ || tool != "verilator" { end(); next }
        text != "" { gsub(/  +/, " "); text = text $0 }
        END { end() }' tests/elaboration/waivers "$folder/$1.log"
}

verdict=pass
for tool in ${TOOLS:-verilator yosys icarus}; do
    elaborate "$tool"
    if [ "$kind" = legal ]; then
        warnings "$tool" > "$folder/$tool.warnings"
        [ "$status" -ne 0 ] || [ -s "$folder/$tool.warnings" ] || continue
        verdict=FAIL
        echo "$NAME $module $parameters: $tool refuses it:"
        grep -i error "$folder/$tool.log" | cat - "$folder/$tool.warnings" | head -n 3
    elif [ "$status" -eq 0 ] || ! grep -q "$message" "$folder/$tool.log"; then
        verdict=FAIL
        echo "$NAME $module $parameters: $tool ends with $status, expected an error that names $message"
    fi
done > "$folder/verdict"
echo "$verdict $NAME $module $parameters" >> "$folder/verdict"
