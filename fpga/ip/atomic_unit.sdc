# rs_atomic_unit, as a top. Written by `make pages`; the period is that of its slowest row in osu018 (0.18 um, fpga/ip/atomic_unit.md), the
# delays outside are 0. Take your own.
create_clock -name clk -period 2.11 [get_ports clk]
set_input_delay 0 -clock clk [get_ports {rst in_valid in_operation* in_returns in_warp* in_register* in_mask* in_address* in_data* in_compare* request_ready reply_valid reply_id* reply_level reply_data* wb_ready}]
set_output_delay 0 -clock clk [all_outputs]
