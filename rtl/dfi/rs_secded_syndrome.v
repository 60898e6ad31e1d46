// Check bits of 64 data bits (rs_secded.vh), and what they say of stored ones: syndrome 0, no error. With check 0 it is the check bits.
// Timing: combinational, 27 bits XORed.
`default_nettype none
module rs_secded_syndrome (
    input  wire [63:0] data,
    input  wire [7:0]  check,
    output wire [7:0]  syndrome
);
`include "rtl/dfi/rs_secded.vh"
    wire [8*64-1:0] counts; // per check bit, which data bits: constants
    genvar i, r;
    generate
        for (i = 0; i < 64; i = i + 1) begin : each
            localparam [7:0] COLUMN = secded_column(i);
            for (r = 0; r < 8; r = r + 1) begin : in_check
                assign counts[r*64 + i] = COLUMN[r];
            end
        end
        for (r = 0; r < 8; r = r + 1) begin : of_check
            assign syndrome[r] = check[r] ^ (^(data & counts[r*64 +: 64]));
        end
    endgenerate
endmodule
`default_nettype wire
