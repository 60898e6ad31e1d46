// rs_board_spread: a short number spread over all bits of a longer one, and the check that it was.
//
// The memory of the board's DRAM stand-in is small: of a bank it keeps 2^KEPT rows, of a row 2^KEPT columns, those whose
// upper bits repeat the kept ones inverted. So every row and column pin toggles, and a pin that is wrong is noticed.
// Timing: combinational.
`default_nettype none
module rs_board_spread #(
    parameter KEPT = 5,
    parameter BITS = 12
) (
    input  wire [KEPT-1:0] kept,
    output wire [BITS-1:0] number
);
    generate
        if (KEPT < 1 || BITS < KEPT) begin : illegal
            rs_board_spread_needs_1_to_BITS_kept_bits stop ();
        end
    endgenerate

    genvar i;
    generate
        for (i = 0; i < BITS; i = i + 1) begin : bits
            assign number[i] = kept[i % KEPT] ^ (i / KEPT % 2 != 0);
        end
    endgenerate
endmodule
`default_nettype wire
