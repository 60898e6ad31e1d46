// Input-queued crossbar with packet allocation and hold grant (THESIS 1.3.3, 4.3; figure 4.5).
//
// What it does: one FIFO per input; a packet (head flit .. tail flit) is allocated to its output as a whole, so
// packets never interleave; hold grant works on this allocation. The head flit moves in the cycle of its
// grant, the others follow while the output has room; the cycle after the tail the output arbitrates anew.
// An output may start a packet when it carries none and its output buffer has room.
// Routing is done outside: front_header shows payload bits SHOW_FROM .. SHOW_FROM + SHOW - 1 of the flit at the front
// of every input buffer; front_output, front_bank and front_row must answer in the same cycle (used for head flits).
// Timing: two cycles from input to output port without contention (input buffer, output buffer). in_ready and
// out_valid are functions of registered state only.
// Randomness: one rs_lfsr, advanced in every cycle in which some output arbitrates.
`default_nettype none
module rs_crossbar #(
    parameter INPUTS       = 28,
    parameter OUTPUTS      = 8,
    parameter FLIT         = 258, // bits: {tail, head, payload}
    parameter SHOW         = 23,  // payload bits shown for routing
    parameter SHOW_FROM    = 0,
    parameter INPUT_DEPTH  = 8,   // flits
    parameter OUTPUT_DEPTH = 2,   // flits
    parameter ITERATIONS   = 1,
    parameter PICK         = 0,
    parameter HOLD         = 1,   // 0: plain allocator, the straps and keys are ignored
    parameter BANKS        = 4,
    parameter ROW_BITS     = 12,
    parameter HASH_WIDTH   = 12,
    // derived, not to be set
    parameter BANK_BITS    = (BANKS > 1) ? $clog2(BANKS) : 1,
    parameter OUTPUT_BITS  = (OUTPUTS > 1) ? $clog2(OUTPUTS) : 1,
    parameter INPUT_BITS   = (INPUTS > 1) ? $clog2(INPUTS) : 1
) (
    input  wire                          clk,
    input  wire                          rst,
    // static straps (rs_hold_grant, rs_lfsr)
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
    // output ports
    output wire [OUTPUTS-1:0]            out_valid,
    input  wire [OUTPUTS-1:0]            out_ready,
    output wire [OUTPUTS*FLIT-1:0]       out_flit,
    output wire                          empty    // no flit anywhere inside
);
    localparam PAIRS = INPUTS * OUTPUTS;
    localparam HEAD = FLIT - 2, TAIL = FLIT - 1;
    localparam ALLOCATOR_IN  = (PICK != 0) ? 12 : OUTPUT_BITS;
    localparam ALLOCATOR_OUT = (PICK != 0) ? 12 : INPUT_BITS;
    localparam RANDOM_BITS = ITERATIONS * (INPUTS * ALLOCATOR_IN + OUTPUTS * ALLOCATOR_OUT);

    generate
        if (FLIT < 2 + SHOW_FROM + SHOW || SHOW < 1 || INPUT_DEPTH < 1 || OUTPUT_DEPTH < 1) begin : illegal
            rs_crossbar_needs_shown_bits_within_the_payload_and_buffers_of_1_flit_at_least stop ();
        end
    endgenerate

    wire [INPUTS*FLIT-1:0] front_flit;
    wire [INPUTS-1:0]  front_valid, front_take, front_head;
    wire [OUTPUTS-1:0] room, move, move_tail;
    reg  [OUTPUTS-1:0] busy;                        // in the middle of a packet ...
    reg  [OUTPUTS*INPUT_BITS-1:0] owner;            // ... of this input
    wire [PAIRS-1:0]   request, masked, grant;
    wire [OUTPUTS-1:0] ready = room & ~busy;
    wire [OUTPUTS-1:0] arbitrate;
    wire [RANDOM_BITS-1:0] random;

    genvar i, o;
    generate
        for (i = 0; i < INPUTS; i = i + 1) begin : in
            /* verilator lint_off PINCONNECTEMPTY */
            rs_fifo #(.WIDTH(FLIT), .DEPTH(INPUT_DEPTH)) buffer (
                .clk(clk), .rst(rst),
                .in_valid(in_valid[i]), .in_ready(in_ready[i]), .in_data(in_flit[i*FLIT +: FLIT]),
                .out_valid(front_valid[i]), .out_ready(front_take[i]), .out_data(front_flit[i*FLIT +: FLIT]),
                .level());
            /* verilator lint_on PINCONNECTEMPTY */
            assign front_head[i] = front_flit[i*FLIT + HEAD];
            assign front_header[i*SHOW +: SHOW] = front_flit[i*FLIT + SHOW_FROM +: SHOW];
            assign request[i*OUTPUTS +: OUTPUTS] = (front_valid[i] && front_head[i])
                ? {{(OUTPUTS-1){1'b0}}, 1'b1} << front_output[i*OUTPUT_BITS +: OUTPUT_BITS] : {OUTPUTS{1'b0}};
        end
    endgenerate

    // Columns with a pair set.
    function [OUTPUTS-1:0] columns;
        input [PAIRS-1:0] matrix;
        integer k;
        begin
            columns = {OUTPUTS{1'b0}};
            for (k = 0; k < INPUTS; k = k + 1)
                columns = columns | matrix[k*OUTPUTS +: OUTPUTS];
        end
    endfunction
    wire [OUTPUTS-1:0] granted = columns(grant);

    generate
        if (HOLD != 0) begin : hold
            rs_hold_grant #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .BANKS(BANKS), .ROW_BITS(ROW_BITS),
                            .HASH_WIDTH(HASH_WIDTH)) hold_grant (
                .clk(clk), .rst(rst),
                .policy(policy), .hash_bits(hash_bits), .hold_limit(hold_limit), .wait_guard(wait_guard),
                .request(request), .ready(ready), .bank(front_bank), .row(front_row),
                .masked_request(masked), .grant(grant), .arbitrate(arbitrate));
        end else begin : plain
            assign masked = request & {INPUTS{ready}};
            assign arbitrate = columns(masked);
            wire unused = &{1'b0, policy, hash_bits, hold_limit, wait_guard, front_bank, front_row};
        end
    endgenerate

    rs_pim_allocator #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .ITERATIONS(ITERATIONS), .PICK(PICK)) allocator (
        .request(masked), .random(random), .grant(grant));
    rs_lfsr #(.BITS(RANDOM_BITS)) lfsr (
        .clk(clk), .rst(rst), .seed(seed), .advance(|arbitrate), .word(random));

    // Index of the one granted input of a column; 0 without a grant.
    function [OUTPUTS*INPUT_BITS-1:0] winners;
        input [PAIRS-1:0] matrix;
        integer k, n;
        begin
            winners = {(OUTPUTS*INPUT_BITS){1'b0}};
            for (n = 0; n < INPUTS; n = n + 1)
                if (matrix[n*OUTPUTS +: OUTPUTS] != {OUTPUTS{1'b0}})
                    for (k = 0; k < OUTPUTS; k = k + 1)
                        if (matrix[n*OUTPUTS + k])
                            winners[k*INPUT_BITS +: INPUT_BITS] = winners[k*INPUT_BITS +: INPUT_BITS] | n[INPUT_BITS-1:0];
        end
    endfunction
    wire [OUTPUTS*INPUT_BITS-1:0] winner = winners(grant);

    // Inputs whose front flit moves.
    function [INPUTS-1:0] taken;
        input [OUTPUTS-1:0]            moves;
        input [OUTPUTS*INPUT_BITS-1:0] from;
        integer k;
        begin
            taken = {INPUTS{1'b0}};
            for (k = 0; k < OUTPUTS; k = k + 1)
                taken = taken | ({{(INPUTS-1){1'b0}}, moves[k]} << from[k*INPUT_BITS +: INPUT_BITS]);
        end
    endfunction
    wire [OUTPUTS*INPUT_BITS-1:0] from;
    assign front_take = taken(move, from);

    wire [OUTPUTS-1:0] out_empty;
    generate
        for (o = 0; o < OUTPUTS; o = o + 1) begin : out
            wire [INPUT_BITS-1:0] source = busy[o] ? owner[o*INPUT_BITS +: INPUT_BITS] : winner[o*INPUT_BITS +: INPUT_BITS];
            wire [31:0] at = {{(32-INPUT_BITS){1'b0}}, source};
            wire [FLIT-1:0] flit = front_flit[at*FLIT +: FLIT];
            assign from[o*INPUT_BITS +: INPUT_BITS] = source;
            // A grant exists only where the output is ready and the column has a live request.
            assign move[o] = busy[o] ? room[o] & front_valid[source] : granted[o];
            assign move_tail[o] = flit[TAIL];
            /* verilator lint_off PINCONNECTEMPTY */
            rs_fifo #(.WIDTH(FLIT), .DEPTH(OUTPUT_DEPTH)) buffer (
                .clk(clk), .rst(rst),
                .in_valid(move[o]), .in_ready(room[o]), .in_data(flit),
                .out_valid(out_valid[o]), .out_ready(out_ready[o]), .out_data(out_flit[o*FLIT +: FLIT]),
                .level());
            /* verilator lint_on PINCONNECTEMPTY */
            assign out_empty[o] = !out_valid[o];
        end
    endgenerate

    integer k;
    always @(posedge clk)
        if (rst) begin
            busy  <= {OUTPUTS{1'b0}};
            owner <= {(OUTPUTS*INPUT_BITS){1'b0}};
        end else begin
            busy <= (busy & ~move) | (move & ~move_tail);
            for (k = 0; k < OUTPUTS; k = k + 1)
                if (move[k])
                    owner[k*INPUT_BITS +: INPUT_BITS] <= from[k*INPUT_BITS +: INPUT_BITS];
        end

    assign empty = front_valid == {INPUTS{1'b0}} && (&out_empty);
endmodule
`default_nettype wire
