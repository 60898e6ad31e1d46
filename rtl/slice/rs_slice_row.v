// rs_slice_row: look-up in a set of the L2 and what the set is afterwards. Wires.
//
// A row is {order, ways}: of each way {valid, tag, pending, some, whole}, the last three two bits, one a sector.
//   whole    all bytes are here
//   some     the bytes marked as written in the sector's data are here, written to main memory only with L2_WRITE = THROUGH
//   pending  the sector is on its way from main memory; never together with whole
// order lists the ways, the one looked up last first. The victim is the last one in that order without a pending sector.
// The way in question is fixed_way with `fixed`, else the one that has the line (present), else the victim.
//   touch    it becomes the first in order, and if the line was absent its tag and sectors are the line's from now on
//   change   its sector `changed` has the state {new_pending, new_some, new_whole}
`default_nettype none
module rs_slice_row #(
    parameter TAG  = 22, // bits of a line's number
    parameter WAYS = 16,
    // derived, not to be set
    parameter WAY_BITS = WAYS > 1 ? $clog2(WAYS) : 1,
    parameter WAY      = TAG + 7,
    parameter ROW      = WAYS * (WAY + WAY_BITS)
) (
    input  wire [ROW-1:0]      row,
    input  wire [TAG-1:0]      line,
    input  wire                sector,
    input  wire                fixed,
    input  wire [WAY_BITS-1:0] fixed_way,
    output wire                present,
    output wire                victim_there,
    output wire [WAY_BITS-1:0] way,
    output wire [TAG-1:0]      way_line,
    output wire [1:0]          way_some,
    output wire [1:0]          way_whole,
    output wire                whole,   // of the sector; 0 if the line is absent
    output wire                some,
    output wire                pending,
    input  wire                touch,
    input  wire                change,
    input  wire                changed,
    input  wire                new_pending,
    input  wire                new_some,
    input  wire                new_whole,
    output wire [ROW-1:0]      new_row
);
    localparam WHOLE = 0, SOME = 2, PENDING = 4, TAG_AT = 6, VALID = WAY - 1;
    localparam ORDER = WAYS * WAY;

    wire [WAYS*TAG-1:0]      tags;
    wire [WAYS-1:0]          valid, busy, equal, hit, free_place;
    wire [WAYS*WAY-1:0]      ways  = row[0 +: WAYS*WAY];
    wire [WAYS*WAY_BITS-1:0] order = row[ORDER +: WAYS*WAY_BITS];
    genvar w;
    generate
        for (w = 0; w < WAYS; w = w + 1) begin : each
            assign tags[w*TAG +: TAG] = ways[w*WAY+TAG_AT +: TAG];
            assign valid[w] = ways[w*WAY+VALID];
            assign busy[w]  = ways[w*WAY+PENDING +: 2] != 2'd0;
            assign free_place[WAYS-1-w] = !busy[order[w*WAY_BITS +: WAY_BITS]]; // the last in order lowest
        end
    endgenerate
    rs_compare #(.WIDTH(TAG), .LANES(WAYS)) tag_compare (.a(tags), .b({WAYS{line}}), .equal(equal));
    assign hit     = equal & valid;
    assign present = hit != {WAYS{1'b0}};

    wire [WAY_BITS-1:0] hit_way, victim_way;
    wire [WAYS*WAY_BITS-1:0] from_last;
    generate
        for (w = 0; w < WAYS; w = w + 1) begin : turned
            assign from_last[(WAYS-1-w)*WAY_BITS +: WAY_BITS] = order[w*WAY_BITS +: WAY_BITS];
        end
    endgenerate
    rs_encode #(.WIDTH(WAYS)) encode_hit (.one_hot(hit), .index(hit_way));
    rs_first_word #(.WIDTH(WAY_BITS), .COUNT(WAYS)) last_free (.words(from_last), .bits(free_place), .word(victim_way));
    assign victim_there = free_place != {WAYS{1'b0}};
    assign way          = fixed ? fixed_way : present ? hit_way : victim_way;

    wire [WAYS-1:0]     is_way; // `way`, one-hot
    wire [WAY-1:0]      the_way;
    rs_select #(.WIDTH(WAY), .COUNT(WAYS)) select_way (.words(ways), .select(is_way), .word(the_way));
    wire [1:0]          of_sector = sector ? 2'b10 : 2'b01;
    wire                has_way  = present || fixed;
    assign way_line = the_way[TAG_AT +: TAG];
    assign way_some  = the_way[SOME +: 2] & {2{the_way[VALID]}};
    assign way_whole = the_way[WHOLE +: 2];
    assign whole     = has_way && (the_way[WHOLE +: 2] & of_sector) != 2'd0;
    assign some      = has_way && (the_way[SOME +: 2] & of_sector) != 2'd0;
    assign pending   = has_way && (the_way[PENDING +: 2] & of_sector) != 2'd0;

    function [1:0] with_bit;
        input [1:0] both;
        input       of, bit_of;
        with_bit = of ? {bit_of, both[0]} : {both[1], bit_of};
    endfunction
    function [WAY-1:0] next_way;
        input [WAY-1:0] old;
        input [TAG-1:0] own;
        input           new_line, changes, of, is_pending, is_some, is_whole;
        begin
            next_way = old;
            if (new_line) begin
                next_way[TAG_AT +: TAG] = own;
                next_way[VALID] = 1'b1;
                next_way[0 +: 6] = 6'd0;
            end
            if (changes) begin
                next_way[PENDING +: 2] = with_bit(next_way[PENDING +: 2], of, is_pending);
                next_way[SOME +: 2]    = with_bit(next_way[SOME +: 2], of, is_some);
                next_way[WHOLE +: 2]   = with_bit(next_way[WHOLE +: 2], of, is_whole);
            end
        end
    endfunction
    wire [WAYS-1:0] own_place, from_own; // in order; from there on
    rs_from_first #(.WIDTH(WAYS)) places_behind (.bits(own_place), .from_first(from_own));
    generate
        for (w = 0; w < WAYS; w = w + 1) begin : next
            localparam [31:0] SELF = w;
            assign is_way[w] = way == SELF[WAY_BITS-1:0];
            assign new_row[w*WAY +: WAY] = !is_way[w] ? ways[w*WAY +: WAY]
                : next_way(ways[w*WAY +: WAY], line, touch && !has_way, change, changed, new_pending, new_some, new_whole);
            wire behind = from_own[w] && !own_place[w];
            assign own_place[w] = order[w*WAY_BITS +: WAY_BITS] == way;
            assign new_row[ORDER + w*WAY_BITS +: WAY_BITS] = !touch || behind ? order[w*WAY_BITS +: WAY_BITS]
                : w == 0 ? way : order[(w > 0 ? w - 1 : 0)*WAY_BITS +: WAY_BITS];
        end
    endgenerate
endmodule
`default_nettype wire
