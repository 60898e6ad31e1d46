// Command unit of a DRAM controller: one command per cycle from the queue's candidates (THESIS 1.3.2, 6.1.2).
//
// Each cycle, of the commands that the timing allows (PREFERENCE = 1: of those for banks that are `preferred`, if there are any):
//   1. a column command (RD, WR) of a candidate that hits its open row; a read also needs a reply slot;
//   2. else ACT for a candidate whose bank is closed;
//   3. else PRE for a candidate whose bank is open on another row;
// within a class that of the oldest candidate. So "first-ready" means: ready in this very cycle, column first.
// A request's COLUMNS column commands follow one another without another request's between them (ACT and PRE of
// other banks may come between); it leaves the queue with the last one.
// PAIR = 1: one other request may be `beside` it, to a bank of another group and of the same direction, with its column commands between:
// two to one group are T_CCD_L (T_CCD_L_WR) apart, which leaves the data bus idle where that is more than T_CCD. The older goes first whenever it
// can, so it is done before the other, which then goes on alone, or with another one beside it.
// GROUP_FIRST = 1: of the column commands that may go, those to another bank group than the last one go first.
// While a refresh is due (rs_refresh) 1 is for the request between its column commands only, 2 and 3 rest, and the
// banks are closed for REF instead. REFRESH = 1: that holds for one bank, whose PRE and REF go before all other commands.
// Pins are registered: a command chosen in cycle t is on the pins in t + 1, its write data from t + 1 + WL on.
// With REF of all banks, and while no command is on the pins, bank and address are 0; with REF of one, address. Address: ACT row; RD, WR column * COLUMNS + index.
`include "rtl/dram/rs_dram_times.vh"
`default_nettype none
module rs_dram_commands #(
    parameter BANKS        = 4,
    parameter ROW_BITS     = 12,
    parameter COLUMN_BITS  = 6,
    parameter COLUMNS      = 2,
    parameter BURST_CYCLES = 2,
    parameter TAG_BITS     = 8,
    parameter SM_BITS      = 5,
    parameter SLOT_BITS    = 5,
    `RS_DRAM_TIMES,
    parameter PIN_BITS = 12, // address pins
    parameter T_REFI = 0,
    parameter T_RFC = 262,
    parameter REFRESH = 0,
    parameter T_RFC_PB = 128,
    parameter T_RREFD = 8,
    parameter ONE_CANDIDATE = 0, // 1: all banks show the row and entry of one request (rs_queue_fifo)
    parameter PREFERENCE = 0,    // 1: rs_queue_bliss
    parameter GROUP_FIRST = 0,
    parameter PAIR = 0,          // 1: with BANK_GROUPS and COLUMNS from 2, T_CCD or BURST_CYCLES from 2; no PREFERENCE
    // derived, not to be set
    parameter BANK_BITS = (BANKS > 1) ? $clog2(BANKS) : 1,
    parameter ID_BITS   = (SLOT_BITS > SM_BITS + TAG_BITS) ? SLOT_BITS : SM_BITS + TAG_BITS,
    parameter ENTRY     = 1 + ID_BITS + COLUMN_BITS, // {write, slot or {sm, tag}, column}
    parameter WORD_BITS = $clog2(COLUMNS * BURST_CYCLES) // number of a word in its line
) (
    input  wire                      clk,
    input  wire                      rst,
    // request queue
    output wire [BANKS-1:0]          open,
    output wire [BANKS*ROW_BITS-1:0] open_row,
    input  wire [BANKS-1:0]          candidate,
    input  wire [BANKS-1:0]          hit,
    input  wire [BANKS-1:0]          preferred, // among these the bank `midway`
    output wire [BANKS-1:0]          midway,    // one-hot or 0: the bank of a request between its column commands; PAIR: of the older one
    input  wire [BANKS*ROW_BITS-1:0] row,
    input  wire [BANKS*ENTRY-1:0]    entry,
    output wire [BANKS-1:0]          ready,
    input  wire [BANKS-1:0]          oldest,
    output wire [BANKS-1:0]          served,
    output wire                      pop,
    input  wire                      calm,     // PAIR
    output reg                       rests,    // a column command went in the cycle before, so no request leaves in this one
    // reply unit
    input  wire                      reply_room,
    output wire                      read_issue,
    output wire [SM_BITS-1:0]        read_sm,
    output wire [TAG_BITS-1:0]       read_tag,
    output wire                      read_column, // RD, of
    output wire                      read_beside, // the request beside the older one
    // write buffer
    output wire [SLOT_BITS+WORD_BITS-1:0] data_address, // of the word that goes to the pins in the next cycle
    output wire                      release_slot,
    output wire [SLOT_BITS-1:0]      release_index,
    // pins
    output reg                       dfi_cs_n,
    output reg                       dfi_ras_n,
    output reg                       dfi_cas_n,
    output reg                       dfi_we_n,
    output reg  [BANK_BITS-1:0]      dfi_bank,
    output reg  [PIN_BITS-1:0]       dfi_address,
    output reg                       dfi_wrdata_en
);
    localparam INDEX_BITS  = (COLUMNS > 1) ? $clog2(COLUMNS) : 1;
    localparam [31:0] LAST_INDEX = COLUMNS - 1;
    localparam STEP_BITS   = (BURST_CYCLES > 1) ? $clog2(BURST_CYCLES) : 1;
    localparam [31:0] LAST_STEP = BURST_CYCLES - 1;

    generate
        if (COLUMNS < 1 || (COLUMNS & (COLUMNS - 1)) != 0 || (BURST_CYCLES & (BURST_CYCLES - 1)) != 0
            || COLUMNS * BURST_CYCLES < 2) begin : illegal
            rs_dram_commands_needs_columns_and_burst_cycles_that_are_powers_of_two_and_make_two_words stop ();
        end
        if (PIN_BITS < ROW_BITS || PIN_BITS < COLUMN_BITS + (COLUMNS > 1 ? INDEX_BITS : 0)) begin : illegal_pins
            rs_dram_commands_needs_address_pins_for_a_row_and_for_a_column_with_its_index stop ();
        end
        if (PAIR != 0 && (COLUMNS < 2 || BANK_GROUPS < 2 || (T_CCD < 2 && BURST_CYCLES < 2) || PREFERENCE != 0)) begin : illegal_pair
            rs_dram_commands_needs_for_pair_two_columns_two_bank_groups_t_ccd_or_burst_cycles_2_and_no_preference stop ();
        end
    endgenerate

    wire act, pre, read, write, refresh, can_refresh, refresh_first, refresh_takes;
    wire [BANKS-1:0] due;    // banks for refresh
    wire [BANKS-1:0] close;  // for refresh
    wire [BANKS-1:0] select; // the bank of the command, one-hot or 0
    wire [BANK_BITS-1:0] bank;
    wire [ROW_BITS-1:0]  chosen_row;
    wire [BANKS-1:0] can_act, can_pre, can_column, bank_read, bank_write, can_refresh_one;
    wire can_read, can_write;
    rs_bank_timing #(.BANKS(BANKS), .ROW_BITS(ROW_BITS), .BURST_CYCLES(BURST_CYCLES), `RS_DRAM_TIMES_PASSED,
                     .T_RFC(T_REFI > 0 && REFRESH == 0 ? T_RFC : 0), .REFRESH(T_REFI > 0 ? REFRESH : 0), .T_RFC_PB(T_RFC_PB),
                     .T_RREFD(T_RREFD)) timing (
        .clk(clk), .rst(rst), .act(act), .pre(pre), .read(read), .write(write), .select(select), .row(row),
        .can_act(can_act), .can_pre(can_pre), .can_column(can_column), .can_read(can_read), .can_write(can_write),
        .bank_read(bank_read), .bank_write(bank_write), .open(open), .open_row(open_row), .refresh(refresh), .can_refresh(can_refresh),
        .can_refresh_one(can_refresh_one));

    // A request whose first column command is out and whose last is not.
    reg                  locked;
    reg [BANKS-1:0]      locked_bank;
    reg [INDEX_BITS-1:0] index; // of the next column command

    wire [BANKS-1:0] may_go, column_ready, act_ready, pre_ready; // may_go: in the direction of its candidate
    wire may_read = can_read && (reply_room || locked);
    genvar b;
    generate
        for (b = 0; b < BANKS; b = b + 1) begin : each
            assign may_go[b] = entry[b*ENTRY + ENTRY - 1] ? can_write && bank_write[b] : may_read && bank_read[b];
        end
    endgenerate
    assign midway = locked ? locked_bank : {BANKS{1'b0}};
    wire [BANKS-1:0] beside;      // the banks of which one may have a column command beside it
    wire [BANKS-1:0] beside_bank; // one-hot or 0: of the request that has had one
    wire             goes_beside; // a column command would be of one of them
    wire [INDEX_BITS-1:0] beside_index;
    wire [BANKS-1:0] eligible = locked ? (goes_beside ? beside : locked_bank) : ~due;
    wire [BANKS-1:0] among; // the banks whose commands are looked at
    assign column_ready = hit & eligible & can_column & may_go & among & {BANKS{!refresh_first}};
    assign act_ready = candidate & can_act & ~due & among & {BANKS{!refresh_first}};
    assign pre_ready = candidate & ~hit & can_pre & ~due & among & {BANKS{!refresh_first}};
    generate
        if (PREFERENCE != 0) begin : prefers
            wire [BANKS-1:0] any = (hit & eligible & can_column & may_go)
                                 | (candidate & (can_act | (~hit & can_pre)) & ~due);
            assign among = preferred | {BANKS{(any & preferred) == {BANKS{1'b0}}}};
        end else begin : all
            wire unused = &{1'b0, preferred};
            assign among = {BANKS{1'b1}};
        end
    endgenerate
    wire any_column = column_ready != {BANKS{1'b0}};
    wire any_act    = act_ready != {BANKS{1'b0}};
    wire any_pre    = pre_ready != {BANKS{1'b0}};
    wire [BANKS-1:0] column_first; // of these the ones that go first
    assign ready = any_column ? column_first : any_act ? act_ready : pre_ready;

    generate
        if (GROUP_FIRST != 0 && BANK_GROUPS > 1) begin : groups
            reg  [BANKS-1:0] last;      // the banks of the group of the last column command; 0 before the first
            wire [BANKS-1:0] elsewhere = column_ready & ~last;
            wire [BANK_GROUPS-1:0] group; // one-hot: that of the bank of the command
            genvar g;
            for (g = 0; g < BANK_GROUPS; g = g + 1) begin : each_group
                wire [BANKS-1:0] members = {(BANKS/BANK_GROUPS){{{(BANK_GROUPS-1){1'b0}}, 1'b1} << g}};
                assign group[g] = (oldest & members) != {BANKS{1'b0}};
            end
            assign column_first = elsewhere != {BANKS{1'b0}} ? elsewhere : column_ready;
            always @(posedge clk)
                if (rst)
                    last <= {BANKS{1'b0}};
                else if (any_column)
                    last <= {(BANKS/BANK_GROUPS){group}};
        end else begin : all_groups
            assign column_first = column_ready;
        end
    endgenerate

    rs_refresh #(.BANKS(BANKS), .T_REFI(T_REFI), .REFRESH(REFRESH)) refreshing (
        .clk(clk), .rst(rst), .can_pre(can_pre), .can_refresh(can_refresh), .can_refresh_one(can_refresh_one), .column(any_column),
        .busy(midway | beside_bank), .due(due), .first(refresh_first), .takes(refresh_takes), .close(close), .refresh(refresh));

    assign select = refresh_takes ? (REFRESH != 0 ? due : close) : oldest;
    rs_encode #(.WIDTH(BANKS)) encode_bank (.one_hot(select), .index(bank));
    assign served = COLUMNS > 1 ? locked_bank : oldest;
    wire [ENTRY-1:0]       chosen_entry;
    generate
        if (ONE_CANDIDATE != 0) begin : of_all
            assign {chosen_row, chosen_entry} = {row[0 +: ROW_BITS], entry[0 +: ENTRY]};
        end else begin : of_oldest
            rs_select #(.WIDTH(ROW_BITS), .COUNT(BANKS)) select_row (.words(row), .select(oldest), .word(chosen_row));
            rs_select #(.WIDTH(ENTRY), .COUNT(BANKS)) select_entry (.words(entry), .select(oldest), .word(chosen_entry));
        end
    endgenerate
    wire                   chosen_write;
    wire [SLOT_BITS-1:0]   chosen_slot;
    wire [COLUMN_BITS-1:0] chosen_column;
    wire [ID_BITS-1:0]     chosen_id;
    assign {chosen_write, chosen_id, chosen_column} = chosen_entry;
    assign chosen_slot = chosen_id[SLOT_BITS-1:0];
    assign {read_sm, read_tag} = chosen_id[SM_BITS+TAG_BITS-1:0];

    assign read  = any_column && !chosen_write;
    assign write = any_column && chosen_write;
    assign act   = !any_column && any_act;
    assign pre   = (!any_column && !any_act && any_pre) || close != {BANKS{1'b0}};
    wire last    = index == LAST_INDEX[INDEX_BITS-1:0] && !goes_beside;
    wire [INDEX_BITS-1:0] its_index = goes_beside ? beside_index : index;
    assign pop         = any_column && last;
    assign read_issue  = read && (!locked || (goes_beside && beside_bank == {BANKS{1'b0}}));
    assign read_column = read;
    assign read_beside = goes_beside;

    function [PIN_BITS-1:0] row_pins;
        input [ROW_BITS-1:0] value;
        begin
            row_pins = {PIN_BITS{1'b0}};
            row_pins[ROW_BITS-1:0] = value;
        end
    endfunction
    wire [PIN_BITS-1:0] column_pins;
    generate
        if (COLUMNS > 1) begin : several
            assign column_pins = {{(PIN_BITS-COLUMN_BITS-INDEX_BITS){1'b0}}, chosen_column, its_index};
        end else begin : single
            assign column_pins = {{(PIN_BITS-COLUMN_BITS){1'b0}}, chosen_column};
        end
    endgenerate

    // The request beside the one that is `locked`.
    generate
        if (PAIR != 0) begin : pairs
            reg [BANKS-1:0]      second;       // its bank, 0 without
            reg [INDEX_BITS-1:0] second_index; // of its next column command
            reg                  writes;       // both write
            wire [BANKS-1:0]     alike;        // banks whose candidates have that direction
            // Without it, so are all banks of its group.
            wire                 first_goes = (locked_bank & can_column & (writes ? bank_write : bank_read)) != {BANKS{1'b0}} && (writes ? can_write : can_read);
            for (b = 0; b < BANKS; b = b + 1) begin : other
                assign alike[b] = entry[b*ENTRY + ENTRY - 1] == writes;
            end
            assign beside       = second != {BANKS{1'b0}} ? second : alike & ~due & {BANKS{calm && (writes || reply_room)}};
            assign beside_bank  = second;
            assign beside_index = second_index;
            assign goes_beside  = locked && !first_goes;
            always @(posedge clk)
                if (rst) begin
                    second       <= {BANKS{1'b0}};
                    second_index <= {INDEX_BITS{1'b0}};
                end else if (any_column) begin
                    second       <= goes_beside ? oldest : last ? {BANKS{1'b0}} : second;
                    second_index <= goes_beside ? second_index + {{(INDEX_BITS-1){1'b0}}, 1'b1}
                                  : last ? {INDEX_BITS{1'b0}} : second_index;
                end
            always @(posedge clk)
                if (!locked)
                    writes <= chosen_write; // of the first column command
        end else begin : singly
            assign beside       = {BANKS{1'b0}};
            assign beside_bank  = {BANKS{1'b0}};
            assign beside_index = {INDEX_BITS{1'b0}};
            assign goes_beside  = 1'b0;
            wire unused = calm;
        end
    endgenerate

    always @(posedge clk)
        rests <= any_column && !rst;
    always @(posedge clk)
        if (rst) begin
            locked      <= 1'b0;
            locked_bank <= {BANKS{1'b0}};
            index       <= {INDEX_BITS{1'b0}};
            {dfi_cs_n, dfi_ras_n, dfi_cas_n, dfi_we_n} <= 4'b1111;
            dfi_bank    <= {BANK_BITS{1'b0}};
            dfi_address <= {PIN_BITS{1'b0}};
        end else begin
            if (any_column && !goes_beside) begin
                locked      <= !last || beside_bank != {BANKS{1'b0}};
                locked_bank <= last && beside_bank != {BANKS{1'b0}} ? beside_bank : oldest;
                index       <= last ? beside_index : index + {{(INDEX_BITS-1){1'b0}}, 1'b1};
            end
            {dfi_cs_n, dfi_ras_n, dfi_cas_n, dfi_we_n} <= act ? 4'b0011 : pre ? 4'b0010 : read ? 4'b0101
                                                        : write ? 4'b0100 : refresh ? 4'b0001 : 4'b1111;
            dfi_bank    <= any_column || any_act || pre || (REFRESH != 0 && refresh) ? bank : {BANK_BITS{1'b0}};
            dfi_address <= act ? row_pins(chosen_row) : any_column ? column_pins : {PIN_BITS{1'b0}};
        end

    // Write data: the slot and column index of a WR wait WL cycles, then their words go to the pins.
    localparam WHAT = SLOT_BITS + INDEX_BITS;
    reg  [WL-1:0]         wait_valid;
    reg  [WL*WHAT-1:0]    wait_what;
    wire [WL-1:0]         next_valid;
    wire [WL*WHAT-1:0]    next_what;
    wire                  start;      // the first word goes now
    wire [WHAT-1:0]       start_what, now_what;
    assign {start, next_valid}     = {wait_valid, write};
    assign {start_what, next_what} = {wait_what, chosen_slot, its_index};
    reg  [WHAT-1:0]       rest_what;
    reg  [STEP_BITS-1:0]  step;       // word of the burst
    wire                  send = start || step != {STEP_BITS{1'b0}};
    wire [SLOT_BITS-1:0]  now_slot;
    wire [INDEX_BITS-1:0] now_index;
    assign now_what = start ? start_what : rest_what;
    assign {now_slot, now_index} = now_what;
    wire [WORD_BITS-1:0]  word;
    generate
        if (COLUMNS == 1) begin : one_burst
            assign word = step;
            wire unused = &{1'b0, now_index};
        end else if (BURST_CYCLES == 1) begin : one_word
            assign word = now_index;
        end else begin : words
            assign word = {now_index, step};
        end
    endgenerate
    assign data_address  = {now_slot, word};
    assign release_slot  = send && (&word);
    assign release_index = now_slot;
    always @(posedge clk)
        if (rst) begin
            wait_valid    <= {WL{1'b0}};
            step          <= {STEP_BITS{1'b0}};
            dfi_wrdata_en <= 1'b0;
        end else begin
            wait_valid    <= next_valid;
            dfi_wrdata_en <= send;
            step          <= send && step != LAST_STEP[STEP_BITS-1:0] ? step + {{(STEP_BITS-1){1'b0}}, 1'b1}
                           : {STEP_BITS{1'b0}};
        end
    always @(posedge clk) begin
        wait_what <= next_what;
        rest_what <= now_what;
    end
endmodule
`default_nettype wire
