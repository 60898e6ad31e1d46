// Proof of rs_sjf_allocator, an input requesting one output at most: picks are a matching within the requests, maximal. Of one arbitrary output
// and two arbitrary inputs that ask for it: if `row` is picked by load, `rival` had more requests in flight in the cycle before, or as many and
// a higher number (after reset: none of either); if in turn, `rival` stands behind `row` from the output's turn on. The turn moves to one
// behind the input that the output is granted to, with a grant only. Every pair can win against all inputs, by load and in turn (a cover each).
`default_nettype none
module rs_sjf_allocator_fv #(
    parameter INPUTS    = 4,
    parameter OUTPUTS   = 2,
    parameter LOAD_BITS = 7,
    parameter SHORTEST  = 230,
    parameter IN_BITS   = (INPUTS > 1) ? $clog2(INPUTS) : 1 // derived, not to be set
) (
    input wire                        clk,
    input wire                        rst,
    input wire [INPUTS*OUTPUTS-1:0]   request,
    input wire [INPUTS*LOAD_BITS-1:0] load,
    input wire [OUTPUTS*8-1:0]        random,
    input wire [INPUTS*OUTPUTS-1:0]   granted_to
);
    localparam PAIRS = INPUTS * OUTPUTS;
    wire [PAIRS-1:0] pick;
    rs_sjf_allocator #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .LOAD_BITS(LOAD_BITS), .SHORTEST(SHORTEST)) dut (
        .clk(clk), .rst(rst), .request(request), .load(load), .random(random), .pick(pick), .granted(granted_to));
    (* keep *) wire [OUTPUTS*IN_BITS-1:0] turn; // probe dut.turn

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) if (!started) assume (rst);

    rs_matching_rules #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS)) rules (
        .clk(clk), .enable(started), .request(request), .grant(pick));

    (* anyconst *) reg [7:0] row, rival, column;
    always @(posedge clk) assume (row < INPUTS && rival < INPUTS && row != rival && column < OUTPUTS);
    integer i, o;
    reg one_request, asked, row_asks, rival_asks, picked, column_asked, column_free, one_granted, goes;
    reg [7:0] byte_here, at, winner;
    reg [LOAD_BITS-1:0] row_load, rival_load;
    always @* begin
        one_request  = 1'b1;
        row_asks     = 1'b0;
        rival_asks   = 1'b0;
        picked       = 1'b0;
        one_granted  = 1'b1; // at most, of the output
        goes         = 1'b0;
        column_asked = 1'b0;
        column_free  = 1'b1;
        byte_here    = 8'd0;
        at           = 8'd0;
        winner       = 8'd0;
        row_load     = {LOAD_BITS{1'b0}};
        rival_load   = {LOAD_BITS{1'b0}};
        for (i = 0; i < INPUTS; i = i + 1) begin
            asked = 1'b0;
            for (o = 0; o < OUTPUTS; o = o + 1) begin
                one_request = one_request && !(asked && request[i*OUTPUTS + o]);
                asked       = asked || request[i*OUTPUTS + o];
                if (o == column && request[i*OUTPUTS + o]) begin
                    column_asked = 1'b1;
                    row_asks     = row_asks || i == row;
                    rival_asks   = rival_asks || i == rival;
                end
                if (o == column && pick[i*OUTPUTS + o]) begin
                    column_free = 1'b0;
                    picked      = picked || i == row;
                end
                if (o == column && granted_to[i*OUTPUTS + o]) begin
                    one_granted = one_granted && !goes;
                    goes        = 1'b1;
                    winner      = i;
                end
            end
            if (i == row)
                row_load = load[i*LOAD_BITS +: LOAD_BITS];
            if (i == rival)
                rival_load = load[i*LOAD_BITS +: LOAD_BITS];
        end
        for (o = 0; o < OUTPUTS; o = o + 1)
            if (o == column) begin
                byte_here = random[o*8 +: 8];
                at        = {{(8-IN_BITS){1'b0}}, turn[o*IN_BITS +: IN_BITS]};
            end
    end
    always @(posedge clk) assume (one_request && one_granted);

    // Of the cycle before.
    reg last_rst, last_granted;
    reg [7:0] last_at, last_winner;
    reg [LOAD_BITS-1:0] known_row, known_rival;
    always @(posedge clk) begin
        last_rst     <= rst;
        last_granted <= goes;
        last_at      <= at;
        last_winner  <= winner;
        known_row    <= rst ? {LOAD_BITS{1'b0}} : row_load;
        known_rival  <= rst ? {LOAD_BITS{1'b0}} : rival_load;
    end
    wire       by_load = byte_here < SHORTEST;
    wire       before  = known_row < known_rival || (known_row == known_rival && row < rival);
    wire [7:0] ahead       = row >= at ? row - at : row + INPUTS - at;
    wire [7:0] rival_ahead = rival >= at ? rival - at : rival + INPUTS - at;
    wire [7:0] behind      = last_winner == INPUTS - 1 ? 8'd0 : last_winner + 8'd1;
    always @(posedge clk) if (started) begin
        maximal:       assert (column_free == !column_asked);
        shortest_wins: assert (!(picked && rival_asks && by_load) || before);
        turn_wins:     assert (!(picked && rival_asks && !by_load) || ahead < rival_ahead);
        turn_in_range: assert (at < INPUTS);
        turn_moves:    assert (at == (last_rst ? 8'd0 : last_granted ? behind : last_at));
        cover (picked && rival_asks && by_load && ahead > rival_ahead);
        cover (picked && rival_asks && !by_load && !before);
        cover (picked && rival_asks && by_load && known_row == known_rival && known_row == {LOAD_BITS{1'b1}});
    end
    genvar g;
    generate
        for (g = 0; g < PAIRS; g = g + 1) begin : each
            always @(posedge clk) if (started) begin
                cover (pick[g] && row_asks && rival_asks && by_load && g % OUTPUTS == column && g / OUTPUTS == row);
                cover (pick[g] && row_asks && rival_asks && !by_load && g % OUTPUTS == column && g / OUTPUTS == row);
            end
        end
    endgenerate
endmodule
`default_nettype wire
