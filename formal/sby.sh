#!/bin/sh
# Writes a SymbiYosys file of every proof row to $BUILD/formal/sby (run it with `sby -f NAME.sby`), from the top folder.
set -eu
. formal/frontend.sh
folder=${BUILD:-build}/formal/sby
mkdir -p "$folder"
for name in $(awk -v want=list -v run=all -f formal/rows.awk formal/*/*.proofs); do
    eval "$(awk -v want=row -v name="$name" -f formal/rows.awk formal/*/*.proofs)"
    case $row_engine in bmc*) mode=bmc depth=${row_engine#bmc } ;; *) mode=prove depth=20 ;; esac
    {
        printf '# %s: %s (%s)\n[tasks]\n%s\n' "$row_block" "$row_group" "$row_parameters" "$mode"
        [ "$row_cover" = - ] || echo cover
        printf '\n[options]\n%s: mode %s\n%s: depth %s\n' "$mode" "$mode" "$mode" "$depth"
        [ "$row_cover" = - ] || printf 'cover: mode cover\ncover: depth %s\n' "$row_cover"
        if [ $mode = prove ]; then printf '\n[engines]\nprove: abc pdr\n'; else printf '\n[engines]\nbmc: abc bmc3\n'; fi
        [ "$row_cover" = - ] || echo "cover: smtbmc --unroll z3"
        printf '\n[script]\n'
        yosys_elaborate . | sed -e "s|\./[^ ]*/||g" -e '/^async2sync$/d'
        printf '\n[files]\n'
        for file in $row_harness $row_sources; do echo "$PWD/$file"; done
        for file in $(row_includes); do echo "$file $PWD/$file"; done
    } > "$folder/$name.sby"
done
echo "$(find "$folder" -name '*.sby' | wc -l) files in $folder"
