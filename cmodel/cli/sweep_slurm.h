/* Points on a cluster: arrays of tasks of an existing Slurm, which is reached by its commands sbatch, squeue, scontrol and scancel.
 *
 * The points that are left are dealt out in chunks (sweep_chunk.h); a task of the array is a worker on one chunk, and whatever it has
 * done is in point files in the sweep's folder, which all nodes must see under the same name, as well as the program, the current folder and the
 * inputs. The name of the job is in FOLDER/array as long as there may be such an array, so that a later sweep finds it.
 */
#ifndef ROWSTREAK_CLI_SWEEP_SLURM_H
#define ROWSTREAK_CLI_SWEEP_SLURM_H

#include "sweep_work.h"

typedef struct rs_slurm_options {
    uint64_t chunk;  /* points a task, at least; 0: RS_SLURM_CHUNK */
    int argc;        /* the command line of the sweep, behind the command's name: the workers' too */
    char **argv;
} rs_slurm_options;

enum { RS_SLURM_CHUNK = 20, RS_SLURM_TASKS = 1000 }; /* tasks of an array, at most: Slurm's own limit is 1001 unless set */

/* False: there is no sbatch. */
bool rs_slurm_there(rs_error *error);
/* Whether FOLDER/array is there: an array may be at work. */
bool rs_slurm_marked(const char *folder);
/* False with an error if an array is at work for the folder, or squeue does not say. */
bool rs_slurm_idle(const char *folder, rs_error *error);
/* As rs_sweep_run_local(). An array that is at work already is waited for first. If this process is told to end, the array is cancelled.
 * *busy: tasks may still be at work, the folder must stay. */
bool rs_sweep_run_slurm(rs_sweep_work *work, const rs_slurm_options *options, bool *busy, rs_error *error);

#endif
