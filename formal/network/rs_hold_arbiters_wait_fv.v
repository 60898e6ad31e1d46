// Proof of the wait bound of rs_hold_arbiters itself, without the detour over rs_hold_grant: with hold_limit and wait_guard, a
// request that stays is granted within INPUTS * (LIMIT + 1) arbitration cycles of its output. Requests are free: the bound
// needs nothing of what rs_hold_arbiters' contract asks of them.
//
// For one arbitrary pair (input, output), `waited` counts the arbitration cycles of the output in which the input asks and
// is not granted, `ahead` the visits that the guard makes before it comes to the input, `count` the held grants in a row.
//     waited <= (INPUTS - 1 - ahead) * (LIMIT + 1) + count    and    count <= LIMIT
// is inductive, as in rs_hold_grant_wait_fv.v, and bounds the wait.
`default_nettype none
module rs_hold_arbiters_wait_fv #(
    parameter INPUTS     = 4,
    parameter OUTPUTS    = 2,
    parameter BANKS      = 2,
    parameter ROW_BITS   = 4,
    parameter POLICY     = 1,
    parameter HASH_BITS  = 2,
    parameter LIMIT      = 1,
    parameter COUNT_BITS = 4,
    parameter BANK_BITS   = (BANKS > 1) ? $clog2(BANKS) : 1, // these three derived, not to be set
    parameter INDEX_BITS  = (INPUTS > 1) ? $clog2(INPUTS) : 1,
    parameter OUTPUT_BITS = (OUTPUTS > 1) ? $clog2(OUTPUTS) : 1
) (
    input wire                          clk,
    input wire                          rst,
    input wire [INPUTS-1:0]             valid,
    input wire [INPUTS*OUTPUT_BITS-1:0] destination,
    input wire [INPUTS*BANK_BITS-1:0]   bank,
    input wire [INPUTS*ROW_BITS-1:0]    row,
    input wire [OUTPUTS-1:0]            ready,
    input wire [OUTPUTS-1:0]            busy,
    input wire [INPUTS-1:0]             fronts,
    input wire [OUTPUTS*INDEX_BITS-1:0] random
);
    localparam BOUND = INPUTS * (LIMIT + 1); // arbitration cycles
    localparam [31:0] POLICY_WORD = POLICY, HASH_WORD = HASH_BITS, LIMIT_WORD = LIMIT;
    wire [INPUTS*OUTPUTS-1:0] grant;
    wire [OUTPUTS-1:0]        arbitrate;
    rs_hold_arbiters #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .HASH_WIDTH(ROW_BITS),
                       .COUNT_BITS(COUNT_BITS)) dut (
        .clk(clk), .rst(rst), .policy(POLICY_WORD[1:0]), .hash_bits(HASH_WORD[4:0]),
        .hold_limit(LIMIT_WORD[COUNT_BITS-1:0]), .wait_guard(1'b1), .valid(valid), .destination(destination),
        .bank(bank), .row(row), .ready(ready), .busy(busy), .fronts(fronts), .random(random), .load({(INPUTS*7){1'b0}}), .grant(grant),
        .arbitrate(arbitrate), .moved(), .move());
    (* keep *) wire [OUTPUTS*COUNT_BITS-1:0] count; // probe dut.out[*OUTPUTS].hold.count
    (* keep *) wire [OUTPUTS*INDEX_BITS-1:0] visit; // probe dut.out[*OUTPUTS].hold.visit

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) if (!started) assume (rst);
    wire check = started && !rst;

    (* anyconst *) reg [OUTPUT_BITS-1:0] out;
    (* anyconst *) reg [INDEX_BITS-1:0]  subject;
    always @(posedge clk) assume (out < OUTPUTS && subject < INPUTS);

    wire asks    = valid[subject] && destination[subject*OUTPUT_BITS +: OUTPUT_BITS] == out;
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
    wire [15:0] held_in_a_row = {{(16-COUNT_BITS){1'b0}}, count[out*COUNT_BITS +: COUNT_BITS]};
    wire [15:0] served = (INPUTS - 1 - ahead) * (LIMIT + 1);
    always @(posedge clk) if (check) begin
        visit_in_range: assert (at < INPUTS);
        count_in_range: assert (held_in_a_row <= LIMIT);
        wait_link:      assert (waited <= served + held_in_a_row);
        wait_bound:     assert (waited < BOUND);
        wait_counted:   assert (arbitrate[out] || !asks || !ready[out] || busy[out]); // what `waited` leaves out
        cover (waited >= INPUTS && granted);
    end
endmodule
`default_nettype wire
