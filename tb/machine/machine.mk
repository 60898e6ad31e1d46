# The whole memory path; tb/tb.mk says what the lines mean.
COSIM_BENCHES += path
path_top    = rs_memory_path
path_rtl    = $(sort $(wildcard rtl/*/*.v))
path_source = tb/machine/path_cosim.cpp
path_twin   = $(RS_MODEL_SOURCES)
path_quick  = tiny_bfifo tiny_vc2
path_configurations = \
    tiny_fifo:@tests/configurations/tiny.cfg,SCHEDULER=0 \
    tiny_bfifo:@tests/configurations/tiny.cfg,SCHEDULER=1 \
    tiny_frfcfs:@tests/configurations/tiny.cfg,SCHEDULER=2 \
    tiny_vc2:@tests/configurations/tiny.cfg,SCHEDULER=1,VCS=2,ITERATIONS=2 \
    tiny_vc4:@tests/configurations/tiny.cfg,SCHEDULER=2,VCS=4 \
    tiny_xor:@tests/configurations/tiny.cfg,SCHEDULER=1,BANK_XOR=1 \
    vc2_xor:@tests/configurations/tiny.cfg,SCHEDULER=1,VCS=2,BANK_XOR=1 \
    tiny_super:@tests/configurations/tiny.cfg,SCHEDULER=1,SUPERPACKET=3 \
    vc2_super:@tests/configurations/tiny.cfg,SCHEDULER=2,VCS=2,SUPERPACKET=2,WRITE_MASK=1 \
    mesh_super:@tests/configurations/tiny.cfg,SCHEDULER=1,NETWORK=1,MESH_COLUMNS=3,SUPERPACKET=4,LINK_STAGES=1 \
    tiny_mesh:@tests/configurations/tiny.cfg,SCHEDULER=1,NETWORK=1,MESH_COLUMNS=3 \
    tiny_ring:@tests/configurations/tiny.cfg,SCHEDULER=2,NETWORK=2,VCS=2,LINK_STAGES=2 \
    default_mesh:@tests/configurations/default.cfg,SCHEDULER=1,NETWORK=1,FLIT_BITS=32 \
    default_ring:@tests/configurations/default.cfg,SCHEDULER=1,NETWORK=2,VCS=2,FLIT_BITS=32 \
    tiny_islip:@tests/configurations/tiny.cfg,SCHEDULER=1,ALLOCATOR=1 \
    vc2_wavefront:@tests/configurations/tiny.cfg,SCHEDULER=1,ALLOCATOR=2,VCS=2 \
    default_islip:@tests/configurations/default.cfg,SCHEDULER=1,ALLOCATOR=1,VCS=4 \
    default_wavefront:@tests/configurations/default.cfg,SCHEDULER=1,ALLOCATOR=2 \
    tiny_sjf:@tests/configurations/tiny.cfg,SCHEDULER=1,ALLOCATOR=3 \
    sjf_l2:@tests/configurations/tiny.cfg,FLIT_BITS=256,TAG_BITS=6,ALLOCATOR=3,L2=1,L2_SETS=2,L2_WAYS=2,L2_MISSES=8,L2_WAITERS=9,L2_LATENCY=3 \
    deep_sjf:@tests/configurations/tiny.cfg,SMS=2,CHANNELS=4,QUEUE=64,SCHEDULER=0,ALLOCATOR=3 \
    default_sjf:@tests/configurations/default.cfg,SCHEDULER=1,ALLOCATOR=3,FLIT_BITS=32 \
    tiny_groups:@tests/configurations/tiny.cfg,SCHEDULER=2,GROUP_FIRST=1,BANK_GROUPS=4,T_CCD_L=3 \
    tiny_pair:@tests/configurations/tiny.cfg,SCHEDULER=2,PAIR=1,BANK_GROUPS=2,T_CCD_L=5 \
    tiny_finer:@tests/configurations/tiny.cfg,SCHEDULER=1,BANK_GROUPS=2,T_CCD_L=3,T_RCD_WR=7,T_WTR_L=8,T_CCD_L_WR=5 \
    tiny_each:@tests/configurations/tiny.cfg,SCHEDULER=2,QUEUE=16,REFRESH=1,T_REFI=500,T_RFC_PB=40,T_RREFD=4,T_RP=4,T_RC=25,T_RAS=12,T_RCD=5 \
    tiny_wires:@tests/configurations/tiny.cfg,SCHEDULER=1,HEADER_WIRES=1 \
    vc2_wires:@tests/configurations/tiny.cfg,SCHEDULER=2,VCS=2,FLIT_BITS=64,WRITE_MASK=1,SUPERPACKET=3,HEADER_WIRES=1 \
    mesh_wires:@tests/configurations/tiny.cfg,SCHEDULER=1,NETWORK=1,MESH_COLUMNS=3,HEADER_WIRES=1 \
    default_wires:@tests/configurations/default.cfg,SCHEDULER=2,CHIPS=4,HEADER_WIRES=1 \
    tiny_bliss:@tests/configurations/tiny.cfg,SCHEDULER=4,BLISS_STREAK=1,BLISS_CLEAR=400 \
    vc2_bliss:@tests/configurations/tiny.cfg,SCHEDULER=4,VCS=2,BLISS_STREAK=2,BLISS_CLEAR=1000 \
    sms66:@tests/configurations/tiny.cfg,SMS=66,SCHEDULER=1 \
    banks8_bfifo:@tests/configurations/banks8.cfg,SCHEDULER=1 \
    banks16_frfcfs:@tests/configurations/banks16.cfg,SCHEDULER=2,BANK_GROUPS=4,T_FAW=30,T_REFI=1500,T_RFC=100 \
    burst1_bfifo:@tests/configurations/burst1.cfg,SCHEDULER=1,BANK_GROUPS=2,T_CCD_L=4 \
    burst4_fifo:@tests/configurations/burst4.cfg,SCHEDULER=0,T_REFI=1500,T_RFC=60 \
    look2_bfifo:@tests/configurations/tiny.cfg,SCHEDULER=1,LOOKAHEAD=8,T_REFI=1500,T_RFC=60 \
    pool4_bfifo:@tests/configurations/tiny.cfg,SCHEDULER=1,LOOKAHEAD=4,BANK_PLACES=8 \
    look4_bfifo:@tests/configurations/tiny.cfg,SCHEDULER=1,LOOKAHEAD=4,QUEUE=32,T_FAW=45 \
    tiny_masks:@tests/configurations/tiny.cfg,SCHEDULER=2,FLIT_BITS=64,WRITE_MASK=1 \
    vc2_masks:@tests/configurations/tiny.cfg,SCHEDULER=1,VCS=2,FLIT_BITS=16,WRITE_MASK=1 \
    most_pending:@tests/configurations/banks8.cfg,SCHEDULER=3,QUEUE=16,T_REFI=1500,T_RFC=60 \
    tiny_l2:@tests/configurations/tiny.cfg,FLIT_BITS=256,L2=1,L2_SETS=2,L2_WAYS=2,L2_QUEUE=3,L2_MISSES=3,L2_WAITERS=5,L2_REPLIES=2,L2_DRAM=3,L2_LATENCY=2 \
    wires_l2:@tests/configurations/tiny.cfg,FLIT_BITS=256,VCS=2,HEADER_WIRES=1,L2=1,L2_SETS=4,L2_WAYS=2,L2_MISSES=8,L2_WAITERS=9,L2_WRITE=1,L2_LATENCY=5 \
    vc2_l2:@tests/configurations/tiny.cfg,FLIT_BITS=256,VCS=2,L2=1,L2_SETS=4,L2_WAYS=2,L2_MISSES=8,L2_WAITERS=9,L2_WRITE=1,L2_LATENCY=5 \
    default_l2:@tests/configurations/default.cfg,L2=1,L2_SETS=8 \
    default_fifo:@tests/configurations/default.cfg,SCHEDULER=0 \
    default_bfifo:@tests/configurations/default.cfg,SCHEDULER=1 \
    default_frfcfs:@tests/configurations/default.cfg,SCHEDULER=2

COSIM_FULL_BENCHES += path_wide
path_wide_top    = $(path_top)
path_wide_rtl    = $(path_rtl)
path_wide_source = $(path_source)
path_wide_twin   = $(path_twin)
path_wide_configurations = \
    fifo:@tests/configurations/wide.cfg,SCHEDULER=0 \
    bfifo:@tests/configurations/wide.cfg,SCHEDULER=1 \
    frfcfs:@tests/configurations/wide.cfg,SCHEDULER=2 \
    masks:@tests/configurations/default.cfg,SCHEDULER=1,WRITE_MASK=1

# The path with a slave at each port. Address maps are the configuration's for that number of controllers.
COSIM_BENCHES += axi4_memory
axi4_memory_top    = rs_axi4_memory
axi4_memory_rtl    = $(path_rtl)
axi4_memory_source = tb/machine/axi4_memory_cosim.cpp
axi4_memory_twin   = $(RS_MODEL_SOURCES)
axi4_memory_quick  = 2x2
axi4_memory_map1   = CHANNELS=1,ADDRESS_BITS=26,CHANNEL_MASK=0,BANK_MASK=1536,ROW_MASK=67092480,COLUMN_MASK=14784
axi4_memory_map2   = CHANNELS=2,ADDRESS_BITS=27,CHANNEL_MASK=256,BANK_MASK=3072,ROW_MASK=134184960,COLUMN_MASK=29376
axi4_memory_map8   = CHANNELS=8,ADDRESS_BITS=29,CHANNEL_MASK=1792,BANK_MASK=12288,ROW_MASK=536739840,COLUMN_MASK=116928
axi4_memory_small  = REQUEST_DEPTH=4,REPLY_DEPTH=4,QUEUE=8,REPLY_SLOTS=4,AXI_BITS=32,AXI_ID_BITS=3
axi4_memory_no_l2  = L2=0,L2_SETS=128,L2_WAYS=16,L2_QUEUE=16,L2_MISSES=64,L2_WAITERS=256,L2_LATENCY=38
axi4_memory_l2     = L2=1,L2_SETS=4,L2_WAYS=2,L2_QUEUE=4,L2_MISSES=4,L2_WAITERS=6,L2_LATENCY=3
axi4_memory_configurations = \
    1x1:PORTS=1,BEAT_BYTES=4,WRITES=1,READS=1,LINES=2,TAGS=1,VCS=1,SCHEDULER=0,$(axi4_memory_map1),$(axi4_memory_small),$(axi4_memory_no_l2) \
    2x2:PORTS=2,BEAT_BYTES=8,WRITES=2,READS=2,LINES=4,TAGS=5,VCS=1,SCHEDULER=1,$(axi4_memory_map2),$(axi4_memory_small),$(axi4_memory_no_l2) \
    3x2l2:PORTS=3,BEAT_BYTES=16,WRITES=2,READS=2,LINES=4,TAGS=4,VCS=1,SCHEDULER=1,$(axi4_memory_map2),$(axi4_memory_small),$(axi4_memory_l2) \
    4x2vc:PORTS=4,BEAT_BYTES=64,WRITES=3,READS=5,LINES=8,TAGS=8,VCS=2,SCHEDULER=2,$(axi4_memory_map2),$(axi4_memory_small),$(axi4_memory_no_l2) \
    default:PORTS=4,BEAT_BYTES=8,WRITES=4,READS=4,LINES=16,TAGS=16,VCS=1,SCHEDULER=1,$(axi4_memory_map8),REQUEST_DEPTH=8,REPLY_DEPTH=8,QUEUE=32,REPLY_SLOTS=16,AXI_BITS=32,AXI_ID_BITS=4,$(axi4_memory_no_l2)

# Gate level: the same bench on netlists of fpga/netlist.sh.
COSIM_NETLIST_BENCHES += path_gates
path_gates_top       = $(path_top)
path_gates_rtl       = $(path_rtl)
path_gates_source    = $(path_source)
path_gates_twin      = $(path_twin)
path_gates_verilator = --output-split 20000 --output-split-cfuncs 200
path_gates_optimize  = -O1
path_gates_configurations = 4x2:@tests/configurations/tiny.cfg,FLIT_BITS=8 28x8:@tests/configurations/default.cfg,FLIT_BITS=8

# The machine with the SMs' memory sides: side by side, and Verilated apart, once for all of them (tb/hierarchical.sh).
gpu_memory_top       = rs_gpu_memory
gpu_memory_rtl       = $(path_rtl)
gpu_memory_source    = tb/machine/gpu_memory_cosim.cpp
gpu_memory_twin      = $(path_twin)
# $(call gpu_memory_bench,BENCH): the same for another one
define gpu_memory_bench
$(foreach word,top rtl source twin,$(eval $1_$(word) = $(gpu_memory_$(word))))
$(eval $1_hierarchical = yes)
endef
COSIM_BENCHES += gpu_memory gpu_memory_apart
gpu_memory_quick     = none
gpu_memory_configurations = \
    1x1:@tests/configurations/sm_small.cfg,SMS=1,CHANNELS=1,SCHEDULER=0 \
    1x1super:@tests/configurations/sm_small.cfg,SMS=1,CHANNELS=1,SUPERPACKET=3 \
    2x2:@tests/configurations/sm_small.cfg,L1_CACHE=1 \
    2x2wires:@tests/configurations/sm_small.cfg,L1_CACHE=1,HEADER_WIRES=1 \
    2x2l2wires:@tests/configurations/sm_small.cfg,L1_CACHE=1,HEADER_WIRES=1,L2=1,ATOMICS=2,L2_SETS=2,L2_WAYS=2,L2_QUEUE=4,L2_MISSES=4,L2_WAITERS=6,L2_REPLIES=3,L2_DRAM=4,L2_LATENCY=3 \
    2x2l2:@tests/configurations/sm_small.cfg,L1_CACHE=1,L2=1,ATOMICS=2,L2_SETS=2,L2_WAYS=2,L2_QUEUE=4,L2_MISSES=4,L2_WAITERS=6,L2_REPLIES=3,L2_DRAM=4,L2_LATENCY=3
$(call gpu_memory_bench,gpu_memory_apart)
gpu_memory_apart_quick = none
gpu_memory_apart_configurations = \
    4x2prt:@tests/configurations/sm_small.cfg,SMS=4,L1_CACHE=1,MISS_TABLE=1,LINE_BYTES=64,SCHEDULER=2

COSIM_FULL_BENCHES += gpu_memory_wide
$(call gpu_memory_bench,gpu_memory_wide)
gpu_memory_wide_verilator      = --output-split-cfuncs 200
gpu_memory_wide_arguments      = --cycles 30000
gpu_memory_wide_configurations = 28x8:@tests/configurations/default.cfg,LINE_BYTES=128,MISS_SLOT=0

COSIM_BENCHES += cta_dispatch
cta_dispatch_top            = rs_cta_dispatch
cta_dispatch_rtl            = rtl/machine/rs_cta_dispatch.v $(parts_rtl)
cta_dispatch_source         = tb/machine/cta_dispatch_cosim.cpp
cta_dispatch_twin           = cmodel/machine/cta_dispatch.c
cta_dispatch_quick          = 3x2
cta_dispatch_configurations = \
    1x1:SMS=1,SM_CTAS=1 \
    1x5:SMS=1,SM_CTAS=5 \
    3x2:SMS=3,SM_CTAS=2 \
    5x3:SMS=5,SM_CTAS=3 \
    4x1:SMS=4,SM_CTAS=1 \
    default:SMS=28,SM_CTAS=4 \
    wide:SMS=64,SM_CTAS=8

# The whole machine, on kernels.
COSIM_BENCHES += gpu
gpu_top       = rs_gpu
gpu_rtl       = $(path_rtl)
gpu_source    = tb/machine/gpu_cosim.cpp
gpu_twin      = $(path_twin)
gpu_hierarchical = yes
gpu_arguments = --cycles 8000
gpu_quick     = one
gpu_configurations = \
    one:@tests/configurations/gpu_small.cfg,SMS=1,CHANNELS=1,WARPS=8,SM_CTAS=2,WARP_BITS=3,ISSUE_CYCLES=1,WARP_GAP=1,ALU_INTERVAL=1,SCRATCHPAD_BANKS=8 \
    thesis:@tests/configurations/gpu_small.cfg \
    wires:@tests/configurations/gpu_small.cfg,HEADER_WIRES=1 \
    patterns:@tests/configurations/gpu_small.cfg,WARP_ORDER=GTO,ISSUE_CYCLES=1,WARP_GAP=1,ALU_LATENCY=6,SFU_LATENCY=20,BRANCH_LATENCY=6,ALU_INTERVAL=1,SFU_INTERVAL=8,WORDS_DELAY=9,BLOCKING=0 \
    stalls:@tests/configurations/gpu_small.cfg,WARP_SCHEDULERS=2,WARP_ORDER=GTO,ISSUE_CYCLES=1,WARP_GAP=1,ALU_LATENCY=6,SFU_LATENCY=20,BRANCH_LATENCY=6,ALU_INTERVAL=1,SFU_INTERVAL=8,LOADS_A_WARP=4,BLOCKING=0,LINE_BYTES=64 \
    l2:@tests/configurations/gpu_small.cfg,WARPS=8,SM_CTAS=1,WARP_BITS=3,WARP_SCHEDULERS=2,WARP_ORDER=GTO,ISSUE_CYCLES=1,WARP_GAP=1,ALU_LATENCY=6,SFU_LATENCY=20,BRANCH_LATENCY=6,ALU_INTERVAL=1,SFU_INTERVAL=8,LOADS_A_WARP=4,BLOCKING=0,LINE_BYTES=64,L2=1,L2_SETS=8,L2_WAYS=2,L2_WRITE=THROUGH,ATOMICS=2

# The same for longer, each kernel to its end (a bin for each), most of them several times: 105000 cycles a case and what is left of its
# first run then, 1.3 * 10^7 cycles in all. THESIS' own kernels are in `thesis` alone. With ATOMICS = 2 and GTO schedulers warps of uts and utsd
# starve, of which the model tells: so l2 has as many places as warps here, and a library of its own.
COSIM_FULL_BENCHES += gpu_long
$(foreach word,top rtl source twin hierarchical,$(eval gpu_long_$(word) = $(gpu_$(word))))
gpu_long_optimize  = -O1 -DRTL_TO_THE_END
gpu_long_shared    = one thesis patterns stalls
gpu_long_configurations = $(filter $(gpu_long_shared:=:%),$(gpu_configurations)) \
    $(patsubst %$(comma)ATOMICS=2,%$(comma)ATOMICS=8,$(filter l2:%,$(gpu_configurations)))
gpu_long_library   = $(foreach name,$(gpu_long_shared),$(name):gpu-$(name))
gpu_long_arguments = --cycles 105000

# The controller with an AXI4 slave, with a power-up that is short: GDDR3 without ECC; GDDR3 with it; DDR3 with it and a PHY that takes its time.
axi4_controller_keys = SCHEDULER QUEUE REPLY_SLOTS ADDRESS_BITS BANK_MASK ROW_MASK COLUMN_MASK LOOKAHEAD COLUMNS BURST_CYCLES T_CCD T_RRD T_RAS T_RCD \
    T_RC T_WTR T_RP WL T_WR T_RTP T_RTW T_FAW BANK_GROUPS T_CCD_L T_RCD_WR T_WTR_L T_CCD_L_WR T_REFI T_RFC PAIR GROUP_FIRST
axi4_controller_power_up = T_RESET=11 T_CKE=7 T_XPR=9 T_MRD=5 T_MOD=12 T_ZQINIT=17 T_DLLK=33 T_ODT_ON=0 COUNT_BITS=4 AXI_BITS=32 AXI_ID_BITS=3
axi4_controller_gddr3 = DRAM=0 CL=9 T_PHY_WRLAT=3 T_PHY_WRDATA=1 T_RDDATA_EN=7 T_PHY_RDLAT=4 T_PHY_RDLAT_MIN=4 ODT_CYCLES=0 $(axi4_controller_power_up)
axi4_controller_ddr3 = DRAM=1 CL=7 T_PHY_WRLAT=5 T_PHY_WRDATA=1 T_RDDATA_EN=5 T_PHY_RDLAT=8 T_PHY_RDLAT_MIN=2 ODT_CYCLES=6 $(axi4_controller_power_up)
axi4_controller_map = SMS=1,CHANNELS=1,FLIT_BITS=256,HEADER_WIRES=1
axi4_controller_all_rtl = rtl/machine/rs_axi4_controller.v $(wildcard rtl/port/*.v rtl/dfi/*.v rtl/dram/*.v rtl/common/*.v) rtl/sm/rs_sm_port.v
axi4_controller_all_twin = cmodel/port/axi4_port.c cmodel/port/partial_write.c cmodel/machine/axi4_controller.c cmodel/sm/sm_port.c $(wildcard cmodel/dfi/*.c) \
    $(dram_controller_twin)

COSIM_BENCHES += axi4_controller
axi4_controller_sizes      = BEAT_BYTES=8 WRITES=2 READS=3 LINES=4 TAGS=5 MERGES=1 ECC=0 $(axi4_controller_gddr3)
axi4_controller_top        = rs_axi4_controller
axi4_controller_rtl        = $(axi4_controller_all_rtl)
axi4_controller_parameters = $(axi4_controller_keys)
axi4_controller_source     = tb/machine/axi4_controller_cosim.cpp
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
axi4_controller_ecc_source     = tb/machine/axi4_controller_cosim.cpp
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
axi4_controller_ddr3_source     = tb/machine/axi4_controller_cosim.cpp
axi4_controller_ddr3_twin       = $(axi4_controller_all_twin)
axi4_controller_ddr3_verilator  = $(addprefix -G,$(axi4_controller_ddr3_sizes))
axi4_controller_ddr3_optimize   = -O1 $(addprefix -DRTL_,$(axi4_controller_ddr3_sizes)) -DRTL_ADDRESS_BITS=26
axi4_controller_ddr3_quick      = none
axi4_controller_ddr3_configurations = \
    banked:@tests/configurations/burst4.cfg,$(axi4_controller_map),SCHEDULER=1,QUEUE=8
