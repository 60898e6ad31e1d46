// rs_routed_network with a route look-up: the payload of a head flit holds, from bit SHOW_FROM on, destination node, bank and row.
`default_nettype none
module routed_network_bench #(
    parameter RING         = 0,
    parameter NODES        = 6,
    parameter COLUMNS      = 3,
    parameter VCS          = 1,
    parameter INPUT_DEPTH  = 2,
    parameter OUTPUT_DEPTH = 1,
    parameter LINK_STAGES  = 0,
    parameter ALLOCATOR    = 0,
    parameter HOLD         = 1,
    // the same in all builds
    parameter BANKS        = 8,   // a power of two
    parameter ROW_BITS     = 12,
    parameter HASH_WIDTH   = 12,
    parameter PAYLOAD      = 64,
    parameter SHOW_FROM    = 5,
    // derived, not to be set
    parameter FLIT         = PAYLOAD + 2
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire [1:0]            policy,
    input  wire [4:0]            hash_bits,
    input  wire [7:0]            hold_limit,
    input  wire                  wait_guard,
    input  wire [31:0]           seed,
    input  wire [NODES-1:0]      in_valid,
    output wire [NODES-1:0]      in_ready,
    input  wire [NODES*FLIT-1:0] in_flit,
    output wire [NODES-1:0]      out_valid,
    input  wire [NODES-1:0]      out_ready,
    output wire [NODES*FLIT-1:0] out_flit,
    output wire                  empty
);
    localparam PORTS = (RING != 0) ? 3 : 5, FRONTS = NODES * PORTS * VCS;
    localparam NODE_BITS = (NODES > 1) ? $clog2(NODES) : 1, BANK_BITS = $clog2(BANKS);
    localparam SHOW = NODE_BITS + BANK_BITS + ROW_BITS;
    wire [FRONTS*SHOW-1:0]      front_header;
    wire [FRONTS*NODE_BITS-1:0] front_node;
    wire [FRONTS*BANK_BITS-1:0] front_bank;
    wire [FRONTS*ROW_BITS-1:0]  front_row;
    genvar i;
    generate
        for (i = 0; i < FRONTS; i = i + 1) begin : front
            assign {front_row[i*ROW_BITS +: ROW_BITS], front_bank[i*BANK_BITS +: BANK_BITS],
                    front_node[i*NODE_BITS +: NODE_BITS]} = front_header[i*SHOW +: SHOW];
        end
    endgenerate
    rs_routed_network #(.RING(RING), .NODES(NODES), .COLUMNS(COLUMNS), .VCS(VCS), .FLIT(FLIT), .SHOW(SHOW), .SHOW_FROM(SHOW_FROM),
                        .INPUT_DEPTH(INPUT_DEPTH), .OUTPUT_DEPTH(OUTPUT_DEPTH), .LINK_STAGES(LINK_STAGES), .ALLOCATOR(ALLOCATOR), .HOLD(HOLD), .BANKS(BANKS),
                        .ROW_BITS(ROW_BITS), .HASH_WIDTH(HASH_WIDTH)) network (
        .clk(clk), .rst(rst), .policy(policy), .hash_bits(hash_bits), .hold_limit(hold_limit), .wait_guard(wait_guard), .seed(seed),
        .in_valid(in_valid), .in_ready(in_ready), .in_flit(in_flit), .out_valid(out_valid), .out_ready(out_ready), .out_flit(out_flit),
        .front_header(front_header), .front_node(front_node), .front_bank(front_bank), .front_row(front_row), .empty(empty));
endmodule
`default_nettype wire
