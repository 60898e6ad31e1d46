// Proof of rs_vc_merge: every flit of an arbitrary VC goes out once, in its turn; packets stay whole, so what comes out is
// well formed; what is on offer stays until it is taken; a packet is offered only if it is acceptable; something moves whenever it can;
// and a VC whose packet is acceptable waits for at most one packet of each other VC.
// Environment: packets on each VC, offered flits stay (asserted by rs_crossbar_fv); the sink takes or refuses what it will.
`default_nettype none
module rs_vc_merge_fv #(
    parameter VCS  = 2,
    parameter FLIT = 4, // {tail, head, payload}
    parameter VC_BITS = $clog2(VCS) // derived, not to be set
) (
    input wire                clk,
    input wire                rst,
    input wire [VCS-1:0]      in_valid,
    input wire [VCS*FLIT-1:0] in_flit,
    input wire [VCS-1:0]      acceptable,
    input wire                out_ready
);
    wire [VCS-1:0]  in_ready;
    wire            out_valid;
    wire [FLIT-1:0] out_flit;
    rs_vc_merge #(.VCS(VCS), .FLIT(FLIT)) dut (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_flit(in_flit), .acceptable(acceptable),
        .out_valid(out_valid), .out_ready(out_ready), .out_flit(out_flit));

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) if (!started) assume (rst);
    wire check = started && !rst;

    wire [VCS-1:0] in_midway;
    genvar v;
    generate
        for (v = 0; v < VCS; v = v + 1) begin : vc
            wire [1:0] unused_place;
            rs_stream_source_rules #(.WIDTH(FLIT), .CHECK(0)) stays (
                .clk(clk), .rst(rst), .valid(in_valid[v]), .ready(in_ready[v]), .payload(in_flit[v*FLIT +: FLIT]));
            rs_packet_rules #(.LONGEST(0), .CHECK(0)) packets (
                .clk(clk), .rst(rst), .valid(in_valid[v]), .taken(in_valid[v] && in_ready[v]), .head(in_flit[v*FLIT + FLIT-2]),
                .tail(in_flit[v*FLIT + FLIT-1]), .midway(in_midway[v]), .place(unused_place));
        end
    endgenerate
    wire       out_midway;
    wire [1:0] unused_place;
    rs_packet_rules #(.LONGEST(0), .CHECK(1)) packets (
        .clk(clk), .rst(rst || !started), .valid(out_valid), .taken(out_valid && out_ready), .head(out_flit[FLIT-2]),
        .tail(out_flit[FLIT-1]), .midway(out_midway), .place(unused_place));
    rs_stream_source_rules #(.WIDTH(FLIT), .CHECK(1)) out_stays (
        .clk(clk), .rst(rst || !started), .valid(out_valid), .ready(out_ready), .payload(out_flit));
    reg kept; // refused before
    always @(posedge clk) kept <= !rst && out_valid && !out_ready;

    (* anyconst *) reg [VC_BITS-1:0] subject;
    wire                moves = in_valid[subject] && in_ready[subject];
    wire [FLIT-1:0]     its_flit = in_flit[subject*FLIT +: FLIT];
    wire [VCS-1:0]      taken = in_valid & in_ready;
    reg  [7:0]          waited; // packets of others begun while the subject's was acceptable
    wire                asks = in_valid[subject] && its_flit[FLIT-2] && acceptable[subject];
    always @(posedge clk)
        if (rst || !asks || moves)
            waited <= 8'd0;
        else if (out_valid && out_ready && out_flit[FLIT-2])
            waited <= waited + 8'd1;
    (* keep *) wire [VC_BITS-1:0] pointer; // probe dut.pointer
    (* keep *) wire [VC_BITS-1:0] chosen;  // probe dut.chosen
    wire [VC_BITS-1:0] from = pointer + out_midway; // a packet on offer is not counted yet, one midway is
    wire [VC_BITS-1:0] steps = subject - from;

    always @(posedge clk) if (check) begin
        one_moves:     assert ((taken & (taken - 1)) == 0 && (taken != 0) == (out_valid && out_ready));
        its_own:       assert (!moves || out_flit == its_flit);
        whole:         assert (out_midway == (in_midway != 0) && (in_midway & (in_midway - 1)) == 0);
        only_accepted: assert (!(out_valid && out_flit[FLIT-2] && !kept && chosen == subject) || acceptable[subject]);
        progress:      assert (out_valid || (out_midway ? (in_valid & in_midway) == 0 : (in_valid & acceptable) == 0));
        link:          assert (!out_midway || in_midway[pointer]);
        link_kept:     assert (!kept || chosen == pointer);
        wait_link:     assert (!asks || waited + steps <= VCS - 1);
        wait_bound:    assert (waited < VCS);
        cover (waited == VCS - 1 && moves);
        cover (kept && moves && its_flit[FLIT-2] && !acceptable[subject]);
        cover (moves && in_midway[subject] && in_valid == {VCS{1'b1}});
        cover (in_valid[subject] && its_flit[FLIT-2] && !acceptable[subject] && out_valid && !out_midway);
    end
endmodule
`default_nettype wire
