// Proof of rs_slice_dram: no request lost, doubled, mixed or overtaken; places left, empty exact; a request is offered from the
// cycle after its push on. One push is marked and followed.
// HEADER_WIRES = 1: a write is two flits, the first with header and data.
// Environment (rs_memory_slice_fv): no more places are taken than are left, and nothing is pushed without one.
`default_nettype none
module rs_slice_dram_fv #(
    parameter PLACES = 2,
    parameter HEADER_WIRES = 0
) (
    input wire       clk,
    input wire       rst,
    input wire [1:0] reserve,
    input wire       push,
    input wire       push_write,
    input wire       push_line,
    input wire       push_tag,
    input wire [1:0] push_mask,
    input wire [1:0] push_data,
    input wire       out_ready,
    input wire       mark
);
    localparam COUNT_BITS = $clog2(PLACES + 1);
    wire [COUNT_BITS-1:0] places_free;
    wire                  out_valid, empty;
    localparam PAYLOAD = 6 + HEADER_WIRES, DATA = HEADER_WIRES != 0 ? 6 : 0; // lowest bit of a flit's data
    localparam [1:0] TAIL = HEADER_WIRES != 0 ? 1 : 2;                       // flit of a write
    wire [PAYLOAD+1:0]    out_flit; // {tail, head, mask (2), SM, tag, write, line}
    rs_slice_dram #(.SM_BITS(1), .TAG_BITS(1), .LINE_BITS(1), .MASK_BITS(2), .FLIT_BITS(1), .PAYLOAD(PAYLOAD), .PLACES(PLACES),
                    .HEADER_WIRES(HEADER_WIRES)) dut (
        .clk(clk), .rst(rst), .reserve(reserve), .places_free(places_free), .push(push), .push_write(push_write), .push_line(push_line),
        .push_tag(push_tag), .push_mask(push_mask), .push_data(push_data), .out_valid(out_valid), .out_ready(out_ready),
        .out_flit(out_flit), .empty(empty));
    rs_stream_source_rules #(.WIDTH(PAYLOAD + 2), .CHECK(1)) out_rules (
        .clk(clk), .rst(rst), .valid(out_valid), .ready(out_ready), .payload(out_flit));
    wire       midway;
    wire [1:0] place;
    rs_packet_rules #(.LONGEST(3), .CHECK(1)) packet_form (.clk(clk), .rst(rst), .valid(out_valid), .taken(out_valid && out_ready),
        .head(out_flit[PAYLOAD]), .tail(out_flit[PAYLOAD+1]), .midway(midway), .place(place));

    reg [COUNT_BITS-1:0] held, owed; // pushed and not gone; taken and not pushed
    reg                  known, inside, its_write;
    reg [COUNT_BITS-1:0] ahead;
    reg [1:0]            its_mask, its_data;
    reg                  its_line, its_tag;
    wire marks = push && mark && !known;
    wire goes  = out_valid && out_ready && out_flit[PAYLOAD+1];
    always @(posedge clk) begin
        held <= held + push - goes;
        owed <= owed + reserve - push;
        if (goes && inside) begin
            inside <= ahead != 0;
            ahead  <= ahead - 1;
        end
        if (marks) begin
            known     <= 1'b1;
            inside    <= 1'b1;
            ahead     <= held - goes;
            its_write <= push_write;
            its_line  <= push_line;
            its_tag   <= push_tag;
            its_mask  <= push_mask;
            its_data  <= push_data;
        end
        if (rst) begin
            held   <= 0;
            owed   <= 0;
            known  <= 1'b0;
            inside <= 1'b0;
        end
    end
    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) begin
        if (!started) assume (rst);
        assume (reserve <= places_free);
        assume (!push || owed != 0 || reserve != 2'd0);
    end
    wire its = inside && ahead == 0;
    always @(posedge clk)
        if (started && !rst) begin
            counts:      assert (places_free == PLACES - held - owed && out_valid == (held != 0) && empty == (held == 0 && owed == 0));
            its_head:    assert (!(its && !midway) || (out_valid
                                 && out_flit[5:0] == {its_write ? its_mask : 2'd0, 1'b0, its_tag, its_write, its_line}));
            its_length:  assert (!its || out_flit[PAYLOAD+1] == (!its_write || place == TAIL));
            its_half:    assert (!(its && midway) || (out_valid && its_write));
            its_data_go: assert (!(its && its_write && (HEADER_WIRES != 0 || midway)) || out_flit[DATA] == its_data[midway && place == TAIL]);
            waits_full:  cover (its && goes && held == PLACES && its_write && its_data == 2'b10);
            drains:      cover (known && !inside && empty);
        end
endmodule
`default_nettype wire
