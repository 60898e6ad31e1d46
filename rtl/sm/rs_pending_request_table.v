// rs_pending_request_table: the memory instructions of warps that an SM waits for, an entry each (OUTSTANDING 2.2, 5.2).
//
// The first missing line of a group (a warp-wide access; a vector instruction is up to 16 of them, each lane has one
// offset in each) takes an entry, the lowest free one, and the group's other lines join it, up to the access with
// access_last: groups come one after the other. An entry counts the requests that are not back, and keeps each thread's
// word; what else a reply needs travels with the request: entry, block address, mask of threads (OUTSTANDING 2.2). Nothing
// is compared and nothing merged: two groups that miss on a line ask for it twice.
// A line is asked for in SECTORS requests, sector 0 first, each with the threads whose word lies in it; also without any, as
// the cache keeps whole lines: its fill has no reply. An entry is free again when all its requests are back and its group
// has ended.
//
// access   at most one for a lane in a group. mask = 0: books nothing, and with access_last ends the group (the cache's
//          way to say that the group's last line was a hit); the tag of a group is that of its first line. access_write:
//          nothing, as nothing is merged; acquire: the same
// request  {id, line, sector, mask}; a fill brings id and mask back, fill_sector is not used
// reply    belongs to the fill taken last; words of lanes outside reply_mask are 0; reply_last = 1
// event_*  allocate: an entry taken; merge: a line into the entry of its group; merge_full = 0; entry_full: a cycle in which
//          an access waits for an entry; fill: a fill was served; event_id: of allocate and merge, the entry
// Timing: an access is booked as it is taken, request_valid and a reply come a cycle after access and fill at the earliest.
// access_ready depends on registers, access_mask and access_write; fill_ready on registers and reply_ready; reply_* on
// registers. C twin: cmodel/sm/pending_request_table.c.
`default_nettype none
module rs_pending_request_table #(
    parameter LANES         = 32,
    parameter ADDRESS_BITS  = 48,
    parameter LINE_BYTES    = 128, // a power of two
    parameter REQUEST_BYTES = 64,  // a power of two up to LINE_BYTES
    parameter TAG_BITS      = 18,  // what a reply needs besides lanes and words: warp, register, element, ...
    parameter ENTRIES       = 44,
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
    output wire                       empty // no entry in use
);
    localparam PENDING_BITS = $clog2(LANES * SECTORS + 1);
    localparam SECTOR_OF    = SECTORS > 1 ? SECTOR_BITS : 0; // bits of a word that say its sector
    localparam integer ALL_SECTORS = SECTORS;
    localparam [PENDING_BITS-1:0] LINE_REQUESTS = ALL_SECTORS[PENDING_BITS-1:0];
    localparam [PENDING_BITS-1:0] ONE           = 1;

    generate
        if (LANES < 1 || TAG_BITS < 1 || ENTRIES < 1)
            rs_pending_request_table_needs_sizes_above_0 illegal_parameter ();
        if (REQUEST_BYTES < 8 || LINE_BYTES < REQUEST_BYTES || LINE_BYTES != 1 << $clog2(LINE_BYTES)
            || REQUEST_BYTES != 1 << $clog2(REQUEST_BYTES) || ADDRESS_BITS <= $clog2(LINE_BYTES))
            rs_pending_request_table_needs_line_bytes_and_request_bytes_powers_of_two_from_8_on illegal_line ();
    endgenerate

    // ---- an access is booked ----------------------------------------------------------------------------------------
    reg                open;    // a group with an entry goes on
    reg  [ID_BITS-1:0] current; // its entry
    wire [ENTRIES-1:0] busy;
    wire [ENTRIES-1:0] place;   // the lowest free entry, one-hot
    wire [ID_BITS-1:0] place_id;
    wire               free  = ~busy != {ENTRIES{1'b0}};
    wire               queue_ready;
    wire               served;  // a fill, with its reply if it has one
    wire               any   = access_mask != {LANES{1'b0}} && !access_write;
    wire               moves = access_valid && access_ready;
    wire               books = moves && any;
    wire               ends  = moves && access_last && !access_write;
    wire [ID_BITS-1:0] id    = open ? current : place_id;
    rs_lowest #(.WIDTH(ENTRIES)) lowest_free (.bits(~busy), .lowest(place));
    rs_encode #(.WIDTH(ENTRIES)) encode_place (.one_hot(place), .index(place_id));
    assign access_ready     = !any || ((open || free) && queue_ready);
    assign event_allocate   = books && !open;
    assign event_merge      = books && open;
    assign event_merge_full = 1'b0;
    assign event_entry_full = access_valid && any && !open && !free;
    assign event_fill       = served;
    assign event_id         = id;
    assign empty            = busy == {ENTRIES{1'b0}};
    always @(posedge clk) begin
        if (event_allocate)
            current <= id;
        open <= (open || books) && !ends && !rst;
    end

    // ---- entries ----------------------------------------------------------------------------------------------------
    reg               held;
    reg [ID_BITS-1:0] held_id;
    reg [LANES-1:0]   held_mask;
    genvar e, l;
    generate
        for (e = 0; e < ENTRIES; e = e + 1) begin : entry
            localparam [31:0] SELF = e;
            reg                    in_use;
            reg [PENDING_BITS-1:0] pending; // requests that are not back
            wire goes_on = open && current == SELF[ID_BITS-1:0];
            wire takes   = event_allocate && place[e];
            wire adds    = takes || (event_merge && goes_on);
            wire answers = served && held_id == SELF[ID_BITS-1:0];
            wire done    = pending == (answers ? ONE : {PENDING_BITS{1'b0}}) && !adds;
            assign busy[e] = in_use;
            always @(posedge clk) begin
                if (takes)
                    pending <= LINE_REQUESTS;
                else if (adds || answers)
                    pending <= pending + (adds ? LINE_REQUESTS : {PENDING_BITS{1'b0}}) - (answers ? ONE : {PENDING_BITS{1'b0}});
                if (takes)
                    in_use <= 1'b1;
                else if (done && (!goes_on || ends))
                    in_use <= 1'b0;
                if (rst)
                    in_use <= 1'b0;
            end
        end
    endgenerate

    // ---- requests of a line, a sector each --------------------------------------------------------------------------
    localparam SIDES = SECTORS > 1 ? LANES * SECTOR_BITS : 1; // bits that say which sector each lane's word is in
    reg  [SECTOR_BITS-1:0] sector;
    wire [SIDES-1:0]       sides, request_sides;
    wire [LANES-1:0]       line_mask;
    wire [1:0]             level;
    localparam integer LAST_SECTOR = SECTORS - 1;
    wire last_sector = sector == LAST_SECTOR[SECTOR_BITS-1:0];
    rs_fifo #(.WIDTH(ID_BITS + LINE_BITS + LANES + SIDES), .DEPTH(2)) queue (
        .clk(clk), .rst(rst), .in_valid(books), .in_ready(queue_ready), .in_data({id, access_line, access_mask, sides}),
        .out_valid(request_valid), .out_ready(request_ready && last_sector),
        .out_data({request_id, request_line, line_mask, request_sides}), .level(level));
    assign request_sector = sector;
    generate
        if (SECTORS == 1) begin : whole
            wire unused_sides = request_sides;
            assign sides        = 1'b0;
            assign request_mask = line_mask;
        end else begin : parts
            for (l = 0; l < LANES; l = l + 1) begin : lane
                assign sides[l*SECTOR_BITS +: SECTOR_BITS] = access_word[l*WORD_BITS + WORD_BITS - SECTOR_OF +: SECTOR_BITS];
                assign request_mask[l] = line_mask[l] && request_sides[l*SECTOR_BITS +: SECTOR_BITS] == sector;
            end
        end
    endgenerate
    always @(posedge clk)
        if (rst)
            sector <= {SECTOR_BITS{1'b0}};
        else if (request_valid && request_ready)
            sector <= last_sector ? {SECTOR_BITS{1'b0}} : sector + {{(SECTOR_BITS-1){1'b0}}, 1'b1};

    // ---- fills and their replies ------------------------------------------------------------------------------------
    assign reply_valid = held && held_mask != {LANES{1'b0}};
    assign reply_id    = held_id;
    assign reply_next  = fill_ready ? fill_id : held_id;
    assign reply_mask  = held_mask;
    assign reply_last  = 1'b1;
    assign served      = held && (reply_ready || held_mask == {LANES{1'b0}});
    assign fill_ready  = !held || served;
    always @(posedge clk) begin
        held_id <= reply_next;
        if (fill_ready)
            held_mask <= fill_mask;
        if (rst)
            held <= 1'b0;
        else if (fill_ready)
            held <= fill_valid;
    end

    wire [LANES*WORD_BITS-1:0] words;
    rs_memory_1r1w #(.WIDTH(TAG_BITS), .DEPTH(ENTRIES), .READ_REGISTER(1)) tags (
        .clk(clk), .write(event_allocate), .write_address(id), .write_data(access_tag),
        .read_address(reply_next), .read_data(reply_tag));
    generate
        for (l = 0; l < LANES; l = l + 1) begin : offset
            rs_memory_1r1w #(.WIDTH(WORD_BITS), .DEPTH(ENTRIES), .READ_REGISTER(1)) store (
                .clk(clk), .write(books && access_mask[l]), .write_address(id),
                .write_data(access_word[l*WORD_BITS +: WORD_BITS]),
                .read_address(reply_next), .read_data(words[l*WORD_BITS +: WORD_BITS]));
            assign reply_word[l*WORD_BITS +: WORD_BITS] = words[l*WORD_BITS +: WORD_BITS] & {WORD_BITS{held_mask[l]}};
        end
    endgenerate
    wire unused = &{1'b0, acquire, fill_sector, level};
endmodule
`default_nettype wire
