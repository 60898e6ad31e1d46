# The main job, all on the whole machine (rs_gpu) with THESIS' SMs (default.cfg). First the C model: six machines on RUN_MODEL, some
# of them with an L1 cache as well, and STALLS' utsd on its machine; their table. Then the RTL in lockstep: that of the memory path
# (networks, controllers) beside whole programs, RUN_LOCKSTEP, its SMs in C; that of everything, SMs included, beside the first
# RUN_GPU_CYCLES cycles of RUN_GPU and, with L1, L2 and atomic operations, of RUN_STALLS on fewer SMs and channels, RUN_STALLS_SMALL, since
# eight Verilated L2 banks are 170 MB of C++ (run-full: to the ends of RUN_MODEL, RUN_GPU and RUN_STALLS); the table with all.
# Every run is a process with a CSV of its own; 'rowstreak report' merges them into build/run/summary.{csv,json}.
# A program is GRAPH:KERNEL or KERNEL; one without a graph runs on a quarter, utsd on an eighth of its data.

RUN_MACHINES  ?= FIFO BFIFO BFIFO+HG BFIFO+HMHG4 FR-FCFS BFIFO+HMHG4_L8_G
RUN_MODEL     ?= 4elt:bfs 4elt:spmv copter2:spmv red
RUN_LOCKSTEP  ?= 4elt:spmv red
RUN_LOCKSTEP_FEW ?= 4elt:bfs
RUN_LOCKSTEP_FEW_MACHINES ?= BFIFO+HMHG4
RUN_L1        ?= 4elt:spmv copter2:spmv
RUN_L1_MACHINES ?= BFIFO BFIFO+HMHG4 FR-FCFS
RUN_GPU       ?= 4elt:bfs 4elt:spmv red
RUN_GPU_MACHINES ?= BFIFO+HMHG4
RUN_GPU_CYCLES ?= 3000
RUN_STALLS    ?= utsd
RUN_STALLS_MACHINES ?= BFIFO+HMHG4_L8_G
RUN_CONFIGURATION := tests/configurations/default.cfg
RUN_L1_OPTIONS := --set L1_CACHE=1 --set L1_SETS=128
RUN_STALLS_CONFIGURATION := tests/configurations/gpu_stalls.cfg
RUN_STALLS_SMALL := SMS=4 CHANNELS=2
RUN_FOLDER    := $(BUILD)/run
RUN_GRAPHS    := $(shell sh tests/graphs.sh)

# Lockstep binaries, one a scheduler: the rowstreak command with the Verilated RTL beside its C model (tb/tb.mk). The memory path's
# writes have byte masks, as those of SMs have them.
lockstep_top    = rs_memory_path
lockstep_rtl    = $(sort $(wildcard rtl/*/*.v))
lockstep_source = tb/machine/memory_path_cosim.cpp
lockstep_twin   = $(RS_MODEL_SOURCES) $(RS_CLI_SOURCES)
lockstep_FIFO   = fifo:@$(RUN_CONFIGURATION),SCHEDULER=0,WRITE_MASK=1
lockstep_BFIFO  = bfifo:@$(RUN_CONFIGURATION),SCHEDULER=1,WRITE_MASK=1
lockstep_FRFCFS = frfcfs:@$(RUN_CONFIGURATION),SCHEDULER=2,WRITE_MASK=1
$(foreach scheduler,FIFO BFIFO FRFCFS,$(foreach variant,plain -trace,\
    $(eval $(call cosim_build,lockstep,$(lockstep_$(scheduler)),$(filter -trace,$(variant))))))

# The same with the whole machine (rs_gpu).
gpu_lockstep_top       = rs_gpu
gpu_lockstep_rtl       = $(lockstep_rtl)
gpu_lockstep_source    = tb/machine/gpu_lockstep.cpp
gpu_lockstep_twin      = $(lockstep_twin)
gpu_lockstep_verilator = --output-split-cfuncs 200
gpu_lockstep_hierarchical = yes
gpu_lockstep_optimize  = -O1
gpu_lockstep_BFIFO     = bfifo:@$(RUN_CONFIGURATION),SCHEDULER=1
$(foreach variant,plain -trace,$(eval $(call cosim_build,gpu_lockstep,$(gpu_lockstep_BFIFO),$(filter -trace,$(variant)))))

# And with STALLS' SMs, L2 banks and atomic operations.
$(foreach word,top rtl source twin verilator hierarchical optimize,$(eval stalls_lockstep_$(word) = $(gpu_lockstep_$(word))))
stalls_lockstep_BFIFO  = bfifo:@$(RUN_STALLS_CONFIGURATION),SCHEDULER=1,$(subst $(cosim_space),$(comma),$(RUN_STALLS_SMALL))
$(foreach variant,plain -trace,$(eval $(call cosim_build,stalls_lockstep,$(stalls_lockstep_BFIFO),$(filter -trace,$(variant)))))

# Machine names as file names: '_' stands for '/'. Parts are PROGRAM-MACHINE and an ending, a program's colon becomes '@'.
run_scheduler = $(if $(filter FR-FCFS%,$1),frfcfs,$(if $(filter BFIFO%,$1),bfifo,fifo))
run_part  = $(RUN_FOLDER)/parts/$(subst :,@,$1)-$2$3.csv
# $(call run_parts,PROGRAMS,MACHINES,END)
run_parts = $(foreach program,$1,$(foreach machine,$2,$(call run_part,$(program),$(machine),$3)))
run_model    := $(call run_parts,$(RUN_MODEL),$(RUN_MACHINES)) $(call run_parts,$(RUN_L1),$(RUN_L1_MACHINES),-l1) \
    $(call run_parts,$(RUN_STALLS),$(RUN_STALLS_MACHINES),-stalls)
run_few      := $(filter-out $(RUN_LOCKSTEP),$(RUN_LOCKSTEP_FEW))
run_lockstep := $(call run_parts,$(RUN_LOCKSTEP),$(RUN_MACHINES),-lockstep) \
    $(call run_parts,$(run_few),$(RUN_LOCKSTEP_FEW_MACHINES),-lockstep) \
    $(call run_parts,$(RUN_GPU),$(RUN_GPU_MACHINES),-gpu-lockstep) \
    $(call run_parts,$(RUN_STALLS),$(RUN_STALLS_MACHINES),-stalls-lockstep)
run_all      := $(run_model) $(run_lockstep)

# $(call run_rule,PROGRAM,MACHINE,COMMAND,END,OPTIONS); run_count holds a word for each rule, to number the runs.
run_count :=
run_options = $(if $(findstring :,$1),--graph $(RUN_GRAPHS)/$(firstword $(subst :, ,$1)).graph,--shrink $(if $(filter $(RUN_STALLS),$1),8,4)) \
    --workload $(lastword $(subst :, ,$1))
define run_rule
$(eval run_count += x)
$(call run_part,$1,$2,$4): $3
	$$(Q)mkdir -p $$(@D)
	$$(Q)SUBMAKE="$$(cosim_make)" sh cmodel/cli/lockstep_run.sh $3 $$@ run $(call run_options,$1) \
	    --machine $(subst _,/,$2) --set SEED=$(SEED) --quiet --progress $5 \
	    --label $(words $(run_count))/$(words $(run_all))
endef
# $(call run_rules,PROGRAMS,MACHINES,COMMAND,END,OPTIONS): COMMAND names what a machine's scheduler is built for by %
run_rules = $(foreach program,$1,$(foreach machine,$2,\
    $(eval $(call run_rule,$(program),$(machine),$(subst %,$(call run_scheduler,$(machine)),$3),$4,$5))))
$(call run_rules,$(RUN_MODEL),$(RUN_MACHINES),$(BUILD)/rowstreak,,--config $(RUN_CONFIGURATION))
$(call run_rules,$(RUN_L1),$(RUN_L1_MACHINES),$(BUILD)/rowstreak,-l1,--config $(RUN_CONFIGURATION) $(RUN_L1_OPTIONS))
$(call run_rules,$(RUN_STALLS),$(RUN_STALLS_MACHINES),$(BUILD)/rowstreak,-stalls,--config $(RUN_STALLS_CONFIGURATION))
$(call run_rules,$(RUN_LOCKSTEP),$(RUN_MACHINES),$(OBJ)/lockstep-%/cosim,-lockstep,--config $(RUN_CONFIGURATION))
$(call run_rules,$(run_few),$(RUN_LOCKSTEP_FEW_MACHINES),$(OBJ)/lockstep-%/cosim,-lockstep,--config $(RUN_CONFIGURATION))
$(call run_rules,$(RUN_GPU),$(RUN_GPU_MACHINES),$(OBJ)/gpu_lockstep-%/cosim,-gpu-lockstep,--config $(RUN_CONFIGURATION) --max-cycles $(RUN_GPU_CYCLES))
$(call run_rules,$(RUN_STALLS),$(RUN_STALLS_MACHINES),$(OBJ)/stalls_lockstep-%/cosim,-stalls-lockstep,--config $(RUN_STALLS_CONFIGURATION) $(addprefix --set ,$(RUN_STALLS_SMALL)) --max-cycles $(RUN_GPU_CYCLES))

.PHONY: run setup-run run-full run-model run-lockstep run-report
run: setup-run ## main job: whole GPUs of THESIS and STALLS on four programs; C model first, then in lockstep with the RTL
	$(Q)rm -rf $(RUN_FOLDER)
	@echo "run: $(words $(run_model)) runs of the C model, which is built first"
	$(Q)$(MAKE) -j$(JOBS) run-model
	$(Q)$(BUILD)/rowstreak report --thesis $(run_model)
	@echo "run: $(words $(run_lockstep)) runs in lockstep with the RTL; that of three schedulers and of two whole machines is built first (about 7 minutes)"
	$(Q)$(MAKE) -j$(JOBS) run-lockstep
	$(Q)$(MAKE) run-report

setup-run:
	$(Q)SETUP=$(SETUP) sh tests/setup.sh run

run-full: ## the same with lockstep over all its programs, and of the whole machine's RTL to the end of its kernels
	$(Q)$(MAKE) run RUN_LOCKSTEP="$(RUN_MODEL)" RUN_GPU_CYCLES=1000000000

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
	@echo "$(RUN_FOLDER)/summary.csv summary.json summary.txt summary.svg summary.pdf summary.png stalls.svg stalls.pdf stalls.png"
