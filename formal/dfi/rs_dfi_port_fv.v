// Proof of rs_dfi_port, with any power-up, any commands, and a PHY that does what it wants.
//   held_back   until init_done, and in the cycle in which it comes, the pins are those of the power-up and no enable is set
//   as_said     from then on they are the controller's, DELAY cycles later; column addresses keep their bits, AP_PIN is 0
//   write_on, data_on  dfi_wrdata_en and the words T_PHY_WRLAT and T_PHY_WRDATA behind a WR on the pins
//   odt_on, read_on    the same of dfi_odt, and of dfi_rddata_en behind a RD
//   owed        a word reaches the controller only for a cycle with dfi_rddata_en, one each, in order; by T_PHY_RDLAT behind it at the
//               latest, not before T_PHY_RDLAT_MIN (one such cycle is marked and followed)
//   own_cycle   with T_PHY_RDLAT_MIN = T_PHY_RDLAT it is the word of exactly that cycle, whatever strays and misses there are
//   flagged     a word too many or too few is in the errors and the counts, from the next cycle until error_clear
`default_nettype none
module rs_dfi_port_fv #(
    parameter BURST_CYCLES    = 2,
    parameter WL              = 3,
    parameter T_PHY_WRLAT     = 1,
    parameter T_PHY_WRDATA    = 1,
    parameter T_RDDATA_EN     = 1,
    parameter T_PHY_RDLAT     = 3,
    parameter T_PHY_RDLAT_MIN = 3,
    parameter T_ODT_ON        = 1,
    parameter ODT_CYCLES      = 2
) (
    input wire       clk,
    input wire       rst,
    input wire       init_done,
    input wire [2:0] init_levels,
    input wire [3:0] init_command,
    input wire       init_bank,
    input wire [4:0] init_address,
    input wire [3:0] command,
    input wire       bank,
    input wire [3:0] address,
    input wire       wrdata,
    input wire       wrdata_mask,
    input wire       dfi_rddata_valid,
    input wire       dfi_rddata,
    input wire       error_clear,
    input wire       mark
);
    localparam DATA  = T_PHY_WRLAT + T_PHY_WRDATA;
    localparam DELAY = 1 + (DATA < WL ? WL - DATA : 0);
    localparam COUNT_BITS = 2, AP_PIN = BURST_CYCLES == 1 ? 2 : 3, COLUMN_PINS = 2, ROW_BITS = 4, DFI_PINS = 5;
    localparam SHIFT = BURST_CYCLES == 1 ? 1 : 2;
    reg started = 1'b0;
    reg was_done;
    always @(posedge clk) begin
        started  <= 1'b1;
        was_done <= !rst && init_done;
        if (!started) assume (rst);
        assume (!(was_done && !rst) || init_done); // done stays (rs_dram_init_fv, stays)
        assume (started || !init_done);
    end
    wire check = started && !rst;

    wire read_valid, read_data, dfi_init_start, dfi_reset_n, dfi_cke, dfi_odt, dfi_cs_n, dfi_ras_n, dfi_cas_n, dfi_we_n, dfi_bank;
    wire [DFI_PINS-1:0] dfi_address;
    wire dfi_wrdata_en, dfi_wrdata, dfi_wrdata_mask, dfi_rddata_en, stray_error, missing_error;
    wire [COUNT_BITS-1:0] stray_count, missing_count;
    rs_dfi_port #(.BURST_CYCLES(BURST_CYCLES), .WL(WL), .BANK_BITS(1), .ROW_BITS(ROW_BITS), .COLUMN_PINS(COLUMN_PINS), .PIN_BITS(4),
                  .DFI_PINS(DFI_PINS), .AP_PIN(AP_PIN), .DQ_BITS(1), .DM_BITS(1), .T_PHY_WRLAT(T_PHY_WRLAT),
                  .T_PHY_WRDATA(T_PHY_WRDATA), .T_RDDATA_EN(T_RDDATA_EN), .T_PHY_RDLAT(T_PHY_RDLAT),
                  .T_PHY_RDLAT_MIN(T_PHY_RDLAT_MIN), .T_ODT_ON(T_ODT_ON), .ODT_CYCLES(ODT_CYCLES), .COUNT_BITS(COUNT_BITS)) dut (
        .clk(clk), .rst(rst), .init_done(init_done), .init_start(init_levels[0]), .init_reset_n(init_levels[1]),
        .init_cke(init_levels[2]), .init_cs_n(init_command[3]), .init_ras_n(init_command[2]), .init_cas_n(init_command[1]),
        .init_we_n(init_command[0]), .init_bank(init_bank), .init_address(init_address), .cs_n(command[3]), .ras_n(command[2]),
        .cas_n(command[1]), .we_n(command[0]), .bank(bank), .address(address), .wrdata(wrdata), .wrdata_mask(wrdata_mask),
        .read_valid(read_valid), .read_data(read_data), .dfi_init_start(dfi_init_start), .dfi_reset_n(dfi_reset_n),
        .dfi_cke(dfi_cke), .dfi_odt(dfi_odt), .dfi_cs_n(dfi_cs_n), .dfi_ras_n(dfi_ras_n), .dfi_cas_n(dfi_cas_n),
        .dfi_we_n(dfi_we_n), .dfi_bank(dfi_bank), .dfi_address(dfi_address), .dfi_wrdata_en(dfi_wrdata_en),
        .dfi_wrdata(dfi_wrdata), .dfi_wrdata_mask(dfi_wrdata_mask), .dfi_rddata_en(dfi_rddata_en),
        .dfi_rddata_valid(dfi_rddata_valid), .dfi_rddata(dfi_rddata), .error_clear(error_clear), .stray_error(stray_error),
        .missing_error(missing_error), .stray_count(stray_count), .missing_count(missing_count));
    wire [3:0] pins = {dfi_cs_n, dfi_ras_n, dfi_cas_n, dfi_we_n};

    // ---- commands: what was said DELAY cycles ago, the power-up's pins a cycle ago ----------------------------------
    localparam SAID = 10;                       // done, command, bank, address
    reg [DELAY*SAID-1:0] said;
    wire [DELAY*SAID+SAID-1:0] said_next = {said, init_done, command, bank, address};
    wire       it_was;                          // said when the power-up was done
    wire [3:0] it;
    wire       its_bank;
    wire [3:0] its_address;
    assign {it_was, it, its_bank, its_address} = said[DELAY*SAID-1 -: SAID];
    reg  [12:0] power_up;
    always @(posedge clk) begin
        said     <= rst ? {DELAY{1'b0, 4'b1111, 5'd0}} : said_next[DELAY*SAID-1:0];
        power_up <= rst ? {3'b001, 4'b1111, 6'd0} : {init_levels, init_command, init_bank, init_address};
    end
    wire its_column = it == 4'b0101 || it == 4'b0100 || it[2:1] == 2'b10; // RAS 1, CAS 0
    reg  [DFI_PINS-2:0] column;                 // the pins without AP_PIN
    integer p;
    always @*
        for (p = 0; p < DFI_PINS - 1; p = p + 1)
            column[p] = dfi_address[p < AP_PIN ? p : p + 1];
    wire [DFI_PINS-2:0] burst = {{(DFI_PINS-1-COLUMN_PINS){1'b0}}, its_address[COLUMN_PINS-1:0]} << SHIFT;

    // ---- the controller's WRs and RDs on the pins, by age; words that the controller gave -----------------------------------------------
    localparam SPAN = 12;
    reg  [SPAN-1:0] wrs, rds, words, masks;
    wire [SPAN:0]   wr_ages = {wrs, was_done && pins == 4'b0100}, rd_ages = {rds, was_done && pins == 4'b0101};
    always @(posedge clk) begin
        wrs   <= rst ? 0 : wr_ages[SPAN-1:0];
        rds   <= rst ? 0 : rd_ages[SPAN-1:0];
        words <= {words[SPAN-2:0], wrdata};
        masks <= {masks[SPAN-2:0], wrdata_mask};
    end
    // The controller's word for a WR comes WL behind it, so (DELAY - 1) + DATA - WL + 1 cycles before it is on the pins.
    localparam WORD_AGE = DELAY - 1 + DATA - WL;

    // ---- read data ------------------------------------------------------------------------------------------------
    reg  [T_PHY_RDLAT:0] ages;                  // dfi_rddata_en by age, from 1 on at bit 1; a word that has come is taken out
    reg  [4:0] owed;                            // words
    reg        marked, marks_in;                // a cycle with dfi_rddata_en has been marked; its word has not come
    reg  [4:0] ahead;                           // words before its own
    reg  [4:0] age;                             // of the marked cycle
    wire       its_word = marks_in && ahead == 0 && read_valid;
    wire       marks    = mark && !marked && dfi_rddata_en;
    reg  [4:0] oldest;                          // age of the oldest owed
    integer    a;
    always @* begin
        oldest = 0;
        for (a = 1; a <= T_PHY_RDLAT; a = a + 1)
            if (ages[a])
                oldest = a;
    end
    wire may  = oldest != 0 && oldest >= T_PHY_RDLAT_MIN;
    wire must = oldest == T_PHY_RDLAT;
    integer n;
    always @(posedge clk) begin
        ages[0] <= 1'b0;
        for (n = 1; n <= T_PHY_RDLAT; n = n + 1)
            ages[n] <= !rst && (n == 1 ? dfi_rddata_en : ages[n-1] && !(read_valid && oldest == n - 1));
        owed <= rst ? 0 : owed + (dfi_rddata_en ? 1 : 0) - (read_valid ? 1 : 0);
        if (marks_in) begin
            age   <= age + 1;
            ahead <= ahead - (read_valid && ahead != 0 ? 1 : 0);
            if (its_word)
                marks_in <= 1'b0;
        end
        if (marks) begin
            {marked, marks_in} <= 2'b11;
            ahead <= owed - (read_valid ? 1 : 0);
            age   <= 1;
        end
        if (rst)
            {marked, marks_in} <= 2'b00;
    end
    reg  had_stray, had_missing;
    reg  [COUNT_BITS-1:0] strays, misses;       // counted anew
    always @(posedge clk) begin
        if (rst || error_clear) begin
            strays <= 0;
            misses <= 0;
            {had_stray, had_missing} <= 2'b00;
        end else begin
            if (init_done && dfi_rddata_valid && !may) begin
                had_stray <= 1'b1;
                strays    <= &strays ? strays : strays + 1;
            end
            if (must && !dfi_rddata_valid) begin
                had_missing <= 1'b1;
                misses      <= &misses ? misses : misses + 1;
            end
        end
    end

    always @(posedge clk)
        if (check) begin
            held_back: assert (was_done || ({dfi_cke, dfi_reset_n, dfi_init_start, pins, dfi_bank, dfi_address} == power_up
                                           && !dfi_wrdata_en && !dfi_rddata_en && !dfi_odt));
            as_said:   assert (!was_done || (it_was ? pins == it && dfi_bank == its_bank
                                           && (its_column ? !dfi_address[AP_PIN] && column == burst : dfi_address == its_address)
                                           : pins == 4'b1111));
            write_on:  assert (dfi_wrdata_en == (wr_ages[T_PHY_WRLAT +: BURST_CYCLES] != 0));
            odt_on:    assert (dfi_odt == (wr_ages[T_ODT_ON +: ODT_CYCLES] != 0));
            read_on:   assert (dfi_rddata_en == (rd_ages[T_RDDATA_EN +: BURST_CYCLES] != 0));
            data_on:   assert (wr_ages[DATA +: BURST_CYCLES] == 0
                                           || (dfi_wrdata == words[WORD_AGE] && dfi_wrdata_mask == masks[WORD_AGE]));
            owed_only: assert (!read_valid || (owed != 0 && may));
            in_time:   assert (!marks_in || (age <= T_PHY_RDLAT && (age != T_PHY_RDLAT || its_word)));
            own_cycle: assert (!its_word || (age >= T_PHY_RDLAT_MIN && read_data == dfi_rddata));
            taken:     assert (!(dfi_rddata_valid && may) || read_valid);
            flagged:   assert (stray_error == had_stray && missing_error == had_missing && stray_count == strays
                               && missing_count == misses);
            cover (had_stray && had_missing && &strays && its_word);
            cover (was_done && it_was && its_column && owed == T_PHY_RDLAT);
            cover (marked && !marks_in && owed == 0 && dfi_wrdata_en);
        end
endmodule
`default_nettype wire
