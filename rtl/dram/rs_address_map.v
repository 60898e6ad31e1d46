// Byte address to channel, bank, row and column (THESIS 5.1: GPGPU-Sim mask notation; see
// `rowstreak config`, which turns a mask string into these four masks).
//
// A field's bits are the address bits set in its mask, from the low end up. The column counts 64 B lines. BANK_XOR = 1: bit k of the
// bank is XORed with bit k of the row, if the row has one, so that rows at a distance of a power of two spread over the banks.
// Timing: combinational; wires only, with BANK_XOR a gate a bit of the bank. Masks must not overlap and must not reach into the low
// 6 bits; they have 32 bits, and so has an address at most. Who sets the fields' widths himself must set those that the masks have.
`default_nettype none
module rs_address_map #(
    parameter ADDRESS_BITS = 29,
    parameter CHANNEL_MASK = 32'h00000700, // 0: one channel
    parameter BANK_MASK    = 32'h00003000,
    parameter ROW_MASK     = 32'h1ffe0000,
    parameter COLUMN_MASK  = 32'h0001c8c0,
    parameter BANK_XOR     = 0,
    // derived; an empty field has one bit that reads 0
    parameter CHANNEL_BITS = ones_or_1(CHANNEL_MASK),
    parameter BANK_BITS    = ones_or_1(BANK_MASK),
    parameter ROW_BITS     = ones_or_1(ROW_MASK),
    parameter COLUMN_BITS  = ones_or_1(COLUMN_MASK)
) (
    input  wire [ADDRESS_BITS-7:0] line, // byte address without its low 6 bits
    output wire [CHANNEL_BITS-1:0] channel,
    output wire [BANK_BITS-1:0]    bank,
    output wire [ROW_BITS-1:0]     row,
    output wire [COLUMN_BITS-1:0]  column
);
`include "rtl/common/rs_ones_or_1.vh"

    // Line bit that is bit `index` of the field; ADDRESS_BITS if the field has no such bit.
    function integer place;
        input [31:0] mask;
        input integer index;
        integer i, seen;
        begin
            place = ADDRESS_BITS;
            seen  = 0;
            for (i = 0; i < 32; i = i + 1)
                if (mask[i]) begin
                    if (seen == index)
                        place = i - 6;
                    seen = seen + 1;
                end
        end
    endfunction

    localparam [31:0] ALL = CHANNEL_MASK | BANK_MASK | ROW_MASK | COLUMN_MASK;
    localparam [31:0] MAPPED = (ADDRESS_BITS >= 32 ? 32'hffffffff : (32'd1 << ADDRESS_BITS) - 32'd1) & ~32'h3f;
    generate
        if (ALL != MAPPED || (CHANNEL_MASK & BANK_MASK) != 0 || (CHANNEL_MASK & ROW_MASK) != 0
            || (CHANNEL_MASK & COLUMN_MASK) != 0 || (BANK_MASK & ROW_MASK) != 0
            || (BANK_MASK & COLUMN_MASK) != 0 || (ROW_MASK & COLUMN_MASK) != 0) begin : illegal
            rs_address_map_masks_must_not_overlap_and_must_cover_all_line_address_bits stop ();
        end
        if (BANK_XOR != 0 && BANK_XOR != 1) begin : illegal_xor
            rs_address_map_BANK_XOR_must_be_0_or_1 stop ();
        end
        if (ADDRESS_BITS < 7 || ADDRESS_BITS > 32) begin : illegal_width
            rs_address_map_ADDRESS_BITS_must_be_7_to_32_as_its_masks_have_32_bits stop ();
        end
        if (CHANNEL_BITS != ones_or_1(CHANNEL_MASK) || BANK_BITS != ones_or_1(BANK_MASK) || ROW_BITS != ones_or_1(ROW_MASK)
            || COLUMN_BITS != ones_or_1(COLUMN_MASK)) begin : illegal_fields
            rs_address_map_fields_must_be_as_wide_as_their_masks_have_bits stop ();
        end
    endgenerate

    genvar k;
    generate
        for (k = 0; k < CHANNEL_BITS; k = k + 1) begin : channel_bit
            if (CHANNEL_MASK == 0) begin : none
                assign channel[k] = 1'b0;
            end else begin : wire_it
                localparam integer AT = place(CHANNEL_MASK, k);
                assign channel[k] = line[AT];
            end
        end
        for (k = 0; k < BANK_BITS; k = k + 1) begin : bank_bit
            if (BANK_MASK == 0) begin : none
                assign bank[k] = 1'b0;
            end else begin : wire_it
                localparam integer AT = place(BANK_MASK, k);
                if (BANK_XOR != 0 && k < ROW_BITS) begin : spread
                    assign bank[k] = line[AT] ^ row[k];
                end else begin : plain
                    assign bank[k] = line[AT];
                end
            end
        end
        for (k = 0; k < ROW_BITS; k = k + 1) begin : row_bit
            if (ROW_MASK == 0) begin : none
                assign row[k] = 1'b0;
            end else begin : wire_it
                localparam integer AT = place(ROW_MASK, k);
                assign row[k] = line[AT];
            end
        end
        for (k = 0; k < COLUMN_BITS; k = k + 1) begin : column_bit
            if (COLUMN_MASK == 0) begin : none
                assign column[k] = 1'b0;
            end else begin : wire_it
                localparam integer AT = place(COLUMN_MASK, k);
                assign column[k] = line[AT];
            end
        end
    endgenerate
endmodule
`default_nettype wire
