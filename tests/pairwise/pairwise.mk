# Lockstep on configurations that have every pair of values of the lists in tests/pairwise; tests/pairwise/README.md.
#   PAIRWISE_SEED   another one every day unless set; decides the configurations and the stimulus
#   PAIRWISE_COUNT  at most so many configurations of a list (0: as many as it takes)

# A seed for what is to run with another stimulus every day: once a run, the same in all sub-makes.
FULL_SEED ?= $(shell date +%Y%m%d)
FULL_SEED := $(FULL_SEED)
export FULL_SEED
PAIRWISE_SEED  ?= $(FULL_SEED)
PAIRWISE_COUNT ?= 0
PAIRWISE_LISTS := path l2 gpu_memory gpu
# The bench of a list (tb/machine), where it has another name.
pairwise_bench_l2 = path
pairwise_folder := $(BUILD)/pairwise

TEST_FULL += pairwise
.PHONY: pairwise pairwise-configurations pairwise-run
pairwise: pairwise-configurations ## lockstep on machines that have every pair of values of the parameters (PAIRWISE_SEED=, PAIRWISE_COUNT=)
	+$(call live,$(MAKE) -k PAIRWISE_SEED=$(PAIRWISE_SEED) PAIRWISE_RUN=1 pairwise-run$(if $(KEEP_GOING), || true))
	+$(call live,RESULTS=$(RESULTS) sh tests/pairwise/bins.sh $(PAIRWISE_SEED) $(PAIRWISE_COUNT) $(PAIRWISE_LISTS:%=$(pairwise_folder)/%)$(if $(KEEP_GOING), || true))
$(pairwise_folder)/pairwise: tests/pairwise/pairwise.c $(BUILD)/librowstreak.a
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(RS_CFLAGS) -O1 -o $@ $^ -lm -lz -llzma
pairwise-configurations: $(pairwise_folder)/pairwise
	$(Q)echo "pairwise: PAIRWISE_SEED=$(PAIRWISE_SEED) PAIRWISE_COUNT=$(PAIRWISE_COUNT)"
	$(Q)for list in $(PAIRWISE_LISTS); do rm -rf $(pairwise_folder)/$$list && mkdir -p $(pairwise_folder)/$$list && \
	    $< tests/pairwise/$$list.list $(PAIRWISE_SEED) $(PAIRWISE_COUNT) $(pairwise_folder)/$$list || exit 2; done

# The benches, built for the configurations that are there.
ifneq ($(PAIRWISE_RUN),)
# $1 list
pairwise_bench_of = $(or $(pairwise_bench_$1),$1)
pairwise_names = $(patsubst $(pairwise_folder)/$1/%.cfg,%,$(wildcard $(pairwise_folder)/$1/*.cfg))
# $1 list, $2 bench
define pairwise_bench
pairwise_$1_top       = $($2_top)
pairwise_$1_rtl       = $($2_rtl)
pairwise_$1_source    = $($2_source)
pairwise_$1_twin      = $($2_twin)
pairwise_$1_optimize  = -O1
pairwise_$1_verilator = --output-split-cfuncs 200
endef
# $1 list, $2 number
define pairwise_run
$(call cosim_build,pairwise_$1,$2:@$(pairwise_folder)/$1/$2.cfg,)
pairwise-run: pairwise-$1-$2
.PHONY: pairwise-$1-$2
pairwise-$1-$2: $(OBJ)/pairwise_$1-$2/cosim
	$(Q)RESULTS=$(RESULTS) sh tests/pairwise/run.sh $(PAIRWISE_SEED) $(PAIRWISE_COUNT) $$< $(pairwise_folder)/$1/$2 $($(call pairwise_bench_of,$1)_arguments)
endef
$(foreach list,$(PAIRWISE_LISTS),$(eval $(call pairwise_bench,$(list),$(call pairwise_bench_of,$(list)))))
$(foreach list,$(PAIRWISE_LISTS),$(foreach number,$(call pairwise_names,$(list)),$(eval $(call pairwise_run,$(list),$(number)))))
endif
