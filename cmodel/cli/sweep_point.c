/* Contract: sweep_point.h. */
#define _POSIX_C_SOURCE 200809L
#include "sweep_point.h"
#include "record_field.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINES = 3 };

static const char mark[] = "rowstreak point";

bool rs_sweep_point_path(char path[RS_SWEEP_PATH], const char *folder, const char *key)
{
    return snprintf(path, RS_SWEEP_PATH, "%s/%s.point", folder, key) < RS_SWEEP_PATH;
}

bool rs_sweep_point_there(const char *folder, const char *key)
{
    char path[RS_SWEEP_PATH];

    if (!rs_sweep_point_path(path, folder, key))
        return false;
    if (access(path, F_OK) == 0)
        return true;
    (void)snprintf(path, sizeof(path), "%s/%s.taken", folder, key);
    return access(path, F_OK) == 0;
}

static bool write_all(FILE *file, const rs_sweep_result *result)
{
    (void)fprintf(file, "%s,%s,%s,%s,", mark, result->key, result->build, result->failed ? "failed" : "done");
    rs_csv_write_text(file, result->failed ? result->error.text : "");
    (void)fputc('\n', file);
    rs_records_write_csv(file, &result->record, 1);
    return fflush(file) == 0 && !ferror(file) && fsync(fileno(file)) == 0;
}

bool rs_sweep_point_write(const char *folder, const rs_sweep_result *result, rs_error *error)
{
    char path[RS_SWEEP_PATH], temporary[RS_SWEEP_PATH + 128], host[64] = "";
    FILE *file = NULL;
    bool good = rs_sweep_point_path(path, folder, result->key);

    (void)gethostname(host, sizeof(host) - 1);
    (void)snprintf(temporary, sizeof(temporary), "%s/%s.%s.%ld.tmp", folder, result->key, host, (long)getpid());
    errno = ENAMETOOLONG;
    if (good)
        file = fopen(temporary, "w");
    good = file != NULL && write_all(file, result);
    if (file != NULL && fclose(file) != 0)
        good = false;
    good = good && rename(temporary, path) == 0;
    if (!good) {
        rs_error_set(error, "%.300s: found a failed write (%s), expected a writable file with room for the result", path, strerror(errno));
        if (file != NULL)
            (void)unlink(temporary);
    }
    return good;
}

static bool is_hash(const char *text)
{
    return strlen(text) == RS_SWEEP_KEY - 1 && strspn(text, "0123456789abcdef") == RS_SWEEP_KEY - 1;
}

static bool read_first(rs_csv *csv, rs_sweep_result *result)
{
    const bool good = rs_csv_next(csv) && csv->cells == 5 && strcmp(csv->cell[0], mark) == 0 && is_hash(csv->cell[1]) &&
                      is_hash(csv->cell[2]) && (strcmp(csv->cell[3], "done") == 0 || strcmp(csv->cell[3], "failed") == 0);

    if (!good)
        return rs_text_fail(&csv->text, csv->text.number, "found another line, expected %s,KEY,BUILD,done or failed,ERROR", mark);
    memcpy(result->key, csv->cell[1], RS_SWEEP_KEY);
    memcpy(result->build, csv->cell[2], RS_SWEEP_KEY);
    result->failed = strcmp(csv->cell[3], "failed") == 0;
    (void)snprintf(result->error.text, sizeof(result->error.text), "%s", csv->cell[4]);
    return true;
}

static bool is_named(const char *path, const char *key)
{
    const char *name = strrchr(path, '/');

    name = name != NULL ? name + 1 : path;
    return strncmp(name, key, RS_SWEEP_KEY - 1) == 0 && strcmp(name + RS_SWEEP_KEY - 1, ".point") == 0;
}

bool rs_sweep_point_read(const char *path, rs_sweep_result *result, rs_error *error)
{
    rs_csv csv;
    rs_record *records = NULL;
    size_t count = 0;

    memset(result, 0, sizeof(*result));
    if (!rs_csv_open(&csv, path, "the result of a point", error))
        return false;
    if (read_first(&csv, result) && rs_records_read_lines(&csv, &records, &count)) {
        if (count != 1)
            (void)rs_text_fail(&csv.text, csv.text.number, "found %zu records, expected one", count);
        else if (csv.text.number != LINES + 1) /* at the end, one more behind a line end */
            (void)rs_text_fail(&csv.text, csv.text.number, "found no line end at the end, expected a whole file");
        else if (!is_named(path, result->key))
            (void)rs_text_fail(&csv.text, 1, "found point %s, expected the one of the file's name", result->key);
        else
            result->record = records[0];
    }
    free(records);
    rs_csv_close(&csv);
    return !csv.text.failed;
}
