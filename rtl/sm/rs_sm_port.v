// Port of an SM's memory side at the memory path: requests become packets, replies come back under their id (THESIS 5.1).
//
// request_*  as rs_sm_memory shows them: they stay until taken. A read is one head flit {tag, kind, line}, a write a head
//            {mask, tag, kind, line} (rs_memory_path, WRITE_MASK = 1) and two data flits, the lower half first; requests leave in
//            their order. kind: 0 read, 1 write, without an L2 (L2 = 0) one bit; with it three bits, and 2 atomic: a packet as a
//            write's, in the mask's place what request_bytes says of the operation, a tag as a read's, with a reply as a read's.
//            request_id is kept under the read's tag, the lowest free one of TAGS (requests in flight an
//            SM), and comes back with its reply; a write's tag is its number modulo 2^TAG_BITS. Without a free tag no read leaves.
//            A head that is refused stays as it is: a read keeps its tag, whatever lower one becomes free meanwhile
// reply_*    the two data flits of a packet from the reply network and the id of its read, shown with the packet's tail; the
//            reply network waits while reply_ready = 0. Its tag is free from the next cycle on. reply_level, with L2 = 1: the
//            head's bit above the SM's number, 0 the L2 had the data, 1 main memory; with L2 = 0 it is 1, but with ECC = 1 (L2 = 0) that bit, 1 the
//            line could not be read
// HEADER_WIRES = 1: data have wires of their own, the top FLIT_BITS of the payload; the head flit of a packet with data has their lower
//            half, too, and one data flit follows
// accepted   bits of controllers that accept a write of this SM: from then on it is before all later requests to its address
// stored     every write that has left is accepted (at most TAGS are not); empty: and no read waits for its reply
// Timing: a request passes in the cycle in which it is shown, its reply in that of the tail: a read a cycle, a write or a reply
// every three, with HEADER_WIRES every two. out_* depend on request_* and registers, request_ready on out_ready as well, reply_valid and reply_data on in_*,
// in_ready on reply_ready and in_tail. C twin: cmodel/sm/sm_port.c.
`include "rtl/common/rs_payload_bits.vh"
`default_nettype none
module rs_sm_port #(
    parameter TAGS      = 64,
    parameter TAG_BITS  = 8,
    parameter LINE_BITS = 23,
    parameter ID_BITS   = 8,
    parameter FLIT_BITS = 256,
    parameter SM_BITS   = 5,   // of the header, 0 here: rs_memory_path writes them
    parameter CHANNELS  = 8,
    parameter L2        = 0,
    parameter HEADER_WIRES = 0,
    parameter ECC       = 0,
    // derived, not to be set
    parameter MASK_BITS = 2 * FLIT_BITS / 8,
    parameter KIND_BITS = L2 != 0 ? 3 : 1,
    parameter HEADER    = SM_BITS + TAG_BITS + KIND_BITS + LINE_BITS,
    parameter PAYLOAD   = `RS_PAYLOAD_BITS(FLIT_BITS, HEADER + MASK_BITS, HEADER_WIRES)
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire                   request_valid,
    output wire                   request_ready,
    input  wire                   request_write,
    input  wire                   request_atomic, // neither: a read
    input  wire [LINE_BITS-1:0]   request_address,
    input  wire [ID_BITS-1:0]     request_id,
    input  wire [MASK_BITS-1:0]   request_bytes,
    input  wire [2*FLIT_BITS-1:0] request_data,
    output wire                   out_valid,
    input  wire                   out_ready,
    output wire                   out_head,
    output wire                   out_tail,
    output wire [PAYLOAD-1:0]     out_payload,
    input  wire                   in_valid,
    output wire                   in_ready,
    input  wire                   in_head,
    input  wire                   in_tail,
    input  wire [PAYLOAD-1:0]     in_payload,
    output wire                   reply_valid,
    input  wire                   reply_ready,
    output wire [ID_BITS-1:0]     reply_id,
    output wire                   reply_level,
    output wire [2*FLIT_BITS-1:0] reply_data,
    input  wire [CHANNELS-1:0]    accepted,
    output wire                   stored,
    output wire                   empty
);
    localparam DATA       = HEADER_WIRES != 0 ? PAYLOAD - FLIT_BITS : 0; // lowest bit of a flit's data
    localparam [1:0] TAIL = HEADER_WIRES != 0 ? 2'd1 : 2'd2;             // flit of a packet with data
    localparam SLOT_BITS  = TAGS > 1 ? $clog2(TAGS) : 1;
    localparam COUNT_BITS = $clog2(TAGS + 1);
    localparam ACCEPT_BITS = $clog2(CHANNELS + 1);
    localparam [31:0] ALL_TAGS = TAGS;
    localparam [COUNT_BITS-1:0] MOST = ALL_TAGS[COUNT_BITS-1:0];
    localparam [TAG_BITS-1:0] ONE = 1;

    generate
        if (TAGS < 1 || SLOT_BITS > TAG_BITS || LINE_BITS < 1 || ID_BITS < 1 || SM_BITS < 1 || CHANNELS < 1)
            begin : illegal_sizes
            rs_sm_port_needs_sizes_above_0_and_a_tag_of_TAG_BITS_for_each_of_TAGS stop ();
        end
        if (L2 < 0 || L2 > 1) begin : illegal_l2
            rs_sm_port_L2_must_be_0_or_1 stop ();
        end
        if (HEADER_WIRES < 0 || HEADER_WIRES > 1) begin : illegal_wires
            rs_sm_port_HEADER_WIRES_must_be_0_or_1 stop ();
        end
        if (ECC < 0 || ECC + L2 > 1) begin : illegal_ecc
            rs_sm_port_ECC_must_be_0_or_1_and_0_with_L2 stop ();
        end
        if (FLIT_BITS < 4 || FLIT_BITS % 4 != 0) begin : illegal_flit
            rs_sm_port_FLIT_BITS_must_be_a_multiple_of_4 stop ();
        end
    endgenerate

    // ---- packets out ------------------------------------------------------------------------------------------------
    reg  [TAGS-1:0]       used;
    reg  [COUNT_BITS-1:0] writes; // that have left and are not accepted
    reg  [TAG_BITS-1:0]   number; // of the next write
    reg  [1:0]            phase;  // flit of the packet that goes out: 0 head, then data up to TAIL
    reg                   refused;      // the head of the read at the port was shown and not taken ...
    reg  [SLOT_BITS-1:0]  refused_slot; // ... with this tag
    wire [TAGS-1:0]       lowest_free; // tag, one-hot
    wire [SLOT_BITS-1:0]  free_slot;
    wire [SLOT_BITS-1:0]  slot = refused ? refused_slot : free_slot;
    rs_lowest #(.WIDTH(TAGS)) lowest_unused (.bits(~used), .lowest(lowest_free));
    rs_encode #(.WIDTH(TAGS)) encode_free (.one_hot(lowest_free), .index(free_slot));
    wire                  sends = out_valid && out_ready;
    wire                  begins = request_write ? writes != MOST : used != {TAGS{1'b1}};
    wire                  carries = request_write || (L2 != 0 && request_atomic); // data
    wire                  asks = !request_write && (L2 == 0 || out_head); // the head of a read is all of it
    wire                  reads_now = sends && asks, writes_now = sends && request_write && out_head;
    wire [KIND_BITS-1:0]  kind;

    function [TAG_BITS-1:0] tag_of;
        input [SLOT_BITS-1:0] bits;
        begin
            tag_of = {TAG_BITS{1'b0}};
            tag_of[SLOT_BITS-1:0] = bits;
        end
    endfunction
    function [PAYLOAD-1:0] head_flit;
        input [MASK_BITS-1:0]          mask;
        input [TAG_BITS+KIND_BITS+LINE_BITS-1:0] header;
        begin
            head_flit = {PAYLOAD{1'b0}};
            head_flit[TAG_BITS+KIND_BITS+LINE_BITS-1:0] = header;
            head_flit[HEADER +: MASK_BITS]              = mask;
        end
    endfunction
    function [PAYLOAD-1:0] data_flit;
        input [FLIT_BITS-1:0] data;
        begin
            data_flit = {PAYLOAD{1'b0}};
            data_flit[DATA +: FLIT_BITS] = data;
        end
    endfunction
    assign out_valid     = request_valid && (!out_head || begins);
    assign out_head      = phase == 2'd0;
    assign out_tail      = !carries || phase == TAIL;
    wire [PAYLOAD-1:0] head = head_flit(request_bytes & {MASK_BITS{carries}}, {request_write ? number : tag_of(slot), kind, request_address});
    wire [PAYLOAD-1:0] half = data_flit(phase == TAIL ? request_data[2*FLIT_BITS-1:FLIT_BITS] : request_data[FLIT_BITS-1:0]);
    generate
        if (HEADER_WIRES != 0) begin : together
            assign out_payload = (head & {PAYLOAD{out_head}}) | half;
        end else begin : in_turn
            assign out_payload = out_head ? head : half;
        end
    endgenerate
    assign request_ready = sends && out_tail;

    // ---- replies ----------------------------------------------------------------------------------------------------
    reg  [SLOT_BITS-1:0] slot_in; // of the packet that comes in
    wire                 takes    = in_valid && in_ready;
    wire                 answered = takes && in_tail;
    wire                 lower_comes; // the lower half of the data
    wire [SLOT_BITS-1:0] id_of;       // slot whose id is read
    assign in_ready    = reply_ready || !in_tail;
    assign reply_valid = in_valid && in_tail;
    assign reply_data[2*FLIT_BITS-1:FLIT_BITS] = in_payload[DATA +: FLIT_BITS];
    rs_memory_1r1w #(.WIDTH(FLIT_BITS), .DEPTH(1)) lower_half (
        .clk(clk), .write(takes && lower_comes), .write_address(1'b0), .write_data(in_payload[DATA +: FLIT_BITS]),
        .read_address(1'b0), .read_data(reply_data[FLIT_BITS-1:0]));
    // The head is two cycles before the tail, HEADER_WIRES: one: its id is at hand by then.
    generate
        if (HEADER_WIRES != 0) begin : at_the_head
            assign lower_comes = in_head;
            assign id_of       = takes && in_head ? in_payload[SLOT_BITS-1:0] : slot_in;
        end else begin : behind_the_head
            assign lower_comes = !in_head && !in_tail;
            assign id_of       = slot_in;
        end
    endgenerate
    rs_memory_1r1w #(.WIDTH(ID_BITS), .DEPTH(TAGS), .READ_REGISTER(1)) ids (
        .clk(clk), .write(reads_now), .write_address(slot), .write_data(request_id), .read_address(id_of),
        .read_data(reply_id));
    always @(posedge clk)
        if (takes && in_head)
            slot_in <= in_payload[SLOT_BITS-1:0];
    generate
        if (L2 == 0) begin : two_kinds
            wire unused_atomic = request_atomic;
            assign kind        = request_write;
        end else begin : three_kinds
            assign kind        = {1'b0, request_atomic && !request_write, request_write};
        end
        if (L2 == 0 && ECC == 0) begin : one_level
            assign reply_level = 1'b1;
        end else begin : levels
            reg level_in;
            assign reply_level = level_in;
            always @(posedge clk)
                if (takes && in_head)
                    level_in <= in_payload[TAG_BITS + SM_BITS];
        end
    endgenerate
    wire unused = &{1'b0, in_payload};

    // ---- what is out ------------------------------------------------------------------------------------------------
    wire [31:0] accepted_now;
    rs_count #(.WIDTH(CHANNELS)) count_accepted (.bits(accepted), .count(accepted_now[ACCEPT_BITS-1:0]));
    assign accepted_now[31:ACCEPT_BITS] = {(32-ACCEPT_BITS){1'b0}};
    wire unused_accepted = &{1'b0, accepted_now};
    assign stored = writes == {COUNT_BITS{1'b0}};
    assign empty  = stored && used == {TAGS{1'b0}};
    integer t;
    always @(posedge clk)
        if (rst) begin
            used   <= {TAGS{1'b0}};
            writes <= {COUNT_BITS{1'b0}};
            number <= {TAG_BITS{1'b0}};
            phase  <= 2'd0;
            refused <= 1'b0;
        end else begin
            refused <= out_valid && !out_ready && asks;
            for (t = 0; t < TAGS; t = t + 1) begin
                if (reads_now && slot == t[SLOT_BITS-1:0])
                    used[t] <= 1'b1;
                if (answered && slot_in == t[SLOT_BITS-1:0])
                    used[t] <= 1'b0;
            end
            writes <= writes + {{(COUNT_BITS-1){1'b0}}, writes_now} - accepted_now[COUNT_BITS-1:0];
            if (writes_now)
                number <= number + ONE;
            if (sends)
                phase <= out_tail ? 2'd0 : phase + 2'd1;
        end
    always @(posedge clk)
        refused_slot <= slot;

`ifdef RS_ASSERT // what the drivers of the inputs must keep to (rtl/README.md)
    rs_stream_assert #(.WIDTH(LINE_BITS + ID_BITS + 2)) request_rules (
        .clk(clk), .rst(rst), .valid(request_valid), .ready(request_ready), .legal(!(request_write && request_atomic)),
        .data({request_address, request_id, request_write, request_atomic}));
    rs_packet_assert #(.WIDTH(PAYLOAD)) in_rules (
        .clk(clk), .rst(rst), .valid(in_valid), .ready(in_ready), .head(in_head), .tail(in_tail), .data(in_payload));
`endif
endmodule
`default_nettype wire
