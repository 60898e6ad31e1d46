# Figures of THESIS, each in a folder of its own: runs and figure as CSV and JSON, the table, the picture.
# GRAPH names example graphs or files; figures 6.21 and 6.22 are the harmonic mean over the graphs and programs.

GRAPH ?= 4elt copter2
figure_graphs = $(foreach graph,$(GRAPH),$(if $(wildcard $(graph)),$(graph),$(RUN_GRAPHS)/$(graph).graph))
figure_4.1  := caption='Uniform random rows, FR-FCFS'; axis='DRAM chips a controller'; quantity='DRAM efficiency'
figure_6.20 := caption='Virtual channels'; axis='virtual channels, dynamic (dvc) and static (svc)'; quantity='speed over FR-FCFS, vc1'
figure_6.21 := caption='Networks'; axis='network'; quantity='speed over FR-FCFS'
figure_6.22 := caption='Controller queue'; axis='requests a controller holds'; quantity='speed over FR-FCFS'

.PHONY: figure-4.1 figure-6.20 figure-6.21 figure-6.22
figure-4.1: setup ## THESIS figure 4.1: DRAM efficiency of random rows, 1, 2, 4 chips
figure-6.20: setup ## virtual channels, THESIS figure 6.20, on patterns
figure-6.21: setup ## crossbar, mesh and ring, THESIS figures 6.21 and 4.4 (GRAPH="4elt copter2")
figure-6.22: setup ## queue sizes 8 to 64, THESIS figure 6.22 (GRAPH="4elt copter2")
figure-4.1 figure-6.20 figure-6.21 figure-6.22: figure-%:
	$(Q)$(MAKE) -j$(JOBS) $(BUILD)/rowstreak
	$(Q)sh cmodel/cli/figures.sh $* $(BUILD)/rowstreak "$(figure_graphs)" $(BUILD)/$@ $(SEED)
	$(Q)gnuplot -e "folder='$(BUILD)/$@'; $(figure_$*)" cmodel/cli/figure.gp
	@cat $(BUILD)/$@/figure.txt
	@echo "$(BUILD)/$@/: figure.svg figure.pdf figure.png figure.csv figure.json runs.csv runs.json"

# Figures of THESIS' programs: bfs and spmv on THESIS_GRAPHS, THESIS' kernels on 1/THESIS_SHRINK of their data.
THESIS_GRAPHS ?= 4elt
THESIS_SHRINK ?= 4
THESIS_FOLDER := $(BUILD)/figures-thesis
.PHONY: figures-thesis
figures-thesis: setup ## THESIS figures 6.1 to 6.3, 6.5 to 6.8, 6.12, 6.13, 6.17 to 6.19 (THESIS_SHRINK=1: all data)
	$(Q)$(MAKE) -j$(JOBS) $(BUILD)/rowstreak
	$(Q)sh cmodel/cli/thesis_figures.sh $(BUILD)/rowstreak "$(THESIS_GRAPHS:%=$(RUN_GRAPHS)/%.graph)" $(THESIS_FOLDER) $(SEED) $(THESIS_SHRINK)
	$(Q)for figure in $(THESIS_FOLDER)/6.*; do \
	    gnuplot -e "folder='$$figure'; $$(cat $$figure/figure.gp)" cmodel/cli/figure.gp || exit 1; \
	done
	@cat $(THESIS_FOLDER)/figures.txt
	@echo "$(THESIS_FOLDER)/: figures.txt figures.csv figures.json runs.csv runs.json, and figure.svg, figure.pdf, figure.png of each figure"

# Latency over offered load, as network simulators show it: warm-up, cycles that count, reads due in them. Points that are there stay.
LOAD_FOLDER := $(BUILD)/load-latency
.PHONY: load-latency
load-latency: setup ## load-latency curves of random rows: latency over offered load up to saturation
	$(Q)$(MAKE) -j$(JOBS) $(BUILD)/rowstreak
	$(Q)sh cmodel/cli/sweep_runs.sh $(BUILD)/rowstreak cmodel/cli/load_latency.sweep $(LOAD_FOLDER) --jobs $(JOBS)
	$(Q)awk -f cmodel/cli/load_latency.awk $(LOAD_FOLDER)/runs.csv > $(LOAD_FOLDER)/curves.csv
	$(Q)gnuplot -e "folder='$(LOAD_FOLDER)'; machines='$$(sed -n 's/^machine = //p' cmodel/cli/load_latency.sweep | tr -d ,)'" cmodel/cli/load_latency.gp
	@column -s, -t $(LOAD_FOLDER)/curves.csv
	@echo "$(LOAD_FOLDER)/: load_latency.svg load_latency.pdf load_latency.png curves.csv runs.csv runs.sqlite"

# THESIS' analytical DRAM model beside what runs measure, on every program, on 1/PREDICT_SHRINK of its data, up to cycle PREDICT_CYCLES.
PREDICT_SHRINK ?= 1
PREDICT_CYCLES ?= 400000
PREDICT_FOLDER := $(BUILD)/figures-predict
.PHONY: figures-predict
figures-predict: setup ## THESIS figures 6.9 to 6.16: its analytical DRAM model (PREDICT_SHRINK=8: less data)
	$(Q)$(MAKE) -j$(JOBS) $(BUILD)/rowstreak
	$(Q)sh cmodel/cli/predict_figures.sh $(BUILD)/rowstreak "$(THESIS_GRAPHS:%=$(RUN_GRAPHS)/%.graph)" $(PREDICT_FOLDER) $(SEED) $(PREDICT_SHRINK) $(PREDICT_CYCLES)
	$(Q)for figure in $(PREDICT_FOLDER)/6.*/figure.gp; do \
	    gnuplot -e "folder='$${figure%/*}'; $$(cat $$figure)" cmodel/cli/figure.gp || exit 1; \
	done
	$(Q)gnuplot -e "folder='$(PREDICT_FOLDER)/6.11'" cmodel/cli/scatter.gp
	@cat $(PREDICT_FOLDER)/queue32.txt $(PREDICT_FOLDER)/figures.txt
	@echo "$(PREDICT_FOLDER)/: figures.txt figures.csv figures.json runs.csv, the table of each run, and figure.svg, figure.pdf, figure.png of each figure"

# OUTSTANDING's micro-benchmark: curves, pictures and saturation points of LATENCY_TABLES, and what is deduced from the curves.
LATENCY_TABLES ?= MSHR128x8 PRT44
LATENCY_FOLDER := $(BUILD)/thread-latency
.PHONY: thread-latency
thread-latency: setup ## OUTSTANDING's thread-latency curves and saturation points (LATENCY_TABLES="MSHR128x8 PRT44")
	$(Q)$(MAKE) -j$(JOBS) $(BUILD)/rowstreak
	$(Q)rm -rf $(LATENCY_FOLDER) && mkdir -p $(LATENCY_FOLDER)
	$(Q)$(BUILD)/rowstreak thread-latency $(addprefix --table ,$(LATENCY_TABLES)) --folder $(LATENCY_FOLDER) > $(LATENCY_FOLDER)/saturation.txt
	@cat $(LATENCY_FOLDER)/saturation.txt
	$(Q)for table in $(LATENCY_TABLES); do \
	    gnuplot -e "folder='$(LATENCY_FOLDER)'; table='$$table'" cmodel/cli/thread_latency.gp && \
	    echo "$$table.csv is the curves of:" && $(BUILD)/rowstreak deduce $(LATENCY_FOLDER)/$$table.csv | sed '/^$$/,$$d' || exit 1; \
	done
	@echo "$(LATENCY_FOLDER)/: saturation.txt saturation.json $(LATENCY_TABLES:%=%.csv) $(foreach table,$(LATENCY_TABLES),$(addprefix $(table).,svg pdf png))"

# PATTERNS' kernels with plain and with strided and indirect instructions, on its machine.
PATTERN_GRAPHS ?= 4elt copter2 mdual
PATTERN_FOLDER := $(BUILD)/patterns
.PHONY: patterns
patterns: setup ## strided and indirect instructions at work: instructions, misses, cycles of PATTERNS' kernels
	$(Q)$(MAKE) -j$(JOBS) $(BUILD)/rowstreak
	$(Q)rm -rf $(PATTERN_FOLDER) && mkdir -p $(PATTERN_FOLDER)
	$(Q)folder=$$(GRAPHS="$(GRAPHS)" sh tests/graphs.sh) || \
	    { echo "patterns: found no folder with 4elt.graph, copter2.graph and mdual.graph, expected one by GRAPHS=FOLDER" >&2; exit 2; }; \
	$(BUILD)/rowstreak patterns --config tests/configurations/gpu_patterns.cfg --jobs $(JOBS) --progress \
	    $$(for graph in $(PATTERN_GRAPHS); do echo "--graph $$folder/$$graph.graph"; done) --csv $(PATTERN_FOLDER)/patterns.csv \
	    --json $(PATTERN_FOLDER)/patterns.json --plot $(PATTERN_FOLDER)/patterns.dat > $(PATTERN_FOLDER)/patterns.txt || \
	    { status=$$?; rm -rf $(PATTERN_FOLDER); exit $$status; }
	$(Q)gnuplot -e "folder='$(PATTERN_FOLDER)'" cmodel/cli/patterns.gp
	@cat $(PATTERN_FOLDER)/patterns.txt
	@echo "$(PATTERN_FOLDER)/: patterns.txt patterns.csv patterns.json patterns.svg patterns.pdf patterns.png"

# STALLS figures 1 and 2 for GPU coherence: uts and utsd on its machine, to their ends.
STALLS_FOLDER := $(BUILD)/figure-stalls
STALLS_PROGRAMS := uts utsd
.PHONY: figure-stalls $(STALLS_PROGRAMS:%=$(STALLS_FOLDER)/%.csv)
figure-stalls: setup ## STALLS figures 1 and 2, GPU coherence: uts and utsd, 5.1 million cycles
	$(Q)$(MAKE) -j$(JOBS) $(BUILD)/rowstreak
	$(Q)rm -rf $(STALLS_FOLDER) && mkdir -p $(STALLS_FOLDER)
	$(Q)$(MAKE) -j$(JOBS) $(STALLS_PROGRAMS:%=$(STALLS_FOLDER)/%.csv)
	$(Q)$(BUILD)/rowstreak report --csv $(STALLS_FOLDER)/runs.csv --json $(STALLS_FOLDER)/runs.json $(STALLS_PROGRAMS:%=$(STALLS_FOLDER)/%.csv) > /dev/null
	$(Q)awk -F, -f cmodel/cli/figure_stalls.awk $(STALLS_PROGRAMS:%=$(STALLS_FOLDER)/%.csv) > $(STALLS_FOLDER)/figure.txt
	$(Q)awk -v machines=. -f cmodel/cli/stalls.awk $(STALLS_FOLDER)/runs.csv > $(STALLS_FOLDER)/stalls.dat
	$(Q)gnuplot -e "folder='$(STALLS_FOLDER)'" cmodel/cli/stalls.gp
	@cat $(STALLS_FOLDER)/figure.txt
	@echo "$(STALLS_FOLDER)/: figure.txt runs.csv runs.json stalls.svg stalls.pdf stalls.png"
$(STALLS_PROGRAMS:%=$(STALLS_FOLDER)/%.csv): $(STALLS_FOLDER)/%.csv:
	$(Q)$(BUILD)/rowstreak run --workload $* --machine BFIFO --config tests/configurations/gpu_stalls.cfg --progress --quiet --csv $@

# Today's DRAM: what bank groups and refresh cost, and what PAIR and refresh bank by bank win of it.
SETS_REQUESTS ?= 200000
SETS_FOLDER := $(BUILD)/dram-sets
.PHONY: dram-sets
dram-sets: setup ## DRAM efficiency of DDR5, LPDDR5, HBM2, HBM3, GDDR6: bank groups, refresh, what wins it back (SETS_REQUESTS=200000)
	$(Q)$(MAKE) -j$(JOBS) $(BUILD)/rowstreak
	$(Q)rm -rf $(SETS_FOLDER) && mkdir -p $(SETS_FOLDER)
	$(Q)sh cmodel/cli/dram_sets.sh $(BUILD)/rowstreak $(SETS_FOLDER) $(SETS_REQUESTS)
	$(Q)gnuplot -e "folder='$(SETS_FOLDER)'; caption='rand3 on the DRAM of today, FR-FCFS'; axis='DRAM'; quantity='DRAM efficiency'" cmodel/cli/figure.gp
	@cat $(SETS_FOLDER)/figure.txt
	@echo "$(SETS_FOLDER)/: figure.svg figure.pdf figure.png figure.csv figure.json figure.txt and the runs"

# What one key does: sensitivity/NAME.sweep on SENSITIVITY_GRAPH, in a folder each. Points that are there stay.
SENSITIVITY_GRAPH ?= 4elt
SENSITIVITY_FOLDER := $(BUILD)/sensitivity
sensitivities := $(patsubst cmodel/cli/sensitivity/%.sweep,sensitivity-%,$(sort $(wildcard cmodel/cli/sensitivity/*.sweep)))
sensitivity_key = $(shell sed -n 's/^\([A-Z_]*\) = .*,.*/\1/p' cmodel/cli/sensitivity/$*.sweep)
.PHONY: sensitivity $(sensitivities)
sensitivity: $(sensitivities) ## speed over one key: queue, chips, channels, sms, vcs, svcs, iterations, limit, allocator, stages (sensitivity-queue: one of them)
	$(Q)awk -F, 'FNR == 1 { n = split(FILENAME, at, "/"); name = at[n - 1] } NR == 1 { $$2 = "value"; print "key," $$1 "," $$2 "," $$3 "," $$4 "," $$5 "," $$6 "," $$7 } FNR > 1 { print name "," $$0 }' \
	    $(sensitivities:sensitivity-%=$(SENSITIVITY_FOLDER)/%/sensitivity.csv) > $(SENSITIVITY_FOLDER)/sensitivity.csv
	@echo "$(SENSITIVITY_FOLDER)/sensitivity.csv: all of them"
$(sensitivities): sensitivity-%: setup
	$(Q)$(MAKE) -j$(JOBS) $(BUILD)/rowstreak
	$(Q)sh cmodel/cli/sweep_runs.sh $(BUILD)/rowstreak cmodel/cli/sensitivity/$*.sweep $(SENSITIVITY_FOLDER)/$* --jobs $(JOBS) \
	    --graph $(if $(wildcard $(SENSITIVITY_GRAPH)),$(SENSITIVITY_GRAPH),$(RUN_GRAPHS)/$(SENSITIVITY_GRAPH).graph)
	$(Q)awk -v key=$(sensitivity_key) -v default="$$($(BUILD)/rowstreak config --format verilog | sed -n 's/^.define ROWSTREAK_$(sensitivity_key) \([0-9]*\).*/\1/p')" \
	    -f cmodel/cli/sensitivity.awk $(SENSITIVITY_FOLDER)/$*/runs.csv > $(SENSITIVITY_FOLDER)/$*/sensitivity.csv
	$(Q)gnuplot -e "folder='$(SENSITIVITY_FOLDER)/$*'; title='$$(sed -n '1s/^# \(.*\) (make.*/\1/p' cmodel/cli/sensitivity/$*.sweep)'; key='$(sensitivity_key)'" \
	    cmodel/cli/sensitivity.gp
	@column -s, -t $(SENSITIVITY_FOLDER)/$*/sensitivity.csv
	@echo "$(SENSITIVITY_FOLDER)/$*/: sensitivity.svg sensitivity.pdf sensitivity.png sensitivity.csv runs.csv runs.sqlite"

# Hold grant beside schedulers that look at who asks: speed, fairness between SMs, row locality, energy, area. Programs on 1/RIVALS_SHRINK of
# their data.
RIVALS_SHRINK ?= 4
RIVALS_FOLDER := $(BUILD)/rivals
.PHONY: rivals
rivals: setup ## rivals of hold grant (SMS, BLISS, PAR-BS, warp-groups) beside it: speed, fairness, locality, energy, area; 3 seeds (GRAPH=4elt)
	$(Q)$(MAKE) -j$(JOBS) $(BUILD)/rowstreak
	$(Q)sh cmodel/cli/sweep_runs.sh $(BUILD)/rowstreak cmodel/cli/rivals.sweep $(RIVALS_FOLDER) --jobs $(JOBS) \
	    --graph $(firstword $(figure_graphs)) --shrink $(RIVALS_SHRINK)
	$(Q)awk -f cmodel/cli/rivals.awk fpga/baselines/area.csv $(RIVALS_FOLDER)/runs.csv > $(RIVALS_FOLDER)/rivals.csv
	$(Q)gnuplot -e "folder='$(RIVALS_FOLDER)'" cmodel/cli/rivals.gp
	@column -s, -t $(RIVALS_FOLDER)/rivals.csv
	@echo "$(RIVALS_FOLDER)/: rivals.svg rivals.pdf rivals.png rivals.csv runs.csv runs.sqlite"
