# Table, JSON and CSV of the mutants; first file: survivors and why (BLOCK | SOURCE LINE | CHANGE | REASON), second file: lines
# of row.sh with the block in front. run: the blocks of this run, by blanks; the others are in JSON and CSV only. Exit 1 when
# a block of the run has too many survivors, or one without a reason.
function trim(text) { gsub(/^[ \t]+|[ \t]+$/, "", text); return text }
function quoted(text) { gsub(/"/, "'", text); return "\"" text "\"" }
FNR == NR {
    if ($0 !~ /^ *(#|$)/) reason[trim($1) "|" trim($2) "|" trim($3)] = trim($4)
    next
}
!($1 in seen) { seen[$1] = ++blocks; name[blocks] = $1 }
$3 == "no result" { failed[$1] = 1; next }
FNR > 0 {
    mutants[$1]++
    verdict[$1, $3]++
    if ($4 != "") proofs[$1]++
    if ($5 != "") bench[$1]++
    if ($4 != "" && $5 != "") both[$1]++
    line[++lines] = $0
}
END {
    print "Mutants: killed by a proof or in lockstep, shown equivalent, or survived"
    printf "%-20s %8s %8s %9s %9s %9s %11s %9s %8s\n", "block", "mutants", "killed", "by proof", "lockstep", "by both", "equivalent", "survived", "killed %"
    printf "[" > json
    print "block,number,verdict,proof,lockstep,change,source" > csv
    for (i = 1; i <= lines; i++) {
        split(line[i], f, "|")
        print f[1] "," f[2] "," f[3] "," quoted(f[4]) "," quoted(f[5]) "," quoted(f[6]) "," quoted(trim(f[7])) > csv
    }
    for (k = 1; k <= blocks; k++) {
        b = name[k]
        printf "%s\n  {\"block\": \"%s\", \"mutants\": %d, \"killed\": %d, \"killed_by_proof\": %d, \"killed_in_lockstep\": %d, ", (k > 1 ? "," : ""), b,
            mutants[b], verdict[b, "killed"], proofs[b], bench[b] > json
        printf "\"equivalent\": %d, \"survived\": %d}", verdict[b, "equivalent"], verdict[b, "survived"] > json
        if (!index(" " run " ", " " b " ")) continue
        left = mutants[b] - verdict[b, "equivalent"]
        share = left > 0 ? 100 * verdict[b, "killed"] / left : 0
        unexplained = 0
        for (i = 1; i <= lines; i++) {
            split(line[i], f, "|")
            if (f[1] == b && f[3] == "survived") {
                split(trim(f[7]), place, " ")
                why = reason[b "|" place[1] "|" f[6]]
                if (why == "") unexplained++
                text = text sprintf("  %s mutant %d: %s\n    %s\n    %s\n", b, f[2], f[6], trim(f[7]), why == "" ? "NOT EXPLAINED" : why)
            }
        }
        bad = failed[b] || (share < 95 && verdict[b, "survived"] > 1) || unexplained
        worst = worst || bad
        print (bad ? "FAIL" : "pass") " mutate " b >> results
        printf "%-20s %8d %8d %9d %9d %9d %11d %9d %8.1f%s\n", b, mutants[b], verdict[b, "killed"], proofs[b], bench[b], both[b],
            verdict[b, "equivalent"], verdict[b, "survived"], share, failed[b] ? "  no result" : ""
    }
    print "\n]" > json
    if (text != "") printf "survivors\n%s", text
    exit worst
}
