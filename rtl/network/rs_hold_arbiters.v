// Hold grant and the output arbiters in one, for inputs that ask for at most one output at a time, as behind one FIFO
// per input (THESIS 1.3.3, 4.3).
//
// Contract of a request: once shown, its destination, bank and row stay until it is granted; `valid` may pause.
// Function: in every cycle the grants of rs_hold_grant around rs_pim_allocator whose request matrix has input i's bit at
// `destination` and no other; policies, limit, guard, bound and the meaning of a blocked output are theirs.
// HOLD = 0: plain output arbiters; the straps, bank and row are ignored.
// A grant may begin a packet of several flits: its output is then `busy`, does not arbitrate, and goes on with its last winner
// whenever it is ready and that input is in `fronts`. `move` and `moved` say which flits move, of grants and of such packets.
// fronts: inputs with a flit to move; set where valid is, and elsewhere only for a packet under way.
//
// With one request per input the input arbiters have nothing to choose, every output that arbitrates grants in the
// first iteration, and a hold or a guard takes no other output's input. So an output keeps only
//   held, holder: the input granted last, until that input shows a request that is not for it again (another output or,
//   HMHG, another hash). Nobody can tell that a hold goes that early: such a request stays until it is granted, and
//   then the hold is the grant's.
// and for HMHG an input keeps last_hash, the hash of the request shown last: while a request waits that is its own, so
// what counts is the comparison in its first cycle, with the request granted before. Nothing of an input's state hangs on
// the grants, the latest signals. RMHG keeps the row last granted per output and bank, and compares the holder's with it.
// Inputs are numbered {group, place}, both one-hot: a bit is found by place, then by group; moves are the product of a
// place and a group, which are chosen from holder, guard and pick; a packet under way is the holder's, held or not. A TREE picks
// the group first (the upper levels of rs_random_arbiter's tree), then a place among those that ask in it (the lower levels, once
// for all groups).
// random: OUTPUTS words for the output arbiters (rs_random_arbiter), word o where the allocator has it.
// HOLD_FIXED: the straps as a parameter: {1'b1, wait_guard, hold_limit[7:0], hash_bits[4:0], policy[1:0]}; the inputs of these names are
// ignored then, and what this policy does not need goes away in any synthesis, also if hierarchy is kept. 0: the inputs.
// PICK = 2: the allocator inside is rs_sjf_allocator, with its random bytes and `load`; else `load` is ignored.
// Timing: request to grant is combinational; state advances at the clock edge.
// State: OUTPUTS * (1 + PLACES + GROUPS) (HOLD = 0: OUTPUTS * INDEX_BITS), INPUTS * HASH_WIDTH (HMHG), OUTPUTS * BANKS *
// ROW_BITS (RMHG), and per output COUNT_BITS (limit) and INDEX_BITS (guard). With constant straps unused state goes.
`default_nettype none
module rs_hold_arbiters #(
    parameter INPUTS     = 28,
    parameter OUTPUTS    = 8,
    parameter BANKS      = 4,  // DRAM banks behind an output
    parameter ROW_BITS   = 12,
    parameter HASH_WIDTH = 12, // largest hash_bits this instance serves
    parameter COUNT_BITS = 8,  // of hold_limit
    parameter PICK       = 0,  // 0 TREE, 1 UNIFORM (rs_random_arbiter), 2 shortest job first (rs_sjf_allocator)
    parameter LOAD_BITS  = 7,
    parameter HOLD       = 1,
    parameter [16:0] HOLD_FIXED = 17'd0,
    // derived, not to be set
    parameter BANK_BITS   = (BANKS > 1) ? $clog2(BANKS) : 1,
    parameter INDEX_BITS  = (INPUTS > 1) ? $clog2(INPUTS) : 1,
    parameter OUTPUT_BITS = (OUTPUTS > 1) ? $clog2(OUTPUTS) : 1,
    parameter WORD_BITS   = (PICK == 2) ? 8 : (PICK != 0) ? 12 : INDEX_BITS
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
    input  wire [OUTPUTS-1:0]            ready,     // can take a flit
    input  wire [OUTPUTS-1:0]            busy,      // in the middle of a packet
    input  wire [INPUTS-1:0]             fronts,
    input  wire [OUTPUTS*WORD_BITS-1:0]  random,
    input  wire [INPUTS*LOAD_BITS-1:0]   load,
    output wire [INPUTS*OUTPUTS-1:0]     grant,     // bit i*OUTPUTS+o
    output wire [OUTPUTS-1:0]            arbitrate,
    output wire [INPUTS*OUTPUTS-1:0]     moved,     // bit o*INPUTS+i, one or none of an output: whose flit moves there
    output wire [OUTPUTS-1:0]            move
);
    localparam PAIRS = INPUTS * OUTPUTS, PACKET = BANK_BITS + ROW_BITS;
    localparam PLACE_BITS = (INDEX_BITS > 2) ? 2 : 1;
    localparam PLACES = 1 << PLACE_BITS, GROUPS = (INPUTS > 1) ? (INPUTS + PLACES - 1) / PLACES : 1, SIZE = GROUPS * PLACES;
    localparam NUMBER = PLACES + GROUPS, GROUP_BITS = (GROUPS > 1) ? $clog2(GROUPS) : 1;
    localparam [31:0] PLACE_MASK = PLACES - 1;
    localparam [1:0] NONE = 2'd0, RMHG = 2'd2, HMHG = 2'd3, FIXED_POLICY = HOLD_FIXED[1:0];
    localparam [31:0] FIXED_HASH = {27'd0, HOLD_FIXED[6:2]}, FIXED_LIMIT = {24'd0, HOLD_FIXED[14:7]};
    localparam FIXED_GUARD = HOLD_FIXED[15], IS_FIXED = HOLD_FIXED[16];
    localparam [31:0] HASH = !IS_FIXED ? HASH_WIDTH : FIXED_POLICY == HMHG ? FIXED_HASH : 1;

    generate
        if (INPUTS < 1 || OUTPUTS < 1 || BANKS < 1 || ROW_BITS < 1 || HASH_WIDTH < 1 || HASH_WIDTH > 16
            || HASH_WIDTH > ROW_BITS || COUNT_BITS < 1) begin : illegal
            rs_hold_arbiters_needs_sizes_above_0_and_hash_width_up_to_row_bits_and_16 stop ();
        end
        if (HOLD_FIXED != 17'd0 && (!IS_FIXED || FIXED_LIMIT >> COUNT_BITS != 0 || (FIXED_GUARD && FIXED_LIMIT == 0)
            || (FIXED_POLICY == HMHG && (FIXED_HASH < 1 || FIXED_HASH > HASH_WIDTH)))) begin : illegal_fixed
            rs_hold_arbiters_HOLD_FIXED_needs_bit_16_a_limit_for_its_guard_and_hash_bits_up_to_HASH_WIDTH_for_HMHG stop ();
        end
    endgenerate
    wire [1:0]            kind      = IS_FIXED ? FIXED_POLICY : policy;
    wire [4:0]            hash_size = IS_FIXED ? FIXED_HASH[4:0] : hash_bits;
    wire [COUNT_BITS-1:0] limit     = IS_FIXED ? FIXED_LIMIT[COUNT_BITS-1:0] : hold_limit;
    wire                  guarded   = IS_FIXED ? FIXED_GUARD : wait_guard;

    // {group, place} of an index; the groups and places of a vector; the one-hot vector of {group, place}.
    function [NUMBER-1:0] from_index;
        input [INDEX_BITS-1:0] index;
        from_index = {{{(GROUPS-1){1'b0}}, 1'b1} << (index >> PLACE_BITS),
                      {{(PLACES-1){1'b0}}, 1'b1} << (index & PLACE_MASK[INDEX_BITS-1:0])};
    endfunction
    function [GROUPS-1:0] groups; // those with a bit set
        input [SIZE-1:0] bits;
        integer k;
        for (k = 0; k < GROUPS; k = k + 1)
            groups[k] = bits[k*PLACES +: PLACES] != {PLACES{1'b0}};
    endfunction
    function [PLACES-1:0] places; // those with a bit set in a group of the mask
        input [SIZE-1:0]   bits;
        input [GROUPS-1:0] mask;
        integer k;
        begin
            places = {PLACES{1'b0}};
            for (k = 0; k < GROUPS; k = k + 1)
                places = places | (bits[k*PLACES +: PLACES] & {PLACES{mask[k]}});
        end
    endfunction
    function [INPUTS-1:0] one_hot;
        input [NUMBER-1:0] at;
        integer k;
        /* verilator lint_off UNUSEDSIGNAL */ // places beyond the inputs
        reg [SIZE-1:0] all;
        /* verilator lint_on UNUSEDSIGNAL */
        begin
            for (k = 0; k < GROUPS; k = k + 1)
                all[k*PLACES +: PLACES] = at[PLACES-1:0] & {PLACES{at[PLACES + k]}};
            one_hot = all[INPUTS-1:0];
        end
    endfunction
    function same; // two of {group, place}
        input [NUMBER-1:0] a, b;
        same = (a[PLACES-1:0] & b[PLACES-1:0]) != {PLACES{1'b0}}
            && (a[PLACES +: GROUPS] & b[PLACES +: GROUPS]) != {GROUPS{1'b0}};
    endfunction
    function is_set; // the bit at {group, place}
        input [SIZE-1:0]          bits;
        input [NUMBER-1:0] at;
        integer k;
        begin
            is_set = 1'b0;
            for (k = 0; k < GROUPS; k = k + 1)
                is_set = is_set | (at[PLACES + k] & ((bits[k*PLACES +: PLACES] & at[PLACES-1:0]) != {PLACES{1'b0}}));
        end
    endfunction
    function [SIZE-1:0] wide; // places beyond the inputs never ask
        input [INPUTS-1:0] bits;
        begin
            wide = {SIZE{1'b0}};
            wide[INPUTS-1:0] = bits;
        end
    endfunction

    // Inputs that ask for output `self`. Grouped as a decoder that serves all outputs shares it.
    function [INPUTS-1:0] asking;
        input [INPUTS-1:0]             ask;
        input [INPUTS*OUTPUT_BITS-1:0] to;
        input [OUTPUT_BITS-1:0]        self;
        integer k;
        reg [OUTPUT_BITS-1:0] differ;
        for (k = 0; k < INPUTS; k = k + 1) begin
            differ    = to[k*OUTPUT_BITS +: OUTPUT_BITS] ^ self;
            asking[k] = (ask[k] && !differ[OUTPUT_BITS-1]) && (differ & ({OUTPUT_BITS{1'b1}} >> 1)) == {OUTPUT_BITS{1'b0}};
        end
    endfunction

    genvar i, o;
    wire [INPUTS*PACKET-1:0] packets; // {bank, row} of each input
    generate
        for (i = 0; i < INPUTS; i = i + 1) begin : packet
            assign packets[i*PACKET +: PACKET] = {bank[i*BANK_BITS +: BANK_BITS], row[i*ROW_BITS +: ROW_BITS]};
        end
    endgenerate

    // ---- per input: is the hash that of the request shown last? -----------------------------------------
    wire [INPUTS-1:0] hash_equal;
    generate
        if (HOLD != 0) begin : hashes
            reg [INPUTS*HASH-1:0] last_hash;
            for (i = 0; i < INPUTS; i = i + 1) begin : in
                wire [HASH-1:0] hash;
                rs_row_hash #(.ROW_BITS(ROW_BITS), .HASH_WIDTH(HASH)) row_hash (
                    .row(row[i*ROW_BITS +: ROW_BITS]), .bits(hash_size), .hash(hash));
                rs_compare #(.WIDTH(HASH)) hash_compare (
                    .a(hash), .b(last_hash[i*HASH +: HASH]), .equal(hash_equal[i]));
                always @(posedge clk)
                    if (valid[i])
                        last_hash[i*HASH +: HASH] <= hash;
            end
        end else begin : no_hashes
            assign hash_equal = {INPUTS{1'b0}};
            wire unused = &{1'b0, kind, hash_size, limit, guarded, packets, hash_equal};
        end
    endgenerate

    // ---- shortest job first -------------------------------------------------------------------------
    wire [PAIRS-1:0] columns;        // inputs that ask, bit o*INPUTS+i
    wire [PAIRS-1:0] shortest_first; // the picks, bit o*INPUTS+i
    function [PAIRS-1:0] by_input; // bit o*INPUTS+i to bit i*OUTPUTS+o
        input [PAIRS-1:0] by_output;
        integer k, n;
        for (k = 0; k < INPUTS; k = k + 1)
            for (n = 0; n < OUTPUTS; n = n + 1)
                by_input[k*OUTPUTS + n] = by_output[n*INPUTS + k];
    endfunction
    generate
        if (PICK == 2) begin : sjf
            wire [PAIRS-1:0] picked;
            rs_sjf_allocator #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .LOAD_BITS(LOAD_BITS)) allocator (
                .clk(clk), .rst(rst), .request(by_input(columns)), .load(load), .random(random), .pick(picked), .granted(grant));
            for (o = 0; o < OUTPUTS; o = o + 1) begin : column
                for (i = 0; i < INPUTS; i = i + 1) begin : of
                    assign shortest_first[o*INPUTS + i] = picked[i*OUTPUTS + o];
                end
            end
        end else begin : no_sjf
            assign shortest_first = {PAIRS{1'b0}};
            wire unused = &{1'b0, load, columns, shortest_first};
        end
    endgenerate

    // ---- per output ---------------------------------------------------------------------------------
    generate
        for (o = 0; o < OUTPUTS; o = o + 1) begin : out
            localparam [31:0] SELF = o, FIRST = o % INPUTS, LAST = INPUTS - 1;
            wire [INPUTS-1:0] column = asking(valid, destination, SELF[OUTPUT_BITS-1:0]);
            assign columns[o*INPUTS +: INPUTS] = column;
            wire start = ready[o] && !busy[o];
            wire goes_on; // the packet under way
            assign arbitrate[o] = start && column != {INPUTS{1'b0}};
            assign move[o]      = arbitrate[o] || goes_on;
            if (HOLD == 0) begin : plain
                wire [INPUTS-1:0] picked;
                if (PICK == 2) begin : sjf
                    assign picked = shortest_first[o*INPUTS +: INPUTS];
                end else begin : at_random
                    /* verilator lint_off PINCONNECTEMPTY */
                    rs_random_arbiter #(.N(INPUTS), .PICK(PICK)) arbiter (
                        .request(column), .random(random[o*WORD_BITS +: WORD_BITS]), .grant(picked), .index());
                    /* verilator lint_on PINCONNECTEMPTY */
                end
                reg  [INDEX_BITS-1:0] owner; // the input granted last
                wire [INDEX_BITS-1:0] winner;
                rs_encode #(.WIDTH(INPUTS)) encode_picked (.one_hot(picked), .index(winner));
                assign goes_on = busy[o] && ready[o] && fronts[owner];
                assign moved[o*INPUTS +: INPUTS] = (picked & {INPUTS{start}})
                                                 | ({{(INPUTS-1){1'b0}}, goes_on} << owner);
                always @(posedge clk)
                    if (rst)
                        owner <= {INDEX_BITS{1'b0}};
                    else if (arbitrate[o])
                        owner <= winner;
            end else begin : hold
                wire [NUMBER-1:0] pick;
                /* verilator lint_off PINCONNECTEMPTY */
                if (PICK == 0) begin : tree
                    wire [GROUPS-1:0] group;
                    wire [PLACES-1:0] place;
                    wire [PLACE_BITS+GROUP_BITS-1:0] word = {{(PLACE_BITS+GROUP_BITS-WORD_BITS){1'b0}},
                                                             random[o*WORD_BITS +: WORD_BITS]};
                    rs_random_arbiter #(.N(GROUPS)) group_arbiter (
                        .request(groups(wide(column))), .random(word[PLACE_BITS +: GROUP_BITS]), .grant(group), .index());
                    rs_random_arbiter #(.N(PLACES)) place_arbiter (
                        .request(places(wide(column), group)), .random(word[PLACE_BITS-1:0]), .grant(place), .index());
                    assign pick = {group, place};
                end else if (PICK == 2) begin : sjf
                    assign pick = {groups(wide(shortest_first[o*INPUTS +: INPUTS])),
                                   places(wide(shortest_first[o*INPUTS +: INPUTS]), {GROUPS{1'b1}})};
                end else begin : uniform
                    wire [INPUTS-1:0] picked;
                    rs_random_arbiter #(.N(INPUTS), .PICK(PICK)) arbiter (
                        .request(column), .random(random[o*WORD_BITS +: WORD_BITS]), .grant(picked), .index());
                    assign pick = {groups(wide(picked)), places(wide(picked), {GROUPS{1'b1}})};
                end
                /* verilator lint_on PINCONNECTEMPTY */
                reg                  held;
                reg [NUMBER-1:0]     holder;
                reg [COUNT_BITS-1:0] count; // consecutive held grants
                reg [INDEX_BITS-1:0] visit; // the guard's input
                wire here       = is_set(wide(fronts), holder);
                wire shown      = here && !busy[o]; // a request: while busy, flits of the packet under way
                assign goes_on  = here && busy[o] && ready[o];
                wire asks_again = is_set(wide(column & (hash_equal | {INPUTS{kind != HMHG}})), holder);

                // RMHG: the rows last granted, bank by bank. row_equal: the holder asks for its bank's.
                reg  [BANKS*ROW_BITS-1:0] last_row;
                wire [BANK_BITS-1:0]      holder_bank, new_bank;
                wire [ROW_BITS-1:0]       holder_row, new_row;
                wire                      row_equal;
                rs_select #(.WIDTH(PACKET), .COUNT(INPUTS)) select_holder (
                    .words(packets), .select(one_hot(holder)), .word({holder_bank, holder_row}));
                rs_select #(.WIDTH(PACKET), .COUNT(INPUTS)) select_new (
                    .words(packets), .select(moved[o*INPUTS +: INPUTS]), .word({new_bank, new_row}));
                rs_compare #(.WIDTH(ROW_BITS)) row_compare (
                    .a(holder_row), .b(last_row[holder_bank*ROW_BITS +: ROW_BITS]), .equal(row_equal));

                wire in_limit = limit == {COUNT_BITS{1'b0}} || count < limit;
                wire keep     = asks_again && held && start && in_limit && (kind != RMHG || row_equal);

                wire [NUMBER-1:0] visited = from_index(visit);
                wire              guard   = guarded && is_set(wide(column), visited);
                wire              stays   = guard && keep && !same(holder, visited); // the visit goes on

                wire [NUMBER-1:0] other  = guard ? visited : pick;
                wire [NUMBER-1:0] mover  = (holder & {NUMBER{keep || goes_on}}) | (other & {NUMBER{start && !keep}});
                assign moved[o*INPUTS +: INPUTS] = one_hot(mover);

                always @(posedge clk) begin
                    if (rst) begin
                        held     <= 1'b0;
                        count    <= {COUNT_BITS{1'b0}};
                        visit    <= FIRST[INDEX_BITS-1:0];
                        last_row <= {(BANKS*ROW_BITS){1'b0}};
                    end else begin
                        if (kind != NONE)
                            held <= arbitrate[o] || (held && (asks_again || !shown));
                        if (arbitrate[o]) begin
                            if (limit != {COUNT_BITS{1'b0}})
                                count <= keep ? count + {{(COUNT_BITS-1){1'b0}}, 1'b1} : {COUNT_BITS{1'b0}};
                            if (guarded && !stays)
                                visit <= visit == LAST[INDEX_BITS-1:0] ? {INDEX_BITS{1'b0}}
                                       : visit + {{(INDEX_BITS-1){1'b0}}, 1'b1};
                            if (kind == RMHG)
                                last_row[new_bank*ROW_BITS +: ROW_BITS] <= new_row;
                        end
                    end
                    if (arbitrate[o])
                        holder <= mover;
                end
            end
        end
    endgenerate

    wire [PAIRS-1:0] granted; // bit o*INPUTS+i
    generate
        for (o = 0; o < OUTPUTS; o = o + 1) begin : starting
            assign granted[o*INPUTS +: INPUTS] = moved[o*INPUTS +: INPUTS] & {INPUTS{!busy[o]}};
        end
    endgenerate
    assign grant = by_input(granted);

`ifdef RS_ASSERT // what the drivers of the inputs must keep to (rtl/README.md)
    generate
        for (i = 0; i < INPUTS; i = i + 1) begin : rules
            wire [OUTPUT_BITS-1:0] to = destination[i*OUTPUT_BITS +: OUTPUT_BITS];
            rs_stream_assert #(.WIDTH(OUTPUT_BITS + PACKET), .PAUSES(1)) request_rules (
                .clk(clk), .rst(rst), .valid(valid[i]), .ready(grant[i*OUTPUTS +: OUTPUTS] != {OUTPUTS{1'b0}}),
                .legal({{(32-OUTPUT_BITS){1'b0}}, to} < OUTPUTS), .data({to, packets[i*PACKET +: PACKET]}));
        end
    endgenerate
`endif
endmodule
`default_nettype wire
