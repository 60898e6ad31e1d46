# Blocks of rtl/slice; tb/tb.mk says what the lines mean.
COSIM_BENCHES += memory_slice
memory_slice_top    = rs_memory_slice
memory_slice_rtl    = $(wildcard rtl/slice/*.v rtl/common/*.v)
memory_slice_source = tb/slice/memory_slice_cosim.cpp
memory_slice_twin   = cmodel/slice/memory_slice.c cmodel/config.c cmodel/config_finish.c cmodel/config_nodes.c $(wildcard cmodel/common/*.c cmodel/dram/*.c cmodel/network/*.c)
memory_slice_quick  = small
memory_slice_configurations = \
    small:SM_BITS=2,TAG_BITS=6,LINE_BITS=14,CHANNEL_MASK=128,L2_SETS=2,L2_WAYS=2,L2_QUEUE=3,L2_MISSES=3,L2_WAITERS=5,L2_REPLIES=2,L2_DRAM=2,L2_WRITE=0,L2_LATENCY=2 \
    through:SM_BITS=2,TAG_BITS=6,LINE_BITS=14,CHANNEL_MASK=128,L2_SETS=2,L2_WAYS=2,L2_QUEUE=3,L2_MISSES=3,L2_WAITERS=5,L2_REPLIES=2,L2_DRAM=3,L2_WRITE=1,L2_LATENCY=3 \
    one:SM_BITS=1,TAG_BITS=6,LINE_BITS=8,CHANNEL_MASK=0,L2_SETS=1,L2_WAYS=4,L2_QUEUE=2,L2_MISSES=1,L2_WAITERS=1,L2_REPLIES=2,L2_DRAM=2,L2_WRITE=0,L2_LATENCY=4 \
    default:SM_BITS=5,TAG_BITS=8,LINE_BITS=23,CHANNEL_MASK=1792,L2_SETS=128,L2_WAYS=16,L2_QUEUE=16,L2_MISSES=64,L2_WAITERS=256,L2_REPLIES=16,L2_DRAM=16,L2_WRITE=0,L2_LATENCY=25 \
    default_through:SM_BITS=5,TAG_BITS=8,LINE_BITS=23,CHANNEL_MASK=1792,L2_SETS=128,L2_WAYS=16,L2_QUEUE=16,L2_MISSES=64,L2_WAITERS=256,L2_REPLIES=16,L2_DRAM=16,L2_WRITE=1,L2_LATENCY=25 \
    wide:SM_BITS=6,TAG_BITS=10,LINE_BITS=26,CHANNEL_MASK=3968,L2_SETS=16,L2_WAYS=64,L2_QUEUE=64,L2_MISSES=256,L2_WAITERS=1000,L2_REPLIES=64,L2_DRAM=64,L2_WRITE=0,L2_LATENCY=64
