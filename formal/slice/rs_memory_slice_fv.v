// Proof of rs_memory_slice between any queues (rs_free_queues.v) and any memory. Requests, room on both ways out and the memory's
// order are free. One word of one sector is marked, and one read or atomic of it.
//   The marked request is answered once, to its SM, and not lost. It brings the word as the writes and atomics that were looked up
//   before it left it, whatever was looked up after it; an atomic's words are never seen half way.
//   So no byte that main memory has not is lost: a line may leave at any time, and a read of it come at any time afterwards.
//   accept_* tells each look-up, and of what, a cycle later. No miss number is asked twice, and reads alone ask.
//   Memory answers each read once, in any order of the reads, with what it had when the read came behind the writes before it.
// Words of a bit, which is a byte, too; two in a sector. Operations on wider words: rs_slice_atomic_fv.
`default_nettype none
module rs_memory_slice_fv #(
    parameter SETS      = 1,
    parameter WAYS      = 2,
    parameter LINE_BITS = 3,
    parameter MISSES    = 1,
    parameter WAITERS   = 1,
    parameter WRITE     = 0, // 1: write through
    parameter HEADER_WIRES = 0,
    // derived, not to be set
    parameter MISS_BITS = MISSES > 1 ? $clog2(MISSES) : 1,
    parameter TAG_BITS  = MISS_BITS,
    parameter HEADER    = 1 + TAG_BITS + 3 + LINE_BITS,
    parameter PAYLOAD   = HEADER + 6 + HEADER_WIRES
) (
    input wire               clk,
    input wire               rst,
    input wire               fill_valid,
    input wire [PAYLOAD-1:0] fill_payload
);
    (* keep *) wire [LINE_BITS-1:0] marked_line = $anyconst;
    (* keep *) wire                 marked_word = $anyconst;
    (* keep *) wire                 marked_sm   = $anyconst;

    wire                 in_ready, out_valid, dram_valid, fill_ready, accept_valid, accept_write, accept_sm, idle;
    wire [PAYLOAD+1:0]   out_flit, dram_flit;
    wire [TAG_BITS-1:0]  accept_tag;
    wire [LINE_BITS-1:0] accept_line;
    reg  [1:0]           fill_phase; // flit of the fill that comes next
    localparam [1:0]     TAIL = HEADER_WIRES != 0 ? 1 : 2;
    localparam           DATA = HEADER_WIRES != 0 ? HEADER + 6 : 0; // bit of a flit's data
    rs_memory_slice #(.SM_BITS(1), .TAG_BITS(TAG_BITS), .LINE_BITS(LINE_BITS), .FLIT_BITS(1), .WORD_BITS(1), .BYTE(1),
        .CHANNEL_MASK(0), .L2_SETS(SETS), .L2_WAYS(WAYS), .L2_QUEUE(2), .L2_MISSES(MISSES), .L2_WAITERS(WAITERS), .L2_REPLIES(2),
        .L2_DRAM(2), .L2_WRITE(WRITE), .L2_LATENCY(2), .HEADER_WIRES(HEADER_WIRES)) dut (
        .clk(clk), .rst(rst), .in_valid(1'b0), .in_ready(in_ready), .in_flit({(PAYLOAD+2){1'b0}}), .out_valid(out_valid),
        .out_ready(1'b0), .out_flit(out_flit), .dram_valid(dram_valid), .dram_ready(1'b0), .dram_flit(dram_flit),
        .fill_valid(fill_valid), .fill_ready(fill_ready), .fill_flit({fill_phase == TAIL, fill_phase == 2'd0, fill_payload}),
        .accept_valid(accept_valid), .accept_write(accept_write), .accept_sm(accept_sm), .accept_tag(accept_tag),
        .accept_line(accept_line), .idle(idle));

    (* keep *) wire                valid;      // probe dut.intake.valid
    (* keep *) wire [HEADER-1:0]   header;     // probe dut.intake.header
    (* keep *) wire [5:0]          mask;       // probe dut.intake.mask
    (* keep *) wire [1:0]          data;       // probe dut.intake.data
    (* keep *) wire                looks;      // probe dut.looks
    (* keep *) wire                served;     // probe dut.served
    (* keep *) wire                begins;     // probe dut.begins
    (* keep *) wire                merges;     // probe dut.merges
    (* keep *) wire                leaves;     // probe dut.leaves
    (* keep *) wire                place_free; // probe dut.replies.place_free
    (* keep *) wire [1:0]          places_free; // probe dut.to_dram.places_free
    (* keep *) wire [1:0]          reserve;    // probe dut.to_dram.reserve
    (* keep *) wire                replies;    // probe dut.replies.push
    (* keep *) wire [TAG_BITS+1:0] reply_head; // probe dut.replies.header
    (* keep *) wire [1:0]          reply_data; // probe dut.replies.data
    (* keep *) wire                push;       // probe dut.to_dram.push
    (* keep *) wire                push_write; // probe dut.to_dram.push_write
    (* keep *) wire [LINE_BITS-1:0] push_line; // probe dut.to_dram.push_line
    (* keep *) wire [TAG_BITS-1:0] push_tag;   // probe dut.to_dram.push_tag
    (* keep *) wire [1:0]          push_mask;  // probe dut.to_dram.push_mask
    (* keep *) wire [1:0]          push_data;  // probe dut.to_dram.push_data

    // ---- the request at the look-up -----------------------------------------------------------------------------------
    wire [LINE_BITS-1:0] line = header[LINE_BITS-1:0];
    wire [2:0]           kind = header[LINE_BITS +: 3], operation = mask[4:2];
    wire [TAG_BITS-1:0]  tag  = header[LINE_BITS+3 +: TAG_BITS];
    wire                 sm   = header[HEADER-1];
    wire                 about_it = line == marked_line;
    wire                 operand = data[marked_word], compare = data[!marked_word];
    wire                 marks = served && tag[0];
    reg                  truth;  // of the marked word, after the last look-up
`include "formal/slice/rs_slice_operate.vh"
    always @(posedge clk)
        if (rst)
            truth <= 1'b0;
        else if (served && about_it && kind != 3'd0 && mask[marked_word])
            truth <= kind == 3'd1 ? operand : operate(truth, operation, operand, compare);

    // ---- the memory, of the marked word ---------------------------------------------------------------------------------
    reg                memory;
    reg  [MISSES-1:0]  out, about, brings; // reads that are out, by number; of the marked sector; what they bring
    reg  [MISS_BITS-1:0] fill_number;
    wire [MISS_BITS-1:0] number = fill_phase == 2'd0 ? fill_payload[MISS_BITS-1:0] : fill_number;
    wire               fills = fill_valid && fill_ready;
    always @(posedge clk) begin
        if (push && push_write && push_line == marked_line && push_mask[marked_word])
            memory <= push_data[marked_word];
        if (push && !push_write) begin
            out[push_tag]    <= 1'b1;
            about[push_tag]  <= push_line == marked_line;
            brings[push_tag] <= memory;
        end
        if (fills) begin
            fill_phase  <= fill_phase == TAIL ? 2'd0 : fill_phase + 2'd1;
            fill_number <= number;
            if (fill_phase == TAIL)
                out[number] <= 1'b0;
        end
        if (rst) begin
            memory     <= 1'b0;
            out        <= {MISSES{1'b0}};
            fill_phase <= 2'd0;
        end
    end

    // ---- the marked request ---------------------------------------------------------------------------------------------
    wire answers = replies && reply_head[0];
    reg  seen, inside, expected, data_due;
    reg  looked_up;
    reg  [HEADER-1:0] looked_up_head;
    always @(posedge clk) begin
        looked_up      <= served && !rst;
        looked_up_head <= header;
        if (answers)
            inside <= 1'b0;
        if (marks) begin
            seen     <= 1'b1;
            inside   <= !answers;
            expected <= truth;
        end
        data_due <= answers && !rst;
        if (rst) begin
            seen   <= 1'b0;
            inside <= 1'b0;
        end
    end

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) begin
        if (!started) assume (rst);
        if (valid && looks) begin
            assume (kind <= 3'd2);
            assume (!(kind == 3'd2 && operation == 3'd4 && mask[1:0] == 2'b11)); // compare and swap: of one word
            assume (!tag[0] || (!seen && kind != 3'd1 && about_it && sm == marked_sm));
        end
        if (fill_valid) begin
            assume (number < MISSES && out[number]);
            assume (!(about[number] && fill_phase == TAIL - {1'b0, !marked_word}) || fill_payload[DATA] == brings[number]);
        end
    end

    reg [2:0] owed; // places for requests to memory that were taken and not used yet
    always @(posedge clk)
        owed <= rst ? 3'd0 : owed + reserve - push;
    reg  merged; // the marked request found its sector pending
    always @(posedge clk)
        merged <= !rst && (marks ? merges : merged);
    always @(posedge clk)
        if (started && !rst) begin
            answered_once:  assert (!answers || (reply_head[TAG_BITS] == marked_sm
                                    && (reply_head[TAG_BITS+1] ? inside && !marks : marks && kind != 3'd1)));
            right:          assert (!data_due || reply_data[marked_word] == expected);
            not_lost:       assert (!(idle && inside));
            accepts:        assert (accept_valid == looked_up);
            accepts_it:     assert (!looked_up || {accept_sm, accept_tag, accept_line} == {looked_up_head[HEADER-1:LINE_BITS+3],
                                    looked_up_head[LINE_BITS-1:0]} && accept_write == (looked_up_head[LINE_BITS +: 3] == 3'd1));
            asked_once:     assert (!(push && !push_write) || (push_tag < MISSES && !out[push_tag]));
            leaves_valid:   assert (!leaves || valid);
            push_to_room:   assert (!replies || place_free);
            places_left:    assert (reserve <= places_free);
            places_taken:   assert (!push || owed != 0 || reserve != 0);
            places_given:   assert (!idle || owed == 0);
            hit_answered:   cover (answers && marks && truth && !memory);
            atomic_hit:     cover (answers && begins && mask[1:0] == 2'b11 && operation == 3'd0 && truth);
            miss_answered:  cover (data_due && seen && !merged && expected);
            merge_answered: cover (WAITERS == 1 || (data_due && merged && expected));
            written_leaves: cover (push && push_write && push_line == marked_line && push_mask == 2'b01);
            kept_by_fill:   cover (fills && fill_phase == TAIL && about[number] && brings[number] != truth && !inside);
        end
endmodule
`default_nettype wire
