/* Twin of rtl/sm/rs_pending_request_table.v: an entry per group, with the number of its requests that are not back. */
#include <stdlib.h>
#include <string.h>

#include "outstanding_table.h"

typedef struct rs_pending_request {
    uint64_t tag;
    uint32_t pending;
    uint8_t word[RS_TABLE_MAX_LANES];
    bool busy;
} rs_pending_request;

typedef struct rs_pending_request_table {
    rs_table_config config;
    rs_pending_request *entry;
    rs_table_queue queue;
    bool open; /* a group goes on, */
    uint32_t current, lines; /* entry and lines of it so far */
    bool held; /* a fill that is served */
    rs_table_request fill;
} rs_pending_request_table;

static uint32_t lowest_free(const rs_pending_request_table *table)
{
    uint32_t id = 0;

    while (id < table->config.entries && table->entry[id].busy)
        id++;
    return id;
}

static bool books_threads(const rs_table_access *access)
{
    return access->mask != 0 && !access->write;
}

static bool takes(const rs_pending_request_table *table, const rs_table_access *access)
{
    return !books_threads(access) || ((table->open || lowest_free(table) < table->config.entries) && table->queue.count < 2);
}

static bool serves(const rs_pending_request_table *table, bool reply_ready)
{
    return table->held && (reply_ready || table->fill.mask == 0);
}

static void *create(const rs_table_config *config)
{
    rs_pending_request_table *table =
        (rs_pending_request_table *)calloc(1, sizeof(*table) + config->entries * sizeof(rs_pending_request));

    if (table != NULL) {
        table->config = *config;
        table->entry = (rs_pending_request *)(table + 1);
    }
    return table;
}

static void reset(void *state)
{
    rs_pending_request_table *table = (rs_pending_request_table *)state;

    for (uint32_t id = 0; id < table->config.entries; id++)
        table->entry[id].busy = false;
    table->open = table->held = false;
    table->queue.count = table->queue.sector = 0;
}

static bool empty(const void *state)
{
    const rs_pending_request_table *table = (const rs_pending_request_table *)state;
    uint32_t id = 0;

    while (id < table->config.entries && !table->entry[id].busy)
        id++;
    return id == table->config.entries;
}

static void request(const void *state, rs_table_request *request)
{
    const rs_pending_request_table *table = (const rs_pending_request_table *)state;

    rs_table_queue_request(&table->queue, &table->config, true, request);
}

static void look(const void *state, const rs_table_inputs *inputs, rs_table_outputs *outputs)
{
    const rs_pending_request_table *table = (const rs_pending_request_table *)state;
    bool any = books_threads(&inputs->access), books;

    memset(outputs, 0, sizeof(*outputs));
    outputs->access_ready = takes(table, &inputs->access);
    books = inputs->access_valid && outputs->access_ready && any;
    outputs->allocate = books && !table->open;
    outputs->merge = books && table->open;
    outputs->id = table->open ? table->current : lowest_free(table);
    outputs->number = table->open ? table->lines : 0;
    outputs->entry_full = inputs->access_valid && any && !table->open && lowest_free(table) == table->config.entries;
    outputs->request_valid = table->queue.count != 0;
    outputs->fill = serves(table, inputs->reply_ready);
    outputs->fill_ready = !table->held || outputs->fill;
    outputs->reply_valid = table->held && table->fill.mask != 0;
    if (outputs->reply_valid) {
        const rs_pending_request *entry = &table->entry[table->fill.id];

        outputs->reply.id = table->fill.id;
        outputs->reply.tag = entry->tag;
        outputs->reply.mask = table->fill.mask;
        for (uint32_t lane = 0; lane < table->config.lanes; lane++)
            outputs->reply.word[lane] = table->fill.mask >> lane & 1 ? entry->word[lane] : 0;
        outputs->reply.last = true;
    }
    outputs->empty = empty(table);
    outputs->moves = table->held || (table->queue.count != 0 && inputs->request_ready);
}

static void release(rs_pending_request_table *table, uint32_t id)
{
    if (table->entry[id].pending == 0 && !(table->open && table->current == id))
        table->entry[id].busy = false;
}

static void clock(void *state, const rs_table_inputs *inputs)
{
    rs_pending_request_table *table = (rs_pending_request_table *)state;
    const rs_table_access *access = &inputs->access;
    bool moves = inputs->access_valid && takes(table, access), books = moves && books_threads(access);
    bool served = serves(table, inputs->reply_ready), was_open = table->open;
    uint32_t id = table->open ? table->current : lowest_free(table), filled = table->fill.id;

    rs_table_queue_clock(&table->queue, &table->config, inputs, id, table->open ? table->lines : 0, books ? access : NULL);
    if (books) {
        rs_pending_request *entry = &table->entry[id];

        if (!table->open) {
            entry->busy = true;
            entry->tag = access->tag;
            entry->pending = 0;
            table->lines = 0;
        }
        table->lines++;
        entry->pending += table->config.sectors;
        for (uint32_t lane = 0; lane < table->config.lanes; lane++)
            if (access->mask >> lane & 1)
                entry->word[lane] = access->word[lane];
        table->open = true;
        table->current = id;
    }
    if (moves && access->last && !access->write)
        table->open = false;
    if (served)
        table->entry[filled].pending--;
    if (!table->held || served) {
        table->held = inputs->fill_valid;
        table->fill = inputs->fill;
    }
    if (served)
        release(table, filled);
    if (was_open)
        release(table, table->current);
}

const rs_table_kind rs_pending_request_table_kind = {create, look, request, clock, reset, empty};
