# awk -F, -f cmodel/cli/figure_stalls.awk uts.csv utsd.csv
# STALLS figures 1 and 2 for GPU coherence, as a table: run time, and where the cycles of all SMs went, in per cent of each
# program's own; then the causes of memory structural and the levels of memory data in the same unit; what STALLS' text says beside.
FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
{
    runs++
    for (name in at) value[runs, name] = $at[name]
    sum[runs] = 0
    for (i = 1; i <= classes; i++) sum[runs] += $at["stall_" class[i]]
}
BEGIN {
    classes = split("none memory_structural memory_data synchronization compute_structural compute_data control idle", class, " ")
    causes = split("structural_release structural_mshr structural_store_buffer structural_bank structural_unit", cause, " ")
    levels = split("data_l1 data_merged data_l2 data_memory", level, " ")
    said["synchronization"] = "dominates uts, \"significant\" in utsd"
    said["structural_release"] = "10 % of utsd"
    said["data_l2"] = "most of utsd's memory data"
}
function line(name, column,   r) {
    printf "%-28s", name
    for (r = 1; r <= runs; r++) printf " %10.2f", 100 * value[r, column] / sum[r]
    printf "  %s\n", said[name]
}
END {
    if (runs != 2) { print "figure_stalls: found " runs + 0 " runs, expected uts and utsd" > "/dev/stderr"; exit 2 }
    printf "%-28s %10s %10s  STALLS\n", "% of the SMs' cycles", value[1, "workload"], value[2, "workload"]
    for (i = 1; i <= classes; i++) line(class[i], "stall_" class[i])
    for (i = 1; i <= causes; i++) line(cause[i], cause[i])
    for (i = 1; i <= levels; i++) line(level[i], level[i])
    printf "%-28s %10d %10d\n", "cycles", value[1, "cycles"], value[2, "cycles"]
    printf "%-28s %10s %+9.1f%%  -91%%\n", "run time, utsd over uts", "", 100 * (value[2, "cycles"] / value[1, "cycles"] - 1)
}
