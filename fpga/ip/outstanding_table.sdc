# rs_outstanding_table, as a top. Written by `make pages`; the period is that of its slowest row in osu018 (0.18 um, fpga/ip/outstanding_table.md), the
# delays outside are 0. Take your own.
create_clock -name clk -period 3.41 [get_ports clk]
set_input_delay 0 -clock clk [get_ports {rst access_valid access_line* access_behind* access_stays access_mask* access_word* access_tag* access_last access_write acquire request_ready fill_valid fill_id* fill_sector* fill_mask* reply_ready}]
set_output_delay 0 -clock clk [all_outputs]
