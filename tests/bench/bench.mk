# Speed of the C model and of the Verilated RTL: table and build/bench/bench.json.

BENCH_FOLDER := $(BUILD)/bench
BENCH_RUNS   ?= 3
BENCH_DIVIDE ?= 1
BENCH_CYCLES ?= 20000
BENCH_GRAPH  ?= copter2

$(BENCH_FOLDER)/speed: tests/bench/speed.c tests/bench/speed_row.h $(BUILD)/librowstreak.a
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(RS_CFLAGS) $(RS_OPTIMIZE) -Itests/bench -o $@ $(filter %.c %.a,$^) -lm -lz -llzma

# The RTL of the memory path alone, writes without byte masks, machine BFIFO+HG, whose smoke test takes a library that the benches compile
# anyway, and that of the whole machine with L1 and L2.
rtl_path_speed_top     = rs_memory_path
rtl_path_speed_rtl     = $(lockstep_rtl)
rtl_path_speed_source  = tests/bench/rtl_path_speed.cpp
rtl_path_speed_twin    = $(RS_MODEL_SOURCES)
rtl_path_speed_library = smoke:path-tiny_bfifo
$(eval $(call cosim_build,rtl_path_speed,bfifo:@tests/configurations/default.cfg$(comma)SCHEDULER=1,))
$(eval $(call cosim_build,rtl_path_speed,smoke:@tests/configurations/tiny.cfg$(comma)SCHEDULER=1,))
rtl_gpu_speed_top          = rs_gpu
rtl_gpu_speed_rtl          = $(lockstep_rtl)
rtl_gpu_speed_source       = tests/bench/rtl_gpu_speed.cpp
rtl_gpu_speed_twin         = $(RS_MODEL_SOURCES)
rtl_gpu_speed_hierarchical = yes
# Loops over the miss table's 128 entries are longer than those that Verilator unrolls by itself. It takes every output of a block that is
# Verilated apart as a function of every input, so that it sees loops that are none. clang makes faster code of long functions than gcc.
rtl_gpu_speed_verilator    = --output-split-cfuncs 10000 --unroll-count 256 --unroll-stmts 100000 -Wno-UNOPTFLAT tests/bench/rtl_gpu_speed.vlt
$(eval $(call cosim_build,rtl_gpu_speed,bfifo:@tests/configurations/default.cfg$(comma)SCHEDULER=1$(comma)L1_CACHE=1$(comma)L2=1,))
$(eval $(call cosim_build,rtl_gpu_speed,smoke:$(patsubst thesis:%,%,$(filter thesis:%,$(gpu_configurations))),))
# Names for the parts that Verilator has made of it (gpu_parts.h): its own end in a number that depends on the parameters.
rtl_gpu_speed_parts = Path:rs_memory_path Dispatch:rs_cta_dispatch Stage:rs_issue_stage Inspector:rs_stall_inspector Side:rs_sm
$(OBJ)/rtl_gpu_speed-%/parts.h: $(OBJ)/rtl_gpu_speed-%/Vdut__ALL.a tests/bench/bench.mk
	$(Q)cd $(@D) && for part in $(rtl_gpu_speed_parts); do \
	    class=V$$(sed -n "s/^--hierarchical-block $${part#*:},\([^,]*\).*/\1/p" Vdut_hierMkArgs.f) && [ -f $$class/$$class.h ] && \
	    echo "#include \"$$class/$$class.h\"" && echo "using Part$${part%:*} = $$class;" || exit 1; done > parts.h || { rm -f parts.h; exit 1; }
$(OBJ)/rtl_gpu_speed-bfifo/bench.o $(OBJ)/rtl_gpu_speed-smoke/bench.o: %/bench.o: %/parts.h
$(OBJ)/rtl_gpu_speed-bfifo/Vdut__ALL.a $(OBJ)/rtl_gpu_speed-smoke/Vdut__ALL.a: tests/bench/rtl_gpu_speed.vlt
# make itself hands this on to the makefiles that Verilator writes, which set CXX.
$(OBJ)/rtl_gpu_speed-bfifo/Vdut__ALL.a $(OBJ)/rtl_gpu_speed-smoke/Vdut__ALL.a: export GNUMAKEFLAGS = CXX=clang++

.PHONY: bench
bench: setup ## speed of the C model and of the Verilated RTL: build/bench/bench.json (BENCH_RUNS, BENCH_DIVIDE)
	$(Q)$(MAKE) -j$(JOBS) $(BENCH_FOLDER)/speed $(OBJ)/rtl_path_speed-bfifo/cosim $(OBJ)/rtl_gpu_speed-bfifo/cosim
	$(Q)$(OBJ)/rtl_path_speed-bfifo/cosim --cycles $(BENCH_CYCLES) --runs $(BENCH_RUNS) > $(BENCH_FOLDER)/rtl.row
	$(Q)for threads in 1 2; do $(OBJ)/rtl_gpu_speed-bfifo/cosim --cycles $(BENCH_CYCLES) --runs $(BENCH_RUNS) --threads $$threads \
	    --graph $(shell sh tests/graphs.sh)/$(BENCH_GRAPH).graph >> $(BENCH_FOLDER)/rtl.row || exit; done
	$(Q)$(BENCH_FOLDER)/speed --runs $(BENCH_RUNS) --divide $(BENCH_DIVIDE) --row $(BENCH_FOLDER)/rtl.row \
	    --json $(BENCH_FOLDER)/bench.json --graph $(shell sh tests/graphs.sh)/$(BENCH_GRAPH).graph
	@echo "$(BENCH_FOLDER)/bench.json"

# Run time against bits compared and stored: build/pareto/pareto.{json,txt,svg,pdf,png}.
PARETO_FOLDER := $(BUILD)/pareto
PARETO_GRAPH  ?= copter2
PARETO_SEEDS  ?= 3
PARETO_LIST   ?= all

.PHONY: pareto
pareto: setup ## run time of many machines against bits compared and stored (PARETO_LIST=table: twelve of them; PARETO_GRAPH=4elt is quick)
	$(Q)$(MAKE) -j$(JOBS) $(BUILD)/rowstreak
	$(Q)sh tests/bench/pareto.sh $(PARETO_FOLDER) $(BUILD)/rowstreak $(shell sh tests/graphs.sh)/$(PARETO_GRAPH).graph \
	    $(PARETO_SEEDS) $(JOBS) $(PARETO_LIST)
	$(Q)gnuplot -e "folder='$(PARETO_FOLDER)'" tests/bench/pareto.gp
	$(Q)cat $(PARETO_FOLDER)/pareto.txt
	@echo "$(PARETO_FOLDER)/pareto.json pareto.txt pareto.svg pareto.pdf pareto.png"

.PHONY: axi4-rate
axi4-rate: ## cycles a burst of each kind takes at rs_axi4_controller, with byte masks and with ECC
	$(Q)sh tests/bench/axi4_rate.sh $(BUILD)/axi4_rate

.PHONY: bench-smoke
bench-smoke: $(BENCH_FOLDER)/speed $(OBJ)/rtl_path_speed-smoke/cosim $(OBJ)/rtl_gpu_speed-smoke/cosim $(BUILD)/rowstreak ## bench and pareto with tiny parameters
	$(Q)RESULTS=$(RESULTS) sh tests/bench/smoke.sh $^ $(PARETO_FOLDER)/netlist$(if $(KEEP_GOING), || true)
