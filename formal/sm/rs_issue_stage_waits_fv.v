// Proof of what rs_issue_stage shows rs_stall_inspector, and of how it uses its rs_issue_registers: what their harnesses assume. One
// scheduler. Records, every ready, what words come when and the host are free. Assumed: a CTA comes to a free place; no record is
// illegal; a word comes once for a register of a load whose operand cycle was taken (SM memory). Proven, for all time:
//   waiting_*  three cycles after one in which some warp's first hazard is memory data, never else: such a warp, and a register that
//              was memory-pending in that cycle and did not become ready in it
//   ready_*    registers that are memory-pending, none twice. Memory-pending here is what begins and has not become ready
//   issue      a load begins only on registers, an ALU or SFU result only on a register, that wait for nothing; one load a cycle; a
//              load's operand cycle is taken once, tells all its registers, and while all of them are awaited
// Invariants (the assertions ..._link) say of what a warp keeps that it was written down together.
`default_nettype none
module rs_issue_stage_waits_fv #(
    parameter WARPS        = 2,
    parameter CTA_WARPS    = 1,
    parameter REGISTERS    = 16,
    parameter WARP_ORDER   = 0,
    parameter BLOCKING     = 0,
    parameter LOADS_A_WARP = 0,
    parameter WORDS_DELAY  = 0, // 0 or 1
    parameter ENTRIES      = 4 * WARPS,                        // of the record memories, for the probes
    parameter SM_CTAS      = WARPS / CTA_WARPS,                // derived, not to be set: 2
    parameter WARP_BITS    = $clog2(WARPS),                    // derived, not to be set
    parameter ALL          = WARPS * REGISTERS                 // derived, not to be set
) (
    input wire                  clk,
    input wire                  rst,
    input wire                  start_valid,
    input wire                  start_place,
    input wire [WARPS-1:0]      available,
    input wire [63:0]           record,
    input wire                  in_ready,
    input wire                  operand_mask,
    input wire                  wb_valid,
    input wire [WARP_BITS-1:0]  wb_warp,
    input wire [3:0]            wb_register,
    input wire [2:0]            wb_level,
    input wire                  release_ready
);
    localparam [3:0] ALU = 4'd0, SFU = 4'd1, MEMORY = 4'd4, ATOMIC = 4'd5, FENCE = 4'd6;
    localparam [2:0] RELEASE = 3'd1, SEND = 3'd2;
    localparam [31:0] OF_A_CTA = CTA_WARPS;
    localparam SAYS = REGISTERS + 5;
    localparam KEPT = 8;
    wire [SM_CTAS-1:0]   place_free;
    wire                 issue_valid, in_valid;
    wire [WARP_BITS-1:0] issue_warp, in_warp, waiting_warp;
    wire [4:0]           in_length, waiting_register;
    wire [4:0]           in_register;
    wire                 waiting_valid;
    wire [WARPS-1:0]     live, control, synchronization, memory_data;
    wire [1:0]           ready_valid;
    wire [2*WARP_BITS-1:0] ready_warp;
    wire [9:0]           ready_register;
    rs_issue_stage #(.WARPS(WARPS), .REGISTERS(REGISTERS), .WARP_ORDER(WARP_ORDER), .ISSUE_CYCLES(2), .WARP_GAP(2),
        .ALU_LATENCY(3), .SFU_LATENCY(4), .BRANCH_LATENCY(2), .ALU_INTERVAL(1), .SFU_INTERVAL(3), .WORDS_DELAY(WORDS_DELAY),
        .LOADS_A_WARP(LOADS_A_WARP), .BLOCKING(BLOCKING), .SM_CTAS(SM_CTAS), .LANES(1), .WARP_BITS(WARP_BITS), .REGISTER_BITS(5)) dut (
        .clk(clk), .rst(rst), .cta_warps(OF_A_CTA[WARP_BITS:0]), .start_valid(start_valid), .start_place(start_place), .place_free(place_free),
        .ask_valid(), .ask_warp(), .available(available), .record(record), .issue_valid(issue_valid), .issue_warp(issue_warp),
        .read_valid(), .read_first(), .read_warp(), .read_number(), .in_valid(in_valid), .in_ready(in_ready), .in_opcode(),
        .in_length(in_length), .in_warp(in_warp), .in_register(in_register), .in_scratchpad(), .in_atomic(), .in_atomic_op(),
        .in_atomic_returns(), .operand_mask(operand_mask), .wb_valid(wb_valid), .wb_warp(wb_warp), .wb_register({1'b0, wb_register}),
        .wb_element(4'd0), .wb_mask(1'b1), .wb_level(wb_level), .release_valid(), .release_ready(release_ready), .acquire_valid(),
        .fence_release_valid(1'b0), .fence_acquire_valid(1'b0), .quiet(), .illegal(), .illegal_warp(), .live(live),
        .hazard_control(control), .hazard_synchronization(synchronization), .hazard_memory_data(memory_data),
        .hazard_memory_structural(), .hazard_compute_data(), .hazard_compute_structural(), .issued(), .slot_busy(), .slot_waits(),
        .releasing(), .waiting_valid(waiting_valid), .waiting_warp(waiting_warp), .waiting_register(waiting_register),
        .ready_valid(ready_valid), .ready_warp(ready_warp), .ready_register(ready_register), .ready_level());

    (* keep *) wire                    wrong;          // probe dut.wrong
    (* keep *) wire [47:0]             popped;         // probe dut.popped
    (* keep *) wire [WARPS-1:0]        load_warp;      // probe dut.load_warp
    (* keep *) wire [REGISTERS-1:0]    load_registers; // probe dut.registers.load_registers
    (* keep *) wire                    alu_result;     // probe dut.alu_result
    (* keep *) wire                    sfu_result;     // probe dut.sfu_result
    (* keep *) wire                    first_taken;    // probe dut.first_taken
    (* keep *) wire                    first_row;      // probe dut.operands.first_row
    (* keep *) wire                    stage_loads;    // probe dut.operands.stage_loads
    (* keep *) wire [3:0]              reads_left;     // probe dut.reads_left
    (* keep *) wire [ALL-1:0]          memory;         // probe dut.registers.all_memory
    (* keep *) wire [ALL-1:0]          second;         // probe dut.registers.all_second
    (* keep *) wire                    came;           // probe dut.registers.came
    (* keep *) wire [WARP_BITS+3:0]    came_place;     // probe dut.registers.came_place
    (* keep *) wire [REGISTERS-1:0]    first_ready;    // probe dut.registers.first_ready
    (* keep *) wire                    held;           // probe dut.registers.later.words_delay.later.valid if WORDS_DELAY=1
    (* keep *) wire [WARP_BITS+6:0]    held_payload;   // probe dut.registers.later.words_delay.later.payload if WORDS_DELAY=1
    (* keep *) wire [WARPS*3-1:0]      state;          // probe dut.warp[*WARPS].state
    (* keep *) wire [WARPS*KEPT-1:0]   atomic;         // probe dut.warp[*WARPS].atomic
    (* keep *) wire [WARPS-1:0]        fences;         // probe dut.warp[*WARPS].fences
    (* keep *) wire [WARPS-1:0]        place;          // probe dut.warp[*WARPS].cta_place
    (* keep *) wire [3:0]              older;          // probe dut.older
    (* keep *) wire [ENTRIES*48-1:0]   records;        // probe dut.scheduler[0].records.pop_copy.memory[*ENTRIES]
    (* keep *) wire [ENTRIES*SAYS-1:0] said;           // probe dut.scheduler[0].records.says_copy.memory[*ENTRIES]
    (* keep *) wire [WARPS*SAYS-1:0]   says;           // probe dut.scheduler[0].records.warp[*WARPS].says
    (* keep *) wire [WARPS*3-1:0]      count;          // probe dut.scheduler[0].records.warp[*WARPS].count
    (* keep *) wire [WARPS*2-1:0]      first;          // probe dut.scheduler[0].records.warp[*WARPS].first
    (* keep *) wire [WARPS-1:0]        filled;         // probe dut.scheduler[0].records.filled
    (* keep *) wire [WARPS-1:0]        waited;         // probe dut.charge.waited
    (* keep *) wire                    shown_valid;    // probe dut.charge.shown_valid
    (* keep *) wire [WARP_BITS-1:0]    shown_warp;     // probe dut.charge.shown_warp
    (* keep *) wire [REGISTERS-1:0]    shown_pending;  // probe dut.charge.pending
    (* keep *) wire [REGISTERS-1:0]    charged;        // probe dut.charge.charged

    // ---- what begins, becomes ready, is told, comes: a bit a register ----------------------------------------------------------
    localparam [ALL-1:0] ONE = 1;
    integer w, k;
    reg  [ALL-1:0] begins, tells, result;
    wire [WARP_BITS+3:0] ready_0 = {ready_warp[0 +: WARP_BITS], ready_register[3:0]};
    wire [WARP_BITS+3:0] ready_1 = {ready_warp[WARP_BITS +: WARP_BITS], ready_register[8:5]};
    wire [ALL-1:0] come = (ready_valid[0] ? ONE << ready_0 : {ALL{1'b0}}) | (ready_valid[1] ? ONE << ready_1 : {ALL{1'b0}});
    wire [ALL-1:0] word = wb_valid ? ONE << {wb_warp, wb_register} : {ALL{1'b0}};
    wire [REGISTERS-1:0] in_stage = ((17'd1 << in_length) - 17'd1) << in_register[3:0];
    always @* begin
        for (w = 0; w < WARPS; w = w + 1) begin
            begins[w*REGISTERS +: REGISTERS] = load_registers & {REGISTERS{load_warp[w]}};
            tells[w*REGISTERS +: REGISTERS]  = in_stage & {REGISTERS{in_warp == w}};
        end
        result = issue_valid && (alu_result || sfu_result) ? ONE << {issue_warp, popped[19:16]} : {ALL{1'b0}};
    end
    reg  [ALL-1:0] pending, told, had; // memory-pending; its operand cycle was taken; its word has come
    always @(posedge clk) begin
        pending <= rst ? {ALL{1'b0}} : (pending & ~come) | begins;
        told    <= rst ? {ALL{1'b0}} : (told & ~begins) | (first_taken ? tells : {ALL{1'b0}});
        had     <= rst ? {ALL{1'b0}} : (had & ~begins) | word;
    end

    // ---- whose wait is charged --------------------------------------------------------------------------------------------------
    wire [WARPS-1:0]   in_class = live & ~control & ~synchronization & memory_data;
    reg  [3*WARPS-1:0] were;  // in_class of the last three cycles
    reg  [3*ALL-1:0]   pended; // memory-pending in them, and not ready
    always @(posedge clk) begin
        were   <= rst ? {(3*WARPS){1'b0}} : {were[2*WARPS-1:0], in_class};
        pended <= {pended[2*ALL-1:0], pending & ~come};
    end

    // ---- what the records that are inside say -----------------------------------------------------------------------------------
    reg  [ENTRIES-1:0] inside, is_head;
    wire [ENTRIES-1:0] agrees, head_agrees;
    always @*
        for (w = 0; w < WARPS; w = w + 1)
            for (k = 0; k < 4; k = k + 1) begin
                inside[4*w+k]  = {1'b0, k[1:0] - first[2*w +: 2]} < count[3*w +: 3];
                is_head[4*w+k] = inside[4*w+k] && k[1:0] == first[2*w +: 2];
            end
    genvar e;
    generate
        for (e = 0; e < ENTRIES; e = e + 1) begin : entry
            wire [47:0]          it = records[48*e +: 48];
            wire [REGISTERS-1:0] source_0, source_1, source_2, destination;
            wire                 beyond;
            wire                 load  = it[3:0] == MEMORY ? !it[7] : it[3:0] == ATOMIC && it[14];
            wire                 stage = it[3:0] == MEMORY || (it[3:0] == ATOMIC && !it[13]);
            rs_issue_names #(.REGISTERS(REGISTERS)) names (.record(it), .source_0(source_0), .source_1(source_1), .source_2(source_2),
                .destination(destination), .beyond(beyond));
            wire [REGISTERS-1:0] all = source_0 | source_1 | source_2 | destination;
            wire                 legal = !beyond && (!load || it[23:16] != 8'd255);
            assign agrees[e] = legal && said[e*SAYS +: REGISTERS] == all && said[e*SAYS+REGISTERS+3] == load && said[e*SAYS+REGISTERS+2] == stage;
            assign head_agrees[e] = says[(e/4)*SAYS +: REGISTERS] == all && says[(e/4)*SAYS+REGISTERS+3] == load
                                 && says[(e/4)*SAYS+REGISTERS+2] == stage;
        end
    endgenerate

    // ---- links ------------------------------------------------------------------------------------------------------------------
    reg  [WARPS-1:0] home, sends_free, busy_lives, waits_on, count_fits;
    reg  [REGISTERS-1:0] of_it;
    always @*
        for (w = 0; w < WARPS; w = w + 1) begin
            home[w]       = !live[w] || (place[w] == w / CTA_WARPS && !place_free[w / CTA_WARPS]);
            of_it         = memory[w*REGISTERS +: REGISTERS] | second[w*REGISTERS +: REGISTERS];
            sends_free[w] = !((state[3*w +: 3] == RELEASE || state[3*w +: 3] == SEND) && !fences[w] && atomic[KEPT*w+4])
                         || !of_it[atomic[KEPT*w +: 4]];
            busy_lives[w] = (state[3*w +: 3] == 3'd0 || live[w]) && (state[3*w +: 3] != SEND || !fences[w]);
            waits_on[w]   = !waited[w] || (live[w] && memory[w*REGISTERS +: REGISTERS] != {REGISTERS{1'b0}}
                                           && (memory[w*REGISTERS +: REGISTERS] & ~pended[w*REGISTERS +: REGISTERS]) == {REGISTERS{1'b0}});
            count_fits[w] = {1'b0, count[3*w +: 3]} + {3'd0, filled[w]} <= 4'd4;
        end
    wire [ALL-1:0] stage_bits = in_valid && first_row && stage_loads ? tells : {ALL{1'b0}};
    wire [WARP_BITS+3:0] held_place = held_payload[WARP_BITS+3:0];
    wire holds = WORDS_DELAY != 0 && held;

    reg started = 1'b0;
    always @(posedge clk) begin
        started <= 1'b1;
        if (!started)
            assume (rst);
        assume (!start_valid || place_free[start_place]);
        assume (!wrong);
        assume ((word & ~(pending & told & ~had)) == {ALL{1'b0}});
        if (started && !rst) begin
            waiting_exact:    assert (waiting_valid == (were[2*WARPS +: WARPS] != {WARPS{1'b0}}));
            waiting_of_class: assert (!waiting_valid || were[2*WARPS + waiting_warp]);
            waiting_pending:  assert (!waiting_valid || (!waiting_register[4] && pended[2*ALL + {waiting_warp, waiting_register[3:0]}]));
            ready_pending:    assert ((come & ~pending) == {ALL{1'b0}});
            ready_apart:      assert (ready_valid != 2'b11 || ready_0 != ready_1);
            pending_is:       assert (memory == pending);
            begins_free:      assert ((begins & ((pending & ~come) | (second & ~memory))) == {ALL{1'b0}});
            result_free:      assert ((result & ((pending & ~come) | (second & ~memory))) == {ALL{1'b0}});
            begins_alone:     assert ((begins & result) == {ALL{1'b0}} && (load_warp & (load_warp - 1'b1)) == {WARPS{1'b0}});
            results_apart:    assert (!(alu_result && sfu_result));
            tells_awaited:    assert (!first_taken || (tells & ~(pending & ~told & ~come)) == {ALL{1'b0}});
            tells_all:        assert (!first_taken || (!in_register[4] && {1'b0, in_register} + {1'b0, in_length} <= 6'd16));
            // links, for the induction
            came_link:        assert (!came || (first_ready == ONE[REGISTERS-1:0] << came_place[3:0] && pending[came_place] && told[came_place]
                                                && had[came_place]));
            held_link:        assert (!holds || (pending[held_place] && told[held_place] && had[held_place] && !(came && came_place == held_place)));
            stage_link:       assert ((stage_bits & ~(pending & ~told & ~had)) == {ALL{1'b0}});
            range_link:       assert (!(in_valid && first_row && stage_loads) || (!in_register[4] && {1'b0, in_register} + {1'b0, in_length} <= 6'd16));
            record_link:      assert ((inside & ~agrees) == {ENTRIES{1'b0}});
            head_link:        assert ((is_head & ~head_agrees) == {ENTRIES{1'b0}});
            count_link:       assert (&count_fits);
            home_link:        assert (&home);
            send_link:        assert (&sends_free);
            state_link:       assert (&busy_lives);
            older_link:       assert ((place_free[0] || !older[0]) && (place_free[1] || !older[3])
                                      && (place_free[0] || place_free[1] || older[1] != older[2]));
            waited_link:      assert (waited == were[0 +: WARPS] && (&waits_on));
            shown_link:       assert (shown_valid == (were[WARPS +: WARPS] != {WARPS{1'b0}}) && (!shown_valid || (were[WARPS + shown_warp]
                                      && shown_pending != {REGISTERS{1'b0}}
                                      && (shown_pending & ~pended[ALL + REGISTERS*shown_warp +: REGISTERS]) == {REGISTERS{1'b0}})));
            charged_link:     assert (!waiting_valid || (charged != {REGISTERS{1'b0}}
                                      && (charged & ~pended[2*ALL + REGISTERS*waiting_warp +: REGISTERS]) == {REGISTERS{1'b0}}));
            cover_waits:      cover (waiting_valid && waiting_register[3:0] != 4'd0 && were[WARPS +: WARPS] == {WARPS{1'b0}});
            cover_both:       cover (waiting_valid && (&were[2*WARPS +: WARPS]));
            cover_ready:      cover (ready_valid != 2'b00 && begins != {ALL{1'b0}});
            cover_vector:     cover (first_taken && in_length == 5'd4);
            cover_send:       cover (state[2:0] == SEND && load_warp[0]);
        end
    end
endmodule
`default_nettype wire
