/* The fields of rs_record as a table: what record.c, record_file.c and record_table.c share. */
#ifndef ROWSTREAK_CLI_RECORD_FIELD_H
#define ROWSTREAK_CLI_RECORD_FIELD_H

#include "common/csv.h"
#include "record.h"

enum rs_field_type { RS_FIELD_TEXT, RS_FIELD_COUNT, RS_FIELD_REAL, RS_FIELD_LIST };
enum rs_field_role { RS_ROLE_NAME, RS_ROLE_INPUT, RS_ROLE_KEY, RS_ROLE_RESULT, RS_ROLE_HOST, RS_ROLE_RELATION }; /* record.def */

typedef struct rs_record_field {
    const char *name;
    size_t offset;
    enum rs_field_type type;
    enum rs_field_role role;
} rs_record_field;

extern const rs_record_field rs_record_fields[];
extern const size_t rs_record_field_count;

/* rs_records_read_csv() of the lines that are left. */
bool rs_records_read_lines(rs_csv *csv, rs_record **records, size_t *count);
/* A field as the CSV has it; false: no value of the field. */
void rs_field_write(FILE *file, const rs_record *record, const rs_record_field *f);
bool rs_field_read(rs_record *record, const rs_record_field *f, const char *cell);

/* The first field in which the results of two records differ, as the CSV tells them; NULL: none. */
const rs_record_field *rs_record_other_result(const rs_record *a, const rs_record *b);

static inline void *rs_field_at(rs_record *record, const rs_record_field *f)
{
    return (char *)record + f->offset;
}

static inline const void *rs_field_in(const rs_record *record, const rs_record_field *f)
{
    return (const char *)record + f->offset;
}

#endif
