# The report, and the tests of it and of the pictures (cmodel/report/README.md, tests/report/README.md).
.PHONY: report setup-report report-test report-test-quick
report: ## all that is known of this version on one page, build/report/report.html: figures, papers, hardware, proofs, tests
	$(Q)sh cmodel/report/report.sh $(BUILD)

setup-report: ## also the browser with which make test-full looks at the report: Chromium
	$(Q)SETUP=$(SETUP) sh tests/setup.sh report

report-test-quick: $(BUILD)/rowstreak
	$(Q)RESULTS=$(RESULTS) BUILD=$(BUILD) sh tests/report/run.sh $<$(if $(KEEP_GOING), || true)

report-test: $(BUILD)/rowstreak ## pictures of every kind whose text neither overlaps nor is cut off; the report, also in Chromium if there is one
	$(Q)RESULTS=$(RESULTS) BUILD=$(BUILD) sh tests/report/run.sh $< full$(if $(KEEP_GOING), || true)
TEST_QUICK += report-test-quick
TEST_FULL  += report-test
