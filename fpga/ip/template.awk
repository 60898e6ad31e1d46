# The instantiation template of a block, from what module.awk says of it. Variables: name, module, sizes (parameters that are not
# the default, NAME=VALUE).
BEGIN {
    FS = "\t"
    n = split(sizes == "-" ? "" : sizes, item, " ")
    for (i = 1; i <= n; i++) { split(item[i], part, "="); chosen[part[1]] = part[2] }
}
function spaces(count) { return sprintf("%*s", count, "") }
$1 == "parameter" {
    derived[++parameters] = $4
    parameter[parameters] = $2
    value[parameters] = $3
    if ($2 in chosen) { value[parameters] = chosen[$2]; delete chosen[$2] }
    if (!$4 && length($2) > widest) widest = length($2)
    if ($3 ~ /ones_or_1/) ones = 1
    if ($3 ~ /RS_PAYLOAD_BITS/) payload = 1
}
$1 == "port" {
    port[++ports] = $4
    range[ports] = $3
    if (length($4) > longest) longest = length($4)
}
END {
    for (p in chosen) { print "ip: " name ": found no parameter " p " of " module ", expected one to set" > "/dev/stderr"; exit 2 }
    if (payload) print "`include \"rtl/common/rs_payload_bits.vh\""
    print "`default_nettype none\nmodule " name "_example;"
    if (ones) print "    `include \"rtl/common/rs_ones_or_1.vh\""
    for (i = 1; i <= parameters; i++) if (!derived[i]) print "    localparam " parameter[i] " = " value[i] ";"
    for (i = 1; i <= parameters; i++) if (derived[i]) print (any++ ? "" : "    // what follows from them, for the widths below\n") "    localparam " parameter[i] " = " value[i] ";"
    for (i = 1; i <= ports; i++) print "    wire " (range[i] == "" ? "" : range[i] " ") port[i] ";"
    print "    " module " #("
    for (i = 1; i <= parameters; i++) if (!derived[i]) list[++m] = "        ." parameter[i] spaces(widest - length(parameter[i])) "(" parameter[i] ")"
    for (i = 1; i <= m; i++) print list[i] (i < m ? "," : "")
    print "    ) " name " ("
    for (i = 1; i <= ports; i++) print "        ." port[i] spaces(longest - length(port[i])) "(" port[i] ")" (i < ports ? "," : "")
    print "    );\nendmodule"
}
