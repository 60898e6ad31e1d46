// RS_STOP ends a simulation behind the message that says why.
`ifndef RS_STOP
`ifdef VERILATOR
`define RS_STOP $stop // ends with an error, where $finish would not
`else
`define RS_STOP $finish
`endif
`endif
