// Proof of rs_l1_cache with its table, between any coalescer, any store buffer and any memory. Accesses, every ready, acquires
// and the memory's order are free. One word of one line is marked, and one load of it by one lane.
//   The marked load is answered once, with the value that the word had by the stores that were taken before the load, neither
//   an older one nor that of a later store; and it is not lost.
//   OTHERS = 1: the SM only reads the marked word, another one writes it until some cycle. A load taken after an acquire that is
//   behind this cycle is answered with what is left in memory, so with nothing read before it.
//   ANSWER above 0: this instead: from the cycle in which it was taken on the marked load waits fewer than ANSWER cycles in which
//   requests and words do not wait and a reply comes if a read is out. Accesses and acquires go on meanwhile; other cycles may
//   lie between and do not count.
//   The store buffer is what rs_store_buffer_fv proves of it: it keeps the value stored last, a load waits while one is inside.
//   Of a block at most one is on its way out and one behind it. Its block leaves in no cycle that shows a read. Memory answers
//   each read at most once, in any order, with what it had when the read was taken.
`default_nettype none
module rs_l1_cache_fv #(
    parameter CACHE       = 1,
    parameter TABLE       = 0,
    parameter LANES       = 1,
    parameter SETS        = 1,
    parameter WAYS        = 1,
    parameter ENTRIES     = 2,
    parameter MERGES      = 2,
    parameter SECTORS     = 1,
    parameter REPLACEMENT = 0,
    parameter OTHERS      = 0,
    parameter ANSWER      = 0,
    // derived, not to be set
    parameter REQUEST_BYTES   = 8,
    parameter LINE_BYTES      = 8 * SECTORS,
    parameter LINE_BITS       = 1 + $clog2(SETS * WAYS), // more lines than ways
    parameter ADDRESS_BITS    = LINE_BITS + $clog2(LINE_BYTES),
    parameter WORD_BITS       = $clog2(LINE_BYTES / 4),
    parameter WORDS           = LINE_BYTES / 4,
    parameter SECTOR_BITS     = SECTORS > 1 ? $clog2(SECTORS) : 1,
    parameter ID_BITS         = ENTRIES > 1 ? $clog2(ENTRIES) : 1,
    parameter PLACE_BITS      = (SETS > 1 ? $clog2(SETS) : 1) + (WAYS > 1 ? $clog2(WAYS) : 1),
    parameter ORDER_BITS      = LANES > 1 ? $clog2(LANES) : 1,
    parameter REQUEST_ID_BITS = ID_BITS + SECTOR_BITS + (CACHE != 0 && TABLE != 0 ? ORDER_BITS + PLACE_BITS : 0)
) (
    input wire                       clk,
    input wire                       rst,
    input wire                       line_valid,
    input wire                       line_write,
    input wire                       line_tag,
    input wire                       line_last,
    input wire [LINE_BITS-1:0]       line_address,
    input wire [LINE_BITS-1:0]       line_behind,
    input wire [LANES-1:0]           line_mask,
    input wire [LANES*WORD_BITS-1:0] line_word,
    input wire [WORDS-1:0]           line_stores, // words
    input wire [WORDS-1:0]           line_data,
    input wire                       wb_ready,
    input wire                       request_ready,
    input wire                       reply_valid,
    input wire [REQUEST_ID_BITS-1:0] reply_id,
    input wire [LANES-1:0]           reply_mask,
    input wire [1:0]                 reply_data,
    input wire                       store_ready,
    input wire                       other_waits,
    input wire                       shows,
    input wire                       sink_ready,
    input wire                       acquire,
    input wire                       other_writes,
    input wire                       other_value,
    input wire                       settles
);
    wire                       line_ready, wb_valid, wb_warp, wb_register, request_valid, reply_ready, store_valid, load_valid;
    wire                       event_hit, event_merged, event_miss, event_store, event_entry_full;
    wire                       event_merge_full, table_empty, empty;
    wire [3:0]                 wb_element;
    wire [LANES-1:0]           wb_mask, wb_data, request_mask;
    wire [1:0]                 store_data;
    wire [2:0]                 wb_level;
    wire [REQUEST_ID_BITS-1:0] request_id;
    wire [ADDRESS_BITS-4:0]    request_address;
    wire [LINE_BITS-1:0]       access_line;
    wire [SECTOR_BITS-1:0]     store_sector;
    wire [REQUEST_BYTES-1:0]   store_bytes;
    wire [LINE_BYTES-1:0]      line_bytes;

    (* keep *) wire [LINE_BITS-1:0] marked_line = $anyconst;
    (* keep *) wire [WORD_BITS-1:0] marked_word = $anyconst;
    (* keep *) wire [ORDER_BITS-1:0] marked_lane = $anyconst;
    localparam SECTOR_OF = SECTORS > 1 ? SECTOR_BITS : 0;
    wire [SECTOR_BITS-1:0] marked_sector = SECTORS > 1 ? marked_word >> 1 : 0;
    wire                   marked_part   = marked_word[0]; // word of its sector

    reg  open, shown, open_value, shown_value; // marked word in the store buffer
    wire load_waits = access_line == marked_line ? open || shown || other_waits : other_waits;
    genvar w;
    generate
        for (w = 0; w < WORDS; w = w + 1) begin : each
            assign line_bytes[4*w +: 4] = {4{line_stores[w]}};
        end
    endgenerate
    rs_l1_cache #(.LANES(LANES), .ADDRESS_BITS(ADDRESS_BITS), .WARP_BITS(1), .REGISTER_BITS(1), .CACHE(CACHE), .SETS(SETS),
        .WAYS(WAYS), .LINE_BYTES(LINE_BYTES), .REQUEST_BYTES(REQUEST_BYTES), .REPLACEMENT(REPLACEMENT), .TABLE(TABLE),
        .ENTRIES(ENTRIES), .MERGES(MERGES), .TABLE_WAYS(ENTRIES), .SLOT(1), .WORD(1)) dut (
        .clk(clk), .rst(rst), .line_valid(line_valid), .line_ready(line_ready), .line_write(line_write), .line_warp(line_tag),
        .line_register(1'b0), .line_element(4'd0), .line_last(line_last), .line_address(line_address), .line_behind(line_behind),
        .line_mask(line_mask), .line_word(line_word), .line_bytes(line_bytes), .line_data(line_data), .wb_valid(wb_valid), .wb_ready(wb_ready),
        .wb_warp(wb_warp), .wb_register(wb_register), .wb_element(wb_element), .wb_mask(wb_mask), .wb_data(wb_data),
        .wb_level(wb_level), .request_valid(request_valid), .request_ready(request_ready), .request_id(request_id),
        .request_address(request_address), .request_mask(request_mask), .reply_valid(reply_valid), .reply_ready(reply_ready),
        .reply_id(reply_id), .reply_mask(reply_mask), .reply_level(1'b1), .reply_data(reply_data), .access_line(access_line),
        .store_valid(store_valid), .store_ready(store_ready), .store_sector(store_sector), .store_bytes(store_bytes),
        .store_data(store_data), .load_valid(load_valid), .load_waits(load_waits), .acquire(acquire),
        .event_hit(event_hit), .event_merged(event_merged), .event_miss(event_miss),
        .event_store(event_store), .event_entry_full(event_entry_full), .event_merge_full(event_merge_full),
        .table_empty(table_empty), .empty(empty));

    // ---- the store buffer and the memory, of the marked word ------------------------------------------------------------
    wire takes   = line_valid && line_ready;
    wire stores  = store_valid && store_ready && access_line == marked_line && (SECTORS == 1 || store_sector == marked_sector)
                && store_bytes[4*marked_part];
    wire leaves  = shown && sink_ready && !request_valid;
    reg  memory, truth, settled, acquired; // settled: nobody else writes any more; acquired: the SM has, since
    always @(posedge clk) begin
        settled  <= settled || settles;
        acquired <= acquired || (settled && acquire);
        if (OTHERS != 0 && other_writes && !settled)
            memory <= other_value;
        if (leaves) begin
            memory <= shown_value;
            shown  <= 1'b0;
        end
        if (open && shows && (!shown || leaves)) begin
            shown       <= 1'b1;
            shown_value <= stores ? store_data[marked_part] : open_value;
            open        <= 1'b0;
        end
        if (stores && !(open && shows && (!shown || leaves)))  begin
            open       <= 1'b1;
            open_value <= store_data[marked_part];
        end
        if (takes && line_write && line_address == marked_line && line_stores[marked_word])
            truth <= line_data[marked_word];
        if (rst) begin
            open   <= 1'b0;
            shown  <= 1'b0;
            truth  <= 1'b0;
            memory <= 1'b0;
            settled  <= 1'b0;
            acquired <= 1'b0;
        end
    end

    // ---- reads that are out -------------------------------------------------------------------------------------------
    localparam KEYS = ENTRIES * SECTORS * (TABLE == 0 ? 1 : LANES + 1); // pending request table: and lowest thread, or none
    reg  [KEYS-1:0]            out, about, seen_value; // about: the marked line's sector
    reg  [REQUEST_ID_BITS-1:0] out_id [0:KEYS-1];
    reg  [LANES-1:0]           out_mask [0:KEYS-1];
    function [31:0] key;
        input [REQUEST_ID_BITS-1:0] id;
        input [LANES-1:0]           mask;
        integer k, thread;
        begin
            thread = LANES;
            for (k = LANES - 1; k >= 0; k = k - 1)
                if (mask[k])
                    thread = k;
            key = id[SECTOR_BITS +: ID_BITS] * SECTORS + (SECTORS > 1 ? id[SECTOR_BITS-1:0] : 0);
            if (TABLE != 0)
                key = key * (LANES + 1) + thread;
        end
    endfunction
    wire [31:0] request_key = key(request_id, request_mask);
    wire [31:0] reply_key   = key(reply_id, reply_mask);
    wire        is_out      = reply_key < KEYS && out[reply_key] && out_id[reply_key] == reply_id
                           && (TABLE == 0 || out_mask[reply_key] == reply_mask);
    wire        about_it    = request_address == (SECTORS > 1 ? {marked_line, marked_sector[SECTOR_BITS-1:0]} : marked_line);
    always @(posedge clk) begin
        if (reply_valid && reply_ready)
            out[reply_key] <= 1'b0;
        if (request_valid && request_ready) begin
            out[request_key]        <= 1'b1;
            out_id[request_key]     <= request_id;
            out_mask[request_key]   <= request_mask;
            about[request_key]      <= about_it;
            seen_value[request_key] <= memory;
        end
        if (rst)
            out <= 0;
    end

    // ---- the marked load ----------------------------------------------------------------------------------------------
    reg  seen, inside, expected, known; // known: what it must bring
    wire marks   = takes && line_tag && line_mask[marked_lane];
    wire answers = wb_valid && wb_ready && wb_warp && wb_mask[marked_lane];
    always @(posedge clk) begin
        if (answers)
            inside <= 1'b0;
        if (takes && line_tag)
            seen <= 1'b1; // the group that has the tag
        if (marks) begin
            inside   <= 1'b1;
            expected <= OTHERS != 0 ? memory : truth;
            known    <= OTHERS == 0 || acquired;
        end
        if (rst) begin
            seen   <= 1'b0;
            inside <= 1'b0;
        end
    end

    // ---- what the coalescer keeps to ----------------------------------------------------------------------------------
    reg                       stays, held_write, held_tag, held_last, acquiring;
    reg [LINE_BITS-1:0]       held_address, said_address;
    reg [LANES-1:0]           held_mask;
    reg [LANES*WORD_BITS-1:0] held_word;
    reg [WORDS-1:0]           held_stores, held_data;
    reg [LANES-1:0]           group;       // lanes of the group that goes on
    reg                       group_goes_on, group_write, group_tag;
    reg [(1<<LINE_BITS)-1:0]  group_lines; // its lines
    reg                       reply_stays;
    reg [REQUEST_ID_BITS-1:0] held_id;
    reg [LANES-1:0]           held_reply_mask;
    reg [1:0]                 held_reply;
    always @(posedge clk) begin
        stays        <= line_valid && !line_ready && !rst;
        held_write   <= line_write;
        held_tag     <= line_tag;
        held_last    <= line_last;
        held_address <= line_address;
        said_address <= line_behind;
        held_mask    <= line_mask;
        held_word    <= line_word;
        held_stores  <= line_stores;
        held_data    <= line_data;
        if (takes) begin
            group         <= line_last ? {LANES{1'b0}} : group | line_mask;
            group_goes_on <= !line_last;
            group_write   <= line_write;
            group_tag     <= line_tag;
            group_lines   <= line_last ? 0 : group_lines | (1 << line_address);
        end
        reply_stays     <= reply_valid && !reply_ready && !rst;
        held_id         <= reply_id;
        held_reply_mask <= reply_mask;
        held_reply      <= reply_data;
        if (rst) begin
            group         <= {LANES{1'b0}};
            group_goes_on <= 1'b0;
            group_lines   <= 0;
        end
    end
    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) begin
        if (!started) assume (rst);
        assume (marked_lane < LANES);
        assume (marked_word < WORDS);
        if (stays)
            assume (line_valid && {held_write, held_tag, held_last, held_address, held_mask, held_word, held_stores, held_data}
                    == {line_write, line_tag, line_last, line_address, line_mask, line_word, line_stores, line_data});
        assume (OTHERS == 0 || !(line_valid && line_write && line_address == marked_line && line_stores[marked_word]));
        if (line_valid) begin
            assume (stays || line_address == said_address);
            assume (line_mask != 0 && (line_mask & group) == 0);
            assume (!group_goes_on || (line_write == group_write && !group_lines[line_address]));
            assume (line_last || (line_mask | group) != {LANES{1'b1}});
            assume (line_write == (line_stores != 0));
            // One group has the tag; its marked lane wants the marked word.
            assume (line_tag == (group_goes_on ? group_tag : line_tag && !seen && !line_write));
            assume (!line_tag || !line_mask[marked_lane] || (line_address == marked_line
                    && line_word[marked_lane*WORD_BITS +: WORD_BITS] == marked_word));
        end
        if (reply_valid) begin
            assume (is_out);
            assume (!about[reply_key] || reply_data[marked_part] == seen_value[reply_key]);
        end
        if (reply_stays)
            assume (reply_valid && reply_id == held_id && reply_mask == held_reply_mask && reply_data == held_reply);
    end

    // Cycles since the marked load was taken in which memory and sink do not wait.
    wire      prompt = request_ready && wb_ready && (out == 0 || reply_valid);
    reg [5:0] waited;
    always @(posedge clk) waited <= rst || !inside ? 6'd0 : waited + {5'd0, prompt && waited != 6'h3f};

    wire wrong = wb_valid && wb_warp && wb_mask[marked_lane] && !(inside && (!known || wb_data[marked_lane] == expected));
    generate
        if (ANSWER != 0) begin : timed
            always @(posedge clk)
                if (started && !rst) begin
                    answered_in_time: assert (waited < ANSWER);
                end
        end else begin : values
            always @(posedge clk)
                if (started && !rst) begin
                    right_and_once: assert (!wrong);
                    not_lost:       assert (!(empty && inside));
                    hit_answered:   cover (answers && wb_level == 1 && expected);
                    miss_answered:  cover (answers && wb_level == 5 && expected);
                end
        end
        if (ANSWER == 0 && OTHERS == 0) begin : own_stores
            always @(posedge clk)
                if (started && !rst) begin
                    store_between: cover (inside && truth != expected && out != 0);
                    store_waited:  cover (marks && event_miss == 0 && memory == truth && truth && !empty);
                end
        end else if (ANSWER == 0) begin : others
            always @(posedge clk)
                if (started && !rst) begin
                    read_before:   cover (inside && known && out != 0 && (out & about & (seen_value ^ {KEYS{expected}})) != 0);
                    acquires_hit:  cover (answers && wb_level == 1 && known);
                end
        end
    endgenerate
endmodule
`default_nettype wire
