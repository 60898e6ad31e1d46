// Stands in for rs_lfsr in proofs: the random word is free in every cycle, so no proof leans on the generator.
`default_nettype none
module rs_lfsr #(
    parameter BITS = 40
) (
    input  wire            clk,
    input  wire            rst,
    input  wire [31:0]     seed,
    input  wire            advance,
    output wire [BITS-1:0] word
);
    (* anyseq *) wire [BITS-1:0] any_word;
    assign word = any_word;
endmodule
`default_nettype wire
