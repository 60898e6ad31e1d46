/* Contract: pattern_slice.h. */
#include "study/pattern_slice.h"

#include <string.h>

enum { HALF = RS_LINE_BYTES, LINE = RS_SM_LINE_BYTES };

bool rs_pattern_slice_init(rs_pattern_slice *slice, const rs_config *config)
{
    memset(slice, 0, sizeof *slice);
    slice->config = config;
    rs_dram_controller_init(&slice->controller, config);
    return rs_tag_cache_init(&slice->l2, RS_SLICE_SETS, RS_SLICE_WAYS) &&
           rs_miss_table_init(&slice->misses, RS_SLICE_MISSES, RS_SLICE_REPLIES);
}

void rs_pattern_slice_free(rs_pattern_slice *slice)
{
    rs_tag_cache_free(&slice->l2);
    rs_miss_table_free(&slice->misses);
}

bool rs_pattern_slice_idle(const rs_pattern_slice *slice)
{
    return slice->inputs == 0 && slice->drams == 0 && slice->replies == 0 && slice->misses.live == 0 &&
           rs_dram_controller_quiet(&slice->controller);
}

/* ---- L2 ---------------------------------------------------------------------------------------------------- */

/* A line's number among those of its channel, so that its low bits spread over the sets. */
static uint64_t own_line(const rs_config *config, uint64_t line)
{
    const rs_location location = rs_address_decode(&config->map, line * LINE);
    return (((uint64_t)location.row << config->map.bank_bits | location.bank) << config->map.column_bits | location.column) /
           (LINE / HALF);
}

static uint64_t address_of(const rs_config *config, uint64_t own, uint32_t channel)
{
    const uint64_t column = own * (LINE / HALF);
    const rs_location location = {
        channel, (uint32_t)(column >> config->map.column_bits) & ((1U << config->map.bank_bits) - 1),
        (uint32_t)(column >> (config->map.column_bits + config->map.bank_bits)),
        (uint32_t)column & ((1U << config->map.column_bits) - 1)};
    return rs_address_encode(&config->map, location);
}

static void ask_dram(rs_pattern_slice *slice, uint64_t address, uint32_t tag, bool write)
{
    rs_slice_request *request = &slice->dram[(slice->dram_first + slice->drams++) % RS_SLICE_DRAM];
    request->address = address;
    request->tag = tag;
    request->write = write;
}

/* Throws a line out for `own`, writes it back if it was written to. */
static void take_way(rs_pattern_slice *slice, rs_tag_way *way, uint64_t own, uint32_t miss, uint32_t channel)
{
    if (way == NULL) {
        way = rs_tag_cache_victim(&slice->l2, own);
        if (way->dirty) {
            const uint64_t address = address_of(slice->config, way->line, channel);
            ask_dram(slice, address, 0, true);
            ask_dram(slice, address + HALF, 0, true);
            slice->counts.write_backs++;
        }
    }
    rs_tag_cache_take(&slice->l2, way, own, miss);
}

static bool look_up(rs_pattern_slice *slice, const rs_line_packet *packet)
{
    const uint64_t address = packet->line * LINE, own = own_line(slice->config, packet->line);
    const uint32_t channel = rs_address_decode(&slice->config->map, address).channel;
    const uint32_t who = (uint32_t)packet->sm << 16 | packet->miss;
    uint32_t miss;
    if (slice->drams + 4 > RS_SLICE_DRAM || slice->replies == RS_SLICE_REPLIES) {
        return false;
    }
    rs_tag_way *way = rs_tag_cache_find(&slice->l2, own);
    if (packet->write) {
        if (way == NULL) {
            take_way(slice, NULL, own, RS_NONE, channel);
            way = rs_tag_cache_find(&slice->l2, own);
            way->valid = true;
        }
        way->dirty = true;
        slice->counts.writes++;
        return true;
    }
    if (way != NULL && way->valid) {
        slice->reply[(slice->reply_first + slice->replies++) % RS_SLICE_REPLIES] = who;
        slice->counts.hits++;
    } else if ((miss = rs_miss_table_find(&slice->misses, own)) != RS_NONE) {
        if (!rs_miss_table_wait(&slice->misses, miss, who)) {
            return false;
        }
        slice->counts.merged++;
    } else if (rs_miss_table_full(&slice->misses)) {
        return false;
    } else {
        miss = rs_miss_table_allocate(&slice->misses, own);
        (void)rs_miss_table_wait(&slice->misses, miss, who);
        take_way(slice, way, own, miss, channel);
        for (uint32_t half = 0; half < LINE / HALF; half++) {
            ask_dram(slice, address + half * HALF, miss, false);
        }
        slice->misses.entry[miss].parts = LINE / HALF;
        slice->counts.misses++;
    }
    slice->counts.reads++;
    return true;
}

/* ---- DRAM ------------------------------------------------------------------------------------------------ */

/* The flit that the slice offers its controller: a read is one, a write a head and two with data. */
static bool offer(const rs_pattern_slice *slice, rs_routed_flit *flit)
{
    if (slice->drams == 0) {
        return false;
    }
    const rs_slice_request *request = &slice->dram[slice->dram_first];
    const rs_location location = rs_address_decode(&slice->config->map, request->address);
    memset(flit, 0, sizeof *flit);
    flit->flit.head = slice->dram_flit == 0;
    flit->flit.tail = !request->write || slice->dram_flit == 2;
    if (flit->flit.head) {
        flit->flit.header = rs_request_header(slice->config, request->address, request->write, request->tag);
        flit->flit.mask = request->write ? slice->config->full_mask : 0;
    }
    flit->route.output = location.channel;
    flit->route.bank = location.bank;
    flit->route.row = location.row;
    flit->route.column = location.column;
    return true;
}

static void flit_taken(rs_pattern_slice *slice, const rs_routed_flit *flit)
{
    slice->dram_flit++;
    if (flit->flit.tail) {
        slice->counts.dram_writes += slice->dram[slice->dram_first].write;
        slice->counts.dram_reads += !slice->dram[slice->dram_first].write;
        slice->dram_flit = 0;
        slice->dram_first = (slice->dram_first + 1) % RS_SLICE_DRAM;
        slice->drams--;
    }
}

/* A flit of a 64 B reply; with the last one of a line all who wait for it get their replies. */
static void take_data(rs_pattern_slice *slice, const rs_flit *flit)
{
    if (flit->head) {
        slice->reply_tag = rs_reply_tag(slice->config, flit->header);
    }
    if (!flit->tail || --slice->misses.entry[slice->reply_tag].parts != 0) {
        return;
    }
    uint32_t who;
    rs_tag_cache_fill(&slice->l2, slice->misses.entry[slice->reply_tag].line, slice->reply_tag);
    while (rs_miss_table_answer(&slice->misses, slice->reply_tag, &who)) {
        slice->reply[(slice->reply_first + slice->replies++) % RS_SLICE_REPLIES] = who;
    }
}

void rs_pattern_slice_step(rs_pattern_slice *slice, const rs_line_packet *packet, const rs_dram_return *returned,
                          bool reply_taken)
{
    rs_dram_controller *controller = &slice->controller;
    rs_routed_flit flit;
    rs_flit reply;
    if (reply_taken) {
        slice->reply_first = (slice->reply_first + 1) % RS_SLICE_REPLIES;
        slice->replies--;
    }
    controller->now = slice->now; /* it may have slept */
    const bool sends = offer(slice, &flit) && rs_dram_controller_ready(controller, &flit);
    if (sends || returned->rddata_valid || !rs_dram_controller_quiet(controller)) {
        const bool replies = rs_dram_controller_reply(controller, &reply);
        rs_dram_controller_step(controller, sends ? &flit : NULL, returned, replies);
        slice->counts.activates += controller->pins.command == RS_DRAM_ACT;
        if (sends) {
            flit_taken(slice, &flit);
        }
        if (replies) {
            take_data(slice, &reply);
        }
    }
    if (slice->inputs != 0 && slice->input[slice->input_first].from <= slice->now &&
        look_up(slice, &slice->input[slice->input_first].packet)) {
        slice->input_first = (slice->input_first + 1) % RS_SLICE_INPUTS;
        slice->inputs--;
    }
    if (packet != NULL) {
        const uint32_t at = (slice->input_first + slice->inputs++) % RS_SLICE_INPUTS;
        slice->input[at].packet = *packet;
        slice->input[at].from = slice->now + RS_SLICE_LATENCY;
    }
    slice->now++;
}
