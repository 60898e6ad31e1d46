// rs_at_most: whether one number is at most another. Combinational.
//
// Shaped for Yosys' mapping: of the operator <= comes a subtraction, which takes longer.
`default_nettype none
module rs_at_most #(
    parameter WIDTH = 8 // bits of a number
) (
    input  wire [WIDTH-1:0] a,
    input  wire [WIDTH-1:0] b,
    output wire             at_most // a <= b
);
    generate
        if (WIDTH < 1)
            rs_at_most_WIDTH_must_be_at_least_1 illegal_parameter ();
    endgenerate

    function holds;
        input [WIDTH-1:0] left, right;
        integer k;
        begin
            holds = 1'b1;
            for (k = 0; k < WIDTH; k = k + 1)
                holds = (right[k] & ~left[k]) | ((right[k] | ~left[k]) & holds);
        end
    endfunction
    assign at_most = holds(a, b);
endmodule
`default_nettype wire
