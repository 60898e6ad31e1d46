// Proof of rs_random_arbiter with the random word free: the exact pick.
//   TREE: against a walk from the root of the tree, one node a level.
//   UNIFORM: the winner has exactly (random * k) >> 12 requesters below it, k = number of requesters.
`default_nettype none
module rs_random_arbiter_fv #(
    parameter N = 8,
    parameter PICK = 0,
    parameter INDEX_BITS = N > 1 ? $clog2(N) : 1,       // derived, not to be set
    parameter RANDOM_BITS = PICK == 0 ? INDEX_BITS : 12 // derived, not to be set
) (
    input wire                   clk,
    input wire [N-1:0]           request,
    input wire [RANDOM_BITS-1:0] random
);
    wire [N-1:0]          grant;
    wire [INDEX_BITS-1:0] index;
    rs_random_arbiter #(.N(N), .PICK(PICK)) dut (.request(request), .random(random), .grant(grant), .index(index));

    localparam LEAVES = 1 << INDEX_BITS;
    function [31:0] walk; // leaf that the walk ends at
        input [N-1:0]           asked;
        input [RANDOM_BITS-1:0] bits;
        integer level;
        reg [LEAVES-1:0] below, lower, upper; // leaves of the node, and of its halves
        begin
            walk  = 0;
            below = asked;
            for (level = INDEX_BITS - 1; level >= 0; level = level - 1) begin
                upper = below >> (1 << level);
                lower = below ^ (upper << (1 << level));
                if (upper != 0 && (lower == 0 || bits[level])) begin
                    walk  = walk + (1 << level);
                    below = upper;
                end else
                    below = lower;
            end
        end
    endfunction

    localparam COUNT_BITS = $clog2(N + 1);
    function [COUNT_BITS-1:0] ones_below; // requesters below position `end_at`
        input [N-1:0] asked;
        input integer end_at;
        integer k;
        begin
            ones_below = 0;
            for (k = 0; k < end_at; k = k + 1)
                ones_below = ones_below + asked[k];
        end
    endfunction

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;

    always @(posedge clk) if (started) begin
        one_winner:   assert ((grant & (grant - 1)) == 0 && (grant & ~request) == 0 && (grant != 0) == (request != 0));
        index_agrees: assert (request == 0 ? index == 0 : grant[index]);
    end
    generate
        if (PICK == 0) begin : tree
            wire [31:0] leaf = walk(request, random);
            always @(posedge clk) if (started && request != 0) begin walk_agrees: assert (grant[leaf]); end
        end else begin : uniform
            wire [COUNT_BITS-1:0] requesters = ones_below(request, N);
            wire [COUNT_BITS+11:0] product = random * requesters;
            wire [COUNT_BITS-1:0] rank = product >> 12;
            genvar p;
            for (p = 0; p < N; p = p + 1) begin : position
                wire [COUNT_BITS-1:0] below = ones_below(request, p);
                always @(posedge clk) if (started) begin
                    assert (grant[p] == (request[p] && below == rank));
                end
            end
        end
    endgenerate
    genvar g;
    generate
        for (g = 0; g < N; g = g + 1) begin : each
            always @(posedge clk) if (started) begin cover (grant[g] && request == {N{1'b1}}); end
        end
    endgenerate
endmodule
`default_nettype wire
