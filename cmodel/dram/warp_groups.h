/* Warp-groups: the requests of one warp are done together, as the warp waits for the last of them (Chatterjee and others, Managing DRAM Latency
 * Divergence in Irregular GPGPU Applications, SC 2014: WG, and of WG-Bw that a row is not closed at once). In the model only.
 *
 * A group is what the queue has of one warp's reads; writes, and reads of no known warp, are groups of one. Whenever the queue has requests
 * and none of the chosen group, all groups are put in order: first the one that would be done soonest, by the largest sum of its
 * requests' scores in one bank (RS_WG_HIT a row hit, RS_WG_MISS another; of several misses to one row the first); of several the one with more
 * hits; then the one whose oldest request is older. The first is chosen and goes before the others, which fill the banks that it leaves in their
 * order; what comes afterwards joins it, or is last. Left out of the paper: that controllers tell each other what they chose (WG-M), the write
 * drain (WG-W), and that a group waits until it is whole. */
#ifndef RS_WARP_GROUPS_H
#define RS_WARP_GROUPS_H

#include "dram/queue.h"

enum { RS_WG_HIT = 1, RS_WG_MISS = 3 };

/* Puts the groups in order and chooses one; the queue has a request, none of the group chosen before. Sets `behind` and `key` of all. */
void rs_warp_groups_form(rs_queue *queue);
/* A request comes into the queue: it joins the chosen group or is behind all that are in order. */
void rs_warp_groups_add(rs_queue *queue, rs_queued *request);

#endif
