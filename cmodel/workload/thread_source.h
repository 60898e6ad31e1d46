/* Interactive source: programs of thread_code.h, executed with the words that the machine brings, as a source of records
 * (warp_source.h).
 *
 * A warp shows its records up to a branch, and what follows when the branch's operand is there; the branch itself names its
 * register, so that the wait for it is the wait for the load that brings it. Values are computed in order, when what they need has
 * come; operands that are read before that are trouble. Loads and atomics have the machine's words, so what they bring is
 * checked by the result alone: after the program a last launch of one warp loads the words of the result through the machine,
 * and the program compares them with its reference.
 */
#ifndef RS_THREAD_SOURCE_H
#define RS_THREAD_SOURCE_H

#include "workload/thread_code.h"
#include "workload/warp_source.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_thread_options {
    uint32_t sms, sm_ctas, cta_warps; /* SMs, CTAs on each, warps of each; slot = SM * sm_ctas + place */
    uint32_t shrink;                  /* 1, or 8 for tests */
} rs_thread_options;

typedef struct rs_thread_run {
    rs_thread_options options;
    rs_thread_code code;
    uint32_t *memory;                 /* before the launch */
    uint64_t words;
    uint64_t result, result_words;    /* place in memory, in words; a multiple of 32 */
    uint32_t *found;                  /* the result */
    uint32_t own[8];                  /* the program's */
} rs_thread_run;

typedef struct rs_thread_program {
    const char *name;
    /* Takes memory (calloc) and fills it, writes the code, names the result. */
    bool (*prepare)(rs_thread_run *run, rs_error *error);
    bool (*check)(const rs_thread_run *run, rs_error *error);
} rs_thread_program;

extern const rs_thread_program rs_program_uts, rs_program_utsd;

typedef struct rs_thread_source rs_thread_source;

/* One CTA a place, sms * sm_ctas of them, all at a time. */
rs_thread_source *rs_thread_source_create(const rs_thread_program *program, const rs_thread_options *options, rs_error *error);
void rs_thread_source_destroy(rs_thread_source *source);
rs_warp_source rs_thread_source_interface(rs_thread_source *source);
/* Instructions of all active lanes so far. */
uint64_t rs_thread_source_instructions(const rs_thread_source *source);

#ifdef __cplusplus
}
#endif
#endif
