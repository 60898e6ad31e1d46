// Proof that rs_hold_arbiters grants what rs_hold_grant around rs_pim_allocator grants, in every cycle, when an input
// asks for at most one output. Both run side by side from reset on the same requests and random words.
`default_nettype none
module rs_hold_arbiters_fv #(
    parameter INPUTS     = 4,
    parameter OUTPUTS    = 2,
    parameter ROW_BITS   = 4,
    parameter POLICY     = 1, // 0 NONE, 1 HG, 3 HMHG
    parameter HASH_BITS  = 2,
    parameter LIMIT      = 0,
    parameter GUARD      = 0,
    parameter COUNT_BITS = 8,
    parameter INDEX_BITS  = (INPUTS > 1) ? $clog2(INPUTS) : 1, // these three derived, not to be set
    parameter OUTPUT_BITS = (OUTPUTS > 1) ? $clog2(OUTPUTS) : 1,
    parameter KEY         = OUTPUT_BITS + ROW_BITS
) (
    input wire                          clk,
    input wire                          rst,
    input wire [INPUTS-1:0]             valid,
    input wire [INPUTS*OUTPUT_BITS-1:0] destination,
    input wire [INPUTS*ROW_BITS-1:0]    row,
    input wire [OUTPUTS-1:0]            ready,
    input wire [OUTPUTS*INDEX_BITS-1:0] random
);
    localparam PAIRS = INPUTS * OUTPUTS;
    localparam [31:0] POLICY_WORD = POLICY, HASH_WORD = HASH_BITS, LIMIT_WORD = LIMIT;

    wire [PAIRS-1:0]   request, masked, grant, expected_grant;
    wire [OUTPUTS-1:0] arbitrate, expected_arbitrate;
    rs_held_allocation #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .BANKS(2), .ROW_BITS(ROW_BITS), .POLICY(POLICY),
                         .HASH_BITS(HASH_BITS), .LIMIT(LIMIT), .GUARD(GUARD)) expected (
        .clk(clk), .rst(rst), .request(request), .ready(ready), .bank({INPUTS{1'b0}}), .row(row),
        .random({random, {(INPUTS*OUTPUT_BITS){1'b0}}}), .masked(masked), .grant(expected_grant),
        .arbitrate(expected_arbitrate));
    rs_hold_arbiters #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .BANKS(2), .ROW_BITS(ROW_BITS), .HASH_WIDTH(ROW_BITS),
                       .COUNT_BITS(COUNT_BITS)) dut (
        .clk(clk), .rst(rst), .policy(POLICY_WORD[1:0]), .hash_bits(HASH_WORD[4:0]),
        .hold_limit(LIMIT_WORD[COUNT_BITS-1:0]), .wait_guard(GUARD != 0), .valid(valid), .destination(destination),
        .bank({INPUTS{1'b0}}), .row(row), .ready(ready), .random(random), .grant(grant), .arbitrate(arbitrate));
    (* keep *) wire [PAIRS-1:0]              hold;        // probe expected.hold_grant.hold
    (* keep *) wire [OUTPUTS*ROW_BITS-1:0]   last_hash;   // probe expected.hold_grant.last_hash
    (* keep *) wire [OUTPUTS*8-1:0]          count;       // probe expected.hold_grant.count
    (* keep *) wire [OUTPUTS*INDEX_BITS-1:0] visit;       // probe expected.hold_grant.visit
    (* keep *) wire [INPUTS-1:0]             dut_held;    // probe dut.held
    (* keep *) wire [INPUTS*KEY-1:0]         dut_key;     // probe dut.held_key
    (* keep *) wire [OUTPUTS*COUNT_BITS-1:0] dut_count;   // probe dut.count
    (* keep *) wire [OUTPUTS*INDEX_BITS-1:0] dut_visit;   // probe dut.visit

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) if (!started) assume (rst);
    wire check = started && !rst;

    // Links between the registers of the two, gathered into one word each.
    wire [PAIRS-1:0]   hold_here;     // as the design keeps it
    wire [PAIRS-1:0]   hash_linked;
    wire [INPUTS-1:0]  asks_in_range, holds_in_range;
    wire [OUTPUTS-1:0] one_holder, count_linked, visit_linked;
    genvar i, o;
    generate
        for (i = 0; i < INPUTS; i = i + 1) begin : in
            wire [OUTPUT_BITS-1:0] to = destination[i*OUTPUT_BITS +: OUTPUT_BITS];
            wire [OUTPUT_BITS-1:0] held_output;
            wire [ROW_BITS-1:0]    held_hash;
            assign {held_output, held_hash} = dut_key[i*KEY +: KEY];
            assign request[i*OUTPUTS +: OUTPUTS] = {{(OUTPUTS-1){1'b0}}, valid[i]} << to;
            assign asks_in_range[i]  = !valid[i] || {{(32-OUTPUT_BITS){1'b0}}, to} < OUTPUTS;
            assign holds_in_range[i] = !dut_held[i] || {{(32-OUTPUT_BITS){1'b0}}, held_output} < OUTPUTS;
            for (o = 0; o < OUTPUTS; o = o + 1) begin : out
                localparam [31:0] SELF = o;
                assign hold_here[i*OUTPUTS + o]   = dut_held[i] && held_output == SELF[OUTPUT_BITS-1:0];
                assign hash_linked[i*OUTPUTS + o] = POLICY != 3 || !hold_here[i*OUTPUTS + o]
                                                    || last_hash[o*ROW_BITS +: ROW_BITS] == held_hash;
            end
        end
        for (o = 0; o < OUTPUTS; o = o + 1) begin : out
            wire [INPUTS-1:0] holders;
            for (i = 0; i < INPUTS; i = i + 1) begin : in
                assign holders[i] = hold[i*OUTPUTS + o];
            end
            wire [7:0] mine = {{(8-COUNT_BITS){1'b0}}, dut_count[o*COUNT_BITS +: COUNT_BITS]};
            wire [INDEX_BITS-1:0] at = visit[o*INDEX_BITS +: INDEX_BITS];
            assign one_holder[o]   = (holders & (holders - {{(INPUTS-1){1'b0}}, 1'b1})) == {INPUTS{1'b0}};
            assign count_linked[o] = LIMIT == 0 || (count[o*8 +: 8] == mine && mine <= LIMIT);
            assign visit_linked[o] = GUARD == 0 || (dut_visit[o*INDEX_BITS +: INDEX_BITS] == at
                                                    && {{(32-INDEX_BITS){1'b0}}, at} < INPUTS);
        end
    endgenerate
    always @(posedge clk) assume (&asks_in_range);

    always @(posedge clk) if (check) begin
        hold_link:  assert (hold == hold_here && (&holds_in_range) && (&one_holder));
        hash_link:  assert (&hash_linked);
        count_link: assert (&count_linked);
        visit_link: assert (&visit_linked);
    end
    always @(posedge clk) if (check) begin
        same_grants: assert (grant == expected_grant);
        nothing_held_by_none: assert (POLICY != 0 || dut_held == {INPUTS{1'b0}});
        same_arbitrations: assert (arbitrate == expected_arbitrate);
        cover (arbitrate == {OUTPUTS{1'b1}});
        cover (grant != {PAIRS{1'b0}} && dut_held == {INPUTS{1'b0}});
    end
    generate
        if (POLICY != 0) begin : cover_hold
            always @(posedge clk) if (check) begin
                cover ((grant & hold) != {PAIRS{1'b0}});                                     // a held grant
            end
        end
        if (POLICY != 0 && (POLICY == 3 || LIMIT != 0)) begin : cover_passed_over
            always @(posedge clk) if (check) begin
                cover ((request & hold & {INPUTS{ready}} & ~grant) != {PAIRS{1'b0}});        // another hash, or the limit
            end
        end
    endgenerate
endmodule
`default_nettype wire
