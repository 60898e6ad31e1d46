// rs_line_lookup: which entries of a table hold a line. WAYS = ENTRIES: fully associative, a comparator an entry (a content-
// addressed memory), labels in registers. Fewer: sets of WAYS entries, chosen by the low bits of the line, a comparator a way; labels in a
// memory a way with registered read, for SRAM. So a line has to be known a cycle ahead: it is that of this cycle (stays), or else
// line_behind. Memories are read with line_behind alone, which is early; what they brought for a line that stays is held.
//
// write    one-hot or 0: the way, in the set of write_line, that holds that line from the next cycle on. Not reset: whether
//          an entry means anything is for the user to know
// equal    ways, in the set of `line`, that hold it
// Timing: equal is combinational from line and registers; stays may be late. C twin: none of its own, cmodel/sm/mshr_table.c
// searches.
`default_nettype none
module rs_line_lookup #(
    parameter ENTRIES   = 128,
    parameter WAYS      = ENTRIES, // ENTRIES, or a power of two with ENTRIES / WAYS a power of two
    parameter LINE_BITS = 41
) (
    input  wire                 clk,
    input  wire [WAYS-1:0]      write,
    input  wire [LINE_BITS-1:0] write_line,
    input  wire [LINE_BITS-1:0] line,
    input  wire [LINE_BITS-1:0] line_behind,
    input  wire                 stays,
    output wire [WAYS-1:0]      equal
);
    localparam SETS       = ENTRIES / WAYS;
    localparam SET_BITS   = $clog2(SETS); // 0 for one set
    localparam SET_WIDTH  = SETS > 1 ? SET_BITS : 1;
    localparam LABEL_BITS = LINE_BITS > SET_BITS ? LINE_BITS - SET_BITS : 1;

    generate
        if (WAYS < 1 || WAYS > ENTRIES || LINE_BITS <= SET_BITS
            || (WAYS < ENTRIES && (WAYS != 1 << $clog2(WAYS) || ENTRIES != WAYS << $clog2(ENTRIES / WAYS))))
            rs_line_lookup_needs_ways_as_entries_or_powers_of_two illegal_parameter ();
    endgenerate

    wire [LABEL_BITS-1:0] label       = line[LINE_BITS-1 -: LABEL_BITS]; // lines, without the set
    wire [LABEL_BITS-1:0] write_label = write_line[LINE_BITS-1 -: LABEL_BITS];
    wire [WAYS*LABEL_BITS-1:0] there; // labels of the set of `line`
    genvar w;
    generate
        if (SETS == 1) begin : one_set
            wire unused_ahead = &{1'b0, line_behind, stays};
            for (w = 0; w < WAYS; w = w + 1) begin : way
                reg [LABEL_BITS-1:0] stored;
                assign there[w*LABEL_BITS +: LABEL_BITS] = stored;
                always @(posedge clk)
                    if (write[w])
                        stored <= write_label;
            end
        end else begin : sets
            wire [SET_WIDTH-1:0]  set        = line[SET_WIDTH-1:0];
            wire [SET_WIDTH-1:0]  set_behind = line_behind[SET_WIDTH-1:0];
            wire [SET_WIDTH-1:0]  write_set  = write_line[SET_WIDTH-1:0];
            wire unused_label = &{1'b0, line_behind};
            // The label written last passes the memories by: they promise nothing for a read of what is written meanwhile.
            reg  [LABEL_BITS-1:0] passed;
            reg                   stayed;
            always @(posedge clk) begin
                passed <= write_label;
                stayed <= stays;
            end
            for (w = 0; w < WAYS; w = w + 1) begin : way
                wire [LABEL_BITS-1:0] read;
                wire [LABEL_BITS-1:0] label_there = there[w*LABEL_BITS +: LABEL_BITS];
                reg  [LABEL_BITS-1:0] held;
                reg                   passes;
                assign there[w*LABEL_BITS +: LABEL_BITS] = stayed ? held : passes ? passed : read;
                always @(posedge clk) begin
                    passes <= write[w] && write_set == set_behind;
                    held   <= write[w] && write_set == set ? write_label : label_there;
                end
                rs_memory_1r1w #(.WIDTH(LABEL_BITS), .DEPTH(SETS), .READ_REGISTER(1)) labels (
                    .clk(clk), .write(write[w]), .write_address(write_set), .write_data(write_label),
                    .read_address(set_behind), .read_data(read));
            end
        end
        for (w = 0; w < WAYS; w = w + 1) begin : compare
            rs_compare #(.WIDTH(LABEL_BITS)) label_compare (.a(there[w*LABEL_BITS +: LABEL_BITS]), .b(label), .equal(equal[w]));
        end
    endgenerate
endmodule
`default_nettype wire
