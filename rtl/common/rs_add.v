// rs_add: the sum of two numbers modulo 2^WIDTH. Combinational.
//
// Shaped for Yosys' mapping: carry select in sections of 8 bits, each added for either carry. The mapping keeps that short; of a
// plain + it makes a ripple carry.
`default_nettype none
module rs_add #(
    parameter WIDTH = 32 // bits of a number
) (
    input  wire [WIDTH-1:0] a,
    input  wire [WIDTH-1:0] b,
    output wire [WIDTH-1:0] sum
);
    localparam SECTIONS = (WIDTH + 7) / 8;

    generate
        if (WIDTH < 1)
            rs_add_WIDTH_must_be_at_least_1 illegal_parameter ();
    endgenerate

    function [WIDTH-1:0] sum_of;
        input [WIDTH-1:0] left, right;
        integer s;
        reg [SECTIONS*8-1:0] x, y;
        reg [8:0]            plain, carried; // of a section: x + y, x + y + 1
        reg                  carry;
        begin
            x = {(SECTIONS*8){1'b0}};
            y = {(SECTIONS*8){1'b0}};
            x[WIDTH-1:0] = left;
            y[WIDTH-1:0] = right;
            carry = 1'b0;
            for (s = 0; s < SECTIONS; s = s + 1) begin
                plain   = {1'b0, x[s*8 +: 8]} + {1'b0, y[s*8 +: 8]};
                carried = {1'b0, x[s*8 +: 8]} - ~{1'b0, y[s*8 +: 8]};
                x[s*8 +: 8] = carry ? carried[7:0] : plain[7:0];
                carry = plain[8] | carried[8] & carry;
            end
            sum_of = x[WIDTH-1:0];
        end
    endfunction
    assign sum = sum_of(a, b);
endmodule
`default_nettype wire
