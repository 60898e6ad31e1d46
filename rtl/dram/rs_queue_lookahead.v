// Request queue, banked FIFO with look-ahead: PLACES places per DRAM bank, at most QUEUE requests in all; of a bank's
// oldest WINDOW requests the oldest row hit may pass the older ones. WINDOW = 1 would be rs_queue_banked, WINDOW = PLACES
// is FR-FCFS with a share of the queue per bank.
// PLACES = QUEUE / BANKS: all places of a bank in registers of its own. More: only its window; the younger ones wait in
// rs_queue_store, which the banks share, and the oldest of them moves up when one leaves.
//
// Per bank the candidate is the oldest row hit of the window, and the bank's oldest request if the window holds no
// hit. So a row with pending hits in the window is not closed.
// Each place of a window keeps a bit for its row. A row is compared when its request comes or moves up into the window, and
// the window of a bank in the cycle after its ACT: WINDOW + 2 comparators for all banks. Until then the bits are those of
// another row, but ACT was for the oldest request, whose bit is set while the bank is closed, and an oldest hit is the
// candidate whatever the younger ones are.
// Requests to one address stay in order: they are of one row, so all of them are hits or none is, and the candidate
// is the oldest hit, or the oldest of all.
//
// Age across banks: `order` lists {bank, position in its queue} of every request in order of acceptance, oldest
// first, and closes up when a request leaves; the positions of the younger ones of its bank fall by one.
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
    input  wire [(CAP_BITS > 0 ? CAP_BITS : 1)-1:0] age_cap
);
    localparam SHARED        = PLACES * BANKS > QUEUE;
    localparam STORE         = SHARED ? QUEUE - QUEUE / PLACES * WINDOW : 0; // places; QUEUE / PLACES banks can be full
    localparam DEPTH         = STORE > 0 ? WINDOW : PLACES;                  // places of a bank's own
    localparam POSITION_BITS = (PLACES > 1) ? $clog2(PLACES) : 1;
    localparam NAME          = BANK_BITS + POSITION_BITS;
    localparam WIDTH         = ROW_BITS + ENTRY;

    generate
        if (WINDOW < 2 || WINDOW > PLACES || PLACES > QUEUE || (PLACES & (PLACES - 1)) != 0 || (QUEUE & (QUEUE - 1)) != 0
            || (BANKS & (BANKS - 1)) != 0) begin : illegal
            rs_queue_lookahead_needs_powers_of_two_and_a_window_of_2_to_the_places_of_a_bank stop ();
        end
    endgenerate

    wire [BANKS-1:0]               forced, in_turn, waiting, hits;
    wire                           urgent;
    wire [BANKS*WINDOW-1:0]        position;   // of the candidate in its queue, one-hot
    reg  [BANKS-1:0]               was_open;
    wire [BANKS-1:0]               opened = open & ~was_open; // at most one: one ACT a cycle
    wire [BANKS*WINDOW*ROW_BITS-1:0] window_rows;
    wire [BANKS*ROW_BITS-1:0]      next_rows;  // of the first behind each window
    wire [WINDOW-1:0]              equal;      // of the window of the bank just opened
    wire                           push_equal, next_equal; // of the request pushed; of what moves up in the bank served
    wire [BANKS*POSITION_BITS-1:0] free;       // where a push goes, after this cycle's pop
    wire [BANKS-1:0]               leaves = served & {BANKS{pop}};
    wire [BANKS-1:0]               to_store, stored; // pushed behind a window; has requests there
    wire [WIDTH-1:0]               next;             // of the bank that leaves, behind its window

    genvar b, k;
    generate
        for (b = 0; b < BANKS; b = b + 1) begin : bank
            localparam [31:0] SELF = b;
            reg  [DEPTH-1:0]         valid; // a thermometer: the first places, oldest at 0
            reg  [POSITION_BITS:0]   level;
            wire [DEPTH*WIDTH-1:0]   places;
            reg  [WINDOW-1:0]        same;  // its row is what the bank has open; of the oldest also: will have open next
            wire [WINDOW-1:0]        same_now = (opened[b] ? equal : same) | {{(WINDOW-1){1'b0}}, !open[b]};
            wire [WINDOW-1:0]        row_hit = same & valid[WINDOW-1:0] & {WINDOW{open[b]}};
            wire                     in_order = forced[b] || row_hit == {WINDOW{1'b0}};
            wire [WINDOW-1:0]        one = in_order ? {{(WINDOW-1){1'b0}}, 1'b1} : row_hit & (~row_hit + {{(WINDOW-1){1'b0}}, 1'b1});
            wire [DEPTH-1:0]         behind = thermometer(one);
            wire                     push_here = push && push_bank == SELF[BANK_BITS-1:0];
            wire [POSITION_BITS:0]   left = leaves[b] ? level - {{POSITION_BITS{1'b0}}, 1'b1} : level;

            function [DEPTH-1:0] thermometer; // from the set bit up
                input [WINDOW-1:0] from;
                integer n;
                begin
                    thermometer = {DEPTH{1'b1}};
                    for (n = 0; n < WINDOW; n = n + 1)
                        thermometer[n] = (n > 0 && thermometer[n > 0 ? n-1 : 0]) || from[n];
                end
            endfunction
            function [WIDTH-1:0] chosen;
                input [DEPTH*WIDTH-1:0] all;
                input [WINDOW-1:0]      select;
                integer n;
                begin
                    chosen = {WIDTH{1'b0}};
                    for (n = 0; n < WINDOW; n = n + 1)
                        chosen = chosen | (all[n*WIDTH +: WIDTH] & {WIDTH{select[n]}});
                end
            endfunction
            for (k = 0; k < WINDOW; k = k + 1) begin : compared
                assign window_rows[(b*WINDOW + k)*ROW_BITS +: ROW_BITS] = places[k*WIDTH + ENTRY +: ROW_BITS];
            end
            for (k = 0; k < DEPTH; k = k + 1) begin : place
                wire younger = k < DEPTH-1 ? valid[k < DEPTH-1 ? k+1 : k] : stored[b]; // behind it, in the bank
                wire first_free     = !valid[k] && (k == 0 || valid[k > 0 ? k-1 : 0]);
                wire free_after_pop = valid[k] && !younger;
                wire pushed         = push_here && (leaves[b] ? free_after_pop : first_free);
                reg [WIDTH-1:0] request;
                assign places[k*WIDTH +: WIDTH] = request;
                always @(posedge clk)
                    if (pushed)
                        request <= {push_row, push_entry};
                    else if (leaves[b] && behind[k])
                        request <= k < DEPTH-1 ? places[(k < DEPTH-1 ? k+1 : k)*WIDTH +: WIDTH] : next;
                if (k < WINDOW) begin : in_window
                    always @(posedge clk)
                        if (pushed)
                            same[k] <= push_equal;
                        else if (leaves[b] && behind[k])
                            same[k] <= k < WINDOW-1 ? same_now[k < WINDOW-1 ? k+1 : k] : next_equal;
                        else
                            same[k] <= same_now[k];
                end
            end
            always @(posedge clk)
                if (rst) begin
                    valid <= {DEPTH{1'b0}};
                    level <= {(POSITION_BITS+1){1'b0}};
                end else begin
                    if (push_here && !leaves[b])
                        valid <= (valid << 1) | {{(DEPTH-1){1'b0}}, 1'b1};
                    else if (leaves[b] && !push_here && !stored[b])
                        valid <= valid >> 1;
                    level <= left + {{POSITION_BITS{1'b0}}, push_here};
                end
            assign to_store[b] = push_here && (stored[b] || (valid[DEPTH-1] && !leaves[b]));
            assign room[b]    = !level[POSITION_BITS] && !(SHARED && listed[QUEUE-1]);
            assign waiting[b] = valid[0];
            assign hits[b]    = forced[b] ? row_hit[0] : row_hit != {WINDOW{1'b0}};
            assign in_turn[b] = one[0];
            assign {row[b*ROW_BITS +: ROW_BITS], entry[b*ENTRY +: ENTRY]} = chosen(places, one);
            assign position[b*WINDOW +: WINDOW] = one;
            assign next_rows[b*ROW_BITS +: ROW_BITS] = DEPTH > WINDOW ? places[(DEPTH > WINDOW ? WINDOW : 0)*WIDTH + ENTRY +: ROW_BITS]
                                                                      : next[ENTRY +: ROW_BITS];
            assign free[b*POSITION_BITS +: POSITION_BITS] = left[POSITION_BITS-1:0];
        end
        if (STORE == 0) begin : no_store
            wire unused = &{1'b0, to_store};
            assign stored = {BANKS{1'b0}};
            assign next   = {WIDTH{1'b0}};
        end else begin : store
            rs_queue_store #(.PLACES(STORE), .BANKS(BANKS), .WIDTH(WIDTH)) behind_windows (
                .clk(clk), .rst(rst), .append(to_store), .append_data({push_row, push_entry}),
                .served(served), .remove(leaves & stored), .first(next), .waiting(stored));
        end
    endgenerate

    // ---- rows: one bank opens in a cycle, one request comes, one moves up into a window --------------------
    function [ROW_BITS-1:0] row_of;
        input [BANKS*ROW_BITS-1:0] rows;
        input [BANKS-1:0]          one;
        integer n;
        begin
            row_of = {ROW_BITS{1'b0}};
            for (n = 0; n < BANKS; n = n + 1)
                row_of = row_of | (rows[n*ROW_BITS +: ROW_BITS] & {ROW_BITS{one[n]}});
        end
    endfunction
    function [WINDOW*ROW_BITS-1:0] window_of;
        input [BANKS*WINDOW*ROW_BITS-1:0] rows;
        input [BANKS-1:0]                 one;
        integer n;
        begin
            window_of = {(WINDOW*ROW_BITS){1'b0}};
            for (n = 0; n < BANKS; n = n + 1)
                window_of = window_of | (rows[n*WINDOW*ROW_BITS +: WINDOW*ROW_BITS] & {(WINDOW*ROW_BITS){one[n]}});
        end
    endfunction
    always @(posedge clk)
        was_open <= open & {BANKS{!rst}};
    wire [WINDOW*ROW_BITS-1:0] opened_window = window_of(window_rows, opened);
    wire [ROW_BITS-1:0]        opened_row = row_of(open_row, opened);
    rs_compare #(.WIDTH(ROW_BITS), .LANES(WINDOW)) row_compare (.a(opened_window), .b({WINDOW{opened_row}}), .equal(equal));
    generate
        if (PLACES > WINDOW) begin : moves_up
            wire [ROW_BITS-1:0] next_row = row_of(next_rows, served), served_row = row_of(open_row, served);
            rs_compare #(.WIDTH(ROW_BITS)) next_compare (.a(next_row), .b(served_row), .equal(next_equal));
        end else begin : whole_bank
            wire unused = &{1'b0, next_rows};
            assign next_equal = 1'b0;
        end
    endgenerate
    rs_compare #(.WIDTH(ROW_BITS)) push_compare (
        .a(push_row), .b(open_row[{{(32-BANK_BITS){1'b0}}, push_bank}*ROW_BITS +: ROW_BITS]), .equal(push_equal));

    // ---- age across banks -------------------------------------------------------------------------
    // Places beyond `listed` keep stale names.
    reg [QUEUE*NAME-1:0] order;  // place k, oldest at 0: {bank, position} at k*NAME
    reg [QUEUE-1:0]      listed; // a thermometer
    wire [QUEUE-1:0]       behind; // the place of the candidate of bank `served`, and those behind it
    wire [BANKS*QUEUE-1:0] from;   // per bank: the place that names its candidate, and those behind it
    function [QUEUE-1:0] from_first; // thermometer from the lowest set bit up
        input [QUEUE-1:0] bits;
        integer n;
        begin
            from_first = bits;
            for (n = 1; n < QUEUE; n = n * 2)
                from_first = from_first | (from_first << n);
        end
    endfunction
    function [QUEUE-1:0] at_position;
        input [WINDOW*QUEUE-1:0] all;
        input [WINDOW-1:0]       one;
        integer n;
        begin
            at_position = {QUEUE{1'b0}};
            for (n = 0; n < WINDOW; n = n + 1)
                at_position = at_position | (all[n*QUEUE +: QUEUE] & {QUEUE{one[n]}});
        end
    endfunction
    genvar w;
    generate
        for (b = 0; b < BANKS; b = b + 1) begin : candidate_of
            localparam [31:0] SELF = b;
            wire [WINDOW*QUEUE-1:0] of_window; // the same for each position of the window; which one, comes last
            for (w = 0; w < WINDOW; w = w + 1) begin : window
                localparam [31:0] PLACE = w;
                wire [QUEUE-1:0] named;        // only the lowest counts: stale names stand behind all live ones
                for (k = 0; k < QUEUE; k = k + 1) begin : place
                    assign named[k] = order[k*NAME +: NAME] == {SELF[BANK_BITS-1:0], PLACE[POSITION_BITS-1:0]};
                end
                assign of_window[w*QUEUE +: QUEUE] = from_first(named);
            end
            assign from[b*QUEUE +: QUEUE] = at_position(of_window, position[b*WINDOW +: WINDOW]);
        end
    endgenerate
    rs_oldest_bank #(.QUEUE(QUEUE), .BANKS(BANKS)) oldest_bank (
        .from(from), .ready(ready), .served(served), .oldest(oldest), .behind(behind));

    function [QUEUE*NAME-1:0] closed_up;
        input [QUEUE*NAME-1:0] places;
        input [QUEUE-1:0]      moves;
        input [BANKS-1:0]      leaving;
        integer n;
        begin
            closed_up = places;
            for (n = 0; n < QUEUE - 1; n = n + 1)
                if (moves[n]) begin
                    closed_up[n*NAME +: NAME] = places[(n+1)*NAME +: NAME];
                    if (leaving[places[(n+1)*NAME + POSITION_BITS +: BANK_BITS]])
                        closed_up[n*NAME +: POSITION_BITS] = places[(n+1)*NAME +: POSITION_BITS] - {{(POSITION_BITS-1){1'b0}}, 1'b1};
                end
        end
    endfunction
    function [QUEUE*NAME-1:0] appended;
        input [QUEUE*NAME-1:0] places;
        input [QUEUE-1:0]      taken;
        input [NAME-1:0]       name;
        integer n;
        begin
            appended = places;
            for (n = 0; n < QUEUE; n = n + 1)
                if (!taken[n] && (n == 0 || taken[n > 0 ? n-1 : 0]))
                    appended[n*NAME +: NAME] = name;
        end
    endfunction

    wire [QUEUE*NAME-1:0]    left_order  = pop ? closed_up(order, behind, served) : order;
    wire [QUEUE-1:0]         left_listed = pop ? listed >> 1 : listed;
    wire [POSITION_BITS-1:0] push_position = free[{{(32-BANK_BITS){1'b0}}, push_bank}*POSITION_BITS +: POSITION_BITS];
    always @(posedge clk)
        if (rst) begin
            order  <= {(QUEUE*NAME){1'b0}};
            listed <= {QUEUE{1'b0}};
        end else if (push || pop) begin
            order  <= push ? appended(left_order, left_listed, {push_bank, push_position}) : left_order;
            listed <= push ? (left_listed << 1) | {{(QUEUE-1){1'b0}}, 1'b1} : left_listed;
        end

    assign candidate = urgent ? waiting & ({{(BANKS-1){1'b0}}, 1'b1} << order[POSITION_BITS +: BANK_BITS]) : waiting;
    assign hit       = candidate & hits;
    assign empty     = !listed[0];

    rs_age_cap #(.BANKS(BANKS), .CAP_BITS(CAP_BITS)) cap (
        .clk(clk), .rst(rst), .age_cap(age_cap), .leaves(leaves), .in_turn(in_turn), .first(behind[0]),
        .forced(forced), .urgent(urgent));
endmodule
`default_nettype wire
