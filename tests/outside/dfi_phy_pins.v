// A PHY with dram_pins behind it, for simulations of rs_dfi_controller in Verilog alone: the times are the controller's defaults.
//
// dfi_init_complete some cycles behind dfi_init_start. Read data T_RDDATA_EN + T_PHY_RDLAT behind the RD; write data come WL behind the WR, which
// is T_PHY_WRLAT + T_PHY_WRDATA. A column on the pins counts words of the chips, two of them a cycle; it stays below the pin of auto-precharge.
// TURN 1: of some words read one bit is another than in memory.
module dfi_phy_pins #(
    parameter BANK_BITS    = 2,
    parameter ROW_BITS     = 4,
    parameter PIN_BITS     = 12,
    parameter COLUMN_PINS  = 5,
    parameter BURST_CYCLES = 2,
    parameter DQ_BITS      = 128,
    parameter DM_BITS      = DQ_BITS / 8,
    parameter T_RDDATA_EN  = 7,
    parameter T_PHY_RDLAT  = 4,
    parameter WL           = 4,
    parameter TURN         = 0
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 dfi_init_start,
    output reg                  dfi_init_complete,
    input  wire                 dfi_cs_n,
    input  wire                 dfi_ras_n,
    input  wire                 dfi_cas_n,
    input  wire                 dfi_we_n,
    input  wire [BANK_BITS-1:0] dfi_bank,
    input  wire [PIN_BITS-1:0]  dfi_address,
    input  wire [DQ_BITS-1:0]   dfi_wrdata,
    input  wire [DM_BITS-1:0]   dfi_wrdata_mask,
    output wire                 dfi_rddata_valid,
    output wire [DQ_BITS-1:0]   dfi_rddata
);
    reg  [3:0]           waits;
    reg  [DQ_BITS-1:0]   turned;
    wire [DQ_BITS-1:0]   word;
    wire [DQ_BITS/8-1:0] mask = DM_BITS == DQ_BITS / 8 ? dfi_wrdata_mask : {(DQ_BITS/8){1'b0}};
    wire [PIN_BITS-1:0]  address = dfi_cas_n ? dfi_address : dfi_address >> $clog2(2 * BURST_CYCLES);
    dram_pins #(.BANK_BITS(BANK_BITS), .ROW_BITS(ROW_BITS), .PIN_BITS(PIN_BITS), .COLUMN_PINS(COLUMN_PINS), .BURST_CYCLES(BURST_CYCLES),
        .DQ_BITS(DQ_BITS), .CL(T_RDDATA_EN + T_PHY_RDLAT), .WL(WL)) dram (
        .clk(clk), .rst(rst), .dfi_cs_n(dfi_cs_n), .dfi_ras_n(dfi_ras_n), .dfi_cas_n(dfi_cas_n), .dfi_we_n(dfi_we_n), .dfi_bank(dfi_bank),
        .dfi_address(address), .dfi_wrdata(dfi_wrdata), .dfi_wrdata_mask(mask), .dfi_rddata_valid(dfi_rddata_valid), .dfi_rddata(word));
    assign dfi_rddata = word ^ turned;
    always @(posedge clk) begin
        turned <= TURN != 0 && $random % 8 == 0 ? {{(DQ_BITS-1){1'b0}}, 1'b1} << ($unsigned($random) % DQ_BITS) : {DQ_BITS{1'b0}};
        if (dfi_init_start && waits != 4'd0)
            waits <= waits - 4'd1;
        dfi_init_complete <= waits == 4'd0;
        if (rst) begin
            waits             <= 4'd12;
            dfi_init_complete <= 1'b0;
        end
    end
endmodule
