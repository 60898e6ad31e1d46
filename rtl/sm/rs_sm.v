// An SM below its issue stage: memory side and port at the memory path (THESIS 5.1).
//
// Ports of instructions, words, faults, fences, events and counters are those of rs_sm_memory, packets those of rs_sm_port; both
// headers have the rules. Besides: release_ready waits until the stores before it are accepted; empty: so are all stores.
// Timing: request_* depend on registers, reply_ready on wb_ready, reply_tail and registers. So nothing leads from the memory
// path's outputs to its inputs but through a register: SMs may be Verilated one by one (tb/tb.mk).
// C twin: rs_gpu_sm in cmodel/machine/gpu_memory.c.
`include "rtl/common/rs_payload_bits.vh"
`default_nettype none
module rs_sm #(
    parameter CHANNELS         = 8,
    parameter FLIT_BITS        = 256,
    parameter TAG_BITS         = 8,
    parameter SM_BITS          = 5,
    parameter ADDRESS_BITS     = 29,
    parameter IN_FLIGHT        = 64,    // rs_sm_port
    parameter LANES            = 32,    // rs_sm_memory
    parameter WARP_BITS        = 5,
    parameter REGISTER_BITS    = 8,
    parameter MAX_LENGTH       = 16,
    parameter SCRATCHPAD_BANKS = 32,
    parameter SCRATCHPAD_BYTES = 16384,
    parameter LINE_BYTES       = 128,
    parameter L1_CACHE         = 0,
    parameter L1_SETS          = 64,
    parameter L1_WAYS          = 4,
    parameter L1_REPLACEMENT   = 0,
    parameter MISS_TABLE       = 0,
    parameter MISS_ENTRIES     = MISS_TABLE == 0 ? 128 : 44,
    parameter MISS_MERGES      = 8,
    parameter MISS_WAYS        = 0,     // 0: MISS_ENTRIES
    parameter MISS_SLOT        = 0,
    parameter MISS_MERGE_WAITS = 0,
    parameter STORE_BUFFER     = 32,
    parameter STORE_FLUSH      = 1,
    parameter L2               = 0,     // an L2 behind the path: form of the packets (rs_sm_port), level of a load's words
    parameter ATOMICS          = 0,     // needs L2 = 1
    parameter HEADER_WIRES     = 0,     // rs_sm_port
    // derived, not to be set
    parameter LINE_BITS        = ADDRESS_BITS - 6,
    parameter HEADER           = SM_BITS + TAG_BITS + (L2 != 0 ? 3 : 1) + LINE_BITS,
    parameter PAYLOAD          = `RS_PAYLOAD_BITS(FLIT_BITS, HEADER + 64, HEADER_WIRES)
) (
    input  wire                             clk,
    input  wire                             rst,
    input  wire                             in_valid,
    output wire                             in_ready,
    output wire                             in_first,
    output wire [1:0]                       in_status,
    input  wire [2:0]                       in_opcode,
    input  wire [4:0]                       in_length,
    input  wire [WARP_BITS-1:0]             in_warp,
    input  wire [REGISTER_BITS-1:0]         in_register,
    input  wire                             in_scratchpad,
    input  wire                             in_atomic,
    input  wire [2:0]                       in_atomic_op,
    input  wire                             in_atomic_returns,
    input  wire [LANES-1:0]                 in_mask,
    input  wire [31:0]                      in_offset,
    input  wire [LANES*128-1:0]             in_operands,
    output wire                             wb_valid,
    input  wire                             wb_ready,
    output wire [WARP_BITS-1:0]             wb_warp,
    output wire [REGISTER_BITS-1:0]         wb_register,
    output wire [3:0]                       wb_element,
    output wire [LANES-1:0]                 wb_mask,
    output wire [LANES*32-1:0]              wb_data,
    output wire [2:0]                       wb_level,
    output wire                             fault_valid,
    input  wire                             fault_ready,
    output wire                             fault_scratchpad,
    output wire [WARP_BITS-1:0]             fault_warp,
    output wire [REGISTER_BITS-1:0]         fault_register,
    output wire [3:0]                       fault_element,
    output wire [LANES-1:0]                 fault_misaligned,
    output wire [LANES-1:0]                 fault_outside,
    output wire                             request_valid,  // packets to the path
    input  wire                             request_ready,
    output wire                             request_head,
    output wire                             request_tail,
    output wire [PAYLOAD-1:0]               request_payload,
    input  wire                             reply_valid,    // packets from the path
    output wire                             reply_ready,
    input  wire                             reply_head,
    input  wire                             reply_tail,
    input  wire [PAYLOAD-1:0]               reply_payload,
    input  wire [CHANNELS-1:0]              accepted,       // controllers that accept a store of this SM
    input  wire                             acquire,
    input  wire                             release_valid,
    output wire                             release_ready,
    output wire                             event_hit,
    output wire                             event_merged,
    output wire                             event_miss,
    output wire                             event_store,
    output wire                             event_entry_full,
    output wire                             event_merge_full,
    output wire                             event_store_buffer_full,
    output wire                             event_bank_conflict,
    output wire                             line_waits,
    input  wire                             camat_clear,
    output wire [63:0]                      camat_active_cycles,
    output wire [63:0]                      camat_accesses,
    output wire                             busy,
    output wire                             empty
);
    function integer bits_of; // of a number below that
        input integer count;
        begin
            bits_of = count > 1 ? $clog2(count) : 1;
        end
    endfunction

    /*verilator hier_block*/
    // As rs_sm_memory derives them. A pending request table's mask travels with the id.
    localparam REQUEST_BYTES = 64;
    localparam READ_ID_BITS  = bits_of(MISS_ENTRIES) + bits_of(LINE_BYTES / REQUEST_BYTES)
                             + (L1_CACHE != 0 && MISS_TABLE != 0 ? bits_of(LANES) + bits_of(L1_SETS) + bits_of(L1_WAYS) : 0);
    localparam TURN_ID_BITS  = bits_of(ATOMICS) + bits_of(LANES);
    localparam ID_BITS       = ATOMICS == 0 ? READ_ID_BITS : 1 + (READ_ID_BITS > TURN_ID_BITS ? READ_ID_BITS : TURN_ID_BITS);
    localparam KEPT_BITS     = ID_BITS + (MISS_TABLE != 0 ? LANES : 0);

    generate
        if (FLIT_BITS != 4 * REQUEST_BYTES) begin : illegal_flit
            rs_sm_FLIT_BITS_must_be_256_as_a_line_of_64_bytes_is_two_flits stop ();
        end
        if (LINE_BYTES != 64 && LINE_BYTES != 128) begin : illegal_line
            rs_sm_LINE_BYTES_must_be_64_or_128 stop ();
        end
    endgenerate

    wire                       asks, asks_ready, asks_write, asks_atomic, answer, answer_ready, answer_level;
    wire [LINE_BITS-1:0]       asks_line;
    wire [ID_BITS-1:0]         asks_id;
    wire [LANES-1:0]           asks_mask, answer_mask;
    wire [REQUEST_BYTES-1:0]   asks_bytes;
    wire [REQUEST_BYTES*8-1:0] asks_data, answer_data;
    wire [KEPT_BITS-1:0]       asks_kept, answer_kept;
    wire                       released, stored, memory_empty, port_empty;

    rs_sm_memory #(.LANES(LANES), .ADDRESS_BITS(ADDRESS_BITS), .WARP_BITS(WARP_BITS), .REGISTER_BITS(REGISTER_BITS),
        .MAX_LENGTH(MAX_LENGTH), .BANKS(SCRATCHPAD_BANKS), .SCRATCHPAD_BYTES(SCRATCHPAD_BYTES), .CACHE(L1_CACHE),
        .SETS(L1_SETS), .WAYS(L1_WAYS), .LINE_BYTES(LINE_BYTES), .REQUEST_BYTES(REQUEST_BYTES),
        .REPLACEMENT(L1_REPLACEMENT), .TABLE(MISS_TABLE), .ENTRIES(MISS_ENTRIES), .MERGES(MISS_MERGES),
        .TABLE_WAYS(MISS_WAYS == 0 ? MISS_ENTRIES : MISS_WAYS), .SLOT(MISS_SLOT), .MERGE_WAITS(MISS_MERGE_WAITS),
        .STORES(STORE_BUFFER), .STORE_FLUSH(STORE_FLUSH), .L2(L2), .ATOMICS(ATOMICS)) memory (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_first(in_first), .in_status(in_status),
        .in_opcode(in_opcode), .in_length(in_length), .in_warp(in_warp), .in_register(in_register),
        .in_scratchpad(in_scratchpad), .in_atomic(in_atomic), .in_atomic_op(in_atomic_op),
        .in_atomic_returns(in_atomic_returns), .in_mask(in_mask), .in_offset(in_offset), .in_operands(in_operands),
        .wb_valid(wb_valid), .wb_ready(wb_ready), .wb_warp(wb_warp), .wb_register(wb_register), .wb_element(wb_element),
        .wb_mask(wb_mask), .wb_data(wb_data), .wb_level(wb_level), .fault_valid(fault_valid), .fault_ready(fault_ready),
        .fault_scratchpad(fault_scratchpad), .fault_warp(fault_warp), .fault_register(fault_register),
        .fault_element(fault_element), .fault_misaligned(fault_misaligned), .fault_outside(fault_outside),
        .request_valid(asks), .request_ready(asks_ready), .request_write(asks_write), .request_atomic(asks_atomic),
        .request_address(asks_line), .request_id(asks_id), .request_mask(asks_mask), .request_bytes(asks_bytes),
        .request_data(asks_data), .reply_valid(answer), .reply_ready(answer_ready), .reply_id(answer_kept[ID_BITS-1:0]),
        .reply_mask(answer_mask),
        .reply_level(answer_level), .reply_data(answer_data), .acquire(acquire),
        .release_valid(release_valid), .release_ready(released), .event_hit(event_hit), .event_merged(event_merged),
        .event_miss(event_miss), .event_store(event_store), .event_entry_full(event_entry_full),
        .event_merge_full(event_merge_full), .event_store_buffer_full(event_store_buffer_full),
        .event_bank_conflict(event_bank_conflict), .line_waits(line_waits), .camat_clear(camat_clear),
        .camat_active_cycles(camat_active_cycles), .camat_accesses(camat_accesses), .busy(busy), .empty(memory_empty));
    assign release_ready = released && stored;
    assign empty         = memory_empty && port_empty;

    generate
        if (MISS_TABLE != 0) begin : with_mask
            assign asks_kept   = {asks_mask, asks_id};
            assign answer_mask = answer_kept[KEPT_BITS-1:ID_BITS];
        end else begin : without_mask
            assign asks_kept   = asks_id;
            assign answer_mask = {LANES{1'b0}};
            wire unused = &{1'b0, asks_mask};
        end
    endgenerate

    rs_sm_port #(.TAGS(IN_FLIGHT), .TAG_BITS(TAG_BITS), .LINE_BITS(LINE_BITS), .ID_BITS(KEPT_BITS), .FLIT_BITS(FLIT_BITS),
        .SM_BITS(SM_BITS), .CHANNELS(CHANNELS), .L2(L2), .HEADER_WIRES(HEADER_WIRES)) port (
        .clk(clk), .rst(rst), .request_valid(asks), .request_ready(asks_ready), .request_write(asks_write),
        .request_atomic(asks_atomic), .request_address(asks_line), .request_id(asks_kept), .request_bytes(asks_bytes),
        .request_data(asks_data),
        .out_valid(request_valid), .out_ready(request_ready), .out_head(request_head), .out_tail(request_tail),
        .out_payload(request_payload), .in_valid(reply_valid), .in_ready(reply_ready), .in_head(reply_head),
        .in_tail(reply_tail), .in_payload(reply_payload), .reply_valid(answer), .reply_ready(answer_ready),
        .reply_id(answer_kept), .reply_level(answer_level), .reply_data(answer_data), .accepted(accepted), .stored(stored),
        .empty(port_empty));
endmodule
`default_nettype wire
