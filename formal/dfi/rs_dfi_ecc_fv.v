// Proof of rs_dfi_ecc with rs_secded_syndrome and rs_secded_correct: what is written comes back, whatever one bit of each codeword of 72 does on
// its way; two wrong bits of one are always seen, and never taken for one.
//   set_right   a cycle after port_valid read_valid is 1, else 0, with the data that were written unless a codeword has two wrong bits
//   seen        read_error exactly if one has
//   counted     errors and counts are those of a model that knows how many bits were turned
// Per codeword the environment chooses two bits freely and turns none, the first, or both.
`default_nettype none
module rs_dfi_ecc_fv #(
    parameter DQ_BITS    = 128,
    parameter COUNT_BITS = 3,
    parameter WORDS      = DQ_BITS / 64 // derived, not to be set
) (
    input wire               clk,
    input wire               rst,
    input wire [DQ_BITS-1:0] wrdata,
    input wire [7*WORDS-1:0] first,  // of 72
    input wire [7*WORDS-1:0] second,
    input wire [2*WORDS-1:0] turned, // none, one, two
    input wire               port_valid,
    input wire               error_clear
);
    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) if (!started) assume (rst);
    wire check = started && !rst;

    wire [DQ_BITS+8*WORDS-1:0] port_wrdata;
    reg  [DQ_BITS+8*WORDS-1:0] port_data;
    reg  [WORDS-1:0] one, two, chosen_well;
    wire read_valid, read_error, corrected_error, failed_error;
    wire [DQ_BITS-1:0] read_data;
    wire [COUNT_BITS-1:0] corrected_count, failed_count;
    integer k, i;
    always @* begin
        port_data = port_wrdata;
        for (k = 0; k < WORDS; k = k + 1) begin
            one[k] = turned[2*k +: 2] == 2'd1;
            two[k] = turned[2*k +: 2] == 2'd2;
            chosen_well[k] = turned[2*k +: 2] != 2'd3 && first[7*k +: 7] < 72 && second[7*k +: 7] < 72
                           && (!two[k] || first[7*k +: 7] != second[7*k +: 7]);
            for (i = 0; i < 64; i = i + 1)
                port_data[64*k + i] = port_wrdata[64*k + i] ^ ((one[k] || two[k]) && first[7*k +: 7] == i) ^ (two[k] && second[7*k +: 7] == i);
            for (i = 0; i < 8; i = i + 1)
                port_data[DQ_BITS + 8*k + i] = port_wrdata[DQ_BITS + 8*k + i] ^ ((one[k] || two[k]) && first[7*k +: 7] == 64 + i)
                                             ^ (two[k] && second[7*k +: 7] == 64 + i);
        end
    end
    always @(posedge clk) assume (&chosen_well);
    rs_dfi_ecc #(.DQ_BITS(DQ_BITS), .COUNT_BITS(COUNT_BITS)) dut (
        .clk(clk), .rst(rst), .wrdata(wrdata), .port_wrdata(port_wrdata), .port_valid(port_valid), .port_data(port_data),
        .read_valid(read_valid), .read_data(read_data), .read_error(read_error), .error_clear(error_clear),
        .corrected_error(corrected_error), .failed_error(failed_error), .corrected_count(corrected_count), .failed_count(failed_count));

    // The same a cycle later, and the model of the counts.
    reg               was_valid;
    reg [DQ_BITS-1:0] was_written;
    reg [WORDS-1:0]   was_one, was_two;
    reg               some_corrected, some_failed;
    reg [COUNT_BITS:0] count_corrected, count_failed; // never above the greatest
    function integer least;
        input integer a;
        least = a > (1 << COUNT_BITS) - 1 ? (1 << COUNT_BITS) - 1 : a;
    endfunction
    function integer ones;
        input [WORDS-1:0] bits;
        integer n;
        begin
            ones = 0;
            for (n = 0; n < WORDS; n = n + 1)
                ones = ones + (bits[n] ? 1 : 0);
        end
    endfunction
    always @(posedge clk) begin
        was_valid <= port_valid && !rst;
        if (port_valid) begin
            was_written <= wrdata;
            was_one     <= one;
            was_two     <= two;
        end
        if (rst || error_clear)
            {some_corrected, some_failed, count_corrected, count_failed} <= 0;
        else if (was_valid) begin
            some_corrected  <= some_corrected || was_one != 0;
            some_failed     <= some_failed || was_two != 0;
            count_corrected <= least(count_corrected + ones(was_one));
            count_failed    <= least(count_failed + ones(was_two));
        end
    end
    always @(posedge clk) if (check) begin
        valid:     assert (read_valid == was_valid);
        set_right: assert (!was_valid || was_two != 0 || read_data == was_written);
        seen:      assert (!was_valid || read_error == (was_two != 0));
        counted:   assert (corrected_error == some_corrected && failed_error == some_failed
                           && corrected_count == count_corrected && failed_count == count_failed);
        cover (was_valid && was_two != 0 && (WORDS == 1 || was_one != 0));
        cover (corrected_count == {COUNT_BITS{1'b1}} && failed_count == {COUNT_BITS{1'b1}});
        cover (failed_error && error_clear);
    end
endmodule
`default_nettype wire
