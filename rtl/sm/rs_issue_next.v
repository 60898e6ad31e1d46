// rs_issue_next: the first of some warps behind one of a number, going on at 0 behind the highest. Combinational.
//
// last: the number; with one that no warp has, at or above WARPS, the search begins at 0. next: one-hot; 0 where no bit is set.
// Shaped for Yosys' mapping: the lowest of those behind it and the lowest of all, side by side, in groups of 8 whose choice runs beside
// that within them. It comes out smaller than a search over the vector written twice (rs_next_set), and shorter.
`default_nettype none
module rs_issue_next #(
    parameter WARPS      = 8,
    parameter INDEX_BITS = WARPS > 1 ? $clog2(WARPS) : 1 // derived, not to be set
) (
    input  wire [WARPS-1:0]      bits,
    input  wire [INDEX_BITS-1:0] last,
    output wire [WARPS-1:0]      next
);
    localparam GROUP  = 8;
    localparam GROUPS = (WARPS + GROUP - 1) / GROUP;
    wire [WARPS-1:0]  behind = bits & (({WARPS{1'b1}} << last) << 1);
    wire [GROUPS-1:0] some, some_behind, first, first_behind; // groups
    rs_lowest #(.WIDTH(GROUPS)) first_group (.bits(some), .lowest(first));
    rs_lowest #(.WIDTH(GROUPS)) first_group_behind (.bits(some_behind), .lowest(first_behind));
    genvar g;
    generate
        for (g = 0; g < GROUPS; g = g + 1) begin : group
            localparam SIZE = g == GROUPS - 1 ? WARPS - g * GROUP : GROUP;
            wire [SIZE-1:0] lowest_of, lowest_behind;
            assign some[g]        = bits[g*GROUP +: SIZE] != {SIZE{1'b0}};
            assign some_behind[g] = behind[g*GROUP +: SIZE] != {SIZE{1'b0}};
            rs_lowest #(.WIDTH(SIZE)) lowest_bit (.bits(bits[g*GROUP +: SIZE]), .lowest(lowest_of));
            rs_lowest #(.WIDTH(SIZE)) lowest_bit_behind (.bits(behind[g*GROUP +: SIZE]), .lowest(lowest_behind));
            assign next[g*GROUP +: SIZE] = (lowest_behind & {SIZE{first_behind[g]}})
                                         | (lowest_of & {SIZE{first[g] && some_behind == {GROUPS{1'b0}}}});
        end
    endgenerate
endmodule
`default_nettype wire
