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
    controller->reply_bits = config->tag_bits + rs_index_bits(config->sms);
    for (uint32_t phase = 0; phase < rs_data_packet_flits(config); phase++) {
        const uint32_t left = rs_data_packet_flits(config) - phase; /* the last two have data */

        controller->reply_from[phase] = left == 1 ? config->flit_bits : left == 2 ? 0 : RS_QUEUE_MAX * 8 * RS_LINE_BYTES;
        controller->reply_lines[phase] = left <= 2 ? 8 * RS_LINE_BYTES : 0;
    }
    controller->all_slots = config->queue == 64 ? ~UINT64_C(0) : (UINT64_C(1) << config->queue) - 1;
    controller->locked_bank = controller->paired_bank = -1;
    rs_bank_timing_init(&controller->timing, config);
    rs_queue_init(&controller->queue, config, &controller->timing);
    rs_refresh_init(&controller->refresh, config);
    rs_write_drain_init(&controller->drain, config);
    controller->foresees = !controller->queue.kind->ranked && config->pair == 0 && config->write_high == 0;
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

RS_HOT void rs_dram_controller_take(rs_dram_controller *controller, const rs_routed_flit *flit)
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
        rs_dram_controller_expect(controller, request->bank);
    controller->accept->valid = true;
    controller->accept->write = request->write;
    controller->accept->sm = request->sm;
    controller->accept->tag = request->tag;
    controller->accept->line = controller->incoming_line;
}

RS_HOT void rs_dram_controller_write_data(rs_dram_controller *controller, uint64_t now)
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

RS_HOT bool rs_dram_controller_reply(const rs_dram_controller *controller, rs_flit *flit)
{
    const rs_config *config = controller->config;
    const rs_reply_line *line = &controller->replies[controller->reply_first];
    const uint32_t phase = controller->reply_phase, last = rs_data_packet_flits(config) - 1;
    const uint64_t error = (uint64_t)line->error << controller->reply_bits;

    if (controller->reply_complete == 0)
        return false;
    flit->head = phase == 0;
    flit->tail = phase == last;
    flit->header = (error | (uint64_t)line->sm << config->tag_bits | line->tag) & ((uint64_t)(phase != 0) - 1);
    if (config->flit_bits < 32 * RS_FLIT_WORDS)
        memset(flit->data, 0, sizeof(flit->data));
    rs_bits_copy(flit->data, 0, controller->reply_data, controller->reply_from[phase] + controller->reply_first * controller->reply_lines[phase],
                 config->flit_bits);
    return true;
}

/* A line can have words before the one that came first is whole, which is whole before it. */
void rs_dram_controller_read_paired(rs_dram_controller *controller, const rs_dram_return *returned)
{
    const rs_config *config = controller->config;
    const uint32_t dq_bits = config->dq_bits;
    const bool beside = (controller->bursts_beside >> controller->bursts_back % 64 & 1) != 0;
    uint32_t *words = beside ? &controller->reply_words_beside : &controller->reply_words;
    const uint32_t place = (controller->reply_filling + beside) & (config->reply_slots - 1);
    rs_reply_line *line = &controller->replies[place];

    rs_bits_copy(controller->reply_data, place * 8 * RS_LINE_BYTES + *words * dq_bits, returned->rddata, 0, dq_bits);
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
