// What rs_dram_init knows of each DRAM: one list for the RTL and its C twin. Verilog includes it behind the word localparam, C between
// the braces of an enum, so a line may only be NAME = VALUE with a comma, in what both languages have.

// A step of a power-up sequence is WAIT_x + STEP_y: the command y is on the pins in the step's first cycle, and the step lasts as
// long as the time x says.
STEP_NONE = 0,
STEP_PREA = 1,    // PRE of all banks: the pin for auto-precharge is 1
STEP_REF  = 2,
STEP_ZQCL = 3,    // calibration of the output drivers, long: the same pin is 1
STEP_MRS  = 4,    // + n: mode register n, by its number on the bank pins
WAIT_RESET = 0,   // T_RESET
WAIT_CKE   = 8,   // T_CKE
WAIT_XPR   = 16,  // T_XPR
WAIT_MRD   = 24,  // T_MRD
WAIT_MOD   = 32,  // T_MOD
WAIT_RP    = 40,  // T_RP
WAIT_RFC   = 48,  // T_RFC
WAIT_LOCK  = 56,  // what is left of T_DLLK, and with DDR3 T_ZQINIT
// Of every DRAM step 0 is in reset, step 1 has CKE at 0, and from step 2 on CKE is 1.

// 0: GDDR3. Registers as Samsung's data sheet of the K4J55323QG has them; other makers' may differ (MODE_BITS_n). Cycles of 1 GHz, assumed but
// for T_XPR (20 us in which the drivers calibrate themselves) and T_MRD.
GDDR3_BANK_PINS = 1, // bits of a mode register's number
GDDR3_T_RESET   = 200000,
GDDR3_T_CKE     = 20,
GDDR3_T_XPR     = 20000,
GDDR3_T_MRD     = 6,
GDDR3_T_DLLK    = 20000,
GDDR3_MODE_0    = (1 << 8), // DLL reset; WL, CL and burst length are added
GDDR3_MODE_1    = 0,        // DLL on
GDDR3_STEP_0 = WAIT_RESET + STEP_NONE,
GDDR3_STEP_1 = WAIT_CKE   + STEP_NONE,
GDDR3_STEP_2 = WAIT_XPR   + STEP_NONE,
GDDR3_STEP_3 = WAIT_RP    + STEP_PREA,
GDDR3_STEP_4 = WAIT_MRD   + STEP_MRS + 1,
GDDR3_STEP_5 = WAIT_MRD   + STEP_MRS,
GDDR3_STEP_6 = WAIT_RP    + STEP_PREA,
GDDR3_STEP_7 = WAIT_RFC   + STEP_REF,
GDDR3_STEP_8 = WAIT_LOCK  + STEP_REF,
GDDR3_LAST   = 8,

// 1: DDR3 (JESD79-3F 3.3.1, 3.4.3). Cycles of 800 MHz (DDR3-1600): 200 us, 500 us, tRFC of 8 Gb + 10 ns, 4 cycles, 15 ns, 512 and 512 cycles.
DDR3_BANK_PINS = 2, // bits of a mode register's number
DDR3_T_RESET    = 160000,
DDR3_T_CKE      = 400000,
DDR3_T_XPR      = 288,
DDR3_T_MRD      = 4,
DDR3_T_MOD      = 12,
DDR3_T_ZQINIT   = 512,
DDR3_T_DLLK     = 512,
DDR3_MODE_0     = (1 << 8),            // DLL reset; WR, CL and burst length are added
DDR3_MODE_1     = (1 << 2) | (1 << 1), // DLL on, Rtt_nom RZQ/4, drivers RZQ/7
DDR3_MODE_2     = 0,                   // CWL is added
DDR3_MODE_3     = 0,
DDR3_STEP_0 = WAIT_RESET + STEP_NONE,
DDR3_STEP_1 = WAIT_CKE   + STEP_NONE,
DDR3_STEP_2 = WAIT_XPR   + STEP_NONE,
DDR3_STEP_3 = WAIT_MRD   + STEP_MRS + 2,
DDR3_STEP_4 = WAIT_MRD   + STEP_MRS + 3,
DDR3_STEP_5 = WAIT_MRD   + STEP_MRS + 1,
DDR3_STEP_6 = WAIT_MOD   + STEP_MRS,
DDR3_STEP_7 = WAIT_LOCK  + STEP_ZQCL,
DDR3_LAST   = 7,
