// rs_board_counter: decimal counter of DIGITS digits; wraps at 10^DIGITS.
//
// rotate moves the digits up by one place, the highest comes in below: a printer that shows `top` and rotates DIGITS
// times has shown the number and left it as it was. One of clear, rotate, count at a time, in this order of precedence.
// Timing: registered; top is the highest digit.
`default_nettype none
module rs_board_counter #(
    parameter DIGITS = 6
) (
    input  wire       clk,
    input  wire       clear,
    input  wire       rotate,
    input  wire       count,
    output wire [3:0] top
);
    generate
        if (DIGITS < 2) begin : illegal
            rs_board_counter_needs_2_digits_at_least stop ();
        end
    endgenerate

    reg  [4*DIGITS-1:0] digits;
    wire [DIGITS-1:0]   nine;
    wire [DIGITS-1:0]   one = {{(DIGITS-1){1'b0}}, 1'b1};
    assign top = digits[4*DIGITS-1 -: 4];

    genvar i;
    generate
        for (i = 0; i < DIGITS; i = i + 1) begin : digit
            wire [3:0] value = digits[4*i +: 4];
            wire       carry = count && (&(nine | ~((one << i) - one))); // all lower digits are 9
            assign nine[i] = value == 4'd9;
            always @(posedge clk)
                if (clear)
                    digits[4*i +: 4] <= 4'd0;
                else if (rotate)
                    digits[4*i +: 4] <= digits[4*((i + DIGITS - 1) % DIGITS) +: 4];
                else if (carry)
                    digits[4*i +: 4] <= nine[i] ? 4'd0 : value + 4'd1;
        end
    endgenerate
endmodule
`default_nettype wire
