// Request queue, scheduler FIFO: strictly in order; only the head request may cause any command (THESIS 6.1.2).
//
// Interface of all request queues (rs_queue_fifo, rs_queue_banked, rs_queue_lookahead, rs_queue_frfcfs, rs_queue_bliss):
//   push      one request {bank, row, entry}; only to a bank with room
//   candidate per bank: the request that may cause the bank's next command; its row and entry; hit = its row is
//             open. The row of a bank is closed only for a candidate that misses.
//   ready     banks whose candidate has a command ready in this cycle (of the class chosen by rs_dram_commands);
//   oldest    one-hot: the bank of the oldest candidate among them, in order of acceptance; anything while there is none
//   pop       the candidate of bank `served` leaves, which is `oldest` then; with several column commands a request
//             `served` is known a cycle before (rs_queue_fifo, which has one candidate, does not need it)
//   calm      with two requests between their column commands (rs_dram_commands, PAIR): the second may begin, as its bank's candidate will
//             stay until it has left, whatever leaves before (rs_queue_fifo has one candidate, rs_queue_bliss takes no two)
//   open, open_row  a bank opens only for its candidate, with its row, which stays until the bank is closed and one cycle more
// So the head has a bit for its row: compared when it becomes the head; from then on only its own ACT can open its bank.
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
    localparam WIDTH = BANK_BITS + ROW_BITS + ENTRY;
    reg  [BANKS-1:0]     head_bank;          // one-hot; 0 without a head
    reg  [ROW_BITS-1:0]  head_row;
    reg  [ENTRY-1:0]     head_entry;
    reg                  same_row;           // its row is what its bank has open, or will have open next
    wire                 accepts, stored;
    wire [WIDTH-1:0]     second;
    wire                 moves  = pop || head_bank == {BANKS{1'b0}}; // what comes next becomes the head
    wire                 passes = push && moves && !stored;

    /* verilator lint_off PINCONNECTEMPTY */
    rs_fifo #(.WIDTH(WIDTH), .DEPTH(QUEUE - 1)) behind_head (
        .clk(clk), .rst(rst), .in_valid(push && !passes), .in_ready(accepts), .in_data({push_bank, push_row, push_entry}),
        .out_valid(stored), .out_ready(pop), .out_data(second), .level());
    /* verilator lint_on PINCONNECTEMPTY */
    wire [BANK_BITS-1:0] next_bank;
    wire [ROW_BITS-1:0]  next_row;
    wire [ENTRY-1:0]     next_entry;
    wire                 equal;
    assign {next_bank, next_row, next_entry} = stored ? second : {push_bank, push_row, push_entry};
    rs_compare #(.WIDTH(ROW_BITS)) row_compare (
        .a(next_row), .b(open_row[{{(32-BANK_BITS){1'b0}}, next_bank}*ROW_BITS +: ROW_BITS]), .equal(equal));

    always @(posedge clk) begin
        if (rst)
            head_bank <= {BANKS{1'b0}};
        else if (moves)
            head_bank <= stored || push ? {{(BANKS-1){1'b0}}, 1'b1} << next_bank : {BANKS{1'b0}};
        if (moves) begin
            head_row   <= next_row;
            head_entry <= next_entry;
        end
        same_row <= moves ? equal : same_row || (head_bank & open) == {BANKS{1'b0}};
    end

    assign room      = {BANKS{accepts}};
    assign candidate = head_bank;
    assign hit       = head_bank & open & {BANKS{same_row}};
    assign row       = {BANKS{head_row}};
    assign entry     = {BANKS{head_entry}};
    wire unused_ready = &{1'b0, ready};
    assign oldest    = head_bank;
    assign empty     = head_bank == {BANKS{1'b0}};
endmodule
`default_nettype wire
