// How numbers, leaders and levels of rs_row_counts stand to the requests in the places of rs_queue_frfcfs: asserted in the proofs
// around that queue, as the engines would have to find it.
//   A leader is the oldest request to its row of its bank and has their number; no number exceeds its bank's level.
//   A row with requests and without a leader is the one that its bank has open, or had in the cycle before.
//   The level is the number of a leader, or 1, or the bank has, or had in the cycle before, an open row with as many requests; one
//   less right after one has left.
`default_nettype none
module rs_row_counts_links #(
    parameter QUEUE    = 4,
    parameter BANKS    = 2,
    parameter ROW_BITS = 1,
    parameter ENTRY    = 2,
    // derived, not to be set
    parameter BANK_BITS  = (BANKS > 1) ? $clog2(BANKS) : 1,
    parameter COUNT_BITS = $clog2(QUEUE + 1),
    parameter WIDTH      = ROW_BITS + ENTRY
) (
    input wire                        clk,
    input wire                        check,
    input wire [QUEUE-1:0]            used,
    input wire [QUEUE-1:0]            moves,
    input wire [QUEUE*BANK_BITS-1:0]  its_bank,
    input wire [QUEUE*WIDTH-1:0]      request,
    input wire [BANKS-1:0]            open,
    input wire [BANKS-1:0]            had_open, // in the cycle before
    input wire [BANKS-1:0]            had_left,
    input wire [BANKS*ROW_BITS-1:0]   open_row,
    input wire [QUEUE-1:0]            leads,
    input wire [QUEUE*COUNT_BITS-1:0] counts,
    input wire [BANKS*COUNT_BITS-1:0] levels
);
    wire [QUEUE-1:0] valid = used & ~(moves & ~(moves << 1));
    reg  [QUEUE-1:0] leader_right, has_leader;
    reg  [BANKS-1:0] level_right, met;
    reg  [QUEUE-1:0] together; // places with requests to the same row of the same bank
    reg  [15:0]      number, hits;
    reg  [BANK_BITS-1:0] at;
    integer e, k, b;
    always @* begin
        met = {BANKS{1'b0}};
        for (e = 0; e < QUEUE; e = e + 1) begin
            at       = its_bank[e*BANK_BITS +: BANK_BITS];
            number   = 16'd0;
            together = {QUEUE{1'b0}};
            for (k = 0; k < QUEUE; k = k + 1) begin
                together[k] = valid[k] && its_bank[k*BANK_BITS +: BANK_BITS] == at
                    && request[k*WIDTH + ENTRY +: ROW_BITS] == request[e*WIDTH + ENTRY +: ROW_BITS];
                number = number + (together[k] ? 16'd1 : 16'd0);
            end
            leader_right[e] = !valid[e] || !leads[e] || ((together & ((1 << e) - 1)) == 0
                && counts[e*COUNT_BITS +: COUNT_BITS] == number && number <= levels[at*COUNT_BITS +: COUNT_BITS]);
            has_leader[e] = !valid[e] || (together & leads) != 0
                || ((open[at] || had_open[at]) && request[e*WIDTH + ENTRY +: ROW_BITS] == open_row[at*ROW_BITS +: ROW_BITS]);
            if (valid[e] && leads[e] && counts[e*COUNT_BITS +: COUNT_BITS] == levels[at*COUNT_BITS +: COUNT_BITS])
                met[at] = 1'b1;
        end
        for (b = 0; b < BANKS; b = b + 1) begin
            hits = 16'd0;
            for (k = 0; k < QUEUE; k = k + 1)
                hits = hits + (valid[k] && its_bank[k*BANK_BITS +: BANK_BITS] == b
                    && request[k*WIDTH + ENTRY +: ROW_BITS] == open_row[b*ROW_BITS +: ROW_BITS] ? 16'd1 : 16'd0);
            level_right[b] = met[b] || levels[b*COUNT_BITS +: COUNT_BITS] == 1
                || ((open[b] || had_open[b]) && hits + had_left[b] >= levels[b*COUNT_BITS +: COUNT_BITS]);
        end
    end
    always @(posedge clk) if (check) begin
        leader_link: assert (&leader_right);
        group_link:  assert (&has_leader);
        level_link:  assert (&level_right);
    end
endmodule
`default_nettype wire
