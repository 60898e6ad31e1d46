#!/bin/sh
# tests/outside/run_fusesoc.sh FUSESOC FOLDER [TARGET...]: runs the targets of rowstreak.core in FuseSoC (if none is named, sim, every
# lint, and the synthesis of the SM port alone, as the others take Yosys long), work in FOLDER. A lint target passes without a message of Verilator, sim when the bench says PASS, a synth target when its
# netlist is there. Exits 1 when one fails.
set -u
fusesoc=$1
folder=$2
shift 2
core=rowstreak:ip:rowstreak
export XDG_CACHE_HOME="$PWD/$folder/cache" XDG_CONFIG_HOME="$PWD/$folder/config" XDG_DATA_HOME="$PWD/$folder/data"
rm -rf "$folder"
mkdir -p "$folder"
[ $# -gt 0 ] || set -- $(awk '/^targets:/ { inside = 1 } inside && /^  (lint.*|sim|synth_sm_port):$/ { gsub(/[ :]/, ""); print }' rowstreak.core)
failed=0
for target; do
    log=$folder/$target.log
    if "$fusesoc" --cores-root . run --build-root "$folder/work" --target="$target" "$core" > "$log" 2>&1 && ! grep -q '^%\(Warning\|Error\)' "$log" &&
        case $target in
            sim) grep -q '^PASS: ' "$log" ;;
            synth_*) [ -n "$(find "$folder/work" -path "*$target*" -name '*.json' -size +10k)" ] ;;
        esac; then
        echo "fusesoc $target: passed"
    else
        echo "fusesoc $target: FAILED, see $log"
        failed=$((failed + 1))
    fi
done
echo "fusesoc: $# targets, $failed failed"
[ "$failed" -eq 0 ]
