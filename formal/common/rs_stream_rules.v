// Rule of a valid/ready stream, for its source: an offered word stays, valid and payload unchanged, until it is taken.
// CHECK = 1 asserts it, CHECK = 0 assumes it: assume it where the environment drives, assert it where a block of ours does,
// and proofs compose. rst (synchronous) ends the obligation.
`default_nettype none
module rs_stream_source_rules #(
    parameter WIDTH = 8,
    parameter CHECK = 1
) (
    input wire             clk,
    input wire             rst,
    input wire             valid,
    input wire             ready,
    input wire [WIDTH-1:0] payload
);
    reg             waiting = 1'b0;
    reg [WIDTH-1:0] offered;
    always @(posedge clk) begin
        waiting <= valid && !ready && !rst;
        offered <= payload;
    end
    wire keeps = !waiting || (valid && payload == offered);
    generate
        if (CHECK != 0) begin : check
            always @(posedge clk) if (!rst) begin word_stays: assert (keeps); end
        end else begin : promise
            always @(posedge clk) if (!rst) begin word_stays: assume (keeps); end
        end
    endgenerate
endmodule
`default_nettype wire
