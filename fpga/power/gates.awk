# The table of gates.sh from lines "MACHINE BLOCK" and those of its files; csv: file for the same as CSV.
BEGIN {
    print "\nClock gates for flip-flops that share an enable (make power GATES=1), one of each block: how many there would be, and mW at rest without"
    print "and with them."
    format = "%-20s %-12s %6s %8s %8s %7s %6s %6s %9s %9s\n"
    printf format, "machine", "block", "flops", "enabled", "enables", "behind", "gates", "gated", "at rest", "gated"
    print "machine,block,flops,enabled,enables,least_behind_a_gate,gates,gated,at_rest_mw,gated_mw" > csv
}
{
    printf format, $1, $2, $4, $5, $6, ">= " $3, $7, $8, sprintf("%.1f", 1000 * $9), sprintf("%.1f", 1000 * $10)
    printf "%s,%s,%d,%d,%d,%d,%d,%d,%.2f,%.2f\n", $1, $2, $4, $5, $6, $3, $7, $8, 1000 * $9, 1000 * $10 > csv
}
