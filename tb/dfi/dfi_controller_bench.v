// rs_dfi_controller with the parameters of a configuration file. Bursts of 4 cycles are DDR3 and a PHY that takes its time, others
// GDDR3 and one with a latency that does not change. The power-up is short. dfi_controller_cosim.cpp has the same numbers.
`include "rtl/dram/rs_dram_times.vh"
`default_nettype none
module dfi_controller_bench #(
    parameter SMS          = 28,
    parameter SCHEDULER    = 1,
    parameter QUEUE        = 32,
    parameter REPLY_SLOTS  = 16,
    parameter FLIT_BITS    = 256,
    parameter TAG_BITS     = 8,
    parameter ADDRESS_BITS = 29,
    parameter CHANNEL_MASK = 32'h00000700,
    parameter BANK_MASK    = 32'h00003000,
    parameter ROW_MASK     = 32'h1ffe0000,
    parameter COLUMN_MASK  = 32'h0001c8c0,
    parameter COLUMNS      = 2,
    parameter BURST_CYCLES = 2,
    `RS_DRAM_TIMES,
    parameter T_REFI = 0,
    parameter T_RFC = 262,
    parameter WRITE_MASK = 0,
    // derived, not to be set
    parameter DRAM         = (BURST_CYCLES == 4) ? 1 : 0,
    parameter BANK_BITS    = ones_or_1(BANK_MASK),
    parameter ROW_BITS     = ones_or_1(ROW_MASK),
    parameter SM_BITS      = (SMS > 1) ? $clog2(SMS) : 1,
    parameter LINE_BITS    = ADDRESS_BITS - 6,
    parameter HEADER       = SM_BITS + TAG_BITS + 1 + LINE_BITS,
    parameter MASK_BITS    = (WRITE_MASK != 0) ? 2 * FLIT_BITS / 8 : 0,
    parameter PAYLOAD      = (FLIT_BITS > HEADER + MASK_BITS) ? FLIT_BITS : HEADER + MASK_BITS,
    parameter DQ_BITS      = 2 * FLIT_BITS / (COLUMNS * BURST_CYCLES),
    parameter DM_BITS      = (WRITE_MASK != 0 && DQ_BITS >= 8) ? DQ_BITS / 8 : 1,
    parameter DFI_PINS     = ROW_BITS > 12 + DRAM ? ROW_BITS : 12 + DRAM
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 in_valid,
    output wire                 in_ready,
    input  wire                 in_head,
    input  wire                 in_tail,
    input  wire [PAYLOAD-1:0]   in_payload,
    output wire                 out_valid,
    input  wire                 out_ready,
    output wire                 out_head,
    output wire                 out_tail,
    output wire [PAYLOAD-1:0]   out_payload,
    output wire                 dfi_init_start,
    input  wire                 dfi_init_complete,
    output wire                 dfi_reset_n,
    output wire                 dfi_cke,
    output wire                 dfi_odt,
    output wire                 dfi_cs_n,
    output wire                 dfi_ras_n,
    output wire                 dfi_cas_n,
    output wire                 dfi_we_n,
    output wire [BANK_BITS-1:0] dfi_bank,
    output wire [DFI_PINS-1:0]  dfi_address,
    output wire                 dfi_wrdata_en,
    output wire [DQ_BITS-1:0]   dfi_wrdata,
    output wire [DM_BITS-1:0]   dfi_wrdata_mask,
    output wire                 dfi_rddata_en,
    input  wire                 dfi_rddata_valid,
    input  wire [DQ_BITS-1:0]   dfi_rddata,
    output wire                 ready,
    input  wire                 error_clear,
    output wire                 stray_error,
    output wire                 missing_error,
    output wire [3:0]           stray_count,
    output wire [3:0]           missing_count,
    output wire                 accept_valid,
    output wire                 accept_write,
    output wire [SM_BITS-1:0]   accept_sm,
    output wire [TAG_BITS-1:0]  accept_tag,
    output wire [LINE_BITS-1:0] accept_line,
    output wire                 idle
);
`include "rtl/common/rs_ones_or_1.vh"
    localparam CL = T_RTW - BURST_CYCLES - 2 + WL;

    /* verilator lint_off PINMISSING */ // outputs that look inside, for the network
    rs_dfi_controller #(
        .SCHEDULER(SCHEDULER), .QUEUE(QUEUE), .REPLY_SLOTS(REPLY_SLOTS), .FLIT_BITS(FLIT_BITS), .TAG_BITS(TAG_BITS),
        .SM_BITS(SM_BITS), .ADDRESS_BITS(ADDRESS_BITS), .CHANNEL_MASK(CHANNEL_MASK), .BANK_MASK(BANK_MASK),
        .ROW_MASK(ROW_MASK), .COLUMN_MASK(COLUMN_MASK), .COLUMNS(COLUMNS), .BURST_CYCLES(BURST_CYCLES), `RS_DRAM_TIMES_PASSED,
        .T_REFI(T_REFI), .T_RFC(T_RFC), .WRITE_MASK(WRITE_MASK), .DRAM(DRAM), .CL(CL), .T_RESET(11), .T_CKE(7), .T_XPR(9), .T_MRD(5),
        .T_MOD(12), .T_ZQINIT(17), .T_DLLK(33), .T_PHY_WRLAT(WL - 1 - DRAM), .T_PHY_WRDATA(1), .T_RDDATA_EN(CL - 2),
        .T_PHY_RDLAT(DRAM != 0 ? 8 : 4), .T_PHY_RDLAT_MIN(DRAM != 0 ? 2 : 4), .T_ODT_ON(0), .ODT_CYCLES(DRAM != 0 ? 6 : 0),
        .COUNT_BITS(4)) dfi_controller (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_flit({in_tail, in_head, in_payload}),
        .out_valid(out_valid), .out_ready(out_ready), .out_flit({out_tail, out_head, out_payload}),
        .dfi_init_start(dfi_init_start), .dfi_init_complete(dfi_init_complete), .dfi_reset_n(dfi_reset_n), .dfi_cke(dfi_cke),
        .dfi_odt(dfi_odt), .dfi_cs_n(dfi_cs_n), .dfi_ras_n(dfi_ras_n), .dfi_cas_n(dfi_cas_n), .dfi_we_n(dfi_we_n),
        .dfi_bank(dfi_bank), .dfi_address(dfi_address), .dfi_wrdata_en(dfi_wrdata_en), .dfi_wrdata(dfi_wrdata),
        .dfi_wrdata_mask(dfi_wrdata_mask), .dfi_rddata_en(dfi_rddata_en), .dfi_rddata_valid(dfi_rddata_valid),
        .dfi_rddata(dfi_rddata), .ready(ready), .error_clear(error_clear), .stray_error(stray_error),
        .missing_error(missing_error), .stray_count(stray_count), .missing_count(missing_count), .accept_valid(accept_valid),
        .accept_write(accept_write), .accept_sm(accept_sm), .accept_tag(accept_tag), .accept_line(accept_line), .idle(idle),
        .age_cap(1'b0));
    /* verilator lint_on PINMISSING */
endmodule
`default_nettype wire
