/* The combinations of a sweep's lists (sweep_lists.h). */
#include "sweep_lists.h"

#include "run_options.h"

#include <stdlib.h>
#include <string.h>

/* The block gets the list, in place of one of its own or, unless `replace`, only if it has none. */
static bool inherit(rs_sweep_block *block, const rs_sweep_list *list, bool replace, rs_error *error)
{
    rs_sweep_list *own = rs_sweep_list_find(block, list->name);

    if (own != NULL && !replace)
        return true;
    if (own == NULL && block->lists == RS_SWEEP_LISTS) {
        rs_error_set(error, "found more than %d lists in block %s, expected fewer", RS_SWEEP_LISTS, block->name);
        return false;
    }
    if (own != NULL)
        rs_sweep_list_free(own);
    else
        own = &block->list[block->lists++];
    memset(own, 0, sizeof(*own));
    memcpy(own->name, list->name, sizeof(own->name));
    own->key = list->key;
    for (size_t i = 0; i < list->count; i++)
        if (!rs_sweep_list_add(own, list->value[i] + (list->key ? strlen(list->name) + 1 : 0), error))
            return false;
    return true;
}

static bool check_block(rs_sweep_block *block, rs_error *error)
{
    static const char *const kinds[] = {"workload", "trace", "kernel-trace"};
    const rs_sweep_list *workload = rs_sweep_list_find(block, "workload");
    const char *found[3];
    size_t keys = 0, count = 0;
    bool graph = false;

    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (rs_sweep_list_find(block, kinds[i]) != NULL)
            found[count++] = kinds[i];
    if (count != 1) {
        rs_error_set(error, "sweep: found %s%s%s%s%s%s, expected one of workload, trace and kernel-trace", block->name[0] != '\0' ? "block " : "",
                     block->name, block->name[0] != '\0' ? " with " : "", count == 0 ? "none" : found[0], count == 0 ? "" : " and ",
                     count == 0 ? "" : found[1]);
        return false;
    }
    for (size_t i = 0; workload != NULL && i < workload->count; i++)
        if (rs_run_workload_known(workload->value[i], &graph, error) && graph && rs_sweep_list_find(block, "graph") == NULL) {
            rs_error_set(error, "sweep: found workload %s without a graph, expected graph = FILE", workload->value[i]);
            return false;
        }
    for (size_t i = 0; i < block->lists; i++)
        keys += block->list[i].key;
    if (keys > RS_CLI_MAX_SETS) {
        rs_error_set(error, "sweep: found %zu keys, expected at most %d", keys, RS_CLI_MAX_SETS);
        return false;
    }
    return true;
}

static uint64_t combinations(const rs_sweep_block *block)
{
    uint64_t count = 1;

    for (size_t i = 0; i < block->lists && count <= RS_SWEEP_MOST; i++)
        count *= block->list[i].count;
    return count;
}

bool rs_sweep_finish(rs_sweep *sweep, rs_error *error)
{
    bool good = true;
    uint64_t count = 0;

    if (sweep->blocks == 0) {
        sweep->block = (rs_sweep_block *)calloc(1, sizeof(*sweep->block));
        sweep->blocks = sweep->block != NULL;
        good = sweep->block != NULL;
        if (!good)
            rs_error_set(error, "found no memory for a sweep, expected some");
    }
    for (size_t b = 0; good && b < sweep->blocks; b++) {
        for (size_t i = 0; good && i < sweep->common.lists; i++)
            good = inherit(&sweep->block[b], &sweep->common.list[i], false, error);
        for (size_t i = 0; good && i < sweep->given.lists; i++)
            good = inherit(&sweep->block[b], &sweep->given.list[i], true, error);
        good = good && check_block(&sweep->block[b], error);
        count += good ? combinations(&sweep->block[b]) : 0;
        if (good && count > RS_SWEEP_MOST) {
            rs_error_set(error, "sweep: found more than %d combinations, expected fewer", RS_SWEEP_MOST);
            good = false;
        }
    }
    return good;
}

static void free_block(rs_sweep_block *block)
{
    for (size_t i = 0; i < block->lists; i++)
        rs_sweep_list_free(&block->list[i]);
}

void rs_sweep_free(rs_sweep *sweep)
{
    for (size_t b = 0; b < sweep->blocks; b++)
        free_block(&sweep->block[b]);
    free_block(&sweep->common);
    free_block(&sweep->given);
    free(sweep->block);
    memset(sweep, 0, sizeof(*sweep));
}

uint64_t rs_sweep_count(const rs_sweep *sweep)
{
    uint64_t count = 0;

    for (size_t b = 0; b < sweep->blocks; b++)
        count += combinations(&sweep->block[b]);
    return count;
}

/* The block of a combination; choice[i]: which value of its list i. */
static const rs_sweep_block *find_combination(const rs_sweep *sweep, uint64_t number, size_t choice[RS_SWEEP_LISTS])
{
    const rs_sweep_block *block = sweep->block;

    for (; number >= combinations(block); block++)
        number -= combinations(block);
    for (size_t i = block->lists; i-- > 0;) { /* the last list's values follow one another */
        choice[i] = number % block->list[i].count;
        number /= block->list[i].count;
    }
    return block;
}

bool rs_sweep_request(const rs_sweep *sweep, uint64_t number, rs_run_request *request, rs_error *error)
{
    size_t choice[RS_SWEEP_LISTS];
    const rs_sweep_block *block = find_combination(sweep, number, choice);
    bool good = true;

    rs_run_request_init(request, RS_COMMAND_RUN);
    request->settings.processes = 1;
    for (size_t i = 0; good && i < block->lists; i++) {
        const rs_sweep_list *list = &block->list[i];
        const char *value = list->value[choice[i]];

        good = list->key ? rs_cli_add_set(&request->source, value, error) : rs_run_request_set(request, list->name, value, error);
    }
    request->workload_count = request->machine_count = 1; /* without a name: a file; the machine that the keys make */
    return good && rs_run_check(request, error);
}

void rs_sweep_label(const rs_sweep *sweep, uint64_t number, char *text, size_t size)
{
    size_t choice[RS_SWEEP_LISTS], used = 0;
    const rs_sweep_block *block = find_combination(sweep, number, choice);

    text[0] = '\0';
    for (size_t i = 0; i < block->lists; i++) {
        const rs_sweep_list *list = &block->list[i];
        const bool bare = list->key || strcmp(list->name, "machine") == 0 || strcmp(list->name, "workload") == 0;
        int length;

        if (list->count == 1 && (list->key || !bare))
            continue;
        length = snprintf(text + used, size - used, "%s%s%s%s", used > 0 ? " " : "", bare ? "" : list->name, bare ? "" : "=",
                          list->value[choice[i]]);
        used += length > 0 && (size_t)length < size - used ? (size_t)length : 0;
        text[used] = '\0';
    }
}
