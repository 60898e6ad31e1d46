# rs_superpacket, as a top. Written by `make pages`; the period is that of its slowest row in osu018 (0.18 um, fpga/ip/superpacket.md), the
# delays outside are 0. Take your own.
create_clock -name clk -period 1.60 [get_ports clk]
set_input_delay 0 -clock clk [get_ports {rst in_valid in_flit* in_place* out_ready}]
set_output_delay 0 -clock clk [all_outputs]
