// Requests to each row, for the most-pending scheduler (rs_queue_frfcfs): which row of a bank has most of them.
//
// The requests to one row of a bank are a group, and the oldest of them, its leader, keeps their number. A push finds the leader of its
// row, or becomes one. Only of an open row do requests leave, its leader first; the group has none then, as nobody asks for its number.
// When the bank is closed and hits are left, the first of them leads, with their number, which has been counted for the bank.
// So no number ever falls, but by a leader that leaves with its group's.
// Level. Each bank has a level that no number of its groups exceeds: the leaders whose number is the level are `top`. A group that grows
// beyond it takes it along. When the last leader that stood there has left, the level falls by one a cycle until it meets another
// one, or 1. It meets it in time: the open row has as many hits as the level was, two never leave in consecutive cycles, and before
// the last of them has left nobody asks. For the same reason the hits that get a leader again, when the bank closes before the level
// has met one, are as many as the level says, or more.
//
//   in_bank   per bank: the places with its requests; bit b*QUEUE + e for place e, oldest at 0
//   row_hit   of a bank that is open or was in the cycle before: requests to the row that is or was open
//   enters, moves  per place: takes what comes in; takes what is in the place above
//   push_equal     what may come in is for the row that its bank has open, or had in the cycle before
//   in_pushed places of the bank of what may come in
//   same      one-hot or 0: the leader of the row that may come in
//   apart     what may come in is for the row that PRE closes in this cycle, which has no other hit: it is none, and leads from now on
//   lifts     the group of `same` becomes the first of the top ones of its bank when it comes in
// Timing: top is a function of registers and in_bank; same and lifts also of what may come in, not of whether it does.
`default_nettype none
module rs_row_counts #(
    parameter QUEUE    = 32,
    parameter BANKS    = 4,
    parameter ROW_BITS = 12,
    parameter REJOIN   = 1 // 0: no bank is closed that has hits
) (
    input  wire                      clk,
    input  wire                      rst,
    input  wire [BANKS*QUEUE-1:0]    in_bank,
    input  wire [QUEUE*ROW_BITS-1:0] rows,
    input  wire [QUEUE-1:0]          row_hit,
    input  wire [QUEUE-1:0]          enters,
    input  wire [QUEUE-1:0]          moves,
    input  wire [BANKS-1:0]          open,
    input  wire [BANKS-1:0]          was_open, // in the cycle before
    input  wire [BANKS-1:0]          closes,   // one-hot or 0: the bank that PRE closes in this cycle for its candidate
    input  wire [BANKS-1:0]          leaves,   // one-hot or 0: the bank whose candidate, a hit, leaves in this cycle
    input  wire [QUEUE-1:0]          shown,    // the candidates
    input  wire [BANKS-1:0]          push_bank, // one-hot: the bank of what may come in
    input  wire [BANKS-1:0]          pushes,    // the same, 0 if nothing comes in
    input  wire [ROW_BITS-1:0]       push_row,
    input  wire                      push_equal,
    output wire [QUEUE-1:0]          top,
    output wire [QUEUE-1:0]          in_pushed,
    output wire [QUEUE-1:0]          same,
    output wire                      lifts,
    output wire                      apart
);
    localparam COUNT_BITS = $clog2(QUEUE + 1);
    localparam [COUNT_BITS-1:0] ONE = 1;
    genvar e, b;

    generate
        if (QUEUE < 2 || BANKS < 1) begin : illegal
            rs_row_counts_needs_a_queue_of_at_least_2_and_banks stop ();
        end
    endgenerate

    reg  [QUEUE-1:0]            leads;
    reg  [BANKS*COUNT_BITS-1:0] levels;
    wire [QUEUE-1:0]            equal_rows, near; // near: one request below the level of its bank
    wire [QUEUE-1:0]            from_top;    // of the bank of what comes in: the first top one and all behind it
    rs_select #(.WIDTH(QUEUE), .COUNT(BANKS)) select_pushed (.words(in_bank), .select(push_bank), .word(in_pushed));
    rs_compare #(.WIDTH(ROW_BITS), .LANES(QUEUE)) compare_rows (.a(rows), .b({QUEUE{push_row}}), .equal(equal_rows));
    rs_from_first #(.WIDTH(QUEUE)) first_top (.bits(in_pushed & top), .from_first(from_top));
    wire push    = pushes != {BANKS{1'b0}};
    wire raises  = (same & top) != {QUEUE{1'b0}};  // the level, with its number
    wire reaches = (same & near) != {QUEUE{1'b0}}; // it
    assign same  = in_pushed & leads & equal_rows;
    assign lifts = (same & (top | (near & ~from_top))) != {QUEUE{1'b0}};

    // The hits of an open bank, and what becomes of them when it is closed.
    wire [BANKS-1:0]      closed = was_open & ~open; // one-hot or 0
    wire [QUEUE-1:0]      first_left;  // the oldest hit of the bank `closed`
    wire                  any_left, push_joins;
    wire [COUNT_BITS-1:0] left_count;  // how many there are,
    wire [COUNT_BITS-1:0] joined       = push_joins ? left_count + ONE : left_count; // with the one that comes in
    wire                  stays;       // the bank that PRE closes has hits
    wire [QUEUE*COUNT_BITS-1:0] counts;
    generate
        if (REJOIN != 0) begin : rejoin
            wire [BANKS-1:0]            opened = open & ~was_open; // one-hot or 0
            wire [BANKS*COUNT_BITS-1:0] hits;                      // per open bank, from its second cycle on
            wire [BANKS-1:0]            any_hit;
            wire [QUEUE-1:0]            in_opened, in_closed;
            wire [COUNT_BITS-1:0]       opened_count;
            rs_select #(.WIDTH(QUEUE), .COUNT(BANKS)) select_opened (.words(in_bank), .select(opened), .word(in_opened));
            rs_select #(.WIDTH(COUNT_BITS), .COUNT(QUEUE)) select_opened_count (
                .words(counts), .select(in_opened & shown), .word(opened_count)); // of the leader that ACT opened it for
            for (b = 0; b < BANKS; b = b + 1) begin : bank
                reg  [COUNT_BITS-1:0] count;
                wire [COUNT_BITS-1:0] now   = opened[b] ? opened_count : count;
                wire                  comes = pushes[b] && push_equal;
                assign hits[b*COUNT_BITS +: COUNT_BITS] = count;
                assign any_hit[b] = opened[b] || count != {COUNT_BITS{1'b0}};
                always @(posedge clk)
                    count <= comes && !leaves[b] ? now + ONE : leaves[b] && !comes ? now - ONE : now;
            end
            rs_select #(.WIDTH(QUEUE), .COUNT(BANKS)) select_closed (.words(in_bank), .select(closed), .word(in_closed));
            rs_select #(.WIDTH(COUNT_BITS), .COUNT(BANKS)) select_left (.words(hits), .select(closed), .word(left_count));
            rs_lowest #(.WIDTH(QUEUE)) lowest_left (.bits(in_closed & row_hit), .lowest(first_left));
            assign any_left   = left_count != {COUNT_BITS{1'b0}};
            assign push_joins = any_left && push_equal && (pushes & closed) != {BANKS{1'b0}};
            assign stays      = (push_bank & any_hit) != {BANKS{1'b0}};
        end else begin : never
            wire unused = &{1'b0, row_hit, leaves, shown, counts};
            assign first_left = {QUEUE{1'b0}};
            assign any_left   = 1'b0;
            assign push_joins = 1'b0;
            assign left_count = ONE;
            assign stays      = 1'b0;
        end
    endgenerate

    wire [QUEUE-1:0]            leads_after = leads | first_left; // if nothing moves, and
    wire [QUEUE*COUNT_BITS-1:0] counts_after;
    wire push_leads = same == {QUEUE{1'b0}} && !push_joins && (!push_equal || apart || (push_bank & open) == {BANKS{1'b0}});
    assign apart = push_equal && (push_bank & closes) != {BANKS{1'b0}} && !stays;
    generate
        for (e = 0; e < QUEUE; e = e + 1) begin : each
            localparam ABOVE = e < QUEUE-1 ? e + 1 : e;
            reg  [COUNT_BITS-1:0] count; // of a leader
            wire [COUNT_BITS-1:0] more = count + ONE;
            wire [COUNT_BITS-1:0] own_level;
            wire [BANKS-1:0]      is_in;
            assign counts[e*COUNT_BITS +: COUNT_BITS] = count;
            for (b = 0; b < BANKS; b = b + 1) begin : bank
                assign is_in[b] = in_bank[b*QUEUE + e];
            end
            rs_select #(.WIDTH(COUNT_BITS), .COUNT(BANKS)) select_own (.words(levels), .select(is_in), .word(own_level));
            assign top[e]  = is_in != {BANKS{1'b0}} && leads[e] && count == own_level;
            assign near[e] = more == own_level;
            assign counts_after[e*COUNT_BITS +: COUNT_BITS] = first_left[e] ? joined : same[e] && push ? more : count;
            always @(posedge clk)
                if (enters[e]) begin
                    leads[e] <= push_leads;
                    count    <= ONE;
                end else begin
                    leads[e] <= moves[e] ? leads_after[ABOVE] : leads_after[e];
                    count    <= counts_after[(moves[e] ? ABOVE : e)*COUNT_BITS +: COUNT_BITS];
                end
        end
        for (b = 0; b < BANKS; b = b + 1) begin : level_of
            wire [COUNT_BITS-1:0] level = levels[b*COUNT_BITS +: COUNT_BITS];
            wire                  met   = (in_bank[b*QUEUE +: QUEUE] & top) != {QUEUE{1'b0}};
            always @(posedge clk)
                if (rst)
                    levels[b*COUNT_BITS +: COUNT_BITS] <= ONE;
                else if (closed[b] && any_left && (!met || left_count > level || (push_joins && left_count == level)))
                    levels[b*COUNT_BITS +: COUNT_BITS] <= joined;
                else if (pushes[b] && raises)
                    levels[b*COUNT_BITS +: COUNT_BITS] <= level + ONE;
                else if (!met && !(pushes[b] && reaches) && level != ONE)
                    levels[b*COUNT_BITS +: COUNT_BITS] <= level - ONE;
        end
    endgenerate
endmodule
`default_nettype wire
