// Proof that rs_hold_arbiters grants what rs_hold_grant around rs_pim_allocator grants, in every cycle, when an input
// asks for at most one output and a request stays as it was shown until it is granted. Both run side by side from reset
// on the same requests and random words. A grant may begin a packet of several flits, as in a crossbar: its output is busy, and
// its input shows no request, until the last flit has moved; the flits that move are those of grants and of such packets. Every input can win while all inputs ask (a cover each); without the guard, which
// comes to one input after the other, while all ask for one output.
`default_nettype none
module rs_hold_arbiters_fv #(
    parameter INPUTS     = 4,
    parameter OUTPUTS    = 2,
    parameter ROW_BITS   = 4,
    parameter BANKS      = 2,
    parameter POLICY     = 1, // 0 NONE, 1 HG, 2 RMHG, 3 HMHG
    parameter HASH_BITS  = 2,
    parameter LIMIT      = 0,
    parameter GUARD      = 0,
    parameter COUNT_BITS = 8,
    parameter PICK       = 0,
    parameter HOLD       = 1,
    parameter BANK_BITS   = (BANKS > 1) ? $clog2(BANKS) : 1, // derived, not to be set, to NUMBER
    parameter INDEX_BITS  = (INPUTS > 1) ? $clog2(INPUTS) : 1,
    parameter OUTPUT_BITS = (OUTPUTS > 1) ? $clog2(OUTPUTS) : 1,
    parameter WORD_BITS   = (PICK != 0) ? 12 : INDEX_BITS,
    parameter IN_BITS     = (PICK != 0) ? 12 : OUTPUT_BITS,
    parameter PLACES      = (INDEX_BITS > 2) ? 4 : 2,
    parameter GROUPS      = (INPUTS + PLACES - 1) / PLACES,
    parameter NUMBER      = PLACES + GROUPS
) (
    input wire                          clk,
    input wire                          rst,
    input wire [INPUTS-1:0]             valid,
    input wire [INPUTS*OUTPUT_BITS-1:0] destination,
    input wire [INPUTS*BANK_BITS-1:0]   bank,
    input wire [INPUTS*ROW_BITS-1:0]    row,
    input wire [OUTPUTS-1:0]            ready,
    input wire [OUTPUTS-1:0]            longer, // what moves is not the last flit
    input wire [INPUTS-1:0]             body,   // of a packet under way: its next flit is there
    input wire [OUTPUTS*WORD_BITS-1:0]  random
);
    localparam PAIRS = INPUTS * OUTPUTS;
    localparam KEY   = OUTPUT_BITS + BANK_BITS + ROW_BITS;
    localparam ROWS  = OUTPUTS * BANKS * ROW_BITS;
    localparam [31:0] POLICY_WORD = POLICY, HASH_WORD = HASH_BITS, LIMIT_WORD = LIMIT;

    wire [PAIRS-1:0]   request, masked, grant, expected_grant;
    wire [OUTPUTS-1:0] arbitrate, expected_arbitrate, busy, move;
    wire [PAIRS-1:0]   moved, expected_moved; // bit o*INPUTS+i
    wire [INPUTS-1:0]  fronts;
    wire [OUTPUTS-1:0] any_moved;
    reg  [PAIRS-1:0]   carries;               // packets under way
    rs_held_allocation #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .POLICY(POLICY),
                         .HASH_BITS(HASH_BITS), .LIMIT(LIMIT), .GUARD(GUARD), .PICK(PICK)) expected (
        .clk(clk), .rst(rst), .request(request), .ready(ready & ~busy), .bank(bank), .row(row),
        .random({random, {(INPUTS*IN_BITS){1'b0}}}), .masked(masked), .grant(expected_grant),
        .arbitrate(expected_arbitrate));
    rs_hold_arbiters #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .HASH_WIDTH(ROW_BITS),
                       .COUNT_BITS(COUNT_BITS), .PICK(PICK), .HOLD(HOLD)) dut (
        .clk(clk), .rst(rst), .policy(POLICY_WORD[1:0]), .hash_bits(HASH_WORD[4:0]),
        .hold_limit(LIMIT_WORD[COUNT_BITS-1:0]), .wait_guard(GUARD != 0), .valid(valid), .destination(destination),
        .bank(bank), .row(row), .ready(ready), .busy(busy), .fronts(fronts), .random(random), .load({(INPUTS*7){1'b0}}),
        .grant(grant), .arbitrate(arbitrate), .moved(moved), .move(move));
    (* keep *) wire [PAIRS-1:0]              hold;         // probe expected.hold_grant.hold
    (* keep *) wire [ROWS-1:0]               last_row;     // probe expected.hold_grant.last_row
    (* keep *) wire [OUTPUTS*ROW_BITS-1:0]   last_hash;    // probe expected.hold_grant.last_hash
    (* keep *) wire [OUTPUTS*8-1:0]          count;        // probe expected.hold_grant.count
    (* keep *) wire [OUTPUTS*INDEX_BITS-1:0] visit;        // probe expected.hold_grant.visit
    (* keep *) wire [OUTPUTS-1:0]            dut_held;     // probe dut.out[*OUTPUTS].hold.held if HOLD=1
    (* keep *) wire [OUTPUTS*NUMBER-1:0]     dut_holder;   // probe dut.out[*OUTPUTS].hold.holder if HOLD=1
    (* keep *) wire [OUTPUTS*INDEX_BITS-1:0] dut_owner;    // probe dut.out[*OUTPUTS].plain.owner if HOLD=0
    (* keep *) wire [OUTPUTS*COUNT_BITS-1:0] dut_count;    // probe dut.out[*OUTPUTS].hold.count if HOLD=1
    (* keep *) wire [OUTPUTS*INDEX_BITS-1:0] dut_visit;    // probe dut.out[*OUTPUTS].hold.visit if HOLD=1
    (* keep *) wire [ROWS-1:0]               dut_last_row; // probe dut.out[*OUTPUTS].hold.last_row if HOLD=1
    (* keep *) wire [INPUTS*ROW_BITS-1:0]    dut_hash;     // probe dut.hashes.last_hash if HOLD=1

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) if (!started) assume (rst);
    wire check = started && !rst;

    // A request that was shown and not granted, as it was shown.
    reg  [INPUTS-1:0]     waiting;
    reg  [INPUTS*KEY-1:0] waiting_key; // {output, bank, row}
    wire [INPUTS-1:0]     granted, asks_in_range, asks_as_shown;
    wire                  contended = (&valid) && (GUARD != 0 || destination == {INPUTS{destination[OUTPUT_BITS-1:0]}});

    // Links between the registers of the two, gathered into one word each.
    wire [PAIRS-1:0]   here;           // holds as the design keeps them
    wire [PAIRS-1:0]   hold_linked, hash_linked, carry_linked;
    wire [INPUTS-1:0]  waiting_linked, one_hold, one_way, rests;
    wire [OUTPUTS-1:0] one_holder, one_owner, count_linked, visit_linked;
    genvar i, o;
    generate
        for (i = 0; i < INPUTS; i = i + 1) begin : in
            wire [OUTPUT_BITS-1:0] to = destination[i*OUTPUT_BITS +: OUTPUT_BITS];
            wire [KEY-1:0]         key = {to, bank[i*BANK_BITS +: BANK_BITS], row[i*ROW_BITS +: ROW_BITS]};
            wire [KEY-1:0]         shown = waiting_key[i*KEY +: KEY];
            wire [OUTPUT_BITS-1:0] shown_to = shown[KEY-1 -: OUTPUT_BITS];
            wire [ROW_BITS-1:0]    hash = dut_hash[i*ROW_BITS +: ROW_BITS];
            wire [ROW_BITS-1:0]    shown_hash;
            rs_row_hash #(.ROW_BITS(ROW_BITS), .HASH_WIDTH(ROW_BITS)) row_hash (
                .row(shown[ROW_BITS-1:0]), .bits(HASH_WORD[4:0]), .hash(shown_hash));
            assign request[i*OUTPUTS +: OUTPUTS] = {{(OUTPUTS-1){1'b0}}, valid[i]} << to;
            assign granted[i]        = grant[i*OUTPUTS +: OUTPUTS] != {OUTPUTS{1'b0}};
            assign asks_in_range[i]  = !valid[i] || {{(32-OUTPUT_BITS){1'b0}}, to} < OUTPUTS;
            assign asks_as_shown[i]  = !valid[i] || !waiting[i] || key == shown;
            assign waiting_linked[i] = !waiting[i] || ({{(32-OUTPUT_BITS){1'b0}}, shown_to} < OUTPUTS
                                                       && (POLICY != 3 || hash == shown_hash));
            assign one_hold[i] = (hold[i*OUTPUTS +: OUTPUTS] & (hold[i*OUTPUTS +: OUTPUTS] - {{(OUTPUTS-1){1'b0}}, 1'b1}))
                                 == {OUTPUTS{1'b0}};
            always @(posedge clk) begin
                waiting[i] <= !rst && (valid[i] ? !granted[i] : waiting[i]);
                if (valid[i])
                    waiting_key[i*KEY +: KEY] <= key;
            end
            wire [OUTPUTS-1:0] ways = carries[i*OUTPUTS +: OUTPUTS];
            assign rests[i]   = ways == {OUTPUTS{1'b0}};
            assign one_way[i] = (ways & (ways - {{(OUTPUTS-1){1'b0}}, 1'b1})) == {OUTPUTS{1'b0}};
            assign fronts[i] = valid[i] || (!rests[i] && body[i]);
            always @(posedge clk) if (check) begin cover (contended && granted[i]); end
            for (o = 0; o < OUTPUTS; o = o + 1) begin : out
                localparam [31:0] SELF = o;
                // The design's hold is the expected one, but for a holder that waits with a request that is not for it.
                assign here[i*OUTPUTS + o] = dut_held[o] && dut_holder[o*NUMBER + i % PLACES] && dut_holder[o*NUMBER + PLACES + i / PLACES];
                wire same    = last_hash[o*ROW_BITS +: ROW_BITS] == hash;
                wire refused = waiting[i] && (shown_to != SELF[OUTPUT_BITS-1:0] || (POLICY == 3 && !same));
                assign hold_linked[i*OUTPUTS + o] = here[i*OUTPUTS + o] == (hold[i*OUTPUTS + o] && !refused);
                assign hash_linked[i*OUTPUTS + o] = POLICY != 3 || !here[i*OUTPUTS + o] || same;
                // The packet under way at an output is of its last winner, which waits for nothing and is held.
                localparam [31:0] INPUT = i, PLACE = 1 << (i % PLACES), GROUP = 1 << (i / PLACES);
                wire owns = HOLD == 0 ? dut_owner[o*INDEX_BITS +: INDEX_BITS] == INPUT[INDEX_BITS-1:0]
                                      : dut_holder[o*NUMBER +: NUMBER] == {GROUP[GROUPS-1:0], PLACE[PLACES-1:0]};
                assign carry_linked[i*OUTPUTS + o] = !carries[i*OUTPUTS + o]
                                                   || (owns && !waiting[i] && (POLICY == 0 || hold[i*OUTPUTS + o]));
                wire goes_on = carries[i*OUTPUTS + o] && ready[o] && fronts[i];
                assign expected_moved[o*INPUTS + i] = expected_grant[i*OUTPUTS + o] || goes_on;
                always @(posedge clk)
                    carries[i*OUTPUTS + o] <= !rst && (expected_moved[o*INPUTS + i] ? longer[o] : carries[i*OUTPUTS + o]);
            end
        end
        for (o = 0; o < OUTPUTS; o = o + 1) begin : out
            wire [INPUTS-1:0] holders, keepers, owners;
            assign any_moved[o] = expected_moved[o*INPUTS +: INPUTS] != {INPUTS{1'b0}};
            assign busy[o]      = owners != {INPUTS{1'b0}};
            assign one_owner[o] = (owners & (owners - {{(INPUTS-1){1'b0}}, 1'b1})) == {INPUTS{1'b0}};
            for (i = 0; i < INPUTS; i = i + 1) begin : in
                assign holders[i] = hold[i*OUTPUTS + o];
                assign keepers[i] = here[i*OUTPUTS + o];
                assign owners[i]  = carries[i*OUTPUTS + o];
            end
            wire [PLACES-1:0] place = dut_holder[o*NUMBER +: PLACES];
            wire [GROUPS-1:0] group = dut_holder[o*NUMBER + PLACES +: GROUPS];
            wire [7:0] mine = {{(8-COUNT_BITS){1'b0}}, dut_count[o*COUNT_BITS +: COUNT_BITS]};
            wire [INDEX_BITS-1:0] at = visit[o*INDEX_BITS +: INDEX_BITS];
            assign one_holder[o] = (holders & (holders - {{(INPUTS-1){1'b0}}, 1'b1})) == {INPUTS{1'b0}}
                && (!dut_held[o] || ((place & (place - {{(PLACES-1){1'b0}}, 1'b1})) == {PLACES{1'b0}}
                                     && (group & (group - {{(GROUPS-1){1'b0}}, 1'b1})) == {GROUPS{1'b0}}
                                     && keepers != {INPUTS{1'b0}}));
            assign count_linked[o] = LIMIT == 0 || (count[o*8 +: 8] == mine && mine <= LIMIT);
            assign visit_linked[o] = GUARD == 0 || (dut_visit[o*INDEX_BITS +: INDEX_BITS] == at
                                                    && {{(32-INDEX_BITS){1'b0}}, at} < INPUTS);
        end
    endgenerate
    always @(posedge clk) begin
        assume (&asks_in_range);
        assume (&asks_as_shown);
        assume (&(rests | ~valid));
    end

    always @(posedge clk) if (check) begin
        same_grants: assert (grant == expected_grant);
        same_moves:  assert (moved == expected_moved);
        carry_link:  assert ((&carry_linked) && (&one_way) && (&one_owner));
        cover ((busy & move) != {OUTPUTS{1'b0}});
        same_arbitrations: assert (arbitrate == expected_arbitrate && move == any_moved);
        cover (arbitrate == {OUTPUTS{1'b1}});
        cover (grant != {PAIRS{1'b0}} && hold == {PAIRS{1'b0}});
    end
    generate
        if (HOLD != 0) begin : links
            always @(posedge clk) if (check) begin
                waiting_link: assert (&waiting_linked);
                hold_link:    assert ((&hold_linked) && (&one_holder) && (&one_hold));
                hash_link:    assert (&hash_linked);
                row_link:     assert (POLICY != 2 || dut_last_row == last_row);
                count_link:   assert (&count_linked);
                visit_link:   assert (&visit_linked);
                nothing_held_by_none: assert (POLICY != 0 || (hold == {PAIRS{1'b0}} && dut_held == {OUTPUTS{1'b0}}));
            end
        end
        if (POLICY != 0) begin : cover_hold
            always @(posedge clk) if (check) begin
                cover ((grant & hold) != {PAIRS{1'b0}});                                     // a held grant
            end
        end
        if (POLICY > 1 || (POLICY != 0 && LIMIT != 0)) begin : cover_passed_over
            always @(posedge clk) if (check) begin
                cover ((request & hold & {INPUTS{ready}} & ~grant) != {PAIRS{1'b0}});        // another row, or the limit
            end
        end
    endgenerate
endmodule
`default_nettype wire
