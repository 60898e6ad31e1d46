// Proof of rs_wavefront_allocator: a matching within the requests, maximal in one pass (no request is left whose row and column are
// both free), every request of the first diagonal granted; the first diagonal moves on by one after a cycle with a request, and only
// then. For one arbitrary pair: a request that stays is granted within N = max(INPUTS, OUTPUTS) cycles with a request, as its diagonal
// is the first one by then:   waited + diagonals from the first one on to the pair's < N.
// Every pair can win against full requests (a cover each).
`default_nettype none
module rs_wavefront_allocator_fv #(
    parameter INPUTS  = 4,
    parameter OUTPUTS = 2,
    parameter N       = (INPUTS > OUTPUTS) ? INPUTS : OUTPUTS, // these two derived, not to be set
    parameter BITS    = (N > 1) ? $clog2(N) : 1
) (
    input wire                      clk,
    input wire                      rst,
    input wire [INPUTS*OUTPUTS-1:0] request
);
    localparam PAIRS = INPUTS * OUTPUTS;
    wire [PAIRS-1:0] grant;
    rs_wavefront_allocator #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS)) dut (
        .clk(clk), .rst(rst), .request(request), .grant(grant));
    (* keep *) wire [BITS-1:0] first; // probe dut.first

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) if (!started) assume (rst);

    rs_matching_rules #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS)) rules (
        .clk(clk), .enable(started), .request(request), .grant(grant));

    (* anyconst *) reg [7:0] row, column;
    always @(posedge clk) assume (row < INPUTS && column < OUTPUTS);
    integer k;
    reg row_free, column_free, asks, granted;
    always @* begin
        row_free    = 1'b1;
        column_free = 1'b1;
        asks        = 1'b0;
        granted     = 1'b0;
        for (k = 0; k < PAIRS; k = k + 1) begin
            if (k / OUTPUTS == row && grant[k])
                row_free = 1'b0;
            if (k % OUTPUTS == column && grant[k])
                column_free = 1'b0;
            if (k / OUTPUTS == row && k % OUTPUTS == column) begin
                asks    = request[k];
                granted = grant[k];
            end
        end
    end

    wire [8:0] sum      = {1'b0, row} + {1'b0, column};
    wire [8:0] diagonal = sum >= N ? sum - N : sum;
    wire [8:0] at       = {{(9-BITS){1'b0}}, first};
    wire [8:0] ahead    = diagonal >= at ? diagonal - at : diagonal + N - at;
    reg  [8:0] waited;      // cycles with a request in which the pair asked and was not granted
    reg  [8:0] last_first;  // of the cycle before
    reg        last_any, last_rst;
    always @(posedge clk) begin
        last_first <= at;
        last_any   <= request != 0;
        last_rst   <= rst;
        waited     <= rst || !asks || granted ? 9'd0 : waited + 9'd1;
    end

    always @(posedge clk) if (started) begin
        maximal:        assert (!(asks && row_free && column_free));
        first_in_range: assert (at < N);
        first_moves:    assert (last_rst ? at == 0 : at == (!last_any ? last_first : last_first == N - 1 ? 9'd0 : last_first + 9'd1));
        first_diagonal: assert (!(asks && ahead == 0) || granted);
        wait_link:      assert (waited + ahead < N);
        wait_bound:     assert (waited < N);
        cover (N > 2 && asks && granted && ahead == N - 1);
    end
    genvar g;
    generate
        for (g = 0; g < PAIRS; g = g + 1) begin : each
            always @(posedge clk) if (started) begin cover (grant[g] && request == {PAIRS{1'b1}}); end
        end
    endgenerate
endmodule
`default_nettype wire
