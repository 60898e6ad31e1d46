// Request queue, schedulers FR-FCFS and (MOST_PENDING = 1) most-pending (THESIS 1.3.2, 6.1.2): out of order over all QUEUE requests.
//
// Per bank the candidate is its oldest row hit; without a row hit its oldest request, or (MOST_PENDING) the oldest request to the row with
// most requests, of several such rows to that with the oldest request. So a row with pending hits is not closed,
// and a hit is never bypassed within its bank because its timing is not ready. Requests to one address are of one row and stay
// in order.
//
// Places. Requests stand in order of acceptance, the oldest in place 0. What leaves leaves a gap; in the next cycle those above it
// move down by one place. (Two never leave in consecutive cycles: a request takes two data cycles at least.)
// Candidates. Each bank keeps its candidate in a register, and a `mark` is at its place. It changes only when
//   - it leaves: the next is looked for among the places;
//   - a request comes in by which its row has most requests, while the candidate is no hit (MOST_PENDING: rs_row_counts);
//   - a request comes in that is a hit of the open row, while the candidate is none, or while there is no candidate;
//   - its bank is closed for refresh in spite of a hit (REFRESH): the next one is looked for before the next ACT;
//   - age_cap makes the oldest request of all urgent, which is not the candidate of its bank.
// ACT makes the candidate, the oldest of its row, a hit, and PRE closes a bank that has no hit, so its candidate stays. So one
// search a cycle serves all banks.
// Age across banks: a bit for every pair of banks, whose candidate is the older.
// Row hits: a bit a place, compared when a request enters and, for the places of a bank, in the cycle after its ACT.
// AHEAD = 1: for a bank `midway` the search is done in each cycle before its candidate leaves, and the outcome becomes the candidate
// in the cycle after that; in this cycle the bank has none. Nothing could be done with it: column commands to one bank, RD to PRE,
// and PRE to ACT must be two cycles apart at least. In a cycle in which it cannot leave (`rests`) the search is for a bank closed for refresh.
// AHEAD = 0: search and change in the cycle in which it leaves.
// age_cap: rs_age_cap; a forced bank's candidate is its oldest request, hit or not. When the oldest request of all is urgent and
// not the candidate of its bank, it is none of the hits, so its bank is closed for it while it is looked for.
//
// Interface of all request queues: rs_queue_fifo.v.
// Timing: all outputs but room are functions of registers and few gates, of open and of `ready`; a push is a candidate one
// cycle later.
`default_nettype none
module rs_queue_frfcfs #(
    parameter QUEUE    = 32, // requests
    parameter BANKS    = 4,
    parameter ROW_BITS = 12,
    parameter ENTRY    = 24, // bits of a request besides bank and row
    parameter CAP_BITS = 0,  // bits of age_cap, 0: without
    parameter AHEAD    = 0,  // 1: the search is one cycle, its outcome is used in the next
    parameter REFRESH  = 1,  // 0: no bank is closed whose candidate is a hit
    parameter MOST_PENDING = 0, // 1: without a row hit the candidate is the oldest request to the row with most requests
    // derived, not to be set
    parameter BANK_BITS = (BANKS > 1) ? $clog2(BANKS) : 1
) (
    input  wire                      clk,
    input  wire                      rst,
    input  wire                      push,
    input  wire [BANK_BITS-1:0]      push_bank,
    input  wire [ROW_BITS-1:0]       push_row,
    input  wire [ENTRY-1:0]          push_entry,
    output wire [BANKS-1:0]          room,
    input  wire [BANKS-1:0]          open,
    input  wire [BANKS*ROW_BITS-1:0] open_row,
    output wire [BANKS-1:0]          candidate,
    output wire [BANKS-1:0]          hit,
    output wire [BANKS*ROW_BITS-1:0] row,
    output wire [BANKS*ENTRY-1:0]    entry,
    input  wire [BANKS-1:0]          ready,
    output wire [BANKS-1:0]          oldest,
    input  wire [BANKS-1:0]          midway, // AHEAD 1: the bank served, from its first column command on
    input  wire                      rests,  // AHEAD 1: no request leaves in this cycle
    input  wire [BANKS-1:0]          served,
    input  wire                      pop,
    output wire                      empty,
    output wire                      calm,
    input  wire [(CAP_BITS > 0 ? CAP_BITS : 1)-1:0] age_cap
);
    localparam WIDTH  = ROW_BITS + ENTRY;

    generate
        if (QUEUE < 2 || BANKS < 1) begin : illegal
            rs_queue_frfcfs_needs_a_queue_of_at_least_2_and_banks stop ();
        end
    endgenerate

    wire [BANKS-1:0] leaves = served & {BANKS{pop}};
    wire [BANKS-1:0] alone, alone_after, unused_forced;
    wire             urgent;
    wire [BANKS-1:0] targets, pushes; // one-hot: the bank of what may come in; the same, 0 if nothing comes in
    wire             push_equal; // the row that comes in is that of its bank
    rs_compare #(.WIDTH(ROW_BITS)) push_compare (
        .a(push_row), .b(open_row[{{(32-BANK_BITS){1'b0}}, push_bank}*ROW_BITS +: ROW_BITS]), .equal(push_equal));

    // ---- places -----------------------------------------------------------------------------------
    reg  [QUEUE-1:0]        used;     // a thermometer: places up to the youngest request
    reg  [QUEUE-1:0]        moves;    // a thermometer from the gap up, 0 without: these take what is in the place above
    wire                    gap      = moves[QUEUE-1];
    wire [QUEUE-1:0]        valid    = used & ~(moves & ~(moves << 1)); // all but the gap
    reg  [QUEUE-1:0]        marks, row_hit;  // row_hit: of a bank that is open, known from its second cycle on
    wire [QUEUE*WIDTH-1:0]  requests;        // without their banks
    wire [BANKS*QUEUE-1:0]  in_bank;         // per bank: its places
    wire [QUEUE-1:0]        in_served;       // in the bank served
    wire [QUEUE-1:0]        top;             // MOST_PENDING: leaders of the rows with most requests of their bank; else all ones
    wire [QUEUE-1:0]        in_pushed;       // in the bank of what may come in
    wire [QUEUE-1:0]        same;            // one-hot or 0: the leader of the row that may come in
    wire                    apart;           // what comes in is for a row that is closed in this cycle
    wire                    lifts;           // by which it becomes the first of the top ones of its bank
    wire [QUEUE-1:0]        leaving = in_served & marks; // one-hot: the candidate served
    wire [QUEUE-1:0]        since;           // its place and all above it
    wire [QUEUE-1:0]        marked;          // marks in the next cycle, and
    wire [QUEUE-1:0]        hits_after;      // row_hit, if nothing moves
    wire                    push_marked;     // what comes in will be its bank's candidate
    wire [QUEUE-1:0]        enters;          // one-hot or 0: the place that takes what comes in
    wire [$clog2(QUEUE)-1:0] leaving_index;
    rs_encode #(.WIDTH(QUEUE)) encode_leaving (.one_hot(leaving), .index(leaving_index));
    assign since = {QUEUE{1'b1}} << leaving_index;
    assign room  = {BANKS{gap || !used[QUEUE-1]}};
    assign empty = valid == {QUEUE{1'b0}};
    always @(posedge clk) begin
        if (rst)
            used <= {QUEUE{1'b0}};
        else if (push && !gap)
            used <= (used << 1) | {{(QUEUE-1){1'b0}}, 1'b1};
        else if (gap && !push)
            used <= used >> 1;
    end

    wire [BANKS-1:0] opened; // in the cycle before
    wire [ROW_BITS-1:0] opened_row;
    wire [QUEUE-1:0] equal_opened;
    wire [QUEUE*ROW_BITS-1:0] rows;
    reg  [BANKS-1:0] was_open;
    always @(posedge clk)
        was_open <= open & {BANKS{!rst}};
    assign opened = open & ~was_open;
    rs_select #(.WIDTH(QUEUE), .COUNT(BANKS)) select_served (.words(in_bank), .select(served), .word(in_served));
    rs_select #(.WIDTH(ROW_BITS), .COUNT(BANKS)) select_opened (.words(open_row), .select(opened), .word(opened_row));
    rs_compare #(.WIDTH(ROW_BITS), .LANES(QUEUE)) compare_opened (.a(rows), .b({QUEUE{opened_row}}), .equal(equal_opened));

    genvar e, b, i;
    generate
        for (e = 0; e < QUEUE; e = e + 1) begin : each
            localparam ABOVE = e < QUEUE-1 ? e + 1 : e;
            reg  [BANK_BITS-1:0] its_bank;
            reg  [WIDTH-1:0]     request;
            wire [BANKS-1:0]     is_in;
            wire                 of_opened = (is_in & opened) != {BANKS{1'b0}};
            assign requests[e*WIDTH +: WIDTH]   = request;
            assign rows[e*ROW_BITS +: ROW_BITS] = request[ENTRY +: ROW_BITS];
            assign hits_after[e] = of_opened ? equal_opened[e] : row_hit[e];
            for (b = 0; b < BANKS; b = b + 1) begin : bank
                localparam [31:0] SELF = b;
                assign is_in[b] = its_bank == SELF[BANK_BITS-1:0];
                assign in_bank[b*QUEUE + e] = valid[e] && is_in[b];
            end
            // The first place free when those above the gap have moved.
            assign enters[e] = push && (gap ? used[e] && (e == QUEUE-1 || !used[ABOVE]) : !used[e] && (e == 0 || used[e > 0 ? e-1 : 0]));
            always @(posedge clk) begin
                if (enters[e]) begin
                    its_bank   <= push_bank;
                    request    <= {push_row, push_entry};
                    row_hit[e] <= push_equal && !apart;
                    marks[e]   <= push_marked;
                end else if (moves[e]) begin
                    its_bank   <= each[ABOVE].its_bank;
                    request    <= each[ABOVE].request;
                    row_hit[e] <= hits_after[ABOVE];
                    marks[e]   <= marked[ABOVE];
                end else begin
                    row_hit[e] <= hits_after[e];
                    marks[e]   <= marked[e];
                end
                moves[e] <= !rst && pop && since[e];
            end
        end
    endgenerate

    // ---- the search: whose next candidate is looked for, and which it is ------------------------------------
    wire [BANKS-1:0]  seeks;      // one-hot or 0: the bank that
    wire [BANKS-1:0]  seeks_next; // is served and needs another one,
    wire [BANKS-1:0]  wants;      // has the oldest request of all, which is urgent and not its candidate,
    wire [BANKS-1:0]  to_fetch;   // the same while none is midway (AHEAD),
    wire [BANKS-1:0]  was_closed; // was closed for refresh
    wire [BANKS-1:0]  kept_oldest; // banks whose candidate stays the oldest request (MOST_PENDING; else what there is without a hit)
    wire [QUEUE-1:0]  in_seeks;   // places in it
    wire [QUEUE-1:0]  goes;       // of these the one that leaves
    wire [QUEUE-1:0]  mine        = in_seeks & ~goes;
    wire              its_forced  = (seeks & (seeks_next != {BANKS{1'b0}} ? alone_after : kept_oldest)) != {BANKS{1'b0}};
    wire [QUEUE-1:0]  its_hits    = (seeks & open) != {BANKS{1'b0}} ? mine & (AHEAD != 0 ? row_hit : hits_after) : {QUEUE{1'b0}};
    wire              any_hit     = its_hits != {QUEUE{1'b0}};
    wire              any         = mine != {QUEUE{1'b0}};
    wire [QUEUE-1:0]  next;       // one-hot or 0
    wire              push_hits   = push_equal && (pushes & open) != {BANKS{1'b0}};
    wire              next_hit    = CAP_BITS > 0 ? (next & its_hits) != {QUEUE{1'b0}} : any_hit;
    assign seeks = seeks_next != {BANKS{1'b0}} ? seeks_next : to_fetch | was_closed;
    rs_select #(.WIDTH(QUEUE), .COUNT(BANKS)) select_seeks (.words(in_bank), .select(seeks), .word(in_seeks));
    wire [QUEUE-1:0]  without_hit = its_forced ? mine : mine & top; // its oldest is the next candidate if no hit is
    wire [QUEUE-1:0]  oldest_other, oldest_hit;
    rs_lowest #(.WIDTH(QUEUE)) lowest_of_others (.bits(without_hit), .lowest(oldest_other));
    rs_lowest #(.WIDTH(QUEUE)) lowest_of_hits (.bits(its_hits), .lowest(oldest_hit));
    assign next = its_forced || !any_hit ? oldest_other : oldest_hit;

    // What was found: in this cycle, or (AHEAD) in the one before.
    wire [BANKS-1:0]  turn;        // one-hot or 0: the bank whose candidate it becomes
    wire [QUEUE-1:0]  found;       // its place, 0 without
    wire              found_any, found_hit, found_forced;
    wire [WIDTH-1:0]  found_request;
    wire [QUEUE-1:0]  behind;      // its place and all behind it
    wire [BANKS-1:0]  takes_push   = turn & pushes & {BANKS{!found_any || (push_hits && !found_hit && !found_forced)}};
    wire [$clog2(QUEUE)-1:0] found_index;
    rs_encode #(.WIDTH(QUEUE)) encode_found (.one_hot(found), .index(found_index));
    assign behind = {QUEUE{1'b1}} << found_index;
    rs_select #(.WIDTH(WIDTH), .COUNT(QUEUE)) select_found (.words(requests), .select(found), .word(found_request));

    // ---- candidates -------------------------------------------------------------------------------
    reg  [BANKS-1:0]       waiting, same_row; // per bank: has a candidate; its row is what the bank has open, or will have open next
    wire [BANKS-1:0]       blocked;           // no request may pass its candidate
    wire [BANKS-1:0]       first_in    = pushes & ~waiting & ~turn;
    wire [BANKS-1:0]       replaces    = push_equal ? pushes & waiting & open & ~same_row & ~oldest & ~blocked & ~turn : {BANKS{1'b0}};
    wire [BANKS-1:0]       from_push   = first_in | replaces | takes_push;
    wire [BANKS-1:0]       lifted;            // one-hot or 0: the leader of the row that comes in becomes its candidate (MOST_PENDING)
    wire                   lift;              // there is one
    wire [BANKS-1:0]       from_places = turn & ~takes_push & ~lifted;
    wire [ENTRY-1:0]       same_entry;        // of `same`
    wire [BANKS-1:0]       lifts_younger;     // `same` is younger than its candidate
    wire                   lifts_found;       // `same` is older than the one that was found
    wire                   fetching, first_hit;
    wire [BANKS-1:0]       fetched;           // banks whose search is over, with AHEAD
    wire [BANKS-1:0]       older;             // its candidate is older than the one that was found
    wire [BANKS*BANKS-1:0] precedes;          // bit i*BANKS + k: the candidate of i is older than that of k
    wire [BANKS-1:0]       is_first;          // the oldest request of all is in this bank
    wire [QUEUE-1:0]       cleared;           // marks of places whose bank gets another candidate
    assign push_marked = from_push != {BANKS{1'b0}};
    wire [QUEUE-1:0] marked_else = (marks & ~cleared) | (takes_push == {BANKS{1'b0}} ? found : {QUEUE{1'b0}}); // without lift
    assign marked      = lift ? (marked_else & ~in_pushed) | same : marked_else;
    rs_select #(.WIDTH(QUEUE), .COUNT(BANKS)) select_cleared (.words(in_bank), .select(turn | replaces), .word(cleared));
    generate
        for (b = 0; b < BANKS; b = b + 1) begin : bank
            localparam [31:0] SELF = b;
            reg  [WIDTH-1:0] request;
            wire [BANKS-1:0] elders; // banks whose candidate is older
            assign targets[b] = push_bank == SELF[BANK_BITS-1:0];
            assign pushes[b]  = push && targets[b];
            assign {row[b*ROW_BITS +: ROW_BITS], entry[b*ENTRY +: ENTRY]} = fetching && is_first[b] ? requests[0 +: WIDTH] : request;
            always @(posedge clk) begin
                waiting[b] <= !rst && (turn[b] ? found_any || pushes[b] : (waiting[b] || pushes[b]) && !leaves[b]);
                if (from_push[b])
                    request <= {push_row, push_entry};
                else if (lifted[b])
                    request <= {push_row, same_entry};
                else if (from_places[b])
                    request <= found_request;
                same_row[b] <= !open[b] || (from_push[b] ? push_equal : !lifted[b] && (from_places[b] ? found_hit : same_row[b]));
            end
            assign older[b] = (in_bank[b*QUEUE +: QUEUE] & marks & ~behind) != {QUEUE{1'b0}};
            assign precedes[b*BANKS + b] = 1'b0;
            for (i = 0; i < BANKS; i = i + 1) begin : other
                assign elders[i] = precedes[i*BANKS + b];
                if (i < b) begin : pair
                    reg first; // the candidate of i is older than that of b
                    assign precedes[i*BANKS + b] = first;
                    assign precedes[b*BANKS + i] = !first;
                    always @(posedge clk)
                        first <= from_push[b] || (!from_push[i] && (lifted[b] ? (from_places[i] ? !lifts_found : lifts_younger[i])
                            : lifted[i] ? (from_places[b] ? lifts_found : !lifts_younger[b])
                            : from_places[b] ? older[i] : from_places[i] ? !older[b] : first));
                end
            end
            assign oldest[b] = ready[b] && (ready & elders) == {BANKS{1'b0}};
        end
    endgenerate

    // ---- whose turn it is -------------------------------------------------------------------------
    generate
        if (AHEAD != 0) begin : ahead
            reg [BANKS-1:0] left, others;
            reg [QUEUE-1:0] place;
            reg             is_any, is_hit, is_forced;
            wire            push_found = (seeks & pushes) != {BANKS{1'b0}} && (!any || (push_hits && !any_hit && !its_forced));
            wire            lift_found = (seeks & pushes) != {BANKS{1'b0}} && lifts && !any_hit && !its_forced;
            assign seeks_next = rests ? {BANKS{1'b0}} : midway;
            assign fetched    = MOST_PENDING != 0 ? others : {BANKS{1'b0}};
            assign goes       = marks & {QUEUE{seeks_next != {BANKS{1'b0}}}};
            for (e = 0; e < QUEUE; e = e + 1) begin : of
                always @(posedge clk)
                    place[e] <= push_found ? enters[e] : lift_found ? same[e] : next[e];
            end
            always @(posedge clk) begin
                left      <= leaves & {BANKS{!rst}};
                others    <= seeks & {BANKS{!rst && seeks_next == {BANKS{1'b0}}}};
                is_any    <= any || (seeks & pushes) != {BANKS{1'b0}};
                is_hit    <= push_found ? push_hits : next_hit;
                is_forced <= its_forced;
            end
            assign turn         = left | others;
            assign found        = turn != {BANKS{1'b0}} ? place : {QUEUE{1'b0}};
            assign found_any    = is_any;
            assign found_hit    = fetching && place[0] ? first_hit : is_hit;
            assign found_forced = is_forced;
        end else begin : at_once
            wire unused = &{1'b0, midway, rests};
            assign fetched      = {BANKS{1'b0}};
            assign seeks_next   = leaves;
            assign goes         = pop ? leaving : {QUEUE{1'b0}};
            assign turn         = seeks;
            assign found        = next;
            assign found_any    = any;
            assign found_hit    = next_hit;
            assign found_forced = its_forced;
        end
        if (REFRESH != 0) begin : refreshed
            reg  [BANKS-1:0] closed;
            wire [BANKS-1:0] one_closed;
            rs_lowest #(.WIDTH(BANKS)) lowest_closed (.bits(closed), .lowest(one_closed));
            assign was_closed = (AHEAD == 0 || !gap) && seeks_next == {BANKS{1'b0}} && wants == {BANKS{1'b0}} ? one_closed : {BANKS{1'b0}};
            always @(posedge clk)
                closed <= ((closed & ~was_closed) | (was_open & ~open & waiting & same_row & ~turn)) & {BANKS{!rst}};
        end else begin : never
            assign was_closed = {BANKS{1'b0}};
            wire unused = &{1'b0, wants};
        end
    endgenerate

    // ---- most-pending -----------------------------------------------------------------------------
    // Without a row hit the candidate is the first of the `top` leaders of its bank, and a push can only make the leader of its row the
    // first. That bank's candidate is then none that ACT opens in this cycle.
    // fetching: the oldest request of all is urgent and not the candidate, which need not be a hit here: the bank may be closed, and
    // ACT may open it for the oldest at once. So its request is shown while it is looked for; first_hit: its row is open.
    generate
        if (MOST_PENDING != 0) begin : most_pending
            wire [BANKS-1:0]       opens = oldest & ~open;
            wire [QUEUE-1:0]       shown = fetching ? {{(QUEUE-1){1'b0}}, 1'b1} : marks;
            wire [QUEUE*ENTRY-1:0] entries;
            wire [BANKS-1:0]       liftable; // it has a candidate, or will have one that was found, that a leader may replace
            rs_row_counts #(.QUEUE(QUEUE), .BANKS(BANKS), .ROW_BITS(ROW_BITS),
                            .REJOIN(REFRESH != 0 || CAP_BITS > 0 ? 1 : 0)) row_counts (
                .clk(clk), .rst(rst), .in_bank(in_bank), .rows(rows), .row_hit(row_hit), .enters(enters), .moves(moves), .open(open),
                .was_open(was_open), .closes(oldest & open & ~hit), .leaves(leaves), .shown(shown),
                .push_bank(targets), .pushes(pushes),
                .push_row(push_row), .push_equal(push_equal), .top(top), .in_pushed(in_pushed), .same(same), .lifts(lifts), .apart(apart));
            rs_select #(.WIDTH(ENTRY), .COUNT(QUEUE)) select_same (.words(entries), .select(same), .word(same_entry));
            for (e = 0; e < QUEUE; e = e + 1) begin : of
                assign entries[e*ENTRY +: ENTRY] = each[e].request[ENTRY-1:0];
            end
            for (b = 0; b < BANKS; b = b + 1) begin : leader
                wire [QUEUE-1:0] since_mark;
                rs_from_first #(.WIDTH(QUEUE)) from_mark (.bits(in_bank[b*QUEUE +: QUEUE] & marks), .from_first(since_mark));
                assign lifts_younger[b] = (same & since_mark) != {QUEUE{1'b0}};
                assign lifted[b]   = lift && targets[b];
                assign liftable[b] = turn[b] ? found_any && !found_hit && !found_forced
                    : waiting[b] && !blocked[b] && (!open[b] || !same_row[b]);
            end
            assign lift        = lifts && push && (targets & liftable) != {BANKS{1'b0}} && (targets & opens) == {BANKS{1'b0}};
            assign lifts_found = (same & ~behind) != {QUEUE{1'b0}};
            assign kept_oldest = alone | (is_first & {BANKS{urgent}});
            assign fetching    = CAP_BITS > 0 && urgent && !marks[0];
            if (CAP_BITS > 0) begin : cap
                reg first_opened; // by ACT, in the cycle before
                always @(posedge clk)
                    first_opened <= fetching && (opens & is_first) != {BANKS{1'b0}};
                assign first_hit = first_opened || (row_hit[0] && (is_first & open & was_open) != {BANKS{1'b0}});
            end else begin : no_cap
                assign first_hit = 1'b0;
            end
        end else begin : oldest_row
            assign top           = {QUEUE{1'b1}};
            assign same          = {QUEUE{1'b0}};
            assign lifts         = 1'b0;
            assign apart         = 1'b0;
            assign same_entry    = {ENTRY{1'b0}};
            assign lifts_younger = {BANKS{1'b0}};
            assign lifted        = {BANKS{1'b0}};
            assign lift          = 1'b0;
            assign in_pushed     = {QUEUE{1'b0}};
            assign lifts_found   = 1'b0;
            assign kept_oldest   = to_fetch;
            assign fetching      = 1'b0;
            assign first_hit     = 1'b0;
        end
    endgenerate

    wire unused_most_pending = &{1'b0, lifts, first_hit, fetched}; // looked at with AHEAD or with the cap only

    // ---- age cap ----------------------------------------------------------------------------------
    wire in_turn, first; // what leaves is the oldest of its bank, of all
    generate
        if (CAP_BITS > 0) begin : capped
            for (b = 0; b < BANKS; b = b + 1) begin : of
                assign is_first[b] = in_bank[b*QUEUE]; // while urgent
            end
            assign in_turn   = (in_served & ~since) == {QUEUE{1'b0}};
            assign first     = leaving[0];
            assign wants     = is_first & {BANKS{urgent && !marks[0] && fetched == {BANKS{1'b0}}}};
            assign to_fetch  = wants & {BANKS{AHEAD == 0 || midway == {BANKS{1'b0}}}};
            assign candidate = waiting & (is_first | {BANKS{!urgent}});
            assign hit       = candidate & open & (fetching ? {BANKS{first_hit}} : same_row & {BANKS{!urgent || marks[0]}});
            assign blocked   = alone | (is_first & {BANKS{urgent}});
        end else begin : uncapped
            assign is_first  = {BANKS{1'b0}};
            assign in_turn   = 1'b0;
            assign first     = 1'b0;
            assign wants     = {BANKS{1'b0}};
            assign to_fetch  = {BANKS{1'b0}};
            assign candidate = waiting;
            assign hit       = candidate & open & same_row;
            assign blocked   = {BANKS{1'b0}};
            wire unused = &{1'b0, is_first, alone, alone_after, urgent};
        end
    endgenerate
    rs_age_cap #(.BANKS(BANKS), .CAP_BITS(CAP_BITS)) cap (
        .clk(clk), .rst(rst), .age_cap(age_cap), .leaves(leaves), .in_turn({BANKS{in_turn}}),
        .first(first), .forced(unused_forced), .alone(alone), .alone_after(alone_after), .urgent(urgent), .calm(calm));
endmodule
`default_nettype wire
