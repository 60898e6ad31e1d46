// The allocator inside a hold grant: one of three, by parameter.
//
// ALLOCATOR = 0 (PIM): rs_pim_allocator, random and without state; 1 (ISLIP): rs_islip_allocator; 2 (WAVEFRONT):
// rs_wavefront_allocator. The pointers of the last two treat a held grant as any other: they see the requests that the hold
// grant leaves.
// Timing, shapes: those of the three. PIM leaves clk and rst unused, the others the random word and PICK, WAVEFRONT also
// ITERATIONS.
// Guarantees: at most one grant per row and per column; grant implies request; some grant whenever there is some request.
`default_nettype none
module rs_allocator #(
    parameter INPUTS     = 28,
    parameter OUTPUTS    = 8,
    parameter ALLOCATOR  = 0,   // 0 PIM, 1 ISLIP, 2 WAVEFRONT
    parameter ITERATIONS = 1,
    parameter PICK       = 0,   // PIM: 0 TREE, 1 UNIFORM (rs_random_arbiter)
    // derived, not to be set
    parameter IN_BITS  = (PICK != 0) ? 12 : (OUTPUTS > 1) ? $clog2(OUTPUTS) : 1,
    parameter OUT_BITS = (PICK != 0) ? 12 : (INPUTS > 1) ? $clog2(INPUTS) : 1,
    parameter RANDOM_BITS = ITERATIONS * (INPUTS * IN_BITS + OUTPUTS * OUT_BITS)
) (
    input  wire                      clk,
    input  wire                      rst,
    input  wire [INPUTS*OUTPUTS-1:0] request,
    input  wire [RANDOM_BITS-1:0]    random,
    output wire [INPUTS*OUTPUTS-1:0] grant
);
    generate
        if (ALLOCATOR < 0 || ALLOCATOR > 2) begin : illegal
            rs_allocator_ALLOCATOR_must_be_0_1_or_2 stop ();
        end
        if (PICK != 0 && PICK != 1) begin : illegal_pick
            rs_allocator_PICK_must_be_0_or_1 stop ();
        end
        if (ALLOCATOR == 1) begin : islip
            rs_islip_allocator #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .ITERATIONS(ITERATIONS)) allocator (
                .clk(clk), .rst(rst), .request(request), .grant(grant));
            wire unused = &{1'b0, random};
        end else if (ALLOCATOR == 2) begin : wavefront
            rs_wavefront_allocator #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS)) allocator (
                .clk(clk), .rst(rst), .request(request), .grant(grant));
            wire unused = &{1'b0, random};
        end else begin : pim
            rs_pim_allocator #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .ITERATIONS(ITERATIONS), .PICK(PICK)) allocator (
                .request(request), .random(random), .grant(grant));
            wire unused = &{1'b0, clk, rst};
        end
    endgenerate
endmodule
`default_nettype wire
