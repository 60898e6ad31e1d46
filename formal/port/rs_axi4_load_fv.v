// Proof of rs_axi4_load: the read half of the AXI4 slave. Bursts, every ready and the moment of each reply are free; what is offered
// stays, bursts have at most 2^LEN_BITS beats, each read of a line is answered once, and one arbitrary line has always the same data, and can always be read or never.
//   A beat stays until it is taken. Beats come for each burst as many as it has, in the order of the bursts, with its id and response,
//   the last marked; from the marked line with its own word, and failed if it could not be read. Without a burst no beat.
//   Lines are asked for in the order of the beats, each once for the beats that come from it in a row, none of a refused burst; a
//   read that is refused stays; its slot is not one whose beats have not left. idle exactly while no burst is here.
`default_nettype none
module rs_axi4_load_fv #(
    parameter BEAT_BYTES   = 1,
    parameter LINE_BYTES   = 2,
    parameter ADDRESS_BITS = 13,
    parameter READS        = 2, // a power of two from 2 on
    parameter LINES        = 2,
    parameter LEN_BITS     = 2,
    parameter WORDS        = LINES * LINE_BYTES / BEAT_BYTES, // of the slots, for the probe
    // derived, not to be set
    parameter LINE_SHIFT = $clog2(LINE_BYTES),
    parameter LINE_BITS  = ADDRESS_BITS - LINE_SHIFT,
    parameter SLOT_BITS  = $clog2(LINES)
) (
    input wire                    clk,
    input wire                    rst,
    input wire                    ar_valid,
    input wire                    ar_refused,
    input wire                    ar_id,
    input wire [ADDRESS_BITS-1:0] ar_address,
    input wire [7:0]              ar_len,
    input wire [2:0]              ar_size,
    input wire [1:0]              ar_burst,
    input wire                    r_ready,
    input wire                    line_ready,
    input wire                    reply_valid,
    input wire [SLOT_BITS-1:0]    reply_slot,
    input wire [8*LINE_BYTES-1:0] reply_data,
    input wire                    reply_error
);
    localparam BURST = 1 + 1 + ADDRESS_BITS + 13;
    localparam BEATS = 1 << LEN_BITS;
    localparam PLACE_BITS = $clog2(READS), LEVEL_BITS = $clog2(READS + 1);
    wire                    ar_ready, r_valid, r_id, r_refused, r_failed, r_last, line_valid, idle;
    wire [8*BEAT_BYTES-1:0] r_data;
    wire [LINE_BITS-1:0]    line_address;
    wire [SLOT_BITS-1:0]    line_slot;
    rs_axi4_load #(.BEAT_BYTES(BEAT_BYTES), .LINE_BYTES(LINE_BYTES), .ADDRESS_BITS(ADDRESS_BITS), .AXI_ID_BITS(1), .READS(READS),
        .LINES(LINES)) dut (
        .clk(clk), .rst(rst), .ar_valid(ar_valid), .ar_ready(ar_ready), .ar_refused(ar_refused), .ar_id(ar_id), .ar_address(ar_address),
        .ar_len(ar_len), .ar_size(ar_size), .ar_burst(ar_burst), .r_valid(r_valid), .r_ready(r_ready), .r_id(r_id), .r_data(r_data),
        .r_refused(r_refused), .r_failed(r_failed), .r_last(r_last), .line_valid(line_valid), .line_ready(line_ready), .line_address(line_address),
        .line_slot(line_slot), .reply_valid(reply_valid), .reply_slot(reply_slot), .reply_data(reply_data), .reply_error(reply_error), .idle(idle));

    rs_stream_source_rules #(.WIDTH(BURST), .CHECK(0)) burst_stays (
        .clk(clk), .rst(rst), .valid(ar_valid), .ready(ar_ready), .payload({ar_refused, ar_id, ar_address, ar_len, ar_size, ar_burst}));
    rs_stream_source_rules #(.WIDTH(8*BEAT_BYTES + 4), .CHECK(1)) beat_stays (
        .clk(clk), .rst(rst), .valid(r_valid), .ready(r_ready), .payload({r_data, r_id, r_refused, r_failed, r_last}));
    rs_stream_source_rules #(.WIDTH(LINE_BITS + SLOT_BITS), .CHECK(1)) line_stays (
        .clk(clk), .rst(rst), .valid(line_valid), .ready(line_ready), .payload({line_address, line_slot}));

    (* anyconst *) reg [LINE_BITS-1:0]    marked_line;
    (* anyconst *) reg [8*LINE_BYTES-1:0] marked_data;
    (* anyconst *) reg                    marked_error;

    // Address behind `at` of a burst, by the standard's pseudocode.
    function [11:0] behind;
        input [11:0] at, from;
        input [7:0]  len;
        input [2:0]  size;
        input [1:0]  burst;
        reg [11:0] bytes, round, low, up;
        begin
            bytes  = 12'd1 << size;
            round  = (len + 12'd1) << size;
            low    = from & ~(round - 12'd1);
            up     = (at & ~(bytes - 12'd1)) + bytes;
            behind = burst == 2'd0 ? at : burst == 2'd2 && up == low + round ? low : up;
        end
    endfunction

    // What a master may send, bursts that are refused aside: beats as wide as the bus at most, INCR within its page, WRAP of an
    // aligned address and a power of two of beats.
    function legal;
        input        refused;
        input [11:0] from;
        input [7:0]  len;
        input [2:0]  size;
        input [1:0]  burst;
        legal = len < BEATS && (refused
            || ((1 << size) <= BEAT_BYTES && burst != 2'd3
                && (burst != 2'd1 || {1'b0, from & ~((12'd1 << size) - 12'd1)} + ((len + 13'd1) << size) <= 13'd4096)
                && (burst != 2'd2 || (len != 0 && ((len + 1) & len) == 0 && (from & ((1 << size) - 1)) == 0))));
    endfunction

    // ---- the burst whose lines are asked for, at the first beat whose line is not ---------------------------------------------
    wire                    ask_here, ask_refused, ask_id, ask_room;
    wire [ADDRESS_BITS-1:0] ask_from;
    wire [7:0]              ask_len;
    wire [2:0]              ask_size;
    wire [1:0]              ask_burst;
    wire [LEVEL_BITS-1:0]   ask_level;
    reg  [LEN_BITS-1:0]     ask_beat;
    reg  [11:0]             ask_later;
    wire [11:0]             ask_at = ask_beat == 0 ? ask_from[11:0] : ask_later;
    reg  [11:0]             walk, walk_behind, next_at;
    reg  [LEN_BITS:0]       next_beat, further;   // the first beat behind ask_beat in another line; how often the line changes
    wire                    found = further != 0;
    integer n;
    always @* begin
        walk      = ask_at;
        next_at   = ask_at;
        next_beat = 0;
        further   = 0;
        for (n = 0; n < BEATS; n = n + 1)
            if (n > ask_beat && n <= ask_len[LEN_BITS-1:0]) begin
                walk_behind = behind(walk, ask_from[11:0], ask_len, ask_size, ask_burst);
                if (walk_behind >> LINE_SHIFT != walk >> LINE_SHIFT) begin
                    if (further == 0) begin
                        next_at   = walk_behind;
                        next_beat = n[LEN_BITS:0];
                    end
                    further = further + 1'b1;
                end
                walk = walk_behind;
            end
    end
    wire takes = ar_valid && ar_ready, asks = line_valid && line_ready;
    rs_fifo #(.WIDTH(BURST), .DEPTH(READS)) asking (
        .clk(clk), .rst(rst), .in_valid(takes), .in_ready(ask_room), .in_data({ar_refused, ar_id, ar_address, ar_len, ar_size, ar_burst}),
        .out_valid(ask_here), .out_ready(ask_refused || (asks && !found)),
        .out_data({ask_refused, ask_id, ask_from, ask_len, ask_size, ask_burst}), .level(ask_level));

    // ---- the burst whose beats are shown; what is on the bus from then on -------------------------------------------------------
    wire                    here, refused, id, room;
    wire [ADDRESS_BITS-1:0] from;
    wire [7:0]              len;
    wire [2:0]              size;
    wire [1:0]              burst;
    wire [LEVEL_BITS-1:0]   level;
    reg  [LEN_BITS-1:0]     beat;
    reg  [11:0]             later;
    wire [11:0]             at   = beat == 0 ? from[11:0] : later;
    wire [11:0]             next = behind(at, from[11:0], len, size, burst);
    wire                    last = beat == len[LEN_BITS-1:0];
    wire                    ends = last || next >> LINE_SHIFT != at >> LINE_SHIFT;
    (* keep *) wire                    shows;  // probe dut.shows
    (* keep *) wire [8*LINE_BYTES*LINES-1:0] held; // probe dut.chunks.lines.memory[*WORDS]
    wire                    leaves = r_valid && r_ready;
    rs_fifo #(.WIDTH(BURST), .DEPTH(READS)) showing (
        .clk(clk), .rst(rst), .in_valid(takes), .in_ready(room), .in_data({ar_refused, ar_id, ar_address, ar_len, ar_size, ar_burst}),
        .out_valid(here), .out_ready(shows && last), .out_data({refused, id, from, len, size, burst}), .level(level));
    wire                    of_the_line = !refused && {from[ADDRESS_BITS-1:12], at[11:LINE_SHIFT]} == marked_line;
    reg                     due, due_id, due_refused, due_last, due_marked, due_frees;
    reg  [LINE_SHIFT-1:0]   due_word;
    reg  [LINE_BITS-1:0]    due_line;

    // ---- slots ---------------------------------------------------------------------------------------------------------------
    reg  [LINES-1:0]     out, answered; // asked for; answered, its last beat has not left
    reg  [LINE_BITS*LINES-1:0] line_of; // that is asked for
    reg  [SLOT_BITS-1:0] oldest;
    always @(posedge clk) begin
        if (asks) begin
            ask_beat  <= found ? next_beat[LEN_BITS-1:0] : 0;
            ask_later <= next_at;
            out[line_slot]       <= 1'b1;
            line_of[LINE_BITS*line_slot +: LINE_BITS] <= line_address;
        end
        if (reply_valid) begin
            out[reply_slot]      <= 1'b0;
            answered[reply_slot] <= 1'b1;
        end
        if (shows) begin
            beat  <= last ? 0 : beat + 1'b1;
            later <= next;
            due_id      <= id;
            due_refused <= refused;
            due_last    <= last;
            due_marked  <= of_the_line;
            due_line    <= {from[ADDRESS_BITS-1:12], at[11:LINE_SHIFT]};
            due_word    <= at[LINE_SHIFT-1:0] & ~(BEAT_BYTES - 1);
            due_frees   <= !refused && ends;
        end
        due <= shows || (due && !leaves);
        if (leaves && due_frees) begin
            answered[oldest] <= 1'b0;
            oldest           <= oldest + 1'b1;
        end
        if (rst) begin
            ask_beat <= 0;
            beat     <= 0;
            out      <= 0;
            answered <= 0;
            oldest   <= 0;
            due      <= 1'b0;
        end
    end

    // ---- the same in the block's registers, so that a state that cannot come about is none from which the proof's step starts ----
    (* keep *) wire [BURST*READS-1:0] ring;          // probe dut.ring[*READS]
    (* keep *) wire [BURST*READS-1:0] asking_ring;   // probe asking.memory[*READS]
    (* keep *) wire [BURST*READS-1:0] showing_ring;  // probe showing.memory[*READS]
    (* keep *) wire [PLACE_BITS-1:0]  put_at;        // probe dut.put_at
    (* keep *) wire [PLACE_BITS-1:0]  ask_place;     // probe dut.ask_at
    (* keep *) wire [PLACE_BITS-1:0]  show_place;    // probe dut.show_at
    (* keep *) wire [PLACE_BITS-1:0]  asking_put;    // probe asking.write_pointer
    (* keep *) wire [PLACE_BITS-1:0]  asking_first;  // probe asking.read_pointer
    (* keep *) wire [PLACE_BITS-1:0]  showing_put;   // probe showing.write_pointer
    (* keep *) wire [PLACE_BITS-1:0]  showing_first; // probe showing.read_pointer
    (* keep *) wire [LEVEL_BITS-1:0]  unasked;       // probe dut.unasked
    (* keep *) wire [LEVEL_BITS-1:0]  bursts;        // probe dut.bursts
    (* keep *) wire                   begun;         // probe dut.begun
    (* keep *) wire [11-LINE_SHIFT:0] line;          // probe dut.line
    (* keep *) wire [11-LINE_SHIFT:0] more;          // probe dut.behind
    (* keep *) wire [SLOT_BITS:0]     ask_slot;      // probe dut.ask_slot
    (* keep *) wire [SLOT_BITS:0]     freed;         // probe dut.free_slot
    (* keep *) wire [SLOT_BITS-1:0]   slot;          // probe dut.slot
    (* keep *) wire [LINES-1:0]       line_here;     // probe dut.line_here
    (* keep *) wire [LINES-1:0]       line_failed;   // probe dut.line_failed
    (* keep *) wire                   shown_frees;   // probe dut.shown_frees
    (* keep *) wire [7:0]             beat_number;   // probe dut.beat
    (* keep *) wire [11:0]            beat_at;       // probe dut.next_at
    (* keep *) wire [$clog2(LINES*LINE_BYTES/BEAT_BYTES)-1:0] kept_word; // probe dut.chunks.kept_word
    wire                  due_over   = due && due_frees; // the beat on the bus is the last of its line
    wire [PLACE_BITS-1:0] behind_all = show_place + level, behind_asked = ask_place + ask_level;
    wire [SLOT_BITS-1:0]  next_slot  = due_over ? oldest + 1'b1 : oldest;
    wire [SLOT_BITS:0]    lines_out  = ask_slot - freed;
    reg                   same_asked, same_shown, all_legal; // the bursts that wait, in the block and here
    reg                   slots_known, slots_here, words_held;
    reg                   walked;     // addresses that beats go on from are those of their beats; asking goes on where a line begins
    reg                   same_lines; // lines that are out are those that the bursts here have asked for, in their order
    reg  [SLOT_BITS:0]    lines;      // how many those are, from the beat that is shown next on
    reg  [PLACE_BITS-1:0] asked_behind, shown_behind;
    reg  [SLOT_BITS-1:0]  slot_behind, its_slot;
    reg  [BURST-1:0]      one;
    reg  [11:0]           show_walk, ask_walk, ask_before, beat_walk, last_walk;
    integer b, m;
    always @* begin
        same_asked = 1'b1;
        same_shown = 1'b1;
        all_legal  = 1'b1;
        for (b = 0; b < READS; b = b + 1) begin
            asked_behind = b - ask_place;
            shown_behind = b - show_place;
            one          = ring[BURST*b +: BURST];
            if (asked_behind < ask_level && one != asking_ring[BURST*b +: BURST])
                same_asked = 1'b0;
            if (shown_behind < level && one != showing_ring[BURST*b +: BURST])
                same_shown = 1'b0;
            if (shown_behind < level && !legal(one[BURST-1], one[24:13], one[12:5], one[4:2], one[1:0]))
                all_legal = 1'b0;
        end
        slots_known = lines_out <= LINES;
        slots_here  = 1'b1;
        words_held  = 1'b1;
        for (b = 0; b < LINES; b = b + 1) begin
            slot_behind = b - freed;
            if (slot_behind < lines_out ? out[b] == answered[b] : out[b] || answered[b])
                slots_known = 1'b0;
            if (line_here[b] != (answered[b] && !(due_over && b == oldest)))
                slots_here = 1'b0;
            if (answered[b] && line_of[LINE_BITS*b +: LINE_BITS] == marked_line
                && (held[8*LINE_BYTES*b +: 8*LINE_BYTES] != marked_data || line_failed[b] != marked_error))
                words_held = 1'b0;
        end
        show_walk  = from[11:0];
        ask_walk   = ask_from[11:0];
        ask_before = ask_from[11:0];
        for (m = 0; m < BEATS; m = m + 1) begin
            if (m < beat) show_walk = behind(show_walk, from[11:0], len, size, burst);
            if (m < ask_beat) begin
                ask_before = ask_walk;
                ask_walk   = behind(ask_walk, ask_from[11:0], ask_len, ask_size, ask_burst);
            end
        end
        walked = (beat == 0 || (here && beat <= len && (refused || later == show_walk)))
            && (ask_beat == 0 || (ask_here && !ask_refused && ask_beat <= ask_len && ask_later == ask_walk
                                  && ask_walk >> LINE_SHIFT != ask_before >> LINE_SHIFT))
            && (ask_level != level || refused || beat <= ask_beat);
        same_lines = 1'b1;
        lines      = 0;
        last_walk  = 0;
        for (b = 0; b < READS; b = b + 1) begin
            one       = ring[BURST*((show_place + b) % READS) +: BURST];
            beat_walk = b == 0 ? at : one[24:13];
            for (m = 0; m < BEATS; m = m + 1)
                if (b < level && !one[BURST-1] && (b != 0 || m >= beat) && m <= one[12:5]) begin
                    its_slot = slot + lines;
                    if ((b < level - ask_level || (b == level - ask_level && m < ask_beat))
                        && (m == 0 || (b == 0 && m == beat) || beat_walk >> LINE_SHIFT != last_walk >> LINE_SHIFT)) begin
                        if (lines == LINES || line_of[LINE_BITS*its_slot +: LINE_BITS] != {one[ADDRESS_BITS+12:25], beat_walk[11:LINE_SHIFT]})
                            same_lines = 1'b0;
                        lines = lines + 1'b1;
                    end
                    last_walk = beat_walk;
                    beat_walk = behind(beat_walk, one[24:13], one[12:5], one[4:2], one[1:0]);
                end
        end
    end

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) begin
        if (!started) assume (rst);
        if (ar_valid) assume (legal(ar_refused, ar_address[11:0], ar_len, ar_size, ar_burst));
        if (reply_valid) assume (out[reply_slot] && (line_of[LINE_BITS*reply_slot +: LINE_BITS] != marked_line
                                   || (reply_data == marked_data && reply_error == marked_error)));
    end
    always @(posedge clk)
        if (started && !rst) begin
            link_levels:    assert (unasked == ask_level && bursts == level && ask_level <= level && level <= READS);
            link_places:    assert (put_at == asking_put && put_at == showing_put && ask_place == asking_first && show_place == showing_first);
            link_order:     assert (put_at == behind_all && put_at == behind_asked);
            link_asked:     assert (same_asked);
            link_shown:     assert (same_shown);
            link_legal:     assert (all_legal);
            link_beat:      assert (beat_number == beat && (beat == 0 || (here && (refused || beat_at == later))));
            link_begun:     assert (begun == (ask_beat != 0) && (ask_here || !begun));
            link_walk:      assert (!(ask_here && !ask_refused) || (line == ask_at[11:LINE_SHIFT] && more == further));
            link_walked:    assert (walked);
            link_lines:     assert (same_lines && lines == lines_out - {1'b0, due_over});
            link_slots:     assert (slots_known);
            link_oldest:    assert (oldest == freed[SLOT_BITS-1:0] && slot == next_slot);
            link_here:      assert (slots_here);
            link_frees:     assert (!due || (due_frees == shown_frees && !(due_frees && due_refused)));
            link_words:     assert (words_held);
            link_kept:      assert (!due || due_refused || kept_word == {oldest, due_word[LINE_SHIFT-1:$clog2(BEAT_BYTES)]});
            link_due:       assert (!due || due_refused
                                    || (due_line == line_of[LINE_BITS*oldest +: LINE_BITS] && due_marked == (due_line == marked_line)));
            burst_room:     assert (!ar_ready || (ask_room && room));
            read_of_burst:  assert (!line_valid || (ask_here && !ask_refused));
            own_line:       assert (!line_valid || line_address == {ask_from[ADDRESS_BITS-1:12], ask_at[11:LINE_SHIFT]});
            free_slot:      assert (!line_valid || (!out[line_slot] && !answered[line_slot]));
            beat_of_burst:  assert (r_valid == due && (!shows || (here && (!due || r_ready))));
            own_beat:       assert (!r_valid || (r_id == due_id && r_refused == due_refused && r_last == due_last));
            own_failure:    assert (!(r_valid && due_marked) || r_failed == marked_error);
            never_asked:    assert (!(r_valid && due_refused) || !r_failed);
            own_word:       assert (!(r_valid && due_marked) || r_data == marked_data[8*due_word +: 8*BEAT_BYTES]);
            nothing:        assert (!(r_valid && due_refused) || r_data == 0);
            behind_reply:   assert (!(r_valid && !due_refused) || answered[oldest]);
            says_idle:      assert (idle == (!here && !due));
            both_out:       cover (&out);
            late_first:     cover (reply_valid && reply_slot != oldest && out[oldest]);
            marked_beat:    cover (r_valid && due_marked && due_last);
            wraps:          cover (shows && !refused && burst == 2'd2 && next < at && !last);
            waits_for_slot: cover (ask_here && !ask_refused && !line_valid && out == 0);
        end
endmodule
`default_nettype wire
