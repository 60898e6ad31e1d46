// rs_hold_grant around rs_pim_allocator or another one (ALLOCATOR), straps as parameters: what the network proofs speak about. The random word
// is an input, free in the proofs.
`default_nettype none
module rs_held_allocation #(
    parameter INPUTS     = 4,
    parameter OUTPUTS    = 2,
    parameter BANKS      = 2,
    parameter ROW_BITS   = 4,
    parameter HASH_WIDTH = ROW_BITS,
    parameter POLICY     = 1,
    parameter HASH_BITS  = 2,
    parameter LIMIT      = 0,
    parameter GUARD      = 0,
    parameter ALLOCATOR  = 0,
    parameter PICK       = 0,
    parameter BANK_BITS   = (BANKS > 1) ? $clog2(BANKS) : 1, // these four derived, not to be set
    parameter IN_BITS     = (PICK != 0) ? 12 : (OUTPUTS > 1) ? $clog2(OUTPUTS) : 1,
    parameter OUT_BITS    = (PICK != 0) ? 12 : (INPUTS > 1) ? $clog2(INPUTS) : 1,
    parameter RANDOM_BITS = INPUTS * IN_BITS + OUTPUTS * OUT_BITS
) (
    input  wire                        clk,
    input  wire                        rst,
    input  wire [INPUTS*OUTPUTS-1:0]   request,
    input  wire [OUTPUTS-1:0]          ready,
    input  wire [INPUTS*BANK_BITS-1:0] bank,
    input  wire [INPUTS*ROW_BITS-1:0]  row,
    input  wire [RANDOM_BITS-1:0]      random,
    output wire [INPUTS*OUTPUTS-1:0]   masked,
    output wire [INPUTS*OUTPUTS-1:0]   grant,
    output wire [OUTPUTS-1:0]          arbitrate
);
    localparam [31:0] POLICY_STRAP = POLICY, HASH_STRAP = HASH_BITS, LIMIT_STRAP = LIMIT;
    rs_hold_grant #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .BANKS(BANKS), .ROW_BITS(ROW_BITS),
                    .HASH_WIDTH(HASH_WIDTH)) hold_grant (
        .clk(clk), .rst(rst), .policy(POLICY_STRAP[1:0]), .hash_bits(HASH_STRAP[4:0]), .hold_limit(LIMIT_STRAP[7:0]),
        .wait_guard(GUARD != 0), .request(request), .ready(ready), .bank(bank), .row(row),
        .masked_request(masked), .grant(grant), .arbitrate(arbitrate));
    rs_allocator #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .ALLOCATOR(ALLOCATOR), .PICK(PICK)) allocator (
        .clk(clk), .rst(rst), .request(masked), .random(random), .grant(grant));
endmodule
`default_nettype wire
