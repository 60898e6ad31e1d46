# rs_gpu, as a top. Written by `make pages`; the period is that of its slowest row in osu018 (0.18 um, fpga/ip/gpu.md), the
# delays outside are 0. Take your own.
create_clock -name clk -period 7.20 [get_ports clk]
set_input_delay 0 -clock clk [get_ports {rst cta_warps* launch_valid launch_ctas* launch_limit* available* record* in_mask* in_offset* in_operands* clear* dfi_rddata_valid* dfi_rddata*}]
# straps: they stand still while the block runs
set_false_path -from [get_ports {policy* hash_bits* age_cap* hold_limit* wait_guard seed* static_vc bank_ready}]
set_output_delay 0 -clock clk [all_outputs]
