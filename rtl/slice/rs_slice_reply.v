// rs_slice_reply: replies of the L2 on their way to the SMs, in order.
//
// push takes one of PLACES places (place_free: there is one) for {level, SM, tag}; the sector follows in the next cycle on
// `data`. A packet is a head flit and two data flits, offered from the cycle after the push on.
// HEADER_WIRES = 1: data have wires of their own, the top FLIT_BITS of the payload; a packet is two data flits, the first with the header,
// offered a cycle later, when its data are there.
// Timing: all outputs are functions of registers.
`default_nettype none
module rs_slice_reply #(
    parameter HEADER    = 14, // bits of {level, SM, tag}
    parameter FLIT_BITS = 256,
    parameter PAYLOAD   = 256,
    parameter PLACES    = 16,
    parameter HEADER_WIRES = 0
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire                   push,
    input  wire [HEADER-1:0]      header,
    input  wire [2*FLIT_BITS-1:0] data,
    output wire                   place_free,
    output wire                   out_valid,
    input  wire                   out_ready,
    output wire [PAYLOAD+1:0]     out_flit,
    output wire                   empty
);
    localparam SLOT_BITS  = PLACES > 1 ? $clog2(PLACES) : 1;
    localparam COUNT_BITS = $clog2(PLACES + 1);
    localparam DATA = HEADER_WIRES != 0 ? PAYLOAD - FLIT_BITS : 0; // lowest bit of a flit's data
    localparam [1:0] TAIL = HEADER_WIRES != 0 ? 2'd1 : 2'd2;       // flit of a packet
    localparam integer LAST_SLOT = PLACES - 1, ALL_PLACES = PLACES;
    localparam [SLOT_BITS-1:0]  LAST = LAST_SLOT[SLOT_BITS-1:0];
    localparam [SLOT_BITS-1:0]  ONE  = 1;
    localparam [COUNT_BITS-1:0] ONE_HELD = 1;
    localparam [COUNT_BITS-1:0] FULL = ALL_PLACES[COUNT_BITS-1:0];

    generate
        if (PLACES < 2 || PAYLOAD < HEADER || PAYLOAD < FLIT_BITS) begin : illegal
            rs_slice_reply_needs_2_places_and_a_payload_of_a_flit_and_of_a_header stop ();
        end
        if (HEADER_WIRES != 0 && PAYLOAD < HEADER + FLIT_BITS) begin : illegal_wires
            rs_slice_reply_needs_with_header_wires_a_payload_of_header_and_flit stop ();
        end
    endgenerate

    reg  [SLOT_BITS-1:0]  put, take, filled;
    reg  [COUNT_BITS-1:0] held;
    reg  [1:0]            phase;
    reg                   fills; // the data of the last push come
    wire                  moves = out_valid && out_ready, goes = moves && phase == TAIL;
    wire [HEADER-1:0]     head;
    wire [FLIT_BITS-1:0]  half;
    // What is shown in the next cycle is read in this one.
    wire [SLOT_BITS-1:0]  next_take  = goes ? (take == LAST ? {SLOT_BITS{1'b0}} : take + ONE) : take;
    wire [1:0]            next_phase = goes ? 2'd0 : moves ? phase + 2'd1 : phase;
    rs_write_first_memory #(.WIDTH(HEADER), .DEPTH(PLACES)) heads (
        .clk(clk), .write(push), .write_address(put), .write_data(header), .read_address(next_take), .read_data(head));
    rs_write_first_memory #(.WIDTH(FLIT_BITS), .DEPTH(2 * PLACES), .WRITE_WORDS(2)) lines (
        .clk(clk), .write(fills), .write_address(filled), .write_data(data),
        .read_address({next_take, HEADER_WIRES != 0 ? next_phase[0] : next_phase[1]}), .read_data(half));

    function [PAYLOAD-1:0] flit;
        input                 is_head;
        input [HEADER-1:0]    own;
        input [FLIT_BITS-1:0] part;
        begin
            flit = {PAYLOAD{1'b0}};
            if (is_head)
                flit[HEADER-1:0] = own;
            if (HEADER_WIRES != 0 || !is_head)
                flit[DATA +: FLIT_BITS] = part;
        end
    endfunction
    assign place_free = held != FULL;
    assign empty     = held == {COUNT_BITS{1'b0}};
    assign out_valid = !empty && (HEADER_WIRES == 0 || !fills || held != ONE_HELD);
    assign out_flit  = {phase == TAIL, phase == 2'd0, flit(phase == 2'd0, head, half)};
    always @(posedge clk) begin
        filled <= put;
        fills  <= push && !rst;
        if (push)
            put <= put == LAST ? {SLOT_BITS{1'b0}} : put + ONE;
        take  <= next_take;
        phase <= next_phase;
        held <= held + {{(COUNT_BITS-1){1'b0}}, push} - {{(COUNT_BITS-1){1'b0}}, goes};
        if (rst) begin
            put   <= {SLOT_BITS{1'b0}};
            take  <= {SLOT_BITS{1'b0}};
            phase <= 2'd0;
            held  <= {COUNT_BITS{1'b0}};
        end
    end
endmodule
`default_nettype wire
