# Waves of a window of a run, and a GTKWave layout for them.

WAVE_FOLDER  := $(BUILD)/wave
WAVE_MACHINE ?= BFIFO+HG
WAVE_RUN     ?= run --workload rand2 --requests 20000 --writes 300 --set WRITE_MASK=1
WAVE_FROM    ?= 1000
WAVE_CYCLES  ?= 300
WAVE_CHANNEL ?= 0
wave_lockstep = $(OBJ)/lockstep-$(call run_scheduler,$(WAVE_MACHINE))-trace/cosim

$(WAVE_FOLDER)/wave_layout $(WAVE_FOLDER)/wave_diagram: $(WAVE_FOLDER)/%: tb/waves/%.cpp tb/waves/fst_reader.h
	$(cosim_quiet)mkdir -p $(@D)
	$(cosim_quiet)$(CXX) -std=c++17 -O1 -w -isystem $(verilator_include) -isystem $(verilator_include)/gtkwave -o $@ $< -lz

.PHONY: wave
wave: setup ## waves of a window of a run and a GTKWave layout (WAVE_RUN, _MACHINE, _FROM, _CYCLES, _CHANNEL)
	$(cosim_quiet)$(MAKE) -j$(JOBS) $(wave_lockstep) $(WAVE_FOLDER)/wave_layout
	$(cosim_quiet)rm -f $(WAVE_FOLDER)/wave.fst
	$(cosim_quiet)ROWSTREAK_TRACE=$(WAVE_FOLDER)/wave.fst ROWSTREAK_TRACE_FROM=$(WAVE_FROM) $(wave_lockstep) $(WAVE_RUN) \
	    --machine $(WAVE_MACHINE) --max-cycles $$(($(WAVE_FROM) + $(WAVE_CYCLES))) --jobs 1 --quiet
	$(cosim_quiet)$(WAVE_FOLDER)/wave_layout $(WAVE_FOLDER)/wave.fst tb/waves/memory_path.layout $(WAVE_CHANNEL) \
	    $(WAVE_FOLDER)/wave.gtkw
	@echo "cycles $(WAVE_FROM) to $$(($(WAVE_FROM) + $(WAVE_CYCLES) - 1)), 10 time units each: gtkwave $(WAVE_FOLDER)/wave.fst $(WAVE_FOLDER)/wave.gtkw"

# Every name of the layout exists in the RTL: its hierarchy as Icarus elaborates it.
.PHONY: wave-names
wave-names: $(WAVE_FOLDER)/wave_layout
	$(cosim_quiet)RESULTS=$(RESULTS) sh tb/waves/check_names.sh $<$(if $(KEEP_GOING), || true)

# Timing diagrams of the pages in fpga/ip/, from the benches' own waves.
TEST_FULL += diagrams-check
diagram_benches := $(shell awk -F ' *[|] *' '!/^\#/ && NF > 1 { print $$2 }' tb/waves/diagrams.list)
diagram_builds   = $(sort $(diagram_benches:%=$(OBJ)/%-trace/cosim)) $(WAVE_FOLDER)/wave_diagram
diagram_run      = $(cosim_quiet)RESULTS=$(RESULTS) OBJ=$(OBJ) WAVE_FOLDER=$(WAVE_FOLDER) sh tb/waves/diagrams.sh $(WAVE_FOLDER)/wave_diagram
.PHONY: diagrams diagrams-check
diagrams: $(diagram_builds) ## the timing diagrams of the blocks' pages in fpga/ip/, from the benches' waves
	$(diagram_run) fpga/ip
diagrams-check: $(diagram_builds) ## those in git are what the benches show
	$(diagram_run) $(WAVE_FOLDER)/diagrams.now fpga/ip$(if $(KEEP_GOING), || true)
