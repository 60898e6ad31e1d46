// Read half of rs_axi4_port: bursts of the channel AR become reads of lines, whose words leave as beats on R. rs_axi4_port says the
// rules.
//
// ar_refused: the burst never reaches memory; its beats are 0 with SLVERR.
// line_*: a read stays until it is taken; line_slot comes back with its data as reply_slot, in any order. reply_error: they could not be
// read; r_failed with the beats that come from them.
// C twin: cmodel/port/axi4_port.c.
`default_nettype none
module rs_axi4_load #(
    parameter BEAT_BYTES   = 8,
    parameter LINE_BYTES   = 64,
    parameter ADDRESS_BITS = 29,
    parameter AXI_ID_BITS  = 4,
    parameter READS        = 4,
    parameter LINES        = 16,
    // derived, not to be set
    parameter DATA_BITS  = 8 * BEAT_BYTES,
    parameter LINE_SHIFT = $clog2(LINE_BYTES),
    parameter SLOT_BITS  = $clog2(LINES)
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire                    ar_valid,
    output wire                    ar_ready,
    input  wire                    ar_refused,
    input  wire [AXI_ID_BITS-1:0]  ar_id,
    input  wire [ADDRESS_BITS-1:0] ar_address,
    input  wire [7:0]              ar_len,
    input  wire [2:0]              ar_size,
    input  wire [1:0]              ar_burst,
    output wire                    r_valid,
    input  wire                    r_ready,
    output wire [AXI_ID_BITS-1:0]  r_id,
    output wire [DATA_BITS-1:0]    r_data,
    output wire                    r_refused,
    output wire                    r_failed,
    output wire                    r_last,
    output wire                    line_valid,
    input  wire                    line_ready,
    output wire [ADDRESS_BITS-LINE_SHIFT-1:0] line_address,
    output wire [SLOT_BITS-1:0]    line_slot,
    input  wire                    reply_valid,
    input  wire [SLOT_BITS-1:0]    reply_slot,
    input  wire [8*LINE_BYTES-1:0] reply_data,
    input  wire                    reply_error,
    output wire                    idle
);
    localparam PAGE_LINES = 12 - LINE_SHIFT; // bits of a line's number within its page
    localparam CHUNKS     = LINE_BYTES / BEAT_BYTES;
    localparam CHUNK_BITS = CHUNKS > 1 ? $clog2(CHUNKS) : 1;
    localparam BEAT_SHIFT = $clog2(BEAT_BYTES);
    localparam BURST      = 1 + AXI_ID_BITS + ADDRESS_BITS + 13; // {refused, id, address, len, size, burst}
    localparam LEVEL_BITS = $clog2(READS + 1);
    localparam PLACE_BITS = READS > 1 ? $clog2(READS) : 1;
    localparam integer LAST_PLACE = READS - 1, ALL_PLACES = READS;
    localparam [PLACE_BITS-1:0] LAST = LAST_PLACE[PLACE_BITS-1:0];
    localparam [PLACE_BITS-1:0] PLACE_ONE = 1;
    localparam [LEVEL_BITS-1:0] FULL = ALL_PLACES[LEVEL_BITS-1:0];
    localparam [LEVEL_BITS-1:0] LEVEL_ONE = 1;
    localparam [PAGE_LINES-1:0] LINE_ONE = 1;
    localparam [PAGE_LINES-1:0] LINE_NONE = 0;
    localparam [SLOT_BITS:0]    SLOT_ONE = 1;

    // ---- bursts, in a ring: those whose lines are all asked for, then those whose are not -----------------------------------
    reg  [BURST-1:0]      ring [0:READS-1];
    reg  [PLACE_BITS-1:0] put_at, ask_at, show_at;
    reg  [LEVEL_BITS-1:0] bursts, unasked; // here; of them those whose lines are not all asked for
    wire ask_over, show_over;
    wire takes = ar_valid && ar_ready;
    function [PLACE_BITS-1:0] following;
        input [PLACE_BITS-1:0] place;
        following = place == LAST ? {PLACE_BITS{1'b0}} : place + PLACE_ONE;
    endfunction
    assign ar_ready = bursts != FULL;
    always @(posedge clk)
        if (takes)
            ring[put_at] <= {ar_refused, ar_id, ar_address, ar_len, ar_size, ar_burst};
    always @(posedge clk)
        if (rst) begin
            put_at  <= {PLACE_BITS{1'b0}};
            ask_at  <= {PLACE_BITS{1'b0}};
            show_at <= {PLACE_BITS{1'b0}};
            bursts  <= {LEVEL_BITS{1'b0}};
            unasked <= {LEVEL_BITS{1'b0}};
        end else begin
            if (takes)
                put_at <= following(put_at);
            if (ask_over)
                ask_at <= following(ask_at);
            if (show_over)
                show_at <= following(show_at);
            if (takes && !show_over)
                bursts <= bursts + LEVEL_ONE;
            if (show_over && !takes)
                bursts <= bursts - LEVEL_ONE;
            if (takes && !ask_over)
                unasked <= unasked + LEVEL_ONE;
            if (ask_over && !takes)
                unasked <= unasked - LEVEL_ONE;
        end

    // ---- lines asked for ------------------------------------------------------------------------------------------------
    wire                    ask_here, ask_refused;
    wire [AXI_ID_BITS-1:0]  ask_id;
    wire [ADDRESS_BITS-1:0] ask_from;
    wire [7:0]              ask_len;
    wire [2:0]              ask_size;
    wire [1:0]              ask_burst;
    assign ask_here = unasked != {LEVEL_BITS{1'b0}};
    assign {ask_refused, ask_id, ask_from, ask_len, ask_size, ask_burst} = ring[ask_at];
    reg                     begun;               // lines of this burst have been asked for
    reg  [PAGE_LINES-1:0]   next_line, next_more; // then: the next one, and how many come behind it
    reg  [SLOT_BITS:0]      ask_slot, free_slot;  // of the next line; of the oldest whose last beat has not left; the top bit tells laps

    wire [11:0]           mask, last_byte, next_beat;
    rs_axi4_beat span (.address(ask_from[11:0]), .len(ask_len), .size(ask_size), .burst(ask_burst), .mask(mask), .last(last_byte), .next(next_beat));
    wire [PAGE_LINES-1:0] first  = ask_from[11:LINE_SHIFT];
    wire [PAGE_LINES-1:0] around = mask[11:LINE_SHIFT]; // lines less 1 that a WRAP goes round
    // A WRAP that begins within a line comes back to it at its end, unless it never leaves it.
    wire                  again  = ask_from[LINE_SHIFT-1:0] != {LINE_SHIFT{1'b0}};
    wire [PAGE_LINES-1:0] more   = ask_burst == 2'd0 ? LINE_NONE
        : ask_burst == 2'd2 ? (around == LINE_NONE ? LINE_NONE : again ? around + LINE_ONE : around)
        : last_byte[11:LINE_SHIFT] - first;
    wire [PAGE_LINES-1:0] line    = begun ? next_line : first;
    wire [PAGE_LINES-1:0] behind  = begun ? next_more : more;
    wire [PAGE_LINES-1:0] up      = line + LINE_ONE;
    wire                  asks    = line_valid && line_ready;
    wire                  asked   = asks && behind == LINE_NONE;
    assign line_valid   = ask_here && !ask_refused && ask_slot != {!free_slot[SLOT_BITS], free_slot[SLOT_BITS-1:0]};
    assign ask_over     = (ask_here && ask_refused) || asked;
    assign line_address = {ask_from[ADDRESS_BITS-1:12], line};
    assign line_slot    = ask_slot[SLOT_BITS-1:0];
    wire unused_ask = &{1'b0, ask_id, mask, last_byte, next_beat};

    // ---- beats out ------------------------------------------------------------------------------------------------------
    wire                    burst_here, refused;
    wire [AXI_ID_BITS-1:0]  id;
    wire [ADDRESS_BITS-1:0] from;
    wire [7:0]              len;
    wire [2:0]              size;
    wire [1:0]              burst;
    assign burst_here = bursts != {LEVEL_BITS{1'b0}};
    assign {refused, id, from, len, size, burst} = ring[show_at];
    reg  [7:0]              beat;      // of the burst
    reg  [11:0]             next_at;   // its address in the page, but for the first
    reg  [LINES-1:0]        line_here, line_failed; // by slot
    reg                     shown, shown_last, shown_refused, shown_failed, shown_frees; // a beat is on R; frees: the last of its line
    reg  [AXI_ID_BITS-1:0]  shown_id;
    wire [11:0] at = beat == 8'd0 ? from[11:0] : next_at;
    wire [11:0] after, beat_mask, beat_last_byte;
    rs_axi4_beat walk (.address(at), .len(len), .size(size), .burst(burst), .mask(beat_mask), .last(beat_last_byte), .next(after));
    reg  [SLOT_BITS-1:0]    slot;      // of the line whose beats are shown
    localparam [SLOT_BITS-1:0] NEXT = 1;
    wire last      = beat == len;
    wire shows     = (!shown || r_ready) && burst_here && (refused || line_here[slot]);
    wire line_over = shows && !refused && (last || after[11:LINE_SHIFT] != at[11:LINE_SHIFT]);
    assign show_over = shows && last;
    wire unused    = &{1'b0, beat_mask, beat_last_byte, from, at};

    wire [DATA_BITS-1:0] words;
    generate
        if (CHUNKS > 1) begin : chunks
            reg  [SLOT_BITS+CHUNK_BITS-1:0] kept_word;
            wire [SLOT_BITS+CHUNK_BITS-1:0] word = shows ? {slot, at[LINE_SHIFT-1:BEAT_SHIFT]} : kept_word;
            always @(posedge clk)
                kept_word <= word;
            rs_memory_1r1w #(.WIDTH(DATA_BITS), .DEPTH(LINES * CHUNKS), .WRITE_WORDS(CHUNKS), .READ_REGISTER(1)) lines (
                .clk(clk), .write(reply_valid), .write_address(reply_slot), .write_data(reply_data), .read_address(word), .read_data(words));
        end else begin : whole
            reg  [SLOT_BITS-1:0] kept_slot;
            wire [SLOT_BITS-1:0] read_slot = shows ? slot : kept_slot;
            always @(posedge clk)
                kept_slot <= read_slot;
            rs_memory_1r1w #(.WIDTH(DATA_BITS), .DEPTH(LINES), .READ_REGISTER(1)) lines (
                .clk(clk), .write(reply_valid), .write_address(reply_slot), .write_data(reply_data), .read_address(read_slot), .read_data(words));
        end
    endgenerate
    assign r_valid   = shown;
    assign r_id      = shown_id;
    assign r_last    = shown_last;
    assign r_refused = shown_refused;
    assign r_failed  = shown_failed;
    assign r_data    = words & {DATA_BITS{!shown_refused}};
    assign idle      = !burst_here && !shown;

    always @(posedge clk) begin
        if (asks) begin
            next_line <= ask_burst == 2'd2 ? (line & ~around) | (up & around) : up;
            next_more <= behind - LINE_ONE;
        end
        if (reply_valid)
            line_failed[reply_slot] <= reply_error;
        if (shows) begin
            next_at       <= after;
            shown_id      <= id;
            shown_last    <= last;
            shown_refused <= refused;
            shown_failed  <= line_failed[slot] && !refused;
            shown_frees   <= line_over;
        end
    end
    always @(posedge clk)
        if (rst) begin
            begun     <= 1'b0;
            ask_slot  <= {(SLOT_BITS+1){1'b0}};
            free_slot <= {(SLOT_BITS+1){1'b0}};
            slot      <= {SLOT_BITS{1'b0}};
            line_here <= {LINES{1'b0}};
            beat      <= 8'd0;
            shown     <= 1'b0;
        end else begin
            if (asks) begin
                begun    <= !asked;
                ask_slot <= ask_slot + SLOT_ONE;
            end
            if (reply_valid)
                line_here[reply_slot] <= 1'b1;
            if (line_over) begin
                line_here[slot] <= 1'b0;
                slot            <= slot + NEXT;
            end
            if (shown && r_ready && shown_frees)
                free_slot <= free_slot + SLOT_ONE;
            if (shows)
                beat <= last ? 8'd0 : beat + 8'd1;
            shown <= shows || (shown && !r_ready);
        end
endmodule
`default_nettype wire
