// Proof of the bound on a packet's stay in rs_crossbar (its header), one virtual channel, hold grant with limit and guard:
// sinks always take, sources send a packet without gaps, no head is blocked, buffers of two flits or more.
//   A head flit at the front of its buffer moves within W = INPUTS * (LIMIT + 1) * LONGEST cycles: it is granted within
//   INPUTS * (LIMIT + 1) arbitrations of its output (rs_hold_grant), and each keeps the output busy for LONGEST cycles at most.
//   WHOLE: a packet has left within INPUT_DEPTH * W + LONGEST cycles after its head was taken, as each flit before it in the
//   buffer stays at the front for W cycles at most.
// With `rest` the cycles that the packet on the output still takes, for one arbitrary input
//     at_front + rest <= waited * LONGEST + LONGEST - 1
// and the link of rs_hold_grant_wait_fv for `waited` are inductive; so is, for a marked head behind `queued` flits,
//     stay <= (INPUT_DEPTH - 1 - queued) * W + at_front.
`default_nettype none
module rs_crossbar_wait_fv #(
    parameter INPUTS  = 2,
    parameter OUTPUTS = 2,
    parameter POLICY  = 1,
    parameter LIMIT   = 1,
    parameter LONGEST = 2,
    parameter INPUT_DEPTH = 2,
    parameter WHOLE   = 1, // follow a whole packet, too
    parameter OUTPUT_BITS = (OUTPUTS > 1) ? $clog2(OUTPUTS) : 1, // these two derived, not to be set
    parameter INPUT_BITS  = (INPUTS > 1) ? $clog2(INPUTS) : 1
) (
    input wire                          clk,
    input wire                          rst,
    input wire [INPUTS-1:0]             in_valid,
    input wire [INPUTS-1:0]             in_head,
    input wire [INPUTS-1:0]             in_tail,
    input wire [INPUTS*OUTPUT_BITS-1:0] in_output,
    input wire [INPUTS-1:0]             in_row,
    input wire                          mark
);
    localparam SHOW = OUTPUT_BITS + 1; // payload, from bit 0: output, row, marked
    localparam FLIT = SHOW + 1 + 2;
    localparam W = INPUTS * (LIMIT + 1) * LONGEST;
    localparam [31:0] POLICY_WORD = POLICY, LIMIT_WORD = LIMIT;

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) if (!started) assume (rst);
    wire check = started && !rst;

    (* anyconst *) reg [INPUT_BITS-1:0] source;
    always @(posedge clk) assume (source < INPUTS);
    reg  marked, sending, gone;  // a packet of the source has been marked, is being sent, has come out
    wire begins = mark && !marked && in_head[source];

    wire [INPUTS-1:0]      in_ready, midway;
    wire [INPUTS*2-1:0]    place;
    wire [INPUTS*FLIT-1:0] in_flit;
    wire [OUTPUTS-1:0]     out_valid;
    wire [OUTPUTS*FLIT-1:0] out_flit;
    wire                   empty;
    wire [INPUTS*SHOW-1:0] front_header;
    wire [INPUTS*OUTPUT_BITS-1:0] front_output;
    wire [INPUTS-1:0]      front_row;
    genvar g;
    generate
        for (g = 0; g < INPUTS; g = g + 1) begin : in
            localparam [31:0] SELF = g;
            assign in_flit[g*FLIT +: FLIT] = {in_tail[g], in_head[g], SELF == source && (begins || sending), in_row[g],
                                              in_output[g*OUTPUT_BITS +: OUTPUT_BITS]};
            assign front_output[g*OUTPUT_BITS +: OUTPUT_BITS] = front_header[g*SHOW +: OUTPUT_BITS];
            assign front_row[g] = front_header[g*SHOW + OUTPUT_BITS];
            rs_packet_rules #(.LONGEST(LONGEST), .CHECK(0)) packets (
                .clk(clk), .rst(rst), .valid(in_valid[g]), .taken(in_valid[g] && in_ready[g]), .head(in_head[g]),
                .tail(in_tail[g]), .midway(midway[g]), .place(place[g*2 +: 2]));
            always @(posedge clk) assume (in_output[g*OUTPUT_BITS +: OUTPUT_BITS] < OUTPUTS && (!midway[g] || in_valid[g]));
        end
    endgenerate
    rs_crossbar #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .FLIT(FLIT), .SHOW(SHOW), .INPUT_DEPTH(INPUT_DEPTH), .OUTPUT_DEPTH(2),
                  .HOLD(1), .BANKS(1), .ROW_BITS(1), .HASH_WIDTH(1)) dut (
        .clk(clk), .rst(rst), .policy(POLICY_WORD[1:0]), .hash_bits(5'd1), .hold_limit(LIMIT_WORD[7:0]), .wait_guard(1'b1),
        .seed(32'd1), .in_valid(in_valid), .in_ready(in_ready), .in_flit(in_flit),
        .front_header(front_header),
        .front_output(front_output), .front_bank({INPUTS{1'b0}}), .front_row(front_row), .front_blocked({INPUTS{1'b0}}), .load({(INPUTS*7){1'b0}}),
        .out_valid(out_valid), .out_ready({OUTPUTS{1'b1}}), .out_flit(out_flit), .grant_valid(), .grant_bank(), .empty(empty));
    (* keep *) wire [INPUTS-1:0]  front_valid; // probe dut.front_valid
    (* keep *) wire [INPUTS-1:0]  front_head;  // probe dut.front_head
    (* keep *) wire [INPUTS-1:0]  front_take;  // probe dut.front_take
    (* keep *) wire [OUTPUTS-1:0] busy;        // probe dut.busy
    (* keep *) wire [OUTPUTS-1:0] arbitrate;   // probe dut.arbitrate
    (* keep *) wire [OUTPUTS-1:0] move;        // probe dut.move
    (* keep *) wire [OUTPUTS-1:0] move_tail;   // probe dut.move_tail
    (* keep *) wire [OUTPUTS*8-1:0] count;     // probe dut.apart.hold_arbiters.out[*OUTPUTS].hold.count
    (* keep *) wire [OUTPUTS*INPUT_BITS-1:0] visit; // probe dut.apart.hold_arbiters.out[*OUTPUTS].hold.visit

    // What rs_hold_arbiters asks of a busy output: its last winner shows no head.
    localparam PLACES = (INPUT_BITS > 2) ? 4 : 2, GROUPS = (INPUTS + PLACES - 1) / PLACES, NUMBER = PLACES + GROUPS;
    (* keep *) wire [OUTPUTS*NUMBER-1:0] holder; // probe dut.apart.hold_arbiters.out[*OUTPUTS].hold.holder
    wire [INPUTS*OUTPUTS-1:0] asks_midway;
    genvar at_output;
    generate
        for (g = 0; g < INPUTS; g = g + 1) begin : head
            for (at_output = 0; at_output < OUTPUTS; at_output = at_output + 1) begin : of
                assign asks_midway[g*OUTPUTS + at_output] = busy[at_output] && front_head[g] && front_valid[g]
                    && holder[at_output*NUMBER + g % PLACES] && holder[at_output*NUMBER + PLACES + g / PLACES];
            end
        end
    endgenerate
    always @(posedge clk) if (check) begin
        midway_no_head: assert (asks_midway == {(INPUTS*OUTPUTS){1'b0}} && (front_head & ~front_valid) == {INPUTS{1'b0}});
    end

    // ---- at the front ----------------------------------------------------------------------------------
    wire [OUTPUT_BITS-1:0] to = front_output[source*OUTPUT_BITS +: OUTPUT_BITS];
    wire waits = front_valid[source] && front_head[source] && !front_take[source];
    reg  [7:0] at_front, waited;   // cycles; arbitrations of its output lost
    reg  [OUTPUTS*2-1:0] flits;    // of the packet on each output, moved
    reg  waited_last;              // a request that was shown and not granted, and what was shown
    reg  [SHOW-1:0] shown_last;
    integer o;
    always @(posedge clk) begin
        at_front <= waits && !rst ? at_front + 8'd1 : 8'd0;
        waited_last <= waits && !rst;
        shown_last  <= front_header[source*SHOW +: SHOW];
        waited   <= waits && !rst ? waited + {7'd0, arbitrate[to]} : 8'd0;
        for (o = 0; o < OUTPUTS; o = o + 1)
            if (move[o])
                flits[o*2 +: 2] <= move_tail[o] ? 2'd0 : flits[o*2 +: 2] + 2'd1;
        if (rst)
            flits <= 0;
    end
    wire [7:0] rest  = busy[to] ? LONGEST - flits[to*2 +: 2] : 8'd0;
    wire [7:0] at    = visit[to*INPUT_BITS +: INPUT_BITS];
    wire [7:0] ahead = source >= at ? source - at : source + INPUTS - at;
    wire [7:0] held  = count[to*8 +: 8];

    // ---- a whole packet ----------------------------------------------------------------------------------
    reg  [7:0] stay, level, queued, since; // cycles; flits in the buffer, before the head; cycles since the head moved
    reg  head_gone;
    reg  tail_out;
    always @* begin
        tail_out = 1'b0;
        for (o = 0; o < OUTPUTS; o = o + 1)
            tail_out = tail_out || (out_valid[o] && out_flit[o*FLIT + SHOW] && out_flit[o*FLIT + FLIT-1]);
    end
    wire moves = in_valid[source] && in_ready[source];
    always @(posedge clk) begin
        if (moves && (begins || sending)) begin
            marked  <= 1'b1;
            sending <= !in_tail[source];
        end
        level <= level + (moves ? 1 : 0) - (front_take[source] ? 1 : 0);
        if (front_take[source] && marked) begin
            queued    <= queued - 8'd1;
            head_gone <= head_gone || queued == 0;
        end
        if (moves && begins)
            queued <= level - (front_take[source] ? 1 : 0);
        since <= head_gone && !gone ? since + 8'd1 : 8'd0;
        if (tail_out)
            gone <= 1'b1;
        stay <= marked && !gone && !tail_out && !rst ? stay + 8'd1 : 8'd0;
        if (rst)
            {marked, sending, gone, head_gone, level, since} <= 20'd0;
    end

    always @(posedge clk) if (check) begin
        visit_in_range: assert (at < INPUTS && held <= LIMIT);
        wait_link:      assert (!waits || waited <= (INPUTS - 1 - ahead) * (LIMIT + 1) + held);
        front_link:     assert (!waits || at_front + rest <= waited * LONGEST + LONGEST - 1);
        request_stays:  assert (!waited_last || (front_valid[source] && front_head[source]
                                                 && front_header[source*SHOW +: SHOW] == shown_last)); // assumed by rs_hold_arbiters_fv
        goes_on:        assert ((busy & ~move) == 0);                   // a packet on its way never pauses
        front_bound:    assert (at_front < W);
        cover (at_front == W - (LIMIT + 1) * LONGEST && front_take[source]);
        cover (at_front > LONGEST && front_take[source] && held == LIMIT);
    end
    generate
        if (WHOLE != 0) begin : whole
            always @(posedge clk) if (check) begin
                level_link: assert (level <= INPUT_DEPTH && (!marked || head_gone || queued < level));
                stay_link:  assert (!marked || head_gone || stay <= (INPUT_DEPTH - 1 - queued) * W + at_front);
                then_link:  assert (!head_gone || gone || (stay <= INPUT_DEPTH * W + since && since < LONGEST));
                stay_bound: assert (stay < INPUT_DEPTH * W + LONGEST);
                cover (stay > W && tail_out);
            end
        end
    endgenerate
endmodule
`default_nettype wire
