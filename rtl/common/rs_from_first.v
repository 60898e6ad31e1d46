// rs_from_first: the lowest set bit of a vector and all places above it, as a thermometer. Combinational.
//
// from_first: 0 where no bit is set. The lowest bit alone is from_first & ~(from_first << 1), for bits that come late; where they
// come early rs_lowest is smaller.
// Shaped for Yosys' mapping: each step doubles the reach, so that the depth grows with the logarithm of WIDTH.
`default_nettype none
module rs_from_first #(
    parameter WIDTH = 8 // bits of the vector
) (
    input  wire [WIDTH-1:0] bits,
    output wire [WIDTH-1:0] from_first
);
    generate
        if (WIDTH < 1)
            rs_from_first_WIDTH_must_be_at_least_1 illegal_parameter ();
    endgenerate

    function [WIDTH-1:0] reached;
        input [WIDTH-1:0] ones;
        integer k;
        begin
            reached = ones;
            for (k = 1; k < WIDTH; k = k * 2)
                reached = reached | (reached << k);
        end
    endfunction
    assign from_first = reached(bits);
endmodule
`default_nettype wire
