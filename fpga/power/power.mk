# Power of controllers and networks on a program (fpga/README.md, "Power").
.PHONY: power power-check
power: setup $(BUILD)/rowstreak $(cosim_shared_objects) ## mW and pJ a request of the machines of make headline on spmv (minutes; MACHINES, CYCLES, MHZ; GATES=1: what clock gates would save)
	+$(call live,BUILD=$(BUILD) JOBS=$(JOBS) SUBMAKE="$(MAKE)" GATES="$(GATES)" sh fpga/power/power.sh)

power-check: $(BUILD)/rowstreak $(cosim_shared_objects)
	+$(call live,BUILD=$(BUILD) JOBS=$(JOBS) SUBMAKE="$(MAKE)" RESULTS=$(RESULTS) sh fpga/power/check.sh$(if $(KEEP_GOING), || true))
TEST_FULL += power-check
