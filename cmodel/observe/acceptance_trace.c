/* Contract: acceptance_trace.h. */
#include "observe/acceptance_trace.h"

#include <inttypes.h>

void rs_acceptance_write(FILE *file, const rs_acceptance *acceptance)
{
    (void)fprintf(file, "%" PRIu64 " %u %u %" PRIu32 " %c %u\n", acceptance->cycle, acceptance->channel, acceptance->bank,
                  acceptance->row, acceptance->write ? 'W' : 'R', acceptance->sm);
}
