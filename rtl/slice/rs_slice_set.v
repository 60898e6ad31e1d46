// rs_slice_set: set of an L2 line: the bits of its number, without those that number the channel, XORed in groups of SET_BITS.
//
// Wires. line: address of a sector of 64 B; bit 0 is the sector's place in its line of two and does not count. CHANNEL_MASK
// numbers byte addresses, so bit k of a sector's address is its bit k + 6. SETS = 1: set 0.
`default_nettype none
module rs_slice_set #(
    parameter LINE_BITS    = 23,
    parameter CHANNEL_MASK = 32'h00000700,
    parameter SETS         = 128, // a power of two
    // derived, not to be set
    parameter SET_BITS     = SETS > 1 ? $clog2(SETS) : 1
) (
    input  wire [LINE_BITS-1:0] line,
    output wire [SET_BITS-1:0]  set
);
    function [LINE_BITS-1:0] members; // bits of the address that bit `set_bit` of the set has
        input integer set_bit;
        integer k, n;
        begin
            members = {LINE_BITS{1'b0}};
            n = 0;
            for (k = 1; k < LINE_BITS; k = k + 1)
                if (((CHANNEL_MASK >> (k + 6)) & 1) == 0) begin
                    if (n % SET_BITS == set_bit)
                        members[k] = 1'b1;
                    n = n + 1;
                end
        end
    endfunction
    genvar b;
    generate
        for (b = 0; b < SET_BITS; b = b + 1) begin : fold
            localparam [LINE_BITS-1:0] MEMBERS = members(b);
            assign set[b] = SETS > 1 && ^(line & MEMBERS);
        end
    endgenerate
endmodule
`default_nettype wire
