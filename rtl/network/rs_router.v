// Router of a mesh or a ring: input buffers, packet allocation and hold grant of a crossbar, routing, links (THESIS 4.3, 6.3.3).
//
// What it does: node NODE of NODES. Mesh (RING 0): COLUMNS nodes a row, node = COLUMNS * y + x; a packet goes along x first, then
// along y, then out. Ring (RING 1): the shorter way round, forward (to higher numbers) where both are equally long.
// Ports: 0 local; mesh 1 west (x - 1), 2 east, 3 south (y + 1), 4 north; ring 1 back, 2 forward. One that the node does not have is
// tied: in_valid 0, out_ready 0.
// Virtual channels (VC): a packet stays on its VC from router to router, but on a ring (VCS 2 or more) the link between the nodes
// NODES - 1 and 0 is the dateline: packets start on VC 0 and go on VC 1 from that link on, so that no circle of links waits for
// itself. The local output is one buffer for all VCs (VC 0 of its port; the other bits of out_valid are 0).
// Inside: an rs_crossbar whose inputs are the input VCs (port * VCS + VC), whose outputs are the local output (0) and the output VCs
// (1 + (port - 1) * VCS + VC), and an rs_link an output port. A packet is allocated to an output VC as a whole and asks for one
// only, so hold grant, limit and guard are those of rs_hold_arbiters, a hold an output VC; the VCs of one input port may move in the
// same cycle. Flits of several VCs take turns on a link.
// Routing: front_node, front_bank, front_row answer combinationally for the header at the front of every input VC (rs_crossbar).
// RMHG: a row for every value of front_bank and output, so a network gives it the number of (controller, bank).
// Timing: two cycles from input to output without contention. in_ready is a function of registered state; so is out_valid with one
// VC and at the local output, else it depends on out_ready too (rs_link).
// A packet's stay: the bound of rs_crossbar with INPUTS = PORTS * VCS, where a link with several VCs adds up to VCS - 1 cycles a flit
// and a full buffer at the far end its own wait.
// C twin: cmodel/network/router.c.
`default_nettype none
module rs_router #(
    parameter RING         = 0,   // 0 mesh, 1 ring
    parameter NODE         = 0,
    parameter NODES        = 36,
    parameter COLUMNS      = 6,   // of a mesh
    parameter VCS          = 1,   // a power of two; a ring of more than two nodes needs two to be free of deadlocks
    parameter FLIT         = 258, // bits: {tail, head, payload}
    parameter SHOW         = 23,  // payload bits shown for routing
    parameter SHOW_FROM    = 0,
    parameter INPUT_DEPTH  = 8,   // flits a VC
    parameter OUTPUT_DEPTH = 2,   // flits a VC
    parameter ALLOCATOR    = 0,   // 0 PIM, 1 ISLIP, 2 WAVEFRONT
    parameter ITERATIONS   = 1,
    parameter PICK         = 0,
    parameter HOLD         = 1,
    parameter [16:0] HOLD_FIXED = 17'd0, // the straps as a parameter (rs_hold_arbiters); 0: the inputs
    parameter BANKS        = 32,  // values of front_bank
    parameter ROW_BITS     = 12,
    parameter HASH_WIDTH   = 12,
    // derived, not to be set
    parameter PORTS        = (RING != 0) ? 3 : 5,
    parameter NODE_BITS    = (NODES > 1) ? $clog2(NODES) : 1,
    parameter BANK_BITS    = (BANKS > 1) ? $clog2(BANKS) : 1
) (
    input  wire                           clk,
    input  wire                           rst,
    // static straps (rs_hold_arbiters, rs_lfsr)
    input  wire [1:0]                     policy,
    input  wire [4:0]                     hash_bits,
    input  wire [7:0]                     hold_limit,
    input  wire                           wait_guard,
    input  wire [31:0]                    seed,
    // input ports: a flit for all VCs of a port, taken by those whose in_valid is set (one at most)
    input  wire [PORTS*VCS-1:0]           in_valid,
    output wire [PORTS*VCS-1:0]           in_ready,
    input  wire [PORTS*FLIT-1:0]          in_flit,
    // route look-up
    output wire [PORTS*VCS*SHOW-1:0]      front_header,
    input  wire [PORTS*VCS*NODE_BITS-1:0] front_node,
    input  wire [PORTS*VCS*BANK_BITS-1:0] front_bank,
    input  wire [PORTS*VCS*ROW_BITS-1:0]  front_row,
    // output ports
    output wire [PORTS*VCS-1:0]           out_valid,
    input  wire [PORTS*VCS-1:0]           out_ready,
    output wire [PORTS*FLIT-1:0]          out_flit,
    output wire                           empty     // no flit inside
);
    localparam INPUTS = PORTS * VCS, OUTPUTS = 1 + (PORTS - 1) * VCS;
    localparam OUTPUT_BITS = $clog2(OUTPUTS);

    generate
        if (NODES < 1 || NODE < 0 || NODE >= NODES || COLUMNS < 1 || (RING == 0 && NODES % COLUMNS != 0)
            || (RING != 0 && RING != 1)) begin : illegal
            rs_router_needs_a_node_below_nodes_whole_rows_of_columns_and_ring_0_or_1 stop ();
        end
        if (ALLOCATOR == 3) begin : illegal_allocator
            rs_router_needs_an_allocator_of_0_to_2 stop ();
        end
        if (RING != 0 && NODES > 2 && VCS < 2) begin : illegal_ring
            rs_router_needs_two_VCS_at_least_on_a_ring stop ();
        end
    endgenerate

    wire [INPUTS*FLIT-1:0]        vc_flit;
    wire [INPUTS*OUTPUT_BITS-1:0] front_output;
    wire [OUTPUTS-1:0]            there, take;
    wire [OUTPUTS*FLIT-1:0]       flit;
    genvar p, v;
    generate
        for (p = 0; p < PORTS; p = p + 1) begin : in
            for (v = 0; v < VCS; v = v + 1) begin : vc
                localparam AT = p * VCS + v;
                assign vc_flit[AT*FLIT +: FLIT] = in_flit[p*FLIT +: FLIT];
                rs_route #(.RING(RING), .NODE(NODE), .NODES(NODES), .COLUMNS(COLUMNS), .VCS(VCS), .VC(v)) route (
                    .to(front_node[AT*NODE_BITS +: NODE_BITS]), .way(front_output[AT*OUTPUT_BITS +: OUTPUT_BITS]));
            end
        end
    endgenerate

    /* verilator lint_off PINCONNECTEMPTY */
    rs_crossbar #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .FLIT(FLIT), .SHOW(SHOW), .SHOW_FROM(SHOW_FROM), .INPUT_DEPTH(INPUT_DEPTH),
                  .OUTPUT_DEPTH(OUTPUT_DEPTH), .ALLOCATOR(ALLOCATOR), .ITERATIONS(ITERATIONS), .PICK(PICK), .HOLD(HOLD), .HOLD_FIXED(HOLD_FIXED),
                  .BANKS(BANKS), .ROW_BITS(ROW_BITS), .HASH_WIDTH(HASH_WIDTH)) crossbar (
        .clk(clk), .rst(rst), .policy(policy), .hash_bits(hash_bits), .hold_limit(hold_limit), .wait_guard(wait_guard), .seed(seed),
        .in_valid(in_valid), .in_ready(in_ready), .in_flit(vc_flit), .front_header(front_header), .front_output(front_output),
        .front_bank(front_bank), .front_row(front_row), .front_blocked({INPUTS{1'b0}}), .load({(INPUTS*7){1'b0}}), .out_valid(there), .out_ready(take),
        .out_flit(flit), .grant_valid(), .grant_bank(), .empty(empty));
    /* verilator lint_on PINCONNECTEMPTY */

    assign out_valid[0]          = there[0];
    assign take[0]               = out_ready[0];
    assign out_flit[FLIT-1:0]    = flit[FLIT-1:0];
    generate
        if (VCS > 1) begin : local_port // no other VC
            wire unused = &{1'b0, out_ready[VCS-1:1]};
            assign out_valid[VCS-1:1] = {(VCS-1){1'b0}};
        end
        for (p = 1; p < PORTS; p = p + 1) begin : out
            localparam FROM = 1 + (p - 1) * VCS;
            rs_link #(.VCS(VCS), .FLIT(FLIT)) link (
                .clk(clk), .rst(rst), .in_valid(there[FROM +: VCS]), .in_ready(take[FROM +: VCS]),
                .in_flit(flit[FROM*FLIT +: VCS*FLIT]), .out_valid(out_valid[p*VCS +: VCS]), .out_ready(out_ready[p*VCS +: VCS]),
                .out_flit(out_flit[p*FLIT +: FLIT]));
        end
    endgenerate
endmodule
`default_nettype wire
