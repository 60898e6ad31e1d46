// rs_lowest: the lowest set bit of a vector, as a one-hot vector. Combinational.
//
// lowest: 0 where no bit is set.
// Shaped for Yosys' mapping: bits are taken in groups of 12, and a group waits only for whether one below has a bit. A prefix
// over all bits is mapped to a chain that is twice as long.
`default_nettype none
module rs_lowest #(
    parameter WIDTH = 8 // bits of the vector
) (
    input  wire [WIDTH-1:0] bits,
    output wire [WIDTH-1:0] lowest
);
    localparam GROUP = 12;
    localparam GROUPS = (WIDTH + GROUP - 1) / GROUP;

    generate
        if (WIDTH < 1)
            rs_lowest_WIDTH_must_be_at_least_1 illegal_parameter ();
    endgenerate

    function [WIDTH-1:0] lowest_of;
        input [WIDTH-1:0] ones;
        integer k;
        reg [GROUPS-1:0] any, earlier; // a bit a group: it has a bit, one before it has
        reg below;                     // in this group
        begin
            any     = {GROUPS{1'b0}};
            earlier = {GROUPS{1'b0}};
            below   = 1'b0;
            for (k = 0; k < WIDTH; k = k + 1)
                any[k / GROUP] = any[k / GROUP] | ones[k];
            for (k = 1; k < GROUPS; k = k + 1)
                earlier[k] = earlier[k > 0 ? k-1 : 0] | any[k > 0 ? k-1 : 0];
            for (k = 0; k < WIDTH; k = k + 1) begin
                if (k % GROUP == 0)
                    below = 1'b0;
                lowest_of[k] = ones[k] & ~below & ~earlier[k / GROUP];
                below        = below | ones[k];
            end
        end
    endfunction
    assign lowest = lowest_of(bits);
endmodule
`default_nettype wire
