# Netlist equals RTL, and gate-level lockstep (fpga/README.md). Rows stand in fpga/netlist.rows.

netlist_run = BUILD=$(BUILD) RESULTS=$(RESULTS) JOBS=$(JOBS) SUBMAKE="$(MAKE)" sh fpga/netlist.sh
.PHONY: netlist netlist-quick
netlist: setup $(BUILD)/rowstreak $(cosim_shared_objects) ## synthesized netlist against RTL and, gate by gate, the C twin; ROWS=words picks rows
	+$(call live,$(netlist_run) "$(or $(ROWS),all)"$(if $(KEEP_GOING), || true))

netlist-quick: $(BUILD)/rowstreak $(cosim_shared_objects)
	+$(call live,$(netlist_run) quick$(if $(KEEP_GOING), || true))
