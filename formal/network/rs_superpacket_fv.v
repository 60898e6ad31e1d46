// Proof of rs_superpacket: flits leave whole and in their order, a cycle after they came at the earliest and as soon as they can; what leaves
// is well-formed packets, each of 1 to REQUESTS requests to one place; a request joins the packet before it exactly if it is offered, to
// the same place, in the first cycle in which that one's last flit is offered, and the packet is not full.
// Environment: packets of one flit or three at `in`; offered flits stay.
`default_nettype none
module rs_superpacket_fv #(
    parameter FLIT       = 4,
    parameter PLACE_BITS = 2,
    parameter REQUESTS   = 3,
    parameter COUNT_BITS = $clog2(REQUESTS + 1) // derived, not to be set
) (
    input wire                  clk,
    input wire                  rst,
    input wire                  in_valid,
    input wire [FLIT-1:0]       in_flit,
    input wire [PLACE_BITS-1:0] in_place,
    input wire                  out_ready
);
    wire            in_ready, out_valid, empty;
    wire [FLIT-1:0] out_flit;
    rs_superpacket #(.FLIT(FLIT), .PLACE_BITS(PLACE_BITS), .REQUESTS(REQUESTS)) dut (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_flit(in_flit), .in_place(in_place),
        .out_valid(out_valid), .out_ready(out_ready), .out_flit(out_flit), .empty(empty));

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) if (!started) assume (rst);
    wire check = started && !rst;

    wire comes = in_valid && in_ready, leaves = out_valid && out_ready;
    wire in_head = in_flit[FLIT-2], in_tail = in_flit[FLIT-1];
    wire out_head = out_flit[FLIT-2], out_tail = out_flit[FLIT-1];
    wire       in_midway, out_midway;
    wire [1:0] in_number, unused_number;
    rs_stream_source_rules #(.WIDTH(FLIT + PLACE_BITS), .CHECK(0)) stays (
        .clk(clk), .rst(rst), .valid(in_valid), .ready(in_ready), .payload({in_place, in_flit}));
    rs_packet_rules #(.LONGEST(3), .CHECK(0)) requests (
        .clk(clk), .rst(rst), .valid(in_valid), .taken(comes), .head(in_head), .tail(in_tail), .midway(in_midway), .place(in_number));
    always @(posedge clk) assume (!in_valid || !in_midway || in_tail == (in_number == 2'd2));
    rs_stream_source_rules #(.WIDTH(FLIT), .CHECK(1)) stays_out (
        .clk(clk), .rst(rst || !started), .valid(out_valid), .ready(out_ready), .payload(out_flit));
    rs_packet_rules #(.LONGEST(0), .CHECK(1)) packets (
        .clk(clk), .rst(rst || !started), .valid(out_valid), .taken(leaves), .head(out_head), .tail(out_tail), .midway(out_midway),
        .place(unused_number));

    // The flit that has come and not left, and what is known of its packet.
    reg                  held, its_head, its_tail, looked, joined;
    reg [FLIT-3:0]       its_payload;
    reg [PLACE_BITS-1:0] its_place, packet_place;
    reg [4:0]            count; // requests of the packet, this one included
    reg                  goes_inside; // it belongs to the packet before it
    wire fits  = in_valid && in_head && in_place == its_place && count < REQUESTS;
    wire joins = its_tail && (looked ? joined : fits);
    always @(posedge clk) begin
        if (held) begin
            looked <= !leaves;
            joined <= joins;
        end
        if (leaves)
            held <= 1'b0;
        if (comes) begin
            held        <= 1'b1;
            looked      <= 1'b0;
            its_payload <= in_flit[FLIT-3:0];
            its_head    <= in_head;
            its_tail    <= in_tail;
            goes_inside <= held && joins;
            if (in_head) begin
                its_place    <= in_place;
                count        <= held && joins ? count + 5'd1 : 5'd1;
                packet_place <= held && joins ? packet_place : in_place;
            end
        end
        if (rst)
            held <= 1'b0;
    end
    (* keep *) wire [PLACE_BITS-1:0] place;   // probe dut.place
    (* keep *) wire                  decided; // probe dut.decided
    (* keep *) wire                  settled; // probe dut.joined
    (* keep *) wire [COUNT_BITS-1:0] number;  // probe dut.requests

    always @(posedge clk) if (check) begin
        once_in_order: assert (out_valid == held && (!held || out_flit[FLIT-3:0] == its_payload));
        flows:         assert (in_ready == (!held || out_ready) && empty == !held);
        heads:         assert (!held || out_head == (its_head && !goes_inside));
        joins_exactly: assert (!held || out_tail == (its_tail && !joins));
        one_place:     assert (!held || its_place == packet_place);
        at_most:       assert (!held || (count >= 1 && count <= REQUESTS));
        link:          assert (!held || (place == its_place && number == count && (!its_tail || decided == looked)
                                         && (!(its_tail && decided) || settled == joined)));
        inside_link:   assert (!held || out_midway == (goes_inside || !its_head));
        between_link:  assert (held || !out_midway || in_midway);
        open_link:     assert (!held || in_midway == !its_tail);
        cover (held && count == REQUESTS && its_tail && leaves);
        cover (held && looked && joined && leaves);
        cover (held && looked && !joined && fits);
    end
endmodule
`default_nettype wire
