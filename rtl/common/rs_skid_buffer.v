// rs_skid_buffer: register slice on a valid/ready stream, full throughput.
//
// in_ready, out_valid and out_data are registers: no combinational path crosses the slice in either
// direction. A word appears at the output one cycle after it was taken. When the output stalls, the one word
// that arrives before in_ready falls is kept in a second register; two words are held at most.
// An offered word stays (out_valid, out_data stable) until it is taken. rst (synchronous) drops both words.
// C twin: cmodel/common/skid_buffer.c.
`default_nettype none
module rs_skid_buffer #(
    parameter WIDTH = 8
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             in_valid,
    output reg              in_ready,
    input  wire [WIDTH-1:0] in_data,
    output reg              out_valid,
    input  wire             out_ready,
    output reg  [WIDTH-1:0] out_data
);
    generate
        if (WIDTH < 1)
            rs_skid_buffer_WIDTH_must_be_at_least_1 illegal_parameter ();
    endgenerate

    reg [WIDTH-1:0] skid_data; // holds the second word while in_ready = 0

    wire stalled = out_valid & ~out_ready;

    always @(posedge clk) begin
        if (in_ready)
            skid_data <= in_data;
        if (!stalled) begin
            out_valid <= in_valid | ~in_ready;
            out_data  <= in_ready ? in_data : skid_data;
            in_ready  <= 1'b1;
        end else if (in_valid)
            in_ready <= 1'b0;
        if (rst) begin
            in_ready  <= 1'b1;
            out_valid <= 1'b0;
        end
    end
endmodule
`default_nettype wire
