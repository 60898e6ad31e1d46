# Joins counted bits (first file: machine queue bank_ready compared_hold compared_scheduler hold bound scheduler) and runs
# (records of 'rowstreak query'). Writes folder/pareto.json and folder/pareto.dat; the table goes to the standard output.
function sort_cycles(key,    i, j, swap) {
    n = split(runs[key], sorted, " ")
    for (i = 2; i <= n; i++)
        for (j = i; j > 1 && sorted[j - 1] + 0 > sorted[j] + 0; j--) {
            swap = sorted[j]; sorted[j] = sorted[j - 1]; sorted[j - 1] = swap
        }
}
function median(key) {
    sort_cycles(key)
    return n % 2 ? sorted[(n + 1) / 2] : (sorted[n / 2] + sorted[n / 2 + 1]) / 2
}
function field(machine, mark,    at) { # number behind a mark, 0 without it
    at = index(machine, mark)
    return at ? substr(machine, at + length(mark)) + 0 : 0
}
function hold_name(machine,    part) {
    if (machine !~ /\+/) return "NONE"
    part = machine; sub(/^[^+]*\+/, "", part); sub(/\/.*/, "", part)
    return part
}
# Mean over the workloads of median cycles / those of FR-FCFS with 32 entries.
function run_of(k, w) { return machine[k] SUBSEP queue[k] SUBSEP ready[k] SUBSEP workload[w] }
function reference(w) { return median("FR-FCFS" SUBSEP 32 SUBSEP 0 SUBSEP workload[w]) }
function relative(k,    w, sum) {
    sum = 0
    for (w = 1; w <= workloads; w++)
        sum += median(run_of(k, w)) / reference(w)
    return sum / workloads
}
FNR == 1 { file++; FS = file == 1 ? " " : ","; $0 = $0 }
file == 1 {
    machine[++machines] = $1; queue[machines] = $2; ready[machines] = $3
    compared_hold[machines] = $4; compared_scheduler[machines] = $5
    hold_bits[machines] = $6; bound_bits[machines] = $7; scheduler_bits[machines] = $8
    next
}
FNR == 1 {
    for (i = 1; i <= NF; i++) column[$i] = i
    next
}
{
    key = $column["machine"] SUBSEP $column["queue"] SUBSEP $column["bank_ready"] SUBSEP $column["workload"]
    runs[key] = runs[key] " " $column["cycles"]
    if (!($column["workload"] in known)) { known[$column["workload"]] = 1; workload[++workloads] = $column["workload"] }
    graph = $column["graph"]
}
END {
    json = folder "/pareto.json"; data = folder "/pareto.dat"
    printf "[" > json
    for (k = 1; k <= machines; k++) {
        compared[k] = compared_hold[k] + compared_scheduler[k]
        stored[k] = hold_bits[k] + bound_bits[k] + scheduler_bits[k]
        ratio[k] = relative(k)
        scheduler = machine[k]; sub(/[.+\/x].*/, "", scheduler)
        lookahead = field(machine[k], ".")
        if (!lookahead) lookahead = 1
        places = field(machine[k], "x") + 0
        for (w = 1; w <= workloads; w++) {
            fastest = reference(w)
            middle = median(run_of(k, w))
            printf "%s\n  {\"schema_version\": 1, \"machine\": \"%s\", \"scheduler\": \"%s\", \"lookahead\": %d, \"bank_places\": %d, \"hold\": \"%s\", \"limit\": %d, \"guard\": %d, \"queue\": %d, \"bank_ready\": %d, \"workload\": \"%s\", \"graph\": \"%s\", \"seeds\": %d, \"cycles\": %d, \"cycles_min\": %d, \"cycles_max\": %d, \"cycles_relative\": %.4f, \"bits_compared\": %d, \"bits_stored\": %d, \"bits_compared_hold\": %d, \"bits_compared_scheduler\": %d, \"bits_stored_hold\": %d, \"bits_stored_bound\": %d, \"bits_stored_scheduler\": %d}", \
                separator, machine[k], scheduler, lookahead, places, hold_name(machine[k]), field(machine[k], "/L"), machine[k] ~ /\/G/, queue[k], ready[k], workload[w], graph, seeds, middle, sorted[1], sorted[n], middle / fastest, compared[k], stored[k], compared_hold[k], compared_scheduler[k], hold_bits[k], bound_bits[k], scheduler_bits[k] > json
            separator = ","
        }
        group = scheduler == "BFIFO" ? "BFIFO, look-ahead " lookahead : scheduler
        if (ready[k]) group = group ", bank ready"
        rows[group] = rows[group] sprintf("%d %d %.4f %s/Q%d\n", compared[k], stored[k], ratio[k], machine[k], queue[k])
        if (!(group in place)) { place[group] = ++groups; name[groups] = group }
    }
    printf "\n]\n" > json
    for (g = 1; g <= groups; g++)
        printf "%s\"%s\"\n%s", (g > 1 ? "\n\n" : ""), name[g], rows[name[g]] > data

    printf "Run time relative to FR-FCFS with 32 entries, mean of %s", workload[1]
    for (w = 2; w <= workloads; w++) printf " and %s", workload[w]
    printf " on %s, median of %d seeds (cycles min..max / median: worst of the workloads).\n", graph, seeds
    printf "*: no other machine is at least as fast and compares no more bits.\n\n"
    printf "%-2s%-22s%6s%6s%10s%9s%11s%9s\n", "", "machine", "queue", "ready", "run time", "spread%", "compared", "stored"
    for (k = 1; k <= machines; k++) {
        best = 1
        for (j = 1; j <= machines; j++)
            if (j != k && ratio[j] <= ratio[k] && compared[j] <= compared[k] && (ratio[j] < ratio[k] || compared[j] < compared[k]))
                best = 0
        spread = 0
        for (w = 1; w <= workloads; w++) {
            middle = median(run_of(k, w))
            if (100 * (sorted[n] - sorted[1]) / middle > spread) spread = 100 * (sorted[n] - sorted[1]) / middle
        }
        printf "%-2s%-22s%6d%6d%10.4f%9.2f%11d%9d\n", (best ? "*" : ""), machine[k], queue[k], ready[k], ratio[k], spread, compared[k], stored[k]
    }
}
