// Write half of rs_axi4_port: bursts of the channels AW and W become lines, answers leave on B. rs_axi4_port says the rules.
//
// aw_refused: the burst never reaches memory and is answered with SLVERR.
// line_*: a line stays until it is taken; line_bytes: those that had a strobe; line_data of the others means nothing.
// accepted_error: that line was not written; b_failed: such a line is of this burst.
// C twin: cmodel/port/axi4_port.c.
`default_nettype none
module rs_axi4_store #(
    parameter BEAT_BYTES   = 8,
    parameter LINE_BYTES   = 64,
    parameter ADDRESS_BITS = 29,
    parameter AXI_ID_BITS  = 4,
    parameter WRITES       = 4,
    parameter TAG_BITS     = 4,
    parameter CHANNELS     = 8,
    // derived, not to be set
    parameter DATA_BITS  = 8 * BEAT_BYTES,
    parameter LINE_SHIFT = $clog2(LINE_BYTES)
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire                    aw_valid,
    output wire                    aw_ready,
    input  wire                    aw_refused,
    input  wire [AXI_ID_BITS-1:0]  aw_id,
    input  wire [ADDRESS_BITS-1:0] aw_address,
    input  wire [7:0]              aw_len,
    input  wire [2:0]              aw_size,
    input  wire [1:0]              aw_burst,
    input  wire                    w_valid,
    output wire                    w_ready,
    input  wire [DATA_BITS-1:0]    w_data,
    input  wire [BEAT_BYTES-1:0]   w_strb,
    output wire                    b_valid,
    input  wire                    b_ready,
    output wire [AXI_ID_BITS-1:0]  b_id,
    output wire                    b_refused,
    output wire                    b_failed,
    output wire                    line_valid,
    input  wire                    line_ready,
    output wire [ADDRESS_BITS-LINE_SHIFT-1:0] line_address,
    output wire [LINE_BYTES-1:0]   line_bytes,
    output wire [8*LINE_BYTES-1:0] line_data,
    input  wire [CHANNELS-1:0]     accepted_valid,
    input  wire [CHANNELS*TAG_BITS-1:0] accepted_tag,
    input  wire [CHANNELS-1:0]     accepted_error,
    output wire                    idle
);
    localparam LINE_BITS   = ADDRESS_BITS - LINE_SHIFT;
    localparam CHUNKS      = LINE_BYTES / BEAT_BYTES; // of a line, as wide as the bus
    localparam CHUNK_BITS  = CHUNKS > 1 ? $clog2(CHUNKS) : 1;
    localparam BEAT_SHIFT  = $clog2(BEAT_BYTES);
    localparam BURST       = 1 + AXI_ID_BITS + ADDRESS_BITS + 13; // {refused, id, address, len, size, burst}
    localparam LEVEL_BITS  = $clog2(WRITES + 1);
    localparam TAGS        = 1 << TAG_BITS;
    localparam [TAG_BITS-1:0]   TAG_ONE = 1;

    // ---- the burst whose beats come -----------------------------------------------------------------------------------
    wire                    burst_here, refused;
    wire [AXI_ID_BITS-1:0]  id;
    wire [ADDRESS_BITS-1:0] from;
    wire [7:0]              len;
    wire [2:0]              size;
    wire [1:0]              burst;
    wire [LEVEL_BITS-1:0]   bursts_level, answers_level, settled_level;
    wire                    answer_room, settled_room;
    reg  [7:0]              beat;       // of the burst
    reg  [11:0]             next_at;    // its address in the page, but for the first
    reg                     fill, send; // buffer that the beats go to; that is shown
    reg  [1:0]              full;       // buffers that wait to be taken

    wire [11:0] at = beat == 8'd0 ? from[11:0] : next_at;
    wire [11:0] after, mask, last_byte;
    rs_axi4_beat walk (.address(at), .len(len), .size(size), .burst(burst), .mask(mask), .last(last_byte), .next(after));
    wire last      = beat == len;
    wire line_ends = last || after[11:LINE_SHIFT] != at[11:LINE_SHIFT];
    wire taken     = w_valid && w_ready;
    wire fills     = taken && !refused;
    assign w_ready = burst_here && (refused || !full[fill]) && (!last || answer_room);
    wire unused = &{1'b0, mask, last_byte, bursts_level, answers_level, settled_level, settled_room};

    rs_fifo #(.WIDTH(BURST), .DEPTH(WRITES)) bursts (
        .clk(clk), .rst(rst), .in_valid(aw_valid), .in_ready(aw_ready),
        .in_data({aw_refused, aw_id, aw_address, aw_len, aw_size, aw_burst}),
        .out_valid(burst_here), .out_ready(taken && last), .out_data({refused, id, from, len, size, burst}), .level(bursts_level));

    // ---- two buffers, written byte by byte, so that strobes need no reading ------------------------------------------------
    reg  [LINE_BITS-1:0]  address_of [0:1];
    reg  [1:0]            ends_of;     // the line is the last of its burst
    reg  [LINE_BYTES-1:0] bytes_of_0, bytes_of_1;
    wire [LINE_BYTES-1:0] beat_bytes;
    genvar k;
    generate
        if (CHUNKS > 1) begin : chunks
            wire [CHUNK_BITS-1:0] chunk_at = at[LINE_SHIFT-1:BEAT_SHIFT];
            rs_memory_1r1w #(.WIDTH(8 * BEAT_BYTES), .LANES(BEAT_BYTES), .DEPTH(2 * CHUNKS), .READ_WORDS(CHUNKS)) buffers (
                .clk(clk), .write({BEAT_BYTES{fills}} & w_strb), .write_address({fill, chunk_at}), .write_data(w_data),
                .read_address(send), .read_data(line_data));
            for (k = 0; k < CHUNKS; k = k + 1) begin : strobes
                assign beat_bytes[k*BEAT_BYTES +: BEAT_BYTES] = w_strb & {BEAT_BYTES{chunk_at == k}};
            end
        end else begin : whole
            rs_memory_1r1w #(.WIDTH(8 * BEAT_BYTES), .LANES(BEAT_BYTES), .DEPTH(2)) buffers (
                .clk(clk), .write({BEAT_BYTES{fills}} & w_strb), .write_address(fill), .write_data(w_data),
                .read_address(send), .read_data(line_data));
            assign beat_bytes = w_strb;
        end
    endgenerate

    // ---- lines out, answers ---------------------------------------------------------------------------------------------
    reg  [TAGS-1:0]       accepted, ends;       // by tag: accepted, if out of order; the last line of its burst
    reg  [TAGS-1:0]       failed;               // and not written
    reg  [TAG_BITS-1:0]   next_tag, oldest_tag; // of the next line; of the oldest that is not known to be accepted
    reg                   failed_before;        // a line of the burst of the oldest one, accepted before it, was not written
    wire line_taken = line_valid && line_ready;
    wire settles    = accepted[oldest_tag];
    wire fails      = failed[oldest_tag] || failed_before;
    wire answer_here, settled_here, settled_failed;
    assign line_valid   = full[send] && next_tag + TAG_ONE != oldest_tag;
    assign line_address = address_of[send];
    assign line_bytes   = send ? bytes_of_1 : bytes_of_0;
    assign b_valid      = answer_here && (b_refused || settled_here);
    assign b_failed     = settled_failed && !b_refused;
    assign idle         = !burst_here && !answer_here;
    rs_fifo #(.WIDTH(1 + AXI_ID_BITS), .DEPTH(WRITES)) waiting (
        .clk(clk), .rst(rst), .in_valid(taken && last), .in_ready(answer_room), .in_data({refused, id}),
        .out_valid(answer_here), .out_ready(b_valid && b_ready), .out_data({b_refused, b_id}), .level(answers_level));
    // Bursts with lines all of which are accepted, not answered yet: never more than wait for their answers.
    rs_fifo #(.WIDTH(1), .DEPTH(WRITES)) settled (
        .clk(clk), .rst(rst), .in_valid(settles && ends[oldest_tag]), .in_ready(settled_room), .in_data(fails),
        .out_valid(settled_here), .out_ready(b_valid && b_ready && !b_refused), .out_data(settled_failed), .level(settled_level));

    integer c, d;
    always @(posedge clk) begin
        if (fills) begin
            next_at          <= after;
            address_of[fill] <= {from[ADDRESS_BITS-1:12], at[11:LINE_SHIFT]};
            ends_of[fill]    <= last;
        end
        if (line_taken)
            ends[next_tag] <= ends_of[send];
        for (d = 0; d < CHANNELS; d = d + 1)
            if (accepted_valid[d])
                failed[accepted_tag[d*TAG_BITS +: TAG_BITS]] <= accepted_error[d];
    end
    always @(posedge clk)
        if (rst) begin
            beat       <= 8'd0;
            fill       <= 1'b0;
            send       <= 1'b0;
            full       <= 2'b00;
            bytes_of_0 <= {LINE_BYTES{1'b0}};
            bytes_of_1 <= {LINE_BYTES{1'b0}};
            accepted   <= {TAGS{1'b0}};
            next_tag   <= {TAG_BITS{1'b0}};
            oldest_tag <= {TAG_BITS{1'b0}};
            failed_before <= 1'b0;
        end else begin
            if (taken)
                beat <= last ? 8'd0 : beat + 8'd1;
            if (fills && !fill)
                bytes_of_0 <= bytes_of_0 | beat_bytes;
            if (fills && fill)
                bytes_of_1 <= bytes_of_1 | beat_bytes;
            if (fills && line_ends) begin
                full[fill] <= 1'b1;
                fill       <= !fill;
            end
            if (line_taken) begin
                full[send] <= 1'b0;
                send       <= !send;
                next_tag   <= next_tag + TAG_ONE;
                if (send)
                    bytes_of_1 <= {LINE_BYTES{1'b0}};
                else
                    bytes_of_0 <= {LINE_BYTES{1'b0}};
            end
            for (c = 0; c < CHANNELS; c = c + 1)
                if (accepted_valid[c])
                    accepted[accepted_tag[c*TAG_BITS +: TAG_BITS]] <= 1'b1;
            if (settles) begin
                accepted[oldest_tag] <= 1'b0;
                oldest_tag           <= oldest_tag + TAG_ONE;
                failed_before        <= fails && !ends[oldest_tag];
            end
        end
endmodule
`default_nettype wire
