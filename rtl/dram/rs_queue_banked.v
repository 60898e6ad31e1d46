// Request queue, scheduler banked FIFO (THESIS 4.5): one in-order queue of PLACES requests per DRAM bank, at most
// QUEUE requests in all; the heads of all banks are candidates in each cycle. (rs_queue_lookahead: several a bank.)
//
// PLACES = QUEUE / BANKS, as in THESIS: a FIFO per bank. More: what waits behind the heads stands in places that the banks
// share (rs_queue_behind); so QUEUE + BANKS - 1 places at most, whatever PLACES is.
//
// The heads stand in registers, each with a bit for its row, compared when it becomes the head (as in rs_queue_fifo).
// Age across banks: a bit for every pair of banks, whose head is the older. When a head leaves, the next one of its bank
// is compared with the others in `order`, which lists the bank of every request in order of acceptance, oldest first, and
// closes up when a request leaves. As each bank is in order, the first place that names a bank is that of its head.
// age_cap: rs_age_cap; within a bank nothing is overtaken, so only its second rule can apply.
//
// Interface of all request queues: rs_queue_fifo.v.
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
    input  wire [BANKS-1:0]          served,
    input  wire                      pop,
    output wire                      empty,
    output wire                      calm,
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

    reg  [BANKS-1:0] waiting, same_row; // per bank: has a head; its row is what the bank has open, or will have open next
    reg  [BANKS*WIDTH-1:0] heads;
    wire [BANKS-1:0] unused_forced;
    wire             urgent;
    wire [BANKS-1:0] bank_room; // a place in the bank's queue
    wire [BANKS-1:0] leaves = served & {BANKS{pop}};
    wire [BANKS-1:0] moves  = leaves | ~waiting; // what comes next in the bank becomes its head
    wire [BANKS-1:0] stored;                     // it has requests behind its head
    wire [BANKS-1:0] pushes;
    wire [BANKS-1:0] append = pushes & ~(moves & ~stored);
    wire [BANKS*WIDTH-1:0] second;               // the first behind the head
    genvar b;
    generate
        for (b = 0; b < BANKS; b = b + 1) begin : each
            localparam [31:0] SELF = b;
            assign pushes[b] = push && push_bank == SELF[BANK_BITS-1:0];
            assign {row[b*ROW_BITS +: ROW_BITS], entry[b*ENTRY +: ENTRY]} = heads[b*WIDTH +: WIDTH];
            wire [WIDTH-1:0] next = stored[b] ? second[b*WIDTH +: WIDTH] : {push_row, push_entry};
            wire             equal;
            rs_compare #(.WIDTH(ROW_BITS)) row_compare (
                .a(next[WIDTH-1:ENTRY]), .b(open_row[b*ROW_BITS +: ROW_BITS]), .equal(equal));
            always @(posedge clk) begin
                waiting[b] <= !rst && (stored[b] || pushes[b] || !moves[b]);
                if (moves[b])
                    heads[b*WIDTH +: WIDTH] <= next;
                same_row[b] <= moves[b] ? equal : same_row[b] || !open[b];
            end
        end
    endgenerate
    rs_queue_behind #(.QUEUE(QUEUE), .BANKS(BANKS), .PLACES(PLACES > 0 ? PLACES : 1), .WINDOW(1), .WIDTH(WIDTH))
        behind_heads (
        .clk(clk), .rst(rst), .full(waiting), .pushes(pushes), .append(append), .append_data({push_row, push_entry}),
        .leaves(leaves), .served(served), .room(bank_room), .waiting(stored), .first(second));

    // ---- age across banks -------------------------------------------------------------------------
    reg  [ORDER-1:0]      order; // place k, oldest at 0: bits k*BANK_BITS; behind the live ones places keep stale names
    reg  [COUNT_BITS-1:0] count;
    localparam [31:0] ALL_PLACES = QUEUE;
    // With the queue split evenly the banks' own places say it all.
    assign room = (SHARED && count == ALL_PLACES[COUNT_BITS-1:0]) ? {BANKS{1'b0}} : bank_room;

    // Thermometers from the lowest set bit up, and (high) from the second lowest, both at once: a second rs_from_first behind the
    // first one takes 4 % less area, but 4.7 ns in place of 2.9 (queue of 32); one beside it, 1 % more area.
    function [2*QUEUE-1:0] from_two;
        input [QUEUE-1:0] places;
        integer k;
        reg [QUEUE-1:0] from_lowest, from_second;
        begin
            from_lowest = places;
            from_second = {QUEUE{1'b0}};
            for (k = 1; k < QUEUE; k = k * 2) begin
                from_second = from_second | (from_second << k) | (from_lowest & (from_lowest << k));
                from_lowest = from_lowest | (from_lowest << k);
            end
            from_two = {from_second, from_lowest};
        end
    endfunction
    wire [BANKS*QUEUE-1:0] named, from;  // per bank: places that name it; from the first of them on
    wire [QUEUE-1:0]       behind, next; // of the bank served: from its head's place on, from that of its next request on
    wire [QUEUE-1:0]       served_named; // places that name the bank served
    rs_select #(.WIDTH(QUEUE), .COUNT(BANKS)) select_served (.words(named), .select(served), .word(served_named));
    assign {next, behind} = from_two(served_named);
    wire [BANKS-1:0]       older;                       // per bank: its head is older than that next request
    wire [BANKS*BANKS-1:0] precedes;                      // bit i*BANKS + k: the head of i is older than that of k
    genvar p, i;
    generate
        for (b = 0; b < BANKS; b = b + 1) begin : head_of
            localparam [31:0] SELF = b;
            for (p = 0; p < QUEUE; p = p + 1) begin : place
                assign named[b*QUEUE + p] = order[p*BANK_BITS +: BANK_BITS] == SELF[BANK_BITS-1:0];
            end
            rs_from_first #(.WIDTH(QUEUE)) from_its_head (.bits(named[b*QUEUE +: QUEUE]), .from_first(from[b*QUEUE +: QUEUE]));
            assign older[b] = (from[b*QUEUE +: QUEUE] & ~next) != {QUEUE{1'b0}};
            assign precedes[b*BANKS + b] = 1'b0;
            wire [BANKS-1:0] elders; // banks whose head is older
            for (i = 0; i < BANKS; i = i + 1) begin : other
                assign elders[i] = precedes[i*BANKS + b];
                if (i < b) begin : pair
                    reg first;       // the head of i is older than that of b
                    assign precedes[i*BANKS + b] = first;
                    assign precedes[b*BANKS + i] = !first;
                    always @(posedge clk)
                        first <= leaves[i] ? !older[b] : leaves[b] ? older[i] : waiting[i] && (first || !waiting[b]);
                end
            end
            assign oldest[b] = ready[b] && (ready & elders) == {BANKS{1'b0}};
        end
    endgenerate
    assign candidate = urgent ? waiting & ({{(BANKS-1){1'b0}}, 1'b1} << order[0 +: BANK_BITS]) : waiting;
    assign hit       = candidate & open & same_row;

    // Places close up behind a request that leaves; a new one goes to the first free place.
    generate
        for (p = 0; p < QUEUE; p = p + 1) begin : listed
            localparam [31:0] SELF = p, NEXT = p + 1;
            wire                 is_end     = count == SELF[COUNT_BITS-1:0];
            wire                 is_end_pop = count == NEXT[COUNT_BITS-1:0];
            always @(posedge clk)
                if (push && (pop ? is_end_pop : is_end))
                    order[p*BANK_BITS +: BANK_BITS] <= push_bank;
                else if (pop && behind[p])
                    order[p*BANK_BITS +: BANK_BITS] <= order[(p < QUEUE-1 ? p+1 : p)*BANK_BITS +: BANK_BITS];
        end
    endgenerate
    always @(posedge clk)
        if (rst)
            count <= {COUNT_BITS{1'b0}};
        else if (push != pop)
            count <= pop ? count - {{(COUNT_BITS-1){1'b0}}, 1'b1} : count + {{(COUNT_BITS-1){1'b0}}, 1'b1};
    assign empty = (count == {COUNT_BITS{1'b0}});

    wire [BANKS-1:0] unused_alone, unused_after;
    rs_age_cap #(.BANKS(BANKS), .CAP_BITS(CAP_BITS)) cap (
        .clk(clk), .rst(rst), .age_cap(age_cap), .leaves(leaves), .in_turn({BANKS{1'b1}}),
        .first(behind[0]), .forced(unused_forced), .alone(unused_alone), .alone_after(unused_after),
        .urgent(urgent), .calm(calm));
endmodule
`default_nettype wire
