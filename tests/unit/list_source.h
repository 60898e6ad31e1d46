/* A warp source of records by hand, for tests: every CTA of every launch has the same lists, one a warp. A memory record's lanes
 * access words 32 * (warp of the launch) + lane, in a scratchpad 32 * warp + lane. */
#ifndef RS_LIST_SOURCE_H
#define RS_LIST_SOURCE_H

#include <string.h>

#include "workload/warp_source.h"

enum { LIST_WARPS = 8, LIST_RECORDS = 64, LIST_SLOTS = 16, LIST_NONE = RS_NO_REGISTER };

typedef struct list_source {
    rs_warp_launch launch;
    uint64_t record[LIST_WARPS][LIST_RECORDS];
    uint32_t count[LIST_WARPS];
    uint32_t mask;                     /* of the operands; lanes that records tell: all */
    uint32_t launches, wanted;         /* launches: so far */
    uint32_t cta[LIST_SLOTS], next[LIST_SLOTS][LIST_WARPS];
    uint32_t reading[LIST_SLOTS][LIST_WARPS]; /* records before it: their operands were read */
} list_source;

static bool list_launch(void *user, rs_warp_launch *launch)
{
    list_source *list = (list_source *)user;
    *launch = list->launch;
    return list->launches++ < list->wanted;
}

static bool list_cta(void *user, uint32_t number, uint32_t slot)
{
    list_source *list = (list_source *)user;
    list->cta[slot] = number;
    memset(list->next[slot], 0, sizeof list->next[slot]);
    memset(list->reading[slot], 0, sizeof list->reading[slot]);
    return true;
}

static bool list_available(const void *user, uint32_t slot, uint32_t warp)
{
    const list_source *list = (const list_source *)user;
    return list->next[slot][warp] < list->count[warp];
}

static uint64_t list_next(void *user, uint32_t slot, uint32_t warp)
{
    list_source *list = (list_source *)user;
    return list->record[warp][list->next[slot][warp]++];
}

static void list_operands(void *user, uint32_t slot, uint32_t warp, uint32_t number, rs_operand_row *row)
{
    list_source *list = (list_source *)user;
    rs_warp_record record;
    (void)number; /* plain accesses alone */
    do {
        record = rs_warp_record_unpack(list->record[warp][list->reading[slot][warp]++]);
    } while (record.kind != RS_RECORD_MEMORY && record.kind != RS_RECORD_ATOMIC);
    memset(row, 0, sizeof *row);
    row->mask = list->mask;
    row->scratchpad = record.space == RS_SPACE_SCRATCHPAD;
    for (uint32_t lane = 0; lane < RS_WARP_LANES; lane++) {
        const uint32_t first = row->scratchpad ? warp : list->cta[slot] * list->launch.cta_warps + warp;
        row->operands[lane][0] = 4 * (RS_WARP_LANES * first + lane);
        row->operands[lane][3] = lane;
    }
}

static void list_words(void *user, uint32_t slot, uint32_t warp, const rs_words *words)
{
    (void)user, (void)slot, (void)warp, (void)words;
}

static void list_cta_end(void *user, uint32_t slot)
{
    (void)user, (void)slot;
}

static bool list_finish(void *user, rs_error *error)
{
    (void)user, (void)error;
    return true;
}

static uint64_t list_bytes(const void *user)
{
    (void)user;
    return 1 << 16;
}

static void list_line(const void *user, uint64_t address, uint32_t words[RS_LINE_WORDS])
{
    (void)user, (void)address;
    memset(words, 0, RS_LINE_BYTES);
}

static bool list_changed(const void *user, uint64_t *cursor, uint64_t *address, uint32_t *word)
{
    (void)user, (void)cursor, (void)address, (void)word;
    return false;
}

static bool list_holds(const void *user, uint64_t address, const uint32_t words[RS_LINE_WORDS], rs_error *error)
{
    (void)user, (void)address, (void)words, (void)error;
    return true;
}

static const char *list_trouble(const void *user, bool *program)
{
    (void)user, (void)program;
    return NULL;
}

static inline rs_warp_source list_interface(list_source *list)
{
    static const rs_warp_source_calls calls = {list_launch, list_cta,    list_available, list_next,  list_operands,
                                               list_words,  list_cta_end, list_finish,   list_bytes, list_line,
                                               list_changed, list_holds, list_trouble,   NULL,       NULL,      NULL};
    const rs_warp_source source = {&calls, list};
    return source;
}

/* ---- building ------------------------------------------------------------------------------------------------- */

static inline void list_start(list_source *list, uint32_t ctas, uint32_t cta_warps)
{
    memset(list, 0, sizeof *list);
    list->wanted = 1;
    list->launch.ctas = ctas;
    list->launch.cta_warps = cta_warps;
    list->launch.registers = 16;
    list->mask = UINT32_MAX;
}

static inline void list_add(list_source *list, uint32_t warp, const rs_warp_record *record)
{
    list->record[warp][list->count[warp]++] = rs_warp_record_pack(record) | UINT64_C(32) << RS_RECORD_LANES;
}

static inline rs_warp_record list_record(enum rs_record_kind kind)
{
    const rs_warp_record record = {kind, RS_SPACE_GLOBAL, 0, 1, false, false, false, LIST_NONE, {LIST_NONE, LIST_NONE, LIST_NONE}};
    return record;
}

static inline void list_plain(list_source *list, uint32_t warp, enum rs_record_kind kind)
{
    const rs_warp_record record = list_record(kind);
    list_add(list, warp, &record);
}

/* destination = op(source); LIST_NONE: none. */
static inline void list_alu(list_source *list, uint32_t warp, uint32_t destination, uint32_t source)
{
    rs_warp_record record = list_record(RS_RECORD_ALU);
    record.destination = destination;
    record.source[0] = source;
    list_add(list, warp, &record);
}

static inline void list_load(list_source *list, uint32_t warp, uint32_t destination, enum rs_record_space space)
{
    rs_warp_record record = list_record(RS_RECORD_MEMORY);
    record.space = space;
    record.destination = destination;
    list_add(list, warp, &record);
}

static inline void list_store(list_source *list, uint32_t warp, uint32_t source)
{
    rs_warp_record record = list_record(RS_RECORD_MEMORY);
    record.opcode = 1;
    record.source[2] = source;
    list_add(list, warp, &record);
}

#endif
