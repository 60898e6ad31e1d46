// rs_compare: equality of two WIDTH-bit values. Combinational.
//
// Every comparison that a hold policy or a scheduler adds goes through this module. It survives flattening,
// so WIDTH summed over its instances in the elaborated netlist is the "bits compared" of THESIS table 4.1.
`default_nettype none
(* keep_hierarchy *)
module rs_compare #(
    parameter WIDTH = 1
) (
    input  wire [WIDTH-1:0] a,
    input  wire [WIDTH-1:0] b,
    output wire             equal
);
    generate
        if (WIDTH < 1)
            rs_compare_WIDTH_must_be_at_least_1 illegal_parameter ();
    endgenerate

    assign equal = a == b;
endmodule
`default_nettype wire
