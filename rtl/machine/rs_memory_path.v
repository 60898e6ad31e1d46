// The memory path: SM request ports -> request crossbar -> DRAM controllers -> DRAM pins, replies back.
//
// Ports are flit-wide and flat; SM i, channel c at [i], [c]. A request packet is a head flit whose payload holds,
// from bit 0, line address (ADDRESS_BITS-6), write, tag (TAG_BITS); for a write two data flits follow. The path adds
// the SM's number above the tag. WRITE_MASK 1: above that, from bit HEADER on, a write's head flit has the byte mask of
// its line. A reply packet is a head flit {SM, tag} and two data flits; writes have none.
// HEADER_WIRES 1: the top FLIT_BITS of a payload are wires for data alone. The head flit of a write or reply has the first half of the
// line on them, and one data flit follows.
// Request network: SMS x CHANNELS crossbar with the hold policy of the straps. Reply network: CHANNELS x SMS, plain
// PIM, one virtual channel. Straps (policy, hash_bits, hold_limit, wait_guard, seed, static_vc, bank_ready, age_cap) are
// static: constants in synthesis. wait_guard needs hold_limit >= 1. static_vc: SVCA instead of DVCA (rs_crossbar).
// bank_ready: a packet requests its output only while its bank's queue has a place that no packet needs which was granted before
// and has not entered it (rs_bank_credits). So no head flit at a controller ever waits for a place of its bank: what it may still
// wait for is a write's slot, and then a slot of a write whose data are on their way to the pins comes free.
// age_cap: rs_dram_controller.
// ALLOCATOR 3 (SMS, the staged memory scheduler): the request network grants, most of the time, the SM with the fewest reads and
// atomics in flight (rs_sjf_allocator), counted at its ports from the head flit that enters to the reply's head flit that leaves.
// Needs NETWORK 0 and VCS 1. An SM has at most 2^(TAG_BITS+1)-1 in flight.
// NETWORK 1, 2: both networks are meshes or rings of routers (rs_path_network), with VCS 1 or 2; bank_ready must be 0.
// L2 1: an rs_memory_slice stands between request network and controller of each channel. Then a request's kind has 3 bits (0 read,
// 1 write, 2 atomic) in place of the write bit, atomics carry two data flits as well, a reply's head flit is {level, SM, tag} with level 0: the
// L2 had the data, 1: main memory, and accept_* tells of look-ups in the L2. Needs WRITE_MASK 1; bank_ready must be 0. The reply network's LFSR starts from ~seed.
// Timing: request_ready, reply_valid, reply_flit, all pins and accept_* are functions of registered state.
// Parameters come from one list (cmodel/config.def) through `rowstreak config`; T_*, WL in cycles.
`include "rtl/dram/rs_dram_times.vh"
`include "rtl/common/rs_payload_bits.vh"
`include "rtl/common/rs_stop.vh"
`default_nettype none
module rs_memory_path #(
    parameter SMS             = 28,          // SMs, ports of the request network
    parameter CHANNELS        = 8,           // DRAM controllers, a power of two
    parameter FLIT_BITS       = 256,         // data bits of a flit, a power of two; a line travels as two data flits
    parameter HEADER_WIRES    = 0,           // 1: headers have wires of their own beside the data
    parameter TAG_BITS        = 8,           // bits of the SM's own request tag, returned with the reply
    parameter NETWORK         = 0,           // 0 crossbars, 1 meshes, 2 rings (rs_path_network)
    parameter MESH_COLUMNS    = 6,           // nodes a row of a mesh
    parameter LINK_STAGES     = 0,           // registers on each link of a mesh or ring; crossbars: 0
    parameter SUPERPACKET     = 1,           // requests of an SM to one row that make one packet, at most (rs_superpacket)
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
    parameter ADDRESS_BITS    = 29,          // bits of a byte address; the masks number them
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
    parameter WRITE_MASK      = 0,           // 1: writes have byte masks, which travel with their head flits
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
    parameter MEMORY_NODES_0  = 16'h1488,    // which nodes of a mesh or ring are controllers: 0 to 15, a bit each
    parameter MEMORY_NODES_1  = 16'h1280,    // which nodes of a mesh or ring are controllers: 16 to 31, a bit each
    parameter MEMORY_NODES_2  = 16'h0001,    // which nodes of a mesh or ring are controllers: 32 to 47, a bit each
    parameter MEMORY_NODES_3  = 0,           // which nodes of a mesh or ring are controllers: 48 to 63, a bit each
    parameter MEMORY_NODES_4  = 0,           // which nodes of a mesh or ring are controllers: 64 to 79, a bit each
    parameter MEMORY_NODES_5  = 0,           // which nodes of a mesh or ring are controllers: 80 to 95, a bit each
    parameter MEMORY_NODES_6  = 0,           // which nodes of a mesh or ring are controllers: 96 to 111, a bit each
    parameter MEMORY_NODES_7  = 0,           // which nodes of a mesh or ring are controllers: 112 to 127, a bit each
    // derived, not to be set
    parameter CHANNEL_BITS    = ones_or_1(CHANNEL_MASK), // bits of a controller's number
    parameter BANK_BITS       = ones_or_1(BANK_MASK), // bits of a bank's number
    parameter ROW_BITS        = ones_or_1(ROW_MASK), // bits of a row
    parameter COLUMN_BITS     = ones_or_1(COLUMN_MASK), // bits of a column, of lines
    parameter SM_BITS         = (SMS > 1) ? $clog2(SMS) : 1, // bits of an SM's number
    parameter LINE_BITS       = ADDRESS_BITS - 6, // bits of a line address
    parameter KIND_BITS       = (L2 != 0) ? 3 : 1, // bits of a request's kind
    parameter HEADER          = SM_BITS + TAG_BITS + KIND_BITS + LINE_BITS, // bits of a packet's header
    parameter MASK_BITS       = (WRITE_MASK != 0) ? 2 * FLIT_BITS / 8 : 0, // bits of a write's byte mask
    parameter PAYLOAD         = `RS_PAYLOAD_BITS(FLIT_BITS, HEADER + MASK_BITS, HEADER_WIRES), // bits of a flit without head and tail
    parameter FLIT            = PAYLOAD + 2, // bits of a flit
    parameter DQ_BITS         = 2 * FLIT_BITS / (COLUMNS * BURST_CYCLES), // data pins of a controller, of both edges of a cycle
    parameter DM_BITS         = (WRITE_MASK != 0 && DQ_BITS >= 8) ? DQ_BITS / 8 : 1, // bits of its write mask
    parameter INDEX_BITS      = (COLUMNS > 1) ? $clog2(COLUMNS) : 0, // bits that number the column commands of a line
    parameter PIN_BITS        = (ROW_BITS > COLUMN_BITS + INDEX_BITS) ? ROW_BITS : COLUMN_BITS + INDEX_BITS + 1 // address pins
) (
    input  wire                          clk,
    input  wire                          rst,
    input  wire [1:0]                    policy,
    input  wire [4:0]                    hash_bits,
    input  wire [7:0]                    age_cap,
    input  wire [7:0]                    hold_limit,
    input  wire                          wait_guard,
    input  wire [31:0]                   seed,
    input  wire                          static_vc,
    input  wire                          bank_ready,
    input  wire [SMS-1:0]                request_valid,
    output wire [SMS-1:0]                request_ready,
    input  wire [SMS-1:0]                request_head,
    input  wire [SMS-1:0]                request_tail,
    input  wire [SMS*PAYLOAD-1:0]        request_payload,
    output wire [SMS-1:0]                reply_valid,
    input  wire [SMS-1:0]                reply_ready,
    output wire [SMS-1:0]                reply_head,
    output wire [SMS-1:0]                reply_tail,
    output wire [SMS*PAYLOAD-1:0]        reply_payload,
    output wire [CHANNELS-1:0]           dfi_cs_n,
    output wire [CHANNELS-1:0]           dfi_ras_n,
    output wire [CHANNELS-1:0]           dfi_cas_n,
    output wire [CHANNELS-1:0]           dfi_we_n,
    output wire [CHANNELS*BANK_BITS-1:0] dfi_bank,
    output wire [CHANNELS*PIN_BITS-1:0]  dfi_address,
    output wire [CHANNELS-1:0]           dfi_wrdata_en,
    output wire [CHANNELS*DQ_BITS-1:0]   dfi_wrdata,
    output wire [CHANNELS*DM_BITS-1:0]   dfi_wrdata_mask, // 1: byte not written; 0 with WRITE_MASK 0
    input  wire [CHANNELS-1:0]           dfi_rddata_valid,
    input  wire [CHANNELS*DQ_BITS-1:0]   dfi_rddata,
    output wire [CHANNELS-1:0]           accept_valid,
    output wire [CHANNELS-1:0]           accept_write,
    output wire [CHANNELS*SM_BITS-1:0]   accept_sm,
    output wire [CHANNELS*TAG_BITS-1:0]  accept_tag,
    output wire [CHANNELS*LINE_BITS-1:0] accept_line,
    output wire                          idle
);
`include "rtl/common/rs_ones_or_1.vh"

    localparam BANKS = 1 << BANK_BITS;
    localparam [127:0] MEMORY_NODES = {MEMORY_NODES_7[15:0], MEMORY_NODES_6[15:0], MEMORY_NODES_5[15:0], MEMORY_NODES_4[15:0],
                                       MEMORY_NODES_3[15:0], MEMORY_NODES_2[15:0], MEMORY_NODES_1[15:0], MEMORY_NODES_0[15:0]};
    localparam DATA         = (HEADER_WIRES != 0) ? PAYLOAD - FLIT_BITS : 0; // lowest bit of a flit's data
    localparam REPLY_HEADER = SM_BITS + TAG_BITS + ((L2 != 0) ? 1 : 0);
    localparam REPLY_FLIT   = (HEADER_WIRES != 0) ? FLIT_BITS + REPLY_HEADER + 2 : FLIT; // in the reply network
    localparam ROUTE_BITS = (CHANNELS > 1) ? $clog2(CHANNELS) : 1;
    localparam SHOWN_VCS = (NETWORK == 0) ? VCS : 1; // that the request network shows the controllers
    localparam PLACES = (SCHEDULER != 1) ? QUEUE : (BANK_PLACES != 0) ? BANK_PLACES : QUEUE / BANKS; // of a bank, in a controller's queue

    generate
        if (CHANNELS < 1 || (CHANNELS & (CHANNELS - 1)) != 0
            || (CHANNELS > 1 ? CHANNELS != 1 << CHANNEL_BITS : CHANNEL_MASK != 0)) begin : illegal_channels
            rs_memory_path_needs_channels_a_power_of_two_that_the_channel_mask_numbers stop ();
        end
        if (ALLOCATOR == 3 && (NETWORK != 0 || VCS != 1)) begin : illegal_allocator
            rs_memory_path_needs_a_crossbar_with_one_vc_with_allocator_3 stop ();
        end
        if (NETWORK < 0 || NETWORK > 2) begin : illegal_network
            rs_memory_path_needs_network_0_1_or_2 stop ();
        end
        if (LINK_STAGES < 0 || (NETWORK == 0 && LINK_STAGES != 0)) begin : illegal_link_stages
            rs_memory_path_needs_link_stages_0_with_network_0 stop ();
        end
        if (BANK_MASK == 0 || ROW_MASK == 0 || COLUMN_MASK == 0) begin : illegal_map
            rs_memory_path_needs_bank_row_and_column_masks stop ();
        end
        if (SUPERPACKET < 1 || SUPERPACKET > 16 || (SUPERPACKET > 1 && L2 != 0)) begin : illegal_superpacket
            rs_memory_path_needs_superpacket_1_to_16_and_1_with_l2_1 stop ();
        end
        if (HEADER_WIRES != 0 && HEADER_WIRES != 1) begin : illegal_wires
            rs_memory_path_needs_header_wires_0_or_1 stop ();
        end
        if (SMS < 1) begin : illegal_sms
            rs_memory_path_needs_one_sm_at_least stop ();
        end
        if (L2 != 0 && (L2 != 1 || WRITE_MASK == 0 || FLIT_BITS != 256)) begin : illegal_l2
            rs_memory_path_needs_write_mask_1_and_flits_of_256_bits_with_l2_1 stop ();
        end
        if (L2 != 0 && SCHEDULER == 4) begin : illegal_bliss // an L2 bank's requests are no SM's
            rs_memory_path_needs_l2_0_with_scheduler_4 stop ();
        end
    endgenerate

    // Straps are inputs, so only a simulation can see that they contradict each other; it stops.
    `ifndef SYNTHESIS
    always @(posedge clk)
        if (!rst && !HOLD_FIXED[16] && wait_guard && hold_limit == 8'd0) begin
            $display("rs_memory_path %m: found wait_guard with hold_limit 0, expected a hold_limit of 1 to 255");
            `RS_STOP;
        end else if (!rst && bank_ready && (L2 != 0 || NETWORK != 0 || SUPERPACKET != 1)) begin
            $display("rs_memory_path %m: found bank_ready with L2 = 1, a mesh or ring or superpackets, expected 0");
            `RS_STOP;
        end
    `endif

    // ---- request network --------------------------------------------------------------------------
    wire [SMS*FLIT-1:0]           request_flit; // as the SMs send them
    wire [SMS-1:0]                packet_valid, packet_ready, packets_empty; // as they enter the network
    wire [SMS*FLIT-1:0]           packet_flit;
    wire [SMS*LINE_BITS-1:0]      enter_line;   // at the entry (VCS > 1), and at the fronts of the VC buffers
    wire [SMS*ROUTE_BITS-1:0]     enter_channel;
    wire [SMS*SHOWN_VCS*LINE_BITS-1:0]  front_line;
    wire [SMS*SHOWN_VCS*ROUTE_BITS-1:0] front_channel;
    wire [SMS*SHOWN_VCS*BANK_BITS-1:0]  front_bank;
    wire [SMS*SHOWN_VCS*ROW_BITS-1:0]   front_row;
    wire [SMS*SHOWN_VCS-1:0]            front_blocked;
    wire [SMS*7-1:0]                    in_flight; // ALLOCATOR 3: requests of each SM on their way to their replies, at most 127 shown
    wire [CHANNELS*SHOWN_VCS-1:0]       vc_valid, vc_ready;
    wire [CHANNELS*SHOWN_VCS*FLIT-1:0]  vc_flit;
    wire [CHANNELS-1:0]           to_valid, to_ready;
    wire [CHANNELS*FLIT-1:0]      to_flit;
    wire [CHANNELS*BANKS-1:0]     bank_room;    // places in the queues
    wire [CHANNELS*BANKS-1:0]     bank_credit;  // places that no packet on its way needs
    wire [CHANNELS*BANKS-1:0]     leave;
    wire [CHANNELS-1:0]           grant_valid;
    wire [CHANNELS*BANK_BITS-1:0] grant_bank;
    wire [CHANNELS-1:0]           write_room;
    wire                          request_empty, reply_empty;
    wire [CHANNELS-1:0]           from_valid, from_ready; // into the reply network
    wire [CHANNELS*FLIT-1:0]      from_flit;
    wire [CHANNELS*REPLY_FLIT-1:0] from_reply;
    wire [SMS*REPLY_FLIT-1:0]     reply_flit;

    genvar i, c, v;
    generate
        for (i = 0; i < SMS; i = i + 1) begin : sm
            localparam [31:0] SELF = i;
            function [PAYLOAD-1:0] with_sm; // the SM's number into the header
                input [PAYLOAD-1:0] payload;
                begin
                    with_sm = payload;
                    with_sm[LINE_BITS+KIND_BITS+TAG_BITS +: SM_BITS] = SELF[SM_BITS-1:0];
                end
            endfunction
            wire [PAYLOAD-1:0] payload = request_payload[i*PAYLOAD +: PAYLOAD];
            assign request_flit[i*FLIT +: FLIT] =
                {request_tail[i], request_head[i], request_head[i] ? with_sm(payload) : payload};
        end
        if (SUPERPACKET > 1) begin : joining
            for (i = 0; i < SMS; i = i + 1) begin : sm
                wire [CHANNEL_BITS-1:0] channel;
                wire [BANK_BITS-1:0]    bank;
                wire [ROW_BITS-1:0]     row;
                wire [COLUMN_BITS-1:0]  unused_column;
                rs_address_map #(.ADDRESS_BITS(ADDRESS_BITS), .CHANNEL_MASK(CHANNEL_MASK), .BANK_MASK(BANK_MASK),
                                 .ROW_MASK(ROW_MASK), .COLUMN_MASK(COLUMN_MASK), .BANK_XOR(BANK_XOR)) address_map (
                    .line(request_flit[i*FLIT +: LINE_BITS]), .channel(channel), .bank(bank), .row(row), .column(unused_column));
                rs_superpacket #(.FLIT(FLIT), .PLACE_BITS(CHANNEL_BITS + BANK_BITS + ROW_BITS), .REQUESTS(SUPERPACKET)) superpacket (
                    .clk(clk), .rst(rst), .in_valid(request_valid[i]), .in_ready(request_ready[i]), .in_flit(request_flit[i*FLIT +: FLIT]),
                    .in_place({channel, bank, row}), .out_valid(packet_valid[i]), .out_ready(packet_ready[i]),
                    .out_flit(packet_flit[i*FLIT +: FLIT]), .empty(packets_empty[i]));
            end
        end else begin : alone
            assign packet_valid  = request_valid;
            assign request_ready = packet_ready;
            assign packet_flit   = request_flit;
            assign packets_empty = {SMS{1'b1}};
        end
        if (ALLOCATOR == 3) begin : counting
            for (i = 0; i < SMS; i = i + 1) begin : sm
                reg  [TAG_BITS:0] count; // a tag each
                wire asks = request_valid[i] && request_ready[i] && request_head[i] && !request_payload[i*PAYLOAD + LINE_BITS]; // no write
                wire gets = reply_valid[i] && reply_ready[i] && reply_head[i];
                always @(posedge clk)
                    count <= rst ? {(TAG_BITS+1){1'b0}} : count + {{TAG_BITS{1'b0}}, asks} - {{TAG_BITS{1'b0}}, gets};
                if (TAG_BITS > 6) begin : shown
                    assign in_flight[i*7 +: 7] = count[6:0] | {7{count[TAG_BITS:7] != {(TAG_BITS-6){1'b0}}}};
                end else begin : whole
                    assign in_flight[i*7 +: 7] = {{(6-TAG_BITS){1'b0}}, count};
                end
            end
        end else begin : not_counting
            assign in_flight = {(SMS*7){1'b0}};
            wire unused = &{1'b0, in_flight};
        end
        for (i = 0; i < SMS * SHOWN_VCS; i = i + 1) begin : front
            wire [COLUMN_BITS-1:0] unused_column;
            rs_address_map #(.ADDRESS_BITS(ADDRESS_BITS), .CHANNEL_MASK(CHANNEL_MASK), .BANK_MASK(BANK_MASK),
                             .ROW_MASK(ROW_MASK), .COLUMN_MASK(COLUMN_MASK), .BANK_XOR(BANK_XOR)) address_map (
                .line(front_line[i*LINE_BITS +: LINE_BITS]), .channel(front_channel[i*ROUTE_BITS +: ROUTE_BITS]),
                .bank(front_bank[i*BANK_BITS +: BANK_BITS]), .row(front_row[i*ROW_BITS +: ROW_BITS]),
                .column(unused_column));
            wire [BANKS-1:0] credits =
                bank_credit[{{(32-ROUTE_BITS){1'b0}}, front_channel[i*ROUTE_BITS +: ROUTE_BITS]}*BANKS +: BANKS];
            assign front_blocked[i] = bank_ready && !credits[front_bank[i*BANK_BITS +: BANK_BITS]];
        end
        if (SHOWN_VCS > 1) begin : entering
            for (i = 0; i < SMS; i = i + 1) begin : sm
                wire [BANK_BITS-1:0]   unused_bank;
                wire [ROW_BITS-1:0]    unused_row;
                wire [COLUMN_BITS-1:0] unused_column;
                rs_address_map #(.ADDRESS_BITS(ADDRESS_BITS), .CHANNEL_MASK(CHANNEL_MASK), .BANK_MASK(BANK_MASK),
                                 .ROW_MASK(ROW_MASK), .COLUMN_MASK(COLUMN_MASK), .BANK_XOR(BANK_XOR)) address_map (
                    .line(enter_line[i*LINE_BITS +: LINE_BITS]), .channel(enter_channel[i*ROUTE_BITS +: ROUTE_BITS]),
                    .bank(unused_bank), .row(unused_row), .column(unused_column));
            end
        end else begin : straight
            assign enter_line    = {(SMS*LINE_BITS){1'b0}};
            assign enter_channel = {(SMS*ROUTE_BITS){1'b0}};
            wire unused = &{1'b0, static_vc, enter_line, enter_channel};
        end
    endgenerate

    generate
        if (NETWORK == 0) begin : crossbars
            wire unused = MESH_COLUMNS == 0 || MEMORY_NODES == 128'd0;
        end
        if (NETWORK != 0) begin : requests
            wire unused = &{1'b0, front_row, front_blocked};
            assign front_line    = {(SMS*LINE_BITS){1'b0}};
            assign grant_valid   = {CHANNELS{1'b0}};
            assign grant_bank    = {(CHANNELS*BANK_BITS){1'b0}};
            rs_path_network #(
                .RING(NETWORK == 2 ? 1 : 0), .COLUMNS(MESH_COLUMNS), .MEMORY_NODES(MEMORY_NODES), .SMS(SMS), .CHANNELS(CHANNELS),
                .VCS(VCS), .FLIT(FLIT), .REPLY_FLIT(REPLY_FLIT), .TAG_BITS(TAG_BITS), .REQUEST_DEPTH(REQUEST_DEPTH), .REPLY_DEPTH(REPLY_DEPTH),
                .OUTPUT_DEPTH(OUTPUT_DEPTH), .LINK_STAGES(LINK_STAGES), .ALLOCATOR(ALLOCATOR), .ITERATIONS(ITERATIONS), .PICK(PICK),
                .HOLD_FIXED(HOLD_FIXED), .ADDRESS_BITS(ADDRESS_BITS), .CHANNEL_MASK(CHANNEL_MASK), .BANK_MASK(BANK_MASK), .ROW_MASK(ROW_MASK),
                .COLUMN_MASK(COLUMN_MASK), .BANK_XOR(BANK_XOR)) network (
                .clk(clk), .rst(rst), .policy(policy), .hash_bits(hash_bits), .hold_limit(hold_limit),
                .wait_guard(wait_guard), .seed(seed), .request_valid(packet_valid), .request_ready(packet_ready),
                .request_flit(packet_flit), .to_valid(vc_valid), .to_ready(vc_ready), .to_flit(vc_flit),
                .from_valid(from_valid), .from_ready(from_ready), .from_flit(from_reply), .reply_valid(reply_valid),
                .reply_ready(reply_ready), .reply_flit(reply_flit), .empty(request_empty));
        end else if (VCS == 1) begin : requests
            rs_crossbar #(.INPUTS(SMS), .OUTPUTS(CHANNELS), .FLIT(FLIT), .SHOW(LINE_BITS), .SHOW_FROM(0),
                          .INPUT_DEPTH(REQUEST_DEPTH), .OUTPUT_DEPTH(OUTPUT_DEPTH), .ALLOCATOR(ALLOCATOR),
                          .ITERATIONS(ITERATIONS), .PICK(PICK), .HOLD(1), .HOLD_FIXED(HOLD_FIXED), .BANKS(BANKS), .ROW_BITS(ROW_BITS),
                          .HASH_WIDTH(ROW_BITS > 16 ? 16 : ROW_BITS), .TELL(1)) network (
                .clk(clk), .rst(rst), .policy(policy), .hash_bits(hash_bits), .hold_limit(hold_limit),
                .wait_guard(wait_guard), .seed(seed), .in_valid(packet_valid), .in_ready(packet_ready),
                .in_flit(packet_flit), .front_header(front_line), .front_output(front_channel), .front_bank(front_bank),
                .front_row(front_row), .front_blocked(front_blocked), .load(in_flight), .out_valid(vc_valid), .out_ready(vc_ready),
                .out_flit(vc_flit), .grant_valid(grant_valid), .grant_bank(grant_bank), .empty(request_empty));
        end else begin : requests
            rs_vc_crossbar #(.INPUTS(SMS), .OUTPUTS(CHANNELS), .FLIT(FLIT), .SHOW(LINE_BITS), .SHOW_FROM(0),
                             .INPUT_DEPTH(REQUEST_DEPTH), .OUTPUT_DEPTH(OUTPUT_DEPTH), .ALLOCATOR(ALLOCATOR),
                             .ITERATIONS(ITERATIONS), .PICK(PICK), .HOLD(1), .HOLD_FIXED(HOLD_FIXED), .BANKS(BANKS), .ROW_BITS(ROW_BITS),
                             .HASH_WIDTH(ROW_BITS > 16 ? 16 : ROW_BITS), .VCS(VCS), .TELL(1)) network (
                .clk(clk), .rst(rst), .policy(policy), .hash_bits(hash_bits), .hold_limit(hold_limit),
                .wait_guard(wait_guard), .seed(seed), .static_vc(static_vc), .in_valid(packet_valid),
                .in_ready(packet_ready), .in_flit(packet_flit), .enter_header(enter_line), .enter_output(enter_channel),
                .front_header(front_line), .front_output(front_channel), .front_bank(front_bank), .front_row(front_row),
                .front_blocked(front_blocked), .out_valid(vc_valid), .out_ready(vc_ready), .out_flit(vc_flit),
                .grant_valid(grant_valid), .grant_bank(grant_bank), .empty(request_empty));
        end
    endgenerate

    generate
        if (SHOWN_VCS == 1) begin : one_vc
            assign to_valid = vc_valid;
            assign vc_ready = to_ready;
            assign to_flit  = vc_flit;
            wire unused = &{1'b0, write_room, bank_room};
        end else begin : merge
            for (c = 0; c < CHANNELS; c = c + 1) begin : channel
                wire [SHOWN_VCS-1:0] acceptable;
                for (v = 0; v < SHOWN_VCS; v = v + 1) begin : vc
                    wire [LINE_BITS:0]      header = vc_flit[(c*SHOWN_VCS+v)*FLIT +: LINE_BITS+1]; // {write, line}
                    wire [BANK_BITS-1:0]    bank;
                    wire [CHANNEL_BITS-1:0] unused_channel;
                    wire [ROW_BITS-1:0]     unused_row;
                    wire [COLUMN_BITS-1:0]  unused_column;
                    rs_address_map #(.ADDRESS_BITS(ADDRESS_BITS), .CHANNEL_MASK(CHANNEL_MASK), .BANK_MASK(BANK_MASK),
                                     .ROW_MASK(ROW_MASK), .COLUMN_MASK(COLUMN_MASK), .BANK_XOR(BANK_XOR)) address_map (
                        .line(header[LINE_BITS-1:0]), .channel(unused_channel), .bank(bank), .row(unused_row),
                        .column(unused_column));
                    wire [BANKS-1:0] rooms = bank_room[c*BANKS +: BANKS];
                    assign acceptable[v] = L2 != 0 || (rooms[bank] && (!header[LINE_BITS] || write_room[c])); // the L2 takes any or none
                end
                rs_vc_merge #(.VCS(SHOWN_VCS), .FLIT(FLIT)) vc_merge (
                    .clk(clk), .rst(rst), .in_valid(vc_valid[c*SHOWN_VCS +: SHOWN_VCS]), .in_ready(vc_ready[c*SHOWN_VCS +: SHOWN_VCS]),
                    .in_flit(vc_flit[c*SHOWN_VCS*FLIT +: SHOWN_VCS*FLIT]), .acceptable(acceptable),
                    .out_valid(to_valid[c]), .out_ready(to_ready[c]), .out_flit(to_flit[c*FLIT +: FLIT]));
            end
        end
    endgenerate

    // ---- DRAM controllers -------------------------------------------------------------------------
    wire [CHANNELS-1:0]           controller_idle, slice_idle;
    wire [CHANNELS-1:0]           request_valid_c, request_ready_c, reply_valid_c, reply_ready_c; // at the controllers
    wire [CHANNELS*FLIT-1:0]      request_flit_c, reply_flit_c;
    wire [CHANNELS-1:0]           queued_valid, queued_write;                                     // accepted by them
    wire [CHANNELS*SM_BITS-1:0]   queued_sm;
    wire [CHANNELS*TAG_BITS-1:0]  queued_tag;
    wire [CHANNELS*LINE_BITS-1:0] queued_line;
    generate
        for (c = 0; c < CHANNELS; c = c + 1) begin : channel
            rs_dram_controller #(
                .SCHEDULER(SCHEDULER), .QUEUE(QUEUE), .REPLY_SLOTS(REPLY_SLOTS), .FLIT_BITS(FLIT_BITS),
                .TAG_BITS(TAG_BITS), .SM_BITS(SM_BITS), .ADDRESS_BITS(ADDRESS_BITS), .CHANNEL_MASK(CHANNEL_MASK),
                .BANK_MASK(BANK_MASK), .ROW_MASK(ROW_MASK), .COLUMN_MASK(COLUMN_MASK), .BANK_XOR(BANK_XOR), .BANKS(BANKS),
                .CHANNEL_BITS(CHANNEL_BITS), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .COLUMNS(COLUMNS),
                .BURST_CYCLES(BURST_CYCLES), `RS_DRAM_TIMES_PASSED,
                .PAYLOAD(PAYLOAD),
                .PIN_BITS(PIN_BITS), .LOOKAHEAD(LOOKAHEAD), .BANK_PLACES(BANK_PLACES),
                .BLISS_STREAK(BLISS_STREAK), .BLISS_CLEAR(BLISS_CLEAR), .PAIR(PAIR), .GROUP_FIRST(GROUP_FIRST), .CAP_BITS(8),
                .T_REFI(T_REFI), .T_RFC(T_RFC), .REFRESH(REFRESH), .T_RFC_PB(T_RFC_PB), .T_RREFD(T_RREFD), .WRITE_MASK(WRITE_MASK),
                .HEADER_WIRES(HEADER_WIRES)) controller (
                .clk(clk), .rst(rst),
                .in_valid(request_valid_c[c]), .in_ready(request_ready_c[c]), .in_flit(request_flit_c[c*FLIT +: FLIT]),
                .out_valid(reply_valid_c[c]), .out_ready(reply_ready_c[c]), .out_flit(reply_flit_c[c*FLIT +: FLIT]),
                .dfi_cs_n(dfi_cs_n[c]), .dfi_ras_n(dfi_ras_n[c]), .dfi_cas_n(dfi_cas_n[c]), .dfi_we_n(dfi_we_n[c]),
                .dfi_bank(dfi_bank[c*BANK_BITS +: BANK_BITS]), .dfi_address(dfi_address[c*PIN_BITS +: PIN_BITS]),
                .dfi_wrdata_en(dfi_wrdata_en[c]), .dfi_wrdata(dfi_wrdata[c*DQ_BITS +: DQ_BITS]),
                .dfi_wrdata_mask(dfi_wrdata_mask[c*DM_BITS +: DM_BITS]),
                .dfi_rddata_valid(dfi_rddata_valid[c]), .dfi_rddata(dfi_rddata[c*DQ_BITS +: DQ_BITS]), .dfi_rddata_error(1'b0),
                .accept_valid(queued_valid[c]), .accept_write(queued_write[c]),
                .accept_sm(queued_sm[c*SM_BITS +: SM_BITS]), .accept_tag(queued_tag[c*TAG_BITS +: TAG_BITS]),
                .accept_line(queued_line[c*LINE_BITS +: LINE_BITS]), .idle(controller_idle[c]),
                .bank_room(bank_room[c*BANKS +: BANKS]), .write_room(write_room[c]), .leave(leave[c*BANKS +: BANKS]),
                .age_cap(age_cap));
            rs_bank_credits #(.QUEUE(QUEUE), .BANKS(BANKS), .PLACES(PLACES)) credits (
                .clk(clk), .rst(rst), .enable(bank_ready), .grant(grant_valid[c]), .grant_bank(grant_bank[c*BANK_BITS +: BANK_BITS]),
                .leave(leave[c*BANKS +: BANKS]), .room(bank_credit[c*BANKS +: BANKS]));
        end
    endgenerate

    // ---- L2 banks, or wires -----------------------------------------------------------------------
    generate
        if (L2 != 0) begin : l2
            for (c = 0; c < CHANNELS; c = c + 1) begin : channel
                rs_memory_slice #(
                    .SM_BITS(SM_BITS), .TAG_BITS(TAG_BITS), .LINE_BITS(LINE_BITS), .FLIT_BITS(FLIT_BITS), .CHANNEL_MASK(CHANNEL_MASK),
                    .L2_SETS(L2_SETS), .L2_WAYS(L2_WAYS), .L2_QUEUE(L2_QUEUE), .L2_MISSES(L2_MISSES), .L2_WAITERS(L2_WAITERS),
                    .L2_REPLIES(L2_REPLIES), .L2_DRAM(L2_DRAM), .L2_WRITE(L2_WRITE), .L2_LATENCY(L2_LATENCY), .HEADER_WIRES(HEADER_WIRES),
                    .PAYLOAD(PAYLOAD)) slice (
                    .clk(clk), .rst(rst),
                    .in_valid(to_valid[c]), .in_ready(to_ready[c]), .in_flit(to_flit[c*FLIT +: FLIT]),
                    .out_valid(from_valid[c]), .out_ready(from_ready[c]), .out_flit(from_flit[c*FLIT +: FLIT]),
                    .dram_valid(request_valid_c[c]), .dram_ready(request_ready_c[c]), .dram_flit(request_flit_c[c*FLIT +: FLIT]),
                    .fill_valid(reply_valid_c[c]), .fill_ready(reply_ready_c[c]), .fill_flit(reply_flit_c[c*FLIT +: FLIT]),
                    .accept_valid(accept_valid[c]), .accept_write(accept_write[c]),
                    .accept_sm(accept_sm[c*SM_BITS +: SM_BITS]), .accept_tag(accept_tag[c*TAG_BITS +: TAG_BITS]),
                    .accept_line(accept_line[c*LINE_BITS +: LINE_BITS]), .idle(slice_idle[c]));
            end
            wire unused = &{1'b0, queued_valid, queued_write, queued_sm, queued_tag, queued_line};
        end else begin : no_l2
            assign request_valid_c = to_valid;
            assign to_ready        = request_ready_c;
            assign request_flit_c  = to_flit;
            assign from_valid      = reply_valid_c;
            assign reply_ready_c   = from_ready;
            assign from_flit       = reply_flit_c;
            assign accept_valid    = queued_valid;
            assign accept_write    = queued_write;
            assign accept_sm       = queued_sm;
            assign accept_tag      = queued_tag;
            assign accept_line     = queued_line;
            assign slice_idle      = {CHANNELS{1'b1}};
            wire [31:0] unused_sizes = L2_SETS + L2_WAYS + L2_QUEUE + L2_MISSES + L2_WAITERS + L2_REPLIES + L2_DRAM + L2_WRITE + L2_LATENCY;
        end
    endgenerate

    // ---- reply network ----------------------------------------------------------------------------
    generate
        if (HEADER_WIRES != 0) begin : short_header // without the wires that only a request needs
            for (c = 0; c < CHANNELS; c = c + 1) begin : channel
                assign from_reply[c*REPLY_FLIT +: REPLY_FLIT] = {from_flit[c*FLIT+DATA +: FLIT_BITS+2], from_flit[c*FLIT +: REPLY_HEADER]};
            end
            for (i = 0; i < SMS; i = i + 1) begin : sm
                assign reply_payload[i*PAYLOAD +: PAYLOAD] = {reply_flit[i*REPLY_FLIT+REPLY_HEADER +: FLIT_BITS], {(DATA-REPLY_HEADER){1'b0}},
                                                              reply_flit[i*REPLY_FLIT +: REPLY_HEADER]};
            end
            wire unused = &{1'b0, from_flit};
        end else begin : whole_flit
            assign from_reply = from_flit;
            for (i = 0; i < SMS; i = i + 1) begin : sm
                assign reply_payload[i*PAYLOAD +: PAYLOAD] = reply_flit[i*REPLY_FLIT +: PAYLOAD];
            end
        end
        for (i = 0; i < SMS; i = i + 1) begin : ends
            assign {reply_tail[i], reply_head[i]} = reply_flit[i*REPLY_FLIT+REPLY_FLIT-2 +: 2];
        end
    endgenerate
    generate
        if (NETWORK != 0) begin : replies // beside the requests
            assign reply_empty = 1'b1;
        end else begin : replies
            wire [CHANNELS*SM_BITS-1:0] reply_sm;
            /* verilator lint_off PINCONNECTEMPTY */
            rs_crossbar #(.INPUTS(CHANNELS), .OUTPUTS(SMS), .FLIT(REPLY_FLIT), .SHOW(SM_BITS), .SHOW_FROM(TAG_BITS),
                          .INPUT_DEPTH(REPLY_DEPTH), .OUTPUT_DEPTH(OUTPUT_DEPTH), .ITERATIONS(ITERATIONS), .PICK(PICK), .HOLD(0),
                          .BANKS(2), .ROW_BITS(1), .HASH_WIDTH(1)) reply_network (
                .clk(clk), .rst(rst), .policy(2'd0), .hash_bits(5'd1), .hold_limit(8'd0), .wait_guard(1'b0), .seed(~seed),
                .in_valid(from_valid), .in_ready(from_ready), .in_flit(from_reply), .front_header(reply_sm), .front_output(reply_sm),
                .front_bank({CHANNELS{1'b0}}), .front_row({CHANNELS{1'b0}}), .front_blocked({CHANNELS{1'b0}}), .load({(CHANNELS*7){1'b0}}),
                .out_valid(reply_valid), .out_ready(reply_ready), .out_flit(reply_flit), .grant_valid(), .grant_bank(), .empty(reply_empty));
            /* verilator lint_on PINCONNECTEMPTY */
        end
    endgenerate

    assign idle = (&packets_empty) && request_empty && reply_empty && (&controller_idle) && (&slice_idle);
endmodule
`default_nettype wire
