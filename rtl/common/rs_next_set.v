// rs_next_set: the first set bit of a vector from a place on, going on at place 0 behind the last one. Combinational.
//
// next: one-hot; 0 where no bit is set.
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
        input [INDEX_BITS-1:0] place;
        integer k, at;
        begin
            first_from = {WIDTH{1'b0}};
            for (k = WIDTH - 1; k >= 0; k = k - 1) begin
                at = ({{(32-INDEX_BITS){1'b0}}, place} + k) % WIDTH;
                if (set[at]) // the last one found is the first
                    first_from = {{(WIDTH-1){1'b0}}, 1'b1} << at;
            end
        end
    endfunction
    assign next = first_from(bits, start);
endmodule
`default_nettype wire
