// Proof of rs_mshr_table and rs_pending_request_table behind rs_outstanding_table. Accesses, masks, words, the memory's order
// and every ready are free; the memory answers each request at most once, with what came with it. One thread is
// marked, in the one group that has tag 1.
//   Answered at most once, with its own word and tag, and only after its access was taken.
//   Not lost: when the table is empty it has been answered.
//   No place leaks: after 6 cycles without an access, a request, a request that is out, a reply, and (pending request table)
//   without a group that goes on, the table is empty.
//   Answered in time: in ANSWER cycles without an access, with a memory and a sink that never wait, a thread inside is answered.
//   No request is sent twice before its fill.
//   MSHR table: nothing is merged into an entry that was there before a store to its line, or before an acquire.
//   MSHR table, probed: an entry that awaits a sector is neither the one that closes nor the one that drains; no slot is
//   written in the entry that drains; of a line at most one entry is open.
`default_nettype none
module rs_outstanding_table_fv #(
    parameter TABLE       = 0,
    parameter ENTRIES     = 2,
    parameter MERGES      = 2,
    parameter WAYS        = 2,
    parameter SETS        = 1, // ENTRIES / WAYS; 2 sets of one way, or one set
    parameter HOLDS       = 1, // a slot: 1 a thread, 2 an access
    parameter MERGE_WAITS = 0,
    parameter LINE_BYTES  = 8,
    parameter SECTORS     = 1,
    parameter LANES       = 2,
    // derived, not to be set
    parameter SLOT         = HOLDS - 1,
    parameter ADDRESS_BITS = 2 + $clog2(LINE_BYTES),
    parameter LINE_BITS    = 2,
    parameter WORD_BITS    = $clog2(LINE_BYTES / 4),
    parameter ID_BITS      = ENTRIES > 1 ? $clog2(ENTRIES) : 1,
    parameter SECTOR_BITS  = SECTORS > 1 ? $clog2(SECTORS) : 1,
    parameter LANE_BITS    = LANES > 1 ? $clog2(LANES) : 1
) (
    input wire                       clk,
    input wire                       rst,
    input wire                       access_valid,
    input wire [LINE_BITS-1:0]       access_line,
    input wire [LINE_BITS-1:0]       access_behind,
    input wire                       access_stays,
    input wire [LANES-1:0]           access_mask,
    input wire [LANES*WORD_BITS-1:0] access_word,
    input wire                       access_tag,
    input wire                       access_last,
    input wire                       access_write,
    input wire                       acquire,
    input wire                       request_ready,
    input wire                       fill_valid,
    input wire [ID_BITS-1:0]         fill_id,
    input wire [SECTOR_BITS-1:0]     fill_sector,
    input wire [LANES-1:0]           fill_mask,
    input wire                       reply_ready
);
    wire                       access_ready, request_valid, fill_ready, reply_valid, reply_tag, reply_last, empty;
    wire                       event_allocate, event_merge, event_merge_full, event_entry_full, event_fill;
    wire [ID_BITS-1:0]         request_id, reply_id, reply_next, event_id;
    wire [LINE_BITS-1:0]       request_line;
    wire [SECTOR_BITS-1:0]     request_sector;
    wire [LANES-1:0]           request_mask, reply_mask;
    wire [LANES*WORD_BITS-1:0] reply_word;
    rs_outstanding_table #(.TABLE(TABLE), .LANES(LANES), .ADDRESS_BITS(ADDRESS_BITS), .LINE_BYTES(LINE_BYTES),
        .REQUEST_BYTES(LINE_BYTES / SECTORS), .TAG_BITS(1), .ENTRIES(ENTRIES), .MERGES(MERGES), .WAYS(WAYS), .SLOT(SLOT),
        .MERGE_WAITS(MERGE_WAITS)) dut (
        .clk(clk), .rst(rst), .access_valid(access_valid), .access_ready(access_ready), .access_line(access_line),
        .access_behind(access_behind), .access_stays(access_stays), .access_mask(access_mask), .access_word(access_word), .access_tag(access_tag), .access_last(access_last),
        .access_write(access_write), .acquire(acquire),
        .request_valid(request_valid), .request_ready(request_ready), .request_id(request_id),
        .request_line(request_line), .request_sector(request_sector), .request_mask(request_mask),
        .fill_valid(fill_valid), .fill_ready(fill_ready), .fill_id(fill_id), .fill_sector(fill_sector),
        .fill_mask(fill_mask), .reply_valid(reply_valid), .reply_ready(reply_ready), .reply_id(reply_id), .reply_next(reply_next),
        .reply_tag(reply_tag), .reply_mask(reply_mask), .reply_word(reply_word), .reply_last(reply_last),
        .event_allocate(event_allocate), .event_merge(event_merge), .event_merge_full(event_merge_full),
        .event_entry_full(event_entry_full), .event_fill(event_fill), .event_id(event_id),
        .empty(empty));

    (* keep *) wire [LANE_BITS-1:0] marked_lane = $anyconst;
    wire takes  = access_valid && access_ready && !access_write;
    wire asks   = request_valid && request_ready;
    wire fills  = fill_valid && fill_ready;
    wire serves = reply_valid && reply_ready;

    // ---- the memory: per entry and sector (pending request table: and lowest thread) the request that is out --------
    localparam KEYS = TABLE == 0 ? 1 : LANES + 1; // one without threads is of its own
    reg  [ENTRIES*SECTORS*KEYS-1:0] out;
    reg  [LANES-1:0]                out_mask [0:ENTRIES*SECTORS*KEYS-1];
    function [31:0] key;
        input [ID_BITS-1:0]     id;
        input [SECTOR_BITS-1:0] sector;
        input [LANES-1:0]       mask;
        integer k;
        begin
            key = TABLE == 0 ? 0 : LANES;
            for (k = LANES - 1; k >= 0; k = k - 1)
                if (TABLE != 0 && mask[k])
                    key = k;
            key = (id * SECTORS + sector) * KEYS + key;
        end
    endfunction
    wire [31:0] request_key = key(request_id, request_sector, request_mask);
    wire [31:0] fill_key    = key(fill_id, fill_sector, fill_mask);
    wire        fill_is_out = {{(32-ID_BITS){1'b0}}, fill_id} < ENTRIES && fill_sector < SECTORS && out[fill_key] && (TABLE == 0 || out_mask[fill_key] == fill_mask);
    always @(posedge clk) begin
        if (fills)
            out[fill_key] <= 1'b0;
        if (asks) begin
            out[request_key]      <= 1'b1;
            out_mask[request_key] <= request_mask;
        end
        if (rst)
            out <= 0;
    end

    // ---- the marked thread ------------------------------------------------------------------------------------------
    reg                 seen, inside;
    reg [WORD_BITS-1:0] marked_word;
    reg [LANES-1:0]     group; // lanes of the group that goes on
    reg                 open_group, group_tag; // a group goes on, with that tag
    wire marks   = takes && access_tag && access_mask[marked_lane];
    wire answers = serves && reply_tag && reply_mask[marked_lane];
    always @(posedge clk) begin
        if (takes && access_tag)
            seen <= 1'b1;
        if (takes) begin
            open_group <= !access_last && (open_group || access_mask != 0);
            if (!open_group)
                group_tag <= access_tag;
        end
        if (marks) begin
            inside      <= 1'b1;
            marked_word <= access_word[marked_lane*WORD_BITS +: WORD_BITS];
        end
        if (answers)
            inside <= 1'b0;
        if (takes)
            group <= access_last ? {LANES{1'b0}} : group | access_mask;
        if (rst) begin
            seen   <= 1'b0;
            open_group <= 1'b0;
            inside <= 1'b0;
            group  <= {LANES{1'b0}};
        end
    end

    reg [LINE_BITS-1:0] said_line; // for this cycle
    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) said_line <= access_stays ? access_line : access_behind;
    always @(posedge clk) begin
        if (!started) assume (rst);
        assume (!(access_valid || access_stays) || access_line == said_line);
        if (!started) assume (!access_stays);
        assume (marked_lane < LANES);
        assume (!fill_valid || fill_is_out);
        assume (!access_valid || (access_mask & group) == 0);
        // One group has tag 1, all its accesses have; its masks do not overlap, so the marked thread is in one of them.
        assume (access_write || access_tag == (open_group ? group_tag : access_tag && !seen));
        assume (!access_write || !open_group);
    end

    // ---- registers of the MSHR table (up to 4 lanes) and how they hang together ----------------------------
    localparam USED_BITS  = $clog2(MERGES + 1);
    localparam ROOM_BITS  = MERGES > 1 ? $clog2(MERGES) : 1;
    localparam LEFT_BITS  = $clog2(LANES + 1);
    localparam RECORD     = SLOT != 0 ? 1 + LANES + LANES * WORD_BITS // {tag, mask, words}
                                      : 2 + LANE_BITS + WORD_BITS;    // {first of its chunk, tag, lane, word}
    localparam TAG_AT     = SLOT != 0 ? RECORD - 1 : RECORD - 2;
    localparam ITEM       = ID_BITS + LINE_BITS;
    (* keep *) wire [ENTRIES-1:0]               awaits_0_of_ways;  // probe dut.mshr.entries.way[*ENTRIES].sector[0].awaits if SETS=1
    (* keep *) wire [ENTRIES-1:0]               awaits_1;          // probe dut.mshr.entries.way[*ENTRIES].sector[1].awaits if SECTORS=2
    (* keep *) wire [ENTRIES*ROOM_BITS-1:0]     room_of_ways;      // probe dut.mshr.entries.way[*ENTRIES].free_slots[0] if SETS=1
    (* keep *) wire [ENTRIES*LINE_BITS-1:0]     labels_of_ways;    // probe dut.mshr.entries.lookup.one_set.way[*ENTRIES].stored if SETS=1
    (* keep *) wire [MERGES*RECORD-1:0]         thread_0;          // probe dut.mshr.entries.contents.threads.slot[*MERGES].store.memory[0] if HOLDS=1
    (* keep *) wire [MERGES*RECORD-1:0]         thread_1;          // probe dut.mshr.entries.contents.threads.slot[*MERGES].store.memory[1] if HOLDS=1
    (* keep *) wire [MERGES*RECORD-1:0]         record_2;          // probe dut.mshr.entries.contents.threads.slot[*MERGES].store.memory[2] if ENTRIES=3
    (* keep *) wire                             closing;           // probe dut.mshr.entries.closing if TABLE=0
    (* keep *) wire [ID_BITS-1:0]               closing_id;        // probe dut.mshr.entries.closing_id if TABLE=0
    (* keep *) wire                             draining;          // probe dut.mshr.entries.draining if TABLE=0
    (* keep *) wire [ID_BITS-1:0]               drain_id;          // probe dut.mshr.entries.drain_id if TABLE=0
    (* keep *) wire [MERGES-1:0]                front;             // probe dut.mshr.entries.front if TABLE=0
    (* keep *) wire [MERGES-1:0]                behind;            // probe dut.mshr.entries.behind if TABLE=0
    (* keep *) wire [LANE_BITS-1:0]             rank;              // probe dut.mshr.entries.contents.threads.group[0].first if HOLDS=1
    (* keep *) wire                             held;              // probe dut.mshr.entries.held if TABLE=0
    (* keep *) wire                             needs;             // probe dut.mshr.entries.needs if TABLE=0
    (* keep *) wire [LEFT_BITS-1:0]             left;              // probe dut.mshr.entries.unbooked if TABLE=0
    (* keep *) wire [LINE_BITS-1:0]             line;              // probe dut.mshr.entries.line if TABLE=0
    (* keep *) wire [LANES-1:0]                 mask;              // probe dut.mshr.entries.contents.mask if TABLE=0
    (* keep *) wire [LANES*WORD_BITS-1:0]       word;              // probe dut.mshr.entries.contents.word if TABLE=0
    (* keep *) wire                             write;             // probe dut.mshr.entries.write if TABLE=0
    (* keep *) wire [ENTRIES-1:0]               stale_of_ways;     // probe dut.mshr.entries.way[*ENTRIES].stale if SETS=1
    (* keep *) wire                             tag;               // probe dut.mshr.entries.contents.tag if TABLE=0
    (* keep *) wire [ENTRIES-1:0]               target_of_ways;    // probe dut.mshr.entries.target if SETS=1
    (* keep *) wire [ENTRIES-1:0]               full_of_ways;      // probe dut.mshr.entries.full if SETS=1
    (* keep *) wire [1:0]                       level;             // probe dut.mshr.entries.queue.level if TABLE=0
    (* keep *) wire                             read_pointer;      // probe dut.mshr.entries.queue.read_pointer if TABLE=0
    (* keep *) wire                             write_pointer;     // probe dut.mshr.entries.queue.write_pointer if TABLE=0
    (* keep *) wire [2*ITEM-1:0]                items;             // probe dut.mshr.entries.queue.memory[1],dut.mshr.entries.queue.memory[0] if TABLE=0
    (* keep *) wire [SECTOR_BITS-1:0]           sector;            // probe dut.mshr.entries.sector if TABLE=0
    (* keep *) wire [MERGES*RECORD-1:0]         access_0;          // probe dut.mshr.entries.contents.accesses.slot[*MERGES].store.memory[0] if HOLDS=2
    (* keep *) wire [MERGES*RECORD-1:0]         access_1;          // probe dut.mshr.entries.contents.accesses.slot[*MERGES].store.memory[1] if HOLDS=2
    (* keep *) wire [MERGES*RECORD-1:0]         read_threads;      // probe dut.mshr.entries.contents.threads.slot[*MERGES].store.registered.kept if HOLDS=1
    (* keep *) wire [MERGES*RECORD-1:0]         read_accesses;     // probe dut.mshr.entries.contents.accesses.slot[*MERGES].store.registered.kept if HOLDS=2
    (* keep *) wire [1:0]                       awaits_of_sets;    // probe dut.mshr.entries.way[0].sector[0].awaits if SETS=2
    (* keep *) wire [2*ROOM_BITS-1:0]           room_of_sets;      // probe dut.mshr.entries.way[0].free_slots[*ENTRIES] if SETS=2
    (* keep *) wire [1:0]                       labels_of_sets;    // probe dut.mshr.entries.lookup.sets.way[0].labels.memory[*ENTRIES] if SETS=2
    (* keep *) wire                             label_there;       // probe dut.mshr.entries.lookup.sets.way[0].label_there if SETS=2
    (* keep *) wire [1:0]                       stale_of_sets;     // probe dut.mshr.entries.way[0].stale if SETS=2
    (* keep *) wire                             target_of_set;     // probe dut.mshr.entries.target if SETS=2
    (* keep *) wire                             full_of_set;       // probe dut.mshr.entries.full if SETS=2
    (* keep *) wire [ROOM_BITS-1:0]             room_ahead;        // probe dut.mshr.entries.way[0].ahead.slots_ahead if SETS=2
    (* keep *) wire                             is_free;           // probe dut.mshr.entries.way[0].is_free if SETS=2
    wire [MERGES*RECORD-1:0]     record_0 = SLOT != 0 ? access_0 : thread_0, record_1 = SLOT != 0 ? access_1 : thread_1;
    wire [ENTRIES-1:0]           awaits_0 = SETS == 2 ? awaits_of_sets : awaits_0_of_ways;
    wire [ENTRIES*ROOM_BITS-1:0] room     = SETS == 2 ? room_of_sets : room_of_ways;
    wire [ENTRIES-1:0]           stale    = SETS == 2 ? stale_of_sets : stale_of_ways;
    wire [ENTRIES*LINE_BITS-1:0] labels   = SETS == 2 ? {labels_of_sets[1], 1'b1, labels_of_sets[0], 1'b0} : labels_of_ways;
    wire [1:0]                   of_set   = {line[0], !line[0]};
    wire [ENTRIES-1:0]           target   = SETS == 2 ? of_set & {2{target_of_set}} : target_of_ways;
    wire [ENTRIES-1:0]           full     = SETS == 2 ? of_set & {2{full_of_set}} : full_of_ways;

    integer e, f, m, l;
    wire [ENTRIES*MERGES*RECORD-1:0] records = {record_2, record_1, record_0};
    wire [2*SECTORS*ENTRIES-1:0]     awaited = {awaits_1, awaits_0};
    wire [ID_BITS-1:0] front_id = items[read_pointer*ITEM + LINE_BITS +: ID_BITS];
    wire [ID_BITS-1:0] back_id  = items[!read_pointer*ITEM + LINE_BITS +: ID_BITS];
    reg  [ENTRIES*USED_BITS-1:0] slots; // in use
    reg  [ENTRIES-1:0] live, busy, drain_ok, slots_ok, lines_ok, memory_ok, chunks_ok, words_ok, read_ok;
    reg  [ENTRIES*MERGES-1:0] valid, marked_slot; // slots whose thread is written and unanswered; the marked one's
    reg  [USED_BITS-1:0] position; // first slot of the entry that drains that is not answered
    reg                queued, unsent, of_line, all_used;
    reg  [7:0]         threads, below, lowered, open_slots;
    reg  [LANES-1:0]   to_place;
    reg                ranks_ok;
    reg  [RECORD-1:0]  slot, before;
    wire [MERGES-1:0] remaining = front | behind;
    wire marked_held     = held && !write && tag && to_place[marked_lane];
    wire [MERGES*RECORD-1:0] read = SLOT != 0 ? read_accesses : read_threads; // the slots of the entry that drains
    wire writes_to_drain = (event_allocate || event_merge) && draining && event_id == drain_id;
    always @* begin
        threads  = 0;
        ranks_ok = 1'b1;
        for (l = 0; l < LANES; l = l + 1)
            threads = threads + mask[l];
        // Of the threads of mask the highest `left` have no slot yet.
        below = 0;
        for (l = 0; l < LANES; l = l + 1) begin
            lowered = below + left - threads;
            to_place[l] = mask[l] && (SLOT != 0 ? left != 0 : below + left >= threads);
            if (l == 0 && needs && SLOT == 0)
                ranks_ok = left <= threads && rank == lowered[LANE_BITS-1:0];
            below = below + mask[l];
        end
        position = 0;
        for (m = MERGES - 1; m >= 0; m = m - 1)
            if (remaining[m])
                position = m;
        for (e = 0; e < ENTRIES; e = e + 1) begin
            live[e] = awaits_0[e] || (SECTORS == 2 && awaits_1[e]);
            busy[e] = live[e] || (closing && closing_id == e) || (draining && drain_id == e);
            drain_ok[e] = !live[e] || !((closing && closing_id == e) || (draining && drain_id == e));
            open_slots  = MERGES > 1 ? room[e*ROOM_BITS +: ROOM_BITS] : 0;
            lowered     = MERGES - open_slots;
            slots[e*USED_BITS +: USED_BITS] = lowered[USED_BITS-1:0];
            slots_ok[e] = !busy[e] || open_slots < MERGES;
            if (draining && drain_id == e) begin
                slots_ok[e] = slots_ok[e] && front == 1 << position && !behind[0];
                for (m = 0; m < MERGES; m = m + 1)
                    slots_ok[e] = slots_ok[e] && remaining != 0
                        && remaining[m] == (m >= position && m < slots[e*USED_BITS +: USED_BITS]);
            end
            of_line  = live[e] && labels[e*LINE_BITS +: LINE_BITS] == line;
            all_used = slots[e*USED_BITS +: USED_BITS] == MERGES;
            lines_ok[e] = !held || (target[e] == (of_line && !stale[e] && !all_used) && full[e] == (of_line && !stale[e] && all_used));
            // Sectors awaited are those sent and not back, and those still to be sent.
            queued = (level != 0 && front_id == e) || (level == 2 && back_id == e);
            memory_ok[e] = !queued || busy[e];
            for (m = 0; m < SECTORS; m = m + 1) begin
                unsent = queued && !(front_id == e && m < sector);
                memory_ok[e] = memory_ok[e] && awaited[m*ENTRIES + e] == (out[e*SECTORS + m] || unsent)
                    && !(out[e*SECTORS + m] && unsent);
            end
            chunks_ok[e] = 1'b1;
            words_ok[e]  = 1'b1;
            read_ok[e]   = 1'b1;
            before       = 0;
            for (m = 0; m < MERGES; m = m + 1) begin
                slot = records[(e*MERGES + m)*RECORD +: RECORD];
                valid[e*MERGES + m] = busy[e] && m < slots[e*USED_BITS +: USED_BITS]
                    && !(draining && drain_id == e && m < position);
                marked_slot[e*MERGES + m] = valid[e*MERGES + m] && slot[TAG_AT]
                    && (SLOT != 0 ? slot[LANES*WORD_BITS + marked_lane] : slot[WORD_BITS +: LANE_BITS] == marked_lane);
                if (SLOT == 0 && valid[e*MERGES + m] && !slot[RECORD-1]) // goes on with the chunk of the slot before it
                    chunks_ok[e] = chunks_ok[e] && m > 0 && before[RECORD-2] == slot[RECORD-2]
                        && before[WORD_BITS +: LANE_BITS] < slot[WORD_BITS +: LANE_BITS]
                        && !(draining && drain_id == e && m == position);
                if (marked_slot[e*MERGES + m])
                    words_ok[e] = words_ok[e] && slot[(SLOT != 0 ? marked_lane*WORD_BITS : 0) +: WORD_BITS] == marked_word;
                read_ok[e] = read_ok[e] && !(draining && drain_id == e && valid[e*MERGES + m] && read[m*RECORD +: RECORD] != slot);
                before = slot;
            end
            for (f = 0; f < e; f = f + 1)
                if (live[e] && live[f] && !stale[e] && !stale[f] && slots[e*USED_BITS +: USED_BITS] != MERGES && slots[f*USED_BITS +: USED_BITS] != MERGES)
                    lines_ok[e] = lines_ok[e] && labels[e*LINE_BITS +: LINE_BITS] != labels[f*LINE_BITS +: LINE_BITS];
        end
    end
    reg [7:0] places; // where the marked thread is: one, or none
    always @* begin
        places = {7'd0, marked_held};
        for (m = 0; m < ENTRIES * MERGES; m = m + 1)
            places = places + marked_slot[m];
    end
    // Entries of the line of a store that were there when it came.
    reg [ENTRIES-1:0] before_store, store_ok;
    reg               held_before;
    always @* begin
        for (e = 0; e < ENTRIES; e = e + 1)
            store_ok[e] = !before_store[e] || !live[e] || stale[e] || slots[e*USED_BITS +: USED_BITS] == MERGES;
        held_before = 1'b0;
        for (e = 0; e < ENTRIES; e = e + 1)
            held_before = held_before || (before_store[e] && live[e] && labels[e*LINE_BITS +: LINE_BITS] == line);
    end
    always @(posedge clk) begin
        for (e = 0; e < ENTRIES; e = e + 1)
            if (held && write && busy[e] && labels[e*LINE_BITS +: LINE_BITS] == line)
                before_store[e] <= 1'b1;
        if (event_allocate)
            before_store[event_id] <= 1'b0;
        if (rst)
            before_store <= {ENTRIES{1'b0}};
    end
    // Entries that were there at an acquire, or taken in its cycle.
    reg [ENTRIES-1:0] before_acquire, acquire_ok;
    always @*
        for (e = 0; e < ENTRIES; e = e + 1)
            acquire_ok[e] = !before_acquire[e] || !live[e] || stale[e];
    always @(posedge clk) begin
        if (event_allocate)
            before_acquire[event_id] <= 1'b0;
        if (acquire)
            before_acquire <= {ENTRIES{1'b1}};
        if (rst)
            before_acquire <= {ENTRIES{1'b0}};
    end
    generate
        if (TABLE == 0) begin : mshr
            if (WAYS > 1) begin : aside
                always @(posedge clk)
                    if (started && !rst)
                        store_closes: cover (event_allocate && inside && before_store != 0 && held_before);
            end
            always @(posedge clk)
                if (started && !rst) begin
                    closed_is_draining: assert ((&drain_ok) && !(closing && draining && closing_id == drain_id));
                    drain_is_fixed:     assert (!writes_to_drain);
                    slots_used:         assert ((&slots_ok) && ranks_ok);
                    one_open_a_line:    assert (&lines_ok);
                    label_as_said:      assert (SETS != 2 || label_there == labels_of_sets[said_line[0]]);
                    memory_answers:     assert ((&memory_ok) && level <= 2 && (level != 2 || front_id != back_id)
                                                && sector < SECTORS && (level != 0 || sector == 0)
                                                && (read_pointer ^ write_pointer) == level[0]);
                    left_over:          assert (needs == (held && left != 0) && (!held || left <= threads) && (!held || !write || left == 0)
                                                && (!held || write || (left != 0) == (threads != 0)));
                    not_behind_a_store: assert (!(event_merge && before_store[event_id]) && (&store_ok));
                    not_behind_acquire: assert (!(event_merge && before_acquire[event_id]) && (&acquire_ok));
                    set_is_read:        assert (SETS != 2 || !needs || (is_free == !busy[line[0]]
                                                && (!target_of_set || room_ahead == room[line[0]*ROOM_BITS +: ROOM_BITS])));
                    chunks_apart:       assert (&chunks_ok);
                    slots_read:         assert (&read_ok);
                    marked_is_once:     assert (places == {7'd0, inside});
                    marked_kept:        assert ((&words_ok) && (!marked_held || word[marked_lane*WORD_BITS +: WORD_BITS] == marked_word));
                end
            if (MERGES > 1) begin : several
                always @(posedge clk)
                    if (started && !rst) begin
                        merge_as_it_closes: cover (event_merge && fills && inside && closing == 0);
                        two_replies:        cover (draining && position != 0 && closing);
                    end
            end
        end
    endgenerate

    // Cycles in which nothing is to be seen of the table.
    wire      still = !access_valid && !request_valid && out == 0 && !reply_valid && (TABLE == 0 || !open_group);
    reg [2:0] idle; // up to 6
    always @(posedge clk) idle <= rst || !still ? 3'd0 : idle == 3'd6 ? 3'd6 : idle + 3'd1;

    generate
        if (TABLE != 0 || ENTRIES > 2) begin : filling // an entry that closes, one that drains, one with a fill still to come
            always @(posedge clk)
                if (started && !rst)
                    refused: cover (fill_valid && !fill_ready && inside);
        end
        if (TABLE == 0 ? MERGES > 1 : LANES > 1) begin : merging
            always @(posedge clk)
                if (started && !rst)
                    merges: cover (event_merge && inside);
        end
    endgenerate

    // Cycles in a row in which no access comes, and requests, fills and replies do not wait; a group has ended.
    localparam ANSWER = 8 + 2 * ENTRIES * SECTORS * (TABLE == 0 ? MERGES : LANES);
    wire      prompt = !access_valid && request_ready && reply_ready && (out == 0 || fill_valid);
    reg [7:0] waited;
    always @(posedge clk) waited <= rst || !inside || !prompt ? 8'd0 : waited + (waited != 8'hff);

    reg [ID_BITS-1:0] last_next;
    always @(posedge clk) last_next <= reply_next;

    wire wrong = reply_valid && reply_tag && reply_mask[marked_lane]
              && !(inside && reply_word[marked_lane*WORD_BITS +: WORD_BITS] == marked_word);
    always @(posedge clk)
        if (started && !rst) begin
            answered_rightly: assert (!wrong);
            not_lost:         assert (!(empty && inside));
            answered_in_time: assert (waited < ANSWER);
            none_leaks:       assert (idle != 3'd6 || empty);
            asked_once:       assert (!request_valid || !out[request_key]);
            nobody_answered:  assert (!reply_valid || reply_mask != 0);
            next_is_said:     assert (reply_id == last_next);
            marked_answered:  cover (answers && out != 0);
            fills_up:         cover (event_entry_full && inside);
            empties:          cover (seen && empty);
        end
endmodule
`default_nettype wire
