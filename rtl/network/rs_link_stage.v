// A register on a router's link: takes what rs_link sends at one end, sends it on at the other one cycle later or as soon as there is room.
//
// What it does: two flits a VC, each in its own buffer, so that a VC that waits costs the others nothing and a flit can come in
// every cycle; rs_link at the far end. in_valid: at most one bit with several VCs, which is set only where in_ready is.
// Timing: in_ready is a function of registered state; out_valid too with one VC, with several it looks at out_ready (rs_link).
// C twin: rs_routed_network_step() of cmodel/network/routed_network.c.
`default_nettype none
module rs_link_stage #(
    parameter VCS  = 1,  // a power of two
    parameter FLIT = 258
) (
    input  wire            clk,
    input  wire            rst,
    input  wire [VCS-1:0]  in_valid,
    output wire [VCS-1:0]  in_ready,
    input  wire [FLIT-1:0] in_flit,
    output wire [VCS-1:0]  out_valid,
    input  wire [VCS-1:0]  out_ready,
    output wire [FLIT-1:0] out_flit,
    output wire            empty
);
    wire [VCS-1:0]      here, goes;
    wire [VCS*FLIT-1:0] flits;
    genvar v;
    generate
        for (v = 0; v < VCS; v = v + 1) begin : vc
            /* verilator lint_off PINCONNECTEMPTY */
            rs_fifo #(.WIDTH(FLIT), .DEPTH(2)) buffer (
                .clk(clk), .rst(rst), .in_valid(in_valid[v]), .in_ready(in_ready[v]), .in_data(in_flit),
                .out_valid(here[v]), .out_ready(goes[v]), .out_data(flits[v*FLIT +: FLIT]), .level());
            /* verilator lint_on PINCONNECTEMPTY */
        end
    endgenerate
    rs_link #(.VCS(VCS), .FLIT(FLIT)) link (
        .clk(clk), .rst(rst), .in_valid(here), .in_ready(goes), .in_flit(flits), .out_valid(out_valid), .out_ready(out_ready), .out_flit(out_flit));
    assign empty = here == {VCS{1'b0}};
endmodule
`default_nettype wire
