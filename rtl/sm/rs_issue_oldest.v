// rs_issue_oldest: of some warps the oldest, one-hot: of the CTA that started first the lowest number (MACHINE 8). Combinational.
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
    wire [WARPS*PLACES-1:0] of_place; // a row a place
    wire [PLACES-1:0]       some;
    wire [WARPS-1:0]        candidates;
    genvar p, w;
    generate
        for (p = 0; p < PLACES; p = p + 1) begin : in_place
            localparam [31:0] SELF = p;
            for (w = 0; w < WARPS; w = w + 1) begin : warp
                assign of_place[p*WARPS+w] = warps[w] && place[w*PLACE_BITS +: PLACE_BITS] == SELF[PLACE_BITS-1:0];
            end
            assign some[p] = of_place[p*WARPS +: WARPS] != {WARPS{1'b0}};
        end
    endgenerate

    function [WARPS-1:0] of_first;
        input [WARPS*PLACES-1:0]  rows;
        input [PLACES-1:0]        there;
        input [PLACES*PLACES-1:0] began_before;
        integer k;
        begin
            of_first = {WARPS{1'b0}};
            for (k = 0; k < PLACES; k = k + 1)
                if (there[k] && (there & began_before[k*PLACES +: PLACES]) == {PLACES{1'b0}})
                    of_first = of_first | rows[k*WARPS +: WARPS];
        end
    endfunction
    assign candidates = of_first(of_place, some, older);
    rs_lowest #(.WIDTH(WARPS)) lowest_number (.bits(candidates), .lowest(oldest));
endmodule
`default_nettype wire
