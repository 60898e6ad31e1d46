# The whole chip: 8 controllers and the 28x8 request crossbar's control, FR-FCFS against banked FIFO with hold grant,
# over queue sizes. Sums of rows of area.tsv; ns is the slower of the two. Payload memories left out, flits cut to one
# bit of payload. csv: file for the same as CSV.
{ key = $1 SUBSEP $2; ff[key] = $3; compared[key] = $5; um2[key] = $9; ns[key] = $10 + 0; known[key] = 1 }
function chip(name, scheduler, queue, hold,    c, x, area, flops, comparisons, slower) {
    c = "controller" SUBSEP scheduler ", queue " queue
    x = "crossbar" SUBSEP "28x8 " hold
    if (!known[c] || !known[x])
        return
    area = 8 * um2[c] + um2[x]
    comparisons = 8 * compared[c] + compared[x]
    flops = 8 * ff[c] + ff[x]
    slower = ns[c] > ns[x] ? ns[c] : ns[x]
    if (name == "FR-FCFS") {
        reference_area = area
        reference_flops = flops
        reference_comparisons = comparisons
        reference_controllers = 8 * um2[c]
        reference_queue = queue
    }
    printf "%5d  %-22s %9d %9d %10d %6.2f", queue, name, flops, comparisons, area, slower
    printf "%d,\"%s\",%d,%d,%d,%.2f", queue, name, flops, comparisons, area, slower > csv
    if (reference_queue == queue) {
        printf " %9.2f %9.2f %6.2f %11.2f", flops / reference_flops, comparisons / reference_comparisons,
            area / reference_area, 8 * um2[c] / reference_controllers
        printf ",%.3f,%.3f,%.3f,%.3f", flops / reference_flops, comparisons / reference_comparisons,
            area / reference_area, 8 * um2[c] / reference_controllers > csv
    } else {
        printf ",,,," > csv
    }
    print ""
    print "" > csv
}
END {
    print ""
    print "Whole chip: 8 controllers and the control of the 28x8 request crossbar"
    print "                              flip-                                over FR-FCFS of the same queue"
    print "queue  machine                flops  compared        um2     ns    flops  compared   area controllers"
    print "queue,machine,ff_bits,bits_compared,um2,ns,ff_ratio,compared_ratio,um2_ratio,controllers_um2_ratio" > csv
    for (queue = 8; queue <= 64; queue *= 2) {
        chip("FR-FCFS", "FR-FCFS", queue, "NONE")
        chip("FR-FCFS.4", "FR-FCFS, scan 4", queue, "NONE")
        chip("FR-FCFS.4+HG/L8/G", "FR-FCFS, scan 4", queue, "HG L8 G")
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
