# The whole chip: 8 controllers and the 28x8 request crossbar's control, FR-FCFS against banked FIFO with hold grant,
# over queue sizes. Sums of rows of area.tsv; ns is the slower of the two. Payload memories and flit data left out.
{ key = $1 SUBSEP $2; ff[key] = $3; compared[key] = $5; um2[key] = $9; ns[key] = $10 + 0; known[key] = 1 }
function chip(name, scheduler, queue, hold,    c, x) {
    c = "controller" SUBSEP scheduler ", queue " queue
    x = "crossbar" SUBSEP "28x8 " hold
    if (!known[c] || !known[x])
        return
    area = 8 * um2[c] + um2[x]
    comparisons = 8 * compared[c] + compared[x]
    if (scheduler == "FR-FCFS") {
        reference_area = area
        reference_comparisons = comparisons
        reference_controllers = 8 * um2[c]
    }
    slower = ns[c] + 0
    if (ns[x] > slower)
        slower = ns[x]
    printf "%5d  %-20s %9d %9d %12d %7.2f %9.2f %9.2f %11.2f\n", queue, name, 8 * ff[c] + ff[x], comparisons, area,
        slower, area / reference_area, comparisons / reference_comparisons,
        8 * um2[c] / reference_controllers
}
END {
    print ""
    print "Whole chip: 8 controllers and the control of the 28x8 request crossbar"
    print "                                                                     over FR-FCFS of the same queue"
    print "queue  machine              flip-flops  compared          um2      ns      area  compared controllers"
    for (queue = 8; queue <= 64; queue *= 2) {
        chip("FR-FCFS", "FR-FCFS", queue, "NONE")
        chip("FIFO", "FIFO", queue, "NONE")
        chip("BFIFO", "BFIFO", queue, "NONE")
        chip("BFIFO+HG", "BFIFO", queue, "HG")
        chip("BFIFO+HMHG4", "BFIFO", queue, "HMHG4")
        chip("BFIFO+HMHG4/L8/G", "BFIFO", queue, "HMHG4 L8 G")
    }
}
