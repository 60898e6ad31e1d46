#include "slice/memory_slice.h"

#include <stdlib.h>
#include <string.h>

enum { ATOMIC_WORDS = RS_LINE_WORDS };
/* Operations of an atomic, as enum rs_atomic of sm/warp_record.h numbers them. */
enum { ADD, MINIMUM, MAXIMUM, EXCHANGE, COMPARE_SWAP, AND, OR, XOR };

#define NOTHING UINT64_MAX /* no line's number */

/* The set of a line: the bits of its number that do not number the channel, folded. */
static void number_sets(rs_memory_slice *slice)
{
    const rs_config *config = slice->config;
    uint32_t place = 0, before = 0, set_bits = 0; /* before: the bit of the line's number that was folded last */

    while (UINT32_C(1) << set_bits < config->l2_sets)
        set_bits++;
    for (uint32_t bit = 1; set_bits > 0 && bit < slice->line_bits; bit++)
        if ((config->map.channel_mask >> (bit + RS_LINE_SHIFT) & 1) == 0) {
            if (place % set_bits == 0 || bit != before + 1)
                slice->run[slice->runs++] = (rs_l2_run){(uint8_t)bit, (uint8_t)(place % set_bits), 0};
            slice->run[slice->runs - 1].ones = slice->run[slice->runs - 1].ones << 1 | 1;
            before = bit;
            place++;
        }
}

bool rs_memory_slice_create(rs_memory_slice *slice, const rs_config *config)
{
    memset(slice, 0, sizeof *slice);
    slice->config = config;
    slice->line_bits = config->map.address_bits - RS_LINE_SHIFT;
    while (UINT32_C(1) << slice->sm_bits < config->sms || slice->sm_bits == 0)
        slice->sm_bits++;
    slice->lines = (rs_l2_line *)calloc((size_t)config->l2_sets * config->l2_ways, sizeof *slice->lines);
    slice->order = (uint8_t *)calloc((size_t)config->l2_sets, config->l2_ways);
    slice->tags = (uint64_t *)calloc((size_t)config->l2_sets * config->l2_ways, sizeof *slice->tags);
    number_sets(slice);
    if (slice->lines == NULL || slice->order == NULL || slice->tags == NULL) {
        rs_memory_slice_destroy(slice);
        return false;
    }
    rs_memory_slice_reset(slice);
    return true;
}

void rs_memory_slice_destroy(rs_memory_slice *slice)
{
    free(slice->lines);
    free(slice->order);
    free(slice->tags);
    slice->lines = NULL;
    slice->order = NULL;
    slice->tags = NULL;
}

void rs_memory_slice_reset(rs_memory_slice *slice)
{
    const rs_config *config = slice->config;

    for (uint32_t i = 0; i < config->l2_sets * config->l2_ways; i++) {
        slice->lines[i].valid = false;
        slice->tags[i] = NOTHING;
        slice->order[i] = (uint8_t)(i % config->l2_ways);
    }
    slice->now = 0;
    slice->queue_first = slice->queue_count = slice->flits = 0;
    slice->at_work = false;
    memset(slice->miss, 0, sizeof slice->miss);
    slice->misses = 0;
    slice->free_waiters = config->l2_waiters;
    for (uint32_t i = 0; i < config->l2_waiters; i++)
        slice->free_waiter[i] = i;
    slice->mode = RS_SLICE_LOOK;
    slice->fill_flits = 0;
    slice->replies.first = slice->replies.count = slice->replies.sent = 0;
    slice->dram.first = slice->dram.count = slice->dram.sent = 0;
    slice->dram_reserved = 0;
    memset(&slice->accept, 0, sizeof slice->accept);
}

/* ---- packets out ------------------------------------------------------------------------------------------------ */

static rs_l2_packet *append(rs_l2_ring *ring, uint64_t header, uint64_t from)
{
    rs_l2_packet *packet = &ring->place[(ring->first + ring->count++) % RS_L2_QUEUE_MAX];

    packet->header = header;
    packet->from = from;
    return packet;
}

/* data_flits: of a packet with data, the last two of which have it. */
static bool offer(const rs_l2_ring *ring, uint64_t now, uint32_t data_flits, bool lone_head, rs_flit *flit)
{
    const rs_l2_packet *packet = &ring->place[ring->first];

    if (ring->count == 0 || packet->from > now)
        return false;
    memset(flit, 0, sizeof *flit);
    flit->head = ring->sent == 0;
    flit->tail = ring->sent + 1 == data_flits || (lone_head && !packet->write);
    if (flit->head) {
        flit->header = packet->header;
        if (packet->write)
            flit->mask = packet->mask;
    }
    if (ring->sent + 2 >= data_flits && (packet->write || !lone_head))
        memcpy(flit->data, packet->data + (ring->sent + 2 - data_flits) * RS_FLIT_WORDS, sizeof flit->data);
    return true;
}

static void take_flit(rs_l2_ring *ring, uint32_t data_flits, bool lone_head)
{
    if (++ring->sent == data_flits || (lone_head && !ring->place[ring->first].write)) {
        ring->sent = 0;
        ring->first = (ring->first + 1) % RS_L2_QUEUE_MAX;
        ring->count--;
    }
}

bool rs_memory_slice_reply(const rs_memory_slice *slice, rs_flit *flit)
{
    return offer(&slice->replies, slice->now, rs_data_packet_flits(slice->config), false, flit);
}

bool rs_memory_slice_dram(const rs_memory_slice *slice, rs_flit *flit)
{
    return offer(&slice->dram, slice->now, rs_data_packet_flits(slice->config), true, flit);
}

static void answer(rs_memory_slice *slice, const rs_l2_request *request, const rs_l2_sector *sector, bool memory)
{
    const uint32_t tag_bits = slice->config->tag_bits;
    rs_l2_packet *reply = append(&slice->replies, request->tag | (uint64_t)request->sm << tag_bits |
                                 (uint64_t)memory << (tag_bits + slice->sm_bits), slice->now + 1 + slice->config->header_wires);

    reply->write = false;
    memcpy(reply->data, sector->data, sizeof reply->data);
}

/* Write back waits a cycle for the bytes of what it sends, and so for all. */
static rs_l2_packet *to_dram(rs_memory_slice *slice, uint64_t line, bool write, uint32_t tag)
{
    const uint64_t header = line | (uint64_t)write << slice->line_bits | (uint64_t)tag << (slice->line_bits + 1);
    rs_l2_packet *packet = append(&slice->dram, header, slice->now + (slice->config->l2_write != 0 ? 1 : 2));

    packet->write = write;
    return packet;
}

static void write_to_dram(rs_memory_slice *slice, uint64_t line, uint64_t mask, const uint32_t *data)
{
    rs_l2_packet *packet = to_dram(slice, line, true, 0);

    packet->mask = mask;
    memcpy(packet->data, data, sizeof packet->data);
}

static uint32_t dram_places(const rs_memory_slice *slice)
{
    return slice->config->l2_dram - slice->dram.count - slice->dram_reserved;
}

/* ---- bytes and words -------------------------------------------------------------------------------------------- */

/* Bytes of `from` whose bit is set in mask. */
static void copy_bytes(uint32_t *to, const uint32_t *from, uint64_t mask)
{
    for (uint32_t w = 0; w < RS_LINE_WORDS; w++) {
        const uint32_t bits = ((uint32_t)(mask >> 4 * w & 15) * UINT32_C(0x00204081) & UINT32_C(0x01010101)) * 255;

        to[w] = (to[w] & ~bits) | (from[w] & bits);
    }
}

static uint32_t result(uint32_t operation, uint32_t there, uint32_t operand, uint32_t compare)
{
    switch (operation) {
    case ADD: return there + operand;
    case MINIMUM: return (int32_t)operand < (int32_t)there ? operand : there;
    case MAXIMUM: return (int32_t)operand > (int32_t)there ? operand : there;
    case EXCHANGE: return operand;
    case COMPARE_SWAP: return there == compare ? operand : there;
    case AND: return there & operand;
    case OR: return there | operand;
    default: return there ^ operand;
    }
}

/* The words of an atomic in one go; its cycles follow. */
static void operate(rs_memory_slice *slice, const rs_l2_request *request, rs_l2_sector *sector, bool of_waiter)
{
    const uint32_t words = request->mask & ((UINT32_C(1) << ATOMIC_WORDS) - 1), operation = request->mask >> ATOMIC_WORDS & 7;
    uint32_t cycles = 0;

    slice->atomic_mask = 0;
    for (uint32_t w = 0; w < ATOMIC_WORDS; w++)
        if (words >> w & 1) {
            sector->data[w] = result(operation, sector->data[w], request->data[w], request->data[w ^ ATOMIC_WORDS / 2]);
            slice->atomic_mask |= UINT64_C(15) << 4 * w;
            cycles++;
        }
    sector->written |= slice->atomic_mask;
    sector->some = true;
    slice->mode = RS_SLICE_ATOMIC;
    slice->of_waiter = of_waiter;
    slice->atomic_line = request->line;
    slice->atomic_sector = sector;
    slice->atomic_end = slice->now + (cycles > 0 ? cycles : 1) + (slice->config->l2_write != 0 ? 2 : 0);
}

/* ---- look-up ---------------------------------------------------------------------------------------------------- */

static uint32_t set_of(const rs_memory_slice *slice, uint64_t line)
{
    uint32_t set = 0;

    for (uint32_t k = 0; k < slice->runs; k++)
        set ^= ((uint32_t)(line >> slice->run[k].from) & slice->run[k].ones) << slice->run[k].to;
    return set;
}

static rs_l2_line *find_line(const rs_memory_slice *slice, uint32_t set, uint64_t number, uint32_t *way)
{
    const uint32_t ways = slice->config->l2_ways;
    const uint64_t *tags = &slice->tags[set * ways];

    for (uint32_t w = 0; w < ways; w++)
        if (tags[w] == number) {
            *way = w;
            return &slice->lines[set * ways + w];
        }
    return NULL;
}

/* The request goes to the look-up. Its line is found now and fetched into the host's cache: no other request changes which lines are
 * here before this one has been served. */
static void begin_work(rs_memory_slice *slice, const rs_l2_request *request)
{
    slice->at_work = true;
    slice->found = find_line(slice, request->set, request->line / RS_L2_SECTORS, &slice->found_way);
    if (slice->found != NULL) {
        const rs_l2_sector *sector = &slice->found->sector[request->line % RS_L2_SECTORS];

        __builtin_prefetch(sector);
        __builtin_prefetch(&sector->data[RS_LINE_WORDS - 1]);
    }
}

const rs_l2_sector *rs_memory_slice_find(const rs_memory_slice *slice, uint64_t line)
{
    uint32_t way;
    const rs_l2_line *found = find_line(slice, set_of(slice, line), line / RS_L2_SECTORS, &way);

    return found == NULL ? NULL : &found->sector[line % RS_L2_SECTORS];
}

void rs_memory_slice_cached(const rs_memory_slice *slice, uint64_t line, uint32_t data[RS_LINE_WORDS])
{
    const rs_l2_sector *sector = rs_memory_slice_find(slice, line);

    if (sector != NULL && (sector->whole || sector->some))
        copy_bytes(data, sector->data, sector->whole ? UINT64_MAX : sector->written);
}

static rs_l2_line *find_victim(const rs_memory_slice *slice, uint32_t set, uint32_t *way)
{
    const uint32_t ways = slice->config->l2_ways;

    for (uint32_t k = ways; k-- > 0;) {
        *way = slice->order[set * ways + k];
        rs_l2_line *line = &slice->lines[set * ways + *way];
        if (!line->valid || (!line->sector[0].pending && !line->sector[1].pending))
            return line;
    }
    return NULL;
}

static void move_to_front(rs_memory_slice *slice, uint32_t set, uint32_t way)
{
    uint8_t *order = slice->order + set * slice->config->l2_ways;
    uint32_t k = 0;

    while (order[k] != way)
        k++;
    memmove(order + 1, order, k);
    order[0] = (uint8_t)way;
}

/* Its lowest sector that main memory has not leaves. */
static void evict(rs_memory_slice *slice, rs_l2_line *victim)
{
    const uint32_t s = victim->sector[0].some ? 0 : 1;
    rs_l2_sector *sector = &victim->sector[s];

    write_to_dram(slice, victim->number * RS_L2_SECTORS + s, sector->written, sector->data);
    sector->some = false;
}

static void wait_for(rs_memory_slice *slice, rs_l2_miss *miss, const rs_l2_request *request, bool first)
{
    const uint32_t number = slice->free_waiter[--slice->free_waiters];

    slice->waiter[number] = *request;
    if (first)
        miss->first = number;
    else
        slice->waiter[miss->last].next = number;
    miss->last = number;
    if (request->kind == RS_REQUEST_ATOMIC && slice->config->l2_write != 0)
        slice->dram_reserved++;
}

static void store(rs_memory_slice *slice, const rs_l2_request *request, rs_l2_sector *sector)
{
    if (!sector->whole && !sector->some)
        sector->written = 0;
    copy_bytes(sector->data, request->data, request->mask);
    sector->written |= request->mask;
    sector->some = true;
    sector->whole = sector->whole || request->mask == UINT64_MAX;
    if (slice->config->l2_write != 0)
        write_to_dram(slice, request->line, request->mask, request->data);
}

static rs_l2_miss *miss_of(rs_memory_slice *slice, uint64_t line)
{
    rs_l2_miss *miss = slice->miss;

    while (!miss->used || miss->line != line)
        miss++;
    return miss;
}

static rs_l2_miss *begin_miss(rs_memory_slice *slice, uint64_t line, rs_l2_sector *sector)
{
    uint32_t number = 0;

    while (slice->miss[number].used)
        number++;
    rs_l2_miss *miss = &slice->miss[number];
    miss->used = true;
    miss->line = line;
    miss->sector = sector;
    slice->misses++;
    sector->pending = true;
    (void)to_dram(slice, line, false, number);
    return miss;
}

/* The sector in the cache of the request at the look-up, its line taking the victim's place if need be. NULL: that cannot be in this
 * cycle. */
static rs_l2_sector *place_for(rs_memory_slice *slice, uint64_t line, uint32_t set, bool may_evict)
{
    uint32_t way = slice->found_way;
    rs_l2_line *place = slice->found;

    if (place == NULL) {
        place = find_victim(slice, set, &way);
        if (place == NULL)
            return NULL;
        if (slice->config->l2_write == 0 && place->valid && (place->sector[0].some || place->sector[1].some)) {
            if (may_evict && dram_places(slice) > 0)
                evict(slice, place);
            return NULL;
        }
        memset(place, 0, sizeof *place);
        place->valid = true;
        place->number = line / RS_L2_SECTORS;
        slice->tags[set * slice->config->l2_ways + way] = place->number;
    }
    move_to_front(slice, set, way);
    return &place->sector[line % RS_L2_SECTORS];
}

/* The packet at the look-up; whether it was served. `reply_room`, `fill_comes`: in this cycle. */
static bool look_up(rs_memory_slice *slice, const rs_l2_request *request, bool reply_room, bool fill_comes)
{
    const rs_config *config = slice->config;
    const bool through = config->l2_write != 0, atomic = request->kind == RS_REQUEST_ATOMIC, results = through && atomic;
    const uint32_t set = request->set, places = dram_places(slice);
    const uint32_t way = slice->found_way;
    rs_l2_line *line = slice->found;
    rs_l2_sector *sector = line == NULL ? NULL : &line->sector[request->line % RS_L2_SECTORS];

    if (request->kind == RS_REQUEST_WRITE) {
        if ((sector != NULL && sector->pending) || (through && places == 0))
            return false;
        sector = place_for(slice, request->line, set, true);
        if (sector == NULL)
            return false;
        store(slice, request, sector);
        return true;
    }
    if (sector != NULL && sector->whole) {
        if (!reply_room || (atomic && fill_comes) || (results && places == 0))
            return false;
        move_to_front(slice, set, way);
        answer(slice, request, sector, false);
        if (atomic) {
            operate(slice, request, sector, false);
            slice->dram_reserved += through;
        }
        return true;
    }
    if (slice->free_waiters == 0 || (results && places == 0))
        return false;
    if (sector != NULL && sector->pending) {
        move_to_front(slice, set, way);
        wait_for(slice, miss_of(slice, request->line), request, false);
        return true;
    }
    if (slice->misses == config->l2_misses || places < (results ? 2u : 1u))
        return false;
    sector = place_for(slice, request->line, set, true);
    if (sector == NULL)
        return false;
    wait_for(slice, begin_miss(slice, request->line, sector), request, true);
    return true;
}

/* ---- fills and their waiters ------------------------------------------------------------------------------------ */

static void take_fill(rs_memory_slice *slice, const rs_flit *flit)
{
    const uint32_t left = rs_data_packet_flits(slice->config) - slice->fill_flits; /* this one included */
    uint32_t data[RS_LINE_WORDS];

    if (slice->fill_flits == 0) {
        slice->fill = &slice->miss[rs_reply_tag(slice->config, flit->header)];
        slice->fill_from = slice->now + 1 + slice->config->header_wires;
        slice->mode = RS_SLICE_FILL;
    }
    if (left == 2) {
        memcpy(slice->fill_low, flit->data, sizeof slice->fill_low);
    } else if (left == 1) {
        rs_l2_sector *sector = slice->fill->sector;
        memcpy(data, slice->fill_low, sizeof slice->fill_low);
        memcpy(data + RS_FLIT_WORDS, flit->data, sizeof flit->data);
        if (!sector->some)
            sector->written = 0;
        copy_bytes(sector->data, data, ~sector->written);
        sector->whole = true;
        sector->pending = false;
        slice->mode = RS_SLICE_DRAIN;
    }
    slice->fill_flits = flit->tail ? 0 : slice->fill_flits + 1;
}

static void end_fill(rs_memory_slice *slice)
{
    slice->fill->used = false;
    slice->misses--;
    slice->mode = RS_SLICE_LOOK;
}

static void drain(rs_memory_slice *slice)
{
    rs_l2_miss *fill = slice->fill;
    const uint32_t number = fill->first;
    const rs_l2_request *request = &slice->waiter[number];

    answer(slice, request, fill->sector, true);
    slice->answered_last = number == fill->last;
    fill->first = request->next;
    slice->free_waiter[slice->free_waiters++] = number;
    if (request->kind == RS_REQUEST_ATOMIC)
        operate(slice, request, fill->sector, true);
    else if (slice->answered_last)
        end_fill(slice);
}

static void end_atomic(rs_memory_slice *slice)
{
    if (slice->config->l2_write != 0) {
        slice->dram_reserved--;
        write_to_dram(slice, slice->atomic_line, slice->atomic_mask, slice->atomic_sector->data);
    }
    if (slice->of_waiter && slice->answered_last)
        end_fill(slice);
    else
        slice->mode = slice->of_waiter ? RS_SLICE_DRAIN : RS_SLICE_LOOK;
}

/* ---- packets in ------------------------------------------------------------------------------------------------- */

bool rs_memory_slice_ready(const rs_memory_slice *slice)
{
    return slice->flits != 0 || slice->queue_count < slice->config->l2_queue;
}

bool rs_memory_slice_fill_ready(const rs_memory_slice *slice)
{
    return slice->mode == RS_SLICE_LOOK || (slice->mode == RS_SLICE_FILL && slice->now >= slice->fill_from);
}

static void take_request(rs_memory_slice *slice, const rs_flit *flit)
{
    const rs_config *config = slice->config;
    const uint32_t data_flits = rs_data_packet_flits(config);
    const uint32_t last = slice->queue_first + slice->queue_count - (slice->flits != 0);
    rs_l2_request *request = &slice->queue[last % RS_L2_QUEUE_MAX];

    if (slice->flits == 0) {
        const uint64_t header = flit->header;
        request->line = header & ((UINT64_C(1) << slice->line_bits) - 1);
        request->kind = (enum rs_request_kind)(header >> slice->line_bits & 7);
        request->tag = (uint32_t)(header >> (slice->line_bits + 3)) & ((UINT32_C(1) << config->tag_bits) - 1);
        request->sm = (uint32_t)(header >> (slice->line_bits + 3 + config->tag_bits)) & ((UINT32_C(1) << slice->sm_bits) - 1);
        request->mask = flit->mask;
        request->set = set_of(slice, request->line);
        __builtin_prefetch(&slice->tags[request->set * config->l2_ways]); /* for the look-up, cycles later */
        slice->queue_count++;
    }
    if (slice->flits + 2 >= data_flits) /* of a read: nothing */
        memcpy(request->data + (slice->flits + 2 - data_flits) * RS_FLIT_WORDS, flit->data, sizeof flit->data);
    request->from = slice->now + config->l2_latency - 1;
    slice->flits = flit->tail ? 0 : slice->flits + 1;
}

/* The first in the queue, whole and old enough. */
static bool may_load(const rs_memory_slice *slice)
{
    return slice->queue_count > (slice->flits != 0) && slice->queue[slice->queue_first].from <= slice->now;
}

void rs_memory_slice_step(rs_memory_slice *slice, const rs_flit *request, const rs_flit *fill, bool reply_taken, bool dram_taken)
{
    const bool reply_room = slice->replies.count < slice->config->l2_replies;
    const rs_l2_request *first = &slice->queue[slice->queue_first];
    const enum rs_slice_mode mode = slice->mode;
    bool leaves = false;

    slice->accept.valid = false;
    if (mode == RS_SLICE_LOOK && slice->at_work && look_up(slice, first, reply_room, fill != NULL)) {
        slice->accept.valid = true;
        slice->accept.write = first->kind == RS_REQUEST_WRITE;
        slice->accept.sm = (uint8_t)first->sm;
        slice->accept.tag = (uint16_t)first->tag;
        slice->accept.line = first->line;
        leaves = slice->mode == RS_SLICE_LOOK;
    } else if (mode == RS_SLICE_DRAIN && reply_room) {
        drain(slice);
    } else if (mode == RS_SLICE_ATOMIC && slice->now == slice->atomic_end) {
        leaves = !slice->of_waiter;
        end_atomic(slice);
    }
    if (fill != NULL)
        take_fill(slice, fill);
    if (leaves) {
        slice->queue_first = (slice->queue_first + 1) % RS_L2_QUEUE_MAX;
        slice->queue_count--;
        slice->at_work = false;
    }
    if (!slice->at_work && may_load(slice))
        begin_work(slice, &slice->queue[slice->queue_first]);
    if (request != NULL)
        take_request(slice, request);
    if (reply_taken)
        take_flit(&slice->replies, rs_data_packet_flits(slice->config), false);
    if (dram_taken)
        take_flit(&slice->dram, rs_data_packet_flits(slice->config), true);
    slice->now++;
}

bool rs_memory_slice_idle(const rs_memory_slice *slice)
{
    return slice->queue_count == 0 && slice->mode == RS_SLICE_LOOK && slice->misses == 0 && slice->replies.count == 0 &&
           slice->dram.count == 0 && slice->dram_reserved == 0;
}

uint64_t rs_memory_slice_next(const rs_memory_slice *slice)
{
    const uint64_t from = slice->queue[slice->queue_first].from;

    if (slice->accept.valid || slice->at_work || slice->mode != RS_SLICE_LOOK || slice->replies.count > 0 || slice->dram.count > 0)
        return slice->now;
    if (slice->queue_count <= (slice->flits != 0))
        return UINT64_MAX;
    return from > slice->now ? from : slice->now;
}
