#!/bin/sh
# formal/report.sh RUN ALL FOLDER: RUN (lines of formal/prove.sh) as a table on standard output, ALL (the same) as
# FOLDER/report.json and FOLDER/report.html.
set -eu
awk -F '|' '
{
    cell[NR, 1] = $6; cell[NR, 2] = $5; cell[NR, 3] = $7; cell[NR, 4] = $8 "/" $9; cell[NR, 5] = $10 "/" $11
    cell[NR, 6] = $12; cell[NR, 7] = $1; cell[NR, 8] = $2; cell[NR, 9] = $3; cell[NR, 10] = $4; cell[NR, 11] = $14
}
END {
    split("result,engine,depth,covers,controls,seconds,row,block,property group,parameters,reason", title, ",")
    for (c = 1; c <= 11; c++) {
        cell[0, c] = title[c]
        for (r = 0; r <= NR; r++) if (length(cell[r, c]) > width[c]) width[c] = length(cell[r, c])
    }
    for (r = 0; r <= NR; r++) {
        line = ""
        for (c = 1; c <= 11; c++) line = line sprintf(c >= 3 && c <= 6 ? "%" width[c] "s  " : "%-" width[c] "s  ", cell[r, c])
        sub(/ +$/, "", line)
        print line
    }
}' "$1"

awk -F '|' '
function text(value) { gsub(/\\/, "\\\\\\\\", value); gsub(/"/, "\\\"", value); return "\"" value "\"" }
BEGIN { print "[" }
{
    printf "%s  {\"name\": %s, \"block\": %s, \"group\": %s, \"parameters\": %s, \"engine\": %s, \"result\": %s, ", \
        (NR > 1 ? ",\n" : ""), text($1), text($2), text($3), text($4), text($5), text($6)
    printf "\"depth\": %s, \"covers\": %d, \"covers_total\": %d, \"controls\": %d, \"controls_total\": %d, ", \
        ($7 == "" ? "null" : $7), $8, $9, $10, $11
    printf "\"seconds\": %s, \"broken\": %s, \"reason\": %s}", $12, text($13), text($14)
}
END { print "\n]" }' "$2" > "$3/report.json"

awk -F '|' '
function text(value) { gsub(/&/, "\\&amp;", value); gsub(/</, "\\&lt;", value); return value }
function cell(value) { printf "<td>%s</td>", text(value) }
BEGIN {
    print "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Rowstreak: proofs</title><style>"
    print "body { font-family: sans-serif; margin: 2em } table { border-collapse: collapse }"
    print "td, th { border: 1px solid #bbb; padding: 0.2em 0.6em; text-align: left; vertical-align: top }"
    print ".proven { background: #d8f0d8 } .bounded { background: #f6efc8 } .unproven { background: #f6d0d0 }"
    print "</style></head><body><h1>Rowstreak: proofs</h1>"
    print "<p>proven: for all time, at the parameters named. bounded: no counterexample in the first <i>depth</i> cycles. "
    print "covers: situations shown to be reachable, so that no proof is empty. controls: broken variants of the RTL whose "
    print "proof fails, as it must, in the assertion named, at that cycle. Seconds: processor time.</p>"
    print "<table><tr><th>row</th><th>block</th><th>property group</th><th>parameters</th><th>engine</th><th>result</th><th>depth</th>"
    print "<th>covers</th><th>controls</th><th>seconds</th><th>broken by the controls</th><th>reason</th></tr>"
}
{
    printf "<tr class=\"%s\">", $6
    cell($1); cell($2); cell($3); gsub(/,/, ", ", $4); cell($4); cell($5); cell($6); cell($7)
    cell($8 "/" $9); cell($10 "/" $11); cell($12); cell($13); cell($14)
    print "</tr>"
}
END { print "</table></body></html>" }' "$2" > "$3/report.html"
