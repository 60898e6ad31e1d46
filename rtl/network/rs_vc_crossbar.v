// Input-queued crossbar with several virtual channels, packet allocation and hold grant (THESIS 1.3.3, 4.3, 4.4, 6.3.3); with
// one: rs_crossbar.
//
// What it does: per input and virtual channel (VC) one buffer; a packet (head flit .. tail flit) is allocated to a VC
// of its output as a whole, so packets never interleave within a VC; hold grant works on this allocation. Switch
// allocation then moves flits: at most one an input and one an output a cycle. Both happen in the same cycle, so a
// head flit may move in the cycle of its grant.
//   Channel allocation, per output: it is ready when its next VC carries no packet and that VC's output buffer has
//   room. Next VC: static_vc = 0 (DVCA) the lowest such VC; static_vc = 1 (SVCA) VC (output mod VCS) only. An input
//   requests the outputs of the head flits at the fronts of its VC buffers; with several VCs that want one
//   output, the first from the input's VC pointer on takes part, and the pointer moves behind a granted VC.
//   Switch allocation: a second rs_pim_allocator; with several VCs of one output fed by the input that won,
//   the first from the output's VC pointer on moves; the pointer stays on a packet until its tail has moved.
//   Input side: flits enter through a buffer of two; a packet goes to the lowest VC with room (DVCA) or to
//   VC (output mod VCS) (SVCA). Under SVCA the packets of one input to one output stay in order.
// Routing is done outside, combinationally: {front_output, front_bank, front_row} answer for the header at the front of
// every VC buffer (front_header: payload bits SHOW_FROM .. SHOW_FROM + SHOW - 1; used for head flits), enter_output for
// that at the entry buffers. front_blocked = 1 keeps a head flit from requesting in this cycle.
// TELL = 1: grant_valid, grant_bank say which outputs grant a packet in this cycle, and the bank it is for; combinational
// from the fronts like the grants themselves. TELL = 0: both are 0.
// Timing: three cycles from input to output port without contention. in_ready and out_valid are functions of registered
// state only.
// The allocator of packets is ALLOCATOR's; flits are always allocated by rs_pim_allocator.
// Randomness: one rs_lfsr, advanced in every cycle in which some output arbitrates or some flit could move. Its word serves
// channel allocation from bit 0, then switch allocation.
// Indices: input VC i*VCS+v, output VC o*VCS+w.
// C twin: cmodel/network/crossbar.c, as that of rs_crossbar.
`default_nettype none
module rs_vc_crossbar #(
    parameter INPUTS       = 28,
    parameter OUTPUTS      = 8,
    parameter FLIT         = 258, // bits: {tail, head, payload}
    parameter SHOW         = 23,  // payload bits shown for routing
    parameter SHOW_FROM    = 0,
    parameter INPUT_DEPTH  = 8,   // flits a VC
    parameter OUTPUT_DEPTH = 2,   // flits a VC
    parameter ALLOCATOR    = 0,   // of packets: 0 PIM, 1 ISLIP, 2 WAVEFRONT (rs_allocator)
    parameter ITERATIONS   = 1,
    parameter PICK         = 0,
    parameter HOLD         = 1,   // 0: plain allocator, the straps and keys are ignored
    parameter [16:0] HOLD_FIXED = 17'd0, // the straps as a parameter (rs_hold_arbiters); 0: the inputs
    parameter BANKS        = 4,
    parameter ROW_BITS     = 12,
    parameter HASH_WIDTH   = 12,
    parameter VCS          = 2,   // 2 or 4
    parameter TELL         = 0,   // 1: grant_valid and grant_bank are driven
    // derived, not to be set
    parameter BANK_BITS    = (BANKS > 1) ? $clog2(BANKS) : 1,
    parameter OUTPUT_BITS  = (OUTPUTS > 1) ? $clog2(OUTPUTS) : 1,
    parameter INPUT_BITS   = (INPUTS > 1) ? $clog2(INPUTS) : 1,
    parameter VC_BITS      = $clog2(VCS)
) (
    input  wire                              clk,
    input  wire                              rst,
    // static straps (rs_hold_grant, rs_lfsr)
    input  wire [1:0]                        policy,
    input  wire [4:0]                        hash_bits,
    input  wire [7:0]                        hold_limit,
    input  wire                              wait_guard,
    input  wire [31:0]                       seed,
    input  wire                              static_vc,
    // input ports
    input  wire [INPUTS-1:0]                 in_valid,
    output wire [INPUTS-1:0]                 in_ready,
    input  wire [INPUTS*FLIT-1:0]            in_flit,
    // route look-up
    output wire [INPUTS*SHOW-1:0]            enter_header,
    input  wire [INPUTS*OUTPUT_BITS-1:0]     enter_output,
    output wire [INPUTS*VCS*SHOW-1:0]        front_header,
    input  wire [INPUTS*VCS*OUTPUT_BITS-1:0] front_output,
    input  wire [INPUTS*VCS*BANK_BITS-1:0]   front_bank,
    input  wire [INPUTS*VCS*ROW_BITS-1:0]    front_row,
    input  wire [INPUTS*VCS-1:0]             front_blocked,
    // output ports, one per VC
    output wire [OUTPUTS*VCS-1:0]            out_valid,
    input  wire [OUTPUTS*VCS-1:0]            out_ready,
    output wire [OUTPUTS*VCS*FLIT-1:0]       out_flit,
    output wire [OUTPUTS-1:0]                grant_valid,
    output wire [OUTPUTS*BANK_BITS-1:0]      grant_bank,
    output wire                              empty    // no flit anywhere midway
);
    localparam PAIRS = INPUTS * OUTPUTS;
    localparam IVS = INPUTS * VCS, OVS = OUTPUTS * VCS;
    localparam HEAD = FLIT - 2, TAIL = FLIT - 1;
    localparam SOURCE_BITS = $clog2(IVS); // an input VC's index
    localparam ALLOCATOR_IN  = (PICK != 0) ? 12 : OUTPUT_BITS;
    localparam ALLOCATOR_OUT = (PICK != 0) ? 12 : INPUT_BITS;
    localparam SHARE = ITERATIONS * (INPUTS * ALLOCATOR_IN + OUTPUTS * ALLOCATOR_OUT);
    localparam RANDOM_BITS = 2 * SHARE;

    generate
        if (FLIT < 2 + SHOW_FROM + SHOW || SHOW < 1 || INPUT_DEPTH < 1 || OUTPUT_DEPTH < 1) begin : illegal
            rs_vc_crossbar_needs_shown_bits_within_the_payload_and_buffers_of_1_flit_at_least stop ();
        end
        if (VCS != 2 && VCS != 4) begin : illegal_vcs
            rs_vc_crossbar_VCS_must_be_2_or_4 stop ();
        end
    endgenerate

    genvar i, o, v;

    // ---- input buffers ----------------------------------------------------------------------------
    wire [IVS*FLIT-1:0] front_flit, buffer_flit;
    wire [IVS-1:0]      front_valid, front_take, front_head, buffer_valid, buffer_ready;
    wire [INPUTS-1:0]   entry_empty;
    function [VC_BITS-1:0] own_vc; // of an output, under SVCA
        input [OUTPUT_BITS-1:0] index;
        integer n;
        reg [VC_BITS-1:0] own; // n mod VCS
        begin
            own_vc = {VC_BITS{1'b0}};
            own    = {VC_BITS{1'b0}};
            for (n = 0; n < OUTPUTS; n = n + 1) begin
                if (index == n[OUTPUT_BITS-1:0])
                    own_vc = own;
                own = own + {{(VC_BITS-1){1'b0}}, 1'b1};
            end
        end
    endfunction
    generate
        for (i = 0; i < IVS; i = i + 1) begin : buffers
            /* verilator lint_off PINCONNECTEMPTY */
            rs_front_fifo #(.WIDTH(FLIT), .DEPTH(INPUT_DEPTH)) flits (
                .clk(clk), .rst(rst),
                .in_valid(buffer_valid[i]), .in_ready(buffer_ready[i]), .in_data(buffer_flit[i*FLIT +: FLIT]),
                .out_valid(front_valid[i]), .out_ready(front_take[i]), .out_data(front_flit[i*FLIT +: FLIT]),
                .level());
            /* verilator lint_on PINCONNECTEMPTY */
            assign front_head[i] = front_flit[i*FLIT + HEAD];
            assign front_header[i*SHOW +: SHOW] = front_flit[i*FLIT + SHOW_FROM +: SHOW];
        end
        for (i = 0; i < INPUTS; i = i + 1) begin : in
            wire [FLIT-1:0]    flit;
            wire               valid;
            wire [VCS-1:0]     vc_room = buffer_ready[i*VCS +: VCS];
            reg                midway;      // the head of a packet has gone on ...
            reg  [VC_BITS-1:0] current;     // ... to this VC
            wire [VCS-1:0]     lowest_vc;   // with room
            wire [VC_BITS-1:0] lowest_number;
            rs_lowest #(.WIDTH(VCS)) lowest_room (.bits(vc_room), .lowest(lowest_vc));
            rs_encode #(.WIDTH(VCS)) encode_room (.one_hot(lowest_vc), .index(lowest_number));
            wire [VC_BITS-1:0] chosen = midway ? current : static_vc ? own_vc(enter_output[i*OUTPUT_BITS +: OUTPUT_BITS])
                                      : lowest_number;
            wire               goes = valid && vc_room[chosen];
            /* verilator lint_off PINCONNECTEMPTY */
            rs_fifo #(.WIDTH(FLIT), .DEPTH(2)) enter (
                .clk(clk), .rst(rst),
                .in_valid(in_valid[i]), .in_ready(in_ready[i]), .in_data(in_flit[i*FLIT +: FLIT]),
                .out_valid(valid), .out_ready(vc_room[chosen]), .out_data(flit), .level());
            /* verilator lint_on PINCONNECTEMPTY */
            assign enter_header[i*SHOW +: SHOW] = flit[SHOW_FROM +: SHOW];
            assign buffer_valid[i*VCS +: VCS] = goes ? {{(VCS-1){1'b0}}, 1'b1} << chosen : {VCS{1'b0}};
            assign buffer_flit[i*VCS*FLIT +: VCS*FLIT] = {VCS{flit}};
            assign entry_empty[i] = !valid;
            always @(posedge clk)
                if (rst) begin
                    midway  <= 1'b0;
                    current <= {VC_BITS{1'b0}};
                end else if (goes) begin
                    midway  <= !flit[TAIL];
                    current <= chosen;
                end
        end
    endgenerate

    // ---- channel allocation -----------------------------------------------------------------------
    reg  [OVS-1:0]             busy;   // this output VC is in the middle of a packet ...
    reg  [OVS*SOURCE_BITS-1:0] owner;  // ... of this input VC
    wire [OVS-1:0]     buffer_room;    // of the output buffers
    wire [OUTPUTS-1:0] ready;
    wire [OVS-1:0]     next_vc;        // one-hot an output
    generate
        for (o = 0; o < OUTPUTS; o = o + 1) begin : upcoming
            localparam integer OWN = o % VCS;
            wire [VCS-1:0] free = buffer_room[o*VCS +: VCS] & ~busy[o*VCS +: VCS];
            wire [VCS-1:0] lowest_vc;
            rs_lowest #(.WIDTH(VCS)) lowest_free (.bits(free), .lowest(lowest_vc));
            assign next_vc[o*VCS +: VCS] = static_vc ? free & ({{(VCS-1){1'b0}}, 1'b1} << OWN) : lowest_vc;
            assign ready[o] = next_vc[o*VCS +: VCS] != {VCS{1'b0}};
        end
    endgenerate

    function [IVS-1:0] owners; // input VCs in the middle of a packet
        input [OVS-1:0]             active;
        input [OVS*SOURCE_BITS-1:0] of;
        integer k;
        begin
            owners = {IVS{1'b0}};
            for (k = 0; k < OVS; k = k + 1)
                owners = owners | ({{(IVS-1){1'b0}}, active[k]} << of[k*SOURCE_BITS +: SOURCE_BITS]);
        end
    endfunction
    wire [IVS-1:0] asks = front_valid & front_head & ~front_blocked & ~owners(busy, owner);

    wire [PAIRS-1:0]           request, masked, grant;
    wire [OUTPUTS-1:0]         arbitrate;
    wire [PAIRS*BANK_BITS-1:0] pair_bank;
    wire [PAIRS*ROW_BITS-1:0]  pair_row;
    wire [PAIRS*VCS-1:0]       asking_vc; // per pair, one-hot: the VC that takes part
    reg  [INPUTS*VC_BITS-1:0]  input_pointer;
    wire [RANDOM_BITS-1:0]     random;
    generate
        for (i = 0; i < INPUTS; i = i + 1) begin : asking
            wire [VCS*OUTPUTS-1:0] wants; // VC by VC
            for (v = 0; v < VCS; v = v + 1) begin : vc
                assign wants[v*OUTPUTS +: OUTPUTS] = asks[i*VCS + v]
                    ? {{(OUTPUTS-1){1'b0}}, 1'b1} << front_output[(i*VCS+v)*OUTPUT_BITS +: OUTPUT_BITS] : {OUTPUTS{1'b0}};
            end
            for (o = 0; o < OUTPUTS; o = o + 1) begin : pair
                wire [VCS-1:0]     column, its_vc;
                wire [VC_BITS-1:0] its_number;
                for (v = 0; v < VCS; v = v + 1) begin : vc
                    assign column[v] = wants[v*OUTPUTS + o];
                end
                rs_next_set #(.WIDTH(VCS)) next_asking (
                    .bits(column), .start(input_pointer[i*VC_BITS +: VC_BITS]), .next(its_vc));
                rs_encode #(.WIDTH(VCS)) encode_vc (.one_hot(its_vc), .index(its_number));
                wire [31:0] at = i * VCS + {{(32-VC_BITS){1'b0}}, its_number};
                assign request[i*OUTPUTS + o] = column != {VCS{1'b0}};
                assign asking_vc[(i*OUTPUTS+o)*VCS +: VCS] = its_vc;
                assign pair_bank[(i*OUTPUTS+o)*BANK_BITS +: BANK_BITS] = front_bank[at*BANK_BITS +: BANK_BITS];
                assign pair_row[(i*OUTPUTS+o)*ROW_BITS +: ROW_BITS]    = front_row[at*ROW_BITS +: ROW_BITS];
            end
        end
        if (HOLD != 0) begin : hold
            rs_hold_grant #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .BANKS(BANKS), .ROW_BITS(ROW_BITS),
                            .HASH_WIDTH(HASH_WIDTH), .KEYS(OUTPUTS), .HOLD_FIXED(HOLD_FIXED)) hold_grant (
                .clk(clk), .rst(rst),
                .policy(policy), .hash_bits(hash_bits), .hold_limit(hold_limit), .wait_guard(wait_guard),
                .request(request), .ready(ready), .bank(pair_bank), .row(pair_row),
                .masked_request(masked), .grant(grant), .arbitrate(arbitrate));
        end else begin : plain
            assign masked = request & {INPUTS{ready}};
            rs_select #(.WIDTH(OUTPUTS), .COUNT(INPUTS)) any_masked (
                .words(masked), .select({INPUTS{1'b1}}), .word(arbitrate));
            wire unused = &{1'b0, policy, hash_bits, hold_limit, wait_guard, pair_bank, pair_row};
        end
    endgenerate
    rs_allocator #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .ALLOCATOR(ALLOCATOR), .ITERATIONS(ITERATIONS), .PICK(PICK)) allocator (
        .clk(clk), .rst(rst), .request(masked), .random(random[SHARE-1:0]), .grant(grant));
    wire [OUTPUTS-1:0] granted; // outputs
    rs_select #(.WIDTH(OUTPUTS), .COUNT(INPUTS)) any_granted (.words(grant), .select({INPUTS{1'b1}}), .word(granted));

    // The input VC that each output's grant goes to; 0 without a grant.
    wire [OUTPUTS*SOURCE_BITS-1:0] winner;
    generate
        for (o = 0; o < OUTPUTS; o = o + 1) begin : win
            wire [INPUTS-1:0]             inputs;  // one-hot or 0
            wire [INPUTS*VCS-1:0]         vcs;     // that take part
            wire [VCS-1:0]                its_vc;
            wire [INPUT_BITS+VC_BITS-1:0] number;
            wire                          unused = &{1'b0, number};
            for (i = 0; i < INPUTS; i = i + 1) begin : of
                assign inputs[i] = grant[i*OUTPUTS + o];
                assign vcs[i*VCS +: VCS] = asking_vc[(i*OUTPUTS+o)*VCS +: VCS];
            end
            rs_select #(.WIDTH(VCS), .COUNT(INPUTS)) select_vc (.words(vcs), .select(inputs), .word(its_vc));
            rs_encode #(.WIDTH(INPUTS)) encode_input (.one_hot(inputs), .index(number[VC_BITS +: INPUT_BITS]));
            rs_encode #(.WIDTH(VCS)) encode_vc (.one_hot(its_vc), .index(number[VC_BITS-1:0]));
            assign winner[o*SOURCE_BITS +: SOURCE_BITS] = number[SOURCE_BITS-1:0];
        end
        if (TELL != 0) begin : tell
            assign grant_valid = granted;
            for (o = 0; o < OUTPUTS; o = o + 1) begin : out
                wire [SOURCE_BITS-1:0] at = winner[o*SOURCE_BITS +: SOURCE_BITS];
                assign grant_bank[o*BANK_BITS +: BANK_BITS] =
                    front_bank[{{(32-SOURCE_BITS){1'b0}}, at}*BANK_BITS +: BANK_BITS];
            end
        end else begin : quiet
            assign grant_valid = {OUTPUTS{1'b0}};
            assign grant_bank  = {(OUTPUTS*BANK_BITS){1'b0}};
        end
    endgenerate

    // ---- switch allocation ------------------------------------------------------------------------
    // Per output VC: its input VC, as a number and one-hot, and whether a flit of it could move now.
    wire [OVS*SOURCE_BITS-1:0] source;
    wire [OVS*IVS-1:0]         selected;
    wire [OVS-1:0]             movable, move, move_tail;
    generate
        for (o = 0; o < OVS; o = o + 1) begin : out
            localparam integer PORT = o / VCS;
            wire [SOURCE_BITS-1:0] from = owner[o*SOURCE_BITS +: SOURCE_BITS];
            wire [SOURCE_BITS-1:0] its_source = busy[o] ? from : winner[PORT*SOURCE_BITS +: SOURCE_BITS];
            wire [31:0]            at = {{(32-SOURCE_BITS){1'b0}}, its_source};
            wire [FLIT-1:0]        flit = front_flit[at*FLIT +: FLIT];
            assign source[o*SOURCE_BITS +: SOURCE_BITS] = its_source;
            assign selected[o*IVS +: IVS] = {{(IVS-1){1'b0}}, 1'b1} << its_source;
            // A grant exists only where the next VC has room and the input VC a head flit.
            assign movable[o]   = busy[o] ? buffer_room[o] & front_valid[from] : granted[PORT] & next_vc[o];
            assign move_tail[o] = flit[TAIL];
            /* verilator lint_off PINCONNECTEMPTY */
            rs_fifo #(.WIDTH(FLIT), .DEPTH(OUTPUT_DEPTH)) flits (
                .clk(clk), .rst(rst),
                .in_valid(move[o]), .in_ready(buffer_room[o]), .in_data(flit),
                .out_valid(out_valid[o]), .out_ready(out_ready[o]), .out_data(out_flit[o*FLIT +: FLIT]),
                .level());
            /* verilator lint_on PINCONNECTEMPTY */
        end
    endgenerate
    function [PAIRS-1:0] pairs; // (input, output) pairs with a movable flit
        input [OVS-1:0]             flits;
        input [OVS*SOURCE_BITS-1:0] from;
        integer k;
        reg [31:0] at;
        begin
            pairs = {PAIRS{1'b0}};
            for (k = 0; k < OVS; k = k + 1) begin
                at = {{(32-SOURCE_BITS){1'b0}}, from[k*SOURCE_BITS +: SOURCE_BITS]} / VCS;
                pairs = pairs | ({{(PAIRS-1){1'b0}}, flits[k]} << (at * OUTPUTS + k / VCS));
            end
        end
    endfunction
    wire [PAIRS-1:0] asked = pairs(movable, source);
    wire [PAIRS-1:0] given;
    rs_pim_allocator #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .ITERATIONS(ITERATIONS), .PICK(PICK)) switch_allocator (
        .request(asked), .random(random[SHARE +: SHARE]), .grant(given));
    wire switch_asked = movable != {OVS{1'b0}};
    generate
        for (o = 0; o < OUTPUTS; o = o + 1) begin : port
            reg  [VC_BITS-1:0] pointer;
            wire [VCS-1:0]     may, moving;
            wire [VC_BITS-1:0] moving_number;
            for (v = 0; v < VCS; v = v + 1) begin : vc
                wire [31:0] at = {{(32-SOURCE_BITS){1'b0}}, source[(o*VCS+v)*SOURCE_BITS +: SOURCE_BITS]} / VCS;
                assign may[v] = movable[o*VCS + v] && given[at*OUTPUTS + o];
            end
            rs_next_set #(.WIDTH(VCS)) next_moving (.bits(may), .start(pointer), .next(moving));
            rs_encode #(.WIDTH(VCS)) encode_moving (.one_hot(moving), .index(moving_number));
            assign move[o*VCS +: VCS] = moving;
            always @(posedge clk)
                if (rst)
                    pointer <= {VC_BITS{1'b0}};
                else if (moving != {VCS{1'b0}})
                    pointer <= moving_number + (((moving & move_tail[o*VCS +: VCS]) != {VCS{1'b0}})
                             ? {{(VC_BITS-1){1'b0}}, 1'b1} : {VC_BITS{1'b0}});
        end
    endgenerate
    rs_lfsr #(.BITS(RANDOM_BITS)) lfsr (
        .clk(clk), .rst(rst), .seed(seed), .advance((|arbitrate) | switch_asked), .word(random));

    // Input VCs whose front flit moves.
    rs_select #(.WIDTH(IVS), .COUNT(OVS)) select_moved (.words(selected), .select(move), .word(front_take));

    integer k;
    wire [OVS-1:0] started; // allocated in this cycle
    generate
        for (o = 0; o < OUTPUTS; o = o + 1) begin : start
            assign started[o*VCS +: VCS] = next_vc[o*VCS +: VCS] & {VCS{granted[o]}};
        end
    endgenerate
    always @(posedge clk)
        if (rst) begin
            busy  <= {OVS{1'b0}};
            owner <= {(OVS*SOURCE_BITS){1'b0}};
        end else begin
            busy <= (busy | started) & ~(move & move_tail);
            for (k = 0; k < OVS; k = k + 1)
                if (started[k])
                    owner[k*SOURCE_BITS +: SOURCE_BITS] <= source[k*SOURCE_BITS +: SOURCE_BITS];
        end
    generate
        for (i = 0; i < INPUTS; i = i + 1) begin : pointers
            wire [VCS-1:0]     won; // the VC granted
            wire [VC_BITS-1:0] won_number;
            rs_select #(.WIDTH(VCS), .COUNT(OUTPUTS)) select_won (
                .words(asking_vc[i*OUTPUTS*VCS +: OUTPUTS*VCS]), .select(grant[i*OUTPUTS +: OUTPUTS]), .word(won));
            rs_encode #(.WIDTH(VCS)) encode_won (.one_hot(won), .index(won_number));
            always @(posedge clk)
                if (rst)
                    input_pointer[i*VC_BITS +: VC_BITS] <= {VC_BITS{1'b0}};
                else if (won != {VCS{1'b0}})
                    input_pointer[i*VC_BITS +: VC_BITS] <= won_number + {{(VC_BITS-1){1'b0}}, 1'b1};
        end
    endgenerate

    assign empty = front_valid == {IVS{1'b0}} && out_valid == {OVS{1'b0}} && (&entry_empty);
endmodule
`default_nettype wire
