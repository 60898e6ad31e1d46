// The whole machine: CTA dispatch, and for each SM an issue stage, a stall inspector and a memory side; networks and DRAM
// controllers (THESIS 5.1; STALLS V).
//
//   launch -> rs_cta_dispatch -> CTAs -> rs_issue_stage -- instructions -> rs_gpu_memory: rs_sm ... rs_memory_path -> DRAM pins
//                                 records, operands -> |  <- words, readiness -
//                                                      '-> rs_stall_inspector: why nothing issues
//
// The host computes values and the hardware decides every cycle: a warp's program comes as 64-bit records (cmodel/sm/
// warp_record.h), its operands when the issue stage reads them; the words that loads bring go to the host as well as to the
// scoreboard. What the host drives in cycle t follows from outputs up to t - 1. SM i, scheduler s, warp w of flat ports at [i],
// [i*WARP_SCHEDULERS + s], [i*WARPS + w].
//   launch_*, start_*, launch_over, place_free   rs_cta_dispatch; cta_warps is static from a launch to its launch_over
//   available, ask_*, record, issue_*, read_*    rs_issue_stage; in_mask, in_offset, in_operands: of the operand read last, from
//                the cycle after read_valid on until the next one. in_valid, in_ready, in_status: the port of rs_sm between the two
//   wb_*         words of loads; always taken. fault_valid: an address fault of fault_warp's instruction; illegal: a record that
//                cannot be executed. Neither happens to a program that is right; the host stops at them
//   stall_*, *_cycles   rs_stall_inspector: 8 classes, 6 causes, 6 levels, counters of 64 bits; clear: these and C-AMAT's
//   the rest     rs_gpu_memory
// Parameters come from one list (cmodel/config.def) through `rowstreak config --top rs_gpu`.
// C twin: cmodel/machine/gpu.c.
`include "rtl/dram/rs_dram_times.vh"
`default_nettype none
module rs_gpu #(
    parameter SMS             = 28,          // SMs, ports of the request network
    parameter CHANNELS        = 8,           // DRAM controllers, a power of two
    parameter FLIT_BITS       = 256,         // data bits of a flit, a power of two; a line travels as two data flits
    parameter HEADER_WIRES    = 0,           // 1: headers have wires of their own beside the data
    parameter TAG_BITS        = 8,           // bits of the SM's own request tag, returned with the reply
    parameter NETWORK         = 0,           // 0 crossbars, 1 meshes, 2 rings (rs_path_network)
    parameter MESH_COLUMNS    = 6,           // nodes a row of a mesh
    parameter LINK_STAGES     = 0,           // registers on each link of a mesh or ring; crossbars: 0
    parameter MEMORY_NODES_0  = 16'h1488,    // which nodes of a mesh or ring are controllers: 0 to 15, a bit each
    parameter MEMORY_NODES_1  = 16'h1280,    // which nodes of a mesh or ring are controllers: 16 to 31, a bit each
    parameter MEMORY_NODES_2  = 16'h0001,    // which nodes of a mesh or ring are controllers: 32 to 47, a bit each
    parameter MEMORY_NODES_3  = 0,           // which nodes of a mesh or ring are controllers: 48 to 63, a bit each
    parameter MEMORY_NODES_4  = 0,           // which nodes of a mesh or ring are controllers: 64 to 79, a bit each
    parameter MEMORY_NODES_5  = 0,           // which nodes of a mesh or ring are controllers: 80 to 95, a bit each
    parameter MEMORY_NODES_6  = 0,           // which nodes of a mesh or ring are controllers: 96 to 111, a bit each
    parameter MEMORY_NODES_7  = 0,           // which nodes of a mesh or ring are controllers: 112 to 127, a bit each
    parameter SUPERPACKET     = 1,           // requests of an SM to one row that make one packet, at most
    parameter REQUEST_DEPTH   = 8,           // flits, input buffer of the request network
    parameter OUTPUT_DEPTH    = 2,           // flits, output buffer of both networks
    parameter REPLY_DEPTH     = 8,           // flits, input buffer of the reply network
    parameter VCS             = 1,           // virtual channels of the request network: 1, 2, 4
    parameter ALLOCATOR       = 0,           // of the request network: 0 PIM, 1 ISLIP, 2 WAVEFRONT, 3 SJF
    parameter ITERATIONS      = 1,           // iterations of the allocator
    parameter PICK            = 0,           // 0 TREE, 1 UNIFORM: random pick of the arbiters
    parameter [16:0] HOLD_FIXED = 17'd0,     // the hold's straps as a parameter, {1'b1, wait_guard, hold_limit, hash_bits, policy}; 0: the inputs
    parameter SCHEDULER       = 1,           // 0 FIFO, 1 BFIFO, 2 FR-FCFS, 3 most-pending, 4 BLISS
    parameter BANK_PLACES     = 0,           // BFIFO: places of a bank's queue, a power of two; 0: QUEUE / banks, more: a shared pool
    parameter LOOKAHEAD       = 1,           // requests of a bank's queue that BFIFO compares with the open row: 1, 2, 4, 8
    parameter BLISS_STREAK    = 4,           // BLISS: requests in a row, beyond the first, that put an SM on the blacklist
    parameter BLISS_CLEAR     = 10000,       // BLISS: cycles until the blacklist is cleared
    parameter PAIR            = 0,           // 1: column commands of two requests to two bank groups may alternate; not with BLISS
    parameter GROUP_FIRST     = 0,           // 1: of column commands that may go, those to another bank group than the last one first
    parameter QUEUE           = 32,          // requests a controller holds, a power of two
    parameter REPLY_SLOTS     = 16,          // read replies a controller can hold, a power of two
    parameter WRITE_MASK      = 1,           // 1: writes have byte masks, which travel with their head flits
    parameter BURST_CYCLES    = 2,           // cycles of one column command on the data bus
    parameter T_CCD           = 2,           // cycles, column command to column command
    parameter T_RRD           = 8,           // cycles, ACT to ACT of another bank
    parameter T_RAS           = 21,          // cycles, ACT to PRE
    parameter T_RCD           = 12,          // cycles, ACT to column command
    parameter T_RC            = 34,          // cycles, ACT to ACT of the same bank
    parameter T_WTR           = 5,           // cycles, end of write data to RD
    parameter T_RP            = 13,          // cycles, PRE to ACT
    parameter WL              = 4,           // cycles, WR to the first write data
    parameter T_WR            = 10,          // cycles, end of write data to PRE
    parameter T_RTP           = 2,           // cycles, RD to PRE
    parameter T_RTW           = 9,           // cycles, RD to WR: CL + burst cycles + 2 - WL
    parameter T_FAW           = 0,           // cycles in which at most four ACTs are given, 0: no such rule
    parameter BANK_GROUPS     = 1,           // bank groups, a power of two; bank b is in group b mod BANK_GROUPS
    parameter T_CCD_L         = 3,           // cycles, column command to column command of one bank group, with several groups
    parameter T_RCD_WR        = 0,           // cycles, ACT to WR, 0: T_RCD
    parameter T_WTR_L         = 0,           // cycles, as T_WTR within a bank group, with several groups, 0: T_WTR
    parameter T_CCD_L_WR      = 0,           // cycles, WR to WR of one bank group, with several groups, 0: T_CCD_L
    parameter T_REFI          = 0,           // cycles, refresh interval, 0: no refresh
    parameter T_RFC           = 262,         // cycles, REF to ACT or REF
    parameter REFRESH         = 0,           // 1: one bank after the other, one every T_REFI / banks cycles; not with most-pending
    parameter T_RFC_PB        = 128,         // cycles, REFRESH 1: REF to ACT or REF of the same bank
    parameter T_RREFD         = 8,           // cycles, REFRESH 1: REF to ACT or REF of another bank
    parameter COLUMNS         = 2,           // column commands of a line, a power of two
    parameter ADDRESS_BITS    = 29,          // bits of a byte address; the masks number them
    parameter CHANNEL_MASK    = 32'h00000700, // address bits that number the controller, of lines of 64 B
    parameter BANK_MASK       = 32'h00003000, // those that number the bank
    parameter ROW_MASK        = 32'h1ffe0000, // the row
    parameter COLUMN_MASK     = 32'h0001c8c0, // the column, of lines
    parameter BANK_XOR        = 0,           // 1: a bank's number is XORed with the low bits of the row's
    parameter IN_FLIGHT       = 64,          // reads of an SM that wait for their replies
    parameter LANES           = 32,          // lanes of a warp
    parameter WARP_BITS       = 5,           // bits of a warp's number
    parameter REGISTER_BITS   = 8,           // bits of a register's number
    parameter MAX_LENGTH      = 16,          // elements of the longest memory instruction: 4, 8, 16
    parameter SCRATCHPAD_BANKS = 32,         // banks of the scratchpad, a power of two
    parameter SCRATCHPAD_BYTES = 16384,      // bytes of the scratchpad, whole words a bank
    parameter LINE_BYTES      = 128,         // bytes of a line of the L1 cache, and of coalesced accesses: 64, 128
    parameter L1_CACHE        = 0,           // 1: an L1 cache
    parameter L1_SETS         = 64,          // sets of the L1 cache, a power of two
    parameter L1_WAYS         = 4,           // ways of the L1 cache, a power of two
    parameter L1_REPLACEMENT  = 0,           // 0 LRU, 1 tree of bits (pseudo-LRU)
    parameter MISS_TABLE      = 0,           // table of outstanding requests: 0 MSHR, 1 pending request table
    parameter MISS_ENTRIES    = MISS_TABLE == 0 ? 128 : 44, // entries of that table
    parameter MISS_MERGES     = 8,           // MSHR: slots of an entry
    parameter MISS_WAYS       = 0,           // MSHR: entries of a set, a power of two; 0: all in one set
    parameter MISS_SLOT       = 0,           // MSHR: a slot holds 0 a thread, 1 an access with its mask
    parameter MISS_MERGE_WAITS = 0,          // MSHR, slots full: 0 a further entry, 1 wait until it has drained
    parameter STORE_BUFFER    = 32,          // blocks of 64 B in the store buffer
    parameter STORE_FLUSH     = 1,           // store buffer full: 0 the oldest block leaves | 1 all that are inside leave (STALLS)
    parameter L2              = 0,           // 1: an L2 bank in front of each controller (rs_memory_path)
    parameter L2_SETS         = 128,         // its sets, a power of two
    parameter L2_WAYS         = 16,          // its ways, a power of two
    parameter L2_QUEUE        = 16,          // packets that wait for their look-up
    parameter L2_MISSES       = 64,          // sectors pending
    parameter L2_WAITERS      = 256,         // reads and atomics that wait for them
    parameter L2_REPLIES      = 16,          // replies that wait for the reply network
    parameter L2_DRAM         = 16,          // requests that wait for the controller
    parameter L2_WRITE        = 0,           // 0 write back, 1 write through
    parameter L2_LATENCY      = 38,          // cycles from a packet's tail to its look-up
    parameter ATOMICS         = 0,           // atomic instructions of an SM under way; 0: none. They need an L2
    parameter SM_CTAS         = 4,           // CTAs resident on an SM
    parameter WARPS           = 32,          // warps resident on an SM
    parameter REGISTERS       = 64,          // registers of a warp, a multiple of 4
    parameter WARP_SCHEDULERS = 1,           // 1, 2, 4: warp schedulers of an SM
    parameter WARP_ORDER      = 0,           // LRR=0 | GTO=1: which warp a scheduler takes
    parameter ISSUE_CYCLES    = 4,           // cycles an instruction takes of its scheduler: 32 / SIMD width
    parameter WARP_GAP        = 24,          // cycles from an instruction of a warp to its next one
    parameter ALU_LATENCY     = 24,          // cycles from issue of an ALU instruction to the first that needs its result
    parameter SFU_LATENCY     = 24,          // the same of a special function
    parameter BRANCH_LATENCY  = 24,          // cycles from a branch to the warp's next instruction
    parameter ALU_INTERVAL    = 4,           // cycles from an ALU instruction of a scheduler to its next one
    parameter SFU_INTERVAL    = 4,           // the same of special functions on the SM
    parameter WORDS_DELAY     = 0,           // cycles by which words of scratchpad and L1 come later to their register
    parameter LOADS_A_WARP    = 0,           // loads of a warp that may be out, 0 = any
    parameter BLOCKING        = 1,           // 1 = a warp with a load out stands still (THESIS)
    // derived, not to be set
    parameter BANK_BITS       = ones_or_1(BANK_MASK), // bits of a bank's number
    parameter ROW_BITS        = ones_or_1(ROW_MASK), // bits of a row
    parameter COLUMN_BITS     = ones_or_1(COLUMN_MASK), // bits of a column, of lines
    parameter SM_BITS         = SMS > 1 ? $clog2(SMS) : 1, // bits of an SM's number
    parameter LINE_BITS       = ADDRESS_BITS - 6, // bits of a line address
    parameter DQ_BITS         = 2 * FLIT_BITS / (COLUMNS * BURST_CYCLES), // data pins of a controller, of both edges of a cycle
    parameter DM_BITS         = DQ_BITS / 8, // bits of its write mask
    parameter INDEX_BITS      = COLUMNS > 1 ? $clog2(COLUMNS) : 0, // bits that number the column commands of a line
    parameter PIN_BITS        = ROW_BITS > COLUMN_BITS + INDEX_BITS ? ROW_BITS : COLUMN_BITS + INDEX_BITS + 1, // address pins
    parameter PLACE_BITS      = SM_CTAS > 1 ? $clog2(SM_CTAS) : 1 // bits of a CTA's place on its SM
) (
    input  wire                               clk,
    input  wire                               rst,
    input  wire [1:0]                         policy,
    input  wire [4:0]                         hash_bits,
    input  wire [7:0]                         age_cap,
    input  wire [7:0]                         hold_limit,
    input  wire                               wait_guard,
    input  wire [31:0]                        seed,
    input  wire                               static_vc,
    input  wire                               bank_ready,
    input  wire [WARP_BITS:0]                 cta_warps,  // warps of a CTA; stands still from a launch to its launch_over
    input  wire                               launch_valid,
    output wire                               launch_ready,
    input  wire [31:0]                        launch_ctas,
    input  wire [PLACE_BITS:0]                launch_limit,  // CTAs an SM
    output wire                               start_valid,  // a CTA comes to an SM
    output wire [SM_BITS-1:0]                 start_sm,
    output wire [PLACE_BITS-1:0]              start_place,
    output wire [31:0]                        start_cta,
    output wire                               launch_over,
    output wire [SMS*SM_CTAS-1:0]             place_free,
    input  wire [SMS*WARPS-1:0]               available,
    output wire [SMS*WARP_SCHEDULERS-1:0]     ask_valid,
    output wire [SMS*WARP_SCHEDULERS*WARP_BITS-1:0] ask_warp,
    input  wire [SMS*WARP_SCHEDULERS*64-1:0]  record,
    output wire [SMS*WARP_SCHEDULERS-1:0]     issue_valid,
    output wire [SMS*WARP_SCHEDULERS*WARP_BITS-1:0] issue_warp,
    output wire [SMS-1:0]                     read_valid,
    output wire [SMS-1:0]                     read_first,
    output wire [SMS*WARP_BITS-1:0]           read_warp,
    output wire [SMS*4-1:0]                   read_number,
    input  wire [SMS*LANES-1:0]               in_mask,
    input  wire [SMS*32-1:0]                  in_offset,
    input  wire [SMS*LANES*128-1:0]           in_operands,
    output wire [SMS-1:0]                     in_valid,
    output wire [SMS-1:0]                     in_ready,
    output wire [SMS*2-1:0]                   in_status,
    output wire [SMS-1:0]                     wb_valid,
    output wire [SMS*WARP_BITS-1:0]           wb_warp,
    output wire [SMS*REGISTER_BITS-1:0]       wb_register,
    output wire [SMS*4-1:0]                   wb_element,
    output wire [SMS*LANES-1:0]               wb_mask,
    output wire [SMS*LANES*32-1:0]            wb_data,
    output wire [SMS*3-1:0]                   wb_level,
    output wire [SMS-1:0]                     fault_valid,
    output wire [SMS*WARP_BITS-1:0]           fault_warp,
    output wire [SMS-1:0]                     illegal,
    output wire [SMS*WARP_BITS-1:0]           illegal_warp,
    input  wire [SMS-1:0]                     clear,  // counters of C-AMAT and of the stall inspectors
    output wire [SMS*3-1:0]                   stall_class,
    output wire [SMS*3-1:0]                   stall_cause,
    output wire [SMS*8*64-1:0]                class_cycles,
    output wire [SMS*6*64-1:0]                cause_cycles,
    output wire [SMS*6*64-1:0]                level_cycles,
    output wire [SMS-1:0]                     event_hit,
    output wire [SMS-1:0]                     event_merged,
    output wire [SMS-1:0]                     event_miss,
    output wire [SMS-1:0]                     event_store,
    output wire [SMS-1:0]                     event_entry_full,
    output wire [SMS-1:0]                     event_merge_full,
    output wire [SMS-1:0]                     event_store_buffer_full,
    output wire [SMS-1:0]                     event_bank_conflict,
    output wire [SMS-1:0]                     line_waits,
    output wire [SMS*64-1:0]                  camat_active_cycles,
    output wire [SMS*64-1:0]                  camat_accesses,
    output wire [SMS-1:0]                     busy,
    output wire [SMS-1:0]                     empty,
    output wire [CHANNELS-1:0]                dfi_cs_n,
    output wire [CHANNELS-1:0]                dfi_ras_n,
    output wire [CHANNELS-1:0]                dfi_cas_n,
    output wire [CHANNELS-1:0]                dfi_we_n,
    output wire [CHANNELS*BANK_BITS-1:0]      dfi_bank,
    output wire [CHANNELS*PIN_BITS-1:0]       dfi_address,
    output wire [CHANNELS-1:0]                dfi_wrdata_en,
    output wire [CHANNELS*DQ_BITS-1:0]        dfi_wrdata,
    output wire [CHANNELS*DM_BITS-1:0]        dfi_wrdata_mask,
    input  wire [CHANNELS-1:0]                dfi_rddata_valid,
    input  wire [CHANNELS*DQ_BITS-1:0]        dfi_rddata,
    output wire [CHANNELS-1:0]                accept_valid,
    output wire [CHANNELS-1:0]                accept_write,
    output wire [CHANNELS*SM_BITS-1:0]        accept_sm,
    output wire [CHANNELS*TAG_BITS-1:0]       accept_tag,
    output wire [CHANNELS*LINE_BITS-1:0]      accept_line,
    output wire                               idle
);
`include "rtl/common/rs_ones_or_1.vh"

    // ---- CTAs -----------------------------------------------------------------------------------------------------------
    wire [SMS-1:0] quiet, fence_release_valid, release_ready;
    wire           fence_acquire_valid;
    rs_cta_dispatch #(.SMS(SMS), .SM_CTAS(SM_CTAS)) dispatch (
        .clk(clk), .rst(rst), .launch_valid(launch_valid), .launch_ready(launch_ready), .launch_ctas(launch_ctas),
        .limit(launch_limit), .place_free(place_free), .sm_quiet(quiet), .settled(idle), .start_valid(start_valid),
        .start_sm(start_sm), .start_place(start_place), .start_cta(start_cta), .fence_release_valid(fence_release_valid),
        .release_ready(release_ready), .fence_acquire_valid(fence_acquire_valid), .launch_over(launch_over));

    // ---- issue stages and their inspectors --------------------------------------------------------------------------------
    wire [SMS*3-1:0]             in_opcode;
    wire [SMS*5-1:0]             in_length;
    wire [SMS*WARP_BITS-1:0]     in_warp;
    wire [SMS*REGISTER_BITS-1:0] in_register;
    wire [SMS-1:0]               in_scratchpad, in_first, in_atomic, in_atomic_returns, release_valid, acquire;
    wire [SMS*3-1:0]             in_atomic_op;
    genvar i;
    generate
        for (i = 0; i < SMS; i = i + 1) begin : sm
            localparam [31:0] SELF = i;
            wire [WARPS-1:0] live, hazard_control, hazard_synchronization, hazard_memory_data, hazard_memory_structural,
                             hazard_compute_data, hazard_compute_structural;
            wire issued, slot_busy, slot_waits, releasing, waiting_valid;
            wire [WARP_BITS-1:0] waiting_warp;
            wire [REGISTER_BITS-1:0] waiting_register;
            wire [1:0] ready_valid;
            wire [2*WARP_BITS-1:0] ready_warp;
            wire [2*REGISTER_BITS-1:0] ready_register;
            wire [5:0] ready_level;
            rs_issue_stage #(
                .WARPS(WARPS), .REGISTERS(REGISTERS), .WARP_SCHEDULERS(WARP_SCHEDULERS), .WARP_ORDER(WARP_ORDER),
                .ISSUE_CYCLES(ISSUE_CYCLES), .WARP_GAP(WARP_GAP), .ALU_LATENCY(ALU_LATENCY), .SFU_LATENCY(SFU_LATENCY),
                .BRANCH_LATENCY(BRANCH_LATENCY), .ALU_INTERVAL(ALU_INTERVAL), .SFU_INTERVAL(SFU_INTERVAL),
                .WORDS_DELAY(WORDS_DELAY), .LOADS_A_WARP(LOADS_A_WARP), .BLOCKING(BLOCKING), .SM_CTAS(SM_CTAS), .LANES(LANES),
                .WARP_BITS(WARP_BITS), .REGISTER_BITS(REGISTER_BITS)) issue_stage (
                .clk(clk), .rst(rst), .cta_warps(cta_warps), .start_valid(start_valid && start_sm == SELF[SM_BITS-1:0]),
                .start_place(start_place), .place_free(place_free[i*SM_CTAS +: SM_CTAS]),
                .ask_valid(ask_valid[i*WARP_SCHEDULERS +: WARP_SCHEDULERS]),
                .ask_warp(ask_warp[i*WARP_SCHEDULERS*WARP_BITS +: WARP_SCHEDULERS*WARP_BITS]),
                .available(available[i*WARPS +: WARPS]), .record(record[i*WARP_SCHEDULERS*64 +: WARP_SCHEDULERS*64]),
                .issue_valid(issue_valid[i*WARP_SCHEDULERS +: WARP_SCHEDULERS]),
                .issue_warp(issue_warp[i*WARP_SCHEDULERS*WARP_BITS +: WARP_SCHEDULERS*WARP_BITS]), .read_valid(read_valid[i]),
                .read_first(read_first[i]), .read_warp(read_warp[i*WARP_BITS +: WARP_BITS]),
                .read_number(read_number[i*4 +: 4]), .in_valid(in_valid[i]), .in_ready(in_ready[i]),
                .in_opcode(in_opcode[i*3 +: 3]), .in_length(in_length[i*5 +: 5]), .in_warp(in_warp[i*WARP_BITS +: WARP_BITS]),
                .in_register(in_register[i*REGISTER_BITS +: REGISTER_BITS]), .in_scratchpad(in_scratchpad[i]),
                .in_atomic(in_atomic[i]), .in_atomic_op(in_atomic_op[i*3 +: 3]), .in_atomic_returns(in_atomic_returns[i]),
                .operand_mask(in_mask[i*LANES +: LANES]), .wb_valid(wb_valid[i]), .wb_warp(wb_warp[i*WARP_BITS +: WARP_BITS]),
                .wb_register(wb_register[i*REGISTER_BITS +: REGISTER_BITS]), .wb_element(wb_element[i*4 +: 4]),
                .wb_mask(wb_mask[i*LANES +: LANES]), .wb_level(wb_level[i*3 +: 3]), .release_valid(release_valid[i]),
                .release_ready(release_ready[i]), .acquire_valid(acquire[i]), .fence_release_valid(fence_release_valid[i]),
                .fence_acquire_valid(fence_acquire_valid), .quiet(quiet[i]), .illegal(illegal[i]),
                .illegal_warp(illegal_warp[i*WARP_BITS +: WARP_BITS]), .live(live), .hazard_control(hazard_control),
                .hazard_synchronization(hazard_synchronization), .hazard_memory_data(hazard_memory_data),
                .hazard_memory_structural(hazard_memory_structural), .hazard_compute_data(hazard_compute_data),
                .hazard_compute_structural(hazard_compute_structural), .issued(issued), .slot_busy(slot_busy),
                .slot_waits(slot_waits), .releasing(releasing), .waiting_valid(waiting_valid), .waiting_warp(waiting_warp),
                .waiting_register(waiting_register), .ready_valid(ready_valid), .ready_warp(ready_warp),
                .ready_register(ready_register), .ready_level(ready_level));
            rs_stall_inspector #(.WARPS(WARPS), .WARP_BITS(WARP_BITS), .REGISTER_BITS(REGISTER_BITS)) inspector (
                .clk(clk), .rst(rst), .clear(clear[i]), .live(live), .hazard_control(hazard_control),
                .hazard_synchronization(hazard_synchronization), .hazard_memory_data(hazard_memory_data),
                .hazard_memory_structural(hazard_memory_structural), .hazard_compute_data(hazard_compute_data),
                .hazard_compute_structural(hazard_compute_structural), .issued(issued), .slot_busy(slot_busy),
                .slot_waits(slot_waits), .releasing(releasing), .dma_pending(1'b0),
                .mshr_full(event_entry_full[i] || event_merge_full[i]), .store_buffer_full(event_store_buffer_full[i]),
                .bank_conflict(event_bank_conflict[i] || line_waits[i]), .waiting_valid(waiting_valid),
                .waiting_warp(waiting_warp), .waiting_register(waiting_register), .ready_valid(ready_valid),
                .ready_warp(ready_warp), .ready_register(ready_register), .ready_level(ready_level),
                .stall_class(stall_class[i*3 +: 3]), .stall_cause(stall_cause[i*3 +: 3]),
                .class_cycles(class_cycles[i*8*64 +: 8*64]), .cause_cycles(cause_cycles[i*6*64 +: 6*64]),
                .level_cycles(level_cycles[i*6*64 +: 6*64]));
        end
    endgenerate

    // ---- memory sides, networks, controllers -------------------------------------------------------------------------------
    wire [SMS-1:0]               fault_scratchpad;
    wire [SMS*REGISTER_BITS-1:0] fault_register;
    wire [SMS*4-1:0]             fault_element;
    wire [SMS*LANES-1:0]         fault_misaligned, fault_outside;
    wire unused = &{1'b0, in_first, fault_scratchpad, fault_register, fault_element,
                    fault_misaligned, fault_outside};
    rs_gpu_memory #(`RS_DRAM_TIMES_PASSED,
        .SMS(SMS), .CHANNELS(CHANNELS), .FLIT_BITS(FLIT_BITS), .HEADER_WIRES(HEADER_WIRES), .TAG_BITS(TAG_BITS), .REQUEST_DEPTH(REQUEST_DEPTH),
        .SUPERPACKET(SUPERPACKET), .NETWORK(NETWORK), .MESH_COLUMNS(MESH_COLUMNS), .LINK_STAGES(LINK_STAGES), .MEMORY_NODES_0(MEMORY_NODES_0), .MEMORY_NODES_1(MEMORY_NODES_1),
        .MEMORY_NODES_2(MEMORY_NODES_2), .MEMORY_NODES_3(MEMORY_NODES_3), .MEMORY_NODES_4(MEMORY_NODES_4),
        .MEMORY_NODES_5(MEMORY_NODES_5), .MEMORY_NODES_6(MEMORY_NODES_6), .MEMORY_NODES_7(MEMORY_NODES_7),
        .OUTPUT_DEPTH(OUTPUT_DEPTH), .REPLY_DEPTH(REPLY_DEPTH), .VCS(VCS), .ALLOCATOR(ALLOCATOR),
        .ITERATIONS(ITERATIONS), .PICK(PICK), .HOLD_FIXED(HOLD_FIXED),
        .SCHEDULER(SCHEDULER), .BANK_PLACES(BANK_PLACES), .LOOKAHEAD(LOOKAHEAD),
        .BLISS_STREAK(BLISS_STREAK), .BLISS_CLEAR(BLISS_CLEAR), .PAIR(PAIR), .GROUP_FIRST(GROUP_FIRST),
        .QUEUE(QUEUE), .REPLY_SLOTS(REPLY_SLOTS), .WRITE_MASK(WRITE_MASK), .L2(L2), .L2_SETS(L2_SETS),
        .L2_WAYS(L2_WAYS), .L2_QUEUE(L2_QUEUE), .L2_MISSES(L2_MISSES), .L2_WAITERS(L2_WAITERS), .L2_REPLIES(L2_REPLIES), .L2_DRAM(L2_DRAM),
        .L2_WRITE(L2_WRITE), .L2_LATENCY(L2_LATENCY), .BURST_CYCLES(BURST_CYCLES), .T_REFI(T_REFI),
        .T_RFC(T_RFC), .REFRESH(REFRESH), .T_RFC_PB(T_RFC_PB), .T_RREFD(T_RREFD), .COLUMNS(COLUMNS), .ADDRESS_BITS(ADDRESS_BITS), .CHANNEL_MASK(CHANNEL_MASK), .BANK_MASK(BANK_MASK),
        .ROW_MASK(ROW_MASK), .COLUMN_MASK(COLUMN_MASK), .BANK_XOR(BANK_XOR), .IN_FLIGHT(IN_FLIGHT), .LANES(LANES), .WARP_BITS(WARP_BITS),
        .REGISTER_BITS(REGISTER_BITS), .MAX_LENGTH(MAX_LENGTH), .SCRATCHPAD_BANKS(SCRATCHPAD_BANKS),
        .SCRATCHPAD_BYTES(SCRATCHPAD_BYTES), .LINE_BYTES(LINE_BYTES), .L1_CACHE(L1_CACHE), .L1_SETS(L1_SETS),
        .L1_WAYS(L1_WAYS), .L1_REPLACEMENT(L1_REPLACEMENT), .MISS_TABLE(MISS_TABLE), .MISS_ENTRIES(MISS_ENTRIES),
        .MISS_MERGES(MISS_MERGES), .MISS_WAYS(MISS_WAYS), .MISS_SLOT(MISS_SLOT), .MISS_MERGE_WAITS(MISS_MERGE_WAITS),
        .STORE_BUFFER(STORE_BUFFER), .STORE_FLUSH(STORE_FLUSH), .ATOMICS(ATOMICS)) memory (
        .clk(clk), .rst(rst), .policy(policy), .hash_bits(hash_bits), .age_cap(age_cap), .hold_limit(hold_limit),
        .wait_guard(wait_guard), .seed(seed), .static_vc(static_vc), .bank_ready(bank_ready), .in_valid(in_valid),
        .in_ready(in_ready), .in_first(in_first), .in_status(in_status), .in_opcode(in_opcode), .in_length(in_length),
        .in_warp(in_warp), .in_register(in_register), .in_scratchpad(in_scratchpad), .in_atomic(in_atomic),
        .in_atomic_op(in_atomic_op), .in_atomic_returns(in_atomic_returns), .in_mask(in_mask), .in_offset(in_offset),
        .in_operands(in_operands), .wb_valid(wb_valid), .wb_ready({SMS{1'b1}}), .wb_warp(wb_warp), .wb_register(wb_register),
        .wb_element(wb_element), .wb_mask(wb_mask), .wb_data(wb_data), .wb_level(wb_level), .fault_valid(fault_valid),
        .fault_ready({SMS{1'b1}}), .fault_scratchpad(fault_scratchpad), .fault_warp(fault_warp),
        .fault_register(fault_register), .fault_element(fault_element), .fault_misaligned(fault_misaligned),
        .fault_outside(fault_outside), .acquire(acquire), .release_valid(release_valid), .release_ready(release_ready),
        .event_hit(event_hit), .event_merged(event_merged), .event_miss(event_miss), .event_store(event_store),
        .event_entry_full(event_entry_full), .event_merge_full(event_merge_full),
        .event_store_buffer_full(event_store_buffer_full), .event_bank_conflict(event_bank_conflict), .line_waits(line_waits),
        .camat_clear(clear), .camat_active_cycles(camat_active_cycles), .camat_accesses(camat_accesses), .busy(busy),
        .empty(empty), .dfi_cs_n(dfi_cs_n), .dfi_ras_n(dfi_ras_n), .dfi_cas_n(dfi_cas_n), .dfi_we_n(dfi_we_n),
        .dfi_bank(dfi_bank), .dfi_address(dfi_address), .dfi_wrdata_en(dfi_wrdata_en), .dfi_wrdata(dfi_wrdata),
        .dfi_wrdata_mask(dfi_wrdata_mask), .dfi_rddata_valid(dfi_rddata_valid), .dfi_rddata(dfi_rddata),
        .accept_valid(accept_valid), .accept_write(accept_write), .accept_sm(accept_sm), .accept_tag(accept_tag),
        .accept_line(accept_line), .idle(idle));
endmodule
`default_nettype wire
