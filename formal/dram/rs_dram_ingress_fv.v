// Proof of rs_dram_ingress: every request becomes one queue entry with its own fields, with its last flit
// and only where its bank has room; write slots are given to one write at a time and keep its two data flits, with
// MASK_BITS its mask too, until they are released. A head waits only for room of its own bank and, as a write, for a slot;
// once ready for the request on the port it stays so until that one has moved. Head and tail of the flits are anything: requests may
// share a packet. HEADER_WIRES = 1: a write's first half comes with its head, and two flits are the whole.
// Environment: requests of one flit (read) or three (write; HEADER_WIRES: two), of which in_head and in_tail are the first and the last one, and which
// rs_crossbar_fv, rs_vc_merge_fv and rs_superpacket_fv keep whole; the room
// of a bank ends only after a push, asserted by rs_queue_fv; only slots of pushed writes are released, once,
// asserted by rs_dram_commands_fv for requests that leave the queue once.
`default_nettype none
module rs_dram_ingress_fv #(
    parameter QUEUE = 2,
    parameter MASK_BITS = 0,                             // 2: a bit each word of the line
    parameter HEADER_WIRES = 0,
    parameter SLOT_BITS = (QUEUE > 1) ? $clog2(QUEUE) : 1 // derived, not to be set
) (
    input wire                 clk,
    input wire                 rst,
    input wire                 in_valid,
    input wire                 in_head,
    input wire                 in_tail,
    input wire [1:0]           ends,    // the flit's {tail, head}
    input wire [5:0]           payload,
    input wire [1:0]           mask,
    input wire                 beside,  // HEADER_WIRES: the data
    input wire [1:0]           room,
    input wire [SLOT_BITS:0]   data_address,
    input wire                 release_slot,
    input wire [SLOT_BITS-1:0] release_index
);
    // line address {column, row, bank}, then write, tag, SM
    localparam BANKS = 2, PAYLOAD = 6 + MASK_BITS + HEADER_WIRES, ID_BITS = SLOT_BITS > 2 ? SLOT_BITS : 2, ENTRY = 1 + ID_BITS + 1;
    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) if (!started) assume (rst);
    wire check = started && !rst;

    wire                 in_ready, push, push_bank, push_row, data, data_mask, accept_valid, accept_write, accept_sm, accept_tag;
    wire                 empty, write_room;
    wire [ENTRY-1:0]     push_entry;
    wire [2:0]           accept_line;
    wire [8:0]           masked = MASK_BITS != 0 ? {beside, mask, payload} : {2'b00, beside, payload};
    wire                 datum  = HEADER_WIRES != 0 ? beside : payload[0];
    localparam [1:0]     LAST   = HEADER_WIRES != 0 ? 1 : 2; // flit of a write
    rs_dram_ingress #(.QUEUE(QUEUE), .BANKS(BANKS), .FLIT_BITS(1), .TAG_BITS(1), .SM_BITS(1), .ADDRESS_BITS(9),
                      .CHANNEL_MASK(0), .BANK_MASK(32'h40), .ROW_MASK(32'h80), .COLUMN_MASK(32'h100), .CHANNEL_BITS(1),
                      .ROW_BITS(1), .COLUMN_BITS(1), .PAYLOAD(PAYLOAD), .SLOT_BITS(SLOT_BITS), .LINE_WORDS(2),
                      .MASK_BITS(MASK_BITS), .HEADER_WIRES(HEADER_WIRES)) dut (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_flit({ends, masked[PAYLOAD-1:0]}),
        .room(room), .push(push), .push_bank(push_bank), .push_row(push_row), .push_entry(push_entry),
        .data_address(data_address), .data(data), .data_mask(data_mask), .release_slot(release_slot), .release_index(release_index),
        .accept_valid(accept_valid), .accept_write(accept_write), .accept_sm(accept_sm), .accept_tag(accept_tag),
        .accept_line(accept_line), .empty(empty), .write_room(write_room));

    wire       midway;
    wire [1:0] place;
    rs_packet_rules #(.LONGEST(3), .CHECK(0)) packets (
        .clk(clk), .rst(rst), .valid(in_valid), .taken(in_valid && in_ready), .head(in_head), .tail(in_tail),
        .midway(midway), .place(place));

    (* anyconst *) reg [SLOT_BITS-1:0] subject; // an arbitrary slot and what its write has put there
    reg  [1:0]           line, bytes;
    reg  [5:0]           kept;          // head of the packet under way
    reg  [SLOT_BITS-1:0] filling;       // its slot, if it is a write
    reg                  has_slot;
    reg  [QUEUE-1:0]     pushed;        // slots of writes that are in the queue or behind it
    reg  [1:0]           had_room;
    reg                  had_push, had_rst, had_ready, moved, had_head;
    reg  [5:0]           had_payload, last;
    reg                  was_full;
    reg                  shown, shown_word, shown_byte; // the subject's word at data_address before the edge
    wire [5:0]           its = midway ? kept : payload;
    wire                 write = its[3];
    wire                 move = in_valid && in_ready;
    wire                 head_write = move && !midway && write;
    wire [QUEUE-1:0]     one = 1;
    wire [QUEUE-1:0]     taken = pushed | (has_slot ? one << filling : 0);
    wire [SLOT_BITS-1:0] push_slot = push_entry[1 +: SLOT_BITS];
    reg  [SLOT_BITS-1:0] first_free;
    integer k;
    always @* begin
        first_free = 0;
        for (k = QUEUE - 1; k >= 0; k = k - 1)
            if (!taken[k])
                first_free = k;
    end
    always @(posedge clk) begin
        assume (midway ? in_tail == (place == LAST) : in_tail == !payload[3]);
        assume (had_push || had_rst || (had_room & ~room) == 0);
        assume (!release_slot || pushed[release_index]);
        had_room    <= room;
        had_push    <= push && !rst;
        had_rst     <= rst;
        had_ready   <= in_ready && !rst;
        moved       <= move;
        had_head    <= in_head;
        had_payload <= payload;
        if (move && !midway)
            kept <= payload;
        if (move && midway && filling == subject)
            line[place == LAST] <= datum;
        if (head_write && first_free == subject)
            bytes <= mask;
        if (HEADER_WIRES != 0 && head_write && first_free == subject)
            line[0] <= datum;
        if (push)
            last <= its;
        pushed <= (pushed | (push && write ? one << push_slot : 0)) & ~(release_slot ? one << release_index : 0);
        if (push)
            has_slot <= 1'b0;
        if (head_write) begin
            has_slot <= 1'b1;
            filling  <= first_free;
        end
        was_full <= was_full || !write_room;
        shown      <= pushed[subject] && data_address[SLOT_BITS:1] == subject && !rst;
        shown_word <= line[data_address[0]];
        shown_byte <= MASK_BITS == 0 || bytes[data_address[0]];
        if (rst) begin
            pushed   <= 0;
            has_slot <= 1'b0;
            was_full <= 1'b0;
        end
    end

    always @(posedge clk) if (check) begin
        push_with_tail: assert (push == (move && in_tail));
        push_to_room:   assert (!push || room[push_bank]);
        own_fields:     assert (!push || ({push_entry[0], push_row, push_bank} == its[2:0] && push_entry[ENTRY-1] == write
                                          && (write || push_entry[2:1] == its[5:4])));
        own_slot:       assert (!(push && write) || push_slot == filling);
        slot_is_free:   assert (!has_slot || !pushed[filling]);
        slots_exact:    assert (write_room == !(&taken));
        ready_exactly:  assert (in_ready == (midway || (room[its[0]] && (!write || write_room))));
        stays_ready:    assert (!(had_ready && !moved && in_head == had_head && payload == had_payload) || in_ready);
        data_kept:      assert (!shown || data == shown_word);
        mask_kept:      assert (!shown || data_mask == !shown_byte);
        accepted:       assert (accept_valid == had_push);
        accepted_what:  assert (!accept_valid || {accept_sm, accept_tag, accept_write, accept_line} == last);
        empty_exactly:  assert (empty == (!midway && taken == 0));
        cover (push && write && push_slot == QUEUE - 1);
        cover (was_full && empty);
        cover (in_valid && !in_ready && room[its[0]]);                                // a write without a slot
        cover (in_valid && !in_ready && !write);
        cover (pushed[subject] && release_slot && release_index == subject && line == 2'b01);
    end
    generate
        if (MASK_BITS != 0) begin : masks
            always @(posedge clk) if (check) begin cover (shown && data && data_mask); end
        end
    endgenerate
endmodule
`default_nettype wire
