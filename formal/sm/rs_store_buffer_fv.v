// Proof of rs_store_buffer. Stores, loads, releases and every ready are free. One byte of one block is marked, and another block.
//   The value that leaves with the marked byte is the one that was stored last when the block was shown (combining is right),
//   and it leaves only if it was stored (none is made up, none leaves twice).
//   Not lost: with nothing inside, memory has the value stored last; so it has when a load of the line need not wait, and
//   when a release is over.
//   What is shown stays until it is taken. A load's block is shown before all others; a release ends: with a sink that is always
//   ready within 2 * ENTRIES + 2 cycles.
//   Full: a block that was inside, not shown, in a cycle with all places taken (FLUSH = 1), is shown after at most ENTRIES
//   cycles in which the sink is ready and no load asks, whatever is stored meanwhile. A store waits for a place in at most
//   ENTRIES + 2 cycles with the sink ready.
//   A block is shown for a load, in a release, or because all places were taken: FLUSH = 1, in any cycle since it came, FLUSH = 0,
//   in the cycle before. But for loads none before an older one.
`default_nettype none
module rs_store_buffer_fv #(
    parameter ENTRIES       = 2,
    parameter FLUSH         = 1,
    parameter LINE_BYTES    = 8,
    parameter REQUEST_BYTES = 4,
    // derived, not to be set
    parameter ADDRESS_BITS = 1 + $clog2(LINE_BYTES),
    parameter BLOCK_BITS   = ADDRESS_BITS - $clog2(REQUEST_BYTES),
    parameter SECTOR_BITS  = LINE_BYTES > REQUEST_BYTES ? $clog2(LINE_BYTES / REQUEST_BYTES) : 1,
    parameter BYTE_BITS    = $clog2(REQUEST_BYTES)
) (
    input wire                     clk,
    input wire                     rst,
    input wire                     access_line,
    input wire                     store_valid,
    input wire [SECTOR_BITS-1:0]   store_sector,
    input wire [REQUEST_BYTES-1:0] store_bytes,
    input wire [REQUEST_BYTES-1:0] store_data,
    input wire                     load_valid,
    input wire                     release_valid,
    input wire                     request_ready
);
    localparam PLACE_BITS = ENTRIES > 1 ? $clog2(ENTRIES) : 1;
    localparam SPAN_BITS  = $clog2(ENTRIES + 1);
    wire                     store_ready, load_waits, release_ready, request_valid, event_full, empty;
    wire [BLOCK_BITS-1:0]    request_address;
    wire [REQUEST_BYTES-1:0] request_bytes, request_data;
    rs_store_buffer #(.ADDRESS_BITS(ADDRESS_BITS), .LINE_BYTES(LINE_BYTES), .REQUEST_BYTES(REQUEST_BYTES),
        .ENTRIES(ENTRIES), .FLUSH(FLUSH), .BYTE(1)) dut (
        .clk(clk), .rst(rst), .access_line(access_line), .store_valid(store_valid), .store_ready(store_ready),
        .store_sector(store_sector), .store_bytes(store_bytes), .store_data(store_data), .load_valid(load_valid),
        .load_waits(load_waits), .release_valid(release_valid), .release_ready(release_ready),
        .request_valid(request_valid), .request_ready(request_ready), .request_address(request_address),
        .request_bytes(request_bytes), .request_data(request_data), .event_full(event_full), .empty(empty));

    (* keep *) wire [SPAN_BITS-1:0]   span; // probe dut.span
    (* keep *) wire                   marked_line   = $anyconst;
    (* keep *) wire [SECTOR_BITS-1:0] marked_sector = $anyconst;
    (* keep *) wire [BYTE_BITS-1:0]   marked_byte   = $anyconst;
    (* keep *) wire [BLOCK_BITS-1:0]  other_block   = $anyconst;
    wire [BLOCK_BITS-1:0] marked_block = {marked_line, marked_sector};
    wire stores = store_valid && store_ready && access_line == marked_line && store_sector == marked_sector
               && store_bytes[marked_byte];
    wire shows  = request_valid && request_address == marked_block && request_bytes[marked_byte];
    wire leaves = shows && request_ready;

    reg       pending;       // stored and not shown yet: the value is `stored`
    reg       was_shown;     // shown and not left
    reg       stored, shown; // last value stored; value shown
    reg       memory, ever;  // what memory has of it, if a store has ever left; and whether one ever was
    reg       wrote;
    reg [7:0] releasing;     // cycles of release with the sink ready
    reg                     held_valid;
    reg [BLOCK_BITS-1:0]    held_address;
    reg [REQUEST_BYTES-1:0] held_bytes, held_data;
    reg                     asked, asked_line; // a load's block was inside, unshown, as the request port became free
    wire new_shown = shows && !was_shown;
    always @(posedge clk) begin
        if (new_shown) begin
            pending   <= 1'b0;
            shown     <= stored;
            was_shown <= 1'b1;
        end
        if (leaves) begin
            was_shown <= 1'b0;
            memory    <= request_data[marked_byte];
            wrote     <= 1'b1;
        end
        if (stores) begin
            pending <= 1'b1;
            stored  <= store_data[marked_byte];
            ever    <= 1'b1;
        end
        releasing    <= !release_valid || release_ready || !request_ready ? 8'd0 : releasing + 8'd1;
        held_valid   <= request_valid && !request_ready;
        held_address <= request_address;
        held_bytes   <= request_bytes;
        held_data    <= request_data;
        asked        <= load_valid && access_line == marked_line && (pending && !new_shown)
                     && (!request_valid || request_ready);
        if (rst) begin
            pending    <= 1'b0;
            was_shown  <= 1'b0;
            wrote      <= 1'b0;
            ever       <= 1'b0;
            releasing  <= 8'd0;
            held_valid <= 1'b0;
            asked      <= 1'b0;
        end
    end
    wire here = pending || was_shown;

    // The marked block as such, written to or not; and the other.
    wire full = span == ENTRIES;
    reg       inside, other_inside;   // not shown yet
    reg       older;                  // the other block, and in it before the marked one
    reg       owed;                   // all places have been taken since it came
    reg       was_full, was_released, was_asked;
    reg       block_shown, other_shown;
    reg [7:0] flushing;               // cycles, of those that count, in which it was owed
    reg [7:0] waiting;                // cycles with the sink ready in which a store waits for a place
    wire block_valid     = request_valid && request_address == marked_block;
    wire other_valid     = request_valid && request_address == other_block;
    wire new_block_shown = block_valid && !block_shown;
    wire new_other_shown = other_valid && !other_shown;
    wire taken           = store_valid && store_ready;
    wire comes           = taken && {access_line, store_sector} == marked_block;
    wire other_comes     = taken && {access_line, store_sector} == other_block;
    always @(posedge clk) begin
        inside       <= comes || (inside && !new_block_shown);
        other_inside <= other_comes || (other_inside && !new_other_shown);
        older        <= (older || comes && !(inside && !new_block_shown) && other_inside) && !new_other_shown;
        owed         <= !new_block_shown && (owed || inside && full);
        flushing     <= !owed || new_block_shown ? 8'd0 : flushing + {7'd0, request_ready && !load_valid};
        waiting      <= !event_full ? 8'd0 : waiting + {7'd0, request_ready};
        block_shown  <= block_valid && !request_ready;
        other_shown  <= other_valid && !request_ready;
        was_full     <= full;
        was_released <= release_valid;
        was_asked    <= load_valid && access_line == marked_line;
        if (rst) begin
            inside       <= 1'b0;
            other_inside <= 1'b0;
            older        <= 1'b0;
            owed         <= 1'b0;
            flushing     <= 8'd0;
            waiting      <= 8'd0;
            block_shown  <= 1'b0;
            other_shown  <= 1'b0;
        end
    end
    wire reason = was_asked || was_released || (FLUSH != 0 ? owed : was_full);

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) begin
        if (!started) assume (rst);
        assume (!(load_valid && store_valid));
        assume (other_block != marked_block);
    end

    always @(posedge clk)
        if (started && !rst) begin
            combined_rightly: assert (!new_shown || (pending && request_data[marked_byte] == stored));
            shown_as_it_was:  assert (!(shows && was_shown) || request_data[marked_byte] == shown);
            shown_stays:      assert (!held_valid || (request_valid && request_address == held_address
                                      && request_bytes == held_bytes && ((request_data ^ held_data) & held_bytes) == 0));
            not_lost:         assert (!(empty && here) && !(ever && !here && !(wrote && memory == stored)));
            load_is_right:    assert (!(access_line == marked_line && !load_waits && here));
            load_comes_first: assert (!asked || (request_valid && request_address[BLOCK_BITS-1 -: 1] == marked_line));
            released:         assert (!release_ready || !here);
            release_ends:     assert (releasing <= 2 * ENTRIES + 2);
            flush_ends:       assert (FLUSH == 0 || flushing <= ENTRIES);
            room_comes:       assert (waiting <= ENTRIES + 2);
            has_a_reason:     assert (!new_block_shown || (inside && reason));
            oldest_first:     assert (!(new_block_shown && older) || was_asked);
            combines:         cover (new_shown && (&request_bytes));
            both_at_once:     cover (was_shown && pending);
            fills_up:         cover (event_full && pending);
            joins_in_flush:   cover (comes && inside && !new_block_shown && (FLUSH != 0 ? owed : was_full));
            stays_behind:     cover (inside && !reason && other_valid && !was_asked && !was_released);
            release_goes:     cover (releasing > 1 && release_ready == 0 && here);
        end
endmodule
`default_nettype wire
