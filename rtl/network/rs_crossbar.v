// Input-queued crossbar with packet allocation and hold grant (THESIS 1.3.3, 4.3), one virtual channel; several: rs_vc_crossbar.
//
// What it does: per input one buffer; a packet (head flit .. tail flit) is allocated to its output as a whole, so packets
// never interleave; hold grant works on this allocation (rs_hold_arbiters: an input requests one output at a time, so input
// picks and later iterations have nothing to do; ALLOCATOR 1 and 2: rs_hold_grant around rs_allocator). An output can start a packet
// when it carries none and its output buffer has room; an input requests the output of the head flit at the front of its
// buffer. A granted head flit moves in the cycle of its grant, the packet's other flits follow as they come and as there is room.
// Routing is done outside, combinationally: {front_output, front_bank, front_row} answer for the header at the front of
// every buffer (front_header: payload bits SHOW_FROM .. SHOW_FROM + SHOW - 1; used for head flits). front_blocked = 1 keeps a
// head flit from requesting in this cycle.
// TELL = 1: grant_valid, grant_bank say which outputs grant a packet in this cycle, and the bank it is for; combinational
// from the fronts like the grants themselves. TELL = 0: both are 0.
// Timing: two cycles from input to output port without contention. in_ready and out_valid are functions of registered state
// only.
// A packet's stay (hold_limit L, wait_guard, sinks that take, packets sent without gaps, buffers of two flits or more): an
// output that is not in the middle of a packet arbitrates in every cycle in which it is asked for, a request that stays is
// granted within INPUTS * (L + 1) arbitrations (rs_hold_arbiters), and each keeps the output for the cycles of one packet.
// So with packets of P flits at most a head flit at the front of its buffer moves within W = INPUTS * (L + 1) * P cycles, and a
// packet has left within INPUT_DEPTH * W + P cycles of its head's entry. Sinks that stall add their stalls.
// load (ALLOCATOR 3): requests that the source behind an input has in flight; the arbiters know it a cycle later (rs_sjf_allocator).
// Randomness: one rs_lfsr, advanced in every cycle in which some output arbitrates. Its word is as wide as rs_pim_allocator's
// would be, and the output arbiters take the bits that theirs have there. ALLOCATOR 1 and 2 use none of them; ALLOCATOR 3 has a
// byte an output instead.
// C twin: cmodel/network/crossbar.c.
`default_nettype none
module rs_crossbar #(
    parameter INPUTS       = 28,
    parameter OUTPUTS      = 8,
    parameter FLIT         = 258, // bits: {tail, head, payload}
    parameter SHOW         = 23,  // payload bits shown for routing
    parameter SHOW_FROM    = 0,
    parameter INPUT_DEPTH  = 8,   // flits
    parameter OUTPUT_DEPTH = 2,   // flits
    parameter ALLOCATOR    = 0,   // 0 PIM, 1 ISLIP, 2 WAVEFRONT, 3 SJF (rs_sjf_allocator)
    parameter ITERATIONS   = 1,   // only the width of the random word depends on it
    parameter PICK         = 0,   // 0 TREE, 1 UNIFORM (rs_random_arbiter)
    parameter HOLD         = 1,   // 0: plain arbiters, the straps and keys are ignored
    parameter [16:0] HOLD_FIXED = 17'd0, // the straps as a parameter (rs_hold_arbiters); 0: the inputs
    parameter BANKS        = 4,
    parameter ROW_BITS     = 12,
    parameter HASH_WIDTH   = 12,
    parameter TELL         = 0,   // 1: grant_valid and grant_bank are driven
    parameter LOAD_BITS    = 7,
    // derived, not to be set
    parameter BANK_BITS    = (BANKS > 1) ? $clog2(BANKS) : 1,
    parameter OUTPUT_BITS  = (OUTPUTS > 1) ? $clog2(OUTPUTS) : 1,
    parameter INPUT_BITS   = (INPUTS > 1) ? $clog2(INPUTS) : 1
) (
    input  wire                          clk,
    input  wire                          rst,
    // static straps (rs_hold_arbiters, rs_lfsr)
    input  wire [1:0]                    policy,
    input  wire [4:0]                    hash_bits,
    input  wire [7:0]                    hold_limit,
    input  wire                          wait_guard,
    input  wire [31:0]                   seed,
    // input ports
    input  wire [INPUTS-1:0]             in_valid,
    output wire [INPUTS-1:0]             in_ready,
    input  wire [INPUTS*FLIT-1:0]        in_flit,
    // route look-up
    output wire [INPUTS*SHOW-1:0]        front_header,
    input  wire [INPUTS*OUTPUT_BITS-1:0] front_output,
    input  wire [INPUTS*BANK_BITS-1:0]   front_bank,
    input  wire [INPUTS*ROW_BITS-1:0]    front_row,
    input  wire [INPUTS-1:0]             front_blocked,
    input  wire [INPUTS*LOAD_BITS-1:0]   load,
    // output ports
    output wire [OUTPUTS-1:0]            out_valid,
    input  wire [OUTPUTS-1:0]            out_ready,
    output wire [OUTPUTS*FLIT-1:0]       out_flit,
    output wire [OUTPUTS-1:0]            grant_valid,
    output wire [OUTPUTS*BANK_BITS-1:0]  grant_bank,
    output wire                          empty    // no flit anywhere midway
);
    localparam PAIRS = INPUTS * OUTPUTS;
    localparam HEAD = FLIT - 2, TAIL = FLIT - 1;
    localparam ALLOCATOR_IN  = (PICK != 0) ? 12 : OUTPUT_BITS;
    localparam ALLOCATOR_OUT = (PICK != 0) ? 12 : INPUT_BITS;
    localparam ARBITER      = (ALLOCATOR == 3) ? 2 : PICK;                          // of rs_hold_arbiters, with
    localparam ARBITER_BITS = (ALLOCATOR == 3) ? 8 : ALLOCATOR_OUT;                 // so many random bits an output
    localparam ARBITER_FROM = (ALLOCATOR == 3) ? 0 : INPUTS * ALLOCATOR_IN;         // from there on
    localparam RANDOM_BITS  = (ALLOCATOR == 3) ? OUTPUTS * 8 : ITERATIONS * (INPUTS * ALLOCATOR_IN + OUTPUTS * ALLOCATOR_OUT);

    generate
        if (FLIT < 2 + SHOW_FROM + SHOW || SHOW < 1 || INPUT_DEPTH < 1 || OUTPUT_DEPTH < 1) begin : illegal
            rs_crossbar_needs_shown_bits_within_the_payload_and_buffers_of_1_flit_at_least stop ();
        end
    endgenerate

    genvar i, o;

    // ---- input buffers ----------------------------------------------------------------------------
    wire [INPUTS*FLIT-1:0] front_flit;
    wire [INPUTS-1:0]      front_valid, front_take, front_head;
    generate
        for (i = 0; i < INPUTS; i = i + 1) begin : buffers
            /* verilator lint_off PINCONNECTEMPTY */
            rs_front_fifo #(.WIDTH(FLIT), .DEPTH(INPUT_DEPTH), .FLAG(1)) flits (
                .clk(clk), .rst(rst), .in_valid(in_valid[i]), .in_ready(in_ready[i]),
                .in_data({in_flit[i*FLIT + HEAD], in_flit[i*FLIT + TAIL], in_flit[i*FLIT +: HEAD]}),
                .out_valid(front_valid[i]), .out_ready(front_take[i]),
                .out_data({front_flit[i*FLIT + HEAD], front_flit[i*FLIT + TAIL], front_flit[i*FLIT +: HEAD]}),
                .level());
            /* verilator lint_on PINCONNECTEMPTY */
            assign front_head[i] = front_flit[i*FLIT + HEAD];
            assign front_header[i*SHOW +: SHOW] = front_flit[i*FLIT + SHOW_FROM +: SHOW];
        end
    endgenerate

    // ---- allocation: a packet to its output ---------------------------------------------------------
    reg  [OUTPUTS-1:0]            busy;      // this output is in the middle of a packet
    wire [OUTPUTS-1:0]            buffer_room; // of the output buffers
    // The head flit moves in the cycle of its grant, so a head flit at the front is never allocated. Without a flit front_head is 0.
    wire [INPUTS-1:0]             asks      = front_head & ~front_blocked;
    wire [PAIRS-1:0]              grant;
    wire [OUTPUTS-1:0]            arbitrate; // and all that arbitrate grant
    wire [PAIRS-1:0]              moved;     // the input whose flit moves to an output, one-hot or 0; bit o*INPUTS+i
    wire [OUTPUTS-1:0]            move;
    wire [RANDOM_BITS-1:0]        random;
    wire                          unused_random = &{1'b0, random};
    generate
        if (ALLOCATOR == 0 || ALLOCATOR == 3) begin : apart
            rs_hold_arbiters #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .BANKS(BANKS), .ROW_BITS(ROW_BITS),
                               .HASH_WIDTH(HASH_WIDTH), .PICK(ARBITER), .LOAD_BITS(LOAD_BITS), .HOLD(HOLD),
                               .HOLD_FIXED(HOLD_FIXED)) hold_arbiters (
                .clk(clk), .rst(rst), .policy(policy), .hash_bits(hash_bits), .hold_limit(hold_limit),
                .wait_guard(wait_guard), .valid(asks), .destination(front_output), .bank(front_bank),
                .row(front_row), .ready(buffer_room), .busy(busy), .fronts(front_valid & ~(front_head & front_blocked)),
                .random(random[ARBITER_FROM +: OUTPUTS*ARBITER_BITS]), .load(load),
                .grant(grant), .arbitrate(arbitrate), .moved(moved), .move(move));
            wire unused = &{1'b0, grant};
        end else begin : matrix
            wire [PAIRS-1:0]              request, masked;
            wire [OUTPUTS-1:0]            ready = buffer_room & ~busy;
            reg  [OUTPUTS*INPUT_BITS-1:0] owner; // the input granted last
            for (i = 0; i < INPUTS; i = i + 1) begin : in
                assign request[i*OUTPUTS +: OUTPUTS] =
                    asks[i] ? {{(OUTPUTS-1){1'b0}}, 1'b1} << front_output[i*OUTPUT_BITS +: OUTPUT_BITS] : {OUTPUTS{1'b0}};
            end
            if (HOLD != 0) begin : hold
                rs_hold_grant #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .BANKS(BANKS), .ROW_BITS(ROW_BITS),
                                .HASH_WIDTH(HASH_WIDTH), .HOLD_FIXED(HOLD_FIXED)) hold_grant (
                    .clk(clk), .rst(rst), .policy(policy), .hash_bits(hash_bits), .hold_limit(hold_limit),
                    .wait_guard(wait_guard), .request(request), .ready(ready), .bank(front_bank), .row(front_row),
                    .masked_request(masked), .grant(grant), .arbitrate(arbitrate));
            end else begin : plain
                assign masked = request & {INPUTS{ready}};
                rs_select #(.WIDTH(OUTPUTS), .COUNT(INPUTS)) any_masked (
                    .words(masked), .select({INPUTS{1'b1}}), .word(arbitrate));
                wire unused = &{1'b0, policy, hash_bits, hold_limit, wait_guard, front_bank, front_row};
            end
            // One request an input: a second iteration would find none to match.
            rs_allocator #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .ALLOCATOR(ALLOCATOR), .ITERATIONS(1), .PICK(PICK)) allocator (
                .clk(clk), .rst(rst), .request(masked), .random(random[INPUTS*ALLOCATOR_IN+OUTPUTS*ALLOCATOR_OUT-1:0]),
                .grant(grant));
            for (o = 0; o < OUTPUTS; o = o + 1) begin : out
                wire [INPUT_BITS-1:0] winner;
                wire [INPUT_BITS-1:0] from = owner[o*INPUT_BITS +: INPUT_BITS];
                wire [INPUTS-1:0]     granted;
                wire                  goes_on = busy[o] & buffer_room[o] & front_valid[from];
                for (i = 0; i < INPUTS; i = i + 1) begin : of
                    assign granted[i] = grant[i*OUTPUTS + o];
                end
                rs_encode #(.WIDTH(INPUTS)) encode_granted (.one_hot(granted), .index(winner));
                assign moved[o*INPUTS +: INPUTS] = granted | ({{(INPUTS-1){1'b0}}, goes_on} << from);
                assign move[o] = arbitrate[o] | goes_on;
                always @(posedge clk)
                    if (rst)
                        owner[o*INPUT_BITS +: INPUT_BITS] <= {INPUT_BITS{1'b0}};
                    else if (arbitrate[o])
                        owner[o*INPUT_BITS +: INPUT_BITS] <= winner;
            end
            wire unused = &{1'b0, load};
        end
    endgenerate
    rs_lfsr #(.BITS(RANDOM_BITS)) lfsr (
        .clk(clk), .rst(rst), .seed(seed), .advance(|arbitrate), .word(random));

    // ---- per output: the flit that moves --------------------------------------------------------------
    wire [OUTPUTS-1:0] move_tail; // 0 where no flit moves
    generate
        for (o = 0; o < OUTPUTS; o = o + 1) begin : out
            wire [FLIT-1:0] flit;
            rs_select #(.WIDTH(FLIT), .COUNT(INPUTS)) select_flit (
                .words(front_flit), .select(moved[o*INPUTS +: INPUTS]), .word(flit));
            assign move_tail[o] = flit[TAIL];
            /* verilator lint_off PINCONNECTEMPTY */
            rs_fifo #(.WIDTH(FLIT), .DEPTH(OUTPUT_DEPTH)) flits (
                .clk(clk), .rst(rst),
                .in_valid(move[o]), .in_ready(buffer_room[o]), .in_data(flit),
                .out_valid(out_valid[o]), .out_ready(out_ready[o]), .out_data(out_flit[o*FLIT +: FLIT]),
                .level());
            /* verilator lint_on PINCONNECTEMPTY */
            always @(posedge clk)
                busy[o] <= !rst && (busy[o] | arbitrate[o]) & ~move_tail[o];
        end
        if (TELL != 0) begin : tell
            assign grant_valid = arbitrate;
            for (o = 0; o < OUTPUTS; o = o + 1) begin : out
                rs_select #(.WIDTH(BANK_BITS), .COUNT(INPUTS)) select_bank (
                    .words(front_bank), .select(moved[o*INPUTS +: INPUTS]), .word(grant_bank[o*BANK_BITS +: BANK_BITS]));
            end
        end else begin : quiet
            assign grant_valid = {OUTPUTS{1'b0}};
            assign grant_bank  = {(OUTPUTS*BANK_BITS){1'b0}};
        end
    endgenerate

    // Inputs whose front flit moves.
    rs_select #(.WIDTH(INPUTS), .COUNT(OUTPUTS)) select_moved (.words(moved), .select({OUTPUTS{1'b1}}), .word(front_take));

    assign empty = front_valid == {INPUTS{1'b0}} && out_valid == {OUTPUTS{1'b0}};
endmodule
`default_nettype wire
