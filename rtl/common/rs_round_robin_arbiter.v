// rs_round_robin_arbiter: grants the first requester behind the last winner, wrapping at N.
//
// grant (one-hot, or 0 without a request) and index (0 without a request) are combinational in request and
// registers. A clock edge with advance = 1 and a grant makes the granted one the last winner; without a
// grant it stays. rst (synchronous) makes it N - 1.
// A request that stays is granted within N grants that advance.
// How: requesters stand in groups of PLACES. First come those of the last winner's group behind it; then a tree takes the
// first group behind that one with a request, or, if there is none, the first of all, and carries along which places
// stand behind the first requester in each group: that mask is what the next search needs of the winner.
// State: the last winner's group, one-hot, and which places stand behind it in its group.
// C twin: cmodel/common/round_robin_arbiter.c (its pointer is the last winner + 1 mod N).
`default_nettype none
module rs_round_robin_arbiter #(
    parameter N = 8,
    parameter INDEX_BITS = N > 1 ? $clog2(N) : 1 // derived, not to be set
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire [N-1:0]          request,
    input  wire                  advance,
    output wire [N-1:0]          grant,
    output wire [INDEX_BITS-1:0] index
);
    localparam PLACES = 4, GROUPS = N > 1 ? (N + PLACES - 1) / PLACES : 1, SIZE = GROUPS * PLACES;
    localparam LEVELS = $clog2(GROUPS), LEAVES = 1 << LEVELS;
    localparam [31:0] LAST_PLACE = (N - 1) % PLACES;

    generate
        if (N < 1)
            rs_round_robin_arbiter_N_must_be_at_least_1 illegal_parameter ();
        if (INDEX_BITS != (N > 1 ? $clog2(N) : 1))
            rs_round_robin_arbiter_INDEX_BITS_is_derived_and_must_not_be_set illegal_parameter ();
    endgenerate

    function [PLACES-1:0] behind_first; // places behind the first one set
        input [PLACES-1:0] bits;
        integer k;
        begin
            behind_first = {PLACES{1'b0}};
            for (k = 1; k < PLACES; k = k + 1)
                behind_first[k] = |(bits & ~({PLACES{1'b1}} << k));
        end
    endfunction
    function [GROUPS-1:0] above; // groups above the one set
        input [GROUPS-1:0] one;
        integer k;
        begin
            above = {GROUPS{1'b0}};
            for (k = 1; k < GROUPS; k = k + 1)
                above[k] = |(one & ~({GROUPS{1'b1}} << k));
        end
    endfunction
    function [PLACES-1:0] group_at; // the places of the group set
        input [SIZE-1:0]   bits;
        input [GROUPS-1:0] one;
        integer k;
        begin
            group_at = {PLACES{1'b0}};
            for (k = 0; k < GROUPS; k = k + 1)
                group_at = group_at | (bits[k*PLACES +: PLACES] & {PLACES{one[k]}});
        end
    endfunction

    // {group, places behind its first requester} of the first group in `preferred` with a request, or else of the first
    // group with one. Nodes of the tree are numbered from the root, 1; those below node k are 2k and 2k + 1.
    function [GROUPS+PLACES-1:0] first_group;
        input [SIZE-1:0]   asked;
        input [GROUPS-1:0] preferred;
        integer k, level;
        reg [2*LEAVES-1:0]        any, some, lower; // a request; a preferred one; the lower half wins
        reg [2*LEAVES*PLACES-1:0] behind;
        reg [GROUPS-1:0]          first;
        begin
            any    = {(2*LEAVES){1'b0}};
            some   = {(2*LEAVES){1'b0}};
            lower  = {(2*LEAVES){1'b0}};
            behind = {(2*LEAVES*PLACES){1'b0}};
            for (k = 0; k < GROUPS; k = k + 1) begin
                any[LEAVES + k]  = |asked[k*PLACES +: PLACES];
                some[LEAVES + k] = any[LEAVES + k] & preferred[k];
                behind[(LEAVES + k)*PLACES +: PLACES] = behind_first(asked[k*PLACES +: PLACES]);
            end
            for (k = LEAVES - 1; k > 0; k = k - 1) begin
                lower[k] = some[2*k] | (any[2*k] & ~some[2*k + 1]);
                any[k]   = any[2*k] | any[2*k + 1];
                some[k]  = some[2*k] | some[2*k + 1];
                behind[k*PLACES +: PLACES] = lower[k] ? behind[2*k*PLACES +: PLACES] : behind[(2*k + 1)*PLACES +: PLACES];
            end
            for (k = 0; k < GROUPS; k = k + 1) begin
                first[k] = any[LEAVES + k];
                for (level = 0; level < LEVELS; level = level + 1)
                    first[k] = first[k] & (((LEAVES + k) >> level) % 2 == 0 ? lower[(LEAVES + k) >> (level + 1)]
                                                                            : ~lower[(LEAVES + k) >> (level + 1)]);
            end
            first_group = {first, behind[PLACES +: PLACES]};
        end
    endfunction

    reg [GROUPS-1:0] own;    // group of the last winner
    reg [PLACES-1:0] behind; // places behind it

    wire [SIZE-1:0]   asked = {{(SIZE-N){1'b0}}, request};
    wire [PLACES-1:0] near  = group_at(asked, own) & behind;
    wire              stay  = near != {PLACES{1'b0}};
    wire [GROUPS-1:0] far_group;
    wire [PLACES-1:0] far_behind;
    assign {far_group, far_behind} = first_group(asked, above(own));
    wire [GROUPS-1:0] group       = stay ? own : far_group;
    wire [PLACES-1:0] next_behind = stay ? behind_first(near) : far_behind;
    wire [PLACES-1:0] near_first  = near & ~behind_first(near);

    function [SIZE-1:0] winner;
        input [SIZE-1:0]   bits;
        input [GROUPS-1:0] near_group, other_group;
        input [PLACES-1:0] near_place;
        integer k;
        for (k = 0; k < GROUPS; k = k + 1)
            winner[k*PLACES +: PLACES] = (near_place & {PLACES{near_group[k]}})
                | (bits[k*PLACES +: PLACES] & ~behind_first(bits[k*PLACES +: PLACES]) & {PLACES{other_group[k]}});
    endfunction
    wire [SIZE-1:0] won = winner(asked, own, far_group & {GROUPS{!stay}}, near_first);
    assign grant = won[N-1:0];

    function [INDEX_BITS-1:0] encode;
        input [SIZE-1:0] one_hot;
        integer i;
        begin
            encode = 0;
            for (i = 0; i < SIZE; i = i + 1)
                encode = encode | ({INDEX_BITS{one_hot[i]}} & i[INDEX_BITS-1:0]);
        end
    endfunction
    assign index = encode(won);

    always @(posedge clk)
        if (rst) begin
            own    <= {{(GROUPS-1){1'b0}}, 1'b1} << (GROUPS - 1);
            behind <= {PLACES{1'b1}} << (LAST_PLACE + 1);
        end else if (advance && request != 0) begin
            own    <= group;
            behind <= next_behind;
        end
endmodule
`default_nettype wire
