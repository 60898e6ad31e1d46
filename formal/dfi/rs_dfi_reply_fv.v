// Proof that stray and missing words of read data do not reach other reads: rs_dfi_port with rs_dram_reply behind it, T_PHY_RDLAT_MIN =
// T_PHY_RDLAT. One arbitrary read is marked when its RD is said. The PHY does what it wants with dfi_rddata_valid, in every cycle.
//   own_data    the marked read is answered once, in its turn, with what was on dfi_rddata in its own BURST_CYCLES cycles
//   bounded     as many replies as reads, none before its read, and a whole line by its last cycle
// Environment: a RD only with a reply slot (rs_dram_commands_fv, issue_slot) and no sooner than a burst behind the last one
// (rs_dram_commands_fv by T_CCD and BURST_CYCLES).
`default_nettype none
module rs_dfi_reply_fv #(
    parameter BURST_CYCLES = 2,
    parameter T_RDDATA_EN  = 1,
    parameter T_PHY_RDLAT  = 2,
    parameter SLOTS        = 2
) (
    input wire clk,
    input wire rst,
    input wire rd,
    input wire mark,
    input wire dfi_rddata_valid,
    input wire dfi_rddata,
    input wire out_ready
);
    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(posedge clk) if (!started) assume (rst);
    wire check = started && !rst;

    reg  marked;
    wire marks = rd && mark && !marked;
    wire slot_free, out_valid, empty, read_valid, read_data;
    localparam FLIT_BITS = BURST_CYCLES / 2, PAYLOAD = FLIT_BITS > 2 ? FLIT_BITS : 2;
    wire [PAYLOAD+1:0] out_flit;
    rs_dfi_port #(.BURST_CYCLES(BURST_CYCLES), .WL(1), .BANK_BITS(1), .ROW_BITS(1), .COLUMN_PINS(1), .PIN_BITS(1), .DFI_PINS(6), .AP_PIN(4),
                  .DQ_BITS(1), .DM_BITS(1), .T_PHY_WRLAT(1), .T_PHY_WRDATA(0), .T_RDDATA_EN(T_RDDATA_EN), .T_PHY_RDLAT(T_PHY_RDLAT),
                  .T_PHY_RDLAT_MIN(T_PHY_RDLAT), .COUNT_BITS(1)) port (
        .clk(clk), .rst(rst), .init_done(1'b1), .init_start(1'b0), .init_reset_n(1'b1), .init_cke(1'b1), .init_cs_n(1'b1),
        .init_ras_n(1'b1), .init_cas_n(1'b1), .init_we_n(1'b1), .init_bank(1'b0), .init_address(6'd0), .cs_n(!rd), .ras_n(1'b1),
        .cas_n(!rd), .we_n(1'b1), .bank(1'b0), .address(1'b0), .wrdata(1'b0), .wrdata_mask(1'b0), .read_valid(read_valid),
        .read_data(read_data), .dfi_rddata_valid(dfi_rddata_valid), .dfi_rddata(dfi_rddata), .error_clear(1'b0));
    rs_dram_reply #(.SLOTS(SLOTS), .FLIT_BITS(FLIT_BITS), .DQ_BITS(1), .DATA_CYCLES(BURST_CYCLES), .TAG_BITS(1), .SM_BITS(1),
                    .PAYLOAD(PAYLOAD)) reply (
        .clk(clk), .rst(rst), .issue(rd), .issue_sm(1'b0), .issue_tag(marks), .column(1'b0), .beside(1'b0), .slot_free(slot_free), .data_valid(read_valid), .data(read_data),
        .out_valid(out_valid), .out_ready(out_ready), .out_flit(out_flit), .empty(empty));

    // The RD is on the pins in the next cycle, dfi_rddata_en T_RDDATA_EN later, the first word T_PHY_RDLAT behind it.
    localparam LAST = 1 + T_RDDATA_EN + T_PHY_RDLAT + BURST_CYCLES - 1;
    reg  [LAST-1:0] ages;                  // RDs said, bit k: k + 1 cycles ago
    reg  [LAST-1:0] its_ages;
    wire [BURST_CYCLES-1:0] its_cycle = its_ages[LAST-1 -: BURST_CYCLES]; // top bit: its last word
    reg  [BURST_CYCLES-1:0] line;
    reg        whole, answered, its_reply;
    reg  [3:0] outstanding;
    reg  [1:0] phase;
    wire       moves = out_valid && out_ready;
    integer k;
    always @(posedge clk) begin
        assume (!rd || (slot_free && ages[BURST_CYCLES-2:0] == 0));
        ages     <= rst ? 0 : {ages[LAST-2:0], rd};
        its_ages <= rst ? 0 : {its_ages[LAST-2:0], marks};
        for (k = 0; k < BURST_CYCLES; k = k + 1)
            if (its_cycle[k])
                line[k] <= dfi_rddata;
        whole       <= !rst && (whole || its_cycle[BURST_CYCLES-1]);
        marked      <= !rst && (marked || marks);
        outstanding <= rst ? 0 : outstanding + (rd ? 1 : 0) - (moves && phase == 2 ? 1 : 0);
        if (moves) begin
            phase <= phase == 2 ? 0 : phase + 1;
            if (phase == 0)
                its_reply <= out_flit[0];
            if (phase == 2 && its_reply)
                answered <= 1'b1;
        end
        if (rst) begin
            phase <= 0;
            {answered, its_reply} <= 2'b00;
        end
    end
    wire [FLIT_BITS-1:0] half = phase == 1 ? line[FLIT_BITS-1:0] : line[2*FLIT_BITS-1:FLIT_BITS];
    // Of the oldest RDs that are not answered all are whole, or else the last cycle of the next one is still to come.
    always @(posedge clk)
        if (check) begin
            only_asked: assert (!out_valid || outstanding != 0);
            once:       assert (!(out_valid && phase == 0 && out_flit[0]) || (marked && !answered && whole));
            own_data:   assert (!(out_valid && phase != 0 && its_reply) || (whole && out_flit[FLIT_BITS-1:0] == half));
            bounded:    assert (out_valid || outstanding == 0 || ages != 0);
            idle:       assert (empty == (outstanding == 0));
            cover (answered && line == 2 && empty);
            cover (marked && !answered && outstanding == SLOTS && out_valid && !out_flit[0]);
        end
endmodule
`default_nettype wire
