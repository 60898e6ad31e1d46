// What an AXI4 master of others drives: the controller with an AXI4 slave, behind its DFI port a PHY and 64 KB of GDDR3, whose power-up is
// short. SLAVE from the command line: 0 to 2 buses of 8, 4 and 64 bytes; 3 to 5 the same with ECC, where the PHY turns a bit now and then.
`timescale 1ns / 1ps
`ifndef SLAVE
`define SLAVE 0
`endif
module axi4_controller_top #(
    parameter BEAT_BYTES = `SLAVE % 3 == 0 ? 8 : `SLAVE % 3 == 1 ? 4 : 64,
    parameter ECC        = `SLAVE >= 3 ? 1 : 0,
    parameter DATA_BITS  = 8 * BEAT_BYTES
) (
    input  wire                   clk, rst,
    input  wire [3:0]             s_axi_awid,
    input  wire [31:0]            s_axi_awaddr,
    input  wire [7:0]             s_axi_awlen,
    input  wire [2:0]             s_axi_awsize,
    input  wire [1:0]             s_axi_awburst,
    input  wire                   s_axi_awvalid,
    output wire                   s_axi_awready,
    input  wire [DATA_BITS-1:0]   s_axi_wdata,
    input  wire [DATA_BITS/8-1:0] s_axi_wstrb,
    input  wire                   s_axi_wlast,
    input  wire                   s_axi_wvalid,
    output wire                   s_axi_wready,
    output wire [3:0]             s_axi_bid,
    output wire [1:0]             s_axi_bresp,
    output wire                   s_axi_bvalid,
    input  wire                   s_axi_bready,
    input  wire [3:0]             s_axi_arid,
    input  wire [31:0]            s_axi_araddr,
    input  wire [7:0]             s_axi_arlen,
    input  wire [2:0]             s_axi_arsize,
    input  wire [1:0]             s_axi_arburst,
    input  wire                   s_axi_arvalid,
    output wire                   s_axi_arready,
    output wire [3:0]             s_axi_rid,
    output wire [DATA_BITS-1:0]   s_axi_rdata,
    output wire [1:0]             s_axi_rresp,
    output wire                   s_axi_rlast,
    output wire                   s_axi_rvalid,
    input  wire                   s_axi_rready,
    output wire                   idle
);
    localparam PHY_BITS = ECC != 0 ? 144 : 128;
    localparam DM_BITS  = ECC != 0 ? 1 : 16;
    wire                init_start, init_complete, reset_n, cke, odt, cs_n, ras_n, cas_n, we_n, wrdata_en, rddata_en, rddata_valid;
    wire [1:0]          bank;
    wire [11:0]         address;
    wire [PHY_BITS-1:0] wrdata, rddata;
    wire [DM_BITS-1:0]  wrdata_mask;
    wire                ready, stray_error, missing_error, corrected_error, failed_error;
    wire [7:0]          stray_count, missing_count, corrected_count, failed_count;
    wire unused = &{1'b0, s_axi_wlast, reset_n, cke, odt, wrdata_en, rddata_en, ready, corrected_error, stray_count, missing_count, corrected_count, failed_count};
    // 16 address bits: 0 to 5 within a line, bank 8 and 9, column 6, 7, 10 and 11, row from 12 on
    rs_axi4_controller #(.BEAT_BYTES(BEAT_BYTES), .ADDRESS_BITS(16), .BANK_MASK(32'h0300), .COLUMN_MASK(32'h0cc0), .ROW_MASK(32'hf000), .ECC(ECC),
        .T_RESET(20), .T_CKE(10), .T_XPR(10), .T_MRD(6), .T_MOD(12), .T_ZQINIT(20), .T_DLLK(40), .T_REFI(3000), .T_RFC(60)) dut (
        .clk(clk), .rst(rst), .s_axi_awid(s_axi_awid), .s_axi_awaddr(s_axi_awaddr), .s_axi_awlen(s_axi_awlen), .s_axi_awsize(s_axi_awsize),
        .s_axi_awburst(s_axi_awburst), .s_axi_awvalid(s_axi_awvalid), .s_axi_awready(s_axi_awready), .s_axi_wdata(s_axi_wdata),
        .s_axi_wstrb(s_axi_wstrb), .s_axi_wvalid(s_axi_wvalid), .s_axi_wready(s_axi_wready), .s_axi_bid(s_axi_bid),
        .s_axi_bresp(s_axi_bresp), .s_axi_bvalid(s_axi_bvalid), .s_axi_bready(s_axi_bready), .s_axi_arid(s_axi_arid),
        .s_axi_araddr(s_axi_araddr), .s_axi_arlen(s_axi_arlen), .s_axi_arsize(s_axi_arsize), .s_axi_arburst(s_axi_arburst),
        .s_axi_arvalid(s_axi_arvalid), .s_axi_arready(s_axi_arready), .s_axi_rid(s_axi_rid), .s_axi_rdata(s_axi_rdata),
        .s_axi_rresp(s_axi_rresp), .s_axi_rlast(s_axi_rlast), .s_axi_rvalid(s_axi_rvalid), .s_axi_rready(s_axi_rready),
        .dfi_init_start(init_start), .dfi_init_complete(init_complete), .dfi_reset_n(reset_n), .dfi_cke(cke), .dfi_odt(odt),
        .dfi_cs_n(cs_n), .dfi_ras_n(ras_n), .dfi_cas_n(cas_n), .dfi_we_n(we_n), .dfi_bank(bank), .dfi_address(address),
        .dfi_wrdata_en(wrdata_en), .dfi_wrdata(wrdata), .dfi_wrdata_mask(wrdata_mask), .dfi_rddata_en(rddata_en),
        .dfi_rddata_valid(rddata_valid), .dfi_rddata(rddata), .ready(ready), .error_clear(1'b0), .stray_error(stray_error),
        .missing_error(missing_error), .stray_count(stray_count), .missing_count(missing_count), .corrected_error(corrected_error),
        .failed_error(failed_error), .corrected_count(corrected_count), .failed_count(failed_count), .age_cap(1'b0), .idle(idle));
    dfi_phy_pins #(.BANK_BITS(2), .ROW_BITS(4), .PIN_BITS(12), .COLUMN_PINS(5), .DQ_BITS(PHY_BITS), .DM_BITS(DM_BITS), .TURN(ECC)) phy (
        .clk(clk), .rst(rst), .dfi_init_start(init_start), .dfi_init_complete(init_complete), .dfi_cs_n(cs_n), .dfi_ras_n(ras_n),
        .dfi_cas_n(cas_n), .dfi_we_n(we_n), .dfi_bank(bank), .dfi_address(address), .dfi_wrdata(wrdata), .dfi_wrdata_mask(wrdata_mask),
        .dfi_rddata_valid(rddata_valid), .dfi_rddata(rddata));
    // The PHY gives each word in time, and turns no two bits.
    always @(posedge clk)
        if (!rst && (stray_error || missing_error || failed_error)) begin
            $display("FAIL: found errors of read data stray %b missing %b failed %b, expected none", stray_error, missing_error, failed_error);
            $finish;
        end
endmodule
