/* The folder beside a database in which workers leave their points: DATABASE.points. Only one sweep at a time has it. */
#ifndef ROWSTREAK_CLI_SWEEP_FOLDER_H
#define ROWSTREAK_CLI_SWEEP_FOLDER_H

#include "sweep_point.h"

typedef struct rs_sweep_folder {
    char path[RS_SWEEP_PATH];
    int lock; /* file descriptor of path/lock, which is locked as long as it is open */
} rs_sweep_folder;

/* Makes the folder if it is not there and locks it. False: it cannot be made, or another sweep has it. */
bool rs_sweep_folder_open(rs_sweep_folder *folder, const char *database, rs_error *error);
/* Lets go of it; removes it if nothing but temporary files and the lock is left, for which no worker may be at work any more. */
void rs_sweep_folder_close(rs_sweep_folder *folder);
/* Point files in it. */
size_t rs_sweep_folder_points(const rs_sweep_folder *folder);

#endif
