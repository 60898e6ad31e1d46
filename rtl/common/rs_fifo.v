// rs_fifo: synchronous first-in first-out queue.
//
// DEPTH entries of WIDTH bits; any DEPTH >= 1, powers of two or not.
// A word moves in when in_valid and in_ready are set at the clock edge, out when out_valid and out_ready are.
// in_ready = not full and out_valid = not empty are functions of the registered level alone: no path leads
// from an input to in_ready, so a full queue takes no word in the cycle in which one leaves.
// out_data is the memory at the read pointer; a word written into an empty queue is there one cycle later.
// It means nothing while out_valid = 0.
// level: words held, 0 .. DEPTH. rst (synchronous) empties the queue; the memory is not cleared.
// C twin: cmodel/common/fifo.c.
`default_nettype none
module rs_fifo #(
    parameter WIDTH = 8,
    parameter DEPTH = 4,
    parameter LEVEL_BITS = $clog2(DEPTH + 1) // derived, not to be set
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire                  in_valid,
    output wire                  in_ready,
    input  wire [WIDTH-1:0]      in_data,
    output wire                  out_valid,
    input  wire                  out_ready,
    output wire [WIDTH-1:0]      out_data,
    output reg  [LEVEL_BITS-1:0] level
);
    localparam POINTER_BITS = DEPTH > 1 ? $clog2(DEPTH) : 1;
    localparam integer LAST_ENTRY = DEPTH - 1;
    localparam [POINTER_BITS-1:0] LAST = LAST_ENTRY[POINTER_BITS-1:0];
    localparam integer FULL_LEVEL = DEPTH;
    localparam [LEVEL_BITS-1:0] FULL = FULL_LEVEL[LEVEL_BITS-1:0];
    localparam [POINTER_BITS-1:0] POINTER_ONE = 1;
    localparam [LEVEL_BITS-1:0] LEVEL_ONE = 1;

    generate
        if (WIDTH < 1)
            rs_fifo_WIDTH_must_be_at_least_1 illegal_parameter ();
        if (DEPTH < 1)
            rs_fifo_DEPTH_must_be_at_least_1 illegal_parameter ();
        if (LEVEL_BITS != $clog2(DEPTH + 1))
            rs_fifo_LEVEL_BITS_is_derived_and_must_not_be_set illegal_parameter ();
    endgenerate

    reg [WIDTH-1:0] memory [0:DEPTH-1];
    reg [POINTER_BITS-1:0] read_pointer, write_pointer;

    wire push = in_valid & in_ready;
    wire pop  = out_valid & out_ready;

    assign in_ready  = level != FULL;
    assign out_valid = level != 0;
    assign out_data  = memory[read_pointer];

    always @(posedge clk) begin
        if (push) begin
            memory[write_pointer] <= in_data;
            write_pointer <= write_pointer == LAST ? 0 : write_pointer + POINTER_ONE;
        end
        if (pop)
            read_pointer <= read_pointer == LAST ? 0 : read_pointer + POINTER_ONE;
        if (push & ~pop)
            level <= level + LEVEL_ONE;
        if (pop & ~push)
            level <= level - LEVEL_ONE;
        if (rst) begin
            read_pointer  <= 0;
            write_pointer <= 0;
            level         <= 0;
        end
    end
endmodule
`default_nettype wire
