# rs_axi4_memory, as a top. Written by `make pages`; the period is that of its slowest row in osu018 (0.18 um, fpga/ip/axi4_memory.md), the
# delays outside are 0. Take your own.
create_clock -name clk -period 4.31 [get_ports clk]
set_input_delay 0 -clock clk [get_ports {rst s_axi_awid* s_axi_awaddr* s_axi_awlen* s_axi_awsize* s_axi_awburst* s_axi_awvalid* s_axi_wdata* s_axi_wstrb* s_axi_wvalid* s_axi_bready* s_axi_arid* s_axi_araddr* s_axi_arlen* s_axi_arsize* s_axi_arburst* s_axi_arvalid* s_axi_rready* dfi_rddata_valid* dfi_rddata*}]
# straps: they stand still while the block runs
set_false_path -from [get_ports {policy* hash_bits* age_cap* hold_limit* wait_guard seed* static_vc bank_ready}]
set_output_delay 0 -clock clk [all_outputs]
