# awk -f cmodel/cli/rivals.awk fpga/baselines/area.csv runs.csv: records of 'rowstreak query --records' as a table of machines, as CSV. For
# each seed, over the workloads; then the mean over the seeds and, as NAME_half, half of its 95 % confidence interval (Student):
#   speed     FR-FCFS' cycles of the same seed over the machine's; harmonic mean. least, most: of a workload, over all seeds
#   slowdown  fairness_slowdown, the largest slowdown of an SM over the mean one; arithmetic mean
#   kept      requests to one row in sequence as the controllers accept them, over those that leave the SMs with FR-FCFS; %, harmonic mean
#   hits      requests a row activation; harmonic mean
#   energy    nJ a request; arithmetic mean
#   mm2, ns   eight controllers, both crossbars of 28 SMs and with superpackets their 28 stages at 0.18 um, and the slowest of these blocks,
#             of fpga/baselines/area.csv, whose rows are of queues of 32; - if one is not there
#   compared  bits compared in the eight controllers, the request crossbar and these stages; - as above
#   wait      the bound of a request's wait in the network, in packets that its output grants, its own included: 28 (L + 1) with limit L
#             and guard (rtl/network/README.md; packets of several requests with superpackets); - where there is none
function number(row, name) {
    return (row, name) in area ? area[row, name] : "-"
}
# Half of the 95 % interval of the mean of n values with this sum and sum of squares.
function half(n, sum, squares,    variance) {
    if (n < 2) return "-"
    variance = (squares - sum * sum / n) / (n - 1)
    return sprintf("%.4f", student[n <= 10 ? n : 10] * sqrt((variance > 0 ? variance : 0) / n))
}
# The rows of a machine's controller and request network, and of what joins the requests of an SM, if anything does.
function hardware(machine,    parts, scheduler, hold) {
    joins = ""
    if (match(machine, /[/]S[0-9]+/)) {
        joins = "superpacket " substr(machine, RSTART + 2, RLENGTH - 2) " requests"
        machine = substr(machine, 1, RSTART - 1) substr(machine, RSTART + RLENGTH)
    }
    split(machine, parts, "+")
    scheduler = parts[1]
    hold = machine ~ /[+]/ ? parts[2] : "NONE"
    gsub("/", " ", hold)
    controller = "controller " scheduler ", queue 32"
    network = "crossbar 28x8 " hold
    replies = "crossbar 8x28 NONE"
}
BEGIN {
    FS = OFS = ","
    split("0 12.706 4.303 3.182 2.776 2.571 2.447 2.365 2.306 2.262", student, " ")
}
FNR == 1 { file++ }
file == 1 {
    if (/^#/ || !match($0, /,"[^"]*",/)) {
        if (/^block,/) columns = split($0, title, ",")
        next
    }
    row = substr($0, 1, RSTART - 1) " " substr($0, RSTART + 2, RLENGTH - 4)
    split(substr($0, RSTART + RLENGTH), value, ",")
    for (i = 3; i <= columns; i++) area[row, title[i]] = value[i - 2]
    next
}
FNR == 1 {
    for (i = 1; i <= NF; i++) column[$i] = i
    next
}
{
    machine = $column["machine"]
    workload = $column["workload"]
    seed = $column["seed"]
    at = machine SUBSEP workload SUBSEP seed
    if (!(machine in known)) { known[machine]; name[++machines] = machine }
    workloads[workload]
    seeds[seed]
    cycles[at] = $column["cycles"]
    slowdown[at] = $column["fairness_slowdown"]
    pre[at] = $column["row_locality_pre"]
    post[at] = $column["row_locality_post"]
    hits[at] = $column["requests_per_activate"]
    energy[at] = $column["energy_per_request_nj"]
}
END {
    print "machine", "speed", "speed_half", "least", "most", "slowdown", "slowdown_half", "kept", "kept_half", "hits", "energy", "energy_half", "mm2", "ns", "compared", "wait"
    for (m = 1; m <= machines; m++) {
        machine = name[m]
        for (k = 1; k <= 5; k++) sum[k] = squares[k] = 0
        n = most = 0
        least = 1e9
        for (seed in seeds) {
            count = inverse = slow = inverse_kept = inverse_hits = joule = 0
            for (workload in workloads) {
                at = machine SUBSEP workload SUBSEP seed
                base = "FR-FCFS" SUBSEP workload SUBSEP seed
                if (!(at in cycles) || !(base in cycles)) continue
                count++
                speed = cycles[base] / cycles[at]
                inverse += 1 / speed
                least = speed < least ? speed : least
                most = speed > most ? speed : most
                slow += slowdown[at]
                inverse_kept += pre[base] / post[at]
                inverse_hits += 1 / hits[at]
                joule += energy[at]
            }
            if (count == 0) continue
            n++
            figure[1] = count / inverse; figure[2] = slow / count; figure[3] = 100 * count / inverse_kept
            figure[4] = count / inverse_hits; figure[5] = joule / count
            for (k = 1; k <= 5; k++) { sum[k] += figure[k]; squares[k] += figure[k] * figure[k] }
        }
        if (n == 0) continue
        hardware(machine)
        mm2 = ns = compared = wait = "-"
        if (number(controller, "um2") != "-" && number(network, "um2") != "-" && (joins == "" || number(joins, "um2") != "-")) {
            mm2 = sprintf("%.2f", (8 * area[controller, "um2"] + area[network, "um2"] + number(replies, "um2") + 28 * area[joins, "um2"]) / 1e6)
            ns = area[controller, "ns"] > area[network, "ns"] ? area[controller, "ns"] : area[network, "ns"]
            ns = area[replies, "ns"] > ns ? area[replies, "ns"] : ns
            ns = area[joins, "ns"] > ns ? area[joins, "ns"] : ns
            compared = 8 * area[controller, "bits_compared"] + area[network, "bits_compared"] + 28 * area[joins, "bits_compared"]
        }
        if (match(machine, /[/]L[0-9]+[/]G/)) wait = 28 * (substr(machine, RSTART + 2, RLENGTH - 4) + 1)
        printf "%s,%.4f,%s,%.3f,%.3f,%.3f,%s,%.1f,%s,%.2f,%.2f,%s,%s,%s,%s,%s\n", machine, sum[1] / n, half(n, sum[1], squares[1]), least, most,
            sum[2] / n, half(n, sum[2], squares[2]), sum[3] / n, half(n, sum[3], squares[3]), sum[4] / n, sum[5] / n, half(n, sum[5], squares[5]), mm2, ns, compared, wait
    }
}
