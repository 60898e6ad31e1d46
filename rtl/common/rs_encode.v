// rs_encode: the number of the set bit of a one-hot vector. Combinational.
//
// index: 0 where no bit is set, the bitwise OR of the numbers where several are.
// Shaped for Yosys' mapping: a sum for each bit of the number, which comes out smaller than an OR of
// the numbers one after the other.
`default_nettype none
module rs_encode #(
    parameter WIDTH = 8, // bits of the vector
    parameter INDEX_BITS = WIDTH > 1 ? $clog2(WIDTH) : 1 // derived, not to be set
) (
    input  wire [WIDTH-1:0]      one_hot,
    output wire [INDEX_BITS-1:0] index
);
    generate
        if (WIDTH < 1)
            rs_encode_WIDTH_must_be_at_least_1 illegal_parameter ();
        if (INDEX_BITS != (WIDTH > 1 ? $clog2(WIDTH) : 1))
            rs_encode_INDEX_BITS_is_derived_and_must_not_be_set illegal_parameter ();
    endgenerate

    function [INDEX_BITS-1:0] encode;
        input [WIDTH-1:0] bits;
        integer k, level;
        reg [WIDTH-1:0] numbers; // those with that bit
        for (level = 0; level < INDEX_BITS; level = level + 1) begin
            for (k = 0; k < WIDTH; k = k + 1)
                numbers[k] = ((k >> level) & 1) != 0;
            encode[level] = (bits & numbers) != {WIDTH{1'b0}};
        end
    endfunction
    assign index = encode(one_hot);
endmodule
`default_nettype wire
