// rs_packet_assert: rs_stream_assert for a stream of flits: a packet begins with a head, has no other, and ends with a tail.
`default_nettype none
module rs_packet_assert #(
    parameter WIDTH = 1 // bits of a flit without head and tail
) (
    input wire             clk,
    input wire             rst,
    input wire             valid,
    input wire             ready,
    input wire             head,
    input wire             tail,
    input wire [WIDTH-1:0] data
);
`ifdef RS_ASSERT
    reg in_packet; // its head has been taken
    always @(posedge clk)
        in_packet <= !rst && (valid && ready ? !tail : in_packet);
    rs_stream_assert #(.WIDTH(WIDTH + 2)) flits (
        .clk(clk), .rst(rst), .valid(valid), .ready(ready), .legal(head != in_packet), .data({tail, head, data}));
`else
    wire unused = &{1'b0, clk, rst, valid, ready, head, tail, data};
`endif
endmodule
`default_nettype wire
