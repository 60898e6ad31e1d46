// What waits behind the heads or windows of rs_queue_banked and rs_queue_lookahead, which hold the oldest WINDOW requests
// of each bank; and which banks have room. PLACES places per bank, at most QUEUE requests in all:
//   PLACES = QUEUE / BANKS: a FIFO per bank, none if the window holds them all.
//   PLACES > QUEUE / BANKS: rs_queue_store, which the banks share. The user counts all requests.
//
//   full     per bank: its window is
//   pushes   one-hot or 0: a request of this bank comes;  append: and goes behind its window
//   leaves   one-hot or 0: a request of this bank leaves its window, and `first` of the bank moves up if `waiting`
//   served   one-hot: the bank that `leaves` in this cycle, if any does
//   first    per bank: the oldest behind its window; in a shared pool that of bank `served` for all
// Timing: room and waiting are registered; first is combinational from served.
`default_nettype none
module rs_queue_behind #(
    parameter QUEUE  = 32,
    parameter BANKS  = 4,
    parameter PLACES = 8,
    parameter WINDOW = 1,
    parameter WIDTH  = 36 // bits of a request
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire [BANKS-1:0]       full,
    input  wire [BANKS-1:0]       pushes,
    input  wire [BANKS-1:0]       append,
    input  wire [WIDTH-1:0]       append_data,
    input  wire [BANKS-1:0]       leaves,
    input  wire [BANKS-1:0]       served,
    output wire [BANKS-1:0]       room,
    output wire [BANKS-1:0]       waiting,
    output wire [BANKS*WIDTH-1:0] first
);
    localparam SHARED = PLACES * BANKS > QUEUE;

    generate
        if (WINDOW < 1 || PLACES < WINDOW || PLACES > QUEUE) begin : illegal
            rs_queue_behind_needs_a_window_of_1_to_the_places_and_places_up_to_the_queue stop ();
        end
    endgenerate

    genvar b;
    generate
        if (PLACES == WINDOW) begin : none
            assign waiting = {BANKS{1'b0}};
            assign first   = {(BANKS*WIDTH){1'b0}};
        end else if (SHARED) begin : shared
            wire [WIDTH-1:0] first_served;
            assign first = {BANKS{first_served}};
            // QUEUE / PLACES banks can be full; then only their windows are elsewhere.
            rs_queue_store #(.PLACES(QUEUE - QUEUE / PLACES * WINDOW), .BANKS(BANKS), .WIDTH(WIDTH)) store (
                .clk(clk), .rst(rst), .append(append), .append_data(append_data),
                .served(served), .remove(leaves & waiting), .first(first_served), .waiting(waiting));
        end
        for (b = 0; b < BANKS; b = b + 1) begin : bank
            if (!SHARED && PLACES > WINDOW) begin : fifo
                /* verilator lint_off PINCONNECTEMPTY */
                rs_fifo #(.WIDTH(WIDTH), .DEPTH(PLACES - WINDOW)) behind (
                    .clk(clk), .rst(rst), .in_valid(append[b]), .in_ready(room[b]), .in_data(append_data),
                    .out_valid(waiting[b]), .out_ready(leaves[b]), .out_data(first[b*WIDTH +: WIDTH]), .level());
                /* verilator lint_on PINCONNECTEMPTY */
            end else if (PLACES == WINDOW) begin : window
                assign room[b] = !full[b];
            end else if (PLACES == QUEUE) begin : all
                assign room[b] = 1'b1;
            end else begin : some
                localparam LEVEL_BITS = $clog2(PLACES + 1);
                localparam [31:0] FULL = PLACES;
                reg [LEVEL_BITS-1:0] level;
                assign room[b] = level != FULL[LEVEL_BITS-1:0];
                always @(posedge clk)
                    if (rst)
                        level <= {LEVEL_BITS{1'b0}};
                    else
                        level <= level + {{(LEVEL_BITS-1){1'b0}}, pushes[b]} - {{(LEVEL_BITS-1){1'b0}}, leaves[b]};
            end
        end
    endgenerate
    wire unused = &{1'b0, clk, rst, full, pushes, append, append_data, leaves, served};
endmodule
`default_nettype wire
