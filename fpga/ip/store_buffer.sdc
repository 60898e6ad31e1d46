# rs_store_buffer, as a top. Written by `make pages`; the period is that of its slowest row in osu018 (0.18 um, fpga/ip/store_buffer.md), the
# delays outside are 0. Take your own.
create_clock -name clk -period 3.62 [get_ports clk]
set_input_delay 0 -clock clk [get_ports {rst access_line* store_valid store_sector* store_bytes* store_data* load_valid release_valid request_ready}]
set_output_delay 0 -clock clk [all_outputs]
