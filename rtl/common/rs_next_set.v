// rs_next_set: the first set bit of a vector from a place on, going on at place 0 behind the last one. Combinational.
//
// next: one-hot; 0 where no bit is set.
// Shaped for Yosys' mapping: the vector stands twice, without what is before the start, and its lowest bit is found by
// doubling. A rotation there and back, or a search with an index, comes out larger and slower.
`default_nettype none
module rs_next_set #(
    parameter WIDTH = 4, // bits of the vector, a power of two
    parameter INDEX_BITS = WIDTH > 1 ? $clog2(WIDTH) : 1 // derived, not to be set
) (
    input  wire [WIDTH-1:0]      bits,
    input  wire [INDEX_BITS-1:0] start,
    output wire [WIDTH-1:0]      next
);
    generate
        if (WIDTH < 1 || WIDTH != 1 << $clog2(WIDTH))
            rs_next_set_WIDTH_must_be_a_power_of_two illegal_parameter ();
        if (INDEX_BITS != (WIDTH > 1 ? $clog2(WIDTH) : 1))
            rs_next_set_INDEX_BITS_is_derived_and_must_not_be_set illegal_parameter ();
    endgenerate

    function [WIDTH-1:0] first_from;
        input [WIDTH-1:0]      set;
        input [INDEX_BITS-1:0] at;
        integer k;
        reg [2*WIDTH-1:0] from; // places from the start on, then those from 0 on; the first of them and all behind it
        begin
            from = {set, set & ({WIDTH{1'b1}} << at)};
            for (k = 1; k < 2 * WIDTH; k = k * 2)
                from = from | (from << k);
            from = from & ~(from << 1);
            first_from = from[2*WIDTH-1:WIDTH] | from[WIDTH-1:0];
        end
    endfunction
    assign next = first_from(bits, start);
endmodule
`default_nettype wire
