// rs_hold_arbiters twice, `original` and `changed`: the same grants and moves, whatever constant straps, when an input asks for an
// output that there is, a request stays as it was shown until it is granted, and an input whose packet is under way shows none (as
// rs_hold_arbiters_fv assumes). FIXED: `changed` has the straps as its parameter, `original` as constants.
// tests/mutate puts a mutant in the place of `changed`, to show that what the mutant changes is never seen.
`default_nettype none
module rs_hold_arbiters_same_fv #(
    parameter INPUTS     = 4,
    parameter OUTPUTS    = 2,
    parameter BANKS      = 4,
    parameter ROW_BITS   = 12,
    parameter COUNT_BITS = 8,
    parameter FIXED      = 0, // HOLD_FIXED of `changed`, and the straps of `original`
    parameter BANK_BITS   = (BANKS > 1) ? $clog2(BANKS) : 1, // derived, not to be set, to OUTPUT_BITS
    parameter INDEX_BITS  = (INPUTS > 1) ? $clog2(INPUTS) : 1,
    parameter OUTPUT_BITS = (OUTPUTS > 1) ? $clog2(OUTPUTS) : 1
) (
    input wire                          clk,
    input wire                          rst,
    input wire [1:0]                    policy,
    input wire [4:0]                    hash_bits,
    input wire [COUNT_BITS-1:0]         hold_limit,
    input wire                          wait_guard,
    input wire [INPUTS-1:0]             valid,
    input wire [INPUTS*OUTPUT_BITS-1:0] destination,
    input wire [INPUTS*BANK_BITS-1:0]   bank,
    input wire [INPUTS*ROW_BITS-1:0]    row,
    input wire [OUTPUTS-1:0]            ready,
    input wire [OUTPUTS-1:0]            longer, // what moves is not the last flit
    input wire [INPUTS-1:0]             body,   // of a packet under way: its next flit is there
    input wire [OUTPUTS*INDEX_BITS-1:0] random
);
    localparam PAIRS  = INPUTS * OUTPUTS;
    localparam KEY    = OUTPUT_BITS + BANK_BITS + ROW_BITS;
    localparam STRAPS = 2 + 5 + COUNT_BITS + 1;
    localparam [31:0] FIXED_WORD = FIXED;

    wire [PAIRS-1:0]   grant, other_grant, moved, other_moved;
    wire [OUTPUTS-1:0] arbitrate, other_arbitrate, move, other_move, busy;
    wire [INPUTS-1:0]  fronts, rests;
    reg  [PAIRS-1:0]   carries; // packets under way, bit o*INPUTS+i
    wire [1:0]            its_policy;
    wire [4:0]            its_hash_bits;
    wire [COUNT_BITS-1:0] its_limit;
    wire                  its_guard;
    assign {its_guard, its_limit, its_hash_bits, its_policy} =
        FIXED != 0 ? {FIXED_WORD[15], FIXED_WORD[7 +: COUNT_BITS], FIXED_WORD[6:0]} : {wait_guard, hold_limit, hash_bits, policy};
    rs_hold_arbiters #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .HASH_WIDTH(ROW_BITS),
                       .COUNT_BITS(COUNT_BITS)) original (
        .clk(clk), .rst(rst), .policy(its_policy), .hash_bits(its_hash_bits), .hold_limit(its_limit), .wait_guard(its_guard),
        .valid(valid), .destination(destination), .bank(bank), .row(row), .ready(ready), .busy(busy), .fronts(fronts),
        .random(random), .load({(INPUTS*7){1'b0}}), .grant(grant), .arbitrate(arbitrate), .moved(moved), .move(move));
    rs_hold_arbiters #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .HASH_WIDTH(ROW_BITS),
                       .COUNT_BITS(COUNT_BITS), .HOLD_FIXED(FIXED_WORD[16:0])) changed (
        .clk(clk), .rst(rst), .policy(policy), .hash_bits(hash_bits), .hold_limit(hold_limit), .wait_guard(wait_guard),
        .valid(valid), .destination(destination), .bank(bank), .row(row), .ready(ready), .busy(busy), .fronts(fronts),
        .random(random), .load({(INPUTS*7){1'b0}}), .grant(other_grant), .arbitrate(other_arbitrate), .moved(other_moved),
        .move(other_move));

    reg              started = 1'b0;
    reg [STRAPS-1:0] straps; // of the first cycle
    always @(posedge clk) begin
        started <= 1'b1;
        if (!started) begin
            assume (rst);
            straps <= {policy, hash_bits, hold_limit, wait_guard};
        end else
            assume ({policy, hash_bits, hold_limit, wait_guard} == straps);
    end

    reg  [INPUTS-1:0]     waiting;
    reg  [INPUTS*KEY-1:0] waiting_key; // {output, bank, row} shown last
    wire [INPUTS-1:0]     asks_in_range, asks_as_shown;
    genvar i, o;
    generate
        for (i = 0; i < INPUTS; i = i + 1) begin : in
            wire [OUTPUT_BITS-1:0] to  = destination[i*OUTPUT_BITS +: OUTPUT_BITS];
            wire [KEY-1:0]         key = {to, bank[i*BANK_BITS +: BANK_BITS], row[i*ROW_BITS +: ROW_BITS]};
            assign asks_in_range[i] = !valid[i] || {{(32-OUTPUT_BITS){1'b0}}, to} < OUTPUTS;
            assign asks_as_shown[i] = !valid[i] || !waiting[i] || key == waiting_key[i*KEY +: KEY];
            wire [OUTPUTS-1:0] ways;
            for (o = 0; o < OUTPUTS; o = o + 1) begin : out
                assign ways[o] = carries[o*INPUTS + i];
                always @(posedge clk)
                    carries[o*INPUTS + i] <= !rst && (moved[o*INPUTS + i] ? longer[o] : carries[o*INPUTS + i]);
            end
            assign rests[i]   = ways == {OUTPUTS{1'b0}};
            assign fronts[i] = valid[i] || (!rests[i] && body[i]);
            always @(posedge clk) begin
                waiting[i] <= !rst && (valid[i] ? grant[i*OUTPUTS +: OUTPUTS] == {OUTPUTS{1'b0}} : waiting[i]);
                if (valid[i])
                    waiting_key[i*KEY +: KEY] <= key;
            end
        end
        for (o = 0; o < OUTPUTS; o = o + 1) begin : out
            assign busy[o] = carries[o*INPUTS +: INPUTS] != {INPUTS{1'b0}};
        end
    endgenerate
    always @(posedge clk) begin
        assume (&(rests | ~valid));
        assume (&asks_in_range);
        assume (&asks_as_shown);
        if (started) begin
            same: assert (rst || ((other_grant == grant && other_arbitrate == arbitrate && other_moved == moved && other_move == move)));
            cover (arbitrate == {OUTPUTS{1'b1}});
        end
    end
endmodule
`default_nettype wire
