// Proof of rs_scratchpad. Groups, addresses, words and every ready are free; one lane of one group, and one word of the
// scratchpad, are marked. Everything is said at the ports.
//   The marked lane of a marked load is answered at most once, with the marked word as the groups before it left it (of the
//   lanes that store it the highest wins), or reported at the fault port if its address is outside, and not both.
//   Not lost: when the block is idle it has been answered; before a later group's fault, and in order of groups.
//   A group is through after exactly as many cycles, in which a load's piece may leave, as its worst bank has distinct words:
//   in_ready follows from that number alone, so nothing else can hold a group up. event_bank_conflict is each but the last.
`default_nettype none
module rs_scratchpad_fv #(
    parameter LANES            = 2,
    parameter BANKS            = 2,
    parameter SCRATCHPAD_BYTES = 16,
    parameter ADDRESS_BITS     = 5
) (
    input wire                          clk,
    input wire                          rst,
    input wire                          in_valid,
    input wire                          in_write,
    input wire                          in_register, // 1: the marked group
    input wire [LANES-1:0]              in_mask,
    input wire [LANES*ADDRESS_BITS-1:0] in_address,
    input wire [LANES-1:0]              in_data,
    input wire                          wb_ready,
    input wire                          fault_ready
);
    localparam LANE_BITS = LANES > 1 ? $clog2(LANES) : 1;
    wire             in_ready, wb_valid, wb_warp, wb_register, fault_valid, fault_warp, fault_register, event_bank_conflict, busy;
    wire [3:0]       wb_element, fault_element;
    wire [LANES-1:0] wb_mask, wb_data, fault_outside;
    rs_scratchpad #(.LANES(LANES), .BANKS(BANKS), .SCRATCHPAD_BYTES(SCRATCHPAD_BYTES), .ADDRESS_BITS(ADDRESS_BITS),
        .WARP_BITS(1), .REGISTER_BITS(1), .WORD(1)) dut (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_write(in_write), .in_warp(1'b0),
        .in_register(in_register), .in_element(4'd0), .in_mask(in_mask), .in_address(in_address), .in_data(in_data),
        .wb_valid(wb_valid), .wb_ready(wb_ready), .wb_warp(wb_warp), .wb_register(wb_register), .wb_element(wb_element),
        .wb_mask(wb_mask), .wb_data(wb_data), .fault_valid(fault_valid), .fault_ready(fault_ready), .fault_warp(fault_warp),
        .fault_register(fault_register), .fault_element(fault_element), .fault_outside(fault_outside),
        .event_bank_conflict(event_bank_conflict), .busy(busy));

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) if (!started) assume (rst);

    (* keep *) wire [LANE_BITS-1:0]    marked_lane = $anyconst;
    (* keep *) wire [ADDRESS_BITS-3:0] marked_word = $anyconst;
    wire takes = in_valid && in_ready;

    // ---- the group at the port: lanes inside, distinct words of the worst bank --------------------------------------
    reg [LANES-1:0] served, first_of_word;
    reg             stores, stored_bit;
    reg [3:0]       words, need;
    reg [ADDRESS_BITS-3:0] place [0:LANES-1];
    integer l, k, b;
    always @* begin
        stores     = 1'b0;
        stored_bit = 1'b0;
        need       = 4'd0;
        for (l = 0; l < LANES; l = l + 1) begin
            place[l]  = in_address[l*ADDRESS_BITS+2 +: ADDRESS_BITS-2];
            served[l] = in_mask[l] && {1'b0, place[l]} < SCRATCHPAD_BYTES / 4;
            first_of_word[l] = served[l];
            for (k = 0; k < l; k = k + 1)
                if (served[k] && place[k] == place[l])
                    first_of_word[l] = 1'b0;
            if (in_write && served[l] && place[l] == marked_word) begin
                stores     = 1'b1;
                stored_bit = in_data[l];
            end
        end
        for (b = 0; b < BANKS; b = b + 1) begin
            words = 4'd0;
            for (l = 0; l < LANES; l = l + 1)
                words = words + (first_of_word[l] && place[l] % BANKS == b);
            if (words > need)
                need = words;
        end
    end

    // ---- cycles of the group inside ---------------------------------------------------------------------------------
    reg  [3:0] left;
    reg        reports; // its fault is not taken
    wire       room = !wb_valid || wb_ready;
    always @(posedge clk) begin
        if (takes) begin
            left    <= need;
            reports <= (in_mask & ~served) != 0;
        end else begin
            if (left != 0 && room)
                left <= left - 4'd1;
            if (fault_ready)
                reports <= 1'b0;
        end
        if (rst) begin
            left    <= 4'd0;
            reports <= 1'b0;
        end
    end

    // ---- the marked word, lane and group ----------------------------------------------------------------------------
    reg known, value;                     // the word has been stored, last with this
    reg seen, waits, expects, fault_lane; // the marked lane is inside; the word is known; it is outside
    reg expected;
    wire marks   = takes && in_register && !in_write && in_mask[marked_lane]
                && (!served[marked_lane] || place[marked_lane] == marked_word);
    wire answers = wb_valid && wb_ready && wb_register && wb_mask[marked_lane];
    wire reported = fault_valid && fault_ready && fault_register && fault_outside[marked_lane];
    always @(posedge clk) if (!rst) begin
        one_marked_group: assume (!(in_valid && in_register) || (!seen && !in_write
            && in_mask[marked_lane] && (!served[marked_lane] || place[marked_lane] == marked_word)));
    end
    always @(posedge clk) begin
        if (takes && stores) begin
            known <= 1'b1;
            value <= stored_bit;
        end
        if (marks) begin
            seen       <= 1'b1;
            waits      <= 1'b1;
            fault_lane <= !served[marked_lane];
            expects    <= known;
            expected   <= value;
        end else if (answers || reported)
            waits <= 1'b0;
        if (rst) begin
            known <= 1'b0;
            seen  <= 1'b0;
            waits <= 1'b0;
        end
    end

    rs_stream_source_rules #(.WIDTH(1 + 2 * LANES), .CHECK(1)) wb_rules (
        .clk(clk), .rst(rst), .valid(wb_valid), .ready(wb_ready), .payload({wb_register, wb_mask, wb_data}));
    rs_stream_source_rules #(.WIDTH(1 + LANES), .CHECK(1)) fault_rules (
        .clk(clk), .rst(rst), .valid(fault_valid), .ready(fault_ready), .payload({fault_register, fault_outside}));

    always @(posedge clk)
        if (started && !rst) begin
            answered_rightly: assert (!answers || (waits && !fault_lane && (!expects || wb_data[marked_lane] == expected)));
            reported_rightly: assert (!reported || (waits && fault_lane));
            not_lost:         assert (!waits || busy);
            worst_bank:       assert (in_ready == ((left == 0 || (left == 1 && room)) && (!reports || fault_ready)));
            conflicts:        assert (event_bank_conflict == (left > 1 && room));
            fault_once:       assert (fault_valid == reports);
            pieces_have_lanes: assert (!wb_valid || wb_mask != 0);
            nothing_beside:   assert ((wb_data & ~wb_mask) == 0 || !wb_valid);
            answers_stored:   cover (answers && expects && expected);
            reports_lane:     cover (reported);
            as_many_as_lanes: cover (left == (LANES < SCRATCHPAD_BYTES / 4 / BANKS ? LANES : SCRATCHPAD_BYTES / 4 / BANKS));
            broadcasts:       cover (wb_valid && (&wb_mask) && seen);
            takes_at_the_end: cover (takes && left == 1 && wb_valid);
        end
endmodule
`default_nettype wire
