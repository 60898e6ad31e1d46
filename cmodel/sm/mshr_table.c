/* Twin of rtl/sm/rs_mshr_table.v: entries with a list of the chunks that wait for their line. */
#include <stdlib.h>
#include <string.h>

#include "outstanding_table.h"

typedef struct rs_mshr_entry {
    uint64_t line;
    uint32_t awaited; /* mask of sectors that are not back; 0 while it drains */
    uint32_t used;    /* slots */
    uint32_t chunks;
    bool open;        /* in the list of its line's bucket: what comes may merge */
    uint32_t next;    /* there */
} rs_mshr_entry;

typedef struct rs_mshr_step { /* what becomes of the access held, in this cycle */
    bool needs, hits, books, finishes;
    bool allocate, merge, merge_full, entry_full; /* as the outputs */
    uint32_t id, slots;
} rs_mshr_step;

typedef struct rs_mshr_table {
    bool held;              /* an access of which `access.mask` is still to be booked */
    /* Entries whose data is back: the next to drain, and the one that does: its next chunk to be answered, and chunks left. */
    bool closing, draining;
    uint32_t closing_id, drain_id, next, left;
    uint32_t busy;          /* entries */
    rs_mshr_step now;
    rs_table_config config;
    rs_mshr_entry *entry;
    uint32_t sets, buckets; /* a power of two, at least as many as entries */
    uint32_t *bucket;       /* of a line modulo buckets: its first open entry, or NOBODY */
    uint64_t *free;         /* a bit an entry */
    rs_table_access *chunk; /* of entry e from e * merges on; their lines are unused */
    rs_table_queue queue;
    rs_table_access access;
} rs_mshr_table;

#define NOBODY UINT32_MAX

static uint32_t *bucket_of(const rs_mshr_table *table, uint64_t line)
{
    return &table->bucket[(line ^ line >> 7) & (table->buckets - 1)];
}

static void open(rs_mshr_table *table, uint32_t id)
{
    uint32_t *bucket = bucket_of(table, table->entry[id].line);

    table->entry[id].open = true;
    table->entry[id].next = *bucket;
    *bucket = id;
}

/* Nothing merges into the entry any more: its data is back, or a store to its line came, or an acquire. */
static void shut(rs_mshr_table *table, uint32_t id)
{
    uint32_t *link = bucket_of(table, table->entry[id].line);

    if (!table->entry[id].open)
        return;
    while (*link != id)
        link = &table->entry[*link].next;
    *link = table->entry[id].next;
    table->entry[id].open = false;
}

static void shut_all(rs_mshr_table *table)
{
    for (uint32_t id = 0; id < table->config.entries; id++)
        table->entry[id].open = false;
    for (uint32_t at = 0; at < table->buckets; at++)
        table->bucket[at] = NOBODY;
}

/* The lowest free entry of a set, or NOBODY. */
static uint32_t lowest_free(const rs_mshr_table *table, uint32_t first)
{
    const uint32_t end = first + table->config.ways;

    for (uint32_t at = first; at < end; at = at - at % 64 + 64) {
        const uint64_t here = table->free[at / 64] >> at % 64;

        if (here != 0) {
            const uint32_t id = at + (uint32_t)__builtin_ctzll(here);

            return id < end ? id : NOBODY;
        }
    }
    return NOBODY;
}

static uint32_t slots_wanted(const rs_mshr_table *table)
{
    return table->config.access_slots ? table->access.mask != 0 : (uint32_t)__builtin_popcount(table->access.mask);
}

/* What becomes of the access held in the cycle that begins. */
static void decide(rs_mshr_table *table)
{
    const rs_table_config *config = &table->config;
    rs_mshr_step *now = &table->now;
    bool crowded = false, waits, free = false;
    uint32_t id;

    *now = (rs_mshr_step){0};
    now->finishes = true;
    if (!table->held)
        return;
    now->needs = table->access.mask != 0 && !table->access.write;
    for (id = *bucket_of(table, table->access.line); id != NOBODY; id = table->entry[id].next) {
        if (table->entry[id].line != table->access.line)
            continue;
        if (table->entry[id].used == config->merges)
            crowded = true;
        else if (!now->hits || id < now->id)
            now->id = id;
        now->hits = now->hits || table->entry[id].used < config->merges;
    }
    if (!now->hits) {
        id = lowest_free(table, table->sets == 1 ? 0 : (uint32_t)(table->access.line & (table->sets - 1)) * config->ways);
        free = id != NOBODY;
        now->id = free ? id : 0;
    }
    waits = config->merge_waits && crowded && !now->hits;
    now->books = now->needs && (now->hits || (free && !waits && table->queue.count < 2));
    now->allocate = now->books && !now->hits;
    now->merge = now->books && now->hits;
    now->merge_full = now->needs && !now->hits && crowded && (now->books || config->merge_waits);
    now->entry_full = now->needs && !now->hits && !waits && !free;
    now->slots = config->merges - (now->hits ? table->entry[now->id].used : 0);
    now->finishes = !now->needs || (now->books && slots_wanted(table) <= now->slots);
}

static void *create(const rs_table_config *config)
{
    const size_t chunks = sizeof(rs_table_access) * config->entries * config->merges;
    const size_t entries = config->entries * sizeof(rs_mshr_entry), words = (config->entries + 63) / 64;
    uint32_t buckets = 1;
    rs_mshr_table *table;

    while (buckets < config->entries)
        buckets *= 2;
    table = (rs_mshr_table *)calloc(1, sizeof(*table) + chunks + entries + words * sizeof(uint64_t) + buckets * sizeof(uint32_t));
    if (table != NULL) {
        table->config = *config;
        table->sets = config->entries / config->ways;
        table->buckets = buckets;
        table->entry = (rs_mshr_entry *)(table + 1);
        table->chunk = (rs_table_access *)(table->entry + config->entries);
        table->free = (uint64_t *)(table->chunk + config->entries * config->merges);
        table->bucket = (uint32_t *)(table->free + words);
    }
    return table;
}

static void reset(void *state)
{
    rs_mshr_table *table = (rs_mshr_table *)state;

    for (uint32_t id = 0; id < table->config.entries; id++) {
        table->entry[id].awaited = 0;
        table->free[id / 64] |= UINT64_C(1) << id % 64;
    }
    shut_all(table);
    table->busy = 0;
    table->held = table->closing = table->draining = false;
    table->queue.count = table->queue.sector = 0;
    decide(table);
}

static bool empty(const void *state)
{
    const rs_mshr_table *table = (const rs_mshr_table *)state;

    return !table->held && table->busy == 0;
}

/* Even without an access and a fill the clock edge changes something. */
static bool moves(const rs_mshr_table *table, bool request_ready)
{
    return (table->held && (table->now.books || table->now.finishes)) || table->closing || table->draining
           || (table->queue.count != 0 && request_ready);
}

/* The entry that drains is free with this cycle's reply. */
static bool drained(const rs_mshr_table *table, bool reply_ready)
{
    return table->draining && reply_ready && table->left == 1;
}

static void show_reply(const rs_mshr_table *table, rs_table_reply *reply)
{
    const rs_table_access *chunk = &table->chunk[table->next];

    reply->id = table->drain_id;
    reply->tag = chunk->tag;
    reply->mask = chunk->mask;
    memset(reply->word, 0, sizeof reply->word);
    for (uint32_t left = chunk->mask; left != 0; left &= left - 1)
        reply->word[__builtin_ctz(left)] = chunk->word[__builtin_ctz(left)];
    reply->last = table->left == 1;
}

static void look(const void *state, const rs_table_inputs *inputs, rs_table_outputs *outputs)
{
    const rs_mshr_table *table = (const rs_mshr_table *)state;
    const rs_mshr_step *now = &table->now;

    outputs->access_ready = !table->held || now->finishes;
    outputs->allocate = now->allocate;
    outputs->merge = now->merge;
    outputs->id = now->id;
    outputs->number = 0;
    outputs->merge_full = now->merge_full;
    outputs->entry_full = now->entry_full;
    outputs->request_valid = table->queue.count != 0;
    outputs->fill = drained(table, inputs->reply_ready);
    outputs->fill_ready = !table->closing || !table->draining || outputs->fill;
    outputs->reply_valid = table->draining;
    if (table->draining)
        show_reply(table, &outputs->reply);
    outputs->empty = empty(table);
    outputs->moves = moves(table, inputs->request_ready);
}

static void request(const void *state, rs_table_request *request)
{
    const rs_mshr_table *table = (const rs_mshr_table *)state;

    rs_table_queue_request(&table->queue, &table->config, false, request);
}

/* The lowest `slots` threads of the access held become a chunk of the entry. */
static void book(rs_mshr_table *table, const rs_mshr_step *now)
{
    rs_mshr_entry *entry = &table->entry[now->id];
    rs_table_access *chunk;
    uint32_t rest = table->access.mask;

    if (!now->hits) {
        table->busy++;
        table->free[now->id / 64] &= ~(UINT64_C(1) << now->id % 64);
        entry->line = table->access.line;
        entry->awaited = (UINT32_C(1) << table->config.sectors) - 1;
        entry->used = entry->chunks = 0;
        open(table, now->id);
    }
    chunk = &table->chunk[now->id * table->config.merges + entry->chunks++];
    *chunk = table->access;
    if (table->config.access_slots) {
        entry->used++;
        rest = 0;
    } else {
        for (uint32_t slots = now->slots; slots > 0 && rest != 0; slots--) {
            rest &= rest - 1;
            entry->used++;
        }
    }
    chunk->mask = table->access.mask & ~rest;
    table->access.mask = rest;
}

static void clock(void *state, const rs_table_inputs *inputs)
{
    rs_mshr_table *table = (rs_mshr_table *)state;
    const rs_mshr_step now = table->now;
    const bool frees = drained(table, inputs->reply_ready), taken = !table->held || now.finishes;
    const bool fills = !table->closing || !table->draining || frees, allocates = now.allocate;
    const bool held = table->held;
    bool final = false;

    if (!(taken && inputs->access_valid) && !(fills && inputs->fill_valid) && !inputs->acquire && !moves(table, inputs->request_ready))
        return;
    if (table->queue.count != 0 || allocates)
        rs_table_queue_clock(&table->queue, &table->config, inputs, now.id, 0, allocates ? &table->access : NULL);
    if (now.books)
        book(table, &now);
    if (table->held && table->access.write && now.hits)
        shut(table, now.id);
    if (taken) {
        table->held = inputs->access_valid;
        if (table->held)
            table->access = inputs->access;
    }

    if (fills && inputs->fill_valid) {
        rs_mshr_entry *entry = &table->entry[inputs->fill.id];

        entry->awaited &= ~(UINT32_C(1) << inputs->fill.sector);
        final = entry->awaited == 0;
        if (final)
            shut(table, inputs->fill.id);
    }
    if (frees) {
        table->free[table->drain_id / 64] |= UINT64_C(1) << table->drain_id % 64;
        table->busy--;
        table->draining = false;
    } else if (table->draining && inputs->reply_ready) {
        table->next++;
        table->left--;
    }
    if (!table->draining) {
        table->draining = table->closing;
        table->drain_id = table->closing_id;
        if (table->draining) {
            table->next = table->drain_id * table->config.merges;
            table->left = table->entry[table->drain_id].chunks;
        }
    }
    if (fills)
        table->closing = final;
    if (final) {
        table->closing_id = inputs->fill.id;
        __builtin_prefetch(&table->chunk[table->closing_id * table->config.merges]); /* for its answers, cycles later */
    }
    if (inputs->acquire)
        shut_all(table);
    if (held || table->held)
        decide(table);
}

const rs_table_kind rs_mshr_table_kind = {create, look, request, clock, reset, empty};
