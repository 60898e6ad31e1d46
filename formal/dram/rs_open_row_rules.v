// Contract between rs_dram_commands and the request queues about open rows: a bank opens only for its candidate, which
// was picked while the bank was closed, and with that row, which stays until the bank is closed and one cycle more.
// CHECK 1 asserts it, 0 assumes it.
`default_nettype none
module rs_open_row_rules #(
    parameter BANKS    = 2,
    parameter ROW_BITS = 1,
    parameter CHECK    = 1
) (
    input wire                      clk,
    input wire                      rst,
    input wire [BANKS-1:0]          open,
    input wire [BANKS*ROW_BITS-1:0] open_row,
    input wire [BANKS*ROW_BITS-1:0] row,   // of the candidates
    input wire [BANKS-1:0]          picked // ready, the oldest, and it stays in the queue
);
    reg  [BANKS-1:0]          had_open, may_open;
    reg  [BANKS*ROW_BITS-1:0] had_open_row, had_row;
    wire [BANKS-1:0]          right;
    always @(posedge clk) begin
        had_open     <= open & {BANKS{!rst}};
        may_open     <= picked & ~open & {BANKS{!rst}};
        had_open_row <= open_row;
        had_row      <= row;
    end
    genvar b;
    generate
        for (b = 0; b < BANKS; b = b + 1) begin : each
            wire [ROW_BITS-1:0] now = open_row[b*ROW_BITS +: ROW_BITS];
            assign right[b] = had_open[b] ? now == had_open_row[b*ROW_BITS +: ROW_BITS]
                            : !open[b] || (may_open[b] && now == had_row[b*ROW_BITS +: ROW_BITS]);
        end
        if (CHECK != 0) begin : check
            always @(posedge clk) if (!rst) begin open_rows: assert (&right); end
        end else begin : promise
            always @(posedge clk) if (!rst) begin open_rows: assume (&right); end
        end
    endgenerate
endmodule
`default_nettype wire
