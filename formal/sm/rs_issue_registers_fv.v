// Proof of rs_issue_registers, of one marked register of one marked warp. Loads, words and results of all other registers are
// free. Assumed of the marked one: a load or a result is issued for it only when it has neither to come, as it is named; the lanes of its
// load are told once (both asserted by rs_issue_stage_waits_fv), an instruction after the other as rs_issue_registers.v says; words come
// for lanes that have none yet, when the lanes are known (both seen by lockstep alone). Proven, for all time:
//   it is memory-pending from the cycle behind its load to the cycle before it is ready, and ready once: in the cycle behind its last
//   word, WORDS_DELAY later for the lower levels; it is compute-pending from the cycle behind a result to the one before issue + latency.
`default_nettype none
module rs_issue_registers_fv #(
    parameter WORDS_DELAY = 0,
    parameter ALU_LATENCY = 3,
    parameter SFU_LATENCY = 4,
    parameter WARP        = 1, // the marked one
    parameter REGISTER    = 5
) (
    input wire        clk,
    input wire        rst,
    input wire [1:0]  load_warp,
    input wire [15:0] load_registers,
    input wire        alu_result,
    input wire        sfu_result,
    input wire        result_valid,
    input wire        result_warp,
    input wire [3:0]  result_register,
    input wire        lanes_valid,
    input wire        lanes_warp,
    input wire [3:0]  lanes_register,
    input wire [3:0]  lanes_last,
    input wire [1:0]  lanes_mask,
    input wire        wb_valid,
    input wire        wb_warp,
    input wire [3:0]  wb_register,
    input wire [1:0]  wb_mask,
    input wire [2:0]  wb_level
);
    localparam [31:0] ALU = ALU_LATENCY, SFU = SFU_LATENCY, DELAY = WORDS_DELAY;
    localparam [31:0] WARP_NUMBER = WARP, REGISTER_NUMBER = REGISTER;
    wire       warp     = WARP_NUMBER[0];
    wire [3:0] register = REGISTER_NUMBER[3:0];
    wire [31:0] names = warp ? {16'd1 << register, 16'd0} : {16'd0, 16'd1 << register};
    wire [1:0]  memory_named, compute_named, ready_valid, ready_warp;
    wire [7:0]  ready_register;
    rs_issue_registers #(.WARPS(2), .REGISTERS(16), .SCHEDULERS(1), .LANES(2), .ALU_LATENCY(ALU_LATENCY), .SFU_LATENCY(SFU_LATENCY),
        .WORDS_DELAY(WORDS_DELAY)) dut (
        .clk(clk), .rst(rst), .names(names), .memory_named(memory_named), .compute_named(compute_named), .pending(), .loads_full(),
        .load_warp(load_warp), .load_registers(load_registers), .load_length(5'd1), .issues({result_warp, !result_warp} & {2{result_valid}}),
        .alu_result(alu_result), .sfu_result(sfu_result), .result_valid(result_valid), .result_warp(result_warp), .result_register(result_register), .lanes_valid(lanes_valid), .lanes_warp(lanes_warp),
        .lanes_register(lanes_register), .lanes_last(lanes_last), .lanes_mask(lanes_mask), .wb_valid(wb_valid), .wb_warp(wb_warp),
        .wb_register(wb_register), .wb_mask(wb_mask), .wb_level(wb_level), .done_valid(), .done_warp(), .done_register(),
        .ready_valid(ready_valid), .ready_warp(ready_warp), .ready_register(ready_register), .ready_level(), .shown(2'd0), .shown_pending());

    reg       awaited, told;      // load issued, its lanes known
    reg [1:0] left;               // lanes without their words
    reg [4:0] not_before;         // cycles until its words may come
    reg [3:0] next_told;          // cycles until lanes may be told again
    reg [6:0] due;                // cycles until it is ready; 0: not yet known
    reg [6:0] computing;          // cycles for which it stays compute-pending
    reg       started;
    wire [4:0] last_told = {1'b0, lanes_register} + {1'b0, lanes_last};
    wire loads   = load_warp[warp] && load_registers[register];
    wire tells   = lanes_valid && lanes_warp == warp && lanes_register <= register && {1'b0, register} <= last_told;
    wire words   = wb_valid && wb_warp == warp && wb_register == register;
    wire ends    = words && (left & ~wb_mask) == 2'd0;
    wire late    = wb_level < 3'd2;
    wire results = result_valid && (alu_result || sfu_result) && result_warp == warp && result_register == register;
    wire ready   = due == 7'd1;
    wire is_ready = (ready_valid[0] && ready_warp[0] == warp && ready_register[3:0] == register)
                 || (ready_valid[1] && ready_warp[1] == warp && ready_register[7:4] == register);
    wire both_ready = ready_valid == 2'd3 && ready_warp == {warp, warp} && ready_register == {register, register};
    initial started = 1'b0;
    always @(posedge clk) begin
        started    <= 1'b1;
        awaited    <= !rst && (loads || (awaited && !ready));
        told       <= !rst && !loads && (told || tells);
        left       <= tells ? lanes_mask : words ? left & ~wb_mask : left;
        not_before <= tells ? {1'b0, register - lanes_register} : not_before != 5'd0 ? not_before - 5'd1 : 5'd0;
        next_told  <= rst ? 4'd0 : lanes_valid ? lanes_last : next_told != 4'd0 ? next_told - 4'd1 : 4'd0;
        due        <= rst ? 7'd0 : ends ? (late ? DELAY[6:0] : 7'd0) + 7'd1 : due != 7'd0 ? due - 7'd1 : 7'd0;
        computing  <= rst ? 7'd0 : results ? (alu_result ? ALU[6:0] : SFU[6:0]) - 7'd1 : computing != 7'd0 ? computing - 7'd1 : 7'd0;
        if (!started)
            assume (rst);
        assume (!(alu_result && sfu_result));
        assume (load_warp != 2'd3);
        assume (!(loads || results) || ((!awaited || ready) && computing == 7'd0));
        assume (!(loads && results));
        assume (!lanes_valid || (next_told == 4'd0 && last_told < 5'd16 && lanes_mask != 2'd0));
        assume (!tells || (awaited && !told && !ready));
        assume (!words || (awaited && told && not_before == 5'd0 && wb_mask != 2'd0 && (wb_mask & ~left) == 2'd0));
        if (started && !rst) begin
            ready_exactly: assert (is_ready == ready);
            ready_once:    assert (!both_ready);
            pending:       assert (memory_named[warp] == (awaited && !ready));
            computed:      assert (compute_named[warp] == (computing != 7'd0));
            cover_ready:   cover (ready && left == 2'd0 && lanes_valid);
            cover_again:   cover (ready && loads);
            cover_twice:   cover (words && (left & ~wb_mask) != 2'd0);
            cover_vector:  cover (tells && register != lanes_register && lanes_last > register - lanes_register);
        end
    end
endmodule
`default_nettype wire
