# Tests. Every part appends "pass NAME" or "FAIL NAME" lines to $(RESULTS); tests/summary.sh adds them up.

RS_UNIT_TESTS := $(patsubst tests/unit/%.c,$(BUILD)/test/unit/%,$(wildcard tests/unit/*_test.c))
RS_UNIT_FLAGS := $(RS_CFLAGS) -Wno-c++-compat $(RS_SANITIZE) -Itests/unit
RS_JSON := $(BUILD)/formal/report.json $(BUILD)/netlist/netlist.json $(BUILD)/quick/area/area.json $(BUILD)/mutate-sample/mutate.json

.PHONY: test test-start test-parts lint unit bad-input figures baselines
test: setup ## everything: lint, unit tests, bad input, lockstep benches, a sample of the mutants, quick proofs
	$(Q)rm -f $(RESULTS)
	$(Q)$(MAKE) -k -j$(JOBS) KEEP_GOING=1 $(BUILD)/rowstreak $(BUILD)/sanitized/rowstreak || \
	    { mkdir -p $(dir $(RESULTS)); echo "FAIL build" >> $(RESULTS); }
	$(Q)$(MAKE) -k -j$(JOBS) KEEP_GOING=1 test-parts || \
	    { mkdir -p $(dir $(RESULTS)); echo "FAIL make test-parts: a part stopped before its result" >> $(RESULTS); }
	$(Q)BUILD=$(BUILD) RESULTS=$(RESULTS) sh tests/json.sh $(RS_JSON) || true
	$(Q)sh tests/summary.sh $(RESULTS)

test-parts: area-quick lint unit bad-input traces wave-names figure-files thread-latency-test lane-storage figures baselines cosim mutants-sample mutate-sample netlist-quick elaboration formal-quick

cosim: ## every block's RTL beside its C model, cycle for cycle (tb/)
cosim-full: ## the same, the wide machines, and more of each kernel on an SM
mutants: ## all broken RTL that the benches must catch (tests/mutants/); `make test` runs a fixed sample
elaboration: ## RTL in Verilator, Yosys and Icarus; illegal parameters must stop it

lint: lint-scripts ## compiler, Verilator, Yosys and Icarus warnings as errors
lint: elaboration
.PHONY: lint-scripts
lint-scripts:
	$(Q)RESULTS=$(RESULTS) CC="$(CC)" CXX="$(CXX)" sh tests/lint.sh$(if $(KEEP_GOING), || true)

unit: $(RS_UNIT_TESTS:%=%.run) ## unit tests in C under AddressSanitizer and UBSan
.SECONDARY: $(RS_UNIT_TESTS)
$(BUILD)/test/unit/%: tests/unit/%.c $(BUILD)/sanitized/librowstreak_cli.a $(BUILD)/sanitized/librowstreak.a
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(RS_UNIT_FLAGS) -MMD -MP -o $@ $< $(filter %.a,$^) -lcmocka -lm -lz
.PHONY: $(RS_UNIT_TESTS:%=%.run)
$(RS_UNIT_TESTS:%=%.run): %.run: %
	$(Q)RESULTS=$(RESULTS) sh tests/run_unit.sh $<$(if $(KEEP_GOING), || true)
-include $(RS_UNIT_TESTS:%=%.d)

bad-input: $(BUILD)/sanitized/rowstreak ## bad input: one line, exit 2, nothing half-written
	$(Q)RESULTS=$(RESULTS) sh tests/bad_input/run.sh $<$(if $(KEEP_GOING), || true)

figures: $(BUILD)/rowstreak ## figures of the papers, measured and compared
	$(Q)RESULTS=$(RESULTS) QUIET=$(if $(filter 1,$(V)),0,1) sh tests/figures.sh $<$(if $(KEEP_GOING), || true)

baselines: $(BUILD)/rowstreak ## exact counts of the named machines against those in git
	$(Q)RESULTS=$(RESULTS) sh tests/baselines.sh $<$(if $(KEEP_GOING), || true)

# Request traces; the RTL beside the model is the tiny machine of the path benches.
traced_top     = $(lockstep_top)
traced_rtl     = $(lockstep_rtl)
traced_source  = $(lockstep_source)
traced_twin    = $(lockstep_twin)
traced_library = tiny:path-tiny_bfifo
traced_tiny    = tiny:@tests/configurations/tiny.cfg,SCHEDULER=1
$(eval $(call cosim_build,traced,$(traced_tiny),))
.PHONY: traces
traces: $(BUILD)/sanitized/rowstreak $(OBJ)/traced-tiny/cosim ## traces of DRAMsim3 and Ramulator, command stream, lockstep
	$(Q)RESULTS=$(RESULTS) sh tests/traces/run.sh $^$(if $(KEEP_GOING), || true)

.PHONY: figure-files
figure-files: $(BUILD)/rowstreak
	$(Q)RESULTS=$(RESULTS) sh tests/figure_files.sh $<$(if $(KEEP_GOING), || true)

.PHONY: thread-latency-test
thread-latency-test: $(BUILD)/rowstreak
	$(Q)RESULTS=$(RESULTS) sh tests/thread_latency.sh $<$(if $(KEEP_GOING), || true)

.PHONY: lane-storage
lane-storage: ## bits that a lane adds to the load/store unit, counted from its netlist (PATTERNS: 1104)
	$(Q)RESULTS=$(RESULTS) sh tests/lane_storage.sh$(if $(KEEP_GOING), || true)
