# Benches of the common blocks; tb/tb.mk says what the lines mean.
COSIM_BENCHES += fifo
fifo_top            = rs_fifo
fifo_rtl            = rtl/common/rs_fifo.v
fifo_source         = tb/common/fifo_cosim.cpp
fifo_twin           = cmodel/common/fifo.c
fifo_configurations = depth1:WIDTH=8,DEPTH=1 depth2:WIDTH=33,DEPTH=2 depth3:WIDTH=1,DEPTH=3 depth8:WIDTH=100,DEPTH=8
