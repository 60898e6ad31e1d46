// The DRAMs of tests/configurations by name, written by `make pages`: RS_TIMES_NAME in the list of an instance's parameters sets what
// depends on the DRAM alone, of rs_dram_controller, rs_dfi_controller, rs_axi4_controller and rs_memory_path:
//   rs_dfi_controller #(`RS_TIMES_DDR3_1600, .QUEUE(32)) controller (...);
// Bus width (FLIT_BITS), address map and, behind DFI, power-up (rs_dram_init) are not among them.
`ifndef RS_DRAM_NAMED_TIMES
`define RS_DRAM_NAMED_TIMES
// the Quadro FX 5800's GDDR3 as it is usually modelled
`define RS_TIMES_GDDR3 \
    .COLUMNS(2), .BURST_CYCLES(2), .T_CCD(2), .T_RRD(8), .T_RAS(25), .T_RCD(12), .T_RC(35), .T_WTR(6), .T_RP(10), .WL(7), \
    .T_WR(11), .T_RTP(2), .T_RTW(7), .T_FAW(0), .BANK_GROUPS(1), .T_CCD_L(3), .T_RCD_WR(0), .T_WTR_L(0), .T_CCD_L_WR(0), .T_REFI(0), .T_RFC(262)
// one controller of DDR3-1600K, 11-11-11, parts of 4 Gb x8 on 64 bits (JESD79-3F tables 24, 61, 68)
`define RS_TIMES_DDR3_1600 \
    .COLUMNS(1), .BURST_CYCLES(4), .T_CCD(4), .T_RRD(5), .T_RAS(28), .T_RCD(11), .T_RC(39), .T_WTR(6), .T_RP(11), .WL(8), \
    .T_WR(12), .T_RTP(6), .T_RTW(9), .T_FAW(24), .BANK_GROUPS(1), .T_CCD_L(3), .T_RCD_WR(0), .T_WTR_L(0), .T_CCD_L_WR(0), .T_REFI(6240), .T_RFC(208)
// the second DRAM set, as the GTX 480's is usually modelled
`define RS_TIMES_GDDR5 \
    .COLUMNS(1), .BURST_CYCLES(2), .T_CCD(2), .T_RRD(6), .T_RAS(28), .T_RCD(12), .T_RC(40), .T_WTR(5), .T_RP(12), .WL(4), \
    .T_WR(12), .T_RTP(2), .T_RTW(12), .T_FAW(24), .BANK_GROUPS(4), .T_CCD_L(3), .T_RCD_WR(0), .T_WTR_L(0), .T_CCD_L_WR(0), .T_REFI(0), .T_RFC(262)
// DDR5-3200, two chips of 16 bits
`define RS_TIMES_DDR5 \
    .COLUMNS(1), .BURST_CYCLES(8), .T_CCD(8), .T_RRD(8), .T_RAS(52), .T_RCD(24), .T_RC(76), .T_WTR(6), .T_RP(24), .WL(22), \
    .T_WR(48), .T_RTP(12), .T_RTW(14), .T_FAW(40), .BANK_GROUPS(4), .T_CCD_L(8), .T_RCD_WR(0), .T_WTR_L(16), .T_CCD_L_WR(32), .T_REFI(6240), .T_RFC(472)
// LPDDR5-6400, one chip of 16 bits
`define RS_TIMES_LPDDR5 \
    .COLUMNS(2), .BURST_CYCLES(2), .T_CCD(2), .T_RRD(4), .T_RAS(34), .T_RCD(15), .T_RC(49), .T_WTR(5), .T_RP(15), .WL(9), \
    .T_WR(28), .T_RTP(8), .T_RTW(12), .T_FAW(16), .BANK_GROUPS(4), .T_CCD_L(4), .T_RCD_WR(0), .T_WTR_L(10), .T_CCD_L_WR(0), .T_REFI(3125), .T_RFC(224)
// HBM2 at 2.0 Gb/s, a pseudo-channel of 64 bits
`define RS_TIMES_HBM2 \
    .COLUMNS(2), .BURST_CYCLES(2), .T_CCD(2), .T_RRD(4), .T_RAS(34), .T_RCD(14), .T_RC(48), .T_WTR(6), .T_RP(14), .WL(5), \
    .T_WR(16), .T_RTP(5), .T_RTW(13), .T_FAW(15), .BANK_GROUPS(4), .T_CCD_L(4), .T_RCD_WR(12), .T_WTR_L(8), .T_CCD_L_WR(0), .T_REFI(3900), .T_RFC(350)
// HBM3 at 4.8 Gb/s, a pseudo-channel of 32 bits
`define RS_TIMES_HBM3 \
    .COLUMNS(2), .BURST_CYCLES(2), .T_CCD(2), .T_RRD(7), .T_RAS(36), .T_RCD(18), .T_RC(54), .T_WTR(6), .T_RP(18), .WL(6), \
    .T_WR(16), .T_RTP(4), .T_RTW(16), .T_FAW(19), .BANK_GROUPS(4), .T_CCD_L(4), .T_RCD_WR(10), .T_WTR_L(8), .T_CCD_L_WR(0), .T_REFI(4682), .T_RFC(421)
// GDDR6 at 7.0 Gb/s, a channel of 16 bits
`define RS_TIMES_GDDR6 \
    .COLUMNS(2), .BURST_CYCLES(4), .T_CCD(4), .T_RRD(7), .T_RAS(53), .T_RCD(26), .T_RC(79), .T_WTR(9), .T_RP(26), .WL(6), \
    .T_WR(26), .T_RTP(4), .T_RTW(25), .T_FAW(28), .BANK_GROUPS(4), .T_CCD_L(6), .T_RCD_WR(16), .T_WTR_L(11), .T_CCD_L_WR(0), .T_REFI(3333), .T_RFC(210)
`endif
