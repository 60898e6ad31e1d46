// A DRAM behind the pins of rs_dram_controller, for simulations in Verilog alone: it obeys, legal or not.
//
// Timing: the BURST_CYCLES words of a RD come back from CL cycles after it on, those of a WR are taken from WL cycles after it on. Bank,
// row and address of a column command (COLUMN_PINS of the pins: column * COLUMNS + index) name BURST_CYCLES words of the data bus, 0 at
// first. No check of the commands: fpga/board/rs_board_dram.v has one, and holds a few rows only.
module dram_pins #(
    parameter BANK_BITS    = 2,
    parameter ROW_BITS     = 4,
    parameter PIN_BITS     = 8,
    parameter COLUMN_PINS  = 5,
    parameter BURST_CYCLES = 2,
    parameter DQ_BITS      = 128,
    parameter CL           = 9,
    parameter WL           = 4
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 dfi_cs_n,
    input  wire                 dfi_ras_n,
    input  wire                 dfi_cas_n,
    input  wire                 dfi_we_n,
    input  wire [BANK_BITS-1:0] dfi_bank,
    input  wire [PIN_BITS-1:0]  dfi_address,
    input  wire [DQ_BITS-1:0]   dfi_wrdata,
    input  wire [DQ_BITS/8-1:0] dfi_wrdata_mask,
    output reg                  dfi_rddata_valid,
    output reg  [DQ_BITS-1:0]   dfi_rddata
);
    localparam AT = BANK_BITS + ROW_BITS + COLUMN_PINS + $clog2(BURST_CYCLES); // bits of a word's number
    localparam DEEP = 64; // cycles ahead that are planned, more than CL, WL and a burst
    reg [DQ_BITS-1:0]  words [0:(1 << AT) - 1];
    reg [ROW_BITS-1:0] open_row [0:(1 << BANK_BITS) - 1];
    reg                reads [0:DEEP-1], writes [0:DEEP-1];
    reg [AT-1:0]       place [0:DEEP-1];
    reg [5:0]          now;
    reg [5:0]          then;
    integer            i;
    initial
        for (i = 0; i < (1 << AT); i = i + 1)
            words[i] = {DQ_BITS{1'b0}};
    always @(posedge clk) begin
        if (!dfi_cs_n && !dfi_ras_n && dfi_cas_n && dfi_we_n)
            open_row[dfi_bank] <= dfi_address[ROW_BITS-1:0];
        if (!dfi_cs_n && dfi_ras_n && !dfi_cas_n)
            for (i = 0; i < BURST_CYCLES; i = i + 1) begin
                then         = now + (dfi_we_n ? CL - 1 : WL) + i;
                reads[then]  = dfi_we_n;
                writes[then] = !dfi_we_n;
                place[then]  = ({open_row[dfi_bank], dfi_bank, dfi_address[COLUMN_PINS-1:0]} * BURST_CYCLES) + i;
            end
        if (writes[now] === 1'b1)
            for (i = 0; i < DQ_BITS / 8; i = i + 1)
                if (!dfi_wrdata_mask[i])
                    words[place[now]][8*i +: 8] = dfi_wrdata[8*i +: 8];
        dfi_rddata_valid <= reads[now] === 1'b1;
        dfi_rddata       <= words[place[now]];
        reads[now]        = 1'b0;
        writes[now]       = 1'b0;
        now              <= now + 6'd1;
        if (rst) begin
            now              <= 6'd0;
            dfi_rddata_valid <= 1'b0;
            for (i = 0; i < DEEP; i = i + 1) begin
                reads[i]  = 1'b0;
                writes[i] = 1'b0;
            end
        end
    end
endmodule
