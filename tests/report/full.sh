# The rest of tests/report/run.sh in `make test-full`: every kind of picture, drawn from small runs and at full width; pictures that are
# in the build folder; the report in Chromium.

draw() { # draw NAME FILE.svg COMMAND...: the command draws the picture, whose text must be as it should
    name=$1
    file=$2
    shift 2
    "$@" > "$work/log" 2>&1 && texts "$file"
    verdict "picture: $name" "$([ $? -eq 0 ] || tail -n 3 "$work/log" "$work/texts")"
}

if [ ! -s "$drawn/patterns.dat" ]; then
    drawn=$work/figure_files
    RESULTS=$work/results sh tests/figure_files.sh "$rowstreak" > "$work/log" 2>&1
fi
for figure in 4.1 6.20 6.22; do
    settings=$(sed -n "s/^figure_$figure  *:= //p" cmodel/cli/figures.mk)
    draw "figure $figure" "$drawn/$figure/figure.svg" gnuplot -e "folder='$drawn/$figure'; $settings" cmodel/cli/figure.gp
done
# THESIS' figures by their captions, with all its programs.
for folder in "$drawn"/thesis/6.*; do
    figure=$work/thesis/${folder##*/}
    mkdir -p "$figure"
    bars "$programs" > "$figure/figure.dat"
    draw "THESIS ${folder##*/}" "$figure/figure.svg" gnuplot -e "folder='$figure'; $(cat "$folder/figure.gp")" cmodel/cli/figure.gp
done
for folder in "$drawn"/predict/6.*; do
    [ -s "$folder/figure.gp" ] || continue
    figure=$work/predict/${folder##*/}
    mkdir -p "$figure"
    bars "$programs,$programs,$programs" > "$figure/figure.dat"
    draw "predictions ${folder##*/}" "$figure/figure.svg" gnuplot -e "folder='$figure'; slanted=1; $(cat "$folder/figure.gp")" cmodel/cli/figure.gp
done
draw "predictions 6.11" "$drawn/predict/6.11/figure.svg" gnuplot -e "folder='$drawn/predict/6.11'" cmodel/cli/scatter.gp
draw "patterns" "$drawn/patterns.svg" gnuplot -e "folder='$drawn'" cmodel/cli/patterns.gp
mkdir -p "$work/patterns"
awk 'BEGIN {
    n = split("spmv 4elt,spmv copter2,spmv mdual,spsum 4elt,spsum copter2,spsum mdual,bfs 4elt,bfs copter2,bfs mdual,vadd,transpose,stencil,histo,kmeans,btree,nw,sgemm,gaussian,mri-q,hpgmg,miniamr,comd,scatter,particle", name, ",")
    for (panel = 0; panel < 5; panel++) {
        print "panel ordered \"length 4\" \"length 8\" \"length 16\""
        for (i = 1; i <= n; i++) print "\"" name[i] "\"", 1, 0.9, 0.8, 0.5
        print "\n"
    }
}' > "$work/patterns/patterns.dat"
draw "patterns, every program" "$work/patterns/patterns.svg" gnuplot -e "folder='$work/patterns'" cmodel/cli/patterns.gp
for table in MSHR16x4 PRT8; do
    mkdir -p "$work/latency"
    "$rowstreak" thread-latency --table $table --folder "$work/latency" > "$work/log" 2>&1
    draw "thread latency of $table" "$work/latency/$table.svg" gnuplot -e "folder='$work/latency'; table='$table'" cmodel/cli/thread_latency.gp
done
draw "areas" "$work/build/report/area/area.svg" gnuplot -e "folder='$work/build/report/area'" fpga/area.gp

mkdir -p "$work/load"
machines=$(sed -n 's/^machine = //p' cmodel/cli/load_latency.sweep | tr -d ,)
for machine in $machines; do echo "$machine,0.2,0.2,60"; echo "$machine,0.9,0.9,120"; echo "$machine,1.4,1.3,9000"; done > "$work/load/curves.csv"
draw "latency over offered load" "$work/load/load_latency.svg" gnuplot -e "folder='$work/load'; machines='$machines'" cmodel/cli/load_latency.gp

# The two pictures of make run: six machines, three programs.
"$rowstreak" run --graph "$drawn/ring.graph" --workload bfs --workload spmv --workload nn --shrink 8 $(for machine in FIFO BFIFO BFIFO+HG BFIFO+HMHG4 FR-FCFS BFIFO+HMHG4/L8/G; do
    echo "--machine $machine"; done) --quiet --csv "$work/runs.csv" > "$work/log" 2>&1 &&
    "$rowstreak" report --plot "$work/summary.dat" "$work/runs.csv" >> "$work/log" 2>&1 && awk -v machines=. -f cmodel/cli/stalls.awk "$work/runs.csv" | head -n 12 > "$work/stalls.dat"
draw "summary of make run" "$work/summary.svg" gnuplot -e "folder='$work'" cmodel/cli/summary.gp
draw "stalls of make run" "$work/stalls.svg" gnuplot -e "folder='$work'" cmodel/cli/stalls.gp

"$rowstreak" sweep --workload rand2 --requests 300 --machine BFIFO,BFIFO+HMHG4/L8/G,FR-FCFS --set QUEUE=8,16,32 --database "$work/q.sqlite" > "$work/log" 2>&1
draw "query, lines" "$work/lines.svg" "$rowstreak" query "$work/q.sqlite" cycles --by QUEUE --by machine --svg "$work/lines.svg"
draw "query, bars" "$work/query_bars.svg" "$rowstreak" query "$work/q.sqlite" dram_efficiency --by machine --by QUEUE --svg "$work/query_bars.svg"
for cycles in 40 2000; do
    draw "timeline of $cycles cycles" "$work/timeline.svg" "$rowstreak" timeline --workload rand2 --requests 3000 --from 1000 --cycles $cycles --svg "$work/timeline.svg"
done
find "$build" -name '*.svg' ! -path '*/test/*' > "$work/pictures"
if [ -s "$work/pictures" ]; then
    problem=
    texts $(cat "$work/pictures") || problem=$(cat "$work/texts")
    verdict "pictures in $build" "$problem"
fi

# ---- in a browser --------------------------------------------------------------------------------------

if ! command -v chromium > /dev/null 2>&1; then
    echo "skip report in a browser: found no chromium, make setup-report installs it" | tee -a "$results"
    return 0
fi
# The sandbox needs rights that containers and root lack; the page is our own.
browser() { timeout 120 chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars --user-data-dir="$work/profile" "$@" 2>> "$work/browser"; }

# The letters' widths of svg_text.awk against the browser's, text by text, in the pictures above.
{
    echo '<!DOCTYPE html><html><body>'
    number=0
    for file in "$work/bars/figure.svg" "$work/summary.svg" "$work/timeline.svg" "$work/lines.svg" "$work/build/report/area/area.svg"; do
        number=$((number + 1))
        awk -v file="$file" -v label=x -v prefix="w$number-" -f cmodel/report/html.awk -f cmodel/report/one.awk
    done
    cat << 'END'
<pre id="widths"></pre><script>
document.getElementById("widths").textContent = Array.from(document.querySelectorAll("svg text")).filter(t => t.textContent.trim() != "").map(
    t => "width " + t.getComputedTextLength().toFixed(2) + " " + t.textContent.trim()).join("\n")
</script></body></html>
END
} > "$work/widths.html"
browser --dump-dom "file://$(realpath "$work/widths.html")" | grep -o 'width [0-9.]* .*' | sed 's/<.*//; s/&amp;/\&/g' > "$work/widths.browser"
LC_ALL=C awk -v list=1 -f $here/svg_text.awk "$work/bars/figure.svg" "$work/summary.svg" "$work/timeline.svg" "$work/lines.svg" "$work/build/report/area/area.svg" |
    grep '^width ' > "$work/widths.ours"
verdict "widths of letters are the browser's" "$(paste -d '\t' "$work/widths.ours" "$work/widths.browser" | awk -F '\t' '
    { n++; split($1, a, " "); split($2, b, " "); if (a[3] != b[3]) { bad = 1; print "text " n ": ours " $1 ", browser " $2; exit }
      if (a[2] < b[2] - 0.02 * b[2] - 0.5) { print "text " n ": found " $1 " below the browser\047s " $2; bad = 1; exit } }
    END { if (n < 300 && !bad) print "found " n + 0 " texts, expected 300 or more" }')"

# The page on a phone: it must not scroll sideways, and every picture must have its size.
sh cmodel/report/report.sh "$build" > "$work/log" 2>&1
verdict "page of this build folder" "$([ $? -eq 0 ] || tail -n 1 "$work/log")"
page=$(realpath "$build/report/report.html")
sed 's|</body>|<pre id="size"></pre><script>document.getElementById("size").textContent = "size " + document.documentElement.scrollWidth + " " + innerWidth + " " + \
Array.from(document.querySelectorAll(".picture svg")).filter(s => { const box = s.getBoundingClientRect(), own = s.viewBox.baseVal; \
return [box.width < 100, Math.abs(box.height - box.width * own.height / own.width) > 2].includes(true) }).length</script></body>|' "$page" > "$work/size.html"
for width in 390 1200; do
    problem=
    size=$(browser --window-size=$width,800 --dump-dom "file://$(realpath "$work/size.html")" | grep -o '>size [0-9 ]*')
    echo "$size" | awk '{ exit !(NF == 4 && $2 <= $3 && $4 == 0) }' || problem="found '$size' (width of page and window, pictures that have not their own shape), expected no page wider than its window and no such picture"
    verdict "page in $width pixels" "$problem"
    problem=
    browser --window-size=$width,2400 --screenshot="$work/page$width.png" "file://$page" > /dev/null
    [ "$(od -A n -t u1 -j 18 -N 2 "$work/page$width.png" 2> /dev/null | awk '{ print 256 * $1 + $2 }')" = $width ] || problem="found no PNG file of $width pixels, expected $work/page$width.png"
    [ "$(wc -c < "$work/page$width.png" 2> /dev/null || echo 0)" -gt 50000 ] || problem="$problem found a picture of less than 50000 bytes, expected the page"
    verdict "screenshot in $width pixels" "$problem"
done
problem=
browser --no-pdf-header-footer --print-to-pdf="$work/page.pdf" "file://$page" > /dev/null
[ "$(grep -a -c '/Type */Page\>' "$work/page.pdf" 2> /dev/null)" -gt 5 ] || problem="found no PDF of more than five sheets, expected the printed page"
verdict "printed page" "$problem"
