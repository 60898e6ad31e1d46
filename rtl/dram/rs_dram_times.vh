// The times of a DRAM, one list for all modules that know them. RS_DRAM_TIMES declares them as parameters in the list of a
// module, RS_DRAM_TIMES_PASSED passes them on to an instance. In cycles; the defaults are those of cmodel/config.def, which also has
// what each of them may be. The tops, whose parameters are the keys of that file, write them out. T_REFI and T_RFC are not among
// them: of a DRAM without refresh no module inside knows T_RFC.
//   T_CCD    column command to column command               T_WR     end of write data to PRE
//   T_RRD    ACT to ACT of another bank                     T_RTP    RD to PRE
//   T_RAS    ACT to PRE                                     T_RTW    RD to WR: CL + burst cycles + 2 - WL
//   T_RCD    ACT to RD, and to WR unless T_RCD_WR says      T_FAW    at most four ACTs in so many, 0: no such rule
//   T_RC     ACT to ACT of the same bank                    BANK_GROUPS  a number: bank b is in group b mod BANK_GROUPS
//   T_WTR    end of write data to RD                        T_CCD_L  as T_CCD within a group, with several groups
//   T_RP     PRE to ACT                                     T_CCD_L_WR  WR to WR within a group, 0: T_CCD_L
//   WL       WR to the first write data                     T_WTR_L  as T_WTR within a group, with several groups, 0: T_WTR
//                                                           T_RCD_WR  ACT to WR, 0: T_RCD
`ifndef RS_DRAM_TIMES
`define RS_DRAM_TIMES \
    parameter T_CCD = 2, \
    parameter T_RRD = 8, \
    parameter T_RAS = 21, \
    parameter T_RCD = 12, \
    parameter T_RC  = 34, \
    parameter T_WTR = 5, \
    parameter T_RP  = 13, \
    parameter WL    = 4, \
    parameter T_WR  = 10, \
    parameter T_RTP = 2, \
    parameter T_RTW = 9, \
    parameter T_FAW = 0, \
    parameter BANK_GROUPS = 1, \
    parameter T_CCD_L = 3, \
    parameter T_RCD_WR = 0, \
    parameter T_WTR_L = 0, \
    parameter T_CCD_L_WR = 0
`define RS_DRAM_TIMES_PASSED \
    .T_CCD(T_CCD), .T_RRD(T_RRD), .T_RAS(T_RAS), .T_RCD(T_RCD), .T_RC(T_RC), .T_WTR(T_WTR), .T_RP(T_RP), .WL(WL), .T_WR(T_WR), \
    .T_RTP(T_RTP), .T_RTW(T_RTW), .T_FAW(T_FAW), .BANK_GROUPS(BANK_GROUPS), .T_CCD_L(T_CCD_L), \
    .T_RCD_WR(T_RCD_WR), .T_WTR_L(T_WTR_L), .T_CCD_L_WR(T_CCD_L_WR)
`endif
