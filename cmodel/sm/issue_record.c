#include "sm/issue_record.h"

/* Kinds 2 * k + write of the load/store unit's opcodes. */
enum { PLAIN, STRIDED, INDIRECT };

void rs_record_names(const rs_warp_record *record, rs_record_field fields[4])
{
    const bool memory = record->kind == RS_RECORD_MEMORY;
    const bool near = record->space == RS_SPACE_SCRATCHPAD || record->space == RS_SPACE_STASH;
    const uint32_t elements = memory ? record->elements : 1;

    for (uint32_t i = 0; i < 3; i++) {
        fields[i].first = record->source[i];
        fields[i].number = elements;
    }
    if ((memory || record->kind == RS_RECORD_ATOMIC) && !near)
        fields[0].number = 2;
    else
        fields[0].number = 1;
    if (record->opcode / 2 != INDIRECT)
        fields[1].number = 1;
    fields[3].first = record->destination;
    fields[3].number = elements;
}

uint32_t rs_record_more_rows(const rs_warp_record *record)
{
    const uint32_t quads = record->kind == RS_RECORD_MEMORY ? record->elements / 4 : 0;
    const uint32_t kind = record->opcode / 2;

    return (kind == INDIRECT ? quads : 0) + (rs_record_stores(record) && kind != PLAIN ? quads : 0);
}

bool rs_record_is_legal(const rs_warp_record *record, uint32_t registers)
{
    const uint32_t vector = rs_record_stores(record) ? record->source[2] : record->destination;
    rs_record_field fields[4];

    rs_record_names(record, fields);
    for (uint32_t i = 0; i < 4; i++)
        if (fields[i].first != RS_NO_REGISTER && fields[i].first + fields[i].number > registers)
            return false;
    switch (record->kind) {
    case RS_RECORD_MEMORY:
        if (record->opcode / 2 > INDIRECT || (record->opcode / 2 == PLAIN) != (record->elements == 1))
            return false;
        if ((vector == RS_NO_REGISTER && !rs_record_stores(record)) || (record->elements > 1 && vector % 4 != 0))
            return false;
        return !record->acquire && !record->release;
    case RS_RECORD_ATOMIC:
        if (record->space == RS_SPACE_SCRATCHPAD || record->space == RS_SPACE_STASH)
            return false;
        return record->returns ? record->destination != RS_NO_REGISTER : !record->acquire;
    default:
        return record->kind <= RS_RECORD_EXIT;
    }
}
