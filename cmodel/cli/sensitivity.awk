# awk -v key=QUEUE -v default=32 -f cmodel/cli/sensitivity.awk runs.csv: records of 'rowstreak query --records' as a table of machines over the
# values of one key, as CSV:
#   speed          FR-FCFS' cycles over the machine's, both with this value; harmonic mean over the workloads
#   speed_default  the same over FR-FCFS with the default value: what the value does to both
#   least, most    speed of a workload
# Where no FR-FCFS ran with a value (a key of hold grant alone), the one there is takes its place.
BEGIN { FS = OFS = "," }
NR == 1 {
    for (i = 1; i <= NF; i++)
        column[$i] = i
    next
}
{
    machine = $column["machine"]
    sub(/\/L[0-9]+/, "", machine)
    value = $column[tolower(key)]
    workload = $column["workload"] " " $column["graph"]
    cycles[machine, value, workload] = $column["cycles"]
    efficiency[machine, value, workload] = $column["dram_efficiency"]
    machines[machine]
    values[value]
    workloads[workload]
}
function base(value, workload) {
    return ("FR-FCFS", value, workload) in cycles ? cycles["FR-FCFS", value, workload] : cycles["FR-FCFS", default, workload]
}
END {
    print "machine", tolower(key), "speed", "least", "most", "speed_default", "dram_efficiency"
    for (machine in machines)
        for (value in values) {
            n = inverse = inverse_default = sum = most = 0
            least = 1e9
            for (workload in workloads)
                if ((machine, value, workload) in cycles) {
                    speed = base(value, workload) / cycles[machine, value, workload]
                    inverse += 1 / speed
                    inverse_default += cycles[machine, value, workload] / cycles["FR-FCFS", default, workload]
                    sum += efficiency[machine, value, workload]
                    least = speed < least ? speed : least
                    most = speed > most ? speed : most
                    n++
                }
            if (n > 0)
                print machine, value, n / inverse, least, most, n / inverse_default, sum / n | "sort -t, -k1,1 -k2,2n"
        }
}
