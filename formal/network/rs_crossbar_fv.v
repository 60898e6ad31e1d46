// Proof of rs_crossbar by data independence: it moves flits without looking at their data, so one packet is coloured
// and followed; it comes from an arbitrary input, to an arbitrary output, at an arbitrary time, among arbitrary other
// packets. Its flits carry the colour and their number.
//   Every coloured flit comes out at its destination, once, in order, with no flit of another packet in between on its
//   virtual channel; head and tail as sent. Every output VC gives well-formed packets.
//   The number of flits inside is what went in minus what came out, and empty says when it is 0: none is lost or doubled.
//   Order (one VC, or STATIC_VC): packets from the source to the destination before the coloured one come out before it,
//   those after it after it.
//   Progress: with all sinks ready, no head blocked and no source that pauses within a packet, some flit enters, moves or
//   leaves whenever one is inside.
//   A head that is blocked is not granted: no input is that shows no other head, and with VCS > 1 no output VC goes to it.
//   VCS = 1: an input is granted one output at most.
`default_nettype none
module rs_crossbar_fv #(
    parameter INPUTS  = 2,
    parameter OUTPUTS = 2,
    parameter VCS     = 1,
    parameter ALLOCATOR = 0,
    parameter INPUT_DEPTH  = 2,
    parameter OUTPUT_DEPTH = 1,
    parameter HOLD    = 0,
    parameter POLICY  = 0,
    parameter LIMIT   = 0,
    parameter GUARD   = 0,
    parameter STATIC_VC = 0,
    parameter LONGEST = 3,
    parameter OUTPUT_BITS = (OUTPUTS > 1) ? $clog2(OUTPUTS) : 1, // these two derived, not to be set
    parameter INPUT_BITS  = (INPUTS > 1) ? $clog2(INPUTS) : 1
) (
    input wire                     clk,
    input wire                     rst,
    input wire [INPUTS-1:0]        in_valid,
    input wire [INPUTS-1:0]        in_head,
    input wire [INPUTS-1:0]        in_tail,
    input wire [INPUTS*OUTPUT_BITS-1:0] in_output,
    input wire [INPUTS-1:0]        in_row,
    input wire                     colour_now,
    input wire [INPUTS*VCS-1:0]    blocked,
    input wire [INPUTS*7-1:0]      load,
    input wire [OUTPUTS*VCS-1:0]   out_ready
);
    // payload, from bit 0: output, row, kind, number
    localparam SHOW = OUTPUT_BITS + 1;
    localparam FLIT = SHOW + 4 + 2;
    localparam [1:0] OTHER = 2'd0, BEFORE = 2'd1, COLOURED = 2'd2, AFTER = 2'd3; // kinds
    localparam KEEPS_ORDER = VCS == 1 || STATIC_VC != 0;
    localparam OVS = OUTPUTS * VCS, IVS = INPUTS * VCS;
    localparam [1:0] POLICY_STRAP = POLICY;
    localparam [31:0] LIMIT_WORD = LIMIT;

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) if (!started) assume (rst);
    wire check = started && !rst;

    (* anyconst *) reg [INPUT_BITS-1:0]  source;
    (* anyconst *) reg [OUTPUT_BITS-1:0] destination;
    always @(posedge clk) assume (source < INPUTS && destination < OUTPUTS);

    wire [INPUTS-1:0]      in_ready, midway;
    wire [INPUTS*2-1:0]    place;
    wire [INPUTS*FLIT-1:0] in_flit;
    wire [OVS-1:0]         out_valid;
    wire [OVS*FLIT-1:0]    out_flit;
    wire                   empty;
    reg                    coloured; // the coloured packet has begun
    reg                    sending;  // ... and has not ended
    wire [OUTPUT_BITS-1:0] target = in_output[source*OUTPUT_BITS +: OUTPUT_BITS];
    wire                   begins = colour_now && !coloured && in_head[source] && target == destination;
    reg                    same_way; // the packet that the source is sending goes to the destination, too
    wire [1:0] kind = begins || sending ? COLOURED : !(in_head[source] ? target == destination : same_way) ? OTHER
                    : coloured ? AFTER : BEFORE;
    wire [INPUTS*SHOW-1:0] enter_header;
    wire [IVS*SHOW-1:0]    front_header;
    wire [INPUTS*OUTPUT_BITS-1:0] enter_output;
    wire [IVS*OUTPUT_BITS-1:0]    front_output;
    wire [IVS-1:0]                front_row;
    genvar g;
    generate
        for (g = 0; g < INPUTS; g = g + 1) begin : in
            localparam [31:0] SELF = g;
            wire mine = SELF == source;
            assign in_flit[g*FLIT +: FLIT] = {in_tail[g], in_head[g], place[g*2 +: 2] & {2{mine && kind == COLOURED}},
                                              mine ? kind : OTHER, in_row[g], in_output[g*OUTPUT_BITS +: OUTPUT_BITS]};
            rs_packet_rules #(.LONGEST(LONGEST), .CHECK(0)) packets (
                .clk(clk), .rst(rst), .valid(in_valid[g]), .taken(in_valid[g] && in_ready[g]), .head(in_head[g]),
                .tail(in_tail[g]), .midway(midway[g]), .place(place[g*2 +: 2]));
            assign enter_output[g*OUTPUT_BITS +: OUTPUT_BITS] = enter_header[g*SHOW +: OUTPUT_BITS];
            always @(posedge clk) assume (in_output[g*OUTPUT_BITS +: OUTPUT_BITS] < OUTPUTS);
        end
        for (g = 0; g < IVS; g = g + 1) begin : front
            assign front_output[g*OUTPUT_BITS +: OUTPUT_BITS] = front_header[g*SHOW +: OUTPUT_BITS];
            assign front_row[g] = front_header[g*SHOW + OUTPUT_BITS];
        end
    endgenerate

    generate
        if (VCS == 1) begin : network // one block name, for the probes
            assign enter_header = {(INPUTS*SHOW){1'b0}};
            rs_crossbar #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .FLIT(FLIT), .SHOW(SHOW), .INPUT_DEPTH(INPUT_DEPTH),
                          .OUTPUT_DEPTH(OUTPUT_DEPTH), .ALLOCATOR(ALLOCATOR), .HOLD(HOLD), .BANKS(1), .ROW_BITS(1),
                          .HASH_WIDTH(1)) dut (
                .clk(clk), .rst(rst), .policy(POLICY_STRAP), .hash_bits(5'd1), .hold_limit(LIMIT_WORD[7:0]),
                .wait_guard(GUARD != 0), .seed(32'd1), .in_valid(in_valid), .in_ready(in_ready), .in_flit(in_flit),
                .front_header(front_header), .front_output(front_output), .front_bank({IVS{1'b0}}), .front_row(front_row),
                .front_blocked(blocked), .load(load), .out_valid(out_valid), .out_ready(out_ready), .out_flit(out_flit),
                .grant_valid(), .grant_bank(), .empty(empty));
        end else begin : network
            rs_vc_crossbar #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .FLIT(FLIT), .SHOW(SHOW), .INPUT_DEPTH(INPUT_DEPTH),
                             .OUTPUT_DEPTH(OUTPUT_DEPTH), .ALLOCATOR(ALLOCATOR), .HOLD(HOLD), .BANKS(1), .ROW_BITS(1),
                             .HASH_WIDTH(1), .VCS(VCS)) dut (
                .clk(clk), .rst(rst), .policy(POLICY_STRAP), .hash_bits(5'd1), .hold_limit(LIMIT_WORD[7:0]),
                .wait_guard(GUARD != 0), .seed(32'd1), .static_vc(STATIC_VC != 0), .in_valid(in_valid),
                .in_ready(in_ready), .in_flit(in_flit), .enter_header(enter_header), .enter_output(enter_output),
                .front_header(front_header), .front_output(front_output), .front_bank({IVS{1'b0}}), .front_row(front_row),
                .front_blocked(blocked), .out_valid(out_valid), .out_ready(out_ready), .out_flit(out_flit),
                .grant_valid(), .grant_bank(), .empty(empty));
        end
    endgenerate
    (* keep *) wire [IVS-1:0] front_take;  // probe network.dut.front_take
    // Into the VC buffers; with one VC from the input ports.
    (* keep *) wire [IVS-1:0] entered_valid; // probe network.dut.buffer_valid if VCS=2
    (* keep *) wire [IVS-1:0] entered_ready; // probe network.dut.buffer_ready if VCS=2
    wire [IVS-1:0] buffer_valid = VCS == 1 ? in_valid : entered_valid;
    wire [IVS-1:0] buffer_ready = VCS == 1 ? in_ready : entered_ready;
    (* keep *) wire [INPUTS*OUTPUTS-1:0] grant;   // probe network.dut.grant
    (* keep *) wire [IVS-1:0] front_valid; // probe network.dut.front_valid
    (* keep *) wire [IVS-1:0] front_head;  // probe network.dut.front_head
    (* keep *) wire [OVS-1:0] busy;        // probe network.dut.busy
    localparam SOURCE_BITS = (IVS > 1) ? $clog2(IVS) : 1;
    (* keep *) wire [OVS*SOURCE_BITS-1:0] owner; // probe network.dut.owner if VCS=2

    // ---- heads that are blocked ------------------------------------------------------------------------
    wire [IVS-1:0] may_ask = front_valid & front_head & ~blocked;
    reg  [IVS-1:0] asked;     // in the cycle before
    reg  [OVS-1:0] was_busy;
    reg  [INPUTS-1:0] granted_unasked;
    reg  [OVS-1:0]    goes_to_blocked;
    integer n;
    always @* begin
        for (n = 0; n < INPUTS; n = n + 1)
            granted_unasked[n] = grant[n*OUTPUTS +: OUTPUTS] != 0 && may_ask[n*VCS +: VCS] == 0;
        for (n = 0; n < OVS; n = n + 1)
            goes_to_blocked[n] = VCS > 1 && busy[n] && !was_busy[n] && !asked[owner[n*SOURCE_BITS +: SOURCE_BITS]];
    end
    always @(posedge clk) begin
        asked    <= may_ask;
        was_busy <= rst ? {OVS{1'b0}} : busy;
    end

    // ---- the coloured packet --------------------------------------------------------------------------
    wire source_moves = in_valid[source] && in_ready[source];
    wire colour_in = source_moves && (begins || sending);
    reg [1:0] sent, seen;    // coloured flits in and out
    reg       arriving;      // its head has come out, its tail has not
    reg [7:0] at;            // on this output VC
    reg [7:0] inside;        // flits

    reg  [OVS-1:0] colour_shown;
    reg  [7:0]     shown_at;
    reg  [FLIT-1:0] shown;   // the coloured flit shown
    reg            before_shown, after_shown;
    reg  [3:0]     entering, leaving;
    integer k;
    always @* begin
        shown_at = 8'd0;
        shown    = 0;
        before_shown = 1'b0;
        after_shown  = 1'b0;
        entering = 4'd0;
        leaving  = 4'd0;
        for (k = 0; k < OVS; k = k + 1) begin
            colour_shown[k] = out_valid[k] && out_flit[k*FLIT + SHOW +: 2] == COLOURED;
            before_shown = before_shown || (out_valid[k] && out_flit[k*FLIT + SHOW +: 2] == BEFORE);
            after_shown  = after_shown || (out_valid[k] && out_flit[k*FLIT + SHOW +: 2] == AFTER);
            if (colour_shown[k]) begin
                shown_at = k;
                shown    = out_flit[k*FLIT +: FLIT];
            end
            leaving = leaving + (out_valid[k] && out_ready[k]);
        end
        for (k = 0; k < INPUTS; k = k + 1)
            entering = entering + (in_valid[k] && in_ready[k]);
    end
    wire colour_out = colour_shown != 0 && out_ready[shown_at];
    wire [1:0] number = shown[SHOW+2 +: 2];
    wire       head   = shown[FLIT-2], tail = shown[FLIT-1];
    always @(posedge clk) begin
        inside <= inside + entering - leaving;
        if (colour_in) begin
            sent     <= sent + 2'd1;
            coloured <= 1'b1;
            sending  <= !in_tail[source];
        end
        if (source_moves && in_head[source])
            same_way <= target == destination;
        if (colour_out) begin
            seen     <= seen + 2'd1;
            arriving <= !tail;
            at       <= shown_at;
        end
        if (rst) begin
            {coloured, sending, arriving} <= 3'd0;
            {sent, seen} <= 4'd0;
            inside <= 8'd0;
        end
    end

    wire [OVS-1:0] out_midway;
    wire [OVS*2-1:0] out_place;
    generate
        for (g = 0; g < OVS; g = g + 1) begin : out
            rs_packet_rules #(.LONGEST(LONGEST), .CHECK(1)) packets (
                .clk(clk), .rst(rst || !started), .valid(out_valid[g]), .taken(out_valid[g] && out_ready[g]),
                .head(out_flit[g*FLIT + FLIT-2]), .tail(out_flit[g*FLIT + FLIT-1]), .midway(out_midway[g]),
                .place(out_place[g*2 +: 2]));
            rs_stream_source_rules #(.WIDTH(FLIT)) stays (
                .clk(clk), .rst(rst || !started), .valid(out_valid[g]), .ready(out_ready[g]), .payload(out_flit[g*FLIT +: FLIT]));
        end
    endgenerate

    always @(posedge clk) if (check) begin
        one_shown:      assert ((colour_shown & (colour_shown - 1)) == 0);
        only_sent:      assert (seen <= sent && (colour_shown == 0 || seen < sent));
        at_destination: assert (colour_shown == 0 || shown_at / VCS == destination);
        in_order:       assert (colour_shown == 0 || (number == seen && head == (seen == 0)));
        tail_is_last:   assert (colour_shown == 0 || tail == (!sending && seen + 1 == sent));
        uninterrupted:  assert (!arriving || !out_valid[at] || (colour_shown[at] && out_midway[at]));
        empty_agrees:   assert (empty == (inside == 0));
        none_lost:      assert (inside != 0 || seen == sent);
        blocked_waits:  assert (granted_unasked == 0 && goes_to_blocked == 0);
        before_first:   assert (!KEEPS_ORDER || !before_shown || seen == 0);
        after_last:     assert (!KEEPS_ORDER || !after_shown || (!sending && seen == sent));
        progress:       assert (!(inside != 0 && out_ready == {OVS{1'b1}} && blocked == 0 && (midway & ~in_valid) == 0)
                                || entering != 0 || front_take != 0 || leaving != 0
                                || (VCS > 1 && (buffer_valid & buffer_ready) != 0));
        cover (after_shown && LONGEST == seen);
        cover (coloured && !sending && sent == LONGEST && seen == LONGEST && out_midway != 0);
        cover (colour_shown != 0 && !out_ready[shown_at] && arriving);
    end
    generate
        if (VCS == 1) begin : single
            for (g = 0; g < INPUTS; g = g + 1) begin : in
                wire [OUTPUTS-1:0] given = grant[g*OUTPUTS +: OUTPUTS];
                always @(posedge clk) if (check) begin assert ((given & (given - 1)) == 0); end
            end
        end else if (STATIC_VC == 0) begin : several
            wire [VCS-1:0] there = out_valid[destination*VCS +: VCS];
            always @(posedge clk) if (check) begin cover (colour_shown != 0 && there == {VCS{1'b1}}); end
        end
    endgenerate
endmodule
`default_nettype wire
