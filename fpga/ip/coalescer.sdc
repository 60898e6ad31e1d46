# rs_coalescer, as a top. Written by `make pages`; the period is that of its slowest row in osu018 (0.18 um, fpga/ip/coalescer.md), the
# delays outside are 0. Take your own.
create_clock -name clk -period 3.83 [get_ports clk]
set_input_delay 0 -clock clk [get_ports {rst in_valid in_write in_warp* in_register* in_element* in_last in_mask* in_address* in_data* line_ready}]
set_output_delay 0 -clock clk [all_outputs]
