# Lockstep benches: RTL beside its C twin. A room declares its benches in tb/ROOM/ROOM.mk:
#
#   COSIM_BENCHES += fifo
#   fifo_top            = rs_fifo                      top module
#   fifo_rtl            = rtl/common/rs_fifo.v         all RTL files
#   fifo_source         = tb/common/fifo_cosim.cpp     the bench
#   fifo_twin           = cmodel/common/fifo.c         C files (or a library) linked with it
#   fifo_configurations = depth3:WIDTH=8,DEPTH=3       name:parameters, any number of them
#   fifo_quick          = depth3                       those that `make test` runs, or none; unset: the first
#   fifo_arguments      = --cycles 50000               optional, for the run
#   fifo_parameters     = WIDTH DEPTH                  optional: of a configuration file only these go to Verilator
#   fifo_library        = depth3:other-name            optional: a configuration that uses another one's Verilated library
#   fifo_verilator      = --unroll-count 8             optional, for Verilator
#   fifo_optimize       = -O2                          optional, compiler flags of bench and Verilated model (-O1)
#   fifo_hierarchical   = yes                          optional: SMs as a library of their own (tb/hierarchical.sh)
#
# Each parameter becomes -GDEPTH=3 for Verilator and -DRTL_DEPTH=3 for the bench. Parameters of a whole machine come
# from a configuration file, changed by the settings behind it: tiny:@tests/configurations/tiny.cfg,SCHEDULER=2 ;
# the bench then gets the strings RTL_CONFIGURATION (the file) and RTL_SETTINGS ("SCHEDULER=2").
# A bench listed in COSIM_FULL_BENCHES instead runs with `make cosim-full` only, one in COSIM_NETLIST_BENCHES on
# synthesized netlists only (make netlist).
#
# Targets: cosim-quick, cosim, cosim-full, cosim-NAME-CONFIGURATION (build and run one); mutants, mutant-NAME
# (tests/mutants/README.md); elaboration (tests/elaboration/README.md).
# rtl-NAME-CONFIGURATION prints its top module, RTL files and -G flags, bench-NAME-CONFIGURATION what its bench and twin are
# compiled from, and the text of that; COSIM_NETLIST=FILE builds a bench on that netlist,
# which has the parameters built in, instead (tests/mutate, fpga/netlist.sh). Verilator 5.006 computes wrong values from
# gates of single bits (its issue 4059) unless the optimization of bit trees is off.
# cosim-keys prints for each bench a hash of all that its result depends on, the text of its files and the tools' versions.
# Variables: SEED, CYCLES (all benches), KEEP_GOING=1 (a failing run is only noted in $(RESULTS)), RESUME=1 (a bench that passed
# with these arguments is not run again while its program stays as it was), RECORDED=1 (nor built, if it has passed elsewhere:
# tests/record/README.md), V=1.

# Sub-makes read the same Makefile again.
cosim_makefile := $(firstword $(MAKEFILE_LIST))
OBJ      ?= build/obj
COSIM_SHARED ?= $(OBJ)
RESULTS  ?= build/test/results
RTL_ROOT ?= .
SEED     ?= 1
COSIM_OPT ?= -O2
COSIM_LINT ?= -Wall
COSIM_LOGS ?= build/test/cosim
CXX      ?= g++
ROWSTREAK ?= build/rowstreak

ifeq ($(V),1)
cosim_quiet :=
else
cosim_quiet := @
endif
# Make runs a recipe line that names MAKE also under `make -n`: one that compiles does nothing then, one that runs something
# says cosim_make.
cosim_compile = $(if $(dry),@true || ,$(cosim_quiet))
cosim_make = $(MAKE)

COSIM_BENCHES :=
COSIM_FULL_BENCHES :=
COSIM_NETLIST_BENCHES :=
include $(sort $(wildcard tb/*/*.mk))

verilator_include := $(shell verilator --getenv VERILATOR_ROOT 2>/dev/null)/include
COSIM_VERILATOR = verilator --cc $(COSIM_LINT) --language 1364-2005 -Werror-UNOPTFLAT --x-assign unique --x-initial unique -O3 --prefix Vdut
COSIM_CXXFLAGS = -std=c++17 $(COSIM_OPT) -Wall -Wextra -Icmodel -Itb -Itb/common -isystem $(verilator_include) -isystem $(verilator_include)/vltstd
cosim_trace_flags = -DVM_TRACE=1 -DVM_TRACE_FST=1

comma := ,
cosim_space := $(subst ,, )
cosim_parameters = $(subst $(comma), ,$(word 2,$(subst :, ,$1)))
cosim_file = $(patsubst @%,%,$(filter @%,$(call cosim_parameters,$1)))
cosim_settings = $(filter-out @%,$(call cosim_parameters,$1))
# Flags of a configuration for Verilator ($2: those of these parameters alone; $3: top module) and for the bench.
cosim_verilator_flags = $(if $(call cosim_file,$1),$$$$($(ROWSTREAK) config $(call cosim_file,$1) $(addprefix --set ,$(call cosim_settings,$1)) --top $3 --format verilator $(if $2,| tr " " "\n" | grep -E "^-G($(subst $(cosim_space),|,$(strip $2)))=")),$(addprefix -G,$(call cosim_settings,$1)))
cosim_defines = $(if $(call cosim_file,$1),'-DRTL_CONFIGURATION="$(call cosim_file,$1)"' '-DRTL_SETTINGS="$(call cosim_settings,$1)"',$(addprefix -DRTL_,$(call cosim_settings,$1)))
cosim_objects = $(patsubst %.c,$(BUILD)/object/%.o,$1)

# Runtime and harness, compiled once and shared by all benches; a second set with tracing.
cosim_runtime = $(addprefix $(COSIM_SHARED)/runtime$1/,cosim.o verilated.o verilated_dpi.o verilated_threads.o $(if $1,verilated_fst_c.o))

$(COSIM_SHARED)/runtime/%.o: $(verilator_include)/%.cpp
	$(cosim_quiet)mkdir -p $(@D)
	$(cosim_quiet)$(CXX) -w $(COSIM_CXXFLAGS) -DVM_TRACE=0 -c $< -o $@
$(COSIM_SHARED)/runtime-trace/%.o: $(verilator_include)/%.cpp
	$(cosim_quiet)mkdir -p $(@D)
	$(cosim_quiet)$(CXX) -w $(COSIM_CXXFLAGS) $(cosim_trace_flags) -c $< -o $@
$(COSIM_SHARED)/runtime/cosim.o: tb/common/cosim.cpp tb/common/cosim.h
	$(cosim_quiet)mkdir -p $(@D)
	$(cosim_quiet)$(CXX) $(COSIM_CXXFLAGS) -Werror -DVM_TRACE=0 -c $< -o $@
$(COSIM_SHARED)/runtime-trace/cosim.o: tb/common/cosim.cpp tb/common/cosim.h
	$(cosim_quiet)mkdir -p $(@D)
	$(cosim_quiet)$(CXX) $(COSIM_CXXFLAGS) -Werror $(cosim_trace_flags) -c $< -o $@

# The benches of `make cosim` run for a few seconds: what -O2 and long functions take longer to compile, they do not win back.
cosim_optimize = $(or $($1_optimize),$(if $(filter $1,$(COSIM_BENCHES)),-O1,$(COSIM_OPT)))
cosim_options = $(if $(filter $1,$(COSIM_BENCHES)),--output-split-cfuncs 200) $(if $(COSIM_NETLIST),$(filter-out -G%,$($1_verilator)),$($1_verilator)) $(if $(call cosim_asserts,$1),+define+RS_ASSERT)
# What the blocks assert of their drivers (rs_stream_assert, rs_packet_assert), in all benches but those that measure speed.
cosim_asserts = $(if $(filter rtl_%,$1),,rtl/common/rs_stream_assert.v rtl/common/rs_packet_assert.v)

# Headers that all read, and what makes Verilator's code faster: first in every bench and Verilated library. For those of -O1, and
# (slow.h) for what of all libraries Verilator wants compiled without optimization, precompiled. GCC 12 takes a header that was
# precompiled with another -O as well, and may then crash: so each -O has its own, and -O2 reads the text; tracing does by itself, as
# it has another VM_TRACE.
cosim_prefix = $(COSIM_SHARED)/runtime/prefix.h
cosim_slow = $(COSIM_SHARED)/runtime/slow.h
cosim_include = -include $(abspath $(if $(filter -O1,$(call cosim_optimize,$1)),$(cosim_prefix),tb/common/prefix.h))
cosim_compile_flags = OPT_FAST="$(strip $(call cosim_optimize,$1) $(call cosim_include,$1))" OPT_SLOW="-include $(abspath $(cosim_slow))"
$(cosim_prefix): tb/common/prefix.h
	$(cosim_quiet)mkdir -p $@.gch
	$(cosim_quiet)$(CXX) $(COSIM_CXXFLAGS) -O1 -DVM_TRACE=0 -x c++-header $< -o $@.gch/bench
	$(cosim_compile)$(MAKE) -s --no-print-directory -f $(verilator_include)/verilated.mk VERILATOR_ROOT=$(patsubst %/include,%,$(verilator_include)) \
	    VM_COVERAGE=0 VM_SC=0 VM_TRACE=0 VM_TRACE_FST=0 VM_TRACE_VCD=0 \
	    --eval 'compile = $$(CXX) $$(CXXFLAGS) $$(filter-out -MMD,$$(CPPFLAGS)) -x c++-header $<' \
	    --eval 'prefix: ; $$(compile) -O1 -o $@.gch/library && $$(compile) -o $(cosim_slow).gch' prefix
	$(cosim_quiet)cp $< $(cosim_slow)
	$(cosim_quiet)cp $< $@

# Folder of the Verilated library: the bench's own, or the one that BENCH_library (name:folder) names.
# $1 bench, $2 name, $3 empty or -trace
cosim_library = $(OBJ)/$(or $(patsubst $2:%,%,$(filter $2:%,$($1_library))),$1-$2)$3
# $1 bench, $2 name:parameters, $3 empty or -trace
define cosim_build
cosim_dir := $(OBJ)/$1-$(firstword $(subst :, ,$2))$3
cosim_library_dir := $(call cosim_library,$1,$(firstword $(subst :, ,$2)),$3)
ifeq ($$(cosim_library_dir),$$(cosim_dir))
# The stamp changes only with the parameters or the files they come from, so that unchanged builds are reused.
$$(cosim_dir)/parameters: $(call cosim_file,$2) $(if $(call cosim_file,$2),$(ROWSTREAK)) FORCE
	@mkdir -p $$(@D)
	@flags="$(if $(COSIM_NETLIST),$(COSIM_NETLIST),$(call cosim_verilator_flags,$2,$($1_parameters),$($1_top))) $(call cosim_options,$1) $(call cosim_optimize,$1)" && { echo "$$$$flags" | cmp -s - $$@ || echo "$$$$flags" > $$@; }
$$(cosim_dir)/Vdut__ALL.a: $(cosim_prefix) $(or $(COSIM_NETLIST),$(patsubst rtl/%,$(RTL_ROOT)/rtl/%,$($1_rtl) $(call cosim_asserts,$1))) $$(cosim_dir)/parameters
	$(if $($1_hierarchical),,$(cosim_quiet)$(COSIM_VERILATOR) $(if $3,--trace-fst) -Mdir $$(@D) --top-module $($1_top) $(call cosim_options,$1) $(if $(COSIM_NETLIST),-fno-const-bit-op-tree,$(call cosim_verilator_flags,$2,$($1_parameters),$($1_top))) $$(filter %.v,$$^))
	$(if $($1_hierarchical),,$(cosim_compile)$$(MAKE) -s --no-print-directory -C $$(@D) -f Vdut.mk $(call cosim_compile_flags,$1) Vdut__ALL.a > $$(@D)/compile.log 2>&1 || { cat $$(@D)/compile.log; exit 1; })
	$(if $($1_hierarchical),$(cosim_quiet)MAKEFLAGS= tb/hierarchical.sh $$(@D) "$(call cosim_optimize,$1) $(call cosim_include,$1)" $($1_top) "$(call cosim_verilator_flags,$2,$($1_parameters),$($1_top))" $(COSIM_VERILATOR) $(if $3,--trace-fst) $(call cosim_options,$1) -- $$(filter %.v,$$^))
	@touch $$@
endif
$$(cosim_dir)/bench.o: $($1_source) $$(cosim_library_dir)/Vdut__ALL.a
	@mkdir -p $$(@D)
	$(cosim_quiet)$(CXX) $(COSIM_CXXFLAGS) $(call cosim_optimize,$1) $(if $3,$(cosim_trace_flags),-DVM_TRACE=0) $(call cosim_include,$1) -isystem $(call cosim_library,$1,$(firstword $(subst :, ,$2)),$3) '-DCOSIM_NAME="$1-$(firstword $(subst :, ,$2))"' $(call cosim_defines,$2) -MMD -MP -c $$< -o $$@
$$(cosim_dir)/cosim: $$(cosim_dir)/bench.o $$(cosim_library_dir)/Vdut__ALL.a $(call cosim_objects,$($1_twin)) $(call cosim_runtime,$3)
	$(cosim_quiet)$(CXX) $(COSIM_OPT) -o $$@ $$(@D)/bench.o $(call cosim_library,$1,$(firstword $(subst :, ,$2)),$3)/Vdut__ALL.a $(call cosim_objects,$($1_twin)) $(call cosim_runtime,$3) -lpthread $(RS_LIBRARIES)
-include $$(cosim_dir)/bench.d
endef

cosim_keys = $(if $(filter 1,$(RECORDED)),$(BUILD)/record/keys)

# What a bench is of: RTL, and arguments, C files and their text. $1 bench, $2 name:parameters
cosim_rtl_text = echo $($1_top) $($1_rtl) $(call cosim_verilator_flags,$2,$($1_parameters),$($1_top))
cosim_bench_text = echo "$(call cosim_defines,$2) $($1_arguments)" && files="$$$$($(CXX) $(COSIM_CXXFLAGS) -DVM_TRACE=0 $(call cosim_defines,$2) -MM -MG $($1_source) tb/common/cosim.cpp)" && \
	    { [ -z "$($1_twin)" ] || files="$$$$files $$$$($(CC) $(RS_CFLAGS) -MM $($1_twin))"; } && \
	    for file in $$$$(printf '%s\n' $$$$files tb/common/prefix.h $(call cosim_file,$2) | sort -u); do [ ! -f $$$$file ] || { echo "// $$$$file"; cat $$$$file; }; done
cosim_tools_text = verilator --version && $(CXX) -dumpfullversion && echo '$(COSIM_VERILATOR) $(call cosim_options,$1) $(COSIM_CXXFLAGS) $(call cosim_optimize,$1) $(RS_CFLAGS) $(RS_OPTIMIZE) $(SEED) $(CYCLES)' && \
	    cat tb/run_bench.sh $(if $($1_hierarchical),tb/hierarchical.sh)

# $1 bench, $2 name:parameters
define cosim_bench
rtl-$1-$(firstword $(subst :, ,$2)): $(if $(call cosim_file,$2),$(ROWSTREAK))
	@$(call cosim_rtl_text,$1,$2) $(filter -G%,$($1_verilator))
bench-$1-$(firstword $(subst :, ,$2)):
	@$(call cosim_bench_text,$1,$2)
key-$1-$(firstword $(subst :, ,$2)): $(if $(call cosim_file,$2),$(ROWSTREAK))
	@mkdir -p $(BUILD)/record && { $(call cosim_tools_text,$1) && $(call cosim_rtl_text,$1,$2) && cat $($1_rtl) $(call cosim_asserts,$1) $(wildcard rtl/*/*.vh) && $(call cosim_bench_text,$1,$2); } > $(BUILD)/record/$$@ && \
	    echo "cosim-$1-$(firstword $(subst :, ,$2)) $$$$(sha256sum < $(BUILD)/record/$$@ | cut -c 1-32)" && rm $(BUILD)/record/$$@
.PHONY: $(addsuffix -$1-$(firstword $(subst :, ,$2)),rtl bench key)
$(call cosim_build,$1,$2,)
$(call cosim_build,$1,$2,-trace)
cosim-$1-$(firstword $(subst :, ,$2)): $(OBJ)/$1-$(firstword $(subst :, ,$2))/cosim
	$(cosim_quiet)OBJ=$(OBJ) RESULTS=$(RESULTS) LOGS=$(COSIM_LOGS) RESUME=$(RESUME) KEYS=$(cosim_keys) SUBMAKE="$$(cosim_make) -f $(cosim_makefile)" tb/run_bench.sh $1-$(firstword $(subst :, ,$2)) --seed $(SEED) $(or $(addprefix --cycles ,$(CYCLES)),$($1_arguments))$(if $(KEEP_GOING), || true)
.PHONY: cosim-$1-$(firstword $(subst :, ,$2))
endef

cosim_names = $(foreach bench,$1,$(foreach entry,$($(bench)_configurations),cosim-$(bench)-$(firstword $(subst :, ,$(entry)))))
$(foreach bench,$(COSIM_BENCHES) $(COSIM_FULL_BENCHES) $(COSIM_NETLIST_BENCHES),$(foreach entry,$($(bench)_configurations),$(eval $(call cosim_bench,$(bench),$(entry)))))

cosim_quick_names = $(foreach bench,$1,$(addprefix cosim-$(bench)-,$(filter-out none,$(or $($(bench)_quick),$(firstword $(subst :, ,$(firstword $($(bench)_configurations))))))))
# A name that is no configuration would be left out in silence.
$(foreach bench,$(COSIM_BENCHES),$(foreach name,$(filter-out none,$($(bench)_quick)),$(if $(filter cosim-$(bench)-$(name),$(call cosim_names,$(bench))),,\
    $(error $(bench)_quick: found $(name), expected one of $(bench)_configurations))))
cosim-quick: $(call cosim_quick_names,$(COSIM_BENCHES))
cosim: $(call cosim_names,$(COSIM_BENCHES))
# Of cosim-full and mutants those that have passed elsewhere are not made; their lines are in $(BUILD)/record/.
cosim_recorded = $(if $(filter 1,$(RECORDED)),$(shell sed 's/^pass $1 \(.*\), recorded .*/$1-\1/' $(BUILD)/record/$1 2>/dev/null))
cosim_recorded_lines = $(if $(filter 1,$(RECORDED)),$(cosim_quiet)cat $(BUILD)/record/$1 >> $(RESULTS))
cosim_all := $(call cosim_names,$(COSIM_BENCHES) $(COSIM_FULL_BENCHES))
cosim-full: $(filter-out $(call cosim_recorded,cosim),$(cosim_all))
	$(call cosim_recorded_lines,cosim)
cosim-keys: $(cosim_all:cosim-%=key-%)

# What the sub-makes of the mutants share is built first, so that they do not race for it.
cosim_shared_objects = $(cosim_prefix) $(call cosim_runtime,) $(sort $(foreach bench,$(COSIM_BENCHES),$(call cosim_objects,$($(bench)_twin))))
cosim_mutants := $(addprefix mutant-,$(shell sed -e '/^\#/d' -e 's/ *|.*//' tests/mutants/*.list 2>/dev/null))
mutants: $(filter-out $(call cosim_recorded,mutant),$(cosim_mutants))
	$(call cosim_recorded_lines,mutant)
# A fixed sample for `make test`: of each list the first line and every 80th behind it; the board's bench is not in the quick test.
cosim_mutants_sample := $(addprefix mutant-,$(shell for list in tests/mutants/*.list; do sed -e '/^\#/d' -e '/^$$/d' $$list | awk -F '[ |]+' '$$2 !~ /^board-/ && n++ % 80 == 0 { print $$1 }'; done))
mutants-sample: $(cosim_mutants_sample)
$(cosim_mutants): mutant-%: $(cosim_shared_objects) $(ROWSTREAK)
	$(cosim_quiet)RESULTS=$(RESULTS) COSIM_SHARED=$(COSIM_SHARED) RESUME=$(RESUME) KEYS=$(cosim_keys) SUBMAKE="$(cosim_make) -f $(cosim_makefile)" tests/mutants/run.sh $*$(if $(KEEP_GOING), || true)

FORCE:
.PHONY: cosim-quick cosim cosim-full cosim-keys mutants mutants-sample $(cosim_mutants) FORCE
.SECONDARY:
