# rs_gpu_memory, as a top. Written by `make pages`; the period is that of its slowest row in osu018 (0.18 um, fpga/ip/gpu_memory.md), the
# delays outside are 0. Take your own.
create_clock -name clk -period 5.42 [get_ports clk]
set_input_delay 0 -clock clk [get_ports {rst in_valid* in_opcode* in_length* in_warp* in_register* in_scratchpad* in_atomic* in_atomic_op* in_atomic_returns* in_mask* in_offset* in_operands* wb_ready* fault_ready* acquire* release_valid* camat_clear* dfi_rddata_valid* dfi_rddata*}]
# straps: they stand still while the block runs
set_false_path -from [get_ports {policy* hash_bits* age_cap* hold_limit* wait_guard seed* static_vc bank_ready}]
set_output_delay 0 -clock clk [all_outputs]
