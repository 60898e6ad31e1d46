# rs_cta_dispatch, as a top. Written by `make pages`; the period is that of its slowest row in osu018 (0.18 um, fpga/ip/cta_dispatch.md), the
# delays outside are 0. Take your own.
create_clock -name clk -period 5.90 [get_ports clk]
set_input_delay 0 -clock clk [get_ports {rst launch_valid launch_ctas* limit* place_free* sm_quiet* settled release_ready*}]
set_output_delay 0 -clock clk [all_outputs]
