// Refresh of a DRAM controller: when REF is due, and the commands that lead to it (tREFI, tRFC).
//
// REFRESH = 0, all banks at a time. A refresh falls due in every cycle k * T_REFI after reset, k = 1, 2, ... From then until its REF no ACT
// and no first column command is given (rs_dram_commands); a request between its column commands goes on to its last. Each open
// bank is closed as soon as its timing allows, the lowest ready bank number first; when all are closed and tRC and
// tRP are over, REF follows. Requests are accepted all the while, and reads and writes under way are completed.
// Postponement: REF comes at most CLOSING cycles after it was due,
//   CLOSING = COLUMNS * longest column distance + max(T_RAS, WL + BURST_CYCLES + T_WR, T_RTP) + BANKS + max(T_RP, T_RC);
// with PAIR the distance counts T_CCD or BURST_CYCLES more;
// and T_REFI must leave time to serve a request: T_REFI > CLOSING + T_RFC + T_FAW + T_RCD + longest turnaround. So no second
// refresh falls due before the first has been done. The controller checks that.
// REFRESH = 1, bank by bank. The same for one bank in every cycle k * (T_REFI / BANKS), the k-th for bank (k - 1) mod BANKS; other banks go on,
// but PRE and REF of this bank, when its timing allows them, go before all other commands. REF keeps the distances of an ACT, but
// tFAW; its bank is closed for T_RFC_PB, and ACT or REF of other banks wait T_RREFD. CLOSING has max(T_RRD, T_RREFD) in place of BANKS; T_REFI /
// BANKS must exceed CLOSING + 2, and T_REFI the sum above with T_RFC_PB.
// T_REFI = 0: no refresh, no hardware.
// Timing: due is registered; the other outputs are combinational from it and the bank timing.
`default_nettype none
module rs_refresh #(
    parameter BANKS  = 4,
    parameter T_REFI = 0, // cycles
    parameter REFRESH = 0
) (
    input  wire             clk,
    input  wire             rst,
    input  wire [BANKS-1:0] can_pre,
    input  wire             can_refresh,     // REFRESH 0
    input  wire [BANKS-1:0] can_refresh_one, // REFRESH 1: per bank
    input  wire             column,      // REFRESH 0: a column command goes out in this cycle
    input  wire [BANKS-1:0] busy,        // the banks of requests between their column commands
    output wire [BANKS-1:0] due,         // its banks, 0: none is due
    output wire             first,       // REFRESH 1: what it wants goes before all other commands
    output wire             takes,       // no other command goes out in this cycle, and
    output wire [BANKS-1:0] close,       // one-hot: PRE for this bank
    output wire             refresh      // REF, with REFRESH 1 for the bank that is due
);
    localparam INTERVAL = REFRESH != 0 ? T_REFI / BANKS : T_REFI;
    generate
        if (T_REFI < 0 || T_REFI == 1 || REFRESH < 0 || REFRESH > 1 || (REFRESH != 0 && T_REFI != 0 && INTERVAL < 2)) begin : illegal
            rs_refresh_needs_t_refi_0_or_above_1_for_each_bank_with_refresh_1 stop ();
        end
        if (T_REFI > 0) begin : on
            localparam W = $clog2(INTERVAL);
            localparam [31:0] LAST = INTERVAL - 1;
            reg [W-1:0] to_due; // cycles to the last one before the next refresh falls due
            reg         owed;
            wire [BANKS-1:0] closable = can_pre & ~busy;
            always @(posedge clk)
                if (rst) begin
                    to_due <= LAST[W-1:0];
                    owed <= 1'b0;
                end else begin
                    to_due <= to_due == {W{1'b0}} ? LAST[W-1:0] : to_due - {{(W-1){1'b0}}, 1'b1};
                    owed <= to_due == {W{1'b0}} || (owed && !refresh);
                end
            if (REFRESH != 0) begin : one
                reg [BANKS-1:0] turn; // one-hot: the bank
                assign due     = turn & {BANKS{owed}};
                assign close   = due & closable;
                assign refresh = (due & can_refresh_one) != {BANKS{1'b0}};
                assign first   = (due & (closable | can_refresh_one)) != {BANKS{1'b0}};
                assign takes   = first;
                wire unused = &{1'b0, can_refresh, column};
                always @(posedge clk)
                    if (rst)
                        turn <= {{(BANKS-1){1'b0}}, 1'b1};
                    else if (refresh)
                        turn <= {turn[BANKS-2:0], turn[BANKS-1]};
            end else begin : all
                wire [BANKS-1:0] lowest;
                rs_lowest #(.WIDTH(BANKS)) lowest_bank (.bits(closable), .lowest(lowest));
                assign due     = {BANKS{owed}};
                assign first   = 1'b0;
                assign takes   = owed && !column;
                assign close   = takes ? lowest : {BANKS{1'b0}};
                assign refresh = owed && can_refresh;
                wire unused = &{1'b0, can_refresh_one};
            end
        end else begin : off
            wire unused = &{clk, rst, can_pre, can_refresh, can_refresh_one, column, busy};
            assign due     = {BANKS{1'b0}};
            assign first   = 1'b0;
            assign takes   = 1'b0;
            assign close   = {BANKS{1'b0}};
            assign refresh = 1'b0;
        end
    endgenerate
endmodule
`default_nettype wire
