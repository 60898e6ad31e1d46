// rs_count_upto: of a vector in groups of four bits, for each group the number of bits set in it and in all below.
// Combinational.
//
// counts: GROUPS = (WIDTH + 3) / 4 numbers of COUNT_BITS bits, that of group 0 lowest; the last one counts all bits.
// Shaped for Yosys' mapping: two groups, eight bits, are counted by thresholds, which as adders take half as long again; then
// sums of 2, 4, .. groups are added (a prefix of adders).
`default_nettype none
module rs_count_upto #(
    parameter WIDTH = 8, // bits of the vector
    // derived, not to be set
    parameter COUNT_BITS = $clog2(WIDTH + 1),
    parameter GROUPS     = (WIDTH + 3) / 4
) (
    input  wire [WIDTH-1:0]             bits,
    output wire [GROUPS*COUNT_BITS-1:0] counts
);
    generate
        if (WIDTH < 1)
            rs_count_upto_WIDTH_must_be_at_least_1 illegal_parameter ();
        if (COUNT_BITS != $clog2(WIDTH + 1) || GROUPS != (WIDTH + 3) / 4)
            rs_count_upto_COUNT_BITS_and_GROUPS_are_derived_and_must_not_be_set illegal_parameter ();
    endgenerate

    function [4:0] least; // {an odd number, at least 4, .. 1} of the four bits
        input [3:0] set;
        reg both, either, also_both, also_either; // of the first pair, of the second
        begin
            both        = set[0] & set[1];
            either      = set[0] | set[1];
            also_both   = set[2] & set[3];
            also_either = set[2] | set[3];
            least = {(either & ~both) ^ (also_either & ~also_both), both & also_both, (both & also_either) | (either & also_both),
                     both | also_both | (either & also_either), either | also_either};
        end
    endfunction
    function [3:0] counted; // of two groups, from what least says of them
        input [4:0] a, b;
        reg two, four, six, eight; // at least so many
        begin
            two     = a[1] | b[1] | (a[0] & b[0]);
            four    = a[3] | b[3] | (a[0] & b[2]) | (a[1] & b[1]) | (a[2] & b[0]);
            six     = (a[1] & b[3]) | (a[2] & b[2]) | (a[3] & b[1]);
            eight   = a[3] & b[3];
            counted = {eight, four & ~eight, (two & ~four) | (six & ~eight), a[4] ^ b[4]};
        end
    endfunction
    function [GROUPS*COUNT_BITS-1:0] sums;
        input [WIDTH-1:0] set;
        integer k, n;
        reg [3:0] four;
        reg [4:0] former, now;
        reg [3:0] count;
        begin
            former = 5'd0;
            for (n = 0; n < GROUPS; n = n + 1) begin
                for (k = 0; k < 4; k = k + 1)
                    four[k] = n * 4 + k < WIDTH && set[n * 4 + k < WIDTH ? n * 4 + k : 0];
                now    = least(four);
                count  = counted(former, now);
                former = now;
                for (k = 0; k < COUNT_BITS; k = k + 1)
                    sums[n*COUNT_BITS + k] = k < 4 && count[k % 4];
            end
            for (k = 2; k < GROUPS; k = k * 2)
                for (n = GROUPS - 1; n >= k; n = n - 1)
                    sums[n*COUNT_BITS +: COUNT_BITS] = sums[n*COUNT_BITS +: COUNT_BITS] + sums[(n-k)*COUNT_BITS +: COUNT_BITS];
        end
    endfunction
    assign counts = sums(bits);
endmodule
`default_nettype wire
