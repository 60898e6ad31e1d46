# awk -F, -v folder=D -f cmodel/cli/thesis_figures.awk runs.csv: THESIS' figures from the runs of figures/thesis.sweep: figures.csv and .json, a
# folder a figure with figure.dat for gnuplot and what figure.gp is to write on it, the tables on standard output. HM: harmonic mean over
# all programs; HM*: over those that THESIS' section 5.3 would take, with FR-FCFS: IPC below 75 % of 224, DRAM utilization above 20 %, DRAM
# efficiency below 90 %. HM9: over THESIS' own programs, all but bfs and spmv. A run's part is its queue, or r25 to r200 by the warps of its SMs.
FNR == 1 {
    for (i = 1; i <= NF; i++) name[i] = $i
    next
}
{
    for (i = 1; i <= NF; i++) f[name[i]] = $i
    part = f["warps"] == 32 ? f["queue"] : "r" f["warps"] * 100 / 32
    p = f["workload"] (f["graph"] == "" ? "" : " " f["graph"])
    gsub(/"/, "", p)
    if (!(p in known)) { known[p] = 1; program[++programs] = p }
    for (i = 1; i <= NF; i++) v[part, f["machine"], p, name[i]] = $i
}
function get(spec, p, field,    at) { split(spec, at, "/"); return v[at[1], at[2], p, field] }
function there(spec, p,    at) { split(spec, at, "/"); return (at[1], at[2], p, "cycles") in v }
function kept(p) { return get("32/FR-FCFS", p, "row_locality_pre") }
# What bar `spec` (part/machine) of a program shows; "" when there is no such run.
function value(fig, spec, p,    x) {
    if (fig == "6.1" || fig == "6.2") return share(fig, spec, p)
    if (!there(spec, p)) return ""
    if (fig == "6.3") return 100 * get(spec, p, "ipc") / 224
    if (fig == "6.5" || fig == "6.8" || fig == "6.17a") return 100 * get(spec, p, "ipc") / get("32/FR-FCFS", p, "ipc")
    if (fig == "6.6" || fig == "6.18a") return 100 * get(spec, p, "dram_efficiency")
    if (fig == "6.7") return 100 * get(spec, p, "dram_utilization")
    if (fig == "6.12") return get(spec, p, "commands_per_activate")
    if (fig == "6.13") return 100 * get(spec, p, "queue_occupancy")
    if (fig == "6.17b") return 100 * get(spec, p, "row_locality_post") / kept(p)
    if (fig == "6.18b") return get(spec, p, "latency_mean")
    x = get("32/BFIFO", p, "row_streaks")
    return x == 0 ? "" : 100 * get(spec, p, "breakers_other_sm") / x
}
function share(fig, class, p,    classes, n, i, all, part_of) {
    n = split(fig == "6.1" ? "threads_alu threads_sfu threads_branch threads_barrier threads_memory threads_atomic" : \
        "accesses_global accesses_local accesses_constant accesses_texture accesses_scratchpad", classes, " ")
    for (i = 1; i <= n; i++) { all += get("32/FR-FCFS", p, classes[i]); if (classes[i] ~ "_" class "$") part_of = get("32/FR-FCFS", p, classes[i]) }
    return all == 0 ? "" : 100 * part_of / all
}
function meets(p) {
    return get("32/FR-FCFS", p, "ipc") < 168 && get("32/FR-FCFS", p, "dram_utilization") > 0.2 && get("32/FR-FCFS", p, "dram_efficiency") < 0.9
}
function counts(p, some) { return some == 0 || (some == 1 ? meets(p) : p !~ /^(bfs|spmv)( |$)/) }
function mean(fig, spec, some,    i, x, sum, n) {
    for (i = 1; i <= programs; i++) {
        if (!counts(program[i], some)) continue
        x = value(fig, spec, program[i])
        if (x == "" || x <= 0) continue
        sum += 1 / x
        n++
    }
    return n == 0 ? "" : n / sum
}
function label(spec, fig) {
    if (spec == "32/FR-FCFS" && fig ~ /^6[.][567]$/) return "32"
    if (spec == "32/FR-FCFS" && fig == "6.8") return "100"
    sub(/^32\//, "", spec); sub(/\/FR-FCFS$/, "", spec); sub(/^r/, "", spec)
    return spec
}
function show(x) { return x == "" ? sprintf(" %11s", "-") : sprintf(" %11.1f", x) }
function dot(x) { return x == "" ? "?" : sprintf("%.6g", x) }
function store(fig, p, bar_name, x) {
    if (x == "") return
    printf "%s,%s,%s,%.6g\n", fig, p, bar_name, x > (folder "/figures.csv")
    printf "%s\n  {\"schema_version\": 1, \"figure\": \"%s\", \"program\": \"%s\", \"bar\": \"%s\", \"value\": %.6g}", comma, fig, p, bar_name, x > (folder "/figures.json")
    comma = ","
}
# A table, and its picture's data. specs: bars; quantity: what the axis says; ticks: its numbers' format; means: with harmonic means
function figure(fig, title, specs, quantity, ticks, means,    n, bar, i, j, dat, x) {
    n = split(specs, bar, " ")
    system("mkdir -p " folder "/" fig)
    dat = folder "/" fig "/figure.dat"
    printf "caption='THESIS %s: %s'; axis=''; quantity='%s'; ticks='%s'\n", fig, title, quantity, ticks > (folder "/" fig "/figure.gp")
    printf "\n%s (THESIS %s)\n%-16s", title, fig, ""
    printf "program" > dat
    for (j = 1; j <= n; j++) { printf " %11s", label(bar[j], fig); printf " \"%s\"", label(bar[j], fig) > dat }
    printf "\n"
    printf "\n" > dat
    for (i = 1; i <= programs; i++) {
        printf "  %-14s", program[i]
        printf "\"%s\"", program[i] > dat
        for (j = 1; j <= n; j++) {
            x = value(fig, bar[j], program[i])
            printf "%s", show(x)
            printf " %s", dot(x) > dat
            store(fig, program[i], label(bar[j], fig), x)
        }
        printf "\n"
        printf "\n" > dat
    }
    if (means) {
        for (i = 0; i < 3; i++) {
            printf "  %-14s", mean_of[i]
            if (!i) printf "\"HM\"" > dat
            for (j = 1; j <= n; j++) {
                x = mean(fig, bar[j], i)
                printf "%s", show(x)
                if (!i) printf " %s", dot(x) > dat
                store(fig, mean_of[i], label(bar[j], fig), x)
            }
            printf "\n"
            if (!i) printf "\n" > dat
        }
    }
    close(dat)
}
function row(what, paper, here) { printf "%-62s %18s %8s\n", what, paper, here == "" ? "-" : sprintf("%.1f", here) }
function latency_cut(machine, some,    i, n, sum) {
    for (i = 1; i <= programs; i++) {
        if (!counts(program[i], some)) continue
        sum += get("32/BFIFO", program[i], "latency_mean") / get("32/" machine, program[i], "latency_mean")
        n++
    }
    return n == 0 ? "" : 100 - 100 * n / sum
}
END {
    mean_of[0] = "HM"; mean_of[1] = "HM*"; mean_of[2] = "HM9"
    machines = "32/FIFO 32/BFIFO 32/BFIFO+HG 32/BFIFO+HMHG4 32/FR-FCFS"
    queues = "32/FIFO 8/FR-FCFS 16/FR-FCFS 32/FR-FCFS 64/FR-FCFS"
    printf "figure,program,bar,value\n" > (folder "/figures.csv")
    printf "[" > (folder "/figures.json")
    for (i = 1; i <= programs; i++) if (meets(program[i])) good = good " " program[i]; else bad = bad " " program[i]
    printf "Programs that THESIS 5.3 would take (FR-FCFS: IPC < 168, DRAM utilization > 20 %%, efficiency < 90 %%):%s\nothers:%s\n", good, bad == "" ? " none" : bad
    figure("6.1", "Thread instructions by kind, %", "alu sfu branch barrier memory atomic", "thread instructions", "%.0f %%", 0)
    figure("6.2", "Memory instructions by space, %", "global local constant texture scratchpad", "memory instructions", "%.0f %%", 0)
    figure("6.3", "IPC in % of the peak, 224, FR-FCFS", "32/FR-FCFS", "IPC over 224", "%.0f %%", 1)
    figure("6.5", "IPC in % of FR-FCFS with a queue of 32: FIFO, FR-FCFS with 8 to 64", queues, "IPC over FR-FCFS, 32", "%.0f %%", 1)
    figure("6.6", "DRAM efficiency, %", queues, "DRAM efficiency", "%.0f %%", 1)
    figure("6.7", "DRAM utilization, %", queues, "DRAM utilization", "%.0f %%", 1)
    figure("6.8", "IPC in % of FR-FCFS with all resources: 25 to 200 % of warps, places, scratchpad", "r25/FR-FCFS r50/FR-FCFS 32/FR-FCFS r150/FR-FCFS r200/FR-FCFS", "IPC over 100 %", "%.0f %%", 0)
    figure("6.12", "Column commands per ACT", "32/FR-FCFS", "commands", "%.0f", 1)
    figure("6.13", "Controller queue, % occupied", "32/FR-FCFS", "occupancy", "%.0f %%", 1)
    figure("6.17a", "IPC in % of FR-FCFS", machines, "IPC over FR-FCFS", "%.0f %%", 1)
    figure("6.17b", "Row access locality kept, %", machines, "locality kept", "%.0f %%", 1)
    figure("6.18a", "DRAM efficiency, %", machines, "DRAM efficiency", "%.0f %%", 1)
    figure("6.18b", "Memory latency, cycles", machines, "cycles", "%.0f", 1)
    figure("6.19", "Row streaks that end with a breaker of another SM, % of the row streaks of BFIFO", "32/BFIFO 32/BFIFO+HG 32/BFIFO+HMHG4", "breakers of other SMs over streaks", "%.0f %%", 0)
    printf "\n]\n" > (folder "/figures.json")
    for (some = 0; some < 3; some++) {
        printf "\n%-62s %18s %8s\n", "harmonic mean of " (some == 0 ? "all programs, %" : some == 1 ? "the programs that THESIS 5.3 would take, %" : \
            "THESIS' own programs, all but bfs and spmv, %"), "THESIS", "here"
        row("row access locality kept, FR-FCFS", "56.2", mean("6.17b", "32/FR-FCFS", some))
        row("row access locality kept, BFIFO+HMHG4", "over 70", mean("6.17b", "32/BFIFO+HMHG4", some))
        row("DRAM efficiency, BFIFO", "55", mean("6.18a", "32/BFIFO", some))
        row("DRAM efficiency, BFIFO+HG", "63", mean("6.18a", "32/BFIFO+HG", some))
        row("DRAM efficiency, BFIFO+HMHG4", "63", mean("6.18a", "32/BFIFO+HMHG4", some))
        row("memory latency of BFIFO cut by HG", "33.9", latency_cut("BFIFO+HG", some))
        row("memory latency of BFIFO cut by HMHG4", "35.3", latency_cut("BFIFO+HMHG4", some))
        row("IPC of BFIFO+HMHG4 over FR-FCFS", "86.0", mean("6.17a", "32/BFIFO+HMHG4", some))
        row("IPC of FIFO over FR-FCFS", "figure 6.17 only", mean("6.17a", "32/FIFO", some))
    }
}
