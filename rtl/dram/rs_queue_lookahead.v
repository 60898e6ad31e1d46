// Request queue, banked FIFO with look-ahead: PLACES places per DRAM bank, at most QUEUE requests in all; of a bank's
// oldest WINDOW requests the oldest row hit may pass the older ones. WINDOW = 1 would be rs_queue_banked, WINDOW = PLACES
// is FR-FCFS with a share of the queue per bank.
// A window is WINDOW places in no order; what does not fit waits in rs_queue_behind, whose oldest takes the place of
// the request that leaves. So a request does not move while it is in a window.
//
// Per bank the candidate is the oldest row hit of the window, and the bank's oldest request if the window holds no
// hit. So a row with pending hits in the window is not closed.
// Each place keeps a bit for its row. A row is compared when its request comes or moves up into the window, and
// the window of a bank in the cycle after its ACT: WINDOW + 2 comparators for all banks. Until then the bits are those of
// another row, but ACT was for the oldest request, whose bit is set while the bank is closed, and an oldest hit is the
// candidate whatever the younger ones are.
// Requests to one address stay in order: they are of one row, so all of them are hits or none is, and the candidate
// is the oldest hit, or the oldest of all.
//
// Age: a bit for every pair of places of all windows, whose request is the older. A request that comes is the youngest.
// One that moves up is compared in rs_queue_order, which lists the places of all requests in order of acceptance; with
// WINDOW = PLACES none moves up, and there is no list.
// age_cap: rs_age_cap; a forced bank's candidate is its oldest request, hit or not.
//
// Interface of all request queues: rs_queue_fifo.v.
// Timing: all outputs are combinational from state, open rows and `ready`; a push is a candidate one cycle later.
`default_nettype none
module rs_queue_lookahead #(
    parameter QUEUE    = 32, // requests, a power of two
    parameter BANKS    = 4,  // a power of two
    parameter ROW_BITS = 12,
    parameter ENTRY    = 24, // bits of a request besides bank and row
    parameter PLACES   = QUEUE / BANKS, // of a bank's queue, a power of two
    parameter WINDOW   = 4,  // 2 .. PLACES
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
    output wire [BANKS-1:0]          room,
    input  wire [BANKS-1:0]          open,
    input  wire [BANKS*ROW_BITS-1:0] open_row,
    output wire [BANKS-1:0]          candidate,
    output wire [BANKS-1:0]          hit,
    output wire [BANKS*ROW_BITS-1:0] row,
    output wire [BANKS*ENTRY-1:0]    entry,
    input  wire [BANKS-1:0]          ready,
    output wire [BANKS-1:0]          oldest,
    input  wire [BANKS-1:0]          served,
    input  wire                      pop,
    output wire                      empty,
    output wire                      calm,
    input  wire [(CAP_BITS > 0 ? CAP_BITS : 1)-1:0] age_cap
);
    localparam WIDTH      = ROW_BITS + ENTRY;
    localparam ALL        = BANKS * WINDOW; // places of all windows: place k of bank b is b*WINDOW + k
    localparam COUNT_BITS = $clog2(QUEUE + 1);
    localparam SHARED     = PLACES * BANKS > QUEUE;

    generate
        if (WINDOW < 2 || WINDOW > PLACES || PLACES > QUEUE || (PLACES & (PLACES - 1)) != 0 || (QUEUE & (QUEUE - 1)) != 0
            || (BANKS & (BANKS - 1)) != 0) begin : illegal
            rs_queue_lookahead_needs_powers_of_two_and_a_window_of_2_to_the_places_of_a_bank stop ();
        end
    endgenerate

    wire [BANKS-1:0]      forced, in_turn, waiting, hits, full, oldest_of_all;
    wire                  urgent;
    wire [BANKS-1:0]      pushes, stored;   // stored: it has requests behind its window
    wire [BANKS-1:0]      leaves = served & {BANKS{pop}};
    wire [BANKS-1:0]      append = pushes & (stored | (full & ~leaves));
    wire [BANKS-1:0]      bank_room;
    wire [BANKS*WIDTH-1:0] second;          // the first behind the window
    reg  [ALL-1:0]        valid;
    reg  [ALL-1:0]        same;             // its row is what the bank has open; of the bank's oldest also: will have open next
    wire [ALL-1:0]        eldest, chosen;   // per bank: its oldest request; its candidate
    wire [ALL-1:0]        leaving, comes;   // its request leaves; it is empty or becomes so, and takes what may come
    wire [ALL-1:0]        target;           // per bank: where a request goes that comes or moves up
    wire [ALL-1:0]        moves_up, earlier; // a request moves up to it; its own was accepted before that one
    wire [ALL*ALL-1:0]    older;            // bit x*ALL + y, x < y: the request in x is older than that in y
    reg  [COUNT_BITS-1:0] count;            // requests
    reg  [BANKS-1:0]      was_open;
    wire [BANKS-1:0]      opened = open & ~was_open; // at most one: one ACT a cycle
    wire [ALL*ROW_BITS-1:0]   window_rows;
    wire [BANKS*ROW_BITS-1:0] second_rows;
    wire [WINDOW-1:0]     equal;            // of the window of the bank just opened
    wire                  push_equal, second_equal; // of the request pushed; of what moves up in the bank served

    genvar b, k, x;
    generate
        for (b = 0; b < BANKS; b = b + 1) begin : bank
            localparam [31:0] SELF = b;
            localparam BASE = b * WINDOW;
            wire [WINDOW-1:0] live = valid[BASE +: WINDOW], its_eldest = eldest[BASE +: WINDOW];
            wire [WINDOW-1:0] same_now = (opened[b] ? equal : same[BASE +: WINDOW]) | (its_eldest & {WINDOW{!open[b]}});
            wire [WINDOW-1:0] row_hit = same[BASE +: WINDOW] & live & {WINDOW{open[b]}};
            wire [WINDOW-1:0] oldest_hit;
            wire              in_order = forced[b] || row_hit == {WINDOW{1'b0}};
            wire [WINDOW-1:0] its_chosen = in_order ? its_eldest : oldest_hit;
            wire [WINDOW-1:0] lowest_free;
            wire [WINDOW-1:0] its_target = leaves[b] ? its_chosen : lowest_free;
            wire [WIDTH-1:0]  next = stored[b] ? second[b*WIDTH +: WIDTH] : {push_row, push_entry};
            wire [WINDOW*WIDTH-1:0] requests;
            rs_lowest #(.WIDTH(WINDOW)) lowest_place (.bits(~live), .lowest(lowest_free));
            assign pushes[b] = push && push_bank == SELF[BANK_BITS-1:0];
            assign chosen[BASE +: WINDOW] = its_chosen;
            assign target[BASE +: WINDOW] = its_target;
            for (k = 0; k < WINDOW; k = k + 1) begin : place
                wire [WINDOW-1:0] elders; // of the bank
                reg  [WIDTH-1:0]  request;
                for (x = 0; x < WINDOW; x = x + 1) begin : mate
                    assign elders[x] = x < k ? older[(BASE + x)*ALL + BASE + k] : x > k && !older[(BASE + k)*ALL + BASE + x];
                end
                assign eldest[BASE + k]  = live[k] && (live & elders) == {WINDOW{1'b0}};
                assign oldest_hit[k]     = row_hit[k] && (row_hit & elders) == {WINDOW{1'b0}};
                assign leaving[BASE + k] = leaves[b] && its_chosen[k];
                assign comes[BASE + k]   = leaving[BASE + k] || !live[k];
                assign requests[k*WIDTH +: WIDTH] = request;
                assign window_rows[(BASE + k)*ROW_BITS +: ROW_BITS] = request[ENTRY +: ROW_BITS];
                always @(posedge clk) begin
                    valid[BASE + k] <= !rst && (!comes[BASE + k] || (its_target[k] && (stored[b] || pushes[b])));
                    same[BASE + k]  <= !comes[BASE + k] ? same_now[k] : stored[b] ? second_equal : push_equal;
                    if (comes[BASE + k])
                        request <= next;
                end
            end
            assign full[b]    = &live;
            assign waiting[b] = live != {WINDOW{1'b0}};
            assign hits[b]    = ((forced[b] ? its_eldest : {WINDOW{1'b1}}) & row_hit) != {WINDOW{1'b0}};
            assign in_turn[b] = (its_chosen & its_eldest) != {WINDOW{1'b0}};
            rs_select #(.WIDTH(WIDTH), .COUNT(WINDOW)) select_chosen (.words(requests), .select(its_chosen),
                .word({row[b*ROW_BITS +: ROW_BITS], entry[b*ENTRY +: ENTRY]}));
            assign second_rows[b*ROW_BITS +: ROW_BITS] = second[b*WIDTH + ENTRY +: ROW_BITS];
        end
    endgenerate
    rs_queue_behind #(.QUEUE(QUEUE), .BANKS(BANKS), .PLACES(PLACES), .WINDOW(WINDOW), .WIDTH(WIDTH)) behind_windows (
        .clk(clk), .rst(rst), .full(full), .pushes(pushes), .append(append), .append_data({push_row, push_entry}),
        .leaves(leaves), .served(served), .room(bank_room), .waiting(stored), .first(second));

    // ---- rows: one bank opens in a cycle, one request comes, one moves up into a window --------------------
    always @(posedge clk)
        was_open <= open & {BANKS{!rst}};
    wire [WINDOW*ROW_BITS-1:0] opened_window;
    wire [ROW_BITS-1:0]        opened_row;
    rs_select #(.WIDTH(WINDOW * ROW_BITS), .COUNT(BANKS)) select_window (.words(window_rows), .select(opened), .word(opened_window));
    rs_select #(.WIDTH(ROW_BITS), .COUNT(BANKS)) select_opened (.words(open_row), .select(opened), .word(opened_row));
    rs_compare #(.WIDTH(ROW_BITS), .LANES(WINDOW)) row_compare (.a(opened_window), .b({WINDOW{opened_row}}), .equal(equal));
    rs_compare #(.WIDTH(ROW_BITS)) push_compare (
        .a(push_row), .b(open_row[{{(32-BANK_BITS){1'b0}}, push_bank}*ROW_BITS +: ROW_BITS]), .equal(push_equal));

    // ---- age: all pairs of places ------------------------------------------------------------------
    wire [BANKS*ALL-1:0]   younger;   // per bank: than one of its requests
    wire [ALL-1:0]         any_younger; // than a request of any bank
    rs_select #(.WIDTH(ALL), .COUNT(BANKS)) merge_younger (.words(younger), .select({BANKS{1'b1}}), .word(any_younger));
    wire [ALL-1:0]         no_elders; // no request of any bank is older
    wire [BANKS*BANKS-1:0] precedes;  // bit x*BANKS + b: the candidate of x is older than that of b
    generate
        for (x = 0; x < ALL; x = x + 1) begin : age
            localparam BANK = x / WINDOW;
            localparam [ALL-1:0] ABOVE = {ALL{1'b1}} << (x + 1);
            localparam [ALL-1:0] MATES = {{(ALL-WINDOW){1'b0}}, {WINDOW{1'b1}}} << (BANK * WINDOW); // what moves up is younger
            reg [ALL-1:0] beats;
            assign older[x*ALL +: ALL] = beats & ABOVE;
            assign moves_up[x]  = leaving[x] && stored[BANK];
            assign no_elders[x] = valid[x] && !any_younger[x] && (valid & ~beats & ABOVE) == {ALL{1'b0}};
            always @(posedge clk)
                beats <= comes[x] ? {ALL{moves_up[x]}} & ~(earlier | MATES)
                                   : (beats & ~comes) | (comes & (~moves_up | {ALL{earlier[x]}} | MATES));
        end
        for (b = 0; b < BANKS; b = b + 1) begin : head
            localparam BASE = b * WINDOW;
            // Places above the window's whose request is younger than its candidate; than one of its requests.
            wire [ALL-1:0]   behind;
            rs_select #(.WIDTH(ALL), .COUNT(WINDOW)) than_one (
                .words(older[BASE*ALL +: WINDOW*ALL]), .select(chosen[BASE +: WINDOW]), .word(behind));
            rs_select #(.WIDTH(ALL), .COUNT(WINDOW)) than_any (
                .words(older[BASE*ALL +: WINDOW*ALL]), .select(valid[BASE +: WINDOW]), .word(younger[b*ALL +: ALL]));
            wire             unused = &{1'b0, behind};
            wire [BANKS-1:0] elders;  // banks whose candidate is older
            assign precedes[b*BANKS + b] = 1'b0;
            for (x = 0; x < BANKS; x = x + 1) begin : rival
                assign elders[x] = precedes[x*BANKS + b];
                if (x > b) begin : pair
                    wire first = (behind[x*WINDOW +: WINDOW] & chosen[x*WINDOW +: WINDOW]) != {WINDOW{1'b0}};
                    assign precedes[b*BANKS + x] = first;
                    assign precedes[x*BANKS + b] = !first;
                end
            end
            assign oldest[b]        = ready[b] && (ready & elders) == {BANKS{1'b0}};
            assign oldest_of_all[b] = no_elders[BASE +: WINDOW] != {WINDOW{1'b0}};
        end
    endgenerate

    // ---- order of acceptance: what moves up is compared in it -----------------------------------------
    generate
        if (PLACES == WINDOW) begin : whole_banks
            wire unused = &{1'b0, second_rows, target};
            assign second_equal = 1'b0;
            assign earlier      = {ALL{1'b0}};
        end else begin : longer
            wire [ROW_BITS-1:0] second_row, served_row;
            wire [WINDOW-1:0]   pushed_place, leaving_place;
            rs_select #(.WIDTH(ROW_BITS), .COUNT(BANKS)) select_second (.words(second_rows), .select(served), .word(second_row));
            rs_select #(.WIDTH(ROW_BITS), .COUNT(BANKS)) select_served (.words(open_row), .select(served), .word(served_row));
            rs_select #(.WIDTH(WINDOW), .COUNT(BANKS)) select_pushed (
                .words(target), .select(pushes & ~append), .word(pushed_place));
            rs_select #(.WIDTH(WINDOW), .COUNT(BANKS)) select_leaving (.words(chosen), .select(served), .word(leaving_place));
            rs_compare #(.WIDTH(ROW_BITS)) second_compare (.a(second_row), .b(served_row), .equal(second_equal));
            rs_queue_order #(.QUEUE(QUEUE), .BANKS(BANKS), .WINDOW(WINDOW)) order_list (
                .clk(clk), .count(count), .push(push), .push_bank(push_bank),
                .push_place(pushed_place), .pop(pop), .served(served),
                .leaving_place(leaving_place), .earlier(earlier));
        end
    endgenerate

    localparam [31:0] ALL_PLACES = QUEUE;
    always @(posedge clk)
        if (rst)
            count <= {COUNT_BITS{1'b0}};
        else if (push != pop)
            count <= pop ? count - {{(COUNT_BITS-1){1'b0}}, 1'b1} : count + {{(COUNT_BITS-1){1'b0}}, 1'b1};
    // With the queue split evenly the banks' own places say it all.
    assign room      = (SHARED && count == ALL_PLACES[COUNT_BITS-1:0]) ? {BANKS{1'b0}} : bank_room;
    assign candidate = urgent ? waiting & oldest_of_all : waiting;
    assign hit       = candidate & hits;
    assign empty     = valid == {ALL{1'b0}};

    wire [BANKS-1:0] unused_alone, unused_after;
    rs_age_cap #(.BANKS(BANKS), .CAP_BITS(CAP_BITS)) cap (
        .clk(clk), .rst(rst), .age_cap(age_cap), .leaves(leaves), .in_turn(in_turn),
        .first((leaving & no_elders) != {ALL{1'b0}}), .forced(forced), .alone(unused_alone), .alone_after(unused_after),
        .urgent(urgent), .calm(calm));
endmodule
`default_nettype wire
