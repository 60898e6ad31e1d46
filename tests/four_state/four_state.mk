# Four-state runs in Icarus (tests/four_state/README.md): four-state-CASE one case, four-state-mutant-NAME one mutant.

TEST_QUICK += four-state
TEST_FULL  += four-state-full

four_state_names = $(shell awk -F ' *[|] *' '!/^\#/ && $$1 ~ /^($1)$$/ { print $$2 }' tests/four_state/cases.list)
four_state_mutants := $(shell sed -e '/^\#/d' -e 's/ *|.*//' tests/four_state/mutants.list)
four_state_record := $(BUILD)/four_state/record
four_state_sources := $(wildcard tests/four_state/*.c)

.PHONY: four-state four-state-full
four-state: $(addprefix four-state-,$(call four_state_names,quick)) ## RTL in Icarus with x on idle payload, beside the model
four-state-full: $(addprefix four-state-,$(call four_state_names,quick|full)) $(addprefix four-state-mutant-,$(four_state_mutants)) ## the same, more of them, and RTL that x must break

$(four_state_record): $(four_state_sources) $(wildcard tests/four_state/*.h) $(BUILD)/librowstreak.a
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(RS_CFLAGS) -O1 -g -Itests/four_state -o $@ $(four_state_sources) $(BUILD)/librowstreak.a -lm -lz

.PHONY: $(addprefix four-state-,$(call four_state_names,quick|full)) $(addprefix four-state-mutant-,$(four_state_mutants))
$(addprefix four-state-,$(call four_state_names,quick|full)): four-state-%: $(four_state_record) $(BUILD)/rowstreak
	$(Q)BUILD=$(BUILD) RESULTS=$(RESULTS) SEED=$(SEED) sh tests/four_state/run.sh $*$(if $(KEEP_GOING), || true)
$(addprefix four-state-mutant-,$(four_state_mutants)): four-state-mutant-%: $(four_state_record) $(BUILD)/rowstreak
	$(Q)BUILD=$(BUILD) RESULTS=$(RESULTS) SEED=$(SEED) sh tests/four_state/run.sh --mutant $*$(if $(KEEP_GOING), || true)
