// rs_front_fifo: rs_fifo, cycle for cycle, whose front word and out_valid stand in registers.
//
// For queues whose readers are in a hurry and answer late: out_data waits for no memory, and out_ready drives the front
// word's load in place of a pointer that selects it. The DEPTH - 1 words behind the front are in the memory.
// A word that finds the queue empty, or would be its front by the clock edge, goes to the front at once; it is written to a
// free place of the memory all the same, so that only the pointer waits for out_ready.
// FLAG = 1: the highest bit of out_data is 0 whenever out_valid is, so that a reader who wants both has one register to ask.
// Ports, parameters and what they mean: rs_fifo. Stored: DEPTH * WIDTH bits. C twin: cmodel/common/fifo.c.
`default_nettype none
module rs_front_fifo #(
    parameter WIDTH = 8,
    parameter DEPTH = 4,
    parameter FLAG  = 0, // 0, 1
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
    output wire [LEVEL_BITS-1:0] level
);
    localparam BEHIND = DEPTH > 1 ? DEPTH - 1 : 1; // places in the memory; DEPTH = 1 never uses its one
    localparam POINTER_BITS = BEHIND > 1 ? $clog2(BEHIND) : 1;
    localparam QUEUED_BITS = DEPTH > 1 ? $clog2(DEPTH) : 1;
    localparam integer LAST_PLACE = BEHIND - 1, MOST = DEPTH - 1;
    localparam [POINTER_BITS-1:0] LAST = LAST_PLACE[POINTER_BITS-1:0], POINTER_ONE = 1;
    localparam [QUEUED_BITS-1:0] FULL = MOST[QUEUED_BITS-1:0], QUEUED_ONE = 1;

    generate
        if (WIDTH < 1)
            rs_front_fifo_WIDTH_must_be_at_least_1 illegal_parameter ();
        if (DEPTH < 1)
            rs_front_fifo_DEPTH_must_be_at_least_1 illegal_parameter ();
        if (FLAG != 0 && FLAG != 1)
            rs_front_fifo_FLAG_must_be_0_or_1 illegal_parameter ();
        if (LEVEL_BITS != $clog2(DEPTH + 1))
            rs_front_fifo_LEVEL_BITS_is_derived_and_must_not_be_set illegal_parameter ();
    endgenerate

    reg [WIDTH-1:0] front;
    reg             valid;
    reg [WIDTH-1:0] memory [0:BEHIND-1];
    reg [QUEUED_BITS-1:0]  queued; // words in the memory; none without a front
    reg [POINTER_BITS-1:0] read_pointer, write_pointer;

    /* verilator lint_off UNUSEDSIGNAL */ // what no level has
    wire [31:0] words = {{(32-QUEUED_BITS){1'b0}}, queued} + 1;
    /* verilator lint_on UNUSEDSIGNAL */
    wire behind = queued != 0;
    wire push   = in_valid & in_ready;

    assign in_ready  = DEPTH == 1 ? ~valid : queued != FULL;
    assign out_valid = valid;
    assign out_data  = front;
    assign level     = valid ? words[LEVEL_BITS-1:0] : 0;

    // out_ready comes last, so it chooses between what is ready, reset included. Without a front there is nothing behind
    // either, and whether it is set makes no difference.
    wire [POINTER_BITS-1:0] read_next  = read_pointer == LAST ? 0 : read_pointer + POINTER_ONE;
    wire [POINTER_BITS-1:0] write_next = write_pointer == LAST ? 0 : write_pointer + POINTER_ONE;
    wire [QUEUED_BITS-1:0]  fewer = rst ? 0 : behind & ~push ? queued - QUEUED_ONE : queued;
    wire [QUEUED_BITS-1:0]  more  = rst ? 0 : push & valid ? queued + QUEUED_ONE : queued;
    wire [POINTER_BITS-1:0] read_moved   = rst ? 0 : behind ? read_next : read_pointer;
    wire [POINTER_BITS-1:0] read_stays   = rst ? 0 : read_pointer;
    wire [POINTER_BITS-1:0] write_moved  = rst ? 0 : push & behind ? write_next : write_pointer;
    wire [POINTER_BITS-1:0] write_queued = rst ? 0 : push & valid ? write_next : write_pointer;

    always @(posedge clk) begin
        if (push)
            memory[write_pointer] <= in_data;
        if (out_ready | ~valid)
            front <= behind ? memory[read_pointer] : in_data;
        if (FLAG != 0 && (rst | ((out_ready | ~valid) & ~behind & ~push)))
            front[WIDTH-1] <= 1'b0;
        valid         <= ~rst & (push | (out_ready ? behind : valid));
        queued        <= out_ready ? fewer : more;
        read_pointer  <= out_ready ? read_moved : read_stays;
        write_pointer <= out_ready ? write_moved : write_queued;
    end
endmodule
`default_nettype wire
