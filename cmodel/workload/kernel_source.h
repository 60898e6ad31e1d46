/* Inside a kernel's source (warp_source.h): its state, and its loads, whose words are to come. For warp_source.c and
 * kernel_source_words.c alone. */
#ifndef RS_KERNEL_SOURCE_H
#define RS_KERNEL_SOURCE_H

#include "workload/warp_source.h"
#include "workload/word_history.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A load under way. */
typedef struct rs_kernel_load {
    uint32_t next;                 /* of the pool; of the warp's loads the one before it */
    uint32_t instruction;          /* of the warp's trace */
    uint32_t destination;
    uint32_t elements_left;        /* that have words to come */
    const uint32_t *loaded;        /* what the trace has of it, [element][lane] */
    uint32_t left[RS_VECTOR_MAX];  /* lanes of an element whose word is to come */
} rs_kernel_load;

typedef struct rs_kernel_warp {
    rs_lowered_warp lowered;
    uint32_t *section;    /* of an instruction: barriers before it */
    uint32_t next;        /* record to be taken */
    uint32_t reading;     /* record whose operands are read next, or one before it */
    uint32_t loads;       /* the last load, RS_NONE: none is under way */
} rs_kernel_warp;

typedef struct rs_kernel_slot {
    rs_cta_trace *trace;  /* NULL: no CTA */
    uint32_t cta, warps;  /* warps: 0 without a CTA */
    rs_kernel_warp warp[RS_CTA_MAX_WARPS];
    rs_word_history scratchpad;
} rs_kernel_slot;

struct rs_kernel_source {
    rs_kernel_run *run;
    uint32_t slots, registers;
    rs_kernel_slot *slot;
    rs_pool loads;               /* of rs_kernel_load */
    uint32_t *initial;           /* memory before the first launch */
    uint32_t *before;            /* memory when the launch began */
    uint64_t *changed;           /* words that the host changed before it */
    uint64_t changes, changes_room;
    rs_word_history memory;
    rs_kernel_source_counts counts;
    bool failed, refused;        /* refused: by the program's fault */
    rs_error error;
};

/* Notes the first thing that was wrong. */
void rs_kernel_source_fail(rs_kernel_source *source, const char *text);
/* Where an instruction of this trace accesses memory. */
uint64_t rs_kernel_address(const rs_warp_trace *trace, const rs_instruction *instruction, uint32_t element, uint32_t lane);

/* Into the host's cache: the operands that a warp reads next, if it was handed the record that does. By now those of a warp that has
 * waited for words have left it. */
void rs_kernel_fetch_reading(const rs_kernel_slot *at, uint32_t number);
/* The words that a record, whose operands are read, will bring are awaited. False without memory. */
bool rs_kernel_await_words(rs_kernel_source *source, rs_kernel_warp *warp, const rs_warp_record *record, const rs_warp_trace *trace);
/* words() of rs_warp_source. */
void rs_kernel_take_words(void *user, uint32_t place, uint32_t number, const rs_words *words);
/* No load of the warp is under way any more. */
void rs_kernel_forget_loads(rs_kernel_source *source, rs_kernel_warp *warp);

#ifdef __cplusplus
}
#endif
#endif
