// rs_l1_cache: first-level data cache of an SM with its table of outstanding requests (OUTSTANDING 2).
//
// Line accesses of rs_coalescer in; out: words for registers, reads of REQUEST_BYTES, stores for rs_store_buffer.
// Load: a hit if every sector that its lanes want is there; it waits for the words of fills alone, never for an older miss.
//   A miss goes into the table and takes a way of its set at once, empty until the data is there (rs_l1_tags).
// Store: write through, no allocation, write evict: the line leaves the cache, its bytes go to the store buffer, a sector a
//   cycle. It passes the table (access_write), so that no later load is merged with a request that left before it.
// A load that misses waits at its port while a block of its line is in the store buffer, which sends that one first. So it
//   sees every store before it, if whoever joins both request ports sends reads before stores (an older read is not overtaken:
//   its request is shown before the store is) and requests to one address stay in order.
// Data of fills is kept per entry and sector until the table's replies with it are written back; of the pending request
//   table, which replies to each fill at once, just one fill's. CACHE = 0: every load misses.
//
// line_*     as rs_coalescer shows them
// line_behind   line_address of the next cycle, unless the access of this cycle stays at the port or none is there then: tags are
//            memories, which are read a cycle ahead
// wb_*       words of some lanes, data 0 outside wb_mask; each lane of a load once. wb_level: 1 a hit, 2 merged into an
//            outstanding miss (a reply behind the first one of its entry), 3 the L2, 5 main memory (0, 4: not of this block)
// request_*, reply_*   reads; id (reply: the request's, any order), mask: pending request table's threads, to come back.
//            reply_level, with L2 = 1: 0 the L2 had the data, 1 main memory; of a line in several requests the last one's counts
// access_line, store_*, load_*   to and from rs_store_buffer
// acquire    takes one cycle, in which anything else goes on: from the next one on no line is in the cache and nothing is merged
//            into what was booked up to now; a fill under way answers its threads, as a hit that was taken does its own, and
//            installs nothing. So an access taken after it sees no word that was here, or asked for, before it
// event_*    a cycle each: hit, store: a line access; merged, miss: a booking of the table (pending request table: never
//            merged); merge_full, entry_full: the table's
// Timing: wb_* two cycles after a hit was taken, one after the table's reply; replies before hits, a line a cycle. All outputs
// of wb are registers, request_* the table's. line_ready depends on line_*, store_ready, load_waits, wb_ready and registers;
// store_valid and load_valid on line_*, wb_ready and registers; reply_ready on wb_ready and registers.
// C twin: cmodel/sm/l1_cache.c.
`default_nettype none
module rs_l1_cache #(
    parameter LANES         = 32,
    parameter ADDRESS_BITS  = 48,
    parameter WARP_BITS     = 5,
    parameter REGISTER_BITS = 8,
    parameter CACHE         = 1,
    parameter SETS          = 64,  // powers of two
    parameter WAYS          = 4,
    parameter LINE_BYTES    = 128,
    parameter REQUEST_BYTES = 64,
    parameter REPLACEMENT   = 0,   // 0 least recently used, 1 tree pseudo-LRU
    parameter TABLE         = 0,   // these: rs_outstanding_table
    parameter ENTRIES       = TABLE == 0 ? 128 : 44,
    parameter MERGES        = 8,
    parameter TABLE_WAYS    = ENTRIES,
    parameter SLOT          = 0,
    parameter MERGE_WAITS   = 0,
    parameter L2            = 0,   // 1: there is an L2 behind the requests; 0: all they bring is of main memory
    parameter WORD          = 32,  // bits of a word; a proof takes fewer
    // derived, not to be set
    parameter LINE_BITS   = ADDRESS_BITS - $clog2(LINE_BYTES),
    parameter WORD_BITS   = $clog2(LINE_BYTES / 4),
    parameter SECTORS     = LINE_BYTES / REQUEST_BYTES,
    parameter SECTOR_BITS = SECTORS > 1 ? $clog2(SECTORS) : 1,
    parameter BLOCK_BITS  = ADDRESS_BITS - $clog2(REQUEST_BYTES),
    parameter ID_BITS     = ENTRIES > 1 ? $clog2(ENTRIES) : 1,
    parameter ORDER_BITS  = LANES > 1 ? $clog2(LANES) : 1,
    parameter PLACE_BITS  = (SETS > 1 ? $clog2(SETS) : 1) + (WAYS > 1 ? $clog2(WAYS) : 1),
    parameter REQUEST_ID_BITS = ID_BITS + SECTOR_BITS + (CACHE != 0 && TABLE != 0 ? ORDER_BITS + PLACE_BITS : 0)
) (
    input  wire                               clk,
    input  wire                               rst,
    input  wire                               line_valid,
    output wire                               line_ready,
    input  wire                               line_write,
    input  wire [WARP_BITS-1:0]               line_warp,
    input  wire [REGISTER_BITS-1:0]           line_register,
    input  wire [3:0]                         line_element,
    input  wire                               line_last,
    input  wire [LINE_BITS-1:0]               line_address,
    input  wire [LINE_BITS-1:0]               line_behind,
    input  wire [LANES-1:0]                   line_mask,
    input  wire [LANES*WORD_BITS-1:0]         line_word,
    input  wire [LINE_BYTES-1:0]              line_bytes,
    input  wire [LINE_BYTES/4*WORD-1:0]       line_data,
    output reg                                wb_valid,
    input  wire                               wb_ready,
    output reg  [WARP_BITS-1:0]               wb_warp,
    output reg  [REGISTER_BITS-1:0]           wb_register,
    output reg  [3:0]                         wb_element,
    output reg  [LANES-1:0]                   wb_mask,
    output reg  [LANES*WORD-1:0]              wb_data,
    output reg  [2:0]                         wb_level,
    output wire                               request_valid,
    input  wire                               request_ready,
    output wire [REQUEST_ID_BITS-1:0]         request_id,
    output wire [BLOCK_BITS-1:0]              request_address,
    output wire [LANES-1:0]                   request_mask,
    input  wire                               reply_valid,
    output wire                               reply_ready,
    input  wire [REQUEST_ID_BITS-1:0]         reply_id,
    input  wire [LANES-1:0]                   reply_mask,
    input  wire                               reply_level,
    input  wire [REQUEST_BYTES/4*WORD-1:0]    reply_data,
    output wire [LINE_BITS-1:0]               access_line,
    output wire                               store_valid,
    input  wire                               store_ready,
    output wire [SECTOR_BITS-1:0]             store_sector,
    output wire [REQUEST_BYTES-1:0]           store_bytes,
    output wire [REQUEST_BYTES/4*WORD-1:0]    store_data,
    output wire                               load_valid,
    input  wire                               load_waits,
    input  wire                               acquire,
    output wire                               event_hit,
    output wire                               event_merged,
    output wire                               event_miss,
    output wire                               event_store,
    output wire                               event_entry_full,
    output wire                               event_merge_full,
    output wire                               table_empty,
    output wire                               empty // nothing inside; a store that was taken is in the store buffer
);
    localparam TAG_BITS    = WARP_BITS + REGISTER_BITS + 4;
    localparam LINE_DATA   = LINE_BYTES / 4 * WORD;
    localparam SECTOR_DATA = REQUEST_BYTES / 4 * WORD;
    localparam SECTOR_OF   = SECTORS > 1 ? SECTOR_BITS : WORD_BITS; // upper bits of a word that say its sector
    localparam integer LAST_SECTOR = SECTORS - 1;

    generate
        if (CACHE < 0 || CACHE > 1 || L2 < 0 || L2 > 1 || WARP_BITS < 1 || REGISTER_BITS < 1 || WORD < 1)
            rs_l1_cache_needs_sizes_above_0_and_cache_and_L2_0_or_1 illegal_parameter ();
    endgenerate

    // ---- the access at the port -------------------------------------------------------------------------------------
    reg  [SECTORS-1:0]     done;  // sectors of the store that are in the store buffer
    reg                    held;  // a hit whose words come next
    wire [SECTORS-1:0]     need, stores;
    wire                   hit, held_moves, table_ready, table_valid;
    wire [SECTORS-1:0]     to_store = stores & ~done;  // sectors of the store that are not in the store buffer
    wire [SECTORS-1:0]     part;                       // the lowest of them
    wire [SECTORS-1:0]     behind = to_store & ~part;
    wire                   stored = to_store == {SECTORS{1'b0}} || (behind == {SECTORS{1'b0}} && store_ready);
    rs_lowest #(.WIDTH(SECTORS)) lowest_to_store (.bits(to_store), .lowest(part));
    // Behind a hit that cannot leave nothing moves, so that no fill gets to its line before it has been read.
    wire                   free   = !held || held_moves;
    wire                   offers = line_valid && free;
    wire                   taken  = offers && line_ready;
    wire                   stays  = line_valid && !line_ready && !rst;
    wire                   misses = !line_write && !hit;
    assign line_ready  = free && (line_write ? stored && table_ready : hit || (table_ready && !load_waits));
    assign access_line = line_address;
    assign load_valid  = line_valid && misses;
    assign store_valid = offers && line_write && table_ready && to_store != {SECTORS{1'b0}};
    assign event_hit   = taken && !line_write && hit;
    assign event_store = taken && line_write;
    always @(posedge clk)
        if (rst || taken)
            done <= {SECTORS{1'b0}};
        else if (store_valid && store_ready)
            done <= done | part;

    function [SECTORS-1:0] wanted; // sectors of the words that lanes want
        input [LANES-1:0]           lanes;
        input [LANES*WORD_BITS-1:0] words;
        integer k, n;
        begin
            wanted = {SECTORS{1'b0}};
            for (k = 0; k < LANES; k = k + 1)
                for (n = 0; n < SECTORS; n = n + 1)
                    if (lanes[k] && (SECTORS == 1 || words[k*WORD_BITS + WORD_BITS - SECTOR_OF +: SECTOR_BITS] == n[SECTOR_BITS-1:0]))
                        wanted[n] = 1'b1;
        end
    endfunction
    genvar s, l;
    generate
        for (s = 0; s < SECTORS; s = s + 1) begin : sector
            assign stores[s] = line_bytes[s*REQUEST_BYTES +: REQUEST_BYTES] != {REQUEST_BYTES{1'b0}};
        end
    endgenerate
    assign need         = wanted(line_mask, line_word);
    rs_encode #(.WIDTH(SECTORS)) encode_part (.one_hot(part), .index(store_sector));
    assign store_bytes  = line_bytes[store_sector*REQUEST_BYTES +: REQUEST_BYTES];
    assign store_data   = line_data[store_sector*SECTOR_DATA +: SECTOR_DATA];

    // ---- the table: misses, stores, and of the pending request table the end of a group that ends with a hit ----------
    wire                       ask_valid, fill_valid, back_valid, back_ready, back_last, books;
    wire                       event_allocate, event_merge, event_fill;
    wire [ID_BITS-1:0]         ask_id, fill_id, back_id, back_next, event_id;
    wire [LINE_BITS-1:0]       ask_line;
    wire [SECTOR_BITS-1:0]     ask_sector, fill_sector;
    wire [TAG_BITS-1:0]        back_tag;
    wire [LANES-1:0]           back_mask;
    wire [LANES*WORD_BITS-1:0] back_word;
    assign books        = event_allocate || event_merge;
    assign table_valid  = offers && (line_write ? stored : hit ? TABLE != 0 && line_last : !load_waits);
    assign fill_valid   = reply_valid;
    assign event_merged = TABLE == 0 && event_merge;
    assign event_miss   = TABLE == 0 ? event_allocate : books;
    assign {fill_id, fill_sector} = reply_id[ID_BITS+SECTOR_BITS-1:0];
    assign request_valid = ask_valid;
    rs_outstanding_table #(.TABLE(TABLE), .LANES(LANES), .ADDRESS_BITS(ADDRESS_BITS), .LINE_BYTES(LINE_BYTES),
        .REQUEST_BYTES(REQUEST_BYTES), .TAG_BITS(TAG_BITS), .ENTRIES(ENTRIES), .MERGES(MERGES), .WAYS(TABLE_WAYS),
        .SLOT(SLOT), .MERGE_WAITS(MERGE_WAITS)) outstanding (
        .clk(clk), .rst(rst), .access_valid(table_valid), .access_ready(table_ready), .access_line(line_address),
        .access_behind(line_behind), .access_stays(stays), .access_mask(line_mask & {LANES{!hit}}), .access_word(line_word),
        .access_tag({line_warp, line_register, line_element}), .access_last(line_last),
        .access_write(line_write), .acquire(acquire),
        .request_valid(ask_valid), .request_ready(request_ready), .request_id(ask_id), .request_line(ask_line),
        .request_sector(ask_sector), .request_mask(request_mask), .fill_valid(fill_valid), .fill_ready(reply_ready),
        .fill_id(fill_id), .fill_sector(fill_sector), .fill_mask(reply_mask), .reply_valid(back_valid),
        .reply_ready(back_ready), .reply_id(back_id), .reply_next(back_next), .reply_tag(back_tag), .reply_mask(back_mask),
        .reply_word(back_word), .reply_last(back_last), .event_allocate(event_allocate), .event_merge(event_merge),
        .event_merge_full(event_merge_full), .event_entry_full(event_entry_full), .event_fill(event_fill),
        .event_id(event_id), .empty(table_empty));
    generate
        if (SECTORS == 1) begin : whole
            assign request_address = ask_line;
        end else begin : parts
            assign request_address = {ask_line, ask_sector};
        end
    endgenerate

    // ---- data of fills ----------------------------------------------------------------------------------------------
    wire fills = reply_valid && reply_ready;
    wire [LINE_DATA-1:0] back_data;
    generate
        if (TABLE == 0) begin : per_entry
            for (s = 0; s < SECTORS; s = s + 1) begin : sector
                localparam [31:0] SELF = s;
                rs_memory_1r1w #(.WIDTH(SECTOR_DATA), .DEPTH(ENTRIES), .READ_REGISTER(1)) data (
                    .clk(clk), .write(fills && fill_sector == SELF[SECTOR_BITS-1:0]), .write_address(fill_id),
                    .write_data(reply_data), .read_address(back_next), .read_data(back_data[s*SECTOR_DATA +: SECTOR_DATA]));
            end
        end else begin : last_fill
            wire [SECTOR_DATA-1:0] last;
            rs_memory_1r1w #(.WIDTH(SECTOR_DATA), .DEPTH(1)) data (
                .clk(clk), .write(fills), .write_address(1'b0), .write_data(reply_data), .read_address(1'b0), .read_data(last));
            assign back_data = {SECTORS{last}};
        end
    endgenerate

    // Who had it: kept as the data is.
    wire back_level;
    generate
        if (L2 == 0) begin : memory_alone
            wire unused_level = reply_level;
            assign back_level = 1'b1;
        end else if (TABLE == 0) begin : level_per_entry
            rs_memory_1r1w #(.WIDTH(1), .DEPTH(ENTRIES), .READ_REGISTER(1)) levels (
                .clk(clk), .write(fills), .write_address(fill_id), .write_data(reply_level), .read_address(back_next),
                .read_data(back_level));
        end else begin : level_of_last_fill
            rs_memory_1r1w #(.WIDTH(1), .DEPTH(1)) levels (
                .clk(clk), .write(fills), .write_address(1'b0), .write_data(reply_level), .read_address(1'b0),
                .read_data(back_level));
        end
    endgenerate

    // ---- tags and lines ---------------------------------------------------------------------------------------------
    wire [LINE_DATA-1:0]       held_data;
    wire [TAG_BITS-1:0]        held_tag;
    wire [LANES-1:0]           held_mask;
    wire [LANES*WORD_BITS-1:0] held_word;
    generate
        if (CACHE == 0) begin : no_cache
            wire unused_cache = &{1'b0, need, books, event_id};
            assign hit        = 1'b0;
            assign request_id = {ask_id, ask_sector};
            assign {held_data, held_tag, held_mask, held_word} = 0;
            always @(posedge clk)
                held <= 1'b0;
        end else begin : cache
            // An owner is known by its entry, of the pending request table also by the line's number in its group; that one,
            // and the place, travel with its requests.
            localparam OWNER_BITS = TABLE == 0 ? ID_BITS : ORDER_BITS + ID_BITS;
            wire [PLACE_BITS-1:0] place, fill_place;
            wire [OWNER_BITS-1:0] own_id, fill_owner;
            wire                  own, installs;
            reg  [PLACE_BITS-1:0] booked_place; // of the access that the table took last
            always @(posedge clk)
                if (taken && !line_write && !hit)
                    booked_place <= place;
            rs_l1_tags #(.SETS(SETS), .WAYS(WAYS), .SECTORS(SECTORS), .LINE_BITS(LINE_BITS), .OWNER_BITS(OWNER_BITS),
                .REPLACEMENT(REPLACEMENT)) tags (
                .clk(clk), .rst(rst), .clear(acquire), .line(line_address), .line_behind(line_behind), .stays(stays), .need(need), .hit(hit),
                .place(place), .load(taken && !line_write), .store(taken && line_write), .own(own),
                .own_place(booked_place), .own_id(own_id), .fill(fills), .fill_place(fill_place),
                .fill_owner(fill_owner), .fill_sector(fill_sector), .installs(installs));
            if (TABLE == 0) begin : mshr
                reg [PLACE_BITS-1:0] places [0:ENTRIES-1];
                wire [PLACE_BITS-1:0] place_there = places[fill_id];
                always @(posedge clk)
                    if (books)
                        places[event_id] <= booked_place;
                assign own        = books;
                assign own_id     = event_id;
                assign fill_owner = fill_id;
                assign fill_place = place_there;
                assign request_id = {ask_id, ask_sector};
            end else begin : prt
                reg                   booked;
                reg  [OWNER_BITS-1:0] booked_owner;
                reg  [ORDER_BITS-1:0] number;
                wire [ORDER_BITS-1:0] order = event_allocate ? {ORDER_BITS{1'b0}} : number;
                wire [1:0]            level;
                wire                  travels, follows; // as the table's queue of requests
                always @(posedge clk) begin
                    booked <= books && !rst;
                    if (books) begin
                        booked_owner <= {order, event_id};
                        number       <= order + {{(ORDER_BITS-1){1'b0}}, 1'b1};
                    end
                end
                wire [ORDER_BITS+PLACE_BITS-1:0] travel;
                rs_fifo #(.WIDTH(ORDER_BITS + PLACE_BITS), .DEPTH(2)) travelling (
                    .clk(clk), .rst(rst), .in_valid(books), .in_ready(travels), .in_data({order, place}), .out_valid(follows),
                    .out_ready(ask_valid && request_ready && ask_sector == LAST_SECTOR[SECTOR_BITS-1:0]), .out_data(travel),
                    .level(level));
                wire unused_queue = &{1'b0, level, travels, follows};
                assign own        = booked;
                assign own_id     = booked_owner;
                assign request_id = {travel, ask_id, ask_sector};
                assign fill_place = reply_id[SECTOR_BITS+ID_BITS +: PLACE_BITS];
                assign fill_owner = {reply_id[SECTOR_BITS+ID_BITS+PLACE_BITS +: ORDER_BITS], fill_id};
            end

            // A hit's words are read as it is taken, and again while it cannot leave: none of the sectors it wants changes.
            reg  [PLACE_BITS-1:0]        held_place;
            wire [PLACE_BITS-1:0]        read_place = free ? place : held_place;
            reg  [TAG_BITS-1:0]          tag;
            reg  [LANES-1:0]             mask;
            reg  [LANES*WORD_BITS-1:0]   word;
            localparam DEPTH_BITS = SETS * WAYS > 1 ? $clog2(SETS * WAYS) : 1;
            localparam SKIPS      = WAYS == 1 && SETS > 1 ? 1 : 0; // without ways the place has a bit too many at the lower end
            wire unused_place = &{1'b0, read_place};
            assign {held_tag, held_mask, held_word} = {tag, mask, word};
            always @(posedge clk) begin
                held_place <= read_place;
                if (free) begin
                    tag  <= {line_warp, line_register, line_element};
                    mask <= line_mask;
                    word <= line_word;
                end
                if (rst)
                    held <= 1'b0;
                else if (free)
                    held <= event_hit;
            end
            for (s = 0; s < SECTORS; s = s + 1) begin : sector
                localparam [31:0] SELF = s;
                rs_memory_1r1w #(.WIDTH(SECTOR_DATA), .DEPTH(SETS * WAYS), .READ_REGISTER(1)) data (
                    .clk(clk), .write(installs && fill_sector == SELF[SECTOR_BITS-1:0]),
                    .write_address(fill_place[SKIPS +: DEPTH_BITS]), .write_data(reply_data),
                    .read_address(read_place[SKIPS +: DEPTH_BITS]), .read_data(held_data[s*SECTOR_DATA +: SECTOR_DATA]));
            end
        end
    endgenerate

    // ---- words for registers: replies before hits -------------------------------------------------------------------
    reg  again; // the table's next reply is of the same entry
    wire wb_free = !wb_valid || wb_ready;
    assign back_ready = wb_free;
    assign held_moves = held && wb_free && !back_valid;
    wire [LINE_DATA-1:0]       data  = back_valid ? back_data : held_data;
    wire [LANES-1:0]           lanes = back_valid ? back_mask : held_mask;
    wire [LANES*WORD_BITS-1:0] words = back_valid ? back_word : held_word;
    wire [LANES*WORD-1:0]      picked;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : lane
            assign picked[l*WORD +: WORD] = data[words[l*WORD_BITS +: WORD_BITS]*WORD +: WORD] & {WORD{lanes[l]}};
        end
    endgenerate
    always @(posedge clk) begin
        if (wb_free) begin
            {wb_warp, wb_register, wb_element} <= back_valid ? back_tag : held_tag;
            wb_mask  <= lanes;
            wb_data  <= picked;
            wb_level <= !back_valid ? 3'd1 : again ? 3'd2 : back_level ? 3'd5 : 3'd3;
        end
        if (rst)
            wb_valid <= 1'b0;
        else if (wb_free)
            wb_valid <= back_valid || held;
        if (rst)
            again <= 1'b0;
        else if (back_valid && back_ready)
            again <= !back_last;
    end
    assign empty = table_empty && !held && !wb_valid;
    wire unused = &{1'b0, event_fill, back_id, back_next};

`ifdef RS_ASSERT // what the drivers of the inputs must keep to (rtl/README.md)
    rs_stream_assert #(.WIDTH(LINE_BITS + LANES + WARP_BITS + REGISTER_BITS + 6)) line_rules (
        .clk(clk), .rst(rst), .valid(line_valid), .ready(line_ready), .legal(line_mask != {LANES{1'b0}}),
        .data({line_address, line_mask, line_warp, line_register, line_element, line_last, line_write}));
    rs_stream_assert #(.WIDTH(REQUEST_ID_BITS + LANES + 1)) reply_rules (
        .clk(clk), .rst(rst), .valid(reply_valid), .ready(reply_ready), .legal(1'b1), .data({reply_id, reply_mask, reply_level}));
`endif
endmodule
`default_nettype wire
