// Proof of rs_front_fifo: flags, level and words are those of rs_fifo (itself proven: rs_fifo_fv) in every cycle, whatever
// goes in and whenever it is taken. FLAG = 1: the highest bit is 0 without a front.
`default_nettype none
module rs_front_fifo_fv #(
    parameter WIDTH  = 1,
    parameter DEPTH  = 3,
    parameter FLAG   = 0,
    parameter BEHIND = 2 // places of the dut's memory: DEPTH - 1, for DEPTH = 1 one
) (
    input wire             clk,
    input wire             rst,
    input wire             in_valid,
    input wire [WIDTH-1:0] in_data,
    input wire             out_ready
);
    localparam LEVEL_BITS = $clog2(DEPTH + 1), QUEUED_BITS = DEPTH > 1 ? $clog2(DEPTH) : 1;

    wire                  ready, valid, dut_ready, dut_valid;
    wire [WIDTH-1:0]      data, dut_data;
    wire [LEVEL_BITS-1:0] level, dut_level;
    rs_fifo #(.WIDTH(WIDTH), .DEPTH(DEPTH)) expected (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(ready), .in_data(in_data),
        .out_valid(valid), .out_ready(out_ready), .out_data(data), .level(level));
    rs_front_fifo #(.WIDTH(WIDTH), .DEPTH(DEPTH), .FLAG(FLAG)) dut (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(dut_ready), .in_data(in_data),
        .out_valid(dut_valid), .out_ready(out_ready), .out_data(dut_data), .level(dut_level));

    localparam POINTER_BITS = DEPTH > 1 ? $clog2(DEPTH) : 1, PLACE_BITS = BEHIND > 1 ? $clog2(BEHIND) : 1;
    (* keep *) wire [POINTER_BITS-1:0] read_pointer;   // probe expected.read_pointer
    (* keep *) wire [POINTER_BITS-1:0] write_pointer;  // probe expected.write_pointer
    (* keep *) wire [DEPTH*WIDTH-1:0]  memory;         // probe expected.memory[*DEPTH]
    (* keep *) wire [PLACE_BITS-1:0]   dut_read;       // probe dut.read_pointer
    (* keep *) wire [PLACE_BITS-1:0]   dut_write;      // probe dut.write_pointer
    (* keep *) wire [BEHIND*WIDTH-1:0] dut_memory;     // probe dut.memory[*BEHIND]
    (* keep *) wire [QUEUED_BITS-1:0]  dut_queued;     // probe dut.queued

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) if (!started) assume (rst);

    reg was_full;
    always @(posedge clk)
        was_full <= !rst && (was_full || !ready);

    // Where the registers must stand for the above to be inductive: word k behind the front is word k + 1 of the other.
    function [31:0] wrapped; // place + steps modulo size
        input [31:0] place, steps, size;
        wrapped = place + steps >= size ? place + steps - size : place + steps;
    endfunction
    wire [31:0] front_at = {{(32-POINTER_BITS){1'b0}}, read_pointer}, place_at = {{(32-PLACE_BITS){1'b0}}, dut_read};
    wire [31:0] words    = {{(32-LEVEL_BITS){1'b0}}, level}, others = {{(32-QUEUED_BITS){1'b0}}, dut_queued};
    wire [DEPTH-1:0] linked;
    genvar k;
    generate
        assign linked[0] = 1'b1;
        for (k = 1; k < DEPTH; k = k + 1) begin : word
            wire [31:0] there = wrapped(front_at, k, DEPTH), here = wrapped(place_at, k - 1, BEHIND);
            assign linked[k] = words <= k || memory[there*WIDTH +: WIDTH] == dut_memory[here*WIDTH +: WIDTH];
        end
    endgenerate

    always @(posedge clk)
        if (started && !rst) begin
            flags_agree: assert (dut_ready == ready && dut_valid == valid && dut_level == level);
            words_agree: assert (!valid || dut_data == data);
            flag_clear:  assert (FLAG == 0 || valid || !dut_data[WIDTH-1]);
            in_range:    assert (words <= DEPTH && front_at < DEPTH && place_at < BEHIND && (valid || others == 0));
            ends_link:   assert ({{(32-POINTER_BITS){1'b0}}, write_pointer} == wrapped(front_at, words, DEPTH)
                              && {{(32-PLACE_BITS){1'b0}}, dut_write} == wrapped(place_at, others, BEHIND));
            words_link:  assert (&linked);
            fills:       cover (!ready);
            drains:      cover (was_full && !valid);
            straight_on: cover (DEPTH == 1 || (valid && others == 0 && out_ready && in_valid)); // in as the front leaves
        end
endmodule
`default_nettype wire
