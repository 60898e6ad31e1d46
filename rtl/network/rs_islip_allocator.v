// iSLIP: separable, output-first allocator with rotating pointers (McKeown, IEEE/ACM Transactions on Networking 7(2), 1999).
//
// What it does: in every iteration each output without a match offers to one of the inputs without a match that request it, the
// first at or after its pointer; then each input takes one of the offers made to it, the first at or after its own pointer. Both
// searches go on at 0 behind the last. Matches of earlier iterations stay.
// An offer that is taken in the first iteration moves both pointers to one behind what was matched (modulo INPUTS, modulo
// OUTPUTS); no other event moves a pointer. So outputs that ask for the same input part ways, and under full load every output
// comes to serve every input in turn. Reset sets all pointers to 0.
// Timing: request to grant is combinational; state moves at the clock edge. A grant counts as used in its cycle.
// Shapes: bit i*OUTPUTS+o of request and grant is the pair (input i, output o).
// Guarantees: at most one grant per row and per column; grant implies request; some grant whenever there is some request;
// maximal with min(INPUTS, OUTPUTS) iterations. With one request at most per input, a request that stays is granted within INPUTS
// arbitrations of its output (cycles in which some input requests it).
`default_nettype none
module rs_islip_allocator #(
    parameter INPUTS     = 28,
    parameter OUTPUTS    = 8,
    parameter ITERATIONS = 1
) (
    input  wire                      clk,
    input  wire                      rst,
    input  wire [INPUTS*OUTPUTS-1:0] request,
    output wire [INPUTS*OUTPUTS-1:0] grant
);
    localparam PAIRS      = INPUTS * OUTPUTS;
    localparam IN_BITS    = INPUTS > 1 ? $clog2(INPUTS) : 1;   // pointer of an output
    localparam OUT_BITS   = OUTPUTS > 1 ? $clog2(OUTPUTS) : 1; // pointer of an input
    localparam IN_PLACES  = 1 << $clog2(INPUTS);               // rs_next_set takes powers of two
    localparam OUT_PLACES = 1 << $clog2(OUTPUTS);
    localparam ROUNDS     = ITERATIONS < 1 ? 1 : ITERATIONS;  // one for the message below

    generate
        if (INPUTS < 1 || OUTPUTS < 1 || ITERATIONS < 1) begin : illegal
            rs_islip_allocator_needs_inputs_outputs_and_iterations_above_0 stop ();
        end
    endgenerate

    reg [OUTPUTS*IN_BITS-1:0] offer_from;
    reg [INPUTS*OUT_BITS-1:0] take_from;

    genvar n, i, o;
    generate
        for (n = 0; n < ROUNDS; n = n + 1) begin : iteration
            wire [PAIRS-1:0]   open;    // requests that take part
            wire [PAIRS-1:0]   offered;
            wire [PAIRS-1:0]   taken;
            wire [PAIRS-1:0]   matched; // grants up to this iteration
            /* verilator lint_off UNUSEDSIGNAL */ // the last iteration has no other behind it
            wire [OUTPUTS-1:0] matched_outputs;
            /* verilator lint_on UNUSEDSIGNAL */
            if (n == 0) begin : first
                assign open    = request;
                assign matched = taken;
            end else begin : later
                for (i = 0; i < INPUTS; i = i + 1) begin : in
                    wire [OUTPUTS-1:0] earlier;
                    assign earlier = iteration[n-1].matched[i*OUTPUTS +: OUTPUTS];
                    assign open[i*OUTPUTS +: OUTPUTS] = request[i*OUTPUTS +: OUTPUTS] & ~iteration[n-1].matched_outputs
                                                      & {OUTPUTS{earlier == {OUTPUTS{1'b0}}}};
                end
                assign matched = iteration[n-1].matched | taken;
            end
            if (n == ROUNDS - 1) begin : last
                assign grant = matched;
            end
            for (o = 0; o < OUTPUTS; o = o + 1) begin : out
                wire [IN_PLACES-1:0] column;
                /* verilator lint_off UNUSEDSIGNAL */ // places beyond INPUTS
                wire [IN_PLACES-1:0] offer;
                /* verilator lint_on UNUSEDSIGNAL */
                wire [INPUTS-1:0]    winner;
                for (i = 0; i < IN_PLACES; i = i + 1) begin : transpose
                    if (i < INPUTS) begin : input_place
                        assign column[i] = open[i*OUTPUTS + o];
                        assign offered[i*OUTPUTS + o] = offer[i];
                        assign winner[i] = matched[i*OUTPUTS + o];
                    end else begin : no_input
                        assign column[i] = 1'b0;
                    end
                end
                assign matched_outputs[o] = winner != {INPUTS{1'b0}};
                rs_next_set #(.WIDTH(IN_PLACES)) offers (
                    .bits(column), .start(offer_from[o*IN_BITS +: IN_BITS]), .next(offer));
            end
            for (i = 0; i < INPUTS; i = i + 1) begin : in
                wire [OUT_PLACES-1:0] row;
                /* verilator lint_off UNUSEDSIGNAL */ // places beyond OUTPUTS
                wire [OUT_PLACES-1:0] take;
                /* verilator lint_on UNUSEDSIGNAL */
                for (o = 0; o < OUT_PLACES; o = o + 1) begin : copy
                    if (o < OUTPUTS) begin : output_place
                        assign row[o] = offered[i*OUTPUTS + o];
                        assign taken[i*OUTPUTS + o] = take[o];
                    end else begin : no_output
                        assign row[o] = 1'b0;
                    end
                end
                rs_next_set #(.WIDTH(OUT_PLACES)) takes (
                    .bits(row), .start(take_from[i*OUT_BITS +: OUT_BITS]), .next(take));
            end
        end
    endgenerate

    // One behind what was matched in the first iteration: the number of the one-hot vector rotated by one.
    wire [OUTPUTS*IN_BITS-1:0] behind_input;
    wire [INPUTS*OUT_BITS-1:0] behind_output;
    wire [OUTPUTS-1:0] output_moves;
    wire [INPUTS-1:0]  input_moves;
    generate
        for (o = 0; o < OUTPUTS; o = o + 1) begin : behind_in
            wire [INPUTS-1:0] rotated;
            for (i = 0; i < INPUTS; i = i + 1) begin : transpose
                assign rotated[(i + 1) % INPUTS] = iteration[0].taken[i*OUTPUTS + o];
            end
            assign output_moves[o] = rotated != {INPUTS{1'b0}};
            rs_encode #(.WIDTH(INPUTS)) encode (.one_hot(rotated), .index(behind_input[o*IN_BITS +: IN_BITS]));
        end
        for (i = 0; i < INPUTS; i = i + 1) begin : behind_out
            wire [OUTPUTS-1:0] rotated;
            for (o = 0; o < OUTPUTS; o = o + 1) begin : copy
                assign rotated[(o + 1) % OUTPUTS] = iteration[0].taken[i*OUTPUTS + o];
            end
            assign input_moves[i] = rotated != {OUTPUTS{1'b0}};
            rs_encode #(.WIDTH(OUTPUTS)) encode (.one_hot(rotated), .index(behind_output[i*OUT_BITS +: OUT_BITS]));
        end
    endgenerate

    integer k;
    always @(posedge clk)
        if (rst) begin
            offer_from <= {(OUTPUTS*IN_BITS){1'b0}};
            take_from  <= {(INPUTS*OUT_BITS){1'b0}};
        end else begin
            for (k = 0; k < OUTPUTS; k = k + 1)
                if (output_moves[k])
                    offer_from[k*IN_BITS +: IN_BITS] <= behind_input[k*IN_BITS +: IN_BITS];
            for (k = 0; k < INPUTS; k = k + 1)
                if (input_moves[k])
                    take_from[k*OUT_BITS +: OUT_BITS] <= behind_output[k*OUT_BITS +: OUT_BITS];
        end
endmodule
`default_nettype wire
