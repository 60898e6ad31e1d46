// rs_stream_assert: what a block asks of who drives one of its streams, checked in simulation. Blocks have it where RS_ASSERT is
// defined (rtl/README.md), and no synthesis does.
//
// A word that is offered stays, valid and data unchanged, until it is taken. PAUSES = 1: valid may be 0 in between, and then the same
// word is offered again. valid, and ready with it, are known from reset on, and `legal` is 1 in every cycle with a word: whether the driver
// may send this one.
// The first word that breaks a rule is printed with the instance's name, and the simulation stops.
`include "rtl/common/rs_stop.vh"
`default_nettype none
module rs_stream_assert #(
    parameter WIDTH  = 1,
    parameter PAUSES = 0
) (
    input wire             clk,
    input wire             rst,
    input wire             valid,
    input wire             ready,
    input wire             legal,
    input wire [WIDTH-1:0] data
);
`ifdef RS_ASSERT
    reg             begun;   // a reset has been
    reg             waiting; // a word that was offered has not been taken
    reg [WIDTH-1:0] offered;
    initial begun = 1'b0;
    wire known = valid === 1'b0 || (valid === 1'b1 && ready !== 1'bx);
    wire stays = !waiting || (valid ? data === offered : PAUSES != 0);
    always @(posedge clk) begin
        if (begun && !rst && !(known && stays && (!valid || legal))) begin
            $display("%m: found %0s", !known ? "valid, or with it ready, unknown, expected 0 or 1 from reset on"
                : !stays ? "another word, or none, before the one that was offered was taken, expected it to stay"
                : "a word that may not come here, expected one that its block's header allows");
            `RS_STOP;
        end
        begun   <= begun || rst === 1'b1;
        waiting <= !rst && (valid || (waiting && PAUSES != 0)) && !(valid && ready);
        if (valid)
            offered <= data;
    end
`else
    wire unused = &{1'b0, clk, rst, valid, ready, legal, data, PAUSES == 0};
`endif
endmodule
`default_nettype wire
