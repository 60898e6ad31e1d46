# Counts storage and comparisons in an elaborated, flattened netlist (Yosys RTLIL, written by elaborate.sh).
#
# Output: one line of NAME=VALUE pairs.
#   bits_compared  sum of WIDTH*LANES over the instances of rs_compare (before mapping to gates)
#   hold_bits      flip-flops of rs_hold_grant or rs_hold_arbiters that THESIS table 4.1 counts: holds, rows, hashes
#   bound_bits     flip-flops that only HOLD_LIMIT and WAIT_GUARD add: counts, visit pointers
#   ff_bits        all flip-flops and memory bits but those of rs_memory_1r1w
#   payload_bits   bits of all instances of rs_memory_1r1w: WIDTH*DEPTH, and the read register if it has one
# An instance is what is left after constant straps have removed unused logic.
function number(text,    value, i) { # 12, 32'0..01100, s32'0..01100
    if (text !~ /'/)
        return text + 0
    sub(/^.*'/, "", text)
    for (i = 1; i <= length(text); i++)
        value = 2 * value + substr(text, i, 1)
    return value + 0
}
function finish_cell() {
    if ((module in kind) && kind[module] == "payload")
        ;
    else if (type in kind)
        instances[type]++
    else if (type ~ /^\$_S?DFF/ || type ~ /^\$(a|s|al)?dff/ || type ~ /^\$(dlatch|sr|ff)/) {
        if (type ~ /^\$_/)
            width = 1
        ff += width
        if (source !~ /rs_hold_(grant|arbiters)[.]v/)
            ;
        else if (q ~ /(^|[ .\\])(hold|last_row|last_hash|held|holder)( |$)/)
            hold += width
        else if (q ~ /(^|[ .\\])(count|visit)( |$)/)
            bound += width
    } else if (type ~ /^\$mem/)
        ff += width * size
    type = ""
}
$1 == "module" {
    module = $2
    if (module ~ /\\rs_compare($|\\)/)
        kind[module] = "compare"
    if (module ~ /\\rs_memory_1r1w($|\\)/)
        kind[module] = "payload"
    next
}
$1 == "parameter" && type == "" && (module in kind) { value[module, substr($2, 2)] = number($3) }
$1 == "attribute" && type == "" { if ($2 == "\\src") source = $3; next } # of the cell behind it
$1 == "cell" { type = $2; width = size = 0; q = "" }
$1 == "parameter" && type != "" {
    if ($2 == "\\WIDTH") width = number($3)
    if ($2 == "\\SIZE") size = number($3)
}
$1 == "connect" && type != "" && $2 == "\\Q" { $1 = $2 = ""; q = $0 }
$1 == "end" { if (type != "") finish_cell() }
END {
    for (module in kind)
        if (kind[module] == "compare")
            compared += instances[module] * value[module, "WIDTH"] * value[module, "LANES"]
        else
            payload += instances[module] * value[module, "WIDTH"] * \
                (value[module, "DEPTH"] + (value[module, "READ_REGISTER"] ? value[module, "READ_WORDS"] : 0))
    printf "bits_compared=%d hold_bits=%d bound_bits=%d ff_bits=%d payload_bits=%d\n", compared, hold, bound, ff, payload
}
