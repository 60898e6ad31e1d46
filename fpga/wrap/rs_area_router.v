// A router as a node of a mesh or ring has it, for area rows and THESIS table 4.1: ports without a neighbour are tied, straps are parameters.
`default_nettype none
module rs_area_router #(
    parameter RING      = 0,
    parameter NODE      = 14,
    parameter NODES     = 36,
    parameter COLUMNS   = 6,
    parameter VCS       = RING != 0 ? 2 : 1,
    parameter POLICY    = 0, // 0 NONE, 1 HG, 2 RMHG, 3 HMHG
    parameter HASH_BITS = 4,
    parameter FLIT      = 3,
    parameter BANKS     = 32,
    parameter ROW_BITS  = 12,
    // derived, not to be set
    parameter PORTS     = RING != 0 ? 3 : 5,
    parameter NODE_BITS = $clog2(NODES),
    parameter BANK_BITS = $clog2(BANKS)
) (
    input  wire                           clk,
    input  wire                           rst,
    input  wire [PORTS*VCS-1:0]           in_valid,
    output wire [PORTS*VCS-1:0]           in_ready,
    input  wire [PORTS*FLIT-1:0]          in_flit,
    output wire [PORTS*VCS-1:0]           front_header,
    input  wire [PORTS*VCS*NODE_BITS-1:0] front_node,
    input  wire [PORTS*VCS*BANK_BITS-1:0] front_bank,
    input  wire [PORTS*VCS*ROW_BITS-1:0]  front_row,
    output wire [PORTS*VCS-1:0]           out_valid,
    input  wire [PORTS*VCS-1:0]           out_ready,
    output wire [PORTS*FLIT-1:0]          out_flit,
    output wire                           empty
);
    localparam [31:0] POLICY_WORD = POLICY, HASH_WORD = HASH_BITS;
    wire [PORTS-1:0] there;
    genvar p;
    generate
        if (RING != 0) begin : ring
            assign there = 3'b111;
        end else begin : mesh
            assign there = {NODE >= COLUMNS, NODE < NODES - COLUMNS, NODE % COLUMNS != COLUMNS - 1, NODE % COLUMNS != 0, 1'b1};
        end
    endgenerate
    wire [PORTS*VCS-1:0] neighbours;
    generate
        for (p = 0; p < PORTS; p = p + 1) begin : port
            assign neighbours[p*VCS +: VCS] = {VCS{there[p]}};
        end
    endgenerate
    rs_router #(.RING(RING), .NODE(NODE), .NODES(NODES), .COLUMNS(COLUMNS), .VCS(VCS), .FLIT(FLIT), .SHOW(1), .HOLD(POLICY != 0 ? 1 : 0),
                .BANKS(BANKS), .ROW_BITS(ROW_BITS), .HASH_WIDTH(HASH_BITS)) router (
        .clk(clk), .rst(rst), .policy(POLICY_WORD[1:0]), .hash_bits(HASH_WORD[4:0]), .hold_limit(8'd0), .wait_guard(1'b0), .seed(32'd1),
        .in_valid(in_valid & neighbours), .in_ready(in_ready), .in_flit(in_flit), .front_header(front_header), .front_node(front_node),
        .front_bank(front_bank), .front_row(front_row), .out_valid(out_valid), .out_ready(out_ready & neighbours), .out_flit(out_flit),
        .empty(empty));
endmodule
`default_nettype wire
