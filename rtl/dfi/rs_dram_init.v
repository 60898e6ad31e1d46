// Power-up of a DRAM: reset, clock enable, mode registers, calibration, then done for good (JESD79-3F 3.3.1 for DDR3).
//
// DRAM 0 GDDR3, 1 DDR3: steps, times and mode registers of each stand in rs_dram_sets.vh. T_RESET .. T_DLLK, in cycles: 0 takes the
// set's, which are for the clock that is named there.
//   T_RESET   reset_n at 0                       T_MRD, T_MOD       MRS to MRS, MRS to another command (T_MOD: DDR3)
//   T_CKE     then until cke is 1                T_ZQINIT, T_DLLK   calibration (DDR3); DLL reset to the end
//   T_XPR     then to the first command          T_RP, T_RFC        PRE and REF to what follows (GDDR3)
// CL, WL (DDR3: CWL, no additive latency), T_WR and BURST_CYCLES, those of the controller, go into the mode registers. What they
// do not say is in MODE_BITS_n of 16 bits, which is XORed to what the set has for mode register n.
// start is 1 until phy_ready is seen: dfi_init_start and dfi_init_complete. Only then does step 0 begin; phy_ready is not looked at again.
// The command of a step is on the pins in its first cycle, and exactly its time before that of the next step; done is 1
// exactly the last step's time after its command. Between commands cs_n is 1, and bank and address are 0.
// All outputs are registers. rst begins anew, in any cycle.
`default_nettype none
module rs_dram_init #(
    parameter DRAM         = 0,
    parameter BURST_CYCLES = 2,
    parameter CL           = 9,
    parameter WL           = 4,
    parameter T_WR         = 10,
    parameter T_RP         = 13,
    parameter T_RFC        = 262,
    parameter T_RESET      = 0,
    parameter T_CKE        = 0,
    parameter T_XPR        = 0,
    parameter T_MRD        = 0,
    parameter T_MOD        = 0,
    parameter T_ZQINIT     = 0,
    parameter T_DLLK       = 0,
    parameter MODE_BITS_0  = 0,
    parameter MODE_BITS_1  = 0,
    parameter MODE_BITS_2  = 0,
    parameter MODE_BITS_3  = 0,
    parameter BANK_BITS    = 2,
    parameter PIN_BITS     = 13
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 phy_ready, // the PHY is initialised, and the DRAM's clock runs
    output reg                  start,     // the PHY is to initialise itself
    output reg                  reset_n,
    output reg                  cke,
    output reg                  cs_n,
    output reg                  ras_n,
    output reg                  cas_n,
    output reg                  we_n,
    output reg  [BANK_BITS-1:0] bank,
    output reg  [PIN_BITS-1:0]  address,
    output reg                  done       // the controller may begin
);
    localparam
`include "rtl/dfi/rs_dram_pins.vh"
`include "rtl/dfi/rs_dram_sets.vh"
        IS_DDR3 = (DRAM == 1) ? 1 : 0;
    localparam AP_PIN = IS_DDR3 != 0 ? DDR3_AP_PIN : GDDR3_AP_PIN;

    function integer longer;
        input integer a, b;
        longer = a > b ? a : b;
    endfunction
    localparam RESET  = T_RESET != 0 ? T_RESET : IS_DDR3 != 0 ? DDR3_T_RESET : GDDR3_T_RESET;
    localparam TO_CKE = T_CKE   != 0 ? T_CKE   : IS_DDR3 != 0 ? DDR3_T_CKE   : GDDR3_T_CKE;
    localparam XPR    = T_XPR   != 0 ? T_XPR   : IS_DDR3 != 0 ? DDR3_T_XPR   : GDDR3_T_XPR;
    localparam MRD    = T_MRD   != 0 ? T_MRD   : IS_DDR3 != 0 ? DDR3_T_MRD   : GDDR3_T_MRD;
    localparam MOD    = T_MOD   != 0 ? T_MOD   : DDR3_T_MOD;
    localparam ZQINIT = T_ZQINIT != 0 ? T_ZQINIT : DDR3_T_ZQINIT;
    localparam DLLK   = T_DLLK  != 0 ? T_DLLK  : IS_DDR3 != 0 ? DDR3_T_DLLK  : GDDR3_T_DLLK;
    localparam LOCK   = IS_DDR3 != 0 ? longer(ZQINIT, DLLK - MOD) : longer(T_RFC, DLLK - MRD - T_RP - T_RFC);
    localparam LONGEST = longer(longer(longer(RESET, TO_CKE), longer(XPR, MRD)), longer(longer(MOD, LOCK), longer(T_RP, T_RFC)));
    localparam W      = $clog2(LONGEST + 1);

    // Mode registers. DDR3: WR in cycles is one of 5, 6, 7, 8, 10, 12, 14, 16, the next above T_WR.
    localparam WR_CODE = T_WR > 14 ? 0 : T_WR > 8 ? (T_WR + 1) / 2 : longer(T_WR, 5) - 4;
    localparam CL_CODE = CL > 11 ? ((CL - 12) << 4) | (1 << 2) : (CL - 4) << 4;
    localparam MODE_0  = IS_DDR3 != 0 ? DDR3_MODE_0 | (WR_CODE << 9) | CL_CODE | (BURST_CYCLES == 2 ? 2 : 0)
                       : GDDR3_MODE_0 | ((WL % 8) << 9) | ((CL % 8) << 4) | (BURST_CYCLES == 2 ? 2 : 3);
    localparam MODE_1  = IS_DDR3 != 0 ? DDR3_MODE_1 : GDDR3_MODE_1;
    localparam MODE_2  = IS_DDR3 != 0 ? DDR3_MODE_2 | ((WL - 5) << 3) : 0;
    localparam MODE_3  = IS_DDR3 != 0 ? DDR3_MODE_3 : 0;
    localparam REGISTER_0 = MODE_0 ^ MODE_BITS_0, REGISTER_1 = MODE_1 ^ MODE_BITS_1, REGISTER_2 = MODE_2 ^ MODE_BITS_2,
               REGISTER_3 = MODE_3 ^ MODE_BITS_3;
    localparam [63:0] REGISTERS = {REGISTER_3[15:0], REGISTER_2[15:0], REGISTER_1[15:0], REGISTER_0[15:0]};

    generate
        if (DRAM < 0 || DRAM > 1) begin : illegal_dram
            rs_dram_init_DRAM_must_be_0_GDDR3_or_1_DDR3 stop ();
        end
        if (BURST_CYCLES != 2 && BURST_CYCLES != 4) begin : illegal_burst
            rs_dram_init_needs_bursts_of_2_or_4_cycles stop ();
        end
        if (DRAM == 1 && (CL < 5 || CL > 14 || WL < 5 || WL > 12 || T_WR < 1 || T_WR > 16)) begin : illegal_ddr3
            rs_dram_init_DDR3_needs_CL_5_to_14_WL_5_to_12_T_WR_1_to_16 stop ();
        end
        if (DRAM == 0 && (CL < 4 || CL > 11 || WL < 1 || WL > 7)) begin : illegal_gddr3
            rs_dram_init_GDDR3_needs_CL_4_to_11_WL_1_to_7 stop ();
        end
        if (T_RP < 1 || T_RFC < 1 || T_RESET < 0 || T_CKE < 0 || T_XPR < 0 || T_MRD < 0 || T_MOD < 0 || T_ZQINIT < 0
            || T_DLLK < 0) begin : illegal_times
            rs_dram_init_needs_T_RP_and_T_RFC_of_1_or_more_and_no_negative_time stop ();
        end
        if (PIN_BITS < (DRAM == 1 ? DDR3_PINS : GDDR3_PINS) || PIN_BITS > 16
            || BANK_BITS < (DRAM == 1 ? DDR3_BANK_PINS : GDDR3_BANK_PINS)) begin : illegal_pins
            rs_dram_init_needs_12_to_16_address_pins_DDR3_13_and_2_bank_pins stop ();
        end
    endgenerate

    function [5:0] row_of_table;
        input [3:0] number;
        case (number)
            4'd0:    row_of_table = IS_DDR3 != 0 ? DDR3_STEP_0[5:0] : GDDR3_STEP_0[5:0];
            4'd1:    row_of_table = IS_DDR3 != 0 ? DDR3_STEP_1[5:0] : GDDR3_STEP_1[5:0];
            4'd2:    row_of_table = IS_DDR3 != 0 ? DDR3_STEP_2[5:0] : GDDR3_STEP_2[5:0];
            4'd3:    row_of_table = IS_DDR3 != 0 ? DDR3_STEP_3[5:0] : GDDR3_STEP_3[5:0];
            4'd4:    row_of_table = IS_DDR3 != 0 ? DDR3_STEP_4[5:0] : GDDR3_STEP_4[5:0];
            4'd5:    row_of_table = IS_DDR3 != 0 ? DDR3_STEP_5[5:0] : GDDR3_STEP_5[5:0];
            4'd6:    row_of_table = IS_DDR3 != 0 ? DDR3_STEP_6[5:0] : GDDR3_STEP_6[5:0];
            4'd7:    row_of_table = IS_DDR3 != 0 ? DDR3_STEP_7[5:0] : GDDR3_STEP_7[5:0];
            default: row_of_table = GDDR3_STEP_8[5:0];
        endcase
    endfunction
    localparam [31:0] LAST = IS_DDR3 != 0 ? DDR3_LAST : GDDR3_LAST;

    reg          running;
    reg  [3:0]   step;      // the one whose command was on the pins last
    reg  [W-1:0] to_next;   // cycles from this one to the last of the step
    wire [3:0]   next   = running ? step + 4'd1 : 4'd0;
    wire         over   = running && to_next == {W{1'b0}};
    wire         enters = !done && (running ? over && step != LAST[3:0] : phy_ready);
    wire [5:0]   row    = row_of_table(next);

    reg  [31:0] lasts;
    always @*
        case ({row[5:3], 3'd0})
            WAIT_RESET[5:0]: lasts = RESET;
            WAIT_CKE[5:0]:   lasts = TO_CKE;
            WAIT_XPR[5:0]:   lasts = XPR;
            WAIT_MRD[5:0]:   lasts = MRD;
            WAIT_MOD[5:0]:   lasts = MOD;
            WAIT_RP[5:0]:    lasts = T_RP;
            WAIT_RFC[5:0]:   lasts = T_RFC;
            default:         lasts = LOCK;
        endcase
    wire [31:0] lasts_on = lasts - 32'd1;

    reg  [3:0]          command;  // {cs_n, ras_n, cas_n, we_n}
    reg  [PIN_BITS-1:0] pins;
    wire                is_mode = row[2]; // STEP_MRS
    wire [15:0]         mode    = REGISTERS[16*row[1:0] +: 16];
    always @* begin
        pins = {PIN_BITS{1'b0}};
        if (is_mode) begin
            command = 4'b0000;
            pins    = mode[PIN_BITS-1:0];
        end else
            case (row[2:0])
                STEP_PREA[2:0]: begin command = 4'b0010; pins[AP_PIN] = 1'b1; end
                STEP_REF[2:0]:  command = 4'b0001;
                STEP_ZQCL[2:0]: begin command = 4'b0110; pins[AP_PIN] = 1'b1; end
                default:        command = 4'b1111;
            endcase
    end
    wire [BANK_BITS-1:0] number;
    generate
        if (BANK_BITS > 2) begin : wide_bank
            assign number = {{(BANK_BITS-2){1'b0}}, row[1:0]};
        end else begin : narrow_bank
            assign number = row[BANK_BITS-1:0];
        end
    endgenerate

    always @(posedge clk)
        if (rst) begin
            {start, running, done} <= 3'b100;
            {reset_n, cke}         <= 2'b00;
            {cs_n, ras_n, cas_n, we_n} <= 4'b1111;
            bank    <= {BANK_BITS{1'b0}};
            address <= {PIN_BITS{1'b0}};
            step    <= 4'd0;
            to_next <= {W{1'b0}};
        end else begin
            {cs_n, ras_n, cas_n, we_n} <= enters ? command : 4'b1111;
            bank    <= enters && is_mode ? number : {BANK_BITS{1'b0}};
            address <= enters ? pins : {PIN_BITS{1'b0}};
            if (enters) begin
                start   <= 1'b0;
                running <= 1'b1;
                step    <= next;
                to_next <= lasts_on[W-1:0];
                reset_n <= next != 4'd0;
                cke     <= next > 4'd1;
            end else if (!over)
                to_next <= to_next - {{(W-1){1'b0}}, running};
            if (over && step == LAST[3:0])
                done <= 1'b1;
        end
    wire unused = &{1'b0, lasts_on, mode, STEP_NONE[0], STEP_MRS[0], WAIT_LOCK[0]};
endmodule
`default_nettype wire
