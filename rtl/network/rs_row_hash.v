// Hash of a DRAM row for HMHG (THESIS 4.3): the row XOR-folded to `bits` bits, row bit k onto hash bit k mod bits.
// Combinational. bits is a static strap, 1 .. HASH_WIDTH; the hash's bits from it on are 0.
`default_nettype none
module rs_row_hash #(
    parameter ROW_BITS   = 12,
    parameter HASH_WIDTH = 12 // at most ROW_BITS and 16
) (
    input  wire [ROW_BITS-1:0]   row,
    input  wire [4:0]            bits,
    output wire [HASH_WIDTH-1:0] hash
);
    generate
        if (ROW_BITS < 1 || HASH_WIDTH < 1 || HASH_WIDTH > 16 || HASH_WIDTH > ROW_BITS)
            rs_row_hash_HASH_WIDTH_must_be_1_to_16_and_at_most_ROW_BITS illegal_parameter ();
    endgenerate

    function [HASH_WIDTH-1:0] fold;
        input [ROW_BITS-1:0] value;
        input [4:0]          width;
        integer n, k;
        reg [ROW_BITS-1:0] sum;
        begin
            fold = {HASH_WIDTH{1'b0}};
            for (n = 1; n <= HASH_WIDTH; n = n + 1)
                if (width == n[4:0]) begin
                    sum = value;
                    for (k = n; k < ROW_BITS; k = k + n)
                        sum = sum ^ (value >> k);
                    fold = sum[HASH_WIDTH-1:0] & ~({HASH_WIDTH{1'b1}} << n);
                end
        end
    endfunction
    assign hash = fold(row, bits);
endmodule
`default_nettype wire
