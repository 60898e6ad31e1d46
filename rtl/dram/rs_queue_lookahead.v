// Request queue, banked FIFO with look-ahead: PLACES places per DRAM bank, at most QUEUE requests in all; of a bank's
// oldest WINDOW requests the oldest row hit may pass the older ones. WINDOW = 1 would be rs_queue_banked, WINDOW = PLACES
// is FR-FCFS with a share of the queue per bank.
// PLACES = QUEUE / BANKS: all places of a bank in registers of its own. More: only its window; the younger ones wait in
// rs_queue_store, which the banks share, and the oldest of them moves up when one leaves.
//
// Per bank the candidate is the oldest row hit of the window, and the bank's oldest request if the window holds no
// hit. So a row with pending hits in the window is not closed, and only WINDOW rows a bank are compared.
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
    wire [BANKS*POSITION_BITS-1:0] position;   // of the candidate in its queue
    wire [BANKS*POSITION_BITS-1:0] free;       // where a push goes, after this cycle's pop
    wire [BANKS-1:0]               leaves = oldest & {BANKS{pop}};
    wire [BANKS-1:0]               to_store, stored; // pushed behind a window; has requests there
    wire [WIDTH-1:0]               next;             // of the bank that leaves, behind its window

    genvar b, k;
    generate
        for (b = 0; b < BANKS; b = b + 1) begin : bank
            localparam [31:0] SELF = b;
            reg  [DEPTH-1:0]         valid; // a thermometer: the first places, oldest at 0
            reg  [POSITION_BITS:0]   level;
            wire [DEPTH*WIDTH-1:0]   places;
            wire [WINDOW-1:0]        equal;
            wire [WINDOW-1:0]        row_hit = equal & valid[WINDOW-1:0] & {WINDOW{open[b]}};
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
            function [POSITION_BITS-1:0] encode;
                input [WINDOW-1:0] select;
                integer n;
                begin
                    encode = {POSITION_BITS{1'b0}};
                    for (n = 0; n < WINDOW; n = n + 1)
                        if (select[n])
                            encode = encode | n[POSITION_BITS-1:0];
                end
            endfunction

            for (k = 0; k < WINDOW; k = k + 1) begin : compare
                rs_compare #(.WIDTH(ROW_BITS)) row_compare (
                    .a(places[k*WIDTH + ENTRY +: ROW_BITS]), .b(open_row[b*ROW_BITS +: ROW_BITS]), .equal(equal[k]));
            end
            for (k = 0; k < DEPTH; k = k + 1) begin : place
                wire younger = k < DEPTH-1 ? valid[k < DEPTH-1 ? k+1 : k] : stored[b]; // behind it, in the bank
                wire first_free     = !valid[k] && (k == 0 || valid[k > 0 ? k-1 : 0]);
                wire free_after_pop = valid[k] && !younger;
                reg [WIDTH-1:0] request;
                assign places[k*WIDTH +: WIDTH] = request;
                always @(posedge clk)
                    if (push_here && (leaves[b] ? free_after_pop : first_free))
                        request <= {push_row, push_entry};
                    else if (leaves[b] && behind[k])
                        request <= k < DEPTH-1 ? places[(k < DEPTH-1 ? k+1 : k)*WIDTH +: WIDTH] : next;
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
            assign position[b*POSITION_BITS +: POSITION_BITS] = encode(one);
            assign free[b*POSITION_BITS +: POSITION_BITS] = left[POSITION_BITS-1:0];
        end
        if (STORE == 0) begin : no_store
            wire unused = &{1'b0, to_store};
            assign stored = {BANKS{1'b0}};
            assign next   = {WIDTH{1'b0}};
        end else begin : store
            rs_queue_store #(.PLACES(STORE), .BANKS(BANKS), .WIDTH(WIDTH)) behind_windows (
                .clk(clk), .rst(rst), .append(to_store), .append_data({push_row, push_entry}),
                .remove(leaves & stored), .first(next), .waiting(stored));
        end
    endgenerate

    // ---- age across banks -------------------------------------------------------------------------
    // Places beyond `listed` keep stale names.
    reg [QUEUE*NAME-1:0] order;  // place k, oldest at 0: {bank, position} at k*NAME
    reg [QUEUE-1:0]      listed; // a thermometer
    wire [QUEUE-1:0]       behind; // the place of the candidate of bank `oldest`, and those behind it
    wire [BANKS*QUEUE-1:0] named;  // per bank: places that name its candidate
    generate
        for (b = 0; b < BANKS; b = b + 1) begin : candidate_of
            localparam [31:0] SELF = b;
            for (k = 0; k < QUEUE; k = k + 1) begin : place
                assign named[b*QUEUE + k] =
                    order[k*NAME +: NAME] == {SELF[BANK_BITS-1:0], position[b*POSITION_BITS +: POSITION_BITS]};
            end
        end
    endgenerate
    rs_oldest_bank #(.QUEUE(QUEUE), .BANKS(BANKS)) oldest_bank (
        .place(named), .ready(ready), .oldest(oldest), .behind(behind));

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

    wire [QUEUE*NAME-1:0]    left_order  = pop ? closed_up(order, behind, oldest) : order;
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
