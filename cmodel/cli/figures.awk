# awk -F, -v figure=F -v folder=D -v graph=G -f cmodel/cli/figures.awk runs.csv: figure.csv, figure.json and figure.dat in D,
# the table on standard output. See figures.sh.
# Speed of a machine: the harmonic mean over the workloads of (cycles of the reference / its cycles), so that run time
# stands for THESIS' instructions a cycle. Reference: FR-FCFS, of the same queue (6.22) or with one virtual channel (6.20).
function group_of() {
    if (figure == "4.1") return f["chips"]
    if (figure == "6.22") return f["queue"]
    return f["vcs"] == 1 ? "vc1" : (f["static_vc"] ? "svc" : "dvc") f["vcs"]
}
function bar_of() { return figure == "4.1" ? f["workload"] : f["machine"] }
function add(list, name) { if (index(" " order[list] " ", " " name " ") == 0) order[list] = order[list] (order[list] == "" ? "" : " ") name }
NR == 1 { for (i = 1; i <= NF; i++) name[i] = $i; next }
{
    for (i = 1; i <= NF; i++) f[name[i]] = $i
    g = group_of(); b = bar_of(); w = f["workload"]
    add("groups", g); add("bars", b); add("workloads", w)
    cycles[g, b, w] = f["cycles"]
    efficiency[g, b, w] = f["dram_efficiency"]
    post[g, b, w] = f["row_locality_post"]
    pre[g, b, w] = f["row_locality_pre"]
}
function measure(g, b,    i, sum, n, reference) {
    if (figure == "4.1") return efficiency[g, b, b]
    reference = figure == "6.20" ? "vc1" : g
    for (i = 1; i <= workloads; i++) { sum += cycles[g, b, workload[i]] / cycles[reference, "FR-FCFS", workload[i]]; n++ }
    return n / sum
}
function locality(g, b,    i, sum) { # behind the interconnect over FR-FCFS's before it (vc1), harmonic mean
    for (i = 1; i <= workloads; i++) sum += pre["vc1", "FR-FCFS", workload[i]] / post[g, b, workload[i]]
    return workloads / sum
}
function table(title, scale, kind,    i, j) {
    printf "%s\n%-14s", title, ""
    for (i = 1; i <= groups; i++) printf " %8s", group[i]
    printf "\n"
    for (j = 1; j <= bars; j++) {
        printf "  %-12s", bar[j]
        for (i = 1; i <= groups; i++) printf " %8.1f", scale * (kind == "locality" ? locality(group[i], bar[j]) : value[i, j])
        printf "\n"
    }
}
function change(b, of, against) { return 100 * (measure(of, b) / measure(against, b) - 1) }
function beside(b, thesis_dynamic, thesis_static) {
    printf "  %-12s dvc4 against vc1 %+6.1f %% (THESIS %s)   svc4 against dvc4 %+6.1f %% (THESIS %s)\n", b, change(b, "dvc4", "vc1"),
        thesis_dynamic, change(b, "svc4", "dvc4"), thesis_static
}
END {
    groups = split(order["groups"], group, " ")
    if (figure == "6.20") groups = split("vc1 dvc2 svc2 dvc4 svc4", group, " ")
    if (figure == "6.22") groups = split("8 16 32 64", group, " ")
    bars = split(order["bars"], bar, " ")
    if (figure != "4.1") bars = split("FIFO BFIFO BFIFO+HG BFIFO+HMHG4 FR-FCFS", bar, " ")
    workloads = split(order["workloads"], workload, " ")
    csv = folder "/figure.csv"; json = folder "/figure.json"; dat = folder "/figure.dat"
    quantity = figure == "4.1" ? "dram_efficiency" : "speed"
    printf "figure,group,bar,%s\n", quantity > csv
    printf "[" > json
    printf "group" > dat
    for (j = 1; j <= bars; j++) printf " \"%s\"", bar[j] > dat
    printf "\n" > dat
    for (i = 1; i <= groups; i++) {
        printf "\"%s\"", group[i] > dat
        for (j = 1; j <= bars; j++) {
            value[i, j] = measure(group[i], bar[j])
            printf "%s,%s,%s,%.6g\n", figure, group[i], bar[j], value[i, j] > csv
            printf "%s\n  {\"schema_version\": 1, \"figure\": \"%s\", \"group\": \"%s\", \"bar\": \"%s\", \"%s\": %.6g}", comma, figure, group[i], bar[j],
                quantity, value[i, j] > json
            printf " %.6g", 100 * value[i, j] > dat
            comma = ","
        }
        printf "\n" > dat
    }
    printf "\n]\n" > json
    if (figure == "4.1") {
        table("DRAM efficiency in %, FR-FCFS, uniform random rows, by DRAM chips a controller (THESIS figure 4.1)", 100)
        printf "THESIS' text gives one of these figures, about 80.7 for rand2 with two chips; the others are read off its bars.\n"
    } else if (figure == "6.22") {
        table("Speed in % of FR-FCFS with the same queue, by queue size, " graph " (THESIS figure 6.22)", 100)
        printf "THESIS: BFIFO+HMHG4 at 91.0 with a queue of 8, 86.0 with 32 (IPC over nine programs).\n"
    } else {
        table("Speed in % of FR-FCFS with one virtual channel, " graph " (THESIS figure 6.20)", 100)
        table("Row access locality kept in %, over FR-FCFS's before the interconnect with one channel", 100, "locality")
        printf "THESIS 6.3.3 beside it, speed:\n"
        beside("BFIFO+HG", "-21.3 %", "+18.5 %")
        beside("BFIFO+HMHG4", "-21.7 %", "+17.7 %")
    }
}
