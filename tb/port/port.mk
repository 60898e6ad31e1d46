COSIM_BENCHES += axi4_port
axi4_port_top    = rs_axi4_port
axi4_port_rtl    = $(wildcard rtl/port/rs_axi4_*.v) rtl/common/rs_fifo.v rtl/common/rs_payload_memory.v
axi4_port_source = tb/port/axi4_port_cosim.cpp
axi4_port_twin   = cmodel/port/axi4_port.c
axi4_port_quick  = byte beat16
axi4_port_configurations = \
    byte:BEAT_BYTES=1,LINE_BYTES=2,AXI_BITS=14,ADDRESS_BITS=13,AXI_ID_BITS=1,WRITES=1,READS=1,LINES=2,TAG_BITS=1,CHANNELS=1 \
    beat16:BEAT_BYTES=16,LINE_BYTES=64,AXI_BITS=20,ADDRESS_BITS=14,AXI_ID_BITS=3,WRITES=3,READS=5,LINES=4,TAG_BITS=2,CHANNELS=3 \
    line:BEAT_BYTES=64,LINE_BYTES=64,AXI_BITS=14,ADDRESS_BITS=14,AXI_ID_BITS=2,WRITES=2,READS=2,LINES=8,TAG_BITS=3,CHANNELS=2 \
    widest:BEAT_BYTES=128,LINE_BYTES=128,AXI_BITS=64,ADDRESS_BITS=16,AXI_ID_BITS=9,WRITES=4,READS=4,LINES=2,TAG_BITS=4,CHANNELS=1 \
    default:BEAT_BYTES=8,LINE_BYTES=64,AXI_BITS=32,ADDRESS_BITS=29,AXI_ID_BITS=4,WRITES=4,READS=4,LINES=16,TAG_BITS=4,CHANNELS=8

COSIM_BENCHES += partial_write
partial_write_top    = rs_partial_write
partial_write_rtl    = rtl/port/rs_partial_write.v rtl/common/rs_payload_memory.v
partial_write_source = tb/port/partial_write_cosim.cpp
partial_write_twin   = cmodel/port/partial_write.c
partial_write_quick  = one three
partial_write_configurations = \
    one:LINE_BYTES=2,LINE_BITS=2,ID_BITS=1,TAG_BITS=1,MERGES=1 \
    three:LINE_BYTES=4,LINE_BITS=3,ID_BITS=2,TAG_BITS=3,MERGES=3 \
    eight:LINE_BYTES=8,LINE_BITS=5,ID_BITS=1,TAG_BITS=5,MERGES=8 \
    default:LINE_BYTES=64,LINE_BITS=23,ID_BITS=4,TAG_BITS=4,MERGES=4

# The whole, with a power-up that is short: GDDR3 without ECC; GDDR3 with it; DDR3 with it and a PHY that takes its time.
axi4_controller_keys = SCHEDULER QUEUE REPLY_SLOTS ADDRESS_BITS BANK_MASK ROW_MASK COLUMN_MASK LOOKAHEAD COLUMNS BURST_CYCLES T_CCD T_RRD T_RAS T_RCD \
    T_RC T_WTR T_RP WL T_WR T_RTP T_RTW T_FAW BANK_GROUPS T_CCD_L T_RCD_WR T_WTR_L T_CCD_L_WR T_REFI T_RFC PAIR GROUP_FIRST
axi4_controller_power_up = T_RESET=11 T_CKE=7 T_XPR=9 T_MRD=5 T_MOD=12 T_ZQINIT=17 T_DLLK=33 T_ODT_ON=0 COUNT_BITS=4 AXI_BITS=32 AXI_ID_BITS=3
axi4_controller_gddr3 = DRAM=0 CL=9 T_PHY_WRLAT=3 T_PHY_WRDATA=1 T_RDDATA_EN=7 T_PHY_RDLAT=4 T_PHY_RDLAT_MIN=4 ODT_CYCLES=0 $(axi4_controller_power_up)
axi4_controller_ddr3 = DRAM=1 CL=7 T_PHY_WRLAT=5 T_PHY_WRDATA=1 T_RDDATA_EN=5 T_PHY_RDLAT=8 T_PHY_RDLAT_MIN=2 ODT_CYCLES=6 $(axi4_controller_power_up)
axi4_controller_map = SMS=1,CHANNELS=1,FLIT_BITS=256,HEADER_WIRES=1
axi4_controller_all_rtl = $(wildcard rtl/port/*.v rtl/dfi/*.v rtl/dram/*.v rtl/common/*.v) rtl/sm/rs_sm_port.v
axi4_controller_all_twin = cmodel/port/axi4_port.c cmodel/port/partial_write.c cmodel/port/axi4_controller.c cmodel/sm/sm_port.c $(wildcard cmodel/dfi/*.c) \
    $(dram_controller_twin)

COSIM_BENCHES += axi4_controller
axi4_controller_sizes      = BEAT_BYTES=8 WRITES=2 READS=3 LINES=4 TAGS=5 MERGES=1 ECC=0 $(axi4_controller_gddr3)
axi4_controller_top        = rs_axi4_controller
axi4_controller_rtl        = $(axi4_controller_all_rtl)
axi4_controller_parameters = $(axi4_controller_keys)
axi4_controller_source     = tb/port/axi4_controller_cosim.cpp
axi4_controller_twin       = $(axi4_controller_all_twin)
axi4_controller_verilator  = $(addprefix -G,$(axi4_controller_sizes))
axi4_controller_optimize   = -O1 $(addprefix -DRTL_,$(axi4_controller_sizes)) -DRTL_ADDRESS_BITS=26
axi4_controller_quick      = none
axi4_controller_configurations = \
    banked:@tests/configurations/tiny.cfg,$(axi4_controller_map),SCHEDULER=1,WRITE_MASK=1,T_REFI=700,T_RFC=60 \
    pair:@tests/configurations/tiny.cfg,$(axi4_controller_map),SCHEDULER=2,WRITE_MASK=1,QUEUE=16,PAIR=1,GROUP_FIRST=1,BANK_GROUPS=2,T_CCD_L=5

COSIM_BENCHES += axi4_controller_ecc
axi4_controller_ecc_sizes      = BEAT_BYTES=4 WRITES=3 READS=2 LINES=4 TAGS=6 MERGES=3 ECC=1 $(axi4_controller_gddr3)
axi4_controller_ecc_top        = rs_axi4_controller
axi4_controller_ecc_rtl        = $(axi4_controller_all_rtl)
axi4_controller_ecc_parameters = $(axi4_controller_keys)
axi4_controller_ecc_source     = tb/port/axi4_controller_cosim.cpp
axi4_controller_ecc_twin       = $(axi4_controller_all_twin)
axi4_controller_ecc_verilator  = $(addprefix -G,$(axi4_controller_ecc_sizes))
axi4_controller_ecc_optimize   = -O1 $(addprefix -DRTL_,$(axi4_controller_ecc_sizes)) -DRTL_ADDRESS_BITS=26
axi4_controller_ecc_quick      = banked
axi4_controller_ecc_configurations = \
    banked:@tests/configurations/tiny.cfg,$(axi4_controller_map),SCHEDULER=1,T_REFI=700,T_RFC=60 \
    frfcfs:@tests/configurations/tiny.cfg,$(axi4_controller_map),SCHEDULER=2

COSIM_BENCHES += axi4_controller_ddr3
axi4_controller_ddr3_sizes      = BEAT_BYTES=16 WRITES=4 READS=4 LINES=8 TAGS=8 MERGES=2 ECC=1 $(axi4_controller_ddr3)
axi4_controller_ddr3_top        = rs_axi4_controller
axi4_controller_ddr3_rtl        = $(axi4_controller_all_rtl)
axi4_controller_ddr3_parameters = $(axi4_controller_keys)
axi4_controller_ddr3_source     = tb/port/axi4_controller_cosim.cpp
axi4_controller_ddr3_twin       = $(axi4_controller_all_twin)
axi4_controller_ddr3_verilator  = $(addprefix -G,$(axi4_controller_ddr3_sizes))
axi4_controller_ddr3_optimize   = -O1 $(addprefix -DRTL_,$(axi4_controller_ddr3_sizes)) -DRTL_ADDRESS_BITS=26
axi4_controller_ddr3_quick      = none
axi4_controller_ddr3_configurations = \
    banked:@tests/configurations/burst4.cfg,$(axi4_controller_map),SCHEDULER=1,QUEUE=8
