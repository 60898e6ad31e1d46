// rs_issue_oldest: of some warps the oldest, one-hot: of the CTA that started first the lowest number (STALLS III). Combinational.
//
// place: the CTA's place of each warp; older: bit p * PLACES + q: the CTA in place q started before that in place p.
`default_nettype none
module rs_issue_oldest #(
    parameter WARPS      = 8,
    parameter PLACES     = 4,
    parameter PLACE_BITS = PLACES > 1 ? $clog2(PLACES) : 1 // derived, not to be set
) (
    input  wire [WARPS-1:0]            warps,
    input  wire [WARPS*PLACE_BITS-1:0] place,
    input  wire [PLACES*PLACES-1:0]    older,
    output wire [WARPS-1:0]            oldest
);
    wire [WARPS*PLACES-1:0] at_place; // a row a warp: its place, one-hot
    wire [WARPS*PLACES-1:0] of_place; // a row a place: the warps in it
    wire [PLACES-1:0]       some, first;
    genvar p, w;
    generate
        for (p = 0; p < PLACES; p = p + 1) begin : in_place
            localparam [31:0] SELF = p;
            for (w = 0; w < WARPS; w = w + 1) begin : warp
                assign at_place[w*PLACES+p] = place[w*PLACE_BITS +: PLACE_BITS] == SELF[PLACE_BITS-1:0];
                assign of_place[p*WARPS+w]  = warps[w] && at_place[w*PLACES+p];
            end
            assign some[p]  = of_place[p*WARPS +: WARPS] != {WARPS{1'b0}};
            assign first[p] = (some & older[p*PLACES +: PLACES]) == {PLACES{1'b0}};
        end
    endgenerate

    // A place's warps stand side by side, so that a step looks at the warps up to it that are of the same place.
    function [WARPS-1:0] behind_another; // a warp of the same place with a lower number is there
        input [WARPS-1:0] there;
        input [WARPS-1:0] same; // bit w: w and w - 1 are of the same place
        integer k, n;
        reg [WARPS-1:0] reach, joined, next, next_joined;
        begin
            reach  = there;
            joined = same;
            for (k = 1; k < WARPS; k = k * 2) begin
                next        = reach;
                next_joined = {WARPS{1'b0}};
                for (n = 0; n < WARPS; n = n + 1)
                    if (n >= k) begin
                        next[n]        = reach[n] | (joined[n] & reach[n-k]);
                        next_joined[n] = joined[n] & joined[n-k];
                    end
                reach  = next;
                joined = next_joined;
            end
            behind_another = {WARPS{1'b0}};
            for (n = 1; n < WARPS; n = n + 1)
                behind_another[n] = same[n] & reach[n-1];
        end
    endfunction
    wire [WARPS-1:0] same_place, of_first;
    wire [WARPS-1:0] behind = behind_another(warps, same_place);
    generate
        for (w = 0; w < WARPS; w = w + 1) begin : choice
            if (w == 0) begin : lowest
                assign same_place[w] = 1'b0;
            end else begin : other
                assign same_place[w] = place[w*PLACE_BITS +: PLACE_BITS] == place[(w-1)*PLACE_BITS +: PLACE_BITS];
            end
            assign of_first[w] = (at_place[w*PLACES +: PLACES] & first) != {PLACES{1'b0}};
        end
    endgenerate
    assign oldest = warps & of_first & ~behind;
endmodule
`default_nettype wire
