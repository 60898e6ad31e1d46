// Refresh of a DRAM controller: when REF is due, and the commands that lead to it (tREFI, tRFC).
//
// A refresh falls due in every cycle k * T_REFI after reset, k = 1, 2, ... From then until its REF no ACT and no first
// column command is given (rs_dram_commands); a request between its column commands goes on to its last. Each open
// bank is closed as soon as its timing allows, the lowest ready bank number first; when all are closed and tRC and
// tRP are over, REF follows. Requests are accepted all the while, and reads and writes under way are completed.
// Postponement: REF comes at most CLOSING cycles after it was due,
//   CLOSING = COLUMNS * longest column distance + max(T_RAS, WL + BURST_CYCLES + T_WR, T_RTP) + BANKS + max(T_RP, T_RC),
// and T_REFI must leave time to serve a request: T_REFI > CLOSING + T_RFC + T_FAW + T_RCD + longest turnaround. So no second
// refresh falls due before the first has been done. The controller checks that.
// T_REFI = 0: no refresh, no hardware.
// Timing: due is registered; close and refresh are combinational from it and the bank timing.
`default_nettype none
module rs_refresh #(
    parameter BANKS  = 4,
    parameter T_REFI = 0 // cycles
) (
    input  wire             clk,
    input  wire             rst,
    input  wire [BANKS-1:0] can_pre,
    input  wire             can_refresh,
    input  wire             column,      // a column command goes out in this cycle
    input  wire [BANKS-1:0] busy,        // one-hot: the bank of the request between its column commands
    output wire             due,
    output wire [BANKS-1:0] close,       // one-hot: PRE for this bank
    output wire             refresh      // REF
);
    generate
        if (T_REFI < 0 || T_REFI == 1) begin : illegal
            rs_refresh_needs_t_refi_0_or_above_1 stop ();
        end
        if (T_REFI > 0) begin : on
            localparam W = $clog2(T_REFI);
            localparam [31:0] LAST = T_REFI - 1;
            reg [W-1:0] to_due; // cycles to the last one before the next refresh falls due
            reg         owed;
            wire [BANKS-1:0] closable = can_pre & ~busy;
            assign due     = owed;
            wire [BANKS-1:0] lowest;
            rs_lowest #(.WIDTH(BANKS)) lowest_bank (.bits(closable), .lowest(lowest));
            assign close   = due && !column ? lowest : {BANKS{1'b0}};
            assign refresh = due && can_refresh;
            always @(posedge clk)
                if (rst) begin
                    to_due <= LAST[W-1:0];
                    owed <= 1'b0;
                end else begin
                    to_due <= to_due == {W{1'b0}} ? LAST[W-1:0] : to_due - {{(W-1){1'b0}}, 1'b1};
                    owed <= to_due == {W{1'b0}} || (owed && !refresh);
                end
        end else begin : off
            wire unused = &{clk, rst, can_pre, can_refresh, column, busy};
            assign due     = 1'b0;
            assign close   = {BANKS{1'b0}};
            assign refresh = 1'b0;
        end
    endgenerate
endmodule
`default_nettype wire
