// rs_board_tally: events of several sources, counted one a cycle.
//
// INPUTS sources (up to 4), each with at most one event in INPUTS + 1 cycles; events that come together are given out one
// after the other. Timing: count is a function of event_in and the backlog, which is registered.
`default_nettype none
module rs_board_tally #(
    parameter INPUTS = 2
) (
    input  wire              clk,
    input  wire              rst,
    input  wire [INPUTS-1:0] event_in,
    output wire              count
);
    generate
        if (INPUTS < 1 || INPUTS > 4) begin : illegal
            rs_board_tally_needs_1_to_4_inputs stop ();
        end
    endgenerate

    function [3:0] ones;
        input [INPUTS-1:0] bits;
        integer i;
        begin
            ones = 4'd0;
            for (i = 0; i < INPUTS; i = i + 1)
                ones = ones + {3'd0, bits[i]};
        end
    endfunction
    reg  [3:0] backlog;
    wire [3:0] total = backlog + ones(event_in);
    assign count = total != 4'd0;
    always @(posedge clk)
        backlog <= rst ? 4'd0 : total - {3'd0, count};
endmodule
`default_nettype wire
