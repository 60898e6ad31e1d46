// Proof of what rs_sm_memory adds to its blocks, at its ports. Instructions, replies (of reads that are out), acquire, release
// and every ready are free.
//   A request, words for registers and a fault that are offered stay until they are taken: the choices between reads and
//   stores, cache and scratchpad, load/store unit and scratchpad hold.
//   Both who have words at once: neither waits for more than the other's one.
//   No instruction begins while a release is asked for. When it is ready no write is at the port.
`default_nettype none
module rs_sm_memory_fv #(
    parameter TABLE   = 0,
    parameter CACHE   = 0,
    // derived, not to be set
    parameter ID_BITS = 2 + (CACHE != 0 && TABLE != 0 ? 3 : 0)
) (
    input wire               clk,
    input wire               rst,
    input wire               in_valid,
    input wire [2:0]         in_opcode,
    input wire [4:0]         in_length,
    input wire               in_warp,
    input wire [4:0]         in_register,
    input wire               in_scratchpad,
    input wire               in_mask,
    input wire [31:0]        in_offset,
    input wire [127:0]       in_operands,
    input wire               wb_ready,
    input wire               fault_ready,
    input wire               request_ready,
    input wire               reply_valid,
    input wire [ID_BITS-1:0] reply_id,
    input wire               reply_mask,
    input wire [63:0]        reply_data,
    input wire               acquire,
    input wire               release_valid
);
    wire               in_ready, in_first, wb_valid, wb_warp, wb_mask, fault_valid, fault_scratchpad, fault_warp;
    wire               fault_misaligned, fault_outside, request_valid, request_write, request_atomic, request_mask, reply_ready;
    wire               release_ready, busy, empty;
    wire               hit, merged, miss, store, entry_full, merge_full, store_buffer_full, bank_conflict, line_waits;
    wire [1:0]         in_status;
    wire [2:0]         wb_level;
    wire [3:0]         wb_element, fault_element;
    wire [4:0]         wb_register, fault_register, request_address;
    wire [31:0]        wb_data;
    wire [ID_BITS-1:0] request_id;
    wire [7:0]         request_bytes;
    wire [63:0]        request_data, active_cycles, accesses;
    rs_sm_memory #(.LANES(1), .ADDRESS_BITS(8), .WARP_BITS(1), .REGISTER_BITS(5), .MAX_LENGTH(4), .BANKS(1),
        .SCRATCHPAD_BYTES(4), .CACHE(CACHE), .SETS(1), .WAYS(1), .LINE_BYTES(8), .REQUEST_BYTES(8), .TABLE(TABLE), .ENTRIES(2),
        .MERGES(1), .STORES(2)) dut (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_first(in_first), .in_status(in_status),
        .in_opcode(in_opcode), .in_length(in_length), .in_warp(in_warp), .in_register(in_register),
        .in_scratchpad(in_scratchpad), .in_atomic(1'b0), .in_atomic_op(3'd0), .in_atomic_returns(1'b0),
        .in_mask(in_mask), .in_offset(in_offset), .in_operands(in_operands),
        .wb_valid(wb_valid), .wb_ready(wb_ready), .wb_warp(wb_warp), .wb_register(wb_register), .wb_element(wb_element),
        .wb_mask(wb_mask), .wb_data(wb_data), .wb_level(wb_level), .fault_valid(fault_valid), .fault_ready(fault_ready),
        .fault_scratchpad(fault_scratchpad), .fault_warp(fault_warp), .fault_register(fault_register),
        .fault_element(fault_element), .fault_misaligned(fault_misaligned), .fault_outside(fault_outside),
        .request_valid(request_valid), .request_ready(request_ready), .request_write(request_write),
        .request_atomic(request_atomic),
        .request_address(request_address), .request_id(request_id), .request_mask(request_mask),
        .request_bytes(request_bytes), .request_data(request_data), .reply_valid(reply_valid), .reply_ready(reply_ready),
        .reply_id(reply_id), .reply_mask(reply_mask), .reply_level(1'b1), .reply_data(reply_data), .acquire(acquire),
        .release_valid(release_valid), .release_ready(release_ready), .event_hit(hit),
        .event_merged(merged), .event_miss(miss), .event_store(store), .event_entry_full(entry_full),
        .event_merge_full(merge_full), .event_store_buffer_full(store_buffer_full), .event_bank_conflict(bank_conflict),
        .line_waits(line_waits),
        .camat_clear(1'b0), .camat_active_cycles(active_cycles), .camat_accesses(accesses), .busy(busy), .empty(empty));

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) if (!started) assume (rst);

    rs_stream_source_rules #(.WIDTH(1 + 5 + ID_BITS + 8), .CHECK(1)) request_rules (
        .clk(clk), .rst(rst), .valid(request_valid), .ready(request_ready),
        .payload({request_write, request_address, request_id, request_bytes}));
    rs_stream_source_rules #(.WIDTH(1 + 5 + 4 + 1 + 3), .CHECK(1)) wb_rules (
        .clk(clk), .rst(rst), .valid(wb_valid), .ready(wb_ready), .payload({wb_warp, wb_register, wb_element, wb_mask, wb_level}));
    rs_stream_source_rules #(.WIDTH(2 + 5 + 4 + 2), .CHECK(1)) fault_rules (
        .clk(clk), .rst(rst), .valid(fault_valid), .ready(fault_ready), .payload({fault_scratchpad, fault_warp, fault_register,
        fault_element, fault_misaligned, fault_outside}));

    wire cache_words; // probe dut.cache_valid
    wire pad_words;   // probe dut.pad_valid
    wire takes_pad   = wb_valid && wb_ready && wb_level == 3'd0;
    wire takes_cache = wb_valid && wb_ready && wb_level != 3'd0;
    reg  cache_waited, pad_waited; // while the other's words left once
    reg [2:0] out;                 // reads that left and are not back
    wire asks  = request_valid && request_ready && !request_write;
    wire fills = reply_valid && reply_ready;
    always @(posedge clk) if (!rst) begin reply_to_a_read: assume (!reply_valid || out != 0); end
    always @(posedge clk) begin
        out          <= out + {2'd0, asks} - {2'd0, fills};
        cache_waited <= cache_words && !takes_cache && (cache_waited || takes_pad);
        pad_waited   <= pad_words && !takes_pad && (pad_waited || takes_cache);
        if (rst) begin
            out          <= 3'd0;
            cache_waited <= 1'b0;
            pad_waited   <= 1'b0;
        end
    end

    always @(posedge clk)
        if (started && !rst) begin
            takes_turns:      assert (!(cache_waited && takes_pad) && !(pad_waited && takes_cache));
            nothing_begins:   assert (!(release_valid && in_first && in_ready));
            stores_have_left: assert (!(release_valid && release_ready && request_valid && request_write));
            empty_is_idle:    assert (!empty || !(wb_valid || fault_valid || request_valid || busy));
            both_have_words:  cover (cache_words && pad_words && cache_waited);
            releases:         cover (release_valid && release_ready && accesses[1]);
            acquires:         cover (acquire && out != 3'd0 && in_valid && in_ready && accesses[1]);
            scratchpad_fault: cover (fault_valid && fault_scratchpad && !fault_ready);
        end
endmodule
`default_nettype wire
