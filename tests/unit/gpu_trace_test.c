/* Kernel traces of GPUs: files by hand of each version (tests/traces) with counts by hand, lowering row by row, traces on whole machines, CTAs in
 * a temporary file, compressed and damaged files, words that are wrong. */
#define _POSIX_C_SOURCE 200809L
#include <lzma.h>
#include <zlib.h>

#include "machine/simulation.h"
#include "scratch_file.h"
#include "workload/gpu_trace_lower.h"
#include "workload/gpu_trace_source.h"

#define HEADER "-kernel name = f\n-kernel id = 1\n-grid dim = (1,1,1)\n-block dim = (32,1,1)\n-shmem = 256\n-nregs = 16\n" \
    "-shmem base_addr = 0x00007fb400000000\n-local mem base_addr = 0x00007fb402000000\n-accelsim tracer version = 5\n-enable lineinfo = 0\n" \
    "#traces format = PC mask ... immediate\n#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\n"

static rs_gpu_trace *must_read(const char *name)
{
    rs_error error = {""};
    rs_gpu_trace *trace = rs_gpu_trace_read(name, &error);
    if (trace == NULL) {
        fail_msg("%s", error.text);
    }
    return trace;
}

/* A trace of one warp. */
static void write_warp(uint32_t count, const char *instructions)
{
    char *text = (char *)malloc(strlen(instructions) + 1024);
    assert_non_null(text);
    const int size = sprintf(text, HEADER "insts = %u\n%s#END_TB\n", count, instructions);
    write_bytes(text, (size_t)size);
    free(text);
}

/* ---- reading through ------------------------------------------------------------------------------------------ */

static void test_totals(void **state)
{
    rs_gpu_trace *trace = must_read("tests/traces/kernelslist.g");
    (void)state;
    assert_int_equal(trace->kernels, 3);
    assert_int_equal(trace->instructions, 13 + 13 + 14);
    const rs_gpu_trace_kernel *k = trace->kernel;
    assert_int_equal(k[0].ctas, 2);
    assert_int_equal(k[0].cta_warps, 2); /* 40 threads */
    assert_int_equal(k[0].registers, 8);
    assert_int_equal(k[0].shared_bytes, 0);
    assert_false(k[0].spare);
    assert_int_equal(k[1].ctas, 1);
    assert_int_equal(k[1].registers, 40);
    assert_int_equal(k[1].shared_bytes, 256);
    assert_int_equal(k[2].registers, 24);
    assert_true(k[2].spare); /* LDGSTS */
    assert_int_equal(k[2].local_low, 0xfffe00);
    assert_int_equal(k[2].local_high, 0xfffe10);
    assert_int_equal(k[2].shared_bytes, 512);
    assert_int_equal(k[2].atomic_line, 29);
    assert_int_equal(trace->pages, 2 + 1 + 3); /* of 64 KB: a, a + 64 KB; the reduction's; the histogram's, the counters', the copy's */
    /* Frames ascend with the addresses. */
    assert_int_equal(rs_hash_table_find(&trace->frames, 0x7fb4c000), 0);
    assert_int_equal(rs_hash_table_find(&trace->frames, 0x7fb4c001), 1);
    assert_int_equal(rs_hash_table_find(&trace->frames, 0x7fb4d000), 2);
    assert_int_equal(rs_hash_table_find(&trace->frames, 0x7fb4e003), 5);
    rs_gpu_trace_free(trace);
}

/* Frames in the order of the addresses, whatever the order of the accesses. */
static void test_frames(void **state)
{
    enum { PAGES = 32 };
    char text[2048], *at = text;
    (void)state;
    at += sprintf(at, "0 ffffffff 1 R4 LDG.E 1 R2 4 0");
    for (uint32_t lane = 0; lane < PAGES; lane++) { /* 32 pages far from each other, from the last to the first but for a turn */
        at += sprintf(at, " 0x%llx", (0x7fb400000000ULL + ((PAGES - 1 - lane) ^ 5) * 0x12340000ULL));
    }
    (void)sprintf(at, " 0\n");
    write_warp(1, text);
    rs_gpu_trace *trace = must_read(path);
    assert_int_equal(trace->pages, PAGES);
    for (uint32_t i = 0; i < PAGES; i++) {
        assert_int_equal(rs_hash_table_find(&trace->frames, (0x7fb400000000ULL + i * 0x12340000ULL) >> 16), i);
    }
    rs_gpu_trace_free(trace);
}

/* The same text plain, in gzip and in xz: one trace. Cut off or changed: an error. */
static void test_compressed(void **state)
{
    static char text[8192], packed[8192];
    const size_t size = read_file("tests/traces/kernel-4.traceg", text, sizeof text);
    rs_gpu_trace *plain = must_read("tests/traces/kernel-4.traceg");
    rs_error error = {""};
    size_t used = 0;
    (void)state;
    gzFile file = gzopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(gzwrite(file, text, (unsigned)size), (int)size);
    assert_int_equal(gzclose(file), Z_OK);
    rs_gpu_trace *gzip = must_read(path);
    assert_true(gzip->hash == plain->hash && gzip->instructions == plain->instructions);
    rs_gpu_trace_free(gzip);
    assert_int_equal(lzma_easy_buffer_encode(6, LZMA_CHECK_CRC64, NULL, (const uint8_t *)text, size, (uint8_t *)packed, &used, sizeof packed), LZMA_OK);
    write_bytes(packed, used);
    rs_gpu_trace *xz = must_read(path);
    assert_true(xz->hash == plain->hash && xz->instructions == plain->instructions);
    rs_gpu_trace_free(xz);
    rs_gpu_trace_free(plain);
    write_bytes(packed, used - 20);
    assert_null(rs_gpu_trace_read(path, &error));
    assert_non_null(strstr(error.text, "inside the xz stream"));
    packed[used / 2] = (char)(packed[used / 2] ^ 1);
    write_bytes(packed, used);
    assert_null(rs_gpu_trace_read(path, &error));
    assert_non_null(strstr(error.text, "found a damaged xz stream"));
}

/* ---- lowering --------------------------------------------------------------------------------------------------- */

enum { ROWS_MAX = 64 };

typedef struct rows {
    rs_traced_record row[ROWS_MAX];
    uint32_t count;
} rows;

static bool keep(void *user, const rs_traced_record *record)
{
    rows *kept = (rows *)user;
    assert_true(kept->count < ROWS_MAX);
    kept->row[kept->count++] = *record;
    return true;
}

/* What the first instruction of a warp becomes; the page at 0x10000 is frame 0, 0x30000 frame 1; local memory begins behind them, a thread has
 * 4 words from 0xfff0 on. */
static rows lower(const char *line)
{
    rows kept = {.count = 0};
    rs_gpu_trace_file file;
    rs_error error = {""};
    rs_traced_instruction instruction;
    rs_hash_table frames;
    char text[2048];
    assert_true(rs_hash_table_init(&frames, 4));
    assert_true(rs_hash_table_add(&frames, 1, 0) && rs_hash_table_add(&frames, 3, 1));
    (void)sprintf(text, "%s\n0 1 0 EXIT 0 0 0\n", line);
    write_warp(2, text);
    if (!rs_gpu_trace_open(&file, path, &error) || !rs_gpu_trace_block(&file) || !rs_gpu_trace_next(&file, &instruction)) {
        fail_msg("%s", error.text);
    }
    const rs_traced_launch launch = {&file.header, &frames, 20, 4, 0x20000, 4, 0xfff0};
    rs_traced_warp warp = {2, 0};
    assert_true(rs_traced_lower(&launch, &warp, &instruction, keep, &kept));
    assert_true(rs_gpu_trace_next(&file, &instruction) && instruction.last);
    const uint32_t before = kept.count;
    assert_true(rs_traced_lower(&launch, &warp, &instruction, keep, &kept)); /* the last EXIT is the source's */
    assert_int_equal(kept.count, before);
    assert_false(rs_gpu_trace_next(&file, &instruction));
    assert_false(rs_gpu_trace_block(&file) || file.text.failed);
    rs_gpu_trace_close(&file);
    rs_hash_table_free(&frames);
    return kept;
}

static rs_warp_record record_of(const rows *kept, uint32_t number)
{
    assert_true(number < kept->count);
    return rs_warp_record_unpack(kept->row[number].record);
}

static void check_registers(const rs_warp_record *r, uint32_t destination, uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t found[4] = {r->destination, r->source[0], r->source[1], r->source[2]}, expected[4] = {destination, a, b, c};
    assert_memory_equal(found, expected, sizeof found);
}

static void test_lowering(void **state)
{
    enum { NONE = RS_NO_REGISTER };
    (void)state;
    rows k = lower("0 ffffffff 1 R4 IMAD.WIDE 3 R1 R2 R255 0 7");
    rs_warp_record r = record_of(&k, 0);
    assert_true(k.count == 1 && r.kind == RS_RECORD_ALU && rs_warp_record_lanes(k.row[0].record) == 32);
    check_registers(&r, 4, 1, 2, NONE);

    k = lower("0 f 1 R4 MUFU.RCP 1 R3 0 0"); /* special function unit */
    r = record_of(&k, 0);
    assert_true(r.kind == RS_RECORD_SFU && rs_warp_record_lanes(k.row[0].record) == 4);

    k = lower("0 f 0 EXIT 0 0 0"); /* before the last instruction: some lanes leave */
    r = record_of(&k, 0);
    assert_int_equal(r.kind, RS_RECORD_BRANCH);

    k = lower("0 5 1 R4 LDG.E.SYS 1 R3 4 0 0x10004 0x3fffe 0"); /* lanes 0, 2; the pointer is an even pair; rounded to words */
    r = record_of(&k, 0);
    assert_true(k.count == 1 && r.kind == RS_RECORD_MEMORY && r.space == RS_SPACE_GLOBAL && r.opcode == 0);
    check_registers(&r, 4, 2, NONE, NONE);
    assert_int_equal(k.row[0].mask, 5);
    assert_int_equal(k.row[0].address[0], 4);
    assert_int_equal(k.row[0].address[2], 0x1fffc);
}

/* 8 bytes a lane: half warps, each lane's words side by side. */
static void test_halves(void **state)
{
    (void)state;
    const rows k = lower("0 00030003 1 R4 LDG.E.64.SYS 1 R2 8 0 0x10000 0x10020 0x30000 0x30008 0");
    assert_int_equal(k.count, 2);
    for (uint32_t half = 0; half < 2; half++) {
        const rs_warp_record r = record_of(&k, half);
        assert_int_equal(r.destination, 4 + half);
        assert_int_equal(rs_warp_record_lanes(k.row[half].record), 2);
        assert_int_equal(k.row[half].mask, 15);
        const uint64_t first = half == 0 ? 0 : 0x10000, second = half == 0 ? 0x20 : 0x10008;
        assert_int_equal(k.row[half].address[0], first);
        assert_int_equal(k.row[half].address[1], first + 4);
        assert_int_equal(k.row[half].address[2], second);
        assert_int_equal(k.row[half].address[3], second + 4);
    }
}

/* 16 bytes a lane: a quarter without lanes needs no record; words to store in registers side by side. */
static void test_quarters(void **state)
{
    (void)state;
    const rows k = lower("0 0000ff01 0 STG.E.128.SYS 2 R2 R8 16 0 0x10000 0x10100 0x10110 0x10120 0x10130 0x10140 0x10150 0x10160 0x10170 0");
    assert_int_equal(k.count, 2);
    const rs_warp_record first = record_of(&k, 0), second = record_of(&k, 1);
    assert_true(first.opcode == 1 && first.source[2] == 8 && second.source[2] == 9 && first.destination == RS_NO_REGISTER);
    assert_int_equal(k.row[0].mask, 15);
    assert_int_equal(k.row[1].mask, UINT32_MAX);
    for (uint32_t lane = 0; lane < 32; lane++) {
        assert_int_equal(k.row[1].address[lane], 0x100 + 4 * lane);
    }
}

/* Generic addresses of three spaces. */
static void test_spaces(void **state)
{
    (void)state;
    const rows k = lower("0 7 1 R4 LD.E 1 R2 4 0 0x30010 0x7fb400000020 0x7fb40200fff4 0");
    assert_int_equal(k.count, 3);
    assert_true(record_of(&k, 0).space == RS_SPACE_GLOBAL && k.row[0].mask == 1 && k.row[0].address[0] == 0x10010);
    assert_true(record_of(&k, 1).space == RS_SPACE_SCRATCHPAD && k.row[1].scratchpad && k.row[1].mask == 2 && k.row[1].address[1] == 0x20);
    assert_true(record_of(&k, 2).space == RS_SPACE_LOCAL && k.row[2].mask == 4);
    assert_int_equal(k.row[2].address[2], 0x20000 + ((2 * 4 + 1) * 32 + 2) * 4); /* warp 2 of the machine, word 1 of lane 2 */
}

static void test_atomics(void **state)
{
    enum { NONE = RS_NO_REGISTER };
    (void)state;
    rows k = lower("0 f 1 R4 ATOMG.E.CAS.STRONG.GPU 3 R2 R8 R9 4 0 0x10000 0x10000 0x10004 0x10000 0"); /* one record, words shared or not */
    rs_warp_record r = record_of(&k, 0);
    assert_true(k.count == 1 && r.kind == RS_RECORD_ATOMIC && r.opcode == RS_ATOMIC_COMPARE_SWAP && r.returns);
    check_registers(&r, 4, 2, 8, 9);
    k = lower("0 f 0 RED.E.MAX.S32.STRONG.GPU 2 R2 R8 4 1 0x10000 4 0");
    r = record_of(&k, 0);
    assert_true(r.kind == RS_RECORD_ATOMIC && r.opcode == RS_ATOMIC_MAX && !r.returns);
    check_registers(&r, NONE, 2, NONE, 8);
    k = lower("0 f 1 R4 ATOMS.ADD 2 R6 R8 4 0 0x0 0x4 0x0 0x0 0"); /* the old words, then three turns: lanes 0 and 1, lane 2, lane 3 */
    assert_int_equal(k.count, 4);
    r = record_of(&k, 0);
    assert_true(r.kind == RS_RECORD_MEMORY && r.space == RS_SPACE_SCRATCHPAD && r.opcode == 0 && k.row[0].mask == 15);
    assert_true(k.row[1].mask == 3 && k.row[2].mask == 4 && k.row[3].mask == 8);
}

/* Loads without a register: spare ones, which a wait names. And rows of a matrix. */
static void test_copies(void **state)
{
    (void)state;
    rows k = lower("0 1 0 LDGSTS.E.BYPASS.128 2 R6 R2 16 1 0x10000 0 0");
    const rs_warp_record copy = record_of(&k, 0);
    assert_true(k.count == 1 && copy.destination == 16 && copy.source[0] == 2 && k.row[0].mask == 15);
    k = lower("0 ffffffff 1 R8 LDSM.16.M88.2 1 R6 2 1 0x0 16 0"); /* 16 lanes have addresses, of 16 bytes each */
    assert_int_equal(k.count, 2);
    assert_true(k.row[0].mask == UINT32_MAX && k.row[1].mask == UINT32_MAX && k.row[1].address[0] == 128 && k.row[1].address[31] == 252);
    k = lower("0 0 1 R8 LDG.E 1 R2 4 1 0x0 0 0"); /* no lane: an issue slot */
    const rs_warp_record nothing = record_of(&k, 0);
    assert_true(k.count == 1 && nothing.kind == RS_RECORD_ALU && nothing.destination == 8 && nothing.source[0] == 2);
}

/* ---- machines --------------------------------------------------------------------------------------------------- */

static rs_config machine(const char *file, const char *const *settings)
{
    rs_config config;
    rs_error error = {""};
    rs_config_default(&config);
    config.top = RS_TOP_GPU;
    if (!rs_config_read(&config, file, &error)) {
        fail_msg("%s", error.text);
    }
    for (; *settings != NULL; settings += 2) {
        assert_true(rs_config_set(&config, settings[0], settings[1], &error));
    }
    if (!rs_config_finish(&config, &error)) {
        fail_msg("%s", error.text);
    }
    return config;
}

static rs_simulation_results run(const rs_config *config, const rs_gpu_trace *trace, uint64_t bytes, rs_gpu_trace_source_counts *counts)
{
    rs_error error = {""};
    rs_gpu_trace_source *source = rs_gpu_trace_source_create(config, trace, bytes, &error);
    if (source == NULL) {
        fail_msg("%s", error.text);
    }
    const rs_simulation_options options = rs_simulation_options_default();
    rs_simulation *simulation = rs_simulation_create_source(config, rs_gpu_trace_source_interface(source), &options, &error);
    if (simulation == NULL) {
        fail_msg("%s", error.text);
    }
    if (rs_simulation_run(simulation, 0) != RS_SIMULATION_DONE) {
        fail_msg("%s", rs_simulation_error(simulation));
    }
    rs_simulation_results results;
    rs_simulation_get(simulation, &results);
    *counts = rs_gpu_trace_source_count(source);
    rs_simulation_destroy(simulation);
    rs_gpu_trace_source_destroy(source);
    return results;
}

/* Counts by hand of each version's file, on a machine without L1: lines that loads and stores touch. */
static void test_versions(void **state)
{
    static const struct {
        const char *file;
        uint64_t instructions, threads, loads, stores, global, shared, local, words;
    } expected[] = {
        /* 13 and an EXIT that the trace does not have */
        {"tests/traces/kernel-3.traceg", 14, 174, 5, 5, 84, 0, 0, 32 + 8 + 2},
        /* 13, and 3, 1, 1 more of 128 B, 64 B and the store of 64 B; the load of 128 B of four lanes is one */
        {"tests/traces/kernel-4.traceg", 18, 330, 8 + 5, 1, 66, 36, 0, 128 + 64},
        /* 14, and 2 of three spaces, 1 STL.64, 2 turns, 1 of the old words, 1 LDSM, 1 EXIT; LDSM has 16 lanes, ATOMS with the old words all twice;
         * loads: 21 lines and a lane's word among 32 lanes' in local memory, LDL, LDGSTS */
        {"tests/traces/kernel-5.traceg", 22, 387, 21 + 1 + 2 + 1, 4, 43, 4 + 32 + 64 + 16, 4 + 32 + 32, 24 + 4 + 32 + 2 + 4},
    };
    static const char *const settings[] = {"SMS", "4", "ATOMICS", "8", "L2", "1", "L1_CACHE", "0", NULL};
    const rs_config config = machine("tests/configurations/gpu_stalls.cfg", settings);
    (void)state;
    for (uint32_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        rs_gpu_trace *trace = must_read(expected[i].file);
        rs_gpu_trace_source_counts counts;
        const rs_simulation_results results = run(&config, trace, RS_GPU_TRACE_BYTES, &counts);
        const rs_machine_counts *m = &results.machine;
        assert_int_equal(m->host.instructions, expected[i].instructions);
        assert_int_equal(m->host.thread_instructions, expected[i].threads);
        assert_int_equal(m->hits + m->merged + m->misses, expected[i].loads);
        assert_int_equal(m->stores, expected[i].stores);
        assert_int_equal(m->host.space[RS_SPACE_GLOBAL], expected[i].global);
        assert_int_equal(m->host.space[RS_SPACE_SCRATCHPAD], expected[i].shared);
        assert_int_equal(m->host.space[RS_SPACE_LOCAL], expected[i].local);
        assert_int_equal(counts.words, expected[i].words);
        assert_int_equal(counts.instructions, trace->instructions);
        rs_gpu_trace_free(trace);
    }
}

static void test_list(void **state)
{
    static const char *const settings[] = {"SMS", "2", "ATOMICS", "8", "L2", "1", NULL};
    const rs_config config = machine("tests/configurations/gpu_stalls.cfg", settings);
    rs_gpu_trace *trace = must_read("tests/traces/kernelslist.g");
    rs_gpu_trace_source_counts counts;
    (void)state;
    const rs_simulation_results results = run(&config, trace, RS_GPU_TRACE_BYTES, &counts);
    assert_int_equal(results.machine.host.launches, 3);
    assert_int_equal(results.machine.host.instructions, 14 + 18 + 22);
    rs_gpu_trace_free(trace);
}

/* More than a CTA may have in memory, and the same from the temporary file, in every cycle. */
static void test_spool(void **state)
{
    enum { LOADS = 300, WORDS = 1 << 14 };
    static const char *const settings[] = {"SMS", "2", NULL};
    const rs_config config = machine("tests/configurations/gpu_small.cfg", settings);
    char *text = (char *)malloc(LOADS * 1024), *at = text;
    uint32_t number = 1;
    rs_gpu_trace_source_counts counts, spooled;
    (void)state;
    assert_non_null(text);
    for (uint32_t i = 0; i < LOADS; i++) {
        at += sprintf(at, "0 ffffffff 1 R%u LDG.E 1 R2 4 0", 4 + i % 8);
        for (uint32_t lane = 0; lane < 32; lane++) {
            number = number * 1664525 + 1013904223;
            at += sprintf(at, " 0x%x", 0x10000 + 4 * (number >> 16) % WORDS);
        }
        at += sprintf(at, " 0\n");
    }
    write_warp(LOADS, text);
    free(text);
    rs_gpu_trace *trace = must_read(path);
    assert_int_equal(trace->instructions, LOADS);
    const rs_simulation_results one = run(&config, trace, RS_GPU_TRACE_BYTES, &counts), other = run(&config, trace, 0, &spooled);
    assert_int_equal(one.cycles, other.cycles);
    assert_memory_equal(&counts, &spooled, sizeof counts);
    assert_int_equal(counts.words, 32 * LOADS);
    assert_int_equal(one.machine.host.instructions, LOADS + 1);
    rs_gpu_trace_free(trace);
}

/* ---- what is wrong is found ------------------------------------------------------------------------------------- */

static void test_wrong_word(void **state)
{
    static const char *const settings[] = {"SMS", "2", NULL};
    const rs_config config = machine("tests/configurations/gpu_small.cfg", settings);
    rs_error error = {""};
    (void)state;
    write_warp(1, "0 3 1 R4 LDG.E 1 R2 4 1 0x10000 4 0\n");
    rs_gpu_trace *trace = must_read(path);
    for (uint32_t wrong = 0; wrong < 2; wrong++) {
        rs_gpu_trace_source *source = rs_gpu_trace_source_create(&config, trace, 0, &error);
        assert_non_null(source);
        const rs_warp_source s = rs_gpu_trace_source_interface(source);
        rs_warp_launch launch;
        rs_operand_row row;
        bool program;
        assert_true(s.calls->launch(s.user, &launch) && s.calls->cta(s.user, 0, 1));
        assert_true(launch.recorded && launch.ctas == 1 && launch.cta_warps == 1 && launch.registers == 16);
        const rs_warp_record record = rs_warp_record_unpack(s.calls->next(s.user, 1, 0));
        assert_int_equal(record.destination, 4);
        s.calls->operands(s.user, 1, 0, 0, &row);
        uint32_t line[RS_LINE_WORDS], data[RS_WARP_LANES];
        s.calls->line(s.user, 0, line);
        data[0] = line[0];
        data[1] = rs_traced_word(4, true) + 2 * wrong;
        const rs_words words = {4, 0, 3, 0, data};
        s.calls->words(s.user, 1, 0, &words);
        assert_true((s.calls->trouble(s.user, &program) != NULL) == (wrong != 0));
        assert_true(wrong == 0 || strstr(s.calls->trouble(s.user, &program), "lane 1: found 0x") != NULL);
        line[3] += 2 * wrong;
        assert_true(s.calls->holds(s.user, 0, line, &error) == (wrong == 0));
        rs_gpu_trace_source_destroy(source);
    }
    rs_gpu_trace_free(trace);
}

/* A file that is another one when it is run than when it was read through. */
static void test_changed_file(void **state)
{
    static const char *const settings[] = {"SMS", "2", NULL};
    const rs_config config = machine("tests/configurations/gpu_small.cfg", settings);
    rs_error error = {""};
    bool program = false;
    (void)state;
    write_warp(1, "0 3 1 R4 LDG.E 1 R2 4 1 0x10000 4 0\n");
    rs_gpu_trace *trace = must_read(path);
    write_warp(1, "0 3 1 R4 LDG.E 1 R2 4 1 0x90000 4 0\n");
    rs_gpu_trace_source *source = rs_gpu_trace_source_create(&config, trace, 0, &error);
    const rs_warp_source s = rs_gpu_trace_source_interface(source);
    rs_warp_launch launch;
    assert_true(s.calls->launch(s.user, &launch));
    assert_false(s.calls->cta(s.user, 0, 0));
    assert_non_null(strstr(s.calls->trouble(s.user, &program), "expected it unchanged"));
    assert_true(program);
    rs_gpu_trace_source_destroy(source);
    rs_gpu_trace_free(trace);
}

static void test_no_atomics(void **state)
{
    static const char *const settings[] = {"SMS", "2", NULL};
    const rs_config config = machine("tests/configurations/gpu_small.cfg", settings);
    rs_gpu_trace *trace = must_read("tests/traces/kernel-5.traceg");
    rs_error error = {""};
    (void)state;
    assert_null(rs_gpu_trace_source_create(&config, trace, 0, &error));
    assert_non_null(strstr(error.text, "kernel-5.traceg:29: found an atomic operation in global memory with ATOMICS = 0"));
    rs_gpu_trace_free(trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_totals),     cmocka_unit_test(test_frames), cmocka_unit_test(test_compressed), cmocka_unit_test(test_lowering), cmocka_unit_test(test_halves),
        cmocka_unit_test(test_quarters),   cmocka_unit_test(test_spaces),     cmocka_unit_test(test_atomics),  cmocka_unit_test(test_copies),
        cmocka_unit_test(test_versions),   cmocka_unit_test(test_list),       cmocka_unit_test(test_spool),    cmocka_unit_test(test_wrong_word),
        cmocka_unit_test(test_changed_file), cmocka_unit_test(test_no_atomics),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
