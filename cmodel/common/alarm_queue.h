/* Alarms: numbers to be given back in the order of their times. A binary heap in an array of fixed size. */
#ifndef RS_ALARM_QUEUE_H
#define RS_ALARM_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rs_alarm {
    uint64_t time;
    uint32_t number;
} rs_alarm;

typedef struct rs_alarm_queue {
    rs_alarm *alarms; /* alarm k is not later than 2k + 1 and 2k + 2 */
    uint32_t count;
} rs_alarm_queue;

/* False: no memory for `capacity` alarms. Leaves the queue empty. */
bool rs_alarm_queue_init(rs_alarm_queue *queue, uint32_t capacity);
void rs_alarm_queue_release(rs_alarm_queue *queue);
/* At most as many alarms as the capacity at a time. */
void rs_alarm_queue_add(rs_alarm_queue *queue, uint64_t time, uint32_t number);
/* The number of the earliest alarm, among equal times the lowest number; it leaves. Only with an alarm. */
uint32_t rs_alarm_queue_take(rs_alarm_queue *queue);

/* Time of the earliest alarm, UINT64_MAX: none. */
static inline uint64_t rs_alarm_queue_next(const rs_alarm_queue *queue)
{
    return queue->count == 0 ? UINT64_MAX : queue->alarms[0].time;
}

#ifdef __cplusplus
}
#endif
#endif
