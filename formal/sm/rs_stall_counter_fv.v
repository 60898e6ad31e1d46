// Proof of rs_stall_counter: its value is the number of counts since the last clear, wherever they fall; a section's flag says that it and
// all below it are full.
`default_nettype none
module rs_stall_counter_fv #(
    parameter BITS    = 5,
    parameter SECTION = 2,
    parameter SECTIONS = (BITS + SECTION - 1) / SECTION // derived, not to be set
) (
    input wire clk,
    input wire clear,
    input wire count
);
    wire [BITS-1:0] value;
    rs_stall_counter #(.BITS(BITS), .SECTION(SECTION)) dut (.clk(clk), .clear(clear), .count(count), .value(value));
    (* keep *) wire [SECTIONS-1:0] full; // probe dut.full

    reg             started = 1'b0;
    reg  [BITS-1:0] counts;
    reg             flags_right;
    integer         k;
    always @* begin
        flags_right = 1'b1;
        for (k = 0; k + 1 < SECTIONS; k = k + 1)
            flags_right = flags_right && full[k] == ((~value & (({{(BITS-1){1'b0}}, 1'b1} << (k + 1) * SECTION) - 1)) == 0);
    end
    always @(posedge clk) begin
        started <= 1'b1;
        counts  <= clear ? {BITS{1'b0}} : counts + {{(BITS-1){1'b0}}, count};
        if (!started)
            assume (clear);
        else begin
            counted:    assert (value == counts);
            flags_link: assert (flags_right); // for the induction
            wraps:      cover (value == {BITS{1'b1}} && count && !clear);
            empties:    cover (full[0] && clear && value != 0);
        end
    end
endmodule
`default_nettype wire
