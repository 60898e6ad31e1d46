# The table of headline.sh from six files, each behind an assignment to `file`: blocks (machine, block), chip (chip.csv), runs
# (CSV of rowstreak run), proofs (report.json), rows (mutate.rows), mutants (mutate.json). csv: file for the same as CSV.
# Mutants of a machine: a dash unless every block of it that has a row has a result.
BEGIN {
    headline = "machine,um2,ns,bits_compared,efficiency_bfs,efficiency_spmv,proven,bounded,unproven,mutants,equivalent,killed"
    print headline > csv
}
FNR == 1 { columns = split($0, name, ","); for (i = 1; i <= columns; i++) column[name[i]] = i }
function text(key,    part) { return match($0, "\"" key "\": \"[^\"]*\"") ? substr($0, RSTART + length(key) + 5, RLENGTH - length(key) - 6) : "" }
function number(key) { return match($0, "\"" key "\": [0-9]+") ? substr($0, RSTART + length(key) + 4, RLENGTH - length(key) - 4) + 0 : 0 }
file == "blocks" {
    split($0, field, "\t")
    if (!(field[1] in blocks)) machine[++machines] = field[1]
    blocks[field[1]] = blocks[field[1]] " " field[2]
    next
}
file == "chip" && FNR > 1 {
    gsub(/"/, "")
    split($0, field, ",")
    if (field[1] == 32) { compared[field[2]] = field[4]; um2[field[2]] = field[5]; ns[field[2]] = field[6] }
}
file == "runs" && FNR > 1 {
    split($0, field, ",")
    efficiency[field[column["machine"]], field[column["workload"]]] = field[column["dram_efficiency_relative"]]
}
file == "proofs" && /"block"/ { proven_of[++proofs] = text("block"); verdict[proofs] = text("result") }
function within(machine_blocks, list,    i, n, one) { # does the machine have every block of the list?
    n = split(list, one, ", ")
    for (i = 1; i <= n; i++) if (!index(machine_blocks " ", " " one[i] " ")) return 0
    return 1
}
file == "mutants" && /"block"/ {
    block = text("block")
    mutants[block] = number("mutants"); equivalent[block] = number("equivalent"); killed[block] = number("killed")
}
file == "rows" && !/^ *(#|$)/ { split($0, field, "|"); gsub(/ /, "", field[1]); has_row[field[1]] = 1 }
function or_dash(value, format) { return value == "" ? "-" : sprintf(format, value) }
END {
    print "28 SMs, 8 controllers of 32 requests, one VC. Hardware: controllers and both crossbars, bits of memory beside it (make area)."
    print "Efficiency: DRAM efficiency over that of FR-FCFS. Proofs: rows of the machine's blocks (make formal). Mutants: killed"
    print "of those of its blocks that are not equivalent (make mutate)."
    print ""
    printf "%-20s %6s %6s %9s  %5s %5s  %7s %8s %9s  %s\n", "", "", "", "bits", "effi-", "ciency", "proofs", "", "", "mutants"
    printf "%-20s %6s %6s %9s  %5s %5s  %7s %8s %9s  %s\n", "machine", "mm2", "ns", "compared", "bfs", "spmv", "proven", "bounded", "unproven", "killed"
    for (m = 1; m <= machines; m++) {
        count = split(blocks[machine[m]], part, " ")
        x = machine[m]
        all = same = dead = ""
        missing = ""
        for (i = 1; i <= count; i++) {
            if (has_row[part[i]] && !mutants[part[i]]) missing = missing " " part[i]
            all += mutants[part[i]]; same += equivalent[part[i]]; dead += killed[part[i]]
        }
        if (missing != "") all = same = dead = ""
        rows["proven"] = rows["bounded"] = rows["unproven"] = proofs ? 0 : ""
        for (i = 1; i <= proofs; i++) if (within(blocks[x], proven_of[i])) rows[verdict[i]]++
        printf "%-20s %6s %6s %9s  %5s %5s  %7s %8s %9s  %s\n", x, um2[x] == "" ? "-" : sprintf("%.2f", um2[x] / 1e6),
            or_dash(ns[x], "%.2f"), or_dash(compared[x], "%d"), or_dash(efficiency[x, "bfs"], "%.2f"),
            or_dash(efficiency[x, "spmv"], "%.2f"), or_dash(rows["proven"], "%d"),
            or_dash(rows["bounded"], "%d"), or_dash(rows["unproven"], "%d"),
            missing == "" ? dead + 0 " of " all - same : "-"
        printf "\"%s\",%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s\n", x, um2[x], ns[x], compared[x], efficiency[x, "bfs"],
            efficiency[x, "spmv"], rows["proven"], rows["bounded"], rows["unproven"], all, same, dead > csv
    }
}
