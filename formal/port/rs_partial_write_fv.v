// Proof of rs_partial_write: writes of part of a line, made whole. Requests, every ready, replies and acceptance are free; a request stays until
// it is taken, a reply comes for a read that is out, with what memory held when it was taken, or an error; memory accepts what has left.
//   What is shown stays until it is taken. Each request that is taken leaves in that cycle, whole writes and reads as they came,
//   others as a read. Of one arbitrary line: while a write of part of it is under way no request to it is taken, and nothing of it
//   leaves but that write. It leaves whole, one arbitrary byte of it what was written, or else what memory holds; or it is given up, exactly
//   when its line could not be read.
//   Each write is accepted once, with its own tag: behind its line, or given up.
`default_nettype none
module rs_partial_write_fv #(
    parameter LINE_BYTES = 2,
    parameter LINE_BITS  = 1,
    parameter ID_BITS    = 1,
    parameter TAG_BITS   = 2,
    parameter MERGES     = 2,
    // derived, not to be set
    parameter TAGS       = 1 << TAG_BITS, // in the row, for the probes
    parameter PLACE_BITS = MERGES > 1 ? $clog2(MERGES) : 1,
    parameter OUT_BITS   = 1 + (ID_BITS > PLACE_BITS ? ID_BITS : PLACE_BITS)
) (
    input wire                    clk,
    input wire                    rst,
    input wire                    request_valid,
    input wire                    request_write,
    input wire [LINE_BITS-1:0]    request_address,
    input wire [ID_BITS-1:0]      request_id,
    input wire [LINE_BYTES-1:0]   request_bytes,
    input wire [8*LINE_BYTES-1:0] request_data,
    input wire                    out_ready,
    input wire                    back_valid,
    input wire [OUT_BITS-1:0]     back_id,
    input wire [8*LINE_BYTES-1:0] back_data,
    input wire                    back_error,
    input wire                    accept
);
    wire                    request_ready, reply_valid, reply_error, out_valid, out_write;
    wire [ID_BITS-1:0]      reply_id;
    wire [8*LINE_BYTES-1:0] reply_data, out_data;
    wire [1:0]              accepted_valid, accepted_error;
    wire [2*TAG_BITS-1:0]   accepted_tag;
    wire [LINE_BITS-1:0]    out_address;
    wire [OUT_BITS-1:0]     out_id;
    rs_partial_write #(.LINE_BYTES(LINE_BYTES), .LINE_BITS(LINE_BITS), .ID_BITS(ID_BITS), .TAG_BITS(TAG_BITS), .MERGES(MERGES)) dut (
        .clk(clk), .rst(rst), .request_valid(request_valid), .request_ready(request_ready), .request_write(request_write),
        .request_address(request_address), .request_id(request_id), .request_bytes(request_bytes), .request_data(request_data),
        .reply_valid(reply_valid), .reply_id(reply_id), .reply_data(reply_data), .reply_error(reply_error),
        .accepted_valid(accepted_valid), .accepted_tag(accepted_tag), .accepted_error(accepted_error), .out_valid(out_valid),
        .out_ready(out_ready), .out_write(out_write), .out_address(out_address), .out_id(out_id), .out_data(out_data),
        .back_valid(back_valid), .back_id(back_id), .back_data(back_data), .back_error(back_error), .accept(accept));

    // One line and one byte of it, always the same.
    (* anyconst *) reg [LINE_BITS-1:0]          line;
    (* anyconst *) reg [$clog2(LINE_BYTES)-1:0] place;
    wire [7:0] request_byte = request_data[8*place +: 8], out_byte = out_data[8*place +: 8];
    rs_stream_source_rules #(.WIDTH(1 + LINE_BITS + ID_BITS + 9 * LINE_BYTES), .CHECK(0)) request_stays (
        .clk(clk), .rst(rst), .valid(request_valid), .ready(request_ready),
        .payload({request_write, request_address, request_id, request_bytes, request_data}));
    rs_stream_source_rules #(.WIDTH(1 + LINE_BITS + OUT_BITS + 8), .CHECK(1)) shown_stays (
        .clk(clk), .rst(rst), .valid(out_valid), .ready(out_ready), .payload({out_write, out_address, out_id, out_byte & {8{out_write}}}));

    wire takes  = request_valid && request_ready, leaves = out_valid && out_ready;
    wire part   = request_write && request_bytes != {LINE_BYTES{1'b1}};
    wire begins = takes && part;
    wire merged = leaves && !takes;
    wire gives_up = accepted_valid[1];
    wire of_line = request_address == line;

    // ---- places: a ring ------------------------------------------------------------------------------------------------------
    reg  [MERGES-1:0]     asked, back, bad; // its read is out; it has come back; with an error
    reg  [PLACE_BITS-1:0] put_at, oldest;
    reg                   pending;          // a write of part of the line is under way, in this place
    reg  [PLACE_BITS-1:0] pending_place;
    reg                   pending_has;
    reg  [7:0]            pending_byte;
    reg  [7:0]            memory;           // the line's byte
    wire                  back_merge = back_valid && back_id[OUT_BITS-1];
    wire [PLACE_BITS-1:0] back_place = back_id[PLACE_BITS-1:0];
    function [PLACE_BITS-1:0] following;
        input [PLACE_BITS-1:0] number;
        following = number == MERGES - 1 ? 0 : number + 1'b1;
    endfunction

    // ---- tags: of writes of part of a line in their order, of writes that have left in theirs ----------------------------------
    reg  [TAGS-1:0]     waits;              // came, and is not accepted
    reg  [TAG_BITS-1:0] came, first;        // of the next write; of the oldest that is not accepted
    wire                parts_here, parts_room, left_here, left_room;
    wire [TAG_BITS-1:0] part_tag, left_tag;
    wire [$clog2(MERGES+1)-1:0] parts;
    wire [$clog2(TAGS+1)-1:0]   left;
    rs_fifo #(.WIDTH(TAG_BITS), .DEPTH(MERGES)) of_parts (
        .clk(clk), .rst(rst), .in_valid(begins), .in_ready(parts_room), .in_data(came), .out_valid(parts_here),
        .out_ready(merged || gives_up), .out_data(part_tag), .level(parts));
    rs_fifo #(.WIDTH(TAG_BITS), .DEPTH(TAGS)) of_left (
        .clk(clk), .rst(rst), .in_valid(leaves && out_write), .in_ready(left_room), .in_data(takes ? came : part_tag), .out_valid(left_here),
        .out_ready(accept), .out_data(left_tag), .level(left));

    always @(posedge clk) begin
        if (begins) begin
            asked[put_at] <= 1'b1;
            put_at        <= following(put_at);
            if (of_line) begin
                pending       <= 1'b1;
                pending_place <= put_at;
                pending_has   <= request_bytes[place];
                pending_byte  <= request_byte;
            end
        end
        if (back_merge) begin
            asked[back_place] <= 1'b0;
            back[back_place]  <= 1'b1;
            bad[back_place]   <= back_error;
        end
        if (merged || gives_up) begin
            back[oldest] <= 1'b0;
            oldest       <= following(oldest);
            if (pending && pending_place == oldest)
                pending <= 1'b0;
        end
        if (leaves && out_write && out_address == line)
            memory <= out_byte;
        if (takes && request_write) begin
            came        <= came + 1'b1;
            waits[came] <= 1'b1;
        end
        if (accepted_valid[0])
            waits[accepted_tag[TAG_BITS-1:0]] <= 1'b0;
        if (accepted_valid[1])
            waits[accepted_tag[2*TAG_BITS-1:TAG_BITS]] <= 1'b0;
        if (!waits[first] && first != came)
            first <= first + 1'b1;
        if (rst) begin
            asked   <= 0;
            back    <= 0;
            put_at  <= 0;
            oldest  <= 0;
            pending <= 1'b0;
            waits   <= 0;
            came    <= 0;
            first   <= 0;
        end
    end

    // ---- invariants about registers, for the induction ------------------------------------------------------------------------
    (* keep *) wire [MERGES-1:0]              dut_held;    // probe dut.held
    (* keep *) wire [MERGES-1:0]              dut_here;    // probe dut.here
    (* keep *) wire [MERGES-1:0]              dut_bad;     // probe dut.bad
    (* keep *) wire [PLACE_BITS-1:0]          dut_oldest;  // probe dut.oldest
    (* keep *) wire [PLACE_BITS-1:0]          dut_put_at;  // probe dut.put_at
    (* keep *) wire [TAG_BITS-1:0]            dut_came;    // probe dut.came
    (* keep *) wire [LINE_BITS*MERGES-1:0]    dut_lines;   // probe dut.address_of[*MERGES]
    (* keep *) wire [TAG_BITS*MERGES-1:0]     dut_tags;    // probe dut.tag_of[*MERGES]
    (* keep *) wire [LINE_BYTES*MERGES-1:0]   dut_bytes;   // probe dut.bytes_of[*MERGES]
    (* keep *) wire [8*LINE_BYTES*MERGES-1:0] dut_written; // probe dut.to_write.memory[*MERGES]
    (* keep *) wire [8*LINE_BYTES*MERGES-1:0] dut_found;   // probe dut.read.memory[*MERGES]
    (* keep *) wire [TAG_BITS*MERGES-1:0]     part_tags;   // probe of_parts.memory[*MERGES]
    (* keep *) wire [PLACE_BITS-1:0]          part_first;  // probe of_parts.read_pointer
    (* keep *) wire [PLACE_BITS-1:0]          part_next;   // probe of_parts.write_pointer
    (* keep *) wire [TAG_BITS*TAGS-1:0]       dut_left;    // probe dut.tags[*TAGS]
    (* keep *) wire [TAG_BITS-1:0]            dut_sent;    // probe dut.sent
    (* keep *) wire [TAG_BITS-1:0]            dut_done;    // probe dut.done
    (* keep *) wire [TAG_BITS*TAGS-1:0]       left_tags;   // probe of_left.memory[*TAGS]
    (* keep *) wire [TAG_BITS-1:0]            left_first;  // probe of_left.read_pointer
    (* keep *) wire [TAG_BITS-1:0]            left_next;   // probe of_left.write_pointer
    (* keep *) wire                           dut_kept;    // probe dut.kept
    (* keep *) wire                           dut_kept_merged; // probe dut.kept_merged
    wire [LINE_BYTES-1:0]   pending_bytes = dut_bytes[LINE_BYTES*pending_place +: LINE_BYTES];
    wire [8*LINE_BYTES-1:0] pending_written = dut_written[8*LINE_BYTES*pending_place +: 8*LINE_BYTES];
    wire [8*LINE_BYTES-1:0] pending_found = dut_found[8*LINE_BYTES*pending_place +: 8*LINE_BYTES];
    reg  [MERGES-1:0]       right;   // by place: what it holds is what it must be
    reg  [31:0]             holds;
    reg  [TAGS-1:0]         left_right, seen; // by number: the tag of a write that has left is the ring's, and waits; tags that wait, each once
    reg                     once;
    wire [TAG_BITS-1:0]     window = came - first;
    reg  [TAG_BITS-1:0]     k_tag, k_place;
    integer p, k;
    always @* begin
        seen = 0;
        once = 1'b1;
        for (k = 0; k < TAGS; k = k + 1) begin
            k_tag   = left_tags[TAG_BITS*k +: TAG_BITS];
            k_place = k[TAG_BITS-1:0] - left_first;
            left_right[k] = 1'b1;
            if (k_place < left) begin
                left_right[k] = dut_left[TAG_BITS*k +: TAG_BITS] == k_tag && waits[k_tag];
                if (seen[k_tag]) once = 1'b0;
                seen[k_tag] = 1'b1;
            end
        end
        for (k = 0; k < MERGES; k = k + 1)
            if (dut_held[k]) begin
                if (seen[dut_tags[TAG_BITS*k +: TAG_BITS]]) once = 1'b0;
                seen[dut_tags[TAG_BITS*k +: TAG_BITS]] = 1'b1;
            end
        for (k = 0; k < TAGS; k = k + 1) begin
            k_place = k[TAG_BITS-1:0] - first;
            if (waits[k] != seen[k] || (waits[k] && k_place >= window)) once = 1'b0;
        end
    end
    always @* begin
        holds = 0;
        for (p = 0; p < MERGES; p = p + 1) begin
            holds = holds + dut_held[p];
            right[p] = !dut_held[p] || (asked[p] != back[p] && dut_tags[TAG_BITS*p +: TAG_BITS] == part_tags[TAG_BITS*p +: TAG_BITS]
                       && waits[dut_tags[TAG_BITS*p +: TAG_BITS]] && (!back[p] || dut_bad[p] == bad[p])
                       && (dut_lines[LINE_BITS*p +: LINE_BITS] == line) == (pending && pending_place == p));
            right[p] = right[p] && (dut_held[p] || (!asked[p] && !back[p] && !(pending && pending_place == p)));
        end
    end
    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) begin
        if (!started) assume (rst);
        if (request_valid && request_write) assume (came + 2'd1 != first);
        if (back_merge) assume (asked[back_place] && (!pending || back_place != pending_place || back_data[8*place +: 8] == memory));
        if (accept) assume (left_here);
    end
    always @(posedge clk)
        if (started && !rst) begin
            leaves_at_once:    assert (!takes || (leaves && out_address == request_address && out_write == (request_write && !part)));
            own_read:          assert (!takes || request_write || out_id == {1'b0, {(OUT_BITS-1-ID_BITS){1'b0}}, request_id});
            own_place:         assert (!begins || (out_id[OUT_BITS-1] && out_id[PLACE_BITS-1:0] == put_at));
            free_place:        assert (!begins || parts_room);
            own_data:          assert (!takes || !out_write || out_byte == request_byte);
            in_order:          assert (!(takes && of_line && pending));
            only_that_write:   assert (!(leaves && out_address == line && pending) || (merged && oldest == pending_place));
            whole_line:        assert (!merged || (out_write && parts_here && back[oldest] && !bad[oldest]));
            own_line:          assert (!(merged && pending && oldest == pending_place) || out_address == line);
            merged_byte:       assert (!(merged && out_address == line) || (pending && out_byte == (pending_has ? pending_byte : memory)));
            given_up:          assert (!gives_up || (parts_here && back[oldest] && bad[oldest] && accepted_error[1]));
            own_tag_given_up:  assert (!gives_up || accepted_tag[2*TAG_BITS-1:TAG_BITS] == part_tag);
            accepted_once:     assert ((accepted_valid[0] == accept) && (!accept || (accepted_tag[TAG_BITS-1:0] == left_tag && !accepted_error[0])));
            a_write_waits:     assert (!(accept && left_here) || waits[left_tag]);
            a_part_waits:      assert (!gives_up || waits[part_tag]);
            reply_passes:      assert (reply_valid == (back_valid && !back_id[OUT_BITS-1])
                                       && (!reply_valid || (reply_id == back_id[ID_BITS-1:0] && reply_error == back_error && reply_data == back_data)));
            // Nothing is forgotten: what has come back is shown, or given up, until it is.
            goes_on:           assert (!(parts_here && back[oldest]) || gives_up || out_valid);
            places_link:       assert (dut_oldest == oldest && dut_put_at == put_at && dut_here == back && dut_came == came
                                       && part_first == oldest && part_next == put_at && holds == parts);
            held_link:         assert (right == {MERGES{1'b1}});
            left_link:         assert (dut_sent == left_next && dut_done == left_first && left_right == {TAGS{1'b1}} && once && left < TAGS);
            kept_link:         assert (!dut_kept || (dut_kept_merged ? back[oldest] && !bad[oldest] : out_valid && request_valid));
            pending_link:      assert (!pending || (pending_bytes[place] == pending_has && pending_written[8*place +: 8] == pending_byte
                                       && (!back[pending_place] || bad[pending_place] || pending_found[8*place +: 8] == memory)));
            all_places:        cover (parts == MERGES);
            younger_first:     cover (back_merge && back_place != oldest && asked[oldest]);
            line_made_whole:   cover (merged && out_address == line && pending_has);
            beside:            cover (takes && pending && !of_line);
            gave_up:           cover (gives_up && pending && oldest == pending_place && accept);
        end
endmodule
`default_nettype wire
