# awk -F, -v figure=F -v folder=D -f cmodel/cli/figures.awk runs.csv: figure.csv, figure.json and figure.dat in D, the table on standard
# output. See figures.sh. A machine with a pool of places, or whose packets wait for room, has ":pool" or ":ready" behind its name.
# Speed of a machine: the harmonic mean over graphs and workloads, or patterns, of (cycles of the reference / its cycles), so that run time
# stands for THESIS' instructions a cycle. Reference: FR-FCFS, of the same queue (6.22) or network (6.21), or with one virtual channel (6.20).
function add(list, name) { if (index(" " order[list] " ", " " name " ") == 0) order[list] = order[list] (order[list] == "" ? "" : " ") name }
BEGIN { split("crossbar mesh ring", network, " ") }
FNR == 1 {
    for (i = 1; i <= NF; i++) name[i] = $i
    next
}
{
    for (i = 1; i <= NF; i++) f[name[i]] = $i
    g = figure == "4.1" ? f["chips"] : figure == "6.22" ? f["queue"] : figure == "6.21" ? network[f["network"] + 1] : f["vcs"] == 1 ? "vc1" : (f["static_vc"] == 1 ? "svc" : "dvc") f["vcs"]
    b = figure == "4.1" ? f["workload"] : f["machine"]
    kind = figure != "6.22" ? "" : f["bank_places"] != 0 ? "pool" : f["bank_ready"] != 0 ? "ready" : ""
    if (kind == "pool") sub(/x[0-9]+/, "", b)
    if (kind != "") b = b ":" kind
    if (figure == "6.20") f["graph"] = f["workload"]
    w = f["workload"] "@" f["graph"]
    add("groups", g); add("bars", b); add("cases", w)
    if (figure != "4.1") add("graphs", f["graph"])
    cycles[g, b, w] = f["cycles"]
    efficiency[g, b, w] = f["dram_efficiency"]
    post[g, b, w] = f["row_locality_post"]
    pre[g, b, w] = f["row_locality_pre"]
}
# On one graph, or with "" on all.
function measure(g, b, on,    i, sum, n, reference) {
    if (figure == "4.1") return efficiency[g, b, b "@"]
    reference = figure == "6.20" ? "vc1" : g
    for (i = 1; i <= cases; i++)
        if (on == "" || case_of[i] ~ "@" on "$") { sum += cycles[g, b, case_of[i]] / cycles[reference, "FR-FCFS", case_of[i]]; n++ }
    return n / sum
}
function locality(g, b,    i, sum) { # behind the interconnect over FR-FCFS's before it (vc1), harmonic mean
    for (i = 1; i <= cases; i++) sum += pre["vc1", "FR-FCFS", case_of[i]] / post[g, b, case_of[i]]
    return cases / sum
}
function streak(on, g,    i, sum) { # row access locality of FR-FCFS, harmonic mean
    for (i = 1; i <= cases; i++) sum += 1 / (on == "before" ? pre[g, "FR-FCFS", case_of[i]] : post[g, "FR-FCFS", case_of[i]])
    return cases / sum
}
function heading(title,    i) {
    printf "%s\n%-20s", title, ""
    for (i = 1; i <= groups; i++) printf " %8s", group[i]
    printf "\n"
}
function line(b, kind, on,    i) {
    printf "  %-18s", on == "" ? shown(b) : "  " on ", " (b ~ /:/ ? substr(b, index(b, ":") + 1) : "split")
    for (i = 1; i <= groups; i++) printf " %8.1f", 100 * (kind == "locality" ? locality(group[i], b) : measure(group[i], b, on))
    printf "\n"
}
function shown(b) { sub(/:/, ", ", b); return b }
function table(title, kind, matching,    j) {
    heading(title)
    for (j = 1; j <= bars; j++) if (matching == "" || bar[j] ~ matching) line(bar[j], kind, "")
}
function change(b, of, against, on) { return 100 * (measure(of, b, on) / measure(against, b, on) - 1) }
function beside(b, on, thesis) {
    printf "  %-12s %-10s dvc4 against vc1 %+6.1f %%   svc4 against dvc4 %+6.1f %%%s\n", on == "" ? b : "", on == "" ? "all" : on,
        change(b, "dvc4", "vc1", on), change(b, "svc4", "dvc4", on), thesis
}
END {
    groups = split(order["groups"], group, " ")
    if (figure == "6.20") groups = split("vc1 dvc2 svc2 dvc4 svc4", group, " ")
    if (figure == "6.22") groups = split("8 16 32 64", group, " ")
    bars = split(order["bars"], bar, " ")
    drawn = order["bars"]
    if (figure != "4.1") bars = split(drawn = "FIFO BFIFO BFIFO+HG BFIFO+HMHG4 FR-FCFS", bar, " ")
    if (figure == "6.22") {
        bars = split(drawn " BFIFO:pool BFIFO+HG:pool BFIFO+HMHG4:pool BFIFO:ready BFIFO+HG:ready BFIFO+HMHG4:ready", bar, " ")
        drawn = "FIFO BFIFO BFIFO+HG BFIFO+HMHG4 BFIFO+HMHG4:ready BFIFO+HMHG4:pool FR-FCFS"
    }
    cases = split(order["cases"], case_of, " ")
    graphs = split(order["graphs"], graph, " ")
    csv = folder "/figure.csv"; json = folder "/figure.json"; dat = folder "/figure.dat"
    quantity = figure == "4.1" ? "dram_efficiency" : "speed"
    printf "figure,group,bar,%s\n", quantity > csv
    printf "[" > json
    printf "group" > dat
    columns = split(drawn, column, " ")
    for (j = 1; j <= columns; j++) printf " \"%s\"", shown(column[j]) > dat
    printf "\n" > dat
    for (i = 1; i <= groups; i++) {
        printf "\"%s\"", group[i] > dat
        for (j = 1; j <= columns; j++) printf " %.6g", 100 * measure(group[i], column[j], "") > dat
        printf "\n" > dat
        for (j = 1; j <= bars; j++) {
            value = measure(group[i], bar[j], "")
            printf "%s,%s,%s,%.6g\n", figure, group[i], bar[j], value > csv
            printf "%s\n  {\"schema_version\": 1, \"figure\": \"%s\", \"group\": \"%s\", \"bar\": \"%s\", \"%s\": %.6g}", comma, figure, group[i], bar[j],
                quantity, value > json
            comma = ","
        }
    }
    printf "\n]\n" > json
    means = order["graphs"]
    gsub(/ /, " and ", means)
    if (figure == "4.1") {
        table("DRAM efficiency in %, FR-FCFS, uniform random rows, by DRAM chips a controller (THESIS figure 4.1)")
        printf "THESIS' text gives one of these figures, about 80.7 for rand2 with two chips; the others are read off its bars.\n"
    } else if (figure == "6.22") {
        heading("Speed in % of FR-FCFS with the same queue, by queue size; bfs and spmv on " means " (THESIS figure 6.22)")
        for (j = 1; j <= bars; j++) if (bar[j] !~ /:/) line(bar[j], "", "")
        printf "  a pool of places that the banks share (BFIFOx<queue>)\n"
        for (j = 1; j <= bars; j++) if (bar[j] ~ /:pool$/) line(bar[j], "", "")
        printf "  a packet requests only with a place for it (BANK_READY=1)\n"
        for (j = 1; j <= bars; j++) if (bar[j] ~ /:ready$/) line(bar[j], "", "")
        if (graphs > 1) {
            printf "  BFIFO+HMHG4 by graph\n"
            for (k = 1; k <= graphs; k++) { line("BFIFO+HMHG4", "", graph[k]); line("BFIFO+HMHG4:pool", "", graph[k]); line("BFIFO+HMHG4:ready", "", graph[k]) }
        }
        printf "THESIS: BFIFO+HMHG4 at 91.0 with a queue of 8, 86.0 with 32 (IPC over nine programs).\n"
    } else if (figure == "6.21") {
        table("Speed in % of FR-FCFS on the same network; bfs and spmv on " means " (THESIS figure 6.21)")
        printf "THESIS: BFIFO+HMHG4 at 86.0 on the crossbar, 84.7 on the mesh (IPC over nine programs).\n"
        heading("Row access locality of FR-FCFS, requests to a row in sequence (THESIS figure 4.4)")
        printf "  before the network"
        for (i = 1; i <= groups; i++) printf " %8.2f", streak("before", group[i])
        printf "\n  behind it         "
        for (i = 1; i <= groups; i++) printf " %8.2f", streak("behind", group[i])
        printf "\n  lost, %%           "
        for (i = 1; i <= groups; i++) printf " %8.1f", 100 * (1 - streak("behind", group[i]) / streak("before", group[i]))
        printf "\nTHESIS: 47 %% lost over its three networks.\n"
        heading("DRAM efficiency in %, arithmetic mean")
        for (j = 1; j <= bars; j++) {
            printf "  %-18s", bar[j]
            for (i = 1; i <= groups; i++) {
                sum = 0
                for (k = 1; k <= cases; k++) sum += efficiency[group[i], bar[j], case_of[k]]
                printf " %8.1f", 100 * sum / cases
            }
            printf "\n"
        }
        heading("Run time in % of FR-FCFS on the crossbar, harmonic mean of speeds")
        for (j = 1; j <= bars; j++) {
            printf "  %-18s", bar[j]
            for (i = 1; i <= groups; i++) {
                sum = 0
                for (k = 1; k <= cases; k++) sum += cycles[group[i], bar[j], case_of[k]] / cycles["crossbar", "FR-FCFS", case_of[k]]
                printf " %8.1f", 100 * sum / cases
            }
            printf "\n"
        }
    } else {
        table("Speed in % of FR-FCFS with one virtual channel; " means " (THESIS figure 6.20)")
        table("Row access locality kept in %, over FR-FCFS's before the interconnect with one channel", "locality")
        printf "Changes of speed:\n"
        for (j = 3; j <= 4; j++) {
            beside(bar[j], "", bar[j] == "BFIFO+HG" ? "   (THESIS -21.3, +18.5)" : "   (THESIS -21.7, +17.7)")
            for (k = 1; graphs > 1 && k <= graphs; k++) beside(bar[j], graph[k], "")
        }
    }
}
