# rs_stall_inspector, as a top. Written by `make pages`; the period is that of its slowest row in osu018 (0.18 um, fpga/ip/stall_inspector.md), the
# delays outside are 0. Take your own.
create_clock -name clk -period 4.51 [get_ports clk]
set_input_delay 0 -clock clk [get_ports {rst clear live* hazard_control* hazard_synchronization* hazard_memory_data* hazard_memory_structural* hazard_compute_data* hazard_compute_structural* issued slot_busy slot_waits releasing dma_pending mshr_full store_buffer_full bank_conflict waiting_valid waiting_warp* waiting_register* ready_valid* ready_warp* ready_register* ready_level*}]
set_output_delay 0 -clock clk [all_outputs]
