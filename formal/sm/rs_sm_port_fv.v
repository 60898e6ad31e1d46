// Proof of rs_sm_port. Requests, replies, acceptance and every ready are free; a request stays until it is taken, a reply is
// a whole packet for a read that waits, and only stores that have left whole are accepted.
//   HEADER_WIRES = 1: the head has a half of the data, too.
//   With L2 = 1 atomic operations as well: packets of a store's form, tags and replies of a read's.
//   Packets leave whole, with the fields, bytes and halves of the request at the port, which goes with the tail: each request
//   leaves once, in order. One that may leave does: a read while a tag is free, a store while fewer than TAGS are out.
//   No read has the tag of another one that waits. The marked read's reply shows its id, with both data flits, once.
//   stored and empty say exactly what is out. A flit that is refused stays as it is.
`default_nettype none
module rs_sm_port_fv #(
    parameter TAGS      = 2,
    parameter TAG_BITS  = 2,
    parameter LINE_BITS = 1,
    parameter ID_BITS   = 2,
    parameter FLIT_BITS = 8,
    parameter CHANNELS  = 2,
    parameter L2        = 0,
    parameter HEADER_WIRES = 0,
    parameter ECC = 0,
    // derived, not to be set
    parameter MASK_BITS = 2 * FLIT_BITS / 8,
    parameter KIND_BITS = L2 != 0 ? 3 : 1,
    parameter TAG_FROM  = LINE_BITS + KIND_BITS,
    parameter HEADER    = 1 + TAG_BITS + KIND_BITS + LINE_BITS,
    parameter DATA      = HEADER_WIRES != 0 ? HEADER + MASK_BITS : 0, // lowest bit of a flit's data
    parameter PAYLOAD   = HEADER_WIRES != 0 ? DATA + FLIT_BITS : FLIT_BITS > HEADER + MASK_BITS ? FLIT_BITS : HEADER + MASK_BITS
) (
    input wire                   clk,
    input wire                   rst,
    input wire                   request_valid,
    input wire                   request_write,
    input wire                   request_atomic,
    input wire [LINE_BITS-1:0]   request_address,
    input wire [ID_BITS-1:0]     request_id,
    input wire [MASK_BITS-1:0]   request_bytes,
    input wire [2*FLIT_BITS-1:0] request_data,
    input wire                   out_ready,
    input wire                   in_valid,
    input wire                   in_head,
    input wire                   in_tail,
    input wire [PAYLOAD-1:0]     in_payload,
    input wire                   reply_ready,
    input wire [CHANNELS-1:0]    accepted,
    input wire                   mark
);
    localparam [1:0] TAIL = HEADER_WIRES != 0 ? 1 : 2; // flit of a packet with data
    localparam SLOT_BITS = TAGS > 1 ? $clog2(TAGS) : 1;
    wire                   request_ready, out_valid, out_head, out_tail, in_ready, reply_valid, stored, empty;
    wire [PAYLOAD-1:0]     out_payload;
    wire [ID_BITS-1:0]     reply_id;
    wire                   reply_level;
    wire [2*FLIT_BITS-1:0] reply_data;
    rs_sm_port #(.TAGS(TAGS), .TAG_BITS(TAG_BITS), .LINE_BITS(LINE_BITS), .ID_BITS(ID_BITS), .FLIT_BITS(FLIT_BITS),
        .SM_BITS(1), .CHANNELS(CHANNELS), .L2(L2), .HEADER_WIRES(HEADER_WIRES), .ECC(ECC)) dut (
        .clk(clk), .rst(rst), .request_valid(request_valid), .request_ready(request_ready), .request_write(request_write),
        .request_atomic(request_atomic), .request_address(request_address), .request_id(request_id), .request_bytes(request_bytes),
        .request_data(request_data), .out_valid(out_valid), .out_ready(out_ready), .out_head(out_head),
        .out_tail(out_tail), .out_payload(out_payload), .in_valid(in_valid), .in_ready(in_ready), .in_head(in_head),
        .in_tail(in_tail), .in_payload(in_payload), .reply_valid(reply_valid), .reply_ready(reply_ready),
        .reply_id(reply_id), .reply_level(reply_level), .reply_data(reply_data), .accepted(accepted), .stored(stored), .empty(empty));

    rs_stream_source_rules #(.WIDTH(2 + LINE_BITS + ID_BITS + MASK_BITS + 2 * FLIT_BITS), .CHECK(0)) request_stays (
        .clk(clk), .rst(rst), .valid(request_valid), .ready(request_ready),
        .payload({request_write, request_atomic, request_address, request_id, request_bytes, request_data}));
    rs_stream_source_rules #(.WIDTH(PAYLOAD + 2), .CHECK(0)) reply_stays (
        .clk(clk), .rst(rst), .valid(in_valid), .ready(in_ready), .payload({in_head, in_tail, in_payload}));
    wire       out_midway, in_midway;
    wire [1:0] out_place, in_place;
    rs_packet_rules #(.LONGEST(3), .CHECK(1)) packet_out (
        .clk(clk), .rst(rst), .valid(out_valid), .taken(out_valid && out_ready), .head(out_head), .tail(out_tail),
        .midway(out_midway), .place(out_place));
    rs_packet_rules #(.LONGEST(3), .CHECK(0)) packet_in (
        .clk(clk), .rst(rst), .valid(in_valid), .taken(in_valid && in_ready), .head(in_head), .tail(in_tail),
        .midway(in_midway), .place(in_place));

    // Reads that wait, by tag; stores that are out, those of them that have left whole; the marked read.
    reg [TAGS-1:0]      waiting;
    reg [7:0]           out, whole;
    reg [SLOT_BITS-1:0] reply_tag;
    reg [FLIT_BITS-1:0] lower;
    reg                 marked;
    reg [SLOT_BITS-1:0] marked_tag;
    reg [ID_BITS-1:0]   marked_id;
    reg                 refused, level;
    reg [PAYLOAD+1:0]   shown;
    wire                    leaves   = out_valid && out_ready;
    wire                    carries  = request_write || (L2 != 0 && request_atomic);
    wire                    reads    = leaves && !request_write && out_head; // and atomic operations
    wire [TAG_BITS-1:0]     tag      = out_payload[TAG_FROM +: TAG_BITS];
    wire [SLOT_BITS-1:0]    in_tag   = in_payload[SLOT_BITS-1:0];
    wire                    answered = in_valid && in_ready && in_tail;
    wire [7:0]              accepts  = {7'd0, accepted[0]} + {7'd0, CHANNELS > 1 && accepted[CHANNELS-1]};
    wire [TAGS-1:0]         one      = 1;
    wire [PAYLOAD+1:0]      shows    = {out_head, out_tail, out_payload};
    always @(posedge clk) begin
        waiting <= (waiting | (reads ? one << tag : {TAGS{1'b0}})) & ~(answered ? one << reply_tag : {TAGS{1'b0}});
        out     <= out + {7'd0, leaves && request_write && out_head} - accepts;
        whole   <= whole + {7'd0, leaves && request_write && out_tail} - accepts;
        if (in_valid && in_ready && in_head) begin
            reply_tag <= in_tag;
            level     <= (L2 == 0 && ECC == 0) || in_payload[TAG_BITS+1];
        end
        if (in_valid && in_ready && (HEADER_WIRES != 0 ? in_head : !in_head && !in_tail))
            lower <= in_payload[DATA +: FLIT_BITS];
        if (reads && mark && !marked) begin
            marked     <= 1'b1;
            marked_tag <= tag[SLOT_BITS-1:0];
            marked_id  <= request_id;
        end
        if (answered && marked && reply_tag == marked_tag)
            marked <= 1'b0;
        refused <= out_valid && !out_ready;
        shown   <= shows;
        if (rst) begin
            waiting <= {TAGS{1'b0}};
            out     <= 8'd0;
            whole   <= 8'd0;
            marked  <= 1'b0;
            refused <= 1'b0;
        end
    end

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) begin
        if (!started) assume (rst);
        assume (CHANNELS <= 2 && accepts <= whole);
        assume (!(request_write && request_atomic));
        if (in_valid && in_head) assume (!in_tail && in_payload[TAG_BITS-1:0] < TAGS && waiting[in_tag]);
        if (in_valid && in_tail) assume (in_place == TAIL); // a reply has three flits or two
    end

    wire [FLIT_BITS-1:0] half = out_place != TAIL ? request_data[FLIT_BITS-1:0] : request_data[2*FLIT_BITS-1:FLIT_BITS];
    always @(posedge clk)
        if (started && !rst) begin
            request_with_tail: assert (request_ready == (leaves && out_tail));
            leaves_if_it_may:  assert (out_valid == (request_valid && (out_midway || (request_write ? out < TAGS : !(&waiting)))));
            length:            assert (!out_valid || out_tail == (!carries || out_place == TAIL));
            fields:            assert (!(out_valid && out_head) || (out_payload[LINE_BITS-1:0] == request_address
                                       && out_payload[LINE_BITS +: KIND_BITS]
                                           == (L2 == 0 ? request_write : {request_atomic, request_write})
                                       && out_payload[HEADER +: MASK_BITS] == (request_bytes & {MASK_BITS{carries}})));
            data:              assert (!out_valid || (HEADER_WIRES != 0 ? !carries : out_head) || out_payload[DATA +: FLIT_BITS] == half);
            own_tag:           assert (!(out_valid && out_head && !request_write) || (tag < TAGS && !waiting[tag[SLOT_BITS-1:0]]));
            refused_stays:     assert (!refused || (out_valid && shows == shown));
            reply_with_tail:   assert (reply_valid == (in_valid && in_tail) && in_ready == (reply_ready || !in_tail));
            own_id:            assert (!(reply_valid && marked && reply_tag == marked_tag) || reply_id == marked_id);
            own_level:         assert (!reply_valid || reply_level == level);
            own_data:          assert (!reply_valid || reply_data == {in_payload[DATA +: FLIT_BITS], lower});
            says_stored:       assert (stored == (out == 8'd0) && empty == (out == 8'd0 && waiting == 0));
            waits_marked:      assert (!marked || waiting[marked_tag]);
            counted:           assert (out == whole + {7'd0, out_midway && request_write} && out <= TAGS);
            fills_up:          cover (&waiting && marked && request_valid && !request_write);
            stores_fill_up:    cover (out == TAGS && request_valid && request_write && !out_midway);
            younger_first:     cover (marked && answered && reply_tag != marked_tag);
            comes_back:        cover (marked && answered && reply_tag == marked_tag && reads);
        end
endmodule
`default_nettype wire
