# Benches of the DRAM blocks; tb/tb.mk says what the lines mean.
COSIM_BENCHES += dram_controller
dram_controller_top        = dram_controller_bench
dram_controller_rtl        = tb/dram/dram_controller_bench.v $(wildcard rtl/dram/*.v rtl/common/*.v)
dram_controller_parameters = SMS SCHEDULER QUEUE REPLY_SLOTS FLIT_BITS TAG_BITS ADDRESS_BITS CHANNEL_MASK BANK_MASK ROW_MASK \
    COLUMN_MASK BANK_XOR COLUMNS BURST_CYCLES T_CCD T_RRD T_RAS T_RCD T_RC T_WTR T_RP WL T_WR T_RTP T_RTW LOOKAHEAD BANK_PLACES BLISS_STREAK BLISS_CLEAR PAIR GROUP_FIRST T_FAW \
    BANK_GROUPS T_CCD_L T_RCD_WR T_WTR_L T_CCD_L_WR T_REFI T_RFC REFRESH T_RFC_PB T_RREFD WRITE_MASK HEADER_WIRES
dram_controller_source     = tb/dram/dram_controller_cosim.cpp
dram_controller_twin       = cmodel/config.c cmodel/config_finish.c cmodel/config_nodes.c $(wildcard cmodel/common/*.c cmodel/dram/*.c cmodel/network/*.c) \
    cmodel/observe/timing_checker.c cmodel/machine/dram_device.c
dram_controller_quick      = tiny0 tiny1 tiny2 look2_bfifo pool1_bfifo refresh2 most_pending wires_fifo
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
    burst1_refresh:@tests/configurations/burst1.cfg,SCHEDULER=2,QUEUE=16,BANK_GROUPS=2,T_CCD_L=4,T_REFI=300,T_RFC=20 \
    burst4_bfifo:@tests/configurations/burst4.cfg,SCHEDULER=1 \
    look2_bfifo:@tests/configurations/tiny.cfg,SCHEDULER=1,LOOKAHEAD=8,T_REFI=1500,T_RFC=60,BANK_GROUPS=2 \
    look8_bfifo:@tests/configurations/tiny.cfg,SCHEDULER=1,LOOKAHEAD=8,QUEUE=32,T_FAW=45 \
    pool1_bfifo:@tests/configurations/tiny.cfg,SCHEDULER=1,BANK_PLACES=4 \
    pool4_bfifo:@tests/configurations/tiny.cfg,SCHEDULER=1,LOOKAHEAD=4,QUEUE=16,BANK_PLACES=16 \
    banks8_look2:@tests/configurations/banks8.cfg,SCHEDULER=1,QUEUE=32,LOOKAHEAD=2 \
    banks8_pool1:@tests/configurations/banks8.cfg,SCHEDULER=1,BANK_PLACES=8 \
    banks8_pool4:@tests/configurations/banks8.cfg,SCHEDULER=1,QUEUE=32,LOOKAHEAD=4,BANK_PLACES=16 \
    banks16_look4:@tests/configurations/banks16.cfg,SCHEDULER=1,QUEUE=64,LOOKAHEAD=4 \
    look4_bfifo:@tests/configurations/default.cfg,SCHEDULER=1,LOOKAHEAD=4,FLIT_BITS=32 \
    most_pending:@tests/configurations/tiny.cfg,SCHEDULER=3,QUEUE=16,T_REFI=400,T_RFC=60 \
    fx5800_most_pending:@tests/configurations/fx5800.cfg,SCHEDULER=3,T_REFI=1500,T_RFC=262,FLIT_BITS=32 \
    burst1_most_pending:@tests/configurations/burst1.cfg,SCHEDULER=3,QUEUE=16,T_REFI=300,T_RFC=20 \
    burst1_most_pending64:@tests/configurations/burst1.cfg,SCHEDULER=3,QUEUE=64 \
    banks16_most_pending:@tests/configurations/banks16.cfg,SCHEDULER=3,QUEUE=64,FLIT_BITS=16 \
    short_most_pending:@tests/configurations/tiny.cfg,SCHEDULER=3,QUEUE=16,T_REFI=200,T_RFC=10,T_RP=2,T_RCD=1,T_RAS=3,T_RC=5,T_RRD=1,T_RTP=2,T_WR=1,T_WTR=1 \
    short_frfcfs:@tests/configurations/tiny.cfg,SCHEDULER=2,QUEUE=16,T_REFI=200,T_RFC=10,T_RP=2,T_RCD=1,T_RAS=3,T_RC=5,T_RRD=1,T_RTP=2,T_WR=1,T_WTR=1 \
    bliss1:@tests/configurations/tiny.cfg,SCHEDULER=4,BLISS_STREAK=1,BLISS_CLEAR=150 \
    bliss2:@tests/configurations/tiny.cfg,SCHEDULER=4,BLISS_STREAK=2,BLISS_CLEAR=300,QUEUE=16,SMS=2,T_REFI=400,T_RFC=60 \
    bliss_burst1:@tests/configurations/burst1.cfg,SCHEDULER=4,QUEUE=16,BLISS_STREAK=1,BLISS_CLEAR=64 \
    bliss_default:@tests/configurations/default.cfg,SCHEDULER=4,FLIT_BITS=32,BLISS_STREAK=1,BLISS_CLEAR=1000 \
    bliss_masks:@tests/configurations/banks16.cfg,SCHEDULER=4,FLIT_BITS=16,WRITE_MASK=1,SMS=3,BLISS_STREAK=3,BLISS_CLEAR=77 \
    refresh2:@tests/configurations/tiny.cfg,SCHEDULER=2,QUEUE=16,T_REFI=400,T_RFC=60 \
    masks_fifo:@tests/configurations/tiny.cfg,SCHEDULER=0,FLIT_BITS=16,WRITE_MASK=1 \
    masks_bfifo:@tests/configurations/default.cfg,SCHEDULER=1,WRITE_MASK=1 \
    masks_frfcfs:@tests/configurations/banks16.cfg,SCHEDULER=2,FLIT_BITS=16,WRITE_MASK=1 \
    masks_pool:@tests/configurations/burst4.cfg,SCHEDULER=1,BANK_PLACES=4,FLIT_BITS=256,WRITE_MASK=1 \
    pair_frfcfs:@tests/configurations/tiny.cfg,SCHEDULER=2,QUEUE=16,PAIR=1,BANK_GROUPS=2,T_CCD_L=5,T_REFI=500,T_RFC=60 \
    pair_bfifo:@tests/configurations/tiny.cfg,SCHEDULER=1,PAIR=1,BANK_GROUPS=4,T_CCD_L=4 \
    pair_look:@tests/configurations/tiny.cfg,SCHEDULER=1,LOOKAHEAD=4,QUEUE=16,PAIR=1,BANK_GROUPS=2,T_CCD_L=3 \
    pair_pending:@tests/configurations/burst1.cfg,SCHEDULER=3,QUEUE=16,PAIR=1,BANK_GROUPS=2,T_CCD=2,T_CCD_L=7,T_REFI=300,T_RFC=20 \
    pair_fifo:@tests/configurations/tiny.cfg,SCHEDULER=0,PAIR=1,BANK_GROUPS=2,T_CCD_L=5 \
    each_bfifo:@tests/configurations/tiny.cfg,SCHEDULER=1,REFRESH=1,T_REFI=600,T_RFC_PB=60,T_RREFD=9,T_RP=4,T_RC=25,T_RAS=12,T_RCD=5 \
    each_frfcfs:@tests/configurations/tiny.cfg,SCHEDULER=2,QUEUE=16,REFRESH=1,T_REFI=500,T_RFC_PB=40,T_RREFD=4,T_RP=4,T_RC=25,T_RAS=12,T_RCD=5 \
    each_pair:@tests/configurations/tiny.cfg,SCHEDULER=2,QUEUE=16,PAIR=1,BANK_GROUPS=2,T_CCD_L=5,REFRESH=1,T_REFI=550,T_RFC_PB=45,T_RREFD=12,T_RP=4,T_RC=25,T_RAS=12,T_RCD=5 \
    each_bliss:@tests/configurations/tiny.cfg,SCHEDULER=4,BLISS_STREAK=1,BLISS_CLEAR=150,REFRESH=1,T_REFI=600,T_RFC_PB=100,T_RREFD=9,T_RP=4,T_RC=25,T_RAS=12,T_RCD=5 \
    each_fifo:@tests/configurations/burst1.cfg,SCHEDULER=0,REFRESH=1,T_REFI=100,T_RFC_PB=20,T_RREFD=2 \
    each_burst1:@tests/configurations/burst1.cfg,SCHEDULER=2,QUEUE=16,REFRESH=1,T_REFI=150,T_RFC_PB=30,T_RREFD=1 \
    groups_bfifo:@tests/configurations/tiny.cfg,SCHEDULER=1,GROUP_FIRST=1,BANK_GROUPS=2,T_CCD_L=3 \
    groups_frfcfs:@tests/configurations/banks16.cfg,SCHEDULER=2,GROUP_FIRST=1,BANK_GROUPS=4,T_CCD_L=4,FLIT_BITS=32 \
    groups_pair:@tests/configurations/tiny.cfg,SCHEDULER=2,QUEUE=16,GROUP_FIRST=1,PAIR=1,BANK_GROUPS=2,T_CCD_L=5 \
    groups_bliss:@tests/configurations/tiny.cfg,SCHEDULER=4,BLISS_STREAK=1,BLISS_CLEAR=150,GROUP_FIRST=1,BANK_GROUPS=4,T_CCD_L=2 \
    finer_fifo:@tests/configurations/tiny.cfg,SCHEDULER=0,BANK_GROUPS=2,T_CCD_L=3,T_RCD_WR=7,T_WTR_L=8,T_CCD_L_WR=5 \
    finer_bfifo:@tests/configurations/tiny.cfg,SCHEDULER=1,BANK_GROUPS=4,T_CCD_L=2,T_RCD_WR=3,T_WTR_L=12,T_CCD_L_WR=9,T_REFI=700,T_RFC=60 \
    finer_frfcfs:@tests/configurations/banks16.cfg,SCHEDULER=2,FLIT_BITS=32,BANK_GROUPS=4,T_CCD_L=3,T_RCD_WR=9,T_WTR_L=9,T_CCD_L_WR=6 \
    finer_pair:@tests/configurations/tiny.cfg,SCHEDULER=2,QUEUE=16,PAIR=1,GROUP_FIRST=1,BANK_GROUPS=2,T_CCD_L=5,T_RCD_WR=4,T_WTR_L=9,T_CCD_L_WR=8,REFRESH=1,T_REFI=700,T_RFC_PB=70,T_RREFD=12,T_RP=4,T_RC=25,T_RAS=12,T_RCD=5 \
    finer_pair_4:@tests/configurations/burst1.cfg,SCHEDULER=1,QUEUE=16,PAIR=1,BANK_GROUPS=2,T_CCD=2,T_CCD_L=4,T_RAS=5,T_RCD=3,T_RC=6,T_RCD_WR=1,T_WTR_L=4,T_CCD_L_WR=7 \
    finer_bliss:@tests/configurations/tiny.cfg,SCHEDULER=4,BLISS_STREAK=1,BLISS_CLEAR=150,BANK_GROUPS=2,T_CCD_L=3,T_RCD_WR=7,T_WTR_L=8,T_CCD_L_WR=5 \
    wires_fifo:@tests/configurations/tiny.cfg,SCHEDULER=0,HEADER_WIRES=1 \
    wires_bfifo:@tests/configurations/gddr5.cfg,SCHEDULER=1,FLIT_BITS=16,SMS=2,TAG_BITS=6,HEADER_WIRES=1 \
    wires_frfcfs:@tests/configurations/default.cfg,SCHEDULER=2,CHIPS=4,HEADER_WIRES=1 \
    wires_masks:@tests/configurations/banks16.cfg,SCHEDULER=2,FLIT_BITS=16,WRITE_MASK=1,HEADER_WIRES=1 \
    wires_pair:@tests/configurations/tiny.cfg,SCHEDULER=2,QUEUE=16,PAIR=1,BANK_GROUPS=2,T_CCD_L=5,WRITE_MASK=1,HEADER_WIRES=1 \
    wires_bliss:@tests/configurations/tiny.cfg,SCHEDULER=4,BLISS_STREAK=1,BLISS_CLEAR=150,HEADER_WIRES=1 \
    gddr5_frfcfs:@tests/configurations/gddr5.cfg,SCHEDULER=2,T_REFI=1500,T_RFC=100,FLIT_BITS=32

COSIM_BENCHES += bank_timing
bank_timing_top            = rs_bank_timing
bank_timing_rtl            = rtl/dram/rs_bank_timing.v
bank_timing_source         = tb/dram/bank_timing_cosim.cpp
bank_timing_twin           = cmodel/config.c cmodel/config_finish.c cmodel/config_nodes.c $(wildcard cmodel/common/*.c cmodel/dram/*.c cmodel/network/*.c) \
    cmodel/observe/timing_checker.c
bank_timing_quick          = ones groups long_ras refresh_one finer_least
bank_timing_configurations = \
    gddr3:BANKS=4,ROW_BITS=12,BURST_CYCLES=2,T_CCD=2,T_RRD=8,T_RAS=21,T_RCD=12,T_RC=34,T_WTR=5,T_RP=13,WL=4,T_WR=10,T_RTP=2,T_RTW=9 \
    gddr5:BANKS=16,ROW_BITS=13,BURST_CYCLES=2,T_CCD=2,T_RRD=6,T_RAS=28,T_RCD=12,T_RC=40,T_WTR=5,T_RP=12,WL=4,T_WR=12,T_RTP=2,T_RTW=12 \
    ones:BANKS=2,ROW_BITS=1,BURST_CYCLES=1,T_CCD=1,T_RRD=1,T_RAS=1,T_RCD=1,T_RC=1,T_WTR=1,T_RP=1,WL=1,T_WR=1,T_RTP=1,T_RTW=1 \
    odd:BANKS=8,ROW_BITS=5,BURST_CYCLES=4,T_CCD=3,T_RRD=9,T_RAS=11,T_RCD=5,T_RC=33,T_WTR=1,T_RP=7,WL=9,T_WR=3,T_RTP=11,T_RTW=4 \
    long:BANKS=4,ROW_BITS=7,BURST_CYCLES=8,T_CCD=31,T_RRD=63,T_RAS=127,T_RCD=63,T_RC=127,T_WTR=31,T_RP=63,WL=31,T_WR=63,T_RTP=31,T_RTW=63 \
    groups:BANKS=16,ROW_BITS=12,BURST_CYCLES=2,T_CCD=2,T_RRD=6,T_RAS=28,T_RCD=12,T_RC=40,T_WTR=5,T_RP=12,WL=4,T_WR=12,T_RTP=2,T_RTW=12,T_FAW=33,BANK_GROUPS=4,T_CCD_L=3,T_RFC=60 \
    long_groups:BANKS=4,ROW_BITS=3,BURST_CYCLES=1,T_CCD=1,T_RRD=2,T_RAS=7,T_RCD=3,T_RC=9,T_WTR=2,T_RP=2,WL=2,T_WR=2,T_RTP=1,T_RTW=4,T_FAW=20,BANK_GROUPS=2,T_CCD_L=9,T_RFC=5 \
    refresh_rc:BANKS=2,ROW_BITS=2,BURST_CYCLES=1,T_CCD=1,T_RRD=3,T_RAS=5,T_RCD=3,T_RC=11,T_WTR=2,T_RP=3,WL=1,T_WR=2,T_RTP=1,T_RTW=2,T_RFC=6 \
    refresh_one:BANKS=4,ROW_BITS=2,BURST_CYCLES=1,T_CCD=1,T_RRD=3,T_RAS=5,T_RCD=3,T_RC=9,T_WTR=2,T_RP=3,WL=1,T_WR=2,T_RTP=1,T_RTW=2,T_FAW=16,REFRESH=1,T_RFC_PB=21,T_RREFD=7 \
    refresh_one_rc:BANKS=2,ROW_BITS=2,BURST_CYCLES=1,T_CCD=1,T_RRD=4,T_RAS=5,T_RCD=3,T_RC=11,T_WTR=2,T_RP=3,WL=1,T_WR=2,T_RTP=1,T_RTW=2,REFRESH=1,T_RFC_PB=6,T_RREFD=2 \
    long_ras:BANKS=4,ROW_BITS=3,BURST_CYCLES=1,T_CCD=1,T_RRD=3,T_RAS=17,T_RCD=4,T_RC=22,T_WTR=1,T_RP=6,WL=1,T_WR=1,T_RTP=6,T_RTW=2 \
    finer:BANKS=16,ROW_BITS=12,BURST_CYCLES=2,T_CCD=2,T_RRD=6,T_RAS=28,T_RCD=12,T_RC=40,T_WTR=5,T_RP=12,WL=4,T_WR=12,T_RTP=2,T_RTW=12,T_FAW=33,BANK_GROUPS=4,T_CCD_L=3,T_RCD_WR=8,T_WTR_L=9,T_CCD_L_WR=6,T_RFC=60 \
    finer_least:BANKS=4,ROW_BITS=3,BURST_CYCLES=1,T_CCD=1,T_RRD=2,T_RAS=9,T_RCD=6,T_RC=11,T_WTR=2,T_RP=2,WL=2,T_WR=2,T_RTP=1,T_RTW=4,BANK_GROUPS=2,T_CCD_L=1,T_RCD_WR=1,T_WTR_L=3,T_CCD_L_WR=2 \
    finer_keeps:BANKS=4,ROW_BITS=3,BURST_CYCLES=1,T_CCD=1,T_RRD=3,T_RAS=17,T_RCD=14,T_RC=22,T_WTR=10,T_RP=6,WL=1,T_WR=1,T_RTP=2,T_RTW=2,BANK_GROUPS=2,T_CCD_L=4,T_RCD_WR=2,T_WTR_L=11,T_CCD_L_WR=40 \
    finer_one_group:BANKS=4,ROW_BITS=3,BURST_CYCLES=2,T_CCD=2,T_RRD=3,T_RAS=9,T_RCD=8,T_RC=18,T_WTR=2,T_RP=5,WL=3,T_WR=9,T_RTP=2,T_RTW=5,BANK_GROUPS=1,T_CCD_L=1,T_RCD_WR=5,T_WTR_L=30,T_CCD_L_WR=40

# Masks in decimal; the bench holds the mask strings that mean them.
COSIM_BENCHES += address_map
address_map_top            = rs_address_map
address_map_rtl            = rtl/dram/rs_address_map.v
address_map_source         = tb/dram/address_map_cosim.cpp
address_map_twin           = cmodel/dram/address_map.c cmodel/common/error.c
address_map_quick          = default letters4 rows2
address_map_configurations = \
    default:ADDRESS_BITS=29,CHANNEL_MASK=1792,BANK_MASK=12288,ROW_MASK=536739840,COLUMN_MASK=116928,BANK_XOR=0 \
    bits31:ADDRESS_BITS=31,CHANNEL_MASK=0,BANK_MASK=30720,ROW_MASK=2146959360,COLUMN_MASK=493504,BANK_XOR=1 \
    letters8:ADDRESS_BITS=24,CHANNEL_MASK=8396864,BANK_MASK=17920,ROW_MASK=8355840,COLUMN_MASK=6528,BANK_XOR=0 \
    letters4:ADDRESS_BITS=16,CHANNEL_MASK=8256,BANK_MASK=16896,ROW_MASK=35072,COLUMN_MASK=5248,BANK_XOR=1 \
    rows2:ADDRESS_BITS=14,CHANNEL_MASK=0,BANK_MASK=1792,ROW_MASK=2048,COLUMN_MASK=12480,BANK_XOR=1 \
    channels32:ADDRESS_BITS=27,CHANNEL_MASK=126976,BANK_MASK=100663360,ROW_MASK=33423360,COLUMN_MASK=3968,BANK_XOR=0

COSIM_BENCHES += bank_credits
bank_credits_top            = rs_bank_credits
bank_credits_rtl            = rtl/dram/rs_bank_credits.v
bank_credits_source         = tb/dram/bank_credits_cosim.cpp
bank_credits_twin           = cmodel/config.c cmodel/config_finish.c cmodel/config_nodes.c $(wildcard cmodel/common/*.c cmodel/dram/*.c cmodel/network/*.c)
bank_credits_configurations = \
    one:QUEUE=4,BANKS=4,PLACES=1 \
    split:QUEUE=8,BANKS=4,PLACES=2 \
    pool:QUEUE=8,BANKS=2,PLACES=6 \
    whole:QUEUE=8,BANKS=4,PLACES=8 \
    wide:QUEUE=64,BANKS=16,PLACES=16
