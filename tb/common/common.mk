# Benches of the common blocks; tb/tb.mk says what the lines mean.

# The small parts that many blocks are made of, without state.
parts_rtl = $(addprefix rtl/common/rs_,encode.v lowest.v from_first.v next_set.v select.v first_word.v count.v count_upto.v at_most.v add.v)
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
lfsr_configurations = bits1:BITS=1 bits31:BITS=31 bits40:BITS=40 bits64:BITS=64 bits124:BITS=124 bits200:BITS=200 bits1279:BITS=1279 bits2281:BITS=2281

COSIM_BENCHES += random_arbiter
random_arbiter_top            = rs_random_arbiter
random_arbiter_rtl            = rtl/common/rs_random_arbiter.v $(parts_rtl)
random_arbiter_source         = tb/common/random_arbiter_cosim.cpp
random_arbiter_twin           = cmodel/common/random_arbiter.c
random_arbiter_quick          = tree1 tree3 uniform3 tree28
random_arbiter_configurations = $(foreach n,1 2 3 8 16 28 64 132,tree$n:N=$n,PICK=0 uniform$n:N=$n,PICK=1)

COSIM_BENCHES += compare
compare_top            = rs_compare
compare_rtl            = rtl/common/rs_compare.v
compare_source         = tb/common/compare_cosim.cpp
compare_twin           =
compare_quick          = width12
compare_configurations = width1:WIDTH=1,LANES=1 width1x8:WIDTH=1,LANES=8 width12:WIDTH=12,LANES=3 width100:WIDTH=100,LANES=2

COSIM_BENCHES += memory_1r1w
memory_1r1w_top            = rs_memory_1r1w
memory_1r1w_rtl            = rtl/common/rs_memory_1r1w.v
memory_1r1w_source         = tb/common/memory_1r1w_cosim.cpp
memory_1r1w_twin           =
memory_1r1w_quick          = depth1 wide_write wide_read lanes
memory_1r1w_configurations = depth1:WIDTH=8,DEPTH=1 depth6:WIDTH=256,DEPTH=6 depth64:WIDTH=64,DEPTH=64 \
    wide_write:WIDTH=40,DEPTH=24,WRITE_WORDS=3,READ_REGISTER=1 wide_read:WIDTH=8,DEPTH=16,READ_WORDS=4 \
    lanes:WIDTH=72,DEPTH=12,WRITE_WORDS=2,READ_REGISTER=1,LANES=8

COSIM_BENCHES += write_first_memory
write_first_memory_top            = rs_write_first_memory
write_first_memory_rtl            = rtl/common/rs_write_first_memory.v rtl/common/rs_memory_1r1w.v
write_first_memory_source         = tb/common/write_first_memory_cosim.cpp
write_first_memory_twin           =
write_first_memory_quick          = wide_write
write_first_memory_configurations = depth1:WIDTH=8,DEPTH=1 depth6:WIDTH=256,DEPTH=6 wide_write:WIDTH=40,DEPTH=24,WRITE_WORDS=2 \
    wide_read:WIDTH=8,DEPTH=16,WRITE_WORDS=4,READ_WORDS=2

COSIM_BENCHES += encode
encode_top            = rs_encode
encode_rtl            = rtl/common/rs_encode.v
encode_source         = tb/common/encode_cosim.cpp
encode_twin           =
encode_configurations = width1:WIDTH=1 width33:WIDTH=33 width128:WIDTH=128

COSIM_BENCHES += lowest
lowest_top            = rs_lowest
lowest_rtl            = rtl/common/rs_lowest.v
lowest_source         = tb/common/lowest_cosim.cpp
lowest_twin           =
lowest_configurations = width1:WIDTH=1 width33:WIDTH=33 width128:WIDTH=128

COSIM_BENCHES += from_first
from_first_top            = rs_from_first
from_first_rtl            = rtl/common/rs_from_first.v
from_first_source         = tb/common/from_first_cosim.cpp
from_first_twin           =
from_first_configurations = width1:WIDTH=1 width33:WIDTH=33 width128:WIDTH=128

COSIM_BENCHES += count
count_top            = rs_count
count_rtl            = rtl/common/rs_count.v
count_source         = tb/common/count_cosim.cpp
count_twin           =
count_configurations = width1:WIDTH=1 width33:WIDTH=33 width128:WIDTH=128

COSIM_BENCHES += count_upto
count_upto_top            = rs_count_upto
count_upto_rtl            = rtl/common/rs_count_upto.v
count_upto_source         = tb/common/count_upto_cosim.cpp
count_upto_twin           =
count_upto_configurations = width1:WIDTH=1 width33:WIDTH=33 width64:WIDTH=64

COSIM_BENCHES += select
select_top            = rs_select
select_rtl            = rtl/common/rs_select.v
select_source         = tb/common/select_cosim.cpp
select_twin           =
select_configurations = one:WIDTH=1,COUNT=1 four:WIDTH=36,COUNT=4 many:WIDTH=12,COUNT=33

COSIM_BENCHES += first_word
first_word_top            = rs_first_word
first_word_rtl            = rtl/common/rs_first_word.v
first_word_source         = tb/common/first_word_cosim.cpp
first_word_twin           =
first_word_configurations = one:WIDTH=8,COUNT=1,HIGHEST=0 seven:WIDTH=9,COUNT=7,HIGHEST=0 lanes32:WIDTH=37,COUNT=32,HIGHEST=0 seven_highest:WIDTH=9,COUNT=7,HIGHEST=1 lanes32_highest:WIDTH=32,COUNT=32,HIGHEST=1

COSIM_BENCHES += at_most
at_most_top            = rs_at_most
at_most_rtl            = rtl/common/rs_at_most.v
at_most_source         = tb/common/at_most_cosim.cpp
at_most_twin           =
at_most_configurations = width1:WIDTH=1 width6:WIDTH=6 width40:WIDTH=40

COSIM_BENCHES += add
add_top            = rs_add
add_rtl            = rtl/common/rs_add.v
add_source         = tb/common/add_cosim.cpp
add_twin           =
add_configurations = width1:WIDTH=1 width8:WIDTH=8 width50:WIDTH=50 width64:WIDTH=64

COSIM_BENCHES += next_set
next_set_top            = rs_next_set
next_set_rtl            = rtl/common/rs_next_set.v
next_set_source         = tb/common/next_set_cosim.cpp
next_set_twin           =
next_set_configurations = width1:WIDTH=1 width4:WIDTH=4 width32:WIDTH=32
