# rs_crossbar, as a top. Written by `make pages`; the period is that of its slowest row in osu018 (0.18 um, fpga/ip/crossbar.md), the
# delays outside are 0. Take your own.
create_clock -name clk -period 3.52 [get_ports clk]
set_input_delay 0 -clock clk [get_ports {rst in_valid* in_flit* front_output* front_bank* front_row* front_blocked* load* out_ready*}]
# straps: they stand still while the block runs
set_false_path -from [get_ports {policy* hash_bits* hold_limit* wait_guard seed*}]
set_output_delay 0 -clock clk [all_outputs]
