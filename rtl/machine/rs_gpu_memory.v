// The memory system of the machine below the issue stage: memory sides of all SMs, their ports, the memory path (THESIS 5.1).
//
//   instructions -> rs_sm: rs_sm_memory - requests -> rs_sm_port - packets -> rs_memory_path -> DRAM pins
//          words <-                      <- replies -             <- packets -
//
// Ports of an SM are those of rs_sm, flat: SM i at [i]; straps, pins and accept_* those of rs_memory_path, whose header
// has their rules. Two things hold between SMs:
//   release   ready: the stores before it are accepted by their controllers, so ahead of all loads that are sent later; an
//             SM that acquires after it does not read older words from its cache either
//   empty     as rs_sm_memory's, and every store accepted; idle: all SMs and the path
// Requests of an SM to one address stay in order on their way: one virtual channel, or static_vc = 1.
// An address is ADDRESS_BITS wide, those of the address map; an instruction beyond is at fault (rs_load_store_unit).
// Parameters come from one list (cmodel/config.def) through `rowstreak config --top rs_gpu_memory`. C twin: cmodel/machine/gpu_memory.c.
`include "rtl/dram/rs_dram_times.vh"
`include "rtl/common/rs_payload_bits.vh"
`include "rtl/common/rs_stop.vh"
`default_nettype none
module rs_gpu_memory #(
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
    parameter ATOMICS         = 0,           // atomic instructions of an SM under way; 0: none. They need an L2
    // derived, not to be set
    parameter BANK_BITS       = ones_or_1(BANK_MASK), // bits of a bank's number
    parameter ROW_BITS        = ones_or_1(ROW_MASK), // bits of a row
    parameter COLUMN_BITS     = ones_or_1(COLUMN_MASK), // bits of a column, of lines
    parameter SM_BITS         = SMS > 1 ? $clog2(SMS) : 1, // bits of an SM's number
    parameter LINE_BITS       = ADDRESS_BITS - 6, // bits of a line address
    parameter DQ_BITS         = 2 * FLIT_BITS / (COLUMNS * BURST_CYCLES), // data pins of a controller, of both edges of a cycle
    parameter DM_BITS         = DQ_BITS / 8, // bits of its write mask
    parameter INDEX_BITS      = COLUMNS > 1 ? $clog2(COLUMNS) : 0, // bits that number the column commands of a line
    parameter PIN_BITS        = ROW_BITS > COLUMN_BITS + INDEX_BITS ? ROW_BITS : COLUMN_BITS + INDEX_BITS + 1 // address pins
) (
    input  wire                          clk,
    input  wire                          rst,
    input  wire [1:0]                    policy,
    input  wire [4:0]                    hash_bits,
    input  wire [7:0]                    age_cap,
    input  wire [7:0]                    hold_limit,
    input  wire                          wait_guard,
    input  wire [31:0]                   seed,
    input  wire                          static_vc,
    input  wire                          bank_ready,
    input  wire [SMS-1:0]                in_valid,
    output wire [SMS-1:0]                in_ready,
    output wire [SMS-1:0]                in_first,
    output wire [SMS*2-1:0]              in_status,
    input  wire [SMS*3-1:0]              in_opcode,
    input  wire [SMS*5-1:0]              in_length,
    input  wire [SMS*WARP_BITS-1:0]      in_warp,
    input  wire [SMS*REGISTER_BITS-1:0]  in_register,
    input  wire [SMS-1:0]                in_scratchpad,
    input  wire [SMS-1:0]                in_atomic,
    input  wire [SMS*3-1:0]              in_atomic_op,
    input  wire [SMS-1:0]                in_atomic_returns,
    input  wire [SMS*LANES-1:0]          in_mask,
    input  wire [SMS*32-1:0]             in_offset,
    input  wire [SMS*LANES*128-1:0]      in_operands,
    output wire [SMS-1:0]                wb_valid,
    input  wire [SMS-1:0]                wb_ready,
    output wire [SMS*WARP_BITS-1:0]      wb_warp,
    output wire [SMS*REGISTER_BITS-1:0]  wb_register,
    output wire [SMS*4-1:0]              wb_element,
    output wire [SMS*LANES-1:0]          wb_mask,
    output wire [SMS*LANES*32-1:0]       wb_data,
    output wire [SMS*3-1:0]              wb_level,
    output wire [SMS-1:0]                fault_valid,
    input  wire [SMS-1:0]                fault_ready,
    output wire [SMS-1:0]                fault_scratchpad,
    output wire [SMS*WARP_BITS-1:0]      fault_warp,
    output wire [SMS*REGISTER_BITS-1:0]  fault_register,
    output wire [SMS*4-1:0]              fault_element,
    output wire [SMS*LANES-1:0]          fault_misaligned,
    output wire [SMS*LANES-1:0]          fault_outside,
    input  wire [SMS-1:0]                acquire,
    input  wire [SMS-1:0]                release_valid,
    output wire [SMS-1:0]                release_ready,
    output wire [SMS-1:0]                event_hit,
    output wire [SMS-1:0]                event_merged,
    output wire [SMS-1:0]                event_miss,
    output wire [SMS-1:0]                event_store,
    output wire [SMS-1:0]                event_entry_full,
    output wire [SMS-1:0]                event_merge_full,
    output wire [SMS-1:0]                event_store_buffer_full,
    output wire [SMS-1:0]                event_bank_conflict,
    output wire [SMS-1:0]                line_waits,
    input  wire [SMS-1:0]                camat_clear,
    output wire [SMS*64-1:0]             camat_active_cycles,
    output wire [SMS*64-1:0]             camat_accesses,
    output wire [SMS-1:0]                busy,
    output wire [SMS-1:0]                empty,
    output wire [CHANNELS-1:0]           dfi_cs_n,
    output wire [CHANNELS-1:0]           dfi_ras_n,
    output wire [CHANNELS-1:0]           dfi_cas_n,
    output wire [CHANNELS-1:0]           dfi_we_n,
    output wire [CHANNELS*BANK_BITS-1:0] dfi_bank,
    output wire [CHANNELS*PIN_BITS-1:0]  dfi_address,
    output wire [CHANNELS-1:0]           dfi_wrdata_en,
    output wire [CHANNELS*DQ_BITS-1:0]   dfi_wrdata,
    output wire [CHANNELS*DM_BITS-1:0]   dfi_wrdata_mask,
    input  wire [CHANNELS-1:0]           dfi_rddata_valid,
    input  wire [CHANNELS*DQ_BITS-1:0]   dfi_rddata,
    output wire [CHANNELS-1:0]           accept_valid,
    output wire [CHANNELS-1:0]           accept_write,
    output wire [CHANNELS*SM_BITS-1:0]   accept_sm,
    output wire [CHANNELS*TAG_BITS-1:0]  accept_tag,
    output wire [CHANNELS*LINE_BITS-1:0] accept_line,
    output wire                          idle
);
`include "rtl/common/rs_ones_or_1.vh"
    localparam HEADER  = SM_BITS + TAG_BITS + (L2 != 0 ? 3 : 1) + LINE_BITS;         // as rs_memory_path has them
    localparam PAYLOAD = `RS_PAYLOAD_BITS(FLIT_BITS, HEADER + 64, HEADER_WIRES);

    generate
        if (WRITE_MASK != 1) begin : illegal_mask
            rs_gpu_memory_WRITE_MASK_must_be_1 stop ();
        end
    endgenerate

    // Straps are inputs, so only a simulation can see that one does not go with the parameters; it stops.
    `ifndef SYNTHESIS
    always @(posedge clk)
        if (!rst && NETWORK == 0 && VCS > 1 && !static_vc) begin
            $display("rs_gpu_memory %m: found VCS above 1 without static_vc, expected static_vc: requests of an SM to one address stay in order");
            `RS_STOP;
        end
    `endif

    wire [SMS-1:0]         request_valid, request_ready, request_head, request_tail;
    wire [SMS-1:0]         reply_valid, reply_ready, reply_head, reply_tail;
    wire [SMS*PAYLOAD-1:0] request_payload, reply_payload;
    wire                   path_idle;

    genvar i, c;
    generate
        for (i = 0; i < SMS; i = i + 1) begin : sm
            localparam [31:0] SELF = i;
            wire [CHANNELS-1:0] accepted;
            for (c = 0; c < CHANNELS; c = c + 1) begin : channel
                assign accepted[c] = accept_valid[c] && accept_write[c] && accept_sm[c*SM_BITS +: SM_BITS] == SELF[SM_BITS-1:0];
            end
            rs_sm #(.CHANNELS(CHANNELS), .FLIT_BITS(FLIT_BITS), .TAG_BITS(TAG_BITS), .SM_BITS(SM_BITS),
                .ADDRESS_BITS(ADDRESS_BITS), .IN_FLIGHT(IN_FLIGHT), .LANES(LANES), .WARP_BITS(WARP_BITS),
                .REGISTER_BITS(REGISTER_BITS), .MAX_LENGTH(MAX_LENGTH), .SCRATCHPAD_BANKS(SCRATCHPAD_BANKS),
                .SCRATCHPAD_BYTES(SCRATCHPAD_BYTES), .LINE_BYTES(LINE_BYTES), .L1_CACHE(L1_CACHE), .L1_SETS(L1_SETS),
                .L1_WAYS(L1_WAYS), .L1_REPLACEMENT(L1_REPLACEMENT), .MISS_TABLE(MISS_TABLE), .MISS_ENTRIES(MISS_ENTRIES),
                .MISS_MERGES(MISS_MERGES), .MISS_WAYS(MISS_WAYS), .MISS_SLOT(MISS_SLOT), .MISS_MERGE_WAITS(MISS_MERGE_WAITS),
                .STORE_BUFFER(STORE_BUFFER), .STORE_FLUSH(STORE_FLUSH), .L2(L2), .ATOMICS(ATOMICS), .HEADER_WIRES(HEADER_WIRES)) side (
                .clk(clk), .rst(rst), .in_valid(in_valid[i]), .in_ready(in_ready[i]), .in_first(in_first[i]),
                .in_status(in_status[i*2 +: 2]), .in_opcode(in_opcode[i*3 +: 3]), .in_length(in_length[i*5 +: 5]),
                .in_warp(in_warp[i*WARP_BITS +: WARP_BITS]), .in_register(in_register[i*REGISTER_BITS +: REGISTER_BITS]),
                .in_scratchpad(in_scratchpad[i]), .in_atomic(in_atomic[i]), .in_atomic_op(in_atomic_op[i*3 +: 3]),
                .in_atomic_returns(in_atomic_returns[i]), .in_mask(in_mask[i*LANES +: LANES]), .in_offset(in_offset[i*32 +: 32]),
                .in_operands(in_operands[i*LANES*128 +: LANES*128]), .wb_valid(wb_valid[i]), .wb_ready(wb_ready[i]),
                .wb_warp(wb_warp[i*WARP_BITS +: WARP_BITS]), .wb_register(wb_register[i*REGISTER_BITS +: REGISTER_BITS]),
                .wb_element(wb_element[i*4 +: 4]), .wb_mask(wb_mask[i*LANES +: LANES]),
                .wb_data(wb_data[i*LANES*32 +: LANES*32]), .wb_level(wb_level[i*3 +: 3]), .fault_valid(fault_valid[i]),
                .fault_ready(fault_ready[i]), .fault_scratchpad(fault_scratchpad[i]),
                .fault_warp(fault_warp[i*WARP_BITS +: WARP_BITS]),
                .fault_register(fault_register[i*REGISTER_BITS +: REGISTER_BITS]), .fault_element(fault_element[i*4 +: 4]),
                .fault_misaligned(fault_misaligned[i*LANES +: LANES]), .fault_outside(fault_outside[i*LANES +: LANES]),
                .request_valid(request_valid[i]), .request_ready(request_ready[i]), .request_head(request_head[i]),
                .request_tail(request_tail[i]), .request_payload(request_payload[i*PAYLOAD +: PAYLOAD]),
                .reply_valid(reply_valid[i]), .reply_ready(reply_ready[i]), .reply_head(reply_head[i]),
                .reply_tail(reply_tail[i]), .reply_payload(reply_payload[i*PAYLOAD +: PAYLOAD]), .accepted(accepted),
                .acquire(acquire[i]), .release_valid(release_valid[i]),
                .release_ready(release_ready[i]), .event_hit(event_hit[i]), .event_merged(event_merged[i]),
                .event_miss(event_miss[i]), .event_store(event_store[i]), .event_entry_full(event_entry_full[i]),
                .event_merge_full(event_merge_full[i]), .event_store_buffer_full(event_store_buffer_full[i]),
                .event_bank_conflict(event_bank_conflict[i]), .line_waits(line_waits[i]), .camat_clear(camat_clear[i]),
                .camat_active_cycles(camat_active_cycles[i*64 +: 64]), .camat_accesses(camat_accesses[i*64 +: 64]),
                .busy(busy[i]), .empty(empty[i]));
        end
    endgenerate
    assign idle = &empty && path_idle;

    rs_memory_path #(.SMS(SMS), .CHANNELS(CHANNELS), .FLIT_BITS(FLIT_BITS), .HEADER_WIRES(HEADER_WIRES), .TAG_BITS(TAG_BITS), .REQUEST_DEPTH(REQUEST_DEPTH),
        .SUPERPACKET(SUPERPACKET), .NETWORK(NETWORK), .MESH_COLUMNS(MESH_COLUMNS), .LINK_STAGES(LINK_STAGES), .MEMORY_NODES_0(MEMORY_NODES_0), .MEMORY_NODES_1(MEMORY_NODES_1),
        .MEMORY_NODES_2(MEMORY_NODES_2), .MEMORY_NODES_3(MEMORY_NODES_3), .MEMORY_NODES_4(MEMORY_NODES_4),
        .MEMORY_NODES_5(MEMORY_NODES_5), .MEMORY_NODES_6(MEMORY_NODES_6), .MEMORY_NODES_7(MEMORY_NODES_7),
        .OUTPUT_DEPTH(OUTPUT_DEPTH), .REPLY_DEPTH(REPLY_DEPTH), .VCS(VCS), .ALLOCATOR(ALLOCATOR),
        .ITERATIONS(ITERATIONS), .PICK(PICK), .HOLD_FIXED(HOLD_FIXED),
        .SCHEDULER(SCHEDULER), .BANK_PLACES(BANK_PLACES), .LOOKAHEAD(LOOKAHEAD),
        .BLISS_STREAK(BLISS_STREAK), .BLISS_CLEAR(BLISS_CLEAR), .PAIR(PAIR), .GROUP_FIRST(GROUP_FIRST),
        .QUEUE(QUEUE), .REPLY_SLOTS(REPLY_SLOTS), .WRITE_MASK(WRITE_MASK), .L2(L2), .L2_SETS(L2_SETS),
        .L2_WAYS(L2_WAYS), .L2_QUEUE(L2_QUEUE), .L2_MISSES(L2_MISSES), .L2_WAITERS(L2_WAITERS), .L2_REPLIES(L2_REPLIES), .L2_DRAM(L2_DRAM),
        .L2_WRITE(L2_WRITE), .L2_LATENCY(L2_LATENCY), .BURST_CYCLES(BURST_CYCLES), `RS_DRAM_TIMES_PASSED,
        .T_REFI(T_REFI),
        .T_RFC(T_RFC), .REFRESH(REFRESH), .T_RFC_PB(T_RFC_PB), .T_RREFD(T_RREFD), .COLUMNS(COLUMNS), .ADDRESS_BITS(ADDRESS_BITS), .CHANNEL_MASK(CHANNEL_MASK), .BANK_MASK(BANK_MASK),
        .ROW_MASK(ROW_MASK), .COLUMN_MASK(COLUMN_MASK), .BANK_XOR(BANK_XOR)) path (
        .clk(clk), .rst(rst), .policy(policy), .hash_bits(hash_bits), .age_cap(age_cap), .hold_limit(hold_limit),
        .wait_guard(wait_guard), .seed(seed), .static_vc(static_vc), .bank_ready(bank_ready), .request_valid(request_valid),
        .request_ready(request_ready), .request_head(request_head), .request_tail(request_tail),
        .request_payload(request_payload), .reply_valid(reply_valid), .reply_ready(reply_ready), .reply_head(reply_head),
        .reply_tail(reply_tail), .reply_payload(reply_payload), .dfi_cs_n(dfi_cs_n), .dfi_ras_n(dfi_ras_n),
        .dfi_cas_n(dfi_cas_n), .dfi_we_n(dfi_we_n), .dfi_bank(dfi_bank), .dfi_address(dfi_address),
        .dfi_wrdata_en(dfi_wrdata_en), .dfi_wrdata(dfi_wrdata), .dfi_wrdata_mask(dfi_wrdata_mask),
        .dfi_rddata_valid(dfi_rddata_valid), .dfi_rddata(dfi_rddata), .accept_valid(accept_valid), .accept_write(accept_write),
        .accept_sm(accept_sm), .accept_tag(accept_tag), .accept_line(accept_line), .idle(path_idle));
endmodule
`default_nettype wire
