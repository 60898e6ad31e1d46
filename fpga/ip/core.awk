# rowstreak.core for FuseSoC 2.4, from the lines "NAME MODULE FILE..." of pages.sh (first file) and "MODULE FILE..." of all of rtl/.
function fileset(name,    i, n, file) {
    n = split(sorted[name], file, " ")
    print "  " name ":\n    file_type: verilogSource-2005\n    files:"
    for (i = 1; i <= n; i++) print "      - " file[i]
}
function sort_words(text,    n, word, i, k, swap, out) {
    n = split(text, word, " ")
    for (i = 2; i <= n; i++)
        for (k = i; k > 1 && word[k] < word[k - 1]; k--) { swap = word[k]; word[k] = word[k - 1]; word[k - 1] = swap }
    for (i = 1; i <= n; i++) out = out (i > 1 ? " " : "") word[i]
    return out
}
FNR == NR {
    name[++names] = $1
    module[$1] = $2
    line = $0
    sub(/^[^ ]+ +[^ ]+ +/, "", line)
    sorted[$1] = sort_words(line)
    next
}
{ all = all " " $2 }
END {
    sorted["all"] = sort_words(all)
    print "CAPI=2:"
    print "# Written by `make pages`, the files from the RTL lists that the benches of tb/ run with: not to be edited. See fpga/ip/README.md."
    print "name: rowstreak:ip:rowstreak:0.1.0"
    print "description: GPU memory system, from the issue stage of its SMs through hold-grant crossbars and DRAM controllers to DFI pins\n"
    print "filesets:"
    print "  includes:\n    file_type: verilogSource-2005\n    files:"
    print "      - rtl/dram/rs_dram_times.vh: {is_include_file: true, include_path: .}"
    print "      - rtl/dram/rs_dram_named_times.vh: {is_include_file: true, include_path: .}"
    print "      - rtl/common/rs_ones_or_1.vh: {is_include_file: true, include_path: .}"
    print "      - rtl/common/rs_payload_bits.vh: {is_include_file: true, include_path: .}"
    print "      - rtl/common/rs_stop.vh: {is_include_file: true, include_path: .}"
    print "      - rtl/dfi/rs_dram_pins.vh: {is_include_file: true, include_path: .}"
    print "      - rtl/dfi/rs_dram_sets.vh: {is_include_file: true, include_path: .}"
    for (i = 1; i <= names; i++) fileset(name[i])
    fileset("all")
    print "  smoke:\n    file_type: verilogSource-2005\n    files:\n      - fpga/ip/smoke_bench.v\n      - tests/outside/axi4_controller_top.v\n      - tests/outside/dfi_phy_pins.v\n      - tests/outside/dram_pins.v"
    print "\ntargets:"
    print "  default:\n    description: all modules, for cores that depend on this one\n    filesets: [includes, all]"
    print "  lint:\n    description: Verilator -Wall of the memory path\n    filesets: [includes, all]\n    flow: lint\n    flow_options:"
    print "      tool: verilator\n      verilator_options: [-Wall, --language, 1364-2005]\n    toplevel: rs_memory_path"
    print "  sim:\n    description: writes and reads through an AXI4 slave and a controller to a DRAM, every byte read compared; ends with PASS\n    filesets: [includes, axi4_controller, smoke]"
    print "    flow: sim\n    flow_options:\n      tool: icarus\n      iverilog_options: [-g2005]\n    toplevel: smoke_bench"
    for (i = 1; i <= names; i++) {
        print "  lint_" name[i] ":\n    description: Verilator -Wall of " module[name[i]] "\n    filesets: [includes, " name[i] "]\n    flow: lint\n    flow_options:"
        print "      tool: verilator\n      verilator_options: [-Wall, --language, 1364-2005]\n    toplevel: " module[name[i]]
        print "  synth_" name[i] ":\n    description: " module[name[i]] " in Yosys, iCE40 cells, netlist as JSON\n    filesets: [includes, " name[i] "]"
        print "    default_tool: yosys\n    tools:\n      yosys: {arch: ice40, output_format: json}\n    toplevel: " module[name[i]]
    }
}
