// Proof of rs_link_stage, and with it of rs_link: every flit leaves once, in the order of its VC and as it came; ready says exactly
// whether there is a place; with several VCs one flit at a time, only where there is room, and a VC whose flit could go waits for
// VCS - 1 others at most. One flit is followed, any of any VC: `follow` picks it.
`default_nettype none
module rs_link_stage_fv #(
    parameter VCS  = 2,
    parameter FLIT = 4,
    // derived, not to be set
    parameter VC_BITS = (VCS > 1) ? $clog2(VCS) : 1
) (
    input wire               clk,
    input wire               rst,
    input wire [VCS-1:0]     in_valid,
    input wire [FLIT-1:0]    in_flit,
    input wire [VCS-1:0]     out_ready,
    input wire               follow,
    input wire [VC_BITS-1:0] any_vc  // whose turn is looked at next
);
    wire [VCS-1:0]  in_ready, out_valid;
    wire [FLIT-1:0] out_flit;
    wire            empty;
    rs_link_stage #(.VCS(VCS), .FLIT(FLIT)) dut (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_flit(in_flit),
        .out_valid(out_valid), .out_ready(out_ready), .out_flit(out_flit), .empty(empty));

    localparam [VCS-1:0] ONE = 1;
    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) if (!started) assume (rst);
    wire one_at_a_time = (in_valid & (in_valid - ONE)) == {VCS{1'b0}};
    always @(posedge clk)
        if (VCS > 1) assume (one_at_a_time && (in_valid & ~in_ready) == {VCS{1'b0}});

    wire [VCS-1:0]   comes = in_valid & in_ready, goes = out_valid & out_ready;
    wire [2*VCS-1:0] held;      // flits of each VC
    wire [VCS-1:0]   right;
    reg              followed;  // a flit is,
    reg [VCS-1:0]    its_vc;    // one-hot, of this VC,
    reg [1:0]        ahead;     // with so many before it,
    reg [FLIT-1:0]   its_flit;
    wire             begins = follow && !followed && comes != {VCS{1'b0}};
    reg [1:0]        before_it; // flits of the VC in which it comes that are still there in the next cycle
    reg [VC_BITS:0]  waited;    // departures since a VC, any, could send
    reg [VCS-1:0]    candidate;
    integer k;
    always @* begin
        before_it = 2'd0;
        for (k = 0; k < VCS; k = k + 1)
            if (comes[k]) before_it = held[2*k +: 2] - {1'b0, goes[k]};
    end
    always @(posedge clk) begin
        if (begins) begin
            its_vc   <= comes;
            its_flit <= in_flit;
            ahead    <= before_it;
        end else if ((goes & its_vc) != {VCS{1'b0}})
            ahead <= ahead - 2'd1;
        followed <= !rst && (begins || (followed && !((goes & its_vc) != {VCS{1'b0}} && ahead == 2'd0)));
    end
    genvar v;
    generate
        for (v = 0; v < VCS; v = v + 1) begin : vc
            reg [1:0] count;
            assign held[2*v +: 2] = count;
            assign right[v] = in_ready[v] == (count != 2'd2) && (!out_valid[v] || count != 2'd0) && (VCS > 1 || out_valid[v] == (count != 2'd0));
            always @(posedge clk)
                count <= rst ? 2'd0 : count + {1'b0, comes[v]} - {1'b0, goes[v]};
        end
    endgenerate
    // A VC that has a flit and room, cycle after cycle.
    wire [VCS-1:0] could;
    generate
        for (v = 0; v < VCS; v = v + 1) begin : may
            assign could[v] = held[2*v +: 2] != 2'd0 && out_ready[v];
        end
    endgenerate
    always @(posedge clk)
        if (rst || (candidate & could & ~goes) == {VCS{1'b0}}) begin
            candidate <= rst ? {VCS{1'b0}} : ONE << any_vc;
            waited    <= {(VC_BITS+1){1'b0}};
        end else
            waited <= waited + {{VC_BITS{1'b0}}, 1'b1};

    always @(posedge clk)
        if (started && !rst) begin
            places:     assert (&right && empty == (held == {(2*VCS){1'b0}}));
            as_it_came: assert (!followed || (goes & its_vc) == {VCS{1'b0}} || ahead != 2'd0 || out_flit == its_flit);
            one_a_time: assert (VCS == 1 || ((out_valid & (out_valid - ONE)) == {VCS{1'b0}} && (out_valid & ~out_ready) == {VCS{1'b0}}));
            no_idling:  assert (VCS == 1 || could == {VCS{1'b0}} || out_valid != {VCS{1'b0}});
            turns:      assert ({{(31-VC_BITS){1'b0}}, waited} < VCS);
            full:       cover (held == {VCS{2'd2}});
            last_goes:  cover (followed && ahead == 2'd1 && goes != {VCS{1'b0}});
        end
endmodule
`default_nettype wire
