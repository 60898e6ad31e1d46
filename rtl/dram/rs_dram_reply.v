// Back of a DRAM controller: read data in, reply packets out.
//
// A read is announced (issue, with its SM and tag) in the cycle of its first column command, which takes one of
// SLOTS reply slots; `slot_free` says whether one is left. Its DATA_CYCLES data words follow in order of issue. When
// the line is complete a reply packet goes out: head flit with {SM, tag}, then two data flits; the slot is free
// again when the tail has been taken.
// PAIR = 1: the bursts of a read may come between those of the one announced before it, which is complete first: each RD is announced,
// too (column), and whether it is of the read `beside` the older one, of which some are still to come.
// ECC = 1: data_error says that the word on `data` could not be read; then the reply's head flit has a 1 above {SM, tag}, else a 0.
// HEADER_WIRES = 1: data have wires of their own, the top FLIT_BITS of the payload; a packet is two data flits, the first with the header.
// Timing: out_valid, out_flit and slot_free are functions of registered state only.
`default_nettype none
module rs_dram_reply #(
    parameter SLOTS       = 16,  // a power of two
    parameter FLIT_BITS   = 256,
    parameter DQ_BITS     = 128, // 2*FLIT_BITS / DATA_CYCLES
    parameter DATA_CYCLES = 4,   // words of a line
    parameter TAG_BITS    = 8,
    parameter SM_BITS     = 5,
    parameter PAYLOAD     = 256,
    parameter ECC         = 0,
    parameter PAIR        = 0,
    parameter COLUMNS     = 2,   // PAIR: bursts of a line
    parameter HEADER_WIRES = 0
) (
    input  wire                clk,
    input  wire                rst,
    input  wire                issue,
    input  wire [SM_BITS-1:0]  issue_sm,
    input  wire [TAG_BITS-1:0] issue_tag,
    input  wire                column,
    input  wire                beside,
    output wire                slot_free,
    input  wire                data_valid,
    input  wire [DQ_BITS-1:0]  data,
    input  wire                data_error,  // ECC
    output wire                out_valid,
    input  wire                out_ready,
    output wire [PAYLOAD+1:0]  out_flit,   // {tail, head, payload}
    output wire                empty
);
    localparam SLOT_BITS = (SLOTS > 1) ? $clog2(SLOTS) : 1;
    localparam LEVEL_BITS = $clog2(SLOTS + 1);
    localparam HEADER = SM_BITS + TAG_BITS + (ECC != 0 ? 1 : 0);
    localparam WORDS = DATA_CYCLES / 2;                  // words of a flit
    localparam LINE_BITS = $clog2(DATA_CYCLES);          // number of a word in its line
    localparam [LEVEL_BITS-1:0] ONE = 1;
    localparam [1:0] TAIL = (HEADER_WIRES != 0) ? 2'd1 : 2'd2; // last phase of a packet

    generate
        if (DATA_CYCLES < 2 || DATA_CYCLES % 2 != 0 || DQ_BITS * DATA_CYCLES != 2 * FLIT_BITS
            || (DATA_CYCLES & (DATA_CYCLES - 1)) != 0
            || (SLOTS & (SLOTS - 1)) != 0 || SLOTS < 2) begin : illegal
            rs_dram_reply_needs_data_cycles_a_power_of_two_from_2_that_make_two_flits_and_slots_a_power_of_two stop ();
        end
        if (PAIR != 0 && (COLUMNS < 2 || DATA_CYCLES % COLUMNS != 0)) begin : illegal_pair
            rs_dram_reply_needs_for_pair_columns_from_2_that_part_the_data_cycles stop ();
        end
        if (PAYLOAD < HEADER) begin : illegal_header
            rs_dram_reply_needs_a_payload_of_a_header stop ();
        end
        if (HEADER_WIRES != 0 && (HEADER_WIRES != 1 || PAYLOAD < HEADER + FLIT_BITS)) begin : illegal_wires
            rs_dram_reply_needs_with_header_wires_1_a_payload_of_header_and_flit stop ();
        end
    endgenerate

    reg  [LEVEL_BITS-1:0] used, complete;  // slots taken; lines ready to go
    wire [SLOT_BITS+LINE_BITS-1:0] write_word; // {slot, word}: where the next one goes
    reg  [SLOT_BITS:0]    read_flit;       // {slot, half}
    reg  [SLOT_BITS-1:0]  issue_slot;      // of the next read
    reg  [1:0]            phase;           // flit of the packet that goes out: 0 head; HEADER_WIRES 0: 1 and 2 data, else 0 and 1
    wire                  line_in;         // the last word of a line
    wire                  moves    = out_valid && out_ready;
    wire                  line_out = moves && phase == TAIL;
    // `issue` comes late: both next counts are ready.
    wire [LEVEL_BITS-1:0] used_issue = line_out ? used : used + ONE, used_else = line_out ? used - ONE : used;

    generate
        if (PAIR != 0) begin : pairs
            localparam BURST_BITS  = $clog2(SLOTS * COLUMNS);
            localparam [31:0] LAST_STEP = DATA_CYCLES / COLUMNS - 1;
            reg  [SLOTS*COLUMNS-1:0] besides;        // of the bursts announced, a ring
            reg  [BURST_BITS-1:0]    to_come, comes; // the next one announced, the one that comes
            reg  [SLOT_BITS-1:0]     slot;           // of the older line,
            reg  [LINE_BITS-1:0]     word, word_beside; // its next word and that of the line beside it
            wire                     is_beside = besides[comes];
            wire [LINE_BITS-1:0]     its_word  = is_beside ? word_beside : word;
            assign write_word = {slot + {{(SLOT_BITS-1){1'b0}}, is_beside}, its_word};
            assign line_in    = data_valid && !is_beside && (&word);
            always @(posedge clk) begin
                if (rst) begin
                    to_come     <= {BURST_BITS{1'b0}};
                    comes       <= {BURST_BITS{1'b0}};
                    slot        <= {SLOT_BITS{1'b0}};
                    word        <= {LINE_BITS{1'b0}};
                    word_beside <= {LINE_BITS{1'b0}};
                end else begin
                    if (column)
                        to_come <= to_come + {{(BURST_BITS-1){1'b0}}, 1'b1};
                    if (data_valid && (its_word & LAST_STEP[LINE_BITS-1:0]) == LAST_STEP[LINE_BITS-1:0])
                        comes <= comes + {{(BURST_BITS-1){1'b0}}, 1'b1};
                    if (line_in) begin
                        slot        <= slot + {{(SLOT_BITS-1){1'b0}}, 1'b1};
                        word        <= word_beside;
                        word_beside <= {LINE_BITS{1'b0}};
                    end else if (data_valid && is_beside)
                        word_beside <= word_beside + {{(LINE_BITS-1){1'b0}}, 1'b1};
                    else if (data_valid)
                        word <= word + {{(LINE_BITS-1){1'b0}}, 1'b1};
                end
                if (column)
                    besides[to_come] <= beside;
            end
        end else begin : singly
            reg [SLOT_BITS+LINE_BITS-1:0] next_word;
            assign write_word = next_word;
            assign line_in    = data_valid && (&next_word[LINE_BITS-1:0]);
            always @(posedge clk)
                if (rst)
                    next_word <= {(SLOT_BITS+LINE_BITS){1'b0}};
                else if (data_valid)
                    next_word <= next_word + {{(SLOT_BITS+LINE_BITS-1){1'b0}}, 1'b1};
            wire unused = &{1'b0, column, beside};
        end
    endgenerate

    // By slot. A free slot takes what stands at the port, which comes late, and keeps it when `issue` says so.
    reg  [SM_BITS+TAG_BITS-1:0] headers [0:SLOTS-1];
    wire [HEADER-1:0]           header;
    always @(posedge clk)
        if (slot_free)
            headers[issue_slot] <= {issue_sm, issue_tag};
    generate
        if (ECC != 0) begin : errors
            reg [SLOTS-1:0] bad; // a word of the line could not be read
            assign header = {bad[read_flit[SLOT_BITS:1]], headers[read_flit[SLOT_BITS:1]]};
            always @(posedge clk) begin
                if (slot_free)
                    bad[issue_slot] <= 1'b0;
                if (data_valid && data_error)
                    bad[write_word[SLOT_BITS+LINE_BITS-1:LINE_BITS]] <= 1'b1;
            end
        end else begin : no_errors
            assign header = headers[read_flit[SLOT_BITS:1]];
            wire unused = data_error;
        end
    endgenerate

    wire [FLIT_BITS-1:0] stored;
    wire [PAYLOAD-1:0]   payload;
    // Read one cycle ahead, of which a flit that is not complete yet shows nothing: its words come before the last one of its line.
    wire                 next_flit = moves && (HEADER_WIRES != 0 || phase != 2'd0); // a data flit leaves
    wire [SLOT_BITS:0]   read_next = next_flit ? read_flit + {{SLOT_BITS{1'b0}}, 1'b1} : read_flit;
    rs_memory_1r1w #(.WIDTH(DQ_BITS), .DEPTH(SLOTS * DATA_CYCLES), .READ_WORDS(WORDS), .READ_REGISTER(1)) reply_buffer (
        .clk(clk), .write(data_valid), .write_address(write_word), .write_data(data), .read_address(read_next),
        .read_data(stored));

    function [PAYLOAD-1:0] widen_header;
        input [HEADER-1:0] bits;
        begin
            widen_header = {PAYLOAD{1'b0}};
            widen_header[HEADER-1:0] = bits;
        end
    endfunction
    localparam DATA = (HEADER_WIRES != 0) ? PAYLOAD - FLIT_BITS : 0; // lowest bit of a flit's data
    function [PAYLOAD-1:0] widen_data;
        input [FLIT_BITS-1:0] bits;
        begin
            widen_data = {PAYLOAD{1'b0}};
            widen_data[DATA +: FLIT_BITS] = bits;
        end
    endfunction
    generate
        if (HEADER_WIRES != 0) begin : together
            assign payload = widen_header(header) | widen_data(stored);
        end else begin : in_turn
            assign payload = phase == 2'd0 ? widen_header(header) : widen_data(stored);
        end
    endgenerate
    assign out_valid = complete != {LEVEL_BITS{1'b0}};
    assign out_flit  = {phase == TAIL, phase == 2'd0, payload};
    assign slot_free = !used[LEVEL_BITS-1]; // SLOTS is a power of two
    assign empty     = used == {LEVEL_BITS{1'b0}};

    always @(posedge clk)
        if (rst) begin
            used       <= {LEVEL_BITS{1'b0}};
            complete   <= {LEVEL_BITS{1'b0}};
            read_flit  <= {(SLOT_BITS+1){1'b0}};
            issue_slot <= {SLOT_BITS{1'b0}};
            phase      <= 2'd0;
        end else begin
            used <= ({LEVEL_BITS{issue}} & used_issue) | ({LEVEL_BITS{!issue}} & used_else);
            if (line_in != line_out)
                complete <= line_in ? complete + ONE : complete - ONE;
            if (issue)
                issue_slot <= issue_slot + {{(SLOT_BITS-1){1'b0}}, 1'b1};
            if (moves)
                phase <= phase == TAIL ? 2'd0 : phase + 2'd1;
            read_flit <= read_next;
        end
endmodule
`default_nettype wire
