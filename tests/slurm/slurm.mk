# Sweeps by a Slurm of Debian's packages on this machine; tests/slurm/README.md.
SLURM_FOLDER := $(BUILD)/slurm
.PHONY: setup-slurm test-slurm
setup-slurm: ## Debian packages for test-slurm: slurm-wlm, munge
	$(Q)sh tests/setup.sh slurm

test-slurm: setup-slurm $(BUILD)/rowstreak ## sweeps by a Slurm of three nodes on this machine, one of which dies in the middle
	$(Q)sh tests/slurm/run.sh $(BUILD)/rowstreak $(SLURM_FOLDER)
