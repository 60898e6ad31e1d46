// Proof of rs_dram_controller as a whole, from the request port to the pins and back, beside a DRAM that keeps one
// arbitrary line. One arbitrary read of that line is marked, by a tag that no other request has.
//   The marked read is answered once, with its own SM and tag, by a whole packet with the data of the last write to its
//   line accepted before it (or what the line held; with WRITE_MASK byte by byte): so no request is lost, doubled or
//   overtaken by one to the same address.
//   Replies are as many as reads accepted, and when the controller is idle none is missing and the line in the DRAM holds
//   the last write accepted.
//   LINKS = 1, FIFO with two requests and no masks: invariants that say where each request, its data and its slot stand, and what
//   the line will hold behind it, which make all this inductive.
// Environment: packets of one flit (read) or three (write); read data CL cycles behind their RD, BURST_CYCLES words each.
`default_nettype none
module rs_dram_controller_fv #(
    parameter SCHEDULER = 1,
    parameter QUEUE     = 2,
    parameter LOOKAHEAD = 1,
    parameter BANK_PLACES = 0,
    parameter CAP       = 0,
    parameter BLISS_STREAK = 1,
    parameter BLISS_CLEAR = 12,
    parameter T_REFI    = 0,
    parameter T_RFC     = 2,
    parameter CL        = 1,
    parameter T_RCD     = 1,
    parameter T_RAS     = 1,
    parameter T_RRD     = 1,
    parameter LINKS     = 0,
    parameter WRITE_MASK = 0      // 1: words of a byte, of which the lowest bit is followed
) (
    input wire       clk,
    input wire       rst,
    input wire       in_valid,
    input wire       in_head,
    input wire       in_tail,
    input wire [4:0] payload,     // SM, write, line address {column, row, bank}; for data flits bit 0
    input wire [1:0] mask,
    input wire       mark,
    input wire       out_ready,
    input wire       other_data   // read data of other lines
);
    localparam HEADER = 6, FLIT_BITS = WRITE_MASK != 0 ? 8 : 1, PAYLOAD = HEADER + (WRITE_MASK != 0 ? 2 : 0);
    localparam WL = 1, BURST_CYCLES = 2, CAP_BITS = 2;
    localparam [31:0] CAP_WORD = CAP;

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) if (!started) assume (rst);
    wire check = started && !rst;

    (* anyconst *) reg [2:0] subject; // line
    reg  marked, answered;
    wire midway;
    wire [1:0] place;
    wire marks = mark && !marked && !midway && !payload[3] && payload[2:0] == subject;
    wire in_ready, out_valid, idle, dfi_cs_n, dfi_ras_n, dfi_cas_n, dfi_we_n, dfi_bank, dfi_wrdata_en, dfi_wrdata_mask;
    wire accept_valid, accept_write, accept_sm, accept_tag, write_room;
    wire [2:0] accept_line;
    wire [1:0] bank_room, leave, dfi_address;
    wire [PAYLOAD+1:0] out_flit;
    wire dfi_rddata_valid, word;
    wire [FLIT_BITS-1:0] dfi_wrdata;
    wire [HEADER+1:0] masked = {mask, payload[4], marks, payload[3:0]};
    rs_dram_controller #(.SCHEDULER(SCHEDULER), .QUEUE(QUEUE), .REPLY_SLOTS(2), .FLIT_BITS(FLIT_BITS), .TAG_BITS(1), .SM_BITS(1),
                         .ADDRESS_BITS(9), .CHANNEL_MASK(0), .BANK_MASK(32'h40), .ROW_MASK(32'h80), .COLUMN_MASK(32'h100),
                         .BANKS(2), .CHANNEL_BITS(1), .ROW_BITS(1), .COLUMN_BITS(1), .COLUMNS(1),
                         .BURST_CYCLES(BURST_CYCLES), .T_CCD(1), .T_RRD(T_RRD), .T_RAS(T_RAS), .T_RCD(T_RCD), .T_RC(T_RRD),
                         .T_WTR(0), .T_RP(1), .WL(WL), .T_WR(0), .T_RTP(1), .T_RTW(CL + 1), .PAYLOAD(PAYLOAD), .PIN_BITS(2),
                         .LOOKAHEAD(LOOKAHEAD), .BANK_PLACES(BANK_PLACES),
                         .BLISS_STREAK(BLISS_STREAK), .BLISS_CLEAR(BLISS_CLEAR),
                         .CAP_BITS(CAP != 0 ? CAP_BITS : 0), .T_REFI(T_REFI), .T_RFC(T_RFC), .WRITE_MASK(WRITE_MASK)) dut (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready),
        .in_flit({in_tail, in_head, masked[PAYLOAD-1:0]}), .out_valid(out_valid), .out_ready(out_ready),
        .out_flit(out_flit), .dfi_cs_n(dfi_cs_n), .dfi_ras_n(dfi_ras_n), .dfi_cas_n(dfi_cas_n), .dfi_we_n(dfi_we_n),
        .dfi_bank(dfi_bank), .dfi_address(dfi_address), .dfi_wrdata_en(dfi_wrdata_en), .dfi_wrdata(dfi_wrdata),
        .dfi_wrdata_mask(dfi_wrdata_mask),
        .dfi_rddata_valid(dfi_rddata_valid), .dfi_rddata({FLIT_BITS{word}}), .dfi_rddata_error(1'b0), .accept_valid(accept_valid),
        .accept_write(accept_write), .accept_sm(accept_sm), .accept_tag(accept_tag), .accept_line(accept_line), .idle(idle),
        .bank_room(bank_room), .write_room(write_room), .leave(leave), .age_cap(CAP_WORD[(CAP != 0 ? CAP_BITS : 1)-1:0]));

    rs_packet_rules #(.LONGEST(3), .CHECK(0)) packets (
        .clk(clk), .rst(rst), .valid(in_valid), .taken(in_valid && in_ready), .head(in_head), .tail(in_tail),
        .midway(midway), .place(place));
    always @(posedge clk) assume (midway ? in_tail == (place == 2) : in_tail == !payload[3]);

    // ---- the DRAM: the subject's line ------------------------------------------------------------------
    wire [3:0] pins = {dfi_cs_n, dfi_ras_n, dfi_cas_n, dfi_we_n};
    wire act = pins == 4'b0011, pre = pins == 4'b0010, refresh = pins == 4'b0001, rd = pins == 4'b0101, wr = pins == 4'b0100;
    wire here = dfi_bank == subject[0];
    reg  row, open;                    // of its bank; REF leaves no row open
    wire same_line = here && open && row == subject[1] && dfi_address[0] == subject[2];
    reg  [CL+BURST_CYCLES-1:0] reads, its_reads;   // RD commands by age, those of the line
    reg  [WL+BURST_CYCLES-1:0] its_writes;
    reg  [1:0] line;
    wire first_word = reads[CL-1], second_word = reads[CL];
    assign dfi_rddata_valid = first_word || second_word;
    assign word = first_word && its_reads[CL-1] ? line[0] : second_word && its_reads[CL] ? line[1] : other_data;
    always @(posedge clk) begin
        if (act && here)
            row <= dfi_address[0];
        open       <= act && here || open && !(pre && here) && !refresh;
        reads      <= {reads[CL+BURST_CYCLES-2:0], rd};
        its_reads  <= {its_reads[CL+BURST_CYCLES-2:0], rd && same_line};
        its_writes <= {its_writes[WL+BURST_CYCLES-2:0], wr && same_line};
        if (its_writes[WL-1] && !dfi_wrdata_mask)
            line[0] <= dfi_wrdata[0];
        if (its_writes[WL] && !dfi_wrdata_mask)
            line[1] <= dfi_wrdata[0];
        if (rst) begin
            open       <= 1'b0;
            reads      <= 0;
            its_writes <= 0;
        end
    end

    // ---- what was asked ---------------------------------------------------------------------------------
    wire       move = in_valid && in_ready;
    wire       out_move = out_valid && out_ready;
    reg        to_subject;             // the write under way
    reg        half;
    reg  [1:0] bytes;                  // that the write under way changes
    reg  [1:0] last_write;             // to the bytes of the line, accepted
    reg  [1:0] written;                // since reset
    reg  [1:0] expected;               // by the marked read
    reg        its_sm;
    reg  [3:0] outstanding;
    reg  [1:0] phase;                  // of the reply
    reg        its_reply, was_idle;
    always @(posedge clk) begin
        was_idle <= idle && !rst;
        if (move && !midway) begin
            to_subject <= payload[2:0] == subject;
            bytes      <= WRITE_MASK != 0 ? mask : 2'b11;
        end
        if (move && midway && place != 2)
            half <= payload[0];
        if (move && midway && place == 2 && to_subject) begin
            last_write <= ({payload[0], half} & bytes) | (last_write & ~bytes);
            written    <= written | bytes;
        end
        if (move && marks) begin
            marked       <= 1'b1;
            its_sm       <= payload[4];
            expected     <= (last_write & written) | (line & ~written);
        end
        outstanding <= outstanding + (move && !midway && !payload[3] ? 1 : 0) - (out_move && phase == 2 ? 1 : 0);
        if (out_move) begin
            phase <= phase == 2 ? 2'd0 : phase + 2'd1;
            if (phase == 0)
                its_reply <= out_flit[0];
            if (phase == 2 && its_reply)
                answered <= 1'b1;
        end
        if (rst) begin
            {marked, answered, its_reply, written} <= 5'd0;
            phase <= 2'd0;
            outstanding <= 4'd0;
        end
    end

    always @(posedge clk) if (check) begin
        form:         assert (!out_valid || out_flit[PAYLOAD+1:PAYLOAD] == {phase == 2'd2, phase == 2'd0});
        only_asked:   assert (!out_valid || outstanding != 0);
        once:         assert (!(out_valid && phase == 0 && out_flit[0]) || (marked && !answered));
        own_sm:       assert (!(out_valid && phase == 0 && out_flit[0]) || out_flit[1] == its_sm);
        last_data:    assert (!(out_valid && phase != 0 && its_reply) || out_flit[0] == expected[phase == 2]);
        none_missing: assert (!idle || (outstanding == 0 && marked == answered));
        stored:       assert (!(idle && was_idle) || ((line ^ last_write) & written) == 0);
        cover (answered && expected == 2'b01 && last_write == 2'b10);
        cover (answered && idle);
        cover (marked && !answered && outstanding == 2 && out_valid && !out_flit[0]);
    end

    // ---- LINKS ----------------------------------------------------------------------------------------------------------
    (* keep *) wire [5:0] kept;            // probe dut.ingress.kept if LINKS=1
    (* keep *) wire       in_write;        // probe dut.ingress.in_write if LINKS=1
    (* keep *) wire       filling_slot;    // probe dut.ingress.slot if LINKS=1
    (* keep *) wire       second_half;     // probe dut.ingress.half if LINKS=1
    (* keep *) wire [1:0] slot_busy;       // probe dut.ingress.slot_busy if LINKS=1
    (* keep *) wire [3:0] write_data;      // probe dut.ingress.write_buffer.memory[3],dut.ingress.write_buffer.memory[2],dut.ingress.write_buffer.memory[1],dut.ingress.write_buffer.memory[0] if LINKS=1
    (* keep *) wire [1:0] head_bank;       // probe dut.fifo.queue.head_bank if LINKS=1
    (* keep *) wire       head_row;        // probe dut.fifo.queue.head_row if LINKS=1
    (* keep *) wire [3:0] head_entry;      // probe dut.fifo.queue.head_entry if LINKS=1
    (* keep *) wire       same_row;        // probe dut.fifo.queue.same_row if LINKS=1
    (* keep *) wire       behind;          // probe dut.fifo.queue.behind_head.level if LINKS=1
    (* keep *) wire       behind_to;       // probe dut.fifo.queue.behind_head.write_pointer if LINKS=1
    (* keep *) wire       behind_from;     // probe dut.fifo.queue.behind_head.read_pointer if LINKS=1
    (* keep *) wire [5:0] next;            // probe dut.fifo.queue.behind_head.memory[0] if LINKS=1
    (* keep *) wire [1:0] dut_open;        // probe dut.commands.timing.open if LINKS=1
    (* keep *) wire [1:0] dut_row;         // probe dut.commands.timing.open_row if LINKS=1
    (* keep *) wire       can_read;        // probe dut.commands.timing.can_read if LINKS=1
    (* keep *) wire       can_write;       // probe dut.commands.timing.can_write if LINKS=1
    (* keep *) wire [1:0] to_read;         // probe dut.commands.timing.to_read if LINKS=1
    (* keep *) wire       index;           // probe dut.commands.index if LINKS=1
    (* keep *) wire       locked;          // probe dut.commands.locked if LINKS=1
    (* keep *) wire       wait_valid;      // probe dut.commands.wait_valid if LINKS=1
    (* keep *) wire [1:0] wait_what;       // probe dut.commands.wait_what if LINKS=1
    (* keep *) wire [1:0] rest_what;       // probe dut.commands.rest_what if LINKS=1
    (* keep *) wire       step;            // probe dut.commands.step if LINKS=1
    (* keep *) wire [1:0] used;            // probe dut.reply.used if LINKS=1
    (* keep *) wire [1:0] complete;        // probe dut.reply.complete if LINKS=1
    (* keep *) wire [1:0] write_word;      // probe dut.reply.write_word if LINKS=1
    (* keep *) wire [1:0] read_flit;       // probe dut.reply.read_flit if LINKS=1
    (* keep *) wire       issue_slot;      // probe dut.reply.issue_slot if LINKS=1
    (* keep *) wire [1:0] dut_phase;       // probe dut.reply.phase if LINKS=1
    (* keep *) wire [3:0] headers;         // probe dut.reply.headers[1],dut.reply.headers[0] if LINKS=1
    (* keep *) wire [3:0] reply_data;      // probe dut.reply.reply_buffer.memory[3],dut.reply.reply_buffer.memory[2],dut.reply.reply_buffer.memory[1],dut.reply.reply_buffer.memory[0] if LINKS=1
    wire       has_head  = head_bank != 0;
    wire [2:0] head_line = {head_entry[0], head_row, head_bank[1]}, next_line = {next[0], next[4], next[5]};
    wire       head_stores = has_head && head_entry[3] && head_line == subject, next_stores = behind && next[3] && next_line == subject;
    wire       head_marked = has_head && !head_entry[3] && head_entry[1], next_marked = behind && !next[3] && next[1];
    // The line as it is after what left the queue, after the head, after the request behind it.
    wire [1:0] line_0, line_1, line_2;
    assign line_0[0] = wr && same_line ? write_data[{wait_what[1], 1'b0}] : its_writes[0] ? dfi_wrdata[0] : line[0];
    assign line_0[1] = wr && same_line ? write_data[{wait_what[1], 1'b1}] : its_writes[0] ? write_data[{rest_what[1], 1'b1}]
                     : its_writes[1] ? dfi_wrdata[0] : line[1];
    assign line_1 = head_stores ? {write_data[{head_entry[1], 1'b1}], write_data[{head_entry[1], 1'b0}]} : line_0;
    assign line_2 = next_stores ? {write_data[{next[1], 1'b1}], write_data[{next[1], 1'b0}]} : line_1;
    // Its row, as commands that are still to come find it.
    wire next_open = act && here || open && !(pre && here);
    wire next_row  = act && here ? dfi_address[0] : row;
    // Reply slots: the older (oldest) and the younger one in use; what the marked one has of its line.
    wire       oldest = read_flit[1];
    wire [1:0] tags   = {headers[2], headers[0]}, sms = {headers[3], headers[1]};
    wire [1:0] in_use = used == 2 ? 2'b11 : used == 1 ? (oldest ? 2'b10 : 2'b01) : 2'b00;
    wire [1:0] its    = in_use & tags;
    wire       at     = its[1];             // slot of the marked read
    wire [1:0] ahead  = at == oldest ? 2'd0 : 2'd1;
    wire [1:0] its_data = {reply_data[{at, 1'b1}], reply_data[{at, 1'b0}]};
    wire       second_reading = ahead == complete && reads[1];
    wire       first_reading  = ahead == complete && !reads[1] && reads[0];
    wire       commanded      = ahead > complete || (ahead == complete && !reads[1] && !reads[0]);
    function [1:0] of_slot; // one-hot
        input valid, slot;
        of_slot = !valid ? 2'b00 : slot ? 2'b10 : 2'b01;
    endfunction
    // Write slots, each in one place: of the write that comes in, of the head, behind it, of a WR, of its second word.
    wire [1:0] slot_a = of_slot(in_write, filling_slot), slot_b = of_slot(has_head && head_entry[3], head_entry[1]);
    wire [1:0] slot_c = of_slot(behind && next[3], next[1]), slot_d = of_slot(wait_valid, wait_what[1]), slot_e = of_slot(step, rest_what[1]);
    wire [2:0] slots_0 = slot_a[0] + slot_b[0] + slot_c[0] + slot_d[0] + slot_e[0];
    wire [2:0] slots_1 = slot_a[1] + slot_b[1] + slot_c[1] + slot_d[1] + slot_e[1];
    wire [2:0] places_of_it = head_marked + next_marked + its[0] + its[1];
    wire [2:0] flying = rd + reads[0] + reads[1];
    wire [3:0] all_reads = used + (has_head && !head_entry[3]) + (behind && !next[3]);
    generate
        if (LINKS != 0) begin : links
            always @(posedge clk) if (check) begin
                intake_link: assert (in_write == midway && (midway || place == 0) && (!in_write || (bytes == 3 && place != 0 && place != 3 && second_half == (place == 2) && kept[3] && !behind
                                     && to_subject == (kept[2:0] == subject) && (place != 2 || half == write_data[{filling_slot, 1'b0}]))));
                queue_link:  assert (head_bank != 3 && !behind_to && !behind_from && (!behind || has_head)
                                     && (!has_head || !dut_open[head_bank[1]] || same_row == (dut_row[head_bank[1]] == head_row)));
                slots_link:  assert (slots_0 == {2'd0, slot_busy[0]} && slots_1 == {2'd0, slot_busy[1]});
                row_link:    assert (!refresh && next_open == dut_open[subject[0]] && (!next_open || next_row == dut_row[subject[0]]));
                write_link:  assert (wr == wait_valid && !(wr && step) && (!its_writes[0] || step) && !(its_writes[0] && its_writes[1]));
                line_link:   assert (((line_2 ^ last_write) & written) == 0);
                none_link:   assert (written == 2'b11 || (written == 0 && !head_stores && !next_stores && !(wr && same_line)
                                     && its_writes[1:0] == 0));
                reply_link:  assert (used <= 2 && complete <= used && dut_phase == phase && phase != 3 && read_flit[0] == (phase == 2)
                                     && (phase == 0 || complete != 0) && write_word[1] == (oldest ^ complete[0]) && issue_slot == (oldest ^ used[0]));
                flying_link: assert (flying == used - complete && write_word[0] == reads[1] && !(rd && reads[0]) && !(reads[0] && reads[1]));
                turn_link:   assert (!(rd && step) && !(reads[0] && (wr || its_writes[1:0] != 0)) && !(reads[1] && its_writes[1:0] != 0));
                apart_link:  assert (!locked && !index && !(wr && (can_read || can_write || to_read != 2)) && !(step && can_read)
                                     && !(rd && (can_read || can_write)));
                count_link:  assert (outstanding == all_reads);
                place_link:  assert (places_of_it == {2'd0, marked && !answered} && (marked || !answered));
                head_link:   assert (!head_marked || (head_line == subject && expected == line_0 && head_entry[2] == its_sm));
                next_link:   assert (!next_marked || (next_line == subject && expected == line_1 && next[2] == its_sm));
                sm_link:     assert (its == 0 || sms[at] == its_sm);
                out_link:    assert (phase == 0 || its_reply == tags[oldest]);
                data_link:   assert (its == 0 || (ahead < complete ? its_data == expected
                                     : second_reading ? its_reads[1] && its_data[0] == expected[0] && line[1] == expected[1]
                                     : first_reading ? its_reads[0] && line == expected
                                     : commanded && rd && same_line && line_0 == expected));
            end
        end
    endgenerate
endmodule
`default_nettype wire
