// rs_mshr_slots: the slots of rs_mshr_table: who waits for the entries' lines, chunk by chunk.
//
// A chunk is what an access books in an entry at once, in slots from `base` on. SLOT = 0: a slot has a thread, its lane and
// word, the tag, and whether a chunk begins there. SLOT = 1: a slot has an access with its mask, and is a chunk.
//
// books      a chunk is booked in entry `id`; first: it is its access's first, and mask, word, tag are the access's
// drain_id   the entry that is drained; remaining: its slots that are not answered, one behind the other
// leaves     the slots of the first chunk among these, which is the reply; reply_last: there is no other
// Timing: written in the cycle after books; leaves and reply_* are combinational from the memories, drain_id and remaining.
// C twin: in cmodel/sm/mshr_table.c.
`default_nettype none
module rs_mshr_slots #(
    parameter LANES     = 32,
    parameter WORD_BITS = 5,
    parameter TAG_BITS  = 18,
    parameter ENTRIES   = 128,
    parameter MERGES    = 8,
    parameter SLOT      = 0,
    // derived, not to be set
    parameter ID_BITS   = ENTRIES > 1 ? $clog2(ENTRIES) : 1,
    parameter USED_BITS = $clog2(MERGES + 1)
) (
    input  wire                       clk,
    input  wire                       rst,
    input  wire                       books,
    input  wire                       first,
    input  wire [ID_BITS-1:0]         id,
    input  wire [USED_BITS-1:0]       base,
    input  wire [LANES-1:0]           mask,
    input  wire [LANES*WORD_BITS-1:0] word,
    input  wire [TAG_BITS-1:0]        tag,
    input  wire [ID_BITS-1:0]         drain_id,
    input  wire [MERGES-1:0]          remaining,
    output wire [MERGES-1:0]          leaves,
    output wire                       reply_last,
    output wire [TAG_BITS-1:0]        reply_tag,
    output wire [LANES-1:0]           reply_mask,
    output wire [LANES*WORD_BITS-1:0] reply_word
);
    localparam LANE_BITS  = LANES > 1 ? $clog2(LANES) : 1;
    localparam PLACE_BITS = $clog2(LANES + MERGES + 1); // for sums of lanes and slots
    localparam RECORD     = SLOT == 0 ? 1 + TAG_BITS + LANE_BITS + WORD_BITS : TAG_BITS + LANES + LANES * WORD_BITS;
    localparam integer ALL_MERGES = MERGES;
    localparam [LANE_BITS-1:0] FULL_LANE = ALL_MERGES[LANE_BITS-1:0];

    generate
        if (LANES < 1 || WORD_BITS < 1 || TAG_BITS < 1 || ENTRIES < 1 || MERGES < 1 || SLOT < 0 || SLOT > 1)
            rs_mshr_slots_needs_sizes_above_0_and_slot_0_or_1 illegal_parameter ();
    endgenerate

    // ---- written the cycle after a chunk was booked -----------------------------------------------------------------
    reg                       writes;
    reg [ID_BITS-1:0]         write_id;
    reg [USED_BITS-1:0]       write_base; // the chunk's first slot
    reg [LANES-1:0]           write_mask;
    reg [LANES*WORD_BITS-1:0] write_word;
    reg [TAG_BITS-1:0]        write_tag;
    always @(posedge clk) begin
        if (books) begin
            write_id   <= id;
            write_base <= base;
        end
        if (books && first) begin
            write_mask <= mask;
            write_word <= word;
            write_tag  <= tag;
        end
        writes <= books && !rst;
    end

    // ---- the first chunk of those that remain -----------------------------------------------------------------------
    wire [MERGES*RECORD-1:0] record;
    wire [MERGES-1:0] start; // slots in which a chunk begins
    wire [MERGES-1:0] later = start & remaining & (remaining << 1); // chunks behind the next one
    wire [MERGES-1:0] front = remaining & ~(remaining << 1);        // its first slot
    assign leaves     = remaining & ~reached(later);
    assign reply_last = later == {MERGES{1'b0}};
    function [MERGES-1:0] reached; // slots from the lowest of these on
        input [MERGES-1:0] slots;
        integer k;
        begin
            reached = slots;
            for (k = 1; k < MERGES; k = k * 2)
                reached = reached | (reached << k);
        end
    endfunction

    genvar l, m;
    generate
        if (SLOT == 0) begin : threads
            function [LANES*LANE_BITS-1:0] ranks; // of each lane: lanes of the mask below it
                input [LANES-1:0] lanes;
                integer k, n;
                begin
                    ranks = {LANES*LANE_BITS{1'b0}};
                    for (n = 0; n < LANES; n = n + 1)
                        ranks[n*LANE_BITS] = n > 0 && lanes[n > 0 ? n-1 : 0];
                    for (k = 1; k < LANES; k = k * 2)
                        for (n = LANES - 1; n >= k; n = n - 1)
                            ranks[n*LANE_BITS +: LANE_BITS] =
                                ranks[n*LANE_BITS +: LANE_BITS] + ranks[(n-k)*LANE_BITS +: LANE_BITS];
                end
            endfunction
            function [LANE_BITS-1:0] lane_of; // of a one-hot vector
                input [LANES-1:0] one;
                integer k;
                begin
                    lane_of = {LANE_BITS{1'b0}};
                    for (k = 0; k < LANES; k = k + 1)
                        if (one[k])
                            lane_of = lane_of | k[LANE_BITS-1:0];
                end
            endfunction
            function [WORD_BITS-1:0] word_of;
                input [LANES*WORD_BITS-1:0] words;
                input [LANES-1:0]           one;
                integer k;
                begin
                    word_of = {WORD_BITS{1'b0}};
                    for (k = 0; k < LANES; k = k + 1)
                        word_of = word_of | (words[k*WORD_BITS +: WORD_BITS] & {WORD_BITS{one[k]}});
                end
            endfunction

            // Ranks are computed while the access is held, and fall by the slots that a chunk fills, modulo a power of two not
            // below LANES. So they stay distinct: those of the next chunk are the lowest, and threads that have a slot already
            // write behind them, where the entry has no slot in use.
            wire [LANES*LANE_BITS-1:0]  rank = ranks(mask);
            wire [LANES*PLACE_BITS-1:0] lane_place; // slot of each lane of write_mask
            wire [PLACE_BITS-1:0]       start_place = {{(PLACE_BITS-USED_BITS){1'b0}}, write_base};
            wire [LANE_BITS-1:0]        filled      = FULL_LANE - start_place[LANE_BITS-1:0];
            wire [MERGES*LANES-1:0]     lane_leaves; // slot m, lane l
            for (l = 0; l < LANES; l = l + 1) begin : lane
                reg  [LANE_BITS-1:0]  write_rank;
                wire [PLACE_BITS-1:0] place_here = {{(PLACE_BITS-LANE_BITS){1'b0}}, write_rank} + start_place;
                assign lane_place[l*PLACE_BITS +: PLACE_BITS] = place_here;
                always @(posedge clk)
                    if (books && first)
                        write_rank <= rank[l*LANE_BITS +: LANE_BITS];
                    else if (writes)
                        write_rank <= write_rank - filled;
            end
            for (m = 0; m < MERGES; m = m + 1) begin : slot
                localparam [31:0] SELF = m;
                wire [LANES-1:0]     one;
                wire [LANE_BITS-1:0] thread = record[m*RECORD + WORD_BITS +: LANE_BITS];
                for (l = 0; l < LANES; l = l + 1) begin : lane
                    localparam [31:0] LANE = l;
                    assign one[l] = write_mask[l] && lane_place[l*PLACE_BITS +: PLACE_BITS] == SELF[PLACE_BITS-1:0];
                    assign lane_leaves[m*LANES + l] = leaves[m] && thread == LANE[LANE_BITS-1:0];
                end
                assign start[m]  = record[m*RECORD + RECORD-1];
                rs_payload_memory #(.WIDTH(RECORD), .DEPTH(ENTRIES)) store (
                    .clk(clk), .write(writes && one != {LANES{1'b0}}), .write_address(write_id),
                    .write_data({write_base == SELF[USED_BITS-1:0], write_tag, lane_of(one), word_of(write_word, one)}),
                    .read_address(drain_id), .read_data(record[m*RECORD +: RECORD]));
            end
        end else begin : accesses
            assign start = {MERGES{1'b1}};
            for (m = 0; m < MERGES; m = m + 1) begin : slot
                localparam [31:0] SELF = m;
                rs_payload_memory #(.WIDTH(RECORD), .DEPTH(ENTRIES)) store (
                    .clk(clk), .write(writes && write_base == SELF[USED_BITS-1:0]), .write_address(write_id),
                    .write_data({write_tag, write_mask, write_word}),
                    .read_address(drain_id), .read_data(record[m*RECORD +: RECORD]));
            end
        end
    endgenerate

    // ---- a chunk as a reply -----------------------------------------------------------------------------------------
    function [RECORD-1:0] record_of; // of the slot selected
        input [MERGES*RECORD-1:0] all;
        input [MERGES-1:0]        select;
        integer k;
        begin
            record_of = {RECORD{1'b0}};
            for (k = 0; k < MERGES; k = k + 1)
                record_of = record_of | (all[k*RECORD +: RECORD] & {RECORD{select[k]}});
        end
    endfunction
    wire [RECORD-1:0] chunk = record_of(record, front);
    generate
        if (SLOT == 0) begin : threads_reply
            function [WORD_BITS:0] of_lane; // {served, word}
                input [MERGES*RECORD-1:0] all;
                input [MERGES*LANES-1:0]  served; // slot, lane
                input integer             lane;
                integer k;
                begin
                    of_lane = {(WORD_BITS+1){1'b0}};
                    for (k = 0; k < MERGES; k = k + 1)
                        of_lane = of_lane | ({1'b1, all[k*RECORD +: WORD_BITS]} & {(WORD_BITS+1){served[k*LANES + lane]}});
                end
            endfunction
            wire unused_chunk = &{1'b0, chunk[RECORD-1], chunk[LANE_BITS+WORD_BITS-1:0]};
            assign reply_tag = chunk[LANE_BITS + WORD_BITS +: TAG_BITS];
            for (l = 0; l < LANES; l = l + 1) begin : lane
                assign {reply_mask[l], reply_word[l*WORD_BITS +: WORD_BITS]} = of_lane(record, threads.lane_leaves, l);
            end
        end else begin : accesses_reply
            assign {reply_tag, reply_mask} = chunk[RECORD-1 -: TAG_BITS+LANES];
            for (l = 0; l < LANES; l = l + 1) begin : lane
                assign reply_word[l*WORD_BITS +: WORD_BITS] = chunk[l*WORD_BITS +: WORD_BITS] & {WORD_BITS{reply_mask[l]}};
            end
        end
    endgenerate
endmodule
`default_nettype wire
