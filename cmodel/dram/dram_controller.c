#include "dram/dram_controller.h"

#include "common/bits.h"

#include <string.h>

void rs_dram_controller_init(rs_dram_controller *controller, const rs_config *config)
{
    memset(controller, 0, sizeof(*controller));
    controller->config = config;
    controller->locked_bank = -1;
    rs_bank_timing_init(&controller->timing, config);
    rs_queue_init(&controller->queue, config, &controller->timing);
    rs_refresh_init(&controller->refresh, config);
}

bool rs_dram_controller_idle(const rs_dram_controller *controller)
{
    return controller->queue.count == 0 && !controller->in_write && controller->slots_busy == 0 &&
           controller->reply_used == 0 && !controller->accept.valid;
}

/* ---- ingress -------------------------------------------------------------------------------------- */

static bool header_is_write(const rs_config *config, uint64_t header)
{
    return (header >> (config->map.address_bits - RS_LINE_SHIFT) & 1) != 0;
}

static uint64_t all_slots(const rs_dram_controller *controller)
{
    return controller->config->queue == 64 ? ~UINT64_C(0) : (UINT64_C(1) << controller->config->queue) - 1;
}

bool rs_dram_controller_ready(const rs_dram_controller *controller, const rs_routed_flit *flit)
{
    if (controller->in_write)
        return true;
    if (rs_dram_controller_bank_full(controller, flit))
        return false;
    return !header_is_write(controller->config, flit->flit.header) ||
           controller->slots_busy != all_slots(controller);
}

static void take_header(rs_dram_controller *controller, const rs_routed_flit *flit)
{
    const rs_config *config = controller->config;
    uint32_t line_bits = config->map.address_bits - RS_LINE_SHIFT;
    uint64_t header = flit->flit.header;
    rs_queued *request = &controller->incoming;

    request->write = header_is_write(config, header);
    request->tag = (uint16_t)(header >> (line_bits + 1) & ((1U << config->tag_bits) - 1));
    request->sm = (uint8_t)(header >> (line_bits + 1 + config->tag_bits));
    request->bank = (uint8_t)flit->route.bank;
    request->row = flit->route.row;
    request->column = flit->route.column;
    request->slot = 0;
    controller->incoming_line = header & ((UINT64_C(1) << line_bits) - 1);
    if (request->write) {
        request->slot = (uint8_t)__builtin_ctzll(~controller->slots_busy);
        controller->slots_busy |= UINT64_C(1) << request->slot;
        controller->write_masks[request->slot] = flit->flit.mask;
    }
}

static void take_flit(rs_dram_controller *controller, const rs_routed_flit *flit)
{
    const rs_queued *request = &controller->incoming;
    uint32_t flit_bits = controller->config->flit_bits;

    if (!controller->in_write) {
        take_header(controller, flit);
        controller->half = 0;
    } else {
        rs_bits_copy(controller->write_lines[request->slot], controller->half * flit_bits, flit->flit.data, 0, flit_bits);
        controller->half++;
    }
    controller->in_write = !flit->flit.tail;
    if (flit->flit.tail) {
        rs_queue_push(&controller->queue, request);
        controller->accept.valid = true;
        controller->accept.write = request->write;
        controller->accept.sm = request->sm;
        controller->accept.tag = request->tag;
        controller->accept.line = controller->incoming_line;
    }
}

/* ---- command unit --------------------------------------------------------------------------------- */

/* Classes in order of strength; 0 none. */
enum { PRECHARGE = 1, ACTIVATE, COLUMN };

static int ready_class(const rs_dram_controller *controller, uint32_t bank)
{
    const rs_bank_timing *timing = &controller->timing;
    const rs_bank_state *state = &timing->bank[bank];
    const rs_queued *request = controller->queue.candidate[bank];
    uint64_t now = controller->now;

    if (!state->open)
        return rs_bank_can_act(timing, bank, now) ? ACTIVATE : 0;
    if (state->row != request->row)
        return rs_bank_can_pre(timing, bank, now) ? PRECHARGE : 0;
    if (controller->locked_bank >= 0 && controller->locked_bank != (int32_t)bank)
        return 0;
    if (request->write)
        return rs_bank_can_write(timing, bank, now) ? COLUMN : 0;
    if (controller->locked_bank < 0 && controller->reply_used == controller->config->reply_slots)
        return 0;
    return rs_bank_can_read(timing, bank, now) ? COLUMN : 0;
}

static void schedule_write_data(rs_dram_controller *controller, const rs_queued *request)
{
    const rs_config *config = controller->config;
    uint64_t at = controller->now + 1 + config->wl; /* the command is on the pins in now + 1 */

    for (uint32_t k = 0; k < config->burst_cycles; k++) {
        rs_write_word *word = &controller->write_ring[(at + k) % RS_WRITE_RING];

        word->valid = true;
        word->slot = request->slot;
        word->word = (uint8_t)(controller->column_index * config->burst_cycles + k);
        controller->write_words++;
    }
}

static void announce_read(rs_dram_controller *controller, const rs_queued *request)
{
    uint32_t slots = controller->config->reply_slots; /* a power of two */
    rs_reply_line *line = &controller->replies[(controller->reply_first + controller->reply_used) & (slots - 1)];

    line->tag = request->tag;
    line->sm = request->sm;
    controller->reply_used++;
}

static void issue_column(rs_dram_controller *controller, uint32_t bank)
{
    const rs_queued *request = controller->queue.candidate[bank];
    rs_dram_pins *pins = &controller->pins;

    pins->command = request->write ? RS_DRAM_WR : RS_DRAM_RD;
    pins->address = request->column * controller->config->columns + controller->column_index;
    if (request->write) {
        rs_bank_timing_write(&controller->timing, bank, controller->now);
        schedule_write_data(controller, request);
    } else {
        rs_bank_timing_read(&controller->timing, bank, controller->now);
        if (controller->column_index == 0)
            announce_read(controller, request);
    }
    if (++controller->column_index == controller->config->columns) {
        controller->column_index = 0;
        controller->locked_bank = -1;
        rs_queue_pop(&controller->queue, bank);
    } else {
        controller->locked_bank = (int32_t)bank;
    }
}

/* The bank whose candidate has the strongest command ready, the oldest among equals. */
static int choose_bank(const rs_dram_controller *controller, uint32_t *bank)
{
    int best = 0;

    for (uint32_t rest = controller->queue.candidates; rest != 0; rest &= rest - 1) {
        uint32_t other = (uint32_t)__builtin_ctz(rest);
        int strength = ready_class(controller, other);

        if (strength > best ||
            (strength == best && strength != 0 &&
             controller->queue.candidate[other]->stamp < controller->queue.candidate[*bank]->stamp)) {
            best = strength;
            *bank = other;
        }
    }
    return best;
}

/* While a refresh is due: the rest of the request under way; else one PRE after the other, then REF. */
static void refresh_command(rs_dram_controller *controller)
{
    rs_dram_pins *pins = &controller->pins;
    uint32_t bank = (uint32_t)controller->locked_bank;
    int32_t close;

    if (controller->locked_bank >= 0 && ready_class(controller, bank) == COLUMN) {
        pins->bank = (uint8_t)bank;
        issue_column(controller, bank);
        return;
    }
    close = rs_refresh_close(&controller->timing, controller->locked_bank, controller->now);
    if (close >= 0) {
        pins->command = RS_DRAM_PRE;
        pins->bank = (uint8_t)close;
        rs_bank_timing_pre(&controller->timing, (uint32_t)close, controller->now);
        rs_queue_closed(&controller->queue, (uint32_t)close);
    } else if (rs_bank_can_refresh(&controller->timing, controller->now)) {
        pins->command = RS_DRAM_REF;
        rs_bank_timing_refresh(&controller->timing, controller->now);
        rs_refresh_done(&controller->refresh);
    }
}

static void issue_command(rs_dram_controller *controller)
{
    rs_dram_pins *pins = &controller->pins;
    uint32_t bank = 0;

    pins->command = RS_DRAM_NOP;
    pins->bank = 0;
    pins->address = 0;
    if (rs_refresh_due(&controller->refresh, controller->now)) {
        refresh_command(controller);
        return;
    }
    switch (choose_bank(controller, &bank)) {
    case COLUMN:
        issue_column(controller, bank);
        break;
    case ACTIVATE:
        pins->command = RS_DRAM_ACT;
        pins->address = controller->queue.candidate[bank]->row;
        rs_bank_timing_act(&controller->timing, bank, pins->address, controller->now);
        break;
    case PRECHARGE:
        pins->command = RS_DRAM_PRE;
        rs_bank_timing_pre(&controller->timing, bank, controller->now);
        break;
    default:
        break;
    }
    pins->bank = (uint8_t)bank;
}

/* The data word that belongs on the pins in the next cycle. */
static void drive_write_data(rs_dram_controller *controller)
{
    const rs_config *config = controller->config;
    rs_write_word *word = &controller->write_ring[(controller->now + 1) % RS_WRITE_RING];

    controller->pins.wrdata_en = controller->write_words != 0 && word->valid;
    if (!controller->pins.wrdata_en)
        return;
    rs_bits_copy(controller->pins.wrdata, 0, controller->write_lines[word->slot], word->word * config->dq_bits,
                 config->dq_bits);
    if (config->write_mask != 0) {
        uint32_t bytes = config->dq_bits / 8;
        uint64_t unwritten = ~controller->write_masks[word->slot] >> word->word * bytes;

        controller->pins.wrdata_mask = (uint32_t)(unwritten & UINT32_MAX >> (32 - bytes));
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

    if (controller->reply_complete == 0)
        return false;
    flit->head = controller->reply_phase == 0;
    flit->tail = controller->reply_phase == 2;
    flit->header = 0;
    if (flit->head) {
        flit->header = (uint64_t)line->sm << config->tag_bits | line->tag;
        memset(flit->data, 0, sizeof(flit->data));
        return true;
    }
    if (config->flit_bits < 32 * RS_FLIT_WORDS)
        memset(flit->data, 0, sizeof(flit->data));
    rs_bits_copy(flit->data, 0, line->data, (controller->reply_phase - 1) * config->flit_bits, config->flit_bits);
    return true;
}

static void take_read_data(rs_dram_controller *controller, const rs_dram_return *returned)
{
    const rs_config *config = controller->config;
    uint32_t at = (controller->reply_first + controller->reply_complete) & (config->reply_slots - 1);

    rs_bits_copy(controller->replies[at].data, controller->reply_words * config->dq_bits, returned->rddata, 0,
                 config->dq_bits);
    if (++controller->reply_words == config->data_cycles) {
        controller->reply_words = 0;
        controller->reply_complete++;
    }
}

static void send_reply(rs_dram_controller *controller)
{
    if (++controller->reply_phase < 3)
        return;
    controller->reply_phase = 0;
    controller->reply_first = (controller->reply_first + 1) & (controller->config->reply_slots - 1);
    controller->reply_used--;
    controller->reply_complete--;
}

/* ---- quiet cycles --------------------------------------------------------------------------------- */

uint64_t rs_dram_controller_next(const rs_dram_controller *controller)
{
    bool moving = controller->pins.command != RS_DRAM_NOP || controller->pins.wrdata_en || controller->accept.valid ||
                  controller->write_words != 0 || rs_refresh_due(&controller->refresh, controller->now);

    if (moving)
        return controller->now;
    if (controller->queue.count == 0)
        return UINT64_MAX;
    return rs_bank_timing_next(&controller->timing, controller->queue.candidates, controller->now - 1);
}

/* ---- one clock edge ------------------------------------------------------------------------------- */

void rs_dram_controller_step(rs_dram_controller *controller, const rs_routed_flit *flit, const rs_dram_return *returned,
                             bool reply_taken)
{
    const uint64_t busy_before = controller->slots_busy;
    uint64_t released;

    /* Commands see the queue and the reply slots as they were at the start of the cycle. */
    issue_command(controller);
    drive_write_data(controller);
    released = busy_before & ~controller->slots_busy;
    controller->slots_busy = busy_before; /* a slot released in this cycle can be taken in the next */
    if (reply_taken)
        send_reply(controller);
    if (returned->rddata_valid)
        take_read_data(controller, returned);
    controller->accept.valid = false;
    if (flit != NULL)
        take_flit(controller, flit);
    controller->slots_busy &= ~released;
    controller->now++;
}
