// rs_round_robin_arbiter: grants the first requester at or above a pointer, wrapping at N.
//
// grant (one-hot, or 0 without a request) and index (0 without a request) are combinational in request and
// the registered pointer. A clock edge with advance = 1 and a grant sets the pointer to winner + 1 mod N; without a
// grant it stays. rst (synchronous) sets it to 0.
// A request that stays is granted within N grants that advance.
// C twin: cmodel/common/round_robin_arbiter.c.
`default_nettype none
module rs_round_robin_arbiter #(
    parameter N = 8,
    parameter INDEX_BITS = N > 1 ? $clog2(N) : 1 // derived, not to be set
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire [N-1:0]          request,
    input  wire                  advance,
    output wire [N-1:0]          grant,
    output wire [INDEX_BITS-1:0] index
);
    generate
        if (N < 1)
            rs_round_robin_arbiter_N_must_be_at_least_1 illegal_parameter ();
        if (INDEX_BITS != (N > 1 ? $clog2(N) : 1))
            rs_round_robin_arbiter_INDEX_BITS_is_derived_and_must_not_be_set illegal_parameter ();
    endgenerate

    function [INDEX_BITS-1:0] encode;
        input [N-1:0] one_hot;
        integer i;
        begin
            encode = 0;
            for (i = 0; i < N; i = i + 1)
                encode = encode | ({INDEX_BITS{one_hot[i]}} & i[INDEX_BITS-1:0]);
        end
    endfunction

    // Bit i is set when some bit at or below i is.
    function [N-1:0] from_first;
        input [N-1:0] bits;
        integer k;
        begin
            from_first = bits;
            for (k = 1; k < N; k = k * 2)
                from_first = from_first | (from_first << k);
        end
    endfunction

    // The pointer as a thermometer: bit i is set when i >= pointer. No bit set stands for pointer 0 as well.
    reg [N-1:0] at_or_above;

    // Both choices side by side, the one below the pointer taken when the other finds nobody.
    wire [N-1:0] above = from_first(request & at_or_above);
    wire [N-1:0] all   = from_first(request);
    wire [N-1:0] from_winner = above[N-1] ? above : all;

    assign grant = from_winner & ~(from_winner << 1);
    assign index = encode(grant);

    always @(posedge clk) begin
        if (rst)
            at_or_above <= 0;
        else if (advance && request != 0)
            at_or_above <= from_winner << 1;
    end
endmodule
`default_nettype wire
