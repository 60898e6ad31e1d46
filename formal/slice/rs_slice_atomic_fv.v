// Proof of rs_slice_atomic: the new word of each operation, signed by the sign of a difference of one more bit.
`default_nettype none
module rs_slice_atomic_fv #(
    parameter WIDTH = 8
) (
    input wire             clk,
    input wire [2:0]       operation,
    input wire [WIDTH-1:0] there,
    input wire [WIDTH-1:0] operand,
    input wire [WIDTH-1:0] compare
);
    wire [WIDTH-1:0] result;
    rs_slice_atomic #(.WIDTH(WIDTH)) dut (.operation(operation), .there(there), .operand(operand), .compare(compare), .result(result));
    wire [WIDTH:0] difference = {there[WIDTH-1], there} - {operand[WIDTH-1], operand};
    wire below = difference[WIDTH];
    wire [WIDTH:0] sum = {1'b0, there} + {1'b0, operand};
    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) if (started) begin
        if (operation == 3'd0) add:      assert (result == sum[WIDTH-1:0]);
        if (operation == 3'd1) minimum:  assert (result == (below ? there : operand));
        if (operation == 3'd2) maximum:  assert (result == (below ? operand : there));
        if (operation == 3'd3) exchange: assert (result == operand);
        if (operation == 3'd4) swap:     assert (result == (there == compare ? operand : there));
        if (operation == 3'd5) both:     assert (result == ~(~there | ~operand));
        if (operation == 3'd6) either:   assert (result == ~(~there & ~operand));
        if (operation == 3'd7) differ:   assert (result == ((there | operand) & ~(there & operand)));
        below_zero: cover (operation == 3'd1 && result == there && there[WIDTH-1] && !operand[WIDTH-1]);
    end
endmodule
`default_nettype wire
