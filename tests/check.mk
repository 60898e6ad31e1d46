# One block: make check BLOCK=mshr_table, all that tests it. make list: the blocks, and what there is of each.
#   its lockstep bench in every configuration; its RTL in three tools; unit tests of its name; its proofs; its mutants by hand
#   and by Yosys; its netlist against its RTL.

BLOCK ?=
check_block   := $(BLOCK:rs_%=%)
check_module  := rs_$(check_block)
check_benches := $(filter $(check_block),$(COSIM_BENCHES) $(COSIM_FULL_BENCHES))
check_unit    := $(filter %/$(check_block)_test,$(RS_UNIT_TESTS))
check_proofs   = $(shell awk -v want=list -v run=all -v block=$(check_module) -f formal/rows.awk formal/*/*.proofs)
# Mutants of its RTL, and those that its bench sees in others; without a bench of its own, the benches that see its mutants.
check_lines    = $(shell sed '/^\#/d' tests/mutants/*.list | tr -d ' ' | \
    awk -F '|' '$$2 ~ "^$(check_block)-" || $$3 ~ "/$(check_module)[.]v$$" { print $$1 ":" $$2 }')
check_mutants  = $(foreach line,$(check_lines),mutant-$(firstword $(subst :, ,$(line))))
check_cosim    = $(or $(call cosim_names,$(check_benches)),$(sort $(foreach line,$(check_lines),cosim-$(lastword $(subst :, ,$(line))))))
check_mutate   = $(shell awk -F '[ |]+' '$$1 == "$(check_module)" { print $$1 }' tests/mutate/mutate.rows)
check_netlist  = $(shell awk -F '[ |]+' '$$1 == "$(check_block)"' fpga/netlist.rows | head -n 1)
check_lint     = $(shell cat tests/elaboration/*.list | awk '$$2 == "$(check_module)" { print $$2; exit }')
check_parts    = $(if $(check_lint),block-elaboration) $(if $(check_cosim),block-cosim) $(if $(check_unit),block-unit) \
    $(if $(check_mutants),block-mutants) $(if $(check_proofs),block-formal) $(if $(check_mutate),block-mutate) $(if $(check_netlist),block-netlist)

.PHONY: check list $(TEST_BLOCK)
check: setup ## all of one block: BLOCK=mshr_table (make list)
	$(Q)[ -n "$(strip $(check_parts))" ] || { echo "check: found BLOCK='$(BLOCK)', expected one of 'make list'" >&2; exit 2; }
	+$(call live,$(MAKE) test-of TEST_PARTS="$(strip $(check_parts))")
	$(Q)sh tests/summary.sh $(PARTS)

block-elaboration:
	$(Q)RESULTS=$(RESULTS) JOBS=$(JOBS) sh tests/elaboration/run.sh $(check_module)
block-cosim: $(if $(check_block),$(check_cosim))
block-unit: $(check_unit:%=%.run)
block-formal:
	+$(call live,BUILD=$(BUILD) RESULTS=$(RESULTS) JOBS=$(JOBS) sh formal/run.sh $(check_proofs))
block-mutants: $(if $(check_block),$(check_mutants))
block-mutate: $(BUILD)/rowstreak $(cosim_shared_objects)
	+$(call live,$(mutate_run) N=$(N) sh tests/mutate/mutate.sh $(check_mutate))
block-netlist: $(BUILD)/rowstreak $(cosim_shared_objects)
	+$(call live,$(netlist_run) "$(check_block) ")
part-block-mutants part-block-mutate part-block-netlist: | $(call after,block-cosim)

list: ## blocks and the configurations of their benches; proofs, mutants, netlists, area rows of each
	$(Q){ $(foreach bench,$(COSIM_BENCHES) $(COSIM_FULL_BENCHES),echo "bench $(bench) $(foreach entry,$($(bench)_configurations),$(firstword $(subst :, ,$(entry))))";) } | \
	    sh tests/list.sh
