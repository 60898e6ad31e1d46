// The last SPAN values of a bit: history[0] is now, history[k] what now was k cycles ago; 0 before rst.
`default_nettype none
module rs_dfi_history #(
    parameter SPAN = 4
) (
    input  wire            clk,
    input  wire            rst,
    input  wire            now,
    output wire [SPAN-1:0] history
);
    generate
        if (SPAN < 1) begin : illegal
            rs_dfi_history_needs_SPAN_of_1_or_more stop ();
        end
        if (SPAN > 1) begin : some
            reg [SPAN-2:0] past;
            assign history = {past, now};
            always @(posedge clk)
                past <= rst ? {(SPAN-1){1'b0}} : history[SPAN-2:0];
        end else begin : none
            assign history = now;
            wire unused = &{1'b0, clk, rst};
        end
    endgenerate
endmodule
`default_nettype wire
