// Address pins of each DRAM, and which of them is for auto-precharge; form as rs_dram_sets.vh.
GDDR3_AP_PIN = 8,
GDDR3_PINS   = 12,
DDR3_AP_PIN  = 10,
DDR3_PINS    = 13,
