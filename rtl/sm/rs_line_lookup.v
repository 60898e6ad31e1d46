// rs_line_lookup: which entries of a table hold a line. WAYS = ENTRIES: fully associative, a comparator an entry (a content-
// addressed memory). Fewer: sets of WAYS entries, chosen by the low bits of the line, a comparator a way.
//
// write    one-hot or 0: the way, in the set of write_line, that holds that line from the next cycle on. Not reset: whether
//          an entry means anything is for the user to know
// equal    ways, in the set of `line`, that hold it
// Timing: equal is combinational from line. C twin: none of its own, cmodel/sm/mshr_table.c searches.
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

    wire [SETS-1:0]       read_set, write_set; // one-hot: the set of line, of write_line
    wire [LABEL_BITS-1:0] label = line[LINE_BITS-1 -: LABEL_BITS];
    genvar w, s;
    generate
        for (s = 0; s < SETS; s = s + 1) begin : set
            localparam [31:0] SELF = s;
            assign read_set[s]  = SETS == 1 || line[SET_WIDTH-1:0] == SELF[SET_WIDTH-1:0];
            assign write_set[s] = SETS == 1 || write_line[SET_WIDTH-1:0] == SELF[SET_WIDTH-1:0];
        end
        for (w = 0; w < WAYS; w = w + 1) begin : way
            wire [SETS*LABEL_BITS-1:0] labels; // lines, without the set
            wire [LABEL_BITS-1:0]      label_there;
            for (s = 0; s < SETS; s = s + 1) begin : set
                reg [LABEL_BITS-1:0] stored;
                assign labels[s*LABEL_BITS +: LABEL_BITS] = stored;
                always @(posedge clk)
                    if (write[w] && write_set[s])
                        stored <= write_line[LINE_BITS-1 -: LABEL_BITS];
            end
            rs_select #(.WIDTH(LABEL_BITS), .COUNT(SETS)) select_label (.words(labels), .select(read_set), .word(label_there));
            rs_compare #(.WIDTH(LABEL_BITS)) label_compare (.a(label_there), .b(label), .equal(equal[w]));
        end
    endgenerate
endmodule
`default_nettype wire
