// rs_issue_timer: is busy from the cycle behind a start to the one before start + CYCLES, and never with CYCLES = 1.
//
// start while it is busy begins anew; clear, with or without a start, ends it.
`default_nettype none
module rs_issue_timer #(
    parameter CYCLES = 4
) (
    input  wire clk,
    input  wire clear,
    input  wire start,
    output wire busy
);
    generate
        if (CYCLES < 2) begin : never
            wire unused = &{1'b0, clk, clear, start};
            assign busy = 1'b0;
        end else begin : counts
            localparam BITS = $clog2(CYCLES);
            localparam [31:0] FIRST = CYCLES - 1;
            reg [BITS-1:0] cycles; // for which it stays busy, this one included
            assign busy = cycles != {BITS{1'b0}};
            always @(posedge clk)
                if (clear)
                    cycles <= {BITS{1'b0}};
                else if (start)
                    cycles <= FIRST[BITS-1:0];
                else if (busy)
                    cycles <= cycles - {{(BITS-1){1'b0}}, 1'b1};
        end
    endgenerate
endmodule
`default_nettype wire
