#include "dram/dram_controller.h"

#include "common/bits.h"
#include "common/random_arbiter.h"

#include <string.h>

void rs_dram_controller_init(rs_dram_controller *controller, const rs_config *config, rs_dram_pins *pins, rs_accept *accept)
{
    memset(controller, 0, sizeof(*controller));
    memset(pins, 0, sizeof(*pins));
    memset(accept, 0, sizeof(*accept));
    controller->pins = pins;
    controller->accept = accept;
    controller->config = config;
    controller->line_bits = config->map.address_bits - RS_LINE_SHIFT;
    controller->all_slots = config->queue == 64 ? ~UINT64_C(0) : (UINT64_C(1) << config->queue) - 1;
    controller->locked_bank = controller->paired_bank = -1;
    rs_bank_timing_init(&controller->timing, config);
    rs_queue_init(&controller->queue, config, &controller->timing);
    rs_refresh_init(&controller->refresh, config);
    rs_write_drain_init(&controller->drain, config);
}

bool rs_dram_controller_idle(const rs_dram_controller *controller)
{
    return controller->queue.count == 0 && !controller->in_write && controller->slots_busy == 0 &&
           controller->reply_used == 0 && !controller->accept->valid;
}

/* ---- ingress -------------------------------------------------------------------------------------- */

static rs_queued request_of(const rs_dram_controller *controller, const rs_routed_flit *flit)
{
    const rs_config *config = controller->config;
    const uint64_t header = flit->flit.header;

    return (rs_queued){.write = rs_dram_controller_is_write(controller, header),
                       .tag = (uint16_t)(header >> (controller->line_bits + 1) & ((1U << config->tag_bits) - 1)),
                       .sm = (uint8_t)(header >> (controller->line_bits + 1 + config->tag_bits)),
                       .warp = flit->flit.warp, .bank = (uint8_t)flit->route.bank, .row = flit->route.row, .column = flit->route.column};
}

bool rs_dram_controller_clash(const rs_dram_controller *controller, const rs_routed_flit *flit)
{
    const rs_queued request = request_of(controller, flit);

    return !controller->in_write && rs_queue_clash(&controller->queue, &request);
}

/* With HEADER_WIRES the first of them is the head flit. */
static void take_data(rs_dram_controller *controller, const rs_flit *flit)
{
    const uint32_t flit_bits = controller->config->flit_bits;

    rs_bits_copy(controller->write_lines[controller->incoming->slot], controller->half * flit_bits, flit->data, 0, flit_bits);
    controller->half++;
    controller->in_write = controller->half < 2;
}

static void take_header(rs_dram_controller *controller, const rs_routed_flit *flit)
{
    const uint64_t header = flit->flit.header;
    rs_queued *request = controller->incoming = rs_queue_place(&controller->queue);

    *request = request_of(controller, flit);
    controller->incoming_line = header & ((UINT64_C(1) << controller->line_bits) - 1);
    if (request->write) {
        request->slot = (uint8_t)__builtin_ctzll(~controller->slots_busy);
        controller->slots_busy |= UINT64_C(1) << request->slot;
        controller->write_masks[request->slot] = flit->flit.mask;
    }
}

void rs_dram_controller_take(rs_dram_controller *controller, const rs_routed_flit *flit)
{
    rs_queued *request;

    if (!controller->in_write) {
        take_header(controller, flit);
        controller->half = 0;
        controller->in_write = controller->incoming->write;
        if (controller->in_write && controller->config->header_wires != 0)
            take_data(controller, &flit->flit);
    } else {
        take_data(controller, &flit->flit);
    }
    if (controller->in_write)
        return;
    request = controller->incoming;
    if (rs_queue_enter(&controller->queue, request))
        controller->due = 0;
    controller->accept->valid = true;
    controller->accept->write = request->write;
    controller->accept->sm = request->sm;
    controller->accept->tag = request->tag;
    controller->accept->line = controller->incoming_line;
}

/* ---- command unit --------------------------------------------------------------------------------- */

static void schedule_write_data(rs_dram_controller *controller, const rs_queued *request, uint32_t index, uint64_t now)
{
    const rs_config *config = controller->config;
    const uint64_t at = now + 1 + config->wl; /* the command is on the pins from the next cycle on */

    for (uint32_t k = 0; k < config->burst_cycles; k++) {
        rs_write_word *word = &controller->write_ring[(at + k) % RS_WRITE_RING];

        word->valid = true;
        word->slot = request->slot;
        word->word = (uint8_t)(index * config->burst_cycles + k);
        controller->write_words++;
    }
}

static void announce_read(rs_dram_controller *controller, const rs_queued *request)
{
    uint32_t slots = controller->config->reply_slots; /* a power of two */
    rs_reply_line *line = &controller->replies[(controller->reply_first + controller->reply_used) & (slots - 1)];

    line->tag = request->tag;
    line->sm = request->sm;
    line->error = false;
    controller->reply_used++;
}

/* The last column command of the request under way: it leaves the queue, and the one beside it, if any, is the next. */
static void end_request(rs_dram_controller *controller, uint32_t bank)
{
    controller->column_index = controller->paired_index;
    controller->locked_bank = controller->paired_bank;
    controller->paired_index = 0;
    controller->paired_bank = -1;
    rs_queue_pop(&controller->queue, bank);
}

/* With PAIR the words of a burst belong to the line being filled or, `beside`, to the next one. */
static void announce_burst(rs_dram_controller *controller, bool beside)
{
    const uint64_t bit = UINT64_C(1) << controller->bursts++ % 64;

    controller->bursts_beside = beside ? controller->bursts_beside | bit : controller->bursts_beside & ~bit;
}

/* Mask of the banks of this bank's group. */
static uint32_t group_of(const rs_dram_controller *controller, uint32_t bank)
{
    uint32_t banks = 0;

    for (uint32_t other = bank & controller->timing.group_mask; other < controller->timing.banks; other += controller->timing.group_mask + 1)
        banks |= 1U << other;
    return banks;
}

RS_APART void issue_column(rs_dram_controller *controller, uint32_t bank, uint64_t now)
{
    const rs_queued *request = controller->queue.candidate[bank];
    const bool beside = controller->locked_bank >= 0 && controller->locked_bank != (int32_t)bank;
    uint32_t *index = beside ? &controller->paired_index : &controller->column_index;
    rs_dram_pins *pins = controller->pins;

    pins->command = request->write ? RS_DRAM_WR : RS_DRAM_RD;
    pins->bank = (uint8_t)bank;
    pins->address = request->column * controller->config->columns + *index;
    if (request->write) {
        rs_bank_timing_write(&controller->timing, bank, now);
        schedule_write_data(controller, request, *index, now);
    } else {
        rs_bank_timing_read(&controller->timing, bank, now);
        if (*index == 0)
            announce_read(controller, request);
        if (controller->config->pair != 0)
            announce_burst(controller, beside);
    }
    *(beside ? &controller->paired_bank : &controller->locked_bank) = (int32_t)bank;
    if (++*index == controller->config->columns)
        end_request(controller, bank);
    else
        rs_queue_begun(&controller->queue, bank);
    if (controller->config->group_first != 0)
        controller->last_group = group_of(controller, bank);
}

/* The first of two banks, -1 none, or the second if its candidate goes before, which is that it is older. */
static int32_t older(const rs_queue *queue, int32_t first, uint32_t second)
{
    return first < 0 || queue->candidate[second]->key < queue->candidate[first]->key ? (int32_t)second : first;
}

/* While a request is between its column commands: the banks whose candidates may have one. Its own, without PAIR; else, while it cannot go
 * (no bank of its group can), the one beside it or, if there is none, those of its direction. */
static uint32_t beside_locked(const rs_dram_controller *controller, uint32_t banks, uint64_t now)
{
    const rs_bank_timing *timing = &controller->timing;
    const uint32_t locked = (uint32_t)controller->locked_bank, self = banks & 1U << locked;
    const bool write = (controller->queue.writes >> locked & 1) != 0;

    if (self != 0 && now >= rs_bank_column_from(timing, locked, write))
        return self;
    if (controller->paired_bank >= 0)
        return banks & 1U << controller->paired_bank;
    if ((rs_refresh_due(&controller->refresh, now) && !controller->refresh.one_bank) || !rs_queue_calm(&controller->queue) ||
        !rs_write_drain_lets(&controller->drain, write) || (!write && controller->reply_used == controller->config->reply_slots))
        return self;
    return banks & (write ? controller->queue.writes : ~controller->queue.writes);
}

/* The bank of `among` with the oldest candidate that can have its column command, -1 without one. From a request's first column command to
 * its last one no other can, or with PAIR one beside it; a read's first one needs a reply slot. GROUP_FIRST: if any can, of another bank group
 * than the last one. */
RS_SET_INLINE int32_t choose_column(const rs_dram_controller *controller, uint64_t now, uint32_t among)
{
    const rs_bank_timing *timing = &controller->timing;
    const rs_queue *queue = &controller->queue;
    const bool locked = controller->locked_bank >= 0, slots = locked || controller->reply_used != controller->config->reply_slots;
    uint32_t banks = queue->candidates & queue->hits & among, ready = 0;
    int32_t bank = -1;

    banks &= (slots && now >= timing->read_from ? ~queue->writes : 0) | (now >= timing->write_from ? queue->writes : 0);
    if (locked)
        banks = controller->config->pair != 0 ? beside_locked(controller, banks, now) : banks & 1U << controller->locked_bank;
    else if (controller->drain.high != 0)
        banks &= controller->drain.drains ? queue->writes : ~queue->writes;
    for (; banks != 0; banks &= banks - 1) {
        const uint32_t other = (uint32_t)__builtin_ctz(banks);

        if (now >= rs_bank_column_from(timing, other, (queue->writes >> other & 1) != 0))
            ready |= 1U << other;
    }
    if (controller->config->group_first != 0 && (ready & ~controller->last_group) != 0)
        ready &= ~controller->last_group;
    for (; ready != 0; ready &= ready - 1)
        bank = older(queue, bank, (uint32_t)__builtin_ctz(ready));
    return bank;
}

/* The same of ACT, of a bank that is closed. */
RS_SET_INLINE int32_t choose_act(const rs_dram_controller *controller, uint64_t now, uint32_t among)
{
    const rs_bank_timing *timing = &controller->timing;
    int32_t bank = -1;

    if (now < timing->act_from || now < timing->four_acts[timing->acts % 4])
        return -1;
    for (uint32_t banks = controller->queue.candidates & ~timing->open_banks & among; banks != 0; banks &= banks - 1) {
        const uint32_t other = (uint32_t)__builtin_ctz(banks);

        if (now >= timing->bank[other].act_from)
            bank = older(&controller->queue, bank, other);
    }
    return bank;
}

/* The same of PRE, of a bank with another row open. */
RS_SET_INLINE int32_t choose_pre(const rs_dram_controller *controller, uint64_t now, uint32_t among)
{
    const rs_bank_timing *timing = &controller->timing;
    const rs_queue *queue = &controller->queue;
    int32_t bank = -1;

    for (uint32_t banks = queue->candidates & timing->open_banks & ~queue->hits & among; banks != 0; banks &= banks - 1) {
        const uint32_t other = (uint32_t)__builtin_ctz(banks);

        if (now >= timing->bank[other].pre_from)
            bank = older(queue, bank, other);
    }
    return bank;
}

RS_APART void precharge(rs_dram_controller *controller, uint32_t bank, uint64_t now)
{
    controller->pins->command = RS_DRAM_PRE;
    controller->pins->bank = (uint8_t)bank;
    rs_bank_timing_pre(&controller->timing, bank, now);
}

/* While a refresh is due: the rest of the requests under way; else one PRE after the other, then REF. */
RS_APART void refresh_all(rs_dram_controller *controller, uint64_t now)
{
    const int32_t column = controller->locked_bank >= 0 ? choose_column(controller, now, UINT32_MAX) : -1;
    int32_t close;

    if (column >= 0) {
        issue_column(controller, (uint32_t)column, now);
        return;
    }
    close = rs_refresh_close(&controller->refresh, &controller->timing, rs_dram_controller_midway(controller), now);
    if (close >= 0) {
        precharge(controller, (uint32_t)close, now);
        rs_queue_closed(&controller->queue, (uint32_t)close);
    } else if (rs_bank_can_refresh(&controller->timing, now)) {
        controller->pins->command = RS_DRAM_REF;
        rs_bank_timing_refresh(&controller->timing, now);
        rs_refresh_done(&controller->refresh);
    }
}

RS_APART void activate(rs_dram_controller *controller, uint32_t bank, uint64_t now)
{
    rs_dram_pins *pins = controller->pins;

    pins->command = RS_DRAM_ACT;
    pins->bank = (uint8_t)bank;
    pins->address = controller->queue.candidate[bank]->row;
    rs_bank_timing_act(&controller->timing, bank, pins->address, now);
    rs_queue_opened(&controller->queue, bank);
}

/* Of the commands for banks of `among` a column command goes before an ACT, an ACT before a PRE. False without one. */
RS_SET_INLINE bool issue_one(rs_dram_controller *controller, uint64_t now, uint32_t among)
{
    int32_t bank;

    if ((bank = choose_column(controller, now, among)) >= 0)
        issue_column(controller, (uint32_t)bank, now);
    else if ((bank = choose_act(controller, now, among)) >= 0)
        activate(controller, (uint32_t)bank, now);
    else if ((bank = choose_pre(controller, now, among)) >= 0)
        precharge(controller, (uint32_t)bank, now);
    return bank >= 0;
}

/* Banks whose candidates are preferred go before all others. */
RS_APART void issue_ranked(rs_dram_controller *controller, uint64_t now, uint32_t among)
{
    const rs_queue *queue = &controller->queue;

    if (!issue_one(controller, now, among & queue->preferred) && (queue->candidates & among & ~queue->preferred) != 0)
        (void)issue_one(controller, now, among & ~queue->preferred);
}

/* While the refresh of one bank is due: its PRE and REF as soon as its timing allows; else commands for other banks, and the rest of a
 * request under way. */
RS_APART void refresh_bank(rs_dram_controller *controller, uint64_t now)
{
    const uint32_t midway = rs_dram_controller_midway(controller), bank = (uint32_t)__builtin_ctz(controller->refresh.banks);
    const uint32_t among = ~controller->refresh.banks | midway;

    if (rs_refresh_close(&controller->refresh, &controller->timing, midway, now) >= 0) {
        precharge(controller, bank, now);
        rs_queue_closed(&controller->queue, bank);
    } else if (rs_bank_can_refresh_one(&controller->timing, bank, now)) {
        controller->pins->command = RS_DRAM_REF;
        controller->pins->bank = (uint8_t)bank;
        rs_bank_timing_refresh_one(&controller->timing, bank, now);
        rs_refresh_done(&controller->refresh);
    } else if (controller->queue.kind->ranked) {
        issue_ranked(controller, now, among);
    } else {
        (void)issue_one(controller, now, among);
    }
}

/* The first cycle in which a bank whose candidate is a row hit can have its column command; it has none while another request is
 * between its own, nor a read without a reply slot. */
static uint64_t column_from(const rs_dram_controller *controller, uint32_t bank)
{
    const rs_bank_timing *timing = &controller->timing;
    const bool write = (controller->queue.writes >> bank & 1) != 0;

    if (controller->locked_bank >= 0 ? controller->locked_bank != (int32_t)bank
                                     : !write && controller->reply_used == controller->config->reply_slots)
        return UINT64_MAX;
    return rs_later(rs_bank_column_from(timing, bank, write), rs_channel_column_from(timing, write));
}

/* After a cycle without a command: the first one in which there may be one, or the queue changes by itself. */
RS_APART uint64_t next_command(const rs_dram_controller *controller)
{
    const rs_bank_timing *timing = &controller->timing;
    const rs_queue *queue = &controller->queue;
    const uint64_t act_from = rs_later(timing->act_from, timing->four_acts[timing->acts % 4]);
    uint64_t next = queue->changes_at < controller->refresh.next ? queue->changes_at : controller->refresh.next;

    for (uint32_t banks = queue->candidates; banks != 0; banks &= banks - 1) {
        const uint32_t bank = (uint32_t)__builtin_ctz(banks);
        const rs_bank_state *state = &timing->bank[bank];
        const uint64_t from = queue->hits >> bank & 1                  ? column_from(controller, bank)
                              : (timing->open_banks >> bank & 1) != 0 ? state->pre_from
                                                                      : rs_later(state->act_from, act_from);

        next = from < next ? from : next;
    }
    return next;
}

void rs_dram_controller_look(rs_dram_controller *controller, uint64_t now)
{
    rs_dram_pins *pins = controller->pins;
    rs_write_drain *drain = &controller->drain;
    const rs_queue *queue = &controller->queue;
    const bool rested = pins->command == RS_DRAM_NOP; /* in the cycle before: a single pause is not worth a search for its end */
    const bool drains = drain->high != 0 && rs_write_drain_next(drain, queue->write_count, (queue->candidates & ~queue->writes) != 0,
                                                                (queue->candidates & queue->writes) != 0);

    pins->command = RS_DRAM_NOP;
    pins->bank = 0;
    pins->address = 0;
    if (now >= controller->queue.changes_at)
        rs_queue_change(&controller->queue, now);
    if (rs_refresh_due(&controller->refresh, now))
        controller->refresh.one_bank ? refresh_bank(controller, now) : refresh_all(controller, now);
    else if (controller->queue.kind->ranked)
        issue_ranked(controller, now, UINT32_MAX);
    else
        (void)issue_one(controller, now, UINT32_MAX);
    drain->turned = drains != drain->drains;
    drain->drains = drains;
    controller->due = !rested || pins->command != RS_DRAM_NOP || rs_refresh_due(&controller->refresh, now) || controller->config->pair != 0 ||
                              drain->high != 0
                          ? now + 1 : next_command(controller);
}

void rs_dram_controller_write_data(rs_dram_controller *controller, uint64_t now)
{
    const rs_config *config = controller->config;
    rs_write_word *word = &controller->write_ring[(now + 1) % RS_WRITE_RING];

    controller->pins->wrdata_en = controller->write_words != 0 && word->valid;
    if (!controller->pins->wrdata_en)
        return;
    rs_bits_copy(controller->pins->wrdata, 0, controller->write_lines[word->slot], word->word * config->dq_bits,
                 config->dq_bits);
    if (config->write_mask != 0) {
        uint32_t bytes = config->dq_bits / 8;
        uint64_t unwritten = ~controller->write_masks[word->slot] >> word->word * bytes;

        controller->pins->wrdata_mask = (uint32_t)(unwritten & UINT32_MAX >> (32 - bytes));
    }
    word->valid = false;
    controller->write_words--;
    if (word->word + 1U == config->data_cycles)
        controller->slots_busy &= ~(UINT64_C(1) << word->slot);
}

/* ---- reply unit ----------------------------------------------------------------------------------- */

bool rs_dram_controller_reply(const rs_dram_controller *controller, rs_flit *flit)
{
    const rs_config *config = controller->config;
    const rs_reply_line *line = &controller->replies[controller->reply_first];
    const uint32_t phase = controller->reply_phase, last = rs_data_packet_flits(config) - 1;

    if (controller->reply_complete == 0)
        return false;
    flit->head = phase == 0;
    flit->tail = phase == last;
    flit->header = phase != 0 ? 0 : (line->error ? UINT64_C(1) << (config->tag_bits + rs_index_bits(config->sms)) : 0) |
                                    (uint64_t)line->sm << config->tag_bits | line->tag;
    if (phase + 2 <= last) { /* the last two have data */
        memset(flit->data, 0, sizeof(flit->data));
        return true;
    }
    if (config->flit_bits < 32 * RS_FLIT_WORDS)
        memset(flit->data, 0, sizeof(flit->data));
    rs_bits_copy(flit->data, 0, line->data, phase == last ? config->flit_bits : 0, config->flit_bits);
    return true;
}

/* A line can have words before the one that came first is whole, which is whole before it. */
void rs_dram_controller_read_paired(rs_dram_controller *controller, const rs_dram_return *returned)
{
    const rs_config *config = controller->config;
    const uint32_t dq_bits = config->dq_bits;
    const bool beside = (controller->bursts_beside >> controller->bursts_back % 64 & 1) != 0;
    uint32_t *words = beside ? &controller->reply_words_beside : &controller->reply_words;
    rs_reply_line *line = &controller->replies[(controller->reply_filling + beside) & (config->reply_slots - 1)];

    rs_bits_copy(line->data, *words * dq_bits, returned->rddata, 0, dq_bits);
    line->error = line->error || returned->rddata_error;
    if (++*words % config->burst_cycles == 0)
        controller->bursts_back++;
    if (*words != config->data_cycles)
        return;
    controller->reply_words = controller->reply_words_beside;
    controller->reply_words_beside = 0;
    controller->reply_filling = (controller->reply_filling + 1) & (config->reply_slots - 1);
    controller->reply_complete++;
}

/* ---- quiet cycles --------------------------------------------------------------------------------- */

uint64_t rs_dram_controller_next(const rs_dram_controller *controller, uint64_t now)
{
    bool moving = controller->pins->command != RS_DRAM_NOP || controller->pins->wrdata_en || controller->accept->valid ||
                  controller->write_words != 0 || rs_refresh_due(&controller->refresh, now) || controller->drain.turned;
    uint64_t next;

    if (moving)
        return now;
    if (controller->queue.count == 0)
        return UINT64_MAX;
    next = rs_bank_timing_next(&controller->timing, controller->queue.candidates, now - 1);
    return next < controller->queue.changes_at ? next : controller->queue.changes_at;
}
