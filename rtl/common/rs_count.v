// rs_count: how many bits of a vector are set. Combinational.
`default_nettype none
module rs_count #(
    parameter WIDTH = 8, // bits of the vector
    parameter COUNT_BITS = $clog2(WIDTH + 1) // derived, not to be set
) (
    input  wire [WIDTH-1:0]      bits,
    output wire [COUNT_BITS-1:0] count
);
    generate
        if (WIDTH < 1)
            rs_count_WIDTH_must_be_at_least_1 illegal_parameter ();
        if (COUNT_BITS != $clog2(WIDTH + 1))
            rs_count_COUNT_BITS_is_derived_and_must_not_be_set illegal_parameter ();
    endgenerate

    function [COUNT_BITS-1:0] ones;
        input [WIDTH-1:0] set;
        integer k;
        begin
            ones = {COUNT_BITS{1'b0}};
            for (k = 0; k < WIDTH; k = k + 1)
                ones = ones + {{(COUNT_BITS-1){1'b0}}, set[k]};
        end
    endfunction
    assign count = ones(bits);
endmodule
`default_nettype wire
