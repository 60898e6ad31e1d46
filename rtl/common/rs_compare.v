// rs_compare: equality of LANES pairs of WIDTH-bit values. Combinational.
//
// Every comparison that a hold policy or a scheduler adds goes through this module: WIDTH*LANES summed over its instances in the
// elaborated netlist is the "bits compared" of THESIS table 4.1.
`default_nettype none
module rs_compare #(
    parameter WIDTH = 1,
    parameter LANES = 1
) (
    input  wire [LANES*WIDTH-1:0] a,
    input  wire [LANES*WIDTH-1:0] b,
    output wire [LANES-1:0]       equal
);
    generate
        if (WIDTH < 1)
            rs_compare_WIDTH_must_be_at_least_1 illegal_parameter ();
        if (LANES < 1)
            rs_compare_LANES_must_be_at_least_1 illegal_parameter ();
    endgenerate

    genvar lane;
    generate
        if (WIDTH == 1) begin : bits
            assign equal = a ~^ b;
        end else begin : words
            for (lane = 0; lane < LANES; lane = lane + 1) begin : each
                assign equal[lane] = a[lane*WIDTH +: WIDTH] == b[lane*WIDTH +: WIDTH];
            end
        end
    endgenerate
endmodule
`default_nettype wire
