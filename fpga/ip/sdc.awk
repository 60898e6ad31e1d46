# Constraints of a block as a top, from its page: straps, inputs and outputs of the table of ports, the slowest row of its areas.
# Variables: name, module. A port of several bits is NAME*; where that takes a port of another kind, too, NAME[*].
BEGIN { FS = " *[|] *" }
/^## / { section = $0 }
section == "## Ports" && $2 ~ /^`/ {
    port = $2
    gsub(/`/, "", port)
    kind[port] = $3
    order[++ports] = port
    pattern[port] = port ($4 == "1" ? "" : "*")
}
section ~ /^## Area/ && $7 + 0 > 0 && $7 + 0 > period { period = $7 + 0 }
function all_of(wanted,    i, list, k) {
    for (i = 1; i <= ports; i++) {
        if (kind[order[i]] != wanted || order[i] == "clk") continue
        for (k = 1; k <= ports; k++)
            if (pattern[order[i]] ~ /\*$/ && index(order[k], order[i]) == 1 && kind[order[k]] != wanted)
                pattern[order[i]] = order[i] "[*]"
        list = list (list == "" ? "" : " ") pattern[order[i]]
    }
    return list
}
END {
    inputs = all_of("in")
    straps = all_of("strap")
    print "# " module ", as a top. Written by `make pages`; the period is that of its slowest row in osu018 (0.18 um, fpga/ip/" name ".md), the"
    print "# delays outside are 0. Take your own."
    if (!("clk" in kind)) print "# combinational: a clock without a port"
    printf "create_clock -name clk -period %.2f%s\n", period, ("clk" in kind) ? " [get_ports clk]" : ""
    print "set_input_delay 0 -clock clk [get_ports {" inputs "}]"
    if (straps != "") print "# straps: they stand still while the block runs\nset_false_path -from [get_ports {" straps "}]"
    print "set_output_delay 0 -clock clk [all_outputs]"
    if (period == 0) exit 2
}
