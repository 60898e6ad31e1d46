// Proof of the service bound of the age cap, for every scheduler that overtakes. One arbitrary request is followed; open
// rows, ready banks, pops and the other requests are free within the contract of the queues.
//   A request leaves within (older requests + 1) * (CAP * BANKS + 1) departures of the controller, and within (older
//   requests of its bank + 1) * (CAP + 1) departures from its bank, so within QUEUE * (CAP * BANKS + 1) departures.
// With `older` the older requests still inside and `passed` the departures since the oldest request of all became that,
//     waited <= (older at acceptance - older) * (CAP * BANKS + 1) + passed    and    passed <= CAP * BANKS
// is inductive (and the same for its bank); the engines find how the places stand. Entries tell which requests are older,
// as the queues never look at an entry.
// As without the cap (rs_queue_fv), a candidate is shown as a hit exactly if its row is open (but FR-FCFS, while it looks for the oldest of all, which misses,
// shows another one as none), and a hit stays its bank's candidate while its row stays open and nothing leaves.
`default_nettype none
module rs_queue_age_fv #(
    parameter KIND     = 2, // as in rs_queue_fv: 1 banked, 2 FR-FCFS, 3 look-ahead
    parameter MOST_PENDING = 0, // KIND 2: 1 most-pending
    parameter QUEUE    = 4,
    parameter BANKS    = 2,
    parameter ROW_BITS = 1,
    parameter WINDOW   = 2, // KIND 3
    parameter PLACES   = QUEUE / BANKS, // KIND 1, 3
    parameter CAP      = 1,
    parameter AHEAD    = 0, // KIND 2
    parameter REFRESH  = 0, // KIND 2
    parameter LINKS    = 1, // KIND 2: 0 asserts the bound alone, without how the places stand (bounded rows)
    parameter CAP_BITS = 2,
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
    input wire [BANKS-1:0]          midway,  // KIND 2 with AHEAD 1
    input wire                      rests,   // the same
    input wire [BANKS-1:0]          served,
    input wire                      pop
);
    localparam ENTRY = 2;
    localparam [31:0] CAP_WORD = CAP;
    localparam [1:0] OLDER = 2'd0, SUBJECT = 2'd1, YOUNGER = 2'd2;
    (* anyconst *) reg [BANK_BITS-1:0] subject_bank;
    reg  known, inside;
    wire marks = mark && !known && push_bank == subject_bank;
    wire [1:0] push_entry = marks ? SUBJECT : known ? YOUNGER : OLDER;
    wire [BANKS-1:0]          room, candidate, hit, oldest;
    wire [BANKS*ROW_BITS-1:0] row;
    wire [BANKS*ENTRY-1:0]    entry;
    wire                      empty, calm;
    (* keep *) wire [CAP_BITS+BANK_BITS-1:0] passed;      // probe queue.dut.cap.cap.passed
    (* keep *) wire [BANKS*CAP_BITS-1:0]     passed_here; // probe queue.dut.cap.cap.bank[*BANKS].passed_here
    generate
        case (KIND) // one block name, for the probes
        1: begin : queue
            rs_queue_banked #(.QUEUE(QUEUE), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .ENTRY(ENTRY), .PLACES(PLACES),
                              .CAP_BITS(CAP_BITS)) dut (
                .clk(clk), .rst(rst), .push(push), .push_bank(push_bank), .push_row(push_row), .push_entry(push_entry),
                .room(room), .open(open), .open_row(open_row), .candidate(candidate), .hit(hit), .row(row),
                .entry(entry), .ready(ready), .oldest(oldest), .served(served), .pop(pop), .empty(empty), .calm(calm), .age_cap(CAP_WORD[CAP_BITS-1:0]));
        end
        3: begin : queue
            rs_queue_lookahead #(.QUEUE(QUEUE), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .ENTRY(ENTRY), .PLACES(PLACES),
                                 .WINDOW(WINDOW), .CAP_BITS(CAP_BITS)) dut (
                .clk(clk), .rst(rst), .push(push), .push_bank(push_bank), .push_row(push_row), .push_entry(push_entry),
                .room(room), .open(open), .open_row(open_row), .candidate(candidate), .hit(hit), .row(row),
                .entry(entry), .ready(ready), .oldest(oldest), .served(served), .pop(pop), .empty(empty), .calm(calm), .age_cap(CAP_WORD[CAP_BITS-1:0]));
        end
        default: begin : queue
            rs_queue_frfcfs #(.QUEUE(QUEUE), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .ENTRY(ENTRY), .CAP_BITS(CAP_BITS),
                              .AHEAD(AHEAD), .REFRESH(REFRESH), .MOST_PENDING(MOST_PENDING)) dut (
                .clk(clk), .rst(rst), .push(push), .push_bank(push_bank), .push_row(push_row), .push_entry(push_entry),
                .room(room), .open(open), .open_row(open_row), .candidate(candidate), .hit(hit), .row(row),
                .entry(entry), .ready(ready), .midway(midway), .rests(rests), .oldest(oldest), .served(served), .pop(pop), .empty(empty), .calm(calm), .age_cap(CAP_WORD[CAP_BITS-1:0]));
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
        if (KIND == 2) begin : contract
            rs_frfcfs_rules #(.BANKS(BANKS), .AHEAD(AHEAD), .REFRESH(REFRESH), .CHECK(0)) frfcfs_rules (
                .clk(clk), .rst(rst || !started), .open(open), .hit(hit), .ready(ready), .oldest(oldest), .midway(midway), .rests(rests),
                .served(served), .pop(pop));
        end
    endgenerate

    // KIND 2: how the places stand, which the engines would have to find.
    localparam WIDTH = ROW_BITS + ENTRY;
    (* keep *) wire [QUEUE-1:0]           used;     // probe queue.dut.used if KIND=2
    (* keep *) wire [QUEUE-1:0]           moves;    // probe queue.dut.moves if KIND=2
    (* keep *) wire [QUEUE-1:0]           pointed;  // probe queue.dut.marks if KIND=2
    (* keep *) wire [QUEUE*BANK_BITS-1:0] its_bank; // probe queue.dut.each[*QUEUE].its_bank if KIND=2
    (* keep *) wire [QUEUE*WIDTH-1:0]     request;  // probe queue.dut.each[*QUEUE].request if KIND=2
    (* keep *) wire [BANKS-1:0]           waiting;  // probe queue.dut.waiting if KIND=2
    (* keep *) wire [BANKS*WIDTH-1:0]     held;     // probe queue.dut.bank[*BANKS].request if KIND=2

    localparam COUNT_BITS = $clog2(QUEUE + 1);
    (* keep *) wire [QUEUE-1:0]            leads;  // probe queue.dut.most_pending.row_counts.leads if MOST_PENDING=1
    (* keep *) wire [QUEUE*COUNT_BITS-1:0] counts; // probe queue.dut.most_pending.row_counts.each[*QUEUE].count if MOST_PENDING=1
    (* keep *) wire [BANKS*COUNT_BITS-1:0] levels; // probe queue.dut.most_pending.row_counts.levels if MOST_PENDING=1

    // Which requests leave.
    reg  [1:0] leaving;
    reg        leaves_here;
    integer b;
    always @* begin
        leaving     = OLDER;
        leaves_here = 1'b0;
        for (b = 0; b < BANKS; b = b + 1)
            if (oldest[b]) begin
                leaving     = entry[b*ENTRY +: ENTRY];
                leaves_here = pop && b == subject_bank;
            end
    end
    reg  [BANKS-1:0]    hit_expected;
    always @*
        for (b = 0; b < BANKS; b = b + 1)
            hit_expected[b] = candidate[b] && open[b] && row[b*ROW_BITS +: ROW_BITS] == open_row[b*ROW_BITS +: ROW_BITS];
    reg                 had_pop, had_calm, had_here, was_hit; // in the cycle before; one of its bank left; the subject was a hit
    reg  [ROW_BITS-1:0] had_row;              // open in its bank
    wire [ROW_BITS-1:0] row_open = open_row[subject_bank*ROW_BITS +: ROW_BITS];
    wire shown = candidate[subject_bank] && entry[subject_bank*ENTRY +: ENTRY] == SUBJECT;
    always @(posedge clk) begin
        had_pop  <= pop;
        had_calm <= calm;
        had_here <= leaves_here;
        was_hit <= shown && hit[subject_bank] && !rst;
        had_row <= row_open;
    end
    reg [15:0] count, count_here;              // requests inside, and in the bank; until the subject comes
    reg [15:0] older, older_here;              // than the subject
    reg [15:0] first_older, first_older_here;  // when it came
    reg [15:0] waited, waited_here;            // departures since
    always @(posedge clk) begin
        if (!known) begin
            count      <= count + (push ? 1 : 0) - (pop ? 1 : 0);
            count_here <= count_here + (push && push_bank == subject_bank ? 1 : 0) - (leaves_here ? 1 : 0);
        end
        if (push && marks) begin
            {known, inside}  <= 2'b11;
            older            <= count - (pop ? 1 : 0);
            older_here       <= count_here - (leaves_here ? 1 : 0);
            first_older      <= count - (pop ? 1 : 0);
            first_older_here <= count_here - (leaves_here ? 1 : 0);
            waited           <= 16'd0;
            waited_here      <= 16'd0;
        end else if (inside) begin
            if (pop) begin
                waited      <= waited + 16'd1;
                waited_here <= waited_here + (leaves_here ? 16'd1 : 16'd0);
            end
            if (pop && leaving == OLDER) begin
                older      <= older - 16'd1;
                older_here <= older_here - (leaves_here ? 16'd1 : 16'd0);
            end
            if (pop && leaving == SUBJECT)
                inside <= 1'b0;
        end
        if (rst) begin
            {known, inside} <= 2'b00;
            count      <= 16'd0;
            count_here <= 16'd0;
        end
    end

    wire [15:0] passed_word = passed, here_word = passed_here[subject_bank*CAP_BITS +: CAP_BITS];
    wire [15:0] bound      = (first_older - older) * (CAP * BANKS + 1) + passed_word;
    wire [15:0] bound_here = (first_older_here - older_here) * (CAP + 1) + here_word;
    always @(posedge clk) if (check) begin
        passed_in_range: assert (passed_word <= CAP * BANKS && here_word <= CAP);
        inside_counts:   assert (!inside || (known && older <= first_older && older_here <= first_older_here
                                             && older_here <= older && first_older < QUEUE && first_older_here <= first_older));
        hits_agree:      assert (hit == hit_expected || (KIND == 2 && MOST_PENDING == 0 && passed_word == CAP * BANKS && (hit & ~hit_expected) == 0));
        hit_stays:       assert (!(was_hit && (!had_pop || (had_calm && !had_here)) && open[subject_bank] && row_open == had_row) || shown);
        wait_link:       assert (!inside || waited <= bound);
        wait_link_here:  assert (!inside || waited_here <= bound_here);
        wait_bound:      assert (!inside || waited < QUEUE * (CAP * BANKS + 1));
        of_the_older:    assert (!(inside && pop) || waited < (first_older + 1) * (CAP * BANKS + 1));
        of_the_bank:     assert (!(inside && leaves_here) || waited_here < (first_older_here + 1) * (CAP + 1));
        cover (inside && pop && leaving == SUBJECT && waited == CAP * BANKS + first_older && first_older != 0);
        cover (inside && pop && leaving == SUBJECT && older != 0);
        cover (inside && passed_word == CAP * BANKS && older == 0);
    end

    generate
        if (MOST_PENDING != 0 && LINKS != 0) begin : most_pending
            reg [BANKS-1:0] had_open, had_left;
            always @(posedge clk) begin
                had_open <= open & {BANKS{!rst}};
                had_left <= pop && !rst ? served : {BANKS{1'b0}};
            end
            rs_row_counts_links #(.QUEUE(QUEUE), .BANKS(BANKS), .ROW_BITS(ROW_BITS), .ENTRY(ENTRY)) links (
                .clk(clk), .check(check), .used(used), .moves(moves), .its_bank(its_bank), .request(request), .open(open),
                .had_open(had_open), .had_left(had_left), .open_row(open_row), .leads(leads), .counts(counts), .levels(levels));
        end
        if (KIND == 2 && LINKS != 0) begin : places
            wire [QUEUE-1:0] above = moves & ~(moves << 1);
            wire [QUEUE-1:0] valid = used & ~above;
            wire [QUEUE-1:0] still = ~moves;
            reg  [BANKS-1:0] searched; // its candidate left in the cycle before
            reg  [QUEUE-1:0] in_place, marked_right;
            reg  [BANKS-1:0] one_mark, has_mark, has_place;
            reg  [15:0]      all, here;
            reg  [ENTRY-1:0] its_entry;
            reg  [BANK_BITS-1:0] at;
            integer k, n;
            always @(posedge clk) searched <= pop && !rst && AHEAD != 0 ? served : {BANKS{1'b0}};
            always @* begin
                all       = 16'd0;
                here      = 16'd0;
                one_mark  = {BANKS{1'b1}};
                has_mark  = {BANKS{1'b0}};
                has_place = {BANKS{1'b0}};
                for (k = 0; k < QUEUE; k = k + 1) begin
                    its_entry = request[k*WIDTH +: ENTRY];
                    at        = its_bank[k*BANK_BITS +: BANK_BITS];
                    in_place[k] = !valid[k] || (!known ? its_entry == OLDER : !inside ? its_entry != SUBJECT
                        : all < older ? its_entry == OLDER : all > older ? its_entry == YOUNGER : its_entry == SUBJECT && at == subject_bank);
                    here = here + (valid[k] && at == subject_bank && (!known || all < older) ? 16'd1 : 16'd0);
                    all  = all + (valid[k] ? 16'd1 : 16'd0);
                    marked_right[k] = !valid[k] || !pointed[k] || request[k*WIDTH +: WIDTH] == held[at*WIDTH +: WIDTH];
                    if (valid[k]) begin
                        has_place[at] = 1'b1;
                        if (pointed[k]) begin
                            one_mark[at] = one_mark[at] && !has_mark[at];
                            has_mark[at] = 1'b1;
                        end
                    end
                end
            end
            always @(posedge clk) if (check) begin
                gap_link:    assert ((used & (used + 1)) == 0 && (still & (still + 1)) == 0 && (moves == 0 || (used & above) != 0));
                places_link: assert (&in_place);
                mark_link:   assert (&one_mark && &marked_right && has_mark == waiting && (has_place & ~waiting & ~searched) == 0);
                count_link:  assert (known ? !inside || (all > older && here == older_here) : all == count && here == count_here);
            end
        end
    endgenerate
endmodule
`default_nettype wire
