// rs_board_machine: a piece of the machine on an FPGA, to see that it fits and how fast it is: an SM below its issue stage (rs_sm) at
// the first port of a 4x2 memory path, with L2 = 1 with an L2 bank in each channel (rs_memory_path). Instructions and write-backs of that SM,
// packets of the other three and the DRAM's pins are more than any package has: inputs come from a shift register that is filled bit
// by bit, outputs are registered and their parity leaves by one pin. So paths begin and end in registers, as between blocks of a chip.
//
// Smaller than the papers' machine: LANES lanes, L2 banks of 32 KB, queues of 8; L1 cache of 32 KB in 4 ways, scratchpad of 16 KB and MSHR
// table with ways as there. Straps: HMHG over 4 hash bits with limit 8 and guard.
// Timing: scan_in reaches the first input a cycle later; parity is that of the outputs two cycles before.
`include "rtl/common/rs_payload_bits.vh"
`default_nettype none
module rs_board_machine #(
    parameter LANES        = 4,
    parameter MAX_LENGTH   = 4,
    parameter MISS_ENTRIES = 32,
    parameter MISS_WAYS    = 4,
    parameter STORE_BUFFER = 4,
    parameter L2           = 1,
    parameter ATOMICS      = L2 != 0 ? 2 : 0,
    parameter L2_SETS      = 64,
    parameter L2_WAYS      = 4,
    // derived, not to be set
    parameter ADDRESS_BITS = 29,
    parameter TAG_BITS     = 8,
    parameter SMS          = 4,
    parameter CHANNELS     = 2,
    parameter DQ_BITS      = 128,
    parameter PAYLOAD      = `RS_PAYLOAD_BITS(256, 2 + TAG_BITS + (L2 != 0 ? 3 : 1) + ADDRESS_BITS - 6 + 64, 0)
) (
    input  wire clk,
    input  wire rst,
    input  wire scan_in,
    output reg  parity
);
    localparam INSTRUCTION = 1 + 3 + 5 + 5 + 8 + 1 + 1 + 3 + 1 + LANES + 32 + LANES * 128;
    localparam OTHERS      = SMS - 1; // SMs outside
    localparam INPUTS      = INSTRUCTION + 1 + 1 + 1 + 1 + 1 + OTHERS * (3 + PAYLOAD + 1) + CHANNELS * (1 + DQ_BITS);
    localparam WRITE_BACK  = 1 + 5 + 8 + 4 + LANES + LANES * 32 + 3;
    localparam FAULT       = 1 + 1 + 5 + 8 + 4 + LANES + LANES;
    localparam OUTPUTS     = 1 + 1 + 2 + WRITE_BACK + FAULT + 1 + 9 + 64 + 64 + 1 + 1 + OTHERS * (1 + 3 + PAYLOAD)
                           + CHANNELS * (4 + 2 + 12 + 1 + DQ_BITS + DQ_BITS / 8) + 1;
    reg  [INPUTS-1:0]  inputs;
    reg  [OUTPUTS-1:0] seen;
    wire [OUTPUTS-1:0] outputs;
    always @(posedge clk) begin
        inputs <= {inputs[INPUTS-2:0], scan_in};
        seen   <= outputs;
        parity <= ^seen;
    end

    wire                    in_valid, in_scratchpad, in_atomic, in_atomic_returns, wb_ready, fault_ready;
    wire                    acquire, release_valid, camat_clear;
    wire [2:0]              in_opcode, in_atomic_op;
    wire [4:0]              in_length, in_warp;
    wire [7:0]              in_register;
    wire [LANES-1:0]        in_mask;
    wire [31:0]             in_offset;
    wire [LANES*128-1:0]    in_operands;
    wire [OTHERS-1:0]       valid_outside, head_outside, tail_outside, ready_outside;
    wire [OTHERS*PAYLOAD-1:0] payload_outside;
    wire [CHANNELS-1:0]     rddata_valid;
    wire [CHANNELS*DQ_BITS-1:0] rddata;
    assign {in_valid, in_opcode, in_length, in_warp, in_register, in_scratchpad, in_atomic, in_atomic_op, in_atomic_returns, in_mask,
            in_offset, in_operands, wb_ready, fault_ready, acquire, release_valid, camat_clear, valid_outside, head_outside,
            tail_outside, ready_outside, payload_outside, rddata_valid, rddata} = inputs;

    wire                    in_ready, in_first, wb_valid, fault_valid, fault_scratchpad, release_ready, busy, empty, idle;
    wire [1:0]              in_status;
    wire [4:0]              wb_warp, fault_warp;
    wire [7:0]              wb_register, fault_register;
    wire [3:0]              wb_element, fault_element;
    wire [LANES-1:0]        wb_mask, fault_misaligned, fault_outside;
    wire [LANES*32-1:0]     wb_data;
    wire [2:0]              wb_level;
    wire [8:0]              events;
    wire [63:0]             camat_active_cycles, camat_accesses;
    wire                    sm_valid, sm_head, sm_tail, sm_reply_ready;
    wire [PAYLOAD-1:0]      sm_payload;
    wire [SMS-1:0]          request_ready, reply_valid, reply_head, reply_tail;
    wire [SMS*PAYLOAD-1:0]  reply_payload;
    wire [CHANNELS-1:0]     cs_n, ras_n, cas_n, we_n, wrdata_en, accept_valid, accept_write, accepted;
    wire [CHANNELS*2-1:0]   bank, accept_sm;
    wire [CHANNELS*12-1:0]  address;
    wire [CHANNELS*DQ_BITS-1:0]   wrdata;
    wire [CHANNELS*DQ_BITS/8-1:0] wrdata_mask;
    assign outputs = {in_ready, in_first, in_status, wb_valid, wb_warp, wb_register, wb_element, wb_mask, wb_data, wb_level, fault_valid,
                      fault_scratchpad, fault_warp, fault_register, fault_element, fault_misaligned, fault_outside, release_ready,
                      events, camat_active_cycles, camat_accesses, busy, empty, request_ready[SMS-1:1], reply_valid[SMS-1:1],
                      reply_head[SMS-1:1], reply_tail[SMS-1:1], reply_payload[SMS*PAYLOAD-1:PAYLOAD], cs_n, ras_n, cas_n, we_n, bank,
                      address, wrdata_en, wrdata, wrdata_mask, idle};

    genvar c;
    generate
        for (c = 0; c < CHANNELS; c = c + 1) begin : channel
            assign accepted[c] = accept_valid[c] && accept_write[c] && accept_sm[c*2 +: 2] == 2'd0;
        end
    endgenerate
    rs_sm #(.CHANNELS(CHANNELS), .TAG_BITS(TAG_BITS), .SM_BITS(2), .ADDRESS_BITS(ADDRESS_BITS), .LANES(LANES), .MAX_LENGTH(MAX_LENGTH),
            .SCRATCHPAD_BANKS(LANES), .L1_CACHE(1), .MISS_ENTRIES(MISS_ENTRIES), .MISS_WAYS(MISS_WAYS),
            .STORE_BUFFER(STORE_BUFFER), .L2(L2), .ATOMICS(ATOMICS)) sm (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_first(in_first), .in_status(in_status),
        .in_opcode(in_opcode), .in_length(in_length), .in_warp(in_warp), .in_register(in_register), .in_scratchpad(in_scratchpad),
        .in_atomic(in_atomic), .in_atomic_op(in_atomic_op), .in_atomic_returns(in_atomic_returns), .in_mask(in_mask),
        .in_offset(in_offset), .in_operands(in_operands), .wb_valid(wb_valid), .wb_ready(wb_ready), .wb_warp(wb_warp),
        .wb_register(wb_register), .wb_element(wb_element), .wb_mask(wb_mask), .wb_data(wb_data), .wb_level(wb_level),
        .fault_valid(fault_valid), .fault_ready(fault_ready), .fault_scratchpad(fault_scratchpad), .fault_warp(fault_warp),
        .fault_register(fault_register), .fault_element(fault_element), .fault_misaligned(fault_misaligned),
        .fault_outside(fault_outside), .request_valid(sm_valid), .request_ready(request_ready[0]), .request_head(sm_head),
        .request_tail(sm_tail), .request_payload(sm_payload), .reply_valid(reply_valid[0]), .reply_ready(sm_reply_ready),
        .reply_head(reply_head[0]), .reply_tail(reply_tail[0]), .reply_payload(reply_payload[PAYLOAD-1:0]), .accepted(accepted),
        .acquire(acquire), .release_valid(release_valid), .release_ready(release_ready), .event_hit(events[0]),
        .event_merged(events[1]), .event_miss(events[2]), .event_store(events[3]), .event_entry_full(events[4]),
        .event_merge_full(events[5]), .event_store_buffer_full(events[6]), .event_bank_conflict(events[7]), .line_waits(events[8]),
        .camat_clear(camat_clear), .camat_active_cycles(camat_active_cycles), .camat_accesses(camat_accesses), .busy(busy),
        .empty(empty));

    wire [CHANNELS*TAG_BITS-1:0]           accept_tag;
    wire [CHANNELS*(ADDRESS_BITS-6)-1:0]   accept_line;
    wire unused = &{1'b0, accept_tag, accept_line};
    rs_memory_path #(.SMS(SMS), .CHANNELS(CHANNELS), .TAG_BITS(TAG_BITS), .QUEUE(8), .REPLY_SLOTS(8), .ADDRESS_BITS(ADDRESS_BITS),
                     .CHANNEL_MASK(32'h00000100), .COLUMN_MASK(32'h0001cec0), .WRITE_MASK(1), .L2(L2), .L2_SETS(L2_SETS),
                     .L2_WAYS(L2_WAYS), .L2_QUEUE(8), .L2_MISSES(8), .L2_WAITERS(16), .L2_REPLIES(8), .L2_DRAM(8)) path (
        .clk(clk), .rst(rst), .policy(2'd3), .hash_bits(5'd4), .age_cap(8'd0), .hold_limit(8'd8), .wait_guard(1'b1), .seed(32'd1),
        .static_vc(1'b0), .bank_ready(1'b0), .request_valid({valid_outside, sm_valid}), .request_ready(request_ready),
        .request_head({head_outside, sm_head}), .request_tail({tail_outside, sm_tail}),
        .request_payload({payload_outside, sm_payload}), .reply_valid(reply_valid), .reply_ready({ready_outside, sm_reply_ready}),
        .reply_head(reply_head), .reply_tail(reply_tail), .reply_payload(reply_payload), .dfi_cs_n(cs_n), .dfi_ras_n(ras_n),
        .dfi_cas_n(cas_n), .dfi_we_n(we_n), .dfi_bank(bank), .dfi_address(address), .dfi_wrdata_en(wrdata_en), .dfi_wrdata(wrdata),
        .dfi_wrdata_mask(wrdata_mask), .dfi_rddata_valid(rddata_valid), .dfi_rddata(rddata), .accept_valid(accept_valid),
        .accept_write(accept_write), .accept_sm(accept_sm), .accept_tag(accept_tag), .accept_line(accept_line), .idle(idle));
endmodule
`default_nettype wire
