#!/bin/sh
# Coverage by module, from build/coverage/data: report.sh NAME... (the runs that must be there)
# A point is a line (a branch or a block of statements) or a bit of a signal that goes up or down; one that any run of any
# configuration reaches is covered. Prints a table; the points that are not covered are in build/coverage/lines and toggles.
# tests/coverage/exceptions names the lines that may stay uncovered, each with its reason: another one, and an exception that is
# covered or that no line matches, is an error, and so is a module with fewer of its bits toggled than it says.
# Appends a line for each module and each error to $RESULTS. Exit 0 or 1.
set -u
results=${RESULTS:-build/test/results}
folder=build/coverage
mkdir -p "$(dirname "$results")"
failed=0
for name in "$@"; do
    grep -q ' comparisons, equal$' "$folder/data/$name.log" 2> /dev/null && continue
    echo "FAIL coverage $name: no run that ended well (build/coverage/data/$name.log)" | tee -a "$results"
    failed=1
done
# Of a point: file, line, kind, name, hits. Lines "C '\001f\002FILE\001l\002LINE...' HITS".
cat "$folder"/data/*/*.dat | awk -v results="$results" -v folder="$folder" '
    FILENAME != "-" { # exceptions: MODULE line TEXT | reason, MODULE toggle PERCENT | reason
        if (NF == 0 || /^#/) next
        split($0, part, / +[|] +/)
        text = part[1]
        sub(/^[^ ]+ +[^ ]+ +/, "", text)
        if ((($2 != "line" && $2 != "toggle")) || part[2] == "" || ($2 == "toggle" && text !~ /^[0-9]+$/))
            wrong(FILENAME ":" FNR ": found \047" $0 "\047, expected MODULE line TEXT | reason, or MODULE toggle PERCENT | reason")
        else if ($2 == "toggle") least[$1] = text
        else { exception[++exceptions] = text; of[exceptions] = $1 }
        next
    }
    !/^C / { next }
    {
        hits = $NF
        n = split($0, field, "\001")
        file = line = page = name = ""
        for (i = 2; i <= n; i++) {
            at = index(field[i], "\002")
            key = substr(field[i], 1, at - 1)
            value = substr(field[i], at + 1)
            if (key == "f") file = value
            else if (key == "l") line = value
            else if (key == "page") page = value
            else if (key == "o") name = value
            else if (key == "n") column = value
        }
        if (file !~ /^rtl\//) next
        kind = page ~ /^v_toggle/ ? "toggle" : "line"
        point = file SUBSEP line SUBSEP kind SUBSEP (kind == "line" ? column " " : "") name
        if (!(point in count)) { count[point] = 0; all[file, kind]++; files[file] = 1 }
        if (count[point] == 0 && hits > 0) covered[file, kind]++
        count[point] += hits
    }
    function wrong(text) { print text; sub(/\n.*/, "", text); print "FAIL coverage " text >> results; failed = 1 }
    function percent(file, kind) { return all[file, kind] ? 100 * covered[file, kind] / all[file, kind] : 100 }
    function module(file) { sub(/.*\//, "", file); sub(/[.]v$/, "", file); return file }
    END {
        for (file in files) { row = 0; while ((getline text < file) > 0) source[file, ++row] = text; close(file) }
        for (point in count) {
            split(point, p, SUBSEP)
            text = source[p[1], p[2]]
            gsub(/^ +/, "", text)
            if (p[3] == "line")
                for (i = 1; i <= exceptions; i++)
                    if (of[i] == module(p[1]) && index(text, exception[i]) != 0) {
                        used[i]++
                        if (count[point] > 0) hit[i]++
                        else excused[point] = 1
                    }
            if (count[point] > 0) continue
            if (p[3] == "toggle") print p[1] ":" p[2] ": " p[4] | ("sort -t: -k1,1 -k2,2n > " folder "/toggles")
            else {
                print p[1] ":" p[2] ": " p[4] ": " text (point in excused ? " (excepted)" : "") | ("sort -t: -k1,1 -k2,2n > " folder "/lines")
                if (!(point in excused)) bad[p[1]] = bad[p[1]] sprintf("\n  %s:%d: %s", p[1], p[2], text)
                else except[p[1]]++
            }
        }
        for (i = 1; i <= exceptions; i++) {
            # An if and its else stand in one line: an exception is for the points of it that stay uncovered.
            if (used[i] == 0) wrong("tests/coverage/exceptions: found no line of " of[i] " with \047" exception[i] "\047, expected one")
            else if (used[i] == hit[i]) wrong("tests/coverage/exceptions: " of[i] " \047" exception[i] "\047 is covered, expected it not to be")
        }
        printf "%-28s %8s %9s %9s   %8s %9s\n", "module", "lines", "covered", "excepted", "bits", "toggled"
        sorter = "sort"
        for (file in files) {
            name = module(file)
            printf "%-28s %8d %8.1f%% %9d   %8d %8.1f%%\n", name, all[file, "line"], percent(file, "line"), except[file], all[file, "toggle"], percent(file, "toggle") | sorter
            if (bad[file] != "") wrong(name ": lines that no bench reaches:" bad[file])
            if (percent(file, "toggle") < (name in least ? least[name] : 90))
                wrong(sprintf("%s: found %.1f %% of its bits toggled, expected %d or more (build/coverage/toggles)", name, percent(file, "toggle"), name in least ? least[name] : 90))
            if (bad[file] == "") print "pass coverage " name >> results
        }
        close(sorter)
        exit failed
    }' tests/coverage/exceptions - > "$folder/table" || failed=1
cat "$folder/table"
exit $failed
