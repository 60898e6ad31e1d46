// Request queue, scheduler most-pending (THESIS 6.1.2): out of order over all QUEUE requests.
//
// Per bank the candidate is its oldest row hit. Without a row hit it is the oldest request to the row with most requests in the
// queue (of several such rows, to that with the oldest request). Once ACT has opened that row, it is the oldest hit.
// So a row with pending hits is not closed, and a hit is never bypassed within its bank because its timing is not
// ready. Requests to one address are of one row and stay in order.
// Requests stand in order of acceptance, the oldest in place 0; when one leaves, the younger close up. Each carries the number
// of requests to its row, kept up to date at every push and pop.
// age_cap: rs_age_cap; a forced bank's candidate is its oldest request, hit or not.
//
// Interface of all request queues: rs_queue_fifo.v.
// Timing: all outputs are combinational from state, open rows and `ready`; a push is a candidate one cycle later.
`default_nettype none
module rs_queue_most_pending #(
    parameter QUEUE    = 32, // requests
    parameter BANKS    = 4,
    parameter ROW_BITS = 12,
    parameter ENTRY    = 24, // bits of a request besides bank and row
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
    localparam WIDTH = BANK_BITS + ROW_BITS + ENTRY;
    localparam COUNT_BITS = $clog2(QUEUE + 1);

    reg  [WIDTH-1:0]      place [0:QUEUE-1];
    reg  [QUEUE-1:0]      valid; // a thermometer: the first `count` places
    wire [QUEUE-1:0]      row_hit; // where its bank is open
    wire [BANKS*QUEUE-1:0] in_bank;
    wire [BANKS*QUEUE-1:0] pending; // per bank: the requests among which the oldest is opened when there is no hit
    wire [BANKS-1:0]       forced, in_turn;
    wire                   urgent;

    assign room  = {BANKS{!valid[QUEUE-1]}};
    assign empty = !valid[0];

    wire [BANKS*QUEUE-1:0] from;   // per bank: its candidate and all behind it
    wire [QUEUE-1:0]       behind; // the request that leaves and all behind it
    wire [QUEUE*(ROW_BITS+ENTRY)-1:0] requests; // of all places, without their banks
    genvar e, b;
    generate
        for (e = 0; e < QUEUE; e = e + 1) begin : each
            wire [BANK_BITS-1:0] its_bank = place[e][ENTRY+ROW_BITS +: BANK_BITS];
            assign requests[e*(ROW_BITS+ENTRY) +: ROW_BITS+ENTRY] = place[e][ROW_BITS+ENTRY-1:0];
            wire [ROW_BITS-1:0]  its_row  = place[e][ENTRY +: ROW_BITS];
            wire [ROW_BITS-1:0]  row_open = open_row[{{(32-BANK_BITS){1'b0}}, its_bank}*ROW_BITS +: ROW_BITS];
            rs_compare #(.WIDTH(ROW_BITS)) row_compare (.a(its_row), .b(row_open), .equal(row_hit[e]));
            for (b = 0; b < BANKS; b = b + 1) begin : bank
                localparam [31:0] SELF = b;
                assign in_bank[b*QUEUE + e] = valid[e] && its_bank == SELF[BANK_BITS-1:0];
            end
            // Places close up behind a request that leaves; a new one goes to the first free place.
            wire last_of_left = (e == 0 || valid[e > 0 ? e-1 : 0]) && !valid[e];   // first free before pop
            wire last_after_pop = valid[e] && (e == QUEUE-1 || !valid[e < QUEUE-1 ? e+1 : e]);
            wire pushed = push && (pop ? last_after_pop : last_of_left);
            always @(posedge clk)
                if (pushed)
                    place[e] <= {push_bank, push_row, push_entry};
                else if (pop && behind[e])
                    place[e] <= place[e < QUEUE-1 ? e+1 : e];
        end

        for (b = 0; b < BANKS; b = b + 1) begin : pick
            wire [QUEUE-1:0] mine = in_bank[b*QUEUE +: QUEUE];
            wire [QUEUE-1:0] hits = mine & row_hit & {QUEUE{open[b]}};
            wire [QUEUE-1:0] among = forced[b] ? mine : hits != {QUEUE{1'b0}} ? hits : pending[b*QUEUE +: QUEUE];
            wire [QUEUE-1:0] after; // the oldest of these and all behind it
            wire [QUEUE-1:0] its_candidate = after & ~(after << 1);
            rs_from_first #(.WIDTH(QUEUE)) first_among (.bits(among), .from_first(after));
            rs_select #(.WIDTH(ROW_BITS + ENTRY), .COUNT(QUEUE)) select_candidate (.words(requests), .select(its_candidate),
                .word({row[b*ROW_BITS +: ROW_BITS], entry[b*ENTRY +: ENTRY]}));
            assign from[b*QUEUE +: QUEUE] = after;
            assign candidate[b] = mine != {QUEUE{1'b0}} && (!urgent || mine[0]);
            assign hit[b]       = candidate[b] && (hits & its_candidate) != {QUEUE{1'b0}};
            assign in_turn[b]   = (mine & ~after) == {QUEUE{1'b0}};
        end
    endgenerate

    rs_oldest_bank #(.QUEUE(QUEUE), .BANKS(BANKS)) oldest_bank (
        .from(from), .ready(ready), .served(served), .oldest(oldest), .behind(behind));

    wire [BANKS-1:0] unused_alone, unused_after;
    rs_age_cap #(.BANKS(BANKS), .CAP_BITS(CAP_BITS)) cap (
        .clk(clk), .rst(rst), .age_cap(age_cap), .leaves(served & {BANKS{pop}}), .in_turn(in_turn),
        .first(behind[0]), .forced(forced), .alone(unused_alone), .alone_after(unused_after),
        .urgent(urgent));

    // Requests to the row of each place, itself included.
    reg  [QUEUE*COUNT_BITS-1:0] count;
    wire [QUEUE-1:0]            same_as_push, same_as_pop;
    localparam [COUNT_BITS-1:0] ONE = 1;
    function [QUEUE-1:0] largest; // of the places `among`, those with the largest number
        input [QUEUE*COUNT_BITS-1:0] numbers;
        input [QUEUE-1:0]            among;
        integer k, n;
        reg [QUEUE-1:0] bits;
        begin
            largest = among;
            for (n = COUNT_BITS - 1; n >= 0; n = n - 1) begin
                for (k = 0; k < QUEUE; k = k + 1)
                    bits[k] = numbers[k*COUNT_BITS + n];
                if ((largest & bits) != {QUEUE{1'b0}})
                    largest = largest & bits;
            end
        end
    endfunction
    generate
        for (b = 0; b < BANKS; b = b + 1) begin : most_of
            assign pending[b*QUEUE +: QUEUE] = largest(count, pick[b].mine);
        end
    endgenerate
    wire [QUEUE-1:0]      in_served; // places in the bank served
    rs_select #(.WIDTH(QUEUE), .COUNT(BANKS)) select_served (.words(in_bank), .select(served), .word(in_served));
    assign same_as_pop = pop ? in_served & row_hit : {QUEUE{1'b0}}; // what leaves is a row hit
    wire [QUEUE-1:0]      first      = behind & ~(behind << 1);
    wire [COUNT_BITS-1:0] others; // of the row pushed, that stay
    wire [COUNT_BITS-1:0] push_count = others + ONE;
    rs_count #(.WIDTH(QUEUE)) count_others (.bits(same_as_push & ~(pop ? first : {QUEUE{1'b0}})), .count(others));
    wire [QUEUE*COUNT_BITS-1:0] updated;
    generate
        for (e = 0; e < QUEUE; e = e + 1) begin : number
            wire equal;
            wire [BANK_BITS+ROW_BITS-1:0] its_address = place[e][ENTRY +: BANK_BITS + ROW_BITS];
            rs_compare #(.WIDTH(BANK_BITS + ROW_BITS)) push_compare (
                .a(its_address), .b({push_bank, push_row}), .equal(equal));
            assign same_as_push[e] = valid[e] && equal;
            assign updated[e*COUNT_BITS +: COUNT_BITS] = count[e*COUNT_BITS +: COUNT_BITS]
                + (push && same_as_push[e] ? ONE : {COUNT_BITS{1'b0}}) - (same_as_pop[e] ? ONE : {COUNT_BITS{1'b0}});
            always @(posedge clk)
                if (each[e].pushed)
                    count[e*COUNT_BITS +: COUNT_BITS] <= push_count;
                else if (pop && behind[e])
                    count[e*COUNT_BITS +: COUNT_BITS] <= updated[(e < QUEUE-1 ? e+1 : e)*COUNT_BITS +: COUNT_BITS];
                else
                    count[e*COUNT_BITS +: COUNT_BITS] <= updated[e*COUNT_BITS +: COUNT_BITS];
        end
    endgenerate

    always @(posedge clk)
        if (rst)
            valid <= {QUEUE{1'b0}};
        else if (push && !pop)
            valid <= (valid << 1) | {{(QUEUE-1){1'b0}}, 1'b1};
        else if (pop && !push)
            valid <= valid >> 1;
endmodule
`default_nettype wire
