// What goes into a chip: a DRAM controller with an AXI4 slave in front, power-up and a DFI 2.1 port behind.
// rs_axi4_port -> rs_partial_write (ECC) -> rs_sm_port -> rs_dfi_controller -> PHY.
//
// Packets between them are of two flits, with wires for header and data (HEADER_WIRES).
// s_axi_* as rs_axi4_port has them; dfi_*, ready, errors, counts and age_cap, and the parameters of DRAM, PHY and power-up, as
// rs_dfi_controller; what follows from the masks is derived. Memory is 2^ADDRESS_BITS bytes: each address bit above the six of a line is in
// exactly one of BANK_MASK, ROW_MASK, COLUMN_MASK. Before ready bursts are taken as long as there is room, and wait.
// TAGS bursts' lines may be under way: reads that wait for their data, and writes that are not in the queue yet.
// ECC 0: strobes become dfi_wrdata_mask. ECC 1: a line that is written in part is read first (rs_partial_write, MERGES at a time). Beats of a
// line that could not be read have SLVERR, with its data as they came. A write of part of such a line is not carried out and its burst
// has SLVERR; one of the whole line is, and makes it right.
// idle: nothing is under way, and ready. Timing: as the parts.
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
    parameter CAP_BITS     = 0,
    parameter PAIR         = 0,
    parameter GROUP_FIRST  = 0,
    parameter ECC          = 0,
    parameter MERGES       = 4,  // ECC: writes of part of a line that are under way
    parameter DRAM     = 0,      // rs_dram_init: 0 GDDR3, 1 DDR3
    parameter CL       = 9,
    parameter T_RESET  = 0,      // 0: the set's
    parameter T_CKE    = 0,
    parameter T_XPR    = 0,
    parameter T_MRD    = 0,
    parameter T_MOD    = 0,
    parameter T_ZQINIT = 0,
    parameter T_DLLK   = 0,
    parameter MODE_BITS_0 = 0,
    parameter MODE_BITS_1 = 0,
    parameter MODE_BITS_2 = 0,
    parameter MODE_BITS_3 = 0,
    parameter T_PHY_WRLAT     = 3, // rs_dfi_port
    parameter T_PHY_WRDATA    = 1,
    parameter T_RDDATA_EN     = 7,
    parameter T_PHY_RDLAT     = 4,
    parameter T_PHY_RDLAT_MIN = 4,
    parameter T_ODT_ON        = 0,
    parameter ODT_CYCLES      = 0,
    parameter COUNT_BITS      = 8,
    // derived, not to be set
    parameter DATA_BITS   = 8 * BEAT_BYTES,
    parameter BANK_BITS   = ones_or_1(BANK_MASK),
    parameter ROW_BITS    = ones_or_1(ROW_MASK),
    parameter DQ_BITS     = 512 / (COLUMNS * BURST_CYCLES),
    parameter PHY_BITS    = ECC != 0 ? DQ_BITS + DQ_BITS / 8 : DQ_BITS,
    parameter DM_BITS     = ECC != 0 ? 1 : DQ_BITS / 8,
    parameter DFI_PINS    = ROW_BITS > 12 + DRAM ? ROW_BITS : 12 + DRAM // address pins of the DRAM
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
    output wire                   dfi_init_start,
    input  wire                   dfi_init_complete,
    output wire                   dfi_reset_n,
    output wire                   dfi_cke,
    output wire                   dfi_odt,
    output wire                   dfi_cs_n,
    output wire                   dfi_ras_n,
    output wire                   dfi_cas_n,
    output wire                   dfi_we_n,
    output wire [BANK_BITS-1:0]   dfi_bank,
    output wire [DFI_PINS-1:0]    dfi_address,
    output wire                   dfi_wrdata_en,
    output wire [PHY_BITS-1:0]    dfi_wrdata,
    output wire [DM_BITS-1:0]     dfi_wrdata_mask,
    output wire                   dfi_rddata_en,
    input  wire                   dfi_rddata_valid,
    input  wire [PHY_BITS-1:0]    dfi_rddata,
    output wire                   ready,
    input  wire                   error_clear,
    output wire                   stray_error,
    output wire                   missing_error,
    output wire [COUNT_BITS-1:0]  stray_count,
    output wire [COUNT_BITS-1:0]  missing_count,
    output wire                   corrected_error,
    output wire                   failed_error,
    output wire [COUNT_BITS-1:0]  corrected_count,
    output wire [COUNT_BITS-1:0]  failed_count,
    input  wire [(CAP_BITS > 0 ? CAP_BITS : 1)-1:0] age_cap,
    output wire                   idle
);
`include "rtl/common/rs_ones_or_1.vh"
    localparam LINE_BITS = ADDRESS_BITS - 6;
    localparam SLOT_BITS = $clog2(LINES);
    localparam TAG_BITS  = TAGS > 1 ? $clog2(TAGS) : 1;
    localparam PLACE_BITS = MERGES > 1 ? $clog2(MERGES) : 1;
    localparam ID_BITS   = ECC == 0 ? SLOT_BITS : 1 + (SLOT_BITS > PLACE_BITS ? SLOT_BITS : PLACE_BITS); // rs_partial_write
    localparam HEADER    = 1 + TAG_BITS + 1 + LINE_BITS; // {SM, tag, write, line}: one SM, of number 0
    localparam MASK_BITS = ECC == 0 ? 64 : 0;            // of the controller's flits; rs_sm_port's have a mask always
    localparam PAYLOAD   = HEADER + 64 + 256;            // HEADER_WIRES
    localparam NARROW    = HEADER + MASK_BITS + 256;
    localparam WRITERS   = ECC == 0 ? 1 : 2; // who accepts writes: the controller, and what gives one up

    generate
        if (ADDRESS_BITS > 32 || (BANK_MASK & ROW_MASK) != 0 || (BANK_MASK & COLUMN_MASK) != 0 || (ROW_MASK & COLUMN_MASK) != 0
            || (BANK_MASK | ROW_MASK | COLUMN_MASK | 32'h3f) != (32'hffffffff >> (32 - ADDRESS_BITS))) begin : illegal_masks
            rs_axi4_controller_needs_each_address_bit_above_the_six_of_a_line_in_one_of_BANK_MASK_ROW_MASK_COLUMN_MASK stop ();
        end
    endgenerate

    wire                 port_idle, port_empty, memory_idle;
    wire                 request_valid, request_ready, request_write, reply_valid, reply_error;
    wire [LINE_BITS-1:0] request_address;
    wire [SLOT_BITS-1:0] request_id, reply_id;
    wire [63:0]          request_bytes;
    wire [511:0]         request_data, reply_data;
    wire [WRITERS-1:0]   accepted_valid, accepted_error;
    wire [WRITERS*TAG_BITS-1:0] accepted_tag;
    rs_axi4_port #(.BEAT_BYTES(BEAT_BYTES), .AXI_BITS(AXI_BITS), .ADDRESS_BITS(ADDRESS_BITS), .AXI_ID_BITS(AXI_ID_BITS),
        .WRITES(WRITES), .READS(READS), .LINES(LINES), .TAG_BITS(TAG_BITS), .CHANNELS(WRITERS)) axi (
        .clk(clk), .rst(rst), .s_axi_awid(s_axi_awid), .s_axi_awaddr(s_axi_awaddr), .s_axi_awlen(s_axi_awlen),
        .s_axi_awsize(s_axi_awsize), .s_axi_awburst(s_axi_awburst), .s_axi_awvalid(s_axi_awvalid), .s_axi_awready(s_axi_awready),
        .s_axi_wdata(s_axi_wdata), .s_axi_wstrb(s_axi_wstrb), .s_axi_wvalid(s_axi_wvalid), .s_axi_wready(s_axi_wready),
        .s_axi_bid(s_axi_bid), .s_axi_bresp(s_axi_bresp), .s_axi_bvalid(s_axi_bvalid), .s_axi_bready(s_axi_bready),
        .s_axi_arid(s_axi_arid), .s_axi_araddr(s_axi_araddr), .s_axi_arlen(s_axi_arlen), .s_axi_arsize(s_axi_arsize),
        .s_axi_arburst(s_axi_arburst), .s_axi_arvalid(s_axi_arvalid), .s_axi_arready(s_axi_arready), .s_axi_rid(s_axi_rid),
        .s_axi_rdata(s_axi_rdata), .s_axi_rresp(s_axi_rresp), .s_axi_rlast(s_axi_rlast), .s_axi_rvalid(s_axi_rvalid),
        .s_axi_rready(s_axi_rready), .request_valid(request_valid), .request_ready(request_ready), .request_write(request_write),
        .request_address(request_address), .request_id(request_id), .request_bytes(request_bytes), .request_data(request_data),
        .reply_valid(reply_valid), .reply_id(reply_id), .reply_data(reply_data), .reply_error(reply_error),
        .accepted_valid(accepted_valid), .accepted_tag(accepted_tag), .accepted_error(accepted_error), .idle(port_idle));

    // ---- lines that are written in part ---------------------------------------------------------------------------------
    wire                 line_valid, line_ready, line_write, back_valid, back_level, accept_valid, accept_write;
    wire [LINE_BITS-1:0] line_address;
    wire [ID_BITS-1:0]   line_id, back_id;
    wire [63:0]          line_bytes;
    wire [511:0]         line_data, back_data;
    wire [TAG_BITS-1:0]  accept_tag;
    wire                 accepted = accept_valid && accept_write;
    assign idle = port_idle && memory_idle; // the slave waits for all that is between them
    generate
        if (ECC != 0) begin : whole
            rs_partial_write #(.LINE_BITS(LINE_BITS), .ID_BITS(SLOT_BITS), .TAG_BITS(TAG_BITS), .MERGES(MERGES)) merge (
                .clk(clk), .rst(rst), .request_valid(request_valid), .request_ready(request_ready), .request_write(request_write),
                .request_address(request_address), .request_id(request_id), .request_bytes(request_bytes), .request_data(request_data),
                .reply_valid(reply_valid), .reply_id(reply_id), .reply_data(reply_data), .reply_error(reply_error),
                .accepted_valid(accepted_valid), .accepted_tag(accepted_tag), .accepted_error(accepted_error),
                .out_valid(line_valid), .out_ready(line_ready), .out_write(line_write), .out_address(line_address), .out_id(line_id),
                .out_data(line_data), .back_valid(back_valid), .back_id(back_id), .back_data(back_data), .back_error(back_level),
                .accept(accepted));
            assign line_bytes = {64{line_write}};
            wire unused = &{1'b0, accept_tag};
        end else begin : in_part
            assign {line_valid, line_write, line_address, line_id, line_bytes, line_data}
                = {request_valid, request_write, request_address, request_id, request_bytes, request_data};
            assign {reply_valid, reply_id, reply_data, reply_error} = {back_valid, back_id, back_data, 1'b0};
            assign {accepted_valid, accepted_tag, accepted_error} = {accepted, accept_tag, 1'b0};
            assign request_ready = line_ready;
            wire unused = back_level;
        end
    endgenerate

    // ---- memory ---------------------------------------------------------------------------------------------------------
    wire                 out_valid, out_ready, out_head, out_tail, in_valid, in_ready, stored, accept_sm, write_room;
    wire [PAYLOAD-1:0]   out_payload, in_payload;
    wire [NARROW-1:0]    to_memory;
    wire [NARROW+1:0]    in_flit;
    wire [LINE_BITS-1:0] accept_line;
    wire [(1<<BANK_BITS)-1:0] bank_room, leave;
    wire unused = &{1'b0, stored, port_empty, accept_sm, accept_line, write_room, bank_room, leave, out_payload};
    generate
        if (ECC == 0) begin : same
            assign to_memory  = out_payload;
            assign in_payload = in_flit[NARROW-1:0];
        end else begin : no_mask
            assign to_memory  = {out_payload[PAYLOAD-1 -: 256], out_payload[HEADER-1:0]};
            assign in_payload = {in_flit[NARROW-1 -: 256], 64'd0, in_flit[HEADER-1:0]};
        end
    endgenerate
    rs_sm_port #(.TAGS(TAGS), .TAG_BITS(TAG_BITS), .LINE_BITS(LINE_BITS), .ID_BITS(ID_BITS), .SM_BITS(1), .CHANNELS(1),
        .HEADER_WIRES(1), .ECC(ECC)) port (
        .clk(clk), .rst(rst), .request_valid(line_valid), .request_ready(line_ready), .request_write(line_write),
        .request_atomic(1'b0), .request_address(line_address), .request_id(line_id), .request_bytes(line_bytes),
        .request_data(line_data), .out_valid(out_valid), .out_ready(out_ready), .out_head(out_head), .out_tail(out_tail),
        .out_payload(out_payload), .in_valid(in_valid), .in_ready(in_ready), .in_head(in_flit[NARROW]), .in_tail(in_flit[NARROW+1]),
        .in_payload(in_payload), .reply_valid(back_valid), .reply_ready(1'b1), .reply_id(back_id), .reply_level(back_level),
        .reply_data(back_data), .accepted(accepted), .stored(stored), .empty(port_empty));
    rs_dfi_controller #(`RS_DRAM_TIMES_PASSED, .SCHEDULER(SCHEDULER), .QUEUE(QUEUE), .REPLY_SLOTS(REPLY_SLOTS), .TAG_BITS(TAG_BITS),
        .SM_BITS(1), .ADDRESS_BITS(ADDRESS_BITS), .CHANNEL_MASK(32'd0), .BANK_MASK(BANK_MASK), .ROW_MASK(ROW_MASK),
        .COLUMN_MASK(COLUMN_MASK), .BANK_XOR(BANK_XOR), .COLUMNS(COLUMNS), .BURST_CYCLES(BURST_CYCLES), .LOOKAHEAD(LOOKAHEAD),
        .BANK_PLACES(BANK_PLACES), .T_REFI(T_REFI), .T_RFC(T_RFC), .CAP_BITS(CAP_BITS), .PAIR(PAIR), .GROUP_FIRST(GROUP_FIRST),
        .WRITE_MASK(ECC == 0 ? 1 : 0), .ECC(ECC), .HEADER_WIRES(1), .DRAM(DRAM), .CL(CL), .T_RESET(T_RESET), .T_CKE(T_CKE),
        .T_XPR(T_XPR), .T_MRD(T_MRD), .T_MOD(T_MOD), .T_ZQINIT(T_ZQINIT), .T_DLLK(T_DLLK), .MODE_BITS_0(MODE_BITS_0),
        .MODE_BITS_1(MODE_BITS_1), .MODE_BITS_2(MODE_BITS_2), .MODE_BITS_3(MODE_BITS_3), .T_PHY_WRLAT(T_PHY_WRLAT),
        .T_PHY_WRDATA(T_PHY_WRDATA), .T_RDDATA_EN(T_RDDATA_EN), .T_PHY_RDLAT(T_PHY_RDLAT), .T_PHY_RDLAT_MIN(T_PHY_RDLAT_MIN),
        .T_ODT_ON(T_ODT_ON), .ODT_CYCLES(ODT_CYCLES), .COUNT_BITS(COUNT_BITS)) controller (
        .clk(clk), .rst(rst), .in_valid(out_valid), .in_ready(out_ready), .in_flit({out_tail, out_head, to_memory}),
        .out_valid(in_valid), .out_ready(in_ready), .out_flit(in_flit), .dfi_init_start(dfi_init_start),
        .dfi_init_complete(dfi_init_complete), .dfi_reset_n(dfi_reset_n), .dfi_cke(dfi_cke), .dfi_odt(dfi_odt), .dfi_cs_n(dfi_cs_n),
        .dfi_ras_n(dfi_ras_n), .dfi_cas_n(dfi_cas_n), .dfi_we_n(dfi_we_n), .dfi_bank(dfi_bank), .dfi_address(dfi_address),
        .dfi_wrdata_en(dfi_wrdata_en), .dfi_wrdata(dfi_wrdata), .dfi_wrdata_mask(dfi_wrdata_mask), .dfi_rddata_en(dfi_rddata_en),
        .dfi_rddata_valid(dfi_rddata_valid), .dfi_rddata(dfi_rddata), .ready(ready), .error_clear(error_clear),
        .stray_error(stray_error), .missing_error(missing_error), .stray_count(stray_count), .missing_count(missing_count),
        .corrected_error(corrected_error), .failed_error(failed_error), .corrected_count(corrected_count), .failed_count(failed_count),
        .accept_valid(accept_valid), .accept_write(accept_write), .accept_sm(accept_sm), .accept_tag(accept_tag),
        .accept_line(accept_line), .idle(memory_idle), .bank_room(bank_room), .write_room(write_room), .leave(leave), .age_cap(age_cap));
endmodule
`default_nettype wire
