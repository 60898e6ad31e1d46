# rs_scratchpad, as a top. Written by `make pages`; the period is that of its slowest row in osu018 (0.18 um, fpga/ip/scratchpad.md), the
# delays outside are 0. Take your own.
create_clock -name clk -period 4.99 [get_ports clk]
set_input_delay 0 -clock clk [get_ports {rst in_valid in_write in_warp* in_register* in_element* in_mask* in_address* in_data* wb_ready fault_ready}]
set_output_delay 0 -clock clk [all_outputs]
