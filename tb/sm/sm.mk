# Benches of the SM's blocks; tb/tb.mk says what the lines mean.
COSIM_BENCHES += load_store_unit
load_store_unit_top            = rs_load_store_unit
load_store_unit_rtl            = rtl/sm/rs_load_store_unit.v $(parts_rtl)
load_store_unit_source         = tb/sm/load_store_unit_cosim.cpp
load_store_unit_twin           = cmodel/sm/load_store_unit.c
load_store_unit_quick          = small length4
load_store_unit_configurations = \
    small:LANES=4,ADDRESS_BITS=48,MAX_LENGTH=16,WARP_BITS=5,REGISTER_BITS=8 \
    length4:LANES=3,ADDRESS_BITS=62,MAX_LENGTH=4,WARP_BITS=2,REGISTER_BITS=6 \
    odd:LANES=7,ADDRESS_BITS=20,MAX_LENGTH=8,WARP_BITS=1,REGISTER_BITS=5 \
    default:LANES=32,ADDRESS_BITS=48,MAX_LENGTH=16,WARP_BITS=5,REGISTER_BITS=8 \
    lanes64:LANES=64,ADDRESS_BITS=48,MAX_LENGTH=8,WARP_BITS=5,REGISTER_BITS=8

COSIM_BENCHES += coalescer
coalescer_top            = rs_coalescer
coalescer_rtl            = rtl/sm/rs_coalescer.v rtl/common/rs_compare.v $(parts_rtl)
coalescer_source         = tb/sm/coalescer_cosim.cpp
coalescer_twin           = cmodel/sm/coalescer.c
coalescer_quick          = few small
coalescer_configurations = \
    small:LANES=4,ADDRESS_BITS=48,LINE_BYTES=32,WARP_BITS=5,REGISTER_BITS=8 \
    few:LANES=3,ADDRESS_BITS=5,LINE_BYTES=8,WARP_BITS=1,REGISTER_BITS=1 \
    odd:LANES=7,ADDRESS_BITS=20,LINE_BYTES=16,WARP_BITS=3,REGISTER_BITS=5 \
    line64:LANES=16,ADDRESS_BITS=40,LINE_BYTES=64,WARP_BITS=5,REGISTER_BITS=8 \
    default:LANES=32,ADDRESS_BITS=48,LINE_BYTES=128,WARP_BITS=5,REGISTER_BITS=8 \
    segment64:LANES=32,ADDRESS_BITS=48,LINE_BYTES=64,WARP_BITS=5,REGISTER_BITS=8 \
    segment32:LANES=32,ADDRESS_BITS=48,LINE_BYTES=32,WARP_BITS=5,REGISTER_BITS=8 \
    lanes64:LANES=64,ADDRESS_BITS=48,LINE_BYTES=128,WARP_BITS=5,REGISTER_BITS=8

# Both tables of outstanding requests, behind their common ports; one bench.
outstanding_table_rtl  = rtl/sm/rs_outstanding_table.v rtl/sm/rs_mshr_table.v rtl/sm/rs_mshr_slots.v rtl/sm/rs_pending_request_table.v rtl/sm/rs_line_lookup.v \
    rtl/common/rs_compare.v rtl/common/rs_fifo.v rtl/common/rs_memory_1r1w.v $(parts_rtl)
outstanding_table_twin = cmodel/sm/outstanding_table.c cmodel/sm/mshr_table.c cmodel/sm/pending_request_table.c

COSIM_BENCHES += mshr_table
mshr_table_top            = rs_outstanding_table
mshr_table_rtl            = $(outstanding_table_rtl)
mshr_table_source         = tb/sm/outstanding_table_cosim.cpp
mshr_table_twin           = $(outstanding_table_twin)
mshr_table_quick          = 4x2 1x1 4x3wait 8x2ways2
mshr_table_configurations = \
    4x2:TABLE=0,LANES=4,ADDRESS_BITS=48,LINE_BYTES=128,REQUEST_BYTES=64,TAG_BITS=12,ENTRIES=4,MERGES=2,WAYS=4,SLOT=0,MERGE_WAITS=0 \
    6x3:TABLE=0,LANES=8,ADDRESS_BITS=20,LINE_BYTES=64,REQUEST_BYTES=16,TAG_BITS=12,ENTRIES=6,MERGES=3,WAYS=6,SLOT=0,MERGE_WAITS=0 \
    6x3a:TABLE=0,LANES=5,ADDRESS_BITS=20,LINE_BYTES=32,REQUEST_BYTES=32,TAG_BITS=12,ENTRIES=6,MERGES=3,WAYS=6,SLOT=1,MERGE_WAITS=0 \
    1x1:TABLE=0,LANES=3,ADDRESS_BITS=12,LINE_BYTES=32,REQUEST_BYTES=16,TAG_BITS=12,ENTRIES=1,MERGES=1,WAYS=1,SLOT=0,MERGE_WAITS=0 \
    4x3wait:TABLE=0,LANES=8,ADDRESS_BITS=30,LINE_BYTES=64,REQUEST_BYTES=32,TAG_BITS=12,ENTRIES=4,MERGES=3,WAYS=4,SLOT=0,MERGE_WAITS=1 \
    8x2ways2:TABLE=0,LANES=4,ADDRESS_BITS=48,LINE_BYTES=128,REQUEST_BYTES=64,TAG_BITS=12,ENTRIES=8,MERGES=2,WAYS=2,SLOT=0,MERGE_WAITS=0 \
    4x4direct:TABLE=0,LANES=4,ADDRESS_BITS=48,LINE_BYTES=64,REQUEST_BYTES=64,TAG_BITS=12,ENTRIES=4,MERGES=4,WAYS=1,SLOT=1,MERGE_WAITS=1 \
    ways8:TABLE=0,LANES=32,ADDRESS_BITS=48,LINE_BYTES=128,REQUEST_BYTES=64,TAG_BITS=18,ENTRIES=128,MERGES=8,WAYS=8,SLOT=0,MERGE_WAITS=0 \
    default:TABLE=0,LANES=32,ADDRESS_BITS=48,LINE_BYTES=128,REQUEST_BYTES=64,TAG_BITS=18,ENTRIES=128,MERGES=8,WAYS=128,SLOT=0,MERGE_WAITS=0

COSIM_BENCHES += pending_request_table
pending_request_table_top            = rs_outstanding_table
pending_request_table_rtl            = $(outstanding_table_rtl)
pending_request_table_source         = tb/sm/outstanding_table_cosim.cpp
pending_request_table_twin           = $(outstanding_table_twin)
pending_request_table_quick          = 4 1
pending_request_table_configurations = \
    4:TABLE=1,LANES=4,ADDRESS_BITS=48,LINE_BYTES=128,REQUEST_BYTES=64,TAG_BITS=12,ENTRIES=4,MERGES=1,WAYS=4,SLOT=0,MERGE_WAITS=0 \
    6:TABLE=1,LANES=5,ADDRESS_BITS=20,LINE_BYTES=64,REQUEST_BYTES=16,TAG_BITS=12,ENTRIES=6,MERGES=1,WAYS=6,SLOT=0,MERGE_WAITS=0 \
    1:TABLE=1,LANES=3,ADDRESS_BITS=12,LINE_BYTES=32,REQUEST_BYTES=32,TAG_BITS=12,ENTRIES=1,MERGES=1,WAYS=1,SLOT=0,MERGE_WAITS=0 \
    default:TABLE=1,LANES=32,ADDRESS_BITS=48,LINE_BYTES=128,REQUEST_BYTES=64,TAG_BITS=18,ENTRIES=44,MERGES=1,WAYS=44,SLOT=0,MERGE_WAITS=0

COSIM_BENCHES += scratchpad
scratchpad_top            = rs_scratchpad
scratchpad_rtl            = rtl/sm/rs_scratchpad.v rtl/common/rs_compare.v rtl/common/rs_write_first_memory.v rtl/common/rs_memory_1r1w.v $(parts_rtl)
scratchpad_source         = tb/sm/scratchpad_cosim.cpp
scratchpad_twin           = cmodel/sm/scratchpad.c
scratchpad_quick          = small few
scratchpad_configurations = \
    small:LANES=4,BANKS=4,SCRATCHPAD_BYTES=128,ADDRESS_BITS=8,WARP_BITS=5,REGISTER_BITS=8 \
    few:LANES=3,BANKS=1,SCRATCHPAD_BYTES=12,ADDRESS_BITS=20,WARP_BITS=1,REGISTER_BITS=1 \
    odd:LANES=7,BANKS=4,SCRATCHPAD_BYTES=208,ADDRESS_BITS=40,WARP_BITS=3,REGISTER_BITS=5 \
    all:LANES=5,BANKS=8,SCRATCHPAD_BYTES=256,ADDRESS_BITS=8,WARP_BITS=2,REGISTER_BITS=6 \
    default:LANES=32,BANKS=32,SCRATCHPAD_BYTES=16384,ADDRESS_BITS=48,WARP_BITS=5,REGISTER_BITS=8 \
    lanes64:LANES=64,BANKS=16,SCRATCHPAD_BYTES=16384,ADDRESS_BITS=48,WARP_BITS=5,REGISTER_BITS=8

COSIM_BENCHES += store_buffer
store_buffer_top            = rs_store_buffer
store_buffer_rtl            = rtl/sm/rs_store_buffer.v rtl/common/rs_compare.v rtl/common/rs_memory_1r1w.v $(parts_rtl)
store_buffer_source         = tb/sm/store_buffer_cosim.cpp
store_buffer_twin           = cmodel/sm/store_buffer.c
store_buffer_quick          = 1 3 4oldest
store_buffer_configurations = \
    4:ADDRESS_BITS=48,LINE_BYTES=32,REQUEST_BYTES=16,ENTRIES=4,FLUSH=1 \
    4oldest:ADDRESS_BITS=48,LINE_BYTES=32,REQUEST_BYTES=16,ENTRIES=4,FLUSH=0 \
    1:ADDRESS_BITS=10,LINE_BYTES=8,REQUEST_BYTES=8,ENTRIES=1,FLUSH=1 \
    3:ADDRESS_BITS=12,LINE_BYTES=32,REQUEST_BYTES=4,ENTRIES=3,FLUSH=1 \
    3oldest:ADDRESS_BITS=12,LINE_BYTES=32,REQUEST_BYTES=4,ENTRIES=3,FLUSH=0 \
    default:ADDRESS_BITS=48,LINE_BYTES=128,REQUEST_BYTES=64,ENTRIES=32,FLUSH=1

COSIM_BENCHES += atomic_unit
atomic_unit_top            = rs_atomic_unit
atomic_unit_rtl            = rtl/sm/rs_atomic_unit.v rtl/common/rs_compare.v rtl/common/rs_fifo.v rtl/common/rs_memory_1r1w.v $(parts_rtl)
atomic_unit_source         = tb/sm/atomic_unit_cosim.cpp
atomic_unit_twin           = cmodel/sm/atomic_unit.c
atomic_unit_quick          = small
atomic_unit_configurations = \
    small:LANES=4,ADDRESS_BITS=20,REQUEST_BYTES=16,WARP_BITS=2,REGISTER_BITS=6,PLACES=2 \
    one:LANES=1,ADDRESS_BITS=6,REQUEST_BYTES=8,WARP_BITS=1,REGISTER_BITS=5,PLACES=1 \
    odd:LANES=7,ADDRESS_BITS=31,REQUEST_BYTES=32,WARP_BITS=3,REGISTER_BITS=5,PLACES=3 \
    default:LANES=32,ADDRESS_BITS=48,REQUEST_BYTES=64,WARP_BITS=5,REGISTER_BITS=8,PLACES=4

COSIM_BENCHES += camat_counter
camat_counter_top            = rs_camat_counter
camat_counter_rtl            = rtl/sm/rs_camat_counter.v
camat_counter_source         = tb/sm/camat_counter_cosim.cpp
camat_counter_twin           = cmodel/sm/camat_counter.c cmodel/observe/camat.c
camat_counter_quick          = bits64 bits5
camat_counter_configurations = bits64:COUNTER_BITS=64 bits33:COUNTER_BITS=33 bits5:COUNTER_BITS=5

COSIM_BENCHES += stall_inspector
stall_inspector_top            = rs_stall_inspector
stall_inspector_rtl            = rtl/sm/rs_stall_inspector.v rtl/sm/rs_stall_counter.v $(parts_rtl)
stall_inspector_source         = tb/sm/stall_inspector_cosim.cpp
stall_inspector_twin           = cmodel/sm/stall_inspector.c
stall_inspector_quick          = w3
stall_inspector_configurations = \
    w1:WARPS=1,WARP_BITS=1,REGISTER_BITS=1,COUNTER_BITS=40,SECTION=5,DEBT_BITS=32 \
    w3:WARPS=3,WARP_BITS=2,REGISTER_BITS=2,COUNTER_BITS=6,SECTION=16,DEBT_BITS=3 \
    w6:WARPS=6,WARP_BITS=5,REGISTER_BITS=4,COUNTER_BITS=33,SECTION=2,DEBT_BITS=33 \
    default:WARPS=32,WARP_BITS=5,REGISTER_BITS=8,COUNTER_BITS=64,SECTION=16,DEBT_BITS=32 \
    wide:WARPS=64,WARP_BITS=8,REGISTER_BITS=7,COUNTER_BITS=64,SECTION=16,DEBT_BITS=32

# The micro-benchmark of cmodel/study/thread_latency.c on coalescer and table.
COSIM_BENCHES += thread_latency
thread_latency_top            = thread_latency_bench
thread_latency_rtl            = tb/sm/thread_latency_bench.v rtl/sm/rs_coalescer.v $(outstanding_table_rtl)
thread_latency_source         = tb/sm/thread_latency_cosim.cpp
thread_latency_twin           = cmodel/study/thread_latency.c cmodel/study/latency_curves.c cmodel/sm/coalescer.c \
    $(outstanding_table_twin) $(addprefix cmodel/common/,error.c csv.c text_reader.c)
thread_latency_quick          = prt11
thread_latency_configurations = \
    mshr16x8:TABLE=0,ENTRIES=16,MERGES=8,ADDRESS_BITS=20 \
    prt11:TABLE=1,ENTRIES=11,MERGES=1,ADDRESS_BITS=20

COSIM_BENCHES += sm_memory
sm_memory_top            = rs_sm_memory
sm_memory_rtl            = rtl/sm/rs_sm_memory.v rtl/sm/rs_load_store_unit.v rtl/sm/rs_coalescer.v rtl/sm/rs_scratchpad.v rtl/sm/rs_l1_cache.v \
    rtl/sm/rs_l1_tags.v rtl/sm/rs_l1_replacement.v rtl/sm/rs_store_buffer.v rtl/sm/rs_atomic_unit.v rtl/sm/rs_camat_counter.v rtl/common/rs_write_first_memory.v \
    $(outstanding_table_rtl)
sm_memory_source         = tb/sm/sm_memory_cosim.cpp
sm_memory_twin           = $(addprefix cmodel/sm/,sm_memory.c load_store_unit.c coalescer.c scratchpad.c l1_cache.c store_buffer.c \
    atomic_unit.c camat_counter.c) $(outstanding_table_twin)
sm_memory_quick          = small smallprt
sm_memory_configurations = \
    small:LANES=4,ADDRESS_BITS=20,WARP_BITS=2,REGISTER_BITS=6,MAX_LENGTH=8,BANKS=2,SCRATCHPAD_BYTES=256,CACHE=1,SETS=2,WAYS=2,LINE_BYTES=32,REQUEST_BYTES=16,REPLACEMENT=0,TABLE=0,ENTRIES=4,MERGES=3,TABLE_WAYS=4,SLOT=0,MERGE_WAITS=0,STORES=3,STORE_FLUSH=1,L2=0,ATOMICS=0 \
    smallprt:LANES=4,ADDRESS_BITS=20,WARP_BITS=2,REGISTER_BITS=6,MAX_LENGTH=8,BANKS=2,SCRATCHPAD_BYTES=256,CACHE=1,SETS=2,WAYS=2,LINE_BYTES=32,REQUEST_BYTES=16,REPLACEMENT=1,TABLE=1,ENTRIES=4,MERGES=1,TABLE_WAYS=4,SLOT=0,MERGE_WAITS=0,STORES=3,STORE_FLUSH=1,L2=1,ATOMICS=1 \
    uncached:LANES=5,ADDRESS_BITS=24,WARP_BITS=1,REGISTER_BITS=5,MAX_LENGTH=4,BANKS=1,SCRATCHPAD_BYTES=64,CACHE=0,SETS=1,WAYS=1,LINE_BYTES=64,REQUEST_BYTES=32,REPLACEMENT=0,TABLE=0,ENTRIES=6,MERGES=2,TABLE_WAYS=6,SLOT=0,MERGE_WAITS=0,STORES=4,STORE_FLUSH=0,L2=1,ATOMICS=2 \
    uncachedprt:LANES=4,ADDRESS_BITS=20,WARP_BITS=2,REGISTER_BITS=6,MAX_LENGTH=4,BANKS=4,SCRATCHPAD_BYTES=128,CACHE=0,SETS=1,WAYS=1,LINE_BYTES=32,REQUEST_BYTES=16,REPLACEMENT=0,TABLE=1,ENTRIES=6,MERGES=1,TABLE_WAYS=6,SLOT=0,MERGE_WAITS=0,STORES=4,STORE_FLUSH=1,L2=0,ATOMICS=0 \
    odd:LANES=7,ADDRESS_BITS=24,WARP_BITS=3,REGISTER_BITS=5,MAX_LENGTH=16,BANKS=8,SCRATCHPAD_BYTES=96,CACHE=1,SETS=1,WAYS=4,LINE_BYTES=64,REQUEST_BYTES=64,REPLACEMENT=1,TABLE=0,ENTRIES=4,MERGES=3,TABLE_WAYS=2,SLOT=1,MERGE_WAITS=1,STORES=2,STORE_FLUSH=0,L2=0,ATOMICS=0 \
    prt:LANES=32,ADDRESS_BITS=48,WARP_BITS=5,REGISTER_BITS=8,MAX_LENGTH=16,BANKS=32,SCRATCHPAD_BYTES=16384,CACHE=1,SETS=64,WAYS=4,LINE_BYTES=128,REQUEST_BYTES=64,REPLACEMENT=0,TABLE=1,ENTRIES=44,MERGES=1,TABLE_WAYS=44,SLOT=0,MERGE_WAITS=0,STORES=32,STORE_FLUSH=1,L2=1,ATOMICS=4 \
    default:LANES=32,ADDRESS_BITS=48,WARP_BITS=5,REGISTER_BITS=8,MAX_LENGTH=16,BANKS=32,SCRATCHPAD_BYTES=16384,CACHE=1,SETS=64,WAYS=4,LINE_BYTES=128,REQUEST_BYTES=64,REPLACEMENT=0,TABLE=0,ENTRIES=128,MERGES=8,TABLE_WAYS=128,SLOT=0,MERGE_WAITS=0,STORES=32,STORE_FLUSH=1,L2=0,ATOMICS=0

COSIM_BENCHES += sm_port
sm_port_top            = rs_sm_port
sm_port_rtl            = rtl/sm/rs_sm_port.v rtl/common/rs_memory_1r1w.v $(parts_rtl)
sm_port_source         = tb/sm/sm_port_cosim.cpp
sm_port_twin           = cmodel/sm/sm_port.c cmodel/config.c cmodel/config_finish.c cmodel/config_nodes.c cmodel/dram/address_map.c cmodel/common/error.c cmodel/common/packet.c cmodel/common/text_reader.c
sm_port_quick          = tag1 tags5 tags5_l2 wires
sm_port_configurations = \
    tag1:TAGS=1,TAG_BITS=1,LINE_BITS=3,ID_BITS=2,FLIT_BITS=256,SM_BITS=1,CHANNELS=1,L2=0,HEADER_WIRES=0,ECC=0 \
    tag1_l2:TAGS=1,TAG_BITS=1,LINE_BITS=3,ID_BITS=2,FLIT_BITS=256,SM_BITS=1,CHANNELS=1,L2=1,HEADER_WIRES=0,ECC=0 \
    tags2:TAGS=2,TAG_BITS=2,LINE_BITS=10,ID_BITS=3,FLIT_BITS=256,SM_BITS=2,CHANNELS=1,L2=0,HEADER_WIRES=0,ECC=0 \
    tags5:TAGS=5,TAG_BITS=6,LINE_BITS=30,ID_BITS=40,FLIT_BITS=256,SM_BITS=3,CHANNELS=3,L2=0,HEADER_WIRES=0,ECC=0 \
    tags5_l2:TAGS=5,TAG_BITS=6,LINE_BITS=30,ID_BITS=40,FLIT_BITS=256,SM_BITS=3,CHANNELS=3,L2=1,HEADER_WIRES=0,ECC=0 \
    wires:TAGS=5,TAG_BITS=6,LINE_BITS=30,ID_BITS=40,FLIT_BITS=256,SM_BITS=3,CHANNELS=3,L2=0,HEADER_WIRES=1,ECC=0 \
    wires_ecc:TAGS=5,TAG_BITS=6,LINE_BITS=30,ID_BITS=40,FLIT_BITS=256,SM_BITS=3,CHANNELS=3,L2=0,HEADER_WIRES=1,ECC=1 \
    tags2_ecc:TAGS=2,TAG_BITS=2,LINE_BITS=10,ID_BITS=3,FLIT_BITS=256,SM_BITS=2,CHANNELS=1,L2=0,HEADER_WIRES=0,ECC=1 \
    wires1_l2:TAGS=1,TAG_BITS=1,LINE_BITS=3,ID_BITS=2,FLIT_BITS=256,SM_BITS=1,CHANNELS=1,L2=1,HEADER_WIRES=1,ECC=0 \
    wires2_l2:TAGS=2,TAG_BITS=2,LINE_BITS=10,ID_BITS=3,FLIT_BITS=256,SM_BITS=2,CHANNELS=1,L2=1,HEADER_WIRES=1,ECC=0 \
    default:TAGS=64,TAG_BITS=8,LINE_BITS=23,ID_BITS=8,FLIT_BITS=256,SM_BITS=5,CHANNELS=8,L2=0,HEADER_WIRES=0,ECC=0

COSIM_BENCHES += l1_cache
l1_cache_top            = rs_l1_cache
l1_cache_rtl            = rtl/sm/rs_l1_cache.v rtl/sm/rs_l1_tags.v rtl/sm/rs_l1_replacement.v $(outstanding_table_rtl)
l1_cache_source         = tb/sm/l1_cache_cosim.cpp
l1_cache_twin           = cmodel/sm/l1_cache.c cmodel/sm/store_buffer.c $(outstanding_table_twin)
l1_small = LANES=4,WARP_BITS=5,REGISTER_BITS=8,TABLE_WAYS=4,ENTRIES=4
l1_cache_quick          = lru direct prt uncached
l1_cache_configurations = \
    lru:CACHE=1,SETS=2,WAYS=4,REPLACEMENT=0,LINE_BYTES=32,REQUEST_BYTES=16,ADDRESS_BITS=48,TABLE=0,MERGES=2,SLOT=0,MERGE_WAITS=0,L2=0,$(l1_small) \
    tree:CACHE=1,SETS=2,WAYS=4,REPLACEMENT=1,LINE_BYTES=32,REQUEST_BYTES=8,ADDRESS_BITS=20,TABLE=0,MERGES=3,SLOT=1,MERGE_WAITS=0,L2=1,$(l1_small) \
    lru8:CACHE=1,SETS=1,WAYS=8,REPLACEMENT=0,LINE_BYTES=8,REQUEST_BYTES=8,ADDRESS_BITS=12,TABLE=0,MERGES=2,SLOT=0,MERGE_WAITS=0,L2=0,$(l1_small) \
    lru16:CACHE=1,SETS=1,WAYS=16,REPLACEMENT=0,LINE_BYTES=8,REQUEST_BYTES=8,ADDRESS_BITS=12,TABLE=0,MERGES=2,SLOT=0,MERGE_WAITS=0,LANES=4,WARP_BITS=5,REGISTER_BITS=8,TABLE_WAYS=20,ENTRIES=20,L2=0 \
    tree8:CACHE=1,SETS=2,WAYS=8,REPLACEMENT=1,LINE_BYTES=8,REQUEST_BYTES=8,ADDRESS_BITS=12,TABLE=0,MERGES=2,SLOT=0,MERGE_WAITS=0,L2=0,$(l1_small) \
    tree16:CACHE=1,SETS=1,WAYS=16,REPLACEMENT=1,LINE_BYTES=8,REQUEST_BYTES=8,ADDRESS_BITS=12,TABLE=1,MERGES=1,SLOT=0,MERGE_WAITS=0,L2=0,$(l1_small) \
    direct:CACHE=1,SETS=4,WAYS=1,REPLACEMENT=0,LINE_BYTES=16,REQUEST_BYTES=16,ADDRESS_BITS=20,TABLE=0,MERGES=2,SLOT=0,MERGE_WAITS=1,L2=0,$(l1_small) \
    prt:CACHE=1,SETS=2,WAYS=2,REPLACEMENT=0,LINE_BYTES=32,REQUEST_BYTES=16,ADDRESS_BITS=48,TABLE=1,MERGES=1,SLOT=0,MERGE_WAITS=0,L2=1,$(l1_small) \
    prt1:CACHE=1,SETS=1,WAYS=2,REPLACEMENT=1,LINE_BYTES=16,REQUEST_BYTES=16,ADDRESS_BITS=30,TABLE=1,MERGES=1,SLOT=0,MERGE_WAITS=0,L2=0,$(l1_small) \
    uncached:CACHE=0,SETS=2,WAYS=1,REPLACEMENT=0,LINE_BYTES=32,REQUEST_BYTES=16,ADDRESS_BITS=48,TABLE=0,MERGES=2,SLOT=0,MERGE_WAITS=0,L2=0,$(l1_small) \
    uncached_prt:CACHE=0,SETS=2,WAYS=1,REPLACEMENT=0,LINE_BYTES=32,REQUEST_BYTES=16,ADDRESS_BITS=48,TABLE=1,MERGES=1,SLOT=0,MERGE_WAITS=0,L2=1,$(l1_small) \
    default:CACHE=1,SETS=64,WAYS=4,REPLACEMENT=0,LINE_BYTES=128,REQUEST_BYTES=64,ADDRESS_BITS=48,TABLE=0,MERGES=8,SLOT=0,MERGE_WAITS=0,LANES=32,WARP_BITS=5,REGISTER_BITS=8,TABLE_WAYS=128,ENTRIES=128,L2=0
