// Wavefront allocator with a rotating first diagonal: maximal in one pass.
//
// What it does: with N = max(INPUTS, OUTPUTS), the pairs (input i, output o) with the same (i + o) mod N are a diagonal.
// Diagonals are visited one after the other, N in all, the first being that of `first`. A pair of the visited diagonal that
// is requested is granted if neither its input nor its output has a grant yet; no two pairs of a diagonal share either.
// After a cycle with a request `first` moves on by one diagonal, modulo N; reset sets it to 0.
// Timing: request to grant is combinational; state moves at the clock edge. A grant counts as used in its cycle.
// Shapes: bit i*OUTPUTS+o of request and grant is the pair (input i, output o).
// Guarantees: at most one grant per row and per column; grant implies request; maximal: no request is left whose row and
// column are both free; a request that stays is granted within N cycles with a request.
// Shaped for mapping: the lines of the matrix (rows, or columns if there are more of these) are rotated by `first`, so that the
// diagonals are visited in a fixed order without a loop of gates, and the grants are rotated back.
`default_nettype none
module rs_wavefront_allocator #(
    parameter INPUTS  = 28,
    parameter OUTPUTS = 8
) (
    input  wire                      clk,
    input  wire                      rst,
    input  wire [INPUTS*OUTPUTS-1:0] request,
    output wire [INPUTS*OUTPUTS-1:0] grant
);
    localparam PAIRS  = INPUTS * OUTPUTS;
    localparam TURNED = OUTPUTS > INPUTS;             // lines are columns
    localparam LINES  = TURNED ? OUTPUTS : INPUTS;    // N
    localparam PLACES = TURNED ? INPUTS : OUTPUTS;    // of a line
    localparam BITS   = LINES > 1 ? $clog2(LINES) : 1;

    generate
        if (INPUTS < 1 || OUTPUTS < 1) begin : illegal
            rs_wavefront_allocator_needs_inputs_and_outputs_above_0 stop ();
        end
    endgenerate

    reg [BITS-1:0] first;
    always @(posedge clk)
        if (rst)
            first <= {BITS{1'b0}};
        else if (request != {PAIRS{1'b0}})
            first <= (first == LINES[BITS-1:0] - 1'b1) ? {BITS{1'b0}} : first + 1'b1;

    // Line l, place s is bit l*PLACES+s. Rotated, line l is line (l + first) mod N of the matrix, and the pairs with
    // (l + s) mod N = k are the diagonal that is visited as number k.
    wire [PAIRS-1:0] lines, winners, won;
    genvar i, o, n;
    generate
        for (i = 0; i < INPUTS; i = i + 1) begin : in
            for (o = 0; o < OUTPUTS; o = o + 1) begin : out
                localparam AT = TURNED ? o * INPUTS + i : i * OUTPUTS + o;
                assign lines[AT] = request[i*OUTPUTS + o];
                assign grant[i*OUTPUTS + o] = winners[AT];
            end
        end
        // A stage for each bit of `first`: there and back.
        for (n = 0; n < BITS; n = n + 1) begin : stage
            localparam BY = (1 << n) % LINES * PLACES;
            wire [PAIRS-1:0] asked, given, asked_before, given_before;
            assign asked        = first[n] ? (asked_before >> BY) | (asked_before << (PAIRS - BY)) : asked_before;
            assign given        = first[n] ? (given_before << BY) | (given_before >> (PAIRS - BY)) : given_before;
            if (n == 0) begin : begins
                assign asked_before = lines;
                assign winners      = given;
            end else begin : follows
                assign asked_before = stage[n-1].asked;
            end
            if (n == BITS - 1) begin : ends
                assign given_before = won;
            end else begin : leads
                assign given_before = stage[n+1].given;
            end
        end
    endgenerate

    // The wave: cells in the order of their diagonals. A line is visited from the place after its wrap on.
    genvar k, s;
    generate
        for (k = 0; k < LINES; k = k + 1) begin : diagonal
            for (s = 0; s < PLACES; s = s + 1) begin : at
                localparam LINE   = (k + LINES - s) % LINES;
                localparam BEFORE = s == 0 ? PLACES - 1 : s - 1; // place of the line that was visited before this one
                wire line_free, place_free, wins;
                assign wins = stage[BITS-1].asked[LINE*PLACES + s] & line_free & place_free;
                assign won[LINE*PLACES + s] = wins;
                if (LINE + s == LINES || (s == 0 && LINE + PLACES <= LINES)) begin : line_begins
                    assign line_free = 1'b1;
                end else begin : line_goes_on
                    assign line_free = diagonal[(LINE + BEFORE) % LINES].at[BEFORE].line_free
                                    & ~diagonal[(LINE + BEFORE) % LINES].at[BEFORE].wins;
                end
                if (k == 0) begin : place_begins
                    assign place_free = 1'b1;
                end else begin : place_goes_on
                    assign place_free = diagonal[k-1].at[s].place_free & ~diagonal[k-1].at[s].wins;
                end
            end
        end
    endgenerate
endmodule
`default_nettype wire
