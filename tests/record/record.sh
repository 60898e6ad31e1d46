#!/bin/sh
# tests/record/record.sh use | count | take     from the top folder of the repository (README.md)
# Results of rows that take long and depend on files and tools alone, as tests/record/formal, netlist, area and mutate-turn have them, one a line:
#   row|date|key|files|result      separated by tabs; key: hash of all that the result depends on; files: what an area row read; in a result
#                                  of mutate-turn, whose rows are blocks, tabs stand for the ends of lines
# cosim and mutant: benches that passed and mutants that were caught, row|date|key. Their keys, those of today's files, are in
# $BUILD/record/keys: the benches' by make cosim-keys, the mutants' added here.
# parts: the other parts of make test-full that took a minute and more; result: passed|seconds|of the processor.
# use: puts them into $BUILD, where there is no result of that row yet. Whether one stands is judged by formal/prove.sh,
#      fpga/netlist_row.sh, fpga/area_row.sh and tests/mutate/mutate.sh, as with a result of their own: by the key. Of benches and
#      mutants those that stand are put into $BUILD/record/cosim and mutant, as lines of results, which tb/tb.mk takes.
# count: says how many results in $BUILD came from here.
# take: records the results in $BUILD; those of other rows stay, rows that are no more go. MUTATE_TURN: the digit of mutate-turn's.
#      Without the benches' keys, by which rows are found to be no more, it exits 2 and changes nothing.
set -u
build=${BUILD:-build}
here=tests/record
kinds="formal netlist area mutate-turn"
parts=$build/test/parts
tab=$(printf '\t')

rows() { # rows KIND: names of its rows, of netlists and areas with their items behind a tab
    case $1 in
        mutate-turn) awk -F '[ |]+' '!/^#/ && NF { print $1 }' tests/mutate/mutate.rows ;;
        formal) awk -v want=list -v run=all -f formal/rows.awk formal/*/*.proofs ;;
        *) awk -F '|' '!/^#/ && NF >= 3 {
               for (i = 1; i <= 3; i++) gsub(/^ +| +$/, "", $i)
               name = $1 "_" $2
               gsub(/[^A-Za-z0-9-]+/, "_", name)
               print name "\t" $3
           }' "fpga/$1.rows" ;;
    esac
}
names() { rows "$1" | cut -f 1; } # names KIND

# Puts the mutants' keys behind the benches' in $BUILD/record/keys: over its line, the file that it changes and its bench's key.
add_mutants() {
    {
        grep '^cosim-' "$build/record/keys"
        sed -e '/^#/d' -e '/^ *$/d' tests/mutants/*.list | while IFS='|' read -r name bench file change; do
            key=$({ echo "$name|$bench|$file|$change"; cat $file tests/mutants/run.sh; grep "^cosim-$(echo $bench) " "$build/record/keys"; } | sha256sum)
            echo "mutant-$(echo $name) $(echo "$key" | cut -c 1-32)"
        done
    } > "$build/record/all" && mv "$build/record/all" "$build/record/keys"
}

# stands KIND ROW: does the proof or area in $BUILD depend on nothing that has changed since? (A netlist without a result of this
# version has none at all: netlist.sh moves it away before it runs.)
stands() (
    case $1 in
        formal)
            . formal/frontend.sh
            assignments=$(awk -v want=row -v name="$2" -f formal/rows.awk formal/*/*.proofs)
            eval "$assignments"
            awk -v want=breaks -v name="$2" -f formal/rows.awk formal/*/*.proofs > "$build/formal/breaks"
            [ "$(row_key "$build/formal/breaks" "$assignments")" = "$(cat "$build/formal/$2/key")" ] ;;
        area)
            items=$(rows area | sed -n "s/^$2$tab//p")
            JUDGE=1 LIB=${LIB:-/usr/share/qflow/tech/osu018/osu018_stdcells.lib} sh fpga/area_row.sh "$build/area/$2" $items ;;
        mutate-turn) OUT=$build/mutate-turn N=100 TURN=${MUTATE_TURN:-} sh tests/mutate/mutate.sh stands "$2" ;;
    esac
)

one_line() { # one_line KIND ROW: the result in $BUILD
    paste -s "$build/$1/$2/result"
}

# is_recorded KIND ROW: has the record what is in $BUILD, key and result?
is_recorded() {
    grep "^$2$tab" "$here/$1" 2>/dev/null | KEY=$(cat "$build/$1/$2/key") RESULT=$(one_line "$1" "$2") awk -F "$tab" '
        { text = $5; for (i = 6; i <= NF; i++) text = text "\t" $i }
        $3 == ENVIRON["KEY"] && text == ENVIRON["RESULT"] { found = 1 }
        END { exit !found }'
}

case ${1:-} in
    use)
        for kind in $kinds; do
            [ -f "$here/$kind" ] || continue
            while IFS=$tab read -r row date key files result; do
                folder=$build/$kind/$row
                [ -s "$folder/result" ] || [ -s "$folder/kept" ] && continue
                mkdir -p "$folder" || exit 2
                echo "$key" > "$folder/key"
                [ "$files" = - ] || echo "$files" | tr ' ' '\n' > "$folder/sources"
                printf '%s\n' "$result" | if [ "$kind" = mutate-turn ]; then tr "$tab" '\n'; else cat; fi > "$folder/result"
                cp "$folder/result" "$folder/recorded"
            done < "$here/$kind"
        done
        add_mutants || exit 2
        for kind in cosim mutant; do
            awk -F "$tab" -v kind=$kind 'FNR == NR { split($0, of, " "); key[of[1]] = of[2]; next }
                key[kind "-" $1] == $3 { print "pass " kind " " $1 ", recorded " $2 }' "$build/record/keys" "$here/$kind" > "$build/record/$kind"
        done
        [ -f "$here/parts" ] || exit 0
        mkdir -p "$parts" || exit 2
        while IFS=$tab read -r part date key _ result; do
            [ ! -s "$parts/$part.results" ] || continue
            IFS='|' read -r passed wall cpu <<END
$result
END
            yes "pass $part, recorded $date" | head -n "$passed" > "$parts/$part.results"
            echo "$key" > "$parts/$part.key"
            echo "$part|$passed|0|$wall|$cpu" > "$parts/$part.seconds"
        done < "$here/parts" ;;
    count)
        for kind in $kinds; do
            n=0
            for row in $(names $kind); do
                cmp -s "$build/$kind/$row/result" "$build/$kind/$row/recorded" && n=$((n + 1))
            done
            printf '%s%d of %s' "${comma-}" "$n" "$kind"
            comma=', '
        done
        for kind in cosim mutant; do printf ', %d of %s' "$(cat "$build/record/$kind" 2>/dev/null | wc -l)" $kind; done
        printf ', %d parts' "$(cat "$parts"/*.results 2>/dev/null | sed -n 's/^pass \([^ ]*\), recorded [0-9-]*$/\1/p' | sort -u | wc -l)"
        echo "; FRESH=1 runs these too" ;;
    take)
        grep -q '^cosim-[^ ]* [0-9a-f]\{32\}$' "$build/record/keys" 2>/dev/null ||
            { echo "record: found no key of a bench in $build/record/keys, expected what 'make cosim-keys' prints" >&2; exit 2; }
        for kind in $kinds; do
            for row in $(names $kind); do
                folder=$build/$kind/$row
                if [ -s "$folder/result" ] && [ -s "$folder/key" ] && stands $kind "$row" && ! is_recorded $kind "$row"; then
                    files=-
                    [ ! -f "$folder/sources" ] || files=$(paste -s -d ' ' "$folder/sources")
                    printf '%s\t%s\t%s\t%s\t%s\n' "$row" "$(date +%Y-%m-%d)" "$(cat "$folder/key")" "$files" "$(one_line $kind "$row")"
                else
                    grep "^$row$tab" "$here/$kind" 2>/dev/null
                fi
            done > "$here/$kind.new"
            mv "$here/$kind.new" "$here/$kind"
        done
        add_mutants || exit 2
        cat "$build"/test/cosim/*.key "$build"/mutants/*/key 2>/dev/null > "$build/record/passed"
        for kind in cosim mutant; do
            awk -v kind=$kind -v today="$(date +%Y-%m-%d)" '
                file == 1 { split($0, of, "\t"); date[of[1] " " of[3]] = of[2]; next }
                file == 2 { passed[$0] = 1; next }
                index($1, kind "-") == 1 {
                    own = substr($0, length(kind) + 2)
                    if (own in date || $0 in passed) { split(own, of, " "); print of[1] "\t" (own in date ? date[own] : today) "\t" of[2] }
                }' file=1 "$here/$kind" file=2 "$build/record/passed" file=3 "$build/record/keys" > "$here/$kind.new"
            mv "$here/$kind.new" "$here/$kind"
        done
        for seconds in "$parts"/*.seconds; do
            [ -s "$seconds" ] && [ -s "${seconds%.seconds}.key" ] || continue
            IFS='|' read -r part passed failed wall cpu < "$seconds"
            case $part in cosim-full | mutants) continue ;; esac
            [ "$failed" -eq 0 ] && [ "$wall" -ge 60 ] && ! grep -q ', recorded [0-9-]*$' "${seconds%.seconds}.results" || continue
            { grep -v "^$part$tab" "$here/parts" 2>/dev/null
              printf '%s\t%s\t%s\t-\t%s\n' "$part" "$(date +%Y-%m-%d)" "$(cat "${seconds%.seconds}.key")" "$passed|$wall|$cpu"; } |
                sort > "$here/parts.new"
            mv "$here/parts.new" "$here/parts"
        done ;;
    *) echo "record: found '${1:-}', expected use, count or take" >&2; exit 2 ;;
esac
