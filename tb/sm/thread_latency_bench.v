// rs_coalescer in front of rs_outstanding_table, loads only and every line a miss, as the thread-latency micro-benchmark
// has them (cmodel/study/thread_latency.h); the memory is the bench. A request is a line; tag: warp, register.
`default_nettype none
module thread_latency_bench #(
    parameter TABLE        = 0,
    parameter ENTRIES      = 32,
    parameter MERGES       = 8,
    parameter ADDRESS_BITS = 20,
    // derived, not to be set
    parameter LINE_BITS    = ADDRESS_BITS - 7,
    parameter ID_BITS      = ENTRIES > 1 ? $clog2(ENTRIES) : 1
) (
    input  wire                       clk,
    input  wire                       rst,
    input  wire                       in_valid,
    output wire                       in_ready,
    input  wire [4:0]                 in_warp,
    input  wire [1:0]                 in_register,
    input  wire [31:0]                in_mask,
    input  wire [32*ADDRESS_BITS-1:0] in_address,
    output wire                       line_valid,
    output wire                       line_ready,
    output wire [LINE_BITS-1:0]       line_address,
    output wire [31:0]                line_mask,
    output wire                       request_valid,
    output wire [ID_BITS-1:0]         request_id,
    output wire [LINE_BITS-1:0]       request_line,
    output wire [31:0]                request_mask,
    input  wire                       fill_valid,
    output wire                       fill_ready,
    input  wire [ID_BITS-1:0]         fill_id,
    input  wire [31:0]                fill_mask,
    output wire                       reply_valid,
    output wire [6:0]                 reply_tag,
    output wire [31:0]                reply_mask,
    output wire [159:0]               reply_word,
    output wire                       event_entry_full,
    output wire                       empty
);
    wire [4:0]   line_warp;
    wire [1:0]   line_register;
    wire [159:0] line_word;
    wire         line_last;
    wire [LINE_BITS-1:0] line_behind;
    /* verilator lint_off PINCONNECTEMPTY */
    // of no interest here: what stores have, what follows from id or tag, events
    rs_coalescer #(.ADDRESS_BITS(ADDRESS_BITS), .REGISTER_BITS(2)) coalescer (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_write(1'b0), .in_warp(in_warp),
        .in_register(in_register), .in_element(4'd0), .in_last(1'b1), .in_mask(in_mask), .in_address(in_address),
        .in_data({1024{1'b0}}), .line_valid(line_valid), .line_ready(line_ready), .line_write(), .line_warp(line_warp),
        .line_register(line_register), .line_element(), .line_last(line_last), .line_end(), .line_address(line_address),
        .line_behind(line_behind), .line_mask(line_mask), .line_word(line_word), .line_bytes(), .line_data(), .busy());
    rs_outstanding_table #(.TABLE(TABLE), .ADDRESS_BITS(ADDRESS_BITS), .REQUEST_BYTES(128), .TAG_BITS(7), .ENTRIES(ENTRIES),
        .MERGES(MERGES)) entries (
        .clk(clk), .rst(rst), .access_valid(line_valid), .access_ready(line_ready), .access_line(line_address),
        .access_behind(line_behind), .access_stays(line_valid && !line_ready), .access_mask(line_mask), .access_word(line_word),
        .access_tag({line_warp, line_register}), .access_last(line_last),
        .access_write(1'b0), .acquire(1'b0), .request_valid(request_valid), .request_ready(1'b1), .request_id(request_id),
        .request_line(request_line), .request_sector(), .request_mask(request_mask), .fill_valid(fill_valid),
        .fill_ready(fill_ready), .fill_id(fill_id), .fill_sector(1'b0), .fill_mask(fill_mask), .reply_valid(reply_valid),
        .reply_ready(1'b1), .reply_id(), .reply_next(), .reply_tag(reply_tag), .reply_mask(reply_mask), .reply_word(reply_word),
        .reply_last(), .event_allocate(), .event_merge(), .event_merge_full(), .event_entry_full(event_entry_full),
        .event_fill(), .event_id(), .empty(empty));
    /* verilator lint_on PINCONNECTEMPTY */
endmodule
`default_nettype wire
