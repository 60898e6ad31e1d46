// Allocation control of a crossbar as a block of its own, for area rows: rs_hold_grant around rs_pim_allocator with
// its random bits from rs_lfsr; buffers and routing are left out. SWITCH: bits of payload that the grants move from
// inputs to outputs, 0 leaves the switch out.
//
// ONE_OUTPUT = 0: arbitrary request matrix (rs_hold_grant, rs_pim_allocator). ONE_OUTPUT = 1: an input asks for at most
// one output, given as a number (`destination`), as behind one FIFO per input (rs_hold_arbiters; `request` is
// ignored). HOLD = 0 leaves the hold of the matrix out (plain PIM).
// The straps are parameters, so what a policy does not need goes away.
// Timing: grant is combinational from the request side and state; state advances at the clock edge.
`default_nettype none
module rs_area_control #(
    parameter INPUTS     = 28,
    parameter OUTPUTS    = 8,
    parameter ONE_OUTPUT = 0,
    parameter PICK       = 0,  // 0 TREE, 1 UNIFORM
    parameter HOLD       = 1,
    parameter POLICY     = 0,  // 0 NONE, 1 HG, 2 RMHG, 3 HMHG
    parameter HASH_BITS  = 4,
    parameter HOLD_LIMIT = 0,
    parameter WAIT_GUARD = 0,
    parameter BANKS      = 4,
    parameter ROW_BITS   = 12,
    parameter SWITCH     = 0,
    // derived, not to be set
    parameter BANK_BITS   = (BANKS > 1) ? $clog2(BANKS) : 1,
    parameter OUTPUT_BITS = (OUTPUTS > 1) ? $clog2(OUTPUTS) : 1,
    parameter DATA        = (SWITCH > 0) ? SWITCH : 1
) (
    input  wire                          clk,
    input  wire                          rst,
    input  wire [INPUTS*OUTPUTS-1:0]     request,
    input  wire [INPUTS-1:0]             valid,
    input  wire [INPUTS*OUTPUT_BITS-1:0] destination,
    input  wire [OUTPUTS-1:0]            ready,
    input  wire [INPUTS*BANK_BITS-1:0]   bank,
    input  wire [INPUTS*ROW_BITS-1:0]    row,
    input  wire [INPUTS*DATA-1:0]        in_data,
    output wire [INPUTS*OUTPUTS-1:0]     grant,
    output wire [OUTPUTS*DATA-1:0]       out_data
);
    localparam IN_BITS  = (PICK != 0) ? 12 : OUTPUT_BITS;
    localparam OUT_BITS = (PICK != 0) ? 12 : (INPUTS > 1) ? $clog2(INPUTS) : 1;
    localparam RANDOM_BITS = (ONE_OUTPUT != 0 ? 0 : INPUTS * IN_BITS) + OUTPUTS * OUT_BITS;
    localparam COUNT_BITS = (HOLD_LIMIT > 0) ? $clog2(HOLD_LIMIT + 1) : 1;
    localparam [31:0] POLICY_WORD = POLICY, HASH_WORD = HASH_BITS, LIMIT_WORD = HOLD_LIMIT;

    wire [OUTPUTS-1:0]     arbitrate;
    wire [RANDOM_BITS-1:0] random;
    generate
        if (ONE_OUTPUT != 0) begin : one
            rs_hold_arbiters #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .BANKS(BANKS), .ROW_BITS(ROW_BITS),
                               .HASH_WIDTH(HASH_BITS), .COUNT_BITS(COUNT_BITS), .PICK(PICK), .HOLD(HOLD)) hold_arbiters (
                .clk(clk), .rst(rst), .policy(POLICY_WORD[1:0]), .hash_bits(HASH_WORD[4:0]),
                .hold_limit(LIMIT_WORD[COUNT_BITS-1:0]), .wait_guard(WAIT_GUARD != 0), .valid(valid),
                .destination(destination), .bank(bank), .row(row), .ready(ready), .busy({OUTPUTS{1'b0}}), .fronts(valid),
                .random(random), .grant(grant), .arbitrate(arbitrate));
            wire unused = &{1'b0, request};
        end else begin : matrix
            wire [INPUTS*OUTPUTS-1:0] masked;
            if (HOLD != 0) begin : hold
                rs_hold_grant #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .BANKS(BANKS), .ROW_BITS(ROW_BITS),
                                .HASH_WIDTH(HASH_BITS)) hold_grant (
                    .clk(clk), .rst(rst), .policy(POLICY_WORD[1:0]), .hash_bits(HASH_WORD[4:0]),
                    .hold_limit(LIMIT_WORD[7:0]), .wait_guard(WAIT_GUARD != 0), .request(request), .ready(ready),
                    .bank(bank), .row(row), .masked_request(masked), .grant(grant), .arbitrate(arbitrate));
            end else begin : plain
                assign masked    = request & {INPUTS{ready}};
                assign arbitrate = {{(OUTPUTS-1){1'b0}}, |masked};
                wire unused = &{1'b0, bank, row};
            end
            rs_pim_allocator #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .PICK(PICK)) allocator (
                .request(masked), .random(random), .grant(grant));
            wire unused_one = &{1'b0, valid, destination};
        end
    endgenerate
    rs_lfsr #(.BITS(RANDOM_BITS)) lfsr (
        .clk(clk), .rst(rst), .seed(32'd1), .advance(|arbitrate), .word(random));

    function [OUTPUTS*DATA-1:0] moved; // the granted input's payload; 0 without a grant
        input [INPUTS*OUTPUTS-1:0] grants;
        input [INPUTS*DATA-1:0]    data;
        integer i, o;
        begin
            moved = {(OUTPUTS*DATA){1'b0}};
            for (o = 0; o < OUTPUTS; o = o + 1)
                for (i = 0; i < INPUTS; i = i + 1)
                    moved[o*DATA +: DATA] = moved[o*DATA +: DATA]
                                          | (data[i*DATA +: DATA] & {DATA{grants[i*OUTPUTS + o]}});
        end
    endfunction
    assign out_data = (SWITCH > 0) ? moved(grant, in_data) : {(OUTPUTS*DATA){1'b0}};
endmodule
`default_nettype wire
