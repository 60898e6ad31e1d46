// Proof of rs_hold_grant around an allocator, every policy: the matching, and who must win.
// The policy is written down once more for one arbitrary output `out`: who was granted last and has not been granted
// elsewhere since (holder), the rows and the hash last granted, how many held grants came in a row. From that alone:
//   held = the holder requests, the policy and the limit allow it. A held pair wins; where no pair is held the guard's
//   input wins if it asks, unless a hold or the guard of a lower output takes it; where none asks either, an input that
//   wants this output alone takes part in the free pick.
`default_nettype none
module rs_hold_grant_fv #(
    parameter INPUTS    = 4,
    parameter OUTPUTS   = 2,
    parameter BANKS     = 2,
    parameter ROW_BITS  = 4,
    parameter POLICY    = 1, // 0 NONE, 1 HG, 2 RMHG, 3 HMHG
    parameter HASH_BITS = 2,
    parameter LIMIT     = 0,
    parameter GUARD     = 0,
    parameter ALLOCATOR = 0, // 0 PIM, 1 ISLIP, 2 WAVEFRONT
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
                         .HASH_BITS(HASH_BITS), .LIMIT(LIMIT), .GUARD(GUARD), .ALLOCATOR(ALLOCATOR)) dut (
        .clk(clk), .rst(rst), .request(request), .ready(ready), .bank(bank), .row(row), .random(random),
        .masked(masked), .grant(grant), .arbitrate(arbitrate));
    (* keep *) wire [PAIRS-1:0]                  hold;      // probe dut.hold_grant.hold
    (* keep *) wire [OUTPUTS*BANKS*ROW_BITS-1:0] last_row;  // probe dut.hold_grant.last_row
    (* keep *) wire [OUTPUTS*ROW_BITS-1:0]       last_hash; // probe dut.hold_grant.last_hash
    (* keep *) wire [OUTPUTS*8-1:0]              count;     // probe dut.hold_grant.count
    (* keep *) wire [OUTPUTS*INDEX_BITS-1:0]     visit;     // probe dut.hold_grant.visit
    (* keep *) wire [PAIRS-1:0]                  all_held;  // probe dut.hold_grant.held

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) if (!started) assume (rst);
    wire check = started && !rst;

    wire [PAIRS-1:0] live = request & {INPUTS{ready}};
    rs_matching_rules #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS)) rules (
        .clk(clk), .enable(check), .request(live), .grant(grant));

    // An arbitrary output, and an arbitrary input that competes for it.
    (* anyconst *) reg [OUT_BITS-1:0]   out;
    (* anyconst *) reg [INDEX_BITS-1:0] rival;
    always @(posedge clk) assume (out < OUTPUTS && rival < INPUTS);

    // Column `out` of a matrix.
    function [INPUTS-1:0] column;
        input [PAIRS-1:0]    matrix;
        input [OUT_BITS-1:0] at;
        integer k;
        for (k = 0; k < INPUTS; k = k + 1)
            column[k] = matrix[k*OUTPUTS + at];
    endfunction
    function [INDEX_BITS-1:0] index_of;
        input [INPUTS-1:0] one;
        integer k;
        begin
            index_of = 0;
            for (k = 0; k < INPUTS; k = k + 1)
                if (one[k])
                    index_of = index_of | k[INDEX_BITS-1:0];
        end
    endfunction
    function [HASH_BITS-1:0] folded; // bit h: parity of the row bits h, h + HASH_BITS, ...
        input [ROW_BITS-1:0] value;
        integer h, k;
        for (h = 0; h < HASH_BITS; h = h + 1) begin
            folded[h] = 1'b0;
            for (k = h; k < ROW_BITS; k = k + HASH_BITS)
                folded[h] = folded[h] ^ value[k];
        end
    endfunction

    reg                      has_holder;
    reg [INDEX_BITS-1:0]     holder;
    reg [BANKS*ROW_BITS-1:0] rows;     // last granted, per bank
    reg [HASH_BITS-1:0]      hash;     // last granted
    reg [7:0]                in_a_row; // held grants since the last one that was not
    reg                      rival_won; // ever

    wire [INPUTS-1:0]     asking  = column(live, out);
    wire [INPUTS-1:0]     winners = column(grant, out);
    wire [INDEX_BITS-1:0] winner  = index_of(winners);
    wire [BANK_BITS-1:0]  holder_bank = bank[holder*BANK_BITS +: BANK_BITS];
    wire [ROW_BITS-1:0]   holder_row  = row[holder*ROW_BITS +: ROW_BITS];
    wire [ROW_BITS-1:0]   same_row    = rows[holder_bank*ROW_BITS +: ROW_BITS];
    wire [HASH_BITS-1:0]  holder_hash = folded(holder_row);
    wire [BANK_BITS-1:0]  winner_bank = bank[winner*BANK_BITS +: BANK_BITS];
    wire [ROW_BITS-1:0]   winner_row  = row[winner*ROW_BITS +: ROW_BITS];
    wire [HASH_BITS-1:0]  winner_hash = folded(winner_row);
    wire policy_keeps = POLICY == 1 || (POLICY == 2 && holder_row == same_row) || (POLICY == 3 && holder_hash == hash);
    wire within_limit = LIMIT == 0 || in_a_row < LIMIT;
    wire held = POLICY != 0 && has_holder && asking[holder] && policy_keeps && within_limit;
    wire [OUTPUTS-1:0] rival_asks = live[rival*OUTPUTS +: OUTPUTS];
    wire [INDEX_BITS-1:0] guarded = visit[out*INDEX_BITS +: INDEX_BITS];
    wire guard_asks = GUARD != 0 && asking[guarded];
    // The guard's input is free: no hold takes it, and no lower output's guard, which wins it where that is not held.
    reg  [OUTPUTS-1:0] held_outputs;
    reg                guarded_is_free;
    integer p;
    always @* begin
        held_outputs    = {OUTPUTS{1'b0}};
        guarded_is_free = 1'b1;
        for (p = 0; p < INPUTS; p = p + 1)
            held_outputs = held_outputs | all_held[p*OUTPUTS +: OUTPUTS];
        for (p = 0; p < OUTPUTS; p = p + 1)
            if (all_held[guarded*OUTPUTS + p] || (p < out && visit[p*INDEX_BITS +: INDEX_BITS] == guarded
                                                  && live[guarded*OUTPUTS + p] && !held_outputs[p]))
                guarded_is_free = 1'b0;
    end
    wire [INPUTS-1:0] held_here = column(all_held, out);
    wire holder_elsewhere = grant[holder*OUTPUTS +: OUTPUTS] != 0 && !winners[holder];

    always @(posedge clk) begin
        if (winners != 0) begin
            has_holder <= POLICY != 0;
            holder     <= winner;
            rows[winner_bank*ROW_BITS +: ROW_BITS] <= winner_row;
            hash       <= winner_hash;
            in_a_row   <= held ? in_a_row + 8'd1 : 8'd0;
        end else if (holder_elsewhere)
            has_holder <= 1'b0;
        rival_won <= rival_won || winners[rival];
        if (rst) begin
            has_holder <= 1'b0;
            rows       <= 0;
            hash       <= 0;
            in_a_row   <= 8'd0;
            rival_won  <= 1'b0;
        end
    end

    // Links between these and the registers of the design.
    reg rows_one_hot;
    integer i, o;
    reg seen;
    always @* begin
        rows_one_hot = 1'b1;
        for (i = 0; i < INPUTS; i = i + 1) begin
            seen = 1'b0;
            for (o = 0; o < OUTPUTS; o = o + 1) begin
                rows_one_hot = rows_one_hot && !(seen && hold[i*OUTPUTS + o]);
                seen = seen || hold[i*OUTPUTS + o];
            end
        end
    end
    wire [INPUTS-1:0] holds = column(hold, out);
    wire [INPUTS-1:0] expected_holds = has_holder ? {{(INPUTS-1){1'b0}}, 1'b1} << holder : {INPUTS{1'b0}};
    wire [BANKS*ROW_BITS-1:0] rows_there = last_row[out*(BANKS*ROW_BITS) +: BANKS*ROW_BITS];
    wire [ROW_BITS-1:0]       hash_there = last_hash[out*ROW_BITS +: ROW_BITS];
    wire [7:0]                count_there = count[out*8 +: 8];

    always @(posedge clk) if (check) begin
        arbitrates:     assert (arbitrate[out] == (asking != 0));
        holder_link:    assert (holds == expected_holds && rows_one_hot && (!has_holder || holder < INPUTS));
        row_link:       assert (POLICY != 2 || rows_there == rows);
        hash_link:      assert (POLICY != 3 || hash_there == hash);
        count_link:     assert (LIMIT == 0 || (count_there == in_a_row && in_a_row <= LIMIT));
        visit_in_range: assert (GUARD == 0 || guarded < INPUTS);
        held_link:      assert (held_here == (held ? expected_holds : {INPUTS{1'b0}}));
        held_wins:      assert (!held || winners[holder]);
        guard_wins:     assert (!(guard_asks && !held && guarded_is_free) || winners[guarded]);
        others_compete: assert (!(!held && !guard_asks && rival_asks == ({{(OUTPUTS-1){1'b0}}, 1'b1} << out))
                                || masked[rival*OUTPUTS + out]);
        hold_is_earned: assert (!holds[rival] || rival_won);
        nothing_held_by_none: assert (POLICY != 0 || hold == 0);
    end
    genvar g;
    generate
        for (g = 0; g < PAIRS; g = g + 1) begin : each // can win against full requests
            always @(posedge clk) if (check) begin cover (grant[g] && live == {PAIRS{1'b1}}); end
        end
        if (POLICY != 0) begin : cover_hold
            always @(posedge clk) if (check) begin
                cover (held && asking == {INPUTS{1'b1}} && holder == INPUTS - 1);           // wins against all
                cover (has_holder && !asking[holder] && asking == 0);                       // kept without request
                cover (has_holder && holder_elsewhere);                                     // erased by another output
            end
        end else begin : cover_none
            always @(posedge clk) if (check) begin cover (asking == {INPUTS{1'b1}} && winners[rival]); end
        end
        if (POLICY == 2) begin : cover_row
            always @(posedge clk) if (check) begin
                cover (has_holder && asking[holder] && !policy_keeps && !winners[holder]);  // row changed, another wins
                cover (held && holder_row != 0 && winners[holder]);
            end
        end
        if (POLICY == 3) begin : cover_hash
            always @(posedge clk) if (check) begin
                cover (has_holder && asking[holder] && !policy_keeps && !winners[holder]);  // hash changed, another wins
                cover (held && holder_row != rows[holder_bank*ROW_BITS +: ROW_BITS]);       // other row, same hash
            end
        end
        if (LIMIT != 0 && POLICY != 0) begin : cover_limit
            always @(posedge clk) if (check) begin
                cover (in_a_row == LIMIT && asking[holder] && !winners[holder] && winners != 0);
                cover (in_a_row == LIMIT && asking[holder] && winners[holder]);             // the free pick takes it again
            end
        end
        if (GUARD != 0) begin : cover_guard
            always @(posedge clk) if (check) begin
                cover (guard_asks && !held && winners[guarded] && asking == {INPUTS{1'b1}});
                cover (guard_asks && held && !winners[guarded]);
                cover (guard_asks && !held && asking == {INPUTS{1'b1}} && !winners[guarded]); // taken elsewhere
            end
        end
    endgenerate
endmodule
`default_nettype wire
