// Proof of rs_queue_bliss with rs_bliss. Open rows, ready banks and pops are free within the contract of rs_queue_fifo.v, and so is
// whether what is picked is a request's first column command of two. Two arbitrary requests are followed, `first` and `second`, accepted in
// this order; their entries carry a mark that no other entry has. SMs are on the blacklist or not by a count of its own.
//   A marked request leaves exactly once, after it was pushed, from its own bank with its own row; the number of requests is pushes minus
//   pops, and `room` and `empty` say so.
//   Of two requests of a bank the one of the better class is shown, not listed before listed, then hit before miss, and of one class
//   the older; but one between its column commands stays. `hit` and `preferred` are those of what is shown.
//   A request like one inside, from another SM, one of them a write, clashes; and of such two the second is never shown.
//   Among ready banks the one whose candidate is older is `oldest`.
`default_nettype none
module rs_queue_bliss_fv #(
    parameter QUEUE    = 4,
    parameter BANKS    = 2,
    parameter ROW_BITS = 1,
    parameter STREAK   = 2,
    parameter CLEAR    = 6,
    parameter BANK_BITS = (BANKS > 1) ? $clog2(BANKS) : 1 // derived, not to be set
) (
    input wire                      clk,
    input wire                      rst,
    input wire                      push,
    input wire [BANK_BITS-1:0]      push_bank,
    input wire [ROW_BITS-1:0]       push_row,
    input wire                      push_column,
    input wire                      push_write,
    input wire                      push_sm,
    input wire                      mark,
    input wire [BANKS-1:0]          open,
    input wire [BANKS*ROW_BITS-1:0] open_row,
    input wire [BANKS-1:0]          ready,
    input wire                      begins, // what is picked has another column command
    input wire                      pop
);
    localparam ENTRY = 5, COUNT_BITS = $clog2(QUEUE + 1); // {write, mark, SM, column}
    localparam [1:0] FIRST = 2'd1, SECOND = 2'd2;
    reg  first_inside, first_known, second_inside, second_known;
    wire [1:0] its_mark = !mark ? 2'd0 : !first_known ? FIRST : !second_known ? SECOND : 2'd0;
    wire [ENTRY-1:0] push_entry = {push_write, its_mark, push_sm, push_column};
    wire [BANKS-1:0]          room, candidate, hit, preferred, oldest;
    wire [BANKS*ROW_BITS-1:0] row;
    wire [BANKS*ENTRY-1:0]    entry;
    wire                      empty, clash;
    reg  [BANKS-1:0]          midway;
    rs_queue_bliss #(.QUEUE(QUEUE), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .ENTRY(ENTRY), .COLUMN_BITS(1), .SM_BITS(1), .STREAK(STREAK),
                     .CLEAR(CLEAR)) dut (
        .clk(clk), .rst(rst), .push(push), .push_bank(push_bank), .push_row(push_row), .push_entry(push_entry),
        .push_sm(push_sm), .clash(clash), .room(room), .open(open), .open_row(open_row), .midway(midway), .candidate(candidate),
        .hit(hit), .preferred(preferred), .row(row), .entry(entry), .ready(ready), .oldest(oldest), .served(oldest), .pop(pop),
        .empty(empty), .age_cap(1'b0));

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    wire column = (ready & oldest & hit) != 0; // a column command is picked
    always @(posedge clk) begin
        if (!started) assume (rst);
        assume (!push || (room[push_bank] && !clash));
        assume ((ready & ~candidate) == 0);
        assume (!pop || (column && !begins));
        assume (!begins || (column && midway == 0));
        assume (midway == 0 || (ready & hit) == 0 || ready == midway); // nobody else's column command comes between
        assume (midway == 0 || !column || pop);
    end
    wire check = started && !rst;
    rs_open_row_rules #(.BANKS(BANKS), .ROW_BITS(ROW_BITS), .CHECK(0)) open_rows (
        .clk(clk), .rst(rst || !started), .open(open), .open_row(open_row), .row(row),
        .picked(ready & oldest & {BANKS{!pop}}));
    always @(posedge clk) if (check) assume ((midway & ~open) == 0); // the bank stays open meanwhile

    // What is shown of the marked requests, and which leaves.
    reg [BANKS-1:0] shows_first, shows_second, hit_expected;
    reg             leaves_sm;
    integer b;
    always @* begin
        leaves_sm = 1'b0;
        for (b = 0; b < BANKS; b = b + 1) begin
            shows_first[b]  = candidate[b] && entry[b*ENTRY+2 +: 2] == FIRST;
            shows_second[b] = candidate[b] && entry[b*ENTRY+2 +: 2] == SECOND;
            hit_expected[b] = candidate[b] && open[b] && row[b*ROW_BITS +: ROW_BITS] == open_row[b*ROW_BITS +: ROW_BITS];
            leaves_sm = leaves_sm | (oldest[b] & entry[b*ENTRY+1]);
        end
    end
    wire first_leaves  = pop && (oldest & shows_first) != 0;
    wire second_leaves = pop && (oldest & shows_second) != 0;

    reg [COUNT_BITS-1:0] count;
    reg [BANK_BITS-1:0]  first_bank, second_bank;
    reg [ROW_BITS-1:0]   first_row, second_row;
    reg first_column, second_column, first_write, second_write, first_sm, second_sm, first_begun, second_begun;
    reg [1:0]  listed;                 // by SM
    reg        some_left, last_sm;
    reg [7:0]  streak, cycle;          // requests of last_sm in a row, but for the first; cycles since the list was cleared
    wire       joins = pop && some_left && last_sm == leaves_sm && streak + 1 == STREAK;
    always @(posedge clk) begin
        count <= count + (push ? 1 : 0) - (pop ? 1 : 0);
        if (push && its_mark == FIRST) begin
            first_known  <= 1'b1;
            first_inside <= 1'b1;
            {first_bank, first_row, first_column, first_write, first_sm} <= {push_bank, push_row, push_column, push_write, push_sm};
        end
        if (push && its_mark == SECOND) begin
            second_known  <= 1'b1;
            second_inside <= 1'b1;
            {second_bank, second_row, second_column, second_write, second_sm} <= {push_bank, push_row, push_column, push_write, push_sm};
        end
        if (first_leaves)
            first_inside <= 1'b0;
        if (second_leaves)
            second_inside <= 1'b0;
        midway       <= pop ? 0 : begins ? ready & oldest & hit : midway;
        first_begun  <= !pop && (first_begun || (begins && (ready & oldest & hit & shows_first) != 0));
        second_begun <= !pop && (second_begun || (begins && (ready & oldest & hit & shows_second) != 0));
        if (pop) begin
            some_left <= 1'b1;
            last_sm   <= leaves_sm;
            streak    <= some_left && last_sm == leaves_sm && !joins ? streak + 1 : 0;
        end
        cycle  <= cycle == CLEAR - 1 ? 0 : cycle + 1;
        listed <= cycle == CLEAR - 1 ? 2'd0 : listed | {joins && leaves_sm, joins && !leaves_sm};
        if (rst) begin
            count  <= 0;
            midway <= 0;
            streak <= 0;
            cycle  <= 0;
            listed <= 2'd0;
            {some_left, first_known, first_inside, second_known, second_inside, first_begun, second_begun} <= 7'd0;
        end
    end
    wire first_hit  = open[first_bank] && first_row == open_row[first_bank*ROW_BITS +: ROW_BITS];
    wire second_hit = open[second_bank] && second_row == open_row[second_bank*ROW_BITS +: ROW_BITS];
    wire [1:0] first_class = {listed[first_sm], !first_hit}, second_class = {listed[second_sm], !second_hit};
    wire first_shown  = shows_first != 0;
    wire second_shown = shows_second != 0;
    wire both = first_inside && second_inside;
    wire alike = first_bank == second_bank && first_row == second_row && first_column == second_column;

    always @(posedge clk) if (check) begin
        count_in_range: assert (count <= QUEUE && empty == (count == 0) && room == {BANKS{count != QUEUE}});
        first_once:     assert (!first_shown || (first_inside && shows_first == 1 << first_bank
                                                 && row[first_bank*ROW_BITS +: ROW_BITS] == first_row));
        second_once:    assert (!second_shown || (second_inside && shows_second == 1 << second_bank
                                                  && row[second_bank*ROW_BITS +: ROW_BITS] == second_row));
        has_candidate:  assert (!first_inside || candidate[first_bank]);
        hits:           assert (hit == hit_expected);
        classes:        assert (!(both && second_shown && first_bank == second_bank) || second_begun || second_class < first_class);
        classes_first:  assert (!(both && first_shown && first_bank == second_bank) || first_begun || first_class <= second_class);
        first_stays:    assert (!first_begun || (first_shown && midway == 1 << first_bank));
        second_stays:   assert (!second_begun || (second_shown && midway == 1 << second_bank));
        prefers:        assert (!first_shown || preferred[first_bank] == (first_begun || !listed[first_sm]));
        clashes:        assert (!(first_inside && push_bank == first_bank && push_row == first_row && push_column == first_column
                                  && push_sm != first_sm && (push_write || first_write)) || clash);
        line_order:     assert (!(both && alike && (first_write || second_write)) || !second_shown);
        oldest_one:     assert (ready == 0 || ((oldest & (oldest - 1)) == 0 && (oldest & ready) != 0));
        oldest_first:   assert (!(both && first_shown && second_shown && ready[first_bank] && ready[second_bank])
                                || !oldest[second_bank]);
        cover (second_leaves && both && first_bank == second_bank && listed[first_sm]);
        cover (second_leaves && both && first_bank == second_bank && listed[first_sm] && first_hit);
        cover (first_begun && both && first_class > second_class && first_bank == second_bank);
        cover (clash && first_inside);
    end
endmodule
`default_nettype wire
