// Proof of rs_slice_intake: no packet lost, doubled, changed or overtaken; when one is loaded, ready, empty exact. One packet is
// marked with its head flit and followed: `ahead` others are loaded before it.
// HEADER_WIRES = 1: the head flit has the lower half of the data, too.
// Environment: packets of one flit or three (HEADER_WIRES: two), as rs_sm_port_fv asserts; `leaves` only with a packet at the look-up (rs_memory_slice_fv).
`default_nettype none
module rs_slice_intake_fv #(
    parameter QUEUE   = 2,
    parameter LATENCY = 2,
    parameter HEADER_WIRES = 0
) (
    input wire       clk,
    input wire       rst,
    input wire       in_valid,
    input wire       in_tail,
    input wire [3:0] in_payload, // of a head flit {mask (2 bits), header: kind, line (1 bit each)}
    input wire       beside,     // HEADER_WIRES: the data
    input wire       leaves,
    input wire       mark
);
    localparam COUNT_BITS = $clog2(QUEUE + 1);
    wire       in_ready, loads, next_line, valid, empty, in_head;
    wire [1:0] header, mask, data;
    localparam PAYLOAD = 4 + HEADER_WIRES;
    localparam [1:0] TAIL = HEADER_WIRES != 0 ? 1 : 2; // flit of a packet with data
    wire [4:0] all = {beside, in_payload};
    wire       datum = HEADER_WIRES != 0 ? beside : in_payload[0];
    rs_slice_intake #(.LINE_BITS(1), .HEADER(2), .MASK_BITS(2), .FLIT_BITS(1), .PAYLOAD(PAYLOAD), .QUEUE(QUEUE), .LATENCY(LATENCY),
                      .HEADER_WIRES(HEADER_WIRES)) dut (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_flit({in_tail, in_head, all[PAYLOAD-1:0]}), .loads(loads),
        .next_line(next_line), .valid(valid), .header(header), .mask(mask), .data(data), .leaves(leaves), .empty(empty));
    wire       midway;
    wire [1:0] place;
    assign in_head = !midway;
    wire taken = in_valid && in_ready, comes = taken && in_head;
    rs_packet_rules #(.LONGEST(3), .CHECK(0)) in_rules (.clk(clk), .rst(rst), .valid(in_valid), .taken(taken), .head(in_head),
        .tail(in_tail), .midway(midway), .place(place));

    reg [COUNT_BITS-1:0] held;    // packets inside
    reg                  at_work; // one is at the look-up
    reg                  known, inside, whole, its_turn; // the marked one: came; not gone; its tail came; it is at the look-up
    reg [COUNT_BITS-1:0] ahead;
    reg [6:0]            age;     // cycles since its tail
    reg [3:0]            its_head;
    reg [1:0]            its_data;
    reg                  its_writes;
    wire marks = comes && mark && !known;
    wire open  = inside && !whole || marks; // its flits come
    always @(posedge clk) begin
        held    <= held + comes - leaves;
        at_work <= loads || (at_work && !leaves);
        age     <= age + (age != 7'd127);
        if (marks) begin
            known      <= 1'b1;
            inside     <= 1'b1;
            ahead      <= held - (at_work ? 1 : 0) - (loads ? 1 : 0);
            its_head   <= in_payload;
            its_writes <= !in_tail;
        end
        if (taken && open && in_tail) begin
            whole <= 1'b1;
            age   <= 7'd1;
        end
        if (taken && open && (HEADER_WIRES != 0 || !in_head))
            its_data[in_head ? 0 : place == TAIL] <= datum;
        if (inside && loads && !its_turn) begin
            its_turn <= ahead == 0;
            ahead    <= ahead - (ahead != 0);
        end
        if (its_turn && leaves) begin
            inside   <= 1'b0;
            its_turn <= 1'b0;
        end
        if (rst) begin
            held     <= 0;
            at_work  <= 1'b0;
            known    <= 1'b0;
            inside   <= 1'b0;
            whole    <= 1'b0;
            its_turn <= 1'b0;
        end
    end
    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) begin
        if (!started) assume (rst);
        assume (!in_valid || place == 2'd0 || in_tail == (place == TAIL));
        assume (!leaves || valid);
    end
    wire next = inside && !its_turn && ahead == 0 && (!valid || leaves); // it may be loaded if it is old enough
    always @(posedge clk)
        if (started && !rst) begin
            counts:      assert (in_ready == (midway || held != QUEUE) && empty == (held == 0) && valid == at_work);
            loaded_then: assert (!next || loads == (whole && age >= LATENCY - 1));
            own_line:    assert (!(next && loads) || next_line == its_head[0]);
            unchanged:   assert (!its_turn || (valid && {mask, header} == its_head && (!its_writes || data == its_data)));
            none_made:   assert (!loads || (held != at_work && (!at_work || leaves)));
            leaves_full: cover (its_turn && leaves && its_writes && held == QUEUE && its_data == 2'b10);
            loads_on:    cover (its_turn && leaves && loads);
        end
endmodule
`default_nettype wire
