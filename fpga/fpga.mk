# The memory path on an FPGA board (fpga/board, fpga/README.md); its lockstep bench: tb/fpga.

FPGA_SEEDS ?= 1
fpga_folder    := $(BUILD)/fpga
fpga_include    = $(OBJ)/board-parameters
fpga_families   = ice40 $(if $(shell command -v nextpnr-ecp5 2>/dev/null),ecp5)
fpga_cells      = $(dir $(shell command -v yosys))../share/yosys/ice40/cells_sim.v
fpga_sim       := $(fpga_folder)/ice40/simulation
fpga_results    = $(foreach family,$(fpga_families),$(foreach seed,$(FPGA_SEEDS),$(fpga_folder)/$(family)/seed$(seed)/result))

.PHONY: fpga fpga-table
.SECONDARY: $(fpga_results)
fpga: setup setup-area ## iCE40 bitstream of the path with its own test: table, netlist in lockstep (5 to 10 minutes)
	$(Q)$(MAKE) -j1 fpga-table

fpga-table: $(fpga_sim)/equal $(fpga_results)
	$(Q)sh fpga/board/table.sh $(fpga_folder) $(fpga_results)
	$(Q)cat $<
	$(if $(findstring ecp5,$(fpga_families)),,@echo "no nextpnr-ecp5 on the PATH, so no row for ECP5")

$(fpga_folder)/%/netlist.v: fpga/board/synthesize.sh $(board_rtl) $(fpga_include)/rs_board_parameters.vh
	$(Q)iverilog -g2005 -I$(fpga_include) -s rs_board -o /dev/null $(board_rtl)
	@echo "synthesis for $*" >&2
	$(Q)sh $< $* $(@D) $(fpga_include) $(board_rtl)

# seed3 of family ice40: $(fpga_folder)/ice40/seed3/result
define fpga_place
$(fpga_folder)/$1/seed$2/result: $(fpga_folder)/$1/netlist.v fpga/board/place.sh fpga/board/hx8k.pcf
	@echo "place and route for $1, seed $2" >&2
	$$(Q)sh fpga/board/place.sh $1 $(fpga_folder)/$1 $2
endef
$(foreach family,ice40 ecp5,$(foreach seed,$(FPGA_SEEDS),$(eval $(call fpga_place,$(family),$(seed)))))

# The netlist with Yosys' models of the cells, in the bench of the RTL; its text and LEDs must be the RTL's, to the cycle.
# Warnings are about the models' time scale and widths. NO_ICE40...: without port defaults, which Verilator does not read.
$(fpga_sim)/Vdut__ALL.a: $(fpga_folder)/ice40/netlist.v
	@echo "simulation of the netlist" >&2
	$(Q)verilator --cc -DNO_ICE40_DEFAULT_ASSIGNMENTS -Wno-TIMESCALEMOD -Werror-UNOPTFLAT --x-assign unique --x-initial unique \
	    -O3 --prefix Vdut -Mdir $(@D) --top-module rs_board $< $(fpga_cells)
	$(Q)$(MAKE) -s -C $(@D) -f Vdut.mk OPT_FAST=-O1 OPT_SLOW=-O0 Vdut__ALL.a > $(@D)/compile.log 2>&1 || { cat $(@D)/compile.log; exit 1; }
$(fpga_sim)/bench.o: $(board_source) $(fpga_sim)/Vdut__ALL.a
	$(Q)$(CXX) $(COSIM_CXXFLAGS) -DVM_TRACE=0 -isystem $(fpga_sim) '-DCOSIM_NAME="board_netlist"' $(call cosim_defines,$(board_configurations)) -MMD -MP -c $< -o $@
$(fpga_sim)/cosim: $(fpga_sim)/bench.o $(fpga_sim)/Vdut__ALL.a $(call cosim_objects,$(board_twin)) $(call cosim_runtime,)
	$(Q)$(CXX) -o $@ $^ -lm -lpthread -lz
$(fpga_sim)/equal: $(fpga_sim)/cosim $(OBJ)/board-hx8k/cosim fpga/board/compare.sh
	$(Q)RESULTS=$(RESULTS) sh fpga/board/compare.sh $(OBJ)/board-hx8k/cosim $(fpga_sim)/cosim $@
-include $(fpga_sim)/bench.d
