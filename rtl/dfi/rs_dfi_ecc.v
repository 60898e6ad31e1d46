// ECC on the way between DRAM controller and DFI port: single error correction, double error detection of every 64 bits of a data cycle, with 8
// check bits each beside the data (x72 modules, side-band ECC).
//
//   writes   port_wrdata = {check bits, wrdata}, the check bits of wrdata[64*k +: 64] at DQ_BITS + 8*k
//   reads    read_valid is port_valid a cycle later, with the data set right. read_error: some 64 bits of them had two wrong bits or more, and are
//            handed over as they came
// Codewords set right and those that failed are counted, up to the greatest value; the errors stay until error_clear or rst.
// A write must be of whole codewords: with byte masks it would need a read first.
// Timing: port_wrdata is combinational from wrdata; the read outputs are functions of registers.
`default_nettype none
module rs_dfi_ecc #(
    parameter DQ_BITS    = 128, // a multiple of 64
    parameter COUNT_BITS = 8,
    // derived, not to be set
    parameter WORDS     = DQ_BITS / 64,
    parameter PORT_BITS = DQ_BITS + 8 * WORDS
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire [DQ_BITS-1:0]    wrdata,
    output wire [PORT_BITS-1:0]  port_wrdata,
    input  wire                  port_valid,
    input  wire [PORT_BITS-1:0]  port_data,
    output reg                   read_valid,
    output wire [DQ_BITS-1:0]    read_data,
    output wire                  read_error,
    input  wire                  error_clear,     // errors and counts to 0; what happens in this cycle is not kept
    output reg                   corrected_error,
    output reg                   failed_error,
    output reg  [COUNT_BITS-1:0] corrected_count, // codewords
    output reg  [COUNT_BITS-1:0] failed_count
);
    localparam SUM_BITS = $clog2(WORDS + 1);

    generate
        if (DQ_BITS < 64 || DQ_BITS % 64 != 0 || WORDS != DQ_BITS / 64 || PORT_BITS != DQ_BITS + 8 * WORDS) begin : illegal
            rs_dfi_ecc_needs_DQ_BITS_a_multiple_of_64 stop ();
        end
        if (COUNT_BITS < SUM_BITS) begin : illegal_count
            rs_dfi_ecc_needs_COUNT_BITS_for_the_codewords_of_a_cycle stop ();
        end
    endgenerate

    reg  [DQ_BITS-1:0]   data;
    reg  [8*WORDS-1:0]   syndromes;
    wire [8*WORDS-1:0]   new_syndromes;
    wire [WORDS-1:0]     corrected, failed;
    assign port_wrdata[DQ_BITS-1:0] = wrdata;
    genvar k;
    generate
        for (k = 0; k < WORDS; k = k + 1) begin : each
            rs_secded_syndrome encode (.data(wrdata[64*k +: 64]), .check(8'd0), .syndrome(port_wrdata[DQ_BITS + 8*k +: 8]));
            rs_secded_syndrome decode (.data(port_data[64*k +: 64]), .check(port_data[DQ_BITS + 8*k +: 8]), .syndrome(new_syndromes[8*k +: 8]));
            rs_secded_correct correct (.data(data[64*k +: 64]), .syndrome(syndromes[8*k +: 8]), .right(read_data[64*k +: 64]),
                                       .corrected(corrected[k]), .failed(failed[k]));
        end
    endgenerate
    assign read_error = failed != {WORDS{1'b0}};

    always @(posedge clk) begin
        read_valid <= port_valid && !rst;
        if (port_valid) begin
            data      <= port_data[DQ_BITS-1:0];
            syndromes <= new_syndromes;
        end
    end

    wire [SUM_BITS-1:0] corrected_now, failed_now;
    rs_count #(.WIDTH(WORDS)) count_corrected (.bits(corrected), .count(corrected_now));
    rs_count #(.WIDTH(WORDS)) count_failed (.bits(failed), .count(failed_now));
    function [COUNT_BITS-1:0] up_to_all; // the sum, at most the greatest count
        input [COUNT_BITS-1:0] count;
        input [SUM_BITS-1:0]   more;
        reg [COUNT_BITS:0] sum;
        begin
            sum = {1'b0, count} + {{(COUNT_BITS+1-SUM_BITS){1'b0}}, more};
            up_to_all = sum[COUNT_BITS] ? {COUNT_BITS{1'b1}} : sum[COUNT_BITS-1:0];
        end
    endfunction
    always @(posedge clk)
        if (rst || error_clear) begin
            {corrected_error, failed_error} <= 2'b00;
            corrected_count <= {COUNT_BITS{1'b0}};
            failed_count    <= {COUNT_BITS{1'b0}};
        end else if (read_valid) begin
            corrected_error <= corrected_error || corrected != {WORDS{1'b0}};
            failed_error    <= failed_error || read_error;
            corrected_count <= up_to_all(corrected_count, corrected_now);
            failed_count    <= up_to_all(failed_count, failed_now);
        end
endmodule
`default_nettype wire
