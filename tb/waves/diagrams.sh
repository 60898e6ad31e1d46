#!/bin/sh
# tb/waves/diagrams.sh WAVE_DIAGRAM FOLDER [DRAWN]: draws the diagrams of tb/waves/diagrams.list into FOLDER, each from a run of its
# bench with seed 1, whose build with tracing is there. DRAWN: compares them with those in this folder and appends "pass diagram NAME"
# or "FAIL diagram NAME" to $RESULTS. Environment: OBJ, WAVE_FOLDER. Exits 2 with a line on stderr, 1 when some differ.
set -u
tool=$1
folder=$2
mkdir -p "$folder" "$WAVE_FOLDER"
awk -F ' *[|] *' '
    /^#/ || NF == 0 { next }
    NF != 8 { print "tb/waves/diagrams.list:" FNR ": found " NF " columns, expected 8" > "/dev/stderr"; exit 2 }
    { print $1, $2, $3, $4, $5, $6, $7 }' tb/waves/diagrams.list > "$WAVE_FOLDER/diagrams" || exit 2
while read -r name bench case scope start cycles signals; do
    fst=$WAVE_FOLDER/$name.fst
    rm -f "$fst"
    "$OBJ/$bench-trace/cosim" --seed 1 --case "$case" --trace "$fst" > "$WAVE_FOLDER/$name.log" 2>&1
    [ -s "$fst" ] || { echo "diagrams: found no waves of $bench, case $case (see $WAVE_FOLDER/$name.log), expected some" >&2; exit 2; }
    # shellcheck disable=SC2086
    "$tool" "$fst" "$scope" "$start" "$cycles" "$folder/$name.new" $signals || { rm -f "$folder/$name.new"; exit 2; }
    mv "$folder/$name.new" "$folder/$name.svg"
    rm -f "$fst"
done < "$WAVE_FOLDER/diagrams"

[ $# -lt 3 ] && exit 0
mkdir -p "$(dirname "${RESULTS:=build/test/results}")"
failed=0
while read -r name _; do
    if cmp -s "$folder/$name.svg" "$3/$name.svg"; then
        echo "pass diagram $name" >> "$RESULTS"
    else
        echo "FAIL diagram $name" >> "$RESULTS"
        echo "diagrams: $3/$name.svg is not what its bench shows; 'make diagrams' draws it"
        failed=1
    fi
done < "$WAVE_FOLDER/diagrams"
exit $failed
