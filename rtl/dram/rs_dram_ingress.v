// Front of a DRAM controller: request packets in, queue entries out, write data kept.
//
// A read is pushed with its header. A write takes a free write slot with its header, its two data flits
// go to the write buffer (QUEUE slots of one line, LINE_WORDS words each), and it is pushed with the second. A request's length is that
// of its kind: the flit behind its last one is a header, in the same packet (rs_superpacket) or another. The header flit of a request
// whose bank queue is full, or of a write without a free slot, waits and blocks what is behind it.
// MASK_BITS > 0: above the header the head flit has the write's mask, a bit for each of MASK_BITS parts of the line from its
// low end up, 1: to be written. It is kept by slot like the data; data_mask is what belongs to the word on `data`, inverted.
// HEADER_WIRES = 1: data have wires of their own, the top FLIT_BITS of the payload; a write's head flit has the first half of its line, too,
// and one data flit follows.
// The accept port tells one cycle later that a request has entered the queue; its other wires show the last header taken.
// A queue entry is {write, id, column}: id is the slot of a write, the {SM, tag} of a read, which alone is answered.
// Header of a request packet, from bit 0: line address, write, tag, SM.
// Write slots: the lowest free one is taken; released by the command unit after the last data word.
// Timing: in_ready depends on in_flit (its bank) and registered state, never on in_valid.
`default_nettype none
module rs_dram_ingress #(
    parameter QUEUE        = 32,
    parameter BANKS        = 4,
    parameter FLIT_BITS    = 256,
    parameter TAG_BITS     = 8,
    parameter SM_BITS      = 5,
    parameter ADDRESS_BITS = 29,
    parameter CHANNEL_MASK = 32'h00000700,
    parameter BANK_MASK    = 32'h00003000,
    parameter ROW_MASK     = 32'h1ffe0000,
    parameter COLUMN_MASK  = 32'h0001c8c0,
    parameter BANK_XOR     = 0,           // 1: rs_address_map
    parameter CHANNEL_BITS = 3,
    parameter ROW_BITS     = 12,
    parameter COLUMN_BITS  = 6,
    parameter PAYLOAD      = 256,
    parameter SLOT_BITS    = 5,
    parameter LINE_WORDS   = 4,   // words of WORD_BITS on the pins, of a line
    parameter MASK_BITS    = 0,   // of a line; a multiple of LINE_WORDS
    parameter HEADER_WIRES = 0,
    // derived, not to be set
    parameter BANK_BITS = (BANKS > 1) ? $clog2(BANKS) : 1,
    parameter ID_BITS   = (SLOT_BITS > SM_BITS + TAG_BITS) ? SLOT_BITS : SM_BITS + TAG_BITS,
    parameter ENTRY     = 1 + ID_BITS + COLUMN_BITS,
    parameter LINE_BITS = ADDRESS_BITS - 6,
    parameter INDEX_BITS = $clog2(LINE_WORDS),
    parameter WORD_BITS = 2 * FLIT_BITS / LINE_WORDS,
    parameter WORD_MASK = MASK_BITS > 0 ? MASK_BITS / LINE_WORDS : 1
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire                  in_valid,
    output wire                  in_ready,
    input  wire [PAYLOAD+1:0]    in_flit,      // {tail, head, payload}; tail and head are not looked at
    input  wire [BANKS-1:0]      room,
    output wire                  push,
    output wire [BANK_BITS-1:0]  push_bank,
    output wire [ROW_BITS-1:0]   push_row,
    output wire [ENTRY-1:0]      push_entry,
    // write data, by slot and word of the line; registered
    input  wire [SLOT_BITS+INDEX_BITS-1:0] data_address,
    output wire [WORD_BITS-1:0]  data,
    output wire [WORD_MASK-1:0]  data_mask,    // 1: not to be written; 0 without masks
    input  wire                  release_slot,
    input  wire [SLOT_BITS-1:0]  release_index,
    // accepted in the cycle before
    output reg                   accept_valid,
    output wire                  accept_write,
    output wire [SM_BITS-1:0]    accept_sm,
    output wire [TAG_BITS-1:0]   accept_tag,
    output wire [LINE_BITS-1:0]  accept_line,
    output wire                  empty,        // no packet half taken, all write slots free
    output wire                  write_room    // a write slot is free
);
    localparam HEADER = SM_BITS + TAG_BITS + 1 + LINE_BITS;
    localparam DATA   = (HEADER_WIRES != 0) ? PAYLOAD - FLIT_BITS : 0; // lowest bit of a flit's data

    generate
        if (MASK_BITS < 0 || MASK_BITS % LINE_WORDS != 0 || PAYLOAD < HEADER + MASK_BITS || PAYLOAD < FLIT_BITS) begin : illegal
            rs_dram_ingress_needs_a_payload_of_a_flit_and_of_header_and_mask_and_mask_bits_a_multiple_of_line_words stop ();
        end
        if (HEADER_WIRES != 0 && (HEADER_WIRES != 1 || PAYLOAD < HEADER + MASK_BITS + FLIT_BITS)) begin : illegal_wires
            rs_dram_ingress_needs_with_header_wires_1_a_payload_of_header_and_mask_and_a_flit stop ();
        end
    endgenerate

    // The header now on the port, or that of the write whose data is coming in: the last one taken.
    reg  [HEADER-1:0]    kept;
    reg                  in_write;     // behind a write's header
    reg                  half;         // data flits taken so far, of two
    reg  [SLOT_BITS-1:0] slot;
    reg  [QUEUE-1:0]     slot_busy;
    wire [HEADER-1:0]    header = in_write ? kept : in_flit[HEADER-1:0];
    wire                 is_write = header[LINE_BITS];
    wire [SM_BITS-1:0]   sm   = header[LINE_BITS+1+TAG_BITS +: SM_BITS];
    wire [TAG_BITS-1:0]  tag  = header[LINE_BITS+1 +: TAG_BITS];
    wire [LINE_BITS-1:0] line = header[LINE_BITS-1:0];

    wire [CHANNEL_BITS-1:0] unused_channel;
    wire [COLUMN_BITS-1:0]  column;
    rs_address_map #(.ADDRESS_BITS(ADDRESS_BITS), .CHANNEL_MASK(CHANNEL_MASK), .BANK_MASK(BANK_MASK),
                     .ROW_MASK(ROW_MASK), .COLUMN_MASK(COLUMN_MASK), .BANK_XOR(BANK_XOR), .CHANNEL_BITS(CHANNEL_BITS), .BANK_BITS(BANK_BITS),
                     .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS)) address_map (
        .line(line), .channel(unused_channel), .bank(push_bank), .row(push_row), .column(column));

    assign write_room = !(&slot_busy);
    wire [QUEUE-1:0]     free_slot;       // the lowest, one-hot
    wire [SLOT_BITS-1:0] free_slot_index;
    rs_lowest #(.WIDTH(QUEUE)) lowest_free (.bits(~slot_busy), .lowest(free_slot));
    rs_encode #(.WIDTH(QUEUE)) encode_free (.one_hot(free_slot), .index(free_slot_index));
    wire take_slot = in_valid && in_ready && !in_write && is_write;

    assign in_ready   = in_write || (room[push_bank] && (!is_write || write_room));
    assign push       = in_valid && in_ready && (in_write ? HEADER_WIRES != 0 || half : !is_write);
    function [ID_BITS-1:0] id;
        input                        is_slot;
        input [SLOT_BITS-1:0]        write_slot;
        input [SM_BITS+TAG_BITS-1:0] requester;
        begin
            id = {ID_BITS{1'b0}};
            if (is_slot)
                id[SLOT_BITS-1:0] = write_slot;
            else
                id[SM_BITS+TAG_BITS-1:0] = requester;
        end
    endfunction
    assign push_entry = {is_write, id(in_write, slot, {sm, tag}), column};

    rs_memory_1r1w #(.WIDTH(WORD_BITS), .DEPTH(QUEUE * LINE_WORDS), .WRITE_WORDS(LINE_WORDS / 2), .READ_REGISTER(1)) write_buffer (
        .clk(clk), .write(in_valid && (in_write || (HEADER_WIRES != 0 && write_room))),
        .write_address({HEADER_WIRES == 0 || in_write ? slot : free_slot_index, HEADER_WIRES != 0 ? in_write : half}),
        .write_data(in_flit[DATA +: FLIT_BITS]), .read_address(data_address), .read_data(data));

    // A free slot takes the mask (HEADER_WIRES: and the data) that stands at the port, and keeps it when the head flit moves.
    generate
        if (MASK_BITS > 0) begin : masks
            rs_memory_1r1w #(.WIDTH(WORD_MASK), .DEPTH(QUEUE * LINE_WORDS), .WRITE_WORDS(LINE_WORDS),
                                .READ_REGISTER(1)) buffer (
                .clk(clk), .write(in_valid && !in_write && write_room), .write_address(free_slot_index),
                .write_data(~in_flit[HEADER +: MASK_BITS]), .read_address(data_address), .read_data(data_mask));
        end else begin : whole_lines
            assign data_mask = 1'b0;
        end
    endgenerate

    wire [QUEUE-1:0] slot_0 = {{(QUEUE-1){1'b0}}, 1'b1};
    always @(posedge clk)
        if (rst) begin
            in_write  <= 1'b0;
            half      <= 1'b0;
            slot_busy <= {QUEUE{1'b0}};
            accept_valid <= 1'b0;
        end else begin
            accept_valid <= push;
            if (in_valid && in_ready) begin
                in_write <= in_write ? HEADER_WIRES == 0 && !half : is_write;
                half     <= in_write; // looked at behind a header only
            end
            slot_busy <= (slot_busy | (take_slot ? free_slot : {QUEUE{1'b0}}))
                       & ~(release_slot ? slot_0 << release_index : {QUEUE{1'b0}});
        end
    always @(posedge clk) begin
        if (in_valid && in_ready && !in_write) begin
            kept <= in_flit[HEADER-1:0];
            slot <= free_slot_index;
        end
    end
    assign {accept_sm, accept_tag, accept_write, accept_line} = kept;
    assign empty = !in_write && slot_busy == {QUEUE{1'b0}};
    wire unused_ends = &{1'b0, in_flit[PAYLOAD+1:HEADER]};
endmodule
`default_nettype wire
