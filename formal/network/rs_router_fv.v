// Proof of rs_router by data independence, as rs_crossbar_fv has it: one packet is coloured and followed; it comes from an arbitrary
// input VC, for an arbitrary node, at an arbitrary time, among arbitrary other packets.
//   Every coloured flit comes out once, in order, at the port and on the VC that the rules name (x first; the shorter way round;
//   VC 1 from the dateline on), with no flit of another packet in between on its VC; head and tail as sent.
//   The number of flits inside is what went in minus what came out, and empty says when it is 0: none is lost or doubled.
//   Order: packets of the source VC to the destination before the coloured one come out before it, those after it after it.
//   A link carries one flit a cycle, with several VCs only one for which there is room.
//   Progress: with room at all outputs and no source that pauses within a packet, some flit enters, moves or leaves whenever one is
//   inside.
`default_nettype none
module rs_router_fv #(
    parameter RING    = 0,
    parameter NODE    = 1,
    parameter NODES   = 6,
    parameter COLUMNS = 3,
    parameter VCS     = 1,
    parameter HOLD    = 0,
    parameter POLICY  = 0,
    parameter LIMIT   = 0,
    parameter GUARD   = 0,
    parameter INPUT_DEPTH  = 1,
    parameter OUTPUT_DEPTH = 1,
    parameter LONGEST = 2,
    parameter PORTS     = (RING != 0) ? 3 : 5, // these two derived, not to be set
    parameter NODE_BITS = $clog2(NODES)
) (
    input wire                           clk,
    input wire                           rst,
    input wire [PORTS*VCS-1:0]           in_valid, // of a port at most one
    input wire [PORTS-1:0]               in_head,
    input wire [PORTS-1:0]               in_tail,
    input wire [PORTS*NODE_BITS-1:0]     in_node,
    input wire [PORTS-1:0]               in_row,
    input wire                           colour_now,
    input wire [PORTS*VCS-1:0]           out_ready
);
    // payload, from bit 0: node, row, kind, number
    localparam SHOW = NODE_BITS + 1;
    localparam FLIT = SHOW + 4 + 2;
    localparam IVS = PORTS * VCS, IV_BITS = $clog2(IVS);
    localparam [1:0] OTHER = 2'd0, BEFORE = 2'd1, COLOURED = 2'd2, AFTER = 2'd3; // kinds
    localparam [1:0] POLICY_STRAP = POLICY;
    localparam [31:0] LIMIT_WORD = LIMIT, WIDE_VCS = VCS;

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) if (!started) assume (rst);
    wire check = started && !rst;

    (* anyconst *) reg [IV_BITS-1:0]   source;
    (* anyconst *) reg [NODE_BITS-1:0] destination;
    always @(posedge clk) assume (source < IVS && destination < NODES);

    // Where the coloured packet must come out.
    wire [31:0] to = {{(32-NODE_BITS){1'b0}}, destination}, from_vc = {{(32-IV_BITS){1'b0}}, source} % WIDE_VCS;
    wire [31:0] ahead = (to + NODES - NODE) % NODES;
    wire [31:0] port = (to == NODE) ? 0 : (RING != 0) ? (2 * ahead <= NODES ? 2 : 1)
                     : (to % COLUMNS < NODE % COLUMNS) ? 1 : (to % COLUMNS > NODE % COLUMNS) ? 2
                     : (to / COLUMNS > NODE / COLUMNS) ? 3 : 4;
    wire crosses = RING != 0 && ((port == 2 && NODE == NODES - 1) || (port == 1 && NODE == 0));
    wire [31:0] right_place = (port == 0) ? 0 : port * VCS + (crosses ? 1 : from_vc);

    wire [IVS-1:0]        in_ready, out_valid, midway, out_midway;
    wire [IVS*2-1:0]      place, out_place;
    wire [PORTS*FLIT-1:0] in_flit, out_flit;
    wire                  empty;
    reg                   coloured; // the coloured packet has begun
    reg                   sending;  // ... and has not ended
    wire [31:0] source_port = {{(32-IV_BITS){1'b0}}, source} / WIDE_VCS;
    wire        its_head = in_head[source_port], its_tail = in_tail[source_port];
    wire [NODE_BITS-1:0] target = in_node[source_port*NODE_BITS +: NODE_BITS];
    wire        begins = colour_now && !coloured && its_head && target == destination;
    reg         same_way; // the packet that the source is sending goes to the destination, too
    wire [1:0]  kind = begins || sending ? COLOURED : !(its_head ? target == destination : same_way) ? OTHER : coloured ? AFTER : BEFORE;

    wire [IVS*SHOW-1:0]      front_header;
    wire [IVS*NODE_BITS-1:0] front_node;
    wire [IVS-1:0]           front_row;
    genvar g;
    generate
        for (g = 0; g < IVS; g = g + 1) begin : in
            assign front_node[g*NODE_BITS +: NODE_BITS] = front_header[g*SHOW +: NODE_BITS];
            assign front_row[g] = front_header[g*SHOW + NODE_BITS];
            rs_packet_rules #(.LONGEST(LONGEST), .CHECK(0)) packets (
                .clk(clk), .rst(rst), .valid(in_valid[g]), .taken(in_valid[g] && in_ready[g]), .head(in_head[g/VCS]),
                .tail(in_tail[g/VCS]), .midway(midway[g]), .place(place[g*2 +: 2]));
            rs_packet_rules #(.LONGEST(LONGEST), .CHECK(1)) leaving_packets (
                .clk(clk), .rst(rst || !started), .valid(out_valid[g]), .taken(out_valid[g] && out_ready[g]),
                .head(out_flit[(g/VCS)*FLIT + FLIT-2]), .tail(out_flit[(g/VCS)*FLIT + FLIT-1]), .midway(out_midway[g]),
                .place(out_place[g*2 +: 2]));
        end
        for (g = 0; g < PORTS; g = g + 1) begin : port_of
            localparam [31:0] SELF = g;
            wire mine = SELF == source_port && in_valid[source];
            wire [VCS-1:0] offered = in_valid[g*VCS +: VCS], shown = out_valid[g*VCS +: VCS];
            always @(posedge clk) begin
                assume ((offered & (offered - 1)) == 0);
                assume (in_node[g*NODE_BITS +: NODE_BITS] < NODES);
                if (check) begin
                    assert ((shown & (shown - 1)) == 0);
                    assert (VCS == 1 || g == 0 || (shown & ~out_ready[g*VCS +: VCS]) == 0);
                end
            end
            assign in_flit[g*FLIT +: FLIT] = {in_tail[g], in_head[g], place[source*2 +: 2] & {2{mine && kind == COLOURED}},
                                              mine ? kind : OTHER, in_row[g], in_node[g*NODE_BITS +: NODE_BITS]};
            if (VCS == 1 || g == 0) begin : waits
                rs_stream_source_rules #(.WIDTH(FLIT)) stays (
                    .clk(clk), .rst(rst || !started), .valid(out_valid[g*VCS]), .ready(out_ready[g*VCS]), .payload(out_flit[g*FLIT +: FLIT]));
            end
        end
    endgenerate

    rs_router #(.RING(RING), .NODE(NODE), .NODES(NODES), .COLUMNS(COLUMNS), .VCS(VCS), .FLIT(FLIT), .SHOW(SHOW),
                .INPUT_DEPTH(INPUT_DEPTH), .OUTPUT_DEPTH(OUTPUT_DEPTH), .HOLD(HOLD), .BANKS(1), .ROW_BITS(1), .HASH_WIDTH(1)) dut (
        .clk(clk), .rst(rst), .policy(POLICY_STRAP), .hash_bits(5'd1), .hold_limit(LIMIT_WORD[7:0]), .wait_guard(GUARD != 0),
        .seed(32'd1), .in_valid(in_valid), .in_ready(in_ready), .in_flit(in_flit), .front_header(front_header),
        .front_node(front_node), .front_bank({IVS{1'b0}}), .front_row(front_row), .out_valid(out_valid), .out_ready(out_ready),
        .out_flit(out_flit), .empty(empty));
    (* keep *) wire [IVS-1:0] front_take;  // probe dut.crossbar.front_take

    wire source_moves = in_valid[source] && in_ready[source];
    wire colour_in = source_moves && (begins || sending);
    reg [1:0] sent, seen;    // coloured flits in and out
    reg       arriving;      // its head has come out, its tail has not
    reg [7:0] inside;        // flits
    reg [IVS-1:0]  colour_shown;
    reg [FLIT-1:0] shown;   // the coloured flit shown
    reg            before_shown, after_shown;
    reg [3:0]      entering, leaving;
    integer k;
    always @* begin
        shown = 0;
        before_shown = 1'b0;
        after_shown  = 1'b0;
        entering = 4'd0;
        leaving  = 4'd0;
        for (k = 0; k < IVS; k = k + 1) begin
            colour_shown[k] = out_valid[k] && out_flit[(k/VCS)*FLIT + SHOW +: 2] == COLOURED;
            before_shown = before_shown || (out_valid[k] && out_flit[(k/VCS)*FLIT + SHOW +: 2] == BEFORE);
            after_shown  = after_shown || (out_valid[k] && out_flit[(k/VCS)*FLIT + SHOW +: 2] == AFTER);
            if (colour_shown[k])
                shown = out_flit[(k/VCS)*FLIT +: FLIT];
            leaving  = leaving + (out_valid[k] && out_ready[k]);
            entering = entering + (in_valid[k] && in_ready[k]);
        end
    end
    wire [IVS-1:0] right = {{(IVS-1){1'b0}}, 1'b1} << right_place;
    wire colour_out = (colour_shown & out_ready) != 0;
    wire [1:0] number = shown[SHOW+2 +: 2];
    wire       head   = shown[FLIT-2], tail = shown[FLIT-1];
    always @(posedge clk) begin
        inside <= inside + entering - leaving;
        if (colour_in) begin
            sent     <= sent + 2'd1;
            coloured <= 1'b1;
            sending  <= !its_tail;
        end
        if (source_moves && its_head)
            same_way <= target == destination;
        if (colour_out) begin
            seen     <= seen + 2'd1;
            arriving <= !tail;
        end
        if (rst) begin
            {coloured, sending, arriving} <= 3'd0;
            {sent, seen} <= 4'd0;
            inside <= 8'd0;
        end
    end

    always @(posedge clk) if (check) begin
        only_sent:      assert (seen <= sent && (colour_shown == 0 || seen < sent));
        right_way:      assert (colour_shown == 0 || colour_shown == right);
        in_order:       assert (colour_shown == 0 || (number == seen && head == (seen == 0)));
        tail_is_last:   assert (colour_shown == 0 || tail == (!sending && seen + 1 == sent));
        uninterrupted:  assert (!arriving || (out_valid & right) == 0 || colour_shown != 0);
        empty_agrees:   assert (empty == (inside == 0));
        none_lost:      assert (inside != 0 || seen == sent);
        before_first:   assert (!before_shown || seen == 0);
        after_last:     assert (!after_shown || (!sending && seen == sent));
        progress:       assert (!(inside != 0 && out_ready == {IVS{1'b1}} && (midway & ~in_valid) == 0)
                                || entering != 0 || front_take != 0 || leaving != 0);
        cover (after_shown && LONGEST == seen);
        cover (colour_shown != 0 && port != 0 && tail && seen != 0);
        cover (colour_shown != 0 && crosses == (RING != 0));
    end
endmodule
`default_nettype wire
