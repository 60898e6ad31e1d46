// From the pins of rs_dram_controller to a PHY with DFI 2.1, frequency ratio 1:1, one chip select.
//
// Until init_done the pins are those of rs_dram_init, and what the controller would say is dropped; from then on they are the
// controller's: its commands, with the column address on the DRAM's own pins, past AP_PIN, which stays 0 (no auto-precharge, PRE of
// one bank); write enable, read enable and ODT at the PHY's times; read data as many words as were asked for, whatever the PHY does.
// All dfi_ outputs are registers. Cycles are counted from the cycle with the command on dfi_cs_n .. dfi_address:
//   WR   dfi_wrdata_en from T_PHY_WRLAT on for BURST_CYCLES, dfi_wrdata and its mask T_PHY_WRDATA behind it. The controller's data
//        come WL after its WR: if the PHY wants them earlier, the commands wait, else the data do.
//   WR   dfi_odt from T_ODT_ON on for ODT_CYCLES (0: never)
//   RD   dfi_rddata_en from T_RDDATA_EN on for BURST_CYCLES
//   data of a cycle with dfi_rddata_en: dfi_rddata_valid at least T_PHY_RDLAT_MIN and at most T_PHY_RDLAT cycles behind it
// A word of read data that no read waits for is a stray one: forgotten, flagged in stray_error and counted. A word that has not come
// by its last cycle is missing: flagged, counted and handed over all the same, with whatever is on dfi_rddata, so that the read
// ends and later ones keep their own data. If T_PHY_RDLAT_MIN = T_PHY_RDLAT, no stray word can be taken for another one.
// The errors stay until error_clear or rst, the counts stop at their greatest value. Before init_done dfi_rddata_valid means nothing.
// read_valid and read_data are functions of dfi_rddata_valid, dfi_rddata and registers.
`default_nettype none
module rs_dfi_port #(
    parameter BURST_CYCLES    = 2,
    parameter WL              = 4,   // of the controller
    parameter BANK_BITS       = 2,
    parameter ROW_BITS        = 12,
    parameter COLUMN_PINS     = 7,   // address bits of the controller's RD and WR, which number bursts
    parameter PIN_BITS        = 12,  // address pins of the controller
    parameter DFI_PINS        = 12,  // address pins of the DRAM
    parameter AP_PIN          = 8,   // which of them is for auto-precharge: GDDR3 8, DDR3 10
    parameter DQ_BITS         = 128,
    parameter DM_BITS         = 16,
    parameter T_PHY_WRLAT     = 3,
    parameter T_PHY_WRDATA    = 1,
    parameter T_RDDATA_EN     = 7,
    parameter T_PHY_RDLAT     = 4,
    parameter T_PHY_RDLAT_MIN = 4,
    parameter T_ODT_ON        = 0,
    parameter ODT_CYCLES      = 0,
    parameter COUNT_BITS      = 8
) (
    input  wire                  clk,
    input  wire                  rst,
    // rs_dram_init
    input  wire                  init_done,
    input  wire                  init_start,
    input  wire                  init_reset_n,
    input  wire                  init_cke,
    input  wire                  init_cs_n,
    input  wire                  init_ras_n,
    input  wire                  init_cas_n,
    input  wire                  init_we_n,
    input  wire [BANK_BITS-1:0]  init_bank,
    input  wire [DFI_PINS-1:0]   init_address,
    // rs_dram_controller
    input  wire                  cs_n,
    input  wire                  ras_n,
    input  wire                  cas_n,
    input  wire                  we_n,
    input  wire [BANK_BITS-1:0]  bank,
    input  wire [PIN_BITS-1:0]   address,
    input  wire [DQ_BITS-1:0]    wrdata,
    input  wire [DM_BITS-1:0]    wrdata_mask,
    output wire                  read_valid,       // a word of read data, as many as BURST_CYCLES for each RD
    output wire [DQ_BITS-1:0]    read_data,
    // PHY
    output reg                   dfi_init_start,   // the PHY is to initialise itself
    output reg                   dfi_reset_n,      // the DRAM's reset pin
    output reg                   dfi_cke,
    output reg                   dfi_odt,
    output reg                   dfi_cs_n,
    output reg                   dfi_ras_n,
    output reg                   dfi_cas_n,
    output reg                   dfi_we_n,
    output reg  [BANK_BITS-1:0]  dfi_bank,
    output reg  [DFI_PINS-1:0]   dfi_address,
    output reg                   dfi_wrdata_en,
    output wire [DQ_BITS-1:0]    dfi_wrdata,
    output wire [DM_BITS-1:0]    dfi_wrdata_mask,  // 1: byte is not written
    output reg                   dfi_rddata_en,
    input  wire                  dfi_rddata_valid,
    input  wire [DQ_BITS-1:0]    dfi_rddata,
    // errors
    input  wire                  error_clear,      // errors and counts to 0; what happens in this cycle is not kept
    output reg                   stray_error,
    output reg                   missing_error,
    output reg  [COUNT_BITS-1:0] stray_count,
    output reg  [COUNT_BITS-1:0] missing_count
);
    localparam SHIFT = $clog2(2 * BURST_CYCLES);   // a burst is two columns a cycle
    localparam DATA  = T_PHY_WRLAT + T_PHY_WRDATA; // WR to its data, at the PHY
    localparam COMMAND_WAIT = DATA < WL ? WL - DATA : 0;
    localparam DATA_WAIT    = DATA > WL ? DATA - WL : 0;

    generate
        if (BURST_CYCLES < 1 || (BURST_CYCLES & (BURST_CYCLES - 1)) != 0 || WL < 1) begin : illegal_burst
            rs_dfi_port_needs_BURST_CYCLES_a_power_of_two_and_WL_of_1_or_more stop ();
        end
        if (PIN_BITS < ROW_BITS || PIN_BITS < COLUMN_PINS || DFI_PINS < ROW_BITS || DFI_PINS <= AP_PIN) begin : illegal_pins
            rs_dfi_port_needs_address_pins_for_rows_columns_and_AP_PIN stop ();
        end
        if (COLUMN_PINS < 1 || COLUMN_PINS + SHIFT > DFI_PINS - 1 || COLUMN_PINS + SHIFT > AP_PIN + 1) begin : illegal_column
            rs_dfi_port_needs_a_column_of_at_most_AP_PIN_and_one_bits_that_fits_the_pins_beside_AP_PIN stop ();
        end
        if (T_PHY_WRLAT < 0 || T_PHY_WRDATA < 0 || T_RDDATA_EN < 0 || T_ODT_ON < 0 || ODT_CYCLES < 0) begin : illegal_times
            rs_dfi_port_needs_times_of_0_or_more stop ();
        end
        if (T_PHY_RDLAT_MIN < 1 || T_PHY_RDLAT < T_PHY_RDLAT_MIN) begin : illegal_latency
            rs_dfi_port_needs_T_PHY_RDLAT_MIN_of_1_to_T_PHY_RDLAT stop ();
        end
        if (COUNT_BITS < 1) begin : illegal_count
            rs_dfi_port_needs_COUNT_BITS_of_1_or_more stop ();
        end
    endgenerate

    // ---- commands ---------------------------------------------------------------------------------------------
    localparam COMMAND = 4 + BANK_BITS + DFI_PINS;
    wire [AP_PIN+1:0]    column; // with the bits that a burst goes through
    wire [DFI_PINS-1:0]  row_pins, column_pins;
    wire [COMMAND-1:0]   said, due;
    wire                 is_column = ras_n && !cas_n;
    assign column      = {{(AP_PIN+2-COLUMN_PINS-SHIFT){1'b0}}, address[COLUMN_PINS-1:0], {SHIFT{1'b0}}};
    genvar p;
    generate
        for (p = 0; p < DFI_PINS; p = p + 1) begin : pin
            if (p < ROW_BITS) begin : of_row
                assign row_pins[p] = address[p];
            end else begin : above_row
                assign row_pins[p] = 1'b0;
            end
            if (p < AP_PIN) begin : below
                assign column_pins[p] = column[p];
            end else if (p == AP_PIN + 1) begin : above
                assign column_pins[p] = column[AP_PIN];
            end else begin : none
                assign column_pins[p] = 1'b0;
            end
        end
        if (PIN_BITS > 1) begin : some
            wire unused = &{1'b0, address, column[AP_PIN+1]};
        end
    endgenerate
    assign said = init_done ? {cs_n, ras_n, cas_n, we_n, bank, is_column ? column_pins : row_pins}
                            : {4'b1111, {(BANK_BITS+DFI_PINS){1'b0}}};
    generate
        if (COMMAND_WAIT > 0) begin : later
            reg [COMMAND_WAIT*COMMAND-1:0] waiting;
            assign due = waiting[COMMAND-1:0];
            if (COMMAND_WAIT > 1) begin : several
                always @(posedge clk)
                    waiting <= rst ? {COMMAND_WAIT{4'b1111, {(BANK_BITS+DFI_PINS){1'b0}}}} : {said, waiting[COMMAND_WAIT*COMMAND-1:COMMAND]};
            end else begin : single
                always @(posedge clk)
                    waiting <= rst ? {4'b1111, {(BANK_BITS+DFI_PINS){1'b0}}} : said;
            end
        end else begin : at_once
            assign due = said;
        end
    endgenerate
    wire due_rd = due[COMMAND-1 -: 4] == 4'b0101;
    wire due_wr = due[COMMAND-1 -: 4] == 4'b0100;

    always @(posedge clk)
        if (rst) begin
            {dfi_init_start, dfi_reset_n, dfi_cke} <= 3'b100;
            {dfi_cs_n, dfi_ras_n, dfi_cas_n, dfi_we_n} <= 4'b1111;
            dfi_bank    <= {BANK_BITS{1'b0}};
            dfi_address <= {DFI_PINS{1'b0}};
        end else begin
            {dfi_init_start, dfi_reset_n, dfi_cke} <= {init_start, init_reset_n, init_cke};
            {dfi_cs_n, dfi_ras_n, dfi_cas_n, dfi_we_n, dfi_bank, dfi_address} <=
                init_done ? due : {init_cs_n, init_ras_n, init_cas_n, init_we_n, init_bank, init_address};
        end

    // ---- what follows a WR: bit k of the history is WR in the next cycle (0), k cycles before it (k) -----------------------
    localparam WRITE_SPAN = T_PHY_WRLAT + BURST_CYCLES > T_ODT_ON + ODT_CYCLES ? T_PHY_WRLAT + BURST_CYCLES : T_ODT_ON + ODT_CYCLES;
    wire [WRITE_SPAN-1:0] writes;
    rs_dfi_history #(.SPAN(WRITE_SPAN)) of_writes (.clk(clk), .rst(rst), .now(due_wr), .history(writes));
    always @(posedge clk)
        dfi_wrdata_en <= !rst && writes[T_PHY_WRLAT +: BURST_CYCLES] != {BURST_CYCLES{1'b0}};
    generate
        if (ODT_CYCLES > 0) begin : odt
            always @(posedge clk)
                dfi_odt <= !rst && writes[T_ODT_ON +: ODT_CYCLES] != {ODT_CYCLES{1'b0}};
        end else begin : no_odt
            always @(posedge clk)
                dfi_odt <= 1'b0;
        end
        if (WRITE_SPAN > 1) begin : all_of_writes
            wire unused = &{1'b0, writes};
        end
    endgenerate

    // Data and mask, DATA_WAIT + 1 cycles later.
    localparam BEAT = DQ_BITS + DM_BITS;
    reg [(DATA_WAIT+1)*BEAT-1:0] beats;
    generate
        if (DATA_WAIT > 0) begin : data_later
            always @(posedge clk)
                beats <= {wrdata_mask, wrdata, beats[(DATA_WAIT+1)*BEAT-1:BEAT]};
        end else begin : data_at_once
            always @(posedge clk)
                beats <= {wrdata_mask, wrdata};
        end
    endgenerate
    assign {dfi_wrdata_mask, dfi_wrdata} = beats[BEAT-1:0];

    // ---- read data --------------------------------------------------------------------------------------------
    localparam READ_SPAN = T_RDDATA_EN + BURST_CYCLES;
    wire [READ_SPAN-1:0] reads;
    rs_dfi_history #(.SPAN(READ_SPAN)) of_reads (.clk(clk), .rst(rst), .now(due_rd), .history(reads));
    always @(posedge clk)
        dfi_rddata_en <= !rst && reads[T_RDDATA_EN +: BURST_CYCLES] != {BURST_CYCLES{1'b0}};
    wire unused_reads = &{1'b0, reads};

    // Words that were asked for and are not here: bit k - 1 of those with dfi_rddata_en k cycles ago.
    reg  [T_PHY_RDLAT-1:0] awaited;
    wire [T_PHY_RDLAT:0]   later_ones; // bit k: of those k + 1 cycles ago or more some is awaited
    assign later_ones[T_PHY_RDLAT] = 1'b0;
    genvar k;
    generate
        for (k = 0; k < T_PHY_RDLAT; k = k + 1) begin : age
            assign later_ones[k] = awaited[T_PHY_RDLAT-1:k] != {(T_PHY_RDLAT-k){1'b0}};
        end
    endgenerate
    wire last_cycle = awaited[T_PHY_RDLAT-1];
    wire missing    = last_cycle && !dfi_rddata_valid;
    wire stray      = dfi_rddata_valid && !later_ones[T_PHY_RDLAT_MIN-1];
    assign read_valid = missing || (dfi_rddata_valid && !stray);
    assign read_data  = dfi_rddata;
    // The oldest one goes.
    wire [T_PHY_RDLAT-1:0] still_awaited = read_valid ? awaited & later_ones[T_PHY_RDLAT:1] : awaited;
    generate
        if (T_PHY_RDLAT > 1) begin : several_ages
            always @(posedge clk)
                awaited <= rst ? {T_PHY_RDLAT{1'b0}} : {still_awaited[T_PHY_RDLAT-2:0], dfi_rddata_en};
            wire unused = &{1'b0, later_ones, still_awaited[T_PHY_RDLAT-1]};
        end else begin : one_age
            always @(posedge clk)
                awaited <= !rst && dfi_rddata_en;
            wire unused = &{1'b0, later_ones, still_awaited};
        end
    endgenerate

    localparam [COUNT_BITS-1:0] ONE = 1;
    always @(posedge clk)
        if (rst || error_clear) begin
            {stray_error, missing_error} <= 2'b00;
            stray_count   <= {COUNT_BITS{1'b0}};
            missing_count <= {COUNT_BITS{1'b0}};
        end else begin
            if (stray && init_done) begin
                stray_error <= 1'b1;
                stray_count <= (&stray_count) ? stray_count : stray_count + ONE;
            end
            if (missing) begin
                missing_error <= 1'b1;
                missing_count <= (&missing_count) ? missing_count : missing_count + ONE;
            end
        end
endmodule
`default_nettype wire
