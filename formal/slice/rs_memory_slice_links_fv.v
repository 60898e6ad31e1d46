// Proof of rs_memory_slice for all time, by induction over its registers: one set of two ways between any queues (rs_free_queues.v) and
// any memory, write back or write through, also with HEADER_WIRES. Requests, room on both ways out and the memory's order are free. One
// word of one sector is marked, and one read or atomic of it; words of a bit, two in a sector.
//   The marked request is answered once, to its SM, not lost, and right: with the word that all writes and atomics looked up before it
//   have left (as in rs_memory_slice_fv).
//   As many replies of main memory as requests that waited: never one too many, none owed when idle; then every waiter is free again.
//   No two misses of one sector are under way, none is asked twice. Replies and requests to main memory go to places that are there;
//   those promised are used. Write through: main memory has the marked word as it is whenever nothing is under way.
// The assertions ..._link are the invariants: what the row of the set, the misses, the lists of those that wait and of free waiters, the
// sector's data and the harness' own books have to do with each other. Write back, a request to main memory is pushed in the cycle behind
// its look-up; write through in the same cycle, so that main memory agrees with the registers as it is before the push, and places are
// owed to the atomics inside.
`default_nettype none
module rs_memory_slice_links_fv #(
    parameter LINE_BITS = 3,
    parameter MISSES    = 1, // 1, 2
    parameter WAITERS   = 2,
    parameter WRITE     = 0, // 1: write through
    parameter HEADER_WIRES = 0,
    // derived, not to be set
    parameter TAG_BITS  = 1,
    parameter HEADER    = 1 + TAG_BITS + 3 + LINE_BITS,
    parameter PAYLOAD   = HEADER + 6 + HEADER_WIRES
) (
    input wire               clk,
    input wire               rst,
    input wire               fill_valid,
    input wire [PAYLOAD-1:0] fill_payload
);
    (* anyconst *) reg                 marked_sm;
    (* anyconst *) reg [LINE_BITS-1:0] marked_line;
    (* anyconst *) reg                 marked_word;
    wire         fill_ready, idle;
    reg  [1:0]   fill_phase; // flit of the fill that comes next
    localparam [1:0] TAIL = HEADER_WIRES != 0 ? 1 : 2;
    localparam       DATA = HEADER_WIRES != 0 ? HEADER + 6 : 0; // bit of a flit's data
    rs_memory_slice #(.SM_BITS(1), .TAG_BITS(TAG_BITS), .LINE_BITS(LINE_BITS), .FLIT_BITS(1), .WORD_BITS(1), .BYTE(1),
        .CHANNEL_MASK(0), .L2_SETS(1), .L2_WAYS(2), .L2_QUEUE(2), .L2_MISSES(MISSES), .L2_WAITERS(WAITERS), .L2_REPLIES(2),
        .L2_DRAM(2), .L2_WRITE(WRITE), .L2_LATENCY(2), .HEADER_WIRES(HEADER_WIRES)) dut (
        .clk(clk), .rst(rst), .in_valid(1'b0), .in_ready(), .in_flit({(PAYLOAD+2){1'b0}}), .out_valid(),
        .out_ready(1'b0), .out_flit(), .dram_valid(), .dram_ready(1'b0), .dram_flit(),
        .fill_valid(fill_valid), .fill_ready(fill_ready), .fill_flit({fill_phase == TAIL, fill_phase == 2'd0, fill_payload}),
        .accept_valid(), .accept_write(), .accept_sm(), .accept_tag(), .accept_line(), .idle(idle));

    localparam TAG = LINE_BITS - 1, WAY = TAG + 7, ROW = 2 * (WAY + 1), WAITER = 1 + TAG_BITS + 1 + 3 + 2;
    (* keep *) wire                 valid;       // probe dut.intake.valid
    (* keep *) wire [HEADER-1:0]    header;      // probe dut.intake.header
    (* keep *) wire [1:0]           mode;        // probe dut.mode
    (* keep *) wire                 of_waiter;   // probe dut.of_waiter
    (* keep *) wire                 served;      // probe dut.served
    (* keep *) wire                 hits;        // probe dut.hits
    (* keep *) wire                 waits;       // probe dut.waits
    (* keep *) wire                 answered;    // probe dut.answered
    (* keep *) wire                 leaves;      // probe dut.leaves
    (* keep *) wire                 new_waiter;  // probe dut.new_waiter
    (* keep *) wire                 waiter;      // probe dut.waiter
    (* keep *) wire                 behind;      // probe dut.behind
    (* keep *) wire                 waiter_sm;   // probe dut.waiter_sm
    (* keep *) wire                 waiter_tag;  // probe dut.waiter_tag
    (* keep *) wire [1:0]           fresh;       // probe dut.fresh
    (* keep *) wire [MISSES-1:0]    missing;     // probe dut.missing
    (* keep *) wire [MISSES*LINE_BITS-1:0] miss_lines; // probe dut.miss_lines
    (* keep *) wire [MISSES-1:0]    miss_way;    // probe dut.miss_way[*MISSES]
    (* keep *) wire [MISSES-1:0]    first_wait;  // probe dut.first_wait[*MISSES]
    (* keep *) wire [MISSES-1:0]    last_wait;   // probe dut.last_wait[*MISSES]
    (* keep *) wire                 fill_miss;   // probe dut.fill_miss
    (* keep *) wire [LINE_BITS-1:0] fill_line;   // probe dut.fill_line
    (* keep *) wire                 fill_way;    // probe dut.fill_way
    (* keep *) wire [ROW-1:0]       row;         // probe dut.row
    (* keep *) wire                 row_set;     // probe dut.row_set
    (* keep *) wire                 own_set;     // probe dut.set
    (* keep *) wire                 fill_set;    // probe dut.fill_set
    (* keep *) wire [ROW-1:0]       written_row; // probe dut.rows.memory[0]
    (* keep *) wire [ROW-1:0]       stored_row;  // probe dut.stored_row
    (* keep *) wire                 touched;     // probe dut.touched
    (* keep *) wire                 forwards;    // probe dut.forwards
    (* keep *) wire [ROW-1:0]       forwarded;   // probe dut.forwarded
    (* keep *) wire [WAITERS*WAITER-1:0] kept;   // probe dut.waiters.memory[*WAITERS]
    (* keep *) wire [WAITERS-1:0]   links;       // probe dut.links.memory[*WAITERS]
    (* keep *) wire                 free_valid;  // probe dut.free_waiters.valid
    (* keep *) wire                 free_front;  // probe dut.free_waiters.front
    (* keep *) wire                 free_queued; // probe dut.free_waiters.queued
    (* keep *) wire                 free_second; // probe dut.free_waiters.memory[0]
    (* keep *) wire                 free_read;   // probe dut.free_waiters.read_pointer
    (* keep *) wire                 free_write;  // probe dut.free_waiters.write_pointer
    (* keep *) wire                 place_free;  // probe dut.replies.place_free
    (* keep *) wire [1:0]           places_free; // probe dut.to_dram.places_free
    (* keep *) wire [1:0]           reserve;     // probe dut.to_dram.reserve
    (* keep *) wire                 replies;     // probe dut.replies.push
    (* keep *) wire [TAG_BITS+1:0]  reply_head;  // probe dut.replies.header
    (* keep *) wire                 push;        // probe dut.to_dram.push
    (* keep *) wire                 push_write;  // probe dut.to_dram.push_write
    (* keep *) wire [TAG_BITS-1:0]  push_tag;    // probe dut.to_dram.push_tag
    (* keep *) wire [LINE_BITS-1:0] push_line;   // probe dut.to_dram.push_line
    (* keep *) wire [1:0]           push_mask;   // probe dut.to_dram.push_mask
    (* keep *) wire [1:0]           push_data;   // probe dut.to_dram.push_data
    (* keep *) wire [1:0]           reply_data;  // probe dut.replies.data
    (* keep *) wire [5:0]           mask;        // probe dut.intake.mask
    (* keep *) wire [1:0]           data;        // probe dut.intake.data
    (* keep *) wire [7:0]           words_0;     // probe dut.sectors.memory[3][1:0],dut.sectors.memory[2][1:0],dut.sectors.memory[1][1:0],dut.sectors.memory[0][1:0]
    (* keep *) wire [7:0]           words_1;     // probe dut.sectors.memory[3][3:2],dut.sectors.memory[2][3:2],dut.sectors.memory[1][3:2],dut.sectors.memory[0][3:2]
    (* keep *) wire [1:0]           there;       // probe dut.sector_data
    (* keep *) wire [1:0]           there_written; // probe dut.sector_written
    (* keep *) wire [2*WAITERS-1:0] operands;    // probe dut.operands.memory[*WAITERS]
    (* keep *) wire [1:0]           waiter_data; // probe dut.waiter_data
    (* keep *) wire [WAITER-3:0]    waiter_rest; // probe dut.waiter_operates,dut.waiter_operation,dut.waiter_words
    (* keep *) wire [1:0]           unoperated;  // probe dut.unoperated
    (* keep *) wire [2:0]           operation;   // probe dut.operation
    (* keep *) wire [2:0]           atomic_place; // probe dut.atomic_place
    (* keep *) wire                 fill_low;    // probe dut.fill_low
    (* keep *) wire                 fill_behind_head; // probe dut.fill_behind_head
    (* keep *) wire                 settled;     // probe dut.fill_settled
    (* keep *) wire [1:0]           settle;      // probe dut.settle
    (* keep *) wire [1:0]           all_words;   // probe dut.operated

    localparam [1:0] LOOK = 2'd0, FILL = 2'd1, DRAIN = 2'd2, ATOMIC = 2'd3;
    wire [2:0] kind = header[LINE_BITS +: 3];
    wire       tag  = header[LINE_BITS+3];
    wire       sm   = header[HEADER-1];
    wire [LINE_BITS-1:0] line = header[LINE_BITS-1:0];
    wire       about_it = line == marked_line;

    // ---- books: reads that are out, by number; the marked request; waiters in use; requests that wait ---------------------------
    reg  [MISSES-1:0]  out;
    reg                fill_number;
    wire               number = fill_phase == 2'd0 ? fill_payload[0] : fill_number;
    wire               fills = fill_valid && fill_ready;
    reg                seen, inside;
    reg  [WAITERS-1:0] used;
    reg  [1:0]         open;
    reg  [2:0]         owed; // places for requests to memory that were taken and not used yet
    wire               marks = served && tag, answers = replies && reply_head[0];
    reg                was_reset;
    always @(posedge clk) begin
        was_reset <= rst;
        if (push && !push_write)
            out[push_tag] <= 1'b1;
        if (fills) begin
            fill_phase  <= fill_phase == TAIL ? 2'd0 : fill_phase + 2'd1;
            fill_number <= number;
            if (fill_phase == TAIL)
                out[number] <= 1'b0;
        end
        if (answers)
            inside <= 1'b0;
        if (marks) begin
            seen   <= 1'b1;
            inside <= !answers;
        end
        if (answered)
            used[waiter] <= 1'b0;
        if (waits)
            used[new_waiter] <= 1'b1;
        open <= open + {1'b0, waits} - {1'b0, answered};
        owed <= owed + reserve - push;
        if (rst) begin
            out        <= {MISSES{1'b0}};
            fill_phase <= 2'd0;
            seen       <= 1'b0;
            inside     <= 1'b0;
            used       <= {WAITERS{1'b0}};
            open       <= 2'd0;
            owed       <= 3'd0;
        end
    end

    // ---- the marked word, as it is after the last look-up, and in main memory ----------------------------------------------------
`include "formal/slice/rs_slice_operate.vh"
    reg                truth, memory, expected, data_due;
    reg  [MISSES-1:0]  about, brings; // reads that are out: of the marked sector; what they bring
    wire               stored  = push && push_write && push_line == marked_line && push_mask[marked_word];
    wire               memory_next = stored ? push_data[marked_word] : memory;
    wire               memory_now = WRITE != 0 ? memory : memory_next; // with which the registers agree
    wire               asks = push && !push_write && WRITE == 0;       // for a miss that is in the registers
    wire               operated = operate(truth, mask[4:2], data[marked_word], data[!marked_word]);
    always @(posedge clk) begin
        memory <= !rst && memory_next;
        if (push && !push_write) begin
            about[push_tag]  <= push_line == marked_line;
            brings[push_tag] <= memory;
        end
        if (served && about_it && kind != 3'd0 && mask[marked_word])
            truth <= kind == 3'd1 ? data[marked_word] : operated;
        if (marks)
            expected <= truth;
        data_due <= answers && !rst;
        if (rst)
            truth <= 1'b0;
    end

    // ---- the set as it is, and what belongs together ------------------------------------------------------------------------------
    localparam [ROW-1:0] EMPTY = {1'b1, 1'b0, {(2*WAY){1'b0}}};
    wire [ROW-1:0] set = touched ? written_row : EMPTY;
    wire           draining = mode == DRAIN || (mode == ATOMIC && of_waiter);
    wire           filling  = mode == FILL || draining;
    wire [WAY-1:0] way_0 = set[0 +: WAY], way_1 = set[WAY +: WAY];
    integer m, n;
    reg [MISSES-1:0] its_line; // the miss is the marked sector's
    reg [WAY-1:0]  its_way, a_way;
    reg [MISSES-1:0] in_its_way, asked_or_back, apart;
    reg [3:0]      known; // of each sector of each way that is pending: it has its miss
    reg [1:0]      pair;
    reg [WAITERS-1:0] listed, twice, chain, marked_waits, of_marked, operates;
    reg            linked, strayed; // strayed: the marked request waits for another sector
    always @* begin
        listed = {WAITERS{1'b0}};
        twice  = {WAITERS{1'b0}};
        linked = 1'b1;
        strayed = 1'b0;
        known  = 4'd0;
        pair   = 2'd0;
        for (m = 0; m < MISSES; m = m + 1) begin
            its_way = miss_way[m] ? way_1 : way_0;
            // its line has its way, and its sector is pending there until the fill has come
            in_its_way[m] = !missing[m] || (its_way[WAY-1] && its_way[6 +: TAG] == miss_lines[m*LINE_BITS+1 +: TAG]
                          && its_way[4 + miss_lines[m*LINE_BITS]] == !(draining && fill_miss == m));
            asked_or_back[m] = {1'b0, missing[m]} == {1'b0, out[m]} + {1'b0, asks && push_tag == m}
                             + {1'b0, draining && fill_miss == m};
            its_line[m] = miss_lines[m*LINE_BITS +: LINE_BITS] == marked_line;
            apart[m] = 1'b1;
            for (n = 0; n < m; n = n + 1)
                if (missing[m] && missing[n] && miss_lines[m*LINE_BITS +: LINE_BITS] == miss_lines[n*LINE_BITS +: LINE_BITS])
                    apart[m] = 1'b0;
            for (n = 0; n < 4; n = n + 1) begin
                a_way = n >= 2 ? way_1 : way_0;
                if (missing[m] && miss_way[m] == (n >= 2) && miss_lines[m*LINE_BITS +: LINE_BITS] == {a_way[6 +: TAG], n % 2 != 0})
                    known[n] = 1'b1;
            end
            // who waits for it
            chain = {WAITERS{1'b0}};
            if (missing[m] && draining && fill_miss == m) begin
                if (mode == DRAIN)
                    chain[waiter] = 1'b1;
                chain[last_wait[m]] = mode == DRAIN || waiter != last_wait[m];
                if (waiter != last_wait[m] && links[waiter] != last_wait[m])
                    linked = 1'b0;
            end else if (missing[m]) begin
                chain[first_wait[m]] = 1'b1;
                chain[last_wait[m]]  = 1'b1;
                if (first_wait[m] != last_wait[m] && links[first_wait[m]] != last_wait[m])
                    linked = 1'b0;
            end
            if ((chain & marked_waits) != {WAITERS{1'b0}} && !its_line[m])
                strayed = 1'b1;
            twice  = twice | (listed & chain);
            listed = listed | chain;
        end
    end
    wire [3:0] pending = {way_1[5:4], way_0[5:4]};
    always @*
        for (n = 0; n < WAITERS; n = n + 1) begin
            marked_waits[n] = used[n] && kept[n*WAITER+WAITER-2];
            operates[n]     = used[n] && kept[n*WAITER+5];
            of_marked[n]    = !marked_waits[n] || kept[n*WAITER+WAITER-1] == marked_sm;
        end
    wire [2:0] free_number = {2'd0, free_valid} + {2'd0, free_queued};

    // ---- the marked word in the set, and who operates on it before it is as it was after the last look-up ------------------------
    wire           in_1 = way_1[WAY-1] && way_1[6 +: TAG] == marked_line[LINE_BITS-1:1];
    wire           in_0 = way_0[WAY-1] && way_0[6 +: TAG] == marked_line[LINE_BITS-1:1];
    wire [WAY-1:0] its  = in_1 ? way_1 : way_0;
    wire [1:0]     spot = {in_1, marked_line[0]};
    wire           here = in_0 || in_1;
    wire           is_whole = here && its[marked_line[0]], is_some = here && its[2 + marked_line[0]];
    wire [7:0]     column = marked_word ? words_1 : words_0;
    wire           its_written = is_some && column[2*spot + 1], its_value = column[2*spot];
    reg            missed, is_draining, old, a_there, b_there, a_works, b_works, a, b, between, then;
    reg  [WAITER-1:0] a_says, b_says;
    reg  [1:0]     a_words, b_words;
    always @* begin
        missed      = 1'b0;
        is_draining = 1'b0;
        a_there     = 1'b0;
        b_there     = 1'b0;
        a           = 1'b0;
        b           = 1'b0;
        old         = is_whole || its_written ? its_value : memory_now;
        for (m = 0; m < MISSES; m = m + 1)
            if (missing[m] && miss_lines[m*LINE_BITS +: LINE_BITS] == marked_line) begin
                missed      = 1'b1;
                is_draining = draining && fill_miss == m;
                a           = is_draining ? waiter : first_wait[m];
                b           = last_wait[m];
                a_there     = 1'b1;
                b_there     = a != b;
                if (!its_written && !is_whole && out[m])
                    old = brings[m];
            end
        a_says  = is_draining && mode == ATOMIC ? {2'b00, waiter_rest} : kept[a*WAITER +: WAITER];
        a_words = is_draining && mode == ATOMIC ? waiter_data : operands[2*a +: 2];
        b_says  = kept[b*WAITER +: WAITER];
        b_words = operands[2*b +: 2];
        a_works = a_there && a_says[5] && (is_draining && mode == ATOMIC ? unoperated[marked_word] : a_says[marked_word]);
        b_works = b_there && b_says[5] && b_says[marked_word];
        if (mode == ATOMIC && !of_waiter && about_it) begin
            a_works = unoperated[marked_word];
            a_says  = {3'b001, mask[4:0]};
            a_words = data;
        end
        between = a_works ? operate(old, a_says[4:2], a_words[marked_word], a_words[!marked_word]) : old;
        then    = b_works ? operate(between, b_says[4:2], b_words[marked_word], b_words[!marked_word]) : between;
    end
    wire       at_work  = mode == ATOMIC && !of_waiter;
    wire [1:0] own_spot = atomic_place[1:0], fill_spot = {fill_way, fill_line[0]}, work_spot = of_waiter ? fill_spot : own_spot;
    // write through: an atomic at work has written the marked word, and main memory has not got it yet
    wire       kept_back = mode == ATOMIC && here && work_spot == spot && all_words[marked_word] && !unoperated[marked_word];

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) begin
        if (!started) assume (rst);
        if (valid && mode == LOOK) begin
            assume (kind <= 3'd2);
            assume (!(kind == 3'd2 && mask[4:2] == 3'd4 && mask[1:0] == 2'b11)); // compare and swap: of one word
            assume (!tag || (!seen && kind != 3'd1 && about_it && sm == marked_sm));
        end
        if (fill_valid) begin
            assume (number < MISSES && out[number]);
            assume (!(about[number] && fill_phase == TAIL - {1'b0, !marked_word}) || fill_payload[DATA] == brings[number]);
        end
    end
    always @(posedge clk)
        if (started && !rst) begin
            answered_once:  assert (!answers || (reply_head[TAG_BITS] == marked_sm
                                    && (reply_head[TAG_BITS+1] ? inside && !marks : marks && kind != 3'd1)));
            right:          assert (!data_due || reply_data[marked_word] == expected);
            not_lost:       assert (!(idle && inside));
            none_too_many:  assert (!answered || open != 2'd0);
            none_owed:      assert (!idle || open == 2'd0);
            waiters_freed:  assert (!idle || free_number == {1'b0, fresh});
            asked_once:     assert (!(push && !push_write) || (push_tag < MISSES && !out[push_tag]));
            misses_apart:   assert (&apart);
            leaves_valid:   assert (!leaves || valid);
            push_to_room:   assert (!replies || place_free);
            places_left:    assert (reserve <= places_free);
            places_taken:   assert (!push || owed != 0 || reserve != 0);
            places_given:   assert (!idle || owed == 0);
            memory_has:     assert (WRITE == 0 || !idle || memory == truth);
            // the invariants
            row_link:       assert ((!forwards || was_reset || (touched && forwarded == written_row))
                                    && (forwards || !touched || !(mode == LOOK || filling) || stored_row == written_row)
                                    && (!((mode == LOOK && valid) || filling) || (!row_set && row == set)) && (!(valid || touched) || !own_set)
                                    && (!filling || !fill_set));
            reset_link:     assert (!was_reset || (!valid && mode == LOOK && !touched && missing == 0));
            ways_link:      assert (set[2*WAY] != set[2*WAY+1] && !(way_0[WAY-1] && way_1[WAY-1] && way_0[6 +: TAG] == way_1[6 +: TAG])
                                    && (way_0[WAY-1] || way_0[5:0] == 6'd0) && (way_1[WAY-1] || way_1[5:0] == 6'd0)
                                    && (way_0[5:4] & way_0[1:0]) == 2'd0 && (way_1[5:4] & way_1[1:0]) == 2'd0);
            pending_link:   assert ((pending & ~known) == 4'd0);
            miss_link:      assert (&in_its_way);
            out_link:       assert (&asked_or_back);
            fill_link:      assert ((fill_phase != 2'd0) == (mode == FILL) && fill_phase <= TAIL && (mode != FILL || (fill_number == fill_miss
                                    && out[fill_miss])) && (!filling || (fill_miss < MISSES && missing[fill_miss]
                                    && fill_line == miss_lines[fill_miss*LINE_BITS +: LINE_BITS] && fill_way == miss_way[fill_miss])));
            list_link:      assert (linked && twice == {WAITERS{1'b0}} && listed == used);
            turn_link:      assert (!draining || ({waiter_sm, waiter_tag} == kept[waiter*WAITER+WAITER-2 +: 2] && behind == links[waiter]));
            marked_link:    assert ((marked_waits != {WAITERS{1'b0}}) == inside && (marked_waits & (marked_waits - 1'b1)) == {WAITERS{1'b0}}
                                    && (&of_marked) && (!inside || seen));
            free_link:      assert (!free_read && !free_write && (!free_queued || free_valid) && {1'b0, fresh} == free_number + {2'd0, used[0]} + {2'd0, used[1]}
                                    && fresh <= 2'd2 && (!free_valid || (!used[free_front] && {1'b0, free_front} < fresh))
                                    && (!free_queued || (!used[free_second] && {1'b0, free_second} < fresh && free_front != free_second))
                                    && (!used[0] || fresh != 2'd0) && (!used[1] || fresh == 2'd2));
            open_link:      assert (open == {1'b0, used[0]} + {1'b0, used[1]});
            owed_link:      assert (owed == (WRITE == 0 ? {2'd0, push} : {2'd0, operates[0]} + {2'd0, operates[1]} + {2'd0, mode == ATOMIC}));
            atomic_link:    assert (mode != ATOMIC || of_waiter || valid);
            push_link:      assert (!asks || (missing[push_tag] && miss_lines[push_tag*LINE_BITS +: LINE_BITS] == push_line));
            brings_link:    assert ((out & its_line & (brings ^ {MISSES{memory_now}})) == 0 && !(stored && (out & its_line) != 0));
            about_link:     assert ((out & (about ^ its_line)) == 0);
            word_link:      assert (truth == then);
            kept_link:      assert (!(WRITE == 0 ? is_whole && !its_written : (is_whole || its_written) && !kept_back)
                                    || memory_now == its_value);
            old_link:       assert (!inside || !(missed && a_there && !(is_draining && mode == ATOMIC) && kept[a*WAITER+WAITER-2]) || expected == old);
            second_old_link: assert (!inside || !(missed && b_there && kept[b*WAITER+WAITER-2]) || expected == between);
            inside_link:    assert ((!inside || missed) && !strayed);
            low_link:       assert ((mode != FILL || fill_behind_head == (fill_phase == 2'd1))
                                    && (!(fill_phase == TAIL && about[fill_miss] && !marked_word) || fill_low == brings[fill_miss]));
            read_link:      assert (!(fill_phase == TAIL && settled) || ({there_written[0], there[0]} == words_0[2*fill_spot +: 2]
                                    && {there_written[1], there[1]} == words_1[2*fill_spot +: 2]));
            words_link:     assert (mode != ATOMIC || ((!unoperated[0] || there[0] == words_0[2*work_spot])
                                    && (!unoperated[1] || there[1] == words_1[2*work_spot])));
            settle_link:    assert (WRITE == 0 || mode != ATOMIC || (settle <= 2'd2 && (unoperated & ~all_words) == 2'd0
                                    && (settle == 2'd0 || unoperated == 2'd0)
                                    && (settle != 2'd2 || there == {words_1[2*work_spot], words_0[2*work_spot]})));
            own_link:       assert (!at_work || (operation == mask[4:2] && (unoperated & ~mask[1:0]) == 2'd0 && kind == 3'd2));
            own_spot_link:  assert (!at_work || !about_it || (here && is_whole && is_some && own_spot == spot));
            other_spot_link: assert (!at_work || about_it || !here || own_spot != spot);
            waiter_link:    assert (!draining || waiter_rest[5] || mode == DRAIN);
            operation_link: assert (!draining || mode == DRAIN || (operation == waiter_rest[4:2] && (unoperated & ~waiter_rest[1:0]) == 2'd0));
            turns_link:     assert (!draining || (waiter_data == operands[2*waiter +: 2] && waiter_rest == kept[waiter*WAITER +: WAITER-2]));
            draining_link:  assert (!draining || (fill_way ? way_1[fill_line[0]] && (mode == DRAIN || way_1[2 + fill_line[0]])
                                                           : way_0[fill_line[0]] && (mode == DRAIN || way_0[2 + fill_line[0]])));
            atomic_waits:   cover (mode == ATOMIC && of_waiter && used != {WAITERS{1'b0}});
            both_wait:      cover (used == 2'd3 && mode == DRAIN);
            used_again:     cover (waits && fresh == 2'd2 && seen && !inside);
            miss_answered:  cover (answers && answered);
            all_miss:       cover (missing == {MISSES{1'b1}} && push && push_write);
            tail_waits:     cover (HEADER_WIRES == 0 || (mode == FILL && !settled && fill_valid && used == 2'd3));
            result_leaves:  cover (WRITE == 0 || (push && push_write && mode == ATOMIC && of_waiter && used != {WAITERS{1'b0}}));
        end
endmodule
`default_nettype wire
