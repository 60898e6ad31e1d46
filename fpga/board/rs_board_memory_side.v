// rs_board_memory_side: an SM below its issue stage (rs_sm) on an FPGA, to see that it fits and how fast it is. Its ports are more
// than any package has pins: inputs come from a shift register that is filled bit by bit, outputs are registered and their parity
// leaves by one pin. So paths begin and end in registers, as between blocks of a chip.
//
// A smaller SM than the papers': LANES lanes; L1 cache of 32 KB in 4 ways, scratchpad of 16 KB, MSHR table with ways, as there.
// Timing: scan_in reaches the first input a cycle later; parity is that of the outputs two cycles before.
`include "rtl/common/rs_payload_bits.vh"
`default_nettype none
module rs_board_memory_side #(
    parameter LANES        = 8,
    parameter MAX_LENGTH   = 4,
    parameter MISS_ENTRIES = 32,
    parameter MISS_WAYS    = 4,
    parameter STORE_BUFFER = 8,
    // derived, not to be set
    parameter ADDRESS_BITS = 29,
    parameter CHANNELS     = 8,
    parameter PAYLOAD      = `RS_PAYLOAD_BITS(256, 5 + 8 + 1 + ADDRESS_BITS - 6 + 64, 0)
) (
    input  wire clk,
    input  wire rst,
    input  wire scan_in,
    output reg  parity
);
    localparam INPUTS  = 1 + 3 + 5 + 5 + 8 + 1 + LANES + 32 + LANES * 128 + 1 + 1 + 1 + 1 + 1 + 1 + PAYLOAD + CHANNELS + 1 + 1 + 1;
    localparam OUTPUTS = 1 + 1 + 2 + 1 + 5 + 8 + 4 + LANES + LANES * 32 + 3 + 1 + 1 + 5 + 8 + 4 + LANES + LANES + 1 + 1 + 1 + PAYLOAD
                       + 1 + 1 + 9 + 64 + 64 + 1 + 1;
    reg  [INPUTS-1:0]  inputs;
    reg  [OUTPUTS-1:0] seen;
    wire [OUTPUTS-1:0] outputs;
    always @(posedge clk) begin
        inputs <= {inputs[INPUTS-2:0], scan_in};
        seen   <= outputs;
        parity <= ^seen;
    end

    wire               in_valid, in_scratchpad, wb_ready, fault_ready, request_ready, reply_valid, reply_head, reply_tail;
    wire               acquire, release_valid, camat_clear;
    wire [2:0]         in_opcode;
    wire [4:0]         in_length, in_warp;
    wire [7:0]         in_register;
    wire [LANES-1:0]   in_mask;
    wire [31:0]        in_offset;
    wire [LANES*128-1:0] in_operands;
    wire [PAYLOAD-1:0]   reply_payload;
    wire [CHANNELS-1:0]  accepted;
    assign {in_valid, in_opcode, in_length, in_warp, in_register, in_scratchpad, in_mask, in_offset, in_operands, wb_ready, fault_ready,
            request_ready, reply_valid, reply_head, reply_tail, reply_payload, accepted, acquire, release_valid, camat_clear} = inputs;

    wire               in_ready, in_first, wb_valid, fault_valid, fault_scratchpad, request_valid, request_head, request_tail;
    wire               reply_ready, release_ready, busy, empty;
    wire [1:0]         in_status;
    wire [4:0]         wb_warp, fault_warp;
    wire [7:0]         wb_register, fault_register;
    wire [3:0]         wb_element, fault_element;
    wire [LANES-1:0]   wb_mask, fault_misaligned, fault_outside;
    wire [LANES*32-1:0] wb_data;
    wire [2:0]         wb_level;
    wire [PAYLOAD-1:0] request_payload;
    wire [8:0]         events;
    wire [63:0]        camat_active_cycles, camat_accesses;
    assign outputs = {in_ready, in_first, in_status, wb_valid, wb_warp, wb_register, wb_element, wb_mask, wb_data, wb_level, fault_valid,
                      fault_scratchpad, fault_warp, fault_register, fault_element, fault_misaligned, fault_outside, request_valid,
                      request_head, request_tail, request_payload, reply_ready, release_ready, events, camat_active_cycles,
                      camat_accesses, busy, empty};

    rs_sm #(.CHANNELS(CHANNELS), .ADDRESS_BITS(ADDRESS_BITS), .LANES(LANES), .MAX_LENGTH(MAX_LENGTH), .SCRATCHPAD_BANKS(LANES),
            .L1_CACHE(1), .MISS_ENTRIES(MISS_ENTRIES), .MISS_WAYS(MISS_WAYS), .STORE_BUFFER(STORE_BUFFER)) sm (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_first(in_first), .in_status(in_status),
        .in_opcode(in_opcode), .in_length(in_length), .in_warp(in_warp), .in_register(in_register), .in_scratchpad(in_scratchpad),
        .in_atomic(1'b0), .in_atomic_op(3'd0), .in_atomic_returns(1'b0), .in_mask(in_mask), .in_offset(in_offset),
        .in_operands(in_operands), .wb_valid(wb_valid), .wb_ready(wb_ready), .wb_warp(wb_warp), .wb_register(wb_register),
        .wb_element(wb_element), .wb_mask(wb_mask), .wb_data(wb_data), .wb_level(wb_level), .fault_valid(fault_valid),
        .fault_ready(fault_ready), .fault_scratchpad(fault_scratchpad), .fault_warp(fault_warp), .fault_register(fault_register),
        .fault_element(fault_element), .fault_misaligned(fault_misaligned), .fault_outside(fault_outside),
        .request_valid(request_valid), .request_ready(request_ready), .request_head(request_head), .request_tail(request_tail),
        .request_payload(request_payload), .reply_valid(reply_valid), .reply_ready(reply_ready), .reply_head(reply_head),
        .reply_tail(reply_tail), .reply_payload(reply_payload), .accepted(accepted), .acquire(acquire), .release_valid(release_valid),
        .release_ready(release_ready), .event_hit(events[0]), .event_merged(events[1]), .event_miss(events[2]),
        .event_store(events[3]), .event_entry_full(events[4]), .event_merge_full(events[5]), .event_store_buffer_full(events[6]),
        .event_bank_conflict(events[7]), .line_waits(events[8]), .camat_clear(camat_clear),
        .camat_active_cycles(camat_active_cycles), .camat_accesses(camat_accesses), .busy(busy), .empty(empty));
endmodule
`default_nettype wire
