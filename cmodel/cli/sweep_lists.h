/* What a sweep is over: lists of values, each combination of which is a run. From a file, from the command line, or both.
 *
 * The file's lines are those of a configuration, NAME = VALUE, with a list in place of the value: NAME = VALUE, VALUE, FIRST..LAST.
 * NAME in capitals is a key of the configuration, NAME in small letters an option of 'rowstreak run' (rs_sweep_names). A comma at the
 * end goes on in the next line, "..." keeps commas, '#' starts a comment. [NAME] starts a block, which has the lists before the first
 * block too unless it has them itself; the combinations of each block are points of the sweep. A list of the command line
 * stands in place of that of its name in every block.
 */
#ifndef ROWSTREAK_CLI_SWEEP_LISTS_H
#define ROWSTREAK_CLI_SWEEP_LISTS_H

#include "run_request.h"

enum { RS_SWEEP_LISTS = 64, RS_SWEEP_VALUES = 10000, RS_SWEEP_MOST = 1000000, RS_SWEEP_NAME = 40 };

typedef struct rs_sweep_list {
    char name[RS_SWEEP_NAME];
    bool key;     /* values are "KEY=VALUE" */
    char **value; /* [count] */
    size_t count;
} rs_sweep_list;

typedef struct rs_sweep_block {
    char name[RS_SWEEP_NAME];
    rs_sweep_list list[RS_SWEEP_LISTS];
    size_t lists;
} rs_sweep_block;

typedef struct rs_sweep {
    rs_sweep_block *block; /* [blocks], after rs_sweep_finish() */
    size_t blocks;
    rs_sweep_block common, given; /* before the first block; of the command line */
} rs_sweep;

/* The options of 'rowstreak run' that a sweep takes, in the order of the help, with a text; ends with a NULL. */
typedef struct rs_sweep_name {
    const char *name, *text;
} rs_sweep_name;
extern const rs_sweep_name rs_sweep_names[];

/* A zeroed sweep is empty. Every value is checked as 'rowstreak run' would check it; errors name file:line. */
bool rs_sweep_read(rs_sweep *sweep, const char *path, rs_error *error);
/* A list of the command line, "NAME=LIST" with a key in capitals, or an option's name and its list. */
bool rs_sweep_give_key(rs_sweep *sweep, const char *text, rs_error *error);
bool rs_sweep_give(rs_sweep *sweep, const char *name, const char *list, rs_error *error);
/* Blocks with all their lists; at most RS_SWEEP_MOST combinations, each with a workload or a trace of either kind. */
bool rs_sweep_finish(rs_sweep *sweep, rs_error *error);
void rs_sweep_free(rs_sweep *sweep);

/* One list, for those who make blocks of them. */
bool rs_sweep_list_add(rs_sweep_list *list, const char *value, rs_error *error);
void rs_sweep_list_free(rs_sweep_list *list);
rs_sweep_list *rs_sweep_list_find(rs_sweep_block *block, const char *name); /* NULL: it has none of this name */

/* Combinations; combination `number` as a request for one run, whose options go together. Its texts live as long as the sweep. */
uint64_t rs_sweep_count(const rs_sweep *sweep);
bool rs_sweep_request(const rs_sweep *sweep, uint64_t number, rs_run_request *request, rs_error *error);
/* The combination in one line: machine and workload, and the values of every list that has several. */
void rs_sweep_label(const rs_sweep *sweep, uint64_t number, char *text, size_t size);

#endif
