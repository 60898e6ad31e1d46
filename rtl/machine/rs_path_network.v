// Both networks of rs_memory_path as meshes or rings of routers, in place of its crossbars.
//
// What it does: SMS + CHANNELS nodes; those of MEMORY_NODES (bit n: node n) are controllers, the others SMs, both numbered in the
// order of the nodes. Requests go from SMs to the controller of their address, with the hold grant of the straps in every router, by
// (controller, bank) and row; replies to the SM in their header, with plain arbiters. Ports, flits and timing as the crossbars' of
// rs_memory_path have them; the reply network's LFSRs start from ~seed.
// C twin: cmodel/machine/path_network.c.
`default_nettype none
module rs_path_network #(
    parameter RING         = 0,   // 0 mesh, 1 ring
    parameter COLUMNS      = 6,   // nodes a row of a mesh
    parameter [127:0] MEMORY_NODES = 128'h0000_0001_1280_1488,
    parameter SMS          = 28,
    parameter CHANNELS     = 8,   // a power of two
    parameter VCS          = 1,   // mesh 1, ring 2
    parameter FLIT         = 258,
    parameter REPLY_FLIT   = FLIT, // bits of a reply's
    parameter TAG_BITS     = 8,
    parameter REQUEST_DEPTH = 8,
    parameter REPLY_DEPTH  = 8,
    parameter OUTPUT_DEPTH = 2,
    parameter LINK_STAGES  = 0,   // registers on each link
    parameter ALLOCATOR    = 0,
    parameter ITERATIONS   = 1,
    parameter PICK         = 0,
    parameter [16:0] HOLD_FIXED = 17'd0, // of the request network: the straps as a parameter (rs_hold_arbiters); 0: the inputs
    parameter ADDRESS_BITS = 29,
    parameter CHANNEL_MASK = 32'h00000700,
    parameter BANK_MASK    = 32'h00003000,
    parameter ROW_MASK     = 32'h1ffe0000,
    parameter COLUMN_MASK  = 32'h0001c8c0,
    parameter BANK_XOR     = 0
) (
    input  wire                     clk,
    input  wire                     rst,
    input  wire [1:0]               policy,
    input  wire [4:0]               hash_bits,
    input  wire [7:0]               hold_limit,
    input  wire                     wait_guard,
    input  wire [31:0]              seed,
    input  wire [SMS-1:0]           request_valid, // from the SMs
    output wire [SMS-1:0]           request_ready,
    input  wire [SMS*FLIT-1:0]      request_flit,
    output wire [CHANNELS-1:0]      to_valid,      // to the controllers
    input  wire [CHANNELS-1:0]      to_ready,
    output wire [CHANNELS*FLIT-1:0] to_flit,
    input  wire [CHANNELS-1:0]      from_valid,    // from the controllers
    output wire [CHANNELS-1:0]      from_ready,
    input  wire [CHANNELS*REPLY_FLIT-1:0] from_flit,
    output wire [SMS-1:0]           reply_valid,   // to the SMs
    input  wire [SMS-1:0]           reply_ready,
    output wire [SMS*REPLY_FLIT-1:0] reply_flit,
    output wire                     empty
);
`include "rtl/common/rs_ones_or_1.vh"
    localparam NODES = SMS + CHANNELS, PORTS = (RING != 0) ? 3 : 5, FRONTS = NODES * PORTS * VCS;
    localparam NODE_BITS = $clog2(NODES), LINE_BITS = ADDRESS_BITS - 6;
    localparam SM_BITS = (SMS > 1) ? $clog2(SMS) : 1, CHANNEL_BITS = (CHANNELS > 1) ? $clog2(CHANNELS) : 1;
    localparam BANK_BITS = ones_or_1(BANK_MASK), ROW_BITS = ones_or_1(ROW_MASK), COLUMN_BITS = ones_or_1(COLUMN_MASK);
    localparam KEYS = CHANNELS << BANK_BITS, KEY_BITS = $clog2(KEYS);

    function [7:0] controllers_below; // a node
        input integer node;
        integer k;
        begin
            controllers_below = 8'd0;
            for (k = 0; k < node; k = k + 1)
                controllers_below = controllers_below + {7'd0, MEMORY_NODES[k]};
        end
    endfunction
    localparam [7:0] FOUND = controllers_below(128);
    localparam [31:0] NODE_COUNT = NODES, CHANNEL_COUNT = CHANNELS;
    generate
        if (NODES > 128 || {24'd0, FOUND} != CHANNEL_COUNT || (MEMORY_NODES >> NODE_COUNT) != 128'd0) begin : illegal
            rs_path_network_needs_memory_nodes_for_every_channel_among_128_nodes_at_most stop ();
        end
        if (RING != 0 ? VCS != 2 : (VCS != 1 || NODES % COLUMNS != 0)) begin : illegal_shape
            rs_path_network_needs_one_vc_and_whole_rows_on_a_mesh_and_two_vcs_on_a_ring stop ();
        end
    endgenerate

    function [NODE_BITS-1:0] node_of; // controller or SM number `number`
        input        memory;
        input [31:0] number;
        integer n;
        reg [31:0] at;
        begin
            node_of = {NODE_BITS{1'b0}};
            at = 32'd0;
            for (n = 0; n < NODES; n = n + 1)
                if (MEMORY_NODES[n] == memory) begin
                    if (at == number)
                        node_of = n[NODE_BITS-1:0];
                    at = at + 32'd1;
                end
        end
    endfunction

    wire [NODES-1:0]            ask_valid, ask_ready, come_valid, come_ready;     // request network: in, out
    wire [NODES-1:0]            answer_valid, answer_ready, leave_valid, leave_ready; // reply network: in, out
    wire [NODES*FLIT-1:0]       ask_flit, come_flit;
    wire [NODES*REPLY_FLIT-1:0] answer_flit, leave_flit;
    wire [FRONTS*LINE_BITS-1:0] front_line;
    wire [FRONTS*NODE_BITS-1:0] front_node, reply_node;
    wire [FRONTS*KEY_BITS-1:0]  front_key;
    wire [FRONTS*ROW_BITS-1:0]  front_row;
    wire [FRONTS*SM_BITS-1:0]   front_sm;
    wire                        request_empty, reply_empty;
    assign empty = request_empty && reply_empty;
    wire unused = &{1'b0, ask_ready, come_valid, come_flit, answer_ready, leave_valid, leave_flit}; // of nodes of the other kind

    genvar n, f;
    generate
        for (n = 0; n < NODES; n = n + 1) begin : node
            localparam [7:0] BELOW = controllers_below(n);
            localparam integer C = {24'd0, BELOW}, S = n - {24'd0, BELOW};
            if (MEMORY_NODES[n]) begin : controller
                assign ask_valid[n] = 1'b0;
                assign ask_flit[n*FLIT +: FLIT] = {FLIT{1'b0}};
                assign to_valid[C] = come_valid[n];
                assign to_flit[C*FLIT +: FLIT] = come_flit[n*FLIT +: FLIT];
                assign come_ready[n] = to_ready[C];
                assign answer_valid[n] = from_valid[C];
                assign answer_flit[n*REPLY_FLIT +: REPLY_FLIT] = from_flit[C*REPLY_FLIT +: REPLY_FLIT];
                assign from_ready[C] = answer_ready[n];
                assign leave_ready[n] = 1'b0;
            end else begin : sm
                assign ask_valid[n] = request_valid[S];
                assign ask_flit[n*FLIT +: FLIT] = request_flit[S*FLIT +: FLIT];
                assign request_ready[S] = ask_ready[n];
                assign come_ready[n] = 1'b0;
                assign answer_valid[n] = 1'b0;
                assign answer_flit[n*REPLY_FLIT +: REPLY_FLIT] = {REPLY_FLIT{1'b0}};
                assign reply_valid[S] = leave_valid[n];
                assign reply_flit[S*REPLY_FLIT +: REPLY_FLIT] = leave_flit[n*REPLY_FLIT +: REPLY_FLIT];
                assign leave_ready[n] = reply_ready[S];
            end
        end
        for (f = 0; f < FRONTS; f = f + 1) begin : front
            wire [CHANNEL_BITS-1:0] channel;
            wire [BANK_BITS-1:0]    bank;
            wire [COLUMN_BITS-1:0]  unused_column;
            rs_address_map #(.ADDRESS_BITS(ADDRESS_BITS), .CHANNEL_MASK(CHANNEL_MASK), .BANK_MASK(BANK_MASK),
                             .ROW_MASK(ROW_MASK), .COLUMN_MASK(COLUMN_MASK), .BANK_XOR(BANK_XOR)) address_map (
                .line(front_line[f*LINE_BITS +: LINE_BITS]), .channel(channel), .bank(bank),
                .row(front_row[f*ROW_BITS +: ROW_BITS]), .column(unused_column));
            assign front_node[f*NODE_BITS +: NODE_BITS] = node_of(1'b1, {{(32-CHANNEL_BITS){1'b0}}, channel});
            if (CHANNELS > 1) begin : several
                assign front_key[f*KEY_BITS +: KEY_BITS] = {channel, bank};
            end else begin : one
                assign front_key[f*KEY_BITS +: KEY_BITS] = bank;
            end
            assign reply_node[f*NODE_BITS +: NODE_BITS] = node_of(1'b0, {{(32-SM_BITS){1'b0}}, front_sm[f*SM_BITS +: SM_BITS]});
        end
    endgenerate

    rs_routed_network #(.RING(RING), .NODES(NODES), .COLUMNS(COLUMNS), .VCS(VCS), .FLIT(FLIT), .SHOW(LINE_BITS), .SHOW_FROM(0),
                        .INPUT_DEPTH(REQUEST_DEPTH), .OUTPUT_DEPTH(OUTPUT_DEPTH), .LINK_STAGES(LINK_STAGES), .ALLOCATOR(ALLOCATOR), .ITERATIONS(ITERATIONS),
                        .PICK(PICK), .HOLD(1), .HOLD_FIXED(HOLD_FIXED), .BANKS(KEYS), .ROW_BITS(ROW_BITS), .HASH_WIDTH(ROW_BITS > 16 ? 16 : ROW_BITS)) requests (
        .clk(clk), .rst(rst), .policy(policy), .hash_bits(hash_bits), .hold_limit(hold_limit), .wait_guard(wait_guard), .seed(seed),
        .in_valid(ask_valid), .in_ready(ask_ready), .in_flit(ask_flit), .out_valid(come_valid), .out_ready(come_ready),
        .out_flit(come_flit), .front_header(front_line), .front_node(front_node), .front_bank(front_key), .front_row(front_row),
        .empty(request_empty));
    rs_routed_network #(.RING(RING), .NODES(NODES), .COLUMNS(COLUMNS), .VCS(VCS), .FLIT(REPLY_FLIT), .SHOW(SM_BITS), .SHOW_FROM(TAG_BITS),
                        .INPUT_DEPTH(REPLY_DEPTH), .OUTPUT_DEPTH(OUTPUT_DEPTH), .LINK_STAGES(LINK_STAGES), .ITERATIONS(ITERATIONS), .PICK(PICK), .HOLD(0),
                        .BANKS(2), .ROW_BITS(1), .HASH_WIDTH(1)) replies (
        .clk(clk), .rst(rst), .policy(2'd0), .hash_bits(5'd1), .hold_limit(8'd0), .wait_guard(1'b0), .seed(~seed),
        .in_valid(answer_valid), .in_ready(answer_ready), .in_flit(answer_flit), .out_valid(leave_valid), .out_ready(leave_ready),
        .out_flit(leave_flit), .front_header(front_sm), .front_node(reply_node), .front_bank({FRONTS{1'b0}}),
        .front_row({FRONTS{1'b0}}), .empty(reply_empty));
endmodule
`default_nettype wire
