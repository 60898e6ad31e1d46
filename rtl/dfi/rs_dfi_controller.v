// DRAM controller with power-up and a DFI 2.1 port: rs_dram_init, rs_dram_controller -> rs_dfi_ecc -> rs_dfi_port -> PHY.
//
// in_*, out_*, accept_*, bank_room, write_room, leave, age_cap and the parameters of the DRAM as rs_dram_controller; dfi_*, errors and
// the PHY's times as rs_dfi_port; DRAM, CL, MODE_BITS_n and the times of the power-up as rs_dram_init. What follows from the masks, and
// the pins of the DRAM, is derived.
// ECC 1: 8 check bits beside every 64 data bits of a data cycle (rs_dfi_ecc), which the DRAM stores in chips of their own; dfi_wrdata and
// dfi_rddata have them above the data. Single errors are set right. A reply whose line could not be read has a bit above {SM, tag}
// in its head flit (rs_dram_reply). Reads take a cycle longer. corrected_* and failed_* as rs_dfi_ecc, 0 without. Writes are of whole lines:
// WRITE_MASK 0.
// HEADER_WIRES as rs_dram_controller: flits with data and header side by side.
// ready is 0 until the DRAM is initialised. Till then the controller is held in reset and in_ready is 0: no request is lost,
// no refresh falls due. It stays 1 until rst.
// T_RTW must be at least CL + BURST_CYCLES + 2 - WL, so that read and write data do not meet on the DRAM's pins.
// Timing: as the parts; in_ready and ready are functions of registers (in_ready of in_flit, too).
`include "rtl/common/rs_payload_bits.vh"
`include "rtl/dram/rs_dram_times.vh"
`default_nettype none
module rs_dfi_controller #(
    parameter SCHEDULER    = 1,
    parameter QUEUE        = 32,
    parameter REPLY_SLOTS  = 16,
    parameter FLIT_BITS    = 256,
    parameter TAG_BITS     = 8,
    parameter SM_BITS      = 5,
    parameter ADDRESS_BITS = 29,
    parameter CHANNEL_MASK = 32'h00000700,
    parameter BANK_MASK    = 32'h00003000,
    parameter ROW_MASK     = 32'h1ffe0000,
    parameter COLUMN_MASK  = 32'h0001c8c0,
    parameter BANK_XOR     = 0,
    parameter COLUMNS      = 2,
    parameter BURST_CYCLES = 2,
    `RS_DRAM_TIMES,
    parameter T_REFI = 0,
    parameter T_RFC  = 262,
    parameter LOOKAHEAD       = 1,
    parameter BANK_PLACES     = 0,
    parameter CAP_BITS        = 0,
    parameter WRITE_MASK      = 0,
    parameter PAIR            = 0,
    parameter GROUP_FIRST     = 0,
    parameter ECC             = 0,
    parameter HEADER_WIRES    = 0,
    parameter DRAM     = 0,             // rs_dram_init: 0 GDDR3, 1 DDR3
    parameter CL       = 9,
    parameter T_RESET  = 0,             // 0: the set's
    parameter T_CKE    = 0,
    parameter T_XPR    = 0,
    parameter T_MRD    = 0,
    parameter T_MOD    = 0,
    parameter T_ZQINIT = 0,
    parameter T_DLLK   = 0,
    parameter MODE_BITS_0 = 0,
    parameter MODE_BITS_1 = 0,
    parameter MODE_BITS_2 = 0,
    parameter MODE_BITS_3 = 0,
    parameter T_PHY_WRLAT     = 3,      // rs_dfi_port
    parameter T_PHY_WRDATA    = 1,
    parameter T_RDDATA_EN     = 7,
    parameter T_PHY_RDLAT     = 4,
    parameter T_PHY_RDLAT_MIN = 4,
    parameter T_ODT_ON        = 0,
    parameter ODT_CYCLES      = 0,
    parameter COUNT_BITS      = 8,
    // derived, not to be set
    parameter CHANNEL_BITS = ones_or_1(CHANNEL_MASK),
    parameter BANK_BITS    = ones_or_1(BANK_MASK),
    parameter ROW_BITS     = ones_or_1(ROW_MASK),
    parameter COLUMN_BITS  = ones_or_1(COLUMN_MASK),
    parameter BANKS        = 1 << BANK_BITS,
    parameter LINE_BITS    = ADDRESS_BITS - 6,
    parameter HEADER       = SM_BITS + TAG_BITS + 1 + LINE_BITS,
    parameter MASK_BITS    = (WRITE_MASK != 0) ? 2 * FLIT_BITS / 8 : 0,
    parameter PAYLOAD      = `RS_PAYLOAD_BITS(FLIT_BITS, HEADER + MASK_BITS, HEADER_WIRES),
    parameter DQ_BITS      = 2 * FLIT_BITS / (COLUMNS * BURST_CYCLES),
    parameter PHY_BITS     = ECC != 0 ? DQ_BITS + DQ_BITS / 8 : DQ_BITS,
    parameter DM_BITS      = (WRITE_MASK != 0 && DQ_BITS >= 8) ? DQ_BITS / 8 : 1,
    parameter DFI_PINS     = ROW_BITS > 12 + DRAM ? ROW_BITS : 12 + DRAM // address pins of the DRAM
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire                  in_valid,
    output wire                  in_ready,
    input  wire [PAYLOAD+1:0]    in_flit,
    output wire                  out_valid,
    input  wire                  out_ready,
    output wire [PAYLOAD+1:0]    out_flit,
    output wire                  dfi_init_start,
    input  wire                  dfi_init_complete,
    output wire                  dfi_reset_n,
    output wire                  dfi_cke,
    output wire                  dfi_odt,
    output wire                  dfi_cs_n,
    output wire                  dfi_ras_n,
    output wire                  dfi_cas_n,
    output wire                  dfi_we_n,
    output wire [BANK_BITS-1:0]  dfi_bank,
    output wire [DFI_PINS-1:0]   dfi_address,
    output wire                  dfi_wrdata_en,
    output wire [PHY_BITS-1:0]   dfi_wrdata,
    output wire [DM_BITS-1:0]    dfi_wrdata_mask,
    output wire                  dfi_rddata_en,
    input  wire                  dfi_rddata_valid,
    input  wire [PHY_BITS-1:0]   dfi_rddata,
    output wire                  ready,        // the DRAM is initialised, requests are taken
    input  wire                  error_clear,
    output wire                  stray_error,
    output wire                  missing_error,
    output wire [COUNT_BITS-1:0] stray_count,
    output wire [COUNT_BITS-1:0] missing_count,
    output wire                  corrected_error,
    output wire                  failed_error,
    output wire [COUNT_BITS-1:0] corrected_count,
    output wire [COUNT_BITS-1:0] failed_count,
    output wire                  accept_valid,
    output wire                  accept_write,
    output wire [SM_BITS-1:0]    accept_sm,
    output wire [TAG_BITS-1:0]   accept_tag,
    output wire [LINE_BITS-1:0]  accept_line,
    output wire                  idle,         // no request anywhere inside
    output wire [BANKS-1:0]      bank_room,
    output wire                  write_room,
    output wire [BANKS-1:0]      leave,
    input  wire [(CAP_BITS > 0 ? CAP_BITS : 1)-1:0] age_cap
);
`include "rtl/common/rs_ones_or_1.vh"
    localparam
`include "rtl/dfi/rs_dram_pins.vh"
        AP_PIN = DRAM == 1 ? DDR3_AP_PIN : GDDR3_AP_PIN;
    localparam INDEX_BITS  = COLUMNS > 1 ? $clog2(COLUMNS) : 0;
    localparam COLUMN_PINS = COLUMN_BITS + INDEX_BITS;
    localparam PIN_BITS    = ROW_BITS > COLUMN_PINS ? ROW_BITS : COLUMN_PINS + 1;

    generate
        if (T_RTW < CL + BURST_CYCLES + 2 - WL) begin : illegal_turn
            rs_dfi_controller_needs_T_RTW_of_CL_and_BURST_CYCLES_and_2_less_WL_or_more stop ();
        end
        if (ECC != 0 && (WRITE_MASK != 0 || DQ_BITS % 64 != 0)) begin : illegal_ecc
            rs_dfi_controller_needs_for_ECC_WRITE_MASK_0_and_a_multiple_of_64_data_bits_a_cycle stop ();
        end
        if (DFI_PINS < (DRAM == 1 ? DDR3_PINS : GDDR3_PINS)) begin : illegal_pins
            rs_dfi_controller_DFI_PINS_is_derived_and_must_not_be_set stop ();
        end
    endgenerate

    wire                  done, init_start, init_reset_n, init_cke, init_cs_n, init_ras_n, init_cas_n, init_we_n;
    wire [BANK_BITS-1:0]  init_bank, bank;
    wire [DFI_PINS-1:0]   init_address;
    wire                  cs_n, ras_n, cas_n, we_n, wrdata_en, takes, quiet, read_valid;
    wire [PIN_BITS-1:0]   address;
    wire [DQ_BITS-1:0]    wrdata, checked_data;
    wire [PHY_BITS-1:0]   port_wrdata, read_data;
    wire                  checked_valid, checked_error;
    wire [DM_BITS-1:0]    wrdata_mask;
    wire unused = &{1'b0, wrdata_en}; // rs_dfi_port counts from the WR
    assign ready    = done;
    assign in_ready = takes && done;
    assign idle     = quiet && done;

    rs_dram_init #(.DRAM(DRAM), .BURST_CYCLES(BURST_CYCLES), .CL(CL), .WL(WL), .T_WR(T_WR), .T_RP(T_RP), .T_RFC(T_RFC),
        .T_RESET(T_RESET), .T_CKE(T_CKE), .T_XPR(T_XPR), .T_MRD(T_MRD), .T_MOD(T_MOD), .T_ZQINIT(T_ZQINIT), .T_DLLK(T_DLLK),
        .MODE_BITS_0(MODE_BITS_0), .MODE_BITS_1(MODE_BITS_1), .MODE_BITS_2(MODE_BITS_2), .MODE_BITS_3(MODE_BITS_3), .BANK_BITS(BANK_BITS), .PIN_BITS(DFI_PINS)) init (
        .clk(clk), .rst(rst), .phy_ready(dfi_init_complete), .start(init_start), .reset_n(init_reset_n), .cke(init_cke),
        .cs_n(init_cs_n), .ras_n(init_ras_n), .cas_n(init_cas_n), .we_n(init_we_n), .bank(init_bank), .address(init_address),
        .done(done));
    rs_dram_controller #(`RS_DRAM_TIMES_PASSED, .SCHEDULER(SCHEDULER), .QUEUE(QUEUE), .REPLY_SLOTS(REPLY_SLOTS), .FLIT_BITS(FLIT_BITS),
        .TAG_BITS(TAG_BITS), .SM_BITS(SM_BITS), .ADDRESS_BITS(ADDRESS_BITS), .CHANNEL_MASK(CHANNEL_MASK), .BANK_MASK(BANK_MASK),
        .ROW_MASK(ROW_MASK), .COLUMN_MASK(COLUMN_MASK), .BANK_XOR(BANK_XOR), .BANKS(BANKS), .CHANNEL_BITS(CHANNEL_BITS),
        .ROW_BITS(ROW_BITS), .COLUMN_BITS(COLUMN_BITS), .COLUMNS(COLUMNS), .BURST_CYCLES(BURST_CYCLES), .PAYLOAD(PAYLOAD),
        .PIN_BITS(PIN_BITS), .LOOKAHEAD(LOOKAHEAD), .BANK_PLACES(BANK_PLACES),
        .CAP_BITS(CAP_BITS), .T_REFI(T_REFI), .T_RFC(T_RFC), .WRITE_MASK(WRITE_MASK), .PAIR(PAIR), .GROUP_FIRST(GROUP_FIRST), .ECC(ECC), .HEADER_WIRES(HEADER_WIRES)) controller (
        .clk(clk), .rst(rst || !done), .in_valid(in_valid && done), .in_ready(takes), .in_flit(in_flit), .out_valid(out_valid),
        .out_ready(out_ready), .out_flit(out_flit), .dfi_cs_n(cs_n), .dfi_ras_n(ras_n), .dfi_cas_n(cas_n), .dfi_we_n(we_n),
        .dfi_bank(bank), .dfi_address(address), .dfi_wrdata_en(wrdata_en), .dfi_wrdata(wrdata), .dfi_wrdata_mask(wrdata_mask),
        .dfi_rddata_valid(checked_valid), .dfi_rddata(checked_data), .dfi_rddata_error(checked_error), .accept_valid(accept_valid), .accept_write(accept_write),
        .accept_sm(accept_sm), .accept_tag(accept_tag), .accept_line(accept_line), .idle(quiet), .bank_room(bank_room),
        .write_room(write_room), .leave(leave), .age_cap(age_cap));
    generate
        if (ECC != 0 && DQ_BITS % 64 == 0) begin : ecc
            rs_dfi_ecc #(.DQ_BITS(DQ_BITS), .COUNT_BITS(COUNT_BITS)) check (
                .clk(clk), .rst(rst), .wrdata(wrdata), .port_wrdata(port_wrdata), .port_valid(read_valid), .port_data(read_data),
                .read_valid(checked_valid), .read_data(checked_data), .read_error(checked_error), .error_clear(error_clear),
                .corrected_error(corrected_error), .failed_error(failed_error), .corrected_count(corrected_count), .failed_count(failed_count));
        end else begin : no_ecc
            assign port_wrdata = wrdata;
            assign {checked_valid, checked_data, checked_error} = {read_valid, read_data, 1'b0};
            assign {corrected_error, failed_error} = 2'b00;
            assign corrected_count = {COUNT_BITS{1'b0}};
            assign failed_count    = {COUNT_BITS{1'b0}};
        end
    endgenerate
    rs_dfi_port #(.BURST_CYCLES(BURST_CYCLES), .WL(WL), .BANK_BITS(BANK_BITS), .ROW_BITS(ROW_BITS), .COLUMN_PINS(COLUMN_PINS),
        .PIN_BITS(PIN_BITS), .DFI_PINS(DFI_PINS), .AP_PIN(AP_PIN), .DQ_BITS(PHY_BITS), .DM_BITS(DM_BITS), .T_PHY_WRLAT(T_PHY_WRLAT),
        .T_PHY_WRDATA(T_PHY_WRDATA), .T_RDDATA_EN(T_RDDATA_EN), .T_PHY_RDLAT(T_PHY_RDLAT), .T_PHY_RDLAT_MIN(T_PHY_RDLAT_MIN),
        .T_ODT_ON(T_ODT_ON), .ODT_CYCLES(ODT_CYCLES), .COUNT_BITS(COUNT_BITS)) port (
        .clk(clk), .rst(rst), .init_done(done), .init_start(init_start), .init_reset_n(init_reset_n), .init_cke(init_cke),
        .init_cs_n(init_cs_n), .init_ras_n(init_ras_n), .init_cas_n(init_cas_n), .init_we_n(init_we_n), .init_bank(init_bank),
        .init_address(init_address), .cs_n(cs_n), .ras_n(ras_n), .cas_n(cas_n), .we_n(we_n), .bank(bank), .address(address),
        .wrdata(port_wrdata), .wrdata_mask(wrdata_mask), .read_valid(read_valid), .read_data(read_data),
        .dfi_init_start(dfi_init_start), .dfi_reset_n(dfi_reset_n), .dfi_cke(dfi_cke), .dfi_odt(dfi_odt), .dfi_cs_n(dfi_cs_n),
        .dfi_ras_n(dfi_ras_n), .dfi_cas_n(dfi_cas_n), .dfi_we_n(dfi_we_n), .dfi_bank(dfi_bank), .dfi_address(dfi_address),
        .dfi_wrdata_en(dfi_wrdata_en), .dfi_wrdata(dfi_wrdata), .dfi_wrdata_mask(dfi_wrdata_mask), .dfi_rddata_en(dfi_rddata_en),
        .dfi_rddata_valid(dfi_rddata_valid), .dfi_rddata(dfi_rddata), .error_clear(error_clear), .stray_error(stray_error),
        .missing_error(missing_error), .stray_count(stray_count), .missing_count(missing_count));
endmodule
`default_nettype wire
