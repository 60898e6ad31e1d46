# rs_dfi_controller, as a top. Written by `make pages`; the period is that of its slowest row in osu018 (0.18 um, fpga/ip/dfi_controller.md), the
# delays outside are 0. Take your own.
create_clock -name clk -period 3.04 [get_ports clk]
set_input_delay 0 -clock clk [get_ports {rst in_valid in_flit* out_ready dfi_init_complete dfi_rddata_valid dfi_rddata[*] error_clear}]
# straps: they stand still while the block runs
set_false_path -from [get_ports {age_cap*}]
set_output_delay 0 -clock clk [all_outputs]
