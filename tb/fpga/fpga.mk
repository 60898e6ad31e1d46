# The FPGA board's top beside the C twin of the path inside it; tb/tb.mk says what the lines mean.
COSIM_BENCHES += board
board_top    = rs_board
board_rtl    = $(sort rtl/machine/rs_memory_path.v $(wildcard rtl/common/*.v rtl/dram/*.v rtl/network/*.v) $(wildcard $(RTL_ROOT)/fpga/board/*.v))
board_source = tb/fpga/board_cosim.cpp
board_twin   = $(path_twin)
board_quick  = none
board_configurations = hx8k:@fpga/board/board.cfg
board_parameters     = SMS
board_verilator      = -I$(OBJ)/board-parameters

$(OBJ)/board-hx8k/Vdut__ALL.a $(OBJ)/board-hx8k-trace/Vdut__ALL.a: $(OBJ)/board-parameters/rs_board_parameters.vh
$(OBJ)/board-parameters/rs_board_parameters.vh: fpga/board/board.cfg $(ROWSTREAK)
	$(cosim_quiet)mkdir -p $(@D)
	$(cosim_quiet)$(ROWSTREAK) config $< --format verilog > $@.new && { cmp -s $@.new $@ || mv $@.new $@; }
