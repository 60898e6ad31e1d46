# rs_l1_cache, as a top. Written by `make pages`; the period is that of its slowest row in osu018 (0.18 um, fpga/ip/l1_cache.md), the
# delays outside are 0. Take your own.
create_clock -name clk -period 5.21 [get_ports clk]
set_input_delay 0 -clock clk [get_ports {rst line_valid line_write line_warp* line_register* line_element* line_last line_address* line_behind* line_mask* line_word* line_bytes* line_data* wb_ready request_ready reply_valid reply_id* reply_mask* reply_level reply_data* store_ready load_waits acquire}]
set_output_delay 0 -clock clk [all_outputs]
