// Request queue, scheduler FR-FCFS (THESIS 6.1.2): out of order over all QUEUE requests.
//
// Per bank the candidate is the oldest row hit, and the oldest request if there is no row hit. So a row with
// pending hits is not closed, and a hit is never bypassed within its bank because its timing is not ready.
// Requests stand in order of acceptance, the oldest in place 0; when one leaves, the younger close up.
//
// Interface of all request queues (rs_queue_fifo, rs_queue_banked, rs_queue_frfcfs):
//   push      one request {bank, row, entry}; only to a bank with room
//   candidate per bank: the request that may cause the bank's next command; its row and entry; hit = its row is
//             open. The row of a bank is closed only for a candidate that misses.
//   ready     banks whose candidate has a command ready in this cycle (of the class chosen by rs_dram_commands);
//   oldest    one-hot: the bank of the oldest candidate among them, in order of acceptance
//   pop       the candidate of bank `oldest` leaves
// Timing: all outputs are combinational from state, open rows and `ready`; a push is a candidate one cycle later.
`default_nettype none
module rs_queue_frfcfs #(
    parameter QUEUE    = 32, // requests
    parameter BANKS    = 4,
    parameter ROW_BITS = 12,
    parameter ENTRY    = 24, // bits of a request besides bank and row
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
    output wire                      empty
);
    localparam INDEX_BITS = (QUEUE > 1) ? $clog2(QUEUE) : 1;
    localparam WIDTH = BANK_BITS + ROW_BITS + ENTRY;

    reg  [WIDTH-1:0]      place [0:QUEUE-1];
    reg  [QUEUE-1:0]      valid; // a thermometer: the first `count` places
    wire [QUEUE-1:0]      row_hit;
    wire [BANKS*QUEUE-1:0] in_bank;

    assign room  = {BANKS{!valid[QUEUE-1]}};
    assign empty = !valid[0];

    function [QUEUE-1:0] from_first; // thermometer from the lowest set bit up
        input [QUEUE-1:0] bits;
        integer k;
        begin
            from_first = bits;
            for (k = 1; k < QUEUE; k = k * 2)
                from_first = from_first | (from_first << k);
        end
    endfunction
    function [INDEX_BITS-1:0] encode; // of a one-hot vector
        input [QUEUE-1:0] one;
        integer k;
        begin
            encode = {INDEX_BITS{1'b0}};
            for (k = 0; k < QUEUE; k = k + 1)
                if (one[k])
                    encode = encode | k[INDEX_BITS-1:0];
        end
    endfunction

    // `behind` of the request that pop removes.
    wire [QUEUE-1:0] behind;
    genvar e, b;
    generate
        for (e = 0; e < QUEUE; e = e + 1) begin : each
            wire [BANK_BITS-1:0] its_bank = place[e][ENTRY+ROW_BITS +: BANK_BITS];
            rs_compare #(.WIDTH(ROW_BITS)) row_compare (
                .a(place[e][ENTRY +: ROW_BITS]),
                .b(open_row[{{(32-BANK_BITS){1'b0}}, its_bank}*ROW_BITS +: ROW_BITS]), .equal(row_hit[e]));
            for (b = 0; b < BANKS; b = b + 1) begin : bank
                localparam [31:0] SELF = b;
                assign in_bank[b*QUEUE + e] = valid[e] && its_bank == SELF[BANK_BITS-1:0];
            end
            // Places close up behind a request that leaves; a new one goes to the first free place.
            wire last_of_left = (e == 0 || valid[e > 0 ? e-1 : 0]) && !valid[e];   // first free before pop
            wire last_after_pop = valid[e] && (e == QUEUE-1 || !valid[e < QUEUE-1 ? e+1 : e]);
            always @(posedge clk)
                if (push && (pop ? last_after_pop : last_of_left))
                    place[e] <= {push_bank, push_row, push_entry};
                else if (pop && behind[e])
                    place[e] <= place[e < QUEUE-1 ? e+1 : e];
        end

        for (b = 0; b < BANKS; b = b + 1) begin : pick
            wire [QUEUE-1:0] mine = in_bank[b*QUEUE +: QUEUE];
            wire [QUEUE-1:0] hits = mine & row_hit & {QUEUE{open[b]}};
            assign candidate[b] = mine != {QUEUE{1'b0}};
            assign hit[b]       = hits != {QUEUE{1'b0}};
            wire [QUEUE-1:0] after = from_first(hit[b] ? hits : mine);
            wire [QUEUE-1:0] one   = after & ~(after << 1);
            wire [BANK_BITS-1:0] unused_bank; // b itself
            assign {unused_bank, row[b*ROW_BITS +: ROW_BITS], entry[b*ENTRY +: ENTRY]} = place[encode(one)];
        end
    endgenerate

    // The oldest candidate among the ready banks.
    wire [BANKS*QUEUE-1:0] ready_one;
    generate
        for (b = 0; b < BANKS; b = b + 1) begin : masked
            assign ready_one[b*QUEUE +: QUEUE] = pick[b].one & {QUEUE{ready[b]}};
        end
    endgenerate
    function [QUEUE-1:0] any;
        input [BANKS*QUEUE-1:0] matrix;
        integer k;
        begin
            any = {QUEUE{1'b0}};
            for (k = 0; k < BANKS; k = k + 1)
                any = any | matrix[k*QUEUE +: QUEUE];
        end
    endfunction
    assign behind = from_first(any(ready_one));
    wire [QUEUE-1:0] first = behind & ~(behind << 1);
    generate
        for (b = 0; b < BANKS; b = b + 1) begin : choose
            assign oldest[b] = (ready_one[b*QUEUE +: QUEUE] & first) != {QUEUE{1'b0}};
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
