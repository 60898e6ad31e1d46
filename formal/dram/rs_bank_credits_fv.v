// Proof of rs_bank_credits beside a request queue of rtl/dram, with a network between them that keeps any number of packets
// for any time and gives them to the queue in any order: so for any crossbar and number of virtual channels.
//   granted_has_place  a packet that was granted with room finds a place of its bank in every cycle in which it may arrive:
//                      no head flit waits at the controller for a place of its bank.
//   room_exactly       room is set for a bank exactly if its queue has a place that no packet on its way needs: the rule of
//                      the header, in the numbers of the C twin; nothing is kept back for longer than that.
//   KIND as in rs_queue_fv: 0 FIFO, 1 banked, 2 FR-FCFS, 3 look-ahead. Pops are those of any candidate.
`default_nettype none
module rs_bank_credits_fv #(
    parameter KIND     = 1,
    parameter QUEUE    = 4,
    parameter BANKS    = 2,
    parameter PLACES   = QUEUE / BANKS,
    parameter ROW_BITS = 1,
    parameter BANK_BITS = (BANKS > 1) ? $clog2(BANKS) : 1 // derived, not to be set
) (
    input wire                      clk,
    input wire                      rst,
    input wire                      grant,
    input wire [BANK_BITS-1:0]      grant_bank,
    input wire                      push,
    input wire [BANK_BITS-1:0]      push_bank,
    input wire [ROW_BITS-1:0]       push_row,
    input wire [BANKS-1:0]          open,
    input wire [BANKS*ROW_BITS-1:0] open_row,
    input wire [BANKS-1:0]          ready,
    input wire [BANKS-1:0]          served,
    input wire                      pop
);
    localparam COUNT_BITS = $clog2(QUEUE + 1) + 1;
    wire [BANKS-1:0]          room, queue_room, candidate, hit, oldest;
    wire [BANKS*ROW_BITS-1:0] row;
    wire [BANKS-1:0]          entry;
    wire                      empty;
    wire [BANKS-1:0]          leave = served & {BANKS{pop}};
    rs_bank_credits #(.QUEUE(QUEUE), .BANKS(BANKS), .PLACES(PLACES)) dut (
        .clk(clk), .rst(rst), .enable(1'b1), .grant(grant), .grant_bank(grant_bank), .leave(leave), .room(room));
    generate
        if (KIND == 0) begin : fifo
            rs_queue_fifo #(.QUEUE(QUEUE), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .ENTRY(1)) queue (
                .clk(clk), .rst(rst), .push(push), .push_bank(push_bank), .push_row(push_row), .push_entry(1'b0),
                .room(queue_room), .open(open), .open_row(open_row), .candidate(candidate), .hit(hit), .row(row),
                .entry(entry), .ready(ready), .oldest(oldest), .pop(pop), .empty(empty));
        end else if (KIND == 1) begin : banked
            rs_queue_banked #(.QUEUE(QUEUE), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .ENTRY(1), .PLACES(PLACES)) queue (
                .clk(clk), .rst(rst), .push(push), .push_bank(push_bank), .push_row(push_row), .push_entry(1'b0),
                .room(queue_room), .open(open), .open_row(open_row), .candidate(candidate), .hit(hit), .row(row),
                .entry(entry), .ready(ready), .oldest(oldest), .served(served), .pop(pop), .empty(empty), .age_cap(1'b0));
        end else if (KIND == 3) begin : lookahead
            rs_queue_lookahead #(.QUEUE(QUEUE), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .ENTRY(1), .WINDOW(2), .PLACES(PLACES)) queue (
                .clk(clk), .rst(rst), .push(push), .push_bank(push_bank), .push_row(push_row), .push_entry(1'b0),
                .room(queue_room), .open(open), .open_row(open_row), .candidate(candidate), .hit(hit), .row(row),
                .entry(entry), .ready(ready), .oldest(oldest), .served(served), .pop(pop), .empty(empty), .age_cap(1'b0));
        end else begin : frfcfs
            rs_queue_frfcfs #(.QUEUE(QUEUE), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .ENTRY(1), .REFRESH(0)) queue (
                .clk(clk), .rst(rst), .push(push), .push_bank(push_bank), .push_row(push_row), .push_entry(1'b0),
                .room(queue_room), .open(open), .open_row(open_row), .candidate(candidate), .hit(hit), .row(row),
                .entry(entry), .ready(ready), .midway({BANKS{1'b0}}), .rests(1'b0), .oldest(oldest), .served(served), .pop(pop), .empty(empty), .age_cap(1'b0));
        end
    endgenerate

    // The network: packets granted that have not entered the queue; and the requests in the queue, all by bank.
    reg [BANKS*COUNT_BITS-1:0] coming, queued;
    reg [COUNT_BITS-1:0]       coming_all, queued_all;
    reg [BANKS-1:0]            has_coming, has_queued, has_place;
    reg [COUNT_BITS-1:0]       bank_sum;
    integer b;
    always @* begin
        for (b = 0; b < BANKS; b = b + 1) begin
            bank_sum      = coming[b*COUNT_BITS +: COUNT_BITS] + queued[b*COUNT_BITS +: COUNT_BITS];
            has_coming[b] = coming[b*COUNT_BITS +: COUNT_BITS] != 0;
            has_queued[b] = queued[b*COUNT_BITS +: COUNT_BITS] != 0;
            has_place[b]  = bank_sum < PLACES && coming_all + queued_all < QUEUE;
        end
    end
    always @(posedge clk) begin
        for (b = 0; b < BANKS; b = b + 1) begin
            coming[b*COUNT_BITS +: COUNT_BITS] <= rst ? 0 : coming[b*COUNT_BITS +: COUNT_BITS]
                + (grant && grant_bank == b ? 1 : 0) - (push && push_bank == b ? 1 : 0);
            queued[b*COUNT_BITS +: COUNT_BITS] <= rst ? 0 : queued[b*COUNT_BITS +: COUNT_BITS]
                + (push && push_bank == b ? 1 : 0) - (leave[b] ? 1 : 0);
        end
        coming_all <= rst ? 0 : coming_all + (grant ? 1 : 0) - (push ? 1 : 0);
        queued_all <= rst ? 0 : queued_all + (push ? 1 : 0) - (pop ? 1 : 0);
    end

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) begin
        if (!started) assume (rst);
        assume (!grant || room[grant_bank]);             // the network's requests (rs_memory_path)
        assume (!push || has_coming[push_bank]);         // and not: where the queue has room
        assume ((ready & ~candidate) == 0);
        assume (!pop || (ready != 0 && served == oldest));
    end
    generate
        if (KIND == 2) begin : contract // it relies on how its candidates are served
            rs_open_row_rules #(.BANKS(BANKS), .ROW_BITS(ROW_BITS), .CHECK(0)) open_rows (
                .clk(clk), .rst(rst || !started), .open(open), .open_row(open_row), .row(row),
                .picked(ready & oldest & {BANKS{!pop}}));
            rs_frfcfs_rules #(.BANKS(BANKS), .CHECK(0)) frfcfs_rules (
                .clk(clk), .rst(rst || !started), .open(open), .hit(hit), .ready(ready), .oldest(oldest), .midway({BANKS{1'b0}}),
                .served(served), .pop(pop));
        end
    endgenerate
    wire check = started && !rst;
    always @(posedge clk)
        if (check) begin
            granted_has_place: assert ((has_coming & ~queue_room) == 0);
            room_exactly:      assert (room == has_place);
        end

    reg was_full;
    always @(posedge clk) begin
        was_full <= !rst && (was_full || (room == 0 && has_coming != 0 && queue_room != 0));
        if (check) begin
            full_with_packets_coming: cover (was_full);
            full_then_empty:          cover (was_full && room == {BANKS{1'b1}} && empty);
        end
    end
endmodule
`default_nettype wire
