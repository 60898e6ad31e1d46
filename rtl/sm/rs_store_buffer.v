// rs_store_buffer: stores of an SM on their way out, a block of REQUEST_BYTES each, combined (STALLS V).
//
// A store to a block that is inside and not on its way out joins it: bytes written later win. Any other takes the next of
// ENTRIES places, which are used in turn, so that places go by age. A block leaves for one of three reasons:
//   a load asks for its line (load_valid): before all others, the lowest place first;
//   all places are taken (see FLUSH), oldest first;
//   release_valid: all, oldest first, until nothing is inside.
// A block that leaves out of turn leaves its place empty; it is passed over, one a cycle, when it has become the oldest. Until
// then the place counts as taken.
// A block shown at the request port is closed, a store to it takes a place of its own: so what is shown stays as it is, and
// of the blocks with one address at most one is open, and leaves after the closed one.
//
// FLUSH = 1: a cycle in which all places are taken begins a flush (STALLS: "flushed when it becomes full"): the blocks that are
//        inside leave, even when there has long been room again. Meanwhile stores join blocks that are not shown yet, and take
//        places that have become free; blocks taken since do not belong to the flush and go on combining when it is over. They
//        do if all places are taken once more before that: this begins anew, with all that are inside then.
//        What loads ask for goes first, in a flush as well; a release leaves nothing of a flush to be done.
// FLUSH = 0: while all places are taken the oldest leaves, and no other. A store that waits has room after one block either way.
//
// access_line  of the store or the load at hand, never both: one look-up, ENTRIES comparators, through rs_compare
// load_waits   a block of access_line is inside, shown at the request port or not. Whoever loads after a store waits for it
// release      no store is taken while release_valid; release_ready: nothing is inside. Stores that come before the release
//              must be inside when it begins
// event_full   a cycle in which a store waits for a place
// Timing: a block is shown two cycles after its store, or one after it was asked for, at the earliest; a block a cycle.
// store_ready and load_waits depend on access_line, store_sector, release_valid and registers; request_* on registers and
// the memory of the data. C twin: cmodel/sm/store_buffer.c.
`default_nettype none
module rs_store_buffer #(
    parameter ADDRESS_BITS  = 48,
    parameter LINE_BYTES    = 128, // a power of two
    parameter REQUEST_BYTES = 64,  // a power of two up to LINE_BYTES
    parameter ENTRIES       = 32,
    parameter FLUSH         = 1,   // places all taken: 0 the oldest block leaves | 1 all blocks leave
    parameter BYTE          = 8,   // bits of a byte; a proof takes fewer
    // derived, not to be set
    parameter LINE_BITS   = ADDRESS_BITS - $clog2(LINE_BYTES),
    parameter BLOCK_BITS  = ADDRESS_BITS - $clog2(REQUEST_BYTES),
    parameter SECTOR_BITS = LINE_BYTES > REQUEST_BYTES ? $clog2(LINE_BYTES / REQUEST_BYTES) : 1
) (
    input  wire                          clk,
    input  wire                          rst,
    input  wire [LINE_BITS-1:0]          access_line,
    input  wire                          store_valid,
    output wire                          store_ready,
    input  wire [SECTOR_BITS-1:0]        store_sector, // block of the line
    input  wire [REQUEST_BYTES-1:0]      store_bytes,
    input  wire [REQUEST_BYTES*BYTE-1:0] store_data,
    input  wire                          load_valid,
    output wire                          load_waits,
    input  wire                          release_valid,
    output wire                          release_ready,
    output reg                           request_valid,
    input  wire                          request_ready,
    output wire [BLOCK_BITS-1:0]         request_address,
    output wire [REQUEST_BYTES-1:0]      request_bytes,
    output wire [REQUEST_BYTES*BYTE-1:0] request_data,
    output wire                          event_full,
    output wire                          empty
);
    localparam PLACE_BITS = ENTRIES > 1 ? $clog2(ENTRIES) : 1;
    localparam SPAN_BITS  = $clog2(ENTRIES + 1);
    localparam integer ALL = ENTRIES;
    localparam [SPAN_BITS-1:0] ALL_PLACES = ALL[SPAN_BITS-1:0];

    generate
        if (ENTRIES < 1 || BYTE < 1)
            rs_store_buffer_needs_sizes_above_0 illegal_parameter ();
        if (FLUSH != 0 && FLUSH != 1)
            rs_store_buffer_needs_flush_0_or_1 illegal_flush ();
        if (REQUEST_BYTES < 4 || LINE_BYTES < REQUEST_BYTES || LINE_BYTES != 1 << $clog2(LINE_BYTES)
            || REQUEST_BYTES != 1 << $clog2(REQUEST_BYTES) || ADDRESS_BITS <= $clog2(LINE_BYTES))
            rs_store_buffer_needs_line_bytes_and_request_bytes_powers_of_two_from_4_on illegal_line ();
    endgenerate

    function [PLACE_BITS-1:0] behind;
        input [PLACE_BITS-1:0] place;
        behind = {{(32-PLACE_BITS){1'b0}}, place} == ENTRIES - 1 ? {PLACE_BITS{1'b0}} : place + {{(PLACE_BITS-1){1'b0}}, 1'b1};
    endfunction

    // ---- places -----------------------------------------------------------------------------------------------------
    reg  [ENTRIES-1:0]            used;
    reg  [PLACE_BITS-1:0]         oldest, next; // places that were taken and not passed: from `oldest` to before `next`,
    reg  [SPAN_BITS-1:0]          span;         // as many
    reg  [PLACE_BITS-1:0]         shown;        // at the request port
    reg  [REQUEST_BYTES-1:0]      bytes [0:ENTRIES-1];
    wire [ENTRIES*LINE_BITS-1:0]  lines;
    wire [ENTRIES*BLOCK_BITS-1:0] blocks;
    wire [ENTRIES-1:0]            in_line, in_sector, closed;

    rs_compare #(.WIDTH(LINE_BITS), .LANES(ENTRIES)) line_compare (.a(lines), .b({ENTRIES{access_line}}), .equal(in_line));
    wire [ENTRIES-1:0] open  = used & ~closed;
    wire [ENTRIES-1:0] joins = in_line & in_sector & open; // one-hot or 0
    wire               joined = joins != {ENTRIES{1'b0}};
    wire               full  = span == ALL_PLACES;
    wire               place_free = !full && !used[next];
    wire               takes = store_valid && store_ready;
    wire               adds  = takes && !joined;
    wire [PLACE_BITS-1:0] joined_place;
    wire [PLACE_BITS-1:0] place = joined ? joined_place : next;
    rs_encode #(.WIDTH(ENTRIES)) encode_joined (.one_hot(joins), .index(joined_place));
    assign store_ready   = (joined || place_free) && !release_valid;
    assign load_waits    = (in_line & used) != {ENTRIES{1'b0}};
    assign event_full    = store_valid && !joined && !place_free && !release_valid;
    assign empty         = used == {ENTRIES{1'b0}};
    assign release_ready = empty;

    // ---- the next block to be shown ---------------------------------------------------------------------------------
    wire               flushes;
    wire [ENTRIES-1:0] asked   = in_line & open & {ENTRIES{load_valid}};
    wire [ENTRIES-1:0] from_asked; // the lowest place asked for and all above it
    wire [PLACE_BITS-1:0] asked_place;
    rs_from_first #(.WIDTH(ENTRIES)) first_asked (.bits(asked), .from_first(from_asked));
    rs_encode #(.WIDTH(ENTRIES)) encode_asked (.one_hot(from_asked & ~(from_asked << 1)), .index(asked_place));
    wire               by_load = asked != {ENTRIES{1'b0}};
    wire               in_turn = !by_load && span != {SPAN_BITS{1'b0}} && open[oldest] && (flushes || release_valid);
    wire               sent    = request_valid && request_ready;
    wire               shows   = (!request_valid || request_ready) && (by_load || in_turn);
    wire               passes  = span != {SPAN_BITS{1'b0}} && (!open[oldest] || (shows && in_turn));
    generate
        if (FLUSH != 0) begin : flush
            reg [SPAN_BITS-1:0] owed; // from `oldest` on, places of the flush: it is over when they have been passed
            assign flushes = full || owed != {SPAN_BITS{1'b0}};
            always @(posedge clk)
                if (rst)
                    owed <= {SPAN_BITS{1'b0}};
                else if (flushes)
                    owed <= (full ? ALL_PLACES : owed) - {{(SPAN_BITS-1){1'b0}}, passes};
        end else begin : a_block
            assign flushes = full;
        end
    endgenerate
    always @(posedge clk) begin
        if (shows)
            shown <= by_load ? asked_place : oldest;
        if (!request_valid || request_ready)
            request_valid <= shows;
        if (adds)
            next <= behind(next);
        if (passes)
            oldest <= behind(oldest);
        if (adds != passes)
            span <= adds ? span + {{(SPAN_BITS-1){1'b0}}, 1'b1} : span - {{(SPAN_BITS-1){1'b0}}, 1'b1};
        if (takes)
            bytes[place] <= store_bytes | (joined ? bytes[place] : {REQUEST_BYTES{1'b0}});
        if (rst) begin
            request_valid <= 1'b0;
            oldest        <= {PLACE_BITS{1'b0}};
            next          <= {PLACE_BITS{1'b0}};
            span          <= {SPAN_BITS{1'b0}};
        end
    end
    genvar p;
    generate
        for (p = 0; p < ENTRIES; p = p + 1) begin : entry
            localparam [31:0] SELF = p;
            reg [LINE_BITS-1:0] line;
            assign lines[p*LINE_BITS +: LINE_BITS] = line;
            assign closed[p] = request_valid && shown == SELF[PLACE_BITS-1:0];
            always @(posedge clk) begin
                if (adds && next == SELF[PLACE_BITS-1:0])
                    line <= access_line;
                if (rst)
                    used[p] <= 1'b0;
                else if (adds && next == SELF[PLACE_BITS-1:0])
                    used[p] <= 1'b1;
                else if (sent && closed[p])
                    used[p] <= 1'b0;
            end
            if (LINE_BYTES > REQUEST_BYTES) begin : part
                reg [SECTOR_BITS-1:0] sector;
                rs_compare #(.WIDTH(SECTOR_BITS)) sector_compare (.a(sector), .b(store_sector), .equal(in_sector[p]));
                assign blocks[p*BLOCK_BITS +: BLOCK_BITS] = {line, sector};
                always @(posedge clk)
                    if (adds && next == SELF[PLACE_BITS-1:0])
                        sector <= store_sector;
            end else begin : whole
                wire unused_sector = store_sector;
                assign in_sector[p] = 1'b1;
                assign blocks[p*BLOCK_BITS +: BLOCK_BITS] = line;
            end
        end
    endgenerate
    rs_memory_1r1w #(.WIDTH(REQUEST_BYTES * BYTE), .LANES(REQUEST_BYTES), .DEPTH(ENTRIES)) data (
        .clk(clk), .write({REQUEST_BYTES{takes}} & store_bytes), .write_address(place), .write_data(store_data),
        .read_address(shown), .read_data(request_data));
    assign request_bytes   = bytes[shown];
    assign request_address = blocks[shown*BLOCK_BITS +: BLOCK_BITS];
endmodule
`default_nettype wire
