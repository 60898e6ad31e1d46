// rs_board_sm: one SM of the board: makes requests, knows what every read must return, and checks that it does.
//
// The SM owns the kept rows (rs_board_spread) whose low bits are its number: LOCAL_BITS number its lines. A line holds
// {version, SM, number}; each write to it counts the version on. So any word of another line, another SM or
// an older write is wrong data.
// Streams: 1 to 2^KEPT_COLUMN_BITS neighbouring lines of a row, all written or all read. The first streams after rst
// write every line once; from then on `random` chooses row, column, length and, three times in four, reading. A read
// carries a tag of its own, counted up; up to SLOTS are under way at a time.
// Checks: a reply is a head flit with the SM's number and the tag of a read under way, then two data flits (bad_reply);
// their data are the line as it was last written before the read was sent (bad_data): requests of an SM to a line
// stay in order, for they take one way (VCS = 1) and a controller keeps the order of a line.
// Control: while `run` is set streams start, with slow_down only at a sixteenth of the cycles; with stall replies are
// taken at a quarter of the cycles. quiet: no stream and no read under way.
// Timing: request_* are registered but for the choice between flits; reply_ready is a function of random and stall.
`default_nettype none
module rs_board_sm #(
    parameter SM           = 0,
    parameter SMS          = 4,
    parameter FLIT_BITS    = 8,
    parameter TAG_BITS     = 8,
    parameter ADDRESS_BITS = 27,
    parameter CHANNEL_MASK = 32'h00000100,
    parameter BANK_MASK    = 32'h00000c00,
    parameter ROW_MASK     = 32'h07ff8000,
    parameter COLUMN_MASK  = 32'h000072c0,
    parameter CHANNEL_BITS = 1,
    parameter BANK_BITS    = 2,
    parameter ROW_BITS     = 12,
    parameter COLUMN_BITS  = 6,
    parameter KEPT_ROW_BITS    = 5,
    parameter KEPT_COLUMN_BITS = 4,
    parameter SLOT_BITS    = 3,
    parameter PAYLOAD      = 32,
    // derived, not to be set
    parameter SM_BITS     = $clog2(SMS),
    parameter LINE_BITS   = ADDRESS_BITS - 6,
    parameter LOCAL_BITS  = KEPT_ROW_BITS - SM_BITS + BANK_BITS + CHANNEL_BITS + KEPT_COLUMN_BITS,
    parameter RANDOM_BITS = LOCAL_BITS + KEPT_COLUMN_BITS + 8
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire                   run,
    input  wire                   slow_down,
    input  wire                   stall,
    input  wire [RANDOM_BITS-1:0] random,
    output wire                   request_valid,
    input  wire                   request_ready,
    output wire                   request_head,
    output wire                   request_tail,
    output wire [PAYLOAD-1:0]     request_payload,
    input  wire                   reply_valid,
    output wire                   reply_ready,
    input  wire                   reply_head,
    input  wire                   reply_tail,
    input  wire [PAYLOAD-1:0]     reply_payload,
    output reg                    bad_data,
    output reg                    bad_reply,
    output wire                   quiet
);
    localparam DATA_BITS    = 2 * FLIT_BITS;
    localparam VERSION_BITS = DATA_BITS - SM_BITS - LOCAL_BITS;
    localparam SLOTS        = 1 << SLOT_BITS;
    localparam [31:0] SELF  = SM, ALL_SLOTS = SLOTS;

    generate
        if (SMS < 2 || (SMS & (SMS - 1)) != 0 || SM >= SMS || KEPT_ROW_BITS <= SM_BITS || VERSION_BITS < 2 || VERSION_BITS > 16
            || SLOT_BITS >= TAG_BITS) begin : illegal
            rs_board_sm_needs_sms_a_power_of_two_and_room_for_a_version_beside_the_number_of_a_line stop ();
        end
    endgenerate

    // ---- streams ---------------------------------------------------------------------------------
    localparam [1:0] REST = 2'd0, LOOK = 2'd1, HEAD = 2'd2, DATA = 2'd3;
    reg  [1:0]                   state;
    reg                          writing, half, filled;
    reg  [LOCAL_BITS-1:0]        number;    // {upper bits of the row, bank, channel, column} of the line
    reg  [KEPT_COLUMN_BITS-1:0]  last;      // column with which the stream ends
    reg  [TAG_BITS-1:0]          tag;       // of the next read
    reg  [SLOTS-1:0]             awaited;   // reads under way, by the low bits of their tags
    wire [LOCAL_BITS-1:0]        random_number;
    wire [KEPT_COLUMN_BITS-1:0]  random_last;
    wire [1:0]                   random_kind, random_stall;
    wire [3:0]                   random_start;
    assign {random_number, random_last, random_kind, random_stall, random_start} = random;

    wire sent      = request_valid && request_ready;
    wire line_sent = sent && request_tail;
    wire over      = number[KEPT_COLUMN_BITS-1:0] == last;
    wire [LOCAL_BITS-1:0] next_number = number + {{(LOCAL_BITS-1){1'b0}}, 1'b1};
    always @(posedge clk)
        if (rst) begin
            state  <= REST;
            half   <= 1'b0;
            filled <= 1'b0;
        end else begin
            filled <= filled || (line_sent && (&number));
            case (state)
                REST: // waits for its start
                    if (run && (random_start == 4'd0 || !slow_down))
                        state <= LOOK;
                LOOK: // the line's version is fetched
                    state <= HEAD;
                HEAD: // head flit on the port
                    if (sent)
                        state <= writing ? DATA : over ? REST : LOOK;
                DATA: // two data flits of a write
                    if (sent) begin
                        half <= !half;
                        if (half)
                            state <= over ? REST : LOOK;
                    end
            endcase
        end
    always @(posedge clk)
        if (rst)
            number <= {LOCAL_BITS{1'b0}};
        else if (state == REST) begin
            writing <= !filled || random_kind == 2'd0;
            last    <= filled ? random_last : {KEPT_COLUMN_BITS{1'b1}};
            if (filled)
                number <= random_number;
        end else if (line_sent) // within the row, until all lines are written
            number <= filled ? {number[LOCAL_BITS-1:KEPT_COLUMN_BITS], next_number[KEPT_COLUMN_BITS-1:0]} : next_number;

    // Versions, as many as the SM has lines; the line as a write makes it or as a read must find it.
    reg  [VERSION_BITS-1:0] versions [0:(1<<LOCAL_BITS)-1];
    reg  [VERSION_BITS-1:0] version;
    wire [VERSION_BITS-1:0] line_version = version + {{(VERSION_BITS-1){1'b0}}, writing};
    wire [DATA_BITS-1:0]    data = {line_version, SELF[SM_BITS-1:0], number};
    always @(posedge clk) begin
        if (state == LOOK)
            version <= versions[number];
        if (sent && state == HEAD && writing)
            versions[number] <= line_version;
    end

    // ---- request packets -------------------------------------------------------------------------
    wire [KEPT_ROW_BITS-SM_BITS-1:0] upper_row;
    wire [BANK_BITS-1:0]        bank;
    wire [CHANNEL_BITS-1:0]     channel;
    wire [KEPT_COLUMN_BITS-1:0] kept_column;
    assign {upper_row, bank, channel, kept_column} = number;
    wire [ROW_BITS-1:0]    row;
    wire [COLUMN_BITS-1:0] column;
    rs_board_spread #(.KEPT(KEPT_ROW_BITS), .BITS(ROW_BITS)) whole_row (.kept({upper_row, SELF[SM_BITS-1:0]}), .number(row));
    rs_board_spread #(.KEPT(KEPT_COLUMN_BITS), .BITS(COLUMN_BITS)) whole_column (.kept(kept_column), .number(column));

    // The inverse of rs_address_map: the fields' bits at the places of the masks.
    function [31:0] placed;
        input [31:0] mask, field;
        integer i, k;
        begin
            placed = 32'd0;
            k = 0;
            for (i = 0; i < 32; i = i + 1)
                if (mask[i]) begin
                    placed[i] = field[k];
                    k = k + 1;
                end
        end
    endfunction
    wire [31:0] address = placed(CHANNEL_MASK, {{(32-CHANNEL_BITS){1'b0}}, channel})
                        | placed(BANK_MASK,    {{(32-BANK_BITS){1'b0}}, bank})
                        | placed(ROW_MASK,     {{(32-ROW_BITS){1'b0}}, row})
                        | placed(COLUMN_MASK,  {{(32-COLUMN_BITS){1'b0}}, column});
    function [PAYLOAD-1:0] widened;
        input [TAG_BITS+LINE_BITS:0] bits;
        begin
            widened = {PAYLOAD{1'b0}};
            widened[TAG_BITS+LINE_BITS:0] = bits;
        end
    endfunction
    wire [TAG_BITS-1:0]  own_tag = writing ? {TAG_BITS{1'b0}} : tag;
    wire [FLIT_BITS-1:0] data_flit = half ? data[DATA_BITS-1:FLIT_BITS] : data[FLIT_BITS-1:0];
    assign request_valid   = state == DATA || (state == HEAD && (writing || !awaited[tag[SLOT_BITS-1:0]]));
    assign request_head    = state == HEAD;
    assign request_tail    = state == HEAD ? !writing : half;
    assign request_payload = state == HEAD ? widened({own_tag, writing, address[6 +: LINE_BITS]})
                           : {{(PAYLOAD-FLIT_BITS){1'b0}}, data_flit};
    wire unused_address = &{1'b0, address};

    // ---- replies ---------------------------------------------------------------------------------
    reg  [1:0]             flits;    // of the reply that comes in: 0 none, 1 head, 2 head and low half
    reg  [DATA_BITS-1:0]   due [0:SLOTS-1]; // what the reads under way must return
    reg  [DATA_BITS-1:0]   expected;
    wire [TAG_BITS-1:0]    reply_tag  = reply_payload[TAG_BITS-1:0];
    wire [SM_BITS-1:0]     reply_sm   = reply_payload[TAG_BITS +: SM_BITS];
    wire [SLOT_BITS-1:0]   reply_slot = reply_tag[SLOT_BITS-1:0];
    wire [TAG_BITS-1:0]    reads_since = tag + ~reply_tag; // reads sent after the one that is answered
    wire                   taken      = reply_valid && reply_ready;
    wire                   read_sent  = sent && state == HEAD && !writing;
    wire                   known      = awaited[reply_slot] && reads_since < ALL_SLOTS[TAG_BITS-1:0]
                                        && reply_sm == SELF[SM_BITS-1:0];
    wire                   in_order   = reply_head == (flits == 2'd0) && reply_tail == (flits == 2'd2);
    wire [FLIT_BITS-1:0]   expected_flit = flits == 2'd1 ? expected[FLIT_BITS-1:0] : expected[DATA_BITS-1:FLIT_BITS];
    wire [SLOTS-1:0]       one = {{(SLOTS-1){1'b0}}, 1'b1};
    assign reply_ready = !stall || random_stall == 2'd0;
    assign quiet       = state == REST && awaited == {SLOTS{1'b0}} && flits == 2'd0;
    always @(posedge clk)
        if (rst) begin
            tag       <= {TAG_BITS{1'b0}};
            awaited   <= {SLOTS{1'b0}};
            flits     <= 2'd0;
            bad_reply <= 1'b0;
            bad_data  <= 1'b0;
        end else begin
            if (read_sent)
                tag <= tag + {{(TAG_BITS-1){1'b0}}, 1'b1};
            awaited <= (awaited | (read_sent ? one << tag[SLOT_BITS-1:0] : {SLOTS{1'b0}}))
                     & ~(taken && reply_head && known ? one << reply_slot : {SLOTS{1'b0}});
            if (taken)
                flits <= reply_tail ? 2'd0 : reply_head ? 2'd1 : 2'd2;
            bad_reply <= taken && (!in_order || (reply_head && !known));
            bad_data  <= taken && !reply_head && reply_payload[FLIT_BITS-1:0] != expected_flit;
        end
    always @(posedge clk) begin
        if (read_sent)
            due[tag[SLOT_BITS-1:0]] <= data;
        if (taken && reply_head)
            expected <= due[reply_slot];
    end
    wire unused_payload = &{1'b0, reply_payload};
endmodule
`default_nettype wire
