# The C model: build/librowstreak.a (everything but the command line), build/librowstreak_cli.a (the command as a
# library, for lockstep benches) and build/rowstreak; the same under build/sanitized with ASan and UBSan.

RS_WARNINGS := -Wall -Wextra -Werror -Wc++-compat -Wshadow -Wconversion
RS_CFLAGS := -std=c11 $(RS_WARNINGS) -Icmodel
# Functions begin with a cache line: without, the speed moves by some per cent with where each happens to lie.
RS_OPTIMIZE := -O3 -g -falign-functions=64
RS_SANITIZE := -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all

RS_MODEL_SOURCES := $(filter-out cmodel/cli/%,$(wildcard cmodel/*.c cmodel/*/*.c))
RS_CLI_SOURCES := $(filter-out cmodel/cli/main.c,$(wildcard cmodel/cli/*.c))

# What the model needs, and the command beside it: the results of sweeps (cli/sweep_database.h).
RS_LIBRARIES := -lm -lz -llzma -lsqlite3

# $(call rs_library_rules,FOLDER,FLAGS): objects, both libraries and the command of one variant
define rs_library_rules
$(1)/object/%.o: %.c
	$$(Q)mkdir -p $$(@D)
	$$(Q)$$(CC) $$(RS_CFLAGS) $(2) -MMD -MP -c -o $$@ $$<
$(1)/librowstreak.a: $$(RS_MODEL_SOURCES:%.c=$(1)/object/%.o)
	$$(Q)rm -f $$@ && ar rcs $$@ $$^
$(1)/librowstreak_cli.a: $$(RS_CLI_SOURCES:%.c=$(1)/object/%.o)
	$$(Q)rm -f $$@ && ar rcs $$@ $$^
$(1)/rowstreak: $(1)/object/cmodel/cli/main.o $(1)/librowstreak_cli.a $(1)/librowstreak.a
	$$(Q)$$(CC) $(2) -o $$@ $$^ $$(RS_LIBRARIES)
endef
$(eval $(call rs_library_rules,$(BUILD),$(RS_OPTIMIZE)))
$(eval $(call rs_library_rules,$(BUILD)/sanitized,$(RS_SANITIZE)))

-include $(patsubst %.c,$(BUILD)/object/%.d,$(RS_MODEL_SOURCES) $(RS_CLI_SOURCES) cmodel/cli/main.c)
-include $(patsubst %.c,$(BUILD)/sanitized/object/%.d,$(RS_MODEL_SOURCES) $(RS_CLI_SOURCES) cmodel/cli/main.c)
