# Benches of the network blocks; tb/tb.mk says what the lines mean.
allocator_rtl = rtl/network/rs_allocator.v rtl/network/rs_pim_allocator.v rtl/network/rs_islip_allocator.v rtl/network/rs_wavefront_allocator.v \
    rtl/common/rs_random_arbiter.v

COSIM_BENCHES += pim_allocator
pim_allocator_top            = rs_pim_allocator
pim_allocator_rtl            = rtl/network/rs_pim_allocator.v rtl/common/rs_random_arbiter.v $(parts_rtl)
pim_allocator_source         = tb/network/pim_allocator_cosim.cpp
pim_allocator_twin           = cmodel/network/pim_allocator.c cmodel/common/random_arbiter.c cmodel/common/lfsr.c
pim_allocator_quick          = 1x1 3x5 4x2i2
pim_allocator_configurations = 1x1:INPUTS=1,OUTPUTS=1,ITERATIONS=1,PICK=0 \
    3x5:INPUTS=3,OUTPUTS=5,ITERATIONS=3,PICK=0 3x5u:INPUTS=3,OUTPUTS=5,ITERATIONS=2,PICK=1 \
    7x1:INPUTS=7,OUTPUTS=1,ITERATIONS=1,PICK=0 6x7i4:INPUTS=6,OUTPUTS=7,ITERATIONS=4,PICK=0 \
    4x2:INPUTS=4,OUTPUTS=2,ITERATIONS=1,PICK=0 4x2i2:INPUTS=4,OUTPUTS=2,ITERATIONS=2,PICK=0 \
    28x8:INPUTS=28,OUTPUTS=8,ITERATIONS=1,PICK=0 28x8ui2:INPUTS=28,OUTPUTS=8,ITERATIONS=2,PICK=1 \
    8x28i3:INPUTS=8,OUTPUTS=28,ITERATIONS=3,PICK=0 \
    64x16:INPUTS=64,OUTPUTS=16,ITERATIONS=1,PICK=0

COSIM_BENCHES += hold_grant
hold_grant_top            = hold_grant_bench
hold_grant_rtl            = tb/network/hold_grant_bench.v rtl/network/rs_hold_grant.v rtl/network/rs_row_hash.v rtl/network/rs_pim_allocator.v \
    rtl/common/rs_random_arbiter.v rtl/common/rs_compare.v $(parts_rtl)
hold_grant_source         = tb/network/hold_grant_cosim.cpp
hold_grant_twin           = cmodel/network/hold_grant.c cmodel/network/pim_allocator.c cmodel/common/random_arbiter.c \
    cmodel/common/lfsr.c
hold_grant_verilator      = --unroll-count 8
hold_grant_quick          = 1x5 4x2
hold_grant_configurations = \
    1x5:INPUTS=1,OUTPUTS=5,BANKS=3,ROW_BITS=5,HASH_WIDTH=5,KEYS=1,ITERATIONS=1,PICK=1 \
    7x1:INPUTS=7,OUTPUTS=1,BANKS=2,ROW_BITS=6,HASH_WIDTH=3,KEYS=1,ITERATIONS=1,PICK=0 \
    3x5:INPUTS=3,OUTPUTS=5,BANKS=4,ROW_BITS=20,HASH_WIDTH=16,KEYS=5,ITERATIONS=2,PICK=1 \
    4x2:INPUTS=4,OUTPUTS=2,BANKS=4,ROW_BITS=12,HASH_WIDTH=12,KEYS=1,ITERATIONS=1,PICK=0 \
    28x8:INPUTS=28,OUTPUTS=8,BANKS=4,ROW_BITS=12,HASH_WIDTH=12,KEYS=1,ITERATIONS=1,PICK=0 \
    64x16:INPUTS=64,OUTPUTS=16,BANKS=4,ROW_BITS=12,HASH_WIDTH=12,KEYS=1,ITERATIONS=1,PICK=0

COSIM_BENCHES += crossbar
crossbar_top            = crossbar_bench
crossbar_rtl            = tb/network/crossbar_bench.v rtl/network/rs_crossbar.v rtl/network/rs_vc_crossbar.v rtl/network/rs_hold_grant.v rtl/network/rs_row_hash.v rtl/network/rs_hold_arbiters.v \
    rtl/network/rs_sjf_allocator.v \
    $(allocator_rtl) rtl/common/rs_compare.v rtl/common/rs_fifo.v rtl/common/rs_front_fifo.v rtl/common/rs_lfsr.v $(parts_rtl)
crossbar_source         = tb/network/crossbar_cosim.cpp
crossbar_twin           = cmodel/network/crossbar.c cmodel/network/crossbar_life.c cmodel/network/hold_grant.c cmodel/network/pim_allocator.c \
    cmodel/network/islip_allocator.c cmodel/network/wavefront_allocator.c cmodel/network/sjf_allocator.c cmodel/common/random_arbiter.c cmodel/common/lfsr.c
crossbar_verilator      = --unroll-count 8
crossbar_quick          = 1x1 4x2 4x2v2 4x2fixed
crossbar_configurations = \
    1x1:INPUTS=1,OUTPUTS=1,INPUT_DEPTH=1,OUTPUT_DEPTH=2,ALLOCATOR=0,ITERATIONS=1,PICK=0,HOLD=1,VCS=1 \
    4x2:INPUTS=4,OUTPUTS=2,INPUT_DEPTH=1,OUTPUT_DEPTH=1,ALLOCATOR=0,ITERATIONS=1,PICK=0,HOLD=1,VCS=1 \
    4x2v2:INPUTS=4,OUTPUTS=2,INPUT_DEPTH=3,OUTPUT_DEPTH=2,ALLOCATOR=0,ITERATIONS=1,PICK=0,HOLD=1,VCS=2 \
    3x5v4:INPUTS=3,OUTPUTS=5,INPUT_DEPTH=1,OUTPUT_DEPTH=1,ALLOCATOR=0,ITERATIONS=2,PICK=1,HOLD=1,VCS=4 \
    4x2fixed:INPUTS=4,OUTPUTS=2,INPUT_DEPTH=2,OUTPUT_DEPTH=1,ALLOCATOR=0,ITERATIONS=1,PICK=0,HOLD=1,HOLD_FIXED=98579,VCS=1 \
    4x2fixed_islip:INPUTS=4,OUTPUTS=2,INPUT_DEPTH=2,OUTPUT_DEPTH=1,ALLOCATOR=1,ITERATIONS=1,PICK=0,HOLD=1,HOLD_FIXED=65669,VCS=1 \
    4x2fixed_v2:INPUTS=4,OUTPUTS=2,INPUT_DEPTH=2,OUTPUT_DEPTH=1,ALLOCATOR=0,ITERATIONS=1,PICK=0,HOLD=1,HOLD_FIXED=66054,VCS=2 \
    28x8:INPUTS=28,OUTPUTS=8,INPUT_DEPTH=8,OUTPUT_DEPTH=2,ALLOCATOR=0,ITERATIONS=1,PICK=0,HOLD=1,VCS=1 \
    64x16:INPUTS=64,OUTPUTS=16,INPUT_DEPTH=4,OUTPUT_DEPTH=2,ALLOCATOR=0,ITERATIONS=1,PICK=0,HOLD=1,VCS=1 \
    8x28:INPUTS=8,OUTPUTS=28,INPUT_DEPTH=4,OUTPUT_DEPTH=2,ALLOCATOR=0,ITERATIONS=1,PICK=0,HOLD=0,VCS=1 \
    4x2islip:INPUTS=4,OUTPUTS=2,INPUT_DEPTH=2,OUTPUT_DEPTH=2,ALLOCATOR=1,ITERATIONS=1,PICK=0,HOLD=1,VCS=1 \
    3x5islip_v2:INPUTS=3,OUTPUTS=5,INPUT_DEPTH=2,OUTPUT_DEPTH=1,ALLOCATOR=1,ITERATIONS=2,PICK=0,HOLD=1,VCS=2 \
    8x28islip_plain:INPUTS=8,OUTPUTS=28,INPUT_DEPTH=4,OUTPUT_DEPTH=2,ALLOCATOR=1,ITERATIONS=1,PICK=0,HOLD=0,VCS=1 \
    28x8islip:INPUTS=28,OUTPUTS=8,INPUT_DEPTH=8,OUTPUT_DEPTH=2,ALLOCATOR=1,ITERATIONS=1,PICK=0,HOLD=1,VCS=1 \
    4x2wave:INPUTS=4,OUTPUTS=2,INPUT_DEPTH=2,OUTPUT_DEPTH=2,ALLOCATOR=2,ITERATIONS=1,PICK=0,HOLD=1,VCS=1 \
    3x5wave_v4:INPUTS=3,OUTPUTS=5,INPUT_DEPTH=1,OUTPUT_DEPTH=1,ALLOCATOR=2,ITERATIONS=1,PICK=1,HOLD=1,VCS=4 \
    8x28wave_plain:INPUTS=8,OUTPUTS=28,INPUT_DEPTH=4,OUTPUT_DEPTH=2,ALLOCATOR=2,ITERATIONS=1,PICK=0,HOLD=0,VCS=1 \
    28x8wave:INPUTS=28,OUTPUTS=8,INPUT_DEPTH=8,OUTPUT_DEPTH=2,ALLOCATOR=2,ITERATIONS=1,PICK=0,HOLD=1,VCS=1 \
    4x2sjf:INPUTS=4,OUTPUTS=2,INPUT_DEPTH=2,OUTPUT_DEPTH=2,ALLOCATOR=3,ITERATIONS=1,PICK=0,HOLD=1,VCS=1 \
    3x5sjf_plain:INPUTS=3,OUTPUTS=5,INPUT_DEPTH=1,OUTPUT_DEPTH=1,ALLOCATOR=3,ITERATIONS=1,PICK=0,HOLD=0,VCS=1 \
    28x8sjf:INPUTS=28,OUTPUTS=8,INPUT_DEPTH=8,OUTPUT_DEPTH=2,ALLOCATOR=3,ITERATIONS=1,PICK=0,HOLD=1,VCS=1

COSIM_BENCHES += vc_merge
vc_merge_top            = rs_vc_merge
vc_merge_rtl            = rtl/network/rs_vc_merge.v $(parts_rtl)
vc_merge_source         = tb/network/vc_merge_cosim.cpp
vc_merge_quick          = v2_small v4
vc_merge_configurations = v2_small:VCS=2,FLIT=3 v2:VCS=2,FLIT=258 v4:VCS=4,FLIT=66 v8_wide:VCS=8,FLIT=514

COSIM_BENCHES += superpacket
superpacket_top            = rs_superpacket
superpacket_rtl            = rtl/network/rs_superpacket.v rtl/common/rs_compare.v
superpacket_source         = tb/network/superpacket_cosim.cpp
superpacket_quick          = four
superpacket_configurations = two:FLIT=10,PLACE_BITS=3,REQUESTS=2 four:FLIT=20,PLACE_BITS=17,REQUESTS=4 sixteen:FLIT=60,PLACE_BITS=5,REQUESTS=16

COSIM_BENCHES += wavefront_allocator
wavefront_allocator_top            = rs_wavefront_allocator
wavefront_allocator_rtl            = rtl/network/rs_wavefront_allocator.v
wavefront_allocator_source         = tb/network/wavefront_allocator_cosim.cpp
wavefront_allocator_twin           = cmodel/network/wavefront_allocator.c
wavefront_allocator_quick          = 3x5
wavefront_allocator_configurations = 1x1:INPUTS=1,OUTPUTS=1 3x5:INPUTS=3,OUTPUTS=5 7x1:INPUTS=7,OUTPUTS=1 4x2:INPUTS=4,OUTPUTS=2 \
    28x8:INPUTS=28,OUTPUTS=8 8x28:INPUTS=8,OUTPUTS=28 64x16:INPUTS=64,OUTPUTS=16

COSIM_BENCHES += islip_allocator
islip_allocator_top            = rs_islip_allocator
islip_allocator_rtl            = rtl/network/rs_islip_allocator.v rtl/common/rs_next_set.v rtl/common/rs_encode.v
islip_allocator_source         = tb/network/islip_allocator_cosim.cpp
islip_allocator_twin           = cmodel/network/islip_allocator.c
islip_allocator_quick          = 3x5i3
islip_allocator_configurations = 1x1:INPUTS=1,OUTPUTS=1,ITERATIONS=1 3x5i3:INPUTS=3,OUTPUTS=5,ITERATIONS=3 7x1:INPUTS=7,OUTPUTS=1,ITERATIONS=1 \
    4x2:INPUTS=4,OUTPUTS=2,ITERATIONS=1 4x2i2:INPUTS=4,OUTPUTS=2,ITERATIONS=2 28x8:INPUTS=28,OUTPUTS=8,ITERATIONS=1 \
    8x28i3:INPUTS=8,OUTPUTS=28,ITERATIONS=3 64x16:INPUTS=64,OUTPUTS=16,ITERATIONS=1

COSIM_BENCHES += sjf_allocator
sjf_allocator_top            = rs_sjf_allocator
sjf_allocator_rtl            = rtl/network/rs_sjf_allocator.v rtl/common/rs_next_set.v rtl/common/rs_encode.v
sjf_allocator_source         = tb/network/sjf_allocator_cosim.cpp
sjf_allocator_twin           = cmodel/network/sjf_allocator.c cmodel/common/lfsr.c
sjf_allocator_quick          = 3x5
sjf_allocator_configurations = 1x1:INPUTS=1,OUTPUTS=1,LOAD_BITS=1 3x5:INPUTS=3,OUTPUTS=5,LOAD_BITS=2 7x1:INPUTS=7,OUTPUTS=1,LOAD_BITS=7 \
    4x2:INPUTS=4,OUTPUTS=2,LOAD_BITS=3 28x8:INPUTS=28,OUTPUTS=8,LOAD_BITS=7 8x28:INPUTS=8,OUTPUTS=28,LOAD_BITS=7 \
    64x16:INPUTS=64,OUTPUTS=16,LOAD_BITS=7

COSIM_BENCHES += router
router_top            = router_bench
router_rtl            = tb/network/router_bench.v rtl/network/rs_router.v rtl/network/rs_route.v rtl/network/rs_link.v $(filter-out tb/% rtl/network/rs_vc_crossbar.v,$(crossbar_rtl))
router_source         = tb/network/router_cosim.cpp
router_twin           = cmodel/network/router.c $(crossbar_twin)
router_verilator      = --unroll-count 64
router_quick          = mesh3x3 ring5
router_configurations = \
    mesh3x3:RING=0,NODE=4,NODES=9,COLUMNS=3,VCS=1,INPUT_DEPTH=2,OUTPUT_DEPTH=1,ALLOCATOR=0,PICK=0,HOLD=1 \
    mesh3x2v2:RING=0,NODE=0,NODES=6,COLUMNS=3,VCS=2,INPUT_DEPTH=1,OUTPUT_DEPTH=1,ALLOCATOR=0,PICK=1,HOLD=1 \
    mesh6x6:RING=0,NODE=14,NODES=36,COLUMNS=6,VCS=1,INPUT_DEPTH=8,OUTPUT_DEPTH=2,ALLOCATOR=0,PICK=0,HOLD=1 \
    mesh6x6v4:RING=0,NODE=21,NODES=36,COLUMNS=6,VCS=4,INPUT_DEPTH=4,OUTPUT_DEPTH=2,ALLOCATOR=2,PICK=0,HOLD=1 \
    mesh6x6plain:RING=0,NODE=29,NODES=36,COLUMNS=6,VCS=1,INPUT_DEPTH=8,OUTPUT_DEPTH=2,ALLOCATOR=0,PICK=0,HOLD=0 \
    mesh16x16:RING=0,NODE=165,NODES=256,COLUMNS=16,VCS=2,INPUT_DEPTH=3,OUTPUT_DEPTH=2,ALLOCATOR=0,PICK=0,HOLD=1 \
    ring5:RING=1,NODE=4,NODES=5,COLUMNS=1,VCS=2,INPUT_DEPTH=2,OUTPUT_DEPTH=1,ALLOCATOR=0,PICK=0,HOLD=1 \
    ring36:RING=1,NODE=0,NODES=36,COLUMNS=1,VCS=2,INPUT_DEPTH=8,OUTPUT_DEPTH=2,ALLOCATOR=0,PICK=0,HOLD=1 \
    ring36islip:RING=1,NODE=17,NODES=36,COLUMNS=1,VCS=2,INPUT_DEPTH=8,OUTPUT_DEPTH=2,ALLOCATOR=1,PICK=0,HOLD=1

COSIM_BENCHES += routed_network
routed_network_top            = routed_network_bench
routed_network_rtl            = tb/network/routed_network_bench.v rtl/network/rs_routed_network.v rtl/network/rs_link_stage.v $(filter-out tb/%,$(router_rtl))
routed_network_source         = tb/network/routed_network_cosim.cpp
routed_network_twin           = cmodel/network/routed_network.c $(router_twin)
routed_network_verilator      = --unroll-count 64
routed_network_quick          = mesh3x2 ring5stages
routed_network_configurations = \
    mesh3x2:RING=0,NODES=6,COLUMNS=3,VCS=1,INPUT_DEPTH=2,OUTPUT_DEPTH=2,LINK_STAGES=0,ALLOCATOR=0,HOLD=1 \
    ring5:RING=1,NODES=5,COLUMNS=1,VCS=2,INPUT_DEPTH=1,OUTPUT_DEPTH=1,LINK_STAGES=0,ALLOCATOR=0,HOLD=1 \
    mesh3x2stages:RING=0,NODES=6,COLUMNS=3,VCS=1,INPUT_DEPTH=2,OUTPUT_DEPTH=2,LINK_STAGES=1,ALLOCATOR=0,HOLD=1 \
    ring5stages:RING=1,NODES=5,COLUMNS=1,VCS=2,INPUT_DEPTH=1,OUTPUT_DEPTH=1,LINK_STAGES=3,ALLOCATOR=0,HOLD=1 \
    mesh6x6:RING=0,NODES=36,COLUMNS=6,VCS=1,INPUT_DEPTH=8,OUTPUT_DEPTH=2,LINK_STAGES=0,ALLOCATOR=0,HOLD=1 \
    ring36:RING=1,NODES=36,COLUMNS=1,VCS=2,INPUT_DEPTH=8,OUTPUT_DEPTH=2,LINK_STAGES=0,ALLOCATOR=0,HOLD=1 \
    mesh6x6plain:RING=0,NODES=36,COLUMNS=6,VCS=1,INPUT_DEPTH=8,OUTPUT_DEPTH=2,LINK_STAGES=0,ALLOCATOR=0,HOLD=0
