// Proof of rs_coalescer. Groups, addresses, data and line_ready are free; one group, one lane of it and one byte of the
// line are marked. Everything is said at the ports.
//   Each line of the marked group has lanes that are still unserved, with their word, and all that are in it: so the
//   marked lane is served exactly once, by its own line, and no line comes twice. The line of the lowest unserved lane
//   comes first. line_last comes with the last of them, once; line_end with it, if the group is the last of its
//   instruction; groups leave in order; a line that is shown stays until it is taken.
//   Stores: the marked byte of the line is written if a served lane has its word, with the data of the highest such;
//   else 0.
//   Cycles: after a group was taken its lines are shown from the second cycle on, one a cycle when the sink takes them,
//   as many as it has distinct lines, and in_ready follows from that number alone. No line without a group.
// Data: the 8 bits of a byte are equal, they only go together.
`default_nettype none
module rs_coalescer_fv #(
    parameter LANES        = 2,
    parameter LINE_BYTES   = 8,
    parameter ADDRESS_BITS = 5,
    // derived, not to be set
    parameter LINE_BITS = ADDRESS_BITS - $clog2(LINE_BYTES),
    parameter BYTE_BITS = $clog2(LINE_BYTES),
    parameter WORD_BITS = BYTE_BITS - 2
) (
    input wire                          clk,
    input wire                          rst,
    input wire                          in_valid,
    input wire                          in_write,
    input wire                          in_register, // 1: the marked group
    input wire [3:0]                    in_element,
    input wire                          in_last,
    input wire [LANES-1:0]              in_mask,
    input wire [LANES*ADDRESS_BITS-1:0] in_address,
    input wire [LANES*4-1:0]            in_bits,     // one for each byte
    input wire                          line_ready
);
    localparam LANE_BITS = LANES > 1 ? $clog2(LANES) : 1;
    reg                        seen;
    wire                       in_ready, line_valid, line_write, line_after, line_register, line_last, line_end, busy;
    wire [3:0]                 line_element;
    wire [LINE_BITS-1:0]       line_address, line_behind;
    wire [LANES-1:0]           line_mask;
    wire [LANES*WORD_BITS-1:0] line_word;
    wire [LINE_BYTES-1:0]      line_bytes;
    wire [LINE_BYTES*8-1:0]    line_data;
    wire [LANES*32-1:0]        in_data;
    genvar byte_of;
    generate
        for (byte_of = 0; byte_of < LANES * 4; byte_of = byte_of + 1) begin : widen
            assign in_data[byte_of*8 +: 8] = {8{in_bits[byte_of]}};
        end
    endgenerate
    // The warp says which side of the marked group a group is on.
    rs_coalescer #(.LANES(LANES), .ADDRESS_BITS(ADDRESS_BITS), .LINE_BYTES(LINE_BYTES), .WARP_BITS(1),
        .REGISTER_BITS(1)) dut (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_write(in_write), .in_warp(seen),
        .in_register(in_register), .in_element(in_element), .in_last(in_last), .in_mask(in_mask),
        .in_address(in_address), .in_data(in_data), .line_valid(line_valid), .line_ready(line_ready),
        .line_write(line_write), .line_warp(line_after), .line_register(line_register), .line_element(line_element),
        .line_last(line_last), .line_end(line_end), .line_address(line_address), .line_behind(line_behind), .line_mask(line_mask),
        .line_word(line_word), .line_bytes(line_bytes), .line_data(line_data), .busy(busy));

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) if (!started) assume (rst);

    (* keep *) wire [LANE_BITS-1:0] marked_lane = $anyconst;
    (* keep *) wire [BYTE_BITS-1:0] marked_byte = $anyconst;
    wire takes  = in_valid && in_ready;
    wire marks  = takes && in_register;
    wire shows  = line_valid && line_register;
    wire serves = shows && line_ready;
    always @(posedge clk) if (!rst) begin
        one_marked_group: assume (!(in_valid && in_register) || !seen);
        a_lane_number:    assume ({1'b0, marked_lane} < LANES);
    end

    // ---- the marked group: lanes whose line has not been taken ------------------------------------------------------
    reg                          write, ends;
    reg [3:0]                    element;
    reg [LANES-1:0]              unserved;
    reg [LANES*ADDRESS_BITS-1:0] address;
    reg [LANES*4-1:0]            bits;
    reg                          begun;  // a line of it was taken
    reg                          served; // the marked lane was
    always @(posedge clk) begin
        if (marks) begin
            write    <= in_write;
            ends     <= in_last;
            element  <= in_element;
            address  <= in_address;
            bits     <= in_bits;
            unserved <= in_mask;
            seen     <= 1'b1;
        end else if (serves) begin
            unserved <= unserved & ~line_mask;
            begun    <= 1'b1;
            served   <= served || line_mask[marked_lane];
        end
        if (rst) begin
            unserved <= {LANES{1'b0}};
            seen     <= 1'b0;
            begun    <= 1'b0;
            served   <= 1'b0;
        end
    end

    // What its next line must be.
    reg [LINE_BITS-1:0] own_line;
    reg [WORD_BITS-1:0] own_word;
    reg [LINE_BITS-1:0] next_line;
    reg [LANES-1:0]     next_mask;
    reg                 words_right, stored, stored_bit;
    integer l;
    always @* begin
        next_line = {LINE_BITS{1'b0}};
        for (l = LANES - 1; l >= 0; l = l - 1)
            if (unserved[l])
                next_line = address[l*ADDRESS_BITS+BYTE_BITS +: LINE_BITS];
        words_right = 1'b1;
        stored      = 1'b0;
        stored_bit  = 1'b0;
        for (l = 0; l < LANES; l = l + 1) begin
            own_line     = address[l*ADDRESS_BITS+BYTE_BITS +: LINE_BITS];
            own_word     = address[l*ADDRESS_BITS+2 +: WORD_BITS];
            next_mask[l] = unserved[l] && own_line == next_line;
            if (line_mask[l] && line_word[l*WORD_BITS +: WORD_BITS] != own_word)
                words_right = 1'b0;
            if (write && next_mask[l] && own_word == marked_byte[BYTE_BITS-1:2]) begin
                stored     = 1'b1;
                stored_bit = bits[l*4 + marked_byte[1:0]];
            end
        end
    end
    wire [LINE_BITS-1:0] marked_line = address[marked_lane*ADDRESS_BITS+BYTE_BITS +: LINE_BITS];
    wire [7:0]           shown_byte  = line_data[marked_byte*8 +: 8];

    // ---- any group: distinct lines, and those that are not at the port yet ------------------------------------------
    reg [LANE_BITS:0]   lines, left;
    reg [LINE_BITS-1:0] line_l, line_k;
    reg                 first;
    integer i, k;
    always @* begin
        lines = {(LANE_BITS+1){1'b0}};
        for (i = 0; i < LANES; i = i + 1) begin
            line_l = in_address[i*ADDRESS_BITS+BYTE_BITS +: LINE_BITS];
            first  = in_mask[i];
            for (k = 0; k < i; k = k + 1) begin
                line_k = in_address[k*ADDRESS_BITS+BYTE_BITS +: LINE_BITS];
                if (in_mask[k] && line_k == line_l)
                    first = 1'b0;
            end
            lines = lines + first;
        end
    end
    wire room = !line_valid || line_ready;
    reg [LINE_BITS-1:0] said_line;
    reg                 stayed;
    always @(posedge clk) begin
        said_line <= line_behind;
        stayed    <= !room;
    end
    reg  shown, last_shown; // a line is at the port; it is the last of its group
    always @(posedge clk) begin
        if (takes)
            left <= lines;
        else if (left != 0 && room)
            left <= left - 1'b1;
        if (room) begin
            shown      <= left != 0;
            last_shown <= left == 1;
        end
        if (rst) begin
            left  <= {(LANE_BITS+1){1'b0}};
            shown <= 1'b0;
        end
    end

    rs_stream_source_rules #(.WIDTH(9 + LINE_BITS + LANES + LANES * WORD_BITS + LINE_BYTES * 9), .CHECK(1)) line_rules (
        .clk(clk), .rst(rst), .valid(line_valid), .ready(line_ready),
        .payload({line_write, line_after, line_register, line_last, line_end, line_element, line_address, line_mask,
        line_word, line_bytes, line_data}));

    always @(posedge clk)
        if (started && !rst) begin
            next_in_turn:   assert (!shows || (line_mask != 0 && line_mask == next_mask && line_address == next_line));
            right_words:    assert (!shows || words_right);
            own_fields:     assert (!shows || (line_write == write && line_element == element && !line_after));
            lane_once:      assert (!(shows && line_mask[marked_lane]) || (!served && line_address == marked_line));
            last_with_last: assert (!shows || line_last == (line_mask == unserved));
            end_with_last:  assert (!shows || line_end == (line_last && ends));
            not_lost:       assert (unserved == 0 || busy);
            in_order:       assert (!line_valid || line_register || !(line_after ? unserved != 0 : begun));
            byte_stored:    assert (!shows || (line_bytes[marked_byte] == stored && shown_byte == {8{stored_bit}}));
            a_line_a_cycle: assert (line_valid == shown && (!shown || line_last == last_shown));
            taken_in_time:  assert (in_ready == (left == 0 || (left == 1 && room)));
            busy_exactly:   assert (busy == (shown || left != 0));
            one_line:       cover (serves && line_last && !begun && (&line_mask));
            a_line_each:    cover (serves && begun && line_last && left != 0 && left == LANES);
            behind_is_said: assert (!line_valid || stayed || line_address == said_line);
            waits:          cover (shows && !line_ready && begun && line_end && left != 0);
            stores_twice:   cover (serves && stored && stored_bit && (&line_mask) && line_bytes == 8'h0f);
            takes_at_last:  cover (takes && seen && left == 1 && line_valid);
        end
endmodule
`default_nettype wire
