# What those take who take a block (fpga/ip/README.md): a page each, constraints, rowstreak.core, Bender.yml.

TEST_QUICK += ip-check sdc-quick
TEST_FULL  += ip-check sdc-quick
ip_benches := $(BUILD)/ip/benches
.PHONY: pages ip-check sdc-quick sdc-check enables $(ip_benches)
$(ip_benches):
	$(Q)mkdir -p $(@D)
	$(Q){ $(foreach bench,$(COSIM_BENCHES) $(COSIM_FULL_BENCHES),echo "$(bench) $($(bench)_rtl)";) } > $@

pages: $(ip_benches) $(BUILD)/rowstreak ## writes the blocks' pages and constraints in fpga/ip/, rs_dram_named_times.vh, rowstreak.core, Bender.yml
	$(Q)sh fpga/ip/pages.sh $< $(BUILD)/ip/pages
	$(Q)cp $(BUILD)/ip/pages/*.md $(BUILD)/ip/pages/*.sdc fpga/ip
	$(Q)sh fpga/ip/dram_times.sh $(BUILD)/rowstreak > $(BUILD)/ip/named_times.vh && cp $(BUILD)/ip/named_times.vh rtl/dram/rs_dram_named_times.vh
	$(Q)cp $(BUILD)/ip/pages/core rowstreak.core
	$(Q)cp $(BUILD)/ip/pages/bender Bender.yml

ip-check: $(ip_benches) $(BUILD)/rowstreak ## they are up to date; templates, smoke test
	$(Q)BUILD=$(BUILD) RESULTS=$(RESULTS) sh fpga/ip/check.sh $<$(if $(KEEP_GOING), || true)

# One row, and whatever else area-quick has left; all that make area has left.
sdc-quick:
	$(Q)RESULTS=$(RESULTS) sh fpga/ip/sdc_check.sh $(BUILD)/quick/area $(BUILD)/ip/sdc sm_port_64_tags rs_sm_port$(if $(KEEP_GOING), || true)
sdc-check: ## the constraints in fpga/ip/ on the netlists of make area: the same slowest paths
	$(Q)RESULTS=$(RESULTS) sh fpga/ip/sdc_check.sh $(BUILD)/area $(BUILD)/ip/sdc$(if $(KEEP_GOING), || true)

enables: ## of the blocks in fpga/ip/: flip-flops with and without an enable
	$(Q)BUILD=$(BUILD) sh fpga/ip/enables.sh
