// Proof of rs_stall_inspector. Hazards, slots and causes are free, of the registers that are charged and become ready only what the
// header asks for is assumed. Counters and debts have the same width here, so that the sums hold also where they wrap.
//   One class a cycle, the one of STALLS' algorithms 1 and 2, said once more warp by warp; idle if and only if no warp is live.
//   Classes add up to the cycles since the last clear, causes to the memory structural ones; levels, debts, and what is on its way from
//   charge to debt and from debt to level, to the memory data ones. A debt is only on a register that is memory-pending (the harness
//   keeps who is, as an issue stage would: a bit a register). Whom a cycle charges the harness says three cycles later, as that does.
`default_nettype none
module rs_stall_inspector_fv #(
    parameter WARPS         = 2,
    parameter REGISTER_BITS = 1,
    parameter COUNTER_BITS  = 3,
    // derived, not to be set
    parameter WARP_BITS = WARPS > 1 ? $clog2(WARPS) : 1,
    parameter REGISTERS = 1 << REGISTER_BITS,
    parameter ALL       = WARPS * REGISTERS
) (
    input wire                       clk,
    input wire                       rst,
    input wire                       clear,
    input wire [WARPS-1:0]           live,
    input wire [WARPS-1:0]           hazard_control,
    input wire [WARPS-1:0]           hazard_synchronization,
    input wire [WARPS-1:0]           hazard_memory_data,
    input wire [WARPS-1:0]           hazard_memory_structural,
    input wire [WARPS-1:0]           hazard_compute_data,
    input wire [WARPS-1:0]           hazard_compute_structural,
    input wire                       issued,
    input wire                       slot_busy,
    input wire                       slot_waits,
    input wire                       releasing,
    input wire                       dma_pending,
    input wire                       mshr_full,
    input wire                       store_buffer_full,
    input wire                       bank_conflict,
    input wire [WARP_BITS-1:0]       waiting_warp,
    input wire [REGISTER_BITS-1:0]   waiting_register,
    input wire [1:0]                 ready_valid,
    input wire [2*WARP_BITS-1:0]     ready_warp,
    input wire [2*REGISTER_BITS-1:0] ready_register,
    input wire [5:0]                 ready_level,
    input wire [ALL-1:0]             begins // loads that begin: registers that become memory-pending
);
    wire [2:0]                stall_class, stall_cause;
    wire [8*COUNTER_BITS-1:0] class_cycles;
    wire [6*COUNTER_BITS-1:0] cause_cycles, level_cycles;
    wire [WARPS-1:0]          in_class_data = live & ~hazard_control & ~hazard_synchronization & hazard_memory_data;
    wire                      waiting_valid = in_class_data != {WARPS{1'b0}};
    reg  [2:0]                told_valid; // of the cycle before, of two, of three before
    reg  [3*WARP_BITS-1:0]     told_warp;
    reg  [3*REGISTER_BITS-1:0] told_register;
    rs_stall_inspector #(.WARPS(WARPS), .WARP_BITS(WARP_BITS), .REGISTER_BITS(REGISTER_BITS), .COUNTER_BITS(COUNTER_BITS),
        .DEBT_BITS(COUNTER_BITS)) dut (
        .clk(clk), .rst(rst), .clear(clear), .live(live), .hazard_control(hazard_control),
        .hazard_synchronization(hazard_synchronization), .hazard_memory_data(hazard_memory_data),
        .hazard_memory_structural(hazard_memory_structural), .hazard_compute_data(hazard_compute_data),
        .hazard_compute_structural(hazard_compute_structural), .issued(issued), .slot_busy(slot_busy), .slot_waits(slot_waits),
        .releasing(releasing), .dma_pending(dma_pending), .mshr_full(mshr_full), .store_buffer_full(store_buffer_full),
        .bank_conflict(bank_conflict), .waiting_valid(told_valid[2]), .waiting_warp(told_warp[2*WARP_BITS +: WARP_BITS]),
        .waiting_register(told_register[2*REGISTER_BITS +: REGISTER_BITS]), .ready_valid(ready_valid), .ready_warp(ready_warp),
        .ready_register(ready_register), .ready_level(ready_level), .stall_class(stall_class), .stall_cause(stall_cause),
        .class_cycles(class_cycles), .cause_cycles(cause_cycles), .level_cycles(level_cycles));

    localparam ROW   = COUNTER_BITS + REGISTER_BITS + 1;
    localparam READY = WARP_BITS + REGISTER_BITS + 3;
    (* keep *) wire [WARPS*ROW-1:0]         rows;            // probe dut.rows
    (* keep *) wire                         counted;         // probe dut.counted
    (* keep *) wire                         data_2;          // probe dut.data_2
    (* keep *) wire                         data_3;          // probe dut.data_3
    (* keep *) wire                         charge;          // probe dut.charge
    (* keep *) wire [WARP_BITS-1:0]         charge_warp;     // probe dut.charge_warp
    (* keep *) wire [REGISTER_BITS-1:0]     charge_register; // probe dut.charge_register
    (* keep *) wire [COUNTER_BITS-1:0]      charge_before;   // probe dut.charge_before
    (* keep *) wire [3:0]                   comes_0;         // probe dut.comes_0
    (* keep *) wire [3:0]                   comes_1;         // probe dut.comes_1
    (* keep *) wire [4*READY-1:0]           ports_0;         // probe dut.ports_0
    (* keep *) wire [4*READY-1:0]           ports_1;         // probe dut.ports_1
    (* keep *) wire [1:0]                   pays;            // probe dut.pays
    (* keep *) wire [2*COUNTER_BITS-1:0]    amount;          // probe dut.amount
    (* keep *) wire [5:0]                   amount_level;    // probe dut.amount_level
    (* keep *) wire [COUNTER_BITS:0]        sum;             // probe dut.sum
    (* keep *) wire [COUNTER_BITS-1:0]      other;           // probe dut.other
    (* keep *) wire [5:0]                   sum_to;          // probe dut.sum_to
    (* keep *) wire [5:0]                   other_to;        // probe dut.other_to

    // ---- classes, warp by warp ------------------------------------------------------------------------------------------
    integer w, n;
    reg [7:0] found; // a bit a class
    always @* begin
        found = 8'd0;
        for (w = 0; w < WARPS; w = w + 1)
            if (live[w]) begin
                if (hazard_control[w])                 found[6] = 1'b1;
                else if (hazard_synchronization[w])    found[3] = 1'b1;
                else if (hazard_memory_data[w])        found[2] = 1'b1;
                else if (hazard_memory_structural[w])  found[1] = 1'b1;
                else if (hazard_compute_data[w])       found[5] = 1'b1;
                else if (hazard_compute_structural[w]) found[4] = 1'b1;
            end
        if (slot_waits) found[1] = 1'b1;
        if (issued || slot_busy) found[0] = 1'b1;
    end
    reg       was;      // the cycle before was no reset
    reg       was_live;
    reg [7:0] were;     // found in the cycle before
    reg [4:0] signs;    // causes of the cycle before

    // ---- registers that wait for words ------------------------------------------------------------------------------------
    wire [31:0] place_0 = {{(32-WARP_BITS){1'b0}}, ready_warp[0 +: WARP_BITS]} * REGISTERS
                        + {{(32-REGISTER_BITS){1'b0}}, ready_register[0 +: REGISTER_BITS]};
    wire [31:0] place_1 = {{(32-WARP_BITS){1'b0}}, ready_warp[WARP_BITS +: WARP_BITS]} * REGISTERS
                        + {{(32-REGISTER_BITS){1'b0}}, ready_register[REGISTER_BITS +: REGISTER_BITS]};
    wire [31:0] waits   = {{(32-WARP_BITS){1'b0}}, waiting_warp} * REGISTERS + {{(32-REGISTER_BITS){1'b0}}, waiting_register};
    wire [ALL-1:0] one  = {{(ALL-1){1'b0}}, 1'b1};
    wire [ALL-1:0] come = (ready_valid[0] ? one << place_0 : {ALL{1'b0}}) | (ready_valid[1] ? one << place_1 : {ALL{1'b0}});
    reg  [5*ALL-1:0] pended; // as of this cycle, of one to four before: the debts are as of four before
    wire [ALL-1:0]   pending = pended[0 +: ALL];
    reg  [3:0]       lost, twice, no_level, told_others; // in the steps of the registers that came, and of those that are charged
    reg  [31:0]      at_0, at_1, at_charge;
    reg  [ALL-1:0]   gone;
    always @* begin
        for (n = 0; n < 4; n = n + 1) begin
            at_0 = {{(32-WARP_BITS){1'b0}}, ports_0[n*READY +: WARP_BITS]} * REGISTERS
                 + {{(32-REGISTER_BITS){1'b0}}, ports_0[n*READY+WARP_BITS +: REGISTER_BITS]};
            at_1 = {{(32-WARP_BITS){1'b0}}, ports_1[n*READY +: WARP_BITS]} * REGISTERS
                 + {{(32-REGISTER_BITS){1'b0}}, ports_1[n*READY+WARP_BITS +: REGISTER_BITS]};
            gone = (comes_0[n] ? one << at_0 : {ALL{1'b0}}) | (comes_1[n] ? one << at_1 : {ALL{1'b0}});
            lost[n]     = (pended[(n+1)*ALL +: ALL] & ~gone & ~pended[n*ALL +: ALL]) != {ALL{1'b0}};
            twice[n]    = comes_0[n] && comes_1[n] && at_0 == at_1;
            no_level[n] = (comes_0[n] && ports_0[n*READY+READY-3 +: 3] > 3'd5) || (comes_1[n] && ports_1[n*READY+READY-3 +: 3] > 3'd5);
            at_charge   = n == 3 ? {{(32-WARP_BITS){1'b0}}, charge_warp} * REGISTERS + {{(32-REGISTER_BITS){1'b0}}, charge_register}
                        : {{(32-WARP_BITS){1'b0}}, told_warp[(n < 3 ? n : 0)*WARP_BITS +: WARP_BITS]} * REGISTERS
                        + {{(32-REGISTER_BITS){1'b0}}, told_register[(n < 3 ? n : 0)*REGISTER_BITS +: REGISTER_BITS]};
            told_others[n] = (n == 3 ? charge : told_valid[n < 3 ? n : 0]) && !pended[(n+1)*ALL + at_charge];
        end
    end
    reg [WARPS-1:0]              owes, on_pending;
    reg [WARPS*COUNTER_BITS-1:0] debts;
    always @*
        for (w = 0; w < WARPS; w = w + 1) begin
            debts[w*COUNTER_BITS +: COUNTER_BITS] = rows[w*ROW +: COUNTER_BITS];
            owes[w]       = rows[w*ROW+ROW-1];
            on_pending[w] = pended[4*ALL + w*REGISTERS + rows[w*ROW+COUNTER_BITS +: REGISTER_BITS]];
        end

    // ---- sums -------------------------------------------------------------------------------------------------------------
    reg [COUNTER_BITS-1:0] cycles, classes, causes, levels, owed, on_way;
    localparam [COUNTER_BITS-1:0] ONE = 1;
    always @* begin
        classes = {COUNTER_BITS{1'b0}};
        causes  = {COUNTER_BITS{1'b0}};
        levels  = {COUNTER_BITS{1'b0}};
        owed    = {COUNTER_BITS{1'b0}};
        for (n = 0; n < 8; n = n + 1)
            classes = classes + class_cycles[n*COUNTER_BITS +: COUNTER_BITS];
        for (n = 0; n < 6; n = n + 1) begin
            causes = causes + cause_cycles[n*COUNTER_BITS +: COUNTER_BITS];
            levels = levels + level_cycles[n*COUNTER_BITS +: COUNTER_BITS];
        end
        for (w = 0; w < WARPS; w = w + 1)
            owed = owed + (owes[w] ? debts[w*COUNTER_BITS +: COUNTER_BITS] : {COUNTER_BITS{1'b0}});
    end

    localparam [COUNTER_BITS-1:0] NONE = 0;
    always @*
        on_way = (data_2 ? ONE : NONE) + (data_3 ? ONE : NONE) + (charge ? ONE : NONE)
               + (pays[0] ? amount[0 +: COUNTER_BITS] : NONE) + (pays[1] ? amount[COUNTER_BITS +: COUNTER_BITS] : NONE)
               + (sum_to != 6'd0 ? sum[COUNTER_BITS-1:0] : NONE) + (other_to != 6'd0 ? other : NONE);

    reg started = 1'b0;
    always @(posedge clk) begin
        started      <= 1'b1;
        was          <= !rst;
        was_live     <= live != {WARPS{1'b0}};
        were         <= found;
        signs        <= {bank_conflict, store_buffer_full, mshr_full, dma_pending, releasing};
        pended       <= {pended[0 +: 4*ALL], (pending & ~come) | begins};
        told_valid   <= {told_valid[1:0], waiting_valid};
        told_warp     <= {told_warp[0 +: 2*WARP_BITS], waiting_warp};
        told_register <= {told_register[0 +: 2*REGISTER_BITS], waiting_register};
        cycles       <= clear || rst ? {COUNTER_BITS{1'b0}} : cycles + {{(COUNTER_BITS-1){1'b0}}, counted};
        if (rst) begin
            pended     <= {(5*ALL){1'b0}};
            told_valid <= 3'd0;
        end
    end
    always @(posedge clk) begin
        if (!started) assume (rst);
        // from the issue stage
        assume ({{(32-WARP_BITS){1'b0}}, waiting_warp} < WARPS);
        assume (!waiting_valid || (in_class_data[waiting_warp] && pending[waits]));
        assume (!ready_valid[0] || (pending[place_0] && ready_level[2:0] < 3'd6));
        assume (!ready_valid[1] || (pending[place_1] && ready_level[5:3] < 3'd6));
        assume ({{(32-WARP_BITS){1'b0}}, ready_warp[0 +: WARP_BITS]} < WARPS);
        assume ({{(32-WARP_BITS){1'b0}}, ready_warp[WARP_BITS +: WARP_BITS]} < WARPS);
        assume (ready_valid != 2'b11 || place_0 != place_1);
        assume ((begins & pending) == {ALL{1'b0}});
    end
    always @(posedge clk)
        if (started && !rst) begin
            idle_without_warps: assert (!was || (stall_class == 3'd7) == !was_live);
            none_when_busy:     assert (!was || !was_live || !were[0] || stall_class == 3'd0);
            weakest_found:      assert (!was || !was_live || were[0]
                                        || stall_class == (were[1] ? 3'd1 : were[2] ? 3'd2 : were[3] ? 3'd3 : were[4] ? 3'd4
                                                           : were[5] ? 3'd5 : were[6] ? 3'd6 : 3'd0));
            cause_first:        assert (stall_cause <= 3'd5 && (!was || (stall_cause == 3'd5 ? signs == 5'd0
                                        : signs[stall_cause] && (signs & ((5'd1 << stall_cause) - 5'd1)) == 5'd0)));
            classes_are_cycles: assert (classes == cycles);
            causes_are_class_1: assert (causes == class_cycles[1*COUNTER_BITS +: COUNTER_BITS]);
            levels_and_debts:   assert (levels + owed + on_way == class_cycles[2*COUNTER_BITS +: COUNTER_BITS]);
            debt_is_pending:    assert ((owes & ~on_pending) == {WARPS{1'b0}});
            // links of the steps between the issue stage and the counters with what is counted, for the induction
            charged_is_told:    assert ((!counted || stall_class != 3'd2 || told_valid[0]) && (!data_2 || told_valid[1])
                                        && (!data_3 || told_valid[2]));
            told_is_pending:    assert (told_others == 4'd0);
            others_pend_on:     assert (lost == 4'd0);
            come_once:          assert (twice == 4'd0);
            come_with_a_level:  assert (no_level == 4'd0 && (!pays[0] || amount_level[2:0] < 3'd6) && (!pays[1] || amount_level[5:3] < 3'd6));
            one_level_each:     assert ((sum_to & other_to) == 6'd0 && (sum_to & (sum_to - 6'd1)) == 6'd0 && (other_to & (other_to - 6'd1)) == 6'd0);
            debt_read_ahead:    assert (charge_before == rows[charge_warp*ROW +: COUNTER_BITS]);
            numbers_of_warps:   assert (charge_warp < WARPS);
            class_none:         cover (was && stall_class == 3'd0);
            class_structural:   cover (was && stall_class == 3'd1 && stall_cause == 3'd5);
            cause_release:      cover (cause_cycles[0*COUNTER_BITS +: COUNTER_BITS] == ONE);
            cause_dma:          cover (cause_cycles[1*COUNTER_BITS +: COUNTER_BITS] == ONE);
            cause_mshr:         cover (cause_cycles[2*COUNTER_BITS +: COUNTER_BITS] == ONE);
            cause_store_buffer: cover (cause_cycles[3*COUNTER_BITS +: COUNTER_BITS] == ONE);
            cause_bank:         cover (cause_cycles[4*COUNTER_BITS +: COUNTER_BITS] == ONE);
            cause_unit:         cover (cause_cycles[5*COUNTER_BITS +: COUNTER_BITS] == ONE);
            class_data:         cover (was && stall_class == 3'd2);
            class_sync:         cover (was && stall_class == 3'd3);
            class_c_structural: cover (was && stall_class == 3'd4);
            class_c_data:       cover (was && stall_class == 3'd5);
            class_control:      cover (was && stall_class == 3'd6);
            class_idle:         cover (was && stall_class == 3'd7 && cycles != 0);
            level_0:            cover (level_cycles[0*COUNTER_BITS +: COUNTER_BITS] == ONE + ONE);
            level_1:            cover (level_cycles[1*COUNTER_BITS +: COUNTER_BITS] == ONE + ONE);
            level_2:            cover (level_cycles[2*COUNTER_BITS +: COUNTER_BITS] == ONE + ONE);
            level_3:            cover (level_cycles[3*COUNTER_BITS +: COUNTER_BITS] == ONE + ONE);
            level_4:            cover (level_cycles[4*COUNTER_BITS +: COUNTER_BITS] == ONE + ONE);
            level_5:            cover (level_cycles[5*COUNTER_BITS +: COUNTER_BITS] == ONE + ONE);
            cleared_with_debt:  cover (clear && owed == ONE + ONE);
        end
endmodule
`default_nettype wire
