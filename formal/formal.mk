# Proofs (formal/README.md). Rows stand in formal/*/*.proofs.

.PHONY: formal formal-quick formal-trace sby
formal: ## every proof row; table, build/formal/report.html and report.json (more than an hour on 2 cores)
	+$(call live,BUILD=$(BUILD) RESULTS=$(RESULTS) JOBS=$(JOBS) sh formal/run.sh $(or $(ROW),all)$(if $(KEEP_GOING), || true))

formal-quick: ## the quick proof rows, as in make test
	+$(call live,BUILD=$(BUILD) RESULTS=$(RESULTS) JOBS=$(JOBS) QUIET=$(if $(KEEP_GOING),1,0) \
	    sh formal/run.sh quick$(if $(KEEP_GOING), || true))

formal-trace: ## counterexample of ROW=name as VCD (build/formal/NAME/trace.vcd)
	$(Q)BUILD=$(BUILD) sh formal/prove.sh --trace $(ROW)

sby: ## a SymbiYosys file of every proof row (build/formal/sby)
	$(Q)BUILD=$(BUILD) sh formal/sby.sh
