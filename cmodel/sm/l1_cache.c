/* Contract: l1_cache.h. Ways hold lines; a line that was asked for is pending, and pending lines own ways.
 *
 * Pending lines are numbered: an entry of the MSHR table has one line; an entry of the pending request table has the lines of its
 * group, so that a pending line is the entry and the line's number in the group. For each the cache knows the way that was
 * taken for it, and for each way its owner, the pending line that was booked last for what the way holds. A sector that comes
 * back goes into the way of its pending line if that line still is its owner. What the RTL reads from the id of a reply,
 * the model looks up here. */
#include "sm/l1_cache.h"

#include <stdlib.h>
#include <string.h>

#include "common/bits.h"

/* ---- life ------------------------------------------------------------------------------------------------------------ */

static uint32_t bits(uint32_t values) /* to number so many, at least 1 */
{
    return values <= 2 ? 1 : 32 - (uint32_t)__builtin_clz(values - 1);
}

/* Lines that an entry of the table asks for: one, or one for each lane of a group. */
static uint32_t lines_an_entry(const rs_l1_config *config)
{
    return config->table.pending_request_table ? config->table.lanes : 1;
}

bool rs_l1_cache_init(rs_l1_cache *cache, const rs_l1_config *config)
{
    const rs_table_config *table = &config->table;
    const uint32_t ways = config->cache ? config->sets * config->ways : 1;

    memset(cache, 0, sizeof *cache);
    if ((config->cache && (!rs_power_of_two(config->sets) || !rs_power_of_two(config->ways)))
        || table->line_words > RS_SM_LINE_WORDS || !rs_outstanding_table_init(&cache->table, table))
        return false;
    cache->config = *config;
    cache->entry_bits = bits(table->entries);
    cache->sector_bits = bits(table->sectors);
    cache->way = (rs_l1_way *)calloc(ways, sizeof *cache->way);
    cache->upper = (bool *)calloc(ways, sizeof *cache->upper);
    cache->data = (uint32_t *)calloc((size_t)ways * table->line_words, sizeof *cache->data);
    cache->back = (uint32_t *)calloc((size_t)table->entries * table->line_words, sizeof *cache->back);
    cache->from_memory = (bool *)calloc(table->entries, sizeof *cache->from_memory);
    cache->way_of = (uint32_t *)calloc((size_t)table->entries * lines_an_entry(config), sizeof *cache->way_of);
    if (cache->way == NULL || cache->upper == NULL || cache->data == NULL || cache->back == NULL
        || cache->from_memory == NULL || cache->way_of == NULL) {
        rs_l1_cache_destroy(cache);
        return false;
    }
    rs_l1_cache_reset(cache);
    return true;
}

void rs_l1_cache_destroy(rs_l1_cache *cache)
{
    rs_outstanding_table_destroy(&cache->table);
    free(cache->way);
    free(cache->upper);
    free(cache->data);
    free(cache->back);
    free(cache->from_memory);
    free(cache->way_of);
    memset(cache, 0, sizeof *cache);
}

static void empty_ways(rs_l1_cache *cache)
{
    for (uint32_t at = 0; cache->config.cache && at < cache->config.sets * cache->config.ways; at++) {
        cache->way[at].present = false;
        cache->way[at].owner = RS_L1_NOBODY;
    }
}

void rs_l1_cache_reset(rs_l1_cache *cache)
{
    rs_outstanding_table_reset(&cache->table);
    empty_ways(cache);
    if (cache->config.cache)
        memset(cache->upper, 0, cache->config.sets * cache->config.ways * sizeof *cache->upper);
    cache->stored = 0;
    cache->again = cache->held = cache->wb_valid = false;
    cache->owner_to_be = RS_L1_NOBODY;
}

/* ---- lines: which way has one, which one goes next -------------------------------------------------------------------- */

static uint32_t words_of_a_sector(const rs_l1_cache *cache)
{
    return cache->config.table.line_words / cache->config.table.sectors;
}

/* The lowest empty way of the set from `first` on, else the one that goes by LRU or by the tree. */
static uint32_t way_to_take(const rs_l1_cache *cache, uint32_t first)
{
    const uint32_t ways = cache->config.ways;
    uint32_t oldest = first, low = first, node = 1;

    for (uint32_t at = first; at < first + ways; at++) {
        if (!cache->way[at].present)
            return at;
        if (cache->way[at].used < cache->way[oldest].used)
            oldest = at;
    }
    if (!cache->config.tree)
        return oldest;
    for (uint32_t half = ways / 2; half > 0; half /= 2) { /* from the root */
        const bool upper = cache->upper[first + node];

        low += upper ? half : 0;
        node = 2 * node + upper;
    }
    return low;
}

/* The way is used: it is the youngest, and the tree points to the other half at each node above it. */
static void use(rs_l1_cache *cache, uint32_t at)
{
    const uint32_t ways = cache->config.ways, first = at - at % ways;
    uint32_t low = first, node = 1;

    cache->way[at].used = ++cache->uses;
    for (uint32_t half = ways / 2; half > 0; half /= 2) {
        const bool upper = at >= low + half;

        cache->upper[first + node] = !upper;
        low += upper ? half : 0;
        node = 2 * node + upper;
    }
}

/* Sectors of the words that the lanes of a load want. */
static uint32_t sectors_wanted(const rs_l1_cache *cache, const rs_line_access *line)
{
    const uint32_t shift = (uint32_t)__builtin_ctz(words_of_a_sector(cache));
    uint32_t sectors = 0;

    if (cache->config.table.sectors == 1)
        return line->mask != 0;
    for (uint64_t lanes = line->mask; lanes != 0; lanes &= lanes - 1)
        sectors |= UINT32_C(1) << (line->word[__builtin_ctzll(lanes)] >> shift);
    return sectors;
}

/* Sectors of the bytes that a store writes. */
static uint32_t sectors_written(const rs_l1_cache *cache, const rs_line_access *line)
{
    const uint32_t shift = (uint32_t)__builtin_ctz(words_of_a_sector(cache));
    uint32_t sectors = 0;

    for (uint32_t word = 0; word < cache->config.table.line_words; word++)
        sectors |= (uint32_t)((line->bytes[word / 8] >> word % 8 * 4 & 15) != 0) << (word >> shift);
    return sectors;
}

/* Where the line is, or else the first way of its set. */
static void look_up(const rs_l1_cache *cache, uint64_t line, rs_l1_step *step)
{
    uint32_t first, end;

    step->known = false;
    step->at = 0;
    if (!cache->config.cache)
        return;
    first = (uint32_t)(line & (cache->config.sets - 1)) * cache->config.ways;
    end = first + cache->config.ways;
    step->at = first;
    for (uint32_t at = first; at < end; at++)
        if (cache->way[at].present && cache->way[at].line == line) {
            step->known = true;
            step->at = at;
            return;
        }
}

/* ---- pending lines ----------------------------------------------------------------------------------------------------- */

static uint32_t pending_line(const rs_l1_cache *cache, uint32_t entry, uint32_t number)
{
    return entry * lines_an_entry(&cache->config) + number;
}

/* Ids on the wires, from bit 0: sector, entry; and, what travels with a request of the pending request table if there is a cache:
 * way and set, number of the line in its group. */
static uint64_t request_id(const rs_l1_cache *cache, const rs_table_request *request)
{
    const rs_l1_config *config = &cache->config;
    uint64_t above = 0;

    if (config->cache && config->table.pending_request_table) {
        const uint32_t at = cache->way_of[pending_line(cache, request->id, request->number)];

        above = (uint64_t)request->number << bits(config->sets) | at / config->ways;
        above = above << bits(config->ways) | at % config->ways;
    }
    return (above << cache->entry_bits | request->id) << cache->sector_bits | request->sector;
}

uint32_t rs_l1_cache_id_bits(const rs_l1_config *config)
{
    const uint32_t travels = bits(config->table.lanes) + bits(config->sets) + bits(config->ways);

    return bits(config->table.entries) + bits(config->table.sectors)
           + (config->cache && config->table.pending_request_table ? travels : 0);
}

static rs_table_request request_of(const rs_l1_cache *cache, const rs_l1_request *reply)
{
    const rs_l1_config *config = &cache->config;
    const uint32_t entry_bits = cache->entry_bits, sector_bits = cache->sector_bits;
    rs_table_request request = {0};

    request.mask = reply->mask;
    request.sector = (uint32_t)(reply->id & ((UINT32_C(1) << sector_bits) - 1));
    request.id = (uint32_t)(reply->id >> sector_bits & ((UINT32_C(1) << entry_bits) - 1));
    if (config->cache && config->table.pending_request_table)
        request.number = (uint32_t)(reply->id >> (sector_bits + entry_bits + bits(config->ways) + bits(config->sets)));
    return request;
}

/* A booking made in this cycle, of the line that wants the way. It owns the way with the clock edge after the one that took the
 * access: the MSHR table books in the cycle after that edge, the pending request table in the one before. */
static void book(rs_l1_cache *cache, const rs_l1_step *step, uint32_t way)
{
    const bool at_once = cache->config.table.pending_request_table, booked = step->table.allocate || step->table.merge;
    const uint32_t pending = pending_line(cache, step->table.id, step->table.number);

    if (at_once && cache->owner_to_be != RS_L1_NOBODY)
        cache->way[cache->way_of[cache->owner_to_be]].owner = cache->owner_to_be;
    if (booked)
        cache->way_of[pending] = at_once ? way : cache->missed_at;
    if (at_once)
        cache->owner_to_be = booked ? pending : RS_L1_NOBODY;
    else if (booked)
        cache->way[cache->missed_at].owner = pending;
}

/* A sector is back: kept for the lanes that wait for it, and installed if its pending line owns its way and it is not there. */
static void take_back(rs_l1_cache *cache, const rs_table_request *fill, const uint32_t *data, bool from_memory)
{
    const rs_table_config *table = &cache->config.table;
    const uint32_t words = words_of_a_sector(cache), from = fill->sector * words;
    const size_t bytes = words * sizeof *data;
    uint32_t pending, at;

    if (fill->id >= table->entries || fill->number >= lines_an_entry(&cache->config))
        return;
    memcpy(table->pending_request_table ? cache->back : &cache->back[fill->id * table->line_words + from], data, bytes);
    cache->from_memory[table->pending_request_table ? 0 : fill->id] = from_memory;
    pending = pending_line(cache, fill->id, fill->number);
    at = cache->way_of[pending];
    const uint32_t sector = UINT32_C(1) << fill->sector;
    if (cache->config.cache && cache->way[at].owner == pending && (cache->way[at].filled & sector) == 0) {
        memcpy(&cache->data[at * table->line_words + from], data, bytes);
        cache->way[at].filled |= sector;
    }
}

/* ---- what a cycle does -------------------------------------------------------------------------------------------------- */

static void show_store(const rs_l1_cache *cache, const rs_line_access *line, uint32_t sector, rs_store_block *stored)
{
    const uint32_t words = words_of_a_sector(cache);

    rs_bits_copy(stored->bytes, 0, line->bytes, sector * 4 * words, 4 * words);
    for (uint32_t byte = 0; byte < 4 * words; byte++)
        stored->data[byte] = (uint8_t)(line->data[sector * words + byte / 4] >> byte % 4 * 8);
}

/* The block of a store that the store buffer is to take next. */
static void offer_store(const rs_l1_cache *cache, const rs_l1_inputs *inputs, rs_l1_outputs *outputs)
{
    const rs_line_access *line = inputs->line;
    rs_l1_step *step = &outputs->step;

    step->left = line->write ? step->sectors & ~cache->stored : 0;
    step->sector = step->left == 0 ? 0 : (uint32_t)__builtin_ctz(step->left);
    outputs->store_valid = step->left != 0 && inputs->line_valid && step->open && step->table.access_ready;
    outputs->stored.block = line->line * cache->config.table.sectors + step->sector;
    if (outputs->store_valid)
        show_store(cache, line, step->sector, &outputs->stored);
}

/* A store has its blocks taken by the store buffer, one a cycle; it leaves with the last of them, and the table hears of it. */
static bool store_goes(const rs_l1_inputs *inputs, rs_l1_step *step)
{
    const bool last_goes = step->left == 0 || ((step->left & (step->left - 1)) == 0 && inputs->store_ready);

    step->to_table.access_valid = inputs->line_valid && step->open && last_goes;
    return last_goes && step->table.access_ready;
}

/* A load that hits needs nobody; the pending request table hears where a group ends with it. */
static bool hit_goes(const rs_l1_cache *cache, const rs_l1_inputs *inputs, rs_l1_step *step)
{
    step->to_table.access.mask = 0;
    step->to_table.access_valid =
        inputs->line_valid && step->open && inputs->line->last && cache->config.table.pending_request_table;
    return true;
}

/* One that misses needs the table, and waits for the stores of its line that are in the store buffer. */
static bool miss_goes(const rs_l1_inputs *inputs, rs_l1_step *step)
{
    step->to_table.access_valid = inputs->line_valid && step->open && !inputs->load_waits;
    return !inputs->load_waits && step->table.access_ready;
}

static void ask_table(const rs_l1_cache *cache, const rs_l1_inputs *inputs, rs_l1_step *step)
{
    rs_table_inputs *ask = &step->to_table;

    ask->access.mask = step->hit ? 0 : (uint32_t)inputs->line->mask;
    ask->request_ready = inputs->request_ready;
    ask->reply_ready = step->room;
    ask->acquire = inputs->acquire;
    ask->access_valid = false; /* that is to be seen */
    ask->fill_valid = inputs->reply_valid;
    if (inputs->reply_valid)
        ask->fill = request_of(cache, &inputs->reply);
    rs_outstanding_table_look(&cache->table, ask, &step->table);
}

void rs_l1_cache_find(const rs_l1_cache *cache, const rs_line_access *line, rs_l1_outputs *outputs)
{
    rs_l1_step *step = &outputs->step;
    rs_table_access *access = &step->to_table.access;

    look_up(cache, line->line, step);
    step->sectors = line->write ? sectors_written(cache, line) : sectors_wanted(cache, line);
    access->line = line->line;
    access->tag = (uint64_t)line->warp << 40 | (uint64_t)line->first_register << 8 | line->element;
    access->last = line->last;
    access->write = line->write;
    access->warp = (uint16_t)(line->warp + 1);
    memcpy(access->word, line->word, sizeof access->word);
}

static void show_booking(const rs_l1_cache *cache, rs_l1_outputs *outputs)
{
    const bool merges = !cache->config.table.pending_request_table;
    const rs_table_outputs *table = &outputs->step.table;

    outputs->merged = merges && table->merge;
    outputs->miss = table->allocate || (!merges && table->merge);
    outputs->entry_full = table->entry_full;
    outputs->merge_full = table->merge_full;
}

void rs_l1_cache_fetch(const rs_l1_cache *cache, const rs_line_access *line)
{
    const rs_l1_way *set = &cache->way[(line->line & (cache->config.sets - 1)) * cache->config.ways];

    if (cache->config.cache) {
        __builtin_prefetch(set);
        __builtin_prefetch(set + cache->config.ways - 1);
    }
}

void rs_l1_cache_look(const rs_l1_cache *cache, const rs_l1_inputs *inputs, rs_l1_outputs *outputs)
{
    rs_l1_step *step = &outputs->step;

    step->hit = step->known && !inputs->line->write && (step->sectors & ~cache->way[step->at].filled) == 0;
    step->room = !cache->wb_valid || inputs->wb_ready;
    ask_table(cache, inputs, step);
    show_booking(cache, outputs);
    step->held_moves = cache->held && step->room && !step->table.reply_valid; /* words of fills go first */
    step->open = !cache->held || step->held_moves; /* nothing passes a hit that waits */
    outputs->load_valid = inputs->line_valid && !inputs->line->write && !step->hit;
    offer_store(cache, inputs, outputs);
    outputs->request_valid = step->table.request_valid;
    outputs->reply_ready = step->table.fill_ready;
    outputs->table_empty = step->table.empty;
    outputs->empty = step->table.empty && !cache->held && !cache->wb_valid;
    outputs->wb = cache->wb_valid ? &cache->wb : NULL;
}

void rs_l1_cache_request(const rs_l1_cache *cache, rs_l1_request *shown)
{
    rs_table_request request;

    rs_outstanding_table_request(&cache->table, &request);
    shown->block = request.line * cache->config.table.sectors + request.sector;
    shown->id = request_id(cache, &request);
    shown->warp = request.warp;
    shown->mask = request.mask;
}

void rs_l1_cache_settle(const rs_l1_cache *cache, const rs_l1_inputs *inputs, rs_l1_outputs *outputs)
{
    const rs_line_access *line = inputs->line;
    rs_l1_step *step = &outputs->step;
    bool goes;

    if (line->write)
        goes = store_goes(inputs, step);
    else if (step->hit)
        goes = hit_goes(cache, inputs, step);
    else
        goes = miss_goes(inputs, step);
    outputs->line_ready = step->open && goes;
    step->taken = inputs->line_valid && outputs->line_ready;
    if (cache->config.table.pending_request_table) { /* which takes and books in one cycle */
        rs_outstanding_table_look(&cache->table, &step->to_table, &step->table);
        show_booking(cache, outputs);
    }
    outputs->hit = step->taken && step->hit;
    outputs->store = step->taken && line->write;
}

void rs_l1_cache_offer(const rs_l1_cache *cache, const rs_l1_inputs *inputs, rs_l1_outputs *outputs)
{
    rs_l1_cache_find(cache, inputs->line, outputs);
    rs_l1_cache_look(cache, inputs, outputs);
    if (outputs->request_valid)
        rs_l1_cache_request(cache, &outputs->request);
    rs_l1_cache_settle(cache, inputs, outputs);
}

/* ---- the clock edge ------------------------------------------------------------------------------------------------------ */

static void write_lanes(rs_l1_cache *cache, uint64_t mask, const uint8_t *word, const uint32_t *data, uint32_t words)
{
    cache->wb.mask = mask;
    memset(cache->wb.data, 0, cache->config.table.lanes * sizeof cache->wb.data[0]);
    for (uint64_t left = mask; left != 0; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctzll(left);

        cache->wb.data[lane] = data[word[lane] & (words - 1)];
    }
}

/* Words that are back for the lanes of a reply of the table. */
static void write_reply(rs_l1_cache *cache, const rs_table_reply *reply)
{
    const rs_table_config *table = &cache->config.table;

    cache->wb.warp = (uint32_t)(reply->tag >> 40);
    cache->wb.first_register = (uint32_t)(reply->tag >> 8);
    cache->wb.element = (uint32_t)(reply->tag & 0xff);
    cache->wb.level = cache->again ? RS_SERVED_MERGED
                      : cache->from_memory[table->pending_request_table ? 0 : reply->id] ? RS_SERVED_MEMORY : RS_SERVED_L2;
    cache->again = !reply->last;
    if (table->pending_request_table)
        write_lanes(cache, reply->mask, reply->word, cache->back, words_of_a_sector(cache));
    else
        write_lanes(cache, reply->mask, reply->word, &cache->back[reply->id * table->line_words], table->line_words);
}

/* Words of the hit that waits. */
static void write_hit(rs_l1_cache *cache)
{
    const uint32_t words = cache->config.table.line_words;

    cache->wb.warp = cache->hit.warp;
    cache->wb.first_register = cache->hit.first_register;
    cache->wb.element = cache->hit.element;
    cache->wb.level = RS_SERVED_L1;
    write_lanes(cache, cache->hit.mask, cache->hit.word, &cache->data[cache->held_way * words], words);
}

/* What the taking of an access does to its line. */
static void take(rs_l1_cache *cache, const rs_line_access *line, const rs_l1_step *step, uint32_t at)
{
    rs_l1_way *way = &cache->way[at];

    if (line->write) {
        if (step->known) {
            way->present = false;
            way->owner = RS_L1_NOBODY;
        }
        return;
    }
    if (!step->known) {
        way->present = true;
        way->owner = RS_L1_NOBODY;
        way->line = line->line;
        way->filled = 0;
    }
    use(cache, at);
    if (!step->hit)
        cache->missed_at = at;
}

void rs_l1_cache_clock(rs_l1_cache *cache, const rs_l1_inputs *inputs)
{
    rs_l1_outputs outputs;

    rs_l1_cache_offer(cache, inputs, &outputs);
    rs_l1_cache_advance(cache, inputs, &outputs);
}

void rs_l1_cache_advance(rs_l1_cache *cache, const rs_l1_inputs *inputs, const rs_l1_outputs *outputs)
{
    const rs_line_access *line = inputs->line;
    const rs_l1_step *step = &outputs->step;

    if (step->room && (step->table.reply_valid || cache->held || cache->wb_valid)) {
        cache->wb_valid = step->table.reply_valid || cache->held;
        if (step->table.reply_valid)
            write_reply(cache, &step->table.reply);
        else if (cache->held)
            write_hit(cache);
    }
    if (inputs->reply_valid && step->table.fill_ready)
        take_back(cache, &step->to_table.fill, inputs->reply_data, !cache->config.l2 || inputs->reply_memory);
    if (cache->config.cache) {
        const uint32_t at = step->taken && !step->known && !line->write ? way_to_take(cache, step->at) : step->at;

        if (step->table.allocate || step->table.merge || cache->owner_to_be != RS_L1_NOBODY)
            book(cache, step, at);
        if (step->taken)
            take(cache, line, step, at);
        if (!cache->held || step->held_moves) {
            cache->held = step->taken && step->hit;
            if (cache->held) {
                cache->held_way = step->at;
                __builtin_prefetch(&cache->data[step->at * cache->config.table.line_words]); /* for the next cycle */
                cache->hit = *line;
            }
        }
    }
    if (step->taken) {
        cache->stored = 0;
    } else if (outputs->store_valid && inputs->store_ready) {
        cache->stored |= UINT32_C(1) << step->sector;
    }
    if (inputs->acquire) /* also what the access of this cycle has taken */
        empty_ways(cache);
    rs_outstanding_table_clock(&cache->table, &step->to_table);
}
