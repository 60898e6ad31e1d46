// The code of rs_secded_syndrome and rs_secded_correct: single error correction, double error detection of 64 bits with 8 check bits,
// an odd-weight-column code (M. Y. Hsiao, IBM Journal of Research and Development 14, 1970). Column i says in which check bits data bit i is
// counted: 0 .. 55 are the 56 values with three bits set, in ascending order; 56 .. 63 are 8'h1f turned left by i - 56. Check bit r is
// counted in itself. So each check bit counts 26 data bits; the columns differ and have an odd number of bits, so two errors never look like
// one.
// Bits are counted one by one: Yosys 0.23 adds single bits of a constant function in one bit.
function [7:0] secded_column;
    input integer bit_number;
    integer value, found, ones, r;
    begin
        secded_column = 8'd0;
        if (bit_number >= 56)
            secded_column = (8'h1f << (bit_number - 56)) | (8'h1f >> (64 - bit_number));
        else begin
            found = 0;
            for (value = 0; value < 256; value = value + 1) begin
                ones = 0;
                for (r = 0; r < 8; r = r + 1)
                    if ((value & (1 << r)) != 0)
                        ones = ones + 1;
                if (ones == 3) begin
                    if (found == bit_number)
                        secded_column = value[7:0];
                    found = found + 1;
                end
            end
        end
    end
endfunction
