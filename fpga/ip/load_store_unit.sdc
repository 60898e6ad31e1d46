# rs_load_store_unit, as a top. Written by `make pages`; the period is that of its slowest row in osu018 (0.18 um, fpga/ip/load_store_unit.md), the
# delays outside are 0. Take your own.
create_clock -name clk -period 6.63 [get_ports clk]
set_input_delay 0 -clock clk [get_ports {rst in_valid in_opcode* in_length* in_warp* in_register* in_scratchpad in_mask* in_offset* in_operands* group_ready fault_ready}]
set_output_delay 0 -clock clk [all_outputs]
