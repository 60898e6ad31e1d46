# The whole chip: 8 controllers, the 28x8 request crossbar and the 8x28 reply crossbar, FR-FCFS against banked FIFO with hold
# grant, over queue sizes. Sums of rows of area.tsv; ns is the slowest of the three. Memories are bits beside the um2, flits cut to
# one bit of payload. csv: file for the same as CSV.
{ key = $1 SUBSEP $2; ff[key] = $3; compared[key] = $5; um2[key] = $9; ns[key] = $10 + 0; known[key] = 1 }
function most(a, b) { return a > b ? a : b }
function chip(name, scheduler, queue, hold,    c, x, reply, area, flops, comparisons, slowest) {
    c = "controller" SUBSEP scheduler ", queue " queue
    x = "crossbar" SUBSEP "28x8 " hold
    reply = "crossbar" SUBSEP "8x28 NONE"
    if (!known[c] || !known[x] || !known[reply])
        return
    area = 8 * um2[c] + um2[x] + um2[reply]
    comparisons = 8 * compared[c] + compared[x] + compared[reply]
    flops = 8 * ff[c] + ff[x] + ff[reply]
    slowest = most(ns[c], most(ns[x], ns[reply]))
    if (name == "FR-FCFS") {
        reference_area = area
        reference_ns = slowest
        reference_flops = flops
        reference_comparisons = comparisons
        reference_controllers = 8 * um2[c]
        reference_queue = queue
    }
    printf "%5d  %-22s %9d %9d %10d %6.2f", queue, name, flops, comparisons, area, slowest
    printf "%d,\"%s\",%d,%d,%d,%.2f", queue, name, flops, comparisons, area, slowest > csv
    if (reference_queue == queue) {
        printf " %9.2f %9.2f %6.2f %11.2f %6.2f", flops / reference_flops, comparisons / reference_comparisons,
            area / reference_area, 8 * um2[c] / reference_controllers, slowest / reference_ns
        printf ",%.3f,%.3f,%.3f,%.3f,%.3f", flops / reference_flops, comparisons / reference_comparisons,
            area / reference_area, 8 * um2[c] / reference_controllers, slowest / reference_ns > csv
    } else {
        printf ",,,,," > csv
    }
    print ""
    print "" > csv
}
END {
    print ""
    print "Whole chip: 8 controllers, 28x8 request crossbar, 8x28 reply crossbar"
    print "                              flip-                                over FR-FCFS of the same queue"
    print "queue  machine                flops  compared        um2     ns    flops  compared   area controllers     ns"
    print "queue,machine,ff_bits,bits_compared,um2,ns,ff_ratio,compared_ratio,um2_ratio,controllers_um2_ratio,ns_ratio" > csv
    for (queue = 8; queue <= 64; queue *= 2) {
        chip("FR-FCFS", "FR-FCFS", queue, "NONE")
        chip("FR-FCFS+HG/L8/G", "FR-FCFS", queue, "HG L8 G")
        chip("FIFO", "FIFO", queue, "NONE")
        chip("BFIFO", "BFIFO", queue, "NONE")
        chip("BFIFO+HG", "BFIFO", queue, "HG")
        chip("BFIFO+HMHG4", "BFIFO", queue, "HMHG4")
        chip("BFIFO+HMHG4/L8/G", "BFIFO", queue, "HMHG4 L8 G")
        chip("BFIFO.4+HMHG4", "BFIFO, look-ahead 4", queue, "HMHG4")
        chip("BFIFOx32+HG/L8/G", "BFIFO, pool", queue, "HG L8 G")
        chip("BFIFO.4x32+HG/L8/G", "BFIFO, look-ahead 4, pool", queue, "HG L8 G")
    }
}
