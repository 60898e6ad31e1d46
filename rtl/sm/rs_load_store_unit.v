// Load/store unit of an SM with strided and indirect vector instructions (PATTERNS 4.2, 6.1, 6.2).
//
// What it does: takes a warp instruction and sends its addresses as warp-wide groups, one a cycle, the same element of
// all lanes at a time. Opcodes {kind, write}: kind 0 plain, 1 strided, 2 indirect.
//   ld, st               1 element:  start + in_offset (signed, bytes)
//   ld.stride, st.stride 4, 8, 16:   start, start + stride, ...          stride per lane, signed, in elements of 4 bytes
//   ld.indirect, st.indirect  4, 8, 16:  start + (index << 2)            index per lane and element, signed
// Issue: in_operands brings four registers a lane and cycle, lane l in bits 128*l on. The first cycle of an instruction
// brings {word of a plain store, stride, start address (64 bits, those from ADDRESS_BITS on are not looked at)}; then, for
// every four elements, a cycle of indices (indirect), and after it one of store words (vector stores): 1 cycle for ld,
// st, ld.stride; 2, 3, 5 for st.stride and ld.indirect; 3, 5, 9 for st.indirect.
// in_first: the next cycle that is taken is the first of an instruction.
// in_status answers the first cycle; anything but 0 refuses the instruction: it takes this cycle only, no operands
// follow, nothing is sent. 0 accepted; 1 empty mask (nothing to do: it is complete); 2 no such opcode, or length (plain:
// 1; vector: 4, 8, 16 up to MAX_LENGTH); 3 vector register not a multiple of 4, or its end beyond the register file.
// Address fault: an element at which some active lane is not aligned to 4 bytes (fault_misaligned) or outside the address
// space (fault_outside: a sum below 0 or from 2^ADDRESS_BITS on; nothing wraps) is not sent. Its instruction ends there
// with fault_valid, once its operands are in; warp, register and element are those of the group port, no group of it had
// group_last. So an accepted instruction ends exactly once: with a group that has group_last, or with a fault.
// Address and data of inactive lanes mean nothing, data of loads neither.
// Storage per lane, as the paper's: address latch, stride latch (offset of a plain instruction), MAX_LENGTH indices and
// store words: 48 + 32 + 16*32 + 16*32 = 1104 bits. The address latch follows the strided elements; the multiplexer before
// the adder chooses 0, stride << 2, index << 2 or offset.
// Timing: groups start in the cycle after the first, or after the operands of their four elements; those of later
// elements are staged meanwhile. The next instruction issues while the last group leaves. So n groups need n
// cycles (plain, ld.stride), n + 1 (st.stride, ld.indirect) or n + 2 (st.indirect) when the sink is always ready.
// group_* and fault_* are combinational in the latches alone, in_first in registers; in_status in the port and registers; in_ready
// in group_ready, fault_ready and registers. busy is a register. C twin: cmodel/sm/load_store_unit.c.
`default_nettype none
module rs_load_store_unit #(
    parameter LANES         = 32,
    parameter ADDRESS_BITS  = 48, // 8 to 62
    parameter MAX_LENGTH    = 16, // elements of the longest instruction: 4, 8 or 16
    parameter WARP_BITS     = 5,
    parameter REGISTER_BITS = 8   // 5 or more
) (
    input  wire                          clk,
    input  wire                          rst,
    input  wire                          in_valid,
    output wire                          in_ready,
    output wire                          in_first,
    output wire [1:0]                    in_status,
    input  wire [2:0]                    in_opcode,
    input  wire [4:0]                    in_length,
    input  wire [WARP_BITS-1:0]          in_warp,
    input  wire [REGISTER_BITS-1:0]      in_register,
    input  wire                          in_scratchpad,
    input  wire [LANES-1:0]              in_mask,
    input  wire [31:0]                   in_offset,
    input  wire [LANES*128-1:0]          in_operands,
    output wire                          group_valid,
    input  wire                          group_ready,
    output wire                          group_write,
    output wire                          group_scratchpad,
    output wire [WARP_BITS-1:0]          group_warp,
    output wire [REGISTER_BITS-1:0]      group_register,
    output wire [3:0]                    group_element,
    output wire                          group_last,
    output wire [LANES-1:0]              group_mask,
    output wire [LANES*ADDRESS_BITS-1:0] group_address,
    output wire [LANES*32-1:0]           group_data,
    output wire                          fault_valid,
    input  wire                          fault_ready,
    output wire [LANES-1:0]              fault_misaligned,
    output wire [LANES-1:0]              fault_outside,
    output reg                           busy
);
    generate
        if (LANES < 1 || ADDRESS_BITS < 8 || ADDRESS_BITS > 62) begin : illegal_sizes
            rs_load_store_unit_needs_a_lane_and_8_to_62_address_bits stop ();
        end
        if (MAX_LENGTH != 4 && MAX_LENGTH != 8 && MAX_LENGTH != 16) begin : illegal_length
            rs_load_store_unit_MAX_LENGTH_must_be_4_8_or_16 stop ();
        end
        if (WARP_BITS < 1 || REGISTER_BITS < 5) begin : illegal_widths
            rs_load_store_unit_needs_a_warp_bit_and_5_register_bits stop ();
        end
    endgenerate

    localparam QUADS    = MAX_LENGTH / 4;
    localparam ROW      = (LANES > 0 ? LANES : 1) * 128;                     // four registers of all lanes
    localparam SUM_BITS = (ADDRESS_BITS > 34 ? ADDRESS_BITS : 35) + 1;      // address + 34-bit signed addend
    localparam [1:0] PLAIN = 2'd0, STRIDED = 2'd1, INDIRECT = 2'd2;
    localparam [1:0] ACCEPTED = 2'd0, EMPTY = 2'd1, UNSUPPORTED = 2'd2, BAD_REGISTER = 2'd3;

    // The instruction: valid while busy. Idle; staging operands (staged = 0); sending groups, which may overlap staging.
    reg [1:0]               kind;
    reg                     write, scratchpad;
    reg [3:0]               last_element;
    reg [WARP_BITS-1:0]     warp;
    reg [REGISTER_BITS-1:0] first_register;
    reg [LANES-1:0]         mask;
    reg [3:0]               element; // next to be sent
    reg [3:0]               beat;    // operand cycles taken, 0 to 8

    wire       has_indices = kind == INDIRECT;
    wire       has_words   = write && kind != PLAIN;
    wire [3:0] quads       = {2'b00, last_element[3:2]} + 4'd1;
    wire [3:0] beats       = has_indices && has_words ? quads << 1 : has_indices || has_words ? quads : 4'd0;
    wire       staged      = beat == beats;
    wire [2:0] filling     = has_indices && has_words ? beat[3:1] : beat[2:0]; // four elements still without operands
    wire       present     = staged || {1'b0, element[3:2]} < filling;

    // Issue
    wire ends   = group_valid && group_ready && group_last || fault_valid && fault_ready;
    assign in_first = !busy || staged;
    assign in_ready = !busy || !staged || ends;

    wire [1:0]             in_kind   = in_opcode[2:1];
    wire                   supported = in_kind == PLAIN ? in_length == 5'd1 :
        in_kind != 2'd3 && (in_length == 5'd4 || in_length == 5'd8 || in_length == 5'd16) &&
        {27'd0, in_length} <= MAX_LENGTH;
    wire [REGISTER_BITS:0] in_end    = {1'b0, in_register} + {{(REGISTER_BITS-4){1'b0}}, in_length};
    wire                   in_bad    = in_kind != PLAIN &&
        (in_register[1:0] != 2'd0 || in_end[REGISTER_BITS] && in_end[REGISTER_BITS-1:0] != 0);
    assign in_status = !in_first ? ACCEPTED : !supported ? UNSUPPORTED : in_bad ? BAD_REGISTER :
        in_mask == {LANES{1'b0}} ? EMPTY : ACCEPTED;
    wire start = in_valid && in_ready && in_first && in_status == ACCEPTED;
    wire stage = in_valid && !in_first;
    wire to_indices = has_indices && !(has_words && beat[0]);
    wire moves = group_valid && group_ready;

    wire [3:0] in_last = in_kind == PLAIN ? 4'd0 : in_length[3:0] - 4'd1;
    always @(posedge clk) begin
        if (start) begin
            kind           <= in_kind;
            write          <= in_opcode[0];
            scratchpad     <= in_scratchpad;
            last_element   <= in_last;
            warp           <= in_warp;
            first_register <= in_register;
            mask           <= in_mask;
            element        <= 4'd0;
            beat           <= 4'd0;
        end else begin
            if (moves)
                element <= element + 4'd1;
            if (stage)
                beat <= beat + 4'd1;
        end
        if (rst)
            busy <= 1'b0;
        else if (start || ends)
            busy <= start;
    end

    // Operand latches: rows of four registers of all lanes.
    wire [QUADS*ROW-1:0] all_indices, all_words;
    wire [QUADS-1:0]     element_quad; // one-hot: that of `element`
    genvar quad, lane;
    generate
        for (quad = 0; quad < QUADS; quad = quad + 1) begin : rows
            reg [ROW-1:0] lane_indices, lane_words;
            wire          is_filling = stage && filling == quad;
            always @(posedge clk) begin
                if (is_filling && to_indices)
                    lane_indices <= in_operands;
                // A plain store's word is register 3 of the first cycle.
                if (is_filling && !to_indices || start && quad == 0)
                    lane_words <= in_operands;
            end
            assign all_indices[quad*ROW +: ROW] = lane_indices;
            assign all_words[quad*ROW +: ROW]   = lane_words;
            assign element_quad[quad] = element[3:2] == quad;
        end
    endgenerate
    wire [ROW-1:0] index_row, word_row;
    rs_select #(.WIDTH(ROW), .COUNT(QUADS)) select_indices (.words(all_indices), .select(element_quad), .word(index_row));
    rs_select #(.WIDTH(ROW), .COUNT(QUADS)) select_words (.words(all_words), .select(element_quad), .word(word_row));
    wire [1:0]     word_at   = kind == PLAIN ? 2'd3 : element[1:0];

    generate
        for (lane = 0; lane < LANES; lane = lane + 1) begin : lanes
            reg  [ADDRESS_BITS-1:0] lane_address;
            reg  [31:0]             lane_stride;
            wire [127:0]            indices = index_row[lane*128 +: 128];
            wire [127:0]            words   = word_row[lane*128 +: 128];
            wire [31:0]             index   = indices[{element[1:0], 5'd0} +: 32];
            wire [31:0]             step    = has_indices ? index : lane_stride;
            wire [33:0]             addend  = kind == PLAIN ? {{2{step[31]}}, step} :
                {step, 2'b00} & {34{has_indices || element != 4'd0}};
            wire [SUM_BITS-1:0]     sum;
            rs_add #(.WIDTH(SUM_BITS)) add_addend (
                .a({{(SUM_BITS-ADDRESS_BITS){1'b0}}, lane_address}), .b({{(SUM_BITS-34){addend[33]}}, addend}), .sum(sum));

            assign group_address[lane*ADDRESS_BITS +: ADDRESS_BITS] = sum[ADDRESS_BITS-1:0];
            assign group_data[lane*32 +: 32] = words[{word_at, 5'd0} +: 32];
            assign fault_misaligned[lane] = mask[lane] && sum[1:0] != 2'd0;
            assign fault_outside[lane]    = mask[lane] && sum[SUM_BITS-1:ADDRESS_BITS] != 0;

            always @(posedge clk)
                if (start) begin
                    lane_address <= in_operands[lane*128 +: ADDRESS_BITS];
                    lane_stride  <= in_kind == PLAIN ? in_offset : in_operands[lane*128 + 64 +: 32];
                end else if (moves && kind == STRIDED)
                    lane_address <= sum[ADDRESS_BITS-1:0];
        end
    endgenerate

    wire faulty = (fault_misaligned | fault_outside) != {LANES{1'b0}};
    assign group_valid      = busy && present && !faulty;
    assign fault_valid      = busy && staged && faulty;
    assign group_write      = write;
    assign group_scratchpad = scratchpad;
    assign group_warp       = warp;
    assign group_register   = first_register;
    assign group_element    = element;
    assign group_last       = element == last_element;
    assign group_mask       = mask;

`ifdef RS_ASSERT // what the drivers of the inputs must keep to (rtl/README.md)
    rs_stream_assert #(.WIDTH(WARP_BITS + REGISTER_BITS + LANES + 41), .PAUSES(1)) in_rules (
        .clk(clk), .rst(rst), .valid(in_valid), .ready(in_ready), .legal(1'b1),
        .data({in_opcode, in_length, in_warp, in_register, in_scratchpad, in_mask, in_offset}));
`endif
endmodule
`default_nettype wire
