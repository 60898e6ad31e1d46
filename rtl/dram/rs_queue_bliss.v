// Request queue, scheduler BLISS (blacklisting memory scheduler) on FR-FCFS: out of order over all QUEUE requests.
//
// Requests of SMs that are on the blacklist (rs_bliss) come behind all others. Per bank the candidate is, of its requests,
//   the oldest row hit of those not on the blacklist; without one the oldest of those; without one the oldest row hit; else the oldest.
// So a row may be closed although row hits of listed SMs wait. `preferred` tells rs_dram_commands which banks' candidates are
// not on the blacklist: their commands go first. From its first to its last column command a request stays its bank's
// candidate, and preferred, whatever comes, is listed or cleared meanwhile.
// Two requests to one address are served in the order of acceptance if they come from one SM, which is on the list or is not.
// From two SMs they might not be: `clash` says that a request with the same address, from another SM, is queued and that it or the
// one at the port writes. That one has to wait; it must not be pushed.
// Requests stand in order of acceptance, the oldest in place 0; when one leaves, the younger close up. A bit a place says whether
// it is to its bank's open row, another whether its SM is on the blacklist; both are compared a cycle ahead: rows with the one that is
// open, or in a closed bank with its candidate's, which alone can be opened; SMs with the one that comes on the list.
// age_cap: rs_age_cap; a forced bank's candidate is its oldest request, hit or not, listed or not.
//
// Interface of all request queues: rs_queue_fifo.v; and
//   push_sm    the SM of the request at the port
//   midway     one-hot or 0: the bank of a request between its column commands
//   An entry is {write, .., column}, COLUMN_BITS for the column.
// Timing: all outputs are combinational from state, open rows and `ready`, `clash` also from push_*; a push is a candidate one
// cycle later.
`default_nettype none
module rs_queue_bliss #(
    parameter QUEUE    = 32, // requests
    parameter BANKS    = 4,
    parameter ROW_BITS = 12,
    parameter ENTRY    = 24, // bits of a request besides bank, row and SM
    parameter COLUMN_BITS = 6,
    parameter SM_BITS  = 5,
    parameter STREAK   = 4,
    parameter CLEAR    = 10000,
    parameter CAP_BITS = 0,  // bits of age_cap, 0: without
    // derived, not to be set
    parameter BANK_BITS = (BANKS > 1) ? $clog2(BANKS) : 1
) (
    input  wire                      clk,
    input  wire                      rst,
    input  wire                      push,
    input  wire [BANK_BITS-1:0]      push_bank,
    input  wire [ROW_BITS-1:0]       push_row,
    input  wire [ENTRY-1:0]          push_entry,
    input  wire [SM_BITS-1:0]        push_sm,
    output wire                      clash,
    output wire [BANKS-1:0]          room,
    input  wire [BANKS-1:0]          open,
    input  wire [BANKS*ROW_BITS-1:0] open_row,
    input  wire [BANKS-1:0]          midway,
    output wire [BANKS-1:0]          candidate,
    output wire [BANKS-1:0]          hit,
    output wire [BANKS-1:0]          preferred,
    output wire [BANKS*ROW_BITS-1:0] row,
    output wire [BANKS*ENTRY-1:0]    entry,
    input  wire [BANKS-1:0]          ready,
    output wire [BANKS-1:0]          oldest,
    input  wire [BANKS-1:0]          served,
    input  wire                      pop,
    output wire                      empty,
    input  wire [(CAP_BITS > 0 ? CAP_BITS : 1)-1:0] age_cap
);
    localparam WIDTH   = SM_BITS + BANK_BITS + ROW_BITS + ENTRY;
    localparam ADDRESS = BANK_BITS + ROW_BITS + COLUMN_BITS;

    generate
        if (QUEUE < 2 || BANKS < 1 || ENTRY < COLUMN_BITS + 1) begin : illegal
            rs_queue_bliss_needs_a_queue_of_2_banks_above_0_and_an_entry_with_write_and_column stop ();
        end
    endgenerate

    reg  [WIDTH-1:0]       place [0:QUEUE-1];
    reg  [QUEUE-1:0]       valid; // a thermometer: the first `count` places
    reg  [QUEUE-1:0]       row_hit, listed;
    wire [QUEUE-1:0]       next_hit, next_listed; // if nothing moves
    wire [BANKS*QUEUE-1:0] in_bank;
    wire [BANKS*QUEUE-1:0] from;   // per bank: its candidate and all behind it
    wire [QUEUE-1:0]       behind; // the request that leaves and all behind it
    reg  [QUEUE-1:0]       kept;   // from the request midway on
    wire [BANKS-1:0]       forced, in_turn;
    wire                   urgent;
    wire [BANKS*ROW_BITS-1:0] next_row; // per bank: the row that is open, or can be opened
    wire [QUEUE*(ROW_BITS+ENTRY)-1:0] requests; // of all places, without their banks and SMs
    wire [QUEUE*SM_BITS-1:0]  sms;
    wire [QUEUE-1:0]       same_line, same_push_sm, clashes; // as the request at the port

    assign room  = {BANKS{!valid[QUEUE-1]}};
    assign empty = !valid[0];

    // ---- blacklist --------------------------------------------------------------------------------
    wire               lists, clears, push_listed, push_lists;
    wire [SM_BITS-1:0] leaves_sm;
    rs_select #(.WIDTH(SM_BITS), .COUNT(QUEUE)) select_sm (.words(sms), .select(behind & ~(behind << 1)), .word(leaves_sm));
    rs_bliss #(.SM_BITS(SM_BITS), .STREAK(STREAK), .CLEAR(CLEAR)) bliss (
        .clk(clk), .rst(rst), .leaves(pop), .leaves_sm(leaves_sm), .lists(lists), .clears(clears), .push_sm(push_sm),
        .push_listed(push_listed));
    rs_compare #(.WIDTH(SM_BITS)) push_sm_compare (.a(push_sm), .b(leaves_sm), .equal(push_lists));
    wire next_push_listed = !clears && (push_listed || (lists && push_lists));

    // ---- places -----------------------------------------------------------------------------------
    wire push_equal;
    rs_compare #(.WIDTH(ROW_BITS)) push_compare (
        .a(push_row), .b(next_row[{{(32-BANK_BITS){1'b0}}, push_bank}*ROW_BITS +: ROW_BITS]), .equal(push_equal));
    genvar e, b;
    generate
        for (e = 0; e < QUEUE; e = e + 1) begin : each
            wire [BANK_BITS-1:0] its_bank = place[e][ENTRY+ROW_BITS +: BANK_BITS];
            wire [ROW_BITS-1:0]  its_row  = place[e][ENTRY +: ROW_BITS];
            wire [SM_BITS-1:0]   its_sm   = place[e][WIDTH-1 -: SM_BITS];
            wire [ADDRESS-1:0]   its_line = {its_bank, its_row, place[e][COLUMN_BITS-1:0]};
            wire                 its_lists;
            assign requests[e*(ROW_BITS+ENTRY) +: ROW_BITS+ENTRY] = place[e][ROW_BITS+ENTRY-1:0];
            assign sms[e*SM_BITS +: SM_BITS] = its_sm;
            rs_compare #(.WIDTH(ROW_BITS)) row_compare (
                .a(its_row), .b(next_row[{{(32-BANK_BITS){1'b0}}, its_bank}*ROW_BITS +: ROW_BITS]), .equal(next_hit[e]));
            rs_compare #(.WIDTH(SM_BITS)) sm_compare (.a(its_sm), .b(leaves_sm), .equal(its_lists));
            assign next_listed[e] = !clears && (listed[e] || (lists && its_lists));
            rs_compare #(.WIDTH(ADDRESS)) line_compare (
                .a(its_line), .b({push_bank, push_row, push_entry[COLUMN_BITS-1:0]}), .equal(same_line[e]));
            rs_compare #(.WIDTH(SM_BITS)) clash_compare (.a(its_sm), .b(push_sm), .equal(same_push_sm[e]));
            for (b = 0; b < BANKS; b = b + 1) begin : bank
                localparam [31:0] SELF = b;
                assign in_bank[b*QUEUE + e] = valid[e] && its_bank == SELF[BANK_BITS-1:0];
            end
            // Places close up behind a request that leaves; a new one goes to the first free place.
            wire last_of_left = (e == 0 || valid[e > 0 ? e-1 : 0]) && !valid[e];   // first free before pop
            wire last_after_pop = valid[e] && (e == QUEUE-1 || !valid[e < QUEUE-1 ? e+1 : e]);
            wire pushed = push && (pop ? last_after_pop : last_of_left);
            always @(posedge clk)
                if (pushed) begin
                    place[e]   <= {push_sm, push_bank, push_row, push_entry};
                    row_hit[e] <= push_equal;
                    listed[e]  <= next_push_listed;
                end else if (pop && behind[e]) begin
                    place[e]   <= place[e < QUEUE-1 ? e+1 : e];
                    row_hit[e] <= next_hit[e < QUEUE-1 ? e+1 : e];
                    listed[e]  <= next_listed[e < QUEUE-1 ? e+1 : e];
                end else begin
                    row_hit[e] <= next_hit[e];
                    listed[e]  <= next_listed[e];
                end
            assign clashes[e] = valid[e] && same_line[e] && !same_push_sm[e] && (push_entry[ENTRY-1] || place[e][ENTRY-1]);
        end
    endgenerate
    assign clash = clashes != {QUEUE{1'b0}};

    // ---- candidates -------------------------------------------------------------------------------
    generate
        for (b = 0; b < BANKS; b = b + 1) begin : pick
            wire [QUEUE-1:0] mine  = in_bank[b*QUEUE +: QUEUE];
            wire [QUEUE-1:0] hits  = mine & row_hit & {QUEUE{open[b]}};
            wire [QUEUE-1:0] clean = mine & ~listed;
            wire [QUEUE-1:0] among = forced[b] ? mine : (hits & clean) != {QUEUE{1'b0}} ? hits & clean
                                   : clean != {QUEUE{1'b0}} ? clean : hits != {QUEUE{1'b0}} ? hits : mine;
            wire [QUEUE-1:0] first; // the oldest of these and all behind it
            wire [QUEUE-1:0] after = midway[b] ? kept : first;
            wire [QUEUE-1:0] its_candidate = after & ~(after << 1);
            rs_from_first #(.WIDTH(QUEUE)) first_among (.bits(among), .from_first(first));
            rs_select #(.WIDTH(ROW_BITS + ENTRY), .COUNT(QUEUE)) select_candidate (.words(requests), .select(its_candidate),
                .word({row[b*ROW_BITS +: ROW_BITS], entry[b*ENTRY +: ENTRY]}));
            assign from[b*QUEUE +: QUEUE] = after;
            assign candidate[b] = mine != {QUEUE{1'b0}} && (!urgent || mine[0]);
            assign hit[b]       = candidate[b] && (hits & its_candidate) != {QUEUE{1'b0}};
            assign preferred[b] = midway[b] || (listed & its_candidate) == {QUEUE{1'b0}};
            assign in_turn[b]   = (mine & ~after) == {QUEUE{1'b0}};
            assign next_row[b*ROW_BITS +: ROW_BITS] = open[b] ? open_row[b*ROW_BITS +: ROW_BITS] : row[b*ROW_BITS +: ROW_BITS];
        end
    endgenerate

    wire [QUEUE-1:0] from_oldest; // from the candidate of the bank chosen in this cycle on
    rs_select #(.WIDTH(QUEUE), .COUNT(BANKS)) select_oldest (.words(from), .select(oldest), .word(from_oldest));
    always @(posedge clk)
        if (midway == {BANKS{1'b0}})
            kept <= from_oldest;

    rs_oldest_bank #(.QUEUE(QUEUE), .BANKS(BANKS)) oldest_bank (
        .from(from), .ready(ready), .served(served), .oldest(oldest), .behind(behind));

    wire             unused_calm;
    wire [BANKS-1:0] unused_alone, unused_after;
    rs_age_cap #(.BANKS(BANKS), .CAP_BITS(CAP_BITS)) cap (
        .clk(clk), .rst(rst), .age_cap(age_cap), .leaves(served & {BANKS{pop}}), .in_turn(in_turn),
        .first(behind[0]), .forced(forced), .alone(unused_alone), .alone_after(unused_after),
        .urgent(urgent), .calm(unused_calm));

    always @(posedge clk)
        if (rst)
            valid <= {QUEUE{1'b0}};
        else if (push && !pop)
            valid <= (valid << 1) | {{(QUEUE-1){1'b0}}, 1'b1};
        else if (pop && !push)
            valid <= valid >> 1;
endmodule
`default_nettype wire
