// basejump_stl's DRAM controller with both of its clocks one (fpga/peer.sh): 28 address bits, 32 bits at both sides, bursts of 128.
module bsg_dmcc import bsg_dmc_pkg::bsg_dmc_s; (
    input clk_i, input rst_i,
    input [27:0] app_addr_i, input [2:0] app_cmd_i, input app_en_i, output app_rdy_o,
    input app_wdf_wren_i, input [31:0] app_wdf_data_i, input [3:0] app_wdf_mask_i, input app_wdf_end_i, output app_wdf_rdy_o,
    output app_rd_data_valid_o, output [31:0] app_rd_data_o, output app_rd_data_end_o,
    input app_ref_req_i, output app_ref_ack_o, input app_zq_req_i, output app_zq_ack_o, input app_sr_req_i, output app_sr_active_o,
    output init_calib_complete_o,
    output [2:0] dfi_bank_o, output [15:0] dfi_address_o, output dfi_cke_o, output dfi_cs_n_o, output dfi_ras_n_o,
    output dfi_cas_n_o, output dfi_we_n_o, output dfi_reset_n_o, output dfi_odt_o,
    output dfi_wrdata_en_o, output [31:0] dfi_wrdata_o, output [3:0] dfi_wrdata_mask_o,
    output dfi_rddata_en_o, input [31:0] dfi_rddata_i, input dfi_rddata_valid_i,
    input bsg_dmc_s dmc_p_i
);
    bsg_dmc_controller #(.ui_addr_width_p(28), .ui_data_width_p(32), .burst_data_width_p(128), .dfi_data_width_p(32)) controller (
        .ui_clk_i(clk_i), .ui_clk_sync_rst_i(rst_i), .dfi_clk_i(clk_i), .dfi_clk_sync_rst_i(rst_i), .*);
endmodule
