# Fuzzing of the readers of files (tests/fuzz/README.md).

FUZZ_RUNS    ?= 2000000
FUZZ_SECONDS ?= 0
FUZZ_TIMEOUT ?= 1
FUZZ_CC      ?= $(firstword $(foreach tool,clang clang-19 clang-16 clang-14,$(shell command -v $(tool) 2>/dev/null)))
fuzz_readers := graph matrix trace kernel_trace configuration sweep
fuzz_flags   := -std=c11 -Icmodel -O1 -g -fno-omit-frame-pointer -fno-sanitize-recover=all

# What the readers of the model need; those of sweeps all of model and command.
$(BUILD)/fuzz/object/%.o: %.c
	$(Q)mkdir -p $(@D)
	$(Q)$(FUZZ_CC) $(fuzz_flags) -fsanitize=fuzzer-no-link,address,undefined -MMD -MP -c -o $@ $<
fuzz_sources := $(wildcard cmodel/*.c cmodel/common/*.c cmodel/workload/gpu_trace*.c cmodel/workload/graph*.c) \
    $(addprefix cmodel/workload/,trace.c sass.c other_format.c text_scanner.c) cmodel/dram/address_map.c
fuzz_objects = $(patsubst %.c,$(BUILD)/fuzz/object/%.o,$1)
-include $(patsubst %.o,%.d,$(call fuzz_objects,$(RS_MODEL_SOURCES) $(RS_CLI_SOURCES)))

define fuzz_rules
$(BUILD)/fuzz/$1/fuzz: tests/fuzz/readers.c $(call fuzz_objects,$(or $3,$(fuzz_sources)))
	$$(Q)mkdir -p $$(@D)
	$$(Q)$$(FUZZ_CC) $$(fuzz_flags) -fsanitize=fuzzer,address,undefined -DREADER=$2 -o $$@ $$^ $(RS_LIBRARIES)
endef
$(eval $(call fuzz_rules,graph,0))
$(eval $(call fuzz_rules,matrix,1))
$(eval $(call fuzz_rules,trace,2))
$(eval $(call fuzz_rules,kernel_trace,3))
$(eval $(call fuzz_rules,configuration,4))
$(eval $(call fuzz_rules,sweep,5,$(RS_MODEL_SOURCES) $(RS_CLI_SOURCES)))

.PHONY: fuzz fuzz-needs fuzz-keep fuzz-corpus
fuzz: ## fuzzer on the readers of files, FUZZ_RUNS=2000000 each or FUZZ_SECONDS=; needs clang (an optional package)
	$(Q)if [ -z "$(FUZZ_CC)" ]; then echo "fuzz: found no clang, expected it (Debian: clang and libclang-rt-14-dev), or FUZZ_CC=" >&2; exit 2; fi
	+$(call live,$(MAKE) -j$(JOBS) $(fuzz_readers:%=$(BUILD)/fuzz/%/fuzz))
	$(Q)BUILD=$(BUILD) RUNS=$(FUZZ_RUNS) SECONDS_MAX=$(FUZZ_SECONDS) TIMEOUT=$(FUZZ_TIMEOUT) SEED=$(SEED) sh tests/fuzz/fuzz.sh run $(fuzz_readers)

fuzz-keep: ## takes what `make fuzz` has found into tests/fuzz, the smallest set that covers as much
	$(Q)BUILD=$(BUILD) sh tests/fuzz/fuzz.sh keep $(fuzz_readers)

$(BUILD)/test/readers: tests/fuzz/readers.c $(BUILD)/sanitized/librowstreak_cli.a $(BUILD)/sanitized/librowstreak.a
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(RS_CFLAGS) -Wno-c++-compat $(RS_SANITIZE) -DREPLAY -o $@ $^ $(RS_LIBRARIES)
fuzz-corpus: $(BUILD)/test/readers ## the readers on all that the fuzzer has found
	$(Q)BUILD=$(BUILD) RESULTS=$(RESULTS) sh tests/fuzz/fuzz.sh replay $(fuzz_readers)$(if $(KEEP_GOING), || true)
TEST_QUICK += fuzz-corpus
TEST_FULL  += fuzz-corpus
