// Superpackets: requests of an SM that follow each other to one DRAM row become one packet (PACT 2011; the nearest rival of hold grant).
//
// What it does: passes the flits of request packets on, each a cycle after it came. A request's last flit is no tail any more, and the
// head flit behind it no head, if in the first cycle in which that last flit is offered at `out` a request to the same place is offered
// at `in`, and the packet has fewer than REQUESTS requests. What is decided in that cycle stays. So a packet takes its output of the
// network once for up to REQUESTS requests; where one of them ends its header tells (rs_dram_ingress).
// in_place: channel, bank and row of the header at `in`, of a head flit.
// Timing: in_ready depends on out_ready and registers; out_flit's tail on in_valid, in_flit's head and in_place in the first cycle of a
// request's last flit, all else at `out` on registers.
// C twin: cmodel/network/superpacket.h.
`default_nettype none
module rs_superpacket #(
    parameter FLIT       = 258, // {tail, head, payload}
    parameter PLACE_BITS = 17,
    parameter REQUESTS   = 4    // of a packet, at most
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire                  in_valid,
    output wire                  in_ready,
    input  wire [FLIT-1:0]       in_flit,
    input  wire [PLACE_BITS-1:0] in_place,
    output wire                  out_valid,
    input  wire                  out_ready,
    output wire [FLIT-1:0]       out_flit,
    output wire                  empty
);
    localparam PAYLOAD = FLIT - 2;
    localparam [31:0] MOST = REQUESTS;
    localparam COUNT_BITS = $clog2(REQUESTS + 1);

    generate
        if (REQUESTS < 2 || REQUESTS > 16) begin : illegal
            rs_superpacket_needs_2_to_16_requests stop ();
        end
    endgenerate

    reg                   full, head, tail;  // of the flit that is offered, as it came; a head inside a packet is none
    reg  [PAYLOAD-1:0]    payload;
    reg  [PLACE_BITS-1:0] place;             // of the request
    reg  [COUNT_BITS-1:0] requests;          // of the packet so far
    reg                   decided, joined;   // whether the packet goes on, once that is decided
    wire                  same_place;
    wire in_head = in_flit[PAYLOAD], in_tail = in_flit[PAYLOAD+1];
    wire joins   = in_valid && in_head && same_place && requests != MOST[COUNT_BITS-1:0];
    wire goes_on = tail && (decided ? joined : joins);
    wire leaves  = full && out_ready;
    wire comes   = in_valid && in_ready;
    wire same_packet = full && goes_on;          // what comes as this leaves belongs to its packet
    rs_compare #(.WIDTH(PLACE_BITS)) compare (.a(in_place), .b(place), .equal(same_place));

    assign in_ready  = !full || out_ready;
    assign out_valid = full;
    assign out_flit  = {tail && !goes_on, head, payload};
    assign empty     = !full;
    always @(posedge clk) begin
        full    <= !rst && (comes || (full && !leaves));
        decided <= !rst && full && tail && !leaves;
        joined  <= goes_on;
        if (comes) begin
            payload <= in_flit[PAYLOAD-1:0];
            head    <= in_head && !same_packet;
            tail    <= in_tail;
            if (in_head) begin
                place    <= in_place;
                requests <= same_packet ? requests + {{(COUNT_BITS-1){1'b0}}, 1'b1} : {{(COUNT_BITS-1){1'b0}}, 1'b1};
            end
        end
    end
endmodule
`default_nettype wire
