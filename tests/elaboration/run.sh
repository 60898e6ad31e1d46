#!/bin/sh
# Elaborates the cases of tests/elaboration/*.list in Verilator (-Wall), Yosys and Icarus (-Wall), several at a time:
#   legal   MODULE PARAMETERS              all three accept it, without a warning but those of tests/elaboration/waivers
#   large   MODULE PARAMETERS              the same, at a size that takes seconds
#   illegal MODULE PARAMETERS MESSAGE      all three refuse it and name MESSAGE
# PARAMETERS: A=1,B=2 or - for none.
#   run.sh [quick|legal] [MODULE...]    quick: the first legal line of each module; its second and its first illegal one in Verilator alone;
#                                       legal: legal and large lines; MODULE: only its lines
# Appends "pass elaboration ..." or "FAIL elaboration ..." to $RESULTS; ends with the number of cases and of those left out.
# Variables: JOBS, RESULTS; under make it takes part in make's job server. Exit 0 or 1. Work in build/elaboration.
# tests/lint_tools/run.sh sets NAME (elaboration), FOLDER, TOOLS, the commands VERILATOR and YOSYS, and INCLUDE, LISTS for rs_board.
set -u
results=${RESULTS:-build/test/results}
name=${NAME:-elaboration}
export NAME="$name"
folder=${FOLDER:-build/elaboration}
mode=full
case ${1:-} in quick | legal) mode=$1; shift ;; esac
rm -rf "$folder"
mkdir -p "$folder" "$(dirname "$results")"

SEARCHED=""
for room in rtl/*/ fpga/board; do SEARCHED="$SEARCHED -y ${room%/}"; done
export SEARCHED
board="! -name rs_board.v" # needs a file that is made for it; its lint is its bench (tb/fpga), and tests/lint_tools
[ -z "${INCLUDE:-}" ] || board=""

# The files that each module needs, itself first, for Yosys, which would read all others in vain.
awk -f tests/elaboration/sources.awk $(find rtl fpga/board -name '*.v' $board | sort) > "$folder/sources"

# A target for each case: what it prints and its verdict stand in FOLDER/NUMBER/verdict.
if ! awk -v mode="$mode" -v modules=" $* " -v folder="$folder" '
    function quote(text) { gsub(/[$]/, "$$", text); gsub(/\047/, "\047\\\047\047", text); return "\047" text "\047" }
    FILENAME ~ /sources$/ { module = $1; sub(/^[^ ]+ /, ""); sources[module] = $0; next }
    NF == 0 || /^#/ { next }
    { message = $0; sub(/^[^ ]+ +[^ ]+ +[^ ]+ */, "", message) }
    $1 !~ /^(legal|large|illegal)$/ || NF < 3 || (message != "") != ($1 == "illegal") || !($2 in sources) {
        printf "%s:%d: found \047%s\047, expected legal, large or illegal, a module, parameters and with illegal a message\n", \
            FILENAME, FNR, $0 > "/dev/stderr"
        bad = 1
        next
    }
    modules !~ /^ *$/ && index(modules, " " $2 " ") == 0 { next }
    mode == "quick" && ($1 == "large" || ($1 == "illegal" && refused[$2]++) || ($1 == "legal" && accepted[$2]++ >= 2)) { left++; next }
    mode == "legal" && $1 == "illegal" { next }
    {
        kind = $1 == "large" ? "legal" : $1
        cases = cases sprintf(" %s/%04d", folder, ++n)
        rules = rules sprintf("%s/%04d:\n\t@%sSOURCES=%s sh tests/elaboration/case.sh $@ %s %s %s %s\n", \
            folder, n, mode == "quick" && (kind == "illegal" || accepted[$2] == 2) ? "TOOLS=verilator " : "", quote(sources[$2]), kind, quote($2), quote($3), quote(message))
    }
    END {
        printf ".PHONY: all%s\nall:%s\n%s", cases, cases, rules > (folder "/cases.mk")
        print n + 0, left + 0 > (folder "/counts")
        if (n == 0) print "tests/elaboration: found no line of" modules "expected one" > "/dev/stderr"
        exit bad || n == 0
    }
' "$folder/sources" tests/elaboration/*.list ${LISTS:-}; then
    echo "FAIL $name: the lists" | tee -a "$results"
    exit 1
fi
case " ${MAKEFLAGS:-}" in
*--jobserver*) ${MAKE:-make} -s -k -f "$folder/cases.mk" ;;
*) ${MAKE:-make} -s -k -j "${JOBS:-2}" -f "$folder/cases.mk" ;;
esac
cat "$folder"/*/verdict | awk -v results="$results" '
    /^(pass|FAIL) / { print >> results; count[$1]++; next }
    { print }
    END { exit count["FAIL"] > 0 }'
failed=$?
read -r cases left < "$folder/counts"
[ "$(cat "$folder"/*/verdict | grep -cE '^(pass|FAIL) ')" -eq "$cases" ] || { echo "FAIL $name: a case ended without a verdict" | tee -a "$results"; failed=1; }
echo "$name: $cases cases in ${TOOLS:-verilator yosys icarus}$([ "$left" -eq 0 ] || echo ", $left further ones in the full test")"
exit $failed
