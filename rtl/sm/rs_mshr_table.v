// rs_mshr_table: the lines an SM waits for, an entry (miss status holding register) each, and who waits for them
// (OUTSTANDING 2.1, 5.1).
//
// An entry has MERGES slots. SLOT = 0, as the paper has it: a slot is one thread's (lane, word), so an access splits
//   into chunks: as many of its threads as the entry of its line has free slots, lowest lane first, and for the rest new
//   entries of at most MERGES threads, each with a memory request of its own. SLOT = 1: a slot is an access with its mask.
// MERGE_WAITS = 1: where the line's entry has no free slot, the access waits until that entry has been filled, instead.
// WAYS = ENTRIES: fully associative. Fewer: sets of WAYS entries, chosen by the low bits of the line; "no free entry"
//   then means none in the set. A new entry is the lowest free one.
// Of the entries of a line at most one is open (waits for data, has a free slot, no store and no acquire since): a new one is
//   taken only without.
//
// An entry asks for its line in SECTORS requests, sector 0 first, and fills when all are back, in any order. With the last
// one it is closed: nothing can be merged any more, a later access to its line takes another entry. Then its chunks
// leave in order of arrival, one a reply. So a drain has a length fixed at its start, waits for reply_ready alone, and no
// access can lengthen or wait for it:
//   closed entry = in use, no sector awaited = `closing` or `draining`; `target` has awaited sectors, so it is neither.
//
// access_behind, access_stays   access_line of the next cycle, as far as an access is there then: that of this cycle if
//          access_stays, else access_behind. Of several sets labels are in memories, which are read a cycle ahead
// access   mask = 0: nothing is booked. access_last is not used here (rs_outstanding_table). access_write: a store; it closes
//          the open entry of its line for merges, so that what is loaded after it is asked for after it; mask is not used
// acquire  closes all entries, those taken in this cycle too, for all merges from the next cycle on; their threads are answered
// request  {id, line, sector}; a fill brings id and sector back. request_mask = 0, fill_mask is not used
// reply    belongs to the fill taken last; words of lanes outside reply_mask are 0; reply_last: the entry is free then
// event_*  allocate: an entry taken; merge: a chunk into an entry that was there; merge_full: an entry taken (MERGE_WAITS:
//          a cycle waited) because the line's entry has no free slot; entry_full: a cycle in which an access waits for an
//          entry; fill: the last reply of a fill was taken. event_id: of allocate and merge, the entry
// Timing: an access is looked up as it is taken and booked from the next cycle on, a chunk a cycle; request_valid a cycle
// after that. A reply comes two cycles after its fill at the earliest; full throughput, if chunks are as many as fills.
// access_ready depends on registers; fill_ready on registers and reply_ready; reply_* and event_* on registers, event_fill
// on reply_ready too. C twin: cmodel/sm/mshr_table.c.
`default_nettype none
module rs_mshr_table #(
    parameter LANES         = 32,
    parameter ADDRESS_BITS  = 48,
    parameter LINE_BYTES    = 128, // a power of two
    parameter REQUEST_BYTES = 64,  // a power of two up to LINE_BYTES
    parameter TAG_BITS      = 18,  // what a reply needs besides lanes and words: warp, register, element, ...
    parameter ENTRIES       = 128,
    parameter MERGES        = 8,
    parameter WAYS          = ENTRIES, // ENTRIES, or a power of two with ENTRIES / WAYS a power of two
    parameter SLOT          = 0,
    parameter MERGE_WAITS   = 0,
    // derived, not to be set
    parameter LINE_BITS   = ADDRESS_BITS - $clog2(LINE_BYTES),
    parameter WORD_BITS   = $clog2(LINE_BYTES / 4),
    parameter SECTORS     = LINE_BYTES / REQUEST_BYTES,
    parameter SECTOR_BITS = SECTORS > 1 ? $clog2(SECTORS) : 1,
    parameter ID_BITS     = ENTRIES > 1 ? $clog2(ENTRIES) : 1
) (
    input  wire                       clk,
    input  wire                       rst,
    input  wire                       access_valid,
    output wire                       access_ready,
    input  wire [LINE_BITS-1:0]       access_line,
    input  wire [LINE_BITS-1:0]       access_behind,
    input  wire                       access_stays,
    input  wire [LANES-1:0]           access_mask,
    input  wire [LANES*WORD_BITS-1:0] access_word,
    input  wire [TAG_BITS-1:0]        access_tag,
    input  wire                       access_last,
    input  wire                       access_write,
    input  wire                       acquire,
    output wire                       request_valid,
    input  wire                       request_ready,
    output wire [ID_BITS-1:0]         request_id,
    output wire [LINE_BITS-1:0]       request_line,
    output wire [SECTOR_BITS-1:0]     request_sector,
    output wire [LANES-1:0]           request_mask,
    input  wire                       fill_valid,
    output wire                       fill_ready,
    input  wire [ID_BITS-1:0]         fill_id,
    input  wire [SECTOR_BITS-1:0]     fill_sector,
    input  wire [LANES-1:0]           fill_mask,
    output wire                       reply_valid,
    input  wire                       reply_ready,
    output wire [ID_BITS-1:0]         reply_id,
    output wire [ID_BITS-1:0]         reply_next,
    output wire [TAG_BITS-1:0]        reply_tag,
    output wire [LANES-1:0]           reply_mask,
    output wire [LANES*WORD_BITS-1:0] reply_word,
    output wire                       reply_last,
    output wire                       event_allocate,
    output wire                       event_merge,
    output wire                       event_merge_full,
    output wire                       event_entry_full,
    output wire                       event_fill,
    output wire [ID_BITS-1:0]         event_id,
    output wire                       empty // no entry in use, no access on its way to one
);
    localparam SETS       = ENTRIES / WAYS;
    localparam SET_BITS   = $clog2(SETS); // 0 for one set
    localparam SET_WIDTH  = SETS > 1 ? SET_BITS : 1;
    localparam WAY_WIDTH  = WAYS > 1 ? $clog2(WAYS) : 1;
    localparam UNBOOKED_BITS = $clog2(LANES + 1);
    localparam SPACE_BITS = MERGES > 0 ? $clog2(MERGES + 1) : 1;
    localparam FREE_BITS  = MERGES > 1 ? $clog2(MERGES) : 1;
    localparam PLACE_BITS = $clog2(LANES + MERGES + 1); // for lanes and slots
    localparam integer ALL_MERGES = MERGES;
    localparam [SPACE_BITS-1:0] ALL_SLOTS  = ALL_MERGES[SPACE_BITS-1:0];
    localparam [PLACE_BITS-1:0] FULL_PLACE = ALL_MERGES[PLACE_BITS-1:0];

    generate
        if (LANES < 1 || TAG_BITS < 1 || ENTRIES < 1 || MERGES < 1 || SLOT < 0 || SLOT > 1 || MERGE_WAITS < 0 || MERGE_WAITS > 1)
            rs_mshr_table_needs_sizes_above_0_and_slot_and_merge_waits_0_or_1 illegal_parameter ();
        if (REQUEST_BYTES < 8 || LINE_BYTES < REQUEST_BYTES || LINE_BYTES != 1 << $clog2(LINE_BYTES)
            || REQUEST_BYTES != 1 << $clog2(REQUEST_BYTES) || ADDRESS_BITS <= $clog2(LINE_BYTES))
            rs_mshr_table_needs_line_bytes_and_request_bytes_powers_of_two_from_8_on illegal_line ();
        if (WAYS < 1 || WAYS > ENTRIES || (WAYS < ENTRIES && (WAYS != 1 << $clog2(WAYS) || ENTRIES != WAYS << $clog2(ENTRIES / WAYS))))
            rs_mshr_table_needs_ways_as_entries_or_powers_of_two illegal_ways ();
    endgenerate

    // ---- an access is taken and looked up ---------------------------------------------------------------------------
    reg                        held;
    reg [LINE_BITS-1:0]        line;
    reg                        needs; // it needs slots,
    reg [UNBOOKED_BITS-1:0]    unbooked; // so many
    reg                        write; // it is a store
    // What its set is to it, of each entry; read as it is taken and kept up with what happens since.
    reg  [WAYS-1:0]           target;    // open, with its line: one or none
    reg  [WAYS-1:0]           full;      // waits for its line and has no free slot, no acquire since
    wire [WAYS-1:0]           free_in_set;
    wire [WAYS*FREE_BITS-1:0] slots_of_set; // free slots, right for `target`

    wire [WAYS-1:0]           equal, place, open_there, full_there, awaits_more;
    wire [WAYS*SECTORS-1:0]   all_back;
    wire [WAYS*FREE_BITS-1:0] slots_of_closing_set;
    wire [UNBOOKED_BITS-1:0]  wanted; // slots that the access at the port needs
    wire                      books, allocates, fits, same_line, same_set, queue_ready;
    wire [SET_WIDTH-1:0]      access_set, set, fill_set, closing_set, drain_set;
    wire [WAY_WIDTH-1:0]      fill_way, closing_way, drain_way, pick;
    wire [ID_BITS-1:0]        id;

    // Of fills: an entry is closing, and a cycle later draining.
    reg                   closing, draining;
    reg                   filled; // a fill was taken in the cycle before, of sector filled_sector of closing_id: fill_ready is late
    reg [SECTOR_BITS-1:0] filled_sector;
    reg [ID_BITS-1:0]     closing_id, drain_id;

    function [WAYS-1:0] decode;
        input [WAY_WIDTH-1:0] index;
        integer k;
        for (k = 0; k < WAYS; k = k + 1)
            decode[k] = index == k[WAY_WIDTH-1:0];
    endfunction

    generate
        if (SETS == 1) begin : one_set
            assign access_set  = 1'b0;
            assign set         = 1'b0;
            assign fill_set    = 1'b0;
            assign closing_set = 1'b0;
            assign drain_set   = 1'b0;
            assign fill_way    = fill_id;
            assign closing_way = closing_id;
            assign drain_way   = drain_id;
            assign id          = pick;
        end else begin : sets
            assign access_set  = access_line[SET_WIDTH-1:0];
            assign set         = line[SET_WIDTH-1:0];
            assign fill_set    = fill_id[ID_BITS-1 -: SET_WIDTH];
            assign closing_set = closing_id[ID_BITS-1 -: SET_WIDTH];
            assign drain_set   = drain_id[ID_BITS-1 -: SET_WIDTH];
            if (WAYS == 1) begin : direct
                wire unused_way = pick;
                assign fill_way    = 1'b0;
                assign closing_way = 1'b0;
                assign drain_way   = 1'b0;
                assign id          = set;
            end else begin : associative
                assign fill_way    = fill_id[WAY_WIDTH-1:0];
                assign closing_way = closing_id[WAY_WIDTH-1:0];
                assign drain_way   = drain_id[WAY_WIDTH-1:0];
                assign id          = {set, pick};
            end
        end
    endgenerate

    // ---- and booked, a chunk a cycle --------------------------------------------------------------------------------
    wire                  crowded     = full != {WAYS{1'b0}};
    wire                  hits        = target != {WAYS{1'b0}};
    wire                  waits       = MERGE_WAITS != 0 && crowded;
    wire                  free        = free_in_set != {WAYS{1'b0}};
    wire [WAY_WIDTH-1:0]  target_way, place_way;
    wire [FREE_BITS-1:0]  target_slots;
    wire [SPACE_BITS-1:0] space       = hits ? {{(SPACE_BITS-FREE_BITS){1'b0}}, target_slots} : ALL_SLOTS;
    wire [PLACE_BITS-1:0] merge_place = {{(PLACE_BITS-FREE_BITS){1'b0}}, target_slots};
    wire [PLACE_BITS-1:0] space_place = {{(PLACE_BITS-SPACE_BITS){1'b0}}, space};
    wire [PLACE_BITS-1:0] unbooked_place = {{(PLACE_BITS-UNBOOKED_BITS){1'b0}}, unbooked};
    wire [PLACE_BITS-1:0] unbooked_after = unbooked_place - space_place;
    wire [PLACE_BITS-1:0] unused_slots   = space_place - unbooked_place;
    wire [FREE_BITS-1:0]  slots_after    = unused_slots[FREE_BITS-1:0] & {FREE_BITS{fits}};
    // What depends on `target` comes late, so all else is decided beside it. A merge that fits implies `hits`.
    wire                  may_take    = !waits && free && queue_ready;
    wire                  would_take  = needs && may_take; // an entry
    wire                  merge_fits;  // false without hits: unbooked > 0
    wire                  merge_fills; // it takes all free slots, and more were wanted or none remains
    wire                  entry_fits  = unbooked_place <= FULL_PLACE;

    rs_lowest #(.WIDTH(WAYS)) lowest_free (.bits(free_in_set), .lowest(place));
    rs_encode #(.WIDTH(WAYS)) encode_target (.one_hot(target), .index(target_way));
    rs_encode #(.WIDTH(WAYS)) encode_place (.one_hot(place), .index(place_way));
    rs_select #(.WIDTH(FREE_BITS), .COUNT(WAYS)) select_target (.words(slots_of_set), .select(target), .word(target_slots));
    rs_at_most #(.WIDTH(PLACE_BITS)) compare_fit (.a(unbooked_place), .b(merge_place), .at_most(merge_fits));
    rs_at_most #(.WIDTH(PLACE_BITS)) compare_full (.a(merge_place), .b(unbooked_place), .at_most(merge_fills));
    assign pick      = hits ? target_way : place_way;
    assign allocates = would_take && !hits;
    assign books     = (needs && hits) || allocates;
    assign fits      = merge_fits || (!hits && entry_fits);
    assign access_ready     = !needs || merge_fits || (!hits && may_take && entry_fits); // `needs` only while `held`
    assign event_allocate   = allocates;
    assign event_merge      = needs && hits;
    assign event_merge_full = MERGE_WAITS != 0 ? needs && !hits && crowded : allocates && crowded;
    assign event_entry_full = needs && !hits && !waits && !free;
    assign event_id         = id;

    rs_compare #(.WIDTH(LINE_BITS)) line_compare (.a(access_line), .b(line), .equal(same_line));

    // A label may be written ahead of the booking: that of a free entry means nothing. Of several sets just for an access that
    // needs one, so that an idle line, which may be x, does not seem to be in the set that is read.
    wire [WAYS-1:0] taken = (place & {WAYS{would_take}}) & ~{WAYS{hits}};
    rs_line_lookup #(.ENTRIES(ENTRIES), .WAYS(WAYS), .LINE_BITS(LINE_BITS)) lookup (
        .clk(clk), .write(SETS == 1 ? place : place & {WAYS{needs}}), .write_line(line), .line(access_line), .line_behind(access_behind),
        .stays(access_stays), .equal(equal));
    always @(posedge clk) begin
        if (access_ready) begin
            line     <= access_line;
            write    <= access_write;
            unbooked <= access_write ? {UNBOOKED_BITS{1'b0}} : wanted;
        end else if (books)
            unbooked <= unbooked_after[UNBOOKED_BITS-1:0];
        if (rst)
            {held, needs} <= 2'd0;
        else if (access_ready) begin
            held  <= access_valid;
            needs <= access_valid && !access_write && access_mask != {LANES{1'b0}};
        end
    end

    // ---- entries ----------------------------------------------------------------------------------------------------
    wire [WAYS-1:0]     fill_ways    = decode(fill_way);
    wire [WAYS-1:0]     closing_ways = decode(closing_way);
    wire [WAYS-1:0]     drain_ways   = decode(drain_way);
    wire                fill_final   = (awaits_more & fill_ways) == {WAYS{1'b0}};
    wire                drained; // the last reply of `draining` is taken
    assign same_set = access_set == set;
    genvar w, s, g;
    generate
        for (w = 0; w < WAYS; w = w + 1) begin : way
            reg  [FREE_BITS-1:0]  free_slots [0:SETS-1]; // free slots of an entry in use
            reg  [SETS-1:0]       stale;           // a store to its line came, or an acquire
            wire [SECTORS-1:0]    awaited, awaited_besides;
            wire                  waits_there = awaited != {SECTORS{1'b0}};
            wire [FREE_BITS-1:0]  slots_there  = free_slots[access_set];
            wire                  merged  = needs && target[w];
            wire                  booked  = merged || taken[w];
            wire                  closes  = (fill_valid && fill_ways[w] && !awaits_more[w]) && fill_ready; // late
            wire                  expires = held && write && target[w];
            wire                  freed   = drained && drain_ways[w];
            // there: in the set of the access at the port
            wire                  closes_there = closes && fill_set == access_set;
            // Free: no sector is awaited, and it is neither `closing` nor `draining`.
            wire                  free_there = !waits_there && !(closing && closing_ways[w] && closing_set == access_set)
                                                            && !(draining && drain_ways[w] && drain_set == access_set);
            assign open_there[w]   = equal[w] && waits_there && slots_there != {FREE_BITS{1'b0}} && !stale[access_set];
            assign full_there[w]   = equal[w] && waits_there && slots_there == {FREE_BITS{1'b0}} && !stale[access_set];
            assign awaits_more[w] = awaited_besides != {SECTORS{1'b0}};
            assign slots_of_closing_set[w*FREE_BITS +: FREE_BITS] = free_slots[closing_set];
            always @(posedge clk) begin
                if (place[w] || (held && target[w])) begin // a free entry's mean nothing; with nothing booked its slots stay
                    free_slots[set]  <= slots_after;
                    stale[set] <= write && hits;
                end
                if (acquire)
                    stale <= {SETS{1'b1}};
            end
            // An access stays where its chunk did not fit, which fills the entry; or finds nowhere to go.
            always @(posedge clk)
                if (acquire) begin
                    target[w] <= 1'b0;
                    full[w]   <= 1'b0;
                end else if (access_ready) begin
                    target[w] <= (merged && same_set ? same_line && !merge_fills
                                  : taken[w] && same_set ? same_line && unbooked_place < FULL_PLACE
                                  : open_there[w] && !(expires && same_set)) && !closes_there;
                    full[w]   <= (merged && same_set ? same_line && merge_fills
                                  : taken[w] && same_set ? same_line && unbooked_place >= FULL_PLACE
                                  : full_there[w]) && !closes_there;
                end else begin
                    target[w] <= 1'b0;
                    full[w]   <= (full[w] || booked) && !(closes && fill_set == set);
                end
            // Of one set, it stays as it is but for what happens to the entry; of several, it is read as the access is taken.
            reg is_free;
            assign free_in_set[w] = is_free;
            always @(posedge clk)
                if (rst)
                    is_free <= 1'b1;
                else if (SETS > 1 && access_ready)
                    is_free <= (free_there && !(taken[w] && same_set)) || (freed && drain_set == access_set);
                else
                    is_free <= (is_free && !taken[w]) || (freed && drain_set == set);
            if (SETS == 1) begin : all
                assign slots_of_set[w*FREE_BITS +: FREE_BITS] = slots_there;
            end else begin : ahead
                reg [FREE_BITS-1:0] slots_ahead;
                assign slots_of_set[w*FREE_BITS +: FREE_BITS] = slots_ahead;
                always @(posedge clk)
                    slots_ahead <= booked && same_set ? slots_after : slots_there;
            end
            for (s = 0; s < SECTORS; s = s + 1) begin : sector
                localparam [31:0] SECTOR = s;
                reg  [SETS-1:0] waiting; // for this sector, as it was before the fill that was taken last
                wire [SETS-1:0] awaits;  // in use and so now; with none of its sectors an entry is being drained, or free
                wire of_fill = SECTORS == 1 || fill_sector == SECTOR[SECTOR_BITS-1:0];
                wire came = filled && closing_ways[w] && (SECTORS == 1 || filled_sector == SECTOR[SECTOR_BITS-1:0]);
                for (g = 0; g < SETS; g = g + 1) begin : of_set
                    localparam [31:0] SET = g;
                    assign awaits[g] = waiting[g] && !(came && closing_set == SET[SET_WIDTH-1:0]);
                end
                // awaits[access_set], awaits[fill_set], without the decoder of closing_set
                assign awaited[s]         = waiting[access_set] && !(came && closing_set == access_set);
                assign awaited_besides[s] = waiting[fill_set] && !(came && closing_set == fill_set) && !of_fill;
                assign all_back[w*SECTORS + s] = awaits == {SETS{1'b0}};
                always @(posedge clk) begin
                    waiting <= awaits;
                    if (taken[w])
                        waiting[set] <= 1'b1;
                    if (rst)
                        waiting <= {SETS{1'b0}};
                end
            end
        end
    endgenerate
    assign empty = !held && (&all_back) && !closing && !draining;

    // ---- requests of an entry, a sector each ------------------------------------------------------------------------
    reg [SECTOR_BITS-1:0] sector;
    localparam integer LAST_SECTOR = SECTORS - 1;
    wire last_sector = sector == LAST_SECTOR[SECTOR_BITS-1:0];
    wire [1:0] level;
    rs_fifo #(.WIDTH(ID_BITS + LINE_BITS), .DEPTH(2)) queue (
        .clk(clk), .rst(rst), .in_valid(allocates), .in_ready(queue_ready), .in_data({id, line}),
        .out_valid(request_valid), .out_ready(request_ready && last_sector), .out_data({request_id, request_line}),
        .level(level));
    assign request_sector = sector;
    assign request_mask   = {LANES{1'b0}};
    always @(posedge clk)
        if (rst)
            sector <= {SECTOR_BITS{1'b0}};
        else if (request_valid && request_ready)
            sector <= last_sector ? {SECTOR_BITS{1'b0}} : sector + {{(SECTOR_BITS-1){1'b0}}, 1'b1};

    // ---- fills: closing, a cycle later draining, chunk by chunk -------------------------------------------------------
    reg [MERGES-1:0]     front, behind; // slots of drain_id that are not answered: the first, those behind it
    wire [MERGES-1:0]    next_front, next_behind; // when the chunk that is the reply has left
    wire                 moves_on = !draining || drained;
    wire [FREE_BITS-1:0] closing_slots; // free slots of closing_id
    rs_select #(.WIDTH(FREE_BITS), .COUNT(WAYS)) select_closing (.words(slots_of_closing_set), .select(closing_ways), .word(closing_slots));
    function [MERGES-1:0] used; // slots of an entry with so many free
        input [FREE_BITS-1:0] count;
        integer k;
        for (k = 0; k < MERGES; k = k + 1)
            used[k] = {{(32-FREE_BITS){1'b0}}, count} + k < MERGES;
    endfunction
    assign fill_ready  = !closing || moves_on;
    assign reply_valid = draining;
    assign reply_id    = drain_id;
    assign reply_next  = moves_on ? closing_id : drain_id;
    assign drained     = draining && reply_ready && reply_last;
    assign event_fill  = drained;
    always @(posedge clk) begin
        if (fill_ready)
            {closing_id, filled_sector} <= {fill_id, fill_sector};
        filled <= !rst && fill_valid && fill_ready;
        drain_id <= reply_next;
        if (moves_on) begin
            front  <= {{(MERGES-1){1'b0}}, 1'b1};
            behind <= used(closing_slots) & ~{{(MERGES-1){1'b0}}, 1'b1};
        end else if (reply_ready) begin
            front  <= next_front;
            behind <= next_behind;
        end
        if (rst)
            closing <= 1'b0;
        else if (fill_ready)
            closing <= fill_valid && fill_final;
        if (rst)
            draining <= 1'b0;
        else if (moves_on)
            draining <= closing;
    end

    rs_mshr_slots #(.LANES(LANES), .WORD_BITS(WORD_BITS), .TAG_BITS(TAG_BITS), .ENTRIES(ENTRIES), .MERGES(MERGES),
                    .SLOT(SLOT)) contents (
        .clk(clk), .takes(access_ready), .access_mask(access_mask), .access_word(access_word), .access_tag(access_tag),
        .wanted(wanted), .books(books), .id(id), .space(space), .drain_next(reply_next), .front(front), .behind(behind),
        .next_front(next_front), .next_behind(next_behind), .reply_last(reply_last), .reply_tag(reply_tag),
        .reply_mask(reply_mask), .reply_word(reply_word));
    wire unused = &{1'b0, access_last, fill_mask, fill_sector, level, unbooked_after, unused_slots};

`ifdef RS_ASSERT // what the drivers of the inputs must keep to (rtl/README.md)
    rs_stream_assert #(.WIDTH(ID_BITS + SECTOR_BITS + LANES)) fill_rules (
        .clk(clk), .rst(rst), .valid(fill_valid), .ready(fill_ready), .legal(1'b1), .data({fill_id, fill_sector, fill_mask}));
`endif
endmodule
`default_nettype wire
