// rs_random_arbiter: grants one of N requesters at random. Combinational.
//
// grant: one-hot, or 0 without a request. index: position of the grant, 0 without a request.
// random: fresh bits every cycle, not shared between arbiters (shared bits make inputs collide).
//
// PICK = 0 (TREE): requester i is leaf i of a binary tree of 2^INDEX_BITS leaves; missing leaves never
//   request. A node at level l (0 = lowest) separates indices by their bit l. Where both halves of a node hold a
//   requester, random[l] = 1 takes the upper half, 0 the lower; otherwise the half that has one. Any two
//   requesters that are alone get 50 % each, wherever they sit; three or more are not treated alike.
// PICK = 1 (UNIFORM): with k requesters and r = (random * k) >> 12, the winner is the requester that has exactly
//   r requesters below it; each has probability 1/k within 1/4096. Larger and slower: a serial rank count.
// THESIS 1.3.3 (parallel iterative matching: random picks).
// C twin: cmodel/common/random_arbiter.c.
`default_nettype none
module rs_random_arbiter #(
    parameter N = 8,
    parameter PICK = 0,
    parameter INDEX_BITS = N > 1 ? $clog2(N) : 1,          // derived, not to be set
    parameter RANDOM_BITS = PICK == 0 ? INDEX_BITS : 12    // derived, not to be set
) (
    input  wire [N-1:0]           request,
    input  wire [RANDOM_BITS-1:0] random,
    output wire [N-1:0]           grant,
    output wire [INDEX_BITS-1:0]  index
);
    localparam SIZE = 1 << INDEX_BITS;

    // Bit i of mask l is bit l of i: the leaves in the upper halves of the nodes at level l.
    function [INDEX_BITS*SIZE-1:0] upper_masks;
        input unused;
        integer level, leaf;
        for (level = 0; level < INDEX_BITS; level = level + 1)
            for (leaf = 0; leaf < SIZE; leaf = leaf + 1)
                upper_masks[level*SIZE + leaf] = ((leaf >> level) & 1) != 0;
    endfunction
    localparam [INDEX_BITS*SIZE-1:0] UPPER = upper_masks(1'b0);

    wire [SIZE-1:0] winner;
    assign grant = winner[N-1:0];
    rs_encode #(.WIDTH(SIZE)) encode_winner (.one_hot(winner), .index(index));

    generate
        if (N < 1)
            rs_random_arbiter_N_must_be_at_least_1 illegal_parameter ();
        if (PICK != 0 && PICK != 1)
            rs_random_arbiter_PICK_must_be_0_TREE_or_1_UNIFORM illegal_parameter ();
        if (INDEX_BITS != (N > 1 ? $clog2(N) : 1) || RANDOM_BITS != (PICK == 0 ? INDEX_BITS : 12))
            rs_random_arbiter_INDEX_BITS_and_RANDOM_BITS_are_derived_and_must_not_be_set illegal_parameter ();

        if (PICK == 0) begin : tree
            // Up: every leaf under a node carries whether the node holds a requester. Down, from the root: every leaf under
            // a node carries whether the node has won so far; it is made once for all of them.
            function [SIZE-1:0] pick_tree;
                input [SIZE-1:0] candidates;
                input [INDEX_BITS-1:0] take_upper;
                integer level;
                reg [SIZE-1:0] present, sibling, upper;
                reg [INDEX_BITS*SIZE-1:0] wins; // against the sibling, level by level
                begin
                    present = candidates;
                    for (level = 0; level < INDEX_BITS; level = level + 1) begin
                        upper = UPPER[level*SIZE +: SIZE];
                        sibling = ((present & upper) >> (1 << level)) | ((present & ~upper) << (1 << level));
                        wins[level*SIZE +: SIZE] = ~sibling | (take_upper[level] ? upper : ~upper);
                        present = present | sibling;
                    end
                    pick_tree = {SIZE{1'b1}};
                    for (level = INDEX_BITS - 1; level >= 0; level = level - 1)
                        pick_tree = pick_tree & wins[level*SIZE +: SIZE];
                    pick_tree = pick_tree & candidates;
                end
            endfunction
            assign winner = pick_tree({{(SIZE - N){1'b0}}, request}, random);
        end else begin : uniform
            localparam COUNT_BITS = $clog2(N + 1);
            localparam [COUNT_BITS-1:0] ONE = 1;

            function [SIZE-1:0] pick_rank;
                input [N-1:0] candidates;
                input [COUNT_BITS-1:0] rank;
                integer place;
                reg [COUNT_BITS-1:0] below;
                begin
                    pick_rank = 0;
                    below = 0;
                    for (place = 0; place < N; place = place + 1) begin
                        pick_rank[place] = candidates[place] & (below == rank);
                        if (candidates[place])
                            below = below + ONE;
                    end
                end
            endfunction

            wire [COUNT_BITS-1:0] requesters;
            rs_count #(.WIDTH(N)) count_requesters (.bits(request), .count(requesters));
            wire [COUNT_BITS-1:0] rank;
            wire [11:0] unused_fraction;
            assign {rank, unused_fraction} = {{COUNT_BITS{1'b0}}, random} * {12'd0, requesters};
            assign winner = pick_rank(request, rank);
        end
    endgenerate
endmodule
`default_nettype wire
