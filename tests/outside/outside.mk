# Tests whose stimulus is not ours; tests/outside/README.md.
OUTSIDE_FOLDER := $(BUILD)/outside
BURSTS ?= 100000
TOP ?=
.PHONY: setup-outside test-outside mutants-outside test-fusesoc
setup-outside: $(OUTSIDE_FOLDER)/venv/installed ## Python packages for test-outside and test-fusesoc, from PyPI (needs Python's venv and the net)
$(OUTSIDE_FOLDER)/venv/installed: tests/outside/requirements.txt
	$(Q)rm -rf $(@D) && mkdir -p $(OUTSIDE_FOLDER)
	$(Q)python3 -c 'import ensurepip, venv' 2> /dev/null || \
	    { echo "outside: found no python3 that can make a virtual environment, expected one (Debian: apt-get install python3-venv)" >&2; exit 2; }
	$(Q)python3 -m venv $(@D) > $(OUTSIDE_FOLDER)/install.log 2>&1 && \
	    $(@D)/bin/pip install --quiet --disable-pip-version-check -r $< >> $(OUTSIDE_FOLDER)/install.log 2>&1 || \
	    { echo "outside: found no packages of $< (see $(OUTSIDE_FOLDER)/install.log), expected them from PyPI" >&2; exit 2; }
	$(Q)cp $< $@

test-outside: setup-outside ## AXI4 masters that are not ours on rs_axi4_controller and rs_axi4_memory (BURSTS, SEED, TOP)
	$(Q)PATH="$(CURDIR)/$(OUTSIDE_FOLDER)/venv/bin:$$PATH" PYTHONPATH=tests/outside PYTHONDONTWRITEBYTECODE=1 PYTHONWARNINGS=ignore \
	    $(OUTSIDE_FOLDER)/venv/bin/python tests/outside/run_axi4.py $(OUTSIDE_FOLDER)/axi4 $(BURSTS) $(SEED) $(TOP)

mutants-outside: setup-outside ## broken rs_axi4_memory that test-outside must see (tests/outside/mutants.list)
	$(Q)PATH="$(CURDIR)/$(OUTSIDE_FOLDER)/venv/bin:$$PATH" PYTHONPATH=tests/outside PYTHONDONTWRITEBYTECODE=1 PYTHONWARNINGS=ignore \
	    sh tests/outside/mutants.sh $(OUTSIDE_FOLDER)/venv/bin/python $(OUTSIDE_FOLDER)/mutants 5000 $(SEED)

TARGETS ?=
test-fusesoc: setup-outside ## the targets of rowstreak.core in FuseSoC: lint, sim, synth (TARGETS: some of them)
	$(Q)PATH="$(CURDIR)/$(OUTSIDE_FOLDER)/venv/bin:$$PATH" sh tests/outside/run_fusesoc.sh $(OUTSIDE_FOLDER)/venv/bin/fusesoc $(OUTSIDE_FOLDER)/fusesoc $(TARGETS)
