# OpenSTA: power of every cell of a mapped netlist in watts at MHZ, at rest into CELLS.0, with every signal changing once a cycle into
# CELLS.1, as report_power prints it. Environment: LIB, NETLIST, TOP, MHZ, CELLS. A module that the netlist does not define
# (payload memory) has none. Inputs come with the clock, no wire load, as in fpga/timing.tcl.
# (Not one activity a pin: this version of OpenSTA has set_power_activity -pins, but it fails, and a cell's power is linear in them.)
read_liberty $::env(LIB)
read_verilog $::env(NETLIST)
link_design $::env(TOP)
create_clock -name clock -period [expr {1000.0 / $::env(MHZ)}] [get_ports clk]
set others {}
foreach port [all_inputs] {
    if {[get_property $port full_name] != "clk"} { lappend others $port }
}
set_input_delay 0 -clock clock $others
set_output_delay 0 -clock clock [all_outputs]
foreach activity {0 1} {
    set_power_activity -global -activity $activity -duty 0.5
    report_power -instances [get_cells *] -digits 6 > $::env(CELLS).$activity
}
