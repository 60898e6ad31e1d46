// Proof of rs_dram_commands with rs_bank_timing: no rule of the DRAM is ever broken, whatever the scheduler picks.
// The queue is replaced by its contract: candidates, rows, entries and the pick are free, but
//   a candidate of the open row is a hit, and no other; `oldest` is one ready bank if any is; a request stays the
//   candidate of its bank, and a hit, between its column commands; with PAIR = 1 one that begins beside another, too, if it is `calm` then.
// So every queue that keeps this contract (rs_queue_fv) inherits the result.
// What the queue and the slots rely on: only candidates are ready, only a hit leaves; a write slot is released once for
// every write that leaves, WL + BURST_CYCLES - 1 cycles later (rs_queue_fv, rs_dram_ingress_fv).
// Beside the timing: column commands only to the row of their request; those of one request one after the other, or (PAIR) in turn with
// those of one more, of its direction and to another bank group, of which the older is done first;
// reads only with a reply slot, announced once, with their first column command; write data WL cycles behind WR for BURST_CYCLES cycles.
// PROGRESS = 1 (no refresh): when each bank keeps its candidate until that leaves, one leaves within the cycles that
// rs_dram_controller.v states, counted anew from cycles in which no reply slot is free and a read is a candidate.
`include "rtl/dram/rs_dram_times.vh"
`default_nettype none
module rs_dram_commands_fv #(
    parameter BANKS        = 4,
    parameter ROW_BITS     = 2,
    parameter COLUMNS      = 2,
    parameter BURST_CYCLES = 2,
    `RS_DRAM_TIMES,
    parameter T_REFI = 0,
    parameter T_RFC  = 4,
    parameter AGE_BITS  = 6,
    parameter LONG_RC   = 0, // 1: T_RC > T_RAS + T_RP, for the probes
    parameter PROGRESS  = 0,
    parameter REFRESH   = 0, // T_REFI > 0: 1 REF of all banks, 2 of one after the other; also for the probes
    parameter T_RFC_PB  = 8, // REFRESH 2
    parameter T_RREFD   = 2,
    parameter PREFERENCE = 0,
    parameter GROUP_FIRST = 0, // for the probes, too
    parameter FINER     = 0, // 1: T_RCD_WR, T_WTR_L and T_CCD_L_WR each differ from T_RCD, T_WTR, T_CCD_L, for the probes
    parameter PAIR      = 0,  // 1: with T_CCD_L above T_CCD and BURST_CYCLES, for the probes
    parameter COLUMN_BITS = 1,
    parameter TAG_BITS  = 1,
    parameter SM_BITS   = 1,
    parameter SLOT_BITS = 1,
    parameter BANK_BITS = (BANKS > 1) ? $clog2(BANKS) : 1, // these three derived, not to be set
    parameter ID_BITS   = (SLOT_BITS > SM_BITS + TAG_BITS) ? SLOT_BITS : SM_BITS + TAG_BITS,
    parameter ENTRY     = 1 + ID_BITS + COLUMN_BITS // {write, slot or {sm, tag}, column}
) (
    input wire                      clk,
    input wire                      rst,
    input wire [BANKS-1:0]          candidate,
    input wire [BANKS-1:0]          preferred, // and the bank of a request between its column commands
    input wire [BANKS*ROW_BITS-1:0] row,
    input wire [BANKS*ENTRY-1:0]    entry,
    input wire [BANKS-1:0]          oldest,
    input wire                      calm,
    input wire                      reply_room
);
    localparam INDEX_BITS = (COLUMNS > 1) ? $clog2(COLUMNS) : 1;
    localparam PIN_BITS = ROW_BITS > COLUMN_BITS + INDEX_BITS ? ROW_BITS : COLUMN_BITS + INDEX_BITS;
    localparam WORD_BITS = $clog2(COLUMNS * BURST_CYCLES);

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) if (!started) assume (rst);
    wire check = started && !rst;

    wire [BANKS-1:0]          open, ready, served, between;
    wire [BANKS*ROW_BITS-1:0] open_row;
    reg  [BANKS-1:0]          hit;
    wire rests, pop, read_issue, read_column, read_beside, release_slot, dfi_cs_n, dfi_ras_n, dfi_cas_n, dfi_we_n, dfi_wrdata_en;
    wire [SM_BITS-1:0]   read_sm;
    wire [TAG_BITS-1:0]  read_tag;
    wire [SLOT_BITS-1:0] release_index;
    wire [SLOT_BITS+WORD_BITS-1:0] data_address;
    wire [BANK_BITS-1:0] dfi_bank;
    wire [PIN_BITS-1:0]  dfi_address;
    rs_dram_commands #(.BANKS(BANKS), .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .COLUMNS(COLUMNS),
                       .BURST_CYCLES(BURST_CYCLES), .TAG_BITS(TAG_BITS), .SM_BITS(SM_BITS),
                       .SLOT_BITS(SLOT_BITS), `RS_DRAM_TIMES_PASSED,
                       .PIN_BITS(PIN_BITS),
                       .T_REFI(T_REFI), .T_RFC(T_RFC), .PREFERENCE(PREFERENCE), .PAIR(PAIR), .GROUP_FIRST(GROUP_FIRST),
                       .REFRESH(REFRESH == 2 ? 1 : 0), .T_RFC_PB(T_RFC_PB), .T_RREFD(T_RREFD)) dut (
        .clk(clk), .rst(rst), .open(open), .open_row(open_row), .candidate(candidate), .hit(hit), .preferred(preferred | between),
        .midway(between), .row(row),
        .entry(entry), .ready(ready), .oldest(oldest), .served(served), .pop(pop), .calm(calm), .rests(rests), .reply_room(reply_room), .read_issue(read_issue),
        .read_sm(read_sm), .read_tag(read_tag), .read_column(read_column), .read_beside(read_beside), .data_address(data_address),
        .release_slot(release_slot), .release_index(release_index), .dfi_cs_n(dfi_cs_n), .dfi_ras_n(dfi_ras_n),
        .dfi_cas_n(dfi_cas_n), .dfi_we_n(dfi_we_n), .dfi_bank(dfi_bank), .dfi_address(dfi_address),
        .dfi_wrdata_en(dfi_wrdata_en));

    (* anyconst *) reg [BANK_BITS-1:0] subject;
    wire                subject_open;
    wire [PIN_BITS-1:0] subject_row;
    rs_dram_timing_rules #(.BANKS(BANKS), .PIN_BITS(PIN_BITS), .BURST_CYCLES(BURST_CYCLES), `RS_DRAM_TIMES_PASSED,
                           .T_RFC(T_REFI > 0 && REFRESH != 2 ? T_RFC : 0), .EACH(REFRESH == 2 ? 1 : 0), .T_RFC_PB(T_RFC_PB), .T_RREFD(T_RREFD),
                           .T_REFI(T_REFI), .COLUMNS(COLUMNS), .PAIR(PAIR), .AGE_BITS(AGE_BITS)) rules (
        .clk(clk), .rst(rst || !started), .dfi_cs_n(dfi_cs_n), .dfi_ras_n(dfi_ras_n), .dfi_cas_n(dfi_cas_n),
        .dfi_we_n(dfi_we_n), .dfi_bank(dfi_bank), .dfi_address(dfi_address), .subject(subject),
        .open(subject_open), .open_row(subject_row));

    // ---- the queue's contract -----------------------------------------------------------------------
    integer b;
    always @*
        for (b = 0; b < BANKS; b = b + 1)
            hit[b] = candidate[b] && open[b] && row[b*ROW_BITS +: ROW_BITS] == open_row[b*ROW_BITS +: ROW_BITS];
    function [BANK_BITS-1:0] index_of;
        input [BANKS-1:0] one;
        integer k;
        begin
            index_of = 0;
            for (k = 0; k < BANKS; k = k + 1)
                if (one[k])
                    index_of = index_of | k[BANK_BITS-1:0];
        end
    endfunction
    wire [BANK_BITS-1:0] chosen = index_of(oldest);
    wire [ROW_BITS-1:0]  chosen_row   = row[chosen*ROW_BITS +: ROW_BITS];
    wire [ENTRY-1:0]     chosen_entry = entry[chosen*ENTRY +: ENTRY];
    reg                  midway;      // a request has had a column command and waits for the next
    reg [BANK_BITS-1:0]  midway_bank;
    reg [ROW_BITS-1:0]   midway_row;
    reg [ENTRY-1:0]      midway_entry;
    reg                  second;      // PAIR: another one, beside it
    reg [BANK_BITS-1:0]  second_bank;
    reg [ROW_BITS-1:0]   second_row;
    reg [ENTRY-1:0]      second_entry;
    wire column   = (ready & hit) != 0; // what is chosen is a column command,
    wire of_first = PAIR == 0 || !midway || chosen == midway_bank; // of the older one
    always @(posedge clk) begin
        if (column && of_first) begin
            midway <= !pop || second;
            {midway_bank, midway_row, midway_entry} <= pop && second ? {second_bank, second_row, second_entry} : {chosen, chosen_row, chosen_entry};
            second <= second && !pop;
        end else if (column) begin
            second <= 1'b1;
            {second_bank, second_row, second_entry} <= {chosen, chosen_row, chosen_entry};
        end
        if (rst)
            {midway, second} <= 2'b00;
        if (PAIR == 0)
            second <= 1'b0;
    end
    wire one_oldest = ready == 0 || ((oldest & (oldest - 1)) == 0 && (oldest & ready) != 0);
    wire midway_stays = !midway || (candidate[midway_bank]
                                    && row[midway_bank*ROW_BITS +: ROW_BITS] == midway_row
                                    && entry[midway_bank*ENTRY +: ENTRY] == midway_entry);
    wire second_stays = !second || (candidate[second_bank]
                                    && row[second_bank*ROW_BITS +: ROW_BITS] == second_row
                                    && entry[second_bank*ENTRY +: ENTRY] == second_entry);
    always @(posedge clk) assume (one_oldest && midway_stays && second_stays);
    always @(posedge clk) if (check) begin
        between_as_it_is: assert (between == (midway && COLUMNS > 1 ? 1 << midway_bank : 0));
        prefers:          assert (PREFERENCE == 0 || (ready & ~(preferred | between)) == 0 || (ready & (preferred | between)) == 0);
    end

    // ---- of column commands that may go, those to another bank group go first ---------------------------
    reg              any_before;   // there was a column command,
    reg [BANKS-1:0]  group_before; // the last one to the group of these banks
    reg [BANKS-1:0]  its_group;
    (* keep *) wire [BANKS-1:0] column_ready; // probe dut.column_ready if GROUP_FIRST=1
    (* keep *) wire [BANKS-1:0] last; // probe dut.groups.last if GROUP_FIRST=1
    integer g;
    always @*
        for (g = 0; g < BANKS; g = g + 1)
            its_group[g] = g % BANK_GROUPS == chosen % BANK_GROUPS;
    always @(posedge clk) begin
        any_before <= !rst && (any_before || column);
        if (column)
            group_before <= its_group;
    end
    generate
        if (GROUP_FIRST != 0) begin : group_first
            wire [BANKS-1:0] elsewhere = column_ready & (any_before ? ~group_before : {BANKS{1'b1}});
            always @(posedge clk) if (check) begin
                goes_first: assert (!column || ready == (elsewhere != 0 ? elsewhere : column_ready));
                link_last:  assert (last == (any_before ? group_before : 0));
                cover (column && any_before && elsewhere != 0 && (column_ready & group_before) != 0);
            end
        end
    endgenerate

    // ---- what the pins must show --------------------------------------------------------------------
    wire [3:0] pins = {dfi_cs_n, dfi_ras_n, dfi_cas_n, dfi_we_n};
    wire act = pins == 4'b0011, pre = pins == 4'b0010, rd = pins == 4'b0101, wr = pins == 4'b0100, ref = pins == 4'b0001;
    reg [ROW_BITS-1:0] asked_row;   // of the request whose command is on the pins
    reg                asked_write;
    reg                had_room, had_write, had_read;
    reg                in_request;  // a request's first column command was on the pins, its last was not
    reg [INDEX_BITS-1:0] next_index;
    reg [BANK_BITS-1:0]  its_bank;
    reg                  its_write;
    reg [COLUMN_BITS-1:0] its_column;
    reg                  beside;      // PAIR: another one, likewise
    reg [INDEX_BITS-1:0] beside_index;
    reg [BANK_BITS-1:0]  beside_bank;
    reg [COLUMN_BITS-1:0] beside_column;
    reg                  e_in_request, e_write, e_beside; // the same with the command that is on the pins now
    reg [INDEX_BITS-1:0] e_next_index, e_beside_index;
    reg [BANK_BITS-1:0]  e_bank, e_beside_bank;
    reg [COLUMN_BITS-1:0] e_column, e_beside_column;
    reg [WL+BURST_CYCLES-1:0] writes; // WR commands, by age
    reg [WL+BURST_CYCLES-1:0] last_writes; // writes that left the queue, by age,
    reg [(WL+BURST_CYCLES)*SLOT_BITS-1:0] last_slots; // and their slots
    wire [31:0]          index = dfi_address % COLUMNS;
    wire [COLUMN_BITS-1:0] column_pin = dfi_address[(COLUMNS > 1 ? INDEX_BITS : 0) +: COLUMN_BITS];
    always @(posedge clk) begin
        asked_row   <= chosen_row;
        asked_write <= chosen_entry[ENTRY-1];
        had_room    <= reply_room;
        writes      <= {writes[WL+BURST_CYCLES-2:0], wr};
        last_writes <= {last_writes[WL+BURST_CYCLES-2:0], pop && chosen_entry[ENTRY-1]};
        last_slots  <= {last_slots, chosen_entry[COLUMN_BITS +: SLOT_BITS]};
        had_write   <= had_write || wr;
        had_read    <= had_read || rd;
        {in_request, next_index, its_bank, its_write, its_column} <= {e_in_request, e_next_index, e_bank, e_write, e_column};
        {beside, beside_index, beside_bank, beside_column} <= {e_beside, e_beside_index, e_beside_bank, e_beside_column};
        if (PAIR == 0)
            beside <= 1'b0;
        if (rst) begin
            in_request <= 1'b0;
            beside     <= 1'b0;
            writes     <= 0;
            last_writes <= 0;
            had_write  <= 1'b0;
            had_read   <= 1'b0;
        end
    end
    wire write_burst = writes[WL-1 +: BURST_CYCLES] != 0;
    reg all_open_agree;
    always @* all_open_agree = open[subject] == ((subject_open || (act && dfi_bank == subject)) && !(pre && dfi_bank == subject));

    // ---- links to the registers of the design, which make the timing rules inductive --------------------
    // A counter tells in how many cycles a command may be chosen, nothing when its `over` is set; the command is on the pins
    // one cycle after that. With `e_` the cycles since the last command on the pins (0: now), a rule of T cycles holds as
    // long as counter + e_ >= T - 1.
    localparam COLUMN = T_CCD > BURST_CYCLES ? T_CCD : BURST_CYCLES;
    localparam WRITE_PRE = WL + BURST_CYCLES + T_WR;
    localparam WRITE_READ = WL + BURST_CYCLES + T_WTR > COLUMN ? WL + BURST_CYCLES + T_WTR : COLUMN;
    localparam READ_WRITE = T_RTW > COLUMN ? T_RTW : COLUMN;
    function integer max;
        input integer a, b;
        max = a > b ? a : b;
    endfunction
    function integer bits;
        input integer value;
        bits = value > 3 ? $clog2(value + 1) : 2;
    endfunction
    localparam W = bits(max(max(max(T_RAS, T_RP), max(T_RTP, WRITE_PRE)), REFRESH == 2 ? T_RFC_PB : 1) - 1), RC_BITS = bits(T_RC - 1);
    localparam RRD_BITS = bits(max(T_RRD, REFRESH == 2 ? T_RREFD : 1) - 1);
    localparam TURN_BITS = bits(max(READ_WRITE, WRITE_READ) - 1);
    (* keep *) wire [RRD_BITS-1:0]      rrd;         // probe dut.timing.rrd
    (* keep *) wire                     rrd_over;    // probe dut.timing.rrd_over
    (* keep *) wire [TURN_BITS-1:0]     to_read;     // probe dut.timing.to_read
    (* keep *) wire                     can_read;    // probe dut.timing.can_read
    (* keep *) wire [TURN_BITS-1:0]     to_write;    // probe dut.timing.to_write
    (* keep *) wire                     can_write;   // probe dut.timing.can_write
    (* keep *) wire [BANKS*W-1:0]       to_act_pre;   // probe dut.timing.to_act_pre
    (* keep *) wire [BANKS-1:0]         act_pre_over; // probe dut.timing.act_pre_over
    (* keep *) wire [BANKS-1:0]         column_over; // probe dut.timing.column_over
    (* keep *) wire [BANKS*RC_BITS-1:0] cycle;       // probe dut.timing.cycles.bank[*BANKS].to_act if LONG_RC=1
    (* keep *) wire [BANKS-1:0]         cycle_over;  // probe dut.timing.cycle_over if LONG_RC=1
    (* keep *) wire                locked;      // probe dut.locked
    (* keep *) wire [BANKS-1:0]    locked_bank; // probe dut.locked_bank
    (* keep *) wire [INDEX_BITS-1:0] its_index; // probe dut.index
    localparam LONG_BITS = $clog2(T_CCD_L + 1);
    (* keep *) wire [BANKS-1:0]    pair_bank;   // probe dut.pairs.second if PAIR=1
    (* keep *) wire [INDEX_BITS-1:0] pair_index; // probe dut.pairs.second_index if PAIR=1
    (* keep *) wire                pair_writes; // probe dut.pairs.writes if PAIR=1
    (* keep *) wire [BANK_GROUPS*LONG_BITS-1:0] to_column; // probe dut.timing.groups.group[*BANK_GROUPS].to_column if PAIR=1
    // T_RCD of RD, T_WTR_L and T_CCD_L_WR.
    localparam RCD_WR = T_RCD_WR != 0 ? T_RCD_WR : T_RCD;
    localparam WRITE_READ_L = FINER != 0 ? max(WL + BURST_CYCLES + T_WTR_L, max(WRITE_READ, T_CCD_L)) : WRITE_READ;
    localparam WRITE_L = FINER != 0 ? max(T_CCD_L_WR, max(T_CCD_L, COLUMN)) : T_CCD_L;
    localparam READ_L_BITS = bits(WRITE_READ_L - 1), WRITE_L_BITS = bits(WRITE_L - 1);
    (* keep *) wire [BANKS-1:0]       read_over;  // probe dut.timing.read_later.over if FINER=1
    (* keep *) wire [BANK_GROUPS*READ_L_BITS-1:0]  to_group_read;  // probe dut.timing.group_reads.group[*BANK_GROUPS].left if FINER=1
    (* keep *) wire [BANK_GROUPS-1:0] group_read; // probe dut.timing.group_read if FINER=1
    (* keep *) wire [BANK_GROUPS*WRITE_L_BITS-1:0] to_group_write; // probe dut.timing.group_writes.group[*BANK_GROUPS].left if FINER=1
    (* keep *) wire [BANK_GROUPS-1:0] group_write; // probe dut.timing.group_write if FINER=1
    (* keep *) wire [AGE_BITS-1:0]    group_wr_age; // probe rules.group_wr_age if FINER=1
    // Until the next column command of this bank, of the direction of two that are beside each other.
    function [31:0] left_of;
        input [BANK_BITS-1:0] its_bank;
        left_of = FINER != 0 && pair_writes && !group_write[its_bank % BANK_GROUPS]
                  ? to_group_write[its_bank % BANK_GROUPS*WRITE_L_BITS +: WRITE_L_BITS]
                  : FINER != 0 && pair_writes ? 0 : to_column[its_bank % BANK_GROUPS*LONG_BITS +: LONG_BITS];
    endfunction
    wire [31:0] left_first  = left_of(midway_bank);
    wire [31:0] left_second = left_of(second_bank);
    (* keep *) wire [WL-1:0]       wait_valid;  // probe dut.wait_valid
    (* keep *) wire [AGE_BITS-1:0] act_age;     // probe rules.act_age
    (* keep *) wire [AGE_BITS-1:0] rd_age;      // probe rules.rd_age
    (* keep *) wire [AGE_BITS-1:0] wr_age;      // probe rules.wr_age
    (* keep *) wire [AGE_BITS-1:0] my_act_age;  // probe rules.my_act_age
    (* keep *) wire [AGE_BITS-1:0] my_pre_age;  // probe rules.my_pre_age
    (* keep *) wire [AGE_BITS-1:0] my_rd_age;   // probe rules.my_rd_age
    (* keep *) wire [AGE_BITS-1:0] my_wr_age;   // probe rules.my_wr_age
    wire here = dfi_bank == subject;
    wire [31:0] e_act    = act ? 0 : act_age;
    wire [31:0] e_rd     = rd ? 0 : rd_age;
    wire [31:0] e_wr     = wr ? 0 : wr_age;
    wire [31:0] e_my_act = act && here ? 0 : my_act_age;
    wire [31:0] e_my_pre = pre && here ? 0 : my_pre_age;
    wire [31:0] e_my_rd  = rd && here ? 0 : my_rd_age;
    wire [31:0] e_my_wr  = wr && here ? 0 : my_wr_age;
    wire        same_group = dfi_bank % BANK_GROUPS == subject % BANK_GROUPS;
    wire [31:0] e_group_wr = wr && same_group ? 0 : group_wr_age;
    wire [READ_L_BITS-1:0]  left_group_read  = to_group_read[subject % BANK_GROUPS*READ_L_BITS +: READ_L_BITS];
    wire [WRITE_L_BITS-1:0] left_group_write = to_group_write[subject % BANK_GROUPS*WRITE_L_BITS +: WRITE_L_BITS];
    wire        group_read_over = group_read[subject % BANK_GROUPS], group_write_over = group_write[subject % BANK_GROUPS];
    wire [31:0] left_act_pre  = act_pre_over[subject] ? 0 : to_act_pre[subject*W +: W];
    wire [31:0] left_act      = LONG_RC == 0 || cycle_over[subject] ? 0 : cycle[subject*RC_BITS +: RC_BITS];
    wire [31:0] left_rrd   = rrd_over ? 0 : rrd, left_read = can_read ? 0 : to_read, left_write = can_write ? 0 : to_write;
    wire        counting   = (act_pre_over[subject] || left_act_pre != 0) && (rrd_over || rrd != 0) && (can_read || to_read != 0)
                           && (can_write || to_write != 0) && (LONG_RC == 0 || cycle_over[subject] || left_act != 0);
    // tRC: by its own counter, or by tRAS before the PRE and tRP behind it.
    localparam [31:0] AGE_MAX = (1 << AGE_BITS) - 1;
    wire [31:0] to_pre_age = e_my_pre + T_RAS < AGE_MAX ? e_my_pre + T_RAS : AGE_MAX;
    wire        rc_holds   = LONG_RC != 0 ? left_act + e_my_act >= T_RC - 1 : open[subject] || e_my_act >= to_pre_age;
    wire [PIN_BITS-1:0] e_row      = act && here ? dfi_address : subject_row;
    wire [ROW_BITS-1:0] row_there  = open_row[subject*ROW_BITS +: ROW_BITS];
    wire is_older  = PAIR == 0 || !in_request || dfi_bank == its_bank; // RD or WR is
    wire is_beside = beside && dfi_bank == beside_bank;
    always @* begin
        {e_in_request, e_next_index, e_bank, e_write, e_column}    = {in_request, next_index, its_bank, its_write, its_column};
        {e_beside, e_beside_index, e_beside_bank, e_beside_column} = {beside, beside_index, beside_bank, beside_column};
        if ((rd || wr) && is_older) begin
            e_in_request = index != COLUMNS - 1 || beside;
            e_next_index = index == COLUMNS - 1 ? (beside ? beside_index : 0) : index + 1;
            e_bank       = index == COLUMNS - 1 && beside ? beside_bank : dfi_bank;
            e_column     = index == COLUMNS - 1 && beside ? beside_column : column_pin;
            e_write      = wr;
            e_beside     = beside && index != COLUMNS - 1;
        end else if (rd || wr) begin
            e_beside        = 1'b1;
            e_beside_index  = index + 1;
            e_beside_bank   = dfi_bank;
            e_beside_column = column_pin;
        end
    end
    wire [WL-1:0]        e_writes  = {writes, wr};
    always @(posedge clk) if (check) begin
        link_counts: assert (counting);
        link_act:    assert (left_rrd + e_act >= T_RRD - 1 && rc_holds && (open[subject] || left_act_pre + e_my_pre >= T_RP - 1));
        link_pre:    assert (open[subject] ? left_act_pre + e_my_act >= T_RAS - 1 && left_act_pre + e_my_rd >= T_RTP - 1
                                             && left_act_pre + e_my_wr >= WRITE_PRE - 1
                                           : e_my_rd >= T_RTP && e_my_wr >= WRITE_PRE);
        link_column: assert (!open[subject] || (column_over[subject] ? e_my_act >= RCD_WR - 1
                                                                     : left_act_pre + e_my_act == T_RAS - 1 && e_my_act < RCD_WR - 1));
        if (FINER != 0) begin
            // tRCD of RD is over, or a WR has come that keeps RD for longer.
            link_rcd:    assert (!open[subject] || (read_over[subject] ? e_my_act >= T_RCD - 1 || e_my_act >= e_my_wr + RCD_WR
                                                                       : left_act_pre + e_my_act == T_RAS - 1 && e_my_act < T_RCD - 1));
            link_group_counts: assert ((group_read_over || left_group_read != 0) && (group_write_over || left_group_write != 0));
            link_group:  assert ((group_read_over ? 0 : left_group_read) + e_group_wr >= WRITE_READ_L - 1
                                 && (group_write_over ? 0 : left_group_write) + e_group_wr >= WRITE_L - 1);
            cover (wr && here && my_act_age < T_RCD);
            cover (rd && same_group && group_wr_age == WL + BURST_CYCLES + T_WTR_L);
            cover (rd && had_write && !same_group && group_wr_age < WL + BURST_CYCLES + T_WTR_L);
            cover (wr && same_group && group_wr_age == T_CCD_L_WR);
        end
        link_read:   assert (left_read + e_rd >= COLUMN - 1 && left_read + e_wr >= WRITE_READ - 1);
        link_write:  assert (left_write + e_wr >= COLUMN - 1 && left_write + e_rd >= READ_WRITE - 1);
        link_row:    assert (!open[subject] || e_row == row_there);
        link_lock:   assert (locked == midway && locked == e_in_request);
        link_index:  assert (its_index == (locked ? e_next_index : 0) && (!locked || e_next_index != 0));
        link_bank:   assert (!locked || (locked_bank == ({{(BANKS-1){1'b0}}, 1'b1} << midway_bank) && midway_bank == e_bank
                                         && midway_entry[ENTRY-1] == e_write && midway_entry[COLUMN_BITS-1:0] == e_column));
        if (PAIR != 0) begin
            link_beside: assert (pair_bank == (second ? {{(BANKS-1){1'b0}}, 1'b1} << second_bank : 0) && second == e_beside && (!second || midway)
                                 && pair_index == (second ? e_beside_index : 0) && (!second || pair_index != 0));
            link_pair:   assert (!second || (second_bank == e_beside_bank && second_bank % BANK_GROUPS != midway_bank % BANK_GROUPS
                                             && second_entry[ENTRY-1] == e_write && second_entry[COLUMN_BITS-1:0] == e_beside_column
                                             && open[second_bank] && second_row == open_row[second_bank*ROW_BITS +: ROW_BITS]));
            // The older one has had as many as the other, and then it has its next one first.
            link_order:  assert (!second || e_beside_index < e_next_index || (e_beside_index == e_next_index && left_first <= left_second));
            link_writes: assert (!midway || (pair_writes == midway_entry[ENTRY-1] && column_over[midway_bank]
                                             && (FINER == 0 || pair_writes || read_over[midway_bank])));
        end
        link_data:   assert (wait_valid == e_writes);
        link_hit:    assert (!locked || (open[midway_bank] && midway_row == open_row[midway_bank*ROW_BITS +: ROW_BITS]));
    end

    rs_open_row_rules #(.BANKS(BANKS), .ROW_BITS(ROW_BITS), .CHECK(1)) open_rows (
        .clk(clk), .rst(rst || !started), .open(open), .open_row(open_row), .row(row),
        .picked(ready & oldest & {BANKS{!pop}}));
    rs_frfcfs_rules #(.BANKS(BANKS), .AHEAD(COLUMNS > 1 && T_RTP > 1 && T_RP > 1 && max(COLUMN, BANK_GROUPS > 1 ? T_CCD_L : 0) > 1 ? 1 : 0), .REFRESH(T_REFI == 0 ? 0 : REFRESH == 2 ? 3 : T_RP + T_RFC >= BANKS + 3 ? 1 : 2), .CHECK(1)) frfcfs_rules (
        .clk(clk), .rst(rst || !started), .open(open), .hit(hit), .ready(ready), .oldest(oldest), .midway(between), .rests(rests),
        .served(served), .pop(pop));
    always @(posedge clk) if (check) begin
        open_agrees:   assert (all_open_agree);
        if ((rd || wr) && dfi_bank == subject)
            right_row: assert (subject_row == asked_row);
        if (act && dfi_bank == subject)
            act_row:   assert (dfi_address == asked_row);
        if (rd || wr) begin
            direction: assert (wr == asked_write);
            in_turn:   assert (!in_request ? index == 0 : wr == its_write
                               && (is_older  ? index == next_index && dfi_bank == its_bank && column_pin == its_column
                                 : is_beside ? index == beside_index && column_pin == beside_column && index != COLUMNS - 1
                                             : index == 0 && !beside && dfi_bank % BANK_GROUPS != its_bank % BANK_GROUPS));
        end
        if (rd && index == 0)
            reply_slot: assert (had_room);
        only_candidates: assert ((ready & ~candidate) == 0 && (!pop || ready != 0));
        slot_once:  assert (release_slot == last_writes[WL+BURST_CYCLES-2]);
        own_slot:   assert (!release_slot || release_index == last_slots[(WL+BURST_CYCLES-2)*SLOT_BITS +: SLOT_BITS]);
        issue_slot: assert (!read_issue || reply_room);
        issue_once: assert (read_issue == (column && !chosen_entry[ENTRY-1] && (!midway || (!of_first && !second))));
        bursts:     assert (read_column == (column && !chosen_entry[ENTRY-1]) && (!read_column || read_beside == !of_first));
        issue_its_own: assert (!read_issue || {read_sm, read_tag} == chosen_entry[COLUMN_BITS +: SM_BITS + TAG_BITS]);
        write_data: assert (dfi_wrdata_en == write_burst);
        cover (rd && dfi_bank == subject && index == COLUMNS - 1);
        cover (wr && dfi_bank == subject && its_bank != subject);
        cover (pre && dfi_bank == subject);
        if (PAIR != 0)
            cover (rd && beside && is_older && index == COLUMNS - 1);
        cover (rd && had_write);
        cover (wr && had_read);
    end
    // ---- progress ---------------------------------------------------------------------------------
    generate
        if (PROGRESS != 0) begin : progress
            localparam DISTANCE = BANK_GROUPS > 1 ? max(COLUMN, max(T_CCD_L, T_CCD_L_WR)) : COLUMN;
            localparam MOST = COLUMNS * DISTANCE + max(T_RAS, WRITE_PRE) + T_RP + max(T_RC, T_FAW) + T_RCD
                            + max(T_RTW, WL + BURST_CYCLES + max(T_WTR, BANK_GROUPS > 1 ? T_WTR_L : 0)) + 2 * BANKS;
            reg [BANKS-1:0]          was, left;
            reg [BANKS*ROW_BITS-1:0] was_row;
            reg [BANKS*ENTRY-1:0]    was_entry;
            reg [$clog2(MOST+2)-1:0] waited;  // cycles since one left, or since blocked
            reg                      stays, read_waits;
            integer k;
            always @* begin
                stays = 1'b1;
                read_waits = 1'b0;
                for (k = 0; k < BANKS; k = k + 1) begin
                    read_waits = read_waits || (candidate[k] && !entry[k*ENTRY + ENTRY - 1]);
                    if (was[k] && !left[k])
                        stays = stays && candidate[k] && row[k*ROW_BITS +: ROW_BITS] == was_row[k*ROW_BITS +: ROW_BITS]
                              && entry[k*ENTRY +: ENTRY] == was_entry[k*ENTRY +: ENTRY];
                end
            end
            always @(posedge clk) begin
                was       <= rst ? 0 : candidate;
                left      <= pop ? oldest : 0;
                was_row   <= row;
                was_entry <= entry;
                waited    <= rst || pop || candidate == 0 || (read_waits && !reply_room) ? 0 : waited + 1;
                assume (stays);
                if (check)
                    leaves: assert (waited < MOST);
            end
        end
    endgenerate

    localparam INTERVAL = REFRESH == 2 ? T_REFI / BANKS : T_REFI;
    localparam PHASE_BITS = T_REFI > 0 ? $clog2(INTERVAL) : 1;
    (* keep *) wire [PHASE_BITS-1:0] to_due; // probe dut.refreshing.on.to_due if REFRESH=1
    (* keep *) wire                  due;    // probe dut.refreshing.on.owed if REFRESH=1
    (* keep *) wire [PHASE_BITS-1:0] phase;  // probe rules.refreshes.phase if REFRESH=1
    (* keep *) wire                  owed;   // probe rules.refreshes.owed if REFRESH=1
    localparam RFC_BITS = $clog2(T_RFC + 1);
    (* keep *) wire [RFC_BITS-1:0]   refresh_cycles; // probe dut.timing.refreshing.refresh_cycles if REFRESH=1
    (* keep *) wire [$clog2(BANKS+2)-1:0] quiet;     // probe frfcfs_rules.quiet if REFRESH=1
    (* keep *) wire [BANKS-1:0]      refreshed;      // probe frfcfs_rules.refreshed if REFRESH=1
    (* keep *) wire [PHASE_BITS-1:0] one_to_due; // probe dut.refreshing.on.to_due if REFRESH=2
    (* keep *) wire                  one_due;    // probe dut.refreshing.on.owed if REFRESH=2
    (* keep *) wire [BANKS-1:0]      one_turn;   // probe dut.refreshing.on.one.turn if REFRESH=2
    (* keep *) wire [PHASE_BITS-1:0] one_phase;  // probe rules.refreshes.phase if REFRESH=2
    (* keep *) wire                  one_owed;   // probe rules.refreshes.owed if REFRESH=2
    (* keep *) wire [BANK_BITS-1:0]  next_turn;  // probe rules.refreshes.turn if REFRESH=2
    (* keep *) wire [AGE_BITS-1:0]   ref_age;    // probe rules.ref_age if REFRESH=2
    (* keep *) wire [AGE_BITS-1:0]   my_ref_age; // probe rules.my_ref_age if REFRESH=2
    wire [31:0] e_ref    = ref ? 0 : ref_age;
    wire [31:0] e_my_ref = ref && here ? 0 : my_ref_age;
    generate
        if (T_REFI > 0 && REFRESH == 2) begin : refreshing_one
            // The counters of all banks, which may keep the one that is due waiting, are in their range.
            reg [BANKS-1:0] in_range;
            reg [W-1:0]     its_left;
            integer n;
            always @*
                for (n = 0; n < BANKS; n = n + 1) begin
                    its_left = to_act_pre[n*W +: W];
                    in_range[n] = open[n] ? (act_pre_over[n] || its_left < max(max(T_RAS, T_RTP), WRITE_PRE))
                                            && (column_over[n] || (!act_pre_over[n] && its_left > T_RAS - RCD_WR))
                                          : act_pre_over[n] || its_left < max(T_RP, T_RFC_PB);
                end
            wire [BANK_BITS-1:0] e_turn = ref ? (next_turn == BANKS - 1 ? 0 : next_turn + 1) : next_turn;
            always @(posedge clk) if (check) begin
                cover (ref && here);
                cover (ref && had_read && open != 0);
                link_phase: assert (one_phase == INTERVAL - 1 - one_to_due && one_phase < INTERVAL);
                link_owed:  assert (one_due == (one_owed && !ref));
                link_turn:  assert (one_turn == 1 << e_turn && e_turn < BANKS);
                link_range: assert (&in_range && (!locked || (column_over[midway_bank] && open[midway_bank])));
                link_ref:   assert (left_rrd + e_ref >= T_RREFD - 1
                                    && (open[subject] ? e_my_ref >= T_RFC_PB : left_act_pre + e_my_ref >= T_RFC_PB - 1));
            end
        end else if (T_REFI > 0) begin : refreshing
            always @(posedge clk) if (check) begin
                cover (ref);
                link_phase: assert (phase == T_REFI - 1 - to_due && phase < T_REFI);
                link_owed:  assert (due == (owed && !ref));
                if (T_RP + T_RFC >= BANKS + 3) // rs_frfcfs_rules
                    link_quiet: assert (refreshed == 0 || due || quiet == BANKS + 1 || (refresh_cycles + quiet >= BANKS + 1 && refresh_cycles != 0));
                link_closed: assert (refresh_cycles == 0 || open == 0);
            end
        end
    endgenerate
endmodule
`default_nettype wire
