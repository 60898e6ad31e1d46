// rs_outstanding_table: the table of outstanding requests of an SM's first-level cache, of either kind (OUTSTANDING 2):
// TABLE = 0 rs_mshr_table, 1 rs_pending_request_table. All ports and their timing: there; both take the same stimulus.
//
// access   a missing read line of a group of threads (a warp-wide access): the lanes it serves, the word of the line for
//          each, and a tag of warp, register and whatever else the reply needs. access_last: no further line of the group
//          comes; mask = 0 where that is known only by a hit. access_write: a store to the line instead, between groups. It
//          books nothing; no later access is merged into an entry that was there before it
// acquire  in any cycle: nothing is merged any more into what is booked up to this cycle; it is answered as ever
// request  REQUEST_BYTES of a line: sector 0, 1, ...; goes to memory with its id and mask
// fill     the answer, with id, sector and mask of its request, in any order; the data stays with the user until replied
// reply    lanes and words to be written back
// MERGES, WAYS, SLOT and MERGE_WAITS are those of the MSHR table. No comparison but its look-up, all through rs_compare.
// C twin: cmodel/sm/outstanding_table.h.
`default_nettype none
module rs_outstanding_table #(
    parameter TABLE         = 0,
    parameter LANES         = 32,
    parameter ADDRESS_BITS  = 48,
    parameter LINE_BYTES    = 128,
    parameter REQUEST_BYTES = 64,
    parameter TAG_BITS      = 18,
    parameter ENTRIES       = TABLE == 0 ? 128 : 44,
    parameter MERGES        = 8,
    parameter WAYS          = ENTRIES,
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
    output wire                       empty
);
    generate
        if (TABLE == 0) begin : mshr
            rs_mshr_table #(.LANES(LANES), .ADDRESS_BITS(ADDRESS_BITS), .LINE_BYTES(LINE_BYTES),
                .REQUEST_BYTES(REQUEST_BYTES), .TAG_BITS(TAG_BITS), .ENTRIES(ENTRIES), .MERGES(MERGES), .WAYS(WAYS),
                .SLOT(SLOT), .MERGE_WAITS(MERGE_WAITS)) entries (
                .clk(clk), .rst(rst), .access_valid(access_valid), .access_ready(access_ready),
                .access_line(access_line), .access_behind(access_behind), .access_stays(access_stays),
                .access_mask(access_mask), .access_word(access_word),
                .access_tag(access_tag), .access_last(access_last), .access_write(access_write), .acquire(acquire),
                .request_valid(request_valid), .request_ready(request_ready), .request_id(request_id), .request_line(request_line),
                .request_sector(request_sector), .request_mask(request_mask), .fill_valid(fill_valid),
                .fill_ready(fill_ready), .fill_id(fill_id), .fill_sector(fill_sector), .fill_mask(fill_mask),
                .reply_valid(reply_valid), .reply_ready(reply_ready), .reply_id(reply_id), .reply_next(reply_next), .reply_tag(reply_tag),
                .reply_mask(reply_mask), .reply_word(reply_word), .reply_last(reply_last),
                .event_allocate(event_allocate), .event_merge(event_merge), .event_merge_full(event_merge_full),
                .event_entry_full(event_entry_full), .event_fill(event_fill), .event_id(event_id), .empty(empty));
        end else if (TABLE == 1) begin : prt
            wire unused_ahead = &{1'b0, access_behind, access_stays};
            rs_pending_request_table #(.LANES(LANES), .ADDRESS_BITS(ADDRESS_BITS), .LINE_BYTES(LINE_BYTES),
                .REQUEST_BYTES(REQUEST_BYTES), .TAG_BITS(TAG_BITS), .ENTRIES(ENTRIES)) entries (
                .clk(clk), .rst(rst), .access_valid(access_valid), .access_ready(access_ready),
                .access_line(access_line), .access_mask(access_mask), .access_word(access_word),
                .access_tag(access_tag), .access_last(access_last), .access_write(access_write), .acquire(acquire),
                .request_valid(request_valid), .request_ready(request_ready), .request_id(request_id), .request_line(request_line),
                .request_sector(request_sector), .request_mask(request_mask), .fill_valid(fill_valid),
                .fill_ready(fill_ready), .fill_id(fill_id), .fill_sector(fill_sector), .fill_mask(fill_mask),
                .reply_valid(reply_valid), .reply_ready(reply_ready), .reply_id(reply_id), .reply_next(reply_next), .reply_tag(reply_tag),
                .reply_mask(reply_mask), .reply_word(reply_word), .reply_last(reply_last),
                .event_allocate(event_allocate), .event_merge(event_merge), .event_merge_full(event_merge_full),
                .event_entry_full(event_entry_full), .event_fill(event_fill), .event_id(event_id), .empty(empty));
        end else
            rs_outstanding_table_TABLE_must_be_0_or_1 illegal_parameter ();
    endgenerate
endmodule
`default_nettype wire
