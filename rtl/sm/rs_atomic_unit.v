// Atomic operations of an SM on words of global memory: a warp-wide group in, turns out, old words back (STALLS V).
//
// A turn is a request of its own on the words of one block of REQUEST_BYTES: the block of the lowest lane still unserved, with all
// unserved lanes in it whose word no lower lane of this turn has; of a compare-and-swap just the lowest lane. So lanes that share
// a word are served one after the other, lowest first, if requests to one block stay in order behind the port. The memory
// that takes a turn carries it out on all its words at once and answers it with the old ones, always. PLACES instructions may
// be under way; one of them sends, the others wait for answers, or, in the order in which they were taken, until they may send. So
// a warp that tries again and again to take a lock stands in nobody's way but that of other atomic operations.
//
// in_*       a group of the load/store unit: mask (some lane), byte addresses, operand words; in_compare: what a compare-and-swap
//            compares with; in_operation 0 add, 1 min, 2 max, 3 exchange, 4 compare and swap, 5 and, 6 or, 7 xor (enum rs_atomic
//            of cmodel/sm/warp_record.h); in_returns: the lanes get the old words
// request_*  block, id, operation, returns; request_words: words operated on, request_data: their operands, 0 elsewhere. A
//            compare-and-swap has one word w; its compare word stands in word w ^ WORDS/2. A request stays until it is taken
// reply_*    the old words of a turn's block, under its id, in any order; reply_level: 0 the L2 had them, 1 main memory
// wb_*       old words for registers, a piece a turn, each lane once; data 0 outside wb_mask; wb_level 3 L2, 5 main memory
// empty      no instruction is under way, no words at the port
// settled    none is under way that returns nothing: for all others some warp waits
// Nothing here knows of the L1, its misses and the store buffer: with other accesses release and acquire give the order.
// Timing: the first turn is shown two cycles after its group was taken, that of a group that has waited three cycles after the last
// turn before it was taken, the next one two cycles after that one was taken; words
// one cycle after their reply. in_ready is a register's; request_* depend on registers, reply_ready on wb_ready and registers;
// wb_* are registers. C twin: cmodel/sm/atomic_unit.c.
`default_nettype none
module rs_atomic_unit #(
    parameter LANES         = 32,
    parameter ADDRESS_BITS  = 48,
    parameter REQUEST_BYTES = 64, // a power of two from 8 on
    parameter WARP_BITS     = 5,
    parameter REGISTER_BITS = 8,
    parameter PLACES        = 4,
    parameter WORD          = 32, // bits of a word; a proof takes fewer
    // derived, not to be set
    parameter WORDS      = REQUEST_BYTES / 4,
    parameter BLOCK_BITS = ADDRESS_BITS - $clog2(REQUEST_BYTES),
    parameter PLACE_BITS = PLACES > 1 ? $clog2(PLACES) : 1,
    parameter TURN_BITS  = LANES > 1 ? $clog2(LANES) : 1,
    parameter ID_BITS    = PLACE_BITS + TURN_BITS
) (
    input  wire                          clk,
    input  wire                          rst,
    input  wire                          in_valid,
    output wire                          in_ready,
    input  wire [2:0]                    in_operation,
    input  wire                          in_returns,
    input  wire [WARP_BITS-1:0]          in_warp,
    input  wire [REGISTER_BITS-1:0]      in_register,
    input  wire [LANES-1:0]              in_mask,
    input  wire [LANES*ADDRESS_BITS-1:0] in_address,
    input  wire [LANES*WORD-1:0]         in_data,
    input  wire [LANES*WORD-1:0]         in_compare,
    output wire                          request_valid,
    input  wire                          request_ready,
    output wire [BLOCK_BITS-1:0]         request_address, // byte address / REQUEST_BYTES
    output wire [ID_BITS-1:0]            request_id,
    output wire [2:0]                    request_operation,
    output wire                          request_returns,
    output wire [WORDS-1:0]              request_words,
    output wire [WORDS*WORD-1:0]         request_data,
    input  wire                          reply_valid,
    output wire                          reply_ready,
    input  wire [ID_BITS-1:0]            reply_id,
    input  wire                          reply_level,
    input  wire [WORDS*WORD-1:0]         reply_data,
    output reg                           wb_valid,
    input  wire                          wb_ready,
    output reg  [WARP_BITS-1:0]          wb_warp,
    output reg  [REGISTER_BITS-1:0]      wb_register,
    output reg  [LANES-1:0]              wb_mask,
    output reg  [LANES*WORD-1:0]         wb_data,
    output reg  [2:0]                    wb_level,
    output wire                          empty,
    output wire                          settled
);
    localparam WORD_BITS  = $clog2(WORDS);
    localparam COUNT_BITS = $clog2(LANES + 1); // turns of an instruction
    localparam OTHER_HALF = WORDS / 2;
    localparam [2:0] COMPARE_SWAP = 3'd4;

    generate
        if (LANES < 1 || WARP_BITS < 1 || REGISTER_BITS < 1 || PLACES < 1 || WORD < 1) begin : illegal_sizes
            rs_atomic_unit_needs_sizes_above_0 stop ();
        end
        if (REQUEST_BYTES < 8 || REQUEST_BYTES != 1 << $clog2(REQUEST_BYTES)
            || ADDRESS_BITS <= $clog2(REQUEST_BYTES)) begin : illegal_block
            rs_atomic_unit_REQUEST_BYTES_must_be_a_power_of_two_from_8_on_within_the_address_space stop ();
        end
    endgenerate

    // ---- the instruction that sends ---------------------------------------------------------------------------------
    reg [LANES-1:0]            waiting;    // lanes that are in no turn yet; none: nobody sends
    reg                        shown;      // a turn, of these lanes in the block of the lowest:
    reg [LANES-1:0]            candidates;
    reg [BLOCK_BITS-1:0]       block;
    reg [TURN_BITS-1:0]        turn;       // its number
    reg [PLACE_BITS-1:0]       place;
    reg [2:0]                  operation;
    reg                        returns;
    reg [LANES*BLOCK_BITS-1:0] blocks;
    reg [LANES*WORD_BITS-1:0]  words;
    reg [LANES*WORD-1:0]       data, compare;

    wire [PLACES-1:0]     busy, silent, free_place; // silent: returns nothing; free_place: the lowest, one-hot
    wire [PLACE_BITS-1:0] free_id, next_id;         // next_id: the place that has waited longest to send
    wire                  some_wait;
    wire                  sending = waiting != {LANES{1'b0}};
    wire                  takes   = in_valid && in_ready;
    wire                  sends   = request_valid && request_ready;
    rs_lowest #(.WIDTH(PLACES)) lowest_free (.bits(~busy), .lowest(free_place));
    rs_encode #(.WIDTH(PLACES)) encode_free (.one_hot(free_place), .index(free_id));
    assign in_ready = busy != {PLACES{1'b1}};
    wire at_once = !sending && !some_wait; // what is taken sends at once
    wire next    = !sending && some_wait;

    wire [BLOCK_BITS-1:0] leader_block;
    wire [LANES-1:0]      same, leader;
    rs_first_word #(.WIDTH(BLOCK_BITS), .COUNT(LANES)) first_block (.words(blocks), .bits(waiting), .word(leader_block));
    rs_compare #(.WIDTH(BLOCK_BITS), .LANES(LANES)) same_block (.a(blocks), .b({LANES{leader_block}}), .equal(same));
    rs_lowest #(.WIDTH(LANES)) lowest_waiting (.bits(waiting), .lowest(leader));

    wire [LANES*BLOCK_BITS-1:0] in_blocks;
    wire [LANES*WORD_BITS-1:0]  in_words;
    wire [LANES*2-1:0]          in_bytes; // 0: a group is aligned
    wire [LANES-1:0]            served;   // by the turn that is shown
    genvar l, w, p;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : split
            assign {in_blocks[l*BLOCK_BITS +: BLOCK_BITS], in_words[l*WORD_BITS +: WORD_BITS], in_bytes[l*2 +: 2]} =
                in_address[l*ADDRESS_BITS +: ADDRESS_BITS];
        end
    endgenerate
    wire unused = &{1'b0, in_bytes};

    // Groups that wait until they may send: their places, and what is in them.
    localparam GROUP = 4 + LANES * (1 + BLOCK_BITS + WORD_BITS + 2 * WORD);
    localparam LEVEL_BITS = $clog2(PLACES + 1);
    wire [GROUP-1:0]      next_group;
    wire [LANES-1:0]      next_mask;
    wire [GROUP-LANES-1:0] next_rest;
    wire [GROUP-LANES-1:0] in_rest = {in_operation, in_returns, in_blocks, in_words, in_data, in_compare};
    wire                  unused_ready;
    wire [LEVEL_BITS-1:0] unused_level;
    wire                  unused_queue = &{1'b0, unused_ready, unused_level};
    rs_fifo #(.WIDTH(PLACE_BITS), .DEPTH(PLACES)) waiting_places (
        .clk(clk), .rst(rst), .in_valid(takes && !at_once), .in_ready(unused_ready), .in_data(free_id), .out_valid(some_wait),
        .out_ready(next), .out_data(next_id), .level(unused_level));
    rs_memory_1r1w #(.WIDTH(GROUP), .DEPTH(PLACES)) groups (
        .clk(clk), .write(takes), .write_address(free_id), .write_data({in_mask, in_rest}), .read_address(next_id),
        .read_data(next_group));
    assign {next_mask, next_rest} = next_group;

    always @(posedge clk) begin
        if (!sending) begin
            {operation, returns, blocks, words, data, compare} <= next ? next_rest : in_rest;
            place <= next ? next_id : free_id;
        end
        if (!shown) begin
            candidates <= operation == COMPARE_SWAP ? leader : same & waiting;
            block      <= leader_block;
        end
        if (!sending)
            turn <= {TURN_BITS{1'b0}};
        else if (sends)
            turn <= turn + {{(TURN_BITS-1){1'b0}}, 1'b1};
        if (rst) begin
            waiting <= {LANES{1'b0}};
            shown   <= 1'b0;
        end else begin
            waiting <= next ? next_mask : at_once ? in_mask & {LANES{takes}} : waiting & ~(served & {LANES{sends}});
            shown   <= shown ? !request_ready : sending;
        end
    end

    // ---- the turn: of each word the lowest candidate that wants it --------------------------------------------------
    wire [WORDS*LANES-1:0] first;        // word, lane
    wire [WORD-1:0]        compare_word; // of the one candidate of a compare-and-swap
    rs_select #(.WIDTH(WORD), .COUNT(LANES)) select_compare (.words(compare), .select(candidates), .word(compare_word));
    generate
        for (w = 0; w < WORDS; w = w + 1) begin : word
            wire [LANES-1:0] wants;
            wire [WORD-1:0]  operand;
            for (l = 0; l < LANES; l = l + 1) begin : lane
                assign wants[l] = candidates[l] && words[l*WORD_BITS +: WORD_BITS] == w;
            end
            rs_lowest #(.WIDTH(LANES)) lowest_wants (.bits(wants), .lowest(first[w*LANES +: LANES]));
            rs_select #(.WIDTH(WORD), .COUNT(LANES)) select_operand (
                .words(data), .select(first[w*LANES +: LANES]), .word(operand));
            assign request_words[w] = wants != {LANES{1'b0}};
            assign request_data[w*WORD +: WORD] =
                operation == COMPARE_SWAP && request_words[(w + OTHER_HALF) % WORDS] ? compare_word : operand;
        end
        for (l = 0; l < LANES; l = l + 1) begin : serve
            wire [WORDS-1:0] in_word;
            for (w = 0; w < WORDS; w = w + 1) begin : word
                assign in_word[w] = first[w*LANES + l];
            end
            assign served[l] = in_word != {WORDS{1'b0}};
        end
    endgenerate
    assign request_valid     = shown;
    assign request_address   = block;
    assign request_id        = {place, turn};
    assign request_operation = operation;
    assign request_returns   = returns;

    // ---- places: instructions under way, with what an answer needs --------------------------------------------------
    wire [PLACE_BITS-1:0] reply_place = reply_id[TURN_BITS +: PLACE_BITS];
    wire                  answers     = reply_valid && reply_ready;
    wire [PLACES*LANES-1:0] sent_of;  // lanes that are in a turn which was taken
    wire [PLACES-1:0]       of_reply; // the place of the reply, one-hot
    wire [LANES-1:0]        sent;
    rs_select #(.WIDTH(LANES), .COUNT(PLACES)) select_sent (.words(sent_of), .select(of_reply), .word(sent));
    generate
        for (p = 0; p < PLACES; p = p + 1) begin : under_way
            localparam [31:0] SELF = p;
            reg                  in_use, waits, quiet; // waits to send; returns nothing
            reg [COUNT_BITS-1:0] out; // turns that are not answered
            reg [LANES-1:0]      lanes;
            wire is_sending = sending && place == SELF[PLACE_BITS-1:0];
            wire more       = sends && place == SELF[PLACE_BITS-1:0];
            wire less       = answers && of_reply[p];
            assign of_reply[p] = reply_place == SELF[PLACE_BITS-1:0];
            assign busy[p]   = in_use;
            assign silent[p] = in_use && quiet;
            assign sent_of[p*LANES +: LANES] = lanes;
            always @(posedge clk) begin
                if (takes && free_place[p])
                    {waits, quiet} <= {!at_once, !in_returns};
                else if (next && next_id == SELF[PLACE_BITS-1:0])
                    waits <= 1'b0;
                if (takes && free_place[p])
                    lanes <= {LANES{1'b0}};
                else if (more)
                    lanes <= lanes | served;
                if (rst) begin
                    in_use <= 1'b0;
                    out    <= {COUNT_BITS{1'b0}};
                end else begin
                    in_use <= takes && free_place[p] ? 1'b1 : in_use && (waits || is_sending || out != {COUNT_BITS{1'b0}});
                    out    <= out + {{(COUNT_BITS-1){1'b0}}, more} - {{(COUNT_BITS-1){1'b0}}, less};
                end
            end
        end
    endgenerate

    wire [WARP_BITS-1:0]       there_warp;
    wire [REGISTER_BITS-1:0]   there_register;
    wire                       there_returns;
    wire [LANES*TURN_BITS-1:0] there_turn;
    wire [LANES*WORD_BITS-1:0] there_word;
    rs_memory_1r1w #(.WIDTH(WARP_BITS + REGISTER_BITS + 1), .DEPTH(PLACES)) registers (
        .clk(clk), .write(takes), .write_address(free_id), .write_data({in_warp, in_register, in_returns}),
        .read_address(reply_place), .read_data({there_warp, there_register, there_returns}));
    generate
        for (l = 0; l < LANES; l = l + 1) begin : lane
            rs_memory_1r1w #(.WIDTH(TURN_BITS + WORD_BITS), .DEPTH(PLACES)) turns (
                .clk(clk), .write(sends && served[l]), .write_address(place),
                .write_data({turn, words[l*WORD_BITS +: WORD_BITS]}), .read_address(reply_place),
                .read_data({there_turn[l*TURN_BITS +: TURN_BITS], there_word[l*WORD_BITS +: WORD_BITS]}));
        end
    endgenerate

    // ---- words for registers ----------------------------------------------------------------------------------------
    wire             wb_free = !wb_valid || wb_ready;
    wire [LANES-1:0] back;
    wire [LANES*WORD-1:0] picked;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : pick
            assign back[l] = sent[l] && there_turn[l*TURN_BITS +: TURN_BITS] == reply_id[TURN_BITS-1:0];
            assign picked[l*WORD +: WORD] = reply_data[there_word[l*WORD_BITS +: WORD_BITS]*WORD +: WORD] & {WORD{back[l]}};
        end
    endgenerate
    assign reply_ready = wb_free;
    assign empty       = busy == {PLACES{1'b0}} && !wb_valid;
    assign settled     = silent == {PLACES{1'b0}};
    always @(posedge clk) begin
        if (wb_free) begin
            wb_warp     <= there_warp;
            wb_register <= there_register;
            wb_mask     <= back;
            wb_data     <= picked;
            wb_level    <= reply_level ? 3'd5 : 3'd3;
        end
        if (rst)
            wb_valid <= 1'b0;
        else if (wb_free)
            wb_valid <= reply_valid && there_returns;
    end
endmodule
`default_nettype wire
