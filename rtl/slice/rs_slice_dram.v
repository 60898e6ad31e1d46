// rs_slice_dram: requests of the L2 on their way to the DRAM controller, in order.
//
// PLACES requests. A place is taken in the cycle of the push or before: reserve 0, 1 or 2 in this cycle;
// places_free: places not taken. A place is free again from the cycle after its last flit on. A packet is a head flit
// {mask, SM 0, tag, write, line}, and for a write two data flits, as rs_dram_ingress takes them.
// HEADER_WIRES = 1: data have wires of their own, the top FLIT_BITS of the payload; a write is two data flits, the first with the header.
// Timing: all outputs are functions of registers; a request is offered one cycle after its push.
`default_nettype none
module rs_slice_dram #(
    parameter SM_BITS   = 5,
    parameter TAG_BITS  = 8,
    parameter LINE_BITS = 23,
    parameter MASK_BITS = 64,
    parameter FLIT_BITS = 256,
    parameter PAYLOAD   = 256,
    parameter PLACES    = 16,
    parameter HEADER_WIRES = 0,
    // derived, not to be set
    parameter COUNT_BITS = $clog2(PLACES + 1)
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire [1:0]             reserve,
    output wire [COUNT_BITS-1:0]  places_free,
    input  wire                   push,
    input  wire                   push_write,
    input  wire [LINE_BITS-1:0]   push_line,
    input  wire [TAG_BITS-1:0]    push_tag,
    input  wire [MASK_BITS-1:0]   push_mask,
    input  wire [2*FLIT_BITS-1:0] push_data,
    output wire                   out_valid,
    input  wire                   out_ready,
    output wire [PAYLOAD+1:0]     out_flit,
    output wire                   empty
);
    localparam DATA = HEADER_WIRES != 0 ? PAYLOAD - FLIT_BITS : 0; // lowest bit of a flit's data
    localparam [1:0] TAIL = HEADER_WIRES != 0 ? 2'd1 : 2'd2;       // flit of a write
    localparam SLOT_BITS = PLACES > 1 ? $clog2(PLACES) : 1;
    localparam HEADER    = SM_BITS + TAG_BITS + 1 + LINE_BITS;
    localparam integer LAST_SLOT = PLACES - 1, ALL_PLACES = PLACES;
    localparam [SLOT_BITS-1:0]  LAST = LAST_SLOT[SLOT_BITS-1:0];
    localparam [SLOT_BITS-1:0]  ONE  = 1;
    localparam [COUNT_BITS-1:0] FULL = ALL_PLACES[COUNT_BITS-1:0];

    generate
        if (PLACES < 2 || PAYLOAD < HEADER + MASK_BITS || PAYLOAD < FLIT_BITS) begin : illegal
            rs_slice_dram_needs_2_places_and_a_payload_of_a_flit_and_of_header_and_mask stop ();
        end
        if (HEADER_WIRES != 0 && PAYLOAD < HEADER + MASK_BITS + FLIT_BITS) begin : illegal_wires
            rs_slice_dram_needs_with_header_wires_a_payload_of_header_mask_and_flit stop ();
        end
    endgenerate

    reg  [SLOT_BITS-1:0]  put, take;
    reg  [COUNT_BITS-1:0] held, used; // requests pushed, places taken
    reg  [1:0]            phase;      // flit of the packet that goes out
    wire                  writes;
    wire                  moves = out_valid && out_ready, goes = moves && out_flit[PAYLOAD+1];
    wire [TAG_BITS-1:0]   tag;
    wire [LINE_BITS-1:0]  line;
    wire [MASK_BITS-1:0]  mask;
    wire [FLIT_BITS-1:0]  data;
    // What is shown in the next cycle is read in this one.
    wire [SLOT_BITS-1:0]  next_take  = goes ? (take == LAST ? {SLOT_BITS{1'b0}} : take + ONE) : take;
    wire [1:0]            next_phase = goes ? 2'd0 : moves ? phase + 2'd1 : phase;
    rs_write_first_memory #(.WIDTH(1 + TAG_BITS + LINE_BITS + MASK_BITS), .DEPTH(PLACES)) heads (
        .clk(clk), .write(push), .write_address(put), .write_data({push_write, push_tag, push_line, push_mask}),
        .read_address(next_take), .read_data({writes, tag, line, mask}));
    generate
        if (HEADER_WIRES != 0) begin : beside_heads // data go in the cycle after the push
            rs_write_first_memory #(.WIDTH(FLIT_BITS), .DEPTH(2 * PLACES), .WRITE_WORDS(2)) lines (
                .clk(clk), .write(push && push_write), .write_address(put), .write_data(push_data),
                .read_address({next_take, next_phase[0]}), .read_data(data));
        end else begin : behind_heads // a cycle later or more
            rs_memory_1r1w #(.WIDTH(FLIT_BITS), .DEPTH(2 * PLACES), .WRITE_WORDS(2), .READ_REGISTER(1)) lines (
                .clk(clk), .write(push && push_write), .write_address(put), .write_data(push_data),
                .read_address({next_take, next_phase[1]}), .read_data(data));
        end
    endgenerate

    function [PAYLOAD-1:0] flit;
        input                 is_head, is_write;
        input [TAG_BITS-1:0]  own_tag;
        input [LINE_BITS-1:0] own_line;
        input [MASK_BITS-1:0] own_mask;
        input [FLIT_BITS-1:0] half;
        begin
            flit = {PAYLOAD{1'b0}};
            if (is_head) begin
                flit[TAG_BITS+LINE_BITS:0] = {own_tag, is_write, own_line};
                if (is_write)
                    flit[HEADER +: MASK_BITS] = own_mask;
            end
            if (HEADER_WIRES != 0 ? is_write : !is_head)
                flit[DATA +: FLIT_BITS] = half;
        end
    endfunction
    assign out_valid = held != {COUNT_BITS{1'b0}};
    assign out_flit  = {phase == TAIL || !writes, phase == 2'd0, flit(phase == 2'd0, writes, tag, line, mask, data)};
    assign empty     = used == {COUNT_BITS{1'b0}};
    assign places_free = FULL - used;

    wire [31:0] reserved = {30'd0, reserve};
    wire        unused   = &{1'b0, reserved};
    always @(posedge clk) begin
        if (push)
            put <= put == LAST ? {SLOT_BITS{1'b0}} : put + ONE;
        take  <= next_take;
        phase <= next_phase;
        held <= held + {{(COUNT_BITS-1){1'b0}}, push} - {{(COUNT_BITS-1){1'b0}}, goes};
        used <= used + reserved[COUNT_BITS-1:0] - {{(COUNT_BITS-1){1'b0}}, goes};
        if (rst) begin
            put   <= {SLOT_BITS{1'b0}};
            take  <= {SLOT_BITS{1'b0}};
            phase <= 2'd0;
            held  <= {COUNT_BITS{1'b0}};
            used  <= {COUNT_BITS{1'b0}};
        end
    end
endmodule
`default_nettype wire
