# make install [PREFIX=/usr/local] [DESTDIR=]: the command, one header, one archive with the public names only, pkg-config file, man page.
# All is made below $(BUILD)/install and copied; cmodel/library/README.md describes what the library is.

PREFIX     ?= /usr/local
DESTDIR    ?=
BINDIR     ?= $(PREFIX)/bin
LIBDIR     ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
MANDIR     ?= $(PREFIX)/share/man
INSTALL    ?= install
OBJCOPY    ?= objcopy
LD         ?= ld
RS_INSTALL := $(BUILD)/install
# In the pkg-config file a folder below the prefix moves with it.
under_prefix = $(patsubst $(PREFIX)/%,$${prefix}/%,$(1))
rs_version  = $(shell sed -n 's/^.define RS_VERSION "\(.*\)"$$/\1/p' cmodel/rowstreak.h)

.PHONY: library install uninstall library-test
library: $(RS_INSTALL)/rowstreak.h $(RS_INSTALL)/librowstreak.a $(RS_INSTALL)/rowstreak.1 ## what make install copies, in build/install

$(RS_INSTALL)/rowstreak.h: cmodel/library/header.awk cmodel/config.def cmodel/rowstreak.h
	$(Q)mkdir -p $(@D) && awk -f $^ > $@
$(RS_INSTALL)/names: cmodel/library/header.awk cmodel/config.def cmodel/rowstreak.h
	$(Q)mkdir -p $(@D) && awk -v want=names -f $^ > $@

# One object of what the public functions reach, the rest of its names made local.
$(RS_INSTALL)/librowstreak.a: $(RS_INSTALL)/names $(BUILD)/librowstreak.a cmodel/library/install.mk
	$(Q)$(LD) -r $$(sed 's/^/-u /' $<) -o $(@D)/rowstreak.o $(BUILD)/librowstreak.a
	$(Q)$(OBJCOPY) --strip-debug --keep-global-symbols=$< $(@D)/rowstreak.o
	$(Q)rm -f $@ && ar rcs $@ $(@D)/rowstreak.o

$(RS_INSTALL)/rowstreak.1: cmodel/library/man.awk $(BUILD)/rowstreak cmodel/library/install.mk
	$(Q)mkdir -p $(@D) && { $(BUILD)/rowstreak --help && \
	    for command in $$($(BUILD)/rowstreak --help | awk '/^Commands$$/ { on = 1; next } !/^  / { on = 0 } on { print $$1 }'); do \
	        echo "@$$command"; $(BUILD)/rowstreak $$command --help || exit 1; done; } > $@.text
	$(Q)awk -v version=$(rs_version) -f $< $@.text > $@

install: $(BUILD)/rowstreak library ## command, library, header, man page below DESTDIR and PREFIX=/usr/local
	$(Q)$(INSTALL) -d "$(DESTDIR)$(BINDIR)" "$(DESTDIR)$(LIBDIR)/pkgconfig" "$(DESTDIR)$(INCLUDEDIR)" "$(DESTDIR)$(MANDIR)/man1"
	$(Q)$(INSTALL) -m 755 $(BUILD)/rowstreak "$(DESTDIR)$(BINDIR)/rowstreak"
	$(Q)$(INSTALL) -m 644 $(RS_INSTALL)/librowstreak.a "$(DESTDIR)$(LIBDIR)/librowstreak.a"
	$(Q)$(INSTALL) -m 644 $(RS_INSTALL)/rowstreak.h "$(DESTDIR)$(INCLUDEDIR)/rowstreak.h"
	$(Q)$(INSTALL) -m 644 $(RS_INSTALL)/rowstreak.1 "$(DESTDIR)$(MANDIR)/man1/rowstreak.1"
	$(Q)sed -e 's,@PREFIX@,$(PREFIX),' -e 's,@LIBDIR@,$(call under_prefix,$(LIBDIR)),' \
	    -e 's,@INCLUDEDIR@,$(call under_prefix,$(INCLUDEDIR)),' -e 's,@VERSION@,$(rs_version),' \
	    cmodel/library/rowstreak.pc.in > $(RS_INSTALL)/rowstreak.pc
	$(Q)$(INSTALL) -m 644 $(RS_INSTALL)/rowstreak.pc "$(DESTDIR)$(LIBDIR)/pkgconfig/rowstreak.pc"

uninstall: ## removes what make install with the same variables put there
	$(Q)rm -f "$(DESTDIR)$(BINDIR)/rowstreak" "$(DESTDIR)$(LIBDIR)/librowstreak.a" "$(DESTDIR)$(LIBDIR)/pkgconfig/rowstreak.pc" \
	    "$(DESTDIR)$(INCLUDEDIR)/rowstreak.h" "$(DESTDIR)$(MANDIR)/man1/rowstreak.1"

library-test: $(BUILD)/rowstreak library ## the installed library: names, header alone, examples in C and C++ beside the command
	$(Q)RESULTS=$(RESULTS) CC="$(CC)" CXX="$(CXX)" MAKE="$(MAKE)" BUILD="$(BUILD)" sh tests/library/run.sh$(if $(KEEP_GOING), || true)
TEST_QUICK += library-test
TEST_FULL  += library-test
