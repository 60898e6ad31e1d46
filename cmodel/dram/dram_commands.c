/* Twin of rtl/dram/rs_dram_commands.v, the command unit of a DRAM controller. */
#include "dram/dram_controller.h"

/* ---- when commands may come ------------------------------------------------------------------------ */

static uint64_t sooner(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
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

/* The same of a closed bank and its ACT. */
static uint64_t act_from(const rs_bank_timing *timing, uint32_t bank)
{
    return rs_later(timing->bank[bank].act_from, rs_channel_act_from(timing));
}

/* The first cycle in which there may be a column command, an ACT, a PRE. */
RS_HOT static uint64_t next_column(const rs_dram_controller *controller)
{
    uint64_t next = UINT64_MAX;

    for (uint32_t banks = controller->queue.candidates & controller->queue.hits; banks != 0; banks &= banks - 1)
        next = sooner(next, column_from(controller, (uint32_t)__builtin_ctz(banks)));
    return next;
}

static uint64_t next_act(const rs_dram_controller *controller)
{
    const rs_bank_timing *timing = &controller->timing;
    uint64_t next = UINT64_MAX;

    for (uint32_t banks = controller->queue.candidates & ~timing->open_banks; banks != 0; banks &= banks - 1)
        next = sooner(next, act_from(timing, (uint32_t)__builtin_ctz(banks)));
    return next;
}

static uint64_t next_pre(const rs_dram_controller *controller)
{
    const rs_bank_timing *timing = &controller->timing;
    uint64_t next = UINT64_MAX;

    for (uint32_t banks = controller->queue.candidates & timing->open_banks & ~controller->queue.hits; banks != 0; banks &= banks - 1)
        next = sooner(next, timing->bank[__builtin_ctz(banks)].pre_from);
    return next;
}

/* Any command may come at once, for all that is known. */
static void expect_all(rs_dram_controller *controller)
{
    controller->column_due = controller->act_due = controller->pre_due = 0;
}

RS_HOT void rs_dram_controller_expect(rs_dram_controller *controller, uint32_t bank)
{
    const rs_queue *queue = &controller->queue;
    const rs_bank_timing *timing = &controller->timing;
    const uint32_t self = queue->candidates & 1U << bank;
    uint64_t from = UINT64_MAX;

    if ((self & queue->hits) != 0)
        controller->column_due = sooner(controller->column_due, from = column_from(controller, bank));
    else if ((self & timing->open_banks) != 0)
        controller->pre_due = sooner(controller->pre_due, from = timing->bank[bank].pre_from);
    else if (self != 0)
        controller->act_due = sooner(controller->act_due, from = act_from(timing, bank));
    controller->due = controller->foresees ? sooner(controller->due, from) : 0;
}

/* ---- commands -------------------------------------------------------------------------------------- */

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
    if (controller->queue.kind->one_list || controller->queue.age_cap != 0) {
        expect_all(controller); /* for other banks may have other candidates */
        return;
    }
    rs_dram_controller_expect(controller, bank);
    controller->column_due = next_column(controller);
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

RS_HOT RS_APART void issue_column(rs_dram_controller *controller, uint32_t bank, uint64_t now)
{
    const rs_queued *request = controller->queue.candidate[bank];
    const bool beside = controller->config->pair != 0 && controller->locked_bank >= 0 && controller->locked_bank != (int32_t)bank;
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
    if (++*index == controller->config->columns) {
        end_request(controller, bank);
    } else {
        rs_queue_begun(&controller->queue, bank);
        controller->column_due = column_from(controller, bank);
    }
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

    if (now < rs_channel_act_from(timing))
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

RS_HOT RS_APART void precharge(rs_dram_controller *controller, uint32_t bank, uint64_t now)
{
    controller->pins->command = RS_DRAM_PRE;
    controller->pins->bank = (uint8_t)bank;
    rs_bank_timing_pre(&controller->timing, bank, now);
    rs_dram_controller_expect(controller, bank);
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

RS_HOT RS_APART void activate(rs_dram_controller *controller, uint32_t bank, uint64_t now)
{
    rs_dram_pins *pins = controller->pins;

    pins->command = RS_DRAM_ACT;
    pins->bank = (uint8_t)bank;
    pins->address = controller->queue.candidate[bank]->row;
    rs_bank_timing_act(&controller->timing, bank, pins->address, now);
    rs_queue_opened(&controller->queue, bank);
    controller->act_due = controller->timing.act_from;
    rs_dram_controller_expect(controller, bank);
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

/* choose_column() of a controller that foresees its commands: of a request under way the next one, when it may go, and no other. */
RS_SET_INLINE int32_t choose_foreseen(const rs_dram_controller *controller, uint64_t now)
{
    const int32_t locked = controller->locked_bank;

    if (locked < 0)
        return choose_column(controller, now, UINT32_MAX);
    return now >= column_from(controller, (uint32_t)locked) ? locked : -1;
}

/* The same as issue_one() for all banks, but what cannot come yet is not looked for. */
static void issue_due(rs_dram_controller *controller, uint64_t now)
{
    int32_t bank;

    if (now >= controller->column_due) {
        if ((bank = choose_foreseen(controller, now)) >= 0) {
            issue_column(controller, (uint32_t)bank, now);
            return;
        }
        controller->column_due = next_column(controller);
    }
    if (now >= controller->act_due) {
        if ((bank = choose_act(controller, now, UINT32_MAX)) >= 0) {
            activate(controller, (uint32_t)bank, now);
            return;
        }
        controller->act_due = next_act(controller);
    }
    if (now >= controller->pre_due) {
        if ((bank = choose_pre(controller, now, UINT32_MAX)) >= 0)
            precharge(controller, (uint32_t)bank, now);
        else
            controller->pre_due = next_pre(controller);
    }
}

/* A controller that does not foresee its commands looks for them in every cycle, as long as some come. */
RS_APART void look_anyway(rs_dram_controller *controller, uint64_t now)
{
    rs_write_drain *drain = &controller->drain;
    const rs_queue *queue = &controller->queue;
    const bool drains = drain->high != 0 && rs_write_drain_next(drain, queue->write_count, (queue->candidates & ~queue->writes) != 0,
                                                                (queue->candidates & queue->writes) != 0);

    if (now >= queue->changes_at)
        rs_queue_change(&controller->queue, now);
    if (rs_refresh_due(&controller->refresh, now))
        controller->refresh.one_bank ? refresh_bank(controller, now) : refresh_all(controller, now);
    else if (queue->kind->ranked)
        issue_ranked(controller, now, UINT32_MAX);
    else
        (void)issue_one(controller, now, UINT32_MAX);
    drain->turned = drains != drain->drains;
    drain->drains = drains;
    expect_all(controller);
    if (controller->pins->command == RS_DRAM_NOP && !rs_refresh_due(&controller->refresh, now) && controller->config->pair == 0 && drain->high == 0) {
        controller->column_due = next_column(controller);
        controller->act_due = next_act(controller);
        controller->pre_due = next_pre(controller);
    }
}

RS_HOT void rs_dram_controller_look(rs_dram_controller *controller, uint64_t now)
{
    if (controller->foresees && !rs_refresh_due(&controller->refresh, now))
        issue_due(controller, now);
    else
        look_anyway(controller, now);
    controller->due = sooner(sooner(sooner(controller->column_due, controller->act_due), sooner(controller->pre_due, controller->refresh.next)),
                             controller->queue.changes_at);
}
