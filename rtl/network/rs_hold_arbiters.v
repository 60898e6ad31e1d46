// Hold grant and the output arbiters in one, for inputs that ask for at most one output at a time, as behind one FIFO
// per input (THESIS 1.3.3, 4.3).
//
// Function: in every cycle and state the grants of rs_hold_grant around rs_pim_allocator whose request matrix has input
// i's bit at `destination` and no other; policies, limit, guard, bound and the meaning of a blocked output are theirs.
// With one request per input the input arbiters have nothing to choose, every output that arbitrates grants in the
// first iteration, a hold or a guard takes no other output's input, and the hold of an input is its own last grant: so
// hold and hash are kept per input,
//   held[i], held_key[i] = {output, hash}: output o's hold is i if held[i] and that output is o,
// and compared where they are, in place of a matrix and a selection of rows per output. RMHG keeps the row last granted
// per output and bank, whoever had it, and compares the holder's with it.
// random: OUTPUTS words for the output arbiters (rs_random_arbiter), word o where the allocator has it.
// Timing: request to grant is combinational; state advances at the clock edge.
// State: INPUTS * (1 + OUTPUT_BITS), INPUTS * HASH_WIDTH (HMHG), OUTPUTS * BANKS * ROW_BITS (RMHG), and per output
// COUNT_BITS (limit) and INDEX_BITS (guard). With constant straps unused state goes.
`default_nettype none
module rs_hold_arbiters #(
    parameter INPUTS     = 28,
    parameter OUTPUTS    = 8,
    parameter BANKS      = 4,  // DRAM banks behind an output
    parameter ROW_BITS   = 12,
    parameter HASH_WIDTH = 12, // largest hash_bits this instance serves
    parameter COUNT_BITS = 8,  // of hold_limit
    parameter PICK       = 0,  // 0 TREE, 1 UNIFORM (rs_random_arbiter)
    // derived, not to be set
    parameter BANK_BITS   = (BANKS > 1) ? $clog2(BANKS) : 1,
    parameter INDEX_BITS  = (INPUTS > 1) ? $clog2(INPUTS) : 1,
    parameter OUTPUT_BITS = (OUTPUTS > 1) ? $clog2(OUTPUTS) : 1,
    parameter WORD_BITS   = (PICK != 0) ? 12 : INDEX_BITS
) (
    input  wire                          clk,
    input  wire                          rst,
    // static straps
    input  wire [1:0]                    policy,
    input  wire [4:0]                    hash_bits,
    input  wire [COUNT_BITS-1:0]         hold_limit,
    input  wire                          wait_guard,
    // requests: input i asks for output `destination` (below OUTPUTS) with a packet for `row` of `bank`
    input  wire [INPUTS-1:0]             valid,
    input  wire [INPUTS*OUTPUT_BITS-1:0] destination,
    input  wire [INPUTS*BANK_BITS-1:0]   bank,
    input  wire [INPUTS*ROW_BITS-1:0]    row,
    input  wire [OUTPUTS-1:0]            ready,
    input  wire [OUTPUTS*WORD_BITS-1:0]  random,
    output wire [INPUTS*OUTPUTS-1:0]     grant,     // bit i*OUTPUTS+o
    output wire [OUTPUTS-1:0]            arbitrate
);
    localparam PAIRS = INPUTS * OUTPUTS;
    localparam KEY   = OUTPUT_BITS + HASH_WIDTH;
    localparam [1:0] NONE = 2'd0, RMHG = 2'd2, HMHG = 2'd3;

    generate
        if (INPUTS < 1 || OUTPUTS < 1 || BANKS < 1 || ROW_BITS < 1 || HASH_WIDTH < 1 || HASH_WIDTH > 16
            || HASH_WIDTH > ROW_BITS || COUNT_BITS < 1) begin : illegal
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
    reg  [INPUTS*KEY-1:0] held_key;    // {output, hash}
    wire [INPUTS-1:0]     key_matches; // for RMHG the output alone
    wire [INPUTS-1:0]     lost;        // the hold's output grants: the hold goes unless this input is granted
    wire [INPUTS-1:0]     granted;
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
            assign key_matches[i] = held[i] && output_equal && (policy != HMHG || hash_equal);
            assign lost[i] = {{(32-OUTPUT_BITS){1'b0}}, held_output} < OUTPUTS && arbitrate[held_output];
            always @(posedge clk) begin
                if (rst)
                    held[i] <= 1'b0;
                else if (policy != NONE)
                    held[i] <= granted[i] || (held[i] && !lost[i]);
                if (granted[i])
                    held_key[i*KEY +: KEY] <= {to, hash};
            end
        end
    endgenerate

    // ---- per output ---------------------------------------------------------------------------------
    function [INPUTS-1:0] asking; // inputs that ask for output `self`
        input [INPUTS-1:0]             asks;
        input [INPUTS*OUTPUT_BITS-1:0] to;
        input [OUTPUT_BITS-1:0]        self;
        integer k;
        for (k = 0; k < INPUTS; k = k + 1)
            asking[k] = asks[k] && to[k*OUTPUT_BITS +: OUTPUT_BITS] == self;
    endfunction
    function [ROW_BITS+BANK_BITS-1:0] packet; // {bank, row} of the input set
        input [INPUTS-1:0]           one;
        input [INPUTS*BANK_BITS-1:0] banks;
        input [INPUTS*ROW_BITS-1:0]  rows;
        integer k;
        begin
            packet = {(ROW_BITS+BANK_BITS){1'b0}};
            for (k = 0; k < INPUTS; k = k + 1)
                packet = packet | ({banks[k*BANK_BITS +: BANK_BITS], rows[k*ROW_BITS +: ROW_BITS]}
                                   & {(ROW_BITS+BANK_BITS){one[k]}});
        end
    endfunction

    reg  [OUTPUTS*COUNT_BITS-1:0] count; // consecutive held grants
    reg  [OUTPUTS*INDEX_BITS-1:0] visit; // the guard's input
    wire [PAIRS-1:0]              wins;  // bit o*INPUTS+i
    generate
        for (o = 0; o < OUTPUTS; o = o + 1) begin : out
            localparam [31:0] SELF = o, FIRST = o % INPUTS;
            localparam [31:0] LAST = INPUTS - 1;
            wire [INPUTS-1:0] column = asking(valid, destination, SELF[OUTPUT_BITS-1:0]);
            assign arbitrate[o] = ready[o] && column != {INPUTS{1'b0}};

            // RMHG: the rows last granted, bank by bank. row_equal: the holder asks for its bank's.
            reg  [BANKS*ROW_BITS-1:0] last_row;
            wire [INPUTS-1:0]         holder = column & key_matches;
            wire [BANK_BITS-1:0]      holder_bank, new_bank;
            wire [ROW_BITS-1:0]       holder_row, new_row;
            wire                      row_equal;
            assign {holder_bank, holder_row} = packet(holder, bank, row);
            assign {new_bank, new_row}       = packet(wins[o*INPUTS +: INPUTS], bank, row);
            rs_compare #(.WIDTH(ROW_BITS)) row_compare (
                .a(holder_row), .b(last_row[holder_bank*ROW_BITS +: ROW_BITS]), .equal(row_equal));
            always @(posedge clk)
                if (rst)
                    last_row <= {(BANKS*ROW_BITS){1'b0}};
                else if (policy == RMHG && arbitrate[o])
                    last_row[new_bank*ROW_BITS +: ROW_BITS] <= new_row;

            wire in_limit = hold_limit == {COUNT_BITS{1'b0}}
                         || count[o*COUNT_BITS +: COUNT_BITS] < hold_limit;
            wire [INPUTS-1:0] kept = holder & {INPUTS{ready[o] && in_limit && (policy != RMHG || row_equal)}};
            wire              keep = kept != {INPUTS{1'b0}};

            // The guard's input, if it asks: a tree walked with its number's bits ends there; for UNIFORM it asks alone.
            wire                  guard = wait_guard && column[visit[o*INDEX_BITS +: INDEX_BITS]];
            wire [INPUTS-1:0]     candidates, picked;
            wire [WORD_BITS-1:0]  word;
            if (PICK == 0) begin : tree
                assign candidates = column;
                assign word       = guard ? visit[o*INDEX_BITS +: INDEX_BITS] : random[o*WORD_BITS +: WORD_BITS];
            end else begin : uniform
                assign candidates = guard ? {{(INPUTS-1){1'b0}}, 1'b1} << visit[o*INDEX_BITS +: INDEX_BITS] : column;
                assign word       = random[o*WORD_BITS +: WORD_BITS];
            end
            /* verilator lint_off PINCONNECTEMPTY */
            rs_random_arbiter #(.N(INPUTS), .PICK(PICK)) arbiter (
                .request(candidates), .random(word), .grant(picked), .index());
            /* verilator lint_on PINCONNECTEMPTY */
            assign wins[o*INPUTS +: INPUTS] = kept | (picked & {INPUTS{ready[o] && !keep}});

            // Another input keeps the output: the visit goes on.
            wire stays = guard && keep && !key_matches[visit[o*INDEX_BITS +: INDEX_BITS]];
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
    endgenerate

    function [PAIRS-1:0] by_input; // bit o*INPUTS+i to bit i*OUTPUTS+o
        input [PAIRS-1:0] columns;
        integer k, n;
        for (k = 0; k < INPUTS; k = k + 1)
            for (n = 0; n < OUTPUTS; n = n + 1)
                by_input[k*OUTPUTS + n] = columns[n*INPUTS + k];
    endfunction
    function [INPUTS-1:0] any_column;
        input [PAIRS-1:0] columns;
        integer n;
        begin
            any_column = {INPUTS{1'b0}};
            for (n = 0; n < OUTPUTS; n = n + 1)
                any_column = any_column | columns[n*INPUTS +: INPUTS];
        end
    endfunction
    assign grant   = by_input(wins);
    assign granted = any_column(wins);
endmodule
`default_nettype wire
