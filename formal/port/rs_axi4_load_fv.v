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
    parameter READS        = 2,
    parameter LINES        = 2,
    parameter LEN_BITS     = 2,
    parameter DATA         = 1, // 0: all but the words, and whether they could be read
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
        .clk(clk), .rst(rst), .valid(r_valid), .ready(r_ready), .payload({r_data & {8*BEAT_BYTES{DATA != 0}}, r_id, r_refused, r_failed, r_last}));
    rs_stream_source_rules #(.WIDTH(LINE_BITS + SLOT_BITS), .CHECK(1)) line_stays (
        .clk(clk), .rst(rst), .valid(line_valid), .ready(line_ready), .payload({line_address, line_slot}));

    (* anyconst *) reg [LINE_BITS-1:0]    marked_line;
    (* anyconst *) reg [8*LINE_BYTES-1:0] marked_data;
    (* anyconst *) reg                    marked_error;
    (* anyconst *) reg [SLOT_BITS-1:0]    look;

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

    // ---- the burst whose lines are asked for, at the first beat whose line is not ---------------------------------------------
    wire                    ask_here, ask_refused, ask_id, ask_room;
    wire [ADDRESS_BITS-1:0] ask_from;
    wire [7:0]              ask_len;
    wire [2:0]              ask_size;
    wire [1:0]              ask_burst;
    wire [$clog2(READS+1)-1:0] ask_level;
    reg  [LEN_BITS-1:0]     ask_beat;
    reg  [11:0]             ask_later;
    wire [11:0]             ask_at = ask_beat == 0 ? ask_from[11:0] : ask_later;
    reg  [11:0]             walk, next_at;
    reg  [LEN_BITS:0]       next_beat;
    reg                     found;
    integer n;
    always @* begin // the first beat behind ask_beat in another line
        walk      = ask_at;
        next_at   = ask_at;
        next_beat = 0;
        found     = 1'b0;
        for (n = 0; n < BEATS; n = n + 1)
            if (n > ask_beat && n <= ask_len[LEN_BITS-1:0] && !found) begin
                walk = behind(walk, ask_from[11:0], ask_len, ask_size, ask_burst);
                if (walk >> LINE_SHIFT != ask_at >> LINE_SHIFT) begin
                    found     = 1'b1;
                    next_at   = walk;
                    next_beat = n[LEN_BITS:0];
                end
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
    wire [$clog2(READS+1)-1:0] level;
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

    // ---- slots ---------------------------------------------------------------------------------------------------------------
    reg  [LINES-1:0]     out, answered, is_marked; // asked for; answered, its last beat has not left; is the marked line
    reg  [SLOT_BITS-1:0] oldest;
    always @(posedge clk) begin
        if (asks) begin
            ask_beat  <= found ? next_beat[LEN_BITS-1:0] : 0;
            ask_later <= next_at;
            out[line_slot]       <= 1'b1;
            is_marked[line_slot] <= line_address == marked_line;
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

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) begin
        if (!started) assume (rst);
        if (ar_valid) assume (ar_len < BEATS && (ar_refused || ((1 << ar_size) <= BEAT_BYTES && ar_burst != 2'd3)));
        if (ar_valid && ar_burst == 2'd1 && !ar_refused) // within its page
            assume ({1'b0, ar_address[11:0] & ~((12'd1 << ar_size) - 12'd1)} + ((ar_len + 13'd1) << ar_size) <= 13'd4096);
        if (ar_valid && ar_burst == 2'd2 && !ar_refused)
            assume (ar_len != 0 && ((ar_len + 1) & ar_len) == 0 && (ar_address & ((1 << ar_size) - 1)) == 0);
        if (reply_valid) assume (out[reply_slot] && (!is_marked[reply_slot] || (reply_data == marked_data && reply_error == marked_error)));
    end
    always @(posedge clk)
        if (started && !rst) begin
            held_link:      assert (DATA == 0 || !(answered[look] && is_marked[look]) || held[8*LINE_BYTES*look +: 8*LINE_BYTES] == marked_data);
            burst_room:     assert (!ar_ready || (ask_room && room));
            read_of_burst:  assert (!line_valid || (ask_here && !ask_refused));
            own_line:       assert (!line_valid || line_address == {ask_from[ADDRESS_BITS-1:12], ask_at[11:LINE_SHIFT]});
            free_slot:      assert (!line_valid || (!out[line_slot] && !answered[line_slot]));
            beat_of_burst:  assert (r_valid == due && (!shows || (here && (!due || r_ready))));
            own_beat:       assert (!r_valid || (r_id == due_id && r_refused == due_refused && r_last == due_last));
            own_failure:    assert (DATA == 0 || !(r_valid && due_marked) || r_failed == marked_error);
            never_asked:    assert (!(r_valid && due_refused) || !r_failed);
            own_word:       assert (DATA == 0 || !(r_valid && due_marked) || r_data == marked_data[8*due_word +: 8*BEAT_BYTES]);
            nothing:        assert (DATA == 0 || !(r_valid && due_refused) || r_data == 0);
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
