// What an AXI4 master of others drives: the controller with an AXI4 slave, 64 KB of DRAM behind it. BEAT_BYTES from the command line.
`timescale 1ns / 1ps
`ifndef BEAT_BYTES
`define BEAT_BYTES 8
`endif
module axi4_controller_top #(parameter DATA_BITS = 8 * `BEAT_BYTES) (
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
    wire         cs_n, ras_n, cas_n, we_n, wrdata_en, rddata_valid;
    wire [1:0]   bank;
    wire [5:0]   address;
    wire [127:0] wrdata, rddata;
    wire [15:0]  wrdata_mask;
    wire unused = &{1'b0, s_axi_wlast, wrdata_en};
    // 16 address bits: 0 to 5 within a line, bank 8 and 9, column 6, 7, 10 and 11, row from 12 on
    rs_axi4_controller #(.BEAT_BYTES(`BEAT_BYTES), .ADDRESS_BITS(16), .BANK_MASK(32'h0300), .COLUMN_MASK(32'h0cc0), .ROW_MASK(32'hf000)) dut (
        .clk(clk), .rst(rst), .s_axi_awid(s_axi_awid), .s_axi_awaddr(s_axi_awaddr), .s_axi_awlen(s_axi_awlen), .s_axi_awsize(s_axi_awsize),
        .s_axi_awburst(s_axi_awburst), .s_axi_awvalid(s_axi_awvalid), .s_axi_awready(s_axi_awready), .s_axi_wdata(s_axi_wdata),
        .s_axi_wstrb(s_axi_wstrb), .s_axi_wvalid(s_axi_wvalid), .s_axi_wready(s_axi_wready), .s_axi_bid(s_axi_bid),
        .s_axi_bresp(s_axi_bresp), .s_axi_bvalid(s_axi_bvalid), .s_axi_bready(s_axi_bready), .s_axi_arid(s_axi_arid),
        .s_axi_araddr(s_axi_araddr), .s_axi_arlen(s_axi_arlen), .s_axi_arsize(s_axi_arsize), .s_axi_arburst(s_axi_arburst),
        .s_axi_arvalid(s_axi_arvalid), .s_axi_arready(s_axi_arready), .s_axi_rid(s_axi_rid), .s_axi_rdata(s_axi_rdata),
        .s_axi_rresp(s_axi_rresp), .s_axi_rlast(s_axi_rlast), .s_axi_rvalid(s_axi_rvalid), .s_axi_rready(s_axi_rready),
        .dfi_cs_n(cs_n), .dfi_ras_n(ras_n), .dfi_cas_n(cas_n), .dfi_we_n(we_n), .dfi_bank(bank), .dfi_address(address),
        .dfi_wrdata_en(wrdata_en), .dfi_wrdata(wrdata), .dfi_wrdata_mask(wrdata_mask), .dfi_rddata_valid(rddata_valid),
        .dfi_rddata(rddata), .idle(idle));
    dram_pins #(.BANK_BITS(2), .ROW_BITS(4), .PIN_BITS(6), .COLUMN_PINS(5)) dram (
        .clk(clk), .rst(rst), .dfi_cs_n(cs_n), .dfi_ras_n(ras_n), .dfi_cas_n(cas_n), .dfi_we_n(we_n), .dfi_bank(bank),
        .dfi_address(address), .dfi_wrdata(wrdata), .dfi_wrdata_mask(wrdata_mask), .dfi_rddata_valid(rddata_valid), .dfi_rddata(rddata));
endmodule
