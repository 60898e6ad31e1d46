# awk -f cmodel/cli/load_latency.awk runs.csv: records of 'rowstreak query --records' as load-latency curves, a line a point, machine by
# machine, the offered load rising. A machine is saturated where it accepts less than 95 % of what is offered.
BEGIN { FS = OFS = "," }
NR == 1 {
    for (i = 1; i <= NF; i++)
        column[$i] = i
    print "machine", "offered_load", "throughput", "latency_mean", "latency_p99", "dram_efficiency", "saturated"
    next
}
{
    print $column["machine"], $column["offered_load"], $column["throughput"], $column["trace_latency_mean"], $column["trace_latency_p99"],
        $column["dram_efficiency"], ($column["throughput"] < 0.95 * $column["offered_load"]) | "sort -t, -k1,1 -k2,2g"
}
