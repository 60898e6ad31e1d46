// Proof of the request queues, one interface, one harness. Open rows, ready banks and pops are free within the
// contract of rs_queue_fifo.v; rs_dram_commands_fv asserts it. Two arbitrary requests are followed, `first` and `second`, accepted in this order; their
// entries carry a mark that no other entry has, as the queues never look at an entry.
//   A marked request leaves exactly once, after it was pushed, from its own bank with its own row; the number of
//   requests is pushes minus pops, and `room` and `empty` say so: nothing is lost or doubled.
//   hit = the candidate's row is open in its bank.
//   KIND 0 FIFO       second is never a candidate while first is inside.
//   KIND 1 banked     the same within a bank.
//   KIND 2 FR-FCFS    second stands before first in a bank only as a hit when first is none; and while first is a
//                     hit its bank's candidate is one. So the candidate is the oldest hit, else the oldest.
//   KIND 3 look-ahead as FR-FCFS, but a hit behind the window need not be a candidate.
//   KIND 4 most-pending: among hits the oldest; requests to one row keep their order. A candidate that is none is the oldest request to
//                     a row that no row of its bank has more requests than, and none as many with an older one.
//   Among ready banks the one whose candidate is older is `oldest`.
// What others rely on: the room of a bank ends only after a push (rs_dram_ingress_fv); a hit stays its bank's
// candidate while its row stays open and nothing leaves (rs_dram_commands_fv, between its column commands).
`default_nettype none
module rs_queue_fv #(
    parameter KIND     = 2,
    parameter QUEUE    = 4,
    parameter BANKS    = 2,
    parameter ROW_BITS = 1,
    parameter WINDOW   = 2, // KIND 3
    parameter PLACES   = QUEUE / BANKS, // KIND 1, 3
    parameter ENTRY    = 2, // bits of an entry; the marks need 2
    parameter CAP_BITS = 0, // of age_cap, which is off
    parameter AHEAD    = 0, // KIND 2, 4
    parameter REFRESH  = 0, // KIND 2, 4
    parameter BANK_BITS = (BANKS > 1) ? $clog2(BANKS) : 1 // derived, not to be set
) (
    input wire                      clk,
    input wire                      rst,
    input wire                      push,
    input wire [BANK_BITS-1:0]      push_bank,
    input wire [ROW_BITS-1:0]       push_row,
    input wire                      mark,
    input wire [BANKS-1:0]          open,
    input wire [BANKS*ROW_BITS-1:0] open_row,
    input wire [BANKS-1:0]          ready,
    input wire [BANKS-1:0]          midway,  // KIND 2, 4 with AHEAD 1
    input wire                      rests,   // the same
    input wire [BANKS-1:0]          served,
    input wire                      pop
);
    localparam COUNT_BITS = $clog2(QUEUE + 1);
    localparam [1:0] FIRST = 2'd1, SECOND = 2'd2;
    reg  first_inside, first_known, second_inside, second_known; // known: marked since reset
    wire [ENTRY-1:0] push_entry = !mark ? 0 : !first_known ? FIRST : !second_known ? SECOND : 0;
    wire [BANKS-1:0]          room, candidate, hit, oldest;
    wire [BANKS*ROW_BITS-1:0] row;
    wire [BANKS*ENTRY-1:0]    entry;
    wire                      empty;
    wire [(CAP_BITS > 0 ? CAP_BITS : 1)-1:0] no_cap = 0;
    generate
        case (KIND) // one block name, for the probes
        0: begin : queue
            rs_queue_fifo #(.QUEUE(QUEUE), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .ENTRY(ENTRY)) dut (
                .clk(clk), .rst(rst), .push(push), .push_bank(push_bank), .push_row(push_row), .push_entry(push_entry),
                .room(room), .open(open), .open_row(open_row), .candidate(candidate), .hit(hit), .row(row),
                .entry(entry), .ready(ready), .oldest(oldest), .pop(pop), .empty(empty));
        end
        1: begin : queue
            rs_queue_banked #(.QUEUE(QUEUE), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .ENTRY(ENTRY), .PLACES(PLACES),
                              .CAP_BITS(CAP_BITS)) dut (
                .clk(clk), .rst(rst), .push(push), .push_bank(push_bank), .push_row(push_row), .push_entry(push_entry),
                .room(room), .open(open), .open_row(open_row), .candidate(candidate), .hit(hit), .row(row),
                .entry(entry), .ready(ready), .oldest(oldest), .served(served), .pop(pop), .empty(empty), .age_cap(no_cap));
        end
        3: begin : queue
            rs_queue_lookahead #(.QUEUE(QUEUE), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .ENTRY(ENTRY), .WINDOW(WINDOW),
                                 .PLACES(PLACES), .CAP_BITS(CAP_BITS)) dut (
                .clk(clk), .rst(rst), .push(push), .push_bank(push_bank), .push_row(push_row), .push_entry(push_entry),
                .room(room), .open(open), .open_row(open_row), .candidate(candidate), .hit(hit), .row(row),
                .entry(entry), .ready(ready), .oldest(oldest), .served(served), .pop(pop), .empty(empty), .age_cap(no_cap));
        end
        default: begin : queue
            rs_queue_frfcfs #(.QUEUE(QUEUE), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .ENTRY(ENTRY), .CAP_BITS(CAP_BITS),
                              .AHEAD(AHEAD), .REFRESH(REFRESH), .MOST_PENDING(KIND == 4 ? 1 : 0)) dut (
                .clk(clk), .rst(rst), .push(push), .push_bank(push_bank), .push_row(push_row), .push_entry(push_entry),
                .room(room), .open(open), .open_row(open_row), .candidate(candidate), .hit(hit), .row(row),
                .entry(entry), .ready(ready), .midway(midway), .rests(rests), .oldest(oldest), .served(served), .pop(pop), .empty(empty), .age_cap(no_cap));
        end
        endcase
    endgenerate

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) begin
        if (!started) assume (rst);
        assume (!push || room[push_bank]);
        assume ((ready & ~candidate) == 0);
        assume (!pop || (ready != 0 && served == oldest));
    end
    wire check = started && !rst;
    rs_open_row_rules #(.BANKS(BANKS), .ROW_BITS(ROW_BITS), .CHECK(0)) open_rows (
        .clk(clk), .rst(rst || !started), .open(open), .open_row(open_row), .row(row),
        .picked(ready & oldest & {BANKS{!pop}}));
    generate
        if (KIND == 2 || KIND == 4) begin : contract
            rs_frfcfs_rules #(.BANKS(BANKS), .AHEAD(AHEAD), .REFRESH(REFRESH), .CHECK(0)) frfcfs_rules (
                .clk(clk), .rst(rst || !started), .open(open), .hit(hit), .ready(ready), .oldest(oldest), .midway(midway), .rests(rests),
                .served(served), .pop(pop));
        end
    endgenerate

    // KIND 4: the places, for the links.
    localparam WIDTH = ROW_BITS + ENTRY;
    (* keep *) wire [QUEUE-1:0]            used;     // probe queue.dut.used if KIND=4
    (* keep *) wire [QUEUE-1:0]            moves;    // probe queue.dut.moves if KIND=4
    (* keep *) wire [QUEUE*BANK_BITS-1:0]  its_bank; // probe queue.dut.each[*QUEUE].its_bank if KIND=4
    (* keep *) wire [QUEUE*WIDTH-1:0]      request;  // probe queue.dut.each[*QUEUE].request if KIND=4
    (* keep *) wire [QUEUE-1:0]            leads;    // probe queue.dut.most_pending.row_counts.leads if KIND=4
    (* keep *) wire [QUEUE*COUNT_BITS-1:0] counts;   // probe queue.dut.most_pending.row_counts.each[*QUEUE].count if KIND=4
    (* keep *) wire [BANKS*COUNT_BITS-1:0] levels;   // probe queue.dut.most_pending.row_counts.levels if KIND=4

    // What is shown of the marked requests, and which leaves.
    reg [BANKS-1:0] shows_first, shows_second, hit_expected;
    integer b;
    always @*
        for (b = 0; b < BANKS; b = b + 1) begin
            shows_first[b]  = candidate[b] && entry[b*ENTRY +: ENTRY] == FIRST;
            shows_second[b] = candidate[b] && entry[b*ENTRY +: ENTRY] == SECOND;
            hit_expected[b] = candidate[b] && open[b] && row[b*ROW_BITS +: ROW_BITS] == open_row[b*ROW_BITS +: ROW_BITS];
        end
    wire first_leaves  = pop && (oldest & shows_first) != 0;
    wire second_leaves = pop && (oldest & shows_second) != 0;

    reg [COUNT_BITS-1:0] count;
    reg [BANK_BITS-1:0]  first_bank, second_bank;
    reg [ROW_BITS-1:0]   first_row, second_row;
    always @(posedge clk) begin
        count <= count + (push ? 1 : 0) - (pop ? 1 : 0);
        if (push && push_entry == FIRST) begin
            first_known  <= 1'b1;
            first_inside <= 1'b1;
            first_bank   <= push_bank;
            first_row    <= push_row;
        end
        if (push && push_entry == SECOND) begin
            second_known  <= 1'b1;
            second_inside <= 1'b1;
            second_bank   <= push_bank;
            second_row    <= push_row;
        end
        if (first_leaves)
            first_inside <= 1'b0;
        if (second_leaves)
            second_inside <= 1'b0;
        if (rst) begin
            count <= 0;
            {first_known, first_inside, second_known, second_inside} <= 4'd0;
        end
    end
    reg [BANKS-1:0] had_room, had_left;
    reg             had_push, was_hit;
    reg [ROW_BITS-1:0] had_row;        // open in the bank of `first`
    always @(posedge clk) begin
        had_room <= room & {BANKS{!rst}};
        had_push <= push;
        had_left <= pop ? served : {BANKS{1'b0}};
        was_hit  <= first_shown && hit[first_bank] && !rst;
        had_row  <= first_row_open;
    end
    wire [ROW_BITS-1:0] first_row_open = open_row[first_bank*ROW_BITS +: ROW_BITS];
    wire first_hit  = open[first_bank] && first_row == open_row[first_bank*ROW_BITS +: ROW_BITS];
    wire second_hit = open[second_bank] && second_row == open_row[second_bank*ROW_BITS +: ROW_BITS];
    wire first_shown  = shows_first != 0;
    wire second_shown = shows_second != 0;
    // The bank whose last candidate left in the cycle before has none yet.
    wire [BANKS-1:0] searched = (KIND == 2 || KIND == 4) && AHEAD != 0 ? had_left : {BANKS{1'b0}};
    wire both = first_inside && second_inside;

    always @(posedge clk) if (check) begin
        count_in_range: assert (count <= QUEUE && empty == (count == 0));
        once_first:     assert (!first_shown || (first_inside && shows_first == ({{(BANKS-1){1'b0}}, 1'b1} << first_bank)));
        once_second:    assert (!second_shown || (second_inside && shows_second == ({{(BANKS-1){1'b0}}, 1'b1} << second_bank)));
        own_row:        assert (!first_shown || row[first_bank*ROW_BITS +: ROW_BITS] == first_row);
        hits_agree:     assert (hit == hit_expected);
        one_oldest:     assert (ready == 0 || ((oldest & (oldest - 1)) == 0 && (oldest & ready) != 0));
        none_lost:      assert (!(first_inside && count == 1) || first_shown || searched[first_bank]);
        oldest_first:   assert (!(both && first_shown && second_shown && ready[first_bank]) || !oldest[second_bank]);
        same_row_order: assert (!(both && second_shown && first_bank == second_bank && first_row == second_row));
        room_stays:     assert (had_push || (had_room & ~room) == 0);
        hit_stays:      assert (!(was_hit && !had_left[first_bank] && open[first_bank] && first_row_open == had_row) || first_shown);
        cover (count == (QUEUE == 2 ? 2 : QUEUE - 1) && both && !first_known == 0);
        cover (first_leaves && second_inside);
        cover (second_known && count == 0);
    end
    generate
        if (KIND == 0) begin : in_order
            always @(posedge clk) if (check) begin
                in_turn: assert (!(both && second_shown));
                room_for_all: assert (room == {BANKS{count != QUEUE}});
                one_candidate: assert (candidate == 0 || (candidate & (candidate - 1)) == 0);
            end
        end else begin : any_bank
            // A request inside always has its bank's candidate beside or in front of it.
            always @(posedge clk) if (check) begin has_candidate: assert (!first_inside || candidate[first_bank] || searched[first_bank]); end
        end
        if (KIND == 1) begin : in_order_per_bank
            always @(posedge clk) if (check) begin in_turn_there: assert (!(both && second_shown && first_bank == second_bank)); end
        end
        if (KIND == 2 || KIND == 3) begin : first_ready
            always @(posedge clk) if (check) begin
                // A bank closed for refresh keeps its candidate until another one is found, and is not ready.
                hits_pass: assert (!(both && second_shown && first_bank == second_bank && (REFRESH == 0 || open[first_bank] || ready[first_bank]))
                                   || (second_hit && !first_hit));
                cover (second_leaves && first_inside && first_bank == second_bank);
            end
        end
        if (KIND == 2 || KIND == 4) begin : whole_queue
            always @(posedge clk) if (check) begin
                room_for_all: assert (room == {BANKS{count != QUEUE}});
                hit_is_shown: assert (!(first_inside && first_hit) || hit[first_bank] || searched[first_bank]);
            end
        end
        if (KIND == 4) begin : most_pending
            localparam ROWS = 1 << ROW_BITS;
            reg  [BANKS*ROWS*COUNT_BITS-1:0] requests; // to each row of each bank
            wire [COUNT_BITS-1:0] to_first  = requests[{first_bank, first_row}*COUNT_BITS +: COUNT_BITS];
            wire [COUNT_BITS-1:0] to_second = requests[{second_bank, second_row}*COUNT_BITS +: COUNT_BITS];
            rs_row_counts_links #(.QUEUE(QUEUE), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .ENTRY(ENTRY)) links (
                .clk(clk), .check(check), .used(used), .moves(moves), .its_bank(its_bank), .request(request), .open(open),
                .had_open(had_open), .had_left(had_left), .open_row(open_row), .leads(leads), .counts(counts), .levels(levels));
            reg [BANKS-1:0] had_open;
            always @(posedge clk) had_open <= open & {BANKS{!rst}};
            // A bank closed for refresh keeps its candidate until another one is found, and is not ready.
            wire looked_for = both && first_bank == second_bank && first_row != second_row && !hit[first_bank]
                           && (REFRESH == 0 || open[first_bank] || ready[first_bank]);
            integer n;
            always @(posedge clk) begin
                for (n = 0; n < BANKS * ROWS; n = n + 1)
                    requests[n*COUNT_BITS +: COUNT_BITS] <= requests[n*COUNT_BITS +: COUNT_BITS]
                        + (push && {push_bank, push_row} == n ? 1 : 0)
                        - (pop && oldest[n / ROWS] && row[(n / ROWS)*ROW_BITS +: ROW_BITS] == n % ROWS ? 1 : 0);
                if (rst)
                    requests <= 0;
            end
            always @(posedge clk) if (check) begin
                most_of_all:  assert (!(looked_for && first_shown) || to_second <= to_first);
                older_of_two: assert (!(looked_for && second_shown) || to_first < to_second);
                cover (looked_for && (QUEUE == 2 ? first_shown : second_shown && to_second == 2));
                rows_in_turn: assert (!(both && second_shown && second_hit && first_bank == second_bank) || !first_hit);
                cover (second_leaves && first_inside && first_bank == second_bank);
            end
        end
    endgenerate
endmodule
`default_nettype wire
