// When each DRAM command may be issued (THESIS 1.3.2, table 1.1): the timing rules of one controller whose
// chips work in lockstep.
//
// Input: the command issued in this cycle (one-hot wires, bank, row). Output, for the commands of this cycle:
//   can_act[b]   bank closed, tRC since its ACT, tRP since its PRE, tRRD since any ACT
//   can_pre[b]   bank open, tRAS since its ACT, tRTP since its last RD, WL + BURST_CYCLES + tWR since its last WR
//   can_read[b]  bank open, tRCD since its ACT, tCCD since the last RD, WL + BURST_CYCLES + tWTR since any WR
//   can_write[b] bank open, tRCD since its ACT, tCCD since the last WR, tRTW since any RD
// and the open row of every bank. A rule of T cycles: a command in cycle t allows the next in cycle t + T.
// tRRD is kept between any two ACTs (tRC is never shorter). Columns are never closer than BURST_CYCLES.
// Timing: the outputs are functions of registered state only; all banks are closed after reset.
`default_nettype none
module rs_bank_timing #(
    parameter BANKS        = 4,
    parameter ROW_BITS     = 12,
    parameter BURST_CYCLES = 2,
    parameter T_CCD = 2,
    parameter T_RRD = 8,
    parameter T_RAS = 21,
    parameter T_RCD = 12,
    parameter T_RC  = 34,
    parameter T_WTR = 5,
    parameter T_RP  = 13,
    parameter WL    = 4,
    parameter T_WR  = 10,
    parameter T_RTP = 2,
    parameter T_RTW = 9,
    // derived, not to be set
    parameter BANK_BITS = (BANKS > 1) ? $clog2(BANKS) : 1
) (
    input  wire                      clk,
    input  wire                      rst,
    input  wire                      act,
    input  wire                      pre,
    input  wire                      read,
    input  wire                      write,
    input  wire [BANK_BITS-1:0]      bank,
    input  wire [ROW_BITS-1:0]       row,
    output wire [BANKS-1:0]          can_act,
    output wire [BANKS-1:0]          can_pre,
    output wire [BANKS-1:0]          can_read,
    output wire [BANKS-1:0]          can_write,
    output reg  [BANKS-1:0]          open,
    output reg  [BANKS*ROW_BITS-1:0] open_row
);
    function integer max;
        input integer a, b;
        max = a > b ? a : b;
    endfunction
    // Cycles between the two commands.
    localparam COLUMN      = max(T_CCD, BURST_CYCLES);
    localparam READ_WRITE  = max(T_RTW, COLUMN);
    localparam WRITE_READ  = max(WL + BURST_CYCLES + T_WTR, COLUMN);
    localparam WRITE_PRE   = WL + BURST_CYCLES + T_WR;
    localparam LONGEST     = max(max(max(T_RC, T_RAS), max(T_RP, T_RRD)), max(max(T_RCD, WRITE_PRE), max(READ_WRITE, WRITE_READ)));
    localparam W = $clog2(LONGEST + 1);
    // Cycles left after the cycle of the command.
    localparam [31:0] RC_LEFT = T_RC - 1, RAS_LEFT = T_RAS - 1, RCD_LEFT = T_RCD - 1, RRD_LEFT = T_RRD - 1,
        COLUMN_LEFT = COLUMN - 1, READ_WRITE_LEFT = READ_WRITE - 1, WRITE_READ_LEFT = WRITE_READ - 1,
        RP_LEFT = T_RP - 1, RTP_LEFT = T_RTP - 1, WRITE_PRE_LEFT = WRITE_PRE - 1;

    generate
        if (T_CCD < 1 || T_RRD < 1 || T_RAS < 1 || T_RCD < 1 || T_RC < 1 || T_RP < 1 || T_RTP < 1 || T_RTW < 1
            || T_WTR < 0 || T_WR < 0 || WL < 1 || BURST_CYCLES < 1 || T_RC < T_RRD || T_RTP > T_RAS) begin : illegal
            rs_bank_timing_needs_times_of_1_or_more_t_rc_not_below_t_rrd_and_t_rtp_not_above_t_ras stop ();
        end
    endgenerate

    // Cycles until the command is allowed; 0 = now.
    reg [W-1:0] rrd, to_read, to_write;
    reg [BANKS*W-1:0] to_act, to_pre, to_column;

    function [W-1:0] count_down;
        input [W-1:0] value;
        count_down = (value == {W{1'b0}}) ? {W{1'b0}} : value - {{(W-1){1'b0}}, 1'b1};
    endfunction
    function [W-1:0] later; // the later of what is left and a new time
        input [W-1:0] left;
        input [W-1:0] cycles;
        later = left > cycles ? left : cycles;
    endfunction

    genvar b;
    generate
        for (b = 0; b < BANKS; b = b + 1) begin : each
            localparam [31:0] SELF = b;
            wire here = (bank == SELF[BANK_BITS-1:0]);
            wire [W-1:0] act_left    = count_down(to_act[b*W +: W]);
            wire [W-1:0] pre_left    = count_down(to_pre[b*W +: W]);
            wire [W-1:0] column_left = count_down(to_column[b*W +: W]);
            assign can_act[b]   = !open[b] && to_act[b*W +: W] == {W{1'b0}} && rrd == {W{1'b0}};
            assign can_pre[b]   = open[b] && to_pre[b*W +: W] == {W{1'b0}};
            assign can_read[b]  = open[b] && to_column[b*W +: W] == {W{1'b0}} && to_read == {W{1'b0}};
            assign can_write[b] = open[b] && to_column[b*W +: W] == {W{1'b0}} && to_write == {W{1'b0}};
            always @(posedge clk)
                if (rst) begin
                    open[b] <= 1'b0;
                    open_row[b*ROW_BITS +: ROW_BITS] <= {ROW_BITS{1'b0}};
                    to_act[b*W +: W]    <= {W{1'b0}};
                    to_pre[b*W +: W]    <= {W{1'b0}};
                    to_column[b*W +: W] <= {W{1'b0}};
                end else begin
                    to_act[b*W +: W]    <= act_left;
                    to_pre[b*W +: W]    <= pre_left;
                    to_column[b*W +: W] <= column_left;
                    if (act && here) begin
                        open[b] <= 1'b1;
                        open_row[b*ROW_BITS +: ROW_BITS] <= row;
                        to_act[b*W +: W]    <= RC_LEFT[W-1:0];
                        to_pre[b*W +: W]    <= RAS_LEFT[W-1:0];
                        to_column[b*W +: W] <= RCD_LEFT[W-1:0];
                    end
                    if (pre && here) begin
                        open[b] <= 1'b0;
                        to_act[b*W +: W] <= later(act_left, RP_LEFT[W-1:0]);
                    end
                    if (read && here)
                        to_pre[b*W +: W] <= later(pre_left, RTP_LEFT[W-1:0]);
                    if (write && here)
                        to_pre[b*W +: W] <= later(pre_left, WRITE_PRE_LEFT[W-1:0]);
                end
        end
    endgenerate

    always @(posedge clk)
        if (rst) begin
            rrd      <= {W{1'b0}};
            to_read  <= {W{1'b0}};
            to_write <= {W{1'b0}};
        end else begin
            rrd      <= act   ? RRD_LEFT[W-1:0]      : count_down(rrd);
            to_read  <= write ? WRITE_READ_LEFT[W-1:0] : read  ? COLUMN_LEFT[W-1:0]     : count_down(to_read);
            to_write <= write ? COLUMN_LEFT[W-1:0]     : read  ? READ_WRITE_LEFT[W-1:0] : count_down(to_write);
        end
endmodule
`default_nettype wire
