/* What an issue stage reads from a record (warp_record.h): the registers that it names, and what becomes of it. */
#ifndef RS_ISSUE_RECORD_H
#define RS_ISSUE_RECORD_H

#include "sm/warp_record.h"

/* Registers from `first` on, which may be RS_NO_REGISTER. */
typedef struct rs_record_field {
    uint32_t first, number;
} rs_record_field;

/* Registers that a record names: sources 0 to 2, destination. */
void rs_record_names(const rs_warp_record *record, rs_record_field fields[4]);
/* Operand reads behind the first. */
uint32_t rs_record_more_rows(const rs_warp_record *record);
/* As warp_record.h says, with so many registers. */
bool rs_record_is_legal(const rs_warp_record *record, uint32_t registers);

static inline bool rs_record_stores(const rs_warp_record *record)
{
    return record->kind == RS_RECORD_MEMORY && record->opcode % 2 == 1;
}

static inline bool rs_record_loads(const rs_warp_record *record)
{
    return record->kind == RS_RECORD_MEMORY ? !rs_record_stores(record) : record->kind == RS_RECORD_ATOMIC && record->returns;
}

static inline bool rs_record_releases(const rs_warp_record *record)
{
    return (record->kind == RS_RECORD_ATOMIC || record->kind == RS_RECORD_FENCE) && record->release;
}

static inline bool rs_record_enters_at_once(const rs_warp_record *record)
{
    return record->kind == RS_RECORD_MEMORY || (record->kind == RS_RECORD_ATOMIC && !record->release);
}

#endif
