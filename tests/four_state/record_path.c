/* rs_memory_path: the simulation of patterns, reads and writes at random, with pauses and stalls at the SMs' ports. */
#include <string.h>

#include "common/splitmix64.h"
#include "machine/simulation.h"
#include "record.h"
#include "workload/patterns.h"

typedef struct path_recording {
    recording *run;
    uint32_t left; /* cycles of this part */
    uint32_t request_valid, request_ready, request_head, request_tail, request_payload;
    uint32_t reply_valid, reply_ready, reply_head, reply_tail, reply_payload;
    uint64_t mask[RS_MAX_SMS]; /* per SM: bytes of its last write that are written */
    uint32_t payload, header; /* bits of a flit without head and tail; of a request's header, the SM's number too */
    uint32_t data;            /* lowest bit of a flit's data */
} path_recording;

static void ports(path_recording *path)
{
    recording *run = path->run;
    const rs_config *config = &run->config;
    vectors *all = &run->all;
    const uint32_t sms = config->sms;
    path->header = run->sm_bits + config->tag_bits + rs_kind_bits(config) + run->line_bits;
    path->payload = path->header + (config->write_mask ? 2 * config->flit_bits / 8 : 0);
    path->data = config->header_wires != 0 ? path->payload : 0;
    if (config->header_wires != 0) {
        path->payload += config->flit_bits;
    } else if (path->payload < config->flit_bits) {
        path->payload = config->flit_bits;
    }
    path->request_valid = vectors_input(all, "request_valid", sms);
    path->request_head = vectors_input(all, "request_head", sms);
    path->request_tail = vectors_input(all, "request_tail", sms);
    path->request_payload = vectors_input(all, "request_payload", sms * path->payload);
    path->reply_ready = vectors_input(all, "reply_ready", sms);
    path->request_ready = vectors_output(all, "request_ready", sms);
    path->reply_valid = vectors_output(all, "reply_valid", sms);
    path->reply_head = vectors_output(all, "reply_head", sms);
    path->reply_tail = vectors_output(all, "reply_tail", sms);
    path->reply_payload = vectors_output(all, "reply_payload", sms * path->payload);
}

/* Data of a write; a byte that is not written is anything. */
static void request_data(path_recording *path, uint32_t sm, const rs_flit *flit)
{
    const rs_config *config = &path->run->config;
    vectors *all = &path->run->all;
    const uint32_t low = sm * path->payload + path->data;
    vectors_words(all, path->request_payload, low, config->flit_bits, flit->data);
    for (uint32_t byte = 0; config->write_mask && byte < config->flit_bits / 8; byte++) {
        const uint32_t at = flit->tail ? byte + config->flit_bits / 8 : byte;
        if ((path->mask[sm] >> at & 1) == 0) {
            vectors_unknown(all, path->request_payload, low + 8 * byte, 8);
        }
    }
}

static void request(path_recording *path, uint32_t sm, const rs_flit *flit)
{
    const rs_config *config = &path->run->config;
    vectors *all = &path->run->all;
    const uint32_t low = sm * path->payload;
    vectors_set(all, path->request_head, sm, 1, flit->head);
    vectors_set(all, path->request_tail, sm, 1, flit->tail);
    if (!flit->head) {
        request_data(path, sm, flit);
        return;
    }
    vectors_set(all, path->request_payload, low, path->header - path->run->sm_bits, flit->header);
    if (config->write_mask && !flit->tail) {
        vectors_set(all, path->request_payload, low + path->header, 2 * config->flit_bits / 8, flit->mask);
        path->mask[sm] = flit->mask;
    }
    if (config->header_wires != 0 && !flit->tail) {
        request_data(path, sm, flit);
    }
}

static void reply(path_recording *path, uint32_t sm, const rs_flit *flit)
{
    const rs_config *config = &path->run->config;
    vectors *all = &path->run->all;
    const uint32_t low = sm * path->payload;
    vectors_set(all, path->reply_head, sm, 1, flit->head);
    vectors_set(all, path->reply_tail, sm, 1, flit->tail);
    if (flit->head) {
        vectors_set(all, path->reply_payload, low, config->tag_bits + path->run->sm_bits + (config->l2 != 0), flit->header);
    }
    if (!flit->head || config->header_wires != 0) {
        vectors_words(all, path->reply_payload, low + path->data, config->flit_bits, flit->data);
    }
}

static bool observe(void *user, uint64_t cycle, const rs_path_inputs *in, const rs_path_outputs *out)
{
    path_recording *path = (path_recording *)user;
    recording *run = path->run;
    vectors *all = &run->all;
    (void)cycle;
    if (path->left == 0) {
        return false;
    }
    path->left--;
    record_begin(run, false);
    vectors_set(all, path->request_valid, 0, run->config.sms, in->request_valid.word[0]);
    vectors_set(all, path->reply_ready, 0, run->config.sms, in->reply_ready.word[0]);
    vectors_set(all, path->request_ready, 0, run->config.sms, out->request_ready.word[0]);
    vectors_set(all, path->reply_valid, 0, run->config.sms, out->reply_valid.word[0]);
    vectors_set(all, run->idle, 0, 1, out->idle);
    for (uint32_t sm = 0; sm < run->config.sms; sm++) {
        if ((in->request_valid.word[0] >> sm & 1) != 0) {
            request(path, sm, &in->request[sm]);
        }
        if ((out->reply_valid.word[0] >> sm & 1) != 0) {
            reply(path, sm, &out->reply[sm]);
        }
    }
    record_channels(run, in->dram, out);
    vectors_end(all);
    return true;
}

/* A pattern, for as long as the cycles of the part last. */
static void part(path_recording *path)
{
    static const uint32_t stalls[] = {0, 300, 900}, pauses[] = {0, 0, 500};
    recording *run = path->run;
    rs_error error;
    const rs_pattern pattern = {(enum rs_pattern_kind)rs_random_below(&run->random, 5), 200 * run->config.sms,
                                100 + 100 * rs_random_below(&run->random, 7), 0, rs_splitmix64(&run->random)};
    rs_trace *trace = rs_pattern_trace(&run->config, &pattern, &error);
    rs_simulation_options options = rs_simulation_options_default();
    options.disturbance.reply_stall_per_mille = stalls[rs_random_below(&run->random, 3)];
    options.disturbance.request_pause_per_mille = pauses[rs_random_below(&run->random, 3)];
    options.disturbance.seed = rs_splitmix64(&run->random);
    options.disturbance.partial_writes = true;
    options.observe = observe;
    options.observe_user = path;
    rs_simulation *simulation = trace == NULL ? NULL : rs_simulation_create_trace(&run->config, trace, &options, &error);
    if (simulation == NULL) {
        record_failed(error.text);
    }
    path->left = run->cycles;
    record_begin(run, true);
    vectors_end(&run->all);
    if (rs_simulation_run(simulation, 0) == RS_SIMULATION_FAILED) {
        record_failed(rs_simulation_error(simulation));
    }
    rs_simulation_destroy(simulation);
    rs_trace_destroy(trace);
}

void record_path(recording *run, void (*begin_part)(recording *run))
{
    path_recording path;
    memset(&path, 0, sizeof path);
    path.run = run;
    ports(&path);
    for (run->part = 0; run->part < run->parts; run->part++) {
        begin_part(run);
        part(&path);
    }
}
