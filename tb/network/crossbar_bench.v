// rs_crossbar (VCS = 1) or rs_vc_crossbar with a route look-up: the payload of a head flit holds, from bit SHOW_FROM on, output, bank and row.
// bank_room: bit o*BANKS+b lets head flits for bank b behind output o request.
`default_nettype none
module crossbar_bench #(
    parameter INPUTS       = 4,
    parameter OUTPUTS      = 2,
    parameter INPUT_DEPTH  = 2,
    parameter OUTPUT_DEPTH = 1,
    parameter ALLOCATOR    = 0,
    parameter ITERATIONS   = 1,
    parameter PICK         = 0,
    parameter HOLD         = 1,
    parameter HOLD_FIXED   = 0,
    parameter VCS          = 1,
    // the same in all builds
    parameter BANKS        = 4,   // a power of two
    parameter ROW_BITS     = 12,
    parameter HASH_WIDTH   = 12,
    parameter PAYLOAD      = 64,
    parameter SHOW_FROM    = 5,
    // derived, not to be set
    parameter FLIT         = PAYLOAD + 2,
    parameter BANK_BITS    = $clog2(BANKS),
    parameter OUTPUT_BITS  = (OUTPUTS > 1) ? $clog2(OUTPUTS) : 1
) (
    input  wire                        clk,
    input  wire                        rst,
    input  wire [1:0]                  policy,
    input  wire [4:0]                  hash_bits,
    input  wire [7:0]                  hold_limit,
    input  wire                        wait_guard,
    input  wire [31:0]                 seed,
    input  wire                        static_vc,
    input  wire [INPUTS-1:0]           in_valid,
    output wire [INPUTS-1:0]           in_ready,
    input  wire [INPUTS*FLIT-1:0]      in_flit,
    input  wire [(BANKS<<OUTPUT_BITS)-1:0] bank_room,
    input  wire [INPUTS*7-1:0]         load,
    output wire [OUTPUTS*VCS-1:0]      out_valid,
    input  wire [OUTPUTS*VCS-1:0]      out_ready,
    output wire [OUTPUTS*VCS*FLIT-1:0] out_flit,
    output wire [OUTPUTS-1:0]          grant_valid,
    output wire [OUTPUTS*BANK_BITS-1:0] grant_bank,
    output wire                        empty
);
    localparam [31:0] FIXED = HOLD_FIXED;
    localparam SHOW = OUTPUT_BITS + BANK_BITS + ROW_BITS;
    wire [INPUTS*SHOW-1:0]            enter_header;
    wire [INPUTS*OUTPUT_BITS-1:0]     enter_output;
    wire [INPUTS*VCS*SHOW-1:0]        front_header;
    wire [INPUTS*VCS*OUTPUT_BITS-1:0] front_output;
    wire [INPUTS*VCS*BANK_BITS-1:0]   front_bank;
    wire [INPUTS*VCS*ROW_BITS-1:0]    front_row;
    wire [INPUTS*VCS-1:0]             front_blocked;

    genvar i;
    generate
        for (i = 0; i < INPUTS; i = i + 1) begin : enter
            assign enter_output[i*OUTPUT_BITS +: OUTPUT_BITS] = enter_header[i*SHOW +: OUTPUT_BITS];
        end
        for (i = 0; i < INPUTS * VCS; i = i + 1) begin : front
            wire [OUTPUT_BITS-1:0] to   = front_header[i*SHOW +: OUTPUT_BITS];
            wire [BANK_BITS-1:0]   bank = front_header[i*SHOW + OUTPUT_BITS +: BANK_BITS];
            assign front_output[i*OUTPUT_BITS +: OUTPUT_BITS] = to;
            assign front_bank[i*BANK_BITS +: BANK_BITS] = bank;
            assign front_row[i*ROW_BITS +: ROW_BITS] = front_header[i*SHOW + OUTPUT_BITS + BANK_BITS +: ROW_BITS];
            assign front_blocked[i] = !bank_room[{to, bank}];
        end
    endgenerate
    wire unused = &{1'b0, enter_header};

    generate
        if (VCS == 1) begin : network
            wire unused_vc = &{1'b0, static_vc, enter_output};
            assign enter_header = {(INPUTS*SHOW){1'b0}};
            rs_crossbar #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .FLIT(FLIT), .SHOW(SHOW), .SHOW_FROM(SHOW_FROM),
                          .INPUT_DEPTH(INPUT_DEPTH), .OUTPUT_DEPTH(OUTPUT_DEPTH), .ALLOCATOR(ALLOCATOR), .ITERATIONS(ITERATIONS), .PICK(PICK),
                          .HOLD(HOLD), .HOLD_FIXED(FIXED[16:0]), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .HASH_WIDTH(HASH_WIDTH), .TELL(1)) crossbar (
                .clk(clk), .rst(rst), .policy(policy), .hash_bits(hash_bits), .hold_limit(hold_limit),
                .wait_guard(wait_guard), .seed(seed), .in_valid(in_valid), .in_ready(in_ready), .in_flit(in_flit),
                .front_header(front_header), .front_output(front_output), .front_bank(front_bank), .front_row(front_row),
                .front_blocked(front_blocked), .load(load), .out_valid(out_valid), .out_ready(out_ready), .out_flit(out_flit),
                .grant_valid(grant_valid), .grant_bank(grant_bank), .empty(empty));
        end else begin : network
            wire unused_load = &{1'b0, load};
            rs_vc_crossbar #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .FLIT(FLIT), .SHOW(SHOW), .SHOW_FROM(SHOW_FROM),
                             .INPUT_DEPTH(INPUT_DEPTH), .OUTPUT_DEPTH(OUTPUT_DEPTH), .ALLOCATOR(ALLOCATOR), .ITERATIONS(ITERATIONS), .PICK(PICK),
                             .HOLD(HOLD), .HOLD_FIXED(FIXED[16:0]), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .HASH_WIDTH(HASH_WIDTH), .VCS(VCS),
                             .TELL(1)) crossbar (
                .clk(clk), .rst(rst), .policy(policy), .hash_bits(hash_bits), .hold_limit(hold_limit),
                .wait_guard(wait_guard), .seed(seed), .static_vc(static_vc), .in_valid(in_valid), .in_ready(in_ready),
                .in_flit(in_flit), .enter_header(enter_header), .enter_output(enter_output), .front_header(front_header),
                .front_output(front_output), .front_bank(front_bank), .front_row(front_row), .front_blocked(front_blocked),
                .out_valid(out_valid), .out_ready(out_ready), .out_flit(out_flit), .grant_valid(grant_valid),
                .grant_bank(grant_bank), .empty(empty));
        end
    endgenerate
endmodule
`default_nettype wire
