# rs_sm_port, as a top. Written by `make pages`; the period is that of its slowest row in osu018 (0.18 um, fpga/ip/sm_port.md), the
# delays outside are 0. Take your own.
create_clock -name clk -period 4.05 [get_ports clk]
set_input_delay 0 -clock clk [get_ports {rst request_valid request_write request_atomic request_address* request_id* request_bytes* request_data* out_ready in_valid in_head in_tail in_payload* reply_ready accepted*}]
set_output_delay 0 -clock clk [all_outputs]
