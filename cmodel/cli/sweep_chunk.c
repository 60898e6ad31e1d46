/* Contract: sweep_chunk.h. */
#define _POSIX_C_SOURCE 200809L
#include "sweep_chunk.h"
#include "common/text_reader.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST_LINE = 256 };

bool rs_sweep_chunk_write(const rs_sweep_work *work, size_t task, size_t from, size_t to, rs_error *error)
{
    char path[RS_SWEEP_PATH + 32];
    FILE *file;
    bool good;

    (void)snprintf(path, sizeof(path), "%s/%zu.chunk", work->folder, task);
    file = fopen(path, "w");
    for (size_t i = from; file != NULL && i < to; i++) {
        const rs_sweep_point *point = &work->plan->point[work->left[i]];

        (void)fprintf(file, "%" PRIu32 " %016" PRIx64 "\n", point->number, point->key);
    }
    good = file != NULL && fflush(file) == 0 && !ferror(file) && fsync(fileno(file)) == 0;
    if (file != NULL && fclose(file) != 0)
        good = false;
    if (!good)
        rs_error_set(error, "%.300s: found a failed write (%s), expected room for a list of points", path, strerror(errno));
    return good;
}

static bool read_line(rs_text_reader *text, const rs_sweep *sweep, rs_sweep_point *point)
{
    const size_t digits = strspn(text->line, "0123456789");
    const char *key = text->line + digits + 1;
    uint64_t number = 0;
    rs_error inner;

    if (digits == 0 || digits > 10 || text->line[digits] != ' ' || strlen(key) != RS_SWEEP_KEY - 1 ||
        strspn(key, "0123456789abcdef") != RS_SWEEP_KEY - 1)
        return rs_text_fail(text, text->number, "found '%s', expected COMBINATION KEY", rs_text_shown(text->line, text->length).text);
    text->line[digits] = '\0';
    if (!rs_cli_number("combination", text->line, 0, rs_sweep_count(sweep) - 1, &number, &inner))
        return rs_text_fail(text, text->number, "%.200s", inner.text);
    point->number = (uint32_t)number;
    point->key = strtoull(key, NULL, 16);
    return true;
}

/* Whether the combination is still the point that was asked for. */
static bool check_point(rs_sweep_plan *plan, rs_text_reader *text, const rs_sweep_point *point, rs_sweep_result *result)
{
    rs_run_request request;
    rs_error inner;

    if (!rs_sweep_describe(plan, point->number, &request, result, &inner))
        return rs_text_fail(text, text->number, "%.300s", inner.text);
    if (strtoull(result->key, NULL, 16) != point->key)
        return rs_text_fail(text, text->number, "found point %s, expected %016" PRIx64 ": sweep, inputs or program are not what they were", result->key,
                            point->key);
    return true;
}

static bool has_result(const char *folder, const rs_sweep_point *point)
{
    char key[RS_SWEEP_KEY];

    (void)snprintf(key, sizeof(key), "%016" PRIx64, point->key);
    return rs_sweep_point_there(folder, key);
}

/* All points of the file, those that have a result marked. */
static bool read_points(rs_sweep_plan *plan, const char *path, const char *folder, rs_error *error)
{
    rs_sweep_result *result = (rs_sweep_result *)malloc(sizeof(*result));
    rs_text_reader text;
    bool good;

    plan->point = (rs_sweep_point *)calloc(RS_SWEEP_MOST, sizeof(*plan->point));
    if (result == NULL || plan->point == NULL) {
        rs_error_set(error, "found no memory for points, expected some");
        free(result);
        return false;
    }
    good = rs_text_open(&text, path, LONGEST_LINE, "a chunk of a sweep", error);
    if (good) {
        while (rs_text_next(&text)) {
            rs_sweep_point *point = &plan->point[plan->points];

            if (plan->points == RS_SWEEP_MOST)
                (void)rs_text_fail(&text, text.number, "found more than %d points, expected fewer", RS_SWEEP_MOST);
            else if (read_line(&text, plan->sweep, point)) {
                point->skipped = has_result(folder, point);
                plan->points += point->skipped || check_point(plan, &text, point, result);
            }
        }
        good = !text.failed;
        rs_text_close(&text);
    }
    free(result);
    return good;
}

bool rs_sweep_chunk_run(rs_sweep_plan *plan, const char *path, unsigned processes, rs_error *error)
{
    const char *slash = strrchr(path, '/');
    char folder[RS_SWEEP_PATH];
    rs_sweep_work work;
    uint32_t *left = NULL;
    bool good;

    memset(&work, 0, sizeof(work));
    if (snprintf(folder, sizeof(folder), "%.*s", slash != NULL ? (int)(slash - path) : 1, slash != NULL ? path : ".") >= RS_SWEEP_PATH) {
        rs_error_set(error, "%.300s: found a name that is too long, expected a chunk of a sweep", path);
        return false;
    }
    good = read_points(plan, path, folder, error);
    if (good) {
        left = (uint32_t *)malloc((plan->points + 1) * sizeof(*left));
        good = left != NULL;
        if (!good)
            rs_error_set(error, "found no memory for %zu points, expected some", plan->points);
    }
    for (size_t i = 0; good && i < plan->points; i++)
        if (!plan->point[i].skipped)
            left[work.count++] = (uint32_t)i;
    work.plan = plan;
    work.folder = folder;
    work.left = left;
    work.processes = processes;
    good = good && rs_sweep_run_local(&work, error);
    free(left);
    return good;
}
