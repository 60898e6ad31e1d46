// rs_issue_stage: warp issue stage of an SM: CTAs' warps, their records, hazards, choice, operand stage (STALLS III).
//
// A warp's program is a sequence of 64-bit records (cmodel/sm/warp_record.h), which a host asks for, executes and knows the
// values of; here is decided in which cycle each of them issues. "At t" is from registers and inputs of cycle t.
//
// Warps. start_valid: a CTA comes at t to the free place start_place; its warps start_place * cta_warps on are live from t+1, an
// EXIT issued at t ends its warp from t+1 on. A warp has finished when it is not live, has no memory-pending register and no
// operand cycle in the operand stage or to be read; place_free from the cycle after the last of its CTA's warps has.
// Age: start of the CTA, then number.
// Records. Scheduler s owns warps w with w mod WARP_SCHEDULERS = s, 4 records each (rs_issue_records). It asks for one at t
// (ask_*), which comes at t+1 and is the head at t+2 at the earliest.
// Hazards of a live warp's head at t; without a head (control) only the states that begin synchronization hold beside it:
//   control                 no record; or t < issue of a BRANCH + BRANCH_LATENCY
//   synchronization         it waits at a barrier; it is in RELEASE, SEND, REPLY, ACQUIRE (below); its head is an ATOMIC or FENCE that
//                           releases and some register of the warp is memory-pending
//   memory data             a register it names is memory-pending; or it loads (MEMORY, returning ATOMIC) and LOADS_A_WARP or more
//                           registers of loads are out; or BLOCKING and one is
//   memory structural       MEMORY, ATOMIC without release: not stage_free, or any warp in RELEASE or SEND
//   compute data            a register it names is compute-pending; or t < last issue + WARP_GAP
//   compute structural      ALU, BRANCH: the scheduler's ALU within ALU_INTERVAL; SFU: the SM's one within SFU_INTERVAL
// stage_free: the operand stage is empty or emptied at t (in_valid and in_ready), and no operand read is to come.
// Choice. Schedulers choose in the order t mod WARP_SCHEDULERS (t from 0 in the cycle after reset), + 1, ..; one that has issued
// for SFU or operand stage leaves it to none of the later ones in this cycle. A slot is in use for ISSUE_CYCLES from its issue
// on, and through the last operand read of its vector instruction. WARP_ORDER: rs_issue_pick.
// Issue at t. ALU, SFU: destination compute-pending to t + latency - 1. BARRIER: waits; when the last live warp of the CTA issues
// its own (or EXIT), all are free at t+1. MEMORY, ATOMIC: operand read 0 at t, read j in the first cycle after read j-1 in which the
// stage is empty or emptied. A read stands at in_* from the next cycle on until it is taken; mask and operands come from the host.
// in_register: of a load or an ATOMIC the destination, of a store source 2.
// acquire: REPLY until the cycle after the last old word, in which L1 is emptied (acquire_valid); able in the one behind it.
// release: RELEASE; release_valid while a warp is in it, none in SEND, the operand stage empty and no read to come; all that are in
//          RELEASE at release_ready are SEND from the next cycle on; with stage_free the oldest SEND is read into the operand
//          stage; then REPLY if it acquires, else free.
// FENCE: without a packet: from RELEASE it is free, or in ACQUIRE for the cycle in which L1 is emptied; without release it is in
//        ACQUIRE in the cycle after its issue.
// Readiness of registers: rs_issue_registers, with what it expects of the words (wb_*, taken at once) and of in_ready.
// illegal, sticky, with the first such warp: kind above EXIT; a register beyond REGISTERS; MEMORY with acquire or release, with an
// opcode or length that the load/store unit refuses, a vector that does not begin at a multiple of 4, a load without destination, a
// vector store without words (a plain one may store a constant); ATOMIC in a scratchpad or stash, one that acquires and does not
// return, or returns nowhere. An instruction whose mask is empty must not come.
// Such a record is only told of, not stopped: it is kept and issues like others, and what follows means nothing. A kind above EXIT takes its
// slot and WARP_GAP and has no effect; of registers beyond the last the lower bits count; MEMORY and ATOMIC enter the operand stage as they
// are, and what the load/store unit refuses (in_status) is gone there, so that a load's registers stay memory-pending for ever. Not
// judged, as nothing here can know: fields that a kind does not use; spaces (all but scratchpad and stash have pointers of two
// registers, all but the scratchpad are memory); lengths above MAX_LENGTH (refused by the load/store unit); ATOMIC with ATOMICS = 0
// (the memory side takes a plain load for it); records behind EXIT (they stay until a CTA starts at the place); a warp without EXIT (its
// CTA never ends); a barrier that not all warps of the CTA have (an EXIT counts as having come). The host gives no such record:
// cmodel/workload/record_check.h, and cmodel/machine/gpu_wait.h for what never ends.
// fence_*: of the CTA dispatch, at the end of a launch, when no warp is here. quiet: every place is free.
//
// For the stall inspector: the hazards as above, each for itself, of live warps; issued; slot_busy: some slot in use by ISSUE_CYCLES,
// or an operand read j > 0 happens; slot_waits: one waits; releasing: a warp in RELEASE or SEND; ready_*: registers that become
// ready. waiting_* three cycles later, at t+3: the oldest warp whose first hazard at t is memory data, and its first register
// memory-pending at t, of sources 0, 1, 2, destination, the lowest of a range; without one the lowest of the warp.
// Timing: issue_*, read_* and the hazards depend on in_ready and registers, ask_* on available and registers, acquire_valid and release_valid on
// fence_* and registers; all else on registers. C twin: cmodel/sm/issue_stage.c.
`default_nettype none
module rs_issue_stage #(
    parameter WARPS           = 32,
    parameter REGISTERS       = 64, // of a warp
    parameter WARP_SCHEDULERS = 1,
    parameter WARP_ORDER      = 0,  // 0 LRR | 1 GTO
    parameter ISSUE_CYCLES    = 4,
    parameter WARP_GAP        = 24,
    parameter ALU_LATENCY     = 24,
    parameter SFU_LATENCY     = 24,
    parameter BRANCH_LATENCY  = 24,
    parameter ALU_INTERVAL    = 4,
    parameter SFU_INTERVAL    = 4,
    parameter WORDS_DELAY     = 0,
    parameter LOADS_A_WARP    = 0,
    parameter BLOCKING        = 1,
    parameter SM_CTAS         = 4,
    parameter LANES           = 32,
    parameter WARP_BITS       = 5,
    parameter REGISTER_BITS   = 8,
    // derived, not to be set
    parameter PLACE_BITS      = SM_CTAS > 1 ? $clog2(SM_CTAS) : 1
) (
    input  wire                                 clk,
    input  wire                                 rst,
    input  wire [WARP_BITS:0]                   cta_warps, // strap: 1 .. WARPS, static while a CTA lives
    input  wire                                 start_valid,
    input  wire [PLACE_BITS-1:0]                start_place,
    output wire [SM_CTAS-1:0]                   place_free,
    output wire [WARP_SCHEDULERS-1:0]           ask_valid,
    output wire [WARP_SCHEDULERS*WARP_BITS-1:0] ask_warp,
    input  wire [WARPS-1:0]                     available,
    input  wire [WARP_SCHEDULERS*64-1:0]        record,
    output wire [WARP_SCHEDULERS-1:0]           issue_valid,
    output wire [WARP_SCHEDULERS*WARP_BITS-1:0] issue_warp,
    output wire                                 read_valid,
    output wire                                 read_first,
    output wire [WARP_BITS-1:0]                 read_warp,
    output wire [3:0]                           read_number,
    output wire                                 in_valid,
    input  wire                                 in_ready,
    output wire [2:0]                           in_opcode,
    output wire [4:0]                           in_length,
    output wire [WARP_BITS-1:0]                 in_warp,
    output wire [REGISTER_BITS-1:0]             in_register,
    output wire                                 in_scratchpad,
    output wire                                 in_atomic,
    output wire [2:0]                           in_atomic_op,
    output wire                                 in_atomic_returns,
    input  wire [LANES-1:0]                     operand_mask,
    input  wire                                 wb_valid,
    input  wire [WARP_BITS-1:0]                 wb_warp,
    input  wire [REGISTER_BITS-1:0]             wb_register,
    input  wire [3:0]                           wb_element,
    input  wire [LANES-1:0]                     wb_mask,
    input  wire [2:0]                           wb_level,
    output wire                                 release_valid,
    input  wire                                 release_ready,
    output wire                                 acquire_valid,
    input  wire                                 fence_release_valid,
    input  wire                                 fence_acquire_valid,
    output wire                                 quiet,
    output reg                                  illegal,
    output reg  [WARP_BITS-1:0]                 illegal_warp,
    output wire [WARPS-1:0]                     live,
    output wire [WARPS-1:0]                     hazard_control,
    output wire [WARPS-1:0]                     hazard_synchronization,
    output wire [WARPS-1:0]                     hazard_memory_data,
    output wire [WARPS-1:0]                     hazard_memory_structural,
    output wire [WARPS-1:0]                     hazard_compute_data,
    output wire [WARPS-1:0]                     hazard_compute_structural,
    output wire                                 issued,
    output wire                                 slot_busy,
    output wire                                 slot_waits,
    output wire                                 releasing,
    output wire                                 waiting_valid,
    output wire [WARP_BITS-1:0]                 waiting_warp,
    output wire [REGISTER_BITS-1:0]             waiting_register,
    output wire [1:0]                           ready_valid,
    output wire [2*WARP_BITS-1:0]               ready_warp,
    output wire [2*REGISTER_BITS-1:0]           ready_register,
    output wire [5:0]                           ready_level
);
    localparam OWN         = WARPS / WARP_SCHEDULERS;             // warps of a scheduler
    localparam OWN_BITS    = OWN > 1 ? $clog2(OWN) : 1;
    localparam INDEX_BITS  = WARPS > 1 ? $clog2(WARPS) : 1;
    localparam NUMBER_BITS = $clog2(REGISTERS);
    localparam TURN_BITS   = WARP_SCHEDULERS > 1 ? $clog2(WARP_SCHEDULERS) : 1;
    localparam [3:0] ALU = 4'd0, SFU = 4'd1, BRANCH = 4'd2, BARRIER = 4'd3, MEMORY = 4'd4, ATOMIC = 4'd5, FENCE = 4'd6, EXIT = 4'd7;
    // What a warp does beside issuing; RUN: nothing.
    localparam [2:0] RUN = 3'd0, RELEASE = 3'd1, SEND = 3'd2, REPLY = 3'd3, ACQUIRE = 3'd4;

    generate
        if (WARPS < 1 || WARPS > 64 || SM_CTAS < 1 || LANES < 1)
            rs_issue_stage_needs_1_to_64_warps_a_place_and_a_lane illegal_sizes ();
        if (WARP_SCHEDULERS != 1 && WARP_SCHEDULERS != 2 && WARP_SCHEDULERS != 4)
            rs_issue_stage_WARP_SCHEDULERS_must_be_1_2_or_4 illegal_schedulers ();
        if (WARPS % WARP_SCHEDULERS != 0)
            rs_issue_stage_WARPS_must_be_a_multiple_of_WARP_SCHEDULERS illegal_share ();
        if (REGISTERS < 16 || REGISTERS > 128 || REGISTERS % 4 != 0)
            rs_issue_stage_REGISTERS_must_be_a_multiple_of_4_from_16_to_128 illegal_registers ();
        if (WARP_ORDER != 0 && WARP_ORDER != 1)
            rs_issue_stage_WARP_ORDER_must_be_0_or_1 illegal_order ();
        if (ISSUE_CYCLES < 1 || ISSUE_CYCLES > 64 || WARP_GAP < 1 || WARP_GAP > 64 || ALU_LATENCY < 1 || ALU_LATENCY > 64
            || SFU_LATENCY < 1 || SFU_LATENCY > 64 || BRANCH_LATENCY < 1 || BRANCH_LATENCY > 64 || ALU_INTERVAL < 1
            || ALU_INTERVAL > 64 || SFU_INTERVAL < 1 || SFU_INTERVAL > 64 || WORDS_DELAY < 0 || WORDS_DELAY > 64)
            rs_issue_stage_times_must_be_1_to_64_cycles illegal_times ();
        if (LOADS_A_WARP < 0 || LOADS_A_WARP > 64 || (BLOCKING != 0 && BLOCKING != 1))
            rs_issue_stage_needs_LOADS_A_WARP_0_to_64_and_BLOCKING_0_or_1 illegal_loads ();
        if (WARP_BITS < INDEX_BITS || WARP_BITS > 8 || REGISTER_BITS < NUMBER_BITS || REGISTER_BITS > 8)
            rs_issue_stage_needs_warp_bits_for_WARPS_and_register_bits_for_REGISTERS_to_8 illegal_widths ();
    endgenerate

    // ---- places and age ---------------------------------------------------------------------------------------------
    // older: bit p * SM_CTAS + q: the CTA in q started before that in p. Of free places it means nothing.
    reg  [SM_CTAS-1:0]            free;
    reg  [SM_CTAS*SM_CTAS-1:0]    older;
    wire [SM_CTAS-1:0]            occupied_after; // some warp of it has not finished
    wire [WARPS*PLACE_BITS-1:0]   place;
    wire [31:0]                   start_first = {{(32-PLACE_BITS){1'b0}}, start_place} * {{(31-WARP_BITS){1'b0}}, cta_warps};
    wire [31:0]                   start_end   = start_first + {{(31-WARP_BITS){1'b0}}, cta_warps};
    wire [SM_CTAS-1:0]            starts      = start_valid ? {{(SM_CTAS-1){1'b0}}, 1'b1} << start_place : {SM_CTAS{1'b0}};
    assign place_free = free;
    assign quiet      = free == {SM_CTAS{1'b1}};
    genvar p, q, s, w, i;
    generate
        for (p = 0; p < SM_CTAS; p = p + 1) begin : cta
            always @(posedge clk)
                free[p] <= rst || (free[p] ? !starts[p] : !occupied_after[p]);
            for (q = 0; q < SM_CTAS; q = q + 1) begin : and_cta
                always @(posedge clk)
                    if (starts[p])
                        older[p*SM_CTAS+q] <= p != q;
                    else if (starts[q])
                        older[p*SM_CTAS+q] <= 1'b0;
            end
        end
    endgenerate

    // ---- hazards ----------------------------------------------------------------------------------------------------
    wire [WARPS-1:0] present, needs_alu, needs_sfu, needs_stage, loads, releases;           // of the heads
    wire [WARPS-1:0] memory_named, compute_named, pending, loads_full;                      // of the registers
    wire [WARPS-1:0] in_branch, in_gap, at_barrier, in_release, in_send, in_state; // of the warps
    wire [WARPS-1:0] alu_busy;
    wire [WARPS-1:0] restart; // warps of the CTA that starts
    wire             sfu_busy;
    wire [3:0]       reads_left; // operand reads to come
    wire             stage_free;
    wire             sending = in_send != {WARPS{1'b0}};
    assign releasing = sending || in_release != {WARPS{1'b0}};
    wire [WARPS-1:0] headed  = live & present;
    assign hazard_control            = live & (~present | in_branch);
    assign hazard_synchronization    = (live & (at_barrier | in_state)) | (headed & releases & pending);
    assign hazard_memory_data        = headed & (BLOCKING != 0 ? pending : memory_named | (loads & loads_full)); // each of which has one pending
    assign hazard_memory_structural  = headed & needs_stage & {WARPS{!stage_free || releasing}};
    assign hazard_compute_data       = headed & (compute_named | in_gap);
    assign hazard_compute_structural = headed & ((needs_alu & alu_busy) | (needs_sfu & {WARPS{sfu_busy}}));
    wire [WARPS-1:0] able = live & ~(hazard_control | hazard_synchronization | hazard_memory_data | hazard_memory_structural
                                     | hazard_compute_data | hazard_compute_structural);

    // ---- schedulers: what is theirs, a row each ------------------------------------------------------------------------
    wire [WARPS-1:0]                           own_able, own_sfu, own_stage, own_pick;
    wire [WARPS*PLACE_BITS-1:0]                own_place;
    wire [WARP_SCHEDULERS-1:0]                 slot_used, in_issue, last_valid;
    wire [WARP_SCHEDULERS*OWN_BITS-1:0]        last;
    reg  [WARP_SCHEDULERS-1:0]                 reads_of; // whose instruction the reads to come belong to
    reg  [TURN_BITS-1:0]                       turn;
    wire [WARP_SCHEDULERS*48-1:0]              popped, looked;
    wire [WARPS-1:0]                           issues; // one-hot a scheduler
    wire [WARP_SCHEDULERS-1:0]                 wrong;
    wire [WARP_SCHEDULERS*WARP_BITS-1:0]       wrong_warp;
    wire [WARPS*REGISTERS-1:0]                 names;
    wire [WARP_SCHEDULERS*INDEX_BITS-1:0]      result_warp;
    wire [WARP_SCHEDULERS*NUMBER_BITS-1:0]     result_register;
    wire [WARP_SCHEDULERS-1:0]                 alu_result, sfu_result, issues_sfu, issues_stage;
    wire [WARPS-1:0]                           waiting;
    always @(posedge clk)
        turn <= rst || WARP_SCHEDULERS == 1 ? {TURN_BITS{1'b0}} : turn + {{(TURN_BITS-1){1'b0}}, 1'b1};

    generate
        for (s = 0; s < WARP_SCHEDULERS; s = s + 1) begin : scheduler
            wire                      slot_busy_still, alu_busy_still;
            reg                       has_issued;
            reg  [OWN_BITS-1:0]       latest;
            wire [OWN-1:0]            own_live, own_restart, own_available, has, alu, sfu, stage, load, release_, pick, look;
            wire [OWN*REGISTERS-1:0]  own_names;
            wire [OWN_BITS-1:0]       asked, number, wrong_own, shown;
            wire [47:0]               word;
            wire                      issue = issue_valid[s];
            wire                      results = word[23:16] != 8'd255;
            for (w = 0; w < OWN; w = w + 1) begin : own
                localparam ALL = w * WARP_SCHEDULERS + s;
                assign own_live[w]      = live[ALL];
                assign own_restart[w]   = restart[ALL];
                assign own_available[w] = available[ALL];
                assign present[ALL]     = has[w];
                assign needs_alu[ALL]   = alu[w];
                assign needs_sfu[ALL]   = sfu[w];
                assign needs_stage[ALL] = stage[w];
                assign loads[ALL]       = load[w];
                assign releases[ALL]    = release_[w];
                assign alu_busy[ALL]    = alu_busy_still;
                assign names[ALL*REGISTERS +: REGISTERS] = own_names[w*REGISTERS +: REGISTERS];
                assign own_able[s*OWN+w] = able[ALL];
                assign own_place[(s*OWN+w)*PLACE_BITS +: PLACE_BITS] = place[ALL*PLACE_BITS +: PLACE_BITS];
                assign issues[ALL]      = pick[w];
                assign look[w]          = waiting[ALL];
            end
            assign own_sfu[s*OWN +: OWN]   = sfu;
            assign own_stage[s*OWN +: OWN] = stage;
            assign pick = own_pick[s*OWN +: OWN];
            rs_encode #(.WIDTH(OWN)) encode_pick (.one_hot(pick), .index(number));
            rs_encode #(.WIDTH(OWN)) encode_look (.one_hot(look), .index(shown));
            rs_issue_records #(.WARPS(OWN), .REGISTERS(REGISTERS)) records (
                .clk(clk), .rst(rst), .live(own_live), .restart(own_restart), .available(own_available), .ask_valid(ask_valid[s]),
                .ask_warp(asked), .record(record[s*64 +: 64]), .present(has), .needs_alu(alu), .needs_sfu(sfu), .needs_stage(stage),
                .loads(load), .releases(release_), .names(own_names), .pop(pick), .pop_warp(number), .popped(word),
                .look_warp(shown), .looked(looked[s*48 +: 48]), .illegal_valid(wrong[s]), .illegal_warp(wrong_own));
            if (WARP_SCHEDULERS == 1) begin : all_own
                assign ask_warp    = {{(WARP_BITS-OWN_BITS){1'b0}}, asked};
                assign wrong_warp  = {{(WARP_BITS-OWN_BITS){1'b0}}, wrong_own};
                assign issue_warp  = {{(WARP_BITS-OWN_BITS){1'b0}}, number};
                assign result_warp = number;
            end else begin : some_own // the scheduler's number below that among its own
                localparam [31:0] SELF = s;
                localparam REST = 8 - OWN_BITS - TURN_BITS;
                wire [7:0] all_asked  = {{REST{1'b0}}, asked, SELF[TURN_BITS-1:0]};
                wire [7:0] all_wrong  = {{REST{1'b0}}, wrong_own, SELF[TURN_BITS-1:0]};
                wire [7:0] all_number = {{REST{1'b0}}, number, SELF[TURN_BITS-1:0]};
                wire       unused_all = &{1'b0, all_asked, all_wrong, all_number};
                assign ask_warp[s*WARP_BITS +: WARP_BITS]      = all_asked[WARP_BITS-1:0];
                assign wrong_warp[s*WARP_BITS +: WARP_BITS]    = all_wrong[WARP_BITS-1:0];
                assign issue_warp[s*WARP_BITS +: WARP_BITS]    = all_number[WARP_BITS-1:0];
                assign result_warp[s*INDEX_BITS +: INDEX_BITS] = all_number[INDEX_BITS-1:0];
            end
            assign popped[s*48 +: 48]                   = word;
            assign in_issue[s]  = slot_busy_still;
            assign slot_used[s] = slot_busy_still || (reads_left != 4'd0 && reads_of[s]);
            assign last_valid[s] = has_issued;
            assign last[s*OWN_BITS +: OWN_BITS] = latest;
            assign result_register[s*NUMBER_BITS +: NUMBER_BITS] = word[16 +: NUMBER_BITS];
            assign alu_result[s]   = word[3:0] == ALU && results;
            assign sfu_result[s]   = word[3:0] == SFU && results;
            assign issues_sfu[s]   = issue && word[3:0] == SFU;
            assign issues_stage[s] = issue && (word[3:0] == MEMORY || (word[3:0] == ATOMIC && !word[13]));
            rs_issue_timer #(.CYCLES(ISSUE_CYCLES)) slot_timer (.clk(clk), .clear(rst), .start(issue), .busy(slot_busy_still));
            rs_issue_timer #(.CYCLES(ALU_INTERVAL)) alu_timer (
                .clk(clk), .clear(rst), .start(issue && (word[3:0] == ALU || word[3:0] == BRANCH)), .busy(alu_busy_still));
            always @(posedge clk)
                if (rst) begin
                    has_issued <= 1'b0;
                    latest     <= {OWN_BITS{1'b1}};
                end else if (issue) begin
                    has_issued <= 1'b1;
                    latest     <= number;
                end
        end
    endgenerate
    rs_issue_timer #(.CYCLES(SFU_INTERVAL)) sfu_timer (
        .clk(clk), .clear(rst), .start(issues_sfu != {WARP_SCHEDULERS{1'b0}}), .busy(sfu_busy));
    assign issued = issue_valid != {WARP_SCHEDULERS{1'b0}};

    // ---- choice, one scheduler after the other from that of the turn on ------------------------------------------------
    // Whether one issues at all is known before which.
    wire [WARP_SCHEDULERS*OWN-1:0] picks; // by their turn
    wire [WARP_SCHEDULERS-1:0]     picks_some;
    generate
        for (i = 0; i < WARP_SCHEDULERS; i = i + 1) begin : chooser
            localparam [31:0] LATER = i;
            wire [TURN_BITS-1:0]      who = WARP_SCHEDULERS == 1 ? {TURN_BITS{1'b0}} : turn + LATER[TURN_BITS-1:0];
            wire [OWN-1:0]            sfu   = own_sfu[who*OWN +: OWN];
            wire [OWN-1:0]            stage = own_stage[who*OWN +: OWN];
            wire                      sfu_taken, stage_taken; // before it, in this cycle
            wire                      sfu_then, stage_then;   // behind it
            wire [OWN-1:0]            may = own_able[who*OWN +: OWN] & {OWN{!slot_used[who]}} & ~(sfu & {OWN{sfu_taken}})
                                          & ~(stage & {OWN{stage_taken}});
            wire [OWN-1:0]            pick;
            if (i == 0) begin : first
                assign sfu_taken   = 1'b0;
                assign stage_taken = 1'b0;
            end else begin : behind
                assign sfu_taken   = chooser[i-1].sfu_then;
                assign stage_taken = chooser[i-1].stage_then;
            end
            rs_issue_pick #(.WARPS(OWN), .PLACES(SM_CTAS), .ORDER(WARP_ORDER)) choice (
                .able(may), .place(own_place[who*OWN*PLACE_BITS +: OWN*PLACE_BITS]), .older(older), .last_valid(last_valid[who]),
                .last(last[who*OWN_BITS +: OWN_BITS]), .pick(pick));
            assign sfu_then   = sfu_taken || (pick & sfu) != {OWN{1'b0}};
            assign stage_then = stage_taken || (pick & stage) != {OWN{1'b0}};
            if (i == WARP_SCHEDULERS - 1) begin : last_one
                wire unused_then = &{1'b0, sfu_then, stage_then};
            end
            assign picks[i*OWN +: OWN] = pick;
            assign picks_some[i] = may != {OWN{1'b0}};
        end
        for (s = 0; s < WARP_SCHEDULERS; s = s + 1) begin : chosen
            localparam [31:0] SELF = s;
            wire [TURN_BITS-1:0] when_ = WARP_SCHEDULERS == 1 ? {TURN_BITS{1'b0}} : SELF[TURN_BITS-1:0] - turn;
            assign own_pick[s*OWN +: OWN] = picks[when_*OWN +: OWN];
            assign issue_valid[s] = picks_some[when_];
        end
    endgenerate

    // ---- operand stage: the memory instruction that issues comes in, or the oldest SEND -----------------------------------
    localparam KEPT = 3 + 1 + NUMBER_BITS; // of a warp with an ATOMIC under way: operation, returns, destination
    wire [47:0]            word; // record of the memory instruction
    wire [WARPS-1:0]       oldest_send;
    wire [WARPS*KEPT-1:0]  all_kept;
    wire [KEPT-1:0]        kept;
    wire [INDEX_BITS-1:0]  send_index;
    wire [WARP_BITS-1:0]   stage_warp;
    wire                   enters = issues_stage != {WARP_SCHEDULERS{1'b0}};
    wire                   sends, reads_on, first_taken;
    wire [4:0]             load_length;
    wire [NUMBER_BITS-1:0] load_first;
    rs_select #(.WIDTH(48), .COUNT(WARP_SCHEDULERS)) select_word (.words(popped), .select(issues_stage), .word(word));
    rs_select #(.WIDTH(WARP_BITS), .COUNT(WARP_SCHEDULERS)) select_warp (.words(issue_warp), .select(issues_stage), .word(stage_warp));
    rs_issue_oldest #(.WARPS(WARPS), .PLACES(SM_CTAS)) oldest_sending (.warps(in_send), .place(place), .older(older),
                                                                       .oldest(oldest_send));
    rs_encode #(.WIDTH(WARPS)) encode_send (.one_hot(oldest_send), .index(send_index));
    rs_select #(.WIDTH(KEPT), .COUNT(WARPS)) select_kept (.words(all_kept), .select(oldest_send), .word(kept));
    rs_issue_operands #(.WARP_BITS(WARP_BITS), .REGISTER_BITS(REGISTER_BITS), .NUMBER_BITS(NUMBER_BITS)) operands (
        .clk(clk), .rst(rst), .enters(enters), .word(word), .enter_warp(stage_warp), .sending(sending),
        .send_warp({{(WARP_BITS-INDEX_BITS){1'b0}}, send_index}), .kept(kept), .in_ready(in_ready), .stage_free(stage_free), .sends(sends),
        .reads_left(reads_left), .reads_on(reads_on), .read_valid(read_valid), .read_first(read_first), .read_warp(read_warp),
        .read_number(read_number), .in_valid(in_valid), .in_opcode(in_opcode), .in_length(in_length), .in_warp(in_warp),
        .in_register(in_register), .in_scratchpad(in_scratchpad), .in_atomic(in_atomic), .in_atomic_op(in_atomic_op),
        .in_atomic_returns(in_atomic_returns), .load_length(load_length), .load_first(load_first), .first_taken(first_taken));
    always @(posedge clk)
        if (enters)
            reads_of <= issues_stage;
    assign slot_busy  = in_issue != {WARP_SCHEDULERS{1'b0}} || reads_on;
    assign slot_waits = reads_left != 4'd0 && !reads_on;

    // ---- registers --------------------------------------------------------------------------------------------------
    wire [INDEX_BITS-1:0]    done_index;
    wire [NUMBER_BITS-1:0]   done_register;
    wire [2*INDEX_BITS-1:0]  ready_index;
    wire [2*NUMBER_BITS-1:0] ready_number;
    wire                     done_valid;
    wire [REGISTERS-1:0]     pending_shown;
    wire [REGISTER_BITS-1:0] wb_number  = wb_register + {{(REGISTER_BITS-4){1'b0}}, wb_element};
    wire                     unused_number = &{1'b0, wb_number, wb_warp};
    wire [WARPS-1:0]         load_warp = sends ? oldest_send & {WARPS{kept[NUMBER_BITS]}} : issues & needs_stage & loads;
    wire [REGISTERS-1:0]     one_register = {{(REGISTERS-1){1'b0}}, 1'b1};
    wire [3:0]               stage_last  = in_length[3:0] - 4'd1;
    rs_issue_registers #(.WARPS(WARPS), .REGISTERS(REGISTERS), .SCHEDULERS(WARP_SCHEDULERS), .LANES(LANES), .ALU_LATENCY(ALU_LATENCY),
        .SFU_LATENCY(SFU_LATENCY), .WORDS_DELAY(WORDS_DELAY), .LOADS_A_WARP(LOADS_A_WARP)) registers (
        .clk(clk), .rst(rst), .names(names), .memory_named(memory_named), .compute_named(compute_named), .pending(pending),
        .loads_full(loads_full), .load_warp(load_warp), .load_registers((one_register << load_length) - one_register << load_first),
        .load_length(load_length), .issues(issues), .alu_result(alu_result), .sfu_result(sfu_result), .result_valid(issue_valid),
        .result_warp(result_warp), .result_register(result_register), .lanes_valid(first_taken), .lanes_warp(in_warp[INDEX_BITS-1:0]),
        .lanes_register(in_register[NUMBER_BITS-1:0]), .lanes_last(stage_last), .lanes_mask(operand_mask), .wb_valid(wb_valid),
        .wb_warp(wb_warp[INDEX_BITS-1:0]), .wb_register(wb_number[NUMBER_BITS-1:0]), .wb_mask(wb_mask), .wb_level(wb_level),
        .done_valid(done_valid), .done_warp(done_index), .done_register(done_register), .ready_valid(ready_valid),
        .ready_warp(ready_index), .ready_register(ready_number), .ready_level(ready_level), .shown(waiting),
        .shown_pending(pending_shown));
    generate
        for (i = 0; i < 2; i = i + 1) begin : ready_port
            assign ready_warp[i*WARP_BITS +: WARP_BITS] = {{(WARP_BITS-INDEX_BITS){1'b0}}, ready_index[i*INDEX_BITS +: INDEX_BITS]};
            assign ready_register[i*REGISTER_BITS +: REGISTER_BITS] = {{(REGISTER_BITS-NUMBER_BITS){1'b0}},
                                                                       ready_number[i*NUMBER_BITS +: NUMBER_BITS]};
        end
    endgenerate

    // ---- warps ------------------------------------------------------------------------------------------------------
    wire [WARPS-1:0] exits, stays, unfinished, acquiring;
    wire [WARPS-1:0]   come;     // to a barrier; that it is complete is seen in the next cycle
    wire [SM_CTAS-1:0] complete; // all live warps of the CTA have come to its barrier
    wire own_release = in_release != {WARPS{1'b0}} && !sending && !in_valid && reads_left == 4'd0;
    wire released    = own_release && release_ready;
    assign release_valid = own_release || fence_release_valid;
    assign acquire_valid = acquiring != {WARPS{1'b0}} || fence_acquire_valid;

    function [SM_CTAS-1:0] places_of; // of the warps in a vector
        input [WARPS-1:0]            set;
        input [WARPS*PLACE_BITS-1:0] where;
        integer k, n;
        begin
            places_of = {SM_CTAS{1'b0}};
            for (k = 0; k < WARPS; k = k + 1)
                for (n = 0; n < SM_CTAS; n = n + 1)
                    places_of[n] = places_of[n] || (set[k] && {{(32-PLACE_BITS){1'b0}}, where[k*PLACE_BITS +: PLACE_BITS]} == n);
        end
    endfunction
    assign occupied_after = places_of(unfinished, place);
    assign complete       = ~places_of(live & ~come, place);

    generate
        for (w = 0; w < WARPS; w = w + 1) begin : warp
            localparam [31:0] SELF = w;
            localparam        OWNER = w % WARP_SCHEDULERS;
            reg                   lives, barrier, fences, acquires;
            reg  [2:0]            state;
            reg  [PLACE_BITS-1:0] cta_place;
            reg  [KEPT-1:0]       atomic;
            wire [47:0]           head    = popped[OWNER*48 +: 48]; // while it issues
            wire                  issue   = issues[w];
            wire                  unused_head = &{1'b0, head};
            wire                  answered = state == REPLY && done_valid && done_index == SELF[INDEX_BITS-1:0]
                                           && done_register == atomic[NUMBER_BITS-1:0];
            assign live[w]       = lives;
            rs_issue_timer #(.CYCLES(WARP_GAP)) gap_timer (.clk(clk), .clear(rst || restart[w]), .start(issue), .busy(in_gap[w]));
            rs_issue_timer #(.CYCLES(BRANCH_LATENCY)) branch_timer (
                .clk(clk), .clear(rst || restart[w]), .start(issue && head[3:0] == BRANCH), .busy(in_branch[w]));
            assign come[w]       = barrier;
            assign at_barrier[w] = barrier && !complete[cta_place];
            assign in_state[w]   = state != RUN;
            assign in_release[w] = state == RELEASE;
            assign in_send[w]    = state == SEND;
            assign acquiring[w]  = answered || state == ACQUIRE;
            assign place[w*PLACE_BITS +: PLACE_BITS] = cta_place;
            assign all_kept[w*KEPT +: KEPT] = atomic;
            assign restart[w]    = start_valid && SELF >= start_first && SELF < start_end;
            assign exits[w]      = issue && head[3:0] == EXIT;
            assign stays[w]      = lives && !exits[w];
            assign unfinished[w] = lives || pending[w] || ((in_valid || reads_left != 4'd0) && in_warp[INDEX_BITS-1:0] == SELF[INDEX_BITS-1:0]);
            always @(posedge clk) begin
                lives   <= !rst && (restart[w] || stays[w]);
                barrier <= !rst && !restart[w] && (at_barrier[w] || (issue && head[3:0] == BARRIER));
                if (restart[w])
                    cta_place <= start_place;
                if (issue && (head[3:0] == ATOMIC || head[3:0] == FENCE)) begin
                    atomic   <= {head[9:7], head[14], head[16 +: NUMBER_BITS]};
                    fences   <= head[3:0] == FENCE;
                    acquires <= head[12];
                end
                if (rst || restart[w])
                    state <= RUN;
                else case (state)
                    RUN:
                        if (issue && (head[3:0] == ATOMIC || head[3:0] == FENCE))
                            state <= head[13] ? RELEASE : !head[12] ? RUN : head[3:0] == FENCE ? ACQUIRE : REPLY;
                    RELEASE: // until all stores before it are out
                        if (released)
                            state <= !fences ? SEND : acquires ? ACQUIRE : RUN;
                    SEND: // until the operand stage takes its packet
                        if (sends && oldest_send[w])
                            state <= acquires ? REPLY : RUN;
                    REPLY: // until the old words are there
                        if (answered)
                            state <= RUN;
                    default: // ACQUIRE, one cycle
                        state <= RUN;
                endcase
            end
        end
    endgenerate

    // ---- illegal records --------------------------------------------------------------------------------------------
    wire [WARP_SCHEDULERS-1:0] first_wrong;
    wire [WARP_BITS-1:0]       first_wrong_warp;
    rs_lowest #(.WIDTH(WARP_SCHEDULERS)) lowest_wrong (.bits(wrong), .lowest(first_wrong));
    rs_select #(.WIDTH(WARP_BITS), .COUNT(WARP_SCHEDULERS)) select_wrong (.words(wrong_warp), .select(first_wrong),
                                                                         .word(first_wrong_warp));
    always @(posedge clk) begin
        illegal <= !rst && (illegal || wrong != {WARP_SCHEDULERS{1'b0}});
        if (!illegal)
            illegal_warp <= first_wrong_warp;
    end

    // ---- the warp whose wait is charged -----------------------------------------------------------------------------
    wire [INDEX_BITS-1:0]  waiting_index;
    wire [NUMBER_BITS-1:0] waiting_number;
    rs_issue_waiting #(.WARPS(WARPS), .REGISTERS(REGISTERS), .SCHEDULERS(WARP_SCHEDULERS), .PLACES(SM_CTAS)) charge (
        .clk(clk), .rst(rst), .waits(hazard_memory_data & ~hazard_control & ~hazard_synchronization), .place(place), .older(older),
        .look(waiting), .shown_pending(pending_shown), .looked(looked), .waiting_valid(waiting_valid), .waiting_warp(waiting_index),
        .waiting_register(waiting_number));
    assign waiting_warp     = {{(WARP_BITS-INDEX_BITS){1'b0}}, waiting_index};
    assign waiting_register = {{(REGISTER_BITS-NUMBER_BITS){1'b0}}, waiting_number};
endmodule
`default_nettype wire
