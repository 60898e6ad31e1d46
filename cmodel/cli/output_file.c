/* Contract: output_file.h. */
#define _POSIX_C_SOURCE 200809L
#include "output_file.h"
#include "interrupt.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_LINKS = 40, LONGEST_PATH = 4096 };

static bool fail(rs_error *error, const char *path, const char *what)
{
    rs_error_set(error, "%s: found %s (%s), expected a writable file with room for the result", path, what,
                 strerror(errno));
    return false;
}

static char *copy(const char *text)
{
    const size_t size = strlen(text) + 1;
    char *made = (char *)malloc(size);

    if (made != NULL)
        memcpy(made, text, size);
    return made;
}

/* Length of the folder's part of a path, with its '/'. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

/* Follows symbolic links, to a file that need not be there. NULL: too many of them, or no memory. */
static char *resolve(const char *path)
{
    char *at = copy(path);

    for (int links = 0; at != NULL; links++) {
        char to[LONGEST_PATH];
        const ssize_t length = readlink(at, to, sizeof(to) - 1);
        const size_t folder = length > 0 && to[0] != '/' ? folder_length(at) : 0;
        char *next;

        if (length < 0)
            return at;
        if (links == MOST_LINKS)
            break;
        next = (char *)malloc(folder + (size_t)length + 1);
        if (next != NULL) {
            memcpy(next, at, folder);
            memcpy(next + folder, to, (size_t)length);
            next[folder + (size_t)length] = '\0';
        }
        free(at);
        at = next;
    }
    free(at);
    errno = ELOOP;
    return NULL;
}

/* Whether two paths lead to one file, there or to be made; a device may be written twice. */
static bool same_file(const char *a, const char *b)
{
    struct stat of_a, of_b;
    const bool have_a = stat(a, &of_a) == 0, have_b = stat(b, &of_b) == 0;
    const size_t folder_a = folder_length(a), folder_b = folder_length(b);
    char *name_a, *name_b;
    bool same;

    if (have_a && have_b)
        return of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino && !S_ISCHR(of_a.st_mode);
    if (have_a || have_b || strcmp(a + folder_a, b + folder_b) != 0)
        return false;
    name_a = copy(folder_a != 0 ? a : "./");
    name_b = copy(folder_b != 0 ? b : "./");
    same = name_a != NULL && name_b != NULL;
    if (same) {
        name_a[folder_a != 0 ? folder_a : 2] = '\0';
        name_b[folder_b != 0 ? folder_b : 2] = '\0';
        same = stat(name_a, &of_a) == 0 && stat(name_b, &of_b) == 0 && of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
    }
    free(name_a);
    free(name_b);
    return same;
}

static bool is_stdout(const rs_output_file *output)
{
    return output->file == stdout;
}

static bool open_temporary(rs_output_file *output, const struct stat *existing, rs_error *error)
{
    const size_t size = strlen(output->target) + 24;

    output->temporary = (char *)malloc(size);
    if (output->temporary == NULL)
        return fail(error, output->path, "no memory for its name");
    (void)snprintf(output->temporary, size, "%s.%ld", output->target, (long)getpid());
    if (!rs_interrupt_add_file(output->temporary)) {
        errno = EMFILE;
        return fail(error, output->path, "too many outputs");
    }
    output->file = fopen(output->temporary, "w");
    if (output->file == NULL)
        return fail(error, output->path, "an unwritable place");
    if (existing != NULL)
        (void)fchmod(fileno(output->file), existing->st_mode & 0777);
    return true;
}

/* Where a path leads to; "-" has no target. */
static bool find_target(rs_output_file *output, const char *path, rs_error *error)
{
    output->path = path;
    if (strcmp(path, "-") == 0)
        return true;
    output->target = resolve(path);
    return output->target != NULL || fail(error, path, "an unusable name");
}

/* What an output must not be: an input, an output before it. */
static bool check_others(const rs_output_file *outputs, size_t index, const char *const *inputs, size_t input_count,
                         rs_error *error)
{
    const rs_output_file *output = &outputs[index];

    for (size_t i = 0; i < input_count; i++)
        if (inputs[i] != NULL && output->target != NULL && same_file(output->target, inputs[i])) {
            rs_error_set(error, "%s: found an output that is an input too, expected another file", output->path);
            return false;
        }
    for (size_t i = 0; i < index; i++)
        if (outputs[i].path != NULL && (output->target == NULL ? outputs[i].target == NULL
                                        : outputs[i].target != NULL && same_file(output->target, outputs[i].target))) {
            rs_error_set(error, "%s: found two outputs of this name, expected one", output->path);
            return false;
        }
    return true;
}

static bool open_output(rs_output_file *output, rs_error *error)
{
    struct stat status;
    bool exists;

    if (output->target == NULL) {
        output->file = stdout;
        return true;
    }
    exists = stat(output->target, &status) == 0;
    if (!exists || S_ISREG(status.st_mode))
        return open_temporary(output, exists ? &status : NULL, error);
    output->file = fopen(output->target, "w");
    return output->file != NULL || fail(error, output->path, "an unwritable place");
}

bool rs_outputs_open(rs_output_file *outputs, const char *const *paths, size_t count, const char *const *inputs,
                     size_t input_count, rs_error *error)
{
    bool good = true;

    memset(outputs, 0, count * sizeof(*outputs));
    for (size_t i = 0; i < count && good; i++) {
        if (paths[i] == NULL)
            continue;
        good = find_target(&outputs[i], paths[i], error) && check_others(outputs, i, inputs, input_count, error) &&
               open_output(&outputs[i], error);
    }
    if (!good)
        rs_outputs_discard(outputs, count);
    return good;
}

/* Everything is on the disk, and the file is closed. */
static bool finish(rs_output_file *output, rs_error *error)
{
    bool good = fflush(output->file) == 0 && !ferror(output->file);

    if (good && output->temporary != NULL)
        good = fsync(fileno(output->file)) == 0;
    if (!good)
        (void)fail(error, output->path, "a failed write");
    if (!is_stdout(output) && fclose(output->file) != 0 && good)
        good = fail(error, output->path, "a failed write");
    output->file = NULL;
    return good;
}

/* Removes the temporary file, if there is one still. */
static void forget(rs_output_file *output)
{
    if (output->temporary != NULL) {
        (void)unlink(output->temporary);
        rs_interrupt_keep_file(output->temporary);
    }
    free(output->temporary);
    free(output->target);
    memset(output, 0, sizeof(*output));
}

bool rs_outputs_flush(rs_output_file *outputs, size_t count, rs_error *error)
{
    for (size_t i = 0; i < count; i++)
        if (outputs[i].file != NULL && fflush(outputs[i].file) != 0)
            return fail(error, outputs[i].path, "a failed write");
    return true;
}

bool rs_outputs_commit(rs_output_file *outputs, size_t count, rs_error *error)
{
    bool good = true;

    for (size_t i = 0; i < count && good; i++)
        good = outputs[i].file == NULL || finish(&outputs[i], error);
    for (size_t i = 0; i < count && good; i++)
        if (outputs[i].temporary != NULL && rename(outputs[i].temporary, outputs[i].target) != 0)
            good = fail(error, outputs[i].path, "a failed rename");
    rs_outputs_discard(outputs, count);
    return good;
}

void rs_outputs_discard(rs_output_file *outputs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (outputs[i].file != NULL && !is_stdout(&outputs[i]))
            (void)fclose(outputs[i].file);
        outputs[i].file = NULL;
        forget(&outputs[i]);
    }
}

bool rs_outputs_take_stdout(const rs_output_file *outputs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_stdout(&outputs[i]))
            return true;
    return false;
}
