#!/bin/sh
# cmodel/report/report.sh BUILD: everything that is known of this version in one page, BUILD/report/report.html (cmodel/report/README.md).
# Takes what make targets have left in BUILD and, where there is nothing, the results that the repository has (fpga/baselines, tests/record),
# and says which is which. Runs nothing but gnuplot, for the areas, and the programs whose version it tells. Exit status: 2 and a line on
# stderr if the page could not be written; an old page stays then as it was.
set -u
build=$1
out=$build/report
page=$out/report.html
mkdir -p "$out" || exit 2
trap 'rm -f "$page.tmp"' EXIT
trap 'exit 130' HUP INT TERM

escape() { sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g'; }
anchor() { awk -v heading="$1" -f cmodel/report/html.awk -f cmodel/report/one.awk; }
section() { printf '<h2 id="%s">%s</h2>\n' "$(anchor "$1")" "$(printf '%s' "$1" | escape)"; }
paragraph() { printf '<p>%s</p>\n' "$*"; }
# missing WHAT COMMAND: it has not run in this build folder
missing() { printf '<p class="missing">%s: not run in this build folder; <code>%s</code> makes it.</p>\n' "$1" "$2"; }
written() { date -r "$1" '+%Y-%m-%d %H:%M'; }
table() { awk -v caption="$2" -f cmodel/report/html.awk -f cmodel/report/csv_table.awk "$1"; } # table FILE.csv CAPTION
text() { printf '<pre>'; escape < "$1"; printf '</pre>\n'; }                     # text FILE
picture() { awk -v file="$1" -v label="$2" -v prefix="$(anchor "$1")-" -f cmodel/report/html.awk -f cmodel/report/one.awk; } # picture FILE LABEL
page_of() { # page_of HEADING
    for page_of in cmodel/cli/RESULTS.md cmodel/cli/README.md; do
        grep -qxF "## $1" $page_of && break
    done
    echo $page_of
}
# Headings of RESULTS.md, then those of figures.list that stand elsewhere.
headings() { { sed -n 's/^## //p' cmodel/cli/RESULTS.md; figures | cut -d '|' -f 1; } | awk '!seen[$0]++'; }
markdown() { awk -v heading="$2" -v folder="$(dirname "$1")" -v prefix="$(anchor "$2")-" -f cmodel/report/html.awk -f cmodel/report/markdown.awk "$1"; } # markdown FILE HEADING

# Lines of figures.list without blanks around the bars: heading|command|folder|table|pictures
figures() { sed '/^#/d; /^ *$/d; s/ *| */|/g; s/ *$//' cmodel/report/figures.list; }

overview() {
    echo '<div class="wide"><table><thead><tr><th>section</th><th>command</th><th>figures</th><th>in this build folder</th></tr></thead><tbody>'
    figures | while IFS='|' read -r heading command folder table _; do
        state='not run: see what the repository recorded'
        [ -s "$build/$folder/$table" ] && state="written $(written "$build/$folder/$table")"
        printf '<tr><td><a href="#%s">%s</a></td><td><code>%s</code></td><td>%s</td><td>%s</td></tr>\n' "$(anchor "$heading")" "$(printf '%s' "$heading" | escape)" \
            "$command" "$(sed -n "s/^${command#make }:.*## //p" cmodel/cli/*.mk tests/bench/bench.mk | escape)" "$state"
    done
    echo '</tbody></table></div>'
}

# What the commands of a section of RESULTS.md have left.
runs() { # runs HEADING
    figures | {
        while IFS='|' read -r heading command folder table patterns; do
            [ "$heading" = "$1" ] || continue
            if [ ! -s "$build/$folder/$table" ]; then
                missing "Figures of this section" "$command"
                continue
            fi
            printf '<div class="run"><h3><code>%s</code></h3>\n' "$command"
            paragraph "What it left in this build folder, $(written "$build/$folder/$table"); paper and difference stand beside the numbers there or above."
            for pattern in $patterns; do
                for file in "$build/$folder"/$pattern; do [ -f "$file" ] && echo "$file"; done | sort -V
            done > "$out/pictures"
            while read -r file; do
                picture "$file" "$command: ${file#"$build/"}$([ -f "${file%.svg}.pdf" ] && echo ', PDF beside it')" || exit 2
            done < "$out/pictures"
            case $table in
                *.csv) table "$build/$folder/$table" "" ;;
                *) text "$build/$folder/$table" ;;
            esac
            echo '</div>'
        done
    }
}

hardware() {
    section "Hardware: areas, delays, bits"
    area=$out/area
    mkdir -p "$area"
    if [ -s "$build/area/area.csv" ]; then
        rows=$build/area/area.csv
        origin="measured in this build folder, <code>make area</code>, $(written "$rows")"
    else
        rows=fpga/baselines/area.csv
        origin="the baseline of the repository (<code>fpga/baselines/area.csv</code>), as <code>make area</code> has not run in this build folder"
        missing "Area and timing" "make area"
    fi
    paragraph "Rows: $origin. Areas in um2 and longest paths in ns of the osu018 cells (0.18 um); bits as THESIS table 4.1 counts them. The recipe, and what the rows say: <code>fpga/README.md</code>."
    awk -f cmodel/report/html.awk -f cmodel/report/area_tsv.awk "$rows" > "$area/area.tsv" || exit 2
    awk -v csv="$area/aims.csv" -f fpga/aims.awk fpga/area.aims "$area/area.tsv" > "$area/log" &&
        awk -F '\t' -v csv="$area/thesis.csv" -f fpga/thesis_table.awk "$area/area.tsv" >> "$area/log" &&
        awk -F '\t' -v csv="$area/chip.csv" -f fpga/chip.awk "$area/area.tsv" >> "$area/log" || exit 2
    table "$area/chip.csv" "Whole chip: 8 controllers, the 28x8 and the 8x28 crossbar; the last columns are over FR-FCFS with the same queue"
    table "$area/thesis.csv" "THESIS table 4.1, crossbar: bits stored and compared in the paper, by its formula, in our netlists"
    table "$area/aims.csv" "Beside the best other open RTL for the like function (1: smaller, faster)"
    if command -v gnuplot > /dev/null && gnuplot -e "folder='$area'" fpga/area.gp 2>> "$area/log"; then
        picture "$area/area.svg" "Area and longest path of every row" || exit 2
    else
        paragraph "No picture of the rows: found no gnuplot that works, <code>make setup</code> installs it."
    fi
    table "$rows" "Every row"
    if [ -s "$build/headline/headline.csv" ]; then
        table "$build/headline/headline.csv" "Machines side by side (make headline, $(written "$build/headline/headline.csv"))"
    else
        missing "Machines side by side: area, efficiency, proofs, mutants" "make headline"
    fi
    if [ -s "$build/power/power.csv" ]; then
        table "$build/power/power.csv" "Power and energy a request on spmv (make power, $(written "$build/power/power.csv"))"
        picture "$build/power/power.svg" "Power of controllers and networks" || exit 2
    else
        missing "Power and energy a request of these machines" "make power"
    fi
    if [ -s "$build/fpga/fpga.csv" ]; then
        table "$build/fpga/fpga.csv" "The memory path on FPGAs (make fpga, $(written "$build/fpga/fpga.csv"))"
    else
        missing "The memory path on FPGAs" "make fpga"
    fi
}

# from FOLDER KIND ROW...: for each row the day of its result and the result, from FOLDER or from tests/record/KIND
from() {
    folder=$1
    record=tests/record/$2
    shift 2
    for row; do
        file=$folder/$row/result
        if [ -s "$file" ] && ! cmp -s "$file" "$folder/$row/recorded"; then
            printf 'this folder, %s\t%s\n' "$(date -r "$file" +%Y-%m-%d)" "$(head -n 1 "$file")"
        fi
    done
    [ ! -f "$record" ] || awk -F '\t' '{ printf "record, %s\t", $2; for (i = 5; i <= NF; i++) printf "%s%s", $i, i < NF ? "|" : "\n" }' "$record"
}

proofs() {
    section "Proofs"
    paragraph "Properties of each block and the size at which they are proven: <code>formal/README.md</code>. Covers: situations shown to be reachable, so that no proof is empty." \
        "Controls: broken RTL whose proof must fail. A recorded result (<code>tests/record</code>) stands while its sources and tools are those of its hash, which <code>make test-full</code> checks."
    rows=$(awk -v want=list -v run=all -f formal/rows.awk formal/*/*.proofs) || exit 2
    from "$build/formal" formal $rows | awk -v rows="$rows" -f cmodel/report/html.awk -f cmodel/report/proofs.awk
    [ -s "$build/formal/report.json" ] || missing "All proofs in one run" "make formal"

    section "Netlists against RTL"
    paragraph "Synthesized netlist and RTL, proved equal block by block, and the netlist beside the C model: <code>fpga/README.md</code>."
    if [ -s "$build/netlist/netlist.tsv" ]; then
        paragraph "<code>make netlist</code> (or a part of it), $(written "$build/netlist/netlist.tsv"):"
        tr '\t' '|' < "$build/netlist/netlist.tsv" | awk -f cmodel/report/html.awk -f cmodel/report/netlist.awk
    else
        missing "Netlists" "make netlist"
        paragraph "Recorded in <code>tests/record/netlist</code>:"
        awk -F '\t' '{ printf "%s|%s", $1, $2; for (i = 5; i <= NF; i++) printf "|%s", $i; print "" }' tests/record/netlist | awk -f cmodel/report/html.awk -f cmodel/report/netlist.awk
    fi
}

mutants() {
    section "Mutants: is broken RTL caught?"
    paragraph "By hand, one for each feature of a header (<code>tests/mutants</code>): $(sed '/^#/d; /^ *$/d' tests/mutants/*.list | wc -l)."
    for part in mutants mutants-sample; do
        results=$build/test/parts/$part.results
        [ -s "$results" ] && break
    done
    if [ -s "$results" ]; then
        paragraph "Last run, <code>make $part</code>, $(written "$results"): $(grep -c '^pass ' "$results") caught, $(grep -c '^FAIL ' "$results") not."
    else
        missing "Mutants by hand" "make mutants"
    fi
    for run in mutate mutate-turn mutate-sample; do
        results=$build/$run/mutants.csv
        [ -s "$results" ] && break
    done
    if [ -s "$results" ]; then
        paragraph "By Yosys (<code>tests/mutate</code>), <code>make $run</code>, $(written "$results"):"
        awk -f cmodel/report/html.awk -f cmodel/report/mutants.awk "$results"
    else
        missing "Mutants by Yosys" "make mutate"
    fi
}

coverage() {
    section "Coverage of the RTL by the benches"
    if [ -s "$build/coverage/table" ]; then
        paragraph "Lines and toggled bits, <code>make coverage</code>, $(written "$build/coverage/table"); exceptions by name in <code>tests/coverage/exceptions</code>."
        text "$build/coverage/table"
    else
        missing "Coverage" "make coverage"
    fi
}

tests_and_speed() {
    section "Tests"
    if ls "$build"/test/parts/*.seconds > /dev/null 2>&1; then
        paragraph "Parts that ran last in this build folder (<code>make test</code> or <code>make test-full</code>):"
        echo "part,passed,failed,seconds,seconds of the processor,written" > "$out/parts.csv"
        for file in "$build"/test/parts/*.seconds; do echo "$(tr '|' , < "$file"),$(written "$file")"; done >> "$out/parts.csv"
        table "$out/parts.csv" ""
    else
        missing "Tests" "make test"
    fi
    section "Speed of the models"
    if [ -s "$build/bench/bench.json" ]; then
        paragraph "<code>make bench</code>, $(written "$build/bench/bench.json"):"
        text "$build/bench/bench.json"
    else
        missing "Speed of C model and Verilated RTL" "make bench"
    fi
}

versions() {
    section "Versions"
    {
        echo "what,version"
        version rowstreak "$build/rowstreak" --version
        version gcc gcc --version
        version Verilator verilator --version
        version Yosys yosys -V
        version OpenSTA sta -version
        version Icarus iverilog -V
        version Z3 z3 --version
        version gnuplot gnuplot --version
        echo "areas of the baseline,\"$(head -n 1 fpga/baselines/area.csv | cut -c 3-)\""
        sed 's/==/,/; s/^/newest tools (make lint-tools): /' tests/lint_tools/requirements.txt
    } > "$out/versions.csv"
    table "$out/versions.csv" ""
}
version() { # version NAME COMMAND...
    name=$1
    shift
    if command -v "$1" > /dev/null 2>&1; then
        echo "$name,\"$("$@" 2>&1 < /dev/null | head -n 1 | tr -d '"')\""
    else
        echo "$name,not found"
    fi
}

commit=$(git describe --always --dirty 2> /dev/null) || commit=unknown
write() {
    cat << END
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>Rowstreak: report</title><style>
$(cat cmodel/report/style.css)
</style></head><body>
<h1>Rowstreak: report</h1>
<p>Written $(date '+%Y-%m-%d %H:%M') of version <code>$commit</code>: the figures of the papers with the command that makes each, the paper's value, ours, and why
they differ; hardware, proofs, mutants, coverage, versions. What stands behind a solid line was run in this build folder, what stands behind a dashed one was not.
All else is what the repository records.</p>
<nav><ul>
END
    { printf '%s\n' "Results in short" "Figures and their commands"; headings
      printf '%s\n' "Hardware: areas, delays, bits" "Proofs" "Netlists against RTL" "Mutants: is broken RTL caught?" "Coverage of the RTL by the benches" "Tests" \
          "Speed of the models" "Versions"; } > "$out/headings"
    while read -r heading; do
        printf '<li><a href="#%s">%s</a></li>\n' "$(anchor "$heading")" "$(printf '%s' "$heading" | escape)"
    done < "$out/headings"
    echo '</ul></nav>'
    section "Results in short"
    markdown README.md Results || exit 2
    section "Figures and their commands"
    overview
    headings > "$out/headings"
    while read -r heading; do
        section "$heading"
        markdown "$(page_of "$heading")" "$heading" < /dev/null || exit 2
        runs "$heading" || exit 2
    done < "$out/headings"
    hardware
    proofs
    mutants
    coverage
    tests_and_speed
    versions
    echo '</body></html>'
}
(write) > "$page.tmp" && mv "$page.tmp" "$page" || exit 2
rm -f "$out/headings" "$out/pictures" "$out/parts.csv" "$out/versions.csv"
echo "$page: $(grep -c '<svg' "$page") pictures, $(grep -c 'class="missing"' "$page") parts that have not run here"
