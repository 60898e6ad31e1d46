// rs_select: the one of COUNT words that a one-hot vector selects. Combinational.
//
// word: 0 where nothing is selected, the bitwise OR of the words where several are.
// Shaped for Yosys' mapping: a sum of products, which comes out smaller than an index into the words.
`default_nettype none
module rs_select #(
    parameter WIDTH = 8, // bits of a word
    parameter COUNT = 4  // words
) (
    input  wire [COUNT*WIDTH-1:0] words, // word k in bits k*WIDTH
    input  wire [COUNT-1:0]       select,
    output wire [WIDTH-1:0]       word
);
    generate
        if (WIDTH < 1 || COUNT < 1)
            rs_select_WIDTH_and_COUNT_must_be_at_least_1 illegal_parameter ();
    endgenerate

    function [WIDTH-1:0] selected;
        input [COUNT*WIDTH-1:0] all;
        input [COUNT-1:0]       by;
        integer k;
        begin
            selected = {WIDTH{1'b0}};
            for (k = 0; k < COUNT; k = k + 1)
                selected = selected | (all[k*WIDTH +: WIDTH] & {WIDTH{by[k]}});
        end
    endfunction
    assign word = selected(words, select);
endmodule
`default_nettype wire
