// Proof of rs_axi4_store: the write half of the AXI4 slave. Bursts, beats, every ready and acceptance are free; what is offered stays,
// bursts have at most 2^LEN_BITS beats, and a write is accepted once, after it was sent.
//   An answer stays until it is taken. Each burst is answered once, in the order of the bursts, with its own id and response,
//   behind its last beat; one with lines when memory has accepted all lines of it and of those before it, and failed exactly if one of
//   its own was not written.
//   Lines leave in the order of the beats: a line for the beats that go to it in a row, with its address, for one arbitrary byte of
//   it whether it had a strobe and the word of the last; none of a burst that is refused. A line that is refused stays.
//   A tag is not sent again before it was accepted. idle exactly while no burst is here.
`default_nettype none
module rs_axi4_store_fv #(
    parameter BEAT_BYTES   = 1,
    parameter LINE_BYTES   = 2,
    parameter ADDRESS_BITS = 13,
    parameter WRITES       = 2,
    parameter TAG_BITS     = 1,
    parameter CHANNELS     = 1,
    parameter LEN_BITS     = 2,
    parameter OF_LINES     = 1, // 1: what is said of lines; of answers
    parameter OF_ANSWERS   = 1,
    // derived, not to be set
    parameter LINE_SHIFT = $clog2(LINE_BYTES),
    parameter LINE_BITS  = ADDRESS_BITS - LINE_SHIFT
) (
    input wire                    clk,
    input wire                    rst,
    input wire                    aw_valid,
    input wire                    aw_refused,
    input wire                    aw_id,
    input wire [ADDRESS_BITS-1:0] aw_address,
    input wire [7:0]              aw_len,
    input wire [2:0]              aw_size,
    input wire [1:0]              aw_burst,
    input wire                    w_valid,
    input wire [8*BEAT_BYTES-1:0] w_data,
    input wire [BEAT_BYTES-1:0]   w_strb,
    input wire                    b_ready,
    input wire                    line_ready,
    input wire [CHANNELS-1:0]     accepted_valid,
    input wire [CHANNELS*TAG_BITS-1:0] accepted_tag,
    input wire [CHANNELS-1:0]     accepted_error,
    input wire                    mark
);
    localparam BURST = 1 + 1 + ADDRESS_BITS + 13;
    localparam TAGS  = 1 << TAG_BITS;
    localparam BYTE_BITS = LINE_SHIFT;
    wire                    aw_ready, w_ready, b_valid, b_id, b_refused, b_failed, line_valid, idle;
    wire [LINE_BITS-1:0]    line_address;
    wire [LINE_BYTES-1:0]   line_bytes;
    wire [8*LINE_BYTES-1:0] line_data;
    rs_axi4_store #(.BEAT_BYTES(BEAT_BYTES), .LINE_BYTES(LINE_BYTES), .ADDRESS_BITS(ADDRESS_BITS), .AXI_ID_BITS(1), .WRITES(WRITES),
        .TAG_BITS(TAG_BITS), .CHANNELS(CHANNELS)) dut (
        .clk(clk), .rst(rst), .aw_valid(aw_valid), .aw_ready(aw_ready), .aw_refused(aw_refused), .aw_id(aw_id), .aw_address(aw_address),
        .aw_len(aw_len), .aw_size(aw_size), .aw_burst(aw_burst), .w_valid(w_valid), .w_ready(w_ready), .w_data(w_data), .w_strb(w_strb),
        .b_valid(b_valid), .b_ready(b_ready), .b_id(b_id), .b_refused(b_refused), .b_failed(b_failed), .line_valid(line_valid), .line_ready(line_ready),
        .line_address(line_address), .line_bytes(line_bytes), .line_data(line_data), .accepted_valid(accepted_valid),
        .accepted_tag(accepted_tag), .accepted_error(accepted_error), .idle(idle));

    rs_stream_source_rules #(.WIDTH(BURST), .CHECK(0)) burst_stays (
        .clk(clk), .rst(rst), .valid(aw_valid), .ready(aw_ready), .payload({aw_refused, aw_id, aw_address, aw_len, aw_size, aw_burst}));
    rs_stream_source_rules #(.WIDTH(9 * BEAT_BYTES), .CHECK(0)) beat_stays (
        .clk(clk), .rst(rst), .valid(w_valid), .ready(w_ready), .payload({w_data, w_strb}));
    rs_stream_source_rules #(.WIDTH(3), .CHECK(1)) answer_stays (
        .clk(clk), .rst(rst), .valid(b_valid), .ready(b_ready), .payload({b_id, b_refused, b_failed}));

    // One byte of the lines, always the same.
    (* anyconst *) reg [BYTE_BITS-1:0] place;
    wire [7:0] line_byte = line_data[8*place +: 8];
    rs_stream_source_rules #(.WIDTH(LINE_BITS + LINE_BYTES + 8), .CHECK(1)) line_stays (
        .clk(clk), .rst(rst), .valid(line_valid), .ready(line_ready),
        .payload({line_address, line_bytes, line_byte & {8{line_bytes[place]}}}));

    // ---- the burst whose beats come: its addresses by the standard's pseudocode -------------------------------------------
    wire                    here, refused, id;
    wire [ADDRESS_BITS-1:0] from;
    wire [7:0]              len;
    wire [2:0]              size;
    wire [1:0]              burst;
    wire                    room;
    wire [$clog2(WRITES+1)-1:0] level;
    wire                    beat_taken = w_valid && w_ready;
    reg  [LEN_BITS-1:0]     beat;
    reg  [11:0]             later;   // address behind the first beat's
    wire                    last_beat = beat == len[LEN_BITS-1:0];
    rs_fifo #(.WIDTH(BURST), .DEPTH(WRITES)) bursts (
        .clk(clk), .rst(rst), .in_valid(aw_valid && aw_ready), .in_ready(room),
        .in_data({aw_refused, aw_id, aw_address, aw_len, aw_size, aw_burst}), .out_valid(here), .out_ready(beat_taken && last_beat),
        .out_data({refused, id, from, len, size, burst}), .level(level));
    wire [11:0] at    = beat == 0 ? from[11:0] : later;
    wire [11:0] bytes = 12'd1 << size;
    wire [11:0] round = (len + 12'd1) << size;           // of a WRAP, a power of two
    wire [11:0] low   = from[11:0] & ~(round - 12'd1);
    wire [11:0] up    = (at & ~(bytes - 12'd1)) + bytes;
    wire [11:0] behind = burst == 2'd0 ? at : burst == 2'd2 && up == low + round ? low : up;
    wire        ends  = last_beat || behind >> LINE_SHIFT != at >> LINE_SHIFT;
    wire [11:0] word  = at >> $clog2(BEAT_BYTES) << $clog2(BEAT_BYTES);
    wire [11:0] lane  = {{(12-BYTE_BITS){1'b0}}, place} - (word & (LINE_BYTES - 1));
    wire        hits  = lane < BEAT_BYTES && w_strb[lane[$clog2(BEAT_BYTES+1)-1:0]];
    wire [7:0]  hit_byte = w_data[8*lane[$clog2(BEAT_BYTES+1)-1:0] +: 8];

    // ---- lines that wait, of the byte -------------------------------------------------------------------------------------
    reg                  had;
    reg  [7:0]           value;
    wire                 fills = beat_taken && !refused;
    wire                 due, due_had, due_marked, lines_room, marked_beat;
    wire [7:0]           due_value;
    wire [LINE_BITS-1:0] due_line;
    wire [1:0]           lines_level;
    wire                 line_taken = line_valid && line_ready;
    wire                 has_now = had || hits;
    wire [7:0]           value_now = hits ? hit_byte : value;
    rs_fifo #(.WIDTH(LINE_BITS + 10), .DEPTH(2)) lines (
        .clk(clk), .rst(rst), .in_valid(fills && ends), .in_ready(lines_room),
        .in_data({from[ADDRESS_BITS-1:12], at[11:LINE_SHIFT], has_now, value_now, marked_beat}), .out_valid(due), .out_ready(line_taken),
        .out_data({due_line, due_had, due_value, due_marked}), .level(lines_level));

    // ---- tags that are out; the marked burst --------------------------------------------------------------------------------
    reg  [TAGS-1:0]     out, older;   // older: of the marked burst or one before it
    reg  [TAGS-1:0]     own;          // of the marked burst
    reg                 marked_failed; // one of its lines was not written
    reg  [TAG_BITS-1:0] next_tag;
    reg                 marked, marked_id, marked_refused, marked_over; // over: its last beat has come
    reg  [3:0]          before, beats_before;   // bursts not answered before the marked one; whose last beat has not come
    reg  [3:0]          unanswered, waiting_before; // bursts that are here; lines that wait and are of the marked burst or before
    wire                takes = aw_valid && aw_ready, answers = b_valid && b_ready;
    wire                line_older = waiting_before != 0; // the one that leaves next
    wire                marks = takes && mark && !marked;
    wire                older_line_comes = marked && !marked_over && fills && ends;
    assign marked_beat = marked && beats_before == 0 && !marked_over;
    integer c;
    always @(posedge clk) begin
        if (beat_taken) begin
            beat  <= last_beat ? 0 : beat + 1'b1;
            later <= behind;
        end
        if (fills) begin
            had   <= !ends && has_now;
            value <= value_now;
        end
        if (line_taken) begin
            out[next_tag]   <= 1'b1;
            older[next_tag] <= marked && line_older;
            own[next_tag]   <= due_marked;
            next_tag        <= next_tag + 1'b1;
        end
        for (c = 0; c < CHANNELS; c = c + 1)
            if (accepted_valid[c]) begin
                out[accepted_tag[c*TAG_BITS +: TAG_BITS]]   <= 1'b0;
                older[accepted_tag[c*TAG_BITS +: TAG_BITS]] <= 1'b0;
                own[accepted_tag[c*TAG_BITS +: TAG_BITS]]   <= 1'b0;
                if (own[accepted_tag[c*TAG_BITS +: TAG_BITS]] && accepted_error[c])
                    marked_failed <= 1'b1;
            end
        unanswered <= unanswered + {3'd0, takes} - {3'd0, answers};
        if (marks) begin
            marked         <= 1'b1;
            marked_id      <= aw_id;
            marked_refused <= aw_refused;
            marked_over    <= 1'b0;
            marked_failed  <= 1'b0;
            before         <= unanswered - {3'd0, answers};
            beats_before   <= {4'd0, level} - {3'd0, beat_taken && last_beat};
            waiting_before <= {2'd0, lines_level} + {3'd0, fills && ends} - {3'd0, line_taken};
            older          <= out; // all lines so far are of bursts before it
            if (line_taken) older[next_tag] <= 1'b1;
            for (c = 0; c < CHANNELS; c = c + 1)
                if (accepted_valid[c]) older[accepted_tag[c*TAG_BITS +: TAG_BITS]] <= 1'b0;
        end else if (marked) begin
            before         <= before - {3'd0, answers && before != 0};
            waiting_before <= waiting_before + {3'd0, older_line_comes} - {3'd0, line_taken && line_older};
            if (beat_taken && last_beat) begin
                beats_before <= beats_before - {3'd0, beats_before != 0};
                if (beats_before == 0) marked_over <= 1'b1;
            end
            if (answers && before == 0) marked <= 1'b0;
        end
        if (rst) begin
            beat       <= 0;
            had        <= 1'b0;
            out        <= 0;
            older      <= 0;
            own        <= 0;
            next_tag   <= 0;
            marked     <= 1'b0;
            unanswered <= 4'd0;
        end
    end

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) begin
        if (!started) assume (rst);
        if (aw_valid) assume (aw_len < (1 << LEN_BITS) && (aw_refused || ((1 << aw_size) <= BEAT_BYTES && aw_burst != 2'd3)));
        if (aw_valid && aw_burst == 2'd2 && !aw_refused) assume (aw_len != 0 && ((aw_len + 1) & aw_len) == 0 && (aw_address & ((1 << aw_size) - 1)) == 0);
        for (c = 0; c < CHANNELS; c = c + 1)
            if (accepted_valid[c]) assume (out[accepted_tag[c*TAG_BITS +: TAG_BITS]]);
        if (CHANNELS > 1) assume (!(accepted_valid[0] && accepted_valid[CHANNELS-1]
                                    && accepted_tag[TAG_BITS-1:0] == accepted_tag[(CHANNELS-1)*TAG_BITS +: TAG_BITS]));
    end
    // ---- the same in the block's registers, so that the proof need not find it -------------------------------------------------
    localparam LEVEL_BITS = $clog2(WRITES + 1);
    (* keep *) wire [TAG_BITS-1:0]   oldest_tag;    // probe dut.oldest_tag
    (* keep *) wire [TAGS-1:0]       accepted;      // probe dut.accepted
    (* keep *) wire [TAGS-1:0]       ends_of_tag;   // probe dut.ends
    (* keep *) wire [1:0]            full;          // probe dut.full
    (* keep *) wire                  fill;          // probe dut.fill
    (* keep *) wire                  send;          // probe dut.send
    (* keep *) wire [1:0]            ends_of;       // probe dut.ends_of
    (* keep *) wire [LEVEL_BITS-1:0] bursts_level;  // probe dut.bursts_level
    (* keep *) wire [LEVEL_BITS-1:0] answers_level; // probe dut.answers_level
    (* keep *) wire [LEVEL_BITS-1:0] settled_level; // probe dut.settled_level
    (* keep *) wire [(WRITES > 1 ? $clog2(WRITES) : 1)-1:0] answers_first; // probe dut.waiting.read_pointer
    (* keep *) wire [2*WRITES-1:0]   answers_held;  // probe dut.waiting.memory[*WRITES]
    wire [TAG_BITS-1:0] lines_out = next_tag - oldest_tag;
    reg                 tags_known;        // a tag is out or accepted exactly if it is from the oldest one to the last that was sent
    reg  [3:0]          with_lines, ended; // bursts behind their last beat that have lines; last lines that are not settled
    reg  [TAG_BITS-1:0] its_age;
    integer t;
    always @* begin
        tags_known = 1'b1;
        ended      = 0;
        for (t = 0; t < TAGS; t = t + 1) begin
            its_age = t - oldest_tag;
            if (its_age < lines_out ? out[t] == accepted[t] : out[t] || accepted[t])
                tags_known = 1'b0;
            if (its_age < lines_out)
                ended = ended + ends_of_tag[t];
        end
        for (t = 0; t < 2; t = t + 1)
            ended = ended + (full[t] && ends_of[t]);
        with_lines = 0;
        for (t = 0; t < WRITES; t = t + 1)
            if (t < answers_level)
                with_lines = with_lines + !answers_held[2*((answers_first + t) % WRITES) + 1];
    end
    wire marked_next = marked && before == 0;
    wire marked_done = marked_refused ? marked_over : marked_over && waiting_before == 0 && (older & out) == 0;
    always @(posedge clk)
        if (started && !rst) begin
            beat_of_a_burst:   assert (!w_ready || here);
            burst_room:        assert (!aw_ready || room);
            line_room:         assert (!(fills && ends) || lines_room);
            tag_is_back:       assert (!line_valid || !out[next_tag]);
            if (OF_LINES) begin
                line_due:          assert (!line_valid || due);
                own_line:          assert (!line_valid || line_address == due_line);
                own_strobe:        assert (!line_valid || line_bytes[place] == due_had);
                own_byte:          assert (!(line_valid && due_had) || line_byte == due_value);
                both_wait:         cover (lines_level == 2 && line_valid && !line_ready);
            end
            if (OF_ANSWERS) begin
                link_tags:         assert (tags_known);
                link_levels:       assert (unanswered == bursts_level + answers_level && bursts_level == level);
                link_full:         assert (lines_level == full[0] + full[1]
                                           && (full == 2'd0 || full == 2'd3 ? fill == send : full[send] && fill != send));
                link_ended:        assert (ended + settled_level == with_lines);
                answer_to_a_burst: assert (!b_valid || unanswered != 0);
                own_answer:        assert (!(b_valid && marked_next) || (b_id == marked_id && b_refused == marked_refused));
                own_failure:       assert (!(b_valid && marked_next) || b_failed == (marked_failed && !marked_refused));
                not_before:        assert (!(b_valid && marked_next) || marked_done);
                says_idle:         assert (idle == (unanswered == 0));
                marked_here:       assert (!marked || before < unanswered);
                answered_late:     cover (marked_next && marked_over && waiting_before == 0 && (older & out) != 0 && !b_valid);
                answered:          cover (answers && marked_next && !marked_refused);
                refused_answered:  cover (answers && marked_next && marked_refused && before == 0);
            end
        end
endmodule
`default_nettype wire
