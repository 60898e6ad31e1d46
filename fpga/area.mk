# Area and timing (fpga/README.md). Rows stand in fpga/area.rows, baselines in fpga/baselines/area.csv.

.PHONY: area area-quick area-check area-baseline area-limit headline
area: setup ## area and timing of the blocks of fpga/area.rows (osu018, or LIB=FILE); ROWS=words picks rows
	+$(call live,BUILD=$(BUILD) JOBS=$(JOBS) sh fpga/area.sh "$(or $(ROWS),all)")

area-quick: setup ## the small rows, compared with the baseline
	$(Q)mkdir -p $(BUILD)/quick $(dir $(RESULTS))
	$(Q)BUILD=$(BUILD)/quick JOBS=1 sh fpga/area.sh quick $(if $(KEEP_GOING),> $(BUILD)/quick/area.log) || \
	    { echo "FAIL area: a row without result" >> $(RESULTS); $(if $(KEEP_GOING),true,exit 2); }
	$(Q)RESULTS=$(RESULTS) sh fpga/area_check.sh $(BUILD)/quick/area/area.csv$(if $(KEEP_GOING), || true)

area-check: area ## fails on a row (ROWS=words: of some) that differs from the baseline
	$(Q)RESULTS=$(RESULTS) sh fpga/area_check.sh $(BUILD)/area/area.csv $(if $(ROWS),,all)

area-baseline: area ## takes the rows measured (ROWS=words: some) into the baseline; the commit says why they changed
	$(Q)sh fpga/area_check.sh --take $(BUILD)/area/area.csv

area-limit: setup ## least area and delay of the control in this library, beside the baseline
	$(Q)BUILD=$(BUILD) sh fpga/limit.sh

headline: $(BUILD)/rowstreak ## machines side by side: area, efficiency, proofs, mutants, as far as `area`, `formal`, `mutate` have run
	$(Q)BUILD=$(BUILD) JOBS=$(JOBS) sh fpga/headline.sh
