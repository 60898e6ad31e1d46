// Proof of rs_slice_reply: no reply lost, doubled, mixed or overtaken; place_free, empty exact; a packet is offered from the cycle after
// its push on, HEADER_WIRES = 1: a cycle later. One push is marked and followed. Environment: a push only with room (rs_memory_slice_fv), data in the cycle behind.
`default_nettype none
module rs_slice_reply_fv #(
    parameter PLACES = 2,
    parameter HEADER_WIRES = 0
) (
    input wire       clk,
    input wire       rst,
    input wire       push,
    input wire [1:0] header,
    input wire [1:0] data,
    input wire       out_ready,
    input wire       mark
);
    localparam COUNT_BITS = $clog2(PLACES + 1);
    wire       place_free, out_valid, empty;
    localparam PAYLOAD = 2 + HEADER_WIRES, DATA = HEADER_WIRES != 0 ? 2 : 0; // lowest bit of a flit's data
    localparam [1:0] TAIL = HEADER_WIRES != 0 ? 1 : 2;
    wire [PAYLOAD+1:0] out_flit; // {tail, head, payload}
    rs_slice_reply #(.HEADER(2), .FLIT_BITS(1), .PAYLOAD(PAYLOAD), .PLACES(PLACES), .HEADER_WIRES(HEADER_WIRES)) dut (
        .clk(clk), .rst(rst), .push(push), .header(header), .data(data), .place_free(place_free), .out_valid(out_valid), .out_ready(out_ready),
        .out_flit(out_flit), .empty(empty));
    rs_stream_source_rules #(.WIDTH(PAYLOAD + 2), .CHECK(1)) out_rules (
        .clk(clk), .rst(rst), .valid(out_valid), .ready(out_ready), .payload(out_flit));

    reg [COUNT_BITS-1:0] held;
    reg [1:0]            phase;
    reg                  known, inside, data_come, pushed; // pushed: in the cycle before
    reg [COUNT_BITS-1:0] ahead;
    reg [1:0]            its_header, its_data;
    wire marks = push && mark && !known;
    wire moves = out_valid && out_ready, goes = moves && phase == TAIL;
    always @(posedge clk) begin
        held  <= held + push - goes;
        pushed <= push && !rst;
        phase <= moves ? (goes ? 2'd0 : phase + 2'd1) : phase;
        data_come <= marks;
        if (data_come)
            its_data <= data;
        if (goes && inside) begin
            inside <= ahead != 0;
            ahead  <= ahead - 1;
        end
        if (marks) begin
            known      <= 1'b1;
            inside     <= 1'b1;
            ahead      <= held - goes;
            its_header <= header;
        end
        if (rst) begin
            held   <= 0;
            phase  <= 2'd0;
            known  <= 1'b0;
            inside <= 1'b0;
        end
    end
    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) begin
        if (!started) assume (rst);
        assume (!push || place_free);
    end
    wire its = inside && ahead == 0;
    always @(posedge clk)
        if (started && !rst) begin
            counts:      assert (place_free == (held != PLACES) && out_valid == (held != 0 && (HEADER_WIRES == 0 || held != pushed)) && empty == (held == 0));
            packet_form: assert (!out_valid || out_flit[PAYLOAD +: 2] == {phase == TAIL, phase == 2'd0});
            its_head:    assert (!(its && phase == 2'd0 && !(HEADER_WIRES != 0 && data_come)) || (out_valid && out_flit[1:0] == its_header));
            its_half:    assert (!(its && phase != 2'd0) || out_valid);
            its_data_go: assert (!(its && out_valid && phase + 2 > TAIL) || out_flit[DATA] == its_data[phase == TAIL]);
            waits_full:  cover (its && goes && held == PLACES && its_data == 2'b10);
            drains:      cover (known && !inside && held == 0);
        end
endmodule
`default_nettype wire
