# rs_wavefront_allocator, as a top. Written by `make pages`; the period is that of its slowest row in osu018 (0.18 um, fpga/ip/wavefront_allocator.md), the
# delays outside are 0. Take your own.
create_clock -name clk -period 6.35 [get_ports clk]
set_input_delay 0 -clock clk [get_ports {rst request*}]
set_output_delay 0 -clock clk [all_outputs]
