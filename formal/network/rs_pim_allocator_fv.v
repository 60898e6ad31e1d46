// Proof of rs_pim_allocator: a matching within the requests, never empty while something is requested; random free.
// Every pair can win against full requests (a cover each). With ITERATIONS >= OUTPUTS (or INPUTS) the matching is
// maximal: no request is left between a free row and a free column, as every iteration matches something.
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
    genvar g;
    generate
        for (g = 0; g < PAIRS; g = g + 1) begin : each
            always @(posedge clk) if (started) begin cover (grant[g] && request == {PAIRS{1'b1}}); end
        end
    endgenerate
endmodule
`default_nettype wire
