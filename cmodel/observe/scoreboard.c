/* Contract: scoreboard.h. Requests are nodes of one pool, chained by index: per (SM, channel) until accepted, then,
 * reads only, per (SM, tag) until answered. Memory is an open-addressing hash table of written lines. */
#include "observe/scoreboard.h"

#include <stdlib.h>
#include <string.h>

#include "common/contents.h"

#define NONE UINT32_MAX

enum { DATA_FLITS = 2, FIRST_LINES = 4096, FIRST_NODES = 1024 };

typedef uint32_t line_data[DATA_FLITS][RS_FLIT_WORDS];

typedef struct node {
    uint64_t line;
    uint32_t next;
    uint16_t tag;
    bool write;
    uint64_t mask;  /* write: the bytes written, with config.write_mask */
    line_data data; /* write: its data; read: what the reply must carry, from acceptance on */
} node;

typedef struct chain {
    uint32_t head, tail;
} chain;

typedef struct port {
    uint32_t request; /* node of the write whose data flits are due, NONE: a head flit is due */
    uint32_t request_flits, reply_flits; /* data flits seen */
    bool reply_open;
    uint32_t reply_tag;
    line_data reply;
} port;

struct rs_scoreboard {
    rs_config config;
    int64_t cycle;
    uint64_t line_mask, tag_mask;
    uint32_t line_bits;
    node *nodes;
    uint32_t node_capacity, free_nodes;
    chain *unaccepted; /* [sms][channels] */
    chain *unanswered; /* [sms][2^tag_bits] */
    uint64_t *line_keys; /* [line_capacity]: line + 1, 0: free */
    line_data *line_contents;
    uint64_t line_capacity, line_count;
    port ports[RS_MAX_SMS];
    rs_scoreboard_counts counts;
    bool failed;
    rs_error error;
};

#define FAIL(scoreboard, ...) ((scoreboard)->failed = true, rs_error_set(&(scoreboard)->error, __VA_ARGS__), false)

/* ---- pool of requests and chains ------------------------------------------------------------------- */

static void free_range(rs_scoreboard *scoreboard, uint32_t from)
{
    for (uint32_t i = scoreboard->node_capacity; i-- > from;) {
        scoreboard->nodes[i].next = scoreboard->free_nodes;
        scoreboard->free_nodes = i;
    }
}

static uint32_t take_node(rs_scoreboard *scoreboard)
{
    if (scoreboard->free_nodes == NONE) {
        uint32_t old = scoreboard->node_capacity;
        node *nodes = (node *)realloc(scoreboard->nodes, 2 * (size_t)old * sizeof *nodes);
        if (nodes == NULL) {
            return NONE;
        }
        scoreboard->nodes = nodes;
        scoreboard->node_capacity = 2 * old;
        free_range(scoreboard, old);
    }
    uint32_t taken = scoreboard->free_nodes;
    scoreboard->free_nodes = scoreboard->nodes[taken].next;
    return taken;
}

static void give_node(rs_scoreboard *scoreboard, uint32_t index)
{
    scoreboard->nodes[index].next = scoreboard->free_nodes;
    scoreboard->free_nodes = index;
}

static void append(rs_scoreboard *scoreboard, chain *list, uint32_t index)
{
    scoreboard->nodes[index].next = NONE;
    if (list->head == NONE) {
        list->head = index;
    } else {
        scoreboard->nodes[list->tail].next = index;
    }
    list->tail = index;
}

/* Takes the node behind `before` out of the list; NONE: the first one. */
static void unchain(rs_scoreboard *scoreboard, chain *list, uint32_t before, uint32_t index)
{
    uint32_t next = scoreboard->nodes[index].next;
    if (before == NONE) {
        list->head = next;
    } else {
        scoreboard->nodes[before].next = next;
    }
    if (list->tail == index) {
        list->tail = before;
    }
}

/* ---- memory ------------------------------------------------------------------------------------------ */

/* Eight neighbouring lines start their search side by side, to share a cache line. */
static uint64_t slot_of(const uint64_t *keys, uint64_t capacity, uint64_t line)
{
    uint64_t slot = (rs_splitmix64_mix(line >> 3) << 3 | (line & 7)) & (capacity - 1);
    while (keys[slot] != 0 && keys[slot] != line + 1) {
        slot = (slot + 1) & (capacity - 1);
    }
    return slot;
}

static bool grow_lines(rs_scoreboard *scoreboard)
{
    uint64_t capacity = 2 * scoreboard->line_capacity;
    uint64_t *keys = (uint64_t *)calloc(capacity, sizeof *keys);
    line_data *contents = (line_data *)malloc(capacity * sizeof *contents);
    if (keys == NULL || contents == NULL) {
        free(keys);
        free(contents);
        return false;
    }
    for (uint64_t i = 0; i < scoreboard->line_capacity; i++) {
        if (scoreboard->line_keys[i] != 0) {
            uint64_t slot = slot_of(keys, capacity, scoreboard->line_keys[i] - 1);
            keys[slot] = scoreboard->line_keys[i];
            memcpy(contents[slot], scoreboard->line_contents[i], sizeof contents[slot]);
        }
    }
    free(scoreboard->line_keys);
    free(scoreboard->line_contents);
    scoreboard->line_keys = keys;
    scoreboard->line_contents = contents;
    scoreboard->line_capacity = capacity;
    return true;
}

static void load(const rs_scoreboard *scoreboard, uint64_t line, line_data *data)
{
    uint64_t slot = slot_of(scoreboard->line_keys, scoreboard->line_capacity, line);
    if (scoreboard->line_keys[slot] != 0) {
        memcpy(*data, scoreboard->line_contents[slot], sizeof *data);
        return;
    }
    uint32_t initial[RS_LINE_WORDS], flit_bits = scoreboard->config.flit_bits;
    rs_dram_initial_line(line << RS_LINE_SHIFT, initial);
    memset(*data, 0, sizeof *data);
    for (uint32_t flit = 0; flit < DATA_FLITS; flit++) {
        if (flit_bits >= 32) {
            memcpy((*data)[flit], initial + flit * (flit_bits / 32), flit_bits / 8);
        } else {
            (*data)[flit][0] = initial[0] >> flit * flit_bits & ((UINT32_C(1) << flit_bits) - 1);
        }
    }
}

/* Takes the line's content for the bytes that the write leaves alone. */
static void fill_gaps(const rs_scoreboard *scoreboard, node *write)
{
    const uint32_t flit_bytes = scoreboard->config.flit_bits / 8;
    line_data content;
    load(scoreboard, write->line, &content);
    for (uint32_t byte = 0; byte < DATA_FLITS * flit_bytes; byte++) {
        if ((write->mask >> byte & 1) == 0) {
            const uint32_t flit = byte / flit_bytes, word = byte % flit_bytes / 4;
            const uint32_t bits = UINT32_C(0xff) << byte % flit_bytes % 4 * 8;
            write->data[flit][word] = (write->data[flit][word] & ~bits) | (content[flit][word] & bits);
        }
    }
}

static bool store(rs_scoreboard *scoreboard, node *write)
{
    if (2 * (scoreboard->line_count + 1) > scoreboard->line_capacity && !grow_lines(scoreboard)) {
        return false;
    }
    if (write->mask != scoreboard->config.full_mask) {
        fill_gaps(scoreboard, write);
    }
    uint64_t slot = slot_of(scoreboard->line_keys, scoreboard->line_capacity, write->line);
    scoreboard->line_count += scoreboard->line_keys[slot] == 0;
    scoreboard->line_keys[slot] = write->line + 1;
    memcpy(scoreboard->line_contents[slot], write->data, sizeof write->data);
    return true;
}

/* ---- request ports ------------------------------------------------------------------------------------- */

static void request_complete(rs_scoreboard *scoreboard, uint32_t sm, uint32_t index)
{
    uint64_t address = scoreboard->nodes[index].line << RS_LINE_SHIFT;
    uint32_t channel = rs_address_decode(&scoreboard->config.map, address).channel;
    append(scoreboard, &scoreboard->unaccepted[sm * scoreboard->config.channels + channel], index);
    scoreboard->ports[sm].request = NONE;
    scoreboard->counts.requests++;
}

static bool request_head(rs_scoreboard *scoreboard, uint32_t sm, const rs_flit *flit)
{
    uint32_t index = take_node(scoreboard);
    if (index == NONE) {
        return FAIL(scoreboard, "scoreboard: cycle %lld: out of memory", (long long)scoreboard->cycle);
    }
    node *request = &scoreboard->nodes[index];
    request->line = flit->header & scoreboard->line_mask;
    request->write = (flit->header >> scoreboard->line_bits & 1) != 0;
    request->tag = (uint16_t)(flit->header >> (scoreboard->line_bits + 1) & scoreboard->tag_mask);
    request->mask = flit->mask & scoreboard->config.full_mask;
    if (flit->tail == request->write) {
        return FAIL(scoreboard, "scoreboard: cycle %lld SM %u request port: head flit of a %s with tail = %d",
                    (long long)scoreboard->cycle, sm, request->write ? "write" : "read", flit->tail);
    }
    if (request->write) {
        scoreboard->ports[sm].request = index;
        scoreboard->ports[sm].request_flits = 0;
    } else {
        request_complete(scoreboard, sm, index);
    }
    return true;
}

static bool request_flit(rs_scoreboard *scoreboard, uint32_t sm, const rs_flit *flit)
{
    port *at = &scoreboard->ports[sm];
    if (flit->head != (at->request == NONE)) {
        return FAIL(scoreboard, "scoreboard: cycle %lld SM %u request port: found a %s flit, expected a %s flit",
                    (long long)scoreboard->cycle, sm, flit->head ? "head" : "data", flit->head ? "data" : "head");
    }
    if (flit->head) {
        return request_head(scoreboard, sm, flit);
    }
    memcpy(scoreboard->nodes[at->request].data[at->request_flits], flit->data, sizeof flit->data);
    at->request_flits++;
    if (flit->tail != (at->request_flits == DATA_FLITS)) {
        return FAIL(scoreboard, "scoreboard: cycle %lld SM %u request port: data flit %u with tail = %d",
                    (long long)scoreboard->cycle, sm, at->request_flits, flit->tail);
    }
    if (flit->tail) {
        request_complete(scoreboard, sm, at->request);
    }
    return true;
}

/* ---- acceptance ------------------------------------------------------------------------------------------ */

static bool is_request(const node *request, const rs_accept *accept)
{
    return request->line == accept->line && request->tag == accept->tag && request->write == accept->write;
}

static bool accept_request(rs_scoreboard *scoreboard, uint32_t channel, const rs_accept *accept)
{
    if (accept->sm >= scoreboard->config.sms || accept->tag > scoreboard->tag_mask) {
        return FAIL(scoreboard, "scoreboard: cycle %lld channel %u accepted SM %u tag %u, out of range",
                    (long long)scoreboard->cycle, channel, accept->sm, accept->tag);
    }
    chain *list = &scoreboard->unaccepted[accept->sm * scoreboard->config.channels + channel];
    uint32_t before = NONE, index = list->head;
    if (index == NONE) {
        return FAIL(scoreboard,
                    "scoreboard: cycle %lld channel %u accepted a %s of line 0x%llx (SM %u tag %u), none outstanding",
                    (long long)scoreboard->cycle, channel, accept->write ? "write" : "read",
                    (unsigned long long)accept->line, accept->sm, accept->tag);
    }
    /* Dynamic channel assignment may reorder the packets of an SM to a channel. */
    if (scoreboard->config.vcs > 1 && !scoreboard->config.static_vc) {
        while (scoreboard->nodes[index].next != NONE && !is_request(&scoreboard->nodes[index], accept)) {
            before = index;
            index = scoreboard->nodes[index].next;
        }
    }
    node *request = &scoreboard->nodes[index];
    if (!is_request(request, accept)) {
        return FAIL(scoreboard,
                    "scoreboard: cycle %lld channel %u SM %u: accepted a %s of line 0x%llx tag %u, expected a %s of "
                    "line 0x%llx tag %u",
                    (long long)scoreboard->cycle, channel, accept->sm, accept->write ? "write" : "read",
                    (unsigned long long)accept->line, accept->tag, request->write ? "write" : "read",
                    (unsigned long long)request->line, request->tag);
    }
    unchain(scoreboard, list, before, index);
    if (request->write) {
        scoreboard->counts.accepted_writes++;
        if (!store(scoreboard, request)) {
            return FAIL(scoreboard, "scoreboard: cycle %lld: out of memory", (long long)scoreboard->cycle);
        }
        give_node(scoreboard, index);
    } else {
        scoreboard->counts.accepted_reads++;
        load(scoreboard, request->line, &request->data);
        append(scoreboard, &scoreboard->unanswered[(accept->sm << scoreboard->config.tag_bits) + accept->tag], index);
    }
    return true;
}

/* ---- reply ports ------------------------------------------------------------------------------------------- */

static bool reply_complete(rs_scoreboard *scoreboard, uint32_t sm)
{
    port *at = &scoreboard->ports[sm];
    chain *list = &scoreboard->unanswered[(sm << scoreboard->config.tag_bits) + at->reply_tag];
    uint32_t before = NONE;
    for (uint32_t index = list->head; index != NONE; before = index, index = scoreboard->nodes[index].next) {
        if (memcmp(scoreboard->nodes[index].data, at->reply, sizeof at->reply) == 0) {
            unchain(scoreboard, list, before, index);
            give_node(scoreboard, index);
            scoreboard->counts.replies++;
            at->reply_open = false;
            return true;
        }
    }
    const node *expected = &scoreboard->nodes[list->head];
    uint32_t flit = memcmp(expected->data[0], at->reply[0], sizeof at->reply[0]) == 0, word = 0;
    while (word + 1 < RS_FLIT_WORDS && expected->data[flit][word] == at->reply[flit][word]) {
        word++;
    }
    return FAIL(scoreboard,
                "scoreboard: cycle %lld SM %u tag %u, read of line 0x%llx: data flit %u word %u is 0x%08x, expected 0x%08x",
                (long long)scoreboard->cycle, sm, at->reply_tag, (unsigned long long)expected->line, flit, word,
                at->reply[flit][word], expected->data[flit][word]);
}

static bool reply_flit(rs_scoreboard *scoreboard, uint32_t sm, const rs_flit *flit)
{
    port *at = &scoreboard->ports[sm];
    if (flit->head == at->reply_open || flit->tail != (at->reply_open && at->reply_flits + 1 == DATA_FLITS)) {
        return FAIL(scoreboard, "scoreboard: cycle %lld SM %u reply port: flit with head = %d, tail = %d after %u data flits",
                    (long long)scoreboard->cycle, sm, flit->head, flit->tail, at->reply_open ? at->reply_flits : 0);
    }
    if (flit->head) {
        uint64_t target = flit->header >> scoreboard->config.tag_bits;
        at->reply_tag = rs_reply_tag(&scoreboard->config, flit->header);
        if (target != sm) {
            return FAIL(scoreboard, "scoreboard: cycle %lld reply for SM %llu tag %u arrived at SM %u",
                        (long long)scoreboard->cycle, (unsigned long long)target, at->reply_tag, sm);
        }
        if (scoreboard->unanswered[(sm << scoreboard->config.tag_bits) + at->reply_tag].head == NONE) {
            return FAIL(scoreboard, "scoreboard: cycle %lld SM %u: reply with tag %u, no such read outstanding",
                        (long long)scoreboard->cycle, sm, at->reply_tag);
        }
        at->reply_open = true;
        at->reply_flits = 0;
        return true;
    }
    memcpy(at->reply[at->reply_flits], flit->data, sizeof flit->data);
    at->reply_flits++;
    return !flit->tail || reply_complete(scoreboard, sm);
}

/* ---- one cycle -------------------------------------------------------------------------------------------- */

bool rs_scoreboard_observe(rs_scoreboard *scoreboard, const rs_path_inputs *inputs, const rs_path_outputs *outputs)
{
    bool good = !scoreboard->failed;
    for (uint32_t channel = 0; good && channel < scoreboard->config.channels; channel++) {
        if (outputs->accept[channel].valid) {
            good = accept_request(scoreboard, channel, &outputs->accept[channel]);
        }
    }
    for (uint64_t moved = outputs->reply_valid & inputs->reply_ready; good && moved != 0; moved &= moved - 1) {
        uint32_t sm = (uint32_t)__builtin_ctzll(moved);
        good = reply_flit(scoreboard, sm, &outputs->reply[sm]);
    }
    for (uint64_t moved = inputs->request_valid & outputs->request_ready; good && moved != 0; moved &= moved - 1) {
        uint32_t sm = (uint32_t)__builtin_ctzll(moved);
        good = request_flit(scoreboard, sm, &inputs->request[sm]);
    }
    scoreboard->cycle++;
    return good;
}

void rs_scoreboard_skip(rs_scoreboard *scoreboard, uint64_t cycles)
{
    scoreboard->cycle += (int64_t)cycles;
}

bool rs_scoreboard_finish(rs_scoreboard *scoreboard)
{
    const rs_config *config = &scoreboard->config;
    for (uint32_t sm = 0; !scoreboard->failed && sm < config->sms; sm++) {
        if (scoreboard->ports[sm].request != NONE || scoreboard->ports[sm].reply_open) {
            return FAIL(scoreboard, "scoreboard: cycle %lld, at the end: SM %u has a packet cut off",
                        (long long)scoreboard->cycle, sm);
        }
        for (uint32_t channel = 0; channel < config->channels; channel++) {
            uint32_t index = scoreboard->unaccepted[sm * config->channels + channel].head;
            if (index != NONE) {
                return FAIL(scoreboard, "scoreboard: cycle %lld, at the end: SM %u tag %u, %s of line 0x%llx never accepted",
                            (long long)scoreboard->cycle, sm, scoreboard->nodes[index].tag,
                            scoreboard->nodes[index].write ? "write" : "read",
                            (unsigned long long)scoreboard->nodes[index].line);
            }
        }
        for (uint32_t tag = 0; tag <= scoreboard->tag_mask; tag++) {
            uint32_t index = scoreboard->unanswered[(sm << config->tag_bits) + tag].head;
            if (index != NONE) {
                return FAIL(scoreboard, "scoreboard: cycle %lld, at the end: SM %u tag %u, read of line 0x%llx never answered",
                            (long long)scoreboard->cycle, sm, tag, (unsigned long long)scoreboard->nodes[index].line);
            }
        }
    }
    return !scoreboard->failed;
}

const char *rs_scoreboard_error(const rs_scoreboard *scoreboard)
{
    return scoreboard->failed ? scoreboard->error.text : NULL;
}

rs_scoreboard_counts rs_scoreboard_count(const rs_scoreboard *scoreboard)
{
    return scoreboard->counts;
}

bool rs_scoreboard_line(const rs_scoreboard *scoreboard, uint64_t *cursor, uint64_t *line,
                        uint32_t content[RS_LINE_BYTES / 4])
{
    uint32_t flit_bits = scoreboard->config.flit_bits;
    while (*cursor < scoreboard->line_capacity && scoreboard->line_keys[*cursor] == 0) {
        (*cursor)++;
    }
    if (*cursor == scoreboard->line_capacity) {
        return false;
    }
    const line_data *data = &scoreboard->line_contents[*cursor];
    *line = scoreboard->line_keys[(*cursor)++] - 1;
    memset(content, 0, RS_LINE_BYTES);
    for (uint32_t flit = 0; flit < DATA_FLITS; flit++) {
        if (flit_bits >= 32) {
            memcpy(content + flit * (flit_bits / 32), (*data)[flit], flit_bits / 8);
        } else {
            content[0] |= (*data)[flit][0] << flit * flit_bits;
        }
    }
    return true;
}

/* ---- life --------------------------------------------------------------------------------------------------- */

rs_scoreboard *rs_scoreboard_create(const rs_config *config, rs_error *error)
{
    rs_scoreboard *scoreboard = (rs_scoreboard *)calloc(1, sizeof *scoreboard);
    if (scoreboard != NULL) {
        scoreboard->config = *config;
        scoreboard->line_bits = config->map.address_bits - RS_LINE_SHIFT;
        scoreboard->line_mask = (UINT64_C(1) << scoreboard->line_bits) - 1;
        scoreboard->tag_mask = (UINT64_C(1) << config->tag_bits) - 1;
        scoreboard->node_capacity = FIRST_NODES;
        scoreboard->line_capacity = FIRST_LINES;
        scoreboard->nodes = (node *)malloc(FIRST_NODES * sizeof(node));
        scoreboard->line_keys = (uint64_t *)malloc(FIRST_LINES * sizeof(uint64_t));
        scoreboard->line_contents = (line_data *)malloc(FIRST_LINES * sizeof(line_data));
        scoreboard->unaccepted = (chain *)malloc((size_t)config->sms * config->channels * sizeof(chain));
        scoreboard->unanswered = (chain *)malloc(((size_t)config->sms << config->tag_bits) * sizeof(chain));
    }
    if (scoreboard == NULL || scoreboard->nodes == NULL || scoreboard->line_keys == NULL ||
        scoreboard->line_contents == NULL || scoreboard->unaccepted == NULL || scoreboard->unanswered == NULL) {
        rs_scoreboard_destroy(scoreboard);
        rs_error_set(error, "scoreboard: out of memory");
        return NULL;
    }
    rs_scoreboard_reset(scoreboard);
    return scoreboard;
}

void rs_scoreboard_reset(rs_scoreboard *scoreboard)
{
    const rs_config *config = &scoreboard->config;
    scoreboard->cycle = 0;
    scoreboard->failed = false;
    memset(&scoreboard->counts, 0, sizeof scoreboard->counts);
    scoreboard->free_nodes = NONE;
    free_range(scoreboard, 0);
    memset(scoreboard->unaccepted, 0xff, (size_t)config->sms * config->channels * sizeof(chain)); /* NONE */
    memset(scoreboard->unanswered, 0xff, ((size_t)config->sms << config->tag_bits) * sizeof(chain));
    memset(scoreboard->line_keys, 0, scoreboard->line_capacity * sizeof(uint64_t));
    scoreboard->line_count = 0;
    for (uint32_t sm = 0; sm < RS_MAX_SMS; sm++) {
        scoreboard->ports[sm].request = NONE;
        scoreboard->ports[sm].reply_open = false;
    }
}

void rs_scoreboard_destroy(rs_scoreboard *scoreboard)
{
    if (scoreboard != NULL) {
        free(scoreboard->nodes);
        free(scoreboard->line_keys);
        free(scoreboard->line_contents);
        free(scoreboard->unaccepted);
        free(scoreboard->unanswered);
        free(scoreboard);
    }
}
