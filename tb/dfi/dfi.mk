# Benches of the DFI blocks; tb/tb.mk says what the lines mean. ddr3_1600 and gddr3_1000 have the times of the standard.
COSIM_BENCHES += dram_init
dram_init_top    = rs_dram_init
dram_init_rtl    = rtl/dfi/rs_dram_init.v
dram_init_source = tb/dfi/dram_init_cosim.cpp
dram_init_twin   = cmodel/dfi/dram_init.c
dram_init_quick  = ddr3
dram_init_configurations = \
    ddr3:DRAM=1,BURST_CYCLES=4,CL=11,WL=8,T_WR=12,T_RP=11,T_RFC=60,T_RESET=31,T_CKE=50,T_XPR=21,T_MRD=5,T_MOD=12,T_ZQINIT=25,T_DLLK=90,MODE_BITS_0=0,MODE_BITS_1=0,MODE_BITS_2=0,MODE_BITS_3=0,BANK_BITS=3,PIN_BITS=15 \
    gddr3:DRAM=0,BURST_CYCLES=2,CL=9,WL=4,T_WR=10,T_RP=13,T_RFC=26,T_RESET=20,T_CKE=5,T_XPR=9,T_MRD=6,T_MOD=3,T_ZQINIT=7,T_DLLK=95,MODE_BITS_0=0,MODE_BITS_1=68,MODE_BITS_2=0,MODE_BITS_3=0,BANK_BITS=2,PIN_BITS=12 \
    ddr3_ones:DRAM=1,BURST_CYCLES=2,CL=5,WL=5,T_WR=1,T_RP=1,T_RFC=1,T_RESET=1,T_CKE=1,T_XPR=1,T_MRD=1,T_MOD=1,T_ZQINIT=1,T_DLLK=1,MODE_BITS_0=0,MODE_BITS_1=68,MODE_BITS_2=0,MODE_BITS_3=0,BANK_BITS=2,PIN_BITS=13 \
    ddr3_long:DRAM=1,BURST_CYCLES=4,CL=14,WL=12,T_WR=15,T_RP=14,T_RFC=60,T_RESET=63,T_CKE=64,T_XPR=65,T_MRD=5,T_MOD=15,T_ZQINIT=128,T_DLLK=140,MODE_BITS_0=0,MODE_BITS_1=0,MODE_BITS_2=0,MODE_BITS_3=0,BANK_BITS=4,PIN_BITS=16 \
    gddr3_long:DRAM=0,BURST_CYCLES=4,CL=4,WL=7,T_WR=10,T_RP=15,T_RFC=120,T_RESET=20,T_CKE=17,T_XPR=9,T_MRD=6,T_MOD=99,T_ZQINIT=99,T_DLLK=30,MODE_BITS_0=0,MODE_BITS_1=0,MODE_BITS_2=0,MODE_BITS_3=0,BANK_BITS=1,PIN_BITS=13 \
    ddr3_1600:DRAM=1,BURST_CYCLES=4,CL=11,WL=8,T_WR=12,T_RP=11,T_RFC=280,T_RESET=0,T_CKE=0,T_XPR=0,T_MRD=0,T_MOD=0,T_ZQINIT=0,T_DLLK=0,MODE_BITS_0=0,MODE_BITS_1=0,MODE_BITS_2=0,MODE_BITS_3=0,BANK_BITS=3,PIN_BITS=16 \
    gddr3_1000:DRAM=0,BURST_CYCLES=2,CL=9,WL=4,T_WR=10,T_RP=13,T_RFC=262,T_RESET=0,T_CKE=0,T_XPR=0,T_MRD=0,T_MOD=0,T_ZQINIT=0,T_DLLK=0,MODE_BITS_0=0,MODE_BITS_1=0,MODE_BITS_2=0,MODE_BITS_3=0,BANK_BITS=2,PIN_BITS=12

# In the order of the times: data at the PHY when the controller has them; commands wait; both ends short; data wait.
COSIM_BENCHES += dfi_port
dfi_port_top    = rs_dfi_port
dfi_port_rtl    = rtl/dfi/rs_dfi_port.v rtl/dfi/rs_dfi_history.v
dfi_port_source = tb/dfi/dfi_port_cosim.cpp
dfi_port_twin   = $(wildcard cmodel/dfi/*.c)
dfi_port_quick  = ddr3
dfi_port_configurations = \
    ddr3:BURST_CYCLES=4,WL=8,BANK_BITS=3,ROW_BITS=15,COLUMN_PINS=8,PIN_BITS=15,DFI_PINS=15,AP_PIN=10,DQ_BITS=32,DM_BITS=4,T_PHY_WRLAT=5,T_PHY_WRDATA=2,T_RDDATA_EN=9,T_PHY_RDLAT=9,T_PHY_RDLAT_MIN=3,T_ODT_ON=0,ODT_CYCLES=6,COUNT_BITS=3 \
    gddr3:BURST_CYCLES=2,WL=4,BANK_BITS=2,ROW_BITS=12,COLUMN_PINS=7,PIN_BITS=12,DFI_PINS=12,AP_PIN=8,DQ_BITS=16,DM_BITS=2,T_PHY_WRLAT=3,T_PHY_WRDATA=1,T_RDDATA_EN=7,T_PHY_RDLAT=4,T_PHY_RDLAT_MIN=4,T_ODT_ON=0,ODT_CYCLES=0,COUNT_BITS=2 \
    early:BURST_CYCLES=1,WL=5,BANK_BITS=1,ROW_BITS=3,COLUMN_PINS=3,PIN_BITS=4,DFI_PINS=5,AP_PIN=3,DQ_BITS=8,DM_BITS=1,T_PHY_WRLAT=1,T_PHY_WRDATA=0,T_RDDATA_EN=0,T_PHY_RDLAT=1,T_PHY_RDLAT_MIN=1,T_ODT_ON=2,ODT_CYCLES=1,COUNT_BITS=1 \
    late:BURST_CYCLES=2,WL=1,BANK_BITS=4,ROW_BITS=13,COLUMN_PINS=9,PIN_BITS=14,DFI_PINS=14,AP_PIN=10,DQ_BITS=24,DM_BITS=3,T_PHY_WRLAT=3,T_PHY_WRDATA=2,T_RDDATA_EN=3,T_PHY_RDLAT=17,T_PHY_RDLAT_MIN=1,T_ODT_ON=1,ODT_CYCLES=3,COUNT_BITS=4

# Bursts of 4 cycles: DDR3; else GDDR3 (dfi_controller_bench.v). Not in the quick test: its parts are.
COSIM_BENCHES += dfi_controller
dfi_controller_top        = dfi_controller_bench
dfi_controller_rtl        = tb/dfi/dfi_controller_bench.v $(wildcard rtl/dfi/*.v rtl/dram/*.v rtl/common/*.v)
dfi_controller_parameters = SMS SCHEDULER QUEUE REPLY_SLOTS FLIT_BITS TAG_BITS ADDRESS_BITS CHANNEL_MASK BANK_MASK ROW_MASK COLUMN_MASK \
    COLUMNS BURST_CYCLES T_CCD T_RRD T_RAS T_RCD T_RC T_WTR T_RP WL T_WR T_RTP T_RTW T_FAW BANK_GROUPS T_CCD_L T_RCD_WR T_WTR_L T_CCD_L_WR T_REFI T_RFC WRITE_MASK HEADER_WIRES
dfi_controller_source     = tb/dfi/dfi_controller_cosim.cpp
dfi_controller_twin       = $(wildcard cmodel/dfi/*.c) $(dram_controller_twin)
dfi_controller_quick      = none
dfi_controller_configurations = \
    gddr3:@tests/configurations/tiny.cfg,SCHEDULER=1,T_REFI=600,T_RFC=60 \
    gddr3_masks:@tests/configurations/tiny.cfg,SCHEDULER=2,WRITE_MASK=1,FLIT_BITS=64 \
    ddr3:@tests/configurations/burst4.cfg,SCHEDULER=1,QUEUE=8,FLIT_BITS=64,WRITE_MASK=1 \
    gddr3_wires:@tests/configurations/tiny.cfg,SCHEDULER=2,WRITE_MASK=1,FLIT_BITS=64,HEADER_WIRES=1 \
    ddr3_fifo:@tests/configurations/burst4.cfg,SCHEDULER=0,T_REFI=700,T_RFC=50 \
    ddr3_1600:@tests/configurations/ddr3_1600.cfg,SCHEDULER=1,FLIT_BITS=256,WRITE_MASK=1

# The same with ECC.
COSIM_BENCHES += dfi_ecc
dfi_ecc_top        = dfi_controller_bench
dfi_ecc_rtl        = $(dfi_controller_rtl)
dfi_ecc_parameters = $(dfi_controller_parameters)
dfi_ecc_source     = $(dfi_controller_source)
dfi_ecc_twin       = $(dfi_controller_twin)
dfi_ecc_verilator  = -GECC=1
dfi_ecc_optimize   = -O1 -DRTL_ECC=1
dfi_ecc_quick      = gddr3
dfi_ecc_configurations = \
    gddr3:@tests/configurations/tiny.cfg,SCHEDULER=1,FLIT_BITS=128 \
    wide:@tests/configurations/tiny.cfg,SCHEDULER=2,FLIT_BITS=256,CHIPS=4 \
    wires:@tests/configurations/tiny.cfg,SCHEDULER=2,FLIT_BITS=256,CHIPS=4,HEADER_WIRES=1 \
    ddr3:@tests/configurations/burst4.cfg,SCHEDULER=1,QUEUE=8,FLIT_BITS=256,T_REFI=700,T_RFC=50
