// Coalescer: a warp-wide group of word addresses in, the lines it touches out, one a cycle (PATTERNS 2).
//
// What it does: the line of the lowest active lane first, with all lanes that are in it; then the line of the lowest lane
// still unserved, and so on: every distinct line once, so their number is the least possible. For each line: the lanes it
// serves (line_mask), the word of the line that each of them wants (line_word; nothing for other lanes), and for stores
// the bytes written and their data, 0 elsewhere and for loads. Lanes that store to one word: the highest wins (CUDA: one of
// them does). line_last marks the last line of the group, line_end that of the last group of its instruction.
// Only the leader's line is compared with the others': LANES comparators, through rs_compare.
// A group has aligned addresses (bits 1:0 are not looked at) and some active lane; one without is taken and gives nothing.
// line_behind: line_address of the next cycle, unless this one's line stays at the port; for memories that are read by it.
// Timing: the first line is at the port two cycles after its group was taken. A line a cycle, also over the end of a
// group, when the sink is always ready. in_ready is combinational in line_ready and registers; line_bytes and line_data in
// registers (the merging of stores), all other outputs are registers. C twin: cmodel/sm/coalescer.c.
`default_nettype none
module rs_coalescer #(
    parameter LANES         = 32,
    parameter ADDRESS_BITS  = 48,
    parameter LINE_BYTES    = 128, // a power of two from 8 on
    parameter WARP_BITS     = 5,
    parameter REGISTER_BITS = 8,
    // derived, not to be set
    parameter OFFSET_BITS   = $clog2(LINE_BYTES),
    parameter WORD_BITS     = OFFSET_BITS - 2,
    parameter LINE_BITS     = ADDRESS_BITS - OFFSET_BITS
) (
    input  wire                          clk,
    input  wire                          rst,
    input  wire                          in_valid,
    output wire                          in_ready,
    input  wire                          in_write,
    input  wire [WARP_BITS-1:0]          in_warp,
    input  wire [REGISTER_BITS-1:0]      in_register,
    input  wire [3:0]                    in_element,
    input  wire                          in_last,
    input  wire [LANES-1:0]              in_mask,
    input  wire [LANES*ADDRESS_BITS-1:0] in_address,
    input  wire [LANES*32-1:0]           in_data,
    output reg                           line_valid,
    input  wire                          line_ready,
    output reg                           line_write,
    output reg  [WARP_BITS-1:0]          line_warp,
    output reg  [REGISTER_BITS-1:0]      line_register,
    output reg  [3:0]                    line_element,
    output reg                           line_last,
    output reg                           line_end,
    output reg  [LINE_BITS-1:0]          line_address,
    output wire [LINE_BITS-1:0]          line_behind,
    output reg  [LANES-1:0]              line_mask,
    output reg  [LANES*WORD_BITS-1:0]    line_word,
    output wire [LINE_BYTES-1:0]         line_bytes,
    output wire [LINE_BYTES*8-1:0]       line_data,
    output wire                          busy
);
    generate
        if (LANES < 1 || WARP_BITS < 1 || REGISTER_BITS < 1) begin : illegal_sizes
            rs_coalescer_needs_sizes_above_0 stop ();
        end
        if (LINE_BYTES < 8 || (LINE_BYTES & (LINE_BYTES - 1)) != 0 || ADDRESS_BITS <= OFFSET_BITS) begin : illegal_line
            rs_coalescer_LINE_BYTES_must_be_a_power_of_two_from_8_on_within_the_address_space stop ();
        end
    endgenerate

    // The group: lanes not served yet, empty = no group; and the line of the lowest of them.
    reg [LANES-1:0]           waiting;
    reg [LINE_BITS-1:0]       line;
    reg                       write, last;
    reg [WARP_BITS-1:0]       warp;
    reg [REGISTER_BITS-1:0]   first_register;
    reg [3:0]                 element;
    reg [LANES*LINE_BITS-1:0] lines;
    reg [LANES*WORD_BITS-1:0] words;
    reg [LANES*32-1:0]        data;

    wire [LANES-1:0] same;
    rs_compare #(.WIDTH(LINE_BITS), .LANES(LANES)) same_line (.a(lines), .b({LANES{line}}), .equal(same));
    wire [LANES-1:0] unserved = waiting & ~same;
    wire             empty = waiting == {LANES{1'b0}};
    wire             done  = unserved == {LANES{1'b0}};
    wire             line_free = !line_valid || line_ready;
    wire             moves = !empty && line_free;
    assign line_behind = line;
    assign in_ready = empty || done && line_free;
    assign busy     = !empty || line_valid;

    wire [LINE_BITS-1:0]       in_first_line, first_line; // of the lowest lane that asks; of those not served by `line`
    wire [LANES*LINE_BITS-1:0] in_lines;
    wire [LANES*WORD_BITS-1:0] in_words;
    wire [LANES*2-1:0]         in_bytes;
    genvar lane, word;
    generate
        for (lane = 0; lane < LANES; lane = lane + 1) begin : split
            assign {in_lines[lane*LINE_BITS +: LINE_BITS], in_words[lane*WORD_BITS +: WORD_BITS], in_bytes[lane*2 +: 2]} =
                in_address[lane*ADDRESS_BITS +: ADDRESS_BITS];
        end
    endgenerate
    wire unused = &{1'b0, in_bytes};
    rs_first_word #(.WIDTH(LINE_BITS), .COUNT(LANES)) first_of_in (.words(in_lines), .bits(in_mask), .word(in_first_line));
    rs_first_word #(.WIDTH(LINE_BITS), .COUNT(LANES)) first_of_unserved (.words(lines), .bits(unserved), .word(first_line));

    always @(posedge clk) begin
        // Whatever is at the port, so that in_valid is waited for by few.
        if (in_ready) begin
            write          <= in_write;
            last           <= in_last;
            warp           <= in_warp;
            first_register <= in_register;
            element        <= in_element;
            lines          <= in_lines;
            words          <= in_words;
            if (in_write)
                data <= in_data;
        end
        if (in_ready || moves)
            line <= in_ready ? in_first_line : first_line;
        if (rst)
            waiting <= {LANES{1'b0}};
        else if (in_ready || moves)
            waiting <= in_ready ? in_mask & {LANES{in_valid}} : unserved;
    end

    // The line at the port.
    reg [LANES*32-1:0] line_words;
    always @(posedge clk) begin
        if (line_free) begin
            line_write    <= write;
            line_warp     <= warp;
            line_register <= first_register;
            line_element  <= element;
            line_last     <= done;
            line_end      <= done && last;
            line_address  <= line;
            line_mask     <= waiting & same;
            line_word     <= words;
            if (write)
                line_words <= data;
        end
        if (rst)
            line_valid <= 1'b0;
        else if (line_free)
            line_valid <= moves;
    end

    // Stores: each word of the line from the highest lane that has it; so lanes stand the other way round here.
    wire [LANES*32-1:0] words_down;
    generate
        for (lane = 0; lane < LANES; lane = lane + 1) begin : down
            assign words_down[(LANES-1-lane)*32 +: 32] = line_words[lane*32 +: 32];
        end
        for (word = 0; word < LINE_BYTES / 4; word = word + 1) begin : merge
            wire [LANES-1:0] storing, from_highest;
            for (lane = 0; lane < LANES; lane = lane + 1) begin : from
                assign storing[LANES-1-lane] = line_write && line_mask[lane] && line_word[lane*WORD_BITS +: WORD_BITS] == word;
            end
            assign line_bytes[word*4 +: 4] = {4{storing != {LANES{1'b0}}}};
            rs_from_first #(.WIDTH(LANES)) highest (.bits(storing), .from_first(from_highest));
            rs_select #(.WIDTH(32), .COUNT(LANES)) select_highest (
                .words(words_down), .select(from_highest & ~(from_highest << 1)), .word(line_data[word*32 +: 32]));
        end
    endgenerate
endmodule
`default_nettype wire
