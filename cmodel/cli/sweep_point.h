/* What came out of a point of a sweep, and the file in which its worker leaves it: KEY.point in the sweep's folder, whole or not there.
 *
 * Its first line is "rowstreak point,KEY,BUILD,done," or "rowstreak point,KEY,BUILD,failed,ERROR", the two behind it are a CSV of
 * 'rowstreak run' with one record; of a failed point the record has what was to be run, and no results.
 */
#ifndef ROWSTREAK_CLI_SWEEP_POINT_H
#define ROWSTREAK_CLI_SWEEP_POINT_H

#include "record.h"

enum { RS_SWEEP_KEY = 17, RS_SWEEP_PATH = 4096 };

typedef struct rs_sweep_result {
    char key[RS_SWEEP_KEY], build[RS_SWEEP_KEY];
    bool failed;
    rs_error error; /* of a failed one; else empty */
    rs_record record;
} rs_sweep_result;

/* Under a name of its own first, synced, renamed. On an error nothing is left behind. */
bool rs_sweep_point_write(const char *folder, const rs_sweep_result *result, rs_error *error);
/* A file that ends early, or is of another version or point, is an error that names file:line. */
bool rs_sweep_point_read(const char *path, rs_sweep_result *result, rs_error *error);
/* Whether the folder has it: its file, or one that was taken over into the database, KEY.taken. */
bool rs_sweep_point_there(const char *folder, const char *key);
/* FOLDER/KEY.point; false: the name is too long. */
bool rs_sweep_point_path(char path[RS_SWEEP_PATH], const char *folder, const char *key);

#endif
