/* Contract: scoreboard.h. Requests are items of one pool, in chains: per (SM, channel) until accepted, then, reads only, per
 * (SM, tag) until answered. Memory is the lines written, items of another pool with a hash table. */
#include "observe/scoreboard.h"

#include <stdlib.h>
#include <string.h>

#include "common/hash_table.h"
#include "common/pool.h"

enum { DATA_FLITS = 2 };

typedef uint32_t line_data[DATA_FLITS][RS_FLIT_WORDS];

typedef struct node {
    uint32_t next;
    uint16_t tag;
    bool write, atomic; /* atomic: answered as a read is */
    uint64_t line;
    uint64_t mask;      /* write: the bytes written, with config.write_mask */
    uint64_t control;   /* atomic: words operated on, operation (3 bits), whether it returns */
    line_data data;     /* write, atomic: its data; read, atomic: what the reply must carry, from acceptance on */
} node;

typedef struct written {
    uint32_t next; /* of the pool */
    uint64_t line;
    line_data content;
} written;

typedef struct port {
    uint32_t request; /* node of the write whose data flits are due, RS_NONE: a head flit is due */
    uint32_t request_flits, reply_flits; /* data flits seen */
    bool reply_open;
    uint32_t reply_tag;
    line_data reply;
} port;

struct rs_scoreboard {
    rs_config config;
    rs_contents contents;
    int64_t cycle;
    uint64_t line_mask, tag_mask, sm_mask;
    uint32_t line_bits;
    rs_pool nodes, lines;    /* of node, and of written, none given back */
    rs_hash_table number_of; /* in lines, by line */
    rs_chain *unaccepted;    /* [sms][channels] */
    rs_chain *unanswered;    /* [sms][2^tag_bits] */
    port ports[RS_MAX_SMS];
    rs_scoreboard_counts counts;
    bool failed;
    rs_error error;
};

#define FAIL(scoreboard, ...) ((scoreboard)->failed = true, rs_error_set(&(scoreboard)->error, __VA_ARGS__), false)

static node *node_at(const rs_scoreboard *scoreboard, uint32_t number)
{
    return (node *)rs_pool_item(&scoreboard->nodes, number);
}

/* ---- memory ------------------------------------------------------------------------------------------ */

static written *line_at(const rs_scoreboard *scoreboard, uint32_t number)
{
    return (written *)rs_pool_item(&scoreboard->lines, number);
}

RS_HOT static void load(const rs_scoreboard *scoreboard, uint64_t line, line_data *data)
{
    const uint32_t number = rs_hash_table_find(&scoreboard->number_of, line);
    if (number != RS_NONE) {
        memcpy(*data, line_at(scoreboard, number)->content, sizeof *data);
        return;
    }
    uint32_t initial[RS_LINE_WORDS], flit_bits = scoreboard->config.flit_bits;
    rs_contents_line(&scoreboard->contents, line << RS_LINE_SHIFT, initial);
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
    uint32_t number = rs_hash_table_find(&scoreboard->number_of, write->line);
    if (write->mask != scoreboard->config.full_mask) {
        fill_gaps(scoreboard, write);
    }
    if (number == RS_NONE) {
        number = rs_pool_take(&scoreboard->lines);
        if (number == RS_NONE || !rs_hash_table_add(&scoreboard->number_of, write->line, number)) {
            return false;
        }
        line_at(scoreboard, number)->line = write->line;
    }
    memcpy(line_at(scoreboard, number)->content, write->data, sizeof write->data);
    return true;
}

static bool read(const rs_scoreboard *scoreboard, node *request)
{
    load(scoreboard, request->line, &request->data);
    return true;
}

/* What an atomic operation (enum rs_atomic, sm/warp_record.h) leaves in a word. */
static uint32_t result_of(uint32_t operation, uint32_t old, uint32_t operand, uint32_t compare)
{
    const int32_t a = (int32_t)old, b = (int32_t)operand;
    switch (operation) {
    case 0: return old + operand;
    case 1: return a < b ? old : operand;
    case 2: return a < b ? operand : old;
    case 3: return operand;
    case 4: return old == compare ? operand : old;
    case 5: return old & operand;
    case 6: return old | operand;
    default: return old ^ operand;
    }
}

/* The line's words change; the request keeps the old ones, which its reply must bring. L2 = 1: flits of 256 bits. */
static bool operate(rs_scoreboard *scoreboard, node *request)
{
    node result = *request;
    line_data old;
    load(scoreboard, request->line, &old);
    result.mask = 0;
    for (uint32_t word = 0; word < RS_LINE_WORDS; word++) {
        if ((request->control >> word & 1) != 0) {
            const uint32_t flit = word / RS_FLIT_WORDS, at = word % RS_FLIT_WORDS;
            result.data[flit][at] = result_of((uint32_t)(request->control >> RS_LINE_WORDS & 7), old[flit][at],
                                              request->data[flit][at], request->data[1 - flit][at]);
            result.mask |= UINT64_C(15) << 4 * word;
        }
    }
    memcpy(request->data, old, sizeof old);
    return store(scoreboard, &result);
}

/* ---- request ports ------------------------------------------------------------------------------------- */

RS_HOT static void request_complete(rs_scoreboard *scoreboard, uint32_t sm, uint32_t index)
{
    uint64_t address = node_at(scoreboard, index)->line << RS_LINE_SHIFT;
    uint32_t channel = rs_address_decode(&scoreboard->config.map, address).channel;
    rs_chain_append(&scoreboard->nodes, &scoreboard->unaccepted[sm * scoreboard->config.channels + channel], index);
    scoreboard->ports[sm].request = RS_NONE;
    scoreboard->counts.requests++;
}

/* A flit of a request with data; the head flit is one with header_wires. */
static void request_data(rs_scoreboard *scoreboard, uint32_t sm, const rs_flit *flit)
{
    port *at = &scoreboard->ports[sm];
    memcpy(node_at(scoreboard, at->request)->data[at->request_flits++], flit->data, sizeof flit->data);
}

static bool request_head(rs_scoreboard *scoreboard, uint32_t sm, const rs_flit *flit)
{
    uint32_t index = rs_pool_take(&scoreboard->nodes);
    if (index == RS_NONE) {
        return FAIL(scoreboard, "scoreboard: cycle %lld: out of memory", (long long)scoreboard->cycle);
    }
    node *request = node_at(scoreboard, index);
    request->line = flit->header & scoreboard->line_mask;
    request->write = (flit->header >> scoreboard->line_bits & 1) != 0;
    request->tag = (uint16_t)(flit->header >> (scoreboard->line_bits + rs_kind_bits(&scoreboard->config)) & scoreboard->tag_mask);
    request->mask = flit->mask & scoreboard->config.full_mask;
    request->atomic = scoreboard->config.l2 != 0 && (flit->header >> (scoreboard->line_bits + 1) & 1) != 0;
    request->control = flit->mask;
    if (flit->tail == (request->write || request->atomic)) {
        return FAIL(scoreboard, "scoreboard: cycle %lld SM %u request port: head flit of a %s with tail = %d",
                    (long long)scoreboard->cycle, sm, request->write ? "write" : "read", flit->tail);
    }
    if (request->write || request->atomic) {
        scoreboard->ports[sm].request = index;
        scoreboard->ports[sm].request_flits = 0;
        if (scoreboard->config.header_wires != 0) {
            request_data(scoreboard, sm, flit);
        }
    } else {
        request_complete(scoreboard, sm, index);
    }
    return true;
}

static bool request_flit(rs_scoreboard *scoreboard, uint32_t sm, const rs_flit *flit)
{
    port *at = &scoreboard->ports[sm];
    if (flit->head != (at->request == RS_NONE)) {
        return FAIL(scoreboard, "scoreboard: cycle %lld SM %u request port: found a %s flit, expected a %s flit",
                    (long long)scoreboard->cycle, sm, flit->head ? "head" : "data", flit->head ? "data" : "head");
    }
    if (flit->head) {
        return request_head(scoreboard, sm, flit);
    }
    request_data(scoreboard, sm, flit);
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
    rs_chain *list = &scoreboard->unaccepted[accept->sm * scoreboard->config.channels + channel];
    uint32_t before = RS_NONE, index = list->first;
    if (index == RS_NONE) {
        return FAIL(scoreboard,
                    "scoreboard: cycle %lld channel %u accepted a %s of line 0x%llx (SM %u tag %u), none outstanding",
                    (long long)scoreboard->cycle, channel, accept->write ? "write" : "read",
                    (unsigned long long)accept->line, accept->sm, accept->tag);
    }
    /* Dynamic channel assignment may reorder the packets of an SM to a channel. */
    if (scoreboard->config.vcs > 1 && !scoreboard->config.static_vc) {
        while (node_at(scoreboard, index)->next != RS_NONE && !is_request(node_at(scoreboard, index), accept)) {
            before = index;
            index = node_at(scoreboard, index)->next;
        }
    }
    node *request = node_at(scoreboard, index);
    if (!is_request(request, accept)) {
        return FAIL(scoreboard,
                    "scoreboard: cycle %lld channel %u SM %u: accepted a %s of line 0x%llx tag %u, expected a %s of "
                    "line 0x%llx tag %u",
                    (long long)scoreboard->cycle, channel, accept->sm, accept->write ? "write" : "read",
                    (unsigned long long)accept->line, accept->tag, request->write ? "write" : "read",
                    (unsigned long long)request->line, request->tag);
    }
    (void)rs_chain_remove(&scoreboard->nodes, list, before);
    if (request->write) {
        scoreboard->counts.accepted_writes++;
        if (!store(scoreboard, request)) {
            return FAIL(scoreboard, "scoreboard: cycle %lld: out of memory", (long long)scoreboard->cycle);
        }
        rs_pool_give(&scoreboard->nodes, index);
    } else {
        scoreboard->counts.accepted_reads++;
        if (request->atomic ? !operate(scoreboard, request) : !read(scoreboard, request)) {
            return FAIL(scoreboard, "scoreboard: cycle %lld: out of memory", (long long)scoreboard->cycle);
        }
        rs_chain_append(&scoreboard->nodes, &scoreboard->unanswered[(accept->sm << scoreboard->config.tag_bits) + accept->tag], index);
    }
    return true;
}

/* ---- reply ports ------------------------------------------------------------------------------------------- */

static bool reply_complete(rs_scoreboard *scoreboard, uint32_t sm)
{
    port *at = &scoreboard->ports[sm];
    rs_chain *list = &scoreboard->unanswered[(sm << scoreboard->config.tag_bits) + at->reply_tag];
    uint32_t before = RS_NONE;
    for (uint32_t index = list->first; index != RS_NONE; before = index, index = node_at(scoreboard, index)->next) {
        if (memcmp(node_at(scoreboard, index)->data, at->reply, sizeof at->reply) == 0) {
            (void)rs_chain_remove(&scoreboard->nodes, list, before);
            rs_pool_give(&scoreboard->nodes, index);
            scoreboard->counts.replies++;
            at->reply_open = false;
            return true;
        }
    }
    const node *expected = node_at(scoreboard, list->first);
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
        uint64_t target = flit->header >> scoreboard->config.tag_bits & scoreboard->sm_mask;
        at->reply_tag = rs_reply_tag(&scoreboard->config, flit->header);
        if (target != sm) {
            return FAIL(scoreboard, "scoreboard: cycle %lld reply for SM %llu tag %u arrived at SM %u",
                        (long long)scoreboard->cycle, (unsigned long long)target, at->reply_tag, sm);
        }
        if (scoreboard->unanswered[(sm << scoreboard->config.tag_bits) + at->reply_tag].first == RS_NONE) {
            return FAIL(scoreboard, "scoreboard: cycle %lld SM %u: reply with tag %u, no such read outstanding",
                        (long long)scoreboard->cycle, sm, at->reply_tag);
        }
        at->reply_open = true;
        at->reply_flits = 0;
        if (scoreboard->config.header_wires == 0) {
            return true;
        }
    }
    memcpy(at->reply[at->reply_flits], flit->data, sizeof flit->data);
    at->reply_flits++;
    return !flit->tail || reply_complete(scoreboard, sm);
}

/* ---- one cycle -------------------------------------------------------------------------------------------- */

RS_HOT bool rs_scoreboard_observe(rs_scoreboard *scoreboard, const rs_path_inputs *inputs, const rs_path_outputs *outputs)
{
    bool good = !scoreboard->failed;
    for (uint32_t channel = 0; good && channel < scoreboard->config.channels; channel++) {
        if (outputs->accept[channel].valid) {
            good = accept_request(scoreboard, channel, &outputs->accept[channel]);
        }
    }
    RS_EACH(sm, k, scoreboard->config.sm_words, good ? outputs->reply_valid.word[k] & inputs->reply_ready.word[k] : 0) {
        good = good && reply_flit(scoreboard, sm, &outputs->reply[sm]);
    }
    RS_EACH(sm, k, scoreboard->config.sm_words, good ? inputs->request_valid.word[k] & outputs->request_ready.word[k] : 0) {
        good = good && request_flit(scoreboard, sm, &inputs->request[sm]);
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
        if (scoreboard->ports[sm].request != RS_NONE || scoreboard->ports[sm].reply_open) {
            return FAIL(scoreboard, "scoreboard: cycle %lld, at the end: SM %u has a packet cut off",
                        (long long)scoreboard->cycle, sm);
        }
        for (uint32_t channel = 0; channel < config->channels; channel++) {
            uint32_t index = scoreboard->unaccepted[sm * config->channels + channel].first;
            if (index != RS_NONE) {
                return FAIL(scoreboard, "scoreboard: cycle %lld, at the end: SM %u tag %u, %s of line 0x%llx never accepted",
                            (long long)scoreboard->cycle, sm, node_at(scoreboard, index)->tag,
                            node_at(scoreboard, index)->write ? "write" : "read",
                            (unsigned long long)node_at(scoreboard, index)->line);
            }
        }
        for (uint32_t tag = 0; tag <= scoreboard->tag_mask; tag++) {
            uint32_t index = scoreboard->unanswered[(sm << config->tag_bits) + tag].first;
            if (index != RS_NONE) {
                return FAIL(scoreboard, "scoreboard: cycle %lld, at the end: SM %u tag %u, read of line 0x%llx never answered",
                            (long long)scoreboard->cycle, sm, tag, (unsigned long long)node_at(scoreboard, index)->line);
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
    if (*cursor == scoreboard->lines.used) {
        return false;
    }
    const written *from = line_at(scoreboard, (uint32_t)(*cursor)++);
    *line = from->line;
    memset(content, 0, RS_LINE_BYTES);
    for (uint32_t flit = 0; flit < DATA_FLITS; flit++) {
        if (flit_bits >= 32) {
            memcpy(content + flit * (flit_bits / 32), from->content[flit], flit_bits / 8);
        } else {
            content[0] |= from->content[flit][0] << flit * flit_bits;
        }
    }
    return true;
}

/* ---- life --------------------------------------------------------------------------------------------------- */

rs_scoreboard *rs_scoreboard_create(const rs_config *config, rs_error *error)
{
    rs_scoreboard *scoreboard = (rs_scoreboard *)calloc(1, sizeof *scoreboard);
    bool good = scoreboard != NULL;
    if (good) {
        scoreboard->config = *config;
        scoreboard->line_bits = config->map.address_bits - RS_LINE_SHIFT;
        scoreboard->line_mask = (UINT64_C(1) << scoreboard->line_bits) - 1;
        scoreboard->tag_mask = (UINT64_C(1) << config->tag_bits) - 1;
        for (scoreboard->sm_mask = 1; scoreboard->sm_mask < config->sms - 1; scoreboard->sm_mask = 2 * scoreboard->sm_mask + 1) {
        }
        scoreboard->unaccepted = (rs_chain *)malloc((size_t)config->sms * config->channels * sizeof(rs_chain));
        scoreboard->unanswered = (rs_chain *)malloc(((size_t)config->sms << config->tag_bits) * sizeof(rs_chain));
        good = scoreboard->unaccepted != NULL && scoreboard->unanswered != NULL &&
               rs_pool_init(&scoreboard->nodes, sizeof(node), 0) && rs_pool_init(&scoreboard->lines, sizeof(written), 0) &&
               rs_hash_table_init(&scoreboard->number_of, 0);
    }
    if (!good) {
        rs_scoreboard_destroy(scoreboard);
        rs_error_memory(error, "scoreboard: out of memory");
        return NULL;
    }
    rs_scoreboard_reset(scoreboard);
    return scoreboard;
}

void rs_scoreboard_set_contents(rs_scoreboard *scoreboard, rs_contents contents)
{
    scoreboard->contents = contents;
}

void rs_scoreboard_reset(rs_scoreboard *scoreboard)
{
    const rs_config *config = &scoreboard->config;
    scoreboard->cycle = 0;
    scoreboard->failed = false;
    memset(&scoreboard->counts, 0, sizeof scoreboard->counts);
    rs_pool_clear(&scoreboard->nodes);
    rs_pool_clear(&scoreboard->lines);
    rs_hash_table_clear(&scoreboard->number_of);
    memset(scoreboard->unaccepted, 0xff, (size_t)config->sms * config->channels * sizeof(rs_chain)); /* empty */
    memset(scoreboard->unanswered, 0xff, ((size_t)config->sms << config->tag_bits) * sizeof(rs_chain));
    for (uint32_t sm = 0; sm < RS_MAX_SMS; sm++) {
        scoreboard->ports[sm].request = RS_NONE;
        scoreboard->ports[sm].reply_open = false;
    }
}

void rs_scoreboard_destroy(rs_scoreboard *scoreboard)
{
    if (scoreboard != NULL) {
        rs_pool_free(&scoreboard->nodes);
        rs_pool_free(&scoreboard->lines);
        rs_hash_table_free(&scoreboard->number_of);
        free(scoreboard->unaccepted);
        free(scoreboard->unanswered);
        free(scoreboard);
    }
}
