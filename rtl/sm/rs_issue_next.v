// rs_issue_next: the first of some warps behind one of a number, going on at 0 behind the highest. Combinational.
//
// last: the number; with one that no warp has, at or above WARPS, the search begins at 0. next: one-hot; 0 where no bit is set.
// Shaped for Yosys' mapping: the lowest of those behind it and the lowest of all, side by side, come out at half the area of a search
// over the vector written twice (rs_next_set).
`default_nettype none
module rs_issue_next #(
    parameter WARPS      = 8,
    parameter INDEX_BITS = WARPS > 1 ? $clog2(WARPS) : 1 // derived, not to be set
) (
    input  wire [WARPS-1:0]      bits,
    input  wire [INDEX_BITS-1:0] last,
    output wire [WARPS-1:0]      next
);
    wire [WARPS-1:0] behind = bits & (({WARPS{1'b1}} << last) << 1);
    wire [WARPS-1:0] first_behind, first;
    rs_lowest #(.WIDTH(WARPS)) lowest_behind (.bits(behind), .lowest(first_behind));
    rs_lowest #(.WIDTH(WARPS)) lowest_all (.bits(bits), .lowest(first));
    assign next = first_behind | (first & {WARPS{behind == {WARPS{1'b0}}}});
endmodule
`default_nettype wire
