# Mutants by Yosys (tests/mutate/README.md). Rows stand in tests/mutate/mutate.rows.

N ?= 100
MUTATE_SEED ?= 1
mutate_run = BUILD=$(BUILD) RESULTS=$(RESULTS) JOBS=$(JOBS) SUBMAKE="$(MAKE)" COSIM_SHARED=$(COSIM_SHARED) MUTATE_SEED=$(MUTATE_SEED)
.PHONY: mutate mutate-turn mutate-sample
mutate: $(BUILD)/rowstreak $(cosim_shared_objects) ## do proofs and benches bite? N=100 mutants a block by Yosys; BLOCK=name
	+$(call live,$(mutate_run) N=$(N) sh tests/mutate/mutate.sh $(if $(BLOCK),$(addprefix rs_,$(BLOCK:rs_%=%)),all)$(if $(KEEP_GOING), || true))

# What `make test-full` runs: of those hundred the ten whose number ends with this digit, another one every day. All take hours.
MUTATE_TURN ?= $(shell expr $(FULL_SEED) % 10)
mutate-turn: $(BUILD)/rowstreak $(cosim_shared_objects)
	+$(call live,$(mutate_run) OUT=$(BUILD)/mutate-turn N=100 TURN=$(MUTATE_TURN) sh tests/mutate/mutate.sh all$(if $(KEEP_GOING), || true))

# A fixed sample for `make test`: the blocks that are quick.
mutate-sample: $(BUILD)/rowstreak $(cosim_shared_objects)
	+$(call live,$(mutate_run) OUT=$(BUILD)/mutate-sample N=10 sh tests/mutate/mutate.sh rs_fifo rs_pim_allocator$(if $(KEEP_GOING), || true))
