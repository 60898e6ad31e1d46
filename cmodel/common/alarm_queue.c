#include "common/alarm_queue.h"

#include <stdlib.h>

bool rs_alarm_queue_init(rs_alarm_queue *queue, uint32_t capacity)
{
    queue->count = 0;
    queue->alarms = NULL;
    if (capacity != 0) {
        queue->alarms = (rs_alarm *)malloc(capacity * sizeof *queue->alarms);
    }
    return capacity == 0 || queue->alarms != NULL;
}

void rs_alarm_queue_release(rs_alarm_queue *queue)
{
    free(queue->alarms);
    queue->alarms = NULL;
    queue->count = 0;
}

static bool before(rs_alarm a, rs_alarm b)
{
    return a.time < b.time || (a.time == b.time && a.number < b.number);
}

void rs_alarm_queue_add(rs_alarm_queue *queue, uint64_t time, uint32_t number)
{
    const rs_alarm added = {time, number};
    uint32_t at = queue->count++;
    while (at != 0 && before(added, queue->alarms[(at - 1) / 2])) {
        queue->alarms[at] = queue->alarms[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    queue->alarms[at] = added;
}

uint32_t rs_alarm_queue_take(rs_alarm_queue *queue)
{
    const uint32_t taken = queue->alarms[0].number;
    const rs_alarm last = queue->alarms[--queue->count];
    uint32_t at = 0;
    for (uint32_t child = 1; child < queue->count; child = 2 * at + 1) {
        if (child + 1 < queue->count && before(queue->alarms[child + 1], queue->alarms[child])) {
            child++;
        }
        if (!before(queue->alarms[child], last)) {
            break;
        }
        queue->alarms[at] = queue->alarms[child];
        at = child;
    }
    queue->alarms[at] = last;
    return taken;
}
