// rs_stall_inspector: why an SM issues nothing (STALLS III and IV, algorithms 1 and 2). It feeds nothing back.
//
// Class of a warp: a warp that is live is considered. Its class is the strongest reason why its next instruction cannot issue, the
// first that holds of control, synchronization, memory data, memory structural, compute data, compute structural (algorithm 1).
// Class of a cycle (algorithm 2), of the whole SM:
//   7 idle                 no warp is live, whatever else happens
//   0 none                 an instruction is issued, or a slot of a scheduler is busy with one issued before (slot_busy)
//   then the weakest reason that is found, in this order:
//   1 memory structural    a warp has it, or a slot waits for the load/store unit (slot_waits)
//   2 memory data          3 synchronization          4 compute structural          5 compute data          6 control
//   0                      again where none is found: warps that could issue and do not. An issue stage leaves none
// Cause of a memory structural cycle, the first that holds (STALLS IV-D): 0 releasing, 1 dma_pending, 2 mshr_full,
// 3 store_buffer_full, 4 bank_conflict, 5 none of these: the unit is busy with the instruction before.
//
// Level of a memory data cycle (STALLS IV-C, "where the dependency load was serviced") is known only when the words are there. So
// such a cycle charges waiting_register of waiting_warp: a warp has a debt in cycles and the register it is on. When that register
// becomes ready the debt goes to the counter of its level, that of its last word: 0 scratchpad, 1 L1, 2 merged into a
// miss under way, 3 L2, 4 another SM's L1, 5 main memory.
// One debt a warp is enough. A warp that waits for a register it names charges no other until that one is ready. Only a warp that waits
// because too many of its loads are out (LOADS_A_WARP) may go on while the register it charged is still out, as another load has
// come; if it waits anew for another register, then its debt moves there.
// A register that becomes ready in the cycle in which it is charged takes that cycle along.
//
// live, hazard_*      a bit a warp, as of the cycle: hazards of its next instruction, all that hold
// waiting_*           three cycles later than the hazards it belongs to, as rs_issue_stage shows it: at t+3 the oldest warp of the class memory
//                     data at t, and the register it waited for, memory-pending at t. Must be valid if there was such a warp
// ready_*             memory registers that become ready in this cycle, up to two; none twice
// clear               counters and debts are 0 from the next cycle on; this cycle and those before are not counted. rst does the same
// stall_class, stall_cause  of the cycle before, registers; the cause means something with class 1 only
// *_cycles            a cycle at t is in class_cycles and cause_cycles from t+2 on, a register ready at t in level_cycles from t+7 on:
//                     charge and register meet at t+4, what is paid is added up at t+5 and counted at t+6.
//                     Sums: all classes = cycles counted; all causes = class 1; all levels + debts + what is on its way between
//                     these steps = class 2. They wrap
// C twin: cmodel/sm/stall_inspector.c.
`default_nettype none
module rs_stall_inspector #(
    parameter WARPS         = 32,
    parameter WARP_BITS     = 5,  // bits of a warp's number
    parameter REGISTER_BITS = 8,  // bits of a register's number
    parameter COUNTER_BITS  = 64,
    parameter SECTION       = 16, // bits of a counter that wait for each other's carry
    parameter DEBT_BITS     = 32  // cycles that a warp may wait for one register: below 2^DEBT_BITS
) (
    input  wire                       clk,
    input  wire                       rst,
    input  wire                       clear,
    input  wire [WARPS-1:0]           live,
    input  wire [WARPS-1:0]           hazard_control,
    input  wire [WARPS-1:0]           hazard_synchronization,
    input  wire [WARPS-1:0]           hazard_memory_data,
    input  wire [WARPS-1:0]           hazard_memory_structural,
    input  wire [WARPS-1:0]           hazard_compute_data,
    input  wire [WARPS-1:0]           hazard_compute_structural,
    input  wire                       issued,
    input  wire                       slot_busy,
    input  wire                       slot_waits,
    input  wire                       releasing,         // a release is pending
    input  wire                       dma_pending,       // an access to a transfer under way holds the unit
    input  wire                       mshr_full,
    input  wire                       store_buffer_full,
    input  wire                       bank_conflict,
    input  wire                       waiting_valid,
    input  wire [WARP_BITS-1:0]       waiting_warp,
    input  wire [REGISTER_BITS-1:0]   waiting_register,
    input  wire [1:0]                 ready_valid,
    input  wire [2*WARP_BITS-1:0]     ready_warp,
    input  wire [2*REGISTER_BITS-1:0] ready_register,
    input  wire [5:0]                 ready_level,       // 3 bits each
    output reg  [2:0]                 stall_class,
    output reg  [2:0]                 stall_cause,
    output wire [8*COUNTER_BITS-1:0]  class_cycles,
    output wire [6*COUNTER_BITS-1:0]  cause_cycles,
    output wire [6*COUNTER_BITS-1:0]  level_cycles
);
    localparam INDEX_BITS = WARPS > 1 ? $clog2(WARPS) : 1;
    localparam [2:0] NONE = 3'd0, MEMORY_STRUCTURAL = 3'd1, MEMORY_DATA = 3'd2, SYNCHRONIZATION = 3'd3,
                     COMPUTE_STRUCTURAL = 3'd4, COMPUTE_DATA = 3'd5, CONTROL = 3'd6, IDLE = 3'd7;

    generate
        if (WARPS < 1 || REGISTER_BITS < 1 || WARP_BITS < INDEX_BITS)
            rs_stall_inspector_needs_a_warp_and_bits_for_its_number_and_a_register illegal_warps ();
        if (DEBT_BITS < 1 || COUNTER_BITS < DEBT_BITS)
            rs_stall_inspector_needs_debts_of_a_bit_and_counters_that_hold_them illegal_counters ();
    endgenerate

    // ---- class and cause of the cycle -----------------------------------------------------------------------------------
    wire [WARPS-1:0] fetched      = live & ~hazard_control;
    wire [WARPS-1:0] synchronized = fetched & ~hazard_synchronization;
    wire [WARPS-1:0] has_words    = synchronized & ~hazard_memory_data;
    wire [WARPS-1:0] has_unit     = has_words & ~hazard_memory_structural;
    wire [WARPS-1:0] has_results  = has_unit & ~hazard_compute_data;
    wire some_live       = live != {WARPS{1'b0}};
    wire some_control    = (live & hazard_control) != {WARPS{1'b0}};
    wire some_synchronization = (fetched & hazard_synchronization) != {WARPS{1'b0}};
    wire some_memory_data     = (synchronized & hazard_memory_data) != {WARPS{1'b0}};
    wire some_memory_structural = slot_waits || (has_words & hazard_memory_structural) != {WARPS{1'b0}};
    wire some_compute_data    = (has_unit & hazard_compute_data) != {WARPS{1'b0}};
    wire some_compute_structural = (has_results & hazard_compute_structural) != {WARPS{1'b0}};
    wire [2:0] class_now = !some_live              ? IDLE
                         : issued || slot_busy     ? NONE
                         : some_memory_structural  ? MEMORY_STRUCTURAL
                         : some_memory_data        ? MEMORY_DATA
                         : some_synchronization    ? SYNCHRONIZATION
                         : some_compute_structural ? COMPUTE_STRUCTURAL
                         : some_compute_data       ? COMPUTE_DATA
                         : some_control            ? CONTROL
                         :                           NONE;
    wire [2:0] cause_now = releasing ? 3'd0 : dma_pending ? 3'd1 : mshr_full ? 3'd2 : store_buffer_full ? 3'd3
                         : bank_conflict ? 3'd4 : 3'd5;

    always @(posedge clk) begin
        stall_class <= class_now;
        stall_cause <= cause_now;
        if (rst) begin
            stall_class <= IDLE;
            stall_cause <= 3'd0;
        end
    end

    // ---- until waiting_* is there: whether the cycle is memory data, and what became ready in it ------------------------------
    localparam READY_BITS = INDEX_BITS + REGISTER_BITS + 3;
    reg                    counted;   // the class is that of a cycle to be counted
    reg                    data_2, data_3; // the cycle two, three before is one of memory data to be counted
    reg                    charge;    // the cycle four before is, with a register
    reg [INDEX_BITS-1:0]    charge_warp;
    reg [REGISTER_BITS-1:0] charge_register;
    reg [3:0]              comes_0, comes_1; // port 0, 1: a register became ready in the last four cycles, bit 3: four before
    reg [4*READY_BITS-1:0] ports_0, ports_1; // in the same places
    wire [1:0]             comes = {comes_1[3], comes_0[3]};
    wire [2*READY_BITS-1:0] came_now = {ports_1[3*READY_BITS +: READY_BITS], ports_0[3*READY_BITS +: READY_BITS]};
    always @(posedge clk) begin
        counted         <= !clear && !rst;
        data_2          <= counted && stall_class == MEMORY_DATA && !clear && !rst;
        data_3          <= data_2 && !clear && !rst;
        charge          <= data_3 && waiting_valid && !clear && !rst;
        charge_warp     <= waiting_warp[INDEX_BITS-1:0];
        charge_register <= waiting_register;
        comes_0         <= rst ? 4'd0 : {comes_0[2:0], ready_valid[0]};
        comes_1         <= rst ? 4'd0 : {comes_1[2:0], ready_valid[1]};
        ports_0         <= {ports_0[3*READY_BITS-1:0], ready_level[2:0], ready_register[0 +: REGISTER_BITS], ready_warp[0 +: INDEX_BITS]};
        ports_1         <= {ports_1[3*READY_BITS-1:0], ready_level[5:3], ready_register[REGISTER_BITS +: REGISTER_BITS],
                            ready_warp[WARP_BITS +: INDEX_BITS]};
    end
    generate
        if (WARP_BITS > INDEX_BITS) begin : high
            wire unused_high = &{1'b0, waiting_warp[WARP_BITS-1:INDEX_BITS], ready_warp[WARP_BITS-1:INDEX_BITS],
                                 ready_warp[2*WARP_BITS-1:WARP_BITS+INDEX_BITS]};
        end
    endgenerate

    // ---- debts ------------------------------------------------------------------------------------------------------------
    // A row a warp: it owes, on this register, so many cycles.
    localparam DEBT_ROW = DEBT_BITS + REGISTER_BITS + 1;
    localparam [DEBT_BITS-1:0] ONE = 1;
    wire [WARPS*DEBT_ROW-1:0] rows;
    wire [WARPS-1:0]          owes;
    wire [WARPS-1:0]          charged  = {{(WARPS-1){1'b0}}, 1'b1} << charge_warp;
    wire [WARPS-1:0]          charging = {{(WARPS-1){1'b0}}, 1'b1} << waiting_warp[INDEX_BITS-1:0]; // in the next cycle
    wire [DEBT_BITS:0]        debt_ahead; // and whether it is owed
    wire                      unused_owed = debt_ahead[DEBT_BITS];
    reg  [DEBT_BITS-1:0]      charge_before; // debt of the charged warp, read a cycle ahead
    wire [1:0]                settles;  // the register that became ready has the warp's debt
    wire [1:0]                at_once;  // it is charged in this cycle
    wire [1:0]                its_own;  // it is another's of the warp that is charged, and settles
    wire [2*DEBT_BITS-1:0]    paid;
    wire [5:0]                paid_level;
    wire                      moves_or_stays = (owes & charged) != {WARPS{1'b0}} && its_own == 2'b00;
    wire [DEBT_BITS-1:0]      charge_debt = moves_or_stays ? charge_before + ONE : ONE;
    wire [2*WARPS-1:0]        settled;  // a row a port: the warp's debt is
    genvar i, n, w;
    wire [WARPS*(DEBT_BITS+1)-1:0] debts;
    rs_select #(.WIDTH(DEBT_BITS + 1), .COUNT(WARPS)) select_charging (.words(debts), .select(charging), .word(debt_ahead));
    always @(posedge clk)
        charge_before <= charge && charge_warp == waiting_warp[INDEX_BITS-1:0] ? charge_debt : debt_ahead[DEBT_BITS-1:0];
    generate
        for (i = 0; i < 2; i = i + 1) begin : port
            wire [INDEX_BITS-1:0]    warp;
            wire [REGISTER_BITS-1:0] came;
            wire [2:0]               level;
            assign {level, came, warp} = came_now[i*READY_BITS +: READY_BITS];
            wire [WARPS-1:0]         its = {{(WARPS-1){1'b0}}, 1'b1} << warp;
            wire [DEBT_ROW-1:0]      row;
            wire                     is_charged = charge && charge_warp == warp;
            rs_select #(.WIDTH(DEBT_ROW), .COUNT(WARPS)) select_row (.words(rows), .select(its), .word(row));
            assign settles[i] = comes[i] && row[DEBT_ROW-1] && row[DEBT_BITS +: REGISTER_BITS] == came;
            assign at_once[i] = comes[i] && is_charged && charge_register == came;
            assign its_own[i] = settles[i] && is_charged && !at_once[i];
            assign paid[i*DEBT_BITS +: DEBT_BITS] = at_once[i] ? charge_debt : row[DEBT_BITS-1:0];
            assign paid_level[3*i +: 3] = level;
            assign settled[i*WARPS +: WARPS] = its & {WARPS{settles[i]}};
        end
        for (w = 0; w < WARPS; w = w + 1) begin : warp
            reg                     owed;
            reg [REGISTER_BITS-1:0] on;
            reg [DEBT_BITS-1:0]     debt;
            assign owes[w]  = owed;
            assign debts[w*(DEBT_BITS+1) +: DEBT_BITS+1] = {owed, debt};
            assign rows[w*DEBT_ROW +: DEBT_ROW]    = {owed, on, debt};
            always @(posedge clk) begin
                if (charge && charged[w]) begin
                    debt <= charge_debt;
                    on   <= charge_register;
                end
                owed <= !clear && !rst && (charge && charged[w] ? at_once == 2'b00 : owed && !settled[w] && !settled[WARPS+w]);
            end
        end
    endgenerate

    // ---- what is paid, by level -------------------------------------------------------------------------------------------
    reg  [1:0]             pays;
    reg  [2*DEBT_BITS-1:0] amount;
    reg  [5:0]             amount_level;
    reg  [DEBT_BITS:0]     sum;          // of port 0, with that of port 1 if they are of one level
    reg  [DEBT_BITS-1:0]   other;        // of port 1, else
    reg  [5:0]             sum_to, other_to; // a bit a level
    wire                   one_level = pays == 2'b11 && amount_level[5:3] == amount_level[2:0];
    wire [DEBT_BITS:0]     both;
    rs_add #(.WIDTH(DEBT_BITS + 1)) add_amounts (
        .a({1'b0, amount[0 +: DEBT_BITS]}), .b({1'b0, amount[DEBT_BITS +: DEBT_BITS]} & {(DEBT_BITS+1){one_level}}), .sum(both));
    always @(posedge clk) begin
        pays         <= clear || rst ? 2'b00 : settles | at_once;
        amount       <= paid;
        amount_level <= paid_level;
        sum          <= both;
        other        <= amount[DEBT_BITS +: DEBT_BITS];
        sum_to       <= clear || rst || !pays[0] ? 6'd0 : 6'd1 << amount_level[2:0];
        other_to     <= clear || rst || !pays[1] || one_level ? 6'd0 : 6'd1 << amount_level[5:3];
    end

    // ---- counters -----------------------------------------------------------------------------------------------------------
    // A level's counter adds below and counts what is carried above.
    localparam LOW = COUNTER_BITS > DEBT_BITS ? DEBT_BITS + 1 : COUNTER_BITS;
    wire none = clear || rst;
    generate
        for (n = 0; n < 8; n = n + 1) begin : of_class
            localparam [31:0] SELF = n;
            rs_stall_counter #(.BITS(COUNTER_BITS), .SECTION(SECTION)) cycles (
                .clk(clk), .clear(none), .count(counted && stall_class == SELF[2:0]), .value(class_cycles[n*COUNTER_BITS +: COUNTER_BITS]));
        end
        for (n = 0; n < 6; n = n + 1) begin : of_part
            localparam [31:0] SELF = n;
            wire [DEBT_BITS:0] here = (sum & {(DEBT_BITS+1){sum_to[n]}})
                                    | ({1'b0, other} & {(DEBT_BITS+1){other_to[n]}});
            reg  [LOW-1:0]     low;
            wire [LOW:0]       low_next;
            wire               unused_here = &{1'b0, here, low_next};
            rs_stall_counter #(.BITS(COUNTER_BITS), .SECTION(SECTION)) cycles (
                .clk(clk), .clear(none), .count(counted && stall_class == MEMORY_STRUCTURAL && stall_cause == SELF[2:0]),
                .value(cause_cycles[n*COUNTER_BITS +: COUNTER_BITS]));
            rs_add #(.WIDTH(LOW + 1)) add_low (.a({1'b0, low}), .b({1'b0, here[LOW-1:0]}), .sum(low_next));
            assign level_cycles[n*COUNTER_BITS +: LOW] = low;
            always @(posedge clk)
                low <= none ? {LOW{1'b0}} : low_next[LOW-1:0];
            if (COUNTER_BITS > LOW) begin : above
                rs_stall_counter #(.BITS(COUNTER_BITS - LOW), .SECTION(SECTION)) high (
                    .clk(clk), .clear(none), .count(low_next[LOW]), .value(level_cycles[n*COUNTER_BITS+LOW +: COUNTER_BITS-LOW]));
            end
        end
    endgenerate
endmodule
`default_nettype wire
