COSIM_BENCHES += axi4_port
axi4_port_top    = rs_axi4_port
axi4_port_rtl    = $(wildcard rtl/port/rs_axi4_*.v) rtl/common/rs_fifo.v rtl/common/rs_memory_1r1w.v
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
partial_write_rtl    = rtl/port/rs_partial_write.v rtl/common/rs_memory_1r1w.v
partial_write_source = tb/port/partial_write_cosim.cpp
partial_write_twin   = cmodel/port/partial_write.c
partial_write_quick  = three
partial_write_configurations = \
    one:LINE_BYTES=2,LINE_BITS=2,ID_BITS=1,TAG_BITS=1,MERGES=1 \
    three:LINE_BYTES=4,LINE_BITS=3,ID_BITS=2,TAG_BITS=3,MERGES=3 \
    eight:LINE_BYTES=8,LINE_BITS=5,ID_BITS=1,TAG_BITS=5,MERGES=8 \
    default:LINE_BYTES=64,LINE_BITS=23,ID_BITS=4,TAG_BITS=4,MERGES=4
