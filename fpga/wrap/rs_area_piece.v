// Pieces of rs_hold_arbiters, each alone, for `make area-limit`: what they take when nothing else is to be reached in the
// cycle. A number of an input is {group, place} as there, both one-hot.
//
//   PIECE 0  one input's request decoded for the outputs          {valid, destination} -> OUTPUTS
//   PIECE 1  has the request's row the hash that was kept?        {row, hash} -> 1
//   PIECE 2  does the input of this number ask?                   {number, INPUTS} -> 1
//   PIECE 3  a random pick, as a number                           {random, INPUTS} -> number
//   PIECE 4  holder or pick                                       {asks, held, ready, 2 numbers} -> number
//   PIECE 5  holder, guard or pick, limit                         {count, guard, asks, held, ready, 3 numbers} -> number
//   PIECE 6  a pick joined with what is held, selection known     {2 numbers, mask} -> number
//   PIECE 7  register
//   PIECE 8  one input's row hashed, kept, compared with the one before    {valid, row, nothing} -> 1
// Timing: combinational but for PIECEs 7 and 8.
`default_nettype none
module rs_area_piece #(
    parameter PIECE     = 0,
    parameter INPUTS    = 28,
    parameter OUTPUTS   = 8,
    parameter ROW_BITS  = 12,
    parameter HASH_BITS = 4,
    parameter LIMIT     = 8
) (
    input  wire        clk,
    input  wire [63:0] in,
    output wire [63:0] out
);
    localparam OUTPUT_BITS = $clog2(OUTPUTS), INDEX_BITS = $clog2(INPUTS), COUNT_BITS = $clog2(LIMIT + 1);
    localparam PLACES = 4, GROUPS = INPUTS / PLACES, NUMBER = PLACES + GROUPS;
    localparam [31:0] MOST = LIMIT, HASH_WORD = HASH_BITS;

    generate
        if (PIECE < 0 || PIECE > 8 || OUTPUTS < 2 || INPUTS < PLACES || INPUTS % PLACES != 0 || INPUTS + NUMBER > 64
            || 3 * NUMBER + 4 + COUNT_BITS > 64) begin : illegal
            rs_area_piece_needs_piece_0_to_8_and_sizes_that_fit_64_bits stop ();
        end
    endgenerate

    function [63:0] widened;
        input [INPUTS-1:0] bits;
        begin
            widened = 64'd0;
            widened[INPUTS-1:0] = bits;
        end
    endfunction
    genvar k;
    generate
        if (PIECE == 0) begin : decode
            assign out = widened({{(INPUTS-1){1'b0}}, in[OUTPUT_BITS]} << in[OUTPUT_BITS-1:0]);
        end else if (PIECE == 1 || PIECE == 8) begin : hashed
            wire [HASH_BITS-1:0] hash, other;
            wire                 equal;
            rs_row_hash #(.ROW_BITS(ROW_BITS), .HASH_WIDTH(HASH_BITS)) row_hash (
                .row(in[HASH_BITS +: ROW_BITS]), .bits(HASH_WORD[4:0]), .hash(hash));
            rs_compare #(.WIDTH(HASH_BITS)) compare (.a(hash), .b(other), .equal(equal));
            assign out = {63'd0, equal};
            if (PIECE == 1) begin : given
                assign other = in[HASH_BITS-1:0];
            end else begin : kept
                reg [HASH_BITS-1:0] last_hash;
                assign other = last_hash;
                always @(posedge clk)
                    if (in[HASH_BITS + ROW_BITS])
                        last_hash <= hash;
            end
        end else if (PIECE == 2) begin : found
            wire [GROUPS-1:0] group;
            for (k = 0; k < GROUPS; k = k + 1) begin : each
                assign group[k] = in[INPUTS + PLACES + k] && (in[k*PLACES +: PLACES] & in[INPUTS +: PLACES]) != {PLACES{1'b0}};
            end
            assign out = {63'd0, group != {GROUPS{1'b0}}};
        end else if (PIECE == 3) begin : picked
            wire [INPUTS-1:0] winner;
            wire [PLACES-1:0] place;
            wire [GROUPS-1:0] group;
            /* verilator lint_off PINCONNECTEMPTY */
            rs_random_arbiter #(.N(INPUTS)) arbiter (
                .request(in[INPUTS-1:0]), .random(in[INPUTS +: INDEX_BITS]), .grant(winner), .index());
            /* verilator lint_on PINCONNECTEMPTY */
            for (k = 0; k < GROUPS; k = k + 1) begin : each
                assign group[k] = winner[k*PLACES +: PLACES] != {PLACES{1'b0}};
            end
            for (k = 0; k < PLACES; k = k + 1) begin : every
                assign place[k] = (winner & {GROUPS{{{(PLACES-1){1'b0}}, 1'b1} << k}}) != {INPUTS{1'b0}};
            end
            assign out = widened({{(INPUTS-NUMBER){1'b0}}, group, place});
        end else if (PIECE < 6) begin : choice
            wire [NUMBER-1:0] holder = in[NUMBER-1:0], pick = in[NUMBER +: NUMBER], visited = in[2*NUMBER +: NUMBER];
            wire              ready = in[3*NUMBER], held = in[3*NUMBER+1], asks = in[3*NUMBER+2], guard = in[3*NUMBER+3];
            wire [COUNT_BITS-1:0] count = in[3*NUMBER+4 +: COUNT_BITS];
            wire              keep  = ready && held && asks && (PIECE == 4 || count < MOST[COUNT_BITS-1:0]);
            wire [NUMBER-1:0] other = PIECE == 5 && guard ? visited : pick;
            assign out = widened({{(INPUTS-NUMBER){1'b0}}, (holder & {NUMBER{keep}}) | (other & {NUMBER{ready && !keep}})});
        end else if (PIECE == 6) begin : joined
            assign out = widened({{(INPUTS-NUMBER){1'b0}}, (in[NUMBER-1:0] & in[NUMBER +: NUMBER]) | in[2*NUMBER +: NUMBER]});
        end else begin : register
            reg q;
            always @(posedge clk)
                q <= in[0];
            assign out = {63'd0, q};
        end
    endgenerate
    wire unused = &{1'b0, clk, in};
endmodule
`default_nettype wire
