// Proof of rs_dram_controller as a whole, from the request port to the pins and back, beside a DRAM that keeps one
// arbitrary line. One arbitrary read of that line is marked, by a tag that no other request has.
//   The marked read is answered once, with its own SM and tag, by a whole packet with the data of the last write to its
//   line accepted before it (or what the line held; with WRITE_MASK byte by byte): so no request is lost, doubled or
//   overtaken by one to the same address.
//   Replies are as many as reads accepted, and when the controller is idle none is missing and the line in the DRAM holds
//   the last write accepted.
// Environment: packets of one flit (read) or three (write); read data CL cycles behind their RD, BURST_CYCLES words each.
`default_nettype none
module rs_dram_controller_fv #(
    parameter SCHEDULER = 1,
    parameter QUEUE     = 2,
    parameter LOOKAHEAD = 1,
    parameter BANK_PLACES = 0,
    parameter ROW_COMPARATORS = 0,
    parameter CAP       = 0,
    parameter T_REFI    = 0,
    parameter T_RFC     = 2,
    parameter CL        = 1,
    parameter T_RCD     = 1,
    parameter T_RAS     = 1,
    parameter T_RRD     = 1,
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
                         .LOOKAHEAD(LOOKAHEAD), .BANK_PLACES(BANK_PLACES), .ROW_COMPARATORS(ROW_COMPARATORS),
                         .CAP_BITS(CAP != 0 ? CAP_BITS : 0), .T_REFI(T_REFI), .T_RFC(T_RFC), .WRITE_MASK(WRITE_MASK)) dut (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready),
        .in_flit({in_tail, in_head, masked[PAYLOAD-1:0]}), .out_valid(out_valid), .out_ready(out_ready),
        .out_flit(out_flit), .dfi_cs_n(dfi_cs_n), .dfi_ras_n(dfi_ras_n), .dfi_cas_n(dfi_cas_n), .dfi_we_n(dfi_we_n),
        .dfi_bank(dfi_bank), .dfi_address(dfi_address), .dfi_wrdata_en(dfi_wrdata_en), .dfi_wrdata(dfi_wrdata),
        .dfi_wrdata_mask(dfi_wrdata_mask),
        .dfi_rddata_valid(dfi_rddata_valid), .dfi_rddata({FLIT_BITS{word}}), .accept_valid(accept_valid),
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
endmodule
`default_nettype wire
