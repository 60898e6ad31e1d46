/* Why an observed SM does not issue: the first half of stall_observer.h, which is its only user. */
#ifndef RS_STALL_CLASS_H
#define RS_STALL_CLASS_H

#include "observe/stall_observer.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of a record: it stores words; words come back for it. */
static inline bool rs_observed_store(const rs_warp_record *record)
{
    return record->kind == RS_RECORD_MEMORY && (record->opcode & 1) != 0;
}

static inline bool rs_observed_load(const rs_warp_record *record)
{
    return (record->kind == RS_RECORD_MEMORY && !rs_observed_store(record)) || (record->kind == RS_RECORD_ATOMIC && record->returns);
}

/* It goes from its issue into the operand stage. */
static inline bool rs_observed_stage(const rs_warp_record *record)
{
    return record->kind == RS_RECORD_MEMORY || (record->kind == RS_RECORD_ATOMIC && !record->release);
}

/* The class of this cycle. Found again only after an event, or when a time is over: known_until; false in *found: it is what the ports
 * show. */
enum rs_stall_class rs_stall_class_of_cycle(rs_stall_observer *observer, const rs_issue_inputs *inputs, const rs_issue_outputs *outputs,
                                            bool *found);

#ifdef __cplusplus
}
#endif
#endif
