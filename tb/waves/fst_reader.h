/* The reader of FST files that comes with Verilator, as source, which does not compile without warnings. */
#ifndef FST_READER_H
#define FST_READER_H

#define FST_CONFIG_INCLUDE "fst_config.h"
#include "gtkwave/fastlz.c"
#include "gtkwave/fstapi.c"
#include "gtkwave/lz4.c"

#include <string>

/* Calls visit(scope, variable) for each variable, scope with its path. */
template <class Visit> void fst_variables(void *reader, Visit visit)
{
    while (struct fstHier *item = fstReaderIterateHier(reader)) {
        if (item->htyp == FST_HT_SCOPE)
            fstReaderPushScope(reader, item->u.scope.name, nullptr);
        else if (item->htyp == FST_HT_UPSCOPE)
            fstReaderPopScope(reader);
        else if (item->htyp == FST_HT_VAR)
            visit(std::string(fstReaderGetCurrentFlatScope(reader)), item->u.var);
    }
}

#endif
