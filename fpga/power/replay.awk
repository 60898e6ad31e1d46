# What a block of the memory path sees and shows in every cycle, to run its netlist on (power.sh):
#   awk -v record=FILE -v block=B [-v bits=N] -f replay.awk          text for the end of rs_memory_path, router: of rs_path_network: writes it, "INPUTS OUTPUTS" a line, to FILE
#   awk -v block=B -v from=C -v bits=N -v name=M -f replay.awk GATES.v   a bench that reads the file +stimulus+FILE, compares every output, and writes
#                                                          changes of nets from cycle C on to +changes+FILE as VCD; M: module of GATES.v. Prints
#                                                          "CYCLES cycles, FLITS flits, HEADS heads equal" of what left from cycle C on
# B: request, reply (crossbars of 28 SMs and 8 controllers), controller (that of channel 0), router (node 5 of a request network that is a mesh
# of 16 nodes). N: bits of a flit's payload that are recorded,
# evenly spread. Outputs that mean nothing in a cycle count as 0.
function pin(port) { return path port }
# Flit i at a crossbar's port: tail, head, and the bits of its payload.
function flit(port, i,    k, list) {
    if (record == "") return port "[" i * (bits + 2) " +: " bits + 2 "]"
    list = pin(port) "[" i * 258 + 257 "], " pin(port) "[" i * 258 + 256 "]"
    for (k = bits - 1; k >= 0; k--) list = list ", " pin(port) "[" i * 258 + (2 * k + 1) * 128 / bits "]"
    return "{" list "}"
}
function add(to, what) { list[to] = list[to] (list[to] == "" ? "" : ",\n        ") what }
function flits(to, port, count, gated,    i) {
    for (i = count - 1; i >= 0; i--)
        add(to, gated ? "{" bits + 2 "{" pin("out_valid") "[" i "]}} & " flit(port, i) : flit(port, i))
}
function gate(what, port,    k, n, one) { # outputs of the controller, while `what`
    n = split(port, one, " ")
    for (k = 1; k <= n; k++) add("out", "{" size[one[k]] "{" what "}} & " pin(one[k]))
}
function lists() {
    add("in", "rst")
    add("in", pin("in_valid"))
    add("in", pin("out_ready"))
    add("out", pin("in_ready"))
    add("out", pin("out_valid"))
    if (block == "controller") {
        split("out_flit 258 dfi_ras_n 1 dfi_cas_n 1 dfi_we_n 1 dfi_bank 2 dfi_address 12 dfi_wrdata 128 dfi_wrdata_mask 16 accept_write 1 accept_sm 5 accept_tag 8 accept_line 23", word, " ")
        for (k = 1; k in word; k += 2) size[word[k]] = word[k + 1]
        add("in", pin("in_flit"))
        add("in", pin("dfi_rddata_valid"))
        add("in", pin("dfi_rddata"))
        gate(pin("out_valid"), "out_flit")
        add("out", pin("dfi_cs_n"))
        gate("!" pin("dfi_cs_n"), "dfi_ras_n dfi_cas_n dfi_we_n dfi_bank dfi_address")
        add("out", pin("dfi_wrdata_en"))
        gate(pin("dfi_wrdata_en"), "dfi_wrdata dfi_wrdata_mask")
        add("out", pin("accept_valid"))
        gate(pin("accept_valid"), "accept_write accept_sm accept_tag accept_line")
        add("out", pin("idle"))
        add("out", pin("bank_room"))
        add("out", pin("write_room"))
        add("out", pin("leave"))
        return
    }
    if (block == "router") {
        add("in", pin("front_node"))
        add("in", pin("front_bank"))
        add("in", pin("front_row"))
        add("out", pin("empty"))
        flits("in", "in_flit", 5, 0)
        flits("out", "out_flit", 5, 1)
        return
    }
    add("in", pin("front_output"))
    if (block == "request") {
        add("in", pin("front_bank"))
        add("in", pin("front_row"))
        add("in", pin("front_blocked"))
        add("out", pin("grant_valid"))
    }
    add("out", pin("empty"))
    flits("in", "in_flit", block == "request" ? 28 : 8, 0)
    flits("out", "out_flit", block == "request" ? 8 : 28, 1)
}
BEGIN {
    if (record != "") {
        path = block == "controller" ? "channel[0].controller." : block == "router" ? "requests.node[5].router." : block == "request" ? "requests.network." : "replies.reply_network."
        lists()
        label = block bits
        printf "    integer power_%s;\n    initial power_%s = $fopen(\"%s\", \"w\");\n", label, label, record
        printf "    always @(posedge clk)\n        $fwrite(power_%s, \"%%h %%h\\n\", {%s}, {%s});\n", label, list["in"], list["out"]
        exit
    }
}
$1 ~ /^(input|output)$/ && !ports_done {
    port = $NF == ";" ? $(NF - 1) : $NF
    gsub(/[;\\]/, "", port)
    base = port
    at = ""
    if (match(port, /_[0-9]+_$/)) { at = substr(port, RSTART + 1, RLENGTH - 2); base = substr(port, 1, RSTART - 1) }
    connect = connect (connect == "" ? "" : ",\n        ") "." port "(" base (at == "" ? "" : "[" at "]") ")"
    if (!(base in width)) order[++bases] = base
    if (at + 1 > width[base] + 0) width[base] = at + 1
    driven[base] = $1 == "output"
}
/^endmodule/ { ports_done = 1 }
END {
    if (record != "") exit
    lists()

    print "module bench;"
    for (k = 1; k <= bases; k++)
        if (order[k] == "clk") print "    reg clk = 0;"
        else print "    " (driven[order[k]] ? "wire" : "reg") " [" width[order[k]] - 1 ":0] " order[k] (driven[order[k]] ? "" : " = 0") ";"
    print "    " name " netlist (" connect ");"
    print "    wire [4095:0] shown = {" list["out"] "};"
    print "    reg [4095:0] given, expected;"
    print "    reg [8*256:1] name;"
    print "    integer file, cycle, port, flits, heads;"
    print "    initial begin"
    print "        if (!$value$plusargs(\"changes=%s\", name)) $finish(2);"
    print "        $dumpfile(name);"
    print "        $dumpvars(1, netlist);"
    print "        $dumpoff;"
    print "        if (!$value$plusargs(\"stimulus=%s\", name)) $finish(2);"
    print "        file = $fopen(name, \"r\");"
    print "        flits = 0;"
    print "        heads = 0;"
    print "        for (cycle = -2; $fscanf(file, \"%h %h\\n\", given, expected) == 2; cycle = cycle + 1) begin"
    print "            {" list["in"] "} = given;"
    print "            #1 if (!rst && shown !== expected) begin"
    print "                $display(\"MISMATCH: found the netlist of " block " show %h in cycle %0d, expected %h\", shown, cycle, expected);"
    print "                $finish(2);"
    print "            end"
    print "            if (cycle == " from ") $dumpon;"
    count = block == "reply" ? 28 : block == "request" ? 8 : block == "router" ? 5 : 1
    size_of = block == "controller" ? 258 : bits + 2
    print "            for (port = 0; port < " count "; port = port + 1)"
    print "                if (cycle >= " from " && out_valid[port] && out_ready[port]) begin"
    print "                    flits = flits + 1;"
    print "                    heads = heads + out_flit[port*" size_of " + " size_of - 2 "];"
    print "                end"
    print "            clk = 1;"
    print "            #1 clk = 0;"
    print "        end"
    print "        $display(\"%0d cycles, %0d flits, %0d heads equal\", cycle - " from ", flits, heads);"
    print "        $finish;"
    print "    end"
    print "endmodule"
}
