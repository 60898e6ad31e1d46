// Proof of rs_issue_stage, one scheduler, CTAs of two warps. Records, words, every ready and the host are free; a CTA comes to a
// free place. What is proven, for all time:
//   choice     what issues is live and has none of the six hazards; if a warp without a hazard is there and the slot is free, one
//              issues, and the slot is free again after ISSUE_CYCLES and the last operand read, not before
//   barrier    a warp waits from its BARRIER on, exactly until all live warps of its CTA have issued theirs; it does not issue then;
//              warps of the other CTA have no part in it
//   place      it is taken while a warp of it lives, has a memory-pending register, or an operand cycle
//   operands   what stands in the operand stage stays until it is taken; row j of an instruction follows row j - 1
//   fences     release_valid stays until it is answered; no operand read begins meanwhile; a warp in a fence does not issue
`default_nettype none
module rs_issue_stage_fv #(
    parameter WARPS        = 4,
    parameter REGISTERS    = 16,
    parameter WARP_ORDER   = 0,
    parameter ISSUE_CYCLES = 2,
    parameter BLOCKING     = 0,
    parameter LOADS_A_WARP = 0,
    parameter SM_CTAS      = WARPS / 2,                        // derived, not to be set
    parameter WARP_BITS    = $clog2(WARPS),                    // derived, not to be set
    parameter PLACE_BITS   = SM_CTAS > 1 ? $clog2(SM_CTAS) : 1 // derived, not to be set
) (
    input wire                  clk,
    input wire                  rst,
    input wire                  start_valid,
    input wire [PLACE_BITS-1:0] start_place,
    input wire [WARPS-1:0]      available,
    input wire [63:0]           record,
    input wire                  in_ready,
    input wire                  operand_mask,
    input wire                  wb_valid,
    input wire [WARP_BITS-1:0]  wb_warp,
    input wire [4:0]            wb_register,
    input wire [2:0]            wb_level,
    input wire                  release_ready
);
    localparam [3:0] BARRIER = 4'd3, EXIT = 4'd7;
    localparam [31:0] SLOT = ISSUE_CYCLES;
    localparam [WARP_BITS:0] TWO = 2;
    wire [SM_CTAS-1:0]   place_free;
    wire                 issue_valid, read_valid, read_first, in_valid, release_valid, issued, slot_busy, slot_waits, releasing;
    wire [WARP_BITS-1:0] issue_warp, read_warp, in_warp;
    wire [3:0]           read_number;
    wire [2:0]           in_opcode, in_atomic_op;
    wire [4:0]           in_length, in_register;
    wire                 in_scratchpad, in_atomic, in_atomic_returns;
    wire [WARPS-1:0]     live, control, synchronization, memory_data, memory_structural, compute_data, compute_structural;
    rs_issue_stage #(.WARPS(WARPS), .REGISTERS(REGISTERS), .WARP_ORDER(WARP_ORDER), .ISSUE_CYCLES(ISSUE_CYCLES), .WARP_GAP(2),
        .ALU_LATENCY(3), .SFU_LATENCY(4), .BRANCH_LATENCY(2), .ALU_INTERVAL(1), .SFU_INTERVAL(3), .WORDS_DELAY(1),
        .LOADS_A_WARP(LOADS_A_WARP), .BLOCKING(BLOCKING), .SM_CTAS(SM_CTAS), .LANES(1), .WARP_BITS(WARP_BITS), .REGISTER_BITS(5)) dut (
        .clk(clk), .rst(rst), .cta_warps(TWO), .start_valid(start_valid), .start_place(start_place), .place_free(place_free),
        .ask_valid(), .ask_warp(), .available(available), .record(record), .issue_valid(issue_valid), .issue_warp(issue_warp),
        .read_valid(read_valid), .read_first(read_first), .read_warp(read_warp), .read_number(read_number), .in_valid(in_valid),
        .in_ready(in_ready), .in_opcode(in_opcode), .in_length(in_length), .in_warp(in_warp), .in_register(in_register),
        .in_scratchpad(in_scratchpad), .in_atomic(in_atomic), .in_atomic_op(in_atomic_op), .in_atomic_returns(in_atomic_returns),
        .operand_mask(operand_mask), .wb_valid(wb_valid), .wb_warp(wb_warp), .wb_register(wb_register), .wb_element(4'd0),
        .wb_mask(1'b1), .wb_level(wb_level), .release_valid(release_valid), .release_ready(release_ready), .acquire_valid(),
        .fence_release_valid(1'b0), .fence_acquire_valid(1'b0), .quiet(), .illegal(), .illegal_warp(), .live(live),
        .hazard_control(control), .hazard_synchronization(synchronization), .hazard_memory_data(memory_data),
        .hazard_memory_structural(memory_structural), .hazard_compute_data(compute_data), .hazard_compute_structural(compute_structural),
        .issued(issued), .slot_busy(slot_busy), .slot_waits(slot_waits), .releasing(releasing), .waiting_valid(), .waiting_warp(),
        .waiting_register(), .ready_valid(), .ready_warp(), .ready_register(), .ready_level());

    (* keep *) wire [47:0]      popped;     // probe dut.popped
    (* keep *) wire [WARPS-1:0] at_barrier; // probe dut.at_barrier
    (* keep *) wire [WARPS-1:0] in_state;   // probe dut.in_state
    (* keep *) wire [WARPS-1:0] pending;    // probe dut.pending
    (* keep *) wire [3:0]       reads_left; // probe dut.reads_left
    (* keep *) wire [PLACE_BITS-1:0] cta = $anyconst;
    wire [WARP_BITS-1:0] first  = {cta, 1'b0}, second = {cta, 1'b1};
    wire [WARPS-1:0]     able   = live & ~(control | synchronization | memory_data | memory_structural | compute_data | compute_structural);
    wire [3:0]           kind   = popped[3:0];
    wire issues_first  = issue_valid && issue_warp == first;
    wire issues_second = issue_valid && issue_warp == second;

    // The slot, and the barrier of one CTA, kept apart.
    reg  [6:0] slot;                        // cycles for which it is still in use
    reg        first_waits, second_waits;
    wire first_at   = first_waits || (issues_first && kind == BARRIER);
    wire second_at  = second_waits || (issues_second && kind == BARRIER);
    wire first_on   = live[first] && !(issues_first && kind == EXIT);
    wire second_on  = live[second] && !(issues_second && kind == EXIT);
    wire all_there  = (!first_on || first_at) && (!second_on || second_at);
    reg        started;
    reg        held, asks;
    reg  [WARP_BITS+16:0] held_words;
    reg  [3:0] last_row;
    wire [WARP_BITS+16:0] in_words = {in_warp, in_opcode, in_atomic_op, in_length, in_register, in_scratchpad} ^ {16'd0, in_atomic};
    initial started = 1'b0;
    always @(posedge clk) begin
        started      <= 1'b1;
        slot         <= rst ? 7'd0 : issue_valid ? SLOT[6:0] - 7'd1 : slot != 7'd0 ? slot - 7'd1 : 7'd0;
        first_waits  <= !rst && first_on && first_at && !all_there;
        second_waits <= !rst && second_on && second_at && !all_there;
        held         <= !rst && in_valid && !in_ready;
        held_words   <= in_words;
        asks         <= !rst && release_valid && !release_ready;
        if (read_valid)
            last_row <= read_number;
        if (!started)
            assume (rst);
        assume (!start_valid || place_free[start_place]);
        if (started && !rst) begin
            choice_able:   assert (!issue_valid || able[issue_warp]);
            choice_some:   assert (issue_valid == (able != {WARPS{1'b0}} && slot == 7'd0 && reads_left == 4'd0));
            choice_issued: assert (issued == issue_valid);
            barrier_first:  assert (at_barrier[first] == first_waits);
            barrier_second: assert (at_barrier[second] == second_waits);
            barrier_waits:  assert (!(issues_first && first_waits) && !(issues_second && second_waits));
            barrier_lives:  assert ((!first_waits || live[first]) && (!second_waits || live[second]));
            place_live:     assert (!place_free[cta] || (!live[first] && !live[second]));
            place_pending:  assert (!place_free[cta] || (!pending[first] && !pending[second]));
            place_operands: assert (!place_free[cta] || !(in_valid || reads_left != 4'd0) || (in_warp != first && in_warp != second));
            operands_stay:  assert (!held || (in_valid && in_words == held_words));
            operands_rows:  assert (!read_valid || (read_first ? read_number == 4'd0 : read_number == last_row + 4'd1 && read_warp == in_warp));
            operands_room:  assert (!read_valid || !in_valid || in_ready);
            operands_first: assert (!read_first || reads_left == 4'd0);
            fence_stays:    assert (!asks || release_valid);
            fence_alone:    assert (!release_valid || (!read_valid && !in_valid));
            fence_waits:    assert (!issue_valid || !in_state[issue_warp]);
            cover_barrier:  cover (all_there && first_waits && issues_second && second_on);
            cover_exit:     cover (all_there && first_waits && issues_second && kind == EXIT);
            cover_release:  cover (release_valid && release_ready);
            cover_rows:     cover (read_valid && read_number == 4'd2);
            cover_waits:    cover (slot_waits && slot == 7'd0);
            cover_again:    cover (start_valid && start_place == cta && last_row == 4'd1);
        end
    end
endmodule
`default_nettype wire
