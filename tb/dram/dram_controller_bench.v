// rs_dram_controller with the parameters of a configuration file: derives the widths that rs_memory_path derives.
`include "rtl/dram/rs_dram_times.vh"
`include "rtl/common/rs_payload_bits.vh"
`default_nettype none
module dram_controller_bench #(
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
    parameter BANK_XOR     = 0,           // 1: rs_address_map
    parameter COLUMNS      = 2,
    parameter BURST_CYCLES = 2,
    `RS_DRAM_TIMES,
    parameter LOOKAHEAD = 1,
    parameter BANK_PLACES = 0,
    parameter BLISS_STREAK = 4,
    parameter BLISS_CLEAR = 10000,
    parameter PAIR = 0,
    parameter GROUP_FIRST = 0,
    parameter T_REFI = 0,
    parameter T_RFC = 262,
    parameter REFRESH = 0,
    parameter T_RFC_PB = 128,
    parameter T_RREFD = 8,
    parameter WRITE_MASK = 0,
    parameter HEADER_WIRES = 0,
    // derived, not to be set
    parameter CHANNEL_BITS = ones_or_1(CHANNEL_MASK),
    parameter BANK_BITS    = ones_or_1(BANK_MASK),
    parameter ROW_BITS     = ones_or_1(ROW_MASK),
    parameter COLUMN_BITS  = ones_or_1(COLUMN_MASK),
    parameter SM_BITS      = (SMS > 1) ? $clog2(SMS) : 1,
    parameter LINE_BITS    = ADDRESS_BITS - 6,
    parameter HEADER       = SM_BITS + TAG_BITS + 1 + LINE_BITS,
    parameter MASK_BITS    = (WRITE_MASK != 0) ? 2 * FLIT_BITS / 8 : 0,
    parameter PAYLOAD      = `RS_PAYLOAD_BITS(FLIT_BITS, HEADER + MASK_BITS, HEADER_WIRES),
    parameter DQ_BITS      = 2 * FLIT_BITS / (COLUMNS * BURST_CYCLES),
    parameter DM_BITS      = (WRITE_MASK != 0 && DQ_BITS >= 8) ? DQ_BITS / 8 : 1,
    parameter INDEX_BITS   = (COLUMNS > 1) ? $clog2(COLUMNS) : 0,
    parameter PIN_BITS     = (ROW_BITS > COLUMN_BITS + INDEX_BITS) ? ROW_BITS : COLUMN_BITS + INDEX_BITS + 1
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
    output wire                 dfi_cs_n,
    output wire                 dfi_ras_n,
    output wire                 dfi_cas_n,
    output wire                 dfi_we_n,
    output wire [BANK_BITS-1:0] dfi_bank,
    output wire [PIN_BITS-1:0]  dfi_address,
    output wire                 dfi_wrdata_en,
    output wire [DQ_BITS-1:0]   dfi_wrdata,
    output wire [DM_BITS-1:0]   dfi_wrdata_mask,
    input  wire                 dfi_rddata_valid,
    input  wire [DQ_BITS-1:0]   dfi_rddata,
    input  wire                 dfi_rddata_error,
    output wire                 accept_valid,
    output wire                 accept_write,
    output wire [SM_BITS-1:0]   accept_sm,
    output wire [TAG_BITS-1:0]  accept_tag,
    output wire [LINE_BITS-1:0] accept_line,
    output wire                 idle,
    input  wire [7:0]           age_cap
);
`include "rtl/common/rs_ones_or_1.vh"

    /* verilator lint_off PINMISSING */ // outputs that look inside, for the network
    rs_dram_controller #(
        .SCHEDULER(SCHEDULER), .QUEUE(QUEUE), .REPLY_SLOTS(REPLY_SLOTS), .FLIT_BITS(FLIT_BITS), .TAG_BITS(TAG_BITS),
        .SM_BITS(SM_BITS), .ADDRESS_BITS(ADDRESS_BITS), .CHANNEL_MASK(CHANNEL_MASK), .BANK_MASK(BANK_MASK),
        .ROW_MASK(ROW_MASK), .COLUMN_MASK(COLUMN_MASK), .BANK_XOR(BANK_XOR), .BANKS(1 << BANK_BITS), .CHANNEL_BITS(CHANNEL_BITS),
        .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .COLUMNS(COLUMNS), .BURST_CYCLES(BURST_CYCLES), `RS_DRAM_TIMES_PASSED,
        .PAYLOAD(PAYLOAD), .PIN_BITS(PIN_BITS), .LOOKAHEAD(LOOKAHEAD), .BANK_PLACES(BANK_PLACES),
        .BLISS_STREAK(BLISS_STREAK), .BLISS_CLEAR(BLISS_CLEAR), .PAIR(PAIR), .GROUP_FIRST(GROUP_FIRST),
        .CAP_BITS(8), .T_REFI(T_REFI), .T_RFC(T_RFC), .REFRESH(REFRESH), .T_RFC_PB(T_RFC_PB), .T_RREFD(T_RREFD),
        .WRITE_MASK(WRITE_MASK), .ECC(1), .HEADER_WIRES(HEADER_WIRES)) controller (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_flit({in_tail, in_head, in_payload}),
        .out_valid(out_valid), .out_ready(out_ready), .out_flit({out_tail, out_head, out_payload}),
        .dfi_cs_n(dfi_cs_n), .dfi_ras_n(dfi_ras_n), .dfi_cas_n(dfi_cas_n), .dfi_we_n(dfi_we_n), .dfi_bank(dfi_bank),
        .dfi_address(dfi_address), .dfi_wrdata_en(dfi_wrdata_en), .dfi_wrdata(dfi_wrdata), .dfi_wrdata_mask(dfi_wrdata_mask),
        .dfi_rddata_valid(dfi_rddata_valid), .dfi_rddata(dfi_rddata), .dfi_rddata_error(dfi_rddata_error), .accept_valid(accept_valid),
        .accept_write(accept_write), .accept_sm(accept_sm), .accept_tag(accept_tag), .accept_line(accept_line),
        .idle(idle), .age_cap(age_cap));
    /* verilator lint_on PINMISSING */
endmodule
`default_nettype wire
