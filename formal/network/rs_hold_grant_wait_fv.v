// Proof of the wait bound of rs_hold_grant: with HOLD_LIMIT and WAIT_GUARD, and at most one request per input, a
// request that stays is granted within INPUTS * (LIMIT + 1) arbitration cycles of its output.
//
// For one arbitrary pair (input, output), `waited` counts the arbitration cycles of the output in which the input
// asks and is not granted. Let `ahead` be the visits that the guard makes before it comes to the input, and `count`
// the held grants in a row. A visit on which the guard stays ends at the latest when a hold reaches the limit, so
//     waited <= (INPUTS - 1 - ahead) * (LIMIT + 1) + count    and    count <= LIMIT
// is inductive, and with ahead >= 0 it bounds the wait.
// BOUNDED = 0: no bound is claimed; the covers show a wait of BOUND arbitrations, with a policy also one by holds alone.
// SEVERAL: an input may request several outputs at once. No bound holds then, limit and guard or not.
`default_nettype none
module rs_hold_grant_wait_fv #(
    parameter INPUTS    = 4,
    parameter OUTPUTS   = 2,
    parameter BANKS     = 2,
    parameter ROW_BITS  = 4,
    parameter POLICY    = 1,
    parameter HASH_BITS = 2,
    parameter LIMIT     = 1,
    parameter GUARD     = 1,
    parameter BOUNDED   = 1,
    parameter SEVERAL   = 0, // with BOUNDED = 0
    parameter BOUND     = INPUTS * (LIMIT + 1), // arbitration cycles
    parameter BANK_BITS   = (BANKS > 1) ? $clog2(BANKS) : 1, // these three derived, not to be set
    parameter INDEX_BITS  = (INPUTS > 1) ? $clog2(INPUTS) : 1,
    parameter RANDOM_BITS = INPUTS * ((OUTPUTS > 1) ? $clog2(OUTPUTS) : 1) + OUTPUTS * INDEX_BITS
) (
    input wire                        clk,
    input wire                        rst,
    input wire [INPUTS*OUTPUTS-1:0]   request,
    input wire [OUTPUTS-1:0]          ready,
    input wire [INPUTS*BANK_BITS-1:0] bank,
    input wire [INPUTS*ROW_BITS-1:0]  row,
    input wire [RANDOM_BITS-1:0]      random
);
    localparam PAIRS = INPUTS * OUTPUTS;
    localparam OUT_BITS = (OUTPUTS > 1) ? $clog2(OUTPUTS) : 1;
    wire [PAIRS-1:0]   masked, grant;
    wire [OUTPUTS-1:0] arbitrate;
    rs_held_allocation #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .POLICY(POLICY),
                         .HASH_BITS(HASH_BITS), .LIMIT(LIMIT), .GUARD(GUARD)) dut (
        .clk(clk), .rst(rst), .request(request), .ready(ready), .bank(bank), .row(row), .random(random),
        .masked(masked), .grant(grant), .arbitrate(arbitrate));
    (* keep *) wire [PAIRS-1:0]              hold;  // probe dut.hold_grant.hold
    (* keep *) wire [PAIRS-1:0]              all_held; // probe dut.hold_grant.held
    (* keep *) wire [OUTPUTS*8-1:0]          count; // probe dut.hold_grant.count
    (* keep *) wire [OUTPUTS*INDEX_BITS-1:0] visit; // probe dut.hold_grant.visit

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) if (!started) assume (rst);
    wire check = started && !rst;

    (* anyconst *) reg [OUT_BITS-1:0]   out;
    (* anyconst *) reg [INDEX_BITS-1:0] subject;
    always @(posedge clk) assume (out < OUTPUTS && subject < INPUTS);

    reg one_request; // at most one per input
    reg one_hold;    // at most one per input and per output
    integer i, o;
    reg asked, held;
    always @* begin
        one_request = 1'b1;
        one_hold    = 1'b1;
        for (i = 0; i < INPUTS; i = i + 1) begin
            asked = 1'b0;
            held  = 1'b0;
            for (o = 0; o < OUTPUTS; o = o + 1) begin
                one_request = one_request && !(asked && request[i*OUTPUTS + o]);
                one_hold    = one_hold && !(held && hold[i*OUTPUTS + o]);
                asked = asked || request[i*OUTPUTS + o];
                held  = held || hold[i*OUTPUTS + o];
            end
        end
        for (o = 0; o < OUTPUTS; o = o + 1) begin
            held = 1'b0;
            for (i = 0; i < INPUTS; i = i + 1) begin
                one_hold = one_hold && !(held && hold[i*OUTPUTS + o]);
                held     = held || hold[i*OUTPUTS + o];
            end
        end
    end
    always @(posedge clk) assume (one_request || SEVERAL != 0);

    wire asks    = request[subject*OUTPUTS + out];
    wire granted = grant[subject*OUTPUTS + out];
    reg [15:0] waited;
    always @(posedge clk)
        if (rst || !asks || granted)
            waited <= 16'd0;
        else if (arbitrate[out] && waited != 16'hffff)
            waited <= waited + 16'd1;

    wire [15:0] at    = {{(16-INDEX_BITS){1'b0}}, visit[out*INDEX_BITS +: INDEX_BITS]};
    wire [15:0] goal  = {{(16-INDEX_BITS){1'b0}}, subject};
    wire [15:0] ahead = goal >= at ? goal - at : goal + INPUTS - at;
    wire [15:0] held_in_a_row = {8'd0, count[out*8 +: 8]};
    wire [15:0] served = (INPUTS - 1 - ahead) * (LIMIT + 1);

    generate
        if (BOUNDED != 0) begin : bounded
            always @(posedge clk) if (check) begin
                one_hold_each:  assert (one_hold);
                visit_in_range: assert (at < INPUTS);
                count_in_range: assert (held_in_a_row <= LIMIT);
                wait_link:      assert (waited <= served + held_in_a_row);
                wait_bound:     assert (waited < BOUND);
                cover (waited >= INPUTS && granted);
            end
        end else begin : unbounded
            reg held_here, held_always; // a hold decides the output's arbitration; decided all that `waited` counts
            integer k;
            always @* begin
                held_here = 1'b0;
                for (k = 0; k < INPUTS; k = k + 1)
                    held_here = held_here || all_held[k*OUTPUTS + out];
            end
            always @(posedge clk)
                if (rst || !asks || granted)
                    held_always <= 1'b1;
                else if (arbitrate[out])
                    held_always <= held_always && held_here;
            if (POLICY != 0 && LIMIT == 0) begin : by_holds
                always @(posedge clk) if (check) begin cover (waited == BOUND && granted && held_always); end
            end
            always @(posedge clk) if (check) begin
                cover (waited == BOUND && granted);
                assert (arbitrate[out] || !asks || !ready[out]); // what `waited` counts
            end
        end
    endgenerate
endmodule
`default_nettype wire
