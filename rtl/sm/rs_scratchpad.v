// Scratchpad of an SM: a warp-wide group of word addresses in; a word for each lane of a load out, in as many pieces as the
// worst bank has distinct words (PATTERNS 2; STALLS IV-D).
//
// What it does: word w lies in bank w mod BANKS, and a bank has one word a cycle. A cycle takes the lowest lane still
// unserved in each bank and with it all lanes that want the same word (broadcast); the others wait for the next cycle, so a
// group needs as many as the bank with the most distinct words has of them: each beyond the first is a bank conflict. A
// load's lanes leave by the wb port, a piece a cycle, each lane once, data 0 outside wb_mask. Lanes that store to one word:
// the highest wins, as in rs_coalescer. Groups are served in order; a load sees all stores of earlier groups.
// A lane from SCRATCHPAD_BYTES on is not served, neither read nor written; fault_outside has it, once for its group, with the
// group's warp, register and element. So a lane of a load is answered once, by its word or by a fault, one of a store only by a
// fault. A group without active lane is taken and gives nothing. Bits 1:0 of an address are not looked at.
// event_bank_conflict: a cycle that leaves lanes of its group to the next one.
// Timing: the first piece and the fault are at the ports two cycles and one after the group was taken; the next group is
// taken with the last piece: a group occupies the block for as many cycles as it has pieces when the sinks are always ready.
// in_ready is combinational in wb_ready, fault_ready and registers, event_bank_conflict in wb_ready and registers; wb_data
// in registers and the memories, all other outputs are registers or their ANDs. The words are not reset.
// C twin: cmodel/sm/scratchpad.c.
`default_nettype none
module rs_scratchpad #(
    parameter LANES            = 32,
    parameter BANKS            = 32,    // a power of two
    parameter SCRATCHPAD_BYTES = 16384, // a multiple of 4 * BANKS within the address space
    parameter ADDRESS_BITS     = 48,    // to 62
    parameter WARP_BITS        = 5,
    parameter REGISTER_BITS    = 8,
    parameter WORD             = 32     // bits of a word; a proof takes fewer
) (
    input  wire                          clk,
    input  wire                          rst,
    input  wire                          in_valid,
    output wire                          in_ready,
    input  wire                          in_write,
    input  wire [WARP_BITS-1:0]          in_warp,
    input  wire [REGISTER_BITS-1:0]      in_register,
    input  wire [3:0]                    in_element,
    input  wire [LANES-1:0]              in_mask,
    input  wire [LANES*ADDRESS_BITS-1:0] in_address,
    input  wire [LANES*WORD-1:0]         in_data,
    output wire                          wb_valid,
    input  wire                          wb_ready,
    output reg  [WARP_BITS-1:0]          wb_warp,
    output reg  [REGISTER_BITS-1:0]      wb_register,
    output reg  [3:0]                    wb_element,
    output reg  [LANES-1:0]              wb_mask,
    output wire [LANES*WORD-1:0]         wb_data,
    output wire                          fault_valid,
    input  wire                          fault_ready,
    output reg  [WARP_BITS-1:0]          fault_warp,
    output reg  [REGISTER_BITS-1:0]      fault_register,
    output reg  [3:0]                    fault_element,
    output reg  [LANES-1:0]              fault_outside,
    output wire                          event_bank_conflict,
    output wire                          busy
);
    localparam SHIFT     = $clog2(BANKS);
    localparam ROWS      = BANKS < 1 ? 0 : SCRATCHPAD_BYTES / 4 / BANKS;
    localparam BANK_BITS = BANKS > 1 ? SHIFT : 1;
    localparam ROW_BITS  = ROWS > 1 ? $clog2(ROWS) : 1;
    function [63:0] extended;
        input integer value;
        extended = {32'd0, value};
    endfunction
    localparam [63:0] BYTES = extended(SCRATCHPAD_BYTES);

    generate
        if (LANES < 1 || WARP_BITS < 1 || REGISTER_BITS < 1 || WORD < 1 || ADDRESS_BITS < 3 || ADDRESS_BITS > 62)
            rs_scratchpad_needs_sizes_above_0_and_3_to_62_address_bits illegal_sizes ();
        if (BANKS < 1 || BANKS != 1 << SHIFT || ROWS < 1 || SCRATCHPAD_BYTES != 4 * BANKS * ROWS
            || BYTES >> ADDRESS_BITS > 1 || (BYTES >> ADDRESS_BITS == 1 && SCRATCHPAD_BYTES != 1 << $clog2(SCRATCHPAD_BYTES)))
            rs_scratchpad_needs_BANKS_a_power_of_two_and_whole_rows_of_them_within_the_address_space illegal_banks ();
    endgenerate

    // ---- the group, and which of its lanes a cycle serves -----------------------------------------------------------
    reg  [LANES-1:0]           waiting; // lanes not served yet; fault_warp and so on are the group's
    reg                        write;
    reg  [LANES*BANK_BITS-1:0] banks;
    reg  [LANES*ROW_BITS-1:0]  rows;
    reg  [LANES*WORD-1:0]      data;
    reg                        piece_valid, piece_write;

    wire [LANES-1:0]           in_beyond;
    wire [LANES*BANK_BITS-1:0] in_banks;
    wire [LANES*ROW_BITS-1:0]  in_rows;
    wire [LANES*(ADDRESS_BITS+1)-1:0] in_places;
    genvar lane, bank;
    generate
        for (lane = 0; lane < LANES; lane = lane + 1) begin : split
            wire [ADDRESS_BITS:0] place = {1'b0, in_address[lane*ADDRESS_BITS +: ADDRESS_BITS]};
            assign in_places[lane*(ADDRESS_BITS+1) +: ADDRESS_BITS+1] = place;
            assign in_beyond[lane] = place >= BYTES[ADDRESS_BITS:0];
            assign in_banks[lane*BANK_BITS +: BANK_BITS] = BANKS > 1 ? place[2 +: BANK_BITS] : {BANK_BITS{1'b0}};
            assign in_rows[lane*ROW_BITS +: ROW_BITS]    = ROWS > 1 ? place[2+SHIFT +: ROW_BITS] : {ROW_BITS{1'b0}};
        end
    endgenerate
    wire unused = &{1'b0, in_places};

    wire [BANKS*ROW_BITS-1:0] bank_rows; // the word of each bank in this cycle
    wire [LANES*ROW_BITS-1:0] lane_rows; // that of each lane's bank
    wire [LANES-1:0]          same;
    generate
        for (bank = 0; bank < BANKS; bank = bank + 1) begin : choose
            wire [LANES-1:0] wanting;
            for (lane = 0; lane < LANES; lane = lane + 1) begin : from
                assign wanting[lane] = waiting[lane] && banks[lane*BANK_BITS +: BANK_BITS] == bank;
            end
            rs_first_word #(.WIDTH(ROW_BITS), .COUNT(LANES)) first_of_lanes (
                .words(rows), .bits(wanting), .word(bank_rows[bank*ROW_BITS +: ROW_BITS]));
        end
        for (lane = 0; lane < LANES; lane = lane + 1) begin : look
            assign lane_rows[lane*ROW_BITS +: ROW_BITS] = bank_rows[banks[lane*BANK_BITS +: BANK_BITS]*ROW_BITS +: ROW_BITS];
        end
    endgenerate
    rs_compare #(.WIDTH(ROW_BITS), .LANES(LANES)) same_row (.a(rows), .b(lane_rows), .equal(same));
    wire [LANES-1:0] unserved = waiting & ~same;
    wire             empty = waiting == {LANES{1'b0}};
    wire             done  = unserved == {LANES{1'b0}};
    wire             piece_free = !piece_valid || piece_write || wb_ready;
    wire             moves = !empty && piece_free;
    assign in_ready            = (empty || done && piece_free) && (!fault_valid || fault_ready);
    assign event_bank_conflict = moves && !done;
    assign fault_valid         = fault_outside != {LANES{1'b0}};
    assign busy                = !empty || fault_valid || piece_valid;

    always @(posedge clk) begin
        if (in_ready) begin
            write          <= in_write;
            fault_warp     <= in_warp;
            fault_register <= in_register;
            fault_element  <= in_element;
            banks          <= in_banks;
            rows           <= in_rows;
            if (in_write)
                data <= in_data;
        end
        if (rst)
            waiting <= {LANES{1'b0}};
        else if (in_ready || moves)
            waiting <= in_ready ? in_mask & ~in_beyond & {LANES{in_valid}} : unserved;
        if (rst)
            fault_outside <= {LANES{1'b0}};
        else if (in_ready || fault_ready)
            fault_outside <= in_mask & in_beyond & {LANES{in_valid && in_ready}};
    end

    // ---- the piece: lanes that are served, and the memories ---------------------------------------------------------
    reg  [BANKS*ROW_BITS-1:0]  piece_rows;
    reg  [LANES*BANK_BITS-1:0] piece_banks;
    reg  [LANES*WORD-1:0]      piece_data;
    // The words of a piece are read as it comes, behind the store before it, and again while it waits.
    wire [BANKS*ROW_BITS-1:0]  next_rows = piece_free ? bank_rows : piece_rows;
    assign wb_valid = piece_valid && !piece_write;
    always @(posedge clk) begin
        piece_rows <= next_rows;
        if (piece_free) begin
            piece_write <= write;
            piece_banks <= banks;
            wb_warp     <= fault_warp;
            wb_register <= fault_register;
            wb_element  <= fault_element;
            wb_mask     <= waiting & same;
            if (write)
                piece_data <= data;
        end
        if (rst)
            piece_valid <= 1'b0;
        else if (piece_free)
            piece_valid <= moves;
    end

    wire [BANKS*WORD-1:0] words;
    generate
        for (bank = 0; bank < BANKS; bank = bank + 1) begin : memory
            wire [LANES-1:0] storing;
            for (lane = 0; lane < LANES; lane = lane + 1) begin : from
                assign storing[lane] = wb_mask[lane] && piece_banks[lane*BANK_BITS +: BANK_BITS] == bank;
            end
            wire [WORD-1:0]     stored; // by the highest lane
            rs_first_word #(.WIDTH(WORD), .COUNT(LANES), .HIGHEST(1)) last_of_lanes (
                .words(piece_data), .bits(storing), .word(stored));
            wire [ROW_BITS-1:0] row = piece_rows[bank*ROW_BITS +: ROW_BITS];
            wire [ROW_BITS-1:0] next_row = next_rows[bank*ROW_BITS +: ROW_BITS];
            rs_write_first_memory #(.WIDTH(WORD), .DEPTH(ROWS)) store (
                .clk(clk), .write(piece_valid && piece_write && storing != {LANES{1'b0}}), .write_address(row),
                .write_data(stored), .read_address(next_row), .read_data(words[bank*WORD +: WORD]));
        end
        for (lane = 0; lane < LANES; lane = lane + 1) begin : answer
            assign wb_data[lane*WORD +: WORD] =
                words[piece_banks[lane*BANK_BITS +: BANK_BITS]*WORD +: WORD] & {WORD{wb_mask[lane]}};
        end
    endgenerate
endmodule
`default_nettype wire
