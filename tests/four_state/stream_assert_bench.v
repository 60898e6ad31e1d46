// rs_stream_assert and rs_packet_assert in Icarus: +case=N drives a stream of words that wait for ready, with what asserts.sh says of N in the second word.
`default_nettype none
module stream_assert_bench;
    reg       clk, rst, valid, ready, legal, head, tail;
    reg [3:0] data;
    integer   number, cycle;
    rs_stream_assert #(.WIDTH(4), .PAUSES(0)) strict (
        .clk(clk), .rst(rst), .valid(valid && number < 6), .ready(ready), .legal(legal), .data(data));
    rs_stream_assert #(.WIDTH(4), .PAUSES(1)) pausing (
        .clk(clk), .rst(rst), .valid(valid), .ready(ready), .legal(legal), .data(data));
    rs_packet_assert #(.WIDTH(4)) packets ( // the first two words are one
        .clk(clk), .rst(rst), .valid(valid && (number == 0 || number > 8)), .ready(ready), .head(head), .tail(tail), .data(data));

    initial begin
        if (!$value$plusargs("case=%d", number))
            number = 0;
        {clk, rst, valid, ready, legal, data} = 9'b0_x_x_x_x_xxxx;
        for (cycle = 0; cycle < 12; cycle = cycle + 1) begin
            rst   = cycle < 2;
            valid = cycle >= 2 && cycle % 4 != 1; // a word in cycles 2 to 4, 6 to 8, 10, 11, which is taken in its third one
            ready = valid ? cycle % 4 == 0 : 1'bx;
            legal = valid ? 1'b1 : 1'bx;
            data  = valid ? (cycle + 2) / 4 : 4'bx;
            head  = data == 4'd1 || data == 4'd3 || (data == 4'd2 && number == 9);
            tail  = data == 4'd2 || (data == 4'd1 && number == 10);
            if (cycle == 7)
                case (number)
                    1, 6: {valid, data} = 5'b0xxxx;
                    2, 7: data = 4'd9;
                    3: valid = 1'bx;
                    4: legal = 1'b0;
                    5: ready = 1'bx;
                    8: rst = 1'b1;
                    default: ;
                endcase
            if (cycle == 8 && number == 7)
                data = 4'd9;
            #1 clk = 1'b1;
            #1 clk = 1'b0;
        end
        $display("through");
    end
endmodule
`default_nettype wire
