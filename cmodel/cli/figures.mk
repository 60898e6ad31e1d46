# Figures of THESIS, each in a folder of its own: runs and figure as CSV and JSON, the table, the picture.
# GRAPH names one of the example graphs or a file.

GRAPH ?= 4elt
figure_graph = $(if $(wildcard $(GRAPH)),$(GRAPH),$(RUN_GRAPHS)/$(GRAPH).graph)
figure_4.1  := caption='Uniform random rows, FR-FCFS'; axis='DRAM chips a controller'; quantity='DRAM efficiency'
figure_6.20 := caption='Virtual channels'; axis='virtual channels, dynamic (dvc) and static (svc)'; quantity='speed over FR-FCFS, vc1'
figure_6.22 := caption='Controller queue'; axis='requests a controller holds'; quantity='speed over FR-FCFS'

.PHONY: figure-4.1 figure-6.20 figure-6.22
figure-4.1: setup ## THESIS figure 4.1: DRAM efficiency of random rows, 1, 2, 4 chips
figure-6.20: setup ## virtual channels, THESIS figure 6.20 (GRAPH=4elt)
figure-6.22: setup ## queue sizes 8 to 64, THESIS figure 6.22 (GRAPH=4elt)
figure-4.1 figure-6.20 figure-6.22: figure-%:
	$(Q)$(MAKE) -j$(JOBS) $(BUILD)/rowstreak
	$(Q)sh cmodel/cli/figures.sh $* $(BUILD)/rowstreak $(figure_graph) $(BUILD)/$@ $(SEED)
	$(Q)gnuplot -e "folder='$(BUILD)/$@'; $(figure_$*)" cmodel/cli/figure.gp
	@cat $(BUILD)/$@/figure.txt
	@echo "$(BUILD)/$@/: figure.svg figure.png figure.csv figure.json runs.csv runs.json"
