// rs_stall_inspector: why an SM issues nothing (STALLS III and IV, algorithms 1 and 2; SPEC 9). It feeds nothing back.
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
// waiting_*           the oldest warp of the class memory data; the register it waits for, memory-pending. Must be valid in a cycle
//                     in which there is such a warp
// ready_*             memory registers that become ready in this cycle, up to two; none twice
// clear               counters and debts are 0 from the next cycle on; this cycle and those before are not counted. rst does the same
// stall_class, stall_cause  of the cycle before, registers; the cause means something with class 1 only
// *_cycles            a cycle at t is in class_cycles and cause_cycles from t+2 on, a register ready at t in level_cycles from t+2 on.
//                     Sums: all classes = cycles counted; all causes = class 1; all levels + debts = class 2. They wrap
// C twin: cmodel/sm/stall_inspector.c.
`default_nettype none
module rs_stall_inspector #(
    parameter WARPS         = 32,
    parameter WARP_BITS     = 5,  // bits of a warp's number
    parameter REGISTER_BITS = 8,  // bits of a register's number
    parameter COUNTER_BITS  = 64,
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
    output reg  [8*COUNTER_BITS-1:0]  class_cycles,
    output reg  [6*COUNTER_BITS-1:0]  cause_cycles,
    output reg  [6*COUNTER_BITS-1:0]  level_cycles
);
    localparam INDEX_BITS = WARPS > 1 ? $clog2(WARPS) : 1;
    localparam [2:0] NONE = 3'd0, MEMORY_STRUCTURAL = 3'd1, MEMORY_DATA = 3'd2, SYNCHRONIZATION = 3'd3,
                     COMPUTE_STRUCTURAL = 3'd4, COMPUTE_DATA = 3'd5, CONTROL = 3'd6, IDLE = 3'd7;
    localparam [COUNTER_BITS-1:0] ONE = 1;

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

    // ---- a register between the issue stage and the counters ----------------------------------------------------------------
    reg                       counted; // the class is that of a cycle to be counted
    reg                       charge;
    reg [INDEX_BITS-1:0]      charge_warp;
    reg [REGISTER_BITS-1:0]   charge_register;
    reg [1:0]                 comes;   // a register became ready
    reg [2*INDEX_BITS-1:0]    comes_warp;
    reg [2*REGISTER_BITS-1:0] comes_register;
    reg [5:0]                 comes_level;
    always @(posedge clk) begin
        stall_class     <= class_now;
        stall_cause     <= cause_now;
        counted         <= !clear;
        charge          <= class_now == MEMORY_DATA && waiting_valid && !clear;
        charge_warp     <= waiting_warp[INDEX_BITS-1:0];
        charge_register <= waiting_register;
        comes           <= ready_valid;
        comes_warp      <= {ready_warp[WARP_BITS +: INDEX_BITS], ready_warp[0 +: INDEX_BITS]};
        comes_register  <= ready_register;
        comes_level     <= ready_level;
        if (rst) begin
            stall_class <= IDLE;
            stall_cause <= 3'd0;
            counted     <= 1'b0;
            charge      <= 1'b0;
            comes       <= 2'b00;
        end
    end
    generate
        if (WARP_BITS > INDEX_BITS) begin : high
            wire unused_high = &{1'b0, waiting_warp[WARP_BITS-1:INDEX_BITS], ready_warp[WARP_BITS-1:INDEX_BITS],
                                 ready_warp[2*WARP_BITS-1:WARP_BITS+INDEX_BITS]};
        end
    endgenerate

    // ---- debts ------------------------------------------------------------------------------------------------------------
    reg [WARPS-1:0]         owes;                // has a debt,
    reg [DEBT_BITS-1:0]     debt    [0:WARPS-1]; // of so many cycles,
    reg [REGISTER_BITS-1:0] debt_on [0:WARPS-1]; // on this register
    wire [1:0]              settles;             // the register that became ready has the warp's debt
    wire [1:0]              at_once;             // it is charged in this cycle
    wire [1:0]              its_own;             // it is another's of the warp that is charged, and settles
    wire [2*DEBT_BITS-1:0]  amount;
    wire                    moves_or_stays = owes[charge_warp] && its_own == 2'b00;
    wire [DEBT_BITS-1:0]    carried = moves_or_stays ? debt[charge_warp] : {DEBT_BITS{1'b0}};
    wire [DEBT_BITS:0]      one_more = {1'b0, carried} + {{DEBT_BITS{1'b0}}, 1'b1};
    genvar k, n;
    generate
        for (k = 0; k < 2; k = k + 1) begin : port
            wire [INDEX_BITS-1:0]    warp          = comes_warp[k*INDEX_BITS +: INDEX_BITS];
            wire [REGISTER_BITS-1:0] came          = comes_register[k*REGISTER_BITS +: REGISTER_BITS];
            wire                     is_charged    = charge && charge_warp == warp;
            assign settles[k] = comes[k] && owes[warp] && debt_on[warp] == came;
            assign at_once[k] = comes[k] && is_charged && charge_register == came;
            assign its_own[k] = settles[k] && is_charged && !at_once[k];
            assign amount[k*DEBT_BITS +: DEBT_BITS] = at_once[k] ? one_more[DEBT_BITS-1:0]
                                                    : settles[k] ? debt[warp] : {DEBT_BITS{1'b0}};
        end
    endgenerate
    wire unused_carry = one_more[DEBT_BITS];
    always @(posedge clk) begin
        if (charge) begin
            debt[charge_warp]    <= one_more[DEBT_BITS-1:0];
            debt_on[charge_warp] <= charge_register;
        end
        if (settles[0])
            owes[comes_warp[0 +: INDEX_BITS]] <= 1'b0;
        if (settles[1])
            owes[comes_warp[INDEX_BITS +: INDEX_BITS]] <= 1'b0;
        if (charge)
            owes[charge_warp] <= at_once == 2'b00;
        if (clear || rst)
            owes <= {WARPS{1'b0}};
    end

    // ---- counters -----------------------------------------------------------------------------------------------------------
    generate
        for (n = 0; n < 8; n = n + 1) begin : of_class
            localparam [31:0] SELF = n;
            always @(posedge clk) begin
                if (counted && stall_class == SELF[2:0])
                    class_cycles[n*COUNTER_BITS +: COUNTER_BITS] <= class_cycles[n*COUNTER_BITS +: COUNTER_BITS] + ONE;
                if (clear || rst)
                    class_cycles[n*COUNTER_BITS +: COUNTER_BITS] <= {COUNTER_BITS{1'b0}};
            end
        end
        for (n = 0; n < 6; n = n + 1) begin : of_part
            localparam [31:0] SELF = n;
            wire [2*COUNTER_BITS-1:0] comes_here;
            for (k = 0; k < 2; k = k + 1) begin : port
                if (COUNTER_BITS > DEBT_BITS) begin : zeros
                    assign comes_here[k*COUNTER_BITS+DEBT_BITS +: COUNTER_BITS-DEBT_BITS] = {(COUNTER_BITS-DEBT_BITS){1'b0}};
                end
                assign comes_here[k*COUNTER_BITS +: DEBT_BITS] = amount[k*DEBT_BITS +: DEBT_BITS]
                     & {DEBT_BITS{comes_level[3*k +: 3] == SELF[2:0]}};
            end
            always @(posedge clk) begin
                if (counted && stall_class == MEMORY_STRUCTURAL && stall_cause == SELF[2:0])
                    cause_cycles[n*COUNTER_BITS +: COUNTER_BITS] <= cause_cycles[n*COUNTER_BITS +: COUNTER_BITS] + ONE;
                if ((settles | at_once) != 2'b00)
                    level_cycles[n*COUNTER_BITS +: COUNTER_BITS] <= level_cycles[n*COUNTER_BITS +: COUNTER_BITS]
                        + comes_here[0 +: COUNTER_BITS] + comes_here[COUNTER_BITS +: COUNTER_BITS];
                if (clear || rst) begin
                    cause_cycles[n*COUNTER_BITS +: COUNTER_BITS] <= {COUNTER_BITS{1'b0}};
                    level_cycles[n*COUNTER_BITS +: COUNTER_BITS] <= {COUNTER_BITS{1'b0}};
                end
            end
        end
    endgenerate
endmodule
`default_nettype wire
