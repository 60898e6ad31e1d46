#include "port/axi4_port.h"

#include <string.h>

enum { PAGE = 4096 };

/* ---- bursts ------------------------------------------------------------------------------------------------------------------- */

uint64_t rs_axi4_beat_address(const rs_axi4_burst *burst, uint32_t n)
{
    const uint64_t bytes = burst->beat_bytes, page = burst->address / PAGE * PAGE, start = burst->address % PAGE;
    const uint64_t aligned = start / bytes * bytes, container = bytes * burst->beats;

    if (n == 0 || burst->kind == RS_AXI4_FIXED)
        return burst->address;
    if (burst->kind != RS_AXI4_WRAP)
        return page + (aligned + n * bytes) % PAGE;

    const uint64_t lowest = start / container * container;

    return page + lowest + (aligned - lowest + n * bytes) % container;
}

uint32_t rs_axi4_group(const rs_axi4_burst *burst, uint32_t n, uint32_t line_bytes)
{
    const uint64_t line = rs_axi4_beat_address(burst, n) / line_bytes;
    uint32_t beats = 1;

    while (n + beats < burst->beats && rs_axi4_beat_address(burst, n + beats) / line_bytes == line)
        beats++;
    return beats;
}

/* Memory never sees it. */
static bool is_refused(const rs_axi4_config *config, const rs_axi4_burst *burst)
{
    return burst->address >> config->address_bits != 0 || burst->beat_bytes > config->beat_bytes || burst->kind > RS_AXI4_WRAP;
}

static void keep(rs_axi4_kept *ring, uint64_t *number, uint32_t places, const rs_axi4_config *config, const rs_axi4_burst *burst)
{
    rs_axi4_kept *kept = &ring[(*number)++ % places];

    kept->burst = *burst;
    kept->refused = is_refused(config, burst);
}

/* ---- creation ------------------------------------------------------------------------------------------------------------------ */

static bool is_power(uint32_t number, uint32_t least, uint32_t most)
{
    return number >= least && number <= most && (number & (number - 1)) == 0;
}

static bool is_within(uint32_t number, uint32_t least, uint32_t most) { return number >= least && number <= most; }

bool rs_axi4_port_init(rs_axi4_port *port, const rs_axi4_config *config)
{
    memset(port, 0, sizeof *port);
    port->config = *config;
    return is_power(config->beat_bytes, 1, RS_AXI4_BYTES_MAX) && is_power(config->line_bytes, 2, RS_AXI4_BYTES_MAX)
        && config->beat_bytes <= config->line_bytes && is_within(config->address_bits, 13, 63) && is_power(config->lines, 2, RS_AXI4_LINES_MAX)
        && is_within(config->writes, 1, RS_AXI4_BURSTS_MAX) && is_within(config->reads, 1, RS_AXI4_BURSTS_MAX)
        && is_within(config->tag_bits, 1, 9) && is_within(config->channels, 1, RS_AXI4_CHANNELS_MAX);
}

/* ---- outputs ------------------------------------------------------------------------------------------------------------------- */

static const rs_axi4_kept *stored_burst(const rs_axi4_port *port)
{
    return port->store.bursts_out < port->store.bursts_in ? &port->store.burst[port->store.bursts_out % port->config.writes] : NULL;
}

static const rs_axi4_kept *asked_burst(const rs_axi4_port *port)
{
    return port->load.bursts_asked < port->load.bursts_in ? &port->load.burst[port->load.bursts_asked % port->config.reads] : NULL;
}

static const rs_axi4_kept *shown_burst(const rs_axi4_port *port)
{
    return port->load.bursts_out < port->load.bursts_in ? &port->load.burst[port->load.bursts_out % port->config.reads] : NULL;
}

static bool takes_beat(const rs_axi4_port *port)
{
    const rs_axi4_kept *kept = stored_burst(port);

    if (kept == NULL)
        return false;
    const bool last = port->store.beats + 1 == kept->burst.beats;
    const bool answer_room = port->store.answers_in - port->store.answers_out < port->config.writes;

    return (kept->refused || port->store.lines_in - port->store.lines_out < 2) && (!last || answer_room);
}

static void offer_request(const rs_axi4_port *port, rs_axi4_outputs *outputs)
{
    const rs_axi4_config *config = &port->config;
    const rs_axi4_kept *kept = asked_burst(port);
    const uint64_t tags = UINT64_C(1) << config->tag_bits;
    const bool stores = port->store.lines_in > port->store.lines_out && port->store.lines_out - port->store.settled < tags - 1;
    const bool loads = kept != NULL && !kept->refused && port->load.lines_asked - port->load.lines_out < config->lines;

    outputs->request_valid = stores || loads;
    outputs->request_write = port->refused ? port->refused_write : stores && (!loads || port->store_turn);
    if (outputs->request_write) {
        const rs_axi4_line *line = &port->store.line[port->store.lines_out % 2];

        outputs->request_line = line->line;
        outputs->request_strobe = line->strobe;
        outputs->request_data = line->data;
    } else if (loads) {
        outputs->request_line = rs_axi4_beat_address(&kept->burst, port->load.asked) / config->line_bytes;
        outputs->request_slot = (uint32_t)(port->load.lines_asked % config->lines);
    }
}

void rs_axi4_port_offer(const rs_axi4_port *port, rs_axi4_outputs *outputs)
{
    const rs_axi4_config *config = &port->config;
    const rs_axi4_answer *answer = &port->store.answer[port->store.answers_out % config->writes];
    const bool answers = port->store.answers_out < port->store.answers_in;

    memset(outputs, 0, sizeof *outputs);
    outputs->aw_ready = port->store.bursts_in - port->store.bursts_out < config->writes;
    outputs->w_ready = takes_beat(port);
    outputs->b_valid = answers && (answer->refused || port->store.burst_settled != port->store.burst_answered);
    outputs->b_id = answer->id;
    outputs->b_response = answer->refused || port->store.burst_failed[port->store.burst_answered % config->writes] ? RS_AXI4_SLVERR : RS_AXI4_OKAY;
    outputs->ar_ready = port->load.bursts_in - port->load.bursts_out < config->reads;
    outputs->r_valid = port->load.shown;
    outputs->r_id = port->load.shown_id;
    outputs->r_last = port->load.shown_last;
    outputs->r_response = port->load.shown_refused || port->load.shown_failed ? RS_AXI4_SLVERR : RS_AXI4_OKAY;
    outputs->r_data = port->load.shown_refused ? NULL : port->load.shown_data;
    outputs->idle = stored_burst(port) == NULL && !answers && shown_burst(port) == NULL && !port->load.shown;
    offer_request(port, outputs);
}

/* ---- the clock edge -------------------------------------------------------------------------------------------------------------- */

/* The beat goes into its line, which is sent when it was the last of its group. */
static void take_beat(rs_axi4_port *port, const rs_axi4_inputs *inputs)
{
    const rs_axi4_config *config = &port->config;
    const rs_axi4_kept *kept = stored_burst(port);
    const rs_axi4_burst *burst = &kept->burst;
    const uint32_t n = port->store.beats;
    const bool last = n + 1 == burst->beats;

    if (!kept->refused) {
        rs_axi4_line *line = &port->store.line[port->store.lines_in % 2];
        const uint64_t address = rs_axi4_beat_address(burst, n);
        const uint64_t word = address % config->line_bytes / config->beat_bytes * config->beat_bytes;

        for (uint32_t i = 0; i < config->beat_bytes; i++)
            if (inputs->w_strobe[i]) {
                line->strobe[word + i] = true;
                line->data[word + i] = inputs->w_data[i];
            }
        line->line = address / config->line_bytes;
        line->ends = last;
        if (last || rs_axi4_beat_address(burst, n + 1) / config->line_bytes != line->line)
            port->store.lines_in++;
    }
    port->store.beats = last ? 0 : n + 1;
    if (last) {
        port->store.answer[port->store.answers_in++ % config->writes] = (rs_axi4_answer){burst->id, kept->refused};
        port->store.bursts_out++;
    }
}

static void clock_store(rs_axi4_port *port, const rs_axi4_inputs *inputs, const rs_axi4_outputs *outputs)
{
    const uint32_t tags = 1u << port->config.tag_bits;
    const uint32_t oldest = (uint32_t)(port->store.settled % tags);

    if (outputs->b_valid && inputs->b_ready) {
        port->store.burst_answered += !port->store.answer[port->store.answers_out % port->config.writes].refused;
        port->store.answers_out++;
    }
    if (port->store.accepted[oldest]) {
        port->store.accepted[oldest] = false;
        port->store.failing = port->store.failing || port->store.failed[oldest];
        if (port->store.ends[oldest]) {
            port->store.burst_failed[port->store.burst_settled++ % port->config.writes] = port->store.failing;
            port->store.failing = false;
        }
        port->store.settled++;
    }
    for (uint32_t i = 0; i < inputs->accepted; i++) {
        port->store.accepted[inputs->accepted_tag[i]] = true;
        port->store.failed[inputs->accepted_tag[i]] = inputs->accepted_error[i];
    }
    if (outputs->request_valid && outputs->request_write && inputs->request_ready) {
        rs_axi4_line *line = &port->store.line[port->store.lines_out % 2];

        port->store.ends[port->store.lines_out++ % tags] = line->ends;
        memset(line->strobe, 0, sizeof line->strobe);
    }
    if (inputs->w_valid && outputs->w_ready)
        take_beat(port, inputs);
    if (inputs->aw_valid && outputs->aw_ready)
        keep(port->store.burst, &port->store.bursts_in, port->config.writes, &port->config, &inputs->aw);
}

/* The beat on the bus has left, if there was one; the next goes there, if its line is here. */
static void show_beat(rs_axi4_port *port)
{
    const rs_axi4_config *config = &port->config;
    const rs_axi4_kept *kept = shown_burst(port);
    const uint32_t slot = (uint32_t)(port->load.lines_shown % config->lines), n = port->load.beats;

    port->load.lines_out += port->load.shown && port->load.shown_frees;
    port->load.shown_frees = false;
    port->load.shown = kept != NULL && (kept->refused || port->load.here[slot]);
    if (!port->load.shown)
        return;
    port->load.shown_id = kept->burst.id;
    port->load.shown_refused = kept->refused;
    port->load.shown_failed = !kept->refused && port->load.failed[slot];
    port->load.shown_last = n + 1 == kept->burst.beats;
    if (!kept->refused) {
        const uint64_t at = rs_axi4_beat_address(&kept->burst, n) % config->line_bytes / config->beat_bytes * config->beat_bytes;

        memcpy(port->load.shown_data, port->load.data[slot] + at, config->beat_bytes);
        if (rs_axi4_group(&kept->burst, n, config->line_bytes) == 1) {
            port->load.here[slot] = false;
            port->load.lines_shown++;
            port->load.shown_frees = true;
        }
    }
    port->load.beats = port->load.shown_last ? 0 : n + 1;
    port->load.bursts_out += port->load.shown_last;
}

static void clock_load(rs_axi4_port *port, const rs_axi4_inputs *inputs, const rs_axi4_outputs *outputs)
{
    const rs_axi4_config *config = &port->config;
    const rs_axi4_kept *asks = asked_burst(port);

    if (!port->load.shown || inputs->r_ready)
        show_beat(port);
    if (asks != NULL && asks->refused) {
        port->load.bursts_asked++;
    } else if (outputs->request_valid && !outputs->request_write && inputs->request_ready) {
        port->load.asked += rs_axi4_group(&asks->burst, port->load.asked, config->line_bytes);
        port->load.lines_asked++;
        if (port->load.asked == asks->burst.beats) {
            port->load.asked = 0;
            port->load.bursts_asked++;
        }
    }
    if (inputs->reply_valid) {
        memcpy(port->load.data[inputs->reply_slot], inputs->reply_data, config->line_bytes);
        port->load.here[inputs->reply_slot] = true;
        port->load.failed[inputs->reply_slot] = inputs->reply_error;
    }
    if (inputs->ar_valid && outputs->ar_ready)
        keep(port->load.burst, &port->load.bursts_in, config->reads, config, &inputs->ar);
}

void rs_axi4_port_clock(rs_axi4_port *port, const rs_axi4_inputs *inputs, const rs_axi4_outputs *outputs)
{
    clock_store(port, inputs, outputs);
    clock_load(port, inputs, outputs);
    port->refused = outputs->request_valid && !inputs->request_ready;
    port->refused_write = outputs->request_write;
    if (outputs->request_valid && inputs->request_ready)
        port->store_turn = !outputs->request_write;
}
