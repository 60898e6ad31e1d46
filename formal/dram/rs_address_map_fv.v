// Proof of rs_address_map by two of them, each with any line. Two lines are in the same place of the DRAM only if they are one line.
// Lines that differ in address bits of the bank alone are in different banks; with BANK_XOR so are lines that differ in those of the
// row alone, its lowest among them.
`default_nettype none
module rs_address_map_fv #(
    parameter ADDRESS_BITS = 29,
    parameter CHANNEL_MASK = 32'h00000700,
    parameter BANK_MASK    = 32'h00003000,
    parameter ROW_MASK     = 32'h1ffe0000,
    parameter COLUMN_MASK  = 32'h0001c8c0,
    parameter BANK_XOR     = 0
) (
    input wire                    clk,
    input wire [ADDRESS_BITS-7:0] line,
    input wire [ADDRESS_BITS-7:0] other
);
`include "rtl/common/rs_ones_or_1.vh"
    localparam CHANNEL_BITS = ones_or_1(CHANNEL_MASK), BANK_BITS = ones_or_1(BANK_MASK), ROW_BITS = ones_or_1(ROW_MASK),
               COLUMN_BITS = ones_or_1(COLUMN_MASK);
    wire [CHANNEL_BITS-1:0] channel, other_channel;
    wire [BANK_BITS-1:0]    bank, other_bank;
    wire [ROW_BITS-1:0]     row, other_row;
    wire [COLUMN_BITS-1:0]  column, other_column;
    rs_address_map #(.ADDRESS_BITS(ADDRESS_BITS), .CHANNEL_MASK(CHANNEL_MASK), .BANK_MASK(BANK_MASK), .ROW_MASK(ROW_MASK),
                     .COLUMN_MASK(COLUMN_MASK), .BANK_XOR(BANK_XOR)) dut (
        .line(line), .channel(channel), .bank(bank), .row(row), .column(column));
    rs_address_map #(.ADDRESS_BITS(ADDRESS_BITS), .CHANNEL_MASK(CHANNEL_MASK), .BANK_MASK(BANK_MASK), .ROW_MASK(ROW_MASK),
                     .COLUMN_MASK(COLUMN_MASK), .BANK_XOR(BANK_XOR)) again (
        .line(other), .channel(other_channel), .bank(other_bank), .row(other_row), .column(other_column));

    wire same_place = channel == other_channel && bank == other_bank && row == other_row && column == other_column;
    wire [31:0] changed = {line, 6'd0} ^ {other, 6'd0};
    reg started = 1'b0; // combinational proofs need a register, too
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) if (started) begin
        own_place:   assert (line == other || !same_place);
        bank_moves:  assert ((changed & ~BANK_MASK) != 0 || changed == 0 || bank != other_bank);
        rows_spread: assert (BANK_XOR == 0 || channel != other_channel || (changed & ~ROW_MASK) != 0 || row[0] == other_row[0] || bank != other_bank);
        cover (bank == {BANK_BITS{1'b1}} && row == {ROW_BITS{1'b1}});
        cover (changed != 0 && bank == other_bank && row != other_row);
    end
endmodule
`default_nettype wire
