# rs_sm, as a top. Written by `make pages`; the period is that of its slowest row in osu018 (0.18 um, fpga/ip/sm.md), the
# delays outside are 0. Take your own.
create_clock -name clk -period 5.52 [get_ports clk]
set_input_delay 0 -clock clk [get_ports {rst in_valid in_opcode* in_length* in_warp* in_register* in_scratchpad in_atomic in_atomic_op* in_atomic_returns in_mask* in_offset* in_operands* wb_ready fault_ready request_ready reply_valid reply_head reply_tail reply_payload* accepted* acquire release_valid camat_clear}]
set_output_delay 0 -clock clk [all_outputs]
