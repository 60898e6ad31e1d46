# The main job. First the C model: five machines, and one with a bounded wait, on bfs and spmv over all of copter2 and of 4elt,
# then the machine with the SMs' memory sides on 4elt, and the whole machine with kernels; their table. Then C model and Verilated
# RTL in lockstep: all of 4elt (run-full: copter2 as well), of the whole machine the first RUN_GPU_CYCLES cycles (run-full: all);
# the table with both.
# Every run is a process with a CSV of its own; 'rowstreak report' merges them into build/run/summary.{csv,json}.

RUN_MACHINES  ?= FIFO BFIFO BFIFO+HG BFIFO+HMHG4 FR-FCFS BFIFO+HMHG4_L8_G
RUN_WORKLOADS ?= bfs spmv
RUN_MODEL     ?= copter2
RUN_LOCKSTEP  ?= 4elt
RUN_SM_GRAPH  ?= 4elt
RUN_SM_MACHINES ?= BFIFO BFIFO+HG BFIFO+HMHG4 FR-FCFS
RUN_SM_CONFIGURATION := tests/configurations/sm_l1.cfg
RUN_GPU_WORKLOADS ?= bfs spmv vadd
RUN_GPU_MACHINES ?= BFIFO+HMHG4 FR-FCFS
RUN_GPU_LOCKSTEP ?= BFIFO+HMHG4
RUN_GPU_CYCLES ?= 3000
RUN_GPU_CONFIGURATION := tests/configurations/gpu_thesis.cfg
RUN_FOLDER    := $(BUILD)/run
RUN_GRAPHS    := $(shell sh tests/graphs.sh)

# Lockstep binaries, one a scheduler: the rowstreak command with the Verilated RTL beside its C model (tb/tb.mk).
lockstep_top    = rs_memory_path
lockstep_rtl    = $(sort $(wildcard rtl/*/*.v))
lockstep_source = tb/machine/memory_path_cosim.cpp
lockstep_twin   = $(RS_MODEL_SOURCES) $(RS_CLI_SOURCES)
lockstep_FIFO   = fifo:@tests/configurations/default.cfg,SCHEDULER=0
lockstep_BFIFO  = bfifo:@tests/configurations/default.cfg,SCHEDULER=1
lockstep_FRFCFS = frfcfs:@tests/configurations/default.cfg,SCHEDULER=2
$(foreach scheduler,FIFO BFIFO FRFCFS,$(foreach variant,plain -trace,\
    $(eval $(call cosim_build,lockstep,$(lockstep_$(scheduler)),$(filter -trace,$(variant))))))

# The same with the whole machine (rs_gpu).
gpu_lockstep_top       = rs_gpu
gpu_lockstep_rtl       = $(lockstep_rtl)
gpu_lockstep_source    = tb/machine/gpu_lockstep.cpp
gpu_lockstep_twin      = $(lockstep_twin)
gpu_lockstep_verilator = --output-split-cfuncs 200
gpu_lockstep_hierarchical = yes
gpu_lockstep_BFIFO     = bfifo:@$(RUN_GPU_CONFIGURATION),SCHEDULER=1
$(foreach variant,plain -trace,$(eval $(call cosim_build,gpu_lockstep,$(gpu_lockstep_BFIFO),$(filter -trace,$(variant)))))

# Machine names as file names: '_' stands for '/'.
run_scheduler = $(if $(filter FR-FCFS%,$1),frfcfs,$(if $(filter BFIFO%,$1),bfifo,fifo))
# $(call run_parts,GRAPHS,MACHINES,END,WORKLOADS)
run_parts = $(foreach graph,$1,$(foreach workload,$(or $4,$(RUN_WORKLOADS)),$(foreach machine,$2,$(RUN_FOLDER)/parts/$(graph)-$(workload)-$(machine)$3.csv)))
run_model    := $(call run_parts,$(sort $(RUN_LOCKSTEP) $(RUN_MODEL)),$(RUN_MACHINES)) $(call run_parts,$(RUN_SM_GRAPH),$(RUN_SM_MACHINES),-sm) \
    $(call run_parts,$(RUN_SM_GRAPH),$(RUN_GPU_MACHINES),-gpu,$(RUN_GPU_WORKLOADS))
run_lockstep := $(call run_parts,$(RUN_LOCKSTEP),$(RUN_MACHINES),-lockstep) \
    $(call run_parts,$(RUN_SM_GRAPH),$(RUN_GPU_LOCKSTEP),-gpu-lockstep,$(RUN_GPU_WORKLOADS))
run_all      := $(run_model) $(run_lockstep)

# $(call run_rule,GRAPH,WORKLOAD,MACHINE,COMMAND,END,OPTIONS); run_count holds a word for each rule, to number the runs.
run_count :=
define run_rule
$(eval run_count += x)
$(RUN_FOLDER)/parts/$1-$2-$3$5.csv: $4
	$$(Q)mkdir -p $$(@D)
	$$(Q)SUBMAKE="$$(cosim_make)" sh cmodel/cli/lockstep_run.sh $4 $$@ run --graph $(RUN_GRAPHS)/$1.graph --workload $2 \
	    --machine $(subst _,/,$3) --set SEED=$(SEED) --quiet --progress $6 \
	    --label $(words $(run_count))/$(words $(run_all))
endef
$(foreach graph,$(sort $(RUN_LOCKSTEP) $(RUN_MODEL)),$(foreach workload,$(RUN_WORKLOADS),$(foreach machine,$(RUN_MACHINES),\
    $(eval $(call run_rule,$(graph),$(workload),$(machine),$(BUILD)/rowstreak)))))
$(foreach workload,$(RUN_WORKLOADS),$(foreach machine,$(RUN_SM_MACHINES),\
    $(eval $(call run_rule,$(RUN_SM_GRAPH),$(workload),$(machine),$(BUILD)/rowstreak,-sm,--config $(RUN_SM_CONFIGURATION)))))
$(foreach graph,$(RUN_LOCKSTEP),$(foreach workload,$(RUN_WORKLOADS),$(foreach machine,$(RUN_MACHINES),\
    $(eval $(call run_rule,$(graph),$(workload),$(machine),$(OBJ)/lockstep-$(call run_scheduler,$(machine))/cosim,-lockstep)))))
$(foreach workload,$(RUN_GPU_WORKLOADS),$(foreach machine,$(RUN_GPU_MACHINES),\
    $(eval $(call run_rule,$(RUN_SM_GRAPH),$(workload),$(machine),$(BUILD)/rowstreak,-gpu,--config $(RUN_GPU_CONFIGURATION)))))
$(foreach workload,$(RUN_GPU_WORKLOADS),$(foreach machine,$(RUN_GPU_LOCKSTEP),\
    $(eval $(call run_rule,$(RUN_SM_GRAPH),$(workload),$(machine),$(OBJ)/gpu_lockstep-bfifo/cosim,-gpu-lockstep,--config $(RUN_GPU_CONFIGURATION) --max-cycles $(RUN_GPU_CYCLES)))))

.PHONY: run setup-run run-full run-model run-lockstep run-report
run: setup-run ## main job: machines without and with the SMs, bfs and spmv; model over whole graphs, then in lockstep with the RTL
	$(Q)rm -rf $(RUN_FOLDER)
	@echo "run: $(words $(run_model)) runs of the C model, which is built first"
	$(Q)$(MAKE) -j$(JOBS) run-model
	$(Q)$(BUILD)/rowstreak report --thesis $(run_model)
	@echo "run: $(words $(run_lockstep)) runs in lockstep with the RTL; that of three schedulers and of the whole machine is built first (2 to 3 minutes)"
	$(Q)$(MAKE) -j$(JOBS) run-lockstep
	$(Q)$(MAKE) run-report

setup-run:
	$(Q)SETUP=$(SETUP) sh tests/setup.sh run

run-full: ## the same with lockstep over copter2 as well (about 20 million cycles), and of the whole machine to the end of its kernels
	$(Q)$(MAKE) run RUN_LOCKSTEP="4elt copter2" RUN_GPU_CYCLES=1000000000

run-model: $(run_model)
run-lockstep: $(run_lockstep)

# The model's run and the same one in lockstep become one row, and must agree.
run-report: $(BUILD)/rowstreak
	$(Q)$(BUILD)/rowstreak report --csv $(RUN_FOLDER)/summary.csv --json $(RUN_FOLDER)/summary.json \
	    --plot $(RUN_FOLDER)/summary.dat --thesis $(run_all) > $(RUN_FOLDER)/summary.txt; \
	    status=$$?; cat $(RUN_FOLDER)/summary.txt; exit $$status
	$(Q)gnuplot -e "folder='$(RUN_FOLDER)'" cmodel/cli/summary.gp
	$(Q)awk -f cmodel/cli/stalls.awk $(RUN_FOLDER)/summary.csv > $(RUN_FOLDER)/stalls.dat
	$(Q)[ ! -s $(RUN_FOLDER)/stalls.dat ] || gnuplot -e "folder='$(RUN_FOLDER)'" cmodel/cli/stalls.gp
	@echo "$(RUN_FOLDER)/summary.csv summary.json summary.txt summary.svg summary.png stalls.svg stalls.png"
