# awk -F, -v folder=D -v workloads="W .." -f cmodel/cli/dram_sets.awk SET.VARIANT.csv ..: see dram_sets.sh.
BEGIN {
    sets = split("ddr5 lpddr5 hbm2 hbm3 gddr6 gddr5 gddr5-1 gddr3 gddr3-1", set, " ")
    variants = split("still plain bank pair wires", variant, " ")
    says["still"] = "no refresh"; says["plain"] = "refresh of all banks"; says["bank"] = "refresh bank by bank"; says["pair"] = "that, and PAIR"; says["wires"] = "none, HEADER_WIRES"
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
    for (v = 1; v <= variants; v++) printf " \"%s\"", says[variant[v]] > data
    print "" > data
    print "DRAM efficiency, %, FR-FCFS with 64 requests a controller"
    printf "  %-8s %-22s", "", ""
    for (w = 1; w <= count; w++) printf " %7s", workload[w]
    print ""
    for (s = 1; s <= sets; s++) {
        printf "%s", set[s] > data
        for (v = 1; v <= variants; v++) {
            has = (set[s], variant[v], workload[1]) in efficiency
            if (has) printf "  %-8s %-22s", v == 1 ? set[s] : "", says[variant[v]]
            for (w = 1; has && w <= count; w++) {
                value = efficiency[set[s], variant[v], workload[w]]
                printf " %7.1f", 100 * value
                print set[s] "," variant[v] "," workload[w] "," value > csv
                printf "%s\n{\"group\": \"%s\", \"bar\": \"%s\", \"workload\": \"%s\", \"value\": %s}", rows++ ? "," : "", set[s], variant[v], workload[w], value > json
            }
            if (has) print ""
            printf " %s", has ? 100 * efficiency[set[s], variant[v], "rand3"] : "NaN" > data
        }
        print "" > data
    }
    print "\n]" > json
}
