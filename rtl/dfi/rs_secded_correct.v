// 64 data bits by their syndrome (rs_secded_syndrome): the one that is wrong is turned.
//
// corrected  one of data or check bits was wrong
// failed     more were: two always, three and more mostly (else they look like one)
// Timing: combinational.
`default_nettype none
module rs_secded_correct (
    input  wire [63:0] data,
    input  wire [7:0]  syndrome,
    output wire [63:0] right,
    output wire        corrected,
    output wire        failed
);
`include "rtl/dfi/rs_secded.vh"
    wire [71:0] wrong; // one-hot or 0: data bits, then check bits
    genvar i;
    generate
        for (i = 0; i < 64; i = i + 1) begin : of_data
            localparam [7:0] COLUMN = secded_column(i);
            assign wrong[i] = syndrome == COLUMN;
        end
        for (i = 0; i < 8; i = i + 1) begin : of_check
            localparam [31:0] BIT = 1 << i;
            assign wrong[64 + i] = syndrome == BIT[7:0];
        end
    endgenerate
    assign right     = data ^ wrong[63:0];
    assign corrected = wrong != 72'd0;
    assign failed    = syndrome != 8'd0 && !corrected;
endmodule
`default_nettype wire
