# rs_pim_allocator, as a top. Written by `make pages`; the period is that of its slowest row in osu018 (0.18 um, fpga/ip/pim_allocator.md), the
# delays outside are 0. Take your own.
# combinational: a clock without a port
create_clock -name clk -period 1.27
set_input_delay 0 -clock clk [get_ports {request* random*}]
set_output_delay 0 -clock clk [all_outputs]
