/* Contract: other_format.h. */
#include "workload/other_format.h"

#include <stddef.h>
#include <string.h>

const char *rs_other_format(const char *line)
{
    static const struct {
        const char *begin, *format;
    } formats[] = {
        {"-kernel name = ", "a kernel trace of NVBit's (Accel-Sim), which is for 'rowstreak run --kernel-trace'"},
        {"Memcpy", "a list of NVBit's kernel traces (Accel-Sim), which is for 'rowstreak run --kernel-trace'"},
        {"kernel-", "a list of NVBit's kernel traces (Accel-Sim), which is for 'rowstreak run --kernel-trace'"},
        {"MEMTRACE:", "the output of NVBit's mem_trace, which is not read"},
        {"%%MatrixMarket", "a Matrix Market file, which is for --graph"},
        {"# Undirected graph", "a SNAP edge list, which is for --graph"},
        {"# Directed graph", "a SNAP edge list, which is for --graph"},
    };
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        if (strncmp(line, formats[i].begin, strlen(formats[i].begin)) == 0) {
            return formats[i].format;
        }
    }
    return NULL;
}
