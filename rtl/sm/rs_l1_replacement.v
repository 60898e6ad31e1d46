// rs_l1_replacement: the way of a set that goes next (OUTSTANDING 2). REPLACEMENT = 0: the least recently used, as an order bit for
// each pair of ways; 1: tree pseudo-LRU, WAYS - 1 bits, each pointing to the half that was not used last.
//
// touch    the way of the set (one-hot) is used
// victim   of the set at index, one-hot, combinational; after reset way 0
// C twin: none of its own, in cmodel/sm/l1_cache.c.
`default_nettype none
module rs_l1_replacement #(
    parameter SETS        = 64, // a power of two
    parameter WAYS        = 4,  // a power of two
    parameter REPLACEMENT = 0,
    // derived, not to be set
    parameter SET_WIDTH = SETS > 1 ? $clog2(SETS) : 1
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 touch,
    input  wire [SET_WIDTH-1:0] index,  // the set
    input  wire [WAYS-1:0]      way,
    output wire [WAYS-1:0]      victim
);
    localparam STATE_BITS = WAYS == 1 ? 1 : REPLACEMENT == 0 ? WAYS * (WAYS - 1) / 2 : WAYS - 1;

    generate
        if (REPLACEMENT < 0 || REPLACEMENT > 1)
            rs_l1_replacement_REPLACEMENT_must_be_0_or_1 illegal_parameter ();
    endgenerate

    reg  [SETS*STATE_BITS-1:0] states;
    wire [STATE_BITS-1:0]      state = states[index*STATE_BITS +: STATE_BITS];
    wire [STATE_BITS-1:0]      after;
    always @(posedge clk)
        if (rst)
            states <= {(SETS*STATE_BITS){1'b0}};
        else if (touch)
            states[index*STATE_BITS +: STATE_BITS] <= after;

    generate
        if (WAYS == 1) begin : direct
            wire unused_inputs = &{1'b0, state, way};
            assign victim = 1'b1;
            assign after  = 1'b0;
        end else if (REPLACEMENT == 0) begin : order
            // Bit of ways i < j, in the order 01, 02, .. 12, ..: i was used after j.
            function integer pair;
                input integer i, j;
                pair = i * (2 * WAYS - i - 1) / 2 + j - i - 1;
            endfunction
            function [STATE_BITS-1:0] used;
                input [STATE_BITS-1:0] bits;
                input [WAYS-1:0]       now;
                integer i, j;
                begin
                    used = bits;
                    for (i = 0; i < WAYS; i = i + 1)
                        for (j = i + 1; j < WAYS; j = j + 1)
                            used[pair(i, j)] = now[i] || (bits[pair(i, j)] && !now[j]);
                end
            endfunction
            function [WAYS-1:0] last;
                input [STATE_BITS-1:0] bits;
                integer i, j;
                begin
                    last = {WAYS{1'b1}};
                    for (i = 0; i < WAYS; i = i + 1)
                        for (j = i + 1; j < WAYS; j = j + 1) begin
                            last[i] = last[i] && !bits[pair(i, j)];
                            last[j] = last[j] && bits[pair(i, j)];
                        end
                end
            endfunction
            assign victim = last(state);
            assign after  = used(state, way);
        end else begin : tree
            // Node n at bit n - 1, the root is 1, below n are 2n and 2n + 1; way w is leaf WAYS + w. Set: the upper half is next.
            function [STATE_BITS-1:0] used;
                input [STATE_BITS-1:0] bits;
                input [WAYS-1:0]       now;
                integer w, n;
                begin
                    used = bits;
                    for (w = 0; w < WAYS; w = w + 1)
                        for (n = WAYS + w; n > 1; n = n / 2)
                            if (now[w])
                                used[n/2 - 1] = n % 2 == 0;
                end
            endfunction
            function [WAYS-1:0] last;
                input [STATE_BITS-1:0] bits;
                integer w, n;
                begin
                    last = {WAYS{1'b1}};
                    for (w = 0; w < WAYS; w = w + 1)
                        for (n = WAYS + w; n > 1; n = n / 2)
                            last[w] = last[w] && bits[n/2 - 1] == (n % 2 == 1);
                end
            endfunction
            assign victim = last(state);
            assign after  = used(state, way);
        end
    endgenerate
endmodule
`default_nettype wire
