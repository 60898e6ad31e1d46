// rs_lfsr: BITS fresh random bits a clock, 1 <= BITS <= 2281.
//
// The sequence b over GF(2) obeys b[t+n] = b[t] ^ b[t+k] (polynomial x^n + x^k + 1, primitive), (n,k) the
// first of (31,13), (41,20), (89,38), (127,63), (521,168), (1279,418), (2281,715) with n >= BITS. Bit i of the state is b[t+i].
// word = the low BITS bits of the state, a function of registers only. A clock edge with advance = 1 moves t by
// 2(n-k) >= n (two chunks of n-k new bits, one XOR level each), so no bit of a word recurs in the next. The step is
// made behind the register that remembers advance, so that advance, which comes late, drives one flip-flop and not n.
// rst (synchronous) loads 32-bit words w0, w1, ... from the low end, w_j = w_(j-1) * 1664525 + 1013904223
// mod 2^32 with w_(-1) = seed, cut to n bits; an all-zero state gets bit 0 set. The seed is a static input
// (its multipliers fold away where it is a constant) and is read during rst only.
// C twin: cmodel/common/lfsr.c.
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
    generate
        if (BITS < 1 || BITS > 2281)
            rs_lfsr_BITS_must_be_1_to_2281 illegal_parameter ();
    endgenerate

    localparam LENGTH = BITS <= 31 ? 31 : BITS <= 41 ? 41 : BITS <= 89 ? 89 : BITS <= 127 ? 127 : BITS <= 521 ? 521 : BITS <= 1279 ? 1279 : 2281;
    localparam TAP    = BITS <= 31 ? 13 : BITS <= 41 ? 20 : BITS <= 89 ? 38 : BITS <= 127 ? 63 : BITS <= 521 ? 168 : BITS <= 1279 ? 418 : 715;
    localparam CHUNK  = LENGTH - TAP;

    reg [LENGTH-1:0] state;
    reg              due;     // the step of the last clock edge is still to be made
    wire [CHUNK-1:0]  chunk_low  = state[CHUNK-1:0] ^ state[LENGTH-1:TAP];
    wire [LENGTH-1:0] half_way   = {chunk_low, state[LENGTH-1:CHUNK]};
    wire [CHUNK-1:0]  chunk_high = half_way[CHUNK-1:0] ^ half_way[LENGTH-1:TAP];

    wire [LENGTH-1:0] moved = due ? {chunk_high, half_way[LENGTH-1:CHUNK]} : state;
    assign word = moved[BITS-1:0];

    function [LENGTH-1:0] seeded_state;
        input [31:0] first;
        integer n;
        reg [31:0] seed_word;
        begin
            seed_word = first;
            for (n = 0; n < LENGTH; n = n + 1) begin
                if (n % 32 == 0)
                    seed_word = seed_word * 32'd1664525 + 32'd1013904223;
                seeded_state[n] = seed_word[n[4:0]];
            end
            if (seeded_state == 0)
                seeded_state[0] = 1'b1;
        end
    endfunction

    always @(posedge clk) begin
        state <= rst ? seeded_state(seed) : moved;
        due   <= advance && !rst;
    end
endmodule
`default_nettype wire
