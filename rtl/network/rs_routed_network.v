// Mesh or ring of routers (THESIS 6.3.3): rs_router at every node and the links between them.
//
// What it does: a packet that enters at a node's input leaves whole at its destination's output. Packets from one node to another
// stay in order. Every router allocates packets with the hold grant of the straps.
// Mesh: links west, east, south and north, as far as there are neighbours. Ring: back and forward, node NODES - 1 beside node 0.
// Packets enter on VC 0; with VCS 2 on a ring they are on VC 1 from the dateline on (rs_router), which leaves no cycle among the
// channels that wait for each other (tests/unit/routed_network_test.c computes it).
// Routing: front_node, front_bank, front_row answer combinationally for the header at the front of every input VC of every router
// (rs_router); index of an input VC: (node * PORTS + port) * VCS + VC.
// LINK_STAGES: registers on each link (rs_link_stage).
// Timing: a node's router takes two cycles, so a packet h links away is at its output 2 * (h + 1) + LINK_STAGES * h cycles after it
// entered if nobody is in its way. in_ready and out_valid are functions of registered state.
// Randomness: the LFSR of node n starts from seed + n * 32'h9e3779b9.
// C twin: cmodel/network/routed_network.c.
`default_nettype none
module rs_routed_network #(
    parameter RING         = 0,
    parameter NODES        = 36,
    parameter COLUMNS      = 6,   // of a mesh
    parameter VCS          = 1,   // ring: 2
    parameter FLIT         = 258, // the rest: rs_router
    parameter SHOW         = 23,
    parameter SHOW_FROM    = 0,
    parameter INPUT_DEPTH  = 8,
    parameter OUTPUT_DEPTH = 2,
    parameter LINK_STAGES  = 0,
    parameter ALLOCATOR    = 0,
    parameter ITERATIONS   = 1,
    parameter PICK         = 0,
    parameter HOLD         = 1,
    parameter [16:0] HOLD_FIXED = 17'd0, // the straps as a parameter (rs_hold_arbiters); 0: the inputs
    parameter BANKS        = 32,
    parameter ROW_BITS     = 12,
    parameter HASH_WIDTH   = 12,
    // derived, not to be set
    parameter PORTS        = (RING != 0) ? 3 : 5,
    parameter NODE_BITS    = (NODES > 1) ? $clog2(NODES) : 1,
    parameter BANK_BITS    = (BANKS > 1) ? $clog2(BANKS) : 1,
    parameter FRONTS       = NODES * PORTS * VCS
) (
    input  wire                        clk,
    input  wire                        rst,
    // static straps (rs_hold_arbiters, rs_lfsr)
    input  wire [1:0]                  policy,
    input  wire [4:0]                  hash_bits,
    input  wire [7:0]                  hold_limit,
    input  wire                        wait_guard,
    input  wire [31:0]                 seed,
    // a port a node
    input  wire [NODES-1:0]            in_valid,
    output wire [NODES-1:0]            in_ready,
    input  wire [NODES*FLIT-1:0]       in_flit,
    output wire [NODES-1:0]            out_valid,
    input  wire [NODES-1:0]            out_ready,
    output wire [NODES*FLIT-1:0]       out_flit,
    // route look-up
    output wire [FRONTS*SHOW-1:0]      front_header,
    input  wire [FRONTS*NODE_BITS-1:0] front_node,
    input  wire [FRONTS*BANK_BITS-1:0] front_bank,
    input  wire [FRONTS*ROW_BITS-1:0]  front_row,
    output wire                        empty     // no flit anywhere midway
);
    wire [NODES-1:0]       node_empty;
    wire [NODES*PORTS-1:0] link_empty; // of the links to these ports
    assign empty = (&node_empty) && (&link_empty);

    // Room on the links to the routers' inputs, flits at the routers' outputs.
    wire [FRONTS-1:0]           all_ready, all_valid;
    wire [NODES*PORTS*FLIT-1:0] all_flit;
    wire                        unused = &{1'b0, all_ready, all_valid, all_flit}; // what no link takes
    genvar n, p, s;
    generate
        if (LINK_STAGES < 0) begin : illegal
            rs_routed_network_needs_link_stages_of_0_or_more stop ();
        end
        for (n = 0; n < NODES; n = n + 1) begin : node
            localparam [31:0] SEED = n * 32'h9e3779b9;
            wire [PORTS*VCS-1:0]  from_valid, to_ready; // at the inputs
            wire [PORTS*FLIT-1:0] from_flit;
            wire [PORTS*VCS-1:0]  to_valid, from_ready; // at the outputs
            wire [PORTS*FLIT-1:0] to_flit;
            localparam AT = n * PORTS * VCS;
            rs_router #(.RING(RING), .NODE(n), .NODES(NODES), .COLUMNS(COLUMNS), .VCS(VCS), .FLIT(FLIT), .SHOW(SHOW),
                        .SHOW_FROM(SHOW_FROM), .INPUT_DEPTH(INPUT_DEPTH), .OUTPUT_DEPTH(OUTPUT_DEPTH), .ALLOCATOR(ALLOCATOR),
                        .ITERATIONS(ITERATIONS), .PICK(PICK), .HOLD(HOLD), .HOLD_FIXED(HOLD_FIXED), .BANKS(BANKS), .ROW_BITS(ROW_BITS),
                        .HASH_WIDTH(HASH_WIDTH)) router (
                .clk(clk), .rst(rst), .policy(policy), .hash_bits(hash_bits), .hold_limit(hold_limit), .wait_guard(wait_guard),
                .seed(seed + SEED), .in_valid(from_valid), .in_ready(to_ready), .in_flit(from_flit),
                .front_header(front_header[AT*SHOW +: PORTS*VCS*SHOW]), .front_node(front_node[AT*NODE_BITS +: PORTS*VCS*NODE_BITS]),
                .front_bank(front_bank[AT*BANK_BITS +: PORTS*VCS*BANK_BITS]), .front_row(front_row[AT*ROW_BITS +: PORTS*VCS*ROW_BITS]),
                .out_valid(to_valid), .out_ready(from_ready), .out_flit(to_flit), .empty(node_empty[n]));

            assign all_ready[AT +: VCS]       = to_ready[VCS-1:0];
            assign link_empty[n*PORTS]        = 1'b1;
            assign all_valid[AT +: PORTS*VCS] = to_valid;
            assign all_flit[n*PORTS*FLIT +: PORTS*FLIT] = to_flit;
            assign in_ready[n]                = to_ready[0];
            assign out_valid[n]               = to_valid[0];
            assign out_flit[n*FLIT +: FLIT]   = to_flit[FLIT-1:0];
            assign from_flit[FLIT-1:0]        = in_flit[n*FLIT +: FLIT];
            if (VCS > 1) begin : other_vcs
                assign from_valid[VCS-1:0] = {{(VCS-1){1'b0}}, in_valid[n]};
                assign from_ready[VCS-1:0] = {{(VCS-1){1'b0}}, out_ready[n]};
            end else begin : one_vc
                assign from_valid[0] = in_valid[n];
                assign from_ready[0] = out_ready[n];
            end
            for (p = 1; p < PORTS; p = p + 1) begin : link
                // The node at the far end of the link, NODES for none, and its port there.
                localparam integer BESIDE = (p == 1) ? n - 1 : n + 1;
                localparam integer ROUND  = (BESIDE < 0) ? NODES - 1 : (BESIDE == NODES) ? 0 : BESIDE; // of a ring
                localparam integer IN_ROW = (n % COLUMNS == ((p == 1) ? 0 : COLUMNS - 1)) ? NODES : BESIDE;
                localparam integer UP     = (n < COLUMNS) ? NODES : n - COLUMNS;
                localparam integer DOWN   = (n + COLUMNS >= NODES) ? NODES : n + COLUMNS;
                localparam integer PEER   = (RING != 0) ? ((NODES == 1) ? NODES : ROUND) : (p <= 2) ? IN_ROW : (p == 3) ? DOWN : UP;
                localparam integer ITS    = (p % 2 == 1) ? p + 1 : p - 1;
                if (PEER < NODES) begin : there
                    wire [(LINK_STAGES+1)*VCS-1:0]  valid, ready; // in front of each stage, and behind the last
                    wire [(LINK_STAGES+1)*FLIT-1:0] flit;
                    wire [LINK_STAGES:0]            stage_empty;
                    for (s = 0; s < LINK_STAGES; s = s + 1) begin : stage
                        rs_link_stage #(.VCS(VCS), .FLIT(FLIT)) link_stage (
                            .clk(clk), .rst(rst), .in_valid(valid[s*VCS +: VCS]), .in_ready(ready[s*VCS +: VCS]), .in_flit(flit[s*FLIT +: FLIT]),
                            .out_valid(valid[(s+1)*VCS +: VCS]), .out_ready(ready[(s+1)*VCS +: VCS]), .out_flit(flit[(s+1)*FLIT +: FLIT]),
                            .empty(stage_empty[s]));
                    end
                    assign stage_empty[LINK_STAGES]    = 1'b1;
                    assign valid[VCS-1:0]              = all_valid[(PEER*PORTS+ITS)*VCS +: VCS];
                    assign flit[FLIT-1:0]              = all_flit[(PEER*PORTS+ITS)*FLIT +: FLIT];
                    assign ready[LINK_STAGES*VCS +: VCS] = to_ready[p*VCS +: VCS];
                    assign all_ready[AT+p*VCS +: VCS]  = ready[VCS-1:0];
                    assign link_empty[n*PORTS+p]       = &stage_empty;
                    assign from_valid[p*VCS +: VCS]    = valid[LINK_STAGES*VCS +: VCS];
                    assign from_flit[p*FLIT +: FLIT]   = flit[LINK_STAGES*FLIT +: FLIT];
                    assign from_ready[p*VCS +: VCS]    = all_ready[(PEER*PORTS+ITS)*VCS +: VCS];
                end else begin : none
                    assign all_ready[AT+p*VCS +: VCS] = to_ready[p*VCS +: VCS];
                    assign link_empty[n*PORTS+p]      = 1'b1;
                    assign from_valid[p*VCS +: VCS]  = {VCS{1'b0}};
                    assign from_flit[p*FLIT +: FLIT] = {FLIT{1'b0}};
                    assign from_ready[p*VCS +: VCS]  = {VCS{1'b0}};
                end
            end
        end
    endgenerate
endmodule
`default_nettype wire
