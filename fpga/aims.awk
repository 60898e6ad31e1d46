# aims.awk area.aims area.tsv: rows beside the best other open RTL for the like function. csv: file for the same as CSV.
# A row of ours stands once for each line of area.aims that names it.
function trim(text) { gsub(/^ +| +$/, "", text); return text }
FNR == NR {
    if (split($0, part, "|") == 6 && !/^#/) {
        aims++
        key[aims] = trim(part[1]) SUBSEP trim(part[2])
        name[aims] = sprintf("%-15s %-38s", trim(part[1]), trim(part[2]))
        label[aims] = trim(part[1]) ",\"" trim(part[2]) "\""
        um2_aim[aims] = part[3] + 0; ns_aim[aims] = part[4] + 0; what[aims] = trim(part[5])
        source[aims] = trim(part[6])
    }
    next
}
{ split($0, column, "\t"); um2[column[1], column[2]] = column[9]; ns[column[1], column[2]] = column[10] }
END {
    print ""
    print "Beside the best other open RTL for the like function"
    print "block           configuration                                um2    theirs       ns  theirs"
    print "block,configuration,um2,um2_theirs,ns,ns_theirs,smaller,faster,theirs" > csv
    for (k = 1; k <= aims; k++) {
        if (!(key[k] in um2))
            continue
        smaller = um2[key[k]] + 0 < um2_aim[k]
        faster = ns[key[k]] + 0 < ns_aim[k]
        printf "%s %10d %9d %8.2f %7.2f  %s  %s\n", name[k], um2[key[k]], um2_aim[k], ns[key[k]], ns_aim[k],
            (smaller ? "smaller, " : "larger, ") (faster ? "faster" : "slower"), what[k] (source[k] == "" ? "" : " (" source[k] ")")
        printf "%s,%d,%d,%.2f,%.2f,%d,%d,\"%s\"\n", label[k], um2[key[k]], um2_aim[k], ns[key[k]], ns_aim[k], smaller, faster, source[k] > csv
    }
}
