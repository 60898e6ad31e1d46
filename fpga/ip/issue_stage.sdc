# rs_issue_stage, as a top. Written by `make pages`; the period is that of its slowest row in osu018 (0.18 um, fpga/ip/issue_stage.md), the
# delays outside are 0. Take your own.
create_clock -name clk -period 10.06 [get_ports clk]
set_input_delay 0 -clock clk [get_ports {rst start_valid start_place* available* record* in_ready operand_mask* wb_valid wb_warp* wb_register* wb_element* wb_mask* wb_level* release_ready fence_release_valid fence_acquire_valid}]
# straps: they stand still while the block runs
set_false_path -from [get_ports {cta_warps*}]
set_output_delay 0 -clock clk [all_outputs]
