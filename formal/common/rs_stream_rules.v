// Rules of a valid/ready stream, for both of its ends. CHECK = 1 asserts them, CHECK = 0 assumes them: assume them
// where the environment drives, assert them where a block of ours does, and proofs compose.
//
// rs_stream_source_rules: an offered word stays, valid and payload unchanged, until it is taken.
// rs_stream_sink_rules: a word is taken after at most MAX_STALL cycles of waiting.
// rst (synchronous) ends all obligations.
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

module rs_stream_sink_rules #(
    parameter MAX_STALL = 4,
    parameter CHECK     = 1
) (
    input wire clk,
    input wire rst,
    input wire valid,
    input wire ready
);
    reg [15:0] stalled = 16'd0;
    always @(posedge clk)
        stalled <= (valid && !ready && !rst) ? stalled + 16'd1 : 16'd0;
    wire takes = !valid || ready || stalled < MAX_STALL;
    generate
        if (CHECK != 0) begin : check
            always @(posedge clk) if (!rst) begin word_taken: assert (takes); end
        end else begin : promise
            always @(posedge clk) if (!rst) begin word_taken: assume (takes); end
        end
    endgenerate
endmodule
`default_nettype wire
