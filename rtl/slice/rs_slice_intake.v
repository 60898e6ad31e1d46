// rs_slice_intake: request packets in, one at a time to the look-up, LATENCY cycles after their tail at the earliest.
//
// A packet takes one of QUEUE places from its head flit on until the look-up is done with it (leaves). At the end of a cycle with
// `loads` the oldest packet that waits, whose address is next_line in that cycle, is the one at the look-up: valid, header,
// mask and data are its, and stay until `leaves`. Data of a read mean nothing. HEADER_WIRES = 1: data have wires of their own, the
// top FLIT_BITS of the payload, and the head flit has their lower half.
// Timing: in_ready, next_line, valid, header, mask, data, empty are functions of registers; loads depends on leaves.
`default_nettype none
module rs_slice_intake #(
    parameter LINE_BITS = 23,
    parameter HEADER    = 39,  // bits of {SM, tag, kind, line address}
    parameter MASK_BITS = 64,  // behind them in a head flit
    parameter FLIT_BITS = 256,
    parameter PAYLOAD   = 256,
    parameter QUEUE     = 16,
    parameter LATENCY   = 2,   // cycles from a packet's tail to its look-up, from 2 on
    parameter HEADER_WIRES = 0
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire                   in_valid,
    output wire                   in_ready,
    input  wire [PAYLOAD+1:0]     in_flit,   // {tail, head, payload}
    output wire                   loads,
    output wire [LINE_BITS-1:0]   next_line,
    output reg                    valid,
    output reg  [HEADER-1:0]      header,
    output reg  [MASK_BITS-1:0]   mask,
    output wire [2*FLIT_BITS-1:0] data,
    input  wire                   leaves,
    output wire                   empty
);
    localparam SLOT_BITS  = QUEUE > 1 ? $clog2(QUEUE) : 1;
    localparam COUNT_BITS = $clog2(QUEUE + 1);
    localparam DATA = HEADER_WIRES != 0 ? PAYLOAD - FLIT_BITS : 0; // lowest bit of a flit's data
    localparam integer LAST_SLOT = QUEUE - 1, ALL_SLOTS = QUEUE;
    localparam [SLOT_BITS-1:0]  LAST = LAST_SLOT[SLOT_BITS-1:0];
    localparam [SLOT_BITS-1:0]  ONE  = 1;
    localparam [COUNT_BITS-1:0] FULL = ALL_SLOTS[COUNT_BITS-1:0];

    generate
        if (QUEUE < 2 || LATENCY < 2 || PAYLOAD < HEADER + MASK_BITS || PAYLOAD < FLIT_BITS) begin : illegal
            rs_slice_intake_needs_2_places_a_latency_of_2_or_more_and_a_payload_of_a_flit_and_of_header_and_mask stop ();
        end
        if (HEADER_WIRES != 0 && PAYLOAD < HEADER + MASK_BITS + FLIT_BITS) begin : illegal_wires
            rs_slice_intake_needs_with_header_wires_a_payload_of_header_mask_and_flit stop ();
        end
    endgenerate

    reg                   behind_head, half;  // data flits come; the next one is the upper half
    reg  [SLOT_BITS-1:0]  put, take, at_work; // place of the packet that comes, of the next one to load, of the one at the look-up
    reg  [COUNT_BITS-1:0] held, ripe;         // packets inside, whole or not; of them that may be loaded
    wire                  taken = in_valid && in_ready, tail = taken && in_flit[PAYLOAD+1];
    wire                  ripens;             // one more may be loaded from the next cycle on
    assign in_ready = behind_head || held != FULL;
    assign loads    = ripe != {COUNT_BITS{1'b0}} && (!valid || leaves);
    assign empty    = held == {COUNT_BITS{1'b0}};

    generate
        if (LATENCY == 2) begin : at_once
            assign ripens = tail;
        end else if (LATENCY == 3) begin : later
            reg came;
            assign ripens = came;
            always @(posedge clk)
                came <= tail && !rst;
        end else begin : later
            reg [LATENCY-3:0] came; // bit k: a tail k + 1 cycles ago
            assign ripens = came[LATENCY-3];
            always @(posedge clk)
                came <= rst ? {(LATENCY-2){1'b0}} : {came[LATENCY-4:0], tail};
        end
    endgenerate

    wire [HEADER+MASK_BITS-1:0] next;
    wire [SLOT_BITS-1:0]        next_take = loads ? (take == LAST ? {SLOT_BITS{1'b0}} : take + ONE) : take;
    rs_write_first_memory #(.WIDTH(HEADER + MASK_BITS), .DEPTH(QUEUE)) headers (
        .clk(clk), .write(taken && !behind_head), .write_address(put), .write_data(in_flit[HEADER+MASK_BITS-1:0]),
        .read_address(next_take), .read_data(next));
    rs_memory_1r1w #(.WIDTH(FLIT_BITS), .DEPTH(2 * QUEUE), .READ_WORDS(2), .READ_REGISTER(1)) lines (
        .clk(clk), .write(taken && (HEADER_WIRES != 0 || behind_head)), .write_address({put, HEADER_WIRES != 0 ? behind_head : half}),
        .write_data(in_flit[DATA +: FLIT_BITS]), .read_address(loads ? take : at_work), .read_data(data));
    assign next_line = next[LINE_BITS-1:0];

    always @(posedge clk) begin
        if (taken) begin
            behind_head <= !in_flit[PAYLOAD+1];
            half        <= behind_head;
        end
        if (tail)
            put <= put == LAST ? {SLOT_BITS{1'b0}} : put + ONE;
        if (loads) begin
            {mask, header} <= next;
            at_work <= take;
        end
        take  <= next_take;
        valid <= loads || (valid && !leaves);
        held  <= held + {{(COUNT_BITS-1){1'b0}}, taken && !behind_head} - {{(COUNT_BITS-1){1'b0}}, leaves};
        ripe  <= ripe + {{(COUNT_BITS-1){1'b0}}, ripens} - {{(COUNT_BITS-1){1'b0}}, loads};
        if (rst) begin
            behind_head <= 1'b0;
            half        <= 1'b0;
            put         <= {SLOT_BITS{1'b0}};
            take        <= {SLOT_BITS{1'b0}};
            at_work     <= {SLOT_BITS{1'b0}};
            valid       <= 1'b0;
            held        <= {COUNT_BITS{1'b0}};
            ripe        <= {COUNT_BITS{1'b0}};
        end
    end
    wire unused = &{1'b0, in_flit[PAYLOAD:0]};
endmodule
`default_nettype wire
