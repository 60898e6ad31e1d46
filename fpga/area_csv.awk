# Rows of area.tsv as CSV, header line first; units: um2, ns, MHz.
BEGIN { print "block,configuration,ff_bits,bits_stored,bits_compared,bound_bits,payload_bits,cells,um2,ns,mhz" }
{
    printf "%s,\"%s\"", $1, $2
    for (i = 3; i <= NF; i++)
        printf ",%s", $i
    printf ",%.0f\n", 1000 / $10
}
