// When each DRAM command may be issued (THESIS 1.3.2, table 1.1): the timing rules of one controller whose
// chips work in lockstep.
//
// Input: the command issued in this cycle (one-hot wires, bank, row). Output, for the commands of this cycle:
//   can_act[b]   bank closed, tRC since its ACT, tRP since its PRE, tRRD since any ACT, tFAW since the fourth ACT
//                before, tRFC since REF
//   can_pre[b]   bank open, tRAS since its ACT, tRTP since its last RD, WL + BURST_CYCLES + tWR since its last WR
//   can_read[b]  bank open, tRCD since its ACT, tCCD since the last RD, WL + BURST_CYCLES + tWTR since any WR
//   can_write[b] bank open, tRCD since its ACT, tCCD since the last WR, tRTW since any RD
//   can_refresh  all banks closed, tRC since their ACTs, tRP since their PREs, tRFC since REF
// and the open row of every bank. A rule of T cycles: a command in cycle t allows the next in cycle t + T.
// tRRD is kept between any two ACTs (tRC is never shorter). Columns are never closer than BURST_CYCLES.
// BANK_GROUPS > 1: bank b is in group b mod BANK_GROUPS, and T_CCD_L applies between the column commands to one group.
// T_FAW = 0 (or not above 4 T_RRD, where it says nothing), BANK_GROUPS = 1 and T_RFC = 0 (no refresh) have no hardware.
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
    parameter T_FAW = 0,
    parameter BANK_GROUPS = 1,
    parameter T_CCD_L = 3,
    parameter T_RFC = 0,
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
    output reg  [BANKS*ROW_BITS-1:0] open_row,
    input  wire                      refresh,
    output wire                      can_refresh
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
            || T_FAW < 0 || T_RFC < 0 || T_WTR < 0 || T_WR < 0 || WL < 1 || BURST_CYCLES < 1 || T_RC < T_RRD || T_RTP > T_RAS) begin : illegal
            rs_bank_timing_needs_times_of_1_or_more_t_rc_not_below_t_rrd_and_t_rtp_not_above_t_ras stop ();
        end
        if (BANK_GROUPS < 1 || (BANK_GROUPS & (BANK_GROUPS - 1)) != 0 || BANK_GROUPS > BANKS
            || (BANK_GROUPS > 1 && T_CCD_L < T_CCD)) begin : illegal_groups
            rs_bank_timing_needs_bank_groups_a_power_of_two_not_above_banks_and_t_ccd_l_not_below_t_ccd stop ();
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

    wire faw_over, refresh_over;            // no ACT while tFAW or tRFC runs
    wire [BANK_GROUPS-1:0] group_over;      // per bank group: no column command while tCCD_L runs
    wire [BANKS-1:0] act_rest;              // per bank: tRC and tRP are over
    genvar b;
    generate
        for (b = 0; b < BANKS; b = b + 1) begin : each
            localparam [31:0] SELF = b;
            localparam GROUP = b % BANK_GROUPS;
            wire here = (bank == SELF[BANK_BITS-1:0]);
            wire [W-1:0] act_left    = count_down(to_act[b*W +: W]);
            wire [W-1:0] pre_left    = count_down(to_pre[b*W +: W]);
            wire [W-1:0] column_left = count_down(to_column[b*W +: W]);
            assign act_rest[b]  = to_act[b*W +: W] == {W{1'b0}};
            assign can_act[b]   = !open[b] && act_rest[b] && rrd == {W{1'b0}} && faw_over && refresh_over;
            assign can_pre[b]   = open[b] && to_pre[b*W +: W] == {W{1'b0}};
            assign can_read[b]  = open[b] && to_column[b*W +: W] == {W{1'b0}} && to_read == {W{1'b0}} && group_over[GROUP];
            assign can_write[b] = open[b] && to_column[b*W +: W] == {W{1'b0}} && to_write == {W{1'b0}} && group_over[GROUP];
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

    assign can_refresh = open == {BANKS{1'b0}} && (&act_rest) && refresh_over;

    genvar g;
    generate
        if (T_RFC > 0) begin : refreshing
            localparam RFC_BITS = $clog2(T_RFC + 1);
            localparam [31:0] RFC_LEFT = T_RFC - 1;
            reg [RFC_BITS-1:0] left;
            assign refresh_over = left == {RFC_BITS{1'b0}};
            always @(posedge clk)
                if (rst)
                    left <= {RFC_BITS{1'b0}};
                else if (refresh)
                    left <= RFC_LEFT[RFC_BITS-1:0];
                else if (!refresh_over)
                    left <= left - {{(RFC_BITS-1){1'b0}}, 1'b1};
        end else begin : no_refresh
            wire unused = refresh;
            assign refresh_over = 1'b1;
        end

        if (T_FAW > 4 * T_RRD) begin : four_activates
            localparam FAW_BITS = $clog2(T_FAW + 1);
            localparam [31:0] FAW_LEFT = T_FAW - 1;
            reg [4*FAW_BITS-1:0] left; // of the last four ACTs, the latest lowest
            assign faw_over = left[3*FAW_BITS +: FAW_BITS] == {FAW_BITS{1'b0}};
            function [4*FAW_BITS-1:0] one_less;
                input [4*FAW_BITS-1:0] values;
                integer k;
                begin
                    one_less = {(4*FAW_BITS){1'b0}};
                    for (k = 0; k < 4; k = k + 1)
                        if (values[k*FAW_BITS +: FAW_BITS] != {FAW_BITS{1'b0}})
                            one_less[k*FAW_BITS +: FAW_BITS] = values[k*FAW_BITS +: FAW_BITS] - {{(FAW_BITS-1){1'b0}}, 1'b1};
                end
            endfunction
            wire [4*FAW_BITS-1:0] next = one_less(left);
            always @(posedge clk)
                left <= rst ? {(4*FAW_BITS){1'b0}} : act ? {next[3*FAW_BITS-1:0], FAW_LEFT[FAW_BITS-1:0]} : next;
        end else begin : any_activates
            assign faw_over = 1'b1;
        end

        if (BANK_GROUPS > 1 && T_CCD_L > COLUMN) begin : groups
            localparam GROUP_BITS = $clog2(BANK_GROUPS);
            localparam LONG_BITS  = $clog2(T_CCD_L + 1);
            localparam [31:0] LONG_LEFT = T_CCD_L - 1;
            for (g = 0; g < BANK_GROUPS; g = g + 1) begin : group
                localparam [31:0] SELF = g;
                reg [LONG_BITS-1:0] left;
                assign group_over[g] = left == {LONG_BITS{1'b0}};
                always @(posedge clk)
                    if (rst)
                        left <= {LONG_BITS{1'b0}};
                    else if ((read || write) && bank[GROUP_BITS-1:0] == SELF[GROUP_BITS-1:0])
                        left <= LONG_LEFT[LONG_BITS-1:0];
                    else if (!group_over[g])
                        left <= left - {{(LONG_BITS-1){1'b0}}, 1'b1};
            end
        end else begin : one_group
            assign group_over = {BANK_GROUPS{1'b1}};
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
