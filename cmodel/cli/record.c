/* Records: fields, runs that are one, relations to FR-FCFS. */
#include "record.h"
#include "record_field.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

const rs_record_field rs_record_fields[] = {
#define RS_TEXT(name, role) {#name, offsetof(rs_record, name), RS_FIELD_TEXT, RS_ROLE_##role},
#define RS_COUNT(name, role) {#name, offsetof(rs_record, name), RS_FIELD_COUNT, RS_ROLE_##role},
#define RS_REAL(name, role) {#name, offsetof(rs_record, name), RS_FIELD_REAL, RS_ROLE_##role},
#define RS_LIST(name, role) {#name, offsetof(rs_record, name), RS_FIELD_LIST, RS_ROLE_##role},
#include "record.def"
#undef RS_TEXT
#undef RS_COUNT
#undef RS_REAL
#undef RS_LIST
};
const size_t rs_record_field_count = sizeof(rs_record_fields) / sizeof(rs_record_fields[0]);

void rs_record_clear(rs_record *record)
{
    double none = (double)NAN;

    memset(record, 0, sizeof(*record));
    for (size_t i = 0; i < rs_record_field_count; i++)
        if (rs_record_fields[i].type == RS_FIELD_REAL)
            memcpy(rs_field_at(record, &rs_record_fields[i]), &none, sizeof(none));
}

/* Keys that a machine's name stands for: they part the rows of a block. */
static bool of_machine(const rs_record_field *f)
{
    static const char *const keys[] = {"scheduler", "bank_places", "lookahead", "age_cap",
                                       "hold_policy", "hash_bits", "hold_limit", "wait_guard", "superpacket"};

    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
        if (strcmp(f->name, keys[i]) == 0)
            return true;
    return false;
}

static bool is_seed(const rs_record_field *f)
{
    return strcmp(f->name, "seed") == 0;
}

/* As the CSV tells them: of nine digits, what is no number is equal to itself. */
static bool same_real(double a, double b)
{
    char text[2][32];

    (void)snprintf(text[0], sizeof(text[0]), "%.9g", a);
    (void)snprintf(text[1], sizeof(text[1]), "%.9g", b);
    return isfinite(a) ? strcmp(text[0], text[1]) == 0 : !isfinite(b);
}

static bool same_list(const rs_record_list *a, const rs_record_list *b)
{
    bool same = a->count == b->count;

    for (uint64_t i = 0; same && i < a->count; i++)
        same = same_real(a->value[i], b->value[i]);
    return same;
}

static bool same_field(const rs_record *a, const rs_record *b, const rs_record_field *f)
{
    const void *x = rs_field_in(a, f), *y = rs_field_in(b, f);

    if (f->type == RS_FIELD_TEXT)
        return strcmp((const char *)x, (const char *)y) == 0;
    if (f->type == RS_FIELD_COUNT)
        return memcmp(x, y, sizeof(uint64_t)) == 0;
    if (f->type == RS_FIELD_REAL)
        return same_real(*(const double *)x, *(const double *)y);
    return same_list((const rs_record_list *)x, (const rs_record_list *)y);
}

/* A machine's name says SJF as well; the other allocators are no machine's. */
static bool same_in_block(const rs_record *a, const rs_record *b, const rs_record_field *f)
{
    uint64_t x, y;

    if (of_machine(f))
        return true;
    if (strcmp(f->name, "allocator") != 0)
        return same_field(a, b, f);
    memcpy(&x, rs_field_in(a, f), sizeof(x));
    memcpy(&y, rs_field_in(b, f), sizeof(y));
    return (x == RS_ALLOCATOR_SJF ? RS_ALLOCATOR_PIM : x) == (y == RS_ALLOCATOR_SJF ? RS_ALLOCATOR_PIM : y);
}

enum part { PART_BLOCK, PART_ROW, PART_RUN };

/* Same input and configuration: for a block without machine and seed, for a row without the seed, for a run all. */
static bool same(const rs_record *a, const rs_record *b, enum part part)
{
    for (size_t i = 0; i < rs_record_field_count; i++) {
        const rs_record_field *f = &rs_record_fields[i];

        if ((f->role == RS_ROLE_INPUT || f->role == RS_ROLE_KEY) && (part == PART_RUN || !is_seed(f)) &&
            !(part == PART_BLOCK ? same_in_block(a, b, f) : same_field(a, b, f)))
            return false;
    }
    return true;
}

const rs_record_field *rs_record_other_result(const rs_record *a, const rs_record *b)
{
    for (size_t i = 0; i < rs_record_field_count; i++)
        if (rs_record_fields[i].role == RS_ROLE_RESULT && !same_field(a, b, &rs_record_fields[i]))
            return &rs_record_fields[i];
    return NULL;
}

bool rs_records_merge(rs_record *records, size_t *count, rs_error *error)
{
    size_t kept = 0;

    for (size_t i = 0; i < *count; i++) {
        const rs_record_field *other;
        size_t j = 0;

        while (j < kept && !(same(&records[j], &records[i], PART_RUN) && records[j].mismatches == records[i].mismatches))
            j++;
        if (j == kept) {
            records[kept++] = records[i];
            continue;
        }
        other = rs_record_other_result(&records[j], &records[i]);
        if (other != NULL) {
            rs_error_set(error, "found the run %s%s%s %s, seed %llu, twice with two results (%s), expected one: were they made by two "
                         "versions?", records[i].workload, records[i].graph[0] != '\0' ? " " : "", records[i].graph,
                         records[i].machine, (unsigned long long)records[i].seed, other->name);
            return false;
        }
        if (records[i].lockstep_cycles > records[j].lockstep_cycles)
            records[j] = records[i];
    }
    *count = kept;
    return true;
}

/* The number of the first record with the same input and configuration. */
static void find_groups(rs_record *records, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t j = 0;

        while (j < i && !(records[j].block == j && same(&records[j], &records[i], PART_BLOCK)))
            j++;
        records[i].block = j;
        for (j = 0; j < i && !(records[j].row == j && same(&records[j], &records[i], PART_ROW));)
            j++;
        records[i].row = j;
    }
}

static double ratio(double value, double reference)
{
    return reference != 0 ? value / reference : (double)NAN;
}

static const rs_record *find_reference(const rs_record *records, size_t count, const rs_record *of)
{
    for (size_t i = 0; i < count; i++)
        if (records[i].block == of->block && records[i].seed == of->seed && strcmp(records[i].machine, "FR-FCFS") == 0)
            return &records[i];
    return NULL;
}

void rs_records_relate(rs_record *records, size_t count)
{
    find_groups(records, count);
    for (size_t i = 0; i < count; i++) {
        const rs_record *reference = find_reference(records, count, &records[i]);
        rs_record *r = &records[i];

        if (reference == NULL)
            continue;
        r->row_locality_kept = ratio(r->row_locality_post, reference->row_locality_pre);
        r->cycles_relative = ratio((double)r->cycles, (double)reference->cycles);
        r->dram_efficiency_relative = ratio(r->dram_efficiency, reference->dram_efficiency);
        r->dram_utilization_relative = ratio(r->dram_utilization, reference->dram_utilization);
        r->row_locality_pre_relative = ratio(r->row_locality_pre, reference->row_locality_pre);
        r->row_locality_post_relative = ratio(r->row_locality_post, reference->row_locality_post);
        r->row_locality_kept_relative = r->row_locality_post_relative; /* the common pre cancels */
        r->latency_mean_relative = ratio(r->latency_mean, reference->latency_mean);
        r->latency_p99_relative = ratio((double)r->latency_p99, (double)reference->latency_p99);
        r->energy_relative = ratio(r->energy_nj, reference->energy_nj);
        r->breakers_relative = ratio((double)r->breakers, (double)reference->breakers);
    }
}

/* Keys that the title of a block with SMs tells anyway (record_table.c). */
static bool of_sms(const rs_record_field *f)
{
    static const char *const keys[] = {"sms", "line_bytes", "l1_cache", "l1_sets", "l1_ways", "miss_table", "miss_entries", "miss_merges",
                                       "miss_slot", "l2", "l2_sets", "l2_ways"};

    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
        if (strcmp(f->name, keys[i]) == 0)
            return true;
    return false;
}

static bool same_input(const rs_record *a, const rs_record *b)
{
    return strcmp(a->workload, b->workload) == 0 && strcmp(a->graph, b->graph) == 0;
}

/* Whether `other` is one of the records that `of` is to be told from, as far as this field goes. */
static bool compared(const rs_record *of, const rs_record *other, const rs_record_field *f, bool in_block)
{
    if (in_block)
        return f->role == RS_ROLE_KEY && of_machine(f) && other->block == of->block && strcmp(other->machine, of->machine) == 0;
    if (f->role == RS_ROLE_INPUT)
        return same_input(other, of);
    /* what the SMs bring along says the block's title; a whole machine is told from others of the same program */
    return f->role == RS_ROLE_KEY && !of_machine(f) && !is_seed(f) && other->whole == of->whole &&
           (of->whole == 0 || (same_input(other, of) && !of_sms(f)));
}

void rs_records_differences(const rs_record *records, size_t count, const rs_record *of, bool in_block, char *text, size_t size)
{
    size_t used = 0;

    text[0] = '\0';
    for (size_t k = 0; k < rs_record_field_count; k++) {
        const rs_record_field *f = &rs_record_fields[k];
        bool differs = false;
        char name[32], value[RS_RECORD_TEXT];
        int length;

        for (size_t i = 0; i < count && !differs; i++)
            differs = strcmp(f->name, "stopped") != 0 && compared(of, &records[i], f, in_block) && !same_field(of, &records[i], f);
        if (!differs)
            continue;
        for (length = 0; f->name[length] != '\0' && length < 31; length++)
            name[length] = f->role == RS_ROLE_KEY ? (char)toupper((unsigned char)f->name[length])
                           : f->name[length] == '_' ? ' ' : f->name[length];
        name[length] = '\0';
        if (f->type == RS_FIELD_TEXT)
            (void)snprintf(value, sizeof(value), "%s", (const char *)rs_field_in(of, f));
        else
            (void)snprintf(value, sizeof(value), "%llu", (unsigned long long)*(const uint64_t *)rs_field_in(of, f));
        length = snprintf(text + used, size - used, ", %s %s", name, value);
        used += length > 0 && (size_t)length < size - used ? (size_t)length : 0;
        text[used] = '\0';
    }
}
