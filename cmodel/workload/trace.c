/* Contract: trace.h. */
#include "workload/trace.h"

#include <stdlib.h>
#include <string.h>

#include "common/text_reader.h"
#include "workload/other_format.h"

enum { LONGEST_LINE = 254, MAX_FIELDS = 4, LEVELS = 6, COLUMN_SHIFT = 3 /* bytes of a column of Ramulator 2's */ };

static const char any_line[] = "a request, '<hexadecimal address> READ|WRITE <cycle>', '0x<address> R|W', 'LD|ST <address>' or 'R|W <place>'";

/* By enum rs_trace_form: what a line is, how many fields, which of them. */
static const struct {
    const char *name, *line, *operations;
    uint32_t fields, address, operation;
} forms[RS_TRACE_MADE] = {
    [RS_TRACE_AUTO] = {"auto", any_line, "", 0, 0, 0},
    [RS_TRACE_DRAMSIM3] = {"dramsim3", "'<hexadecimal address> READ|WRITE <cycle>'", "READ or WRITE", 3, 0, 1},
    [RS_TRACE_RAMULATOR] = {"ramulator", "'0x<address> R|W'", "R or W", 2, 0, 1},
    [RS_TRACE_LOADSTORE] = {"loadstore", "'LD|ST <address>'", "LD or ST", 2, 1, 0},
    [RS_TRACE_READWRITE] = {"readwrite", "'R|W channel,rank,[group,]bank,row,column'", "R or W", 2, 1, 0},
};

struct rs_trace_reader {
    rs_trace_options options; /* the form settled by the first request */
    rs_text_reader text;
    uint64_t cycle;           /* of the request before */
    uint32_t address_bits, channels, banks, bank_groups;
    rs_address_map map;
    bool any;                 /* a request was there */
    char *field[MAX_FIELDS];
};
typedef rs_trace_reader reader;

static bool fail(reader *r, const char *found, const char *expected)
{
    return rs_text_fail(&r->text, r->text.number, "found %s, expected %s", found, expected);
}

/* As fail(), about a word of the file: what, and the word in printable characters. */
static bool fail_word(reader *r, const char *what, const char *word, const char *expected)
{
    return rs_text_fail(&r->text, r->text.number, "found %s'%s', expected %s", what, rs_text_shown(word, strlen(word)).text, expected);
}

/* ---- fields -------------------------------------------------------------------------------------------- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

/* Cuts the line into words; returns their number, MAX_FIELDS for that many or more. */
static uint32_t split(reader *r)
{
    char *at = r->text.line;
    uint32_t count = 0;
    while (count < MAX_FIELDS) {
        while (is_blank(*at)) {
            at++;
        }
        if (*at == '\0') {
            break;
        }
        r->field[count++] = at;
        while (*at != '\0' && !is_blank(*at)) {
            at++;
        }
        if (*at != '\0') {
            *at++ = '\0';
        }
    }
    return count;
}

/* A whole word of digits; false as well beyond 64 bits. */
static bool read_digits(const char *word, uint32_t base, uint64_t *value)
{
    uint64_t number = 0;
    if (*word == '\0') {
        return false;
    }
    for (; *word != '\0'; word++) {
        const char lower = (char)(*word | 0x20);
        uint32_t digit = base;
        if (*word >= '0' && *word <= '9') {
            digit = (uint32_t)(*word - '0');
        } else if (lower >= 'a' && lower <= 'f') {
            digit = (uint32_t)(lower - 'a') + 10;
        }
        if (digit >= base || __builtin_mul_overflow(number, base, &number) || __builtin_add_overflow(number, digit, &number)) {
            return false;
        }
    }
    *value = number;
    return true;
}

static bool one_of(const char *word, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (word[0] == names[i][0] && strcmp(word, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* ---- requests -------------------------------------------------------------------------------------------- */

static bool read_operation(reader *r, bool *write)
{
    static const char *const writes[] = {"WRITE", "write", "P_MEM_WR", "BOFF"};
    static const char *const reads[] = {"READ", "read", "P_MEM_RD", "P_FETCH", "P_LOCK_RD", "P_LOCK_WR"};
    const enum rs_trace_form form = r->options.form;
    const char *word = r->field[forms[form].operation];
    bool read;
    if (form == RS_TRACE_DRAMSIM3) {
        *write = one_of(word, writes, sizeof writes / sizeof writes[0]);
        read = one_of(word, reads, sizeof reads / sizeof reads[0]);
    } else {
        *write = strcmp(word, form == RS_TRACE_LOADSTORE ? "ST" : "W") == 0;
        read = strcmp(word, form == RS_TRACE_LOADSTORE ? "LD" : "R") == 0;
    }
    return *write || read || fail_word(r, "operation ", word, forms[form].operations);
}

static bool is_prefixed(const char *word)
{
    return word[0] == '0' && (word[1] | 0x20) == 'x';
}

/* A level of a place, below `limit`; --wrap takes it modulo that. */
static bool level_below(reader *r, const char *name, uint64_t *value, uint64_t limit)
{
    if (*value >= limit && !r->options.wrap) {
        char found[64], expected[80];
        (void)snprintf(found, sizeof found, "%s %llu", name, (unsigned long long)*value);
        (void)snprintf(expected, sizeof expected, "below %llu (--wrap takes it modulo that)", (unsigned long long)limit);
        return fail(r, found, expected);
    }
    *value %= limit;
    return true;
}

/* channel,rank,[group,]bank,row,column. */
static bool read_place(reader *r, char *word, uint64_t *address)
{
    uint64_t level[LEVELS] = {0};
    uint32_t count = 0;
    bool good = true;
    char copy[LONGEST_LINE + 1];
    memcpy(copy, word, strlen(word) + 1);
    for (char *at = word; good && at != NULL && count <= LEVELS; count++) {
        char *comma = strchr(at, ',');
        if (comma != NULL) {
            *comma++ = '\0';
        }
        good = count < LEVELS && read_digits(at, 10, &level[count]);
        at = comma;
    }
    if (!good || count < LEVELS - 1) {
        return fail_word(r, "place ", copy, "channel,rank,bank,row,column or channel,rank,group,bank,row,column in decimal, or 0x and hexadecimal digits");
    }
    uint64_t *rest = &level[count - 3], group = count == LEVELS ? level[2] : 0;
    const uint64_t groups = count == LEVELS ? r->bank_groups : 1;
    rest[2] >>= RS_LINE_SHIFT - COLUMN_SHIFT;
    if (!level_below(r, "channel", &level[0], r->channels) || !level_below(r, "rank", &level[1], 1) ||
        !level_below(r, "bank group", &group, groups) || !level_below(r, "bank", &rest[0], r->banks / groups) ||
        !level_below(r, "row", &rest[1], UINT64_C(1) << r->map.row_bits) ||
        !level_below(r, "column / 8", &rest[2], UINT64_C(1) << r->map.column_bits)) {
        return false;
    }
    const rs_location location = {(uint32_t)level[0], (uint32_t)(group + groups * rest[0]), (uint32_t)rest[1], (uint32_t)rest[2]};
    *address = rs_address_encode(&r->map, location);
    return true;
}

static bool read_address(reader *r, uint64_t *address)
{
    const enum rs_trace_form form = r->options.form;
    char *word = r->field[forms[form].address];
    const bool prefixed = is_prefixed(word);
    const uint64_t bytes = UINT64_C(1) << r->address_bits;
    if (form == RS_TRACE_READWRITE && !prefixed) {
        return read_place(r, word, address);
    }
    if ((!prefixed && form == RS_TRACE_RAMULATOR) ||
        !read_digits(word + (prefixed ? 2 : 0), form == RS_TRACE_LOADSTORE && !prefixed ? 10 : 16, address)) {
        return fail_word(r, "address ", word,
                         form == RS_TRACE_DRAMSIM3    ? "hexadecimal digits"
                         : form == RS_TRACE_LOADSTORE ? "decimal digits, or 0x and hexadecimal ones"
                                                      : "0x and hexadecimal digits");
    }
    if (*address >= bytes && !r->options.wrap) {
        char expected[96];
        (void)snprintf(expected, sizeof expected, "below 0x%llx, the DRAM's bytes (--wrap takes it modulo that)",
                       (unsigned long long)bytes);
        return fail_word(r, "address ", word, expected);
    }
    *address &= bytes - 1;
    return true;
}

static bool read_cycle(reader *r, uint64_t *cycle)
{
    *cycle = 0;
    if (r->options.form != RS_TRACE_DRAMSIM3) {
        return true;
    }
    if (!read_digits(r->field[2], 10, cycle) || *cycle > RS_TRACE_MAX_CYCLE) {
        return fail_word(r, "cycle ", r->field[2], "a decimal number up to 1000000000000");
    }
    if (*cycle < r->cycle) {
        char expected[64];
        (void)snprintf(expected, sizeof expected, "at least %llu, the cycle of the request before",
                       (unsigned long long)r->cycle);
        return fail_word(r, "cycle ", r->field[2], expected);
    }
    r->cycle = *cycle;
    return true;
}

/* What the first request tells; AUTO: nothing. */
static enum rs_trace_form form_of(const reader *r, uint32_t fields)
{
    static const char *const load_store[] = {"LD", "ST"}, *const read_write[] = {"R", "W"};
    return fields == 3                      ? RS_TRACE_DRAMSIM3
           : fields != 2                    ? RS_TRACE_AUTO
           : one_of(r->field[0], load_store, 2) ? RS_TRACE_LOADSTORE
           : one_of(r->field[0], read_write, 2) ? RS_TRACE_READWRITE
                                                : RS_TRACE_RAMULATOR;
}

/* The request of the line. */
static bool read_request(reader *r, uint32_t fields, rs_trace_request *request)
{
    uint64_t address = 0;
    if (r->options.form == RS_TRACE_AUTO) {
        r->options.form = form_of(r, fields);
    }
    if (r->options.form == RS_TRACE_AUTO || fields != forms[r->options.form].fields) {
        char found[32];
        (void)snprintf(found, sizeof found, "%u field%s%s", fields, fields == 1 ? "" : "s",
                       fields == MAX_FIELDS ? " or more" : "");
        return fail(r, found, forms[r->options.form].line);
    }
    if (!read_address(r, &address) || !read_operation(r, &request->write) || !read_cycle(r, &request->cycle)) {
        return false;
    }
    request->line = (uint32_t)(address >> RS_LINE_SHIFT);
    request->group = 0;
    r->any = true;
    return true;
}

static bool check_map(const rs_config *config, rs_error *error)
{
    const bool good = config->map.address_bits <= 32 + RS_LINE_SHIFT;
    if (!good) {
        rs_error_set(error, "ADDRESS_MAP: found %u address bits, expected at most %d for a trace", config->map.address_bits,
                     32 + RS_LINE_SHIFT);
    }
    return good;
}

rs_trace_reader *rs_trace_open(const rs_config *config, const char *path, const rs_trace_options *options, rs_error *error)
{
    reader *r = NULL;
    if (!check_map(config, error)) {
        return NULL;
    }
    r = (reader *)calloc(1, sizeof *r);
    if (r == NULL) {
        rs_error_memory(error, "found no memory left, expected room for a trace");
        return NULL;
    }
    r->options = *options;
    r->address_bits = config->map.address_bits;
    r->channels = config->channels;
    r->banks = config->banks;
    r->bank_groups = config->bank_groups;
    r->map = config->map;
    if (!rs_text_open_input(&r->text, path, LONGEST_LINE, any_line, error)) {
        free(r);
        return NULL;
    }
    return r;
}

bool rs_trace_next(rs_trace_reader *r, rs_trace_request *request, bool *good)
{
    uint32_t fields = 0;
    while (fields == 0 && rs_text_next(&r->text)) {
        const char *other = r->any ? NULL : rs_other_format(r->text.line);
        if (other != NULL) {
            *good = fail(r, other, any_line);
            return false;
        }
        fields = split(r);
    }
    if (fields != 0) {
        return *good = read_request(r, fields, request);
    }
    *good = !r->text.failed && (r->any || fail(r, "the end of the file", any_line));
    return false;
}

uint64_t rs_trace_hash(const rs_trace_reader *r)
{
    return r->text.hash;
}

void rs_trace_close(rs_trace_reader *r)
{
    if (r != NULL) {
        rs_text_close(&r->text);
        free(r);
    }
}

/* ---- all of them ------------------------------------------------------------------------------------------ */

static bool grow(reader *r, rs_trace *trace, uint32_t *capacity)
{
    if (trace->count < *capacity) {
        return true;
    }
    if (trace->count == RS_TRACE_MAX_REQUESTS) {
        return fail(r, "over 2^28 requests", "a shorter trace");
    }
    const uint32_t more = *capacity == 0 ? 4096 : 2 * *capacity;
    rs_trace_request *grown = (rs_trace_request *)realloc(trace->request, (size_t)more * sizeof *grown);
    if (grown == NULL) {
        return fail(r, "no memory left", "a trace that fits");
    }
    trace->request = grown;
    *capacity = more;
    return true;
}

static bool read_all(reader *r, rs_trace *trace)
{
    rs_trace_request request;
    uint32_t capacity = 0;
    bool good;
    while (rs_trace_next(r, &request, &good)) {
        if (!grow(r, trace, &capacity)) {
            return false;
        }
        trace->request[trace->count++] = request;
    }
    if (good) {
        rs_trace_sum(trace);
    }
    return good;
}

/* ---- SMs ------------------------------------------------------------------------------------------------- */

static uint32_t sm_of(const reader *r, const rs_trace *trace, uint32_t index)
{
    if (r->options.assignment == RS_TRACE_BY_REQUEST) {
        return index % trace->sms;
    }
    return (trace->request[index].line >> (RS_TRACE_BLOCK_SHIFT - RS_LINE_SHIFT)) % trace->sms;
}

/* Groups the requests by SM, each group in the trace's order. */
static bool group(reader *r, rs_trace *trace)
{
    uint32_t next[RS_MAX_SMS];
    rs_trace_request *grouped = (rs_trace_request *)malloc((size_t)trace->count * sizeof *grouped);
    if (grouped == NULL) {
        return fail(r, "no memory left", "a trace that fits");
    }
    for (uint32_t i = 0; i < trace->count; i++) {
        trace->first[sm_of(r, trace, i) + 1]++;
    }
    for (uint32_t sm = 0; sm < trace->sms; sm++) {
        next[sm] = trace->first[sm];
        trace->first[sm + 1] += trace->first[sm];
    }
    for (uint32_t i = 0; i < trace->count; i++) {
        grouped[next[sm_of(r, trace, i)]++] = trace->request[i];
    }
    free(trace->request);
    trace->request = grouped;
    return true;
}

rs_trace *rs_trace_read(const rs_config *config, const char *path, const rs_trace_options *options, rs_error *error)
{
    reader *r = rs_trace_open(config, path, options, error);
    if (r == NULL) {
        return NULL;
    }
    rs_trace *trace = (rs_trace *)calloc(1, sizeof *trace);
    bool good = trace != NULL;
    if (!good) {
        rs_error_memory(error, "found no memory left, expected room for a trace");
        rs_trace_close(r);
        return NULL;
    }
    trace->sms = config->sms;
    trace->address_bits = config->map.address_bits;
    good = read_all(r, trace) && group(r, trace);
    trace->hash = rs_trace_hash(r);
    trace->form = r->options.form;
    trace->timed = r->options.form == RS_TRACE_DRAMSIM3;
    rs_trace_close(r);
    if (!good) {
        rs_trace_destroy(trace);
        return NULL;
    }
    return trace;
}

rs_trace *rs_trace_make(const rs_config *config, const uint32_t *count, rs_error *error)
{
    uint64_t all = 0;
    if (!check_map(config, error)) {
        return NULL;
    }
    for (uint32_t sm = 0; sm < config->sms; sm++) {
        all += count[sm];
    }
    if (all < 1 || all > RS_TRACE_MAX_REQUESTS) {
        rs_error_set(error, "found %llu requests, expected 1 to %d", (unsigned long long)all, RS_TRACE_MAX_REQUESTS);
        return NULL;
    }
    rs_trace *trace = (rs_trace *)calloc(1, sizeof *trace);
    if (trace == NULL || (trace->request = (rs_trace_request *)calloc((size_t)all, sizeof *trace->request)) == NULL) {
        rs_error_memory(error, "found no memory left, expected room for %llu requests", (unsigned long long)all);
        free(trace);
        return NULL;
    }
    trace->sms = config->sms;
    trace->address_bits = config->map.address_bits;
    trace->form = RS_TRACE_MADE;
    trace->count = (uint32_t)all;
    for (uint32_t sm = 0; sm < config->sms; sm++) {
        trace->first[sm + 1] = trace->first[sm] + count[sm];
    }
    return trace;
}

double rs_trace_load(const rs_trace *trace, uint64_t from, uint64_t to)
{
    uint64_t count = 0, end = 0;
    for (uint32_t i = 0; i < trace->count; i++) {
        const uint64_t cycle = trace->request[i].cycle;
        count += cycle >= from && cycle < to;
        end = cycle >= end ? cycle + 1 : end;
    }
    end = to < end ? to : end;
    return end > from ? (double)count / (double)(end - from) : 0;
}

void rs_trace_sum(rs_trace *trace)
{
    trace->writes = 0;
    for (uint32_t i = 0; i < trace->count; i++) {
        trace->writes += trace->request[i].write;
    }
    trace->reads = trace->count - trace->writes;
}

void rs_trace_destroy(rs_trace *trace)
{
    if (trace != NULL) {
        free(trace->request);
        free(trace);
    }
}

bool rs_trace_form_read(enum rs_trace_form *form, const char *name)
{
    for (uint32_t i = 0; i < RS_TRACE_MADE; i++) {
        if (strcmp(name, forms[i].name) == 0) {
            *form = (enum rs_trace_form)i;
            return true;
        }
    }
    return false;
}

bool rs_trace_assignment_read(enum rs_trace_assignment *assignment, const char *name)
{
    static const char *const names[] = {"block", "request"};
    for (uint32_t i = 0; i < 2; i++) {
        if (strcmp(name, names[i]) == 0) {
            *assignment = (enum rs_trace_assignment)i;
            return true;
        }
    }
    return false;
}
