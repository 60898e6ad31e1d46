/* Contract: gpu_timing.h. */
#include "study/gpu_timing.h"

#include <stdlib.h>
#include <string.h>

#include "machine/dram_device.h"
#include "network/crossbar.h"

enum { REPLY_FLITS = 5, WATCHDOG_CYCLES = 100000, PROGRESS_CYCLES = 16384 };

typedef struct gpu {
    const rs_config *config;
    rs_kernel_run *kernel;
    rs_crossbar request, reply;
    rs_sm_timing sm[RS_MAX_SMS];
    rs_pattern_slice slice[RS_MAX_CHANNELS];
    rs_dram_device *device;
    rs_dram_pins pins[RS_MAX_CHANNELS];
    rs_dram_return returns[RS_MAX_CHANNELS];
    rs_line_packet arriving[RS_MAX_CHANNELS]; /* at each slice, its head has come */
    uint32_t sent_flits[RS_MAX_SMS], replied_flits[RS_MAX_CHANNELS];
    uint32_t replying[RS_MAX_SMS]; /* miss of the reply whose flits come, from its head on */
    rs_cta_trace *next_cta;
    uint32_t next_sm;
    uint64_t now, moved_at;
} gpu;

static void destroy(gpu *g)
{
    for (uint32_t i = 0; i < g->config->sms; i++) {
        rs_sm_timing_free(&g->sm[i]);
    }
    for (uint32_t i = 0; i < g->config->channels; i++) {
        rs_pattern_slice_free(&g->slice[i]);
    }
    if (g->request.storage != NULL) {
        rs_crossbar_release(&g->request);
    }
    if (g->reply.storage != NULL) {
        rs_crossbar_release(&g->reply);
    }
    rs_dram_device_destroy(g->device);
    rs_cta_trace_free(g->next_cta);
    free(g);
}

static bool fits(const rs_config *config, const rs_kernel_run *kernel, rs_error *error)
{
    const struct {
        const char *key;
        uint32_t found, expected;
    } fixed[] = {{"VCS", config->vcs, 1},
                 {"LANES", config->lanes, RS_WARP_LANES},
                 {"LINE_BYTES", config->line_bytes, RS_SM_LINE_BYTES},
                 {"MAX_LENGTH", config->max_length, RS_VECTOR_MAX},
                 {"MISS_TABLE", config->miss_table, 0}};
    rs_config with_memory = *config; /* whose check knows the sizes of memory sides */
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++) {
        if (fixed[i].found != fixed[i].expected) {
            rs_error_set(error, "patterns: found %s = %u, expected %u", fixed[i].key, fixed[i].found, fixed[i].expected);
            return false;
        }
    }
    with_memory.sm_memory = 1;
    if (!rs_config_finish(&with_memory, error)) {
        return false;
    }
    if ((config->map.column_mask & RS_LINE_BYTES) == 0) {
        rs_error_set(error, "patterns: found an ADDRESS_MAP that parts the halves of a 128 B line, expected address bit 6 in "
                     "the column");
    } else if (config->tag_bits < 7) {
        rs_error_set(error, "patterns: found TAG_BITS = %u, expected at least 7 for the misses of a slice", config->tag_bits);
    } else if (kernel->machine.used * 4 > UINT64_C(1) << config->map.address_bits) {
        rs_error_set(error, "%s: found arrays of %llu bytes, expected at most the machine's 2^%u", kernel->kernel->name,
                     (unsigned long long)kernel->machine.used * 4, config->map.address_bits);
    } else {
        return true;
    }
    return false;
}

static gpu *create(const rs_config *config, rs_kernel_run *kernel, rs_error *error)
{
    const rs_crossbar_sizes request = {config->sms, config->channels, config->request_depth, config->output_depth,
                                       config->iterations, config->pick, 1, false};
    const rs_crossbar_sizes reply = {config->channels, config->sms, config->reply_depth, config->output_depth,
                                     config->iterations, config->pick, 1, false};
    gpu *g = (gpu *)calloc(1, sizeof *g);
    rs_hold_grant hold;
    bool good = g != NULL;
    if (!good) {
        rs_error_set(error, "patterns: found no memory left, expected room for a machine");
        return NULL;
    }
    g->config = config;
    g->kernel = kernel;
    rs_hold_grant_init(&hold, config->sms, config->channels, config->hold_policy, config->hash_bits, config->hold_limit,
                       config->wait_guard != 0);
    good = rs_crossbar_init(&g->request, &request, &hold, config->seed) &&
           rs_crossbar_init(&g->reply, &reply, NULL, ~config->seed);
    for (uint32_t i = 0; good && i < config->sms; i++) {
        good = rs_sm_timing_init(&g->sm[i], config);
    }
    for (uint32_t i = 0; good && i < config->channels; i++) {
        good = rs_pattern_slice_init(&g->slice[i], config);
    }
    if (!good) {
        rs_error_set(error, "patterns: found no memory or arbiters beyond the largest LFSR, expected a smaller machine");
    } else {
        g->device = rs_dram_device_create(config, error);
        good = g->device != NULL;
    }
    if (!good) {
        destroy(g);
        return NULL;
    }
    return g;
}

/* ---- one cycle -------------------------------------------------------------------------------------------- */

/* A line where it stands in DRAM: the channel is XORed with what lies above it, the bank with the row. */
static uint64_t spread(const rs_config *config, uint64_t line)
{
    rs_location at = rs_address_decode(&config->map, line * RS_SM_LINE_BYTES);
    const uint32_t channels = config->channels - 1;
    uint64_t above = ((uint64_t)at.row << config->map.bank_bits | at.bank) << config->map.column_bits | at.column;
    for (above /= RS_SM_LINE_BYTES / RS_LINE_BYTES; channels != 0 && above != 0; above /= config->channels) {
        at.channel ^= (uint32_t)above & channels;
    }
    at.bank ^= at.row & ((1U << config->map.bank_bits) - 1);
    return rs_address_encode(&config->map, at) / RS_SM_LINE_BYTES;
}

static rs_line_packet packet_to_send(const gpu *g, uint32_t sm)
{
    const rs_sm_request *request = rs_sm_timing_request(&g->sm[sm]);
    const uint32_t *bytes = request->store.bytes;
    const uint32_t halves = (uint32_t)((bytes[0] | bytes[1]) != 0) | (uint32_t)((bytes[2] | bytes[3]) != 0) << 1;
    const rs_line_packet packet = {request->block, (uint32_t)request->id, (uint8_t)sm, (uint8_t)halves, request->write};
    return packet;
}

/* The flit of a packet whose turn it is. */
static rs_flit packet_flit(const rs_line_packet *packet, uint64_t line, uint32_t turn)
{
    rs_flit flit;
    const uint32_t last = packet->write ? 2u * (uint32_t)__builtin_popcount(packet->halves) : 0;
    memset(&flit, 0, sizeof flit);
    flit.head = turn == 0;
    flit.tail = turn == last;
    flit.header = line | (uint64_t)packet->write << 40 | (uint64_t)packet->halves << 41 | (uint64_t)packet->sm << 43 |
                  (uint64_t)(packet->miss & 0xfff) << 52;
    return flit;
}

static rs_line_packet packet_of(uint64_t header)
{
    const rs_line_packet packet = {header & ((UINT64_C(1) << 40) - 1), (uint32_t)(header >> 52), (uint8_t)(header >> 43),
                                   (uint8_t)(header >> 41 & 3), (header >> 40 & 1) != 0};
    return packet;
}

/* A flit for each SM that has one and room for it, into the request network; whether its packet is out. */
static bool send_flit(gpu *g, uint32_t i)
{
    const rs_line_packet packet = packet_to_send(g, i);
    const uint64_t line = spread(g->config, packet.line);
    const rs_location location = rs_address_decode(&g->config->map, line * RS_SM_LINE_BYTES);
    const rs_route route = {location.channel, location.bank, location.row, location.column};
    const rs_flit flit = packet_flit(&packet, line, g->sent_flits[i]);
    rs_crossbar_push(&g->request, i, &flit, &route);
    g->sent_flits[i] = flit.tail ? 0 : g->sent_flits[i] + 1;
    return flit.tail;
}

/* A flit of a slice's oldest reply; whether it was the last. */
static bool send_reply(gpu *g, uint32_t channel)
{
    const uint32_t to = rs_pattern_slice_reply(&g->slice[channel]);
    const rs_route route = {to >> 16, 0, 0, 0};
    rs_flit flit;
    memset(&flit, 0, sizeof flit);
    flit.header = to & 0xffff;
    flit.head = g->replied_flits[channel] == 0;
    flit.tail = g->replied_flits[channel] == REPLY_FLITS - 1;
    rs_crossbar_push(&g->reply, channel, &flit, &route);
    g->replied_flits[channel] = flit.tail ? 0 : g->replied_flits[channel] + 1;
    return flit.tail;
}

/* What came out of the networks in this cycle. */
typedef struct arrivals {
    uint64_t requests, replies;      /* flits taken: slices, SMs */
    rs_line_packet packet[RS_MAX_CHANNELS];
    bool packet_valid[RS_MAX_CHANNELS];
} arrivals;

static void take_arrivals(gpu *g, arrivals *a)
{
    a->requests = 0;
    for (uint32_t i = 0; i < g->config->channels; i++) {
        a->packet_valid[i] = false;
        if ((g->request.out_valid[0] >> i & 1) != 0 && rs_pattern_slice_ready(&g->slice[i])) {
            const rs_flit *flit = &rs_crossbar_front(&g->request, i, 0)->flit;
            if (flit->head) {
                g->arriving[i] = packet_of(flit->header);
            }
            a->requests |= UINT64_C(1) << i;
            a->packet_valid[i] = flit->tail;
            a->packet[i] = g->arriving[i];
        }
    }
    a->replies = 0;
    for (uint64_t left = g->reply.out_valid[0]; left != 0; left &= left - 1) {
        const uint32_t i = (uint32_t)__builtin_ctzll(left);
        const rs_flit *flit = &rs_crossbar_front(&g->reply, i, 0)->flit;
        if (flit->tail && !rs_sm_timing_takes_reply(&g->sm[i])) {
            continue;
        }
        a->replies |= UINT64_C(1) << i;
        if (flit->head) {
            g->replying[i] = (uint32_t)flit->header;
        }
        if (flit->tail) {
            rs_sm_timing_reply(&g->sm[i], g->replying[i]);
        }
    }
}

static bool step(gpu *g)
{
    const uint64_t request_ready = g->request.in_ready, reply_ready = g->reply.in_ready;
    uint64_t issued = 0;
    bool sends[RS_MAX_SMS], reply_left[RS_MAX_CHANNELS];
    arrivals a;
    take_arrivals(g, &a);
    if (!rs_crossbar_empty(&g->request)) {
        (void)rs_crossbar_step(&g->request, &a.requests, NULL);
    }
    if (!rs_crossbar_empty(&g->reply)) {
        (void)rs_crossbar_step(&g->reply, &a.replies, NULL);
    }
    for (uint32_t i = 0; i < g->config->sms; i++) {
        sends[i] = (request_ready >> i & 1) != 0 && rs_sm_timing_request(&g->sm[i]) != NULL && send_flit(g, i);
    }
    for (uint32_t i = 0; i < g->config->channels; i++) {
        reply_left[i] = (reply_ready >> i & 1) != 0 && g->slice[i].replies != 0 && send_reply(g, i);
        rs_pattern_slice_step(&g->slice[i], a.packet_valid[i] ? &a.packet[i] : NULL, &g->returns[i], reply_left[i]);
        g->pins[i] = g->slice[i].controller.pins;
    }
    for (uint32_t i = 0; i < g->config->sms; i++) {
        issued -= g->sm[i].counts.issued;
        rs_sm_timing_step(&g->sm[i], sends[i]);
        issued += g->sm[i].counts.issued;
    }
    if (issued != 0 || a.requests != 0 || a.replies != 0) {
        g->moved_at = g->now;
    }
    g->now++;
    return rs_dram_device_step(g->device, g->pins, g->returns);
}

/* ---- a run ------------------------------------------------------------------------------------------------- */

/* Gives the launch's next CTA to the next SM with room for it; whether there may be more. */
static bool dispatch(gpu *g)
{
    if (g->next_cta == NULL) {
        g->next_cta = rs_kernel_cta(g->kernel);
    }
    for (uint32_t tries = 0; g->next_cta != NULL && tries < g->config->sms; tries++) {
        rs_sm_timing *sm = &g->sm[g->next_sm];
        g->next_sm = (g->next_sm + 1) % g->config->sms;
        if (rs_sm_timing_dispatch(sm, g->next_cta)) {
            g->next_cta = NULL;
            return true;
        }
    }
    return g->next_cta != NULL;
}

/* Every SM is through, and what it sent has reached L2. */
static bool launch_over(const gpu *g)
{
    bool over = g->next_cta == NULL && rs_crossbar_empty(&g->request);
    for (uint32_t i = 0; over && i < g->config->sms; i++) {
        over = g->sm[i].ended;
    }
    for (uint32_t i = 0; over && i < g->config->channels; i++) {
        over = g->slice[i].inputs == 0;
    }
    return over;
}

static const char *trouble_of(const gpu *g)
{
    for (uint32_t i = 0; i < g->config->sms; i++) {
        if (g->sm[i].trouble != NULL) {
            return g->sm[i].trouble;
        }
    }
    if (g->kernel->machine.trouble != NULL) {
        return g->kernel->machine.trouble;
    }
    return g->now - g->moved_at > WATCHDOG_CYCLES ? "a machine in which nothing moves" : NULL;
}

static void end_launch(gpu *g, bool ends)
{
    for (uint32_t i = 0; i < g->config->sms; i++) {
        rs_sm_timing_end_launch(&g->sm[i], ends);
    }
}

static bool at_limit(const gpu *g, const rs_gpu_options *options)
{
    return options != NULL && options->max_cycles != 0 && g->now >= options->max_cycles;
}

static bool run_launch(gpu *g, const rs_gpu_options *options, rs_error *error)
{
    bool more = true;
    end_launch(g, false);
    while ((more || !launch_over(g)) && !at_limit(g, options)) {
        if (more && !dispatch(g)) {
            more = false;
            end_launch(g, true);
        }
        const char *trouble = step(g) ? trouble_of(g) : "no memory left for DRAM";
        if (trouble != NULL) {
            rs_error_set(error, "%s: found %s in cycle %llu, expected a run to its end", g->kernel->kernel->name, trouble,
                         (unsigned long long)g->now);
            return false;
        }
        if (options != NULL && options->report != NULL && g->now % PROGRESS_CYCLES == 0) {
            options->report(options->user, g->kernel->launches, g->kernel->next_cta, g->kernel->now.ctas, g->now);
        }
    }
    return true;
}

/* sum += part, for structures of uint64_t alone. */
static void add_up(void *sum, const void *part, size_t size)
{
    for (size_t at = 0; at < size; at += sizeof(uint64_t)) {
        uint64_t a, b;
        memcpy(&a, (const char *)sum + at, sizeof a);
        memcpy(&b, (const char *)part + at, sizeof b);
        a += b;
        memcpy((char *)sum + at, &a, sizeof a);
    }
}

static void add_sms(gpu *g, rs_gpu_counts *counts)
{
    uint64_t active_cycles[RS_MAX_SMS], accesses[RS_MAX_SMS];
    counts->sm_count = g->config->sms;
    for (uint32_t i = 0; i < g->config->sms; i++) {
        const rs_sm_counts sm = rs_sm_timing_counts(&g->sm[i]);
        const rs_camat camat_of_sm = rs_camat_observer_sums(&g->sm[i].camat, g->sm[i].now);
        add_up(&counts->sms, &sm, sizeof sm);
        rs_camat_add(&counts->camat, &camat_of_sm);
        active_cycles[i] = sm.camat_cycles;
        accesses[i] = sm.camat_accesses;
    }
    const rs_camat_spread spread = rs_camat_spread_of(active_cycles, accesses, g->config->sms, counts->camat_sms);
    counts->camat_mean = spread.mean;
    counts->camat_least = spread.least;
    counts->camat_most = spread.most;
}

bool rs_gpu_run(const rs_config *config, rs_kernel_run *kernel, const rs_gpu_options *options, rs_gpu_counts *counts,
                rs_error *error)
{
    gpu *g = fits(config, kernel, error) ? create(config, kernel, error) : NULL;
    bool good = g != NULL;
    rs_error wrong;
    memset(counts, 0, sizeof *counts);
    while (good && !counts->stopped && rs_kernel_launch(kernel)) {
        good = run_launch(g, options, error);
        counts->stopped = good && at_limit(g, options) && (g->next_cta != NULL || !launch_over(g));
    }
    for (uint32_t i = 0; good && i < config->sms; i++) {
        good = rs_camat_observer_check(&g->sm[i].camat, g->now, &g->sm[i].memory.camat, i, &wrong);
        counts->camat_wrong = !good;
    }
    if (counts->camat_wrong) {
        rs_error_set(error, "%s: %s", kernel->kernel->name, wrong.text);
    }
    if (g != NULL) {
        counts->cycles = g->now;
        add_sms(g, counts);
        for (uint32_t i = 0; i < config->channels; i++) {
            add_up(&counts->slices, &g->slice[i].counts, sizeof counts->slices);
        }
        destroy(g);
    }
    return good;
}
