# Tests. A part of the test is a target that appends "pass NAME" or "FAIL NAME" lines to $(RESULTS); tests/part.sh runs it, notes its
# seconds and says how to repeat it, tests/summary.sh adds the parts up.
#   make test        the quick parts: every block, and most tools and scripts once, on something small
#   make test-full   every part, each whole; parts, benches, proofs and mutants whose inputs have not changed keep their result
#   make PART        one part alone
# A part that needs what another one leaves, or builds what another one builds, comes after it: part-B: | $(call after,A).

RS_UNIT_TESTS := $(patsubst tests/unit/%.c,$(BUILD)/test/unit/%,$(wildcard tests/unit/*_test.c))
# rs_error error = {""}: the code is 0.
RS_UNIT_FLAGS := $(RS_CFLAGS) -Wno-c++-compat -Wno-missing-field-initializers -Itests/unit
# Tests that run for long: `make test` leaves their sanitizers to `make test-full`.
RS_UNIT_LONG := $(patsubst %,$(BUILD)/test/unit/%_test,arbiter_statistics camat_run hold_grant sm_simulation skip thread_latency warp_kernels warp_lowering warp_source wait_bound)
RS_UNIT_PLAIN := $(RS_UNIT_LONG:$(BUILD)/test/unit/%=$(BUILD)/test/unit/plain/%)

# The parts of make check (tests/check.mk).
TEST_BLOCK := block-elaboration block-cosim block-unit block-mutants block-formal block-mutate block-netlist
# Fragments of other folders, which the Makefile includes before this one, add their parts to these.
TEST_QUICK += lint-scripts elaboration-quick unit-quick bad-input sweep-test run-folder traces wave-names lane-storage \
    cosim-quick mutants-sample area-quick formal-quick json
TEST_FULL  += lint-scripts elaboration unit bad-input sweep-test run-folder traces wave-names figure-files thread-latency-test lane-storage figures baselines \
    cosim-full mutants mutate-turn netlist area-check formal coverage bench-smoke json

.PHONY: test test-full lint unit bad-input figures baselines json
test: setup ## the quick test: every block, nearly every tool and script, at small sizes (at most 10 minutes on 2 cores)
	+$(call live,$(MAKE) test-of TEST_PARTS="$(TEST_QUICK)")
	$(Q)echo "not run, left to make test-full: the other $(words $(filter-out $(call cosim_quick_names,$(COSIM_BENCHES)),$(call cosim_names,$(COSIM_BENCHES) $(COSIM_FULL_BENCHES)))) configurations of the benches," \
	    "$(words $(filter-out $(cosim_mutants_sample),$(cosim_mutants))) mutants by hand, $$(awk -v want=list -v run=all -f formal/rows.awk formal/*/*.proofs | wc -w) proof rows but the $$(awk -v want=list -v run=quick -f formal/rows.awk formal/*/*.proofs | wc -w) quick ones;" \
	    "$(filter-out $(TEST_QUICK),$(TEST_FULL))"
	$(Q)sh tests/summary.sh $(PARTS)

test-full: setup ## everything there is (hours); what has not changed since it passed keeps its result (FRESH=1: nothing does)
	$(if $(FRESH),,$(record_keys))
	$(if $(FRESH),,$(Q)BUILD=$(BUILD) sh tests/record/record.sh use)
	+$(call live,$(MAKE) test-of $(if $(FRESH),,RESUME=1 RECORDED=1) TEST_PARTS="$(TEST_FULL)")
	$(Q)echo "recorded before and not run here, as nothing of it has changed: $$(BUILD=$(BUILD) sh tests/record/record.sh count)"
	$(Q)sh tests/summary.sh --table $(PARTS)

.PHONY: record
# Of every bench and mutant a hash of what its result depends on.
record_keys = +$(call live,mkdir -p $(BUILD)/record && $(MAKE) -s -j$(JOBS) cosim-keys > $(BUILD)/record/keys)
record: ## takes results of benches, mutants, proofs, netlists and area rows into tests/record, for test-full on another machine (MUTATE_TURN: of this turn)
	$(record_keys)
	+$(call live,BUILD=$(BUILD) MUTATE_TURN=$(MUTATE_TURN) SUBMAKE="$(MAKE)" sh tests/record/record.sh take)

# $(PARTS) has the results of the parts that ran last, and of no others.
PARTS := $(BUILD)/test/parts
test_parts := $(addprefix part-,$(sort $(TEST_QUICK) $(TEST_FULL) $(TEST_BLOCK)))
.PHONY: test-of test-build $(test_parts)
test-of:
	$(Q)mkdir -p $(PARTS) && cd $(PARTS) && for file in *.results; do \
	    case " $(TEST_PARTS) " in *" $${file%.results} "*) $(if $(filter 1,$(RESUME)),,rm -f "$$file") ;; *) rm -f "$$file" ;; esac; done
	+$(Q)PARTS=$(PARTS) AGAIN="make build" sh tests/part.sh build $(MAKE) -s -k -j$(JOBS) test-build
	+$(Q)$(MAKE) -s -k -j$(JOBS) $(addprefix part-,$(TEST_PARTS))
$(test_parts): part-%:
	+$(Q)PARTS=$(PARTS) AGAIN="make $*$(if $(filter block-%,$*), BLOCK=$(BLOCK))" V=$(V) RESUME=$(RESUME) sh tests/part.sh $* $(MAKE) KEEP_GOING=1 $*
# What several parts need.
test-build: $(BUILD)/rowstreak $(BUILD)/sanitized/rowstreak $(cosim_shared_objects)
	$(Q)echo "pass build" >> $(RESULTS)
after = $(addprefix part-,$(filter $1,$(TEST_PARTS)))
part-traces part-bench-smoke: | $(call after,cosim-quick cosim-full)

cosim: ## every block's RTL beside its C model, cycle for cycle (tb/)
cosim-full: ## the same, the wide machines, and more of each kernel on an SM
mutants: ## all broken RTL that the benches must catch (tests/mutants/); `make test` runs a fixed sample

lint: lint-scripts elaboration ## scripts, headers, rooms; compiler, Verilator, Yosys and Icarus warnings as errors
.PHONY: lint-scripts elaboration elaboration-quick
elaboration: ## RTL in Verilator, Yosys and Icarus; illegal parameters must stop it
	+$(call live,RESULTS=$(RESULTS) JOBS=$(JOBS) sh tests/elaboration/run.sh$(if $(KEEP_GOING), || true))
elaboration-quick:
	+$(call live,RESULTS=$(RESULTS) JOBS=$(JOBS) sh tests/elaboration/run.sh quick$(if $(KEEP_GOING), || true))
lint-scripts:
	$(Q)RESULTS=$(RESULTS) CC="$(CC)" CXX="$(CXX)" sh tests/lint.sh$(if $(KEEP_GOING), || true)

unit: $(RS_UNIT_TESTS:%=%.run) ## unit tests in C under AddressSanitizer and UBSan
unit-quick: $(patsubst %,%.run,$(filter-out $(RS_UNIT_LONG),$(RS_UNIT_TESTS)) $(RS_UNIT_PLAIN))
.SECONDARY: $(RS_UNIT_TESTS) $(RS_UNIT_PLAIN)
$(RS_UNIT_TESTS): $(BUILD)/test/unit/%: tests/unit/%.c $(BUILD)/sanitized/librowstreak_cli.a $(BUILD)/sanitized/librowstreak.a
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(RS_UNIT_FLAGS) $(RS_SANITIZE) -O0 -MMD -MP -o $@ $< $(filter %.a,$^) -lcmocka $(RS_LIBRARIES)
$(RS_UNIT_PLAIN): $(BUILD)/test/unit/plain/%: tests/unit/%.c $(BUILD)/librowstreak_cli.a $(BUILD)/librowstreak.a
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(RS_UNIT_FLAGS) -O1 -g -MMD -MP -o $@ $< $(filter %.a,$^) -lcmocka $(RS_LIBRARIES)
.PHONY: unit-quick $(patsubst %,%.run,$(RS_UNIT_TESTS) $(RS_UNIT_PLAIN))
$(patsubst %,%.run,$(RS_UNIT_TESTS) $(RS_UNIT_PLAIN)): %.run: %
	$(Q)RESULTS=$(RESULTS) sh tests/run_unit.sh $<$(if $(KEEP_GOING), || true)
-include $(patsubst %,%.d,$(RS_UNIT_TESTS) $(RS_UNIT_PLAIN))

bad-input: $(BUILD)/sanitized/rowstreak ## bad input: one line, exit 2, nothing half-written
	$(Q)RESULTS=$(RESULTS) sh tests/bad_input/run.sh $<$(if $(KEEP_GOING), || true)

.PHONY: run-folder
run-folder: $(BUILD)/rowstreak ## --output-dir, --epoch, --warm-up, --measure, counted anew from commands and acceptances
	$(Q)RESULTS=$(RESULTS) sh tests/run_folder.sh $<$(if $(KEEP_GOING), || true)

.PHONY: sweep-test
sweep-test: $(BUILD)/rowstreak ## sweeps that are killed, interrupted, merged twice, out of disk: the same database in the end
	$(Q)RESULTS=$(RESULTS) sh tests/sweep/run.sh $<$(if $(KEEP_GOING), || true)

figures: $(BUILD)/rowstreak ## figures of the papers, measured and compared
	$(Q)RESULTS=$(RESULTS) QUIET=$(if $(filter 1,$(V)),0,1) sh tests/figures.sh $<$(if $(KEEP_GOING), || true)

baselines: $(BUILD)/rowstreak ## exact counts of the named machines against those in git
	$(Q)RESULTS=$(RESULTS) sh tests/baselines.sh $<$(if $(KEEP_GOING), || true)

# Request traces; the RTL beside the model is the tiny machine of the path benches. And the whole machine of gpu_small.cfg, whose
# memory path has its RTL beside it.
traced_top     = $(lockstep_top)
traced_rtl     = $(lockstep_rtl)
traced_source  = $(lockstep_source)
traced_twin    = $(lockstep_twin)
traced_library = tiny:path-tiny_bfifo
traced_tiny    = tiny:@tests/configurations/tiny.cfg,SCHEDULER=1
traced_small   = small:@tests/configurations/default.cfg,SMS=2,CHANNELS=2,REQUEST_DEPTH=4,REPLY_DEPTH=4,QUEUE=8,REPLY_SLOTS=4,WRITE_MASK=1
traced_optimize = -O1
$(eval $(call cosim_build,traced,$(traced_tiny),))
$(eval $(call cosim_build,traced,$(traced_small),))
.PHONY: traces
traces: $(BUILD)/sanitized/rowstreak $(OBJ)/traced-tiny/cosim $(OBJ)/traced-small/cosim ## traces of DRAMsim3 and Ramulator, command stream, lockstep
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

# The JSON files that parts before it have written.
RS_JSON = $(wildcard $(BUILD)/formal/report.json $(BUILD)/netlist/netlist.json $(BUILD)/quick/area/area.json $(BUILD)/mutate*/mutate.json)
json:
	$(Q)BUILD=$(BUILD) RESULTS=$(RESULTS) sh tests/json.sh $(RS_JSON)$(if $(KEEP_GOING), || true)
part-sdc-quick: | $(call after,area-quick)
part-diagrams-check: | $(call after,cosim-quick cosim-full)
part-report-test: | $(call after,figure-files)
part-json: | $(call after,formal-quick formal netlist-quick netlist area-quick area-check mutate-sample mutate-turn)
