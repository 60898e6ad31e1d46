// Proof of rs_mshr_table and rs_pending_request_table behind rs_outstanding_table. Accesses, masks, words, the memory's order
// and every ready are free; the memory answers each request at most once, with what came with it. One thread of one access is
// marked: its tag is 1, no other's is.
//   Answered at most once, with its own word and tag, and only after its access was taken.
//   Not lost: when the table is empty it has been answered; and the table is empty unless a request is out or to be sent,
//   a fill or an access is in it: `waits_for_memory` or an output is valid.
//   No request is sent twice before its fill.
//   MSHR table, probed: an entry in use awaits a sector, or is the one that closes or drains, never two of them; no slot is
//   written in the entry that drains; of a line at most one entry is open.
`default_nettype none
module rs_outstanding_table_fv #(
    parameter TABLE       = 0,
    parameter ENTRIES     = 2,
    parameter MERGES      = 2,
    parameter WAYS        = 2,
    parameter SLOT        = 0,
    parameter MERGE_WAITS = 0,
    parameter LINE_BYTES  = 8,
    parameter SECTORS     = 1,
    parameter LANES       = 2,
    // derived, not to be set
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
    input wire [LANES-1:0]           access_mask,
    input wire [LANES*WORD_BITS-1:0] access_word,
    input wire                       access_tag,
    input wire                       access_last,
    input wire                       request_ready,
    input wire                       fill_valid,
    input wire [ID_BITS-1:0]         fill_id,
    input wire [SECTOR_BITS-1:0]     fill_sector,
    input wire [LANES-1:0]           fill_mask,
    input wire                       reply_ready
);
    wire                       access_ready, request_valid, fill_ready, reply_valid, reply_tag, reply_last, empty;
    wire                       event_allocate, event_merge, event_merge_full, event_entry_full, event_fill;
    wire [ID_BITS-1:0]         request_id, reply_id;
    wire [LINE_BITS-1:0]       request_line;
    wire [SECTOR_BITS-1:0]     request_sector;
    wire [LANES-1:0]           request_mask, reply_mask;
    wire [LANES*WORD_BITS-1:0] reply_word;
    rs_outstanding_table #(.TABLE(TABLE), .LANES(LANES), .ADDRESS_BITS(ADDRESS_BITS), .LINE_BYTES(LINE_BYTES),
        .REQUEST_BYTES(LINE_BYTES / SECTORS), .TAG_BITS(1), .ENTRIES(ENTRIES), .MERGES(MERGES), .WAYS(WAYS), .SLOT(SLOT),
        .MERGE_WAITS(MERGE_WAITS)) dut (
        .clk(clk), .rst(rst), .access_valid(access_valid), .access_ready(access_ready), .access_line(access_line),
        .access_mask(access_mask), .access_word(access_word), .access_tag(access_tag), .access_last(access_last),
        .request_valid(request_valid), .request_ready(request_ready), .request_id(request_id),
        .request_line(request_line), .request_sector(request_sector), .request_mask(request_mask),
        .fill_valid(fill_valid), .fill_ready(fill_ready), .fill_id(fill_id), .fill_sector(fill_sector),
        .fill_mask(fill_mask), .reply_valid(reply_valid), .reply_ready(reply_ready), .reply_id(reply_id),
        .reply_tag(reply_tag), .reply_mask(reply_mask), .reply_word(reply_word), .reply_last(reply_last),
        .event_allocate(event_allocate), .event_merge(event_merge), .event_merge_full(event_merge_full),
        .event_entry_full(event_entry_full), .event_fill(event_fill), .empty(empty));

    (* keep *) wire [LANE_BITS-1:0] marked_lane = $anyconst;
    wire takes  = access_valid && access_ready;
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
    wire marks   = takes && access_tag;
    wire answers = serves && reply_tag && reply_mask[marked_lane];
    always @(posedge clk) begin
        if (marks) begin
            seen        <= 1'b1;
            inside      <= access_mask[marked_lane];
            marked_word <= access_word[marked_lane*WORD_BITS +: WORD_BITS];
        end
        if (answers)
            inside <= 1'b0;
        if (takes)
            group <= access_last ? {LANES{1'b0}} : group | access_mask;
        if (rst) begin
            seen   <= 1'b0;
            inside <= 1'b0;
            group  <= {LANES{1'b0}};
        end
    end

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) begin
        if (!started) assume (rst);
        assume (marked_lane < LANES);
        assume (!fill_valid || fill_is_out);
        assume (!access_valid || (access_mask & group) == 0);
        // One access is marked; a group has the tag of its first line, so it is marked as a group of one line.
        assume (!access_tag || (!seen && access_mask[marked_lane] && group == 0 && access_last));
    end

    wire wrong = reply_valid && reply_tag && reply_mask[marked_lane]
              && !(inside && reply_word[marked_lane*WORD_BITS +: WORD_BITS] == marked_word);
    always @(posedge clk)
        if (started && !rst) begin
            answered_rightly: assert (!wrong);
            not_lost:         assert (!(empty && inside));
            asked_once:       assert (!request_valid || !out[request_key]);
            nobody_answered:  assert (!reply_valid || reply_mask != 0);
            marked_answered:  cover (answers && out != 0);
            fills_up:         cover (event_entry_full && inside);
            empties:          cover (seen && empty);
            merges:           cover (event_merge && inside);
        end
endmodule
`default_nettype wire
