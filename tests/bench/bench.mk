# Speed of the C model and of the Verilated RTL: table and build/bench/bench.json.

BENCH_FOLDER := $(BUILD)/bench
BENCH_RUNS   ?= 3
BENCH_DIVIDE ?= 1
BENCH_CYCLES ?= 20000
BENCH_GRAPH  ?= copter2

$(BENCH_FOLDER)/speed: tests/bench/speed.c tests/bench/speed_row.h $(BUILD)/librowstreak.a
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(RS_CFLAGS) $(RS_OPTIMIZE) -Itests/bench -o $@ $(filter %.c %.a,$^) -lm -lz

# The RTL is the memory path alone, writes without byte masks, machine BFIFO+HG; the smoke test takes the library of bench path,
# which make test compiles anyway.
rtl_speed_top     = rs_memory_path
rtl_speed_rtl     = $(lockstep_rtl)
rtl_speed_source  = tests/bench/rtl_speed.cpp
rtl_speed_twin    = $(RS_MODEL_SOURCES)
rtl_speed_library = smoke:path-default_bfifo
$(foreach name,bfifo smoke,$(eval $(call cosim_build,rtl_speed,$(name):@tests/configurations/default.cfg$(comma)SCHEDULER=1,)))

.PHONY: bench
bench: setup ## speed of the C model and of the Verilated RTL: build/bench/bench.json (BENCH_RUNS, BENCH_DIVIDE)
	$(Q)$(MAKE) -j$(JOBS) $(BENCH_FOLDER)/speed $(OBJ)/rtl_speed-bfifo/cosim
	$(Q)$(OBJ)/rtl_speed-bfifo/cosim --cycles $(BENCH_CYCLES) --runs $(BENCH_RUNS) > $(BENCH_FOLDER)/rtl.row
	$(Q)$(BENCH_FOLDER)/speed --runs $(BENCH_RUNS) --divide $(BENCH_DIVIDE) --row $(BENCH_FOLDER)/rtl.row \
	    --json $(BENCH_FOLDER)/bench.json --graph $(shell sh tests/graphs.sh)/$(BENCH_GRAPH).graph
	@echo "$(BENCH_FOLDER)/bench.json"

# Run time against bits compared and stored: build/pareto/pareto.{json,txt,svg,png}.
PARETO_FOLDER := $(BUILD)/pareto
PARETO_GRAPH  ?= copter2
PARETO_SEEDS  ?= 3
PARETO_LIST   ?= all

.PHONY: pareto
pareto: setup ## run time of many machines against bits compared and stored (PARETO_GRAPH=4elt is quick)
	$(Q)$(MAKE) -j$(JOBS) $(BUILD)/rowstreak
	$(Q)sh tests/bench/pareto.sh $(PARETO_FOLDER) $(BUILD)/rowstreak $(shell sh tests/graphs.sh)/$(PARETO_GRAPH).graph \
	    $(PARETO_SEEDS) $(JOBS) $(PARETO_LIST)
	$(Q)gnuplot -e "folder='$(PARETO_FOLDER)'" tests/bench/pareto.gp
	$(Q)cat $(PARETO_FOLDER)/pareto.txt
	@echo "$(PARETO_FOLDER)/pareto.json pareto.txt pareto.svg pareto.png"

.PHONY: bench-smoke
bench-smoke: $(BENCH_FOLDER)/speed $(OBJ)/rtl_speed-smoke/cosim $(BUILD)/rowstreak ## bench and pareto with tiny parameters
	$(Q)RESULTS=$(RESULTS) sh tests/bench/smoke.sh $^ $(PARETO_FOLDER)/netlist$(if $(KEEP_GOING), || true)
