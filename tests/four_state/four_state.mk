# Four-state runs in Icarus (tests/four_state/README.md): four-state-CASE one case, four-state-mutant-NAME one mutant,
# four-state-strap-NAME one strap, four-state-verilator-NAME the same in Verilator.

TEST_QUICK += four-state
TEST_FULL  += four-state-full

four_state_names = $(shell awk -F ' *[|] *' '!/^\#/ && $$1 ~ /^($1)$$/ { print $$2 }' tests/four_state/cases.list)
four_state_list = $(shell sed -e '/^\#/d' -e 's/ *|.*//' tests/four_state/$1.list)
four_state_cases := $(addprefix four-state-,$(call four_state_names,quick|full))
four_state_mutants := $(addprefix four-state-mutant-,$(call four_state_list,mutants))
four_state_straps := $(addprefix four-state-strap-,$(call four_state_list,straps))
four_state_verilator := $(addprefix four-state-verilator-,$(call four_state_list,straps))
four_state_record := $(BUILD)/four_state/record
four_state_sources := $(wildcard tests/four_state/*.c)

.PHONY: four-state four-state-full four-state-asserts $(four_state_cases) $(four_state_mutants) $(four_state_straps) $(four_state_verilator)
four-state: four-state-asserts $(addprefix four-state-,$(call four_state_names,quick)) $(four_state_straps) ## RTL in Icarus with x on idle payload, beside the model
four-state-full: four-state-asserts $(four_state_cases) $(four_state_straps) $(four_state_mutants) $(four_state_verilator) ## the same, more of them, and RTL that x must break

$(four_state_record): $(four_state_sources) $(wildcard tests/four_state/*.h) $(BUILD)/librowstreak.a
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(RS_CFLAGS) -O1 -g -Itests/four_state -o $@ $(four_state_sources) $(BUILD)/librowstreak.a -lm -lz -llzma

four-state-asserts:
	$(Q)BUILD=$(BUILD) RESULTS=$(RESULTS) sh tests/four_state/asserts.sh$(if $(KEEP_GOING), || true)

four_state_run = $(Q)BUILD=$(BUILD) RESULTS=$(RESULTS) SEED=$(SEED) sh tests/four_state/run.sh
$(four_state_cases) $(four_state_mutants) $(four_state_straps) $(four_state_verilator): $(four_state_record) $(BUILD)/rowstreak
$(four_state_cases): four-state-%:
	$(four_state_run) $*$(if $(KEEP_GOING), || true)
$(four_state_mutants): four-state-mutant-%:
	$(four_state_run) --mutant $*$(if $(KEEP_GOING), || true)
$(four_state_straps): four-state-strap-%:
	$(four_state_run) --strap $*$(if $(KEEP_GOING), || true)
$(four_state_verilator): four-state-verilator-%:
	$(four_state_run) --strap $* verilator$(if $(KEEP_GOING), || true)
