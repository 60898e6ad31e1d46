# Rowstreak. 'make help' lists the targets; each folder brings the fragment that serves it.

BUILD := build
RESULTS ?= $(BUILD)/test/results
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
SETUP ?= yes
SEED ?= 1
V ?= 0
Q := $(if $(filter 1,$(V)),,@)
CC := $(if $(filter default,$(origin CC)),gcc,$(CC))
CXX := $(if $(filter default,$(origin CXX)),g++,$(CXX))

MAKEFLAGS += --no-builtin-rules --no-print-directory
.SUFFIXES:
.DELETE_ON_ERROR:

.PHONY: help all setup clean
help: ## this list
	@echo "Rowstreak: the GPU compute memory system in Verilog and C, cycle for cycle"
	@echo
	@awk -F ':.*## ' '/^[a-z0-9.-]+:.*## / { printf "  make %-19s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo "Variables: JOBS=$(JOBS) SETUP=$(SETUP) (no: only check the tools) V=0 (1: show commands) SEED=$(SEED)"

setup: ## install missing tools and data with apt-get (SETUP=no: only list what is missing)
	$(Q)SETUP=$(SETUP) sh tests/setup.sh

# $(call live,COMMAND): a recipe behind '+', so that the command has make's job server; `make -n` only shows the command.
dry := $(findstring n,$(filter-out -%,$(firstword $(MAKEFLAGS))))
live = $(if $(dry),@true || { $1; },$(Q)$1)

all: $(BUILD)/rowstreak ## build the rowstreak command (build/rowstreak)

clean: ## remove build/
	$(Q)rm -rf $(BUILD)

include cmodel/cmodel.mk
include cmodel/library/install.mk
include tb/tb.mk
include cmodel/cli/run.mk
include cmodel/cli/figures.mk
include cmodel/cli/papers.mk
include tests/bench/bench.mk
include fpga/area.mk
include fpga/fpga.mk
include fpga/netlist.mk
include fpga/power/power.mk
include formal/formal.mk
include tests/mutate/mutate.mk
include tests/four_state/four_state.mk
include tests/pairwise/pairwise.mk
include tests/coverage/coverage.mk
include cmodel/report/report.mk
include tests/lint_tools/lint_tools.mk
include tests/outside/outside.mk
include fpga/ip/ip.mk
include tests/fuzz/fuzz.mk
include tests/slurm/slurm.mk
include tests/tests.mk
include tests/check.mk
