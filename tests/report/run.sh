#!/bin/sh
# tests/report/run.sh ROWSTREAK [full]: the pictures and the report (README.md). Appends "pass report NAME" or "FAIL report NAME" to
# $RESULTS, "skip report NAME: REASON" for what needs a browser where there is none. Exit 0 or 1.
# Environment: RESULTS, BUILD (full: its pictures are looked at, too).
set -u
rowstreak=$1
full=${2:-}
build=${BUILD:-build}
suite=report
. tests/verdict.sh
here=tests/report
drawn=$(dirname "$results")/figure_files # of the part figure-files
work=$(dirname "$results")/report
rm -rf "$work"
mkdir -p "$work"

texts() { LC_ALL=C awk -f $here/svg_text.awk "$@" > "$work/texts" 2>&1; } # texts FILE.svg...

# ---- colours -------------------------------------------------------------------------------------------

verdict "palette" "$(awk -f $here/palette.awk cmodel/common/palette.def)"
gnuplot -e 'load "cmodel/cli/palette.gp"; do for [n=1:8] { print sprintf("%s %d %d", colour[n], dashes[n], points[n]) }' 2> "$work/gnuplot"
sed -n 's/^RS_SERIES("\([^"]*\)", "[^"]*", \([0-9]*\), \([0-9]*\)).*/\1 \2 \3/p' cmodel/common/palette.def | diff - "$work/gnuplot" > "$work/diff"
verdict "palette in gnuplot" "$(cat "$work/diff")"
# Colours of one's own: of a script only greys, whose three parts are equal.
verdict "pictures take their colours from the palette" "$(grep -n 'array colour\|"#[0-9a-f]\{6\}"' $(find cmodel fpga tests -name '*.gp' ! -name palette.gp) cmodel/cli/query_table.c |
    grep -v '"#\([0-9a-f][0-9a-f]\)\1\1"')"

# ---- the check of texts itself -------------------------------------------------------------------------

svg() { printf '<svg width="200" height="100" viewBox="0 0 200 100" font-size="10">\n<title>not shown</title>%s\n</svg>\n' "$1"; }
at() { # at X Y TURN ANCHOR TEXT: as gnuplot writes it
    printf '<g transform="translate(%s,%s)%s" fill="black" font-size="10.00" text-anchor="%s">\n<text><tspan>%s</tspan></text></g>' "$1" "$2" "${3:+ rotate($3)}" "$4" "$5"
}
text_case() { # text_case NAME EXPECTED(good, or part of the message) PICTURE
    printf '%s\n' "$3" > "$work/case.svg"
    problem=
    if texts "$work/case.svg"; then
        [ "$2" = good ] || problem="found no fault, expected '$2'"
    else
        grep -q -- "$2" "$work/texts" || problem="found '$(head -n 1 "$work/texts")', expected '$2'"
    fi
    verdict "text check: $1" "$problem"
}
text_case "a good picture" good "$(svg "$(at 20 20 '' start 'FR-FCFS')$(at 190 60 '' end 'BFIFO &amp; HG')<text x='100' y='90' text-anchor='middle'>below</text>")"
text_case "cut off on the right" "'FR-FCFS' at 170,12 reaches" "$(svg "$(at 170 20 '' start 'FR-FCFS')")"
text_case "cut off on the left" "out of the picture" "$(svg "$(at 30 20 '' end 'FR-FCFS')")"
text_case "a turned label that is cut off" "'BFIFO+HMHG4' at .* out of the picture" "$(svg "$(at 60 70 30 start 'BFIFO+HMHG4')")"
text_case "a turned label that is whole" good "$(svg "$(at 60 50 30 start 'BFIFO+HMHG4')")"
text_case "two on one another" "'BFIFO' at 60,12 and 'FR-FCFS' lie on one another" "$(svg "$(at 20 20 '' start 'FR-FCFS')$(at 60 20 '' start BFIFO)")"
text_case "side by side without a blank" "lie on one another" "$(svg "$(at 20 20 '' start 'mmm')$(at 49.5 20 '' start mmm)")"
text_case "turned ones side by side" good "$(svg "$(at 20 20 40 start 'BFIFO+HG')$(at 40 20 40 start 'BFIFO+HG')")"
text_case "turned ones on one another" "lie on one another" "$(svg "$(at 20 20 40 start 'BFIFO+HG')$(at 28 20 40 start 'BFIFO+HG')")"
text_case "a size of its own" "out of the picture" "$(svg "<text x='100' y='50' font-size='40'>FR-FCFS</text>")"
text_case "scaled" "out of the picture" "$(svg "<g transform='scale(2)'><text x='80' y='30'>BFIFO</text></g>")"
text_case "no text" "found no text, expected some" "$(svg '<rect width="10" height="10"/>')"
text_case "no picture" "found no width and height" "nothing"

# ---- pictures ------------------------------------------------------------------------------------------

# names LINE...: figure.dat of so many groups, five bars each
bars() { awk -v names="$1" 'BEGIN { print "group FIFO BFIFO BFIFO+HG BFIFO+HMHG4 FR-FCFS"; n = split(names, name, ","); for (i = 1; i <= n; i++) print "\"" name[i] "\"", 40 + i, 60, 75, 80, 100 }'; }
programs="bfs 4elt,spmv 4elt,fwt,lib,mum,neu,nn,ray,red,sp,wp,HM"
mkdir -p "$work/bars"
bars "$programs" > "$work/bars/figure.dat"
gnuplot -e "folder='$work/bars'; caption='IPC in % of FR-FCFS with all resources: 25 to 200 % of warps'; axis='program'; quantity='IPC over FR-FCFS'" cmodel/cli/figure.gp > "$work/log" 2>&1 &&
    texts "$work/bars/figure.svg"
verdict "bars of twelve programs" "$([ $? -eq 0 ] || cat "$work/log" "$work/texts")"
problem=
head -c 5 "$work/bars/figure.pdf" | grep -q '%PDF-' || problem="found no PDF, expected figure.pdf"
verdict "bars as PDF" "$problem"
sed 's/^width = .*/width = 500/' cmodel/cli/figure.gp > "$work/narrow.gp"
mkdir -p "$work/narrow"
cp "$work/bars/figure.dat" "$work/narrow"
gnuplot -e "folder='$work/narrow'; caption='IPC'; axis='program'; quantity='IPC over FR-FCFS'" "$work/narrow.gp" > "$work/log" 2>&1 && ! texts "$work/narrow/figure.svg" &&
    grep -q 'lie on one another' "$work/texts"
verdict "bars in too narrow a picture are found" "$([ $? -eq 0 ] || cat "$work/log" "$work/texts")"
"$rowstreak" timeline --workload rand2 --requests 500 --from 500 --cycles 300 --svg "$work/timeline.svg" > /dev/null 2> "$work/log" && texts "$work/timeline.svg"
verdict "timeline" "$([ $? -eq 0 ] || cat "$work/log" "$work/texts")"
problem=
texts cmodel/*/*.svg fpga/ip/*.svg fpga/power/*.svg || problem=$(cat "$work/texts")
verdict "pictures in the repository" "$problem"

# ---- the report ----------------------------------------------------------------------------------------

# Of a build folder in which one figure alone has run.
mkdir -p "$work/build/figure-4.1"
cp "$work/bars/figure.svg" "$work/bars/figure.pdf" "$work/build/figure-4.1"
echo 'DRAM efficiency < what we made up > & measured' > "$work/build/figure-4.1/figure.txt"
sh cmodel/report/report.sh "$work/build" > "$work/log" 2>&1 && python3 $here/page.py "$work/build/report/report.html" make-figure-4.1 >> "$work/log" 2>&1
verdict "page of a nearly empty build folder" "$([ $? -eq 0 ] || tail -n 3 "$work/log")"
echo 'no picture' > "$work/build/figure-4.1/figure.svg"
cp "$work/build/report/report.html" "$work/before.html"
problem=
sh cmodel/report/report.sh "$work/build" > "$work/log" 2>&1
[ $? -eq 2 ] && grep -q 'figure.svg: found no picture, expected an SVG file' "$work/log" || problem="found '$(tail -n 1 "$work/log")', expected a line about figure.svg and exit status 2"
cmp -s "$work/build/report/report.html" "$work/before.html" || problem="${problem}the page before has changed"
verdict "a picture that is none" "$problem"

# figures.list: its sections, commands and the targets that draw.
sed '/^#/d; /^ *$/d; s/ *| */|/g; s/ *$//' cmodel/report/figures.list > "$work/list"
problem=
while IFS='|' read -r heading command folder table pictures; do
    grep -qxF "## $heading" cmodel/cli/RESULTS.md cmodel/cli/README.md || problem="$problem found no section '$heading' in cmodel/cli/RESULTS.md and README.md;"
    grep -q "^${command#make }:.*## " cmodel/cli/*.mk tests/bench/bench.mk || problem="$problem found no target '$command';"
done < "$work/list"
for target in $(sed -n 's/^\([a-z0-9.-]*\):.*## .*/\1/p' cmodel/cli/figures.mk); do
    cut -d '|' -f 2 "$work/list" | grep -qxF "make $target" || problem="$problem found no line of make $target in cmodel/report/figures.list;"
done
verdict "list of figures" "$problem"

[ "$full" != full ] || . $here/full.sh
[ "$failed" -eq 0 ]
