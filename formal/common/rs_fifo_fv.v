// Proof of rs_fifo: flags, level, order. One arbitrary word is marked on its way in; `ahead` counts the words in
// front of it. It comes out exactly when that count is 0, as the k-th word in is the k-th word out: nothing is lost,
// doubled or reordered, whatever the word and its data.
`default_nettype none
module rs_fifo_fv #(
    parameter WIDTH = 1,
    parameter DEPTH = 3
) (
    input wire             clk,
    input wire             rst,
    input wire             in_valid,
    input wire [WIDTH-1:0] in_data,
    input wire             out_ready,
    input wire             mark
);
    localparam LEVEL_BITS = $clog2(DEPTH + 1);
    localparam [LEVEL_BITS-1:0] ONE = 1, FULL = DEPTH;

    wire                  in_ready, out_valid;
    wire [WIDTH-1:0]      out_data;
    wire [LEVEL_BITS-1:0] level;
    rs_fifo #(.WIDTH(WIDTH), .DEPTH(DEPTH)) dut (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_data(in_data),
        .out_valid(out_valid), .out_ready(out_ready), .out_data(out_data), .level(level));

    localparam POINTER_BITS = DEPTH > 1 ? $clog2(DEPTH) : 1;
    (* keep *) wire [POINTER_BITS-1:0] read_pointer;  // probe dut.read_pointer
    (* keep *) wire [POINTER_BITS-1:0] write_pointer; // probe dut.write_pointer
    (* keep *) wire [DEPTH*WIDTH-1:0]  memory;        // probe dut.memory[*DEPTH]

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) if (!started) assume (rst);

    wire push = in_valid && in_ready;
    wire pop  = out_valid && out_ready;
    reg [LEVEL_BITS-1:0] words;          // in minus out
    reg                  inside;         // the marked word is in the queue ...
    reg [LEVEL_BITS-1:0] ahead;          // ... behind so many others
    reg [WIDTH-1:0]      marked;
    reg                  was_full;
    always @(posedge clk) begin
        words <= words + (push ? ONE : 0) - (pop ? ONE : 0);
        if (inside && pop) begin
            inside <= ahead != 0;
            ahead  <= ahead - ONE;
        end
        if (!inside && mark && push) begin
            inside <= 1'b1;
            ahead  <= words - (pop ? ONE : 0);
            marked <= in_data;
        end
        was_full <= was_full || words == FULL;
        if (rst) begin
            words    <= 0;
            inside   <= 1'b0;
            was_full <= 1'b0;
        end
    end

    // Where the registers must stand for the above to be inductive.
    localparam [31:0] LAST = DEPTH - 1;
    function [31:0] wrapped; // place + steps modulo DEPTH
        input [31:0] place, steps;
        wrapped = place + steps > LAST ? place + steps - DEPTH : place + steps;
    endfunction
    wire [31:0] front  = {{(32-POINTER_BITS){1'b0}}, read_pointer};
    wire [31:0] behind = {{(32-LEVEL_BITS){1'b0}}, words};
    wire [31:0] end_of = wrapped(front, behind);
    wire [31:0] place  = wrapped(front, {{(32-LEVEL_BITS){1'b0}}, ahead});

    rs_stream_source_rules #(.WIDTH(WIDTH), .CHECK(1)) out_rules (
        .clk(clk), .rst(rst), .valid(out_valid), .ready(out_ready), .payload(out_data));

    always @(posedge clk)
        if (started && !rst) begin
            flags_agree:    assert (level == words && in_ready == (words != FULL) && out_valid == (words != 0));
            level_in_range: assert (words <= FULL);
            marked_inside:  assert (!inside || ahead < words);
            marked_in_turn: assert (!(inside && ahead == 0) || (out_valid && out_data == marked));
            pointers_link:  assert (front <= LAST && {{(32-POINTER_BITS){1'b0}}, write_pointer} == end_of);
            marked_stored:  assert (!inside || memory[place*WIDTH +: WIDTH] == marked);
            fills:          cover (words == FULL);
            drains:         cover (was_full && words == 0);
            in_and_out:     cover (DEPTH == 1 || (push && pop && inside)); // a queue of one never does both
            marked_leaves:  cover (inside && ahead == 0 && pop && was_full);
        end
endmodule
`default_nettype wire
