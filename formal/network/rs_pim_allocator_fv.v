// Proof of rs_pim_allocator: a matching within the requests, never empty while something is requested; random free.
// Every pair can win against full requests (a cover each). With ITERATIONS >= OUTPUTS (or INPUTS) the matching is
// maximal: no request is left between a free row and a free column, as every iteration matches something.
// ITERATIONS = 1: each arbiter has random bits of its own, those of the header: with an arbiter at each place of the word, all
// bits of which are free, the grants are the same. So no two arbiters share a bit, and none leans on another's.
`default_nettype none
module rs_pim_allocator_fv #(
    parameter INPUTS     = 4,
    parameter OUTPUTS    = 2,
    parameter ITERATIONS = 1,
    parameter PICK       = 0,
    parameter IN_BITS  = (PICK != 0) ? 12 : (OUTPUTS > 1) ? $clog2(OUTPUTS) : 1,
    parameter OUT_BITS = (PICK != 0) ? 12 : (INPUTS > 1) ? $clog2(INPUTS) : 1,
    parameter RANDOM_BITS = ITERATIONS * (INPUTS * IN_BITS + OUTPUTS * OUT_BITS) // these three derived, not to be set
) (
    input wire                      clk,
    input wire [INPUTS*OUTPUTS-1:0] request,
    input wire [RANDOM_BITS-1:0]    random
);
    localparam PAIRS = INPUTS * OUTPUTS;
    wire [PAIRS-1:0] grant;
    rs_pim_allocator #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .ITERATIONS(ITERATIONS), .PICK(PICK)) dut (
        .request(request), .random(random), .grant(grant));

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;

    rs_matching_rules #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS)) rules (
        .clk(clk), .enable(started), .request(request), .grant(grant));

    (* anyconst *) reg [7:0] row, column;
    integer k;
    reg row_free, column_free, asked;
    always @* begin
        row_free    = 1'b1;
        column_free = 1'b1;
        asked       = 1'b0;
        for (k = 0; k < PAIRS; k = k + 1) begin
            if (k / OUTPUTS == row && grant[k])
                row_free = 1'b0;
            if (k % OUTPUTS == column && grant[k])
                column_free = 1'b0;
            if (k / OUTPUTS == row && k % OUTPUTS == column)
                asked = request[k];
        end
    end
    generate
        if (ITERATIONS >= OUTPUTS || ITERATIONS >= INPUTS) begin : enough
            always @(posedge clk) if (started) begin maximal: assert (!(asked && row_free && column_free)); end
        end
    endgenerate
    genvar g, i, o;
    generate
        if (ITERATIONS == 1) begin : alone
            wire [PAIRS-1:0] picked, expected; // picked: bit o*INPUTS+i
            for (i = 0; i < INPUTS; i = i + 1) begin : in
                wire [OUTPUTS-1:0] pick;
                rs_random_arbiter #(.N(OUTPUTS), .PICK(PICK)) arbiter (
                    .request(request[i*OUTPUTS +: OUTPUTS]), .random(random[i*IN_BITS +: IN_BITS]), .grant(pick), .index());
                for (o = 0; o < OUTPUTS; o = o + 1) begin : to
                    assign picked[o*INPUTS + i] = pick[o];
                end
            end
            for (o = 0; o < OUTPUTS; o = o + 1) begin : out
                wire [INPUTS-1:0] winner;
                rs_random_arbiter #(.N(INPUTS), .PICK(PICK)) arbiter (
                    .request(picked[o*INPUTS +: INPUTS]), .random(random[INPUTS*IN_BITS + o*OUT_BITS +: OUT_BITS]), .grant(winner),
                    .index());
                for (i = 0; i < INPUTS; i = i + 1) begin : from
                    assign expected[i*OUTPUTS + o] = winner[i];
                end
            end
            always @(posedge clk) if (started) begin own_bits: assert (grant == expected); end
        end
    endgenerate
    generate
        for (g = 0; g < PAIRS; g = g + 1) begin : each
            always @(posedge clk) if (started) begin cover (grant[g] && request == {PAIRS{1'b1}}); end
        end
    endgenerate
endmodule
`default_nettype wire
