/* Batches of PAR-BS, the parallelism-aware batch scheduler (Mutlu and Moscibroda, ISCA 2008), with an SM for a thread. In the model only.
 *
 * Whenever the queue has requests and none of a batch, a new batch is formed: of each bank and SM the oldest requests, at most
 * PARBS_MARKS. They go before all others. Among those with a row hit, and among those without, goes first the SM whose requests in the
 * batch are done soonest: the one with the fewest in the bank that has most of them; of several the one with the fewest in all, then
 * that with the lowest number (the paper draws lots). */
#ifndef RS_BATCH_H
#define RS_BATCH_H

#include "dram/queue.h"

/* Forms a batch of what is in the queue, which has no request of another one; sets `behind` and `key` of all. */
void rs_batch_form(rs_queue *queue);

#endif
