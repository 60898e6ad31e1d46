/* Contract: sweep_slurm.h. */
#define _POSIX_C_SOURCE 200809L
#include "sweep_slurm.h"
#include "child_command.h"
#include "input_name.h"
#include "interrupt.h"
#include "common/text_reader.h"
#include "sweep_chunk.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Seconds: between two looks at the queue; of an array that is done until it is ended; of a squeue that does not answer, of a cancelled
 * array that does not end, of results that do not show, until they are given up. */
enum { LOOK_SECONDS = 2, LINGER_SECONDS = 10, SILENCE_SECONDS = 300, CANCEL_SECONDS = 60, LATE_SECONDS = 10 };
enum { NAME = 32, LINE = 256 };

static const char package[] = "slurm-client";

typedef enum queue { QUEUE_GONE, QUEUE_THERE, QUEUE_SILENT } queue;

typedef struct array {
    rs_sweep_work work; /* left: what this array has not done yet */
    const rs_slurm_options *options;
    char name[NAME]; /* of the job: no two arrays share one */
    rs_sweep_progress progress;
    rs_sweep_merged merged;
} array;

/* ---- Slurm's commands --------------------------------------------------------------------------------- */

/* What it writes is dropped if output is NULL. */
static bool command(const char *const *argv, FILE *input, FILE *output, bool last, rs_error *error)
{
    rs_child_files files = {input, output, true, last};
    bool good;

    if (output == NULL)
        files.output = tmpfile();
    good = files.output != NULL && rs_child_command(argv, &files, package, error);
    if (files.output == NULL)
        rs_error_set(error, "%s: found no temporary file (%s), expected one", argv[0], strerror(errno));
    if (output == NULL && files.output != NULL)
        (void)fclose(files.output);
    return good;
}

bool rs_slurm_there(rs_error *error)
{
    static const char *const argv[] = {"sbatch", "--version", NULL};

    return command(argv, NULL, NULL, false, error);
}

/* A task whose node died waits two minutes before it is begun again, so that the node can be cleaned up; these tasks can go to another one at once. */
static void hurry(const char *task)
{
    char job[LINE + 8];
    const char *const argv[] = {"scontrol", "update", job, "StartTime=now", NULL};
    rs_error error;

    (void)snprintf(job, sizeof(job), "JobId=%s", task);
    (void)command(argv, NULL, NULL, false, &error); /* if not, it waits */
}

/* last: to know only, when this process is about to end. */
static queue look(const char *name, bool last, rs_error *error)
{
    char option[NAME + 16], line[LINE], task[LINE];
    const char *const argv[] = {"squeue", "--noheader", option, "--format=%i %r", NULL};
    FILE *output = tmpfile();
    queue found = QUEUE_SILENT;

    (void)snprintf(option, sizeof(option), "--name=%s", name);
    if (output == NULL) {
        rs_error_set(error, "squeue: found no temporary file (%s), expected one", strerror(errno));
    } else if (command(argv, NULL, output, last, error)) {
        found = QUEUE_GONE;
        rewind(output);
        while (fgets(line, sizeof(line), output) != NULL) {
            found = QUEUE_THERE;
            if (!last && strstr(line, " BeginTime") != NULL && sscanf(line, "%255s", task) == 1)
                hurry(task);
        }
    }
    if (output != NULL)
        (void)fclose(output);
    return found;
}

static bool cancel(const char *name, rs_error *error)
{
    char option[NAME + 16];
    const char *const argv[] = {"scancel", "--quiet", option, NULL};

    (void)snprintf(option, sizeof(option), "--name=%s", name);
    return command(argv, NULL, NULL, true, error);
}

/* ---- the mark in the folder --------------------------------------------------------------------------- */

static void mark_path(char path[RS_SWEEP_PATH + 16], const char *folder)
{
    (void)snprintf(path, RS_SWEEP_PATH + 16, "%s/array", folder);
}

bool rs_slurm_marked(const char *folder)
{
    char path[RS_SWEEP_PATH + 16];

    mark_path(path, folder);
    return access(path, F_OK) == 0;
}

/* name stays empty without a mark, and with one that was not written to its end: its array was not begun. */
static void read_mark(const char *folder, char name[NAME])
{
    char path[RS_SWEEP_PATH + 16], line[NAME] = "";
    FILE *file;

    mark_path(path, folder);
    file = fopen(path, "r");
    name[0] = '\0';
    if (file != NULL && fgets(line, sizeof(line), file) != NULL && strncmp(line, "rowstreak-", 10) == 0 && strchr(line, '\n') != NULL) {
        line[strcspn(line, "\n")] = '\0';
        memcpy(name, line, sizeof(line));
    }
    if (file != NULL)
        (void)fclose(file);
}

static bool write_mark(const char *folder, const char *name, rs_error *error)
{
    char path[RS_SWEEP_PATH + 16];
    FILE *file;
    bool good;

    mark_path(path, folder);
    file = fopen(path, "w");
    good = file != NULL && fprintf(file, "%s\n", name) > 0 && fflush(file) == 0 && fsync(fileno(file)) == 0;
    if (file != NULL && fclose(file) != 0)
        good = false;
    if (!good)
        rs_error_set(error, "%.300s: found a failed write (%s), expected room for a name", path, strerror(errno));
    return good;
}

static void remove_mark(const char *folder)
{
    char path[RS_SWEEP_PATH + 16];

    mark_path(path, folder);
    (void)unlink(path);
}

bool rs_slurm_idle(const char *folder, rs_error *error)
{
    char name[NAME];
    rs_error why = {"", RS_ERROR_NONE};
    queue found;

    read_mark(folder, name);
    if (name[0] == '\0')
        return true;
    found = look(name, false, &why);
    if (found == QUEUE_GONE) {
        remove_mark(folder);
        return true;
    }
    rs_error_set(error, "%.200s: found job %s of Slurm %s%.150s, expected none: --executor slurm waits for it, scancel --name=%s ends it", folder, name,
                 found == QUEUE_THERE ? "at work" : "perhaps at work: ", why.text, name);
    return false;
}

/* ---- an array ----------------------------------------------------------------------------------------- */

/* In single quotes, for the shell. */
static void write_word(FILE *script, const char *word)
{
    (void)fputs(" '", script);
    for (; *word != '\0'; word++)
        if (*word == '\'')
            (void)fputs("'\\''", script);
        else
            (void)fputc(*word, script);
    (void)fputc('\'', script);
}

static bool write_script(FILE *script, const array *a, rs_error *error)
{
    char program[RS_SWEEP_PATH];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof(program) - 1);

    if (length < 0) {
        rs_error_set(error, "/proc/self/exe: found no name (%s), expected that of the program", strerror(errno));
        return false;
    }
    program[length] = '\0';
    (void)fputs("#!/bin/sh\nexec", script);
    write_word(script, program);
    (void)fputs(" sweep --worker", script);
    write_word(script, a->work.folder);
    (void)fputs("/\"$SLURM_ARRAY_TASK_ID\".chunk", script);
    for (int i = 0; i < a->options->argc; i++)
        write_word(script, a->options->argv[i]);
    (void)fputc('\n', script);
    if (fflush(script) != 0 || ferror(script)) {
        rs_error_set(error, "found a failed write (%s), expected room for a script", strerror(errno));
        return false;
    }
    return true;
}

/* Chunks as files; their number. */
static bool write_chunks(const array *a, size_t *tasks, rs_error *error)
{
    const size_t count = a->work.count, asked = a->options->chunk > 0 ? (size_t)a->options->chunk : RS_SLURM_CHUNK;
    const size_t least = (count + RS_SLURM_TASKS - 1) / RS_SLURM_TASKS, chunk = asked > least ? asked : least;

    *tasks = 0;
    for (size_t from = 0; from < count; from += chunk)
        if (!rs_sweep_chunk_write(&a->work, (*tasks)++, from, from + chunk < count ? from + chunk : count, error))
            return false;
    return true;
}

/* A name that no other array has. */
static void make_name(array *a)
{
    char text[RS_SWEEP_PATH + 128], host[64] = "", hash[RS_HASH_TEXT];
    struct timespec time;

    (void)clock_gettime(CLOCK_REALTIME, &time);
    (void)gethostname(host, sizeof(host) - 1);
    (void)snprintf(text, sizeof(text), "%s %s %ld %lld.%09ld", a->work.folder, host, (long)getpid(), (long long)time.tv_sec, time.tv_nsec);
    rs_input_hash(rs_hash_bytes(RS_HASH_START, text, strlen(text)), hash, sizeof(hash));
    (void)snprintf(a->name, sizeof(a->name), "rowstreak-%s", hash);
}

static bool submit(array *a, rs_error *error)
{
    char name[NAME + 16], tasks[48], processors[48], output[2 * RS_SWEEP_PATH + 32] = "--output=";
    const char *const argv[] = {"sbatch", "--parsable", "--requeue", "--open-mode=append", name, tasks, processors, output, NULL};
    FILE *script = tmpfile();
    size_t count = 0, length = strlen(output);
    bool good = script != NULL;

    for (const char *c = a->work.folder; *c != '\0'; c++) {
        output[length++] = *c;
        if (*c == '%') /* sbatch replaces %A and the like */
            output[length++] = '%';
    }
    (void)snprintf(output + length, sizeof(output) - length, "/array.log");
    make_name(a);
    rs_sweep_folder_remove(a->work.folder, false);
    if (!good)
        rs_error_set(error, "found no temporary file (%s), expected one", strerror(errno));
    good = good && write_chunks(a, &count, error) && write_script(script, a, error) && write_mark(a->work.folder, a->name, error);
    (void)snprintf(name, sizeof(name), "--job-name=%s", a->name);
    (void)snprintf(tasks, sizeof(tasks), "--array=0-%zu", count - 1);
    (void)snprintf(processors, sizeof(processors), "--cpus-per-task=%u", a->work.processes);
    if (good && !command(argv, script, NULL, false, error)) {
        good = false;
        if (rs_interrupted() == 0)
            remove_mark(a->work.folder);
    }
    if (script != NULL)
        (void)fclose(script);
    return good;
}

static bool merge(array *a, rs_error *error)
{
    rs_sweep_merged merged;

    if (!rs_sweep_merge(a->work.database, a->work.folder, true, &merged, error))
        return false;
    a->merged.points += merged.points;
    a->merged.failed += merged.failed;
    if (a->merged.points > a->progress.total) /* a task that was thought dead and its successor gave the same point */
        a->merged.points = a->progress.total;
    if (a->work.progress)
        rs_sweep_progress_show(&a->progress, a->merged.points, a->merged.failed, false);
    return true;
}

/* Until a signal comes or it is time for another look. */
static void rest(void)
{
    const struct timespec time = {LOOK_SECONDS, 0};

    if (rs_interrupted() == 0)
        (void)nanosleep(&time, NULL);
}

/* The array is ended and waited for. False: it is still there. */
static bool end_array(const array *a, rs_error *error)
{
    if (!cancel(a->name, error))
        return look(a->name, true, error) == QUEUE_GONE;
    for (int waited = 0; waited < CANCEL_SECONDS; waited++) {
        const struct timespec second = {1, 0};

        if (look(a->name, true, error) == QUEUE_GONE)
            return true;
        (void)nanosleep(&second, NULL);
    }
    rs_error_set(error, "found job %s of Slurm still at work, expected scancel to end it", a->name);
    return false;
}

/* Until the array has left the queue, or has no more to do, or this process is told to end; what came in is merged. */
static bool wait_for_array(array *a, bool *busy, rs_error *error)
{
    int silent = 0, lingered = 0;
    rs_error other;
    queue found = QUEUE_THERE;
    bool good = true;

    while (good && found != QUEUE_GONE && rs_interrupted() == 0) {
        rest();
        found = rs_interrupted() == 0 ? look(a->name, false, &other) : QUEUE_THERE;
        good = merge(a, error);
        silent = found == QUEUE_SILENT ? silent + LOOK_SECONDS : 0;
        lingered += a->merged.points == a->progress.total ? LOOK_SECONDS : 0;
        if (good && silent >= SILENCE_SECONDS) {
            *error = other;
            *busy = true;
            return false;
        }
        if (lingered >= LINGER_SECONDS)
            return cancel(a->name, error); /* nothing that it still writes is missed */
    }
    if (found != QUEUE_GONE)
        *busy = !end_array(a, good ? error : &other);
    if (*busy)
        return false;
    remove_mark(a->work.folder);
    return good && merge(a, error);
}

/* ---- all of it ----------------------------------------------------------------------------------------- */

/* What the array did is not left any more. */
static void drop_done(array *a, uint32_t *left)
{
    size_t kept = 0;

    for (size_t i = 0; i < a->work.count; i++) {
        char key[RS_SWEEP_KEY];

        (void)snprintf(key, sizeof(key), "%016" PRIx64, a->work.plan->point[left[i]].key);
        if (!rs_sweep_point_there(a->work.folder, key))
            left[kept++] = left[i];
    }
    a->work.count = kept;
}

/* The last line that the tasks wrote. */
static void read_log(const char *folder, char line[LINE])
{
    char path[RS_SWEEP_PATH + 16], next[LINE];
    FILE *file;

    (void)snprintf(path, sizeof(path), "%s/array.log", folder);
    (void)snprintf(line, LINE, "no word of its tasks");
    file = fopen(path, "r");
    while (file != NULL && fgets(next, sizeof(next), file) != NULL) {
        next[strcspn(next, "\n")] = '\0';
        if (next[0] != '\0')
            memcpy(line, next, sizeof(next));
    }
    if (file != NULL)
        (void)fclose(file);
}

/* What this array is to do. A file system of several machines may show the last files a little after the end of the task. */
static bool take_results(array *a, uint32_t *left, bool *busy, rs_error *error)
{
    bool good = wait_for_array(a, busy, error);

    drop_done(a, left);
    for (int waited = 0; good && a->work.count > 0 && waited < LATE_SECONDS && rs_interrupted() == 0; waited += LOOK_SECONDS) {
        rest();
        good = merge(a, error);
        drop_done(a, left);
    }
    return good;
}

static bool run_arrays(array *a, uint32_t *left, bool *busy, rs_error *error)
{
    const size_t count = a->work.count;
    char line[LINE];

    read_mark(a->work.folder, a->name);
    if (a->name[0] != '\0') { /* of a sweep before, which may have had other points */
        if (!wait_for_array(a, busy, error))
            return false;
        drop_done(a, left);
    }
    if (a->work.count == 0 || rs_interrupted() != 0)
        return true;
    if (!submit(a, error)) {
        *busy = rs_interrupted() != 0 && !end_array(a, error);
        return false;
    }
    if (!take_results(a, left, busy, error))
        return false;
    if (a->work.count > 0 && rs_interrupted() == 0) {
        read_log(a->work.folder, line);
        rs_error_set(error, "sweep: found job %s of Slurm that ended without %zu of %zu points (%.200s), expected all; the others are kept", a->name,
                     a->work.count, count, line);
        return false;
    }
    return true;
}

bool rs_sweep_run_slurm(rs_sweep_work *work, const rs_slurm_options *options, bool *busy, rs_error *error)
{
    array a;
    uint32_t *left = (uint32_t *)malloc((work->count + 1) * sizeof(*left));
    bool good;

    memset(&a, 0, sizeof(a));
    *busy = false;
    if (left == NULL) {
        rs_error_set(error, "found no memory for %zu points, expected some", work->count);
        return false;
    }
    memcpy(left, work->left, work->count * sizeof(*left));
    a.work = *work;
    a.work.left = left;
    a.options = options;
    rs_sweep_progress_start(&a.progress, work->count);
    rs_interrupt_defer(true);
    good = run_arrays(&a, left, busy, error) || (rs_interrupted() != 0 && !*busy);
    rs_interrupt_defer(false);
    if (work->progress)
        rs_sweep_progress_show(&a.progress, a.merged.points, a.merged.failed, true);
    free(left);
    return good;
}
