// rs_hold_grant around rs_pim_allocator as rs_crossbar wires them; requests, readiness, keys and the random word come
// from the bench.
`default_nettype none
module hold_grant_bench #(
    parameter INPUTS     = 4,
    parameter OUTPUTS    = 2,
    parameter BANKS      = 4,
    parameter ROW_BITS   = 12,
    parameter HASH_WIDTH = 12,
    parameter KEYS       = 1,
    parameter ITERATIONS = 1,
    parameter PICK       = 0,
    // derived, not to be set
    parameter BANK_BITS  = (BANKS > 1) ? $clog2(BANKS) : 1,
    parameter IN_BITS    = (PICK != 0) ? 12 : (OUTPUTS > 1) ? $clog2(OUTPUTS) : 1,
    parameter OUT_BITS   = (PICK != 0) ? 12 : (INPUTS > 1) ? $clog2(INPUTS) : 1,
    parameter RANDOM_BITS = ITERATIONS * (INPUTS * IN_BITS + OUTPUTS * OUT_BITS)
) (
    input  wire                        clk,
    input  wire                        rst,
    input  wire [1:0]                  policy,
    input  wire [4:0]                  hash_bits,
    input  wire [7:0]                  hold_limit,
    input  wire                        wait_guard,
    input  wire [INPUTS*OUTPUTS-1:0]   request,
    input  wire [OUTPUTS-1:0]          ready,
    input  wire [INPUTS*KEYS*BANK_BITS-1:0] bank,
    input  wire [INPUTS*KEYS*ROW_BITS-1:0]  row,
    input  wire [RANDOM_BITS-1:0]      random,
    output wire [INPUTS*OUTPUTS-1:0]   masked_request,
    output wire [INPUTS*OUTPUTS-1:0]   grant,
    output wire [OUTPUTS-1:0]          arbitrate
);
    rs_hold_grant #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .BANKS(BANKS), .ROW_BITS(ROW_BITS),
                    .HASH_WIDTH(HASH_WIDTH), .KEYS(KEYS)) hold_grant (
        .clk(clk), .rst(rst),
        .policy(policy), .hash_bits(hash_bits), .hold_limit(hold_limit), .wait_guard(wait_guard),
        .request(request), .ready(ready), .bank(bank), .row(row),
        .masked_request(masked_request), .grant(grant), .arbitrate(arbitrate));
    rs_pim_allocator #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .ITERATIONS(ITERATIONS), .PICK(PICK)) allocator (
        .request(masked_request), .random(random), .grant(grant));
endmodule
`default_nettype wire
