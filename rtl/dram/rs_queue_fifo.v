// Request queue, scheduler FIFO: strictly in order; only the head request may cause any command (THESIS 6.1.2).
//
// Interface of all request queues (rs_queue_fifo, rs_queue_banked, rs_queue_lookahead, rs_queue_frfcfs):
//   push      one request {bank, row, entry}; only to a bank with room
//   candidate per bank: the request that may cause the bank's next command; its row and entry; hit = its row is
//             open. The row of a bank is closed only for a candidate that misses.
//   ready     banks whose candidate has a command ready in this cycle (of the class chosen by rs_dram_commands);
//   oldest    one-hot: the bank of the oldest candidate among them, in order of acceptance
//   pop       the candidate of bank `oldest` leaves
// Timing: all outputs are combinational from state, open rows and `ready`; a push is a candidate one cycle later.
`default_nettype none
module rs_queue_fifo #(
    parameter QUEUE    = 32, // requests
    parameter BANKS    = 4,
    parameter ROW_BITS = 12,
    parameter ENTRY    = 24, // bits of a request besides bank and row
    // derived, not to be set
    parameter BANK_BITS = (BANKS > 1) ? $clog2(BANKS) : 1
) (
    input  wire                      clk,
    input  wire                      rst,
    input  wire                      push,
    input  wire [BANK_BITS-1:0]      push_bank,
    input  wire [ROW_BITS-1:0]       push_row,
    input  wire [ENTRY-1:0]          push_entry,
    output wire [BANKS-1:0]          room,
    input  wire [BANKS-1:0]          open,
    input  wire [BANKS*ROW_BITS-1:0] open_row,
    output wire [BANKS-1:0]          candidate,
    output wire [BANKS-1:0]          hit,
    output wire [BANKS*ROW_BITS-1:0] row,
    output wire [BANKS*ENTRY-1:0]    entry,
    input  wire [BANKS-1:0]          ready,
    output wire [BANKS-1:0]          oldest,
    input  wire                      pop,
    output wire                      empty
);
    wire                 head_valid, accepts, equal;
    wire [BANK_BITS-1:0] head_bank;
    wire [ROW_BITS-1:0]  head_row;
    wire [ENTRY-1:0]     head_entry;

    /* verilator lint_off PINCONNECTEMPTY */
    rs_fifo #(.WIDTH(BANK_BITS + ROW_BITS + ENTRY), .DEPTH(QUEUE)) requests (
        .clk(clk), .rst(rst),
        .in_valid(push), .in_ready(accepts), .in_data({push_bank, push_row, push_entry}),
        .out_valid(head_valid), .out_ready(pop), .out_data({head_bank, head_row, head_entry}),
        .level());
    /* verilator lint_on PINCONNECTEMPTY */
    rs_compare #(.WIDTH(ROW_BITS)) row_compare (
        .a(head_row), .b(open_row[{{(32-BANK_BITS){1'b0}}, head_bank}*ROW_BITS +: ROW_BITS]), .equal(equal));

    assign room      = {BANKS{accepts}};
    assign candidate = {{(BANKS-1){1'b0}}, head_valid} << head_bank;
    assign hit       = candidate & open & {BANKS{equal}};
    assign row       = {BANKS{head_row}};
    assign entry     = {BANKS{head_entry}};
    assign oldest    = ready & candidate;
    assign empty     = !head_valid;
endmodule
`default_nettype wire
