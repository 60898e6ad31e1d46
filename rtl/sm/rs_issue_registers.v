// rs_issue_registers: which registers of an SM's warps are awaited, and what makes them ready (STALLS III).
//
// Memory-pending: from the issue of a load (load_warp, load_registers; pending from the next cycle on) until its register is
// ready. Words are counted: a register is ready in the cycle behind its last word, WORDS_DELAY later if that word's level is 0
// or 1 (scratchpad, L1). ready_*: registers that become ready in this cycle, not pending in it any more; port 1 has those that
// WORDS_DELAY held. done_*: the last word came in the cycle before.
// How many words: lanes_valid says that the operand stage's first cycle is taken; it brings the load's first register, its
// length - 1 and its mask. They are written down, an element a cycle, first element at once, so that the counts fit a memory
// with one write port. Whoever takes instructions therefore takes no other load before as many cycles as this one has elements,
// and brings words of element e not before the cycle behind the e-th: a load/store unit that sends a group a cycle does both.
// Both memories, lanes and words that came, have a registered read and fit SRAM; `begun` says whether a register's count of
// words has begun, so that they need no initial value.
// Compute-pending: from the cycle behind an ALU or SFU instruction (a destination a scheduler and cycle) to the one before
// issue + latency. A result under way outlives its warp: the next warp of that number waits for it if it names the register.
// A register is not both, as no instruction issues that names a pending one. So two bits say what a register is: nothing,
// compute-pending (`second` alone), memory-pending without and with words begun (`memory` without and with `second`).
// loads_full: LOADS_A_WARP memory-pending registers or more (0: never).
// shown_pending: memory-pending registers of the warp shown, those that become ready in this cycle included.
// All outputs depend on registers, names and shown alone. Whether the last word has come is known last in a cycle: what holds
// without the register it would make ready is found beside it, and then chosen.
`default_nettype none
module rs_issue_registers #(
    parameter WARPS        = 32,
    parameter REGISTERS    = 64,
    parameter SCHEDULERS   = 1,
    parameter LANES        = 32,
    parameter ALU_LATENCY  = 24,
    parameter SFU_LATENCY  = 24,
    parameter WORDS_DELAY  = 0,
    parameter LOADS_A_WARP = 0,
    parameter INDEX_BITS   = WARPS > 1 ? $clog2(WARPS) : 1, // derived, not to be set
    parameter NUMBER_BITS  = $clog2(REGISTERS)              // derived, not to be set
) (
    input  wire                              clk,
    input  wire                              rst,
    input  wire [WARPS*REGISTERS-1:0]        names,
    output wire [WARPS-1:0]                  memory_named,  // some register that it names is memory-pending
    output wire [WARPS-1:0]                  compute_named, // compute-pending
    output wire [WARPS-1:0]                  pending,       // any register is memory-pending
    output wire [WARPS-1:0]                  loads_full,
    input  wire [WARPS-1:0]                  load_warp,     // one-hot or 0
    input  wire [REGISTERS-1:0]              load_registers,
    input  wire [4:0]                        load_length,
    input  wire [WARPS-1:0]                  issues,        // one-hot or 0 a scheduler; what it issues is
    input  wire [SCHEDULERS-1:0]             alu_result,    // an ALU instruction with a destination, if it issues anything
    input  wire [SCHEDULERS-1:0]             sfu_result,
    input  wire [SCHEDULERS-1:0]             result_valid,  // it issues something,
    input  wire [SCHEDULERS*INDEX_BITS-1:0]  result_warp,   // of this warp
    input  wire [SCHEDULERS*NUMBER_BITS-1:0] result_register,
    input  wire                              lanes_valid,
    input  wire [INDEX_BITS-1:0]             lanes_warp,
    input  wire [NUMBER_BITS-1:0]            lanes_register,
    input  wire [3:0]                        lanes_last,
    input  wire [LANES-1:0]                  lanes_mask,
    input  wire                              wb_valid,
    input  wire [INDEX_BITS-1:0]             wb_warp,
    input  wire [NUMBER_BITS-1:0]            wb_register,   // first one + element
    input  wire [LANES-1:0]                  wb_mask,
    input  wire [2:0]                        wb_level,
    output wire                              done_valid,
    output wire [INDEX_BITS-1:0]             done_warp,
    output wire [NUMBER_BITS-1:0]            done_register,
    output wire [1:0]                        ready_valid,
    output wire [2*INDEX_BITS-1:0]           ready_warp,
    output wire [2*NUMBER_BITS-1:0]          ready_register,
    output wire [5:0]                        ready_level,
    input  wire [WARPS-1:0]                  shown,         // one-hot or 0
    output wire [REGISTERS-1:0]              shown_pending
);
    localparam COUNT_BITS = $clog2(LANES + 1);
    localparam PLACE_BITS = INDEX_BITS + NUMBER_BITS; // of a register: its warp above its number
    localparam PLACES     = 1 << PLACE_BITS;
    localparam [REGISTERS-1:0] ONE = 1;

    // ---- lanes of the registers that a load fills, an element a cycle --------------------------------------------------
    wire [COUNT_BITS-1:0] lanes_count;
    reg  [3:0]            more;       // elements still to be written
    reg  [PLACE_BITS-1:0] more_place; // the next one
    reg  [COUNT_BITS-1:0] more_count;
    wire                  lanes_write = lanes_valid || more != 4'd0;
    wire [PLACE_BITS-1:0] lanes_place = lanes_valid ? {lanes_warp, lanes_register} : more_place;
    rs_count #(.WIDTH(LANES)) count_lanes (.bits(lanes_mask), .count(lanes_count));
    always @(posedge clk) begin
        more_place <= lanes_place + {{(PLACE_BITS-1){1'b0}}, 1'b1};
        if (lanes_valid)
            more_count <= lanes_count;
        if (rst)
            more <= 4'd0;
        else if (lanes_valid)
            more <= lanes_last;
        else if (more != 4'd0)
            more <= more - 4'd1;
    end

    // ---- words that come: one cycle to read, one to add and compare ----------------------------------------------------
    wire [PLACE_BITS-1:0]      wb_place = {wb_warp, wb_register};
    wire [COUNT_BITS-1:0]      wb_count, lanes, arrived;
    wire [WARPS*REGISTERS-1:0] all_second; // of a memory-pending register: its words have begun
    wire [31:0]                wb_bit = {{(32-INDEX_BITS){1'b0}}, wb_warp} * REGISTERS + {{(32-NUMBER_BITS){1'b0}}, wb_register};
    reg                        came, came_touched, came_again;
    reg  [PLACE_BITS-1:0]      came_place;
    reg  [REGISTERS-1:0]       first_ready; // its register, one-hot; 0 without one
    reg  [COUNT_BITS-1:0]      came_count, came_before; // before: sum of the cycle before
    reg  [2:0]                 came_level;
    wire [COUNT_BITS-1:0]      so_far = came_again ? came_before : came_touched ? arrived : {COUNT_BITS{1'b0}};
    wire [COUNT_BITS-1:0]      sum = so_far + came_count;
    rs_count #(.WIDTH(LANES)) count_words (.bits(wb_mask), .count(wb_count));
    rs_memory_1r1w #(.WIDTH(COUNT_BITS), .DEPTH(PLACES), .READ_REGISTER(1)) lanes_memory (
        .clk(clk), .write(lanes_write), .write_address(lanes_place), .write_data(lanes_valid ? lanes_count : more_count),
        .read_address(wb_place), .read_data(lanes));
    rs_memory_1r1w #(.WIDTH(COUNT_BITS), .DEPTH(PLACES), .READ_REGISTER(1)) arrived_memory (
        .clk(clk), .write(came), .write_address(came_place), .write_data(sum), .read_address(wb_place), .read_data(arrived));
    always @(posedge clk) begin
        came         <= wb_valid && !rst;
        came_place   <= wb_place;
        first_ready  <= wb_valid ? ONE << wb_register : {REGISTERS{1'b0}};
        came_count   <= wb_count;
        came_level   <= wb_level;
        came_touched <= all_second[wb_bit[$clog2(WARPS*REGISTERS)-1:0]];
        came_again   <= came && came_place == wb_place;
        came_before  <= sum;
    end
    wire unused_bit = &{1'b0, wb_bit};
    // so_far + came_count == lanes, without the carries of a sum: they are those that lanes asks for
    wire [COUNT_BITS-1:0] differs = so_far ^ came_count ^ lanes;
    wire [COUNT_BITS-1:0] carries = (so_far & came_count) | ((so_far | came_count) & ~lanes);
    assign done_valid = came && {1'b0, differs} == {carries, 1'b0};
    assign {done_warp, done_register} = came_place;

    wire at_once;
    assign ready_valid[0] = at_once;
    assign ready_warp[INDEX_BITS-1:0]      = done_warp;
    assign ready_register[NUMBER_BITS-1:0] = done_register;
    assign ready_level[2:0]                = came_level;
    generate
        if (WORDS_DELAY == 0) begin : at_once_all
            assign at_once        = done_valid;
            assign ready_valid[1] = 1'b0;
            assign ready_level[5:3]                          = 3'd0;
            assign ready_warp[INDEX_BITS +: INDEX_BITS]      = {INDEX_BITS{1'b0}};
            assign ready_register[NUMBER_BITS +: NUMBER_BITS] = {NUMBER_BITS{1'b0}};
        end else begin : later
            assign at_once = done_valid && came_level[2:1] != 2'd0;
            rs_issue_delay #(.WIDTH(PLACE_BITS + 3), .CYCLES(WORDS_DELAY)) words_delay (
                .clk(clk), .rst(rst), .in_valid(done_valid && !at_once), .in_payload({came_level, came_place}), .out_valid(ready_valid[1]),
                .out_payload({ready_level[5:3], ready_warp[INDEX_BITS +: INDEX_BITS], ready_register[NUMBER_BITS +: NUMBER_BITS]}));
        end
    endgenerate

    // ---- results that come: at issue + latency - 1, so that they are there in the next cycle ---------------------------
    wire [SCHEDULERS:0]             due_valid; // the ALU of each scheduler; the SM's SFU
    wire [(SCHEDULERS+1)*PLACE_BITS-1:0] due;
    wire [SCHEDULERS-1:0]           result_stays, sfu_valid;
    reg  [PLACE_BITS-1:0]           sfu_place;
    integer k;
    always @* begin
        sfu_place = {PLACE_BITS{1'b0}};
        for (k = 0; k < SCHEDULERS; k = k + 1)
            sfu_place = sfu_place | ({result_warp[k*INDEX_BITS +: INDEX_BITS], result_register[k*NUMBER_BITS +: NUMBER_BITS]}
                                     & {PLACE_BITS{sfu_valid[k]}});
    end
    genvar s, w;
    generate
        for (s = 0; s < SCHEDULERS; s = s + 1) begin : scheduler
            assign result_stays[s] = (alu_result[s] && ALU_LATENCY > 1) || (sfu_result[s] && SFU_LATENCY > 1);
            assign sfu_valid[s]    = sfu_result[s] && result_valid[s];
            rs_issue_delay #(.WIDTH(PLACE_BITS), .CYCLES(ALU_LATENCY - 1)) alu (
                .clk(clk), .rst(rst), .in_valid(alu_result[s] && result_valid[s]),
                .in_payload({result_warp[s*INDEX_BITS +: INDEX_BITS], result_register[s*NUMBER_BITS +: NUMBER_BITS]}),
                .out_valid(due_valid[s]), .out_payload(due[s*PLACE_BITS +: PLACE_BITS]));
        end
    endgenerate
    rs_issue_delay #(.WIDTH(PLACE_BITS), .CYCLES(SFU_LATENCY - 1)) sfu (
        .clk(clk), .rst(rst), .in_valid(sfu_valid != {SCHEDULERS{1'b0}}), .in_payload(sfu_place),
        .out_valid(due_valid[SCHEDULERS]), .out_payload(due[SCHEDULERS*PLACE_BITS +: PLACE_BITS]));

    // ---- the registers ----------------------------------------------------------------------------------------------
    wire [WARPS*REGISTERS-1:0] all_memory;
    wire [REGISTERS-1:0]       second_ready = ONE << ready_register[NUMBER_BITS +: NUMBER_BITS];
    generate
        for (w = 0; w < WARPS; w = w + 1) begin : warp
            localparam [31:0] SELF = w;
            localparam [31:0] OWNER = w % SCHEDULERS;
            localparam [INDEX_BITS-1:0] NUMBER = SELF[INDEX_BITS-1:0];
            reg  [REGISTERS-1:0] memory, second;
            wire                 first_is  = at_once && ready_warp[INDEX_BITS-1:0] == NUMBER;
            wire                 second_is = ready_valid[1] && ready_warp[INDEX_BITS +: INDEX_BITS] == NUMBER;
            wire [REGISTERS-1:0] on     = memory & ~(second_ready & {REGISTERS{second_is}}); // but for the first
            wire [REGISTERS-1:0] gone   = (first_ready & {REGISTERS{first_is}}) | (second_ready & {REGISTERS{second_is}});
            wire [REGISTERS-1:0] loaded = load_registers & {REGISTERS{load_warp[w]}};
            wire [REGISTERS-1:0] named  = names[w*REGISTERS +: REGISTERS];
            wire                 begins = wb_valid && wb_warp == NUMBER;
            wire                 result = result_stays[OWNER] && issues[w];
            wire                 alu_is = due_valid[OWNER] && due[OWNER*PLACE_BITS+NUMBER_BITS +: INDEX_BITS] == NUMBER;
            wire                 sfu_is = due_valid[SCHEDULERS] && due[SCHEDULERS*PLACE_BITS+NUMBER_BITS +: INDEX_BITS] == NUMBER;
            wire [REGISTERS-1:0] over   = ((ONE << due[OWNER*PLACE_BITS +: NUMBER_BITS]) & {REGISTERS{alu_is}})
                                        | ((ONE << due[SCHEDULERS*PLACE_BITS +: NUMBER_BITS]) & {REGISTERS{sfu_is}});
            wire [REGISTERS-1:0] named_on = named & on;
            assign all_memory[w*REGISTERS +: REGISTERS] = memory;
            assign all_second[w*REGISTERS +: REGISTERS] = second;
            assign memory_named[w]  = (named_on & ~first_ready) != {REGISTERS{1'b0}}
                                   || ((named_on & first_ready) != {REGISTERS{1'b0}} && !first_is);
            assign compute_named[w] = (named & second & ~memory) != {REGISTERS{1'b0}};
            assign pending[w]       = (on & ~first_ready) != {REGISTERS{1'b0}} || ((on & first_ready) != {REGISTERS{1'b0}} && !first_is);
            always @(posedge clk) begin
                memory <= rst ? {REGISTERS{1'b0}} : (memory & ~gone) | loaded;
                second <= rst ? {REGISTERS{1'b0}} : (second & ~gone & ~over) | ((ONE << wb_register) & {REGISTERS{begins}})
                        | ((ONE << result_register[OWNER*NUMBER_BITS +: NUMBER_BITS]) & {REGISTERS{result}});
            end
            if (LOADS_A_WARP > 0) begin : limited
                localparam [31:0] LIMIT = LOADS_A_WARP;
                reg  [7:0] out; // memory-pending registers, those that become ready included
                wire [7:0] still_out = out - {7'd0, first_is} - {7'd0, second_is};
                assign loads_full[w] = still_out >= LIMIT[7:0];
                always @(posedge clk)
                    out <= rst ? 8'd0 : still_out + (load_warp[w] ? {3'd0, load_length} : 8'd0);
            end else begin : unlimited
                assign loads_full[w] = 1'b0;
            end
        end
        if (LOADS_A_WARP == 0) begin : no_limit
            wire unused_length = &{1'b0, load_length};
        end
    endgenerate
    rs_select #(.WIDTH(REGISTERS), .COUNT(WARPS)) select_shown (.words(all_memory), .select(shown), .word(shown_pending));
endmodule
`default_nettype wire
