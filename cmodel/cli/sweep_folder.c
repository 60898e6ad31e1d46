/* Contract: sweep_folder.h. */
#define _POSIX_C_SOURCE 200809L
#include "sweep_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail(const rs_sweep_folder *folder, const char *what, rs_error *error)
{
    rs_error_set(error, "%.300s: found %s (%s), expected a folder that can be written", folder->path, what, strerror(errno));
    return false;
}

static bool ends_with(const char *name, const char *end)
{
    const size_t length = strlen(name), tail = strlen(end);

    return length >= tail && strcmp(name + length - tail, end) == 0;
}

/* Opens and locks path/lock. *gone: whoever had it removed it in the meantime. A lock of fcntl() ends with the process that has it, not
 * with its children. */
static bool take_lock(rs_sweep_folder *folder, bool *gone, rs_error *error)
{
    char path[RS_SWEEP_PATH + 8];
    struct flock lock;
    struct stat status;

    memset(&lock, 0, sizeof(lock));
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    *gone = false;
    (void)snprintf(path, sizeof(path), "%s/lock", folder->path);
    folder->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (folder->lock < 0)
        return fail(folder, "no lock", error);
    if (fcntl(folder->lock, F_SETLK, &lock) == 0) {
        *gone = fstat(folder->lock, &status) != 0 || status.st_nlink == 0;
        if (!*gone)
            return true;
    } else if (errno == EACCES || errno == EAGAIN) {
        rs_error_set(error, "%.300s: found another sweep at work, expected one for a database", folder->path);
    } else {
        (void)fail(folder, "no lock", error);
    }
    (void)close(folder->lock);
    folder->lock = -1;
    return false;
}

bool rs_sweep_folder_open(rs_sweep_folder *folder, const char *database, rs_error *error)
{
    bool gone = true, good = false;

    folder->lock = -1;
    folder->busy = false;
    if (snprintf(folder->path, sizeof(folder->path), "%s.points", database) >= (int)sizeof(folder->path) - 64) {
        errno = ENAMETOOLONG;
        return fail(folder, "a name that is too long", error);
    }
    while (!good && gone) {
        if (mkdir(folder->path, 0777) != 0 && errno != EEXIST)
            return fail(folder, "an unwritable place", error);
        good = take_lock(folder, &gone, error);
    }
    if (!good)
        (void)rmdir(folder->path); /* if it was made just now, and is empty */
    return good;
}

void rs_sweep_folder_remove(const char *path, bool all)
{
    static const char *const endings[] = {".chunk", ".taken", ".log", ".tmp", "lock", "array"};
    const size_t count = all ? sizeof(endings) / sizeof(endings[0]) : 3;
    char name[2 * RS_SWEEP_PATH];
    struct dirent *entry;
    DIR *list = opendir(path);

    while (list != NULL && (entry = readdir(list)) != NULL)
        for (size_t i = 0; i < count; i++)
            if (ends_with(entry->d_name, endings[i])) {
                (void)snprintf(name, sizeof(name), "%s/%s", path, entry->d_name);
                (void)unlink(name);
            }
    if (list != NULL)
        (void)closedir(list);
}

void rs_sweep_folder_close(rs_sweep_folder *folder)
{
    if (folder->lock < 0)
        return;
    if (!folder->busy && rs_sweep_folder_points(folder) == 0) {
        rs_sweep_folder_remove(folder->path, true);
        (void)rmdir(folder->path);
    }
    (void)close(folder->lock);
    folder->lock = -1;
}

size_t rs_sweep_folder_points(const rs_sweep_folder *folder)
{
    struct dirent *entry;
    size_t count = 0;
    DIR *list = opendir(folder->path);

    while (list != NULL && (entry = readdir(list)) != NULL)
        count += ends_with(entry->d_name, ".point");
    if (list != NULL)
        (void)closedir(list);
    return count;
}
