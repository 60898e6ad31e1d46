// Memory with several AXI4 slaves: PORTS times rs_axi4_port and rs_sm_port in front of one rs_memory_path, whose networks have hold grant,
// so that bursts of one master keep their row open.
//
// s_axi_* of port i at [i*WIDTH +: WIDTH], as rs_axi4_port has them; straps, dfi_* and the other parameters are those of rs_memory_path.
// With VCS above 1 static_vc must be set: two requests of a port to one address stay in order only on one virtual channel.
// A write that one port has answered is seen by all. idle: nothing is under way. Timing: as the parts.
`include "rtl/dram/rs_dram_times.vh"
`include "rtl/common/rs_stop.vh"
`default_nettype none
module rs_axi4_memory #(
    parameter PORTS           = 4,           // AXI4 slaves
    parameter BEAT_BYTES      = 8,           // bytes of the data bus, a power of two from 1 to 64
    parameter AXI_BITS        = 32,          // bits of an address on the bus
    parameter AXI_ID_BITS     = 4,           // bits of an id
    parameter WRITES          = 4,           // bursts whose address is here and whose beats are not; and answers that wait
    parameter READS           = 4,           // bursts of reads that are here
    parameter LINES           = 16,          // lines read that are asked for, or whose beats have not all left: a power of two from 2 on
    parameter TAGS            = 16,          // rs_sm_port: lines of a port read, and written, that are under way
    parameter CHANNELS        = 8,           // DRAM controllers, a power of two
    parameter REQUEST_DEPTH   = 8,           // flits, input buffer of the request network
    parameter OUTPUT_DEPTH    = 2,           // flits, output buffer of both networks
    parameter REPLY_DEPTH     = 8,           // flits, input buffer of the reply network
    parameter VCS             = 1,           // virtual channels of the request network: 1, 2, 4
    parameter ALLOCATOR       = 0,           // of the request network: 0 PIM, 1 ISLIP, 2 WAVEFRONT, 3 SJF
    parameter ITERATIONS      = 1,           // iterations of the allocator
    parameter PICK            = 0,           // 0 TREE, 1 UNIFORM: random pick of the arbiters
    parameter [16:0] HOLD_FIXED = 17'd0,     // the hold's straps as a parameter, {1'b1, wait_guard, hold_limit, hash_bits, policy}; 0: the inputs
    parameter SCHEDULER       = 1,           // 0 FIFO, 1 BFIFO, 2 FR-FCFS, 3 most-pending, 4 BLISS
    parameter QUEUE           = 32,          // requests a controller holds, a power of two
    parameter REPLY_SLOTS     = 16,          // read replies a controller can hold, a power of two
    parameter ADDRESS_BITS    = 29,          // bits of a byte address of memory, at least 13; the masks number them
    parameter CHANNEL_MASK    = 32'h00000700, // address bits that number the controller, of lines of 64 B
    parameter BANK_MASK       = 32'h00003000, // those that number the bank
    parameter ROW_MASK        = 32'h1ffe0000, // the row
    parameter COLUMN_MASK     = 32'h0001c8c0, // the column, of lines
    parameter BANK_XOR        = 0,           // 1: a bank's number is XORed with the low bits of the row's
    parameter COLUMNS         = 2,           // column commands of a line, a power of two
    parameter BURST_CYCLES    = 2,           // cycles of one column command on the data bus
    parameter T_CCD           = 2,           // cycles, column command to column command
    parameter T_RRD           = 8,           // cycles, ACT to ACT of another bank
    parameter T_RAS           = 21,          // cycles, ACT to PRE
    parameter T_RCD           = 12,          // cycles, ACT to column command
    parameter T_RC            = 34,          // cycles, ACT to ACT of the same bank
    parameter T_WTR           = 5,           // cycles, end of write data to RD
    parameter T_RP            = 13,          // cycles, PRE to ACT
    parameter WL              = 4,           // cycles, WR to the first write data
    parameter T_WR            = 10,          // cycles, end of write data to PRE
    parameter T_RTP           = 2,           // cycles, RD to PRE
    parameter T_RTW           = 9,           // cycles, RD to WR: CL + burst cycles + 2 - WL
    parameter LOOKAHEAD       = 1,           // requests of a bank's queue that BFIFO compares with the open row: 1, 2, 4, 8
    parameter BANK_PLACES     = 0,           // BFIFO: places of a bank's queue, a power of two; 0: QUEUE / banks, more: a shared pool
    parameter BLISS_STREAK    = 4,           // BLISS: requests in a row, beyond the first, that put an SM on the blacklist
    parameter BLISS_CLEAR     = 10000,       // BLISS: cycles until the blacklist is cleared
    parameter PAIR            = 0,           // 1: column commands of two requests to two bank groups may alternate; not with BLISS
    parameter GROUP_FIRST     = 0,           // 1: of column commands that may go, those to another bank group than the last one first
    parameter T_FAW           = 0,           // cycles in which at most four ACTs are given, 0: no such rule
    parameter BANK_GROUPS     = 1,           // bank groups, a power of two; bank b is in group b mod BANK_GROUPS
    parameter T_CCD_L         = 3,           // cycles, column command to column command of one bank group, with several groups
    parameter T_RCD_WR        = 0,           // cycles, ACT to WR, 0: T_RCD
    parameter T_WTR_L         = 0,           // cycles, as T_WTR within a bank group, with several groups, 0: T_WTR
    parameter T_CCD_L_WR      = 0,           // cycles, WR to WR of one bank group, with several groups, 0: T_CCD_L
    parameter T_REFI          = 0,           // cycles, refresh interval, 0: no refresh
    parameter T_RFC           = 262,         // cycles, REF to ACT or REF
    parameter REFRESH         = 0,           // 1: one bank after the other, one every T_REFI / banks cycles; not with most-pending
    parameter T_RFC_PB        = 128,         // cycles, REFRESH 1: REF to ACT or REF of the same bank
    parameter T_RREFD         = 8,           // cycles, REFRESH 1: REF to ACT or REF of another bank
    parameter L2              = 0,           // 1: an L2 bank in front of each controller (rs_memory_slice, whose parameters follow)
    parameter L2_SETS         = 128,         // its sets, a power of two
    parameter L2_WAYS         = 16,          // its ways, a power of two
    parameter L2_QUEUE        = 16,          // packets that wait for their look-up
    parameter L2_MISSES       = 64,          // sectors pending
    parameter L2_WAITERS      = 256,         // reads and atomics that wait for them
    parameter L2_REPLIES      = 16,          // replies that wait for the reply network
    parameter L2_DRAM         = 16,          // requests that wait for the controller
    parameter L2_WRITE        = 0,           // 0 write back, 1 write through
    parameter L2_LATENCY      = 38,          // cycles from a packet's tail to its look-up
    // derived, not to be set
    parameter DATA_BITS       = 8 * BEAT_BYTES,
    parameter BANK_BITS       = ones_or_1(BANK_MASK), // bits of a bank's number
    parameter ROW_BITS        = ones_or_1(ROW_MASK), // bits of a row
    parameter COLUMN_BITS     = ones_or_1(COLUMN_MASK), // bits of a column, of lines
    parameter DQ_BITS         = 512 / (COLUMNS * BURST_CYCLES), // data pins of a controller, of both edges of a cycle
    parameter DM_BITS         = DQ_BITS / 8, // bits of its write mask
    parameter INDEX_BITS      = COLUMNS > 1 ? $clog2(COLUMNS) : 0, // bits that number the column commands of a line
    parameter PIN_BITS        = ROW_BITS > COLUMN_BITS + INDEX_BITS ? ROW_BITS : COLUMN_BITS + INDEX_BITS + 1 // address pins
) (
    input  wire clk,
    input  wire rst,
    input  wire [1:0] policy,
    input  wire [4:0] hash_bits,
    input  wire [7:0] age_cap,
    input  wire [7:0] hold_limit,
    input  wire wait_guard,
    input  wire [31:0] seed,
    input  wire static_vc,
    input  wire bank_ready,
    input  wire [PORTS*AXI_ID_BITS-1:0] s_axi_awid,
    input  wire [PORTS*AXI_BITS-1:0] s_axi_awaddr,
    input  wire [PORTS*8-1:0] s_axi_awlen,
    input  wire [PORTS*3-1:0] s_axi_awsize,
    input  wire [PORTS*2-1:0] s_axi_awburst,
    input  wire [PORTS-1:0] s_axi_awvalid,
    output wire [PORTS-1:0] s_axi_awready,
    input  wire [PORTS*DATA_BITS-1:0] s_axi_wdata,
    input  wire [PORTS*BEAT_BYTES-1:0] s_axi_wstrb,
    input  wire [PORTS-1:0] s_axi_wvalid,
    output wire [PORTS-1:0] s_axi_wready,
    output wire [PORTS*AXI_ID_BITS-1:0] s_axi_bid,
    output wire [PORTS*2-1:0] s_axi_bresp,
    output wire [PORTS-1:0] s_axi_bvalid,
    input  wire [PORTS-1:0] s_axi_bready,
    input  wire [PORTS*AXI_ID_BITS-1:0] s_axi_arid,
    input  wire [PORTS*AXI_BITS-1:0] s_axi_araddr,
    input  wire [PORTS*8-1:0] s_axi_arlen,
    input  wire [PORTS*3-1:0] s_axi_arsize,
    input  wire [PORTS*2-1:0] s_axi_arburst,
    input  wire [PORTS-1:0] s_axi_arvalid,
    output wire [PORTS-1:0] s_axi_arready,
    output wire [PORTS*AXI_ID_BITS-1:0] s_axi_rid,
    output wire [PORTS*DATA_BITS-1:0] s_axi_rdata,
    output wire [PORTS*2-1:0] s_axi_rresp,
    output wire [PORTS-1:0] s_axi_rlast,
    output wire [PORTS-1:0] s_axi_rvalid,
    input  wire [PORTS-1:0] s_axi_rready,
    output wire [CHANNELS-1:0] dfi_cs_n,
    output wire [CHANNELS-1:0] dfi_ras_n,
    output wire [CHANNELS-1:0] dfi_cas_n,
    output wire [CHANNELS-1:0] dfi_we_n,
    output wire [CHANNELS*BANK_BITS-1:0] dfi_bank,
    output wire [CHANNELS*PIN_BITS-1:0] dfi_address,
    output wire [CHANNELS-1:0] dfi_wrdata_en,
    output wire [CHANNELS*DQ_BITS-1:0] dfi_wrdata,
    output wire [CHANNELS*DM_BITS-1:0] dfi_wrdata_mask,
    input  wire [CHANNELS-1:0] dfi_rddata_valid,
    input  wire [CHANNELS*DQ_BITS-1:0] dfi_rddata,
    output wire idle
);
`include "rtl/common/rs_ones_or_1.vh"
    localparam LINE_BITS = ADDRESS_BITS - 6;
    localparam SLOT_BITS = $clog2(LINES);
    localparam TAG_BITS  = TAGS > 1 ? $clog2(TAGS) : 1;
    localparam SM_BITS   = PORTS > 1 ? $clog2(PORTS) : 1;
    localparam HEADER    = SM_BITS + TAG_BITS + (L2 != 0 ? 3 : 1) + LINE_BITS; // as rs_memory_path has them
    localparam PAYLOAD   = 256 > HEADER + 64 ? 256 : HEADER + 64;

    // Straps are inputs, so only a simulation can see that one does not go with the parameters; it stops.
    `ifndef SYNTHESIS
    always @(posedge clk)
        if (!rst && VCS > 1 && !static_vc) begin
            $display("rs_axi4_memory %m: found VCS above 1 without static_vc, expected static_vc: requests of a port to one address stay in order");
            `RS_STOP;
        end
    `endif

    wire [PORTS-1:0]         request_valid, request_ready, request_head, request_tail, reply_valid, reply_ready, reply_head, reply_tail;
    wire [PORTS*PAYLOAD-1:0] request_payload, reply_payload;
    wire [CHANNELS-1:0]      accept_valid, accept_write;
    wire [CHANNELS*SM_BITS-1:0]   accept_sm;
    wire [CHANNELS*TAG_BITS-1:0]  accept_tag;
    wire [CHANNELS*LINE_BITS-1:0] accept_line;
    wire [PORTS-1:0]         port_idle;
    wire                     path_idle;
    wire unused = &{1'b0, accept_line};
    assign idle = &port_idle && path_idle;

    genvar i, c;
    generate
        for (i = 0; i < PORTS; i = i + 1) begin : slave
            localparam [31:0] SELF = i;
            wire [CHANNELS-1:0]  accepted;
            wire                 line_valid, line_ready, line_write, answer_valid, answer_level, stored, empty, axi_idle;
            wire [LINE_BITS-1:0] line_address;
            wire [SLOT_BITS-1:0] line_id, answer_id;
            wire [63:0]          line_bytes;
            wire [511:0]         line_data, answer_data;
            wire unused_here = &{1'b0, answer_level, stored};
            assign port_idle[i] = axi_idle && empty;
            for (c = 0; c < CHANNELS; c = c + 1) begin : channel
                assign accepted[c] = accept_valid[c] && accept_write[c] && accept_sm[c*SM_BITS +: SM_BITS] == SELF[SM_BITS-1:0];
            end
            rs_axi4_port #(.BEAT_BYTES(BEAT_BYTES), .AXI_BITS(AXI_BITS), .ADDRESS_BITS(ADDRESS_BITS), .AXI_ID_BITS(AXI_ID_BITS),
                .WRITES(WRITES), .READS(READS), .LINES(LINES), .TAG_BITS(TAG_BITS), .CHANNELS(CHANNELS)) axi (
                .clk(clk), .rst(rst),
                .s_axi_awid(s_axi_awid[i*AXI_ID_BITS +: AXI_ID_BITS]), .s_axi_awaddr(s_axi_awaddr[i*AXI_BITS +: AXI_BITS]),
                .s_axi_awlen(s_axi_awlen[i*8 +: 8]), .s_axi_awsize(s_axi_awsize[i*3 +: 3]), .s_axi_awburst(s_axi_awburst[i*2 +: 2]),
                .s_axi_awvalid(s_axi_awvalid[i]), .s_axi_awready(s_axi_awready[i]), .s_axi_wdata(s_axi_wdata[i*DATA_BITS +: DATA_BITS]),
                .s_axi_wstrb(s_axi_wstrb[i*BEAT_BYTES +: BEAT_BYTES]), .s_axi_wvalid(s_axi_wvalid[i]), .s_axi_wready(s_axi_wready[i]),
                .s_axi_bid(s_axi_bid[i*AXI_ID_BITS +: AXI_ID_BITS]), .s_axi_bresp(s_axi_bresp[i*2 +: 2]), .s_axi_bvalid(s_axi_bvalid[i]),
                .s_axi_bready(s_axi_bready[i]), .s_axi_arid(s_axi_arid[i*AXI_ID_BITS +: AXI_ID_BITS]),
                .s_axi_araddr(s_axi_araddr[i*AXI_BITS +: AXI_BITS]), .s_axi_arlen(s_axi_arlen[i*8 +: 8]),
                .s_axi_arsize(s_axi_arsize[i*3 +: 3]), .s_axi_arburst(s_axi_arburst[i*2 +: 2]), .s_axi_arvalid(s_axi_arvalid[i]),
                .s_axi_arready(s_axi_arready[i]), .s_axi_rid(s_axi_rid[i*AXI_ID_BITS +: AXI_ID_BITS]),
                .s_axi_rdata(s_axi_rdata[i*DATA_BITS +: DATA_BITS]), .s_axi_rresp(s_axi_rresp[i*2 +: 2]), .s_axi_rlast(s_axi_rlast[i]),
                .s_axi_rvalid(s_axi_rvalid[i]), .s_axi_rready(s_axi_rready[i]),
                .request_valid(line_valid), .request_ready(line_ready), .request_write(line_write), .request_address(line_address),
                .request_id(line_id), .request_bytes(line_bytes), .request_data(line_data), .reply_valid(answer_valid),
                .reply_id(answer_id), .reply_data(answer_data), .reply_error(1'b0), .accepted_valid(accepted), .accepted_tag(accept_tag),
                .accepted_error({CHANNELS{1'b0}}), .idle(axi_idle));
            rs_sm_port #(.TAGS(TAGS), .TAG_BITS(TAG_BITS), .LINE_BITS(LINE_BITS), .ID_BITS(SLOT_BITS), .SM_BITS(SM_BITS), .CHANNELS(CHANNELS),
                .L2(L2)) port (
                .clk(clk), .rst(rst), .request_valid(line_valid), .request_ready(line_ready), .request_write(line_write),
                .request_atomic(1'b0), .request_address(line_address), .request_id(line_id), .request_bytes(line_bytes),
                .request_data(line_data), .out_valid(request_valid[i]), .out_ready(request_ready[i]), .out_head(request_head[i]),
                .out_tail(request_tail[i]), .out_payload(request_payload[i*PAYLOAD +: PAYLOAD]), .in_valid(reply_valid[i]),
                .in_ready(reply_ready[i]), .in_head(reply_head[i]), .in_tail(reply_tail[i]),
                .in_payload(reply_payload[i*PAYLOAD +: PAYLOAD]), .reply_valid(answer_valid), .reply_ready(1'b1), .reply_id(answer_id),
                .reply_level(answer_level), .reply_data(answer_data), .accepted(accepted), .stored(stored), .empty(empty));
        end
    endgenerate

    rs_memory_path #(`RS_DRAM_TIMES_PASSED,
        .SMS(PORTS), .TAG_BITS(TAG_BITS), .WRITE_MASK(1), .CHANNELS(CHANNELS), .REQUEST_DEPTH(REQUEST_DEPTH), .OUTPUT_DEPTH(OUTPUT_DEPTH),
        .REPLY_DEPTH(REPLY_DEPTH), .VCS(VCS), .ALLOCATOR(ALLOCATOR),
        .ITERATIONS(ITERATIONS), .PICK(PICK), .HOLD_FIXED(HOLD_FIXED), .SCHEDULER(SCHEDULER), .QUEUE(QUEUE),
        .REPLY_SLOTS(REPLY_SLOTS), .ADDRESS_BITS(ADDRESS_BITS), .CHANNEL_MASK(CHANNEL_MASK), .BANK_MASK(BANK_MASK), .ROW_MASK(ROW_MASK),
        .COLUMN_MASK(COLUMN_MASK), .BANK_XOR(BANK_XOR), .COLUMNS(COLUMNS), .BURST_CYCLES(BURST_CYCLES),
        .LOOKAHEAD(LOOKAHEAD), .BANK_PLACES(BANK_PLACES),
        .BLISS_STREAK(BLISS_STREAK), .BLISS_CLEAR(BLISS_CLEAR), .PAIR(PAIR), .GROUP_FIRST(GROUP_FIRST),
        .T_REFI(T_REFI), .T_RFC(T_RFC), .REFRESH(REFRESH), .T_RFC_PB(T_RFC_PB), .T_RREFD(T_RREFD), .L2(L2), .L2_SETS(L2_SETS), .L2_WAYS(L2_WAYS),
        .L2_QUEUE(L2_QUEUE), .L2_MISSES(L2_MISSES), .L2_WAITERS(L2_WAITERS), .L2_REPLIES(L2_REPLIES), .L2_DRAM(L2_DRAM),
        .L2_WRITE(L2_WRITE), .L2_LATENCY(L2_LATENCY)) path (
        .clk(clk), .rst(rst), .policy(policy), .hash_bits(hash_bits), .age_cap(age_cap), .hold_limit(hold_limit),
        .wait_guard(wait_guard), .seed(seed), .static_vc(static_vc), .bank_ready(bank_ready), .request_valid(request_valid),
        .request_ready(request_ready), .request_head(request_head), .request_tail(request_tail), .request_payload(request_payload),
        .reply_valid(reply_valid), .reply_ready(reply_ready), .reply_head(reply_head), .reply_tail(reply_tail),
        .reply_payload(reply_payload), .dfi_cs_n(dfi_cs_n), .dfi_ras_n(dfi_ras_n), .dfi_cas_n(dfi_cas_n), .dfi_we_n(dfi_we_n),
        .dfi_bank(dfi_bank), .dfi_address(dfi_address), .dfi_wrdata_en(dfi_wrdata_en), .dfi_wrdata(dfi_wrdata),
        .dfi_wrdata_mask(dfi_wrdata_mask), .dfi_rddata_valid(dfi_rddata_valid), .dfi_rddata(dfi_rddata), .accept_valid(accept_valid),
        .accept_write(accept_write), .accept_sm(accept_sm), .accept_tag(accept_tag), .accept_line(accept_line), .idle(path_idle));
endmodule
`default_nettype wire
