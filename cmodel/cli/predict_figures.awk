# awk -F, -v folder=D -f cmodel/cli/predict_figures.awk D/runs.csv: THESIS' figures 6.9 to 6.16 from the predictions of predict_figures.sh:
# figures.csv and .json, a folder a figure with figure.dat for gnuplot and what figure.gp is to write on it; on standard output the
# errors by queue, chips and scheduler. Per cent and points; means over controllers, then over programs (AM),
# and over THESIS' own fifteen, if they are all there (AM15).
NR == 1 { for (i = 1; i <= NF; i++) name[i] = $i; next }
{
    for (i = 1; i <= NF; i++) f[name[i]] = $i
    p = f["workload"] (f["graph"] == "" ? "" : " " f["graph"])
    gsub(/"/, "", p)
    if (!(p in known)) { known[p] = 1; program[++programs] = p }
    f["averaged_mp"] = (f["no_mp"] + f["full_mp"]) / 2
    r = f["run"]
    fixed[r, p, "queue_occupancy"] = 100 * f["queue_occupancy"]
    fixed[r, p, "commands_per_activate"] = f["commands_per_activate"]
    fixed[r, p, "streak_sms"] = f["streak_sms"]
    if (f["dram_efficiency"] == "") next
    n[r, p]++
    m[r, p] += 100 * f["dram_efficiency"]
    for (model in modelled) {
        sum[r, p, model] += 100 * f[model]
        error[r, p, model] += 100 * (f[model] > f["dram_efficiency"] ? f[model] - f["dram_efficiency"] : f["dram_efficiency"] - f[model])
    }
    if (r == "queue32") points = points sprintf("%.6g %.6g %.6g %.6g %.6g\n", f["dram_efficiency"], f["no"], f["full"], f["averaged"], f["timed"])
}
BEGIN {
    split("no full averaged no_mp full_mp averaged_mp occupancy timed", list, " ")
    for (i in list) modelled[list[i]] = 1
}
function thesis_own(p) { return p ~ /^(fwt|red|sp|nn|mum|neu|ray|lib|wp|bs|dg|mmc|sla|stencil|transpose)$/ }
# What bar k of run r shows of program p: "" if there is nothing.
function value(r, p, k, what) {
    if ((r, p, k) in fixed) return fixed[r, p, k]
    if (!((r, p) in n)) return ""
    if (k == "measured") return m[r, p] / n[r, p]
    return (what == "error" ? error[r, p, k] : sum[r, p, k]) / n[r, p]
}
function mean(r, k, what, own_only,    i, x, s, c) {
    for (i = 1; i <= programs; i++) if ((!own_only || thesis_own(program[i])) && (x = value(r, program[i], k, what)) != "") { s += x; c++ }
    return c == 0 ? "" : s / c
}
function store(fig, group, bar, x) {
    if (x == "") return
    printf "%s,%s,%s,%.6g\n", fig, group, bar, x > (folder "/figures.csv")
    printf "%s\n  {\"schema_version\": 1, \"figure\": \"%s\", \"program\": \"%s\", \"bar\": \"%s\", \"value\": %.6g}", comma, fig, group, bar, x > (folder "/figures.json")
    comma = ","
}
function begin(fig, title, quantity, ticks, bars, more,    i, c, b) {
    system("mkdir -p " folder "/" fig)
    dat = folder "/" fig "/figure.dat"
    printf "caption='THESIS %s: %s'; axis=''; quantity='%s'; ticks='%s'%s\n", fig, title, quantity, ticks, more > (folder "/" fig "/figure.gp")
    printf "group" > dat
    c = split(bars, b, " ")
    for (i = 1; i <= c; i++) printf " \"%s\"", b[i] > dat
    printf "\n" > dat
}
function line(fig, group, r, bars, what, is_mean,    i, c, b, x) {
    c = split(bars, b, " ")
    printf "\"%s\"", group > dat
    for (i = 1; i <= c; i++) {
        x = is_mean ? mean(r, b[i], what, is_mean - 1) : value(r, group, b[i], what)
        printf " %s", x == "" ? "?" : sprintf("%.6g", x) > dat
        store(fig, group, b[i], x)
    }
    printf "\n" > dat
}
# Bars of every program, and their mean.
function by_program(fig, title, r, bars, what, quantity, ticks,    i) {
    begin(fig, title, quantity, ticks, bars, "; slanted=1")
    for (i = 1; i <= programs; i++) line(fig, program[i], r, bars, what, 0)
    line(fig, "AM", r, bars, what, 1)
    if (fifteen) line(fig, "AM15", r, bars, what, 2)
}
# Mean errors, a group a run: of all programs, and in the table of THESIS' own as well.
function by_run(fig, title, runs, names, bars,    i, c, r, g, j, b, k, x) {
    begin(fig, title, "mean error, points", "%.0f", bars, "")
    c = split(runs, r, " ")
    split(names, g, " ")
    k = split(bars, b, " ")
    table_head(title " (THESIS " fig ")", k, b)
    for (i = 1; i <= c; i++) {
        printf "\"%s\"", g[i] > dat
        for (j = 1; j <= k; j++) {
            x = mean(r[i], b[j], "error", 0)
            printf " %.6g", x > dat
            store(fig, g[i], b[j], x)
        }
        printf "\n" > dat
        table_line(g[i], r[i], k, b)
    }
}
function table_head(title, k, b,    j) {
    printf "\n%s: mean error, points; %s\n%-10s", title, fifteen ? "of THESIS' own fifteen programs behind /" : "THESIS' own fifteen programs are not all here", ""
    for (j = 1; j <= k; j++) printf " %13s", b[j]
    printf "\n"
}
function table_line(group, r, k, b,    j) {
    printf "  %-8s", group
    for (j = 1; j <= k; j++) printf " %13s", sprintf("%.1f%s", mean(r, b[j], "error", 0), fifteen ? sprintf(" / %4.1f", mean(r, b[j], "error", 1)) : "")
    printf "\n"
}
END {
    printf "figure,program,bar,value\n" > (folder "/figures.csv")
    printf "[" > (folder "/figures.json")
    models = "no full averaged occupancy timed"
    for (i = 1; i <= programs; i++) own += thesis_own(program[i])
    fifteen = own == 15
    by_program("6.9", "DRAM efficiency, measured and predicted", "queue32", "measured " models, "sum", "DRAM efficiency", "%.0f %%")
    by_program("6.10", "Errors of the prediction", "queue32", models, "error", "error, points", "%.0f")
    by_program("6.12", "Column commands per ACT", "queue32", "commands_per_activate", "", "commands", "%.0f")
    by_program("6.13", "Controller queue, % occupied", "queue32", "queue_occupancy", "", "occupancy", "%.0f %%")
    by_program("6.16", "Errors with a most-pending scheduler", "most_pending", "no_mp full_mp averaged_mp timed", "error", "error, points", "%.0f")
    by_run("6.14", "Errors by the size of the queue", "queue8 queue16 queue32 queue64", "8 16 32 64", models)
    by_run("6.15", "Errors by the chips of a controller", "chips1 queue32 chips4", "1 2 4", models)
    system("mkdir -p " folder "/6.11")
    printf "measured no full averaged timed\n%s", points > (folder "/6.11/points.dat")
    count = split("no_mp full_mp averaged_mp timed", bar, " ")
    table_head("Errors with a most-pending scheduler (THESIS 6.16)", count, bar)
    table_line("", "most_pending", count, bar)
    c = 0
    for (i = 1; i <= programs; i++) {
        x = value("queue32", program[i], "full", "error")
        if (x != "") { c++; better += x < value("queue32", program[i], "no", "error"); below += value("queue32", program[i], "measured") < value("queue32", program[i], "no", "sum") }
    }
    printf "\nFULL is nearer than NO in %d of %d programs (THESIS: 9 of 15); measured below NO in %d (THESIS: 4)\n", better, c, below
    printf "\n]\n" > (folder "/figures.json")
}
