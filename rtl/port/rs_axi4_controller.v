// DRAM controller with an AXI4 slave: rs_axi4_port -> rs_sm_port -> rs_dram_controller.
//
// s_axi_* as rs_axi4_port has them, dfi_* and the parameters of the DRAM as rs_dram_controller; what follows from the masks is derived.
// Memory is 2^ADDRESS_BITS bytes: each address bit above the six of a line is in exactly one of BANK_MASK, ROW_MASK, COLUMN_MASK.
// TAGS bursts' lines may be under way: reads that wait for their data, and writes that are not in the queue yet.
// idle: nothing is under way. Timing: as the parts.
`include "rtl/dram/rs_dram_times.vh"
`default_nettype none
module rs_axi4_controller #(
    parameter BEAT_BYTES   = 8,  // bytes of the data bus, a power of two from 1 to 64
    parameter AXI_BITS     = 32, // bits of an address on the bus
    parameter AXI_ID_BITS  = 4,  // bits of an id
    parameter WRITES       = 4,  // bursts whose address is here and whose beats are not; and answers that wait
    parameter READS        = 4,  // bursts of reads that are here
    parameter LINES        = 16, // lines read that are asked for, or whose beats have not all left: a power of two from 2 on
    parameter TAGS         = 16, // rs_sm_port: lines read, and written, that are under way
    parameter ADDRESS_BITS = 26, // bits of a byte address of memory, at least 13; the masks number them
    parameter BANK_MASK    = 32'h00000300,
    parameter ROW_MASK     = 32'h03ffc000,
    parameter COLUMN_MASK  = 32'h00003cc0,
    parameter BANK_XOR     = 0,           // 1: rs_address_map
    parameter SCHEDULER    = 1,
    parameter QUEUE        = 32,
    parameter REPLY_SLOTS  = 16,
    parameter LOOKAHEAD    = 1,
    parameter BANK_PLACES  = 0,
    parameter COLUMNS      = 2,
    parameter BURST_CYCLES = 2,
    `RS_DRAM_TIMES,
    parameter T_REFI = 0,
    parameter T_RFC  = 262,
    // derived, not to be set
    parameter DATA_BITS   = 8 * BEAT_BYTES,
    parameter BANK_BITS   = ones_or_1(BANK_MASK),
    parameter ROW_BITS    = ones_or_1(ROW_MASK),
    parameter COLUMN_BITS = ones_or_1(COLUMN_MASK),
    parameter INDEX_BITS  = COLUMNS > 1 ? $clog2(COLUMNS) : 0,
    parameter PIN_BITS    = ROW_BITS > COLUMN_BITS + INDEX_BITS ? ROW_BITS : COLUMN_BITS + INDEX_BITS + 1,
    parameter DQ_BITS     = 512 / (COLUMNS * BURST_CYCLES),
    parameter DM_BITS     = DQ_BITS / 8
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire [AXI_ID_BITS-1:0] s_axi_awid,
    input  wire [AXI_BITS-1:0]    s_axi_awaddr,
    input  wire [7:0]             s_axi_awlen,
    input  wire [2:0]             s_axi_awsize,
    input  wire [1:0]             s_axi_awburst,
    input  wire                   s_axi_awvalid,
    output wire                   s_axi_awready,
    input  wire [DATA_BITS-1:0]   s_axi_wdata,
    input  wire [BEAT_BYTES-1:0]  s_axi_wstrb,
    input  wire                   s_axi_wvalid,
    output wire                   s_axi_wready,
    output wire [AXI_ID_BITS-1:0] s_axi_bid,
    output wire [1:0]             s_axi_bresp,
    output wire                   s_axi_bvalid,
    input  wire                   s_axi_bready,
    input  wire [AXI_ID_BITS-1:0] s_axi_arid,
    input  wire [AXI_BITS-1:0]    s_axi_araddr,
    input  wire [7:0]             s_axi_arlen,
    input  wire [2:0]             s_axi_arsize,
    input  wire [1:0]             s_axi_arburst,
    input  wire                   s_axi_arvalid,
    output wire                   s_axi_arready,
    output wire [AXI_ID_BITS-1:0] s_axi_rid,
    output wire [DATA_BITS-1:0]   s_axi_rdata,
    output wire [1:0]             s_axi_rresp,
    output wire                   s_axi_rlast,
    output wire                   s_axi_rvalid,
    input  wire                   s_axi_rready,
    output wire                   dfi_cs_n,
    output wire                   dfi_ras_n,
    output wire                   dfi_cas_n,
    output wire                   dfi_we_n,
    output wire [BANK_BITS-1:0]   dfi_bank,
    output wire [PIN_BITS-1:0]    dfi_address,
    output wire                   dfi_wrdata_en,
    output wire [DQ_BITS-1:0]     dfi_wrdata,
    output wire [DM_BITS-1:0]     dfi_wrdata_mask,
    input  wire                   dfi_rddata_valid,
    input  wire [DQ_BITS-1:0]     dfi_rddata,
    output wire                   idle
);
`include "rtl/common/rs_ones_or_1.vh"
    localparam LINE_BITS = ADDRESS_BITS - 6;
    localparam SLOT_BITS = $clog2(LINES);
    localparam TAG_BITS  = TAGS > 1 ? $clog2(TAGS) : 1;
    localparam HEADER    = 1 + TAG_BITS + 1 + LINE_BITS; // {SM, tag, write, line}: one SM, of number 0
    localparam PAYLOAD   = 256 > HEADER + 64 ? 256 : HEADER + 64;

    generate
        if (ADDRESS_BITS > 32 || (BANK_MASK & ROW_MASK) != 0 || (BANK_MASK & COLUMN_MASK) != 0 || (ROW_MASK & COLUMN_MASK) != 0
            || (BANK_MASK | ROW_MASK | COLUMN_MASK | 32'h3f) != (32'hffffffff >> (32 - ADDRESS_BITS))) begin : illegal_masks
            rs_axi4_controller_needs_each_address_bit_above_the_six_of_a_line_in_one_of_BANK_MASK_ROW_MASK_COLUMN_MASK stop ();
        end
    endgenerate

    wire                 request_valid, request_ready, request_write, reply_valid, reply_level;
    wire [LINE_BITS-1:0] request_address;
    wire [SLOT_BITS-1:0] request_id, reply_id;
    wire [63:0]          request_bytes;
    wire [511:0]         request_data, reply_data;
    wire                 out_valid, out_ready, out_head, out_tail, in_valid, in_ready, stored, port_empty, port_idle, memory_idle;
    wire [PAYLOAD-1:0]   out_payload;
    wire [PAYLOAD+1:0]   in_flit;
    wire                 accept_valid, accept_write, accept_sm, write_room;
    wire [TAG_BITS-1:0]  accept_tag;
    wire [LINE_BITS-1:0] accept_line;
    wire [(1<<BANK_BITS)-1:0] bank_room, leave;
    wire                 accepted = accept_valid && accept_write;
    wire unused = &{1'b0, reply_level, stored, accept_sm, accept_line, write_room, bank_room, leave};
    assign idle = port_idle && port_empty && memory_idle;

    rs_axi4_port #(.BEAT_BYTES(BEAT_BYTES), .AXI_BITS(AXI_BITS), .ADDRESS_BITS(ADDRESS_BITS), .AXI_ID_BITS(AXI_ID_BITS),
        .WRITES(WRITES), .READS(READS), .LINES(LINES), .TAG_BITS(TAG_BITS), .CHANNELS(1)) axi (
        .clk(clk), .rst(rst), .s_axi_awid(s_axi_awid), .s_axi_awaddr(s_axi_awaddr), .s_axi_awlen(s_axi_awlen),
        .s_axi_awsize(s_axi_awsize), .s_axi_awburst(s_axi_awburst), .s_axi_awvalid(s_axi_awvalid), .s_axi_awready(s_axi_awready),
        .s_axi_wdata(s_axi_wdata), .s_axi_wstrb(s_axi_wstrb), .s_axi_wvalid(s_axi_wvalid), .s_axi_wready(s_axi_wready),
        .s_axi_bid(s_axi_bid), .s_axi_bresp(s_axi_bresp), .s_axi_bvalid(s_axi_bvalid), .s_axi_bready(s_axi_bready),
        .s_axi_arid(s_axi_arid), .s_axi_araddr(s_axi_araddr), .s_axi_arlen(s_axi_arlen), .s_axi_arsize(s_axi_arsize),
        .s_axi_arburst(s_axi_arburst), .s_axi_arvalid(s_axi_arvalid), .s_axi_arready(s_axi_arready), .s_axi_rid(s_axi_rid),
        .s_axi_rdata(s_axi_rdata), .s_axi_rresp(s_axi_rresp), .s_axi_rlast(s_axi_rlast), .s_axi_rvalid(s_axi_rvalid),
        .s_axi_rready(s_axi_rready), .request_valid(request_valid), .request_ready(request_ready), .request_write(request_write),
        .request_address(request_address), .request_id(request_id), .request_bytes(request_bytes), .request_data(request_data),
        .reply_valid(reply_valid), .reply_id(reply_id), .reply_data(reply_data), .accepted_valid(accepted), .accepted_tag(accept_tag),
        .idle(port_idle));
    rs_sm_port #(.TAGS(TAGS), .TAG_BITS(TAG_BITS), .LINE_BITS(LINE_BITS), .ID_BITS(SLOT_BITS), .SM_BITS(1), .CHANNELS(1)) port (
        .clk(clk), .rst(rst), .request_valid(request_valid), .request_ready(request_ready), .request_write(request_write),
        .request_atomic(1'b0), .request_address(request_address), .request_id(request_id), .request_bytes(request_bytes),
        .request_data(request_data), .out_valid(out_valid), .out_ready(out_ready), .out_head(out_head), .out_tail(out_tail),
        .out_payload(out_payload), .in_valid(in_valid), .in_ready(in_ready), .in_head(in_flit[PAYLOAD]), .in_tail(in_flit[PAYLOAD+1]),
        .in_payload(in_flit[PAYLOAD-1:0]), .reply_valid(reply_valid), .reply_ready(1'b1), .reply_id(reply_id), .reply_level(reply_level),
        .reply_data(reply_data), .accepted(accepted), .stored(stored), .empty(port_empty));
    rs_dram_controller #(`RS_DRAM_TIMES_PASSED, .SCHEDULER(SCHEDULER), .QUEUE(QUEUE), .REPLY_SLOTS(REPLY_SLOTS), .TAG_BITS(TAG_BITS),
        .SM_BITS(1), .ADDRESS_BITS(ADDRESS_BITS), .CHANNEL_MASK(32'd0), .BANK_MASK(BANK_MASK), .ROW_MASK(ROW_MASK),
        .COLUMN_MASK(COLUMN_MASK), .BANK_XOR(BANK_XOR), .BANKS(1 << BANK_BITS),
        .CHANNEL_BITS(1), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS),
        .COLUMNS(COLUMNS), .BURST_CYCLES(BURST_CYCLES), .PAYLOAD(PAYLOAD), .PIN_BITS(PIN_BITS), .LOOKAHEAD(LOOKAHEAD),
        .BANK_PLACES(BANK_PLACES), .T_REFI(T_REFI), .T_RFC(T_RFC), .WRITE_MASK(1)) controller (
        .clk(clk), .rst(rst), .in_valid(out_valid), .in_ready(out_ready), .in_flit({out_tail, out_head, out_payload}),
        .out_valid(in_valid), .out_ready(in_ready), .out_flit(in_flit), .dfi_cs_n(dfi_cs_n), .dfi_ras_n(dfi_ras_n),
        .dfi_cas_n(dfi_cas_n), .dfi_we_n(dfi_we_n), .dfi_bank(dfi_bank), .dfi_address(dfi_address), .dfi_wrdata_en(dfi_wrdata_en),
        .dfi_wrdata(dfi_wrdata), .dfi_wrdata_mask(dfi_wrdata_mask), .dfi_rddata_valid(dfi_rddata_valid), .dfi_rddata(dfi_rddata), .dfi_rddata_error(1'b0),
        .accept_valid(accept_valid), .accept_write(accept_write), .accept_sm(accept_sm), .accept_tag(accept_tag),
        .accept_line(accept_line), .idle(memory_idle), .bank_room(bank_room), .write_room(write_room), .leave(leave), .age_cap(1'b0));
endmodule
`default_nettype wire
