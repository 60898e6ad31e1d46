/* Results of runs: one record a run, as CSV, JSON and a printed table. */
#ifndef ROWSTREAK_CLI_RECORD_H
#define ROWSTREAK_CLI_RECORD_H

#include "rowstreak.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RS_RECORD_SCHEMA = 23, RS_RECORD_TEXT = 96 };

typedef struct rs_record_list {
    uint64_t count;
    double value[RS_MAX_SMS];
} rs_record_list;

typedef struct rs_record {
#define RS_TEXT(name, role) char name[RS_RECORD_TEXT];
#define RS_COUNT(name, role) uint64_t name;
#define RS_REAL(name, role) double name;
#define RS_LIST(name, role) rs_record_list name;
#include "record.def"
#undef RS_TEXT
#undef RS_COUNT
#undef RS_REAL
#undef RS_LIST
    /* Set by rs_records_relate(), no fields: records of one block have the same input and the same configuration but for the
     * seed and the keys that a machine's name stands for, those of one row have these keys in common too. */
    size_t block, row;
} rs_record;

/* Zeros, "not a number" in every real field, empty lists. */
void rs_record_clear(rs_record *record);

/* A run that is there twice (the same input and configuration, seed included) becomes one, with the longer comparison with the
 * RTL; one that the RTL differed from stays beside it. False: its two results differ. */
bool rs_records_merge(rs_record *records, size_t *count, rs_error *error);
/* Finds blocks and rows, and fills the fields that compare with the FR-FCFS run of the same block and seed. */
void rs_records_relate(rs_record *records, size_t count);

/* Header line and one line a record. */
void rs_records_write_csv(FILE *file, const rs_record *records, size_t count);
/* An array of objects, each with schema_version first. */
void rs_records_write_json(FILE *file, const rs_record *records, size_t count);
/* Appends the records of a CSV file that rs_records_write_csv() wrote to *records (realloc). Errors name file:line. */
bool rs_records_read_csv(const char *path, rs_record **records, size_t *count, rs_error *error);

/* What tells record `of` from others, as ", QUEUE 8, T_RC 60", to text (cut off at its size): inputs in which runs of the same
 * workload and graph differ and keys in which any differ; or, in_block, keys in which runs of its block and name differ. */
void rs_records_differences(const rs_record *records, size_t count, const rs_record *of, bool in_block, char *text, size_t size);

/* One table of at most 120 columns, a block per input and configuration, each value beside its ratio to FR-FCFS; with several
 * seeds a row shows the median run (by cycles) and the range of cycles. Needs rs_records_relate(), as the two below. */
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
