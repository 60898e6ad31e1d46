// Memory side of an SM: warp instructions in, requests of REQUEST_BYTES out, words for registers back (THESIS 5.1; OUTSTANDING 2; PATTERNS 4).
//
//  instruction -> rs_load_store_unit -> group -+-> rs_coalescer -> line -> rs_l1_cache ------ reads -+-> request
//                                              |                              |  `-> rs_store_buffer-+
//                                              +-> rs_scratchpad ----+- wb <--+                      |
//                                              '-> rs_atomic_unit -----------'-------- turns -------'
//
// in_*       an instruction, as rs_load_store_unit takes it: its header says what in_status answers. in_scratchpad: its
//            addresses are those of the scratchpad. in_atomic, with ATOMICS above 0: an atomic operation (rs_atomic_unit) at the
//            addresses of a plain instruction, one element, with the word of a plain store as its operand; what a compare-and-
//            swap compares with stands in the stride's place. in_opcode, in_length and in_scratchpad are not looked at then
// wb_*       words of a load, in any order and any number of pieces, each lane of each element once; data 0 outside wb_mask.
//            wb_level: 0 scratchpad, 1 L1, 2 merged into an outstanding miss, 3 L2, 4 another SM's L1 (nobody's yet), 5 main
//            memory. A store has no answer, an atomic operation only if it returns the old words
// fault_*    fault_scratchpad = 0: this element and those after it are not sent, the instruction ends; lanes at fault.
//            1: lanes of this element outside the scratchpad, not served; everything else of the instruction is
// request_*  read: id (reply: the same, in any order), mask (pending request table's, to come back). Write: bytes, data, no
//            reply. Atomic: id, data, answered as a read with the old words; bytes: from bit 0 a bit per word of the block that is
//            operated on, the operation (3 bits), whether it returns. A request stays until it is taken.
//            reply_level, with L2 = 1: 0 the L2 had the data, 1 main memory
// Atomic operations are in no order with loads and stores of the SM, but by release and acquire; with each other at one address in
// that of their instructions, and of the lanes in one.
// Loads and stores to one address take effect in the order in which their instructions were taken, if requests to one address
// stay in order behind the port. What others store is seen, and what is stored here is there for others, after:
// acquire    takes one cycle, at any time, and holds nothing up: a load that is taken in this cycle or later sees no word that was
//            in the cache, or asked for, before it. Loads inside are answered, with older words or newer ones
// release    ready: all stores before it have left by the request port, all atomic operations that return nothing are answered
//            (whoever needs one that returns waits for its words). No instruction begins while it is valid, operands of one that has
//            are taken; valid until ready
// event_*    a cycle each: hit, store: a line access; merged, miss: a booking of the table; and cycles in which an access
//            waits for an entry of the table, for merge slots, for a place in the store buffer, a group for a bank
// line_waits a cycle in which the line at the cache's port is not the last of its group: the others wait behind it, as the
//            cache has one bank. A stall inspector counts it with bank conflicts
// camat_*    rs_camat_counter: groups that are not for the scratchpad; cycles in which one is on its way or a miss is out
// busy       an instruction, access, request or word is inside; empty: not even a store in its buffer
// Timing: in an idle SM a read is shown 6 cycles after its instruction was taken (pending request table: 5), its words 3 (2)
// cycles after the reply; words of a hit 5, of the scratchpad 3 cycles after the instruction. Then a group a cycle when each is
// one line or one piece. Words of the cache and of the scratchpad take turns, a lone one does not wait; reads leave first,
// turns of atomic operations and stores take turns behind them.
// request_* are registers; wb_* and fault_* depend on registers and memories; in_ready on release_valid,
// wb_ready, fault_ready and registers; reply_ready on wb_ready, with ATOMICS on reply_valid and reply_id, and registers.
// C twin: cmodel/sm/sm_memory.c.
`default_nettype none
module rs_sm_memory #(
    parameter LANES            = 32,
    parameter ADDRESS_BITS     = 48,
    parameter WARP_BITS        = 5,
    parameter REGISTER_BITS    = 8,
    parameter MAX_LENGTH       = 16,    // rs_load_store_unit
    parameter BANKS            = 32,    // rs_scratchpad
    parameter SCRATCHPAD_BYTES = 16384,
    parameter CACHE            = 1,     // rs_l1_cache
    parameter SETS             = 64,
    parameter WAYS             = 4,
    parameter LINE_BYTES       = 128,
    parameter REQUEST_BYTES    = 64,
    parameter REPLACEMENT      = 0,
    parameter TABLE            = 0,     // rs_outstanding_table
    parameter ENTRIES          = TABLE == 0 ? 128 : 44,
    parameter MERGES           = 8,
    parameter TABLE_WAYS       = ENTRIES,
    parameter SLOT             = 0,
    parameter MERGE_WAITS      = 0,
    parameter STORES           = 32,    // rs_store_buffer: places
    parameter STORE_FLUSH      = 1,     // its FLUSH
    parameter L2               = 0,     // rs_l1_cache
    parameter ATOMICS          = 0,     // atomic instructions under way, to 64; 0: there are none. They need an L2
    // derived, not to be set
    parameter BLOCK_BITS       = ADDRESS_BITS - $clog2(REQUEST_BYTES),
    parameter SECTORS          = LINE_BYTES / REQUEST_BYTES,
    parameter SECTOR_BITS      = SECTORS > 1 ? $clog2(SECTORS) : 1,
    parameter PLACE_BITS       = (SETS > 1 ? $clog2(SETS) : 1) + (WAYS > 1 ? $clog2(WAYS) : 1),
    parameter READ_ID_BITS     = (ENTRIES > 1 ? $clog2(ENTRIES) : 1) + SECTOR_BITS
                               + (CACHE != 0 && TABLE != 0 ? (LANES > 1 ? $clog2(LANES) : 1) + PLACE_BITS : 0),
    parameter ATOMIC_ID_BITS   = (ATOMICS > 1 ? $clog2(ATOMICS) : 1) + (LANES > 1 ? $clog2(LANES) : 1),
    parameter REQUEST_ID_BITS  = ATOMICS == 0 ? READ_ID_BITS // the uppermost bit: of an atomic operation
                               : 1 + (READ_ID_BITS > ATOMIC_ID_BITS ? READ_ID_BITS : ATOMIC_ID_BITS)
) (
    input  wire                       clk,
    input  wire                       rst,
    input  wire                       in_valid,
    output wire                       in_ready,
    output wire                       in_first,
    output wire [1:0]                 in_status,
    input  wire [2:0]                 in_opcode,
    input  wire [4:0]                 in_length,
    input  wire [WARP_BITS-1:0]       in_warp,
    input  wire [REGISTER_BITS-1:0]   in_register,
    input  wire                       in_scratchpad,
    input  wire                       in_atomic,
    input  wire [2:0]                 in_atomic_op,
    input  wire                       in_atomic_returns,
    input  wire [LANES-1:0]           in_mask,
    input  wire [31:0]                in_offset,
    input  wire [LANES*128-1:0]       in_operands,
    output wire                       wb_valid,
    input  wire                       wb_ready,
    output wire [WARP_BITS-1:0]       wb_warp,
    output wire [REGISTER_BITS-1:0]   wb_register,
    output wire [3:0]                 wb_element,
    output wire [LANES-1:0]           wb_mask,
    output wire [LANES*32-1:0]        wb_data,
    output wire [2:0]                 wb_level,
    output wire                       fault_valid,
    input  wire                       fault_ready,
    output wire                       fault_scratchpad,
    output wire [WARP_BITS-1:0]       fault_warp,
    output wire [REGISTER_BITS-1:0]   fault_register,
    output wire [3:0]                 fault_element,
    output wire [LANES-1:0]           fault_misaligned,
    output wire [LANES-1:0]           fault_outside,
    output reg                        request_valid,
    input  wire                       request_ready,
    output reg                        request_write,
    output reg                        request_atomic,
    output reg  [BLOCK_BITS-1:0]      request_address, // byte address / REQUEST_BYTES
    output reg  [REQUEST_ID_BITS-1:0] request_id,
    output reg  [LANES-1:0]           request_mask,
    output reg  [REQUEST_BYTES-1:0]   request_bytes,
    output reg  [REQUEST_BYTES*8-1:0] request_data,
    input  wire                       reply_valid,
    output wire                       reply_ready,
    input  wire [REQUEST_ID_BITS-1:0] reply_id,
    input  wire [LANES-1:0]           reply_mask,
    input  wire                       reply_level,
    input  wire [REQUEST_BYTES*8-1:0] reply_data,
    input  wire                       acquire,
    input  wire                       release_valid,
    output wire                       release_ready,
    output wire                       event_hit,
    output wire                       event_merged,
    output wire                       event_miss,
    output wire                       event_store,
    output wire                       event_entry_full,
    output wire                       event_merge_full,
    output wire                       event_store_buffer_full,
    output wire                       event_bank_conflict,
    output wire                       line_waits,
    input  wire                       camat_clear,
    output wire [63:0]                camat_active_cycles,
    output wire [63:0]                camat_accesses,
    output wire                       busy,
    output wire                       empty
);
    localparam WORD_BITS = $clog2(LINE_BYTES / 4);
    localparam LINE_BITS = ADDRESS_BITS - $clog2(LINE_BYTES);

    generate
        if (ATOMICS < 0 || ATOMICS > 64 || (ATOMICS > 0 && L2 == 0)) begin : illegal_atomics
            rs_sm_memory_ATOMICS_must_be_0_to_64_and_above_0_needs_L2 stop ();
        end
    endgenerate

    // ---- instruction to groups --------------------------------------------------------------------------------------
    wire                          unit_ready, unit_busy, unit_fault, group_valid, group_write, group_scratchpad, group_last;
    wire                          lines_ready, lines_busy, pad_ready, pad_busy;
    wire                          group_atomic, atomic_ready, atomics_empty, atomics_settled;
    reg                           store_first;  // of a turn and a store, the store is the next request
    wire                          store_leaves; // it is, unless there is a read
    wire                          atomic_comes = ATOMICS != 0 && in_atomic;
    wire [WARP_BITS-1:0]          group_warp;
    wire [REGISTER_BITS-1:0]      group_register;
    wire [3:0]                    group_element;
    wire [LANES-1:0]              group_mask, unit_misaligned, unit_outside;
    wire [LANES*ADDRESS_BITS-1:0] group_address;
    wire [LANES*32-1:0]           group_data;
    wire                          pad_fault;
    wire                          begins = !(release_valid && in_first);
    wire                          quiet  = !unit_busy && !lines_busy;
    assign in_ready = unit_ready && begins;
    rs_load_store_unit #(.LANES(LANES), .ADDRESS_BITS(ADDRESS_BITS), .MAX_LENGTH(MAX_LENGTH), .WARP_BITS(WARP_BITS),
        .REGISTER_BITS(REGISTER_BITS)) unit (
        .clk(clk), .rst(rst), .in_valid(in_valid && begins), .in_ready(unit_ready), .in_first(in_first),
        .in_status(in_status), .in_opcode(atomic_comes ? 3'd1 : in_opcode), .in_length(atomic_comes ? 5'd1 : in_length),
        .in_warp(in_warp), .in_register(in_register), .in_scratchpad(in_scratchpad && !atomic_comes), .in_mask(in_mask),
        .in_offset(in_offset), .in_operands(in_operands), .group_valid(group_valid),
        .group_ready(group_scratchpad ? pad_ready : group_atomic ? atomic_ready : lines_ready), .group_write(group_write),
        .group_scratchpad(group_scratchpad), .group_warp(group_warp), .group_register(group_register),
        .group_element(group_element), .group_last(group_last), .group_mask(group_mask), .group_address(group_address),
        .group_data(group_data), .fault_valid(unit_fault), .fault_ready(fault_ready && !pad_fault),
        .fault_misaligned(unit_misaligned), .fault_outside(unit_outside), .busy(unit_busy));

    // ---- scratchpad -------------------------------------------------------------------------------------------------
    wire                     pad_valid, pad_turn;
    wire [WARP_BITS-1:0]     pad_warp, pad_fault_warp;
    wire [REGISTER_BITS-1:0] pad_register, pad_fault_register;
    wire [3:0]               pad_element, pad_fault_element;
    wire [LANES-1:0]         pad_mask, pad_outside;
    wire [LANES*32-1:0]      pad_data;
    rs_scratchpad #(.LANES(LANES), .BANKS(BANKS), .SCRATCHPAD_BYTES(SCRATCHPAD_BYTES), .ADDRESS_BITS(ADDRESS_BITS),
        .WARP_BITS(WARP_BITS), .REGISTER_BITS(REGISTER_BITS)) scratchpad (
        .clk(clk), .rst(rst), .in_valid(group_valid && group_scratchpad), .in_ready(pad_ready), .in_write(group_write),
        .in_warp(group_warp), .in_register(group_register), .in_element(group_element), .in_mask(group_mask),
        .in_address(group_address), .in_data(group_data), .wb_valid(pad_valid), .wb_ready(wb_ready && pad_turn),
        .wb_warp(pad_warp), .wb_register(pad_register), .wb_element(pad_element), .wb_mask(pad_mask), .wb_data(pad_data),
        .fault_valid(pad_fault), .fault_ready(fault_ready), .fault_warp(pad_fault_warp),
        .fault_register(pad_fault_register), .fault_element(pad_fault_element), .fault_outside(pad_outside),
        .event_bank_conflict(event_bank_conflict), .busy(pad_busy));

    // The scratchpad's group is older; while the unit has a fault it sends none, so a fault that is shown stays.
    assign fault_valid      = pad_fault || unit_fault;
    assign fault_scratchpad = pad_fault;
    assign fault_warp       = pad_fault ? pad_fault_warp : group_warp;
    assign fault_register   = pad_fault ? pad_fault_register : group_register;
    assign fault_element    = pad_fault ? pad_fault_element : group_element;
    assign fault_misaligned = unit_misaligned & {LANES{!pad_fault}};
    assign fault_outside    = pad_fault ? pad_outside : unit_outside;

    // ---- lines, cache, store buffer ---------------------------------------------------------------------------------
    wire                       line_valid, line_ready, line_write, line_last, line_end;
    wire [WARP_BITS-1:0]       line_warp;
    wire [REGISTER_BITS-1:0]   line_register;
    wire [3:0]                 line_element;
    wire [LINE_BITS-1:0]       line_address, line_behind, access_line;
    wire [LANES-1:0]           line_mask;
    wire [LANES*WORD_BITS-1:0] line_word;
    wire [LINE_BYTES-1:0]      line_bytes;
    wire [LINE_BYTES*8-1:0]    line_data;
    rs_coalescer #(.LANES(LANES), .ADDRESS_BITS(ADDRESS_BITS), .LINE_BYTES(LINE_BYTES), .WARP_BITS(WARP_BITS),
        .REGISTER_BITS(REGISTER_BITS)) coalescer (
        .clk(clk), .rst(rst), .in_valid(group_valid && !group_scratchpad && !group_atomic), .in_ready(lines_ready),
        .in_write(group_write), .in_warp(group_warp), .in_register(group_register), .in_element(group_element), .in_last(group_last),
        .in_mask(group_mask), .in_address(group_address), .in_data(group_data), .line_valid(line_valid),
        .line_ready(line_ready), .line_write(line_write), .line_warp(line_warp), .line_register(line_register),
        .line_element(line_element), .line_last(line_last), .line_end(line_end), .line_address(line_address),
        .line_behind(line_behind), .line_mask(line_mask), .line_word(line_word), .line_bytes(line_bytes), .line_data(line_data), .busy(lines_busy));
    wire unused = line_end;
    assign line_waits = line_valid && !line_last;

    wire                       cache_valid, read_valid, cache_empty, table_empty;
    wire                       store_valid, store_ready, load_valid, load_waits, write_valid, stores_gone, stores_empty;
    wire [WARP_BITS-1:0]       cache_warp;
    wire [REGISTER_BITS-1:0]   cache_register;
    wire [3:0]                 cache_element;
    wire [LANES-1:0]           cache_mask, read_mask;
    wire [LANES*32-1:0]        cache_data;
    wire [2:0]                 cache_level;
    wire [READ_ID_BITS-1:0]    read_id;
    wire [BLOCK_BITS-1:0]      read_address, write_address;
    wire [SECTOR_BITS-1:0]     store_sector;
    wire [REQUEST_BYTES-1:0]   store_bytes, write_bytes;
    wire [REQUEST_BYTES*8-1:0] store_data, write_data;
    wire                       turn_valid, atomic_turn, reply_atomic, fill_ready; // of the atomic unit; of the cache
    wire                       request_free = !request_valid || request_ready;
    rs_l1_cache #(.LANES(LANES), .ADDRESS_BITS(ADDRESS_BITS), .WARP_BITS(WARP_BITS), .REGISTER_BITS(REGISTER_BITS),
        .CACHE(CACHE), .SETS(SETS), .WAYS(WAYS), .LINE_BYTES(LINE_BYTES), .REQUEST_BYTES(REQUEST_BYTES),
        .REPLACEMENT(REPLACEMENT), .TABLE(TABLE), .ENTRIES(ENTRIES), .MERGES(MERGES), .TABLE_WAYS(TABLE_WAYS),
        .SLOT(SLOT), .MERGE_WAITS(MERGE_WAITS), .L2(L2)) cache (
        .clk(clk), .rst(rst), .line_valid(line_valid), .line_ready(line_ready), .line_write(line_write),
        .line_warp(line_warp), .line_register(line_register), .line_element(line_element), .line_last(line_last),
        .line_address(line_address), .line_behind(line_behind), .line_mask(line_mask), .line_word(line_word),
        .line_bytes(line_bytes), .line_data(line_data), .wb_valid(cache_valid), .wb_ready(wb_ready && !pad_turn && !atomic_turn), .wb_warp(cache_warp),
        .wb_register(cache_register), .wb_element(cache_element), .wb_mask(cache_mask), .wb_data(cache_data),
        .wb_level(cache_level), .request_valid(read_valid), .request_ready(request_free), .request_id(read_id),
        .request_address(read_address), .request_mask(read_mask), .reply_valid(reply_valid && !reply_atomic),
        .reply_ready(fill_ready),
        .reply_id(reply_id[READ_ID_BITS-1:0]), .reply_mask(reply_mask), .reply_level(reply_level), .reply_data(reply_data),
        .access_line(access_line),
        .store_valid(store_valid), .store_ready(store_ready), .store_sector(store_sector), .store_bytes(store_bytes),
        .store_data(store_data), .load_valid(load_valid), .load_waits(load_waits), .acquire(acquire),
        .event_hit(event_hit), .event_merged(event_merged), .event_miss(event_miss),
        .event_store(event_store), .event_entry_full(event_entry_full), .event_merge_full(event_merge_full),
        .table_empty(table_empty), .empty(cache_empty));
    rs_store_buffer #(.ADDRESS_BITS(ADDRESS_BITS), .LINE_BYTES(LINE_BYTES), .REQUEST_BYTES(REQUEST_BYTES),
        .ENTRIES(STORES), .FLUSH(STORE_FLUSH)) store_buffer (
        .clk(clk), .rst(rst), .access_line(access_line), .store_valid(store_valid), .store_ready(store_ready),
        .store_sector(store_sector), .store_bytes(store_bytes), .store_data(store_data), .load_valid(load_valid),
        .load_waits(load_waits), .release_valid(release_valid && quiet), .release_ready(stores_gone),
        .request_valid(write_valid), .request_ready(request_free && !read_valid && store_leaves), .request_address(write_address),
        .request_bytes(write_bytes), .request_data(write_data), .event_full(event_store_buffer_full), .empty(stores_empty));
    assign store_leaves  = write_valid && (store_first || !turn_valid);
    assign release_ready = stores_gone && quiet && atomics_settled && !(request_valid && request_write);
    assign busy          = unit_busy || lines_busy || pad_busy || !cache_empty || !atomics_empty || request_valid;
    assign empty         = !busy && stores_empty;

    rs_camat_counter camat (.clk(clk), .rst(rst), .clear(camat_clear), .table_empty(table_empty),
        .unit_busy((unit_busy && !group_scratchpad && !group_atomic) || lines_busy),
        .access(group_valid && !group_scratchpad && !group_atomic && lines_ready),
        .active_cycles(camat_active_cycles), .accesses(camat_accesses));

    // ---- atomic operations ------------------------------------------------------------------------------------------
    wire                       atomic_valid;
    wire [BLOCK_BITS-1:0]      turn_address;
    wire [REQUEST_ID_BITS-1:0] turn_id, read_id_out;
    wire [REQUEST_BYTES-1:0]   turn_bytes;
    wire [REQUEST_BYTES*8-1:0] turn_data;
    wire [WARP_BITS-1:0]       atomic_warp;
    wire [REGISTER_BITS-1:0]   atomic_register;
    wire [LANES-1:0]           atomic_mask;
    wire [LANES*32-1:0]        atomic_data;
    wire [2:0]                 atomic_level;
    generate
        if (ATOMICS == 0) begin : no_atomics
            wire unused_atomic = &{1'b0, in_atomic_op, in_atomic_returns, in_atomic};
            assign {group_atomic, atomic_ready, reply_atomic, turn_valid, atomic_valid} = 0;
            assign {turn_address, turn_id, turn_bytes, turn_data} = 0;
            assign {atomic_warp, atomic_register, atomic_mask, atomic_data, atomic_level} = 0;
            assign {atomics_empty, atomics_settled} = 2'b11;
            assign read_id_out   = read_id;
            assign reply_ready   = fill_ready;
        end else begin : atomics
            localparam WORDS = REQUEST_BYTES / 4;
            // Of the instruction in the load/store unit, which keeps no compare words.
            reg                  is_atomic, returns;
            reg  [2:0]           operation;
            reg  [LANES*32-1:0]  compare;
            wire                 turn_returns, answer_ready;
            wire [2:0]           turn_operation;
            wire [WORDS-1:0]     turn_words;
            wire [ATOMIC_ID_BITS-1:0] turn_number;
            genvar l;
            always @(posedge clk)
                if (in_valid && in_ready && in_first)
                    {is_atomic, returns, operation} <= {in_atomic, in_atomic_returns, in_atomic_op};
            for (l = 0; l < LANES; l = l + 1) begin : lane
                always @(posedge clk)
                    if (in_valid && in_ready && in_first)
                        compare[l*32 +: 32] <= in_operands[l*128 + 64 +: 32];
            end
            assign group_atomic = is_atomic;
            assign reply_atomic = reply_valid && reply_id[REQUEST_ID_BITS-1];
            assign reply_ready  = reply_atomic ? answer_ready : fill_ready;
            assign turn_id      = {1'b1, {(REQUEST_ID_BITS-1-ATOMIC_ID_BITS){1'b0}}, turn_number};
            assign read_id_out  = {1'b0, {(REQUEST_ID_BITS-1-READ_ID_BITS){1'b0}}, read_id};
            assign turn_bytes   = {{(REQUEST_BYTES-4-WORDS){1'b0}}, turn_returns, turn_operation, turn_words};
            rs_atomic_unit #(.LANES(LANES), .ADDRESS_BITS(ADDRESS_BITS), .REQUEST_BYTES(REQUEST_BYTES), .WARP_BITS(WARP_BITS),
                .REGISTER_BITS(REGISTER_BITS), .PLACES(ATOMICS)) unit (
                .clk(clk), .rst(rst), .in_valid(group_valid && group_atomic), .in_ready(atomic_ready), .in_operation(operation),
                .in_returns(returns), .in_warp(group_warp), .in_register(group_register), .in_mask(group_mask),
                .in_address(group_address), .in_data(group_data), .in_compare(compare), .request_valid(turn_valid),
                .request_ready(request_free && !read_valid && !store_leaves), .request_address(turn_address), .request_id(turn_number),
                .request_operation(turn_operation), .request_returns(turn_returns), .request_words(turn_words),
                .request_data(turn_data), .reply_valid(reply_atomic), .reply_ready(answer_ready),
                .reply_id(reply_id[ATOMIC_ID_BITS-1:0]), .reply_level(reply_level), .reply_data(reply_data),
                .wb_valid(atomic_valid), .wb_ready(wb_ready && !pad_turn && atomic_turn), .wb_warp(atomic_warp),
                .wb_register(atomic_register), .wb_mask(atomic_mask), .wb_data(atomic_data), .wb_level(atomic_level),
                .empty(atomics_empty), .settled(atomics_settled));
        end
    endgenerate

    // ---- requests: a read before a store, as it may be the older of the two -----------------------------------------
    always @(posedge clk) begin
        if (request_free) begin
            request_write   <= !read_valid && (store_leaves || !turn_valid);
            request_atomic  <= !read_valid && !store_leaves && turn_valid;
            request_address <= read_valid ? read_address : store_leaves ? write_address : turn_address;
            request_id      <= read_valid || ATOMICS == 0 ? read_id_out : turn_id;
            request_mask    <= read_mask;
            request_bytes   <= store_leaves ? write_bytes : turn_bytes;
            request_data    <= store_leaves ? write_data : turn_data;
        end
        if (rst)
            store_first <= 1'b0;
        else if (request_free && !read_valid && (write_valid || turn_valid))
            store_first <= !store_leaves;
        if (rst)
            request_valid <= 1'b0;
        else if (request_free)
            request_valid <= read_valid || turn_valid || write_valid;
    end

    // ---- words for registers: one that is shown stays, then it is the other's turn ----------------------------------
    // Cache and atomic operations take turns, and the scratchpad with both.
    reg  pad_first, atomic_first;
    wire far_valid     = cache_valid || atomic_valid;
    assign atomic_turn = atomic_valid && (atomic_first || !cache_valid);
    assign pad_turn    = pad_valid && (pad_first || !far_valid);
    assign wb_valid    = pad_valid || far_valid;
    assign wb_warp     = pad_turn ? pad_warp : atomic_turn ? atomic_warp : cache_warp;
    assign wb_register = pad_turn ? pad_register : atomic_turn ? atomic_register : cache_register;
    assign wb_element  = pad_turn ? pad_element : atomic_turn ? 4'd0 : cache_element;
    assign wb_mask     = pad_turn ? pad_mask : atomic_turn ? atomic_mask : cache_mask;
    assign wb_data     = pad_turn ? pad_data : atomic_turn ? atomic_data : cache_data;
    assign wb_level    = pad_turn ? 3'd0 : atomic_turn ? atomic_level : cache_level;
    always @(posedge clk)
        if (rst) begin
            pad_first    <= 1'b0;
            atomic_first <= 1'b0;
        end else begin
            if (wb_valid)
                pad_first <= pad_turn != wb_ready;
            if (far_valid && !pad_turn)
                atomic_first <= atomic_turn != wb_ready;
        end
endmodule
`default_nettype wire
