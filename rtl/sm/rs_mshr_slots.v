// rs_mshr_slots: the slots of rs_mshr_table: who waits for the entries' lines, chunk by chunk; and the access held.
//
// A chunk is what an access books in an entry at once, in slots behind those in use. SLOT = 0: a slot has a thread, its lane
// and word, the tag, and whether a chunk begins there. SLOT = 1: a slot has an access with its mask, and is a chunk.
//
// takes      the access at access_* is held from the next cycle on; wanted: slots that it needs
// books      a chunk of the access held is booked in entry `id`, which has `space` free slots
// drain_next the entry that is drained in the next cycle: its slots are read. front: the first of its slots that are not answered, in the
//            cycle after; behind: the others, one behind the other. The reply is the chunk that begins in front
// next_*     front and behind without it; reply_last: none is left
// Timing: wanted is combinational from access_mask; slots are written as they are booked, none of an entry at the edge at which it is
// read first, or later; next_* and reply_* are combinational from the memories' registered reads, front and behind. C twin: in cmodel/sm/mshr_table.c.
`default_nettype none
module rs_mshr_slots #(
    parameter LANES     = 32,
    parameter WORD_BITS = 5,
    parameter TAG_BITS  = 18,
    parameter ENTRIES   = 128,
    parameter MERGES    = 8,
    parameter SLOT      = 0,
    // derived, not to be set
    parameter ID_BITS    = ENTRIES > 1 ? $clog2(ENTRIES) : 1,
    parameter SPACE_BITS = MERGES > 0 ? $clog2(MERGES + 1) : 1,
    parameter LEFT_BITS  = $clog2(LANES + 1)
) (
    input  wire                       clk,
    input  wire                       takes,
    input  wire [LANES-1:0]           access_mask,
    input  wire [LANES*WORD_BITS-1:0] access_word,
    input  wire [TAG_BITS-1:0]        access_tag,
    output wire [LEFT_BITS-1:0]       wanted,
    input  wire                       books,
    input  wire [ID_BITS-1:0]         id,
    input  wire [SPACE_BITS-1:0]      space, // from 1 on
    input  wire [ID_BITS-1:0]         drain_next,
    input  wire [MERGES-1:0]          front,
    input  wire [MERGES-1:0]          behind,
    output wire [MERGES-1:0]          next_front,
    output wire [MERGES-1:0]          next_behind,
    output wire                       reply_last,
    output wire [TAG_BITS-1:0]        reply_tag,
    output wire [LANES-1:0]           reply_mask,
    output wire [LANES*WORD_BITS-1:0] reply_word
);
    localparam LANE_BITS = LANES > 1 ? $clog2(LANES) : 1;
    localparam RECORD    = SLOT == 0 ? 1 + TAG_BITS + LANE_BITS + WORD_BITS : TAG_BITS + LANES + LANES * WORD_BITS;

    generate
        if (LANES < 1 || WORD_BITS < 1 || TAG_BITS < 1 || ENTRIES < 1 || MERGES < 1 || SLOT < 0 || SLOT > 1)
            rs_mshr_slots_needs_sizes_above_0_and_slot_0_or_1 illegal_parameter ();
    endgenerate

    // ---- the access held --------------------------------------------------------------------------------------------
    reg [LANES-1:0]           mask;
    reg [LANES*WORD_BITS-1:0] word;
    reg [TAG_BITS-1:0]        tag;
    always @(posedge clk)
        if (takes) begin
            mask <= access_mask;
            word <= access_word;
            tag  <= access_tag;
        end

    // ---- the first chunk of those that remain -----------------------------------------------------------------------
    wire [MERGES*RECORD-1:0] record;
    wire [MERGES-1:0] start; // slots in which a chunk begins
    wire [MERGES-1:0] later  = start & behind; // chunks behind the reply
    wire [MERGES-1:0] stays;                   // the first of them and all slots above it
    rs_from_first #(.WIDTH(MERGES)) first_chunk (.bits(later), .from_first(stays));
    assign next_front  = later & ~(stays << 1);
    assign next_behind = behind & (stays << 1);
    assign reply_last  = !stays[MERGES-1];

    genvar g, l, m, r;
    generate
        if (SLOT == 0) begin : threads
            // The rank of a thread: threads of the access with lower lanes. It falls by the slots that a chunk fills, modulo
            // a power of two not below LANES. So ranks stay distinct: those of the next chunk are the lowest, and threads
            // that have a slot already write behind them, where the entry has no slot in use. Kept once for a group of
            // lanes, that of its first thread: the others' follow from the mask.
            localparam GROUP  = 4; // as in rs_count_upto
            localparam GROUPS = (LANES + GROUP - 1) / GROUP;
            localparam SPAN   = 1 << LANE_BITS;
            localparam RANKS  = MERGES > 0 && MERGES < SPAN ? MERGES : SPAN; // of a chunk
            localparam ITEM   = 1 + LANE_BITS + WORD_BITS; // {there is one, lane, word}
            function [GROUPS*GROUP-1:0] padded;
                input [LANES-1:0] lanes;
                integer k;
                for (k = 0; k < GROUPS * GROUP; k = k + 1)
                    padded[k] = k < LANES && lanes[k < LANES ? k : 0];
            endfunction
            function [RANKS-1:0] raised; // a rank, one-hot, by the lanes below
                input [SPAN-1:0]  rank;
                input [GROUP-1:0] below;
                integer k, n;
                reg [1:0] by;
                begin
                    by     = {1'b0, below[0]} + {1'b0, below[1]} + {1'b0, below[2]} + {1'b0, below[3]};
                    raised = {RANKS{1'b0}};
                    for (n = 0; n < RANKS; n = n + 1)
                        for (k = 0; k < GROUP; k = k + 1)
                            raised[n] = raised[n] | (rank[(n + GROUP * SPAN - k) % SPAN] & by == k[1:0]);
                end
            endfunction
            function [ITEM-1:0] put; // into a slot: rank 0 into the first one that is free
                input [RANKS*ITEM-1:0] items;
                input [SPACE_BITS-1:0] free;
                input integer          slot;
                integer k;
                begin
                    put = {ITEM{1'b0}};
                    for (k = 0; k < RANKS; k = k + 1)
                        put = put | (items[k*ITEM +: ITEM] & {ITEM{{{(32-SPACE_BITS){1'b0}}, free} + slot == MERGES + k}});
                end
            endfunction

            wire [GROUPS*GROUP-1:0]     lanes  = padded(mask);
            wire [GROUPS*LEFT_BITS-1:0] sum; // threads up to each group, with it
            rs_count_upto #(.WIDTH(LANES)) count_threads (.bits(access_mask), .counts(sum));
            wire [31:0]                 filled = {{(32-SPACE_BITS){1'b0}}, space};
            wire [LANES*RANKS-1:0]      ranked; // lane l, rank r
            wire [RANKS*ITEM-1:0]       items;
            wire [MERGES-1:0]           leaves = front | (behind & ~stays);
            wire [MERGES*LANES-1:0]     lane_leaves; // slot m, lane l
            assign wanted = sum[GROUPS*LEFT_BITS-1 -: LEFT_BITS];
            wire unused_sum = &{1'b0, sum};
            for (g = 0; g < GROUPS; g = g + 1) begin : group
                reg  [LANE_BITS-1:0] first;
                wire [SPAN-1:0]      first_rank = {{(SPAN-1){1'b0}}, 1'b1} << first;
                always @(posedge clk)
                    if (takes)
                        first <= g > 0 ? sum[(g > 0 ? g-1 : 0)*LEFT_BITS +: LANE_BITS] : {LANE_BITS{1'b0}};
                    else if (books)
                        first <= first - filled[LANE_BITS-1:0];
                for (l = g * GROUP; l < LANES && l < (g + 1) * GROUP; l = l + 1) begin : lane
                    localparam integer LOWER = (1 << (l - g * GROUP)) - 1;
                    wire [RANKS-1:0] rank = raised(first_rank, lanes[g*GROUP +: GROUP] & LOWER[GROUP-1:0]);
                    assign ranked[l*RANKS +: RANKS] = rank & {RANKS{mask[l]}};
                end
            end
            for (r = 0; r < RANKS; r = r + 1) begin : rank
                wire [LANES-1:0] of_rank; // the lane of that rank, one-hot
                for (l = 0; l < LANES; l = l + 1) begin : lane
                    assign of_rank[l] = ranked[l*RANKS + r];
                end
                wire [LANE_BITS-1:0] its_lane;
                wire [WORD_BITS-1:0] its_word;
                rs_encode #(.WIDTH(LANES)) encode_lane (.one_hot(of_rank), .index(its_lane));
                rs_select #(.WIDTH(WORD_BITS), .COUNT(LANES)) select_word (.words(word), .select(of_rank), .word(its_word));
                assign items[r*ITEM +: ITEM] = {of_rank != {LANES{1'b0}}, its_lane, its_word};
            end
            for (m = 0; m < MERGES; m = m + 1) begin : slot
                wire [ITEM-1:0]      its_item = put(items, space, m);
                wire [LANE_BITS-1:0] thread = record[m*RECORD + WORD_BITS +: LANE_BITS];
                for (l = 0; l < LANES; l = l + 1) begin : lane
                    localparam [31:0] LANE = l;
                    assign lane_leaves[m*LANES + l] = leaves[m] && thread == LANE[LANE_BITS-1:0];
                end
                assign start[m] = record[m*RECORD + RECORD-1];
                rs_memory_1r1w #(.WIDTH(RECORD), .DEPTH(ENTRIES), .READ_REGISTER(1)) store (
                    .clk(clk), .write(books && its_item[ITEM-1]), .write_address(id),
                    .write_data({filled == MERGES - m, tag, its_item[ITEM-2:0]}),
                    .read_address(drain_next), .read_data(record[m*RECORD +: RECORD]));
            end
        end else begin : accesses
            assign wanted = {{(LEFT_BITS-1){1'b0}}, access_mask != {LANES{1'b0}}};
            assign start  = {MERGES{1'b1}};
            for (m = 0; m < MERGES; m = m + 1) begin : slot
                rs_memory_1r1w #(.WIDTH(RECORD), .DEPTH(ENTRIES), .READ_REGISTER(1)) store (
                    .clk(clk), .write(books && {{(32-SPACE_BITS){1'b0}}, space} == MERGES - m), .write_address(id),
                    .write_data({tag, mask, word}),
                    .read_address(drain_next), .read_data(record[m*RECORD +: RECORD]));
            end
        end
    endgenerate

    // ---- a chunk as a reply -----------------------------------------------------------------------------------------
    wire [RECORD-1:0] chunk;
    rs_select #(.WIDTH(RECORD), .COUNT(MERGES)) select_front (.words(record), .select(front), .word(chunk));
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
