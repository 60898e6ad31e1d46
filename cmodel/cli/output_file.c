/* Result files that are whole or not there. */
#define _POSIX_C_SOURCE 200809L
#include "output_file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void set_error(rs_error *error, const char *path, const char *what)
{
    rs_error_set(error, "%s: found %s (%s), expected a writable file with room for the result", path, what,
                 strerror(errno));
}

bool rs_output_open(rs_output_file *output, const char *path, rs_error *error)
{
    struct stat status;
    bool direct = stat(path, &status) == 0 && !S_ISREG(status.st_mode);

    if (strlen(path) >= sizeof(output->path)) {
        errno = ENAMETOOLONG;
        set_error(error, path, "an unusable name");
        return false;
    }
    (void)snprintf(output->path, sizeof(output->path), "%s", path);
    output->temporary[0] = '\0';
    if (!direct)
        (void)snprintf(output->temporary, sizeof(output->temporary), "%s.%ld", path, (long)getpid());
    output->file = fopen(direct ? output->path : output->temporary, "w");
    if (output->file == NULL) {
        set_error(error, path, "an unwritable place");
        return false;
    }
    return true;
}

bool rs_output_commit(rs_output_file *output, rs_error *error)
{
    bool direct = output->temporary[0] == '\0';
    bool good = fflush(output->file) == 0 && !ferror(output->file);

    if (good && !direct)
        good = fsync(fileno(output->file)) == 0;
    if (!good)
        set_error(error, output->path, "a failed write");
    if (fclose(output->file) != 0 && good) {
        set_error(error, output->path, "a failed write");
        good = false;
    }
    if (good && !direct && rename(output->temporary, output->path) != 0) {
        set_error(error, output->path, "a failed rename");
        good = false;
    }
    if (!good && !direct)
        (void)unlink(output->temporary);
    return good;
}

void rs_output_discard(rs_output_file *output)
{
    (void)fclose(output->file);
    if (output->temporary[0] != '\0')
        (void)unlink(output->temporary);
}
