// Proof of rs_atomic_unit between any load/store unit and any memory: groups, operations, readies and the memory's order are free; a
// group has some lane, and the memory answers each turn once.
//   A turn names words of one block, each for the lowest lane that still waits for it, with this lane's operand; it serves the
//   lowest lane that waits, of the others in its block all that it can, of a compare-and-swap none, whose compare word is
//   where it must be. No group is taken while lanes of the one before wait: so each lane is served once.
//   No turn has the number of one that is not answered. The answer to an instruction that returns comes as words for registers:
//   those lanes, those words, that level, in the next cycle; other answers bring none. What is shown stays until it is taken.
//   empty: no lane waits, nothing is out, no words are shown; and it is empty two cycles after all that.
`default_nettype none
module rs_atomic_unit_fv #(
    parameter LANES  = 2,
    parameter PLACES = 2,
    // derived, not to be set
    parameter BLOCK_BITS = 1,
    parameter WORDS      = 2, // blocks of 8 bytes
    parameter PLACE_BITS = PLACES > 1 ? $clog2(PLACES) : 1,
    parameter TURN_BITS  = LANES > 1 ? $clog2(LANES) : 1,
    parameter ID_BITS    = PLACE_BITS + TURN_BITS,
    parameter IDS        = 1 << ID_BITS
) (
    input wire               clk,
    input wire               rst,
    input wire               in_valid,
    input wire [2:0]         in_operation,
    input wire               in_returns,
    input wire               in_warp,
    input wire               in_register,
    input wire [LANES-1:0]   in_mask,
    input wire [LANES-1:0]   in_block,
    input wire [LANES-1:0]   in_word,
    input wire [LANES-1:0]   in_data,
    input wire [LANES-1:0]   in_compare,
    input wire               request_ready,
    input wire               reply_valid,
    input wire [ID_BITS-1:0] reply_id,
    input wire               reply_level,
    input wire [WORDS-1:0]   reply_data,
    input wire               wb_ready
);
    wire               in_ready, request_valid, request_address, request_returns, reply_ready, wb_valid, wb_warp, wb_register, empty, settled;
    wire [2:0]         request_operation, wb_level;
    wire [ID_BITS-1:0] request_id;
    wire [WORDS-1:0]   request_words, request_data;
    wire [LANES-1:0]   wb_mask, wb_data;
    wire [LANES*4-1:0] in_address;
    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : lane
            assign in_address[l*4 +: 4] = {in_block[l], in_word[l], 2'b00};
        end
    endgenerate
    rs_atomic_unit #(.LANES(LANES), .ADDRESS_BITS(4), .REQUEST_BYTES(8), .WARP_BITS(1), .REGISTER_BITS(1), .PLACES(PLACES),
        .WORD(1)) dut (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_operation(in_operation), .in_returns(in_returns),
        .in_warp(in_warp), .in_register(in_register), .in_mask(in_mask), .in_address(in_address), .in_data(in_data),
        .in_compare(in_compare), .request_valid(request_valid), .request_ready(request_ready),
        .request_address(request_address), .request_id(request_id), .request_operation(request_operation),
        .request_returns(request_returns), .request_words(request_words), .request_data(request_data),
        .reply_valid(reply_valid), .reply_ready(reply_ready), .reply_id(reply_id), .reply_level(reply_level),
        .reply_data(reply_data), .wb_valid(wb_valid), .wb_ready(wb_ready), .wb_warp(wb_warp), .wb_register(wb_register),
        .wb_mask(wb_mask), .wb_data(wb_data), .wb_level(wb_level), .empty(empty), .settled(settled));

    // ---- the group whose lanes wait for their turn ------------------------------------------------------------------
    reg [LANES-1:0] waits, block, word, data, compare;
    reg [2:0]       operation;
    reg             returns, warp, register;
    // The one behind it; with two places there is no third.
    reg             behind;
    reg [LANES-1:0] next_mask, next_block, next_word, next_data, next_compare;
    reg [2:0]       next_operation;
    reg             next_returns, next_warp, next_register;
    wire nobody = waits == {LANES{1'b0}}, moves = nobody && behind, at_once = nobody && !behind;
    wire takes = in_valid && in_ready, sends = request_valid && request_ready, swap = operation == 3'd4;
    // Of the turn that is shown: lanes that it serves, and whether it is what it must be.
    reg [LANES-1:0] served, first_of_word;
    reg [WORDS-1:0] must_words, must_data;
    reg             must_block, leads;
    integer k, w;
    always @* begin
        must_block = 1'b0;
        for (k = LANES - 1; k >= 0; k = k - 1)
            if (waits[k])
                must_block = block[k];
        must_words = {WORDS{1'b0}};
        must_data  = {WORDS{1'b0}};
        served     = {LANES{1'b0}};
        leads      = 1'b1; // nobody before
        for (k = 0; k < LANES; k = k + 1)
            if (waits[k] && block[k] == must_block && !must_words[word[k]] && (leads || !swap)) begin
                served[k]           = 1'b1;
                must_words[word[k]] = 1'b1;
                must_data[word[k]]  = data[k];
                if (swap)
                    must_data[!word[k]] = compare[k];
                leads = 1'b0;
            end
    end

    // ---- turns that are out -----------------------------------------------------------------------------------------
    reg [IDS-1:0]   out, out_returns, out_warp, out_register;
    reg [LANES-1:0] out_lanes [0:IDS-1];
    reg [LANES-1:0] out_words [0:IDS-1];
    wire            answered = reply_valid && reply_ready;
    reg             shows;  // words that must be at the port
    reg             show_warp, show_register, show_level;
    reg [LANES-1:0] show_mask, show_data, picked;
    always @*
        for (k = 0; k < LANES; k = k + 1)
            picked[k] = out_lanes[reply_id][k] && reply_data[out_words[reply_id][k]];
    always @(posedge clk) begin
        if (at_once) begin
            {block, word, data, compare}         <= {in_block, in_word, in_data, in_compare};
            {operation, returns, warp, register} <= {in_operation, in_returns, in_warp, in_register};
        end else if (moves) begin
            {block, word, data, compare}         <= {next_block, next_word, next_data, next_compare};
            {operation, returns, warp, register} <= {next_operation, next_returns, next_warp, next_register};
        end
        if (takes) begin
            {next_mask, next_block, next_word, next_data, next_compare} <= {in_mask, in_block, in_word, in_data, in_compare};
            {next_operation, next_returns, next_warp, next_register}    <= {in_operation, in_returns, in_warp, in_register};
        end
        behind <= (takes && !at_once) || (behind && !moves);
        waits  <= at_once ? in_mask & {LANES{takes}} : moves ? next_mask : sends ? waits & ~served : waits;
        if (answered)
            out[reply_id] <= 1'b0;
        if (sends) begin
            out[request_id]          <= 1'b1;
            out_returns[request_id]  <= returns;
            out_warp[request_id]     <= warp;
            out_register[request_id] <= register;
            out_lanes[request_id]    <= served;
            out_words[request_id]    <= word;
        end
        if (wb_ready)
            shows <= 1'b0;
        if (answered) begin
            shows         <= out_returns[reply_id];
            show_warp     <= out_warp[reply_id];
            show_register <= out_register[reply_id];
            show_level    <= reply_level;
            show_mask     <= out_lanes[reply_id];
            show_data     <= picked;
        end
        if (rst) begin
            waits  <= {LANES{1'b0}};
            behind <= 1'b0;
            out   <= {IDS{1'b0}};
            shows <= 1'b0;
        end
    end

    rs_stream_source_rules #(.WIDTH(1 + ID_BITS + 4 + 2 * WORDS), .CHECK(1)) request_stays (
        .clk(clk), .rst(rst), .valid(request_valid), .ready(request_ready),
        .payload({request_address, request_id, request_operation, request_returns, request_words, request_data}));

    reg       started = 1'b0;
    reg [1:0] idle; // cycles in which nothing is to be done, up to 2
    wire      still = waits == {LANES{1'b0}} && out == {IDS{1'b0}} && !shows && !behind && !takes;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) idle <= rst || !still ? 2'd0 : idle == 2'd2 ? 2'd2 : idle + 2'd1;
    always @(posedge clk) begin
        if (!started) assume (rst);
        assume (!in_valid || in_mask != {LANES{1'b0}});
        assume (!reply_valid || out[reply_id]);
    end
    wire [2:0] must_level = show_level ? 3'd5 : 3'd3;
    always @(posedge clk)
        if (started && !rst) begin
            a_place_each:  assert (!in_ready || (PLACES > 1 ? !behind || moves : nobody));
            own_turn:      assert (!request_valid || (waits != {LANES{1'b0}} && request_words == must_words
                                   && request_data == must_data && request_address == must_block
                                   && request_operation == operation && request_returns == returns));
            own_number:    assert (!request_valid || !out[request_id]);
            own_words:     assert (wb_valid == shows && (!shows || (wb_warp == show_warp && wb_register == show_register
                                   && wb_mask == show_mask && wb_data == show_data && wb_level == must_level && wb_mask != 0)));
            says_empty:    assert (!empty || (nobody && !behind && out == {IDS{1'b0}} && !shows));
            says_settled:  assert (!settled || ((nobody || returns) && (!behind || next_returns) && (out & ~out_returns) == {IDS{1'b0}}));
            none_leaks:    assert (idle != 2'd2 || empty);
            same_word:     cover (sends && served != waits && block[LANES-1] == block[0] && word[LANES-1] == word[0]);
            several_words: cover (sends && (&request_words) && !swap);
            swaps:         cover (sends && swap && request_data == {WORDS{1'b1}});
            places_full:   cover (in_valid && !in_ready && waits == 0 && out != 0);
            its_turn:      cover (PLACES == 1 || moves);
            words_wait:    cover (wb_valid && !wb_ready && reply_valid && out_returns[reply_id]);
        end
endmodule
`default_nettype wire
