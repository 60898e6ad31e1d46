// Proof of rs_islip_allocator: a matching within the requests, never empty while something is requested; maximal with
// ITERATIONS >= min(INPUTS, OUTPUTS). Pointers, of one arbitrary pair (input `row`, output `column`): both stand on it, and it is
// requested: it is granted; a match of the first iteration moves both, the output's to one behind its input, the input's to one
// behind its output; nothing else moves either. With ITERATIONS > 1 the matches of the first iteration are the grants of a copy
// with one iteration, whose pointers are asserted to stand where those of the design do.
// ONE_REQUEST = 1: at most one request per input is assumed. Then a request that stays is granted within INPUTS arbitrations of its
// output: of the inputs from the pointer on each is served once before it,   waited + inputs from the pointer on to it < INPUTS.
// Every pair can win against full requests (a cover each).
`default_nettype none
module rs_islip_allocator_fv #(
    parameter INPUTS      = 4,
    parameter OUTPUTS     = 2,
    parameter ITERATIONS  = 1,
    parameter ONE_REQUEST = 0,
    parameter IN_BITS  = (INPUTS > 1) ? $clog2(INPUTS) : 1, // these two derived, not to be set
    parameter OUT_BITS = (OUTPUTS > 1) ? $clog2(OUTPUTS) : 1
) (
    input wire                      clk,
    input wire                      rst,
    input wire [INPUTS*OUTPUTS-1:0] request
);
    localparam PAIRS = INPUTS * OUTPUTS;
    wire [PAIRS-1:0] grant;
    rs_islip_allocator #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .ITERATIONS(ITERATIONS)) dut (
        .clk(clk), .rst(rst), .request(request), .grant(grant));
    (* keep *) wire [OUTPUTS*IN_BITS-1:0] offer_from; // probe dut.offer_from
    (* keep *) wire [INPUTS*OUT_BITS-1:0] take_from;  // probe dut.take_from
    (* keep *) wire [OUTPUTS*IN_BITS-1:0] once_offer_from; // probe rounds.once.offer_from if ITERATIONS=2
    (* keep *) wire [INPUTS*OUT_BITS-1:0] once_take_from;  // probe rounds.once.take_from if ITERATIONS=2
    wire [PAIRS-1:0] first; // matches of the first iteration
    generate
        if (ITERATIONS == 1) begin : round
            assign first = grant;
        end else begin : rounds
            rs_islip_allocator #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .ITERATIONS(1)) once (
                .clk(clk), .rst(rst), .request(request), .grant(first));
        end
    endgenerate

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) if (!started) assume (rst);

    rs_matching_rules #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS)) rules (
        .clk(clk), .enable(started), .request(request), .grant(grant));

    (* anyconst *) reg [7:0] row, column;
    always @(posedge clk) assume (row < INPUTS && column < OUTPUTS);
    integer i, o;
    reg row_free, column_free, asks, granted, arbitrates, one_request, asked;
    reg row_matched, column_matched; // in the first iteration:
    reg [7:0] winner, served;        // input that the output is matched with, output that the input is matched with
    reg [7:0] at, take_at;    // pointers of the output and of the input
    always @* begin
        row_free    = 1'b1;
        column_free = 1'b1;
        row_matched    = 1'b0;
        column_matched = 1'b0;
        asks        = 1'b0;
        granted     = 1'b0;
        arbitrates  = 1'b0;
        one_request = 1'b1;
        winner      = 8'd0;
        served      = 8'd0;
        at          = 8'd0;
        take_at     = 8'd0;
        for (i = 0; i < INPUTS; i = i + 1) begin
            asked = 1'b0;
            for (o = 0; o < OUTPUTS; o = o + 1) begin
                one_request = one_request && !(asked && request[i*OUTPUTS + o]);
                asked       = asked || request[i*OUTPUTS + o];
                if (i == row && grant[i*OUTPUTS + o])
                    row_free = 1'b0;
                if (o == column && grant[i*OUTPUTS + o])
                    column_free = 1'b0;
                if (i == row && first[i*OUTPUTS + o]) begin
                    row_matched = 1'b1;
                    served      = o;
                end
                if (o == column && first[i*OUTPUTS + o]) begin
                    column_matched = 1'b1;
                    winner         = i;
                end
                if (o == column && request[i*OUTPUTS + o])
                    arbitrates = 1'b1;
                if (i == row && o == column) begin
                    asks    = request[i*OUTPUTS + o];
                    granted = grant[i*OUTPUTS + o];
                end
            end
        end
        for (o = 0; o < OUTPUTS; o = o + 1)
            if (o == column)
                at = {{(8-IN_BITS){1'b0}}, offer_from[o*IN_BITS +: IN_BITS]};
        for (i = 0; i < INPUTS; i = i + 1)
            if (i == row)
                take_at = {{(8-OUT_BITS){1'b0}}, take_from[i*OUT_BITS +: OUT_BITS]};
    end
    generate
        if (ONE_REQUEST != 0) begin : one_each
            always @(posedge clk) assume (one_request);
        end
        if (ITERATIONS >= OUTPUTS || ITERATIONS >= INPUTS) begin : enough
            always @(posedge clk) if (started) begin maximal: assert (!(asks && row_free && column_free)); end
        end
    endgenerate

    // Of the cycle before.
    reg       last_rst, last_granted, last_column, last_row; // column, row: matched in the first iteration
    reg [7:0] last_at, last_take_at, last_winner, last_served;
    reg [7:0] waited;
    always @(posedge clk) begin
        last_rst     <= rst;
        last_granted <= granted;
        last_column  <= column_matched;
        last_row     <= row_matched;
        last_at      <= at;
        last_take_at <= take_at;
        last_winner  <= winner;
        last_served  <= served;
        waited       <= rst || !asks || granted ? 8'd0 : waited + {7'd0, arbitrates};
    end
    wire [7:0] behind_winner = last_winner == INPUTS - 1 ? 8'd0 : last_winner + 8'd1;
    wire [7:0] behind_served = last_served == OUTPUTS - 1 ? 8'd0 : last_served + 8'd1;
    wire [7:0] ahead = row >= at ? row - at : row + INPUTS - at;

    always @(posedge clk) if (started) begin
        pointers_in_range: assert (at < INPUTS && take_at < OUTPUTS);
        pointers_at_reset: assert (!last_rst || (at == 0 && take_at == 0));
        favoured_wins:     assert (!(asks && at == row && take_at == column) || granted);
        output_moves:      assert (last_rst || at == (last_column ? behind_winner : last_at));
        input_moves:       assert (last_rst || take_at == (last_row ? behind_served : last_take_at));
    end
    generate
        if (ITERATIONS != 1) begin : often
            always @(posedge clk) if (started) begin
                first_stays:  assert ((first & ~grant) == 0);
                pointer_link: assert (offer_from == once_offer_from && take_from == once_take_from);
                cover (!last_rst && last_granted && !last_column && !last_row); // matched in a later iteration
            end
        end
        if (ONE_REQUEST != 0) begin : bounded
            always @(posedge clk) if (started) begin
                asked_is_granted: assert (!arbitrates || !column_free);
                wait_link:        assert (waited + ahead < INPUTS);
                wait_bound:       assert (waited < INPUTS);
                cover (waited == INPUTS - 1 && granted);
            end
        end
    endgenerate
    genvar g;
    generate
        if (ONE_REQUEST == 0) begin : all
            for (g = 0; g < PAIRS; g = g + 1) begin : each
                always @(posedge clk) if (started) begin cover (grant[g] && request == {PAIRS{1'b1}}); end
            end
        end
    endgenerate
endmodule
`default_nettype wire
