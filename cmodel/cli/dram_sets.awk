# awk -F, -v folder=D -v workloads="W .." -f cmodel/cli/dram_sets.awk SET.VARIANT.csv ..: see dram_sets.sh.
function show_row(set, variant, label,    w, value) {
    printf "  %-8s %-22s", label, says[variant]
    for (w = 1; w <= count; w++) {
        value = efficiency[set, variant, workload[w]]
        printf " %7.1f", 100 * value
        print set "," variant "," workload[w] "," value > csv
        printf "%s\n{\"group\": \"%s\", \"bar\": \"%s\", \"workload\": \"%s\", \"value\": %s}", rows++ ? "," : "", set, variant, workload[w], value > json
    }
    print ""
}
function show_head(title,    w) {
    print title
    printf "  %-8s %-22s", "", ""
    for (w = 1; w <= count; w++) printf " %7s", workload[w]
    print ""
}
BEGIN {
    sets = split("ddr5 lpddr5 hbm2 hbm3 gddr6 gddr5 gddr5-1 gddr3 gddr3-1", set, " ")
    today = 5 # of them
    bars = split("still plain bank pair wires", bar, " ")
    says["still"] = "no refresh"; says["plain"] = "refresh of all banks"; says["bank"] = "refresh bank by bank"; says["pair"] = "that, and PAIR"
    says["wires"] = "none, HEADER_WIRES"; says["groups"] = "that, and GROUP_FIRST"
    says["mixed"] = "the best of the above"; says["turns"] = "that, and GROUP_FIRST"; says["drain"] = "write drain 40, 8"
    says["coarse"] = "longer time for both"
    count = split(workloads, workload, " ")
}
FNR == 1 {
    for (i = 1; i <= NF; i++) name[i] = $i
    n = split(FILENAME, path, "/")
    split(path[n], part, ".")
    next
}
{
    for (i = 1; i <= NF; i++) f[name[i]] = $i
    efficiency[part[1], part[2], f["workload"]] = f["dram_efficiency"]
}
END {
    data = folder "/figure.dat"; csv = folder "/figure.csv"; json = folder "/figure.json"
    print "group,bar,workload,value" > csv
    printf "[" > json
    printf "set" > data
    for (v = 1; v <= bars; v++) printf " \"%s\"", says[bar[v]] > data
    print "" > data
    show_head("DRAM efficiency, %, FR-FCFS with 64 requests a controller")
    for (s = 1; s <= sets; s++) {
        printf "%s", set[s] > data
        for (v = 1; v <= bars; v++) {
            has = (set[s], bar[v], workload[1]) in efficiency
            if (has) show_row(set[s], bar[v], v == 1 ? set[s] : "")
            printf " %s", has ? 100 * efficiency[set[s], bar[v], "rand3"] : "NaN" > data
        }
        print "" > data
        if (s <= today) show_row(set[s], "groups", "")
    }
    print ""
    show_head("The same with 30 % writes")
    for (s = 1; s <= today; s++) {
        show_row(set[s], "mixed", set[s])
        show_row(set[s], "coarse", "")
        show_row(set[s], "turns", "")
        show_row(set[s], "drain", "")
    }
    print "\n]" > json
}
