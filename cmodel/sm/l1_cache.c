#include "sm/l1_cache.h"

#include <stdlib.h>
#include <string.h>

#include "common/bits.h"

static bool power_of_two(uint32_t value)
{
    return value != 0 && (value & (value - 1)) == 0;
}

static uint32_t bits(uint32_t values) /* to number so many, at least 1 */
{
    uint32_t width = 1;

    while (width < 32 && (values - 1) >> width != 0)
        width++;
    return width;
}

bool rs_l1_cache_init(rs_l1_cache *cache, const rs_l1_config *config)
{
    const rs_table_config *table = &config->table;
    const uint32_t ways = config->cache ? config->sets * config->ways : 1;

    memset(cache, 0, sizeof *cache);
    if ((config->cache && (!power_of_two(config->sets) || !power_of_two(config->ways)))
        || table->line_words > RS_LINE_WORDS_MAX || !rs_outstanding_table_init(&cache->table, table))
        return false;
    cache->config = *config;
    cache->way = (rs_l1_way *)calloc(ways, sizeof *cache->way);
    cache->upper = (bool *)calloc(ways, sizeof *cache->upper);
    cache->data = (uint32_t *)calloc((size_t)ways * table->line_words, sizeof *cache->data);
    cache->fill = (uint32_t *)calloc((size_t)table->entries * table->line_words, sizeof *cache->fill);
    cache->place = (uint32_t *)calloc(table->entries, sizeof *cache->place);
    if (cache->way == NULL || cache->upper == NULL || cache->data == NULL || cache->fill == NULL || cache->place == NULL) {
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
    free(cache->fill);
    free(cache->place);
    memset(cache, 0, sizeof *cache);
}

static void invalidate(rs_l1_cache *cache)
{
    for (uint32_t at = 0; cache->config.cache && at < cache->config.sets * cache->config.ways; at++)
        cache->way[at].present = cache->way[at].owned = false;
}

void rs_l1_cache_reset(rs_l1_cache *cache)
{
    rs_outstanding_table_reset(&cache->table);
    invalidate(cache);
    if (cache->config.cache)
        memset(cache->upper, 0, cache->config.sets * cache->config.ways * sizeof *cache->upper);
    cache->stored = 0;
    cache->begun = cache->again = cache->held = cache->wb_valid = cache->books = false;
    cache->travelling = 0;
}

static uint32_t words_of_a_sector(const rs_l1_cache *cache)
{
    return cache->config.table.line_words / cache->config.table.sectors;
}

/* ---- ways ------------------------------------------------------------------------------------------------------------ */

static uint32_t victim(const rs_l1_cache *cache, uint32_t first)
{
    const uint32_t ways = cache->config.ways;
    uint32_t at = first, node = 1;

    for (uint32_t k = 0; k < ways; k++)
        if (!cache->way[first + k].present)
            return first + k;
    if (cache->config.tree) { /* from the root, half by half */
        for (uint32_t half = ways / 2; half > 0; half /= 2) {
            const bool upper = cache->upper[first + node];

            at += upper ? half : 0;
            node = 2 * node + upper;
        }
        return at;
    }
    for (uint32_t k = 1; k < ways; k++)
        if (cache->way[first + k].used < cache->way[at].used)
            at = first + k;
    return at;
}

static void touch(rs_l1_cache *cache, uint32_t at)
{
    const uint32_t ways = cache->config.ways, first = at - at % ways;
    uint32_t node = 1, low = first;

    cache->way[at].used = ++cache->now;
    for (uint32_t half = ways / 2; half > 0; half /= 2) {
        const bool upper = at >= low + half;

        cache->upper[first + node] = !upper;
        low += upper ? half : 0;
        node = 2 * node + upper;
    }
}

/* Where the line is, or else where it would go. */
static void look_up(const rs_l1_cache *cache, const rs_line_access *line, rs_l1_step *step)
{
    const uint32_t sector_shift = (uint32_t)__builtin_ctz(words_of_a_sector(cache));
    uint32_t first, filled;

    if (!cache->config.cache)
        return;
    first = (uint32_t)(line->line & (cache->config.sets - 1)) * cache->config.ways;
    for (uint32_t k = 0; k < cache->config.ways; k++)
        if (cache->way[first + k].present && cache->way[first + k].line == line->line) {
            step->known = true;
            step->at = first + k;
        }
    if (!step->known) {
        step->at = victim(cache, first);
        return;
    }
    filled = cache->way[step->at].filled;
    step->hit = true;
    for (uint64_t left = line->mask; left != 0 && step->hit; left &= left - 1)
        step->hit = filled >> (line->word[__builtin_ctzll(left)] >> sector_shift) & 1;
}

/* ---- ids: of the pending request table with the place, and the line's number in its group ----------------------------- */

static uint64_t travel_id(const rs_l1_cache *cache, uint32_t order, uint32_t at)
{
    const uint32_t ways = cache->config.ways;

    return ((uint64_t)order << bits(cache->config.sets) | at / ways) << bits(ways) | at % ways;
}

static uint64_t request_id(const rs_l1_cache *cache, const rs_table_request *request)
{
    const rs_table_config *table = &cache->config.table;
    const uint64_t id = (uint64_t)request->id << bits(table->sectors) | request->sector;

    if (!cache->config.cache || !table->pending_request_table)
        return id;
    return cache->travel[0] << (bits(table->entries) + bits(table->sectors)) | id;
}

/* Entry and sector; way and owner of its line. */
static rs_table_request fill_of(const rs_l1_cache *cache, const rs_l1_request *reply, uint32_t *at, uint64_t *owner)
{
    const rs_table_config *table = &cache->config.table;
    const uint32_t entry_bits = bits(table->entries);
    const uint64_t id = reply->id >> bits(table->sectors), travel = id >> entry_bits;
    rs_table_request fill = {0};

    fill.mask = reply->mask;
    fill.sector = (uint32_t)(reply->id & ((UINT32_C(1) << bits(table->sectors)) - 1));
    fill.id = (uint32_t)(id & ((UINT32_C(1) << entry_bits) - 1));
    *at = 0;
    *owner = fill.id;
    if (cache->config.cache && table->pending_request_table) {
        const uint32_t way_bits = bits(cache->config.ways), set_bits = bits(cache->config.sets);

        *at = (uint32_t)(travel >> way_bits & ((UINT32_C(1) << set_bits) - 1)) * cache->config.ways
              + (uint32_t)(travel & ((UINT32_C(1) << way_bits) - 1));
        *owner |= travel >> (way_bits + set_bits) << 32;
    } else if (fill.id < table->entries) {
        *at = cache->place[fill.id];
    }
    return fill;
}

/* ---- a cycle --------------------------------------------------------------------------------------------------------- */

static uint32_t stored_sectors(const rs_l1_cache *cache, const rs_line_access *line)
{
    const uint32_t sector_bytes = 4 * words_of_a_sector(cache);
    uint32_t sectors = 0;

    for (uint32_t sector = 0; line->write && sector < cache->config.table.sectors; sector++) {
        uint32_t bytes[RS_LINE_WORDS_MAX / 8] = {0};

        rs_bits_copy(bytes, 0, line->bytes, sector * sector_bytes, sector_bytes);
        sectors |= (uint32_t)((bytes[0] | bytes[1] | bytes[2] | bytes[3]) != 0) << sector;
    }
    return sectors;
}

/* Of outputs the step, and what the next pass needs. */
static void evaluate(const rs_l1_cache *cache, const rs_l1_inputs *inputs, rs_l1_outputs *outputs)
{
    const rs_line_access *line = &inputs->line;
    const uint32_t left = stored_sectors(cache, line) & ~cache->stored;
    const bool last_sector = (left & (left - 1)) == 0;
    rs_l1_step *step = &outputs->step;
    rs_table_access *access = &step->to_table.access;
    bool free, stored, ready;
    uint32_t at;
    uint64_t owner;

    memset(step, 0, sizeof *step);
    look_up(cache, line, step);
    step->room = !cache->wb_valid || inputs->wb_ready;
    access->line = line->line;
    access->tag = (uint64_t)line->warp << 40 | (uint64_t)line->first_register << 8 | line->element;
    access->mask = step->hit ? 0 : (uint32_t)line->mask;
    access->last = line->last;
    access->write = line->write;
    memcpy(access->word, line->word, sizeof access->word);
    step->to_table.request_ready = inputs->request_ready;
    step->to_table.reply_ready = step->room;
    step->to_table.fill_valid = inputs->reply_valid;
    if (inputs->reply_valid)
        step->to_table.fill = fill_of(cache, &inputs->reply, &at, &owner);
    rs_outstanding_table_offer(&cache->table, &step->to_table, &step->table);

    step->held_moves = cache->held && step->room && !step->table.reply_valid;
    free = (!inputs->acquire_valid || cache->begun) && (!cache->held || step->held_moves);
    stored = left == 0 || (last_sector && inputs->store_ready);
    if (line->write)
        ready = stored && step->table.access_ready;
    else
        ready = step->hit || (step->table.access_ready && !inputs->load_waits);
    outputs->line_ready = free && ready;
    outputs->load_valid = inputs->line_valid && !line->write && !step->hit;
    outputs->store_valid = inputs->line_valid && free && line->write && step->table.access_ready && left != 0;
    outputs->acquire_ready = step->table.empty && !cache->begun;
    step->taken = inputs->line_valid && outputs->line_ready;
    step->sector = left == 0 ? 0 : (uint32_t)__builtin_ctz(left);
    step->moves = outputs->store_valid && inputs->store_ready;
    step->to_table.access_valid = inputs->line_valid && free
        && (line->write ? stored : step->hit ? cache->config.table.pending_request_table && line->last : !inputs->load_waits);
    if (cache->config.table.pending_request_table) /* it takes and books in one cycle */
        rs_outstanding_table_offer(&cache->table, &step->to_table, &step->table);
}

bool rs_l1_cache_still(const rs_l1_cache *cache, bool request_ready)
{
    return !cache->held && !cache->wb_valid && !cache->books && rs_outstanding_table_still(&cache->table, request_ready);
}

void rs_l1_cache_offer(const rs_l1_cache *cache, const rs_l1_inputs *inputs, rs_l1_outputs *outputs)
{
    const rs_line_access *line = &inputs->line;
    const uint32_t words = words_of_a_sector(cache);
    const bool prt = cache->config.table.pending_request_table;
    const rs_l1_step *step = &outputs->step;

    memset(outputs, 0, sizeof *outputs);
    evaluate(cache, inputs, outputs);
    outputs->request_valid = step->table.request_valid;
    if (step->table.request_valid) {
        outputs->request.block = step->table.request.line * cache->config.table.sectors + step->table.request.sector;
        outputs->request.id = request_id(cache, &step->table.request);
        outputs->request.mask = step->table.request.mask;
    }
    outputs->reply_ready = step->table.fill_ready;
    outputs->table_empty = step->table.empty;
    outputs->empty = step->table.empty && !cache->held && !cache->wb_valid;
    outputs->hit = step->taken && !line->write && step->hit;
    outputs->store = step->taken && line->write;
    outputs->merged = !prt && step->table.merge;
    outputs->miss = step->table.allocate || (prt && step->table.merge);
    outputs->entry_full = step->table.entry_full;
    outputs->merge_full = step->table.merge_full;
    outputs->wb = cache->wb_valid ? &cache->wb : NULL;
    outputs->stored.block = line->line * cache->config.table.sectors + step->sector;
    if (!outputs->store_valid)
        return;
    rs_bits_copy(outputs->stored.bytes, 0, line->bytes, step->sector * 4 * words, 4 * words);
    for (uint32_t word = 0; word < words; word++)
        for (uint32_t byte = 0; byte < 4; byte++)
            outputs->stored.data[4 * word + byte] = (uint8_t)(line->data[step->sector * words + word] >> byte * 8);
}

/* The words of a reply of the table, or of a hit, into the register of the port. */
static void write_back(rs_l1_cache *cache, const rs_l1_step *step)
{
    const rs_table_config *table = &cache->config.table;
    const rs_table_reply *reply = &step->table.reply;
    const bool replies = step->table.reply_valid;
    const uint64_t mask = replies ? reply->mask : cache->hit.mask;
    const uint8_t *word = replies ? reply->word : cache->hit.word;
    const uint32_t *data = &cache->data[cache->held_way * table->line_words];
    const uint32_t wraps = replies && table->pending_request_table ? words_of_a_sector(cache) : table->line_words;

    cache->wb_valid = replies || cache->held;
    if (!cache->wb_valid)
        return;
    if (replies)
        data = table->pending_request_table ? cache->fill : &cache->fill[reply->id * table->line_words];
    cache->wb.warp = replies ? (uint32_t)(reply->tag >> 40) : cache->hit.warp;
    cache->wb.first_register = replies ? (uint32_t)(reply->tag >> 8) : cache->hit.first_register;
    cache->wb.element = replies ? (uint32_t)(reply->tag & 0xff) : cache->hit.element;
    cache->wb.level = !replies ? RS_SERVED_L1 : cache->again ? RS_SERVED_MERGED : RS_SERVED_BEYOND;
    cache->wb.mask = mask;
    for (uint32_t lane = 0; lane < table->lanes; lane++)
        cache->wb.data[lane] = mask >> lane & 1 ? data[word[lane] % wraps] : 0;
    if (replies)
        cache->again = !reply->last;
}

static void fill(rs_l1_cache *cache, const rs_l1_inputs *inputs)
{
    const uint32_t words = words_of_a_sector(cache), line_words = cache->config.table.line_words;
    uint32_t at;
    uint64_t owner;
    const rs_table_request fill = fill_of(cache, &inputs->reply, &at, &owner);
    const uint32_t from = fill.sector * words;
    uint32_t *kept = cache->config.table.pending_request_table ? cache->fill : &cache->fill[fill.id * line_words + from];

    memcpy(kept, inputs->reply_data, words * sizeof *kept);
    if (cache->config.cache && cache->way[at].owned && cache->way[at].owner == owner) {
        memcpy(&cache->data[at * line_words + from], inputs->reply_data, words * sizeof *kept);
        cache->way[at].filled |= UINT32_C(1) << fill.sector;
    }
}

/* The entry that was booked owns the way of its line. */
static void own(rs_l1_cache *cache, const rs_l1_step *step)
{
    const bool books = step->table.allocate || step->table.merge;
    rs_l1_way *way = &cache->way[cache->booked_way];

    if (!cache->config.table.pending_request_table) {
        if (books) {
            way->owned = true;
            way->owner = step->table.id;
            cache->place[step->table.id] = cache->booked_way;
        }
        return;
    }
    if (cache->books) {
        way->owned = true;
        way->owner = cache->books_owner;
    }
    cache->books = books;
    if (books) {
        if (step->table.allocate)
            cache->order = 0;
        cache->books_owner = (uint64_t)cache->order << 32 | step->table.id;
    }
}

static void travel(rs_l1_cache *cache, const rs_l1_inputs *inputs, const rs_l1_step *step)
{
    if (step->table.request_valid && inputs->request_ready
        && step->table.request.sector + 1 == cache->config.table.sectors && cache->travelling > 0) {
        cache->travel[0] = cache->travel[1];
        cache->travelling--;
    }
    if (cache->books && cache->travelling < 2)
        cache->travel[cache->travelling++] = travel_id(cache, cache->order++, step->at);
}

void rs_l1_cache_clock(rs_l1_cache *cache, const rs_l1_inputs *inputs)
{
    rs_l1_outputs outputs;

    evaluate(cache, inputs, &outputs);
    rs_l1_cache_advance(cache, inputs, &outputs);
}

void rs_l1_cache_advance(rs_l1_cache *cache, const rs_l1_inputs *inputs, const rs_l1_outputs *outputs)
{
    const rs_line_access *line = &inputs->line;
    const rs_l1_step *step = &outputs->step;
    rs_l1_way *way = &cache->way[step->at];

    if (step->room)
        write_back(cache, step);
    if (inputs->reply_valid && step->table.fill_ready)
        fill(cache, inputs);
    if (cache->config.cache) {
        own(cache, step);
        if (cache->config.table.pending_request_table)
            travel(cache, inputs, step);
        if (step->taken && !line->write) {
            if (!step->known) {
                way->present = true;
                way->owned = false;
                way->line = line->line;
                way->filled = 0;
            }
            touch(cache, step->at);
            if (!step->hit)
                cache->booked_way = step->at;
        } else if (step->taken && step->known) {
            way->present = way->owned = false;
        }
        if (!cache->held || step->held_moves) {
            cache->held = step->taken && !line->write && step->hit;
            cache->held_way = step->at;
            cache->hit = *line;
        }
    }
    if (step->taken) {
        cache->stored = 0;
        cache->begun = !line->last;
    } else if (step->moves) {
        cache->stored |= UINT32_C(1) << step->sector;
    }
    if (inputs->acquire_valid && outputs->acquire_ready)
        invalidate(cache);
    rs_outstanding_table_clock(&cache->table, &step->to_table);
}
