// Request queue, scheduler banked FIFO (THESIS 4.5): one in-order queue of PLACES requests per DRAM bank, at most
// QUEUE requests in all; the heads of all banks are candidates in each cycle. (rs_queue_lookahead: several a bank.)
//
// PLACES = QUEUE / BANKS, as in THESIS: a FIFO per bank. More: the head of a bank in registers of its own, what waits
// behind it in rs_queue_store, which the banks share; so QUEUE + BANKS - 1 places at most, whatever PLACES is.
//
// Age across banks: `order` lists the bank of every request in order of acceptance, oldest first, and closes
// up when a request leaves. As each bank is in order, the first place that names a bank is that bank's head.
// age_cap: rs_age_cap; within a bank nothing is overtaken, so only its second rule can apply.
//
// Interface of all request queues (rs_queue_fifo, rs_queue_banked, rs_queue_lookahead, rs_queue_frfcfs):
//   push      one request {bank, row, entry}; only to a bank with room
//   candidate per bank: the request that may cause the bank's next command; its row and entry; hit = its row is
//             open. The row of a bank is closed only for a candidate that misses.
//   ready     banks whose candidate has a command ready in this cycle (of the class chosen by rs_dram_commands);
//   oldest    one-hot: the bank of the oldest candidate among them, in order of acceptance
//   pop       the candidate of bank `oldest` leaves
// Timing: all outputs are combinational from state, open rows and `ready`; a push is a candidate one cycle later.
`default_nettype none
module rs_queue_banked #(
    parameter QUEUE    = 32, // requests, a multiple of BANKS
    parameter BANKS    = 4,
    parameter ROW_BITS = 12,
    parameter ENTRY    = 24, // bits of a request besides bank and row
    parameter PLACES   = QUEUE / BANKS, // of a bank's queue
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
    localparam COUNT_BITS = $clog2(QUEUE + 1);
    localparam ORDER = QUEUE * BANK_BITS;
    localparam WIDTH = ROW_BITS + ENTRY;
    localparam SHARED = PLACES * BANKS > QUEUE;

    generate
        if (QUEUE < BANKS || QUEUE % BANKS != 0 || PLACES < 1 || PLACES > QUEUE) begin : illegal
            rs_queue_banked_needs_a_queue_that_is_a_multiple_of_banks_and_places_of_1_to_queue stop ();
        end
    endgenerate

    wire [BANKS-1:0] waiting, equal, unused_forced;
    wire             urgent;
    wire [BANKS-1:0] bank_room; // a place in the bank's queue
    wire [BANKS-1:0] leaves = oldest & {BANKS{pop}};
    wire [BANKS-1:0] to_store, stored; // pushed behind a head; has requests there
    wire [WIDTH-1:0] next;             // of the bank that leaves
    genvar b;
    generate
        for (b = 0; b < BANKS; b = b + 1) begin : each
            localparam [31:0] SELF = b;
            wire push_here = push && push_bank == SELF[BANK_BITS-1:0];
            if (!SHARED) begin : split
                /* verilator lint_off PINCONNECTEMPTY */
                rs_fifo #(.WIDTH(WIDTH), .DEPTH(PLACES)) requests (
                    .clk(clk), .rst(rst), .in_valid(push_here), .in_ready(bank_room[b]), .in_data({push_row, push_entry}),
                    .out_valid(waiting[b]), .out_ready(leaves[b]),
                    .out_data({row[b*ROW_BITS +: ROW_BITS], entry[b*ENTRY +: ENTRY]}), .level());
                /* verilator lint_on PINCONNECTEMPTY */
                assign to_store[b] = 1'b0;
            end else begin : shared
                reg             holds;
                reg [WIDTH-1:0] head;
                wire            to_head = push_here && !stored[b] && (!holds || leaves[b]);
                assign to_store[b] = push_here && !to_head;
                assign waiting[b]  = holds;
                assign {row[b*ROW_BITS +: ROW_BITS], entry[b*ENTRY +: ENTRY]} = head;
                always @(posedge clk) begin
                    if (to_head)
                        head <= {push_row, push_entry};
                    else if (leaves[b])
                        head <= next;
                    if (rst)
                        holds <= 1'b0;
                    else
                        holds <= to_head || stored[b] || (holds && !leaves[b]);
                end
                if (PLACES == QUEUE) begin : all
                    assign bank_room[b] = 1'b1;
                end else begin : some
                    localparam LEVEL_BITS = $clog2(PLACES + 1);
                    localparam [31:0] FULL = PLACES;
                    reg [LEVEL_BITS-1:0] level;
                    assign bank_room[b] = level != FULL[LEVEL_BITS-1:0];
                    always @(posedge clk)
                        if (rst)
                            level <= {LEVEL_BITS{1'b0}};
                        else
                            level <= level + {{(LEVEL_BITS-1){1'b0}}, push_here} - {{(LEVEL_BITS-1){1'b0}}, leaves[b]};
                end
            end
            rs_compare #(.WIDTH(ROW_BITS)) row_compare (
                .a(row[b*ROW_BITS +: ROW_BITS]), .b(open_row[b*ROW_BITS +: ROW_BITS]), .equal(equal[b]));
        end
        if (!SHARED) begin : no_store
            wire unused = &{1'b0, to_store, stored, next};
            assign stored = {BANKS{1'b0}};
            assign next   = {WIDTH{1'b0}};
        end else begin : store
            // QUEUE / PLACES banks can be full; then only their heads are elsewhere.
            rs_queue_store #(.PLACES(QUEUE - QUEUE / PLACES), .BANKS(BANKS), .WIDTH(WIDTH)) behind_heads (
                .clk(clk), .rst(rst), .append(to_store), .append_data({push_row, push_entry}),
                .remove(leaves & stored), .first(next), .waiting(stored));
        end
    endgenerate

    reg  [ORDER-1:0]      order; // place k, oldest at 0: bits k*BANK_BITS
    reg  [COUNT_BITS-1:0] count;
    localparam [31:0] ALL_PLACES = QUEUE;
    // With the queue split evenly the banks' own places say it all.
    assign room = (SHARED && count == ALL_PLACES[COUNT_BITS-1:0]) ? {BANKS{1'b0}} : bank_room;

    // Places beyond count keep stale banks.
    wire [QUEUE-1:0]       behind; // the place of bank `oldest`'s head, and those behind it
    wire [BANKS*QUEUE-1:0] named;  // per bank: places that name it
    genvar p;
    generate
        for (b = 0; b < BANKS; b = b + 1) begin : head_of
            localparam [31:0] SELF = b;
            for (p = 0; p < QUEUE; p = p + 1) begin : place
                assign named[b*QUEUE + p] = order[p*BANK_BITS +: BANK_BITS] == SELF[BANK_BITS-1:0];
            end
        end
    endgenerate
    rs_oldest_bank #(.QUEUE(QUEUE), .BANKS(BANKS)) oldest_bank (
        .place(named), .ready(ready), .oldest(oldest), .behind(behind));
    assign candidate = urgent ? waiting & ({{(BANKS-1){1'b0}}, 1'b1} << order[0 +: BANK_BITS]) : waiting;
    assign hit       = candidate & open & equal;

    function [ORDER-1:0] closed_up;
        input [ORDER-1:0] places;
        input [QUEUE-1:0] moves;
        integer k;
        begin
            closed_up = places;
            for (k = 0; k < QUEUE - 1; k = k + 1)
                if (moves[k])
                    closed_up[k*BANK_BITS +: BANK_BITS] = places[(k+1)*BANK_BITS +: BANK_BITS];
        end
    endfunction
    wire [ORDER-1:0]      left       = pop ? closed_up(order, behind) : order;
    wire [COUNT_BITS-1:0] left_count = count - {{(COUNT_BITS-1){1'b0}}, pop};

    function [ORDER-1:0] appended;
        input [ORDER-1:0]      places;
        input [COUNT_BITS-1:0] at;
        input [BANK_BITS-1:0]  index;
        integer k;
        begin
            appended = places;
            for (k = 0; k < QUEUE; k = k + 1)
                if (at == k[COUNT_BITS-1:0])
                    appended[k*BANK_BITS +: BANK_BITS] = index;
        end
    endfunction

    always @(posedge clk)
        if (rst) begin
            order <= {ORDER{1'b0}};
            count <= {COUNT_BITS{1'b0}};
        end else begin
            if (push || pop)
                order <= push ? appended(left, left_count, push_bank) : left;
            count <= left_count + {{(COUNT_BITS-1){1'b0}}, push};
        end
    assign empty = (count == {COUNT_BITS{1'b0}});

    rs_age_cap #(.BANKS(BANKS), .CAP_BITS(CAP_BITS)) cap (
        .clk(clk), .rst(rst), .age_cap(age_cap), .leaves(leaves), .in_turn({BANKS{1'b1}}),
        .first(behind[0]), .forced(unused_forced), .urgent(urgent));
endmodule
`default_nettype wire
