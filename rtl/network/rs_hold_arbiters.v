// Hold grant and the output arbiters in one, for inputs that ask for at most one output at a time, as behind one FIFO
// per input (THESIS 1.3.3, 4.3).
//
// Function: in every cycle and state the grants of rs_hold_grant around rs_pim_allocator with ITERATIONS = 1 whose
// request matrix has input i's bit at `destination` and no other; policies, limit, guard, bound and the meaning of
// a blocked output are theirs. With one request per input the input arbiters have nothing to choose, a hold or a guard
// takes no other output's input, and the hold of an input is its own last grant: so hold and hash are kept per input,
//   held[i], held_key[i] = {output, hash}: output o's hold is i if held[i] and that output is o,
// and compared where they are, in place of a matrix and a selection of rows per output. RMHG needs the rows per output and
// bank and is not offered: policy 0 NONE, 1 HG, 3 HMHG (2 acts as HMHG).
// random: OUTPUTS words for the output arbiters (rs_random_arbiter, PICK = TREE), word o where the allocator has it.
// Timing: request to grant is combinational; state advances at the clock edge.
// State: INPUTS * (1 + OUTPUT_BITS + HASH_WIDTH), and per output COUNT_BITS (limit) and INDEX_BITS (guard). With
// constant straps unused state goes.
`default_nettype none
module rs_hold_arbiters #(
    parameter INPUTS     = 28,
    parameter OUTPUTS    = 8,
    parameter ROW_BITS   = 12,
    parameter HASH_WIDTH = 12, // largest hash_bits this instance serves
    parameter COUNT_BITS = 8,  // of hold_limit
    // derived, not to be set
    parameter INDEX_BITS  = (INPUTS > 1) ? $clog2(INPUTS) : 1,
    parameter OUTPUT_BITS = (OUTPUTS > 1) ? $clog2(OUTPUTS) : 1
) (
    input  wire                          clk,
    input  wire                          rst,
    // static straps
    input  wire [1:0]                    policy,
    input  wire [4:0]                    hash_bits,
    input  wire [COUNT_BITS-1:0]         hold_limit,
    input  wire                          wait_guard,
    // requests: input i asks for output `destination` with a packet for `row`
    input  wire [INPUTS-1:0]             valid,
    input  wire [INPUTS*OUTPUT_BITS-1:0] destination,
    input  wire [INPUTS*ROW_BITS-1:0]    row,
    input  wire [OUTPUTS-1:0]            ready,
    input  wire [OUTPUTS*INDEX_BITS-1:0]   random,
    output wire [INPUTS*OUTPUTS-1:0]     grant,     // bit i*OUTPUTS+o
    output wire [OUTPUTS-1:0]            arbitrate
);
    localparam PAIRS = INPUTS * OUTPUTS;
    localparam KEY   = OUTPUT_BITS + HASH_WIDTH;
    localparam [1:0] NONE = 2'd0, HG = 2'd1;

    generate
        if (INPUTS < 1 || OUTPUTS < 1 || ROW_BITS < 1 || HASH_WIDTH < 1 || HASH_WIDTH > 16 || HASH_WIDTH > ROW_BITS
            || COUNT_BITS < 1) begin : illegal
            rs_hold_arbiters_needs_sizes_above_0_and_hash_width_up_to_row_bits_and_16 stop ();
        end
    endgenerate

    function [HASH_WIDTH-1:0] fold;
        input [ROW_BITS-1:0] value;
        input [4:0]          bits;
        integer k;
        reg [4:0] place;
        begin
            fold  = {HASH_WIDTH{1'b0}};
            place = 5'd0;
            for (k = 0; k < ROW_BITS; k = k + 1) begin
                fold  = fold ^ ({{(HASH_WIDTH-1){1'b0}}, value[k]} << place);
                place = (place + 5'd1 >= bits) ? 5'd0 : place + 5'd1;
            end
        end
    endfunction

    // ---- per input: does the request match the last grant? -------------------------------------------
    reg  [INPUTS-1:0]     held;
    reg  [INPUTS*KEY-1:0] held_key; // {output, hash}
    wire [INPUTS-1:0]     key_matches;
    wire [INPUTS-1:0]     granted_input;
    wire [OUTPUTS-1:0]    granted;  // each output that arbitrates grants
    assign granted = arbitrate;
    wire [PAIRS-1:0]      asked;    // bit o*INPUTS+i in here
    genvar i, o;
    generate
        for (i = 0; i < INPUTS; i = i + 1) begin : in
            wire [OUTPUT_BITS-1:0] to   = destination[i*OUTPUT_BITS +: OUTPUT_BITS];
            wire [HASH_WIDTH-1:0]  hash = fold(row[i*ROW_BITS +: ROW_BITS], hash_bits);
            wire [OUTPUT_BITS-1:0] held_output;
            wire [HASH_WIDTH-1:0]  held_hash;
            wire                   output_equal, hash_equal;
            assign {held_output, held_hash} = held_key[i*KEY +: KEY];
            rs_compare #(.WIDTH(OUTPUT_BITS)) output_compare (.a(to), .b(held_output), .equal(output_equal));
            rs_compare #(.WIDTH(HASH_WIDTH)) hash_compare (.a(hash), .b(held_hash), .equal(hash_equal));
            assign key_matches[i] = held[i] && output_equal && (policy == HG || hash_equal);
            for (o = 0; o < OUTPUTS; o = o + 1) begin : out
                localparam [31:0] SELF = o;
                assign asked[o*INPUTS + i] = valid[i] && to == SELF[OUTPUT_BITS-1:0];
            end
            // The hold goes when its output grants another input.
            wire lost = {{(32-OUTPUT_BITS){1'b0}}, held_output} < OUTPUTS && granted[held_output];
            always @(posedge clk)
                if (rst)
                    held[i] <= 1'b0;
                else if (policy != NONE)
                    held[i] <= granted_input[i] || (held[i] && !lost);
            always @(posedge clk)
                if (granted_input[i])
                    held_key[i*KEY +: KEY] <= {to, hash};
        end
    endgenerate

    // ---- per output ---------------------------------------------------------------------------------
    reg  [OUTPUTS*COUNT_BITS-1:0] count; // consecutive held grants
    reg  [OUTPUTS*INDEX_BITS-1:0] visit; // the guard's input
    wire [PAIRS-1:0] wins;               // bit o*INPUTS+i
    generate
        for (o = 0; o < OUTPUTS; o = o + 1) begin : out
            localparam [31:0] FIRST = o % INPUTS;
            localparam [31:0] LAST = INPUTS - 1;
            wire [INPUTS-1:0] column = asked[o*INPUTS +: INPUTS];
            assign arbitrate[o] = ready[o] && column != {INPUTS{1'b0}};

            wire [INPUTS-1:0] holder = column & key_matches;
            wire in_limit = hold_limit == {COUNT_BITS{1'b0}} || count[o*COUNT_BITS +: COUNT_BITS] < hold_limit;
            wire keep   = in_limit && holder != {INPUTS{1'b0}};

            wire guard = wait_guard && column[visit[o*INDEX_BITS +: INDEX_BITS]];

            // Walked with the bits of a requester's number, the tree ends at that requester.
            wire [INPUTS-1:0] picked;
            /* verilator lint_off PINCONNECTEMPTY */
            rs_random_arbiter #(.N(INPUTS)) arbiter (
                .request(column), .grant(picked), .index(),
                .random(guard ? visit[o*INDEX_BITS +: INDEX_BITS] : random[o*INDEX_BITS +: INDEX_BITS]));
            /* verilator lint_on PINCONNECTEMPTY */
            assign wins[o*INPUTS +: INPUTS] = (holder & {INPUTS{ready[o] && keep}}) | (picked & {INPUTS{ready[o] && !keep}});

            wire stays = guard && keep && !key_matches[visit[o*INDEX_BITS +: INDEX_BITS]]; // the visit goes on
            always @(posedge clk)
                if (rst) begin
                    count[o*COUNT_BITS +: COUNT_BITS] <= {COUNT_BITS{1'b0}};
                    visit[o*INDEX_BITS +: INDEX_BITS] <= FIRST[INDEX_BITS-1:0];
                end else if (arbitrate[o]) begin
                    if (hold_limit != {COUNT_BITS{1'b0}})
                        count[o*COUNT_BITS +: COUNT_BITS] <= keep
                            ? count[o*COUNT_BITS +: COUNT_BITS] + {{(COUNT_BITS-1){1'b0}}, 1'b1} : {COUNT_BITS{1'b0}};
                    if (wait_guard && !stays)
                        visit[o*INDEX_BITS +: INDEX_BITS] <= visit[o*INDEX_BITS +: INDEX_BITS] == LAST[INDEX_BITS-1:0]
                            ? {INDEX_BITS{1'b0}}
                            : visit[o*INDEX_BITS +: INDEX_BITS] + {{(INDEX_BITS-1){1'b0}}, 1'b1};
                end
        end
        for (i = 0; i < INPUTS; i = i + 1) begin : result
            for (o = 0; o < OUTPUTS; o = o + 1) begin : out
                assign grant[i*OUTPUTS + o] = wins[o*INPUTS + i];
            end
            assign granted_input[i] = grant[i*OUTPUTS +: OUTPUTS] != {OUTPUTS{1'b0}};
        end
    endgenerate
endmodule
`default_nettype wire
