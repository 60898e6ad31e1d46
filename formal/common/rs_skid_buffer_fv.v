// Proof of rs_skid_buffer: order, no loss, two words at most, an offered word stays. Marked word as in rs_fifo_fv.
// STALL > 0: also that a sink which takes a word after at most STALL cycles of waiting makes the slice such a sink.
`default_nettype none
module rs_skid_buffer_fv #(
    parameter WIDTH = 8,
    parameter STALL = 0 // cycles; 0: the sink may stall for ever
) (
    input wire             clk,
    input wire             rst,
    input wire             in_valid,
    input wire [WIDTH-1:0] in_data,
    input wire             out_ready,
    input wire             mark
);
    wire             in_ready, out_valid;
    wire [WIDTH-1:0] out_data;
    rs_skid_buffer #(.WIDTH(WIDTH)) dut (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_data(in_data),
        .out_valid(out_valid), .out_ready(out_ready), .out_data(out_data));

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) if (!started) assume (rst);

    wire push = in_valid && in_ready;
    wire pop  = out_valid && out_ready;
    reg [1:0]       words;
    reg             inside;
    reg [1:0]       ahead;
    reg [WIDTH-1:0] marked;
    reg             pushed, stall_then_run;
    always @(posedge clk) begin
        words <= words + {1'b0, push} - {1'b0, pop};
        if (inside && pop) begin
            inside <= ahead != 0;
            ahead  <= ahead - 2'd1;
        end
        if (!inside && mark && push) begin
            inside <= 1'b1;
            ahead  <= words - {1'b0, pop};
            marked <= in_data;
        end
        pushed <= push;
        stall_then_run <= stall_then_run || words == 2'd2;
        if (rst) begin
            words  <= 2'd0;
            inside <= 1'b0;
            pushed <= 1'b0;
            stall_then_run <= 1'b0;
        end
    end

    rs_stream_source_rules #(.WIDTH(WIDTH), .CHECK(1)) out_rules (
        .clk(clk), .rst(rst), .valid(out_valid), .ready(out_ready), .payload(out_data));

    generate
        if (STALL != 0) begin : bounded
            rs_stream_sink_rules #(.MAX_STALL(STALL), .CHECK(0)) sink (
                .clk(clk), .rst(rst), .valid(out_valid), .ready(out_ready));
            rs_stream_sink_rules #(.MAX_STALL(STALL), .CHECK(1)) source (
                .clk(clk), .rst(rst || !started), .valid(in_valid), .ready(in_ready));
        end
    endgenerate

    always @(posedge clk)
        if (started && !rst) begin
            flags_agree:    assert (in_ready == (words != 2'd2) && out_valid == (words != 2'd0));
            two_at_most:    assert (words <= 2'd2);
            marked_inside:  assert (!inside || ahead < words);
            marked_in_turn: assert (!(inside && ahead == 0) || (out_valid && out_data == marked));
            one_cycle:      assert (!pushed || out_valid);
            fills:          cover (words == 2'd2);
            drains:         cover (stall_then_run && words == 2'd0);
            full_rate:      cover (stall_then_run && push && pop && words == 2'd1);
            skidded:        cover (inside && ahead == 0 && pop && stall_then_run);
        end
endmodule
`default_nettype wire
