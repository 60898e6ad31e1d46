// Proof that a mesh or ring never stops: rs_routed_network as one, packets of up to LONGEST flits from and to any nodes, arbiters that pick
// anything. While a flit is inside, all sinks take what they are shown and no source pauses within a packet, in every cycle some flit
// enters, goes from a router's input buffer to an output, goes over a link, or leaves. And what leaves does so at its destination. (That
// no circle of channels can wait for itself: rs_route_fv, from the routes alone.)
`default_nettype none
module rs_routed_progress_fv #(
    parameter RING         = 0,
    parameter NODES        = 6,
    parameter COLUMNS      = 3,
    parameter VCS          = 1,
    parameter LONGEST      = 1,
    parameter INPUT_DEPTH  = 1,
    parameter OUTPUT_DEPTH = 1,
    parameter HOLD         = 0,
    parameter POLICY       = 0,
    // derived, not to be set
    parameter PORTS        = (RING != 0) ? 3 : 5,
    parameter NODE_BITS    = $clog2(NODES),
    parameter FRONTS       = NODES * PORTS * VCS
) (
    input wire                       clk,
    input wire                       rst,
    input wire [NODES-1:0]           in_valid,
    input wire [NODES-1:0]           in_head,
    input wire [NODES-1:0]           in_tail,
    input wire [NODES*NODE_BITS-1:0] to,
    input wire [NODES-1:0]           out_ready
);
    localparam FLIT = NODE_BITS + 2;
    localparam [31:0] POLICY_STRAP = POLICY;
    wire [NODES-1:0]            in_ready, out_valid, midway;
    wire [NODES*2-1:0]          place;
    wire [NODES*FLIT-1:0]       in_flit, out_flit;
    wire [FRONTS*NODE_BITS-1:0] front_node;
    wire                        empty;
    genvar n;
    generate
        for (n = 0; n < NODES; n = n + 1) begin : port
            assign in_flit[n*FLIT +: FLIT] = {in_tail[n], in_head[n], to[n*NODE_BITS +: NODE_BITS]};
            rs_packet_rules #(.LONGEST(LONGEST), .CHECK(0)) packets (
                .clk(clk), .rst(rst), .valid(in_valid[n]), .taken(in_valid[n] && in_ready[n]), .head(in_head[n]), .tail(in_tail[n]),
                .midway(midway[n]), .place(place[n*2 +: 2]));
            always @(posedge clk) assume (to[n*NODE_BITS +: NODE_BITS] < NODES && (!midway[n] || in_valid[n]));
        end
    endgenerate
    rs_routed_network #(.RING(RING), .NODES(NODES), .COLUMNS(COLUMNS), .VCS(VCS), .FLIT(FLIT), .SHOW(NODE_BITS), .SHOW_FROM(0),
                        .INPUT_DEPTH(INPUT_DEPTH), .OUTPUT_DEPTH(OUTPUT_DEPTH), .LINK_STAGES(0), .HOLD(HOLD), .BANKS(2),
                        .ROW_BITS(1), .HASH_WIDTH(1)) dut (
        .clk(clk), .rst(rst), .policy(POLICY_STRAP[1:0]), .hash_bits(5'd1), .hold_limit(8'd0), .wait_guard(1'b0), .seed(32'd1),
        .in_valid(in_valid), .in_ready(in_ready), .in_flit(in_flit), .out_valid(out_valid), .out_ready(out_ready), .out_flit(out_flit),
        .front_header(front_node), .front_node(front_node), .front_bank({FRONTS{1'b0}}), .front_row({FRONTS{1'b0}}), .empty(empty));
    (* keep *) wire [FRONTS-1:0] front_take; // probe dut.node[*NODES].router.crossbar.front_take
    (* keep *) wire [FRONTS-1:0] to_valid;   // probe dut.node[*NODES].to_valid
    (* keep *) wire [FRONTS-1:0] from_ready; // probe dut.node[*NODES].from_ready

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) if (!started) assume (rst);

    wire moves = front_take != {FRONTS{1'b0}} || (in_valid & in_ready) != {NODES{1'b0}} || (to_valid & from_ready) != {FRONTS{1'b0}};
    integer k;
    reg right;
    always @* begin
        right = 1'b1;
        for (k = 0; k < NODES; k = k + 1)
            right = right && (!out_valid[k] || !out_flit[k*FLIT + FLIT-2] || out_flit[k*FLIT +: NODE_BITS] == k);
    end
    always @(posedge clk) if (started) begin
        progress:       assert (empty || out_ready != {NODES{1'b1}} || moves);
        at_destination: assert (right);
        cover (!empty && to_valid == {FRONTS{1'b0}} && in_valid == {NODES{1'b0}});
        cover (&out_valid);
        cover (empty && !rst);
    end
endmodule
`default_nettype wire
