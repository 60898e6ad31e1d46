// rs_first_word: of COUNT words the one of the lowest set bit, or (HIGHEST = 1) of the highest. Combinational.
//
// word: any of the words where no bit is set.
// Shaped for late bits: neighbours are joined until one word is left, so that each bit passes a level of multiplexers for
// every doubling of COUNT, and nothing is encoded or decoded in between.
`default_nettype none
module rs_first_word #(
    parameter WIDTH   = 8, // bits of a word
    parameter COUNT   = 4, // words
    parameter HIGHEST = 0
) (
    input  wire [COUNT*WIDTH-1:0] words, // word k, of bit k, in bits k*WIDTH
    input  wire [COUNT-1:0]       bits,
    output wire [WIDTH-1:0]       word
);
    generate
        if (WIDTH < 1 || COUNT < 1)
            rs_first_word_WIDTH_and_COUNT_must_be_at_least_1 illegal_parameter ();
        if (HIGHEST != 0 && HIGHEST != 1)
            rs_first_word_HIGHEST_must_be_0_or_1 illegal_end ();
    endgenerate

    function [WIDTH-1:0] first_of;
        input [COUNT*WIDTH-1:0] all;
        input [COUNT-1:0]       ones;
        integer step, k;
        begin
            for (step = 1; step < COUNT; step = step * 2)
                for (k = 0; k + step < COUNT; k = k + 2 * step) begin
                    if (HIGHEST != 0 ? ones[k+step] : !ones[k])
                        all[k*WIDTH +: WIDTH] = all[(k+step)*WIDTH +: WIDTH];
                    ones[k] = ones[k] | ones[k+step];
                end
            first_of = all[WIDTH-1:0];
        end
    endfunction
    assign word = first_of(words, bits);
endmodule
`default_nettype wire
