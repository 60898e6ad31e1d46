/* Contract: latency_trace.h. */
#include "observe/latency_trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/set.h"

enum { READ, WRITE, ATOMIC };

typedef struct request {
    uint64_t since, address;
    uint32_t kind, tag;
} request;

/* An SM's writes that are not accepted, oldest first. A write's tag is the SM's again when the network has its last flit. */
typedef struct write_list {
    request *item;
    uint32_t count, room;
} write_list;

struct rs_latency_trace {
    rs_config config;
    FILE *file;
    uint64_t since[RS_MAX_SMS];   /* a head flit is on offer since then, */
    rs_set offered;               /* of these SMs */
    uint32_t reply[RS_MAX_SMS];   /* tag of the reply whose flits come */
    write_list writes[RS_MAX_SMS];
    bool failed;                  /* no memory for a list */
    request waiting[];            /* [SM][tag]: reads and atomic operations, whose tag is theirs up to the reply */
};

rs_latency_trace *rs_latency_trace_create(const rs_config *config, FILE *file)
{
    const size_t tags = (size_t)config->sms << config->tag_bits;
    rs_latency_trace *trace = (rs_latency_trace *)calloc(1, sizeof *trace + tags * sizeof trace->waiting[0]);
    if (trace != NULL) {
        trace->config = *config;
        trace->file = file;
    }
    return trace;
}

void rs_latency_trace_destroy(rs_latency_trace *trace)
{
    for (uint32_t sm = 0; trace != NULL && sm < RS_MAX_SMS; sm++) {
        free(trace->writes[sm].item);
    }
    free(trace);
}

bool rs_latency_trace_good(const rs_latency_trace *trace)
{
    return !trace->failed;
}

static request *waiting_of(rs_latency_trace *trace, uint32_t sm, uint32_t tag)
{
    return &trace->waiting[((size_t)sm << trace->config.tag_bits) + (tag & ((UINT32_C(1) << trace->config.tag_bits) - 1))];
}

static void print(const rs_latency_trace *trace, uint64_t cycle, uint32_t sm, const request *own)
{
    const rs_location at = rs_address_decode(&trace->config.map, own->address);
    (void)fprintf(trace->file, "%" PRIu64 " %u %c %u %u %u %" PRIu64 "\n", cycle, sm, "RWA"[own->kind], at.channel, at.bank, at.row,
                  cycle - own->since);
}

static void add_write(rs_latency_trace *trace, write_list *list, const request *own)
{
    if (list->count == list->room) {
        const uint32_t room = 2 * list->room + 16;
        request *grown = (request *)realloc(list->item, room * sizeof *grown);
        if (grown == NULL) {
            trace->failed = true;
            return;
        }
        list->item = grown;
        list->room = room;
    }
    list->item[list->count++] = *own;
}

static void accept_write(rs_latency_trace *trace, uint64_t cycle, const rs_accept *accept)
{
    write_list *list = &trace->writes[accept->sm];
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->item[i].tag == accept->tag && list->item[i].address >> RS_LINE_SHIFT == accept->line) {
            print(trace, cycle, accept->sm, &list->item[i]);
            list->count--;
            memmove(list->item + i, list->item + i + 1, (list->count - i) * sizeof *list->item);
            return;
        }
    }
}

/* A head flit on offer; taken: the network takes it in this cycle. */
static void offer(rs_latency_trace *trace, uint64_t cycle, uint32_t sm, const rs_flit *flit, bool taken)
{
    const rs_config *config = &trace->config;
    const uint32_t line_bits = config->map.address_bits - RS_LINE_SHIFT, kind_bits = rs_kind_bits(config);
    if (!rs_set_has(&trace->offered, sm)) {
        trace->since[sm] = cycle;
        rs_set_add(&trace->offered, sm);
    }
    if (taken) {
        const uint32_t tag = (uint32_t)(flit->header >> (line_bits + kind_bits)) & ((UINT32_C(1) << config->tag_bits) - 1);
        const uint32_t kind = (uint32_t)(flit->header >> line_bits & ((1u << kind_bits) - 1));
        const request own = {trace->since[sm], (flit->header & ((UINT64_C(1) << line_bits) - 1)) << RS_LINE_SHIFT,
                             kind <= ATOMIC ? kind : READ, tag};
        if (own.kind == WRITE) {
            add_write(trace, &trace->writes[sm], &own);
        } else {
            *waiting_of(trace, sm, tag) = own;
        }
        rs_set_remove(&trace->offered, sm);
    }
}

void rs_latency_trace_observe(rs_latency_trace *trace, uint64_t cycle, const rs_path_inputs *inputs, const rs_path_outputs *outputs)
{
    const uint32_t words = trace->config.sm_words;
    for (uint32_t i = 0; i < trace->config.channels; i++) {
        if (outputs->accept[i].valid && outputs->accept[i].write) { /* an acceptance shows in the cycle after it */
            accept_write(trace, cycle - 1, &outputs->accept[i]);
        }
    }
    RS_EACH(sm, k, words, outputs->reply_valid.word[k] & inputs->reply_ready.word[k]) {
        const rs_flit *flit = &outputs->reply[sm];
        trace->reply[sm] = flit->head ? rs_reply_tag(&trace->config, flit->header) : trace->reply[sm];
        if (flit->tail) {
            print(trace, cycle, sm, waiting_of(trace, sm, trace->reply[sm]));
        }
    }
    RS_EACH(sm, k, words, inputs->request_valid.word[k]) {
        if (inputs->request[sm].head) {
            offer(trace, cycle, sm, &inputs->request[sm], rs_set_has(&outputs->request_ready, sm));
        }
    }
}
