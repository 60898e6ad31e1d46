# The table of power.sh from its list of "MACHINE BLOCK cycles flits heads W-at-rest W-for-changes DRAM-nJ-a-request"; machines, names: the
# machines, and as the list has them; csv: file for the same as CSV, hop: for what a flit's hop through a router costs (MACHINE mesh). Blocks: crossbars with 4 bits of a flit's payload, of the machine BFIFO with 16 as well: the 12 between them give what a bit
# costs, at rest and for each flit that leaves.
{
    cycles[$1, $2] = $3; flits[$1, $2] = $4; heads[$1, $2] = $5; rest[$1, $2] = $6; busy[$1, $2] = $7; dram[$1] = $8
}
# Watts of the payload bits that the block's netlist lacks.
function payload(m, block,    a_bit) {
    a_bit = (rest["BFIFO", block 16] - rest["BFIFO", block 4]) / 12
    payload_rest += 252 * a_bit
    a_bit = (busy["BFIFO", block 16] - busy["BFIFO", block 4]) / 12 / flits["BFIFO", block 4]
    payload_busy += 252 * a_bit * flits[m, block 4]
}
function watts(m, block) { return rest[m, block] + busy[m, block] }
END {
    printf "Dynamic power at %d MHz on spmv (make power): netlists of the blocks on what they saw in lockstep. Controllers: 8 times that of\n", mhz
    print "channel 0. Networks: without payload, which stands apart. At rest: what the sum takes when no signal changes, the clock inputs of"
    print "its flip-flops, none of which is gated. A request: energy of the sum, of the payload, and of the DRAM's commands and standby."
    print ""
    format = "%-20s %11s %8s %8s %7s %8s %8s  %9s  %12s %9s %8s %9s\n"
    printf format, "", "mW:", "request", "reply", "", "", "", "requests", "a request:", "its net-", "its pay-", "its DRAM,"
    printf format, "machine", "controllers", "network", "network", "sum", "at rest", "payload", "a cycle", "control., pJ", "works, pJ", "load, pJ", "nJ"
    print "machine,mhz,controllers_mw,request_network_mw,reply_network_mw,sum_mw,at_rest_mw,payload_mw,requests_per_cycle,controllers_request_pj,networks_request_pj,payload_request_pj,dram_request_nj" > csv
    count = split(machines, list, " ")
    split(names, name, " ")
    for (k = 1; k <= count; k++) {
        m = name[k]
        controllers = 8000 * watts(m, "controller0")
        requests = 1000 * watts(m, "request4")
        replies = 1000 * watts(m, "reply4")
        payload_rest = payload_busy = 0
        payload(m, "request")
        payload(m, "reply")
        data = 1000 * (payload_rest + payload_busy)
        rate = heads[m, "request4"] / cycles[m, "request4"]
        sum = controllers + requests + replies
        idle = 8000 * rest[m, "controller0"] + 1000 * rest[m, "request4"] + 1000 * rest[m, "reply4"]
        scale = 1000 / mhz / rate # mW to pJ a request
        printf format, list[k], sprintf("%.1f", controllers), sprintf("%.1f", requests), sprintf("%.1f", replies), sprintf("%.1f", sum), sprintf("%.1f", idle),
            sprintf("%.0f", data), sprintf("%.3f", rate), sprintf("%.0f", controllers * scale), sprintf("%.0f", (requests + replies) * scale),
            sprintf("%.0f", data * scale), sprintf("%.1f", dram[m])
        printf "%s,%d,%.2f,%.2f,%.2f,%.2f,%.2f,%.1f,%.4f,%.1f,%.1f,%.1f,%.2f\n", list[k], mhz, controllers, requests, replies, sum, idle, data, rate,
            controllers * scale, (requests + replies) * scale, data * scale, dram[m] > csv
    }
    # A router of the mesh: what changes, for each flit that leaves, and what rests.
    rate = flits["mesh", "router4"] / cycles["mesh", "router4"]
    control = 1e6 * busy["mesh", "router4"] / mhz / rate
    data = 252 * 1e6 * (busy["mesh", "router16"] - busy["mesh", "router4"]) / 12 / mhz / rate
    still = 1000 * rest["mesh", "router4"]
    data_still = 252 * 1000 * (rest["mesh", "router16"] - rest["mesh", "router4"]) / 12
    printf "\nA flit's hop in a mesh of 4x4 (BFIFO+HMHG4, 8 SMs, router of node 5, %.3f flits a cycle leave it): control %.1f pJ, payload of 256 bits %.1f pJ;\n", rate, control, data
    printf "at rest the router takes %.2f mW for its control, %.2f mW for the payload in its buffers.\n", still, data_still
    print "mhz,flits_per_cycle,control_flit_hop_pj,payload_flit_hop_pj,control_at_rest_mw,payload_at_rest_mw" > hop
    printf "%d,%.4f,%.2f,%.2f,%.3f,%.3f\n", mhz, rate, control, data, still, data_still > hop
}
