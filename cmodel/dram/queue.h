/* Request queues of a DRAM controller, one per scheduler, behind one table of functions (THESIS 1.3.2, 4.5, 6.1.2).
 * Twins of rtl/dram/rs_queue_{fifo,banked,lookahead,frfcfs,bliss}.v and rs_age_cap.v.
 *
 * Per bank at most one candidate: the request that may cause the bank's next command.
 *   FIFO          only the oldest request of all is a candidate
 *   BFIFO         the oldest row hit among the oldest `window` requests of the bank, without one its oldest request;
 *                 BANK_PLACES or QUEUE / banks places a bank, QUEUE in all; window = LOOKAHEAD, at most those places
 *   FR-FCFS       the oldest row hit of the bank, without one its oldest request
 *   MOST-PENDING  the oldest row hit of the bank, without one the oldest request to the row with most requests
 *                 (of several such rows, to that with the oldest request)
 *   BLISS         as FR-FCFS among the bank's requests of SMs that are not on the blacklist (bliss.h), without one among the others
 *   PAR-BS        of the bank's marked requests, without one of the others, a row hit, of those one of the SM that comes first, of
 *                 those the oldest; in the model only (batch.h)
 *   WG            of the bank's requests of the chosen warp-group, without one of the others, a row hit, of those one of the group that comes
 *                 first, of those the oldest; but until a row has served WG_HITS requests, its hits go first. In the model only (warp_groups.h)
 * BLISS, PAR-BS and WG are `ranked` queues: requests that are `behind` come after all others, in their bank and, by `preferred`, when a
 * command is chosen; among requests that are alike the one with the lower `key` goes first. From its first to its last column command (`midway`) a request stays its bank's candidate and is preferred.
 * AGE_CAP n: after n requests of a bank have passed its oldest one, the bank's candidate is its oldest request until it
 * has left; after n * banks have passed the oldest request of all, that is the only candidate until it has left.
 * Age is the order of acceptance, kept as a stamp. Candidates change with push, pop and rs_queue_closed(), row hits also with
 * rs_queue_opened(). */
#ifndef RS_QUEUE_H
#define RS_QUEUE_H

#include "dram/bank_timing.h"
#include "dram/bliss.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_QUEUE_MAX = 64 };

typedef struct rs_queued {
    uint64_t stamp;
    uint64_t key;  /* of two requests that are alike the lower goes first: the stamp, perhaps with something above it */
    uint32_t row, column;
    uint16_t tag;
    uint16_t warp; /* 1 + the warp that asks, 0: not known */
    uint8_t bank, sm, slot; /* slot: where a write's data is kept */
    bool write;
    bool behind; /* ranked queues: comes after all that are not */
} rs_queued;

typedef struct rs_queue rs_queue;

typedef struct rs_queue_kind {
    /* Position in the bank's list of its candidate, when the requests before `from` are no row hits. */
    uint32_t (*choose)(const rs_queue *queue, uint32_t bank, uint32_t from);
    /* Position of the candidate now that a request was added at the end and the old candidate is no row hit. */
    uint32_t (*choose_after_push)(const rs_queue *queue, uint32_t bank);
    /* Ranks the requests by what is in the queue, anew when the last that is not behind has left; NULL: no such order. */
    void (*form)(rs_queue *queue);
    bool one_list;         /* all banks in one list */
    bool ranked;           /* not all requests are alike: what leaves or the time may change any bank's candidate */
} rs_queue_kind;

/* What most commands look at comes first, to share cache lines. */
struct rs_queue {
    const rs_queue_kind *kind;
    const rs_bank_timing *timing;           /* for the open rows */
    uint32_t capacity, banks, window, age_cap, count;
    uint32_t write_count;                   /* writes among these */
    uint32_t bank_places;                   /* of each bank; FIFO, whose list is all banks', and queues without: capacity */
    uint32_t candidates;                    /* mask of banks with a candidate */
    uint32_t occupied;                      /* mask of banks with a candidate if nothing were urgent */
    uint32_t forced;                        /* mask of banks whose candidate is their oldest request, hit or not */
    uint32_t hits, writes;                  /* masks of banks whose candidate is a row hit, is a write */
    uint32_t preferred;                     /* ... is not behind; all if the queue is not ranked */
    uint32_t midway;                        /* ranked queues: the bank of a request between its column commands, or 0 */
    uint64_t stamp, free_places;
    uint64_t changes_at;                    /* the first cycle in which rs_queue_change() is due; UINT64_MAX: never */
    uint8_t first[RS_MAX_BANKS], length[RS_MAX_BANKS]; /* of the lists in `order` */
    uint8_t position[RS_MAX_BANKS];         /* of the candidate in its list */
    bool urgent;                            /* only the oldest request of all is a candidate */
    bool grouped;                           /* WG */
    const rs_queued *candidate[RS_MAX_BANKS];
    rs_queued places[RS_QUEUE_MAX];
    uint8_t order[RS_MAX_BANKS][RS_QUEUE_MAX]; /* per bank (FIFO: in [0]): places, oldest first, from `first` on */
    uint32_t passed[RS_MAX_BANKS];          /* AGE_CAP: requests that have passed the bank's oldest */
    uint32_t passed_all;                    /* ... the oldest of all */
    rs_bliss bliss;
    uint32_t marks;                         /* PAR-BS: most requests of an SM and bank in a batch */
    uint32_t marked;                        /* PAR-BS, WG: requests of the batch, of the chosen group that are still here */
    uint32_t row_hits;                      /* WG_HITS */
    uint32_t chosen_sm, chosen_warp;        /* WG: the chosen group's; warp 0: it has one request, of no known warp */
    uint32_t served[RS_MAX_BANKS];          /* WG: requests that have left since the bank's row was opened */
};

/* A request of a list, 0 the oldest. */
static inline rs_queued *rs_queue_at(rs_queue *queue, uint32_t list, uint32_t position)
{
    return &queue->places[queue->order[list][(queue->first[list] + position) % RS_QUEUE_MAX]];
}

void rs_queue_init(rs_queue *queue, const rs_config *config, const rs_bank_timing *timing);
/* Would there be room for one more of this bank after `coming` requests of it, which are among `all` of any bank? */
static inline bool rs_queue_room_behind(const rs_queue *queue, uint32_t bank, uint32_t coming, uint32_t all)
{
    return queue->count + all < queue->capacity && queue->length[bank] + coming < queue->bank_places;
}
static inline bool rs_queue_room(const rs_queue *queue, uint32_t bank)
{
    return rs_queue_room_behind(queue, bank, 0, 0);
}
/* A free place, which is from now on that of the next request: the owner writes the request there, perhaps over some cycles. */
static inline rs_queued *rs_queue_place(rs_queue *queue)
{
    rs_queued *place = &queue->places[__builtin_ctzll(queue->free_places)];

    queue->free_places &= queue->free_places - 1;
    return place;
}
/* The request at that place comes into the queue. The stamp, the key and what is behind are set here. False: no bank has another candidate. */
bool rs_queue_enter(rs_queue *queue, rs_queued *request);
/* Both at once. */
static inline bool rs_queue_push(rs_queue *queue, const rs_queued *request)
{
    rs_queued *place = rs_queue_place(queue);

    *place = *request;
    return rs_queue_enter(queue, place);
}
/* The bank's candidate, a row hit, leaves. */
void rs_queue_pop(rs_queue *queue, uint32_t bank);
/* Will a candidate stay until it has left, whatever leaves before? Not if the next to leave may make the oldest of all urgent. */
static inline bool rs_queue_calm(const rs_queue *queue)
{
    return queue->age_cap == 0 || queue->passed_all + 1 < queue->age_cap * queue->banks;
}
/* The row of the bank's candidate was opened. */
static inline void rs_queue_opened(rs_queue *queue, uint32_t bank)
{
    queue->hits |= 1U << bank;
    if (queue->grouped)
        queue->served[bank] = 0;
}
/* The bank's candidate has its first column command of several. */
static inline void rs_queue_begun(rs_queue *queue, uint32_t bank)
{
    queue->midway = 1U << bank;
    queue->preferred |= 1U << bank;
}
/* What the queue does in cycle changes_at, at its beginning. */
void rs_queue_change(rs_queue *queue, uint64_t now);
/* Must a request wait in front of the queue, because it might overtake one to its address or be overtaken? */
bool rs_queue_clash(const rs_queue *queue, const rs_queued *request);
/* The bank was closed for refresh, in spite of row hits that may wait. */
void rs_queue_closed(rs_queue *queue, uint32_t bank);

#ifdef __cplusplus
}
#endif
#endif
