/* Contract: sweep_lists.h. */
#include "sweep_lists.h"
#include "common/text_reader.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_LINE = 65536, LONGEST_TEXT = 380 };

const rs_sweep_name rs_sweep_names[] = {
    {"machine", "machines; without them SCHEDULER, HOLD_POLICY and so on say what the machine is"},
    {"config", "configuration files"},
    {"workload", "programs and patterns"},
    {"graph", "graphs or matrices for the programs that run on them"},
    {"trace", "request traces, in place of workloads"},
    {"kernel-trace", "kernel traces of GPUs, in place of workloads"},
    {"format", "of traces"},
    {"assign", "of traces"},
    {"wrap", "of traces: 0, 1"},
    {"source", "start vertices of bfs"},
    {"vectors", "programs with vector instructions: 0, 1"},
    {"unroll", "of programs"},
    {"shrink", "of programs"},
    {"requests", "sizes of patterns"},
    {"writes", "of patterns"},
    {"gap", "of patterns"},
    {"pattern-seed", "of patterns"},
    {"reply-stalls", "of patterns and traces"},
    {"request-pauses", "of patterns and traces"},
    {"warm-up", "of patterns and traces: cycles before anything is measured"},
    {"measure", "of patterns and traces: cycles that are measured, 0: all"},
    {"max-cycles", "cycles after which a run is stopped"},
    {NULL, NULL},
};

/* ---- one list --------------------------------------------------------------------------------------- */

/* Whether 'rowstreak run' takes the value. */
static bool check_value(const char *name, bool key, const char *value, rs_error *error)
{
    rs_config config;
    bool graph;

    rs_config_default(&config);
    if (key)
        return rs_config_set(&config, name, value, error);
    if (strcmp(name, "machine") == 0)
        return rs_config_machine(&config, value, error);
    if (strcmp(name, "config") == 0)
        return rs_config_read(&config, value, error);
    if (strcmp(name, "workload") == 0 && rs_kernel_group(value) == 0 && !rs_run_workload_known(value, &graph, error))
        return false;
    rs_run_request request;

    rs_run_request_init(&request, RS_COMMAND_RUN);
    return rs_run_request_set(&request, name, value, error);
}

bool rs_sweep_list_add(rs_sweep_list *list, const char *value, rs_error *error)
{
    const size_t name = list->key ? strlen(list->name) + 1 : 0, size = name + strlen(value) + 1;
    char **grown = list->value, *text;

    if (list->count == RS_SWEEP_VALUES) {
        rs_error_set(error, "found more than %d values of %s, expected fewer", RS_SWEEP_VALUES, list->name);
        return false;
    }
    for (const char *c = value; *c != '\0'; c++)
        if (*c == '"' || (unsigned char)*c < 0x20) {
            rs_error_set(error, "found a quotation mark or a control character in %s '%.40s', expected none", list->name, value);
            return false;
        }
    if (!check_value(list->name, list->key, value, error))
        return false;
    if ((list->count & (list->count - 1)) == 0)
        grown = (char **)realloc((void *)list->value, 2 * (list->count + 1) * sizeof(*grown));
    text = grown != NULL ? (char *)malloc(size) : NULL;
    list->value = grown != NULL ? grown : list->value;
    if (text == NULL) {
        rs_error_set(error, "found no memory for %zu values of %s, expected some", list->count + 1, list->name);
        return false;
    }
    (void)snprintf(text, size, "%s%s%s", list->key ? list->name : "", list->key ? "=" : "", value);
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->value[i], text) == 0) {
            rs_error_set(error, "found %s '%.40s' twice, expected each value once", list->name, value);
            free(text);
            return false;
        }
    list->value[list->count++] = text;
    return true;
}

/* "FIRST..LAST", whole numbers. *range: it is one. */
static bool add_range(rs_sweep_list *list, const char *value, bool *range, rs_error *error)
{
    char *end, *last_end;
    uint64_t first, last;

    *range = false;
    errno = 0;
    first = strtoull(value, &end, 10);
    if (!isdigit((unsigned char)value[0]) || strncmp(end, "..", 2) != 0 || !isdigit((unsigned char)end[2]))
        return true;
    last = strtoull(end + 2, &last_end, 10);
    if (*last_end != '\0')
        return true;
    *range = true;
    if (errno != 0 || last < first || last - first >= RS_SWEEP_VALUES) {
        rs_error_set(error, "found %s '%.40s', expected FIRST..LAST with at most %d numbers", list->name, value, RS_SWEEP_VALUES);
        return false;
    }
    for (uint64_t number = first; number <= last; number++) {
        char text[24];

        (void)snprintf(text, sizeof(text), "%" PRIu64, number);
        if (!rs_sweep_list_add(list, text, error))
            return false;
    }
    return true;
}

static char *skip_blanks(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

/* One value of the list at *at, which moves behind it and its comma; *more: there was one. text is changed. */
static bool take_item(rs_sweep_list *list, char **at, bool *more, rs_error *error)
{
    char *from = skip_blanks(*at), *to, stop;
    bool range = false;

    if (*from == '"') {
        to = strchr(++from, '"');
        if (to == NULL) {
            rs_error_set(error, "found %s with a quotation mark without its second one, expected both", list->name);
            return false;
        }
        *to++ = '\0';
        to = skip_blanks(to);
        stop = *to;
        if (stop != ',' && stop != '\0') {
            rs_error_set(error, "found '%.40s' behind a quotation mark, expected a comma or the end of the list", to);
            return false;
        }
    } else {
        to = from + strcspn(from, ",");
        stop = *to;
        *to = '\0';
        for (char *end = to; end > from && isspace((unsigned char)end[-1]);)
            *--end = '\0';
        if (*from == '\0') {
            rs_error_set(error, "found an empty value of %s, expected %s = VALUE, VALUE, ...", list->name, list->name);
            return false;
        }
        if (!add_range(list, from, &range, error))
            return false;
    }
    *more = stop == ',';
    *at = stop == ',' ? to + 1 : to;
    return range || rs_sweep_list_add(list, from, error);
}

/* The kernels of a group in place of its name. */
static bool expand_group(rs_sweep_list *list, rs_error *error)
{
    size_t at = 0;

    if (strcmp(list->name, "workload") != 0)
        return true;
    while (at < list->count && rs_kernel_group(list->value[at]) == 0)
        at++;
    if (at == list->count)
        return true;
    const uint32_t count = rs_kernel_group(list->value[at]);

    free(list->value[at]);
    memmove((void *)&list->value[at], (void *)&list->value[at + 1], (list->count - at - 1) * sizeof(*list->value));
    list->count--;
    for (uint32_t i = 0; i < count; i++)
        if (!rs_sweep_list_add(list, rs_thesis_kernels[i]->name, error))
            return false;
    return true;
}

void rs_sweep_list_free(rs_sweep_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->value[i]);
    free((void *)list->value);
    memset(list, 0, sizeof(*list));
}

rs_sweep_list *rs_sweep_list_find(rs_sweep_block *block, const char *name)
{
    for (size_t i = 0; i < block->lists; i++)
        if (strcmp(block->list[i].name, name) == 0)
            return &block->list[i];
    return NULL;
}

/* NAME = LIST; both texts are changed. */
static bool add_list(rs_sweep_block *block, const char *name, bool key, char *text, rs_error *error)
{
    rs_sweep_list *list = &block->list[block->lists];
    bool good = true, more = true;

    if (rs_sweep_list_find(block, name) != NULL) {
        rs_error_set(error, "found %s again, expected it once", name);
        return false;
    }
    if (block->lists == RS_SWEEP_LISTS) {
        rs_error_set(error, "found more than %d lists, expected fewer", RS_SWEEP_LISTS);
        return false;
    }
    memset(list, 0, sizeof(*list));
    (void)snprintf(list->name, sizeof(list->name), "%s", name);
    list->key = key;
    while (good && more)
        good = take_item(list, &text, &more, error);
    good = good && expand_group(list, error);
    if (good)
        block->lists++;
    else
        rs_sweep_list_free(list);
    return good;
}

/* ---- the file ----------------------------------------------------------------------------------------- */

static bool is_option(const char *name)
{
    for (const rs_sweep_name *known = rs_sweep_names; known->name != NULL; known++)
        if (strcmp(known->name, name) == 0)
            return true;
    return false;
}

/* *key: NAME is in capitals, and so one of the configuration. */
static bool check_name(const char *name, bool *key, rs_error *error)
{
    *key = isupper((unsigned char)name[0]) != 0;
    if (strlen(name) >= RS_SWEEP_NAME || (!*key && !is_option(name))) {
        rs_error_set(error, "found unknown name '%.40s', expected a key that 'rowstreak config' lists, or a list that 'rowstreak sweep --help' does",
                     name);
        return false;
    }
    return true;
}

/* Cuts the comment, which a quotation mark keeps, and the blanks at the end. */
static void cut(char *line)
{
    bool quoted = false;
    char *end = line;

    for (; *end != '\0' && (quoted || *end != '#'); end++)
        quoted ^= *end == '"';
    while (end > line && isspace((unsigned char)end[-1]))
        end--;
    *end = '\0';
}

static bool read_block_name(rs_sweep *sweep, char *line, rs_error *error)
{
    const size_t length = strlen(line);
    rs_sweep_block *grown;

    if (length < 3 || line[length - 1] != ']' || length - 2 >= RS_SWEEP_NAME) {
        rs_error_set(error, "found '%.40s', expected [NAME] of at most %d characters", line, RS_SWEEP_NAME - 1);
        return false;
    }
    line[length - 1] = '\0';
    for (size_t i = 0; i < sweep->blocks; i++)
        if (strcmp(sweep->block[i].name, line + 1) == 0) {
            rs_error_set(error, "found block %s again, expected it once", line);
            return false;
        }
    grown = (rs_sweep_block *)realloc(sweep->block, (sweep->blocks + 1) * sizeof(*grown));
    if (grown == NULL) {
        rs_error_set(error, "found no memory for another block, expected some");
        return false;
    }
    sweep->block = grown;
    memset(&grown[sweep->blocks], 0, sizeof(*grown));
    memcpy(grown[sweep->blocks++].name, line + 1, length - 1);
    return true;
}

static bool read_list(rs_sweep *sweep, char *line, rs_error *error)
{
    rs_sweep_block *block = sweep->blocks == 0 ? &sweep->common : &sweep->block[sweep->blocks - 1];
    char *equals = strchr(line, '=');
    bool key;

    if (line[0] == '[')
        return read_block_name(sweep, line, error);
    if (equals == NULL || equals == line) {
        rs_error_set(error, "found '%.40s', expected NAME = VALUE, VALUE, ... or [BLOCK]", line);
        return false;
    }
    *equals = '\0';
    cut(line);
    return check_name(line, &key, error) && add_list(block, line, key, equals + 1, error);
}

/* A line and those that it goes on in, in *line (realloc); false at the end and on an error. */
static bool next_line(rs_text_reader *text, char **line, uint64_t *number)
{
    size_t length = 0;

    *number = text->number + 1;
    while (rs_text_next(text)) {
        char *grown = (char *)realloc(*line, length + text->length + 2);

        if (length == 0)
            *number = text->number;
        if (grown == NULL)
            return rs_text_fail(text, text->number, "found no memory for a line, expected some");
        *line = grown;
        memcpy(grown + length, text->line, text->length + 1);
        cut(grown + length);
        length += strlen(grown + length);
        if (length == 0 || grown[length - 1] != ',')
            return true;
    }
    return length != 0 && !text->failed; /* a comma at the very end: the empty value is found */
}

bool rs_sweep_read(rs_sweep *sweep, const char *path, rs_error *error)
{
    rs_text_reader text;
    char *line = NULL;
    uint64_t number;
    bool good;

    if (!rs_text_open(&text, path, LONGEST_LINE, "NAME = VALUE, VALUE, ... lines", error))
        return false;
    while (next_line(&text, &line, &number)) {
        rs_error inner;
        char *from = skip_blanks(line);

        if (*from != '\0' && !read_list(sweep, from, &inner)) {
            const size_t length = strlen(inner.text);
            const bool cut_begin = length > LONGEST_TEXT; /* of a file with a long name: what was found stands at the end */

            (void)rs_text_fail(&text, number, "%s%s", cut_begin ? "..." : "", inner.text + (cut_begin ? length - LONGEST_TEXT : 0));
        }
    }
    good = !text.failed;
    rs_text_close(&text);
    free(line);
    return good;
}

/* ---- the command line --------------------------------------------------------------------------------- */

bool rs_sweep_give(rs_sweep *sweep, const char *name, const char *list, rs_error *error)
{
    const size_t size = strlen(list) + 1;
    char *copy = (char *)malloc(size);
    rs_error inner;
    bool key, good = copy != NULL;

    if (!good) {
        rs_error_set(error, "found no memory for a list, expected some");
        return false;
    }
    memcpy(copy, list, size);
    good = check_name(name, &key, &inner) && add_list(&sweep->given, name, key, copy, &inner);
    if (!good)
        rs_error_set(error, "sweep: %.400s", inner.text);
    free(copy);
    return good;
}

bool rs_sweep_give_key(rs_sweep *sweep, const char *text, rs_error *error)
{
    const size_t length = strcspn(text, "=");
    char name[RS_SWEEP_NAME];

    if (length == 0 || length >= sizeof(name) || text[length] == '\0' || !isupper((unsigned char)text[0])) {
        rs_error_set(error, "sweep: found --set '%.60s', expected --set KEY=VALUE,VALUE,...", text);
        return false;
    }
    memcpy(name, text, length);
    name[length] = '\0';
    return rs_sweep_give(sweep, name, text + length + 1, error);
}
