# Rows of area.tsv as CSV, header line first.
BEGIN { print "block,configuration,ff_bits,bits_stored,bits_compared,bound_bits,payload_bits,cells,um2,ns" }
{
    printf "%s,\"%s\"", $1, $2
    for (i = 3; i <= NF; i++)
        printf ",%s", $i
    print ""
}
