// rs_board_dram: block RAM in the place of a controller's DRAM, with a check of what comes over the pins.
//
// Of each bank it keeps 2^KEPT_ROW_BITS rows, of each row 2^KEPT_COLUMN_BITS lines (rs_board_spread says which).
// Timing as in cmodel/machine/dram_device.h: RD on the pins in cycle t returns its BURST_CYCLES words from t + CL on; the
// words of a WR in t are those of t + WL on. rst closes the rows; it has to last longer than CL and WL.
// `broken` (registered) reports, a cycle after it:
//   ACT to an open bank or within T_RP of its PRE; PRE to a closed bank or within T_RAS of its ACT; RD or WR to a closed
//   bank or within T_RCD of its ACT; a row or column that is not there; a command that is none of these; write
//   data at another time. (All rules: formal/dram/rs_dram_timing_rules.v, cmodel/observe/timing_checker.h; here are those a wire can break.)
// served: first column command of a request, in the cycle after it; hit: and not the first request since its row's ACT.
`default_nettype none
module rs_board_dram #(
    parameter BANK_BITS    = 2,
    parameter ROW_BITS     = 12,
    parameter COLUMN_BITS  = 6,
    parameter PIN_BITS     = 12,
    parameter DQ_BITS      = 4,
    parameter COLUMNS      = 2, // column commands of a request
    parameter BURST_CYCLES = 2,
    parameter CL    = 9,
    parameter WL    = 4,
    parameter T_RCD = 12,
    parameter T_RAS = 21,
    parameter T_RP  = 13,
    parameter KEPT_ROW_BITS    = 5,
    parameter KEPT_COLUMN_BITS = 4
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 dfi_cs_n,
    input  wire                 dfi_ras_n,
    input  wire                 dfi_cas_n,
    input  wire                 dfi_we_n,
    input  wire [BANK_BITS-1:0] dfi_bank,
    input  wire [PIN_BITS-1:0]  dfi_address,
    input  wire                 dfi_wrdata_en,
    input  wire [DQ_BITS-1:0]   dfi_wrdata,
    output wire                 dfi_rddata_valid,
    output wire [DQ_BITS-1:0]   dfi_rddata,
    output reg                  served,
    output reg                  hit,
    output reg                  broken
);
    localparam BANKS      = 1 << BANK_BITS;
    localparam INDEX_BITS = $clog2(COLUMNS);
    localparam STEP_BITS  = $clog2(BURST_CYCLES);
    localparam BURST_BITS = BANK_BITS + KEPT_ROW_BITS + KEPT_COLUMN_BITS + INDEX_BITS; // address of a column command
    localparam WORD_BITS  = BURST_BITS + STEP_BITS;
    localparam [31:0] LAST_STEP = BURST_CYCLES - 1;

    generate
        if (COLUMNS < 2 || (COLUMNS & (COLUMNS - 1)) != 0 || BURST_CYCLES < 2 || (BURST_CYCLES & (BURST_CYCLES - 1)) != 0
            || CL < 3 || WL < 2) begin : illegal
            rs_board_dram_needs_columns_and_burst_cycles_powers_of_two_from_2_cl_from_3_and_wl_from_2 stop ();
        end
    endgenerate

    wire act   = {dfi_cs_n, dfi_ras_n, dfi_cas_n, dfi_we_n} == 4'b0011;
    wire pre   = {dfi_cs_n, dfi_ras_n, dfi_cas_n, dfi_we_n} == 4'b0010;
    wire read  = {dfi_cs_n, dfi_ras_n, dfi_cas_n, dfi_we_n} == 4'b0101;
    wire write = {dfi_cs_n, dfi_ras_n, dfi_cas_n, dfi_we_n} == 4'b0100;
    wire column_command = read || write;

    // ---- rows: open, served since the ACT, cycles since the last row command ----------------------
    function integer longest;
        input integer a, b, c;
        longest = a > b ? (a > c ? a : c) : (b > c ? b : c);
    endfunction
    localparam LONGEST  = longest(T_RCD, T_RAS, T_RP);
    localparam AGE_BITS = $clog2(LONGEST + 1);
    localparam [31:0] OLD = LONGEST, RCD = T_RCD, RAS = T_RAS, RP = T_RP;

    reg [BANKS-1:0]               open, used;
    reg [BANKS*KEPT_ROW_BITS-1:0] row;
    reg [BANKS*AGE_BITS-1:0]      age;
    wire [31:0]                   at       = {{(32-BANK_BITS){1'b0}}, dfi_bank};
    wire [KEPT_ROW_BITS-1:0]      open_row = row[at*KEPT_ROW_BITS +: KEPT_ROW_BITS];
    wire [AGE_BITS-1:0]           since    = age[at*AGE_BITS +: AGE_BITS];
    wire [KEPT_COLUMN_BITS-1:0]   column   = dfi_address[INDEX_BITS +: KEPT_COLUMN_BITS];
    wire [INDEX_BITS-1:0]         index    = dfi_address[INDEX_BITS-1:0];

    genvar b;
    generate
        for (b = 0; b < BANKS; b = b + 1) begin : bank
            localparam [31:0] SELF = b;
            wire chosen = dfi_bank == SELF[BANK_BITS-1:0];
            always @(posedge clk) begin
                if (rst || (pre && chosen))
                    open[b] <= 1'b0;
                else if (act && chosen)
                    open[b] <= 1'b1;
                if (act && chosen) begin
                    row[b*KEPT_ROW_BITS +: KEPT_ROW_BITS] <= dfi_address[KEPT_ROW_BITS-1:0];
                    used[b] <= 1'b0;
                end else if (column_command && chosen)
                    used[b] <= 1'b1;
                if (rst)
                    age[b*AGE_BITS +: AGE_BITS] <= OLD[AGE_BITS-1:0];
                else if ((act || pre) && chosen)
                    age[b*AGE_BITS +: AGE_BITS] <= {{(AGE_BITS-1){1'b0}}, 1'b1};
                else if (age[b*AGE_BITS +: AGE_BITS] != OLD[AGE_BITS-1:0])
                    age[b*AGE_BITS +: AGE_BITS] <= age[b*AGE_BITS +: AGE_BITS] + {{(AGE_BITS-1){1'b0}}, 1'b1};
            end
        end
    endgenerate

    wire [ROW_BITS-1:0]    whole_row;
    wire [COLUMN_BITS-1:0] whole_column;
    rs_board_spread #(.KEPT(KEPT_ROW_BITS), .BITS(ROW_BITS)) row_there (
        .kept(dfi_address[KEPT_ROW_BITS-1:0]), .number(whole_row));
    rs_board_spread #(.KEPT(KEPT_COLUMN_BITS), .BITS(COLUMN_BITS)) column_there (
        .kept(column), .number(whole_column));
    function [PIN_BITS-1:0] row_pins;
        input [ROW_BITS-1:0] value;
        begin
            row_pins = {PIN_BITS{1'b0}};
            row_pins[ROW_BITS-1:0] = value;
        end
    endfunction
    function [PIN_BITS-1:0] column_pins;
        input [COLUMN_BITS+INDEX_BITS-1:0] value;
        begin
            column_pins = {PIN_BITS{1'b0}};
            column_pins[COLUMN_BITS+INDEX_BITS-1:0] = value;
        end
    endfunction

    wire act_broken    = act && (open[dfi_bank] || since < RP[AGE_BITS-1:0] || dfi_address != row_pins(whole_row));
    wire pre_broken    = pre && (!open[dfi_bank] || since < RAS[AGE_BITS-1:0]);
    wire column_broken = column_command && (!open[dfi_bank] || since < RCD[AGE_BITS-1:0]
                                            || dfi_address != column_pins({whole_column, index}));
    wire unknown       = !dfi_cs_n && !act && !pre && !column_command;
    wire data_broken;
    wire first         = column_command && index == {INDEX_BITS{1'b0}};
    always @(posedge clk)
        if (rst) begin
            served <= 1'b0;
            hit    <= 1'b0;
            broken <= 1'b0;
        end else begin
            served <= first;
            hit    <= first && used[dfi_bank];
            broken <= act_broken || pre_broken || column_broken || unknown || data_broken;
        end

    // ---- data ------------------------------------------------------------------------------------
    wire [BURST_BITS-1:0] here = {dfi_bank, open_row, column, index};
    reg  [DQ_BITS-1:0]    memory [0:(1<<WORD_BITS)-1];

    // Write data: the address waits WL cycles, then takes a word a cycle.
    wire                     write_starts;
    wire [BURST_BITS-1:0]    due_at;
    reg  [BURST_BITS-1:0]    write_at;
    reg  [STEP_BITS-1:0]     write_step;
    wire                     write_now = write_starts || write_step != {STEP_BITS{1'b0}};
    rs_board_delay #(.WIDTH(1 + BURST_BITS), .CYCLES(WL)) to_write (
        .clk(clk), .data_in({write && !rst, here}), .data_out({write_starts, due_at}));
    assign data_broken = write_now != dfi_wrdata_en;
    always @(posedge clk) begin
        write_step <= write_now && write_step != LAST_STEP[STEP_BITS-1:0] && !rst ? write_step + {{(STEP_BITS-1){1'b0}}, 1'b1}
                    : {STEP_BITS{1'b0}};
        if (write_starts)
            write_at <= due_at;
        if (write_now)
            memory[{write_starts ? due_at : write_at, write_step}] <= dfi_wrdata;
    end

    // Read data: fetched at once, on the pins CL cycles after the command.
    reg  [BURST_BITS-1:0] read_at;
    reg  [STEP_BITS-1:0]  read_step;
    reg  [DQ_BITS-1:0]    fetched;
    reg                   fetched_valid;
    wire                  read_now = read || read_step != {STEP_BITS{1'b0}};
    always @(posedge clk) begin
        read_step     <= read_now && read_step != LAST_STEP[STEP_BITS-1:0] && !rst ? read_step + {{(STEP_BITS-1){1'b0}}, 1'b1}
                       : {STEP_BITS{1'b0}};
        fetched_valid <= read_now && !rst;
        fetched       <= memory[{read ? here : read_at, read_step}];
        if (read)
            read_at <= here;
    end
    rs_board_delay #(.WIDTH(1 + DQ_BITS), .CYCLES(CL > 2 ? CL - 1 : 2)) to_read (
        .clk(clk), .data_in({fetched_valid, fetched}), .data_out({dfi_rddata_valid, dfi_rddata}));
endmodule
`default_nettype wire
