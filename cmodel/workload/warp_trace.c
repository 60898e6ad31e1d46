/* Traces of the warp machine. Contract: warp_machine.h. */
#include <stdlib.h>

#include "workload/warp_machine.h"

void rs_cta_trace_free(rs_cta_trace *trace)
{
    if (trace != NULL) {
        for (uint32_t w = 0; w < trace->warps; w++) {
            free(trace->warp[w].instruction);
            free(trace->warp[w].source);
            free(trace->warp[w].word);
            free(trace->warp[w].operand);
        }
        free(trace);
    }
}

void rs_warp_trace_classify(rs_warp_trace *trace, uint64_t *count)
{
    enum { UNUSED = 0, ADDRESS = 1, CONTROL = 2 };
    for (uint32_t i = 0; i < trace->count; i++) {
        trace->instruction[i].class_ = UNUSED;
    }
    for (uint32_t i = trace->count; i-- > 0;) {
        rs_instruction *instruction = &trace->instruction[i];
        const uint8_t use = instruction->class_;
        uint8_t passed_on = 0;
        uint32_t sources = instruction->sources;
        if (instruction->kind == RS_KIND_MEMORY || instruction->kind == RS_KIND_ATOMIC) {
            passed_on = ADDRESS;
            sources = instruction->address_sources;
            instruction->class_ = RS_CLASS_MEMORY;
        } else if ((instruction->kind != RS_KIND_ALU && instruction->kind != RS_KIND_SFU) || (use & CONTROL) != 0) {
            passed_on = CONTROL;
            instruction->class_ = RS_CLASS_CONTROL;
        } else {
            passed_on = use;
            instruction->class_ = use == ADDRESS ? RS_CLASS_ADDRESS : RS_CLASS_COMPUTE;
        }
        for (uint32_t s = 0; s < sources; s++) {
            trace->instruction[trace->source[instruction->source + s] - 1].class_ |= passed_on;
        }
        count[instruction->class_]++;
    }
}
