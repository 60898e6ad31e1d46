// Hold grant around any allocator (THESIS 4.3, 4.5).
//
// What it does: masks the request matrix so that pairs which must win stand alone in their row and column,
// lets the allocator decide the rest, and remembers who won.
//   An output ARBITRATES in a cycle in which it is ready to start a packet and some input requests it. Only
//   then it can grant, and only a grant changes its hold; so a hold outlives any number of blocked cycles.
//   A grant of output o to input i sets o's hold to i and erases i's holds on other outputs.
//   A request that vanishes keeps its hold until the output grants somebody else. Reset clears all holds.
// Policies (static strap `policy`):
//   0 NONE  the allocator alone.
//   1 HG    (i,o) is held if o's hold is i.
//   2 RMHG  ... and i's row equals the row last granted on o for i's bank (reset value 0).
//   3 HMHG  ... and the hash of i's row equals the hash last granted on o (reset value 0). The hash is that of
//           rs_row_hash, bank excluded.
// hold_limit L > 0: after L consecutive held grants the next arbitration is free for all, the holder included
//   (a sole requester is granted again); a grant that was not held restarts the count. L = 0: no limit, and a
//   holder can starve the others for ever.
// wait_guard (needs L >= 1): a pointer per output visits the inputs one after the other (output o starts at
//   o mod INPUTS). While the visited input requests o, it wins unless a hold takes o or the input; the visit
//   ends in the arbitration cycle in which the input is granted o or does not request it.
//   Bound: with at most one request per input, a request that stays is granted within INPUTS*(L+1)
//   arbitration cycles of its output, the granting one included: a visit lasts at most L held grants to
//   others and the guard's own, and every other input is visited at most once before.
//   With several requests per input (VCS > 1) no bound: a hold may take the input whenever no hold takes the output.
//   If several outputs visit one input, the lowest numbered wins it and the others stay.
// Order of strength: held grant within its limit, guard, the allocator's pick.
// Timing: request to masked_request and grant back are combinational; state advances at the clock edge.
// State: hold matrix INPUTS*OUTPUTS bits (the paper's count), rows OUTPUTS*BANKS*ROW_BITS (RMHG), hashes
// OUTPUTS*HASH_WIDTH (HMHG), 8-bit counts (limit), pointers (guard). With constant straps unused state goes.
`default_nettype none
module rs_hold_grant #(
    parameter INPUTS     = 28,
    parameter OUTPUTS    = 8,
    parameter BANKS      = 4,   // DRAM banks behind an output
    parameter ROW_BITS   = 12,
    parameter HASH_WIDTH = 12,  // largest hash_bits this instance serves
    parameter KEYS       = 1,   // 1: a bank and row per input; OUTPUTS: per pair, for inputs with several packets
    parameter [16:0] HOLD_FIXED = 17'd0, // the straps as a parameter (rs_hold_arbiters); 0: the inputs
    // derived, not to be set
    parameter BANK_BITS  = (BANKS > 1) ? $clog2(BANKS) : 1,
    parameter INDEX_BITS = (INPUTS > 1) ? $clog2(INPUTS) : 1
) (
    input  wire                        clk,
    input  wire                        rst,
    // static straps
    input  wire [1:0]                  policy,
    input  wire [4:0]                  hash_bits,
    input  wire [7:0]                  hold_limit,
    input  wire                        wait_guard,
    // requests: bit i*OUTPUTS+o; bank and row of the packet that input i offers (KEYS = OUTPUTS: offers to o)
    input  wire [INPUTS*OUTPUTS-1:0]   request,
    input  wire [OUTPUTS-1:0]          ready,
    input  wire [INPUTS*KEYS*BANK_BITS-1:0] bank,
    input  wire [INPUTS*KEYS*ROW_BITS-1:0]  row,
    // the allocator inside
    output wire [INPUTS*OUTPUTS-1:0]   masked_request,
    input  wire [INPUTS*OUTPUTS-1:0]   grant,
    output wire [OUTPUTS-1:0]          arbitrate
);
    localparam PAIRS = INPUTS * OUTPUTS;
    localparam [1:0] HG = 2'd1, RMHG = 2'd2, HMHG = 2'd3, FIXED_POLICY = HOLD_FIXED[1:0];
    localparam [31:0] FIXED_HASH = {27'd0, HOLD_FIXED[6:2]};
    localparam [7:0] FIXED_LIMIT = HOLD_FIXED[14:7];
    localparam FIXED_GUARD = HOLD_FIXED[15], IS_FIXED = HOLD_FIXED[16];
    localparam [31:0] HASH = !IS_FIXED ? HASH_WIDTH : FIXED_POLICY == HMHG ? FIXED_HASH : 1;

    generate
        if (INPUTS < 1 || OUTPUTS < 1 || BANKS < 1 || ROW_BITS < 1 || HASH_WIDTH < 1 || HASH_WIDTH > 16
            || HASH_WIDTH > ROW_BITS || (KEYS != 1 && KEYS != OUTPUTS)) begin : illegal
            rs_hold_grant_needs_sizes_above_0_hash_width_up_to_row_bits_and_16_and_keys_1_or_outputs stop ();
        end
        if (HOLD_FIXED != 17'd0 && (!IS_FIXED || (FIXED_GUARD && FIXED_LIMIT == 8'd0)
            || (FIXED_POLICY == HMHG && (FIXED_HASH < 1 || FIXED_HASH > HASH_WIDTH)))) begin : illegal_fixed
            rs_hold_grant_HOLD_FIXED_needs_bit_16_a_limit_for_its_guard_and_hash_bits_up_to_HASH_WIDTH_for_HMHG stop ();
        end
    endgenerate
    wire [1:0] kind      = IS_FIXED ? FIXED_POLICY : policy;
    wire [4:0] hash_size = IS_FIXED ? FIXED_HASH[4:0] : hash_bits;
    wire [7:0] limit     = IS_FIXED ? FIXED_LIMIT : hold_limit;
    wire       guarded   = IS_FIXED ? FIXED_GUARD : wait_guard;

    reg [PAIRS-1:0]                  hold;
    reg [OUTPUTS*BANKS*ROW_BITS-1:0] last_row;
    reg [OUTPUTS*HASH-1:0]           last_hash;
    reg [OUTPUTS*8-1:0]              count;
    reg [OUTPUTS*INDEX_BITS-1:0]     visit;

    wire [PAIRS-1:0] live = request & {INPUTS{ready}};
    wire [PAIRS-1:0] hold_meets_request;
    rs_compare #(.WIDTH(1), .LANES(PAIRS)) hold_compare (
        .a(hold), .b(live), .equal(hold_meets_request));
    wire [PAIRS-1:0] wants_hold = hold & hold_meets_request; // hold and live

    function [OUTPUTS-1:0] any_in_column;
        input [PAIRS-1:0] bitmap;
        integer n;
        begin
            any_in_column = {OUTPUTS{1'b0}};
            for (n = 0; n < INPUTS; n = n + 1)
                any_in_column = any_in_column | bitmap[n*OUTPUTS +: OUTPUTS];
        end
    endfunction
    assign arbitrate = any_in_column(live);

    // One row comparison and one hash comparison per output, on the row of the pair that wants its hold.
    // The same selection serves the state update, where the granted pair takes its place.
    wire [OUTPUTS-1:0] keep;         // policy and limit allow the hold
    wire [OUTPUTS-1:0] granted = any_in_column(grant);
    wire [OUTPUTS-1:0] held_column;
    wire [OUTPUTS*ROW_BITS-1:0]   new_row;
    wire [OUTPUTS*BANK_BITS-1:0]  new_bank;
    wire [OUTPUTS*HASH-1:0]       new_hash;
    genvar o;
    generate
        for (o = 0; o < OUTPUTS; o = o + 1) begin : out
            localparam OWN = (KEYS > 1) ? o : 0;
            // {bank, row} of the pair set in column o. Not rs_select, with which RMHG at 28x8 takes 3.04 ns in place of 2.98 and 0.7 %
            // more area.
            function [ROW_BITS+BANK_BITS-1:0] chosen;
                input [PAIRS-1:0]            bitmap;
                input [INPUTS*KEYS*ROW_BITS-1:0]  rows;
                input [INPUTS*KEYS*BANK_BITS-1:0] banks;
                integer n;
                begin
                    chosen = {(ROW_BITS+BANK_BITS){1'b0}};
                    for (n = 0; n < INPUTS; n = n + 1)
                        if (bitmap[n*OUTPUTS + o])
                            chosen = chosen | {banks[(n*KEYS + OWN)*BANK_BITS +: BANK_BITS], rows[(n*KEYS + OWN)*ROW_BITS +: ROW_BITS]};
                end
            endfunction
            wire [ROW_BITS-1:0]   hold_row;
            wire [BANK_BITS-1:0]  hold_bank;
            wire                  row_equal, hash_equal;
            assign {hold_bank, hold_row} = chosen(wants_hold, row, bank);
            assign {new_bank[o*BANK_BITS +: BANK_BITS], new_row[o*ROW_BITS +: ROW_BITS]} = chosen(grant, row, bank);
            wire [ROW_BITS-1:0] bank_row = last_row[(o*BANKS + {{(32-BANK_BITS){1'b0}}, hold_bank})*ROW_BITS +: ROW_BITS];
            rs_compare #(.WIDTH(ROW_BITS)) row_compare (
                .a(hold_row), .b(bank_row), .equal(row_equal));
            wire [HASH-1:0] hold_hash;
            rs_row_hash #(.ROW_BITS(ROW_BITS), .HASH_WIDTH(HASH)) of_hold (
                .row(hold_row), .bits(hash_size), .hash(hold_hash));
            rs_row_hash #(.ROW_BITS(ROW_BITS), .HASH_WIDTH(HASH)) of_grant (
                .row(new_row[o*ROW_BITS +: ROW_BITS]), .bits(hash_size), .hash(new_hash[o*HASH +: HASH]));
            rs_compare #(.WIDTH(HASH)) hash_compare (
                .a(hold_hash), .b(last_hash[o*HASH +: HASH]), .equal(hash_equal));
            assign keep[o] = (kind == HG || (kind == RMHG && row_equal) || (kind == HMHG && hash_equal))
                          && (limit == 8'd0 || count[o*8 +: 8] < limit);
        end
    endgenerate
    function [PAIRS-1:0] in_columns; // the pairs in the columns set
        input [PAIRS-1:0]   bitmap;
        input [OUTPUTS-1:0] columns;
        integer n;
        for (n = 0; n < INPUTS; n = n + 1)
            in_columns[n*OUTPUTS +: OUTPUTS] = bitmap[n*OUTPUTS +: OUTPUTS] & columns;
    endfunction
    wire [PAIRS-1:0] held = in_columns(wants_hold, keep);
    assign held_column = any_in_column(held);

    // Pairs that must win: holds, then guards on rows and columns that no hold takes.
    function [PAIRS-1:0] with_guard;
        input [PAIRS-1:0]              bitmap;
        input [PAIRS-1:0]              asked;
        input [OUTPUTS*INDEX_BITS-1:0] pointer;
        input                          enable;
        integer n, k;
        reg [OUTPUTS-1:0] taken;
        begin
            with_guard = bitmap;
            taken      = any_in_column(bitmap);
            if (enable) for (k = 0; k < OUTPUTS; k = k + 1)
                for (n = 0; n < INPUTS; n = n + 1)
                    if (pointer[k*INDEX_BITS +: INDEX_BITS] == n[INDEX_BITS-1:0] && asked[n*OUTPUTS + k]
                        && !taken[k] && with_guard[n*OUTPUTS +: OUTPUTS] == {OUTPUTS{1'b0}})
                        with_guard[n*OUTPUTS + k] = 1'b1;
        end
    endfunction
    wire [PAIRS-1:0] must = with_guard(held, live, visit, guarded);

    function [PAIRS-1:0] mask;
        input [PAIRS-1:0] asked;
        input [PAIRS-1:0] winners;
        integer n;
        reg [OUTPUTS-1:0] taken;
        begin
            taken = any_in_column(winners);
            for (n = 0; n < INPUTS; n = n + 1)
                mask[n*OUTPUTS +: OUTPUTS] = winners[n*OUTPUTS +: OUTPUTS] != {OUTPUTS{1'b0}}
                    ? winners[n*OUTPUTS +: OUTPUTS] : asked[n*OUTPUTS +: OUTPUTS] & ~taken;
        end
    endfunction
    assign masked_request = mask(live, must);

    // ---- state ------------------------------------------------------------------------------------
    function [PAIRS-1:0] next_hold;
        input [PAIRS-1:0]   now;
        input [PAIRS-1:0]   winners;
        input [OUTPUTS-1:0] columns;
        integer n;
        begin
            for (n = 0; n < INPUTS; n = n + 1)
                next_hold[n*OUTPUTS +: OUTPUTS] = winners[n*OUTPUTS +: OUTPUTS]
                    | (winners[n*OUTPUTS +: OUTPUTS] != {OUTPUTS{1'b0}} ? {OUTPUTS{1'b0}}
                       : now[n*OUTPUTS +: OUTPUTS] & ~columns);
        end
    endfunction

    // Pointers at reset, and after an arbitration.
    function [OUTPUTS*INDEX_BITS-1:0] first_visit;
        input unused;
        integer n, k;
        begin
            n = 0;
            for (k = 0; k < OUTPUTS; k = k + 1) begin
                first_visit[k*INDEX_BITS +: INDEX_BITS] = n[INDEX_BITS-1:0];
                n = (n + 1 == INPUTS) ? 0 : n + 1;
            end
        end
    endfunction
    localparam [OUTPUTS*INDEX_BITS-1:0] FIRST_VISIT = first_visit(1'b0);

    function [OUTPUTS*INDEX_BITS-1:0] next_visit;
        input [OUTPUTS*INDEX_BITS-1:0] pointer;
        input [PAIRS-1:0]              stays; // live and not granted
        input [OUTPUTS-1:0]            active;
        integer n, k;
        reg [INDEX_BITS-1:0] at;
        begin
            next_visit = pointer;
            for (k = 0; k < OUTPUTS; k = k + 1) begin
                at = pointer[k*INDEX_BITS +: INDEX_BITS];
                n  = {{(32-INDEX_BITS){1'b0}}, at};
                if (active[k] && !stays[n*OUTPUTS + k])
                    next_visit[k*INDEX_BITS +: INDEX_BITS] =
                        (n + 1 == INPUTS) ? {INDEX_BITS{1'b0}} : at + {{(INDEX_BITS-1){1'b0}}, 1'b1};
            end
        end
    endfunction

    integer k;
    always @(posedge clk)
        if (rst) begin
            hold      <= {PAIRS{1'b0}};
            last_row  <= {(OUTPUTS*BANKS*ROW_BITS){1'b0}};
            last_hash <= {(OUTPUTS*HASH){1'b0}};
            count     <= {(OUTPUTS*8){1'b0}};
            visit     <= FIRST_VISIT;
        end else begin
            if (kind != 2'd0)
                hold <= next_hold(hold, grant, granted);
            if (guarded)
                visit <= next_visit(visit, live & ~grant, arbitrate);
            for (k = 0; k < OUTPUTS; k = k + 1)
                if (granted[k]) begin
                    if (kind == RMHG)
                        last_row[(k*BANKS + {{(32-BANK_BITS){1'b0}}, new_bank[k*BANK_BITS +: BANK_BITS]})*ROW_BITS +: ROW_BITS]
                            <= new_row[k*ROW_BITS +: ROW_BITS];
                    if (kind == HMHG)
                        last_hash[k*HASH +: HASH] <= new_hash[k*HASH +: HASH];
                    if (limit != 8'd0)
                        count[k*8 +: 8] <= held_column[k] ? count[k*8 +: 8] + 8'd1 : 8'd0;
                end
        end
endmodule
`default_nettype wire
