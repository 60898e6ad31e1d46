/* The folder beside a database in which workers leave their points: DATABASE.points. Only one sweep at a time has it. */
#ifndef ROWSTREAK_CLI_SWEEP_FOLDER_H
#define ROWSTREAK_CLI_SWEEP_FOLDER_H

#include "sweep_point.h"

typedef struct rs_sweep_folder {
    char path[RS_SWEEP_PATH];
    int lock;  /* file descriptor of path/lock, which is locked as long as it is open */
    bool busy; /* set by who knows of workers that may still be at work in it: it stays as it is */
} rs_sweep_folder;

/* Makes the folder if it is not there and locks it. False: it cannot be made, or another sweep has it. */
bool rs_sweep_folder_open(rs_sweep_folder *folder, const char *database, rs_error *error);
/* Lets go of it; unless busy removes it if no points are left in it, with all that is of use only while the sweep is at work. */
void rs_sweep_folder_close(rs_sweep_folder *folder);
/* Removes what is of use only for one array of a cluster: chunks, points taken over, what its tasks wrote; if `all` temporary files, the lock and
 * the mark of the array too. */
void rs_sweep_folder_remove(const char *path, bool all);
/* Point files in it. */
size_t rs_sweep_folder_points(const rs_sweep_folder *folder);

#endif
