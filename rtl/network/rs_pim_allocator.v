// Parallel iterative matching: separable, input-first allocator (THESIS 1.3.3).
//
// What it does: in every iteration each unmatched input picks one of the unmatched outputs it requests,
// then each unmatched output picks one of the inputs that picked it. Both picks are random
// (rs_random_arbiter), each arbiter with random bits of its own. Matches of earlier iterations stay.
// Timing: combinational.
// Shapes: bit i*OUTPUTS+o of request and grant is the pair (input i, output o).
// Random bits, from bit 0: iteration by iteration; within one, INPUTS words of IN_BITS for the input
// arbiters (over outputs), then OUTPUTS words of OUT_BITS for the output arbiters (over inputs).
// Guarantees: at most one grant per row and per column; grant implies request; some grant whenever there is
// some request.
`default_nettype none
module rs_pim_allocator #(
    parameter INPUTS     = 28,
    parameter OUTPUTS    = 8,
    parameter ITERATIONS = 1,
    parameter PICK       = 0,   // 0 TREE, 1 UNIFORM (rs_random_arbiter)
    // derived, not to be set
    parameter IN_BITS  = (PICK != 0) ? 12 : (OUTPUTS > 1) ? $clog2(OUTPUTS) : 1,
    parameter OUT_BITS = (PICK != 0) ? 12 : (INPUTS > 1) ? $clog2(INPUTS) : 1,
    parameter RANDOM_BITS = ITERATIONS * (INPUTS * IN_BITS + OUTPUTS * OUT_BITS)
) (
    input  wire [INPUTS*OUTPUTS-1:0] request,
    input  wire [RANDOM_BITS-1:0]    random,
    output wire [INPUTS*OUTPUTS-1:0] grant
);
    localparam PAIRS = INPUTS * OUTPUTS;
    localparam SHARE = INPUTS * IN_BITS + OUTPUTS * OUT_BITS;

    generate
        if (INPUTS < 1 || OUTPUTS < 1 || ITERATIONS < 1 || PICK < 0 || PICK > 1) begin : illegal
            rs_pim_allocator_needs_inputs_outputs_iterations_above_0_and_pick_0_or_1 stop ();
        end
    endgenerate

    // Requests of unmatched rows and columns.
    function [PAIRS-1:0] unmatched;
        input [PAIRS-1:0] matched;
        integer i;
        reg [OUTPUTS-1:0] columns;
        begin
            columns = {OUTPUTS{1'b0}};
            for (i = 0; i < INPUTS; i = i + 1)
                columns = columns | matched[i*OUTPUTS +: OUTPUTS];
            for (i = 0; i < INPUTS; i = i + 1)
                unmatched[i*OUTPUTS +: OUTPUTS] =
                    ~columns & {OUTPUTS{matched[i*OUTPUTS +: OUTPUTS] == {OUTPUTS{1'b0}}}};
        end
    endfunction

    genvar n, i, o;
    generate
        for (n = 0; n < ITERATIONS; n = n + 1) begin : iteration
            wire [PAIRS-1:0] open;    // requests that take part
            wire [PAIRS-1:0] picked;  // after the input arbiters
            wire [PAIRS-1:0] matched; // grants up to this iteration
            wire [PAIRS-1:0] added;
            if (n == 0) begin : first
                assign open    = request;
                assign matched = added;
            end else begin : later
                assign open    = request & unmatched(iteration[n-1].matched);
                assign matched = iteration[n-1].matched | added;
            end
            if (n == ITERATIONS - 1) begin : last
                assign grant = matched;
            end
            for (i = 0; i < INPUTS; i = i + 1) begin : in
                /* verilator lint_off PINCONNECTEMPTY */
                rs_random_arbiter #(.N(OUTPUTS), .PICK(PICK)) arbiter (
                    .request(open[i*OUTPUTS +: OUTPUTS]),
                    .random (random[n*SHARE + i*IN_BITS +: IN_BITS]),
                    .grant  (picked[i*OUTPUTS +: OUTPUTS]),
                    .index  ()
                );
                /* verilator lint_on PINCONNECTEMPTY */
            end
            for (o = 0; o < OUTPUTS; o = o + 1) begin : out
                wire [INPUTS-1:0] column;
                wire [INPUTS-1:0] winner;
                for (i = 0; i < INPUTS; i = i + 1) begin : transpose
                    assign column[i] = picked[i*OUTPUTS + o];
                    assign added[i*OUTPUTS + o] = winner[i];
                end
                /* verilator lint_off PINCONNECTEMPTY */
                rs_random_arbiter #(.N(INPUTS), .PICK(PICK)) arbiter (
                    .request(column),
                    .random (random[n*SHARE + INPUTS*IN_BITS + o*OUT_BITS +: OUT_BITS]),
                    .grant  (winner),
                    .index  ()
                );
                /* verilator lint_on PINCONNECTEMPTY */
            end
        end
    endgenerate
endmodule
`default_nettype wire
