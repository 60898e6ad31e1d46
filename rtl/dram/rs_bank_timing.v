// When each DRAM command may be issued (THESIS 1.3.2, table 1.1): the timing rules of one controller whose
// chips work in lockstep.
//
// Input: the command issued in this cycle (one-hot wires, its bank, rows). Output, for the commands of this cycle:
//   can_act[b]   bank closed, tRC since its ACT, tRP since its PRE, tRRD since any ACT, tFAW since the fourth ACT
//                before, tRFC since REF
//   can_pre[b]   bank open, tRAS since its ACT, tRTP since its last RD, WL + BURST_CYCLES + tWR since its last WR
//   can_column[b] bank open, tRCD since its ACT; then RD with can_read and bank_read[b], WR with can_write and bank_write[b]:
//   can_read     tCCD since the last RD, WL + BURST_CYCLES + tWTR since any WR
//   can_write    tCCD since the last WR, tRTW since any RD
//   bank_read[b], bank_write[b]  what tRCD, tWTR and tCCD_L want besides where they differ by direction or bank group
//   can_refresh  all banks closed, tRC since their ACTs, tRP since their PREs, tRFC since REF
// REFRESH = 1, REF of one bank (`refresh` with `select`): can_refresh_one[b] as can_act[b], without tFAW; T_RFC_PB to the bank's next ACT
// or REF, T_RREFD to those of the others.
// and the open row of every open bank. A rule of T cycles: a command in cycle t allows the next in cycle t + T.
// tRRD is kept between any two ACTs (tRC is never shorter). Columns are never closer than BURST_CYCLES.
// BANK_GROUPS > 1: bank b is in group b mod BANK_GROUPS, and T_CCD_L applies between the column commands to one group, but from WR to WR
// T_CCD_L_WR, which is not shorter, and WL + BURST_CYCLES + T_WTR_L from WR to RD. T_RCD_WR, from ACT to WR, is not longer than T_RCD.
// These three are 0 where a DRAM has no such time: then T_CCD_L, T_WTR, T_RCD stand for both, and there is no hardware for them.
// tRAS, tRTP, tWR and tRP never run side by side in a bank: one counter, loaded by each command unless more is left. tRCD ends
// where that counter passes a constant, for RD and for WR; a WR that comes between loads the counter, but after it WL + BURST_CYCLES + T_WTR is
// kept before RD, which must not end before tRCD. tRC has a counter only if T_RC > T_RAS + T_RP. A bit says when a counter is over.
// T_FAW = 0 (or not above 4 T_RRD, where it says nothing), BANK_GROUPS = 1 and T_RFC = 0 (no refresh) have no hardware.
// Timing: the outputs are functions of registered state only; all banks are closed after reset.
`include "rtl/dram/rs_dram_times.vh"
`default_nettype none
module rs_bank_timing #(
    parameter BANKS        = 4,
    parameter ROW_BITS     = 12,
    parameter BURST_CYCLES = 2,
    `RS_DRAM_TIMES,
    parameter T_RFC = 0,
    parameter REFRESH = 0,
    parameter T_RFC_PB = 128, // REFRESH 1
    parameter T_RREFD = 8
) (
    input  wire                      clk,
    input  wire                      rst,
    input  wire                      act,
    input  wire                      pre,
    input  wire                      read,
    input  wire                      write,
    input  wire [BANKS-1:0]          select, // one-hot: its bank
    input  wire [BANKS*ROW_BITS-1:0] row,    // per bank: what its ACT opens
    output wire [BANKS-1:0]          can_act,
    output wire [BANKS-1:0]          can_pre,
    output wire [BANKS-1:0]          can_column,
    output reg                       can_read,
    output reg                       can_write,
    output wire [BANKS-1:0]          bank_read,
    output wire [BANKS-1:0]          bank_write,
    output reg  [BANKS-1:0]          open,
    output reg  [BANKS*ROW_BITS-1:0] open_row,
    input  wire                      refresh,
    output wire                      can_refresh,
    output wire [BANKS-1:0]          can_refresh_one
);
    function integer max;
        input integer a, b;
        max = a > b ? a : b;
    endfunction
    function integer bits; // of a counter from `value` down
        input integer value;
        bits = value > 3 ? $clog2(value + 1) : 2;
    endfunction
    // Cycles between the two commands.
    localparam COLUMN      = max(T_CCD, BURST_CYCLES);
    localparam READ_WRITE  = max(T_RTW, COLUMN);
    localparam WRITE_READ  = max(WL + BURST_CYCLES + T_WTR, COLUMN);
    localparam WRITE_PRE   = WL + BURST_CYCLES + T_WR;
    localparam RCD_WR      = T_RCD_WR == 0 ? T_RCD : T_RCD_WR;
    // Within a bank group.
    localparam COLUMN_L     = BANK_GROUPS > 1 ? max(T_CCD_L, COLUMN) : COLUMN;
    localparam WRITE_L      = BANK_GROUPS > 1 ? max(T_CCD_L_WR, COLUMN_L) : COLUMN_L;
    localparam WRITE_READ_L = BANK_GROUPS > 1 ? max(WL + BURST_CYCLES + T_WTR_L, max(WRITE_READ, COLUMN_L)) : WRITE_READ;
    // Cycles left after the cycle of the command.
    localparam [31:0] RC_LEFT = T_RC - 1, RAS_LEFT = T_RAS - 1, RRD_LEFT = T_RRD - 1, COLUMN_LEFT = COLUMN - 1,
        READ_WRITE_LEFT = READ_WRITE - 1, WRITE_READ_LEFT = WRITE_READ - 1, RP_LEFT = T_RP - 1, RTP_LEFT = T_RTP - 1,
        WRITE_PRE_LEFT = WRITE_PRE - 1, RFC_PB_LEFT = T_RFC_PB - 1, RREFD_LEFT = T_RREFD - 1;
    // What is left of tRAS one cycle before the first WR, the first RD may come.
    localparam [31:0] RCD_NEXT = T_RAS - RCD_WR + 1, RCD_READ_NEXT = T_RAS - T_RCD + 1;
    // What is left is longer than a WR asks for, ever?
    localparam KEEPS = max(T_RAS - RCD_WR, T_RTP - 1) > WRITE_PRE;
    localparam W         = bits(max(max(max(T_RAS, T_RP), max(T_RTP, WRITE_PRE)), REFRESH != 0 ? T_RFC_PB : 1) - 1);
    localparam RC_BITS   = bits(T_RC - 1);
    localparam RRD_BITS  = bits(max(T_RRD, REFRESH != 0 ? T_RREFD : 1) - 1);
    localparam TURN_BITS = bits(max(READ_WRITE, WRITE_READ) - 1);

    generate
        if (T_CCD < 1 || T_RRD < 1 || T_RAS < 1 || T_RCD < 1 || T_RC < 1 || T_RP < 1 || T_RTP < 1 || T_RTW < 1
            || T_FAW < 0 || T_RFC < 0 || T_RFC_PB < 1 || T_RREFD < 1 || T_WTR < 0 || T_WR < 0 || WL < 1 || BURST_CYCLES < 1 || T_RC < T_RRD
            || T_RTP > T_RAS || T_RCD > T_RAS) begin : illegal
            rs_bank_timing_needs_times_of_1_or_more_t_rc_not_below_t_rrd_and_t_rtp_and_t_rcd_not_above_t_ras stop ();
        end
        if (BANK_GROUPS < 1 || (BANK_GROUPS & (BANK_GROUPS - 1)) != 0 || BANK_GROUPS > BANKS
            || (BANK_GROUPS > 1 && T_CCD_L < T_CCD)) begin : illegal_groups
            rs_bank_timing_needs_bank_groups_a_power_of_two_not_above_banks_and_t_ccd_l_not_below_t_ccd stop ();
        end
        if (T_RCD_WR < 0 || T_RCD_WR > T_RCD || T_RCD > RCD_WR + WL + BURST_CYCLES + T_WTR) begin : illegal_rcd_wr
            rs_bank_timing_needs_t_rcd_wr_0_or_not_above_t_rcd_nor_so_short_that_wr_wl_burst_cycles_and_t_wtr_end_before_it stop ();
        end
        if (T_WTR_L < 0 || T_CCD_L_WR < 0 || (BANK_GROUPS > 1 && ((T_WTR_L != 0 && T_WTR_L < T_WTR) || (T_CCD_L_WR != 0 && T_CCD_L_WR < T_CCD_L)))) begin : illegal_writes
            rs_bank_timing_needs_t_wtr_l_0_or_not_below_t_wtr_and_t_ccd_l_wr_0_or_not_below_t_ccd_l stop ();
        end
    endgenerate

    // Counters of cycles, down, each with a bit `over`: it has ended. They run on below 0 then, and are loaded before they are
    // looked at.
    reg [RRD_BITS-1:0]  rrd;
    reg [TURN_BITS-1:0] to_read, to_write;
    reg                 rrd_over;
    wire faw_over, refresh_over;            // no ACT while tFAW or tRFC runs
    wire [BANK_GROUPS-1:0] group_over;      // per bank group: no column command while tCCD_L runs,
    wire [BANK_GROUPS-1:0] group_read;      // no RD while tWTR_L,
    wire [BANK_GROUPS-1:0] group_write;     // no WR while tCCD_L_WR
    wire [BANKS-1:0] cycle_over;            // per bank: tRC is over
    reg  [BANKS-1:0] act_pre_over;          // per bank: nothing but tRC keeps its next ACT or PRE
    reg  [BANKS-1:0] column_over;           // per open bank: tRCD is over, that of WR,
    wire [BANKS-1:0] read_over;             // and that of RD
    reg  [BANKS*W-1:0] to_act_pre;          // open: cycles until PRE is allowed; closed: until tRP lets ACT

    wire one = REFRESH != 0 && refresh; // REF of the bank
    // What the command loads into its bank.
    wire [W-1:0] load = ({W{one}} & RFC_PB_LEFT[W-1:0]) | ({W{act}} & RAS_LEFT[W-1:0]) | ({W{pre}} & RP_LEFT[W-1:0])
                      | ({W{read}} & RTP_LEFT[W-1:0]) | ({W{write}} & WRITE_PRE_LEFT[W-1:0]);
    wire load_over = (act && RAS_LEFT == 0) || (pre && RP_LEFT == 0) || (one && RFC_PB_LEFT == 0) || (read && RTP_LEFT == 0) || (write && WRITE_PRE_LEFT == 0);
    genvar b;
    generate
        for (b = 0; b < BANKS; b = b + 1) begin : each
            localparam GROUP = b % BANK_GROUPS;
            wire [W-1:0] its_cycles = to_act_pre[b*W +: W];
            wire [W-1:0] less = its_cycles - {{(W-1){1'b0}}, 1'b1};
            wire keep_read  = !act_pre_over[b] && less > RTP_LEFT[W-1:0]; // more is left than the column command asks for
            wire keep_write = KEEPS && !act_pre_over[b] && less > WRITE_PRE_LEFT[W-1:0];
            wire loads      = select[b] && (act || pre || one || (read && !keep_read) || (write && !keep_write));
            assign can_act[b]   = !open[b] && act_pre_over[b] && cycle_over[b] && rrd_over && faw_over && refresh_over;
            assign can_refresh_one[b] = !open[b] && act_pre_over[b] && cycle_over[b] && rrd_over;
            assign can_pre[b]   = open[b] && act_pre_over[b];
            assign can_column[b] = open[b] && column_over[b] && group_over[GROUP];
            assign bank_read[b]  = read_over[b] && group_read[GROUP];
            assign bank_write[b] = group_write[GROUP];
            always @(posedge clk) begin
                if (rst) begin
                    open[b]      <= 1'b0;
                    act_pre_over[b] <= 1'b1;
                end else begin
                    open[b]      <= (open[b] || (select[b] && act)) && !(select[b] && pre);
                    act_pre_over[b] <= loads ? load_over : act_pre_over[b] || its_cycles[W-1:1] == {(W-1){1'b0}};
                end
                to_act_pre[b*W +: W] <= loads ? load : less;
                column_over[b] <= select[b] && act ? RCD_WR == 1 : column_over[b] || its_cycles == RCD_NEXT[W-1:0];
                if (!open[b]) // so the row of the ACT that opens it
                    open_row[b*ROW_BITS +: ROW_BITS] <= row[b*ROW_BITS +: ROW_BITS];
            end
        end

        if (RCD_WR < T_RCD) begin : read_later
            reg [BANKS-1:0] over;
            assign read_over = over;
            for (b = 0; b < BANKS; b = b + 1) begin : bank
                always @(posedge clk)
                    over[b] <= !(select[b] && act) && (over[b] || to_act_pre[b*W +: W] == RCD_READ_NEXT[W-1:0] || (select[b] && write));
            end
        end else begin : read_with_write
            assign read_over = {BANKS{1'b1}};
        end

        if (T_RC > T_RAS + T_RP) begin : cycles
            for (b = 0; b < BANKS; b = b + 1) begin : bank
                reg [RC_BITS-1:0] to_act; // cycles until tRC lets ACT
                reg               over;
                assign cycle_over[b] = over;
                always @(posedge clk) begin
                    to_act <= select[b] && act ? RC_LEFT[RC_BITS-1:0] : to_act - {{(RC_BITS-1){1'b0}}, 1'b1};
                    over <= rst || (!(select[b] && act) && (over || to_act[RC_BITS-1:1] == {(RC_BITS-1){1'b0}}));
                end
            end
        end else begin : no_cycles
            assign cycle_over = {BANKS{1'b1}};
        end
    endgenerate

    assign can_refresh = open == {BANKS{1'b0}} && (&act_pre_over) && (&cycle_over) && refresh_over;

    genvar g;
    generate
        if (T_RFC > 0) begin : refreshing
            localparam RFC_BITS = $clog2(T_RFC + 1);
            localparam [31:0] RFC_LEFT = T_RFC - 1;
            reg [RFC_BITS-1:0] refresh_cycles; // that tRFC still runs
            assign refresh_over = refresh_cycles == {RFC_BITS{1'b0}};
            always @(posedge clk)
                if (rst)
                    refresh_cycles <= {RFC_BITS{1'b0}};
                else if (refresh)
                    refresh_cycles <= RFC_LEFT[RFC_BITS-1:0];
                else if (!refresh_over)
                    refresh_cycles <= refresh_cycles - {{(RFC_BITS-1){1'b0}}, 1'b1};
        end else begin : no_refresh
            wire unused = refresh;
            assign refresh_over = 1'b1;
        end

        if (T_FAW > 4 * T_RRD) begin : four_activates
            localparam FAW_BITS = $clog2(T_FAW + 1);
            localparam [31:0] FAW_LEFT = T_FAW - 1;
            reg [4*FAW_BITS-1:0] window_cycles; // that tFAW still runs from each of the last four ACTs, the latest lowest
            assign faw_over = window_cycles[3*FAW_BITS +: FAW_BITS] == {FAW_BITS{1'b0}};
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
            wire [4*FAW_BITS-1:0] next = one_less(window_cycles);
            always @(posedge clk)
                window_cycles <= rst ? {(4*FAW_BITS){1'b0}} : act ? {next[3*FAW_BITS-1:0], FAW_LEFT[FAW_BITS-1:0]} : next;
        end else begin : any_activates
            assign faw_over = 1'b1;
        end

        if (BANK_GROUPS > 1 && T_CCD_L > COLUMN) begin : groups
            localparam LONG_BITS  = $clog2(T_CCD_L + 1);
            localparam [31:0] LONG_LEFT = T_CCD_L - 1;
            for (g = 0; g < BANK_GROUPS; g = g + 1) begin : group
                reg [LONG_BITS-1:0] to_column; // cycles until tCCD_L lets a column command
                wire [BANKS-1:0]    members = {(BANKS/BANK_GROUPS){{{(BANK_GROUPS-1){1'b0}}, 1'b1} << g}};
                assign group_over[g] = to_column == {LONG_BITS{1'b0}};
                always @(posedge clk)
                    if (rst)
                        to_column <= {LONG_BITS{1'b0}};
                    else if ((read || write) && (select & members) != {BANKS{1'b0}})
                        to_column <= LONG_LEFT[LONG_BITS-1:0];
                    else if (!group_over[g])
                        to_column <= to_column - {{(LONG_BITS-1){1'b0}}, 1'b1};
            end
        end else begin : one_group
            assign group_over = {BANK_GROUPS{1'b1}};
        end

        // Further times from a WR to its group.
        if (WRITE_READ_L > max(WRITE_READ, COLUMN_L)) begin : group_reads
            localparam READ_BITS = bits(WRITE_READ_L - 1);
            localparam [31:0] READ_LEFT = WRITE_READ_L - 1;
            for (g = 0; g < BANK_GROUPS; g = g + 1) begin : group
                reg [READ_BITS-1:0] left; // until tWTR_L lets RD
                reg                 over;
                wire [BANKS-1:0]    members = {(BANKS/BANK_GROUPS){{{(BANK_GROUPS-1){1'b0}}, 1'b1} << g}};
                wire                loads   = write && (select & members) != {BANKS{1'b0}};
                assign group_read[g] = over;
                always @(posedge clk) begin
                    left <= loads ? READ_LEFT[READ_BITS-1:0] : left - {{(READ_BITS-1){1'b0}}, 1'b1};
                    over <= rst || (!loads && (over || left[READ_BITS-1:1] == {(READ_BITS-1){1'b0}}));
                end
            end
        end else begin : all_reads
            assign group_read = {BANK_GROUPS{1'b1}};
        end
        if (WRITE_L > COLUMN_L) begin : group_writes
            localparam WRITE_BITS = bits(WRITE_L - 1);
            localparam [31:0] WRITE_LEFT = WRITE_L - 1;
            for (g = 0; g < BANK_GROUPS; g = g + 1) begin : group
                reg [WRITE_BITS-1:0] left; // until tCCD_L_WR lets WR
                reg                  over;
                wire [BANKS-1:0]     members = {(BANKS/BANK_GROUPS){{{(BANK_GROUPS-1){1'b0}}, 1'b1} << g}};
                wire                 loads   = write && (select & members) != {BANKS{1'b0}};
                assign group_write[g] = over;
                always @(posedge clk) begin
                    left <= loads ? WRITE_LEFT[WRITE_BITS-1:0] : left - {{(WRITE_BITS-1){1'b0}}, 1'b1};
                    over <= rst || (!loads && (over || left[WRITE_BITS-1:1] == {(WRITE_BITS-1){1'b0}}));
                end
            end
        end else begin : all_writes
            assign group_write = {BANK_GROUPS{1'b1}};
        end
    endgenerate

    always @(posedge clk) begin
        rrd        <= act ? RRD_LEFT[RRD_BITS-1:0] : one ? RREFD_LEFT[RRD_BITS-1:0] : rrd - {{(RRD_BITS-1){1'b0}}, 1'b1};
        rrd_over   <= rst || (act ? RRD_LEFT == 0 : one ? RREFD_LEFT == 0 : rrd_over || rrd[RRD_BITS-1:1] == {(RRD_BITS-1){1'b0}});
        to_read    <= write ? WRITE_READ_LEFT[TURN_BITS-1:0] : read ? COLUMN_LEFT[TURN_BITS-1:0]
                    : to_read - {{(TURN_BITS-1){1'b0}}, 1'b1};
        can_read   <= rst || (write ? WRITE_READ_LEFT == 0 : read ? COLUMN_LEFT == 0
                    : can_read || to_read[TURN_BITS-1:1] == {(TURN_BITS-1){1'b0}});
        to_write   <= write ? COLUMN_LEFT[TURN_BITS-1:0] : read ? READ_WRITE_LEFT[TURN_BITS-1:0]
                    : to_write - {{(TURN_BITS-1){1'b0}}, 1'b1};
        can_write  <= rst || (write ? COLUMN_LEFT == 0 : read ? READ_WRITE_LEFT == 0
                    : can_write || to_write[TURN_BITS-1:1] == {(TURN_BITS-1){1'b0}});
    end
endmodule
`default_nettype wire
