# Benches of the common blocks; tb/tb.mk says what the lines mean.
COSIM_BENCHES += fifo
fifo_top            = rs_fifo
fifo_rtl            = rtl/common/rs_fifo.v
fifo_source         = tb/common/fifo_cosim.cpp
fifo_twin           = cmodel/common/fifo.c
fifo_quick          = depth1 depth3
fifo_configurations = depth1:WIDTH=8,DEPTH=1 depth2:WIDTH=33,DEPTH=2 depth3:WIDTH=1,DEPTH=3 depth8:WIDTH=100,DEPTH=8

COSIM_BENCHES += front_fifo
front_fifo_top            = rs_front_fifo
front_fifo_rtl            = rtl/common/rs_front_fifo.v
front_fifo_source         = tb/common/fifo_cosim.cpp
front_fifo_twin           = cmodel/common/fifo.c
front_fifo_quick          = depth1 depth3
front_fifo_configurations = $(fifo_configurations)

COSIM_BENCHES += lfsr
lfsr_top            = rs_lfsr
lfsr_rtl            = rtl/common/rs_lfsr.v
lfsr_source         = tb/common/lfsr_cosim.cpp
lfsr_twin           = cmodel/common/lfsr.c
lfsr_quick          = bits1 bits40
lfsr_configurations = bits1:BITS=1 bits31:BITS=31 bits40:BITS=40 bits64:BITS=64 bits124:BITS=124 bits200:BITS=200 bits1279:BITS=1279

COSIM_BENCHES += random_arbiter
random_arbiter_top            = rs_random_arbiter
random_arbiter_rtl            = rtl/common/rs_random_arbiter.v
random_arbiter_source         = tb/common/random_arbiter_cosim.cpp
random_arbiter_twin           = cmodel/common/random_arbiter.c
random_arbiter_quick          = tree1 tree3 uniform3 tree28
random_arbiter_configurations = $(foreach n,1 2 3 8 16 28 64,tree$n:N=$n,PICK=0 uniform$n:N=$n,PICK=1)

COSIM_BENCHES += compare
compare_top            = rs_compare
compare_rtl            = rtl/common/rs_compare.v
compare_source         = tb/common/compare_cosim.cpp
compare_twin           =
compare_quick          = width12
compare_configurations = width1:WIDTH=1,LANES=1 width1x8:WIDTH=1,LANES=8 width12:WIDTH=12,LANES=3 width100:WIDTH=100,LANES=2

COSIM_BENCHES += payload_memory
payload_memory_top            = rs_payload_memory
payload_memory_rtl            = rtl/common/rs_payload_memory.v
payload_memory_source         = tb/common/payload_memory_cosim.cpp
payload_memory_twin           =
payload_memory_quick          = depth1 wide_write wide_read
payload_memory_configurations = depth1:WIDTH=8,DEPTH=1 depth6:WIDTH=256,DEPTH=6 depth64:WIDTH=64,DEPTH=64 \
    wide_write:WIDTH=40,DEPTH=24,WRITE_WORDS=3,READ_REGISTER=1 wide_read:WIDTH=8,DEPTH=16,READ_WORDS=4
