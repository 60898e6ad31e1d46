#include "outstanding_table.h"

#include <stdlib.h>

#include "common/bits.h"

bool rs_outstanding_table_init(rs_outstanding_table *table, const rs_table_config *config)
{
    bool legal = config->lanes >= 1 && config->lanes <= RS_TABLE_MAX_LANES && config->entries >= 1
                 && rs_power_of_two(config->line_words) && config->line_words >= 2 && config->line_words <= 256
                 && rs_power_of_two(config->sectors) && config->sectors * 2 <= config->line_words;

    if (!config->pending_request_table)
        legal = legal && config->merges >= 1 && config->ways >= 1 && config->ways <= config->entries
                && (config->ways == config->entries
                    || (rs_power_of_two(config->ways) && rs_power_of_two(config->entries)));
    table->kind = config->pending_request_table ? &rs_pending_request_table_kind : &rs_mshr_table_kind;
    table->state = legal ? table->kind->create(config) : NULL;
    if (table->state != NULL)
        table->kind->reset(table->state);
    return table->state != NULL;
}

void rs_outstanding_table_destroy(rs_outstanding_table *table)
{
    free(table->state);
    table->state = NULL;
}

void rs_table_queue_request(const rs_table_queue *queue, const rs_table_config *config, bool split, rs_table_request *request)
{
    request->id = queue->line[0].id;
    request->line = queue->line[0].access.line;
    request->sector = queue->sector;
    request->number = queue->line[0].number;
    request->warp = queue->line[0].access.warp;
    request->mask = 0;
    for (uint32_t lane = 0; split && lane < config->lanes; lane++)
        if (queue->line[0].access.word[lane] / (config->line_words / config->sectors) == queue->sector)
            request->mask |= queue->line[0].access.mask & UINT32_C(1) << lane;
}

void rs_table_queue_clock(rs_table_queue *queue, const rs_table_config *config, const rs_table_inputs *inputs, uint32_t id,
                          uint32_t number, const rs_table_access *access)
{
    if (queue->count > 0 && inputs->request_ready && ++queue->sector == config->sectors) {
        queue->sector = 0;
        queue->line[0] = queue->line[1];
        queue->count--;
    }
    if (access != NULL) {
        queue->line[queue->count].access = *access;
        queue->line[queue->count].id = id;
        queue->line[queue->count].number = number;
        queue->count++;
    }
}
