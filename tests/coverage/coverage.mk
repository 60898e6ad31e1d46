# Line and toggle coverage of the RTL by the benches of `make test`; tests/coverage/README.md.
coverage_folder := $(BUILD)/coverage
# A small configuration of the bench of each block that is more than trivial, several where parameters choose what is built. Benches of
# whole machines are left out: they reach less of each block, and take minutes.
coverage_names := fifo-depth3 front_fifo-depth3 lfsr-bits31 lfsr-bits40 random_arbiter-tree3 random_arbiter-uniform3 compare-width12 \
    memory_1r1w-wide_write memory_1r1w-wide_read encode-width33 lowest-width33 from_first-width33 count-width33 count_upto-width33 \
    select-four first_word-seven at_most-width6 add-width8 next_set-width4 \
    $(addprefix dram_controller-,tiny0 tiny1 tiny2 burst1_refresh pool1_bfifo pool4_bfifo bliss1 most_pending masks_fifo) \
    bank_timing-ones bank_timing-groups address_map-letters4 bank_credits-pool pim_allocator-4x2i2 hold_grant-4x2 crossbar-4x2 crossbar-4x2v2 \
    vc_merge-v4 load_store_unit-small coalescer-small mshr_table-4x3wait mshr_table-8x2ways2 pending_request_table-4 scratchpad-small \
    store_buffer-3 store_buffer-4oldest camat_counter-bits5 sm_memory-small sm_port-tags5 l1_cache-lru l1_cache-tree \
    dram_controller-bliss_masks islip_allocator-3x5i3 wavefront_allocator-3x5 sjf_allocator-3x5 crossbar-4x2islip router-mesh3x3 router-ring5 routed_network-mesh3x2 \
    routed_network-ring5 dram_init-ddr3 dram_init-gddr3 dfi_port-ddr3 dfi_port-early dfi_controller-ddr3 atomic_unit-small issue_stage-small \
    issue_stage-four stall_inspector-w3 cta_dispatch-3x2 memory_slice-small memory_slice-through axi4_port-byte axi4_port-beat16 superpacket-two routed_network-ring5stages partial_write-three dfi_ecc-gddr3

.PHONY: coverage coverage-run
coverage: ## line and toggle coverage by block, of a small configuration of every bench; what is not reached and has no exception fails
	$(Q)rm -rf $(coverage_folder)/data
	+$(call live,$(MAKE) -k COVERAGE=1 coverage-run$(if $(KEEP_GOING), || true))
	+$(call live,RESULTS=$(RESULTS) sh tests/coverage/report.sh $(coverage_names)$(if $(KEEP_GOING), || true))

ifneq ($(COVERAGE),)
COSIM_VERILATOR += --coverage-line --coverage-toggle
COSIM_CXXFLAGS  += -DVM_COVERAGE=1
# $1 bench, $2 name:parameters
define coverage_bench
coverage_$1_top        = $($1_top)
coverage_$1_rtl        = $($1_rtl)
coverage_$1_source     = $($1_source)
coverage_$1_twin       = $($1_twin) $(COSIM_SHARED)/runtime/verilated_cov.o
coverage_$1_parameters = $($1_parameters)
coverage_$1_verilator  = --output-split-cfuncs 200 $($1_verilator)
coverage_$1_optimize   = -O $(filter -D%,$($1_optimize))
endef
define coverage_run
$(call cosim_build,coverage_$1,$2,)
coverage-run: coverage-$1-$(firstword $(subst :, ,$2))
.PHONY: coverage-$1-$(firstword $(subst :, ,$2))
coverage-$1-$(firstword $(subst :, ,$2)): $(OBJ)/coverage_$1-$(firstword $(subst :, ,$2))/cosim
	$(Q)mkdir -p $(coverage_folder)/data/$1-$(firstword $(subst :, ,$2))
	$(Q)COSIM_COVERAGE=$(coverage_folder)/data/$1-$(firstword $(subst :, ,$2)) $$< --seed $(SEED) $($1_arguments) > $(coverage_folder)/data/$1-$(firstword $(subst :, ,$2)).log
endef
$(foreach bench,$(COSIM_BENCHES),$(eval $(call coverage_bench,$(bench))))
$(foreach bench,$(COSIM_BENCHES),$(foreach entry,$($(bench)_configurations),$(if $(filter $(bench)-$(firstword $(subst :, ,$(entry))),$(coverage_names)),$(eval $(call coverage_run,$(bench),$(entry))))))
endif
