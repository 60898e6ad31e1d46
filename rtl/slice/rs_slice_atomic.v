// rs_slice_atomic: the new value of one word. Wires. Operations as in cmodel/sm/warp_record.h; minimum and maximum are signed.
`default_nettype none
module rs_slice_atomic #(
    parameter WIDTH = 32
) (
    input  wire [2:0]       operation, // 0 add, 1 minimum, 2 maximum, 3 exchange, 4 compare and swap, 5 and, 6 or, 7 exclusive or
    input  wire [WIDTH-1:0] there,
    input  wire [WIDTH-1:0] operand,
    input  wire [WIDTH-1:0] compare,   // compare and swap: the operand replaces a word that has this value
    output reg  [WIDTH-1:0] result
);
    localparam [WIDTH-1:0] SIGN = {{(WIDTH-1){1'b0}}, 1'b1} << (WIDTH - 1);
    wire less = (there ^ SIGN) < (operand ^ SIGN);
    always @* begin
        result = there ^ operand;
        case (operation)
            3'd0: result = there + operand;
            3'd1: result = less ? there : operand;
            3'd2: result = less ? operand : there;
            3'd3: result = operand;
            3'd4: result = there == compare ? operand : there;
            3'd5: result = there & operand;
            3'd6: result = there | operand;
            default: ;
        endcase
    end
endmodule
`default_nettype wire
