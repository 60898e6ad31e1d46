// DP16KD: behaviour of ECP5's block RAM, which Yosys' models of the cells leave empty; for the netlist of rs_board.
//
// 1,024 words of two bytes of 9 bits and two ports, as Yosys' brams_map.v uses them: address bits 13:4 are the word, 3 the byte,
// 2:0 the bits in it (widths 1, 2, 4); at width 18 address bits 1 and 0 enable the bytes of a write. INITVAL_xx: 16 words of
// 20 bits each, the upper two unused. Modelled is what the netlist uses; other parameters stop elaboration.
// A bit that one port reads while the other writes it is unknown, as in the device: logic around the RAM must not use it.
// Both ports writing a bit in one cycle is not modelled. OCE: without output registers it does nothing.
// Timing: data out is registered, 0 at power-up and, at once, after RST.
`default_nettype none
module DP16KD #(
    parameter DATA_WIDTH_A = 18, DATA_WIDTH_B = 18,
    parameter WRITEMODE_A = "NORMAL", WRITEMODE_B = "NORMAL", // a port that writes shows what it showed, or READBEFOREWRITE
    parameter REGMODE_A = "NOREG", REGMODE_B = "NOREG",
    parameter RESETMODE = "SYNC", ASYNC_RESET_RELEASE = "SYNC",
    parameter CSDECODE_A = "0b000", CSDECODE_B = "0b000",
    parameter CLKAMUX = "CLKA", CLKBMUX = "CLKB",
    parameter GSR = "ENABLED",
    parameter [319:0]
        INITVAL_00 = 320'd0, INITVAL_01 = 320'd0, INITVAL_02 = 320'd0, INITVAL_03 = 320'd0, INITVAL_04 = 320'd0,
        INITVAL_05 = 320'd0, INITVAL_06 = 320'd0, INITVAL_07 = 320'd0, INITVAL_08 = 320'd0, INITVAL_09 = 320'd0,
        INITVAL_0A = 320'd0, INITVAL_0B = 320'd0, INITVAL_0C = 320'd0, INITVAL_0D = 320'd0, INITVAL_0E = 320'd0,
        INITVAL_0F = 320'd0, INITVAL_10 = 320'd0, INITVAL_11 = 320'd0, INITVAL_12 = 320'd0, INITVAL_13 = 320'd0,
        INITVAL_14 = 320'd0, INITVAL_15 = 320'd0, INITVAL_16 = 320'd0, INITVAL_17 = 320'd0, INITVAL_18 = 320'd0,
        INITVAL_19 = 320'd0, INITVAL_1A = 320'd0, INITVAL_1B = 320'd0, INITVAL_1C = 320'd0, INITVAL_1D = 320'd0,
        INITVAL_1E = 320'd0, INITVAL_1F = 320'd0, INITVAL_20 = 320'd0, INITVAL_21 = 320'd0, INITVAL_22 = 320'd0,
        INITVAL_23 = 320'd0, INITVAL_24 = 320'd0, INITVAL_25 = 320'd0, INITVAL_26 = 320'd0, INITVAL_27 = 320'd0,
        INITVAL_28 = 320'd0, INITVAL_29 = 320'd0, INITVAL_2A = 320'd0, INITVAL_2B = 320'd0, INITVAL_2C = 320'd0,
        INITVAL_2D = 320'd0, INITVAL_2E = 320'd0, INITVAL_2F = 320'd0, INITVAL_30 = 320'd0, INITVAL_31 = 320'd0,
        INITVAL_32 = 320'd0, INITVAL_33 = 320'd0, INITVAL_34 = 320'd0, INITVAL_35 = 320'd0, INITVAL_36 = 320'd0,
        INITVAL_37 = 320'd0, INITVAL_38 = 320'd0, INITVAL_39 = 320'd0, INITVAL_3A = 320'd0, INITVAL_3B = 320'd0,
        INITVAL_3C = 320'd0, INITVAL_3D = 320'd0, INITVAL_3E = 320'd0, INITVAL_3F = 320'd0
) (
    input  wire CLKA, CEA, OCEA, WEA, RSTA, CSA2, CSA1, CSA0,
    input  wire ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0,
    input  wire DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10,
                DIA9, DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2, DIA1, DIA0,
    output wire DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10,
                DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0,
    input  wire CLKB, CEB, OCEB, WEB, RSTB, CSB2, CSB1, CSB0,
    input  wire ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0,
    input  wire DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10,
                DIB9, DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2, DIB1, DIB0,
    output wire DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10,
                DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0
);
    generate
        if ((DATA_WIDTH_A != 1 && DATA_WIDTH_A != 2 && DATA_WIDTH_A != 4 && DATA_WIDTH_A != 9 && DATA_WIDTH_A != 18)
            || (DATA_WIDTH_B != 1 && DATA_WIDTH_B != 2 && DATA_WIDTH_B != 4 && DATA_WIDTH_B != 9 && DATA_WIDTH_B != 18))
        begin : illegal_width
            DP16KD_model_needs_widths_1_2_4_9_or_18 stop ();
        end
        if ((WRITEMODE_A != "NORMAL" && WRITEMODE_A != "READBEFOREWRITE")
            || (WRITEMODE_B != "NORMAL" && WRITEMODE_B != "READBEFOREWRITE")) begin : illegal_write_mode
            DP16KD_model_needs_write_modes_NORMAL_or_READBEFOREWRITE stop ();
        end
        if (REGMODE_A != "NOREG" || REGMODE_B != "NOREG" || RESETMODE != "ASYNC" || ASYNC_RESET_RELEASE != "ASYNC"
            || CSDECODE_A != "0b000" || CSDECODE_B != "0b000" || CLKAMUX != "CLKA" || CLKBMUX != "CLKB" || GSR != "DISABLED")
        begin : illegal_mode
            DP16KD_model_needs_no_output_register_ASYNC_reset_select_000_rising_clocks_no_GSR stop ();
        end
    endgenerate

    // Where a port's data begins in the word, and the bits of a write from there on.
    function [4:0] place;
        input integer width;
        input [3:0] address;
        place = width == 18 ? 5'd0 : (address[3] ? 5'd9 : 5'd0) + (width == 9 ? 5'd0
              : width == 4 ? {2'd0, address[2], 2'd0} : width == 2 ? {2'd0, address[2:1], 1'd0} : {2'd0, address[2:0]});
    endfunction
    function [17:0] bits;
        input integer width;
        input [1:0] byte_enables;
        bits = width == 18 ? {{9{byte_enables[1]}}, {9{byte_enables[0]}}}
             : width == 9 ? 18'h1ff : width == 4 ? 18'hf : width == 2 ? 18'h3 : 18'h1;
    endfunction

    wire [13:0] address_a = {ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0};
    wire [17:0] data_a = {DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10,
                          DIA9, DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2, DIA1, DIA0};
    wire        enabled_a = CEA && {CSA2, CSA1, CSA0} == 3'b000;
    wire [4:0]  place_a   = place(DATA_WIDTH_A, address_a[3:0]);
    wire [17:0] bits_a    = bits(DATA_WIDTH_A, address_a[1:0]) << place_a;
    wire [17:0] written_a = data_a << place_a;

    wire [13:0] address_b = {ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0};
    wire [17:0] data_b = {DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10,
                          DIB9, DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2, DIB1, DIB0};
    wire        enabled_b = CEB && {CSB2, CSB1, CSB0} == 3'b000;
    wire [4:0]  place_b   = place(DATA_WIDTH_B, address_b[3:0]);
    wire [17:0] bits_b    = bits(DATA_WIDTH_B, address_b[1:0]) << place_b;
    wire [17:0] written_b = data_b << place_b;

    localparam [20479:0] CONTENTS = {
        INITVAL_3F, INITVAL_3E, INITVAL_3D, INITVAL_3C, INITVAL_3B, INITVAL_3A, INITVAL_39, INITVAL_38,
        INITVAL_37, INITVAL_36, INITVAL_35, INITVAL_34, INITVAL_33, INITVAL_32, INITVAL_31, INITVAL_30,
        INITVAL_2F, INITVAL_2E, INITVAL_2D, INITVAL_2C, INITVAL_2B, INITVAL_2A, INITVAL_29, INITVAL_28,
        INITVAL_27, INITVAL_26, INITVAL_25, INITVAL_24, INITVAL_23, INITVAL_22, INITVAL_21, INITVAL_20,
        INITVAL_1F, INITVAL_1E, INITVAL_1D, INITVAL_1C, INITVAL_1B, INITVAL_1A, INITVAL_19, INITVAL_18,
        INITVAL_17, INITVAL_16, INITVAL_15, INITVAL_14, INITVAL_13, INITVAL_12, INITVAL_11, INITVAL_10,
        INITVAL_0F, INITVAL_0E, INITVAL_0D, INITVAL_0C, INITVAL_0B, INITVAL_0A, INITVAL_09, INITVAL_08,
        INITVAL_07, INITVAL_06, INITVAL_05, INITVAL_04, INITVAL_03, INITVAL_02, INITVAL_01, INITVAL_00
    };
    reg [17:0] memory [0:1023];
    integer i;
    initial
        for (i = 0; i < 1024; i = i + 1)
            memory[i] = CONTENTS[20*i +: 18];

    wire [17:0] unknown_a = enabled_b && WEB && address_b[13:4] == address_a[13:4] ? bits_b : 18'd0;
    reg  [17:0] out_a = 18'd0;
    integer     i_a;
    always @(posedge CLKA)
        if (enabled_a && WEA)
            for (i_a = 0; i_a < 18; i_a = i_a + 1)
                if (bits_a[i_a])
                    memory[address_a[13:4]][i_a] <= written_a[i_a];
    always @(posedge CLKA or posedge RSTA)
        if (RSTA)
            out_a <= 18'd0;
        else if (enabled_a && (!WEA || WRITEMODE_A == "READBEFOREWRITE"))
            out_a <= ((memory[address_a[13:4]] & ~unknown_a) | (18'bx & unknown_a)) >> place_a;
    assign {DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10,
            DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0} = out_a;

    wire [17:0] unknown_b = enabled_a && WEA && address_a[13:4] == address_b[13:4] ? bits_a : 18'd0;
    reg  [17:0] out_b = 18'd0;
    integer     i_b;
    always @(posedge CLKB)
        if (enabled_b && WEB)
            for (i_b = 0; i_b < 18; i_b = i_b + 1)
                if (bits_b[i_b])
                    memory[address_b[13:4]][i_b] <= written_b[i_b];
    always @(posedge CLKB or posedge RSTB)
        if (RSTB)
            out_b <= 18'd0;
        else if (enabled_b && (!WEB || WRITEMODE_B == "READBEFOREWRITE"))
            out_b <= ((memory[address_b[13:4]] & ~unknown_b) | (18'bx & unknown_b)) >> place_b;
    assign {DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10,
            DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0} = out_b;

    wire unused = &{1'b0, OCEA, OCEB};
endmodule
`default_nettype wire
