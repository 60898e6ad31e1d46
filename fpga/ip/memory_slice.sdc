# rs_memory_slice, as a top. Written by `make pages`; the period is that of its slowest row in osu018 (0.18 um, fpga/ip/memory_slice.md), the
# delays outside are 0. Take your own.
create_clock -name clk -period 7.43 [get_ports clk]
set_input_delay 0 -clock clk [get_ports {rst in_valid in_flit* out_ready dram_ready fill_valid fill_flit*}]
set_output_delay 0 -clock clk [all_outputs]
