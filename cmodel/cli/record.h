/* Results of runs: one record a run, as CSV, JSON and a printed table. */
#ifndef ROWSTREAK_CLI_RECORD_H
#define ROWSTREAK_CLI_RECORD_H

#include "rowstreak.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_RECORD_SCHEMA = 5, RS_RECORD_TEXT = 64 };

typedef struct rs_record_list {
    uint64_t count;
    double value[RS_MAX_SMS];
} rs_record_list;

typedef struct rs_record {
#define RS_TEXT(name) char name[RS_RECORD_TEXT];
#define RS_COUNT(name) uint64_t name;
#define RS_REAL(name) double name;
#define RS_LIST(name) rs_record_list name;
#include "record.def"
#undef RS_TEXT
#undef RS_COUNT
#undef RS_REAL
#undef RS_LIST
} rs_record;

/* Zeros, "not a number" in every real field, empty lists. */
void rs_record_clear(rs_record *record);

/* The same sms, channels, banks, queue, chips, vcs, static_vc and sm_memory, and stopped in the same cycle or both run to the end. */
bool rs_record_same_size(const rs_record *a, const rs_record *b);
/* Fills the fields that compare with the FR-FCFS run of the same workload, graph, seed and size. */
void rs_records_relate(rs_record *records, size_t count);

/* Header line and one line a record. */
void rs_records_write_csv(FILE *file, const rs_record *records, size_t count);
/* An array of objects, each with schema_version first. */
void rs_records_write_json(FILE *file, const rs_record *records, size_t count);
/* Appends the records of a CSV file that rs_records_write_csv() wrote to *records (realloc). Errors name file:line. */
bool rs_records_read_csv(const char *path, rs_record **records, size_t *count, rs_error *error);

/* One table, a block per workload, graph and size, each value beside its ratio to FR-FCFS; with several seeds a row shows
 * the median run (by cycles) and the range of cycles. Needs rs_records_relate(). */
void rs_records_print_table(FILE *file, const rs_record *records, size_t count);
/* What THESIS 6.3 reports beside the same figure of these records. */
void rs_records_print_thesis(FILE *file, const rs_record *records, size_t count);
/* Columns for gnuplot: a block per workload and graph, blocks two blank lines apart, first line the block's title; of runs to
 * the end without the SMs' memory sides. */
void rs_records_write_plot(FILE *file, const rs_record *records, size_t count);

#ifdef __cplusplus
}
#endif
#endif
