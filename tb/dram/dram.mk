# Benches of the DRAM blocks; tb/tb.mk says what the lines mean.
COSIM_BENCHES += dram_controller
dram_controller_top        = dram_controller_bench
dram_controller_rtl        = tb/dram/dram_controller_bench.v $(wildcard rtl/dram/*.v rtl/common/*.v)
dram_controller_parameters = SMS SCHEDULER QUEUE REPLY_SLOTS FLIT_BITS TAG_BITS ADDRESS_BITS CHANNEL_MASK BANK_MASK ROW_MASK \
    COLUMN_MASK COLUMNS BURST_CYCLES T_CCD T_RRD T_RAS T_RCD T_RC T_WTR T_RP WL T_WR T_RTP T_RTW
dram_controller_source     = tb/dram/dram_controller_cosim.cpp
dram_controller_twin       = $(wildcard cmodel/*.c cmodel/common/*.c cmodel/dram/*.c cmodel/network/*.c)
dram_controller_configurations = \
    $(foreach scheduler,0 1 2,\
        tiny$(scheduler):@tests/configurations/tiny.cfg,SCHEDULER=$(scheduler) \
        default$(scheduler):@tests/configurations/default.cfg,SCHEDULER=$(scheduler)) \
    banks8_bfifo:@tests/configurations/banks8.cfg,SCHEDULER=1 \
    banks8_frfcfs:@tests/configurations/banks8.cfg,SCHEDULER=2 \
    banks16_bfifo:@tests/configurations/banks16.cfg,SCHEDULER=1,QUEUE=64 \
    banks16_frfcfs:@tests/configurations/banks16.cfg,SCHEDULER=2 \
    burst1_fifo:@tests/configurations/burst1.cfg,SCHEDULER=0 \
    burst1_frfcfs:@tests/configurations/burst1.cfg,SCHEDULER=2,QUEUE=64 \
    burst4_bfifo:@tests/configurations/burst4.cfg,SCHEDULER=1
