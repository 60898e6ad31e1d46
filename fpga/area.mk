# Area and timing (fpga/README.md). Rows stand in fpga/area.rows, baselines in fpga/baselines/area.csv.

.PHONY: setup-area area area-quick area-check area-baseline
setup-area:
	$(Q)SETUP=$(SETUP) sh fpga/setup.sh

area: setup-area ## area and timing of every block (osu018, or LIB=FILE); ROWS=words picks rows
	$(Q)BUILD=$(BUILD) JOBS=$(JOBS) sh fpga/area.sh "$(or $(ROWS),all)"

area-quick: setup-area ## the small rows, compared with the baseline
	$(Q)BUILD=$(BUILD)/quick JOBS=$(JOBS) sh fpga/area.sh quick
	$(Q)RESULTS=$(RESULTS) sh fpga/area_check.sh $(BUILD)/quick/area/area.csv $(if $(KEEP_GOING), || true)

area-check: area ## fails on a row that differs from the baseline
	$(Q)RESULTS=$(RESULTS) sh fpga/area_check.sh $(BUILD)/area/area.csv all

area-baseline: area ## takes the rows as the new baseline; the commit says why they changed
	$(Q)sh fpga/area_check.sh --take $(BUILD)/area/area.csv
