// Writes of part of a line, made whole: for memory that takes whole lines only (ECC), between rs_axi4_port and rs_sm_port.
//
// Reads and writes of a whole line pass, in the cycle in which they are shown. A write with fewer bytes, or none, becomes a read of
// its line; when that has come back the bytes are put into it, and the line is written whole. MERGES of them may be under way; they are
// written in the order in which they came. A request to a line of theirs waits, and those behind it, until that line has been written;
// requests to other lines go on meanwhile. So requests to a line reach memory in their order.
// A line that could not be read (back_error) is not written: it stays as it is in memory, and accepted_error says so of the write.
// request_*  from rs_axi4_port: stays until taken. request_id: of a read
// out_*      to rs_sm_port: stays until taken. out_id: of a read that passes {0, request_id}, of one for a write {1, its place}
// back_*     replies, always taken; reply_*: those of reads that have passed, in the same cycle
// accept     memory accepts a write, in the order in which they left. accepted_*: the tag of a write, its number modulo 2^TAG_BITS in the
//            order of request_*, of which at most 2^TAG_BITS - 1 in a row are out; bit 0 for accept, bit 1 for a line not written
// Timing: out_* depend on request_* and registers, request_ready on out_ready as well, reply_* on back_*, accepted_valid on accept. The whole line
// is shown in the cycle behind its reply, or behind the older one. C twin: cmodel/port/partial_write.c.
`default_nettype none
module rs_partial_write #(
    parameter LINE_BYTES = 64, // of a line
    parameter LINE_BITS  = 23, // of a line's address
    parameter ID_BITS    = 4,  // of a read's id
    parameter TAG_BITS   = 4,  // of a write's tag
    parameter MERGES     = 4,  // writes of part of a line that are under way
    // derived, not to be set
    parameter PLACE_BITS = MERGES > 1 ? $clog2(MERGES) : 1,
    parameter OUT_BITS   = 1 + (ID_BITS > PLACE_BITS ? ID_BITS : PLACE_BITS)
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire                    request_valid,
    output wire                    request_ready,
    input  wire                    request_write,
    input  wire [LINE_BITS-1:0]    request_address,
    input  wire [ID_BITS-1:0]      request_id,
    input  wire [LINE_BYTES-1:0]   request_bytes,
    input  wire [8*LINE_BYTES-1:0] request_data,
    output wire                    reply_valid,
    output wire [ID_BITS-1:0]      reply_id,
    output wire [8*LINE_BYTES-1:0] reply_data,
    output wire                    reply_error,
    output wire [1:0]              accepted_valid,
    output wire [2*TAG_BITS-1:0]   accepted_tag,
    output wire [1:0]              accepted_error,
    output wire                    out_valid,
    input  wire                    out_ready,
    output wire                    out_write,
    output wire [LINE_BITS-1:0]    out_address,
    output wire [OUT_BITS-1:0]     out_id,
    output wire [8*LINE_BYTES-1:0] out_data,
    input  wire                    back_valid,
    input  wire [OUT_BITS-1:0]     back_id,
    input  wire [8*LINE_BYTES-1:0] back_data,
    input  wire                    back_error,
    input  wire                    accept
);
    localparam KEPT_BITS = OUT_BITS - 1;
    localparam [31:0] LAST_PLACE = MERGES - 1;
    localparam [PLACE_BITS-1:0] LAST = LAST_PLACE[PLACE_BITS-1:0];
    localparam [PLACE_BITS-1:0] PLACE_ONE = 1;
    localparam [TAG_BITS-1:0]   TAG_ONE = 1;

    generate
        if (LINE_BYTES < 2 || LINE_BITS < 1 || ID_BITS < 1 || TAG_BITS < 1 || MERGES < 1) begin : illegal
            rs_partial_write_needs_LINE_BYTES_from_2_on_and_the_other_sizes_above_0 stop ();
        end
    endgenerate

    // ---- writes of part of a line, in a ring ------------------------------------------------------------------------------
    reg  [MERGES-1:0]     held, here, bad;      // by place: a write; its line has come back; it could not be read
    reg  [LINE_BITS-1:0]  address_of [0:MERGES-1];
    reg  [TAG_BITS-1:0]   tag_of [0:MERGES-1];
    reg  [LINE_BYTES-1:0] bytes_of [0:MERGES-1];
    reg  [PLACE_BITS-1:0] put_at, oldest;
    wire [8*LINE_BYTES-1:0] written, found;
    wire                  whole   = here[oldest] && !bad[oldest]; // its line waits to be written
    wire                  gives_up = here[oldest] && bad[oldest];
    wire [LINE_BYTES-1:0] bytes   = bytes_of[oldest];
    function [PLACE_BITS-1:0] following;
        input [PLACE_BITS-1:0] number;
        following = number == LAST ? {PLACE_BITS{1'b0}} : number + PLACE_ONE;
    endfunction

    // ---- what is shown; what was refused stays -----------------------------------------------------------------------------
    wire [MERGES-1:0] clashes;
    reg               kept, kept_merged;
    wire              part   = request_write && !(&request_bytes);
    wire              passes = request_valid && clashes == {MERGES{1'b0}} && !(part && held[put_at]);
    wire              merged = kept ? kept_merged : whole;
    wire              takes  = out_valid && out_ready;
    wire              begins = takes && !merged && part;
    wire              ends   = (takes && merged) || gives_up;
    assign out_valid     = merged || passes;
    assign out_write     = merged || (request_write && !part);
    assign out_address   = merged ? address_of[oldest] : request_address;
    wire [KEPT_BITS-1:0] place_id = {{(KEPT_BITS-PLACE_BITS){1'b0}}, put_at}, read_id = {{(KEPT_BITS-ID_BITS){1'b0}}, request_id};
    assign out_id        = out_write ? {OUT_BITS{1'b0}} : part ? {1'b1, place_id} : {1'b0, read_id};
    assign request_ready = out_ready && passes && !merged;
    genvar i;
    generate
        for (i = 0; i < MERGES; i = i + 1) begin : place
            wire [LINE_BITS-1:0] line = address_of[i];
            assign clashes[i] = held[i] && line == request_address;
        end
        for (i = 0; i < LINE_BYTES; i = i + 1) begin : lane
            assign out_data[8*i +: 8] = !merged ? request_data[8*i +: 8] : bytes[i] ? written[8*i +: 8] : found[8*i +: 8];
        end
    endgenerate

    // ---- lines: what is to be written, and what was read -------------------------------------------------------------------
    wire                  back_merge = back_valid && back_id[OUT_BITS-1];
    wire [PLACE_BITS-1:0] back_place = back_id[PLACE_BITS-1:0];
    rs_memory_1r1w #(.WIDTH(8 * LINE_BYTES), .DEPTH(MERGES)) to_write (
        .clk(clk), .write(begins), .write_address(put_at), .write_data(request_data), .read_address(oldest), .read_data(written));
    rs_memory_1r1w #(.WIDTH(8 * LINE_BYTES), .DEPTH(MERGES)) read (
        .clk(clk), .write(back_merge), .write_address(back_place), .write_data(back_data), .read_address(oldest), .read_data(found));
    assign reply_valid = back_valid && !back_id[OUT_BITS-1];
    assign reply_id    = back_id[ID_BITS-1:0];
    assign reply_data  = back_data;
    assign reply_error = back_error;
    wire unused = &{1'b0, back_id};

    // ---- tags of the writes that have left and are not accepted, a ring ------------------------------------------------------
    reg  [TAG_BITS-1:0] tags [0:(1<<TAG_BITS)-1];
    reg  [TAG_BITS-1:0] came, sent, done; // of the next write; numbers of the next that leaves, that is accepted
    assign accepted_valid = {gives_up, accept};
    assign accepted_tag   = {tag_of[oldest], tags[done]};
    assign accepted_error = 2'b10;

    always @(posedge clk) begin
        kept_merged <= merged;
        tags[sent]  <= merged ? tag_of[oldest] : came; // whoever is shown: one that does not leave is written over
        if (begins) begin
            address_of[put_at] <= request_address;
            tag_of[put_at]     <= came;
            bytes_of[put_at]   <= request_bytes;
        end
        if (back_merge)
            bad[back_place] <= back_error;
    end
    always @(posedge clk)
        if (rst) begin
            held   <= {MERGES{1'b0}};
            here   <= {MERGES{1'b0}};
            put_at <= {PLACE_BITS{1'b0}};
            oldest <= {PLACE_BITS{1'b0}};
            kept   <= 1'b0;
            came   <= {TAG_BITS{1'b0}};
            sent   <= {TAG_BITS{1'b0}};
            done   <= {TAG_BITS{1'b0}};
        end else begin
            kept <= out_valid && !out_ready;
            if (begins) begin
                held[put_at] <= 1'b1;
                put_at       <= following(put_at);
            end
            if (back_merge)
                here[back_place] <= 1'b1;
            if (ends) begin
                held[oldest] <= 1'b0;
                here[oldest] <= 1'b0;
                oldest       <= following(oldest);
            end
            if (request_valid && request_ready && request_write)
                came <= came + TAG_ONE;
            if (takes && out_write)
                sent <= sent + TAG_ONE;
            if (accept)
                done <= done + TAG_ONE;
        end
endmodule
`default_nettype wire
