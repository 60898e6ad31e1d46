# Rows of area.tsv as a JSON array of objects. Units: um2, ns, MHz; payload_bits are not part of um2 and ff_bits.
function row() {
    printf "%s  {\"block\": \"%s\", \"configuration\": \"%s\", \"ff_bits\": %d, \"bits_stored\": %d, \"bits_compared\": %d, ",
        NR == 1 ? "" : ",\n", $1, $2, $3, $4, $5
    printf "\"bound_bits\": %d, \"payload_bits\": %d, \"cells\": %d, \"um2\": %d, \"ns\": %s, \"mhz\": %.0f}", $6, $7, $8, $9, $10,
        1000 / $10
}
BEGIN { print "[" }
{ row() }
END { print "\n]" }
