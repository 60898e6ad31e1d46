// Form of a stream of packets: a head flit, then others, the last one with tail set; head and tail may be one flit.
// With LONGEST > 0 a packet has at most that many flits. CHECK = 1 asserts, CHECK = 0 assumes.
// midway: the last flit taken was not a tail. place: number of the flit in its packet, 0 for the head.
`default_nettype none
module rs_packet_rules #(
    parameter LONGEST = 3,
    parameter CHECK   = 1
) (
    input  wire       clk,
    input  wire       rst,
    input  wire       valid,
    input  wire       taken,
    input  wire       head,
    input  wire       tail,
    output reg        midway,
    output reg  [1:0] place
);
    always @(posedge clk) begin
        if (taken) begin
            midway <= !tail;
            place  <= tail ? 2'd0 : place == 2'd3 ? 2'd3 : place + 2'd1;
        end
        if (rst) begin
            midway <= 1'b0;
            place  <= 2'd0;
        end
    end
    wire formed = !valid || (head == !midway && (LONGEST == 0 || tail || place + 1 < LONGEST));
    generate
        if (CHECK != 0) begin : check
            always @(posedge clk) if (!rst) begin well_formed: assert (formed); end
        end else begin : promise
            always @(posedge clk) if (!rst) begin well_formed: assume (formed); end
        end
    endgenerate
endmodule
`default_nettype wire
