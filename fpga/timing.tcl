# OpenSTA: longest path of a mapped netlist, in ns, as the line "ns VALUE". Environment: LIB, NETLIST, TOP.
# Input arrival and output margin 0, no wire load; input to register, register to register, register to output,
# input to output, all against one clock. A module that the netlist does not define (payload memory) cuts paths.
read_liberty $::env(LIB)
read_verilog $::env(NETLIST)
link_design $::env(TOP)
set period 100
set ports [get_ports -quiet clk]
if {[llength $ports] > 0} {
    create_clock -name clock -period $period $ports
} else {
    create_clock -name clock -period $period
}
set others {}
foreach port [all_inputs] {
    if {[get_property $port full_name] != "clk"} { lappend others $port }
}
if {[llength $others] > 0} { set_input_delay 0 -clock clock $others }
set_output_delay 0 -clock clock [all_outputs]
puts "ns [format %.2f [expr {$period - [worst_slack -max]}]]"
report_checks -path_delay max -format full -digits 3
