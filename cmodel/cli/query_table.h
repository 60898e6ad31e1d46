/* A figure of many points by one or two keys, as table, CSV, JSON and picture. */
#ifndef ROWSTREAK_CLI_QUERY_TABLE_H
#define ROWSTREAK_CLI_QUERY_TABLE_H

#include "record.h"

/* One cell: the points with the same values of the keys. */
typedef struct rs_query_cell {
    char value[2][RS_RECORD_TEXT]; /* of the keys; of a second one that there is not: empty */
    uint64_t points;
    double mean, least, most;
} rs_query_cell;

typedef struct rs_query_table {
    const char *metric, *key[2]; /* key[1]: NULL, there is one key */
    const char *statistic;       /* what the cells of two keys show, and the picture: mean, least or most */
    rs_query_cell *cell;         /* [cells], by the first key, then the second */
    size_t cells;
} rs_query_table;

void rs_query_print(FILE *file, const rs_query_table *table);
/* A line a cell: keys, points, mean, least, most. */
void rs_query_write_csv(FILE *file, const rs_query_table *table);
void rs_query_write_json(FILE *file, const rs_query_table *table);
/* By gnuplot: over the first key, lines if it has numbers, else bars; a line or colour for each value of the second. */
bool rs_query_draw(FILE *svg, const rs_query_table *table, rs_error *error);

#endif
