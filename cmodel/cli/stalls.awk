# awk -f cmodel/cli/stalls.awk build/run/summary.csv > build/run/stalls.dat
# Where the SMs' cycles went, in per cent: a line a run of the whole machine to its end, of machines BFIFO+HMHG4 and FR-FCFS, or
# those that -v machines=PATTERN names, and utsd on any; the classes of the stall inspector behind its name. No line without such a run.
BEGIN { FS = ","; if (machines == "") machines = "^(BFIFO[+]HMHG4|FR-FCFS)$"; classes = split("stall_none stall_memory_structural stall_memory_data stall_synchronization stall_compute_structural stall_compute_data stall_control stall_idle", class, " ") }
FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
{ gsub(/"/, ""); key = $at["workload"] "\\n" $at["graph"] ($at["l1_cache"] ? " L1" : "") "\\n" $at["machine"] }
$at["instructions"] > 0 && $at["stopped"] == 0 && ($at["machine"] ~ machines || $at["workload"] == "utsd") && !seen[key]++ {
    sum = 0
    for (i = 1; i <= classes; i++) sum += $at[class[i]]
    printf "\"%s\"", key
    for (i = 1; i <= classes; i++) printf " %.3f", 100 * $at[class[i]] / sum
    printf "\n"
}
