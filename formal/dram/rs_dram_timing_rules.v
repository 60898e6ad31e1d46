// DRAM timing and state rules on the command pins, written from the rules alone: it shares nothing with
// rs_bank_timing. It keeps, for one arbitrary bank and for the whole chip, how long ago each command was (ages that
// stop at AGE_MAX) and whether the bank is open, and asserts at each command that all its rules hold. As the bank is
// arbitrary, all banks obey. A rule of T cycles: a command in cycle t allows the next in cycle t + T.
// T_REFI > 0: REF comes neither before it falls due, in every cycle k * T_REFI after reset, nor later than the time to close
// the banks after that (CLOSING, rs_refresh.v); k counts on, so each is done once. It is on the pins a cycle later.
// EACH = 1: REF is of one bank, dfi_bank, every T_REFI / BANKS cycles, of banks 0, 1, 2, ... in turn, with T_RFC_PB to ACT and REF of the same
// bank and T_RREFD to those of any; T_RFC says nothing.
// T_FAW, T_RFC, T_REFI = 0: no such rule. BANK_GROUPS > 1: bank b is in group b mod BANK_GROUPS, with T_CCD_L inside a group, but from WR to
// WR T_CCD_L_WR, and T_WTR_L. T_RCD_WR, T_WTR_L, T_CCD_L_WR = 0: T_RCD, T_WTR, T_CCD_L.
// open, open_row: of bank `subject` as the pins tell. rst closes all banks and forgets the past.
`include "rtl/dram/rs_dram_times.vh"
`default_nettype none
module rs_dram_timing_rules #(
    parameter BANKS        = 4,
    parameter PIN_BITS     = 4,
    parameter BURST_CYCLES = 2,
    `RS_DRAM_TIMES,
    parameter T_RFC = 0,
    parameter T_REFI = 0,
    parameter EACH = 0,
    parameter T_RFC_PB = 8,
    parameter T_RREFD = 2,
    parameter COLUMNS = 2,
    parameter PAIR = 0,
    parameter AGE_BITS  = 6,
    parameter BANK_BITS = (BANKS > 1) ? $clog2(BANKS) : 1 // derived, not to be set
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 dfi_cs_n,
    input  wire                 dfi_ras_n,
    input  wire                 dfi_cas_n,
    input  wire                 dfi_we_n,
    input  wire [BANK_BITS-1:0] dfi_bank,
    input  wire [PIN_BITS-1:0]  dfi_address,
    input  wire [BANK_BITS-1:0] subject,   // constant
    output reg                  open,
    output reg  [PIN_BITS-1:0]  open_row
);
    localparam [AGE_BITS-1:0] AGE_MAX = {AGE_BITS{1'b1}};
    localparam COLUMN = T_CCD > BURST_CYCLES ? T_CCD : BURST_CYCLES;

    localparam RECOVERY = WL + BURST_CYCLES + T_WR > T_RAS ? WL + BURST_CYCLES + T_WR : T_RAS;
    localparam RCD_WR = T_RCD_WR != 0 ? T_RCD_WR : T_RCD, WTR_L = T_WTR_L != 0 ? T_WTR_L : T_WTR, CCD_L_WR = T_CCD_L_WR != 0 ? T_CCD_L_WR : T_CCD_L;
    localparam CLOSING = COLUMNS * ((BANK_GROUPS > 1 && CCD_L_WR > COLUMN ? CCD_L_WR : COLUMN) + (PAIR != 0 ? COLUMN : 0))
                       + (T_RTP > RECOVERY ? T_RTP : RECOVERY)
                       + (EACH == 0 ? BANKS : T_RRD > T_RREFD ? T_RRD : T_RREFD) + (T_RC > T_RP ? T_RC : T_RP);

    wire [3:0] pins = {dfi_cs_n, dfi_ras_n, dfi_cas_n, dfi_we_n};
    wire act = pins == 4'b0011, pre = pins == 4'b0010, rd = pins == 4'b0101, wr = pins == 4'b0100, ref = pins == 4'b0001;
    wire here = dfi_bank == subject;
    wire same_group = dfi_bank % BANK_GROUPS == subject % BANK_GROUPS;

    // Cycles since the last such command; AGE_MAX: that many or more, or never.
    reg [AGE_BITS-1:0] act_age, rd_age, wr_age, ref_age, group_rd_age, group_wr_age; // of any bank; of the subject's group
    reg [AGE_BITS-1:0] my_act_age, my_pre_age, my_rd_age, my_wr_age, my_ref_age; // of the subject
    reg [AGE_BITS-1:0] second_age, third_age, fourth_age;            // of the ACTs before the last one

    function [AGE_BITS-1:0] older;
        input [AGE_BITS-1:0] age;
        older = age == AGE_MAX ? AGE_MAX : age + 1;
    endfunction
    always @(posedge clk) begin
        act_age    <= act ? 1 : older(act_age);
        second_age <= act ? older(act_age) : older(second_age);
        third_age  <= act ? older(second_age) : older(third_age);
        fourth_age <= act ? older(third_age) : older(fourth_age);
        rd_age     <= rd ? 1 : older(rd_age);
        wr_age     <= wr ? 1 : older(wr_age);
        ref_age    <= ref ? 1 : older(ref_age);
        group_rd_age <= rd && same_group ? 1 : older(group_rd_age);
        group_wr_age <= wr && same_group ? 1 : older(group_wr_age);
        my_act_age <= act && here ? 1 : older(my_act_age);
        my_pre_age <= pre && here ? 1 : older(my_pre_age);
        my_rd_age  <= rd && here ? 1 : older(my_rd_age);
        my_wr_age  <= wr && here ? 1 : older(my_wr_age);
        my_ref_age <= ref && here ? 1 : older(my_ref_age);
        if (act && here) begin
            open     <= 1'b1;
            open_row <= dfi_address;
        end
        if (pre && here)
            open <= 1'b0;
        if (rst) begin
            {act_age, second_age, third_age, fourth_age} <= {4{AGE_MAX}};
            {rd_age, wr_age, ref_age, group_rd_age, group_wr_age} <= {5{AGE_MAX}};
            {my_act_age, my_pre_age, my_rd_age, my_wr_age, my_ref_age} <= {5{AGE_MAX}};
            open     <= 1'b0;
            open_row <= 0;
        end
    end

    always @(posedge clk) if (!rst) begin
        legal_command: assert (dfi_cs_n ? pins == 4'b1111 : act || pre || rd || wr || ref);
        if (act) begin
            rrd:     assert (act_age >= T_RRD);
            faw:     assert (fourth_age >= T_FAW);
            act_rfc: assert (ref_age >= (EACH == 0 ? T_RFC : T_RREFD));
        end
        if (act && here) begin
            act_closed: assert (!open);
            rc:         assert (my_act_age >= T_RC);
            rp:         assert (my_pre_age >= T_RP);
            rfc_one:    assert (EACH == 0 || my_ref_age >= T_RFC_PB);
        end
        if (pre && here) begin
            pre_open: assert (open);
            ras:      assert (my_act_age >= T_RAS);
            rtp:      assert (my_rd_age >= T_RTP);
            write_to_pre: assert (my_wr_age >= WL + BURST_CYCLES + T_WR);
        end
        if (BANK_GROUPS > 1 && (rd || wr) && same_group) begin
            group_ccd:    assert (group_rd_age >= T_CCD_L && group_wr_age >= T_CCD_L);
            group_ccd_wr: assert (!wr || group_wr_age >= CCD_L_WR);
            group_wtr:    assert (!rd || group_wr_age >= WL + BURST_CYCLES + WTR_L);
        end
        if ((rd || wr) && here) begin
            column_open: assert (open);
            rcd:         assert (my_act_age >= (rd ? T_RCD : RCD_WR));
        end
        if (rd) begin
            rd_ccd: assert (rd_age >= COLUMN && wr_age >= COLUMN);
            wtr:    assert (wr_age >= WL + BURST_CYCLES + T_WTR);
        end
        if (wr) begin
            wr_ccd: assert (wr_age >= COLUMN && rd_age >= COLUMN);
            rtw:    assert (rd_age >= T_RTW);
        end
        if (ref && (EACH == 0 || here)) begin
            ref_closed: assert (!open);
            ref_rc:     assert (my_act_age >= T_RC);
            ref_rp:     assert (my_pre_age >= T_RP);
            ref_rfc:    assert (EACH == 0 ? ref_age >= T_RFC : my_ref_age >= T_RFC_PB);
        end
        if (ref && EACH != 0) begin
            ref_rrd:    assert (act_age >= T_RRD);
            ref_rrefd:  assert (ref_age >= T_RREFD);
        end
    end

    generate
        if (T_REFI > 0) begin : refreshes
            localparam INTERVAL = EACH != 0 ? T_REFI / BANKS : T_REFI;
            reg [$clog2(INTERVAL)-1:0] phase; // cycles since reset modulo INTERVAL
            reg [BANK_BITS-1:0]      turn;  // the bank of the next REF
            reg                      owed;  // the last refresh that fell due is not on the pins yet
            always @(posedge clk) begin
                phase <= rst || phase == INTERVAL - 1 ? 0 : phase + 1;
                owed  <= !rst && ((owed && !ref) || phase == INTERVAL - 1);
                turn  <= rst ? 0 : ref ? (turn == BANKS - 1 ? 0 : turn + 1) : turn;
                if (!rst) begin
                    ref_early: assert (!ref || (owed && phase > 0));
                    ref_late:  assert (!owed || phase <= CLOSING + 1);
                    ref_turn:  assert (!ref || EACH == 0 || dfi_bank == turn);
                end
            end
        end
    endgenerate
endmodule
`default_nettype wire
