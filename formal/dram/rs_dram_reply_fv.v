// Proof of rs_dram_reply: no reply lost or doubled, slots exact. One arbitrary read is marked when it is announced and
// followed: its packet is the one that comes out in its turn, with its header and, word by word, the data that came in
// for it. Environment: a read is announced only with room (asserted by rs_dram_commands_fv), data words come only for
// announced reads, in order.
// PAIR = 1: bursts of two reads in turn, of which the older is complete first (asserted by rs_dram_commands_fv).
// HEADER_WIRES = 1: a packet is two flits, the first with header and data.
// CHECK = 0, instead: `changed` shows the same; tests/mutate puts a mutant in its place.
`default_nettype none
module rs_dram_reply_fv #(
    parameter SLOTS       = 2,
    parameter DATA_CYCLES = 4,
    parameter DQ_BITS     = 1,
    parameter TAG_BITS    = 1,
    parameter SM_BITS     = 1,
    parameter PAIR        = 0,
    parameter ECC = 0,
    parameter COLUMNS     = 2,   // PAIR: bursts of a line
    parameter HEADER_WIRES = 0,
    parameter CHECK       = 1
) (
    input wire clk,
    input wire rst,
    input wire issue,
    input wire [TAG_BITS-1:0] issue_tag,
    input wire [SM_BITS-1:0]  issue_sm, // CHECK = 0
    input wire column,
    input wire beside,
    input wire mark,
    input wire data_valid,
    input wire [DQ_BITS-1:0] data,
    input wire data_error,
    input wire out_ready
);
    localparam FLIT_BITS = DATA_CYCLES / 2 * DQ_BITS, HEADER = SM_BITS + TAG_BITS + (ECC != 0 ? 1 : 0);
    localparam PAYLOAD = HEADER_WIRES != 0 ? HEADER + FLIT_BITS : FLIT_BITS > HEADER ? FLIT_BITS : HEADER;
    localparam DATA = HEADER_WIRES != 0 ? HEADER : 0;
    localparam [1:0] LAST = HEADER_WIRES != 0 ? 1 : 2; // flit of a packet
    localparam LEVEL_BITS = $clog2(SLOTS + 1), WORD_BITS = $clog2(SLOTS * DATA_CYCLES + 1);

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) if (!started) assume (rst);
    wire check = started && !rst;

    wire               slot_free, out_valid, empty;
    wire [PAYLOAD+1:0] out_flit;
    reg                marked;          // some read has been marked
    wire               marks = issue && mark && !marked;
    wire [SM_BITS-1:0] sm = CHECK != 0 ? {SM_BITS{marks}} : issue_sm;
    rs_dram_reply #(.SLOTS(SLOTS), .FLIT_BITS(FLIT_BITS), .DQ_BITS(DQ_BITS), .DATA_CYCLES(DATA_CYCLES), .TAG_BITS(TAG_BITS),
                    .SM_BITS(SM_BITS), .PAYLOAD(PAYLOAD), .PAIR(PAIR), .COLUMNS(COLUMNS), .ECC(ECC), .HEADER_WIRES(HEADER_WIRES)) original (
        .clk(clk), .rst(rst), .issue(issue), .issue_sm(sm), .issue_tag(issue_tag), .column(column), .beside(beside), .slot_free(slot_free),
        .data_valid(data_valid), .data(data), .data_error(data_error), .out_valid(out_valid), .out_ready(out_ready), .out_flit(out_flit),
        .empty(empty));

    reg [LEVEL_BITS-1:0] reads;         // announced, packet not gone
    reg [WORD_BITS-1:0]  words;         // data words still to come
    reg                  inside;        // the marked read
    reg [LEVEL_BITS-1:0] ahead;         // packets before its own
    reg [WORD_BITS-1:0]  words_ahead;   // data words before its next one
    reg [2:0]            words_in;      // of its own
    reg [DATA_CYCLES*DQ_BITS-1:0] line;
    reg [TAG_BITS-1:0]   tag;
    reg                  unread;        // ECC: some word of it could not be read
    reg [1:0]            phase;         // of the packet that goes out
    wire moves = out_valid && out_ready;
    wire head  = out_flit[PAYLOAD], tail = out_flit[PAYLOAD+1];
    wire gone  = moves && phase == LAST;
    wire its_burst; // PAIR: the one that comes
    wire its_word = inside && data_valid && (PAIR != 0 ? its_burst : words_ahead == 0 && words_in != DATA_CYCLES);
    always @(posedge clk) begin
        assume (!issue || slot_free);
        assume (PAIR != 0 || !data_valid || words != 0);
        reads <= reads + (issue ? 1 : 0) - (gone ? 1 : 0);
        words <= words + (issue ? DATA_CYCLES : 0) - (data_valid ? 1 : 0);
        if (moves)
            phase <= phase == LAST ? 2'd0 : phase + 2'd1;
        if (inside && gone) begin
            inside <= ahead != 0;
            ahead  <= ahead - 1;
        end
        if (inside && data_valid && words_ahead != 0)
            words_ahead <= words_ahead - 1;
        if (its_word) begin
            line[words_in*DQ_BITS +: DQ_BITS] <= data;
            words_in <= words_in + 3'd1;
            unread   <= unread || data_error;
        end
        if (marks) begin
            marked      <= 1'b1;
            inside      <= 1'b1;
            tag         <= issue_tag;
            ahead       <= reads - (gone ? 1 : 0);
            words_ahead <= words - (data_valid ? 1 : 0);
            words_in    <= 3'd0;
            unread      <= 1'b0;
        end
        if (rst) begin
            reads <= 0;
            words <= 0;
            phase <= 2'd0;
            {marked, inside} <= 2'd0;
        end
    end

    generate
        if (PAIR != 0) begin : pairs
            localparam STEPS = DATA_CYCLES / COLUMNS, BURSTS = SLOTS * COLUMNS;
            reg                          older, other;           // reads of which column commands are still to come
            reg                          older_marked, other_marked;
            reg [$clog2(COLUMNS+1)-1:0]  older_index, other_index;
            reg [BURSTS-1:0]             mine;                   // of the bursts still to come, the first lowest: of the marked read
            reg [$clog2(BURSTS+1)-1:0]   bursts;
            reg [$clog2(STEPS+1)-1:0]    step;
            wire comes  = data_valid && step == STEPS - 1;       // the last word of a burst
            wire ends   = column && !beside && older_index == COLUMNS - 1;
            wire its    = issue ? marks : beside ? other_marked : older_marked;
            wire [$clog2(BURSTS+1)-1:0] behind = bursts - (comes ? 1 : 0);
            assign its_burst = mine[0];
            always @(posedge clk) begin
                assume (!issue || column);
                assume (!column || (beside ? older && issue == !other && (!other || other_index != COLUMNS - 1) : issue == !older));
                assume (!data_valid || bursts != 0);
                if (data_valid)
                    step <= comes ? 0 : step + 1;
                bursts <= behind + (column ? 1 : 0);
                mine   <= (comes ? mine >> 1 : mine) | (column && its ? 1 << behind : 0);
                if (column && beside) begin
                    other        <= 1'b1;
                    other_index  <= other_index + 1;
                    other_marked <= its;
                end else if (column) begin
                    older        <= !ends || other;
                    older_index  <= ends ? other_index : older_index + 1;
                    older_marked <= ends ? other_marked : its;
                    if (ends)
                        {other, other_index} <= 0;
                end
                if (rst) begin
                    {older, other, older_index, other_index} <= 0;
                    {mine, bursts, step} <= 0;
                end
            end
        end else begin : singly
            assign its_burst = 1'b0;
        end
    endgenerate

    wire its_turn = inside && ahead == 0;
    wire [FLIT_BITS-1:0] low = line[FLIT_BITS-1:0], high = line[2*FLIT_BITS-1:FLIT_BITS];
    generate
        if (CHECK != 0) begin : checked
            rs_stream_source_rules #(.WIDTH(PAYLOAD + 2)) stays (
                .clk(clk), .rst(rst || !started), .valid(out_valid), .ready(out_ready), .payload(out_flit));
            always @(posedge clk) if (check) begin
                slots_exact:  assert (slot_free == (reads != SLOTS) && empty == (reads == 0) && reads <= SLOTS);
                packet_form:  assert (!out_valid || (head == (phase == 0) && tail == (phase == LAST)));
                only_reads:   assert (!out_valid || reads != 0);
                whole_line:   assert (!(its_turn && out_valid) || words_in == DATA_CYCLES);
                its_header:   assert (!(out_valid && phase == 0)
                                      || (out_flit[TAG_BITS +: SM_BITS] == {SM_BITS{its_turn}}
                                          && (!its_turn || out_flit[TAG_BITS-1:0] == tag)));
                its_data:     assert (!(its_turn && out_valid && (HEADER_WIRES != 0 || phase != 0))
                                      || out_flit[DATA +: FLIT_BITS] == (phase != LAST ? low : high));
                goes_when_whole: assert (!(its_turn && words_in == DATA_CYCLES) || out_valid);
                if (ECC != 0)
                    its_error: assert (!(out_valid && phase == 0 && its_turn) || out_flit[HEADER-1] == unread);
                cover (its_turn && gone && reads == SLOTS);
                cover (marked && !inside && reads == 0);
                cover (!slot_free && issue == 0 && out_valid);
            end
        end else begin : twice
            wire               other_room, other_valid, other_empty;
            wire [PAYLOAD+1:0] other_flit;
            rs_dram_reply #(.SLOTS(SLOTS), .FLIT_BITS(FLIT_BITS), .DQ_BITS(DQ_BITS), .DATA_CYCLES(DATA_CYCLES),
                            .TAG_BITS(TAG_BITS), .SM_BITS(SM_BITS), .PAYLOAD(PAYLOAD), .PAIR(PAIR), .COLUMNS(COLUMNS), .ECC(ECC),
                            .HEADER_WIRES(HEADER_WIRES)) changed (
                .clk(clk), .rst(rst), .issue(issue), .issue_sm(sm), .issue_tag(issue_tag), .column(column), .beside(beside), .slot_free(other_room),
                .data_valid(data_valid), .data(data), .data_error(data_error), .out_valid(other_valid), .out_ready(out_ready),
                .out_flit(other_flit), .empty(other_empty));
            always @(posedge clk) if (check) begin
                same: assert ({other_room, other_valid, other_empty} == {slot_free, out_valid, empty}
                              && (!out_valid || other_flit == out_flit));
            end
        end
    endgenerate
endmodule
`default_nettype wire
