# Rows of area.tsv as a table for people.
BEGIN {
    print "                                            flip-    stored  compared   limit+    memory"
    print "block           configuration               flops   (4.1)     (4.1)    guard      bits    cells        um2      ns   MHz"
}
{
    printf "%-15s %-26s %6d %7s %9s %8s %10s %8d %10d %7.2f %5.0f\n", $1 == last ? "" : $1, $2, $3, $4 ? $4 : "-",
        $5 ? $5 : "-", $6 ? $6 : "-", $7 ? $7 : "-", $8, $9, $10, 1000 / $10
    last = $1
}
END {
    print "stored (4.1): holds, rows and hashes, as THESIS table 4.1 counts; compared: WIDTH*LANES over all rs_compare, before"
    print "mapping; limit+guard: bits of HOLD_LIMIT and WAIT_GUARD; memory bits: of rs_memory_1r1w, beside the um2 of logic."
}
