#include "port/partial_write.h"

#include <string.h>

bool rs_partial_write_init(rs_partial_write *all, uint32_t line_bytes, uint32_t tag_bits, uint32_t merges)
{
    memset(all, 0, sizeof *all);
    all->line_bytes = line_bytes;
    all->tags = UINT32_C(1) << tag_bits;
    all->merges = merges;
    return line_bytes >= 2 && line_bytes <= RS_PARTIAL_BYTES_MAX && tag_bits >= 1 && all->tags <= RS_PARTIAL_TAGS_MAX && merges >= 1
        && merges <= RS_PARTIAL_MERGES_MAX;
}

static bool is_partial(const rs_partial_write *all, const rs_partial_request *request)
{
    return request->write && memchr(request->strobe, false, all->line_bytes) != NULL;
}

/* The request must wait for a line that is being made whole, or for a place. */
static bool waits(const rs_partial_write *all, const rs_partial_request *request)
{
    for (uint64_t n = all->ended; n < all->begun; n++)
        if (all->merge[n % all->merges].line == request->line)
            return true;
    return is_partial(all, request) && all->begun - all->ended == all->merges;
}

static void show_merged(const rs_partial_write *all, rs_partial_shown *shown)
{
    const rs_partial_merge *oldest = &all->merge[all->ended % all->merges];

    shown->valid = shown->write = shown->merged = true;
    shown->line = oldest->line;
    memcpy(shown->data, oldest->data, all->line_bytes);
}

static void show_request(const rs_partial_write *all, const rs_partial_request *request, rs_partial_shown *shown)
{
    shown->valid = true;
    shown->line = request->line;
    shown->for_write = is_partial(all, request);
    shown->write = request->write && !shown->for_write;
    shown->id = shown->for_write ? (uint32_t)(all->begun % all->merges) : shown->write ? 0 : request->id;
    if (shown->write)
        memcpy(shown->data, request->data, all->line_bytes);
}

void rs_partial_write_offer(const rs_partial_write *all, const rs_partial_request *request, rs_partial_shown *shown)
{
    const rs_partial_merge *oldest = &all->merge[all->ended % all->merges];
    const bool back = all->ended < all->begun && oldest->read;

    memset(shown, 0, sizeof *shown);
    shown->gives_up = back && oldest->error;
    shown->given_up = oldest->tag;
    if (all->refused ? all->refused_merged : back && !oldest->error)
        show_merged(all, shown);
    else if (request != NULL && !waits(all, request))
        show_request(all, request, shown);
}

/* The line that was read takes the place of all bytes that are not written. */
static void take_line(rs_partial_write *all, const rs_partial_reply *reply)
{
    rs_partial_merge *merge = &all->merge[reply->id];

    for (uint32_t i = 0; i < all->line_bytes; i++)
        if (!merge->strobe[i])
            merge->data[i] = reply->data[i];
    merge->read = true;
    merge->error = reply->error;
}

static void begin(rs_partial_write *all, const rs_partial_request *request)
{
    rs_partial_merge *merge = &all->merge[all->begun++ % all->merges];

    merge->line = request->line;
    merge->tag = (uint32_t)(all->came % all->tags);
    merge->read = false;
    memcpy(merge->strobe, request->strobe, all->line_bytes * sizeof merge->strobe[0]);
    memcpy(merge->data, request->data, all->line_bytes);
}

void rs_partial_write_clock(rs_partial_write *all, const rs_partial_request *request, const rs_partial_shown *shown, bool ready,
                            const rs_partial_reply *reply, bool accept)
{
    const bool leaves = shown->valid && ready;

    all->refused = shown->valid && !ready;
    all->refused_merged = shown->merged;
    if (leaves && shown->write)
        all->tag[all->sent++ % all->tags] = shown->merged ? shown->given_up : (uint32_t)(all->came % all->tags);
    if (leaves && shown->for_write)
        begin(all, request);
    if (leaves && !shown->merged && request->write)
        all->came++;
    all->accepted += accept;
    all->ended += shown->gives_up || (leaves && shown->merged);
    if (reply != NULL && reply->for_write)
        take_line(all, reply);
}
