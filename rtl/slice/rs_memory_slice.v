// rs_memory_slice: L2 bank of a memory channel, between the request network's output and the DRAM controller (STALLS IV-A, VI; the
// sizes are PATTERNS' 256 KB, 16 ways, lines of 128 B; what neither says is assumed and stands in rtl/slice/README.md).
//
// Lines of two sectors; a sector is what a request moves (64 B: two flits). Sets by rs_slice_set, least recently used way first to go.
//
// in_*     request packets: a head flit, from bit 0 {line address of the sector, kind (3 bits), tag, SM}, and from bit HEADER on MASK_BITS
//          bits. Kinds: 0 read, 1 write (mask: a bit a byte, 1: written), 2 atomic (mask: WORDS bits of words operated on, then 3 bits
//          operation, of rs_slice_atomic). A write and an atomic carry two data flits, the lower half first: bytes to write, words to
//          operate with. Compare and swap names one word w; the word to compare with stands in word w ^ WORDS/2.
// out_*    reply packets of reads and atomics: a head flit {level, SM, tag}, level 0: the L2 had the sector, 1: main memory; two data
//          flits: the sector as it was when the request's turn came, before the operation of an atomic
// accept_* in the cycle before, this request was looked up
// dram_*   request packets for the controller (rs_dram_ingress); the tag of a read is the number of its miss
// fill_*   its reply packets
//
// Look-up. A packet is looked up L2_LATENCY cycles after its tail or later, in order, one a cycle. One that cannot go waits, and those behind it.
//   read, sector whole   needs a place for its reply, which is offered from the next cycle on
//   read, else           needs a waiter. Sector not pending: also a miss, a place of the DRAM queue and, if the line is absent, a victim
//                        without a pending sector
//   write                waits while the sector is pending, as older reads must not see it. Line absent: needs a victim, reads nothing.
//                        Its bytes are kept and marked as written; a sector is whole when it was read, or written by one request
//   atomic               as a read; then its words' turn comes, one a cycle, the lowest first, and no look-up meanwhile. It does not
//                        begin in a cycle that offers the head of a fill
//   victim with bytes that main memory has not: the look-up sends its lowest such sector to the DRAM queue, and is tried again
//   L2_WRITE = 1         writes and results of atomics go to the DRAM queue as well (a place more), no victim has anything to send
// HEADER_WIRES = 1: a reply is offered a cycle later (its two flits are over in the same cycle as three), and a fill's tail is taken two
// cycles behind its head at the earliest.
// Fill. A head flit is taken between two look-ups. Bytes of the sector that were written since stay, all others are taken with the
// tail, at cycle u. From u + 1 on its waiters have their turn, one a cycle, in the order of their look-up; then look-ups go on.
// So each read brings what all writes and atomics looked up before it have left, and none after it.
//
// Memories, all with registered read, for SRAM: rows (tags, states, order of the ways) a word a set, sectors {written, byte} with a
// write enable a byte, data of the intake, waiters with their operands and links. Reset: no line is there.
// Timing: all outputs are functions of registers. C twin: cmodel/slice/memory_slice.c.
`include "rtl/common/rs_payload_bits.vh"
`include "rtl/common/rs_stop.vh"
`default_nettype none
module rs_memory_slice #(
    parameter SM_BITS      = 5,
    parameter TAG_BITS     = 8,
    parameter LINE_BITS    = 23,           // bits of a sector's address
    parameter FLIT_BITS    = 256,          // half a sector
    parameter WORD_BITS    = 32,
    parameter BYTE         = 8,            // bits of a byte; a proof takes fewer
    parameter CHANNEL_MASK = 32'h00000700, // bits of a byte address that number the channel
    parameter L2_SETS      = 128,          // a power of two
    parameter L2_WAYS      = 16,           // a power of two, 2 or more
    parameter L2_QUEUE     = 16,           // packets that wait for their look-up, 2 or more
    parameter L2_MISSES    = 64,           // sectors pending, at most 2^TAG_BITS
    parameter L2_WAITERS   = 256,          // reads and atomics that wait for them
    parameter L2_REPLIES   = 16,           // replies that wait for the reply network, 2 or more
    parameter L2_DRAM      = 16,           // requests that wait for the controller, 2 or more
    parameter L2_WRITE     = 0,            // 0 write back, 1 write through
    parameter L2_LATENCY   = 2,            // cycles from a packet's tail to its look-up, 2 or more
    parameter HEADER_WIRES = 0,            // 1: the data of a packet begin beside its header, on wires of their own
    // derived, not to be set
    parameter BYTES     = 2 * FLIT_BITS / BYTE,
    parameter WORDS     = 2 * FLIT_BITS / WORD_BITS,
    parameter MASK_BITS = BYTES > WORDS + 4 ? BYTES : WORDS + 4,
    parameter HEADER    = SM_BITS + TAG_BITS + 3 + LINE_BITS,
    parameter PAYLOAD   = `RS_PAYLOAD_BITS(FLIT_BITS, HEADER + MASK_BITS, HEADER_WIRES)
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 in_valid,
    output wire                 in_ready,
    input  wire [PAYLOAD+1:0]   in_flit,   // {tail, head, payload}, as all flits
    output wire                 out_valid,
    input  wire                 out_ready,
    output wire [PAYLOAD+1:0]   out_flit,
    output wire                 dram_valid,
    input  wire                 dram_ready,
    output wire [PAYLOAD+1:0]   dram_flit,
    input  wire                 fill_valid,
    output wire                 fill_ready,
    input  wire [PAYLOAD+1:0]   fill_flit,
    output reg                  accept_valid,
    output reg                  accept_write,
    output reg  [SM_BITS-1:0]   accept_sm,
    output reg  [TAG_BITS-1:0]  accept_tag,
    output reg  [LINE_BITS-1:0] accept_line,
    output wire                 idle       // nothing inside that is on its way; lines may be
);
    localparam DATA      = HEADER_WIRES != 0 ? PAYLOAD - FLIT_BITS : 0; // lowest bit of a flit's data
    localparam SECTOR    = 2 * FLIT_BITS;
    localparam THROUGH   = L2_WRITE != 0;
    localparam TAG       = LINE_BITS - 1;  // bits of a line's number
    localparam SET_BITS  = L2_SETS > 1 ? $clog2(L2_SETS) : 1;
    localparam WAY_BITS  = L2_WAYS > 1 ? $clog2(L2_WAYS) : 1;
    localparam PLACE     = SET_BITS + WAY_BITS + 1; // of a sector: {set, way, sector}
    localparam MISS_BITS = L2_MISSES > 1 ? $clog2(L2_MISSES) : 1;
    localparam WAIT_BITS = L2_WAITERS > 1 ? $clog2(L2_WAITERS) : 1;
    localparam FRESH_BITS = $clog2(L2_WAITERS + 1);
    localparam DRAM_BITS = $clog2(L2_DRAM + 1);
    localparam WORD_INDEX = WORDS > 1 ? $clog2(WORDS) : 1;
    localparam ROW       = L2_WAYS * (TAG + 7 + WAY_BITS);
    localparam WAITER    = SM_BITS + TAG_BITS + 1 + 3 + WORDS;
    localparam MEMORY_BITS = $clog2(L2_SETS * L2_WAYS * 2); // with one set its bit of PLACE is not used
    localparam integer ALL_WAITERS = L2_WAITERS;
    localparam [FRESH_BITS-1:0] FRESH_END = ALL_WAITERS[FRESH_BITS-1:0];
    localparam [1:0] LOOK = 2'd0, FILL = 2'd1, DRAIN = 2'd2, ATOMIC = 2'd3;

    generate
        if (SM_BITS < 1 || LINE_BITS < 2 || L2_SETS < 1 || L2_SETS != 1 << $clog2(L2_SETS) || L2_WAYS < 2 || L2_WAYS != 1 << $clog2(L2_WAYS))
            begin : illegal_sizes
            rs_memory_slice_needs_sets_and_2_ways_or_more_both_powers_of_two stop ();
        end
        if (L2_MISSES < 1 || MISS_BITS > TAG_BITS || L2_WAITERS < 1) begin : illegal_misses
            rs_memory_slice_needs_waiters_and_a_tag_for_each_of_its_misses stop ();
        end
        if (BYTE < 1 || WORD_BITS < 1 || SECTOR % WORD_BITS != 0 || WORD_BITS % BYTE != 0) begin : illegal_words
            rs_memory_slice_needs_sectors_of_whole_words_of_whole_bytes stop ();
        end
        if ((CHANNEL_MASK & 64) != 0) begin : illegal_channels
            rs_memory_slice_needs_both_sectors_of_a_line_in_one_channel stop ();
        end
        if (HEADER_WIRES != 0 && HEADER_WIRES != 1) begin : illegal_wires
            rs_memory_slice_needs_header_wires_0_or_1 stop ();
        end
        if (L2_WRITE != 0 && L2_WRITE != 1) begin : illegal_write
            rs_memory_slice_needs_l2_write_0_or_1 stop ();
        end
    endgenerate

    // ---- whose turn it is -------------------------------------------------------------------------------------------
    reg  [1:0] mode;      // LOOK: look-ups; FILL: a fill comes in; DRAIN: its waiters; ATOMIC: words of an atomic
    reg  [1:0] next_mode;
    reg        of_waiter; // the atomic is a waiter's, and DRAIN goes on behind it
    wire       looks = mode == LOOK;

    // ---- packet at the look-up --------------------------------------------------------------------------------------
    wire                 valid, loads, intake_empty;
    wire                 served, leaves;
    wire [LINE_BITS-1:0] next_line;
    wire [HEADER-1:0]    header;
    wire [MASK_BITS-1:0] mask;
    wire [SECTOR-1:0]    data;
    rs_slice_intake #(.LINE_BITS(LINE_BITS), .HEADER(HEADER), .MASK_BITS(MASK_BITS), .FLIT_BITS(FLIT_BITS), .PAYLOAD(PAYLOAD),
                      .QUEUE(L2_QUEUE), .LATENCY(L2_LATENCY), .HEADER_WIRES(HEADER_WIRES)) intake (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_flit(in_flit), .loads(loads), .next_line(next_line),
        .valid(valid), .header(header), .mask(mask), .data(data), .leaves(leaves), .empty(intake_empty));
    wire [LINE_BITS-1:0] line = header[LINE_BITS-1:0];
    wire [2:0]           kind = header[LINE_BITS +: 3];
    wire [TAG_BITS-1:0]  tag  = header[LINE_BITS+3 +: TAG_BITS];
    wire [SM_BITS-1:0]   sm   = header[LINE_BITS+3+TAG_BITS +: SM_BITS];
    wire                 unused_mask = &{1'b0, mask}; // whether an atomic returns: it is answered either way
    wire                 writes = kind == 3'd1, operates = kind == 3'd2;

    `ifndef SYNTHESIS
    `ifndef FORMAL // a proof assumes it
    always @(posedge clk)
        if (!rst && valid && kind > 3'd2) begin
            $display("rs_memory_slice %m: found a packet of kind %0d, expected 0 read, 1 write or 2 atomic", kind);
            `RS_STOP;
        end
    `endif
    `endif

    // ---- misses -----------------------------------------------------------------------------------------------------
    reg  [L2_MISSES-1:0]           missing;                    // in use
    wire [L2_MISSES*LINE_BITS-1:0] miss_lines;
    reg  [WAY_BITS-1:0]            miss_way   [0:L2_MISSES-1];
    reg  [WAIT_BITS-1:0]           first_wait [0:L2_MISSES-1]; // oldest waiter
    reg  [WAIT_BITS-1:0]           last_wait  [0:L2_MISSES-1]; // youngest
    wire [L2_MISSES-1:0]           same_line, new_miss;
    wire [MISS_BITS-1:0]           own_miss, new_miss_index;
    wire                           miss_room = missing != {L2_MISSES{1'b1}};
    rs_compare #(.WIDTH(LINE_BITS), .LANES(L2_MISSES)) miss_compare (.a(miss_lines), .b({L2_MISSES{line}}), .equal(same_line));
    rs_encode #(.WIDTH(L2_MISSES)) encode_own (.one_hot(same_line & missing), .index(own_miss));
    rs_lowest #(.WIDTH(L2_MISSES)) lowest_free (.bits(~missing), .lowest(new_miss));
    rs_encode #(.WIDTH(L2_MISSES)) encode_new (.one_hot(new_miss), .index(new_miss_index));

    // The fill: its miss while it comes in and its waiters have their turn.
    reg  [MISS_BITS-1:0] fill_miss;
    reg  [LINE_BITS-1:0] fill_line;
    reg  [WAY_BITS-1:0]  fill_way;
    reg  [SET_BITS-1:0]  fill_set;
    reg                  fill_behind_head;
    reg  [FLIT_BITS-1:0] fill_low;
    wire                 fill_settled; // the bytes that the sector has are at hand
    assign fill_ready = looks || (mode == FILL && fill_settled);
    generate
        if (HEADER_WIRES != 0) begin : settling // not in the cycle behind the head: the tail could come then
            reg filling;
            assign fill_settled = filling;
            always @(posedge clk)
                filling <= mode == FILL;
        end else begin : settled
            assign fill_settled = 1'b1;
        end
    endgenerate
    wire                 fill_taken = fill_valid && fill_ready;
    wire                 fill_begins = fill_taken && looks;
    wire                 fill_ends   = fill_taken && fill_flit[PAYLOAD+1];
    wire [MISS_BITS-1:0] begun_miss = fill_flit[MISS_BITS-1:0];
    wire [L2_MISSES*LINE_BITS-1:0] begun_lines = miss_lines >> (begun_miss * LINE_BITS);
    wire [LINE_BITS-1:0] begun_line = begun_lines[LINE_BITS-1:0];
    wire                 unused_lines = &{1'b0, begun_lines, fill_flit};

    // ---- row of the set ---------------------------------------------------------------------------------------------
    reg  [L2_SETS-1:0]  touched;   // rows that were written
    reg  [SET_BITS-1:0] row_set;   // of the row at hand
    wire [SET_BITS-1:0] next_set, begun_set;
    rs_slice_set #(.LINE_BITS(LINE_BITS), .CHANNEL_MASK(CHANNEL_MASK), .SETS(L2_SETS)) set_of_next (.line(next_line), .set(next_set));
    rs_slice_set #(.LINE_BITS(LINE_BITS), .CHANNEL_MASK(CHANNEL_MASK), .SETS(L2_SETS)) set_of_begun (.line(begun_line), .set(begun_set));
    reg  [SET_BITS-1:0] set;       // of the packet at the look-up
    wire [SET_BITS-1:0] read_set = next_mode == LOOK ? (loads ? next_set : set) : fill_begins ? begun_set : fill_set;
    wire                row_write;
    wire [ROW-1:0]      new_row, stored_row;
    reg                 forwards;  // the row at hand was written as it was read
    reg  [ROW-1:0]      forwarded;
    function [ROW-1:0] empty_row;
        input integer unused_argument;
        integer w;
        begin
            empty_row = {ROW{1'b0}};
            for (w = 0; w < L2_WAYS; w = w + 1)
                empty_row[L2_WAYS*(TAG+7) + w*WAY_BITS +: WAY_BITS] = w[WAY_BITS-1:0];
        end
    endfunction
    localparam [ROW-1:0] EMPTY = empty_row(0);
    rs_memory_1r1w #(.WIDTH(ROW), .DEPTH(L2_SETS), .READ_REGISTER(1)) rows (
        .clk(clk), .write(row_write), .write_address(row_set), .write_data(new_row), .read_address(read_set), .read_data(stored_row));
    wire [ROW-1:0] row = forwards ? forwarded : touched[row_set] ? stored_row : EMPTY;
    always @(posedge clk) begin
        if (loads)
            set <= next_set;
        row_set  <= read_set;
        forwards <= row_write && row_set == read_set;
        if (row_write)
            forwarded <= new_row;
        if (row_write)
            touched[row_set] <= 1'b1;
        if (rst)
            touched <= {L2_SETS{1'b0}};
    end

    wire                present, victim_there, whole, some, pending;
    wire [WAY_BITS-1:0] way;
    wire [TAG-1:0]      way_line;
    wire [1:0]          way_some, way_whole;
    wire                touch, change, changed, new_pending, new_some, new_whole;
    wire [LINE_BITS-1:0] at_line = looks ? line : fill_line;
    rs_slice_row #(.TAG(TAG), .WAYS(L2_WAYS)) look_up (
        .row(row), .line(at_line[LINE_BITS-1:1]), .sector(at_line[0]), .fixed(!looks), .fixed_way(fill_way), .present(present),
        .victim_there(victim_there), .way(way), .way_line(way_line), .way_some(way_some), .way_whole(way_whole),
        .whole(whole), .some(some), .pending(pending),
        .touch(touch), .change(change), .changed(changed), .new_pending(new_pending), .new_some(new_some), .new_whole(new_whole),
        .new_row(new_row));

    // ---- waiters ----------------------------------------------------------------------------------------------------
    reg  [FRESH_BITS-1:0] fresh;          // waiters that were never used begin here
    wire                  freed_valid;    // used ones that are free again
    wire [WAIT_BITS-1:0]  freed;
    wire                  all_used    = fresh == FRESH_END;
    wire                  waiter_room = !all_used || freed_valid;
    wire [WAIT_BITS-1:0]  new_waiter  = all_used ? freed : fresh[WAIT_BITS-1:0];
    wire                  waits, merges;  // the packet at the look-up takes it; its sector is pending
    reg  [WAIT_BITS-1:0]  waiter;         // whose turn it is
    wire                  last_waiter = waiter == last_wait[fill_miss];
    wire                  answered, turn_over; // its reply is pushed; the next one's turn comes
    wire [WAIT_BITS-1:0]  behind;         // the next one
    wire [WAIT_BITS-1:0]  next_waiter = mode == FILL ? first_wait[fill_miss] : turn_over ? behind : waiter;
    wire [SM_BITS-1:0]    waiter_sm;
    wire [TAG_BITS-1:0]   waiter_tag;
    wire                  waiter_operates;
    wire [2:0]            waiter_operation;
    wire [WORDS-1:0]      waiter_words;
    wire [SECTOR-1:0]     waiter_data;
    rs_memory_1r1w #(.WIDTH(WAITER), .DEPTH(L2_WAITERS), .READ_REGISTER(1)) waiters (
        .clk(clk), .write(waits), .write_address(new_waiter), .write_data({sm, tag, operates, mask[WORDS +: 3], mask[WORDS-1:0]}),
        .read_address(next_waiter), .read_data({waiter_sm, waiter_tag, waiter_operates, waiter_operation, waiter_words}));
    rs_memory_1r1w #(.WIDTH(SECTOR), .DEPTH(L2_WAITERS), .READ_REGISTER(1)) operands (
        .clk(clk), .write(waits), .write_address(new_waiter), .write_data(data), .read_address(next_waiter), .read_data(waiter_data));
    wire [WAIT_BITS-1:0] youngest = last_wait[own_miss];
    rs_memory_1r1w #(.WIDTH(WAIT_BITS), .DEPTH(L2_WAITERS), .READ_REGISTER(1)) links (
        .clk(clk), .write(merges), .write_address(youngest), .write_data(new_waiter), .read_address(next_waiter),
        .read_data(behind));
    /* verilator lint_off PINCONNECTEMPTY */
    rs_front_fifo #(.WIDTH(WAIT_BITS), .DEPTH(L2_WAITERS)) free_waiters (
        .clk(clk), .rst(rst), .in_valid(answered), .in_ready(), .in_data(waiter), .out_valid(freed_valid), .out_ready(waits && all_used),
        .out_data(freed), .level());
    /* verilator lint_on PINCONNECTEMPTY */

    // ---- the look-up ------------------------------------------------------------------------------------------------
    wire                 reply_room, dram_empty, reply_empty;
    wire [DRAM_BITS-1:0] dram_places;
    wire one_place  = dram_places != {DRAM_BITS{1'b0}};
    wire two_places = one_place && dram_places != {{(DRAM_BITS-1){1'b0}}, 1'b1};
    wire at_work  = looks && valid;
    wire results  = THROUGH && operates;    // go to main memory, too
    wire victim_full = !THROUGH && !present && way_some != 2'd0;
    wire line_place  = present || (victim_there && !victim_full);
    wire miss_place  = waiter_room && miss_room && (results ? two_places : one_place);
    wire hits     = at_work && !writes && whole && reply_room && !(operates && fill_valid) && (!results || one_place);
    assign merges = at_work && !writes && pending && waiter_room && (!results || one_place);
    wire misses   = at_work && !writes && !whole && !pending && line_place && miss_place;
    wire stores   = at_work && writes && !pending && line_place && (!THROUGH || one_place);
    wire evicts   = at_work && victim_full && victim_there && (writes ? one_place : miss_place);
    wire begins   = hits && operates;       // an atomic
    assign waits  = merges || misses;
    assign served = hits || waits || stores;
    wire sectors_all = mask[BYTES-1:0] == {BYTES{1'b1}};
    wire evicted  = !way_some[0];           // which sector

    // ---- atomics ----------------------------------------------------------------------------------------------------
    reg  [WORDS-1:0] unoperated, operated;  // words whose turn is or comes; all words of the atomic
    reg  [2:0]       operation;
    reg  [1:0]       settle;                // with L2_WRITE = 1: cycles until its last word can be read
    reg  [PLACE-1:0] atomic_place;
    wire [WORDS-1:0] word;                  // one-hot
    wire [WORD_INDEX-1:0] word_index;
    rs_lowest #(.WIDTH(WORDS)) lowest_word (.bits(unoperated), .lowest(word));
    rs_encode #(.WIDTH(WORDS)) encode_word (.one_hot(word), .index(word_index));
    wire words_over  = (unoperated & ~word) == {WORDS{1'b0}};
    wire atomic_ends = mode == ATOMIC && (THROUGH ? settle == 2'd2 : words_over);
    wire [SECTOR-1:0]    sector_data;       // of the sector read in the cycle before, and its bytes that are marked as written
    wire [BYTES-1:0]     sector_written;
    wire [SECTOR-1:0]    operands_now = of_waiter ? waiter_data : data;
    wire [WORD_BITS-1:0] word_there, word_operand, word_compare, word_result;
    function [SECTOR-1:0] other_half;       // word w ^ WORDS/2 in place of word w
        input [SECTOR-1:0] all;
        other_half = WORDS > 1 ? {all[FLIT_BITS-1:0], all[SECTOR-1:FLIT_BITS]} : all;
    endfunction
    rs_select #(.WIDTH(WORD_BITS), .COUNT(WORDS)) select_there (.words(sector_data), .select(word), .word(word_there));
    rs_select #(.WIDTH(WORD_BITS), .COUNT(WORDS)) select_operand (.words(operands_now), .select(word), .word(word_operand));
    rs_select #(.WIDTH(WORD_BITS), .COUNT(WORDS)) select_compare (.words(other_half(operands_now)), .select(word), .word(word_compare));
    rs_slice_atomic #(.WIDTH(WORD_BITS)) unit (
        .operation(operation), .there(word_there), .operand(word_operand), .compare(word_compare), .result(word_result));
    wire unused_index = &{1'b0, word_index};

    // ---- turns ------------------------------------------------------------------------------------------------------
    wire turn  = mode == DRAIN && reply_room;  // a waiter is answered
    wire over  = last_waiter && turn_over;     // and was the last
    assign answered  = turn;
    assign turn_over = (turn && !waiter_operates) || (atomic_ends && of_waiter);
    assign leaves    = (served && !begins) || (atomic_ends && !of_waiter);
    always @*
        case (mode)
            LOOK:    next_mode = fill_begins ? FILL : begins ? ATOMIC : LOOK;
            FILL:    next_mode = fill_ends ? DRAIN : FILL;
            DRAIN:   next_mode = over ? LOOK : turn && waiter_operates ? ATOMIC : DRAIN;
            default: next_mode = !atomic_ends ? ATOMIC : of_waiter && !over ? DRAIN : LOOK;
        endcase
    integer m;
    always @(posedge clk) begin
        mode <= next_mode;
        waiter <= next_waiter;
        if (fill_begins) begin
            fill_miss <= begun_miss;
            fill_line <= begun_line;
            fill_way  <= miss_way[begun_miss];
            fill_set  <= begun_set;
        end
        if (fill_taken)
            fill_behind_head <= looks;
        if (fill_taken && (HEADER_WIRES != 0 ? looks : fill_behind_head))
            fill_low <= fill_flit[DATA +: FLIT_BITS];
        if (misses) begin
            miss_way[new_miss_index]   <= way;
            first_wait[new_miss_index] <= new_waiter;
        end
        if (waits)
            last_wait[merges ? own_miss : new_miss_index] <= new_waiter;
        if (waits && !all_used)
            fresh <= fresh + {{(FRESH_BITS-1){1'b0}}, 1'b1};
        for (m = 0; m < L2_MISSES; m = m + 1) begin
            if (misses && new_miss[m])
                missing[m] <= 1'b1;
            if (over && fill_miss == m[MISS_BITS-1:0])
                missing[m] <= 1'b0;
        end
        if (begins || turn) begin
            of_waiter    <= !looks;
            unoperated   <= looks ? mask[WORDS-1:0] : waiter_words;
            operated     <= looks ? mask[WORDS-1:0] : waiter_words;
            operation    <= looks ? mask[WORDS +: 3] : waiter_operation;
            settle       <= 2'd0;
        end
        if (mode == ATOMIC) begin
            unoperated <= unoperated & ~word;
            if (words_over)
                settle <= settle + 2'd1;
        end
        accept_valid <= served && !rst;
        accept_write <= writes;
        accept_sm    <= sm;
        accept_tag   <= tag;
        accept_line  <= line;
        if (rst) begin
            mode    <= LOOK;
            missing <= {L2_MISSES{1'b0}};
            fresh   <= {FRESH_BITS{1'b0}};
        end
    end
    genvar e;
    generate
        for (e = 0; e < L2_MISSES; e = e + 1) begin : miss
            reg [LINE_BITS-1:0] sector;
            assign miss_lines[e*LINE_BITS +: LINE_BITS] = sector;
            always @(posedge clk)
                if (misses && new_miss[e])
                    sector <= line;
        end
    endgenerate

    // ---- the row afterwards -----------------------------------------------------------------------------------------
    wire marks = turn && waiter_operates;
    assign touch       = served;
    assign change      = begins || misses || stores || evicts || fill_ends || marks;
    assign changed     = evicts ? evicted : at_line[0];
    assign new_pending = misses;
    assign new_some    = !evicts && (begins || stores || marks || some);
    assign new_whole   = evicts ? way_whole[evicted] : fill_ends || (stores ? whole || sectors_all : whole);
    assign row_write   = served || evicts || fill_ends || marks;

    // ---- sectors ----------------------------------------------------------------------------------------------------
    wire [PLACE-1:0] row_place  = {row_set, way, evicts ? evicted : at_line[0]};
    wire [PLACE-1:0] fill_place = {fill_set, fill_way, fill_line[0]};
    always @(posedge clk)
        if (looks)
            atomic_place <= row_place;
    wire             in_atomic  = mode == ATOMIC && !of_waiter;
    wire [PLACE-1:0] place      = looks ? row_place : in_atomic ? atomic_place : fill_place;
    wire             unused_place = &{1'b0, place};
    wire             fresh_sector = !whole && !some; // no byte of it is here
    wire [SECTOR-1:0] fill_data = {fill_flit[DATA +: FLIT_BITS], fill_low};
    // A lane for each byte: the byte, and whether it was written.
    localparam LANE = BYTE + 1;
    wire [BYTES-1:0]      bytes_write;
    wire [BYTES*LANE-1:0] bytes_given, bytes_read;
    genvar b;
    generate
        for (b = 0; b < BYTES; b = b + 1) begin : column
            localparam W = b * BYTE / WORD_BITS;
            localparam AT = b * BYTE % WORD_BITS;
            wire operates_here = mode == ATOMIC && word[W];
            assign bytes_write[b] = (stores && (fresh_sector || mask[b])) || (fill_ends && !(some && sector_written[b])) || operates_here;
            assign bytes_given[b*LANE +: LANE] =
                {looks ? mask[b] : mode == ATOMIC, looks ? data[b*BYTE +: BYTE] : mode == FILL ? fill_data[b*BYTE +: BYTE] : word_result[AT +: BYTE]};
            assign {sector_written[b], sector_data[b*BYTE +: BYTE]} = bytes_read[b*LANE +: LANE];
        end
    endgenerate
    rs_memory_1r1w #(.WIDTH(BYTES * LANE), .LANES(BYTES), .DEPTH(L2_SETS * L2_WAYS * 2), .READ_REGISTER(1)) sectors (
        .clk(clk), .write(bytes_write), .write_address(place[0 +: MEMORY_BITS]), .write_data(bytes_given),
        .read_address(place[0 +: MEMORY_BITS]), .read_data(bytes_read));

    // ---- replies ----------------------------------------------------------------------------------------------------
    rs_slice_reply #(.HEADER(1 + SM_BITS + TAG_BITS), .FLIT_BITS(FLIT_BITS), .PAYLOAD(PAYLOAD), .PLACES(L2_REPLIES),
                     .HEADER_WIRES(HEADER_WIRES)) replies (
        .clk(clk), .rst(rst), .push(hits || turn), .header(looks ? {1'b0, sm, tag} : {1'b1, waiter_sm, waiter_tag}), .data(sector_data),
        .place_free(reply_room), .out_valid(out_valid), .out_ready(out_ready), .out_flit(out_flit), .empty(reply_empty));

    // ---- requests to the controller ---------------------------------------------------------------------------------
    wire                 push, push_write;
    wire [LINE_BITS-1:0] push_line;
    wire [TAG_BITS-1:0]  push_tag;
    wire [BYTES-1:0]     push_mask;
    wire [SECTOR-1:0]    push_data;
    function [TAG_BITS-1:0] wide;
        input [MISS_BITS-1:0] number;
        begin
            wide = {TAG_BITS{1'b0}};
            wide[MISS_BITS-1:0] = number;
        end
    endfunction
    generate
        if (THROUGH) begin : through
            wire              ends = atomic_ends;
            wire [BYTES-1:0]  operated_bytes;
            for (b = 0; b < BYTES; b = b + 1) begin : byte_of
                localparam W = b * BYTE / WORD_BITS;
                assign operated_bytes[b] = operated[W];
            end
            assign push       = misses || stores || ends;
            assign push_write = stores || ends;
            assign push_line  = ends && of_waiter ? fill_line : line;
            assign push_tag   = misses ? wide(new_miss_index) : {TAG_BITS{1'b0}};
            assign push_mask  = ends ? operated_bytes : mask[BYTES-1:0];
            assign push_data  = ends ? sector_data : data;
            wire unused = &{1'b0, way_line};
        end else begin : back
            // A cycle later, when the victim's bytes are at hand.
            reg                 pushes, write;
            reg [LINE_BITS-1:0] of_line;
            reg [TAG_BITS-1:0]  of_tag;
            assign push       = pushes;
            assign push_write = write;
            assign push_line  = of_line;
            assign push_tag   = of_tag;
            assign push_mask  = sector_written;
            assign push_data  = sector_data;
            wire unused = &{1'b0, operated, two_places};
            always @(posedge clk) begin
                pushes  <= (misses || evicts) && !rst;
                write   <= evicts;
                of_line <= evicts ? {way_line, evicted} : line;
                of_tag  <= evicts ? {TAG_BITS{1'b0}} : wide(new_miss_index);
            end
        end
    endgenerate
    wire reserve_one = misses || evicts || (THROUGH && (stores || begins || (merges && operates)));
    wire reserve_two = misses && results;
    rs_slice_dram #(.SM_BITS(SM_BITS), .TAG_BITS(TAG_BITS), .LINE_BITS(LINE_BITS), .MASK_BITS(BYTES), .FLIT_BITS(FLIT_BITS),
                    .PAYLOAD(PAYLOAD), .PLACES(L2_DRAM), .HEADER_WIRES(HEADER_WIRES)) to_dram (
        .clk(clk), .rst(rst), .reserve(reserve_two ? 2'd2 : {1'b0, reserve_one}), .places_free(dram_places), .push(push), .push_write(push_write),
        .push_line(push_line), .push_tag(push_tag), .push_mask(push_mask), .push_data(push_data), .out_valid(dram_valid),
        .out_ready(dram_ready), .out_flit(dram_flit), .empty(dram_empty));

    assign idle = intake_empty && looks && missing == {L2_MISSES{1'b0}} && reply_empty && dram_empty;

`ifdef RS_ASSERT // what the drivers of the inputs must keep to (rtl/README.md)
    rs_packet_assert #(.WIDTH(PAYLOAD)) in_rules (
        .clk(clk), .rst(rst), .valid(in_valid), .ready(in_ready), .head(in_flit[PAYLOAD]), .tail(in_flit[PAYLOAD+1]), .data(in_flit[PAYLOAD-1:0]));
    rs_packet_assert #(.WIDTH(PAYLOAD)) fill_rules (
        .clk(clk), .rst(rst), .valid(fill_valid), .ready(fill_ready), .head(fill_flit[PAYLOAD]), .tail(fill_flit[PAYLOAD+1]), .data(fill_flit[PAYLOAD-1:0]));
`endif
endmodule
`default_nettype wire
