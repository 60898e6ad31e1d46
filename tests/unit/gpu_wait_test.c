/* Programs that the whole machine refuses: illegal records, and programs that wait for themselves; and programs that wait long, which
 * must not be taken for such. The records go through the real machine. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "list_source.h"
#include "machine/gpu_wait.h"
#include "machine/simulation.h"
#include "workload/thread_source.h"

static rs_config machine(const char *const *settings)
{
    rs_config config;
    rs_error error = {""};
    rs_config_default(&config);
    config.top = RS_TOP_GPU;
    if (!rs_config_read(&config, "tests/configurations/gpu_small.cfg", &error)) {
        fail_msg("%s", error.text);
    }
    for (; settings != NULL && *settings != NULL; settings += 2) {
        assert_true(rs_config_set(&config, settings[0], settings[1], &error));
    }
    if (!rs_config_finish(&config, &error)) {
        fail_msg("%s", error.text);
    }
    return config;
}

/* Runs to the end, and gives the cycles; expected NULL: a good one, else it is refused with this text, well before the watchdog. */
static uint64_t run(const rs_config *config, rs_warp_source source, const char *expected)
{
    rs_error error = {""};
    rs_simulation_results results;
    const rs_simulation_options options = rs_simulation_options_default();
    rs_simulation *simulation = rs_simulation_create_source(config, source, &options, &error);
    if (simulation == NULL) {
        fail_msg("%s", error.text);
    }
    const enum rs_simulation_state state = rs_simulation_run(simulation, 3000000);
    const char *text = rs_simulation_error(simulation);
    rs_simulation_get(simulation, &results);
    if (state != (expected == NULL ? RS_SIMULATION_DONE : RS_SIMULATION_FAILED)) {
        fail_msg("found state %d (%s) after %llu cycles, expected %s", (int)state, text != NULL ? text : "no error",
                 (unsigned long long)results.cycles, expected != NULL ? expected : "a good end");
    }
    if (expected != NULL) {
        assert_true(rs_simulation_refused(simulation));
        if (strstr(text, expected) == NULL) {
            fail_msg("found '%s', expected '%s' in it", text, expected);
        }
    }
    rs_simulation_destroy(simulation);
    return results.cycles;
}

static uint64_t run_list(const char *const *settings, list_source *list, const char *expected)
{
    const rs_config config = machine(settings);
    return run(&config, list_interface(list), expected);
}

/* A CTA of warps that load, store, meet and exit. */
static void good_lists(list_source *list, uint32_t ctas)
{
    list_start(list, ctas, 2);
    for (uint32_t warp = 0; warp < 2; warp++) {
        list_alu(list, warp, 1, LIST_NONE);
        list_load(list, warp, 2, RS_SPACE_GLOBAL);
        list_alu(list, warp, 3, 2);
        list_plain(list, warp, RS_RECORD_BARRIER);
        list_store(list, warp, 3);
        list_plain(list, warp, RS_RECORD_EXIT);
    }
}

/* ---- illegal records ------------------------------------------------------------------------------------------ */

static void test_good(void **state)
{
    static list_source list;
    (void)state;
    good_lists(&list, 9);
    (void)run_list(NULL, &list, NULL);
}

static void test_illegal(void **state)
{
    static list_source list;
    rs_warp_record record;
    (void)state;
    good_lists(&list, 9);
    record = list_record(RS_RECORD_DMA);
    list.count[1] = 2;
    list_add(&list, 1, &record);
    (void)run_list(NULL, &list, "launch 1, SM 0, CTA 0, warp 1: instruction 2, an unknown kind: found kind 8, expected 0 to 7");
    good_lists(&list, 9);
    list.count[0] = 4;
    list_alu(&list, 0, 16, 3);
    (void)run_list(NULL, &list, "warp 0: instruction 4, ALU: found destination 16 of 1 side by side, expected registers below the launch's 16");
    good_lists(&list, 9);
    list.count[0] = 4;
    record = list_record(RS_RECORD_ATOMIC);
    list_add(&list, 0, &record);
    (void)run_list(NULL, &list, "instruction 4, ATOMIC: found an atomic operation with ATOMICS = 0");
    good_lists(&list, 9);
    list_alu(&list, 1, 1, LIST_NONE);
    (void)run_list(NULL, &list, "warp 1: instruction 6, ALU: found a record behind EXIT");
    good_lists(&list, 9);
    list.count[1] = 4;
    list_store(&list, 1, 5);
    (void)run_list(NULL, &list, "warp 1: instruction 4, MEMORY: found register 5 read (source 2) that nothing has written");
    good_lists(&list, 9);
    list.mask = 0;
    (void)run_list(NULL, &list, "found operands of no lane");
}

/* Accesses beyond the scratchpad are the program's fault too. */
static void test_fault(void **state)
{
    static const char *const small[] = {"SCRATCHPAD_BYTES", "256", NULL};
    static list_source list;
    (void)state;
    list_start(&list, 1, 4);
    for (uint32_t warp = 0; warp < 4; warp++) {
        list_load(&list, warp, 2, RS_SPACE_SCRATCHPAD);
        list_plain(&list, warp, RS_RECORD_EXIT);
    }
    (void)run_list(small, &list, "SM 0, CTA 0, warp 2: found an access to the scratchpad (register 2, element 0)");
}

/* ---- kernels of the warp machine ------------------------------------------------------------------------------- */

static bool prepare_kernel(rs_kernel_run *run, rs_error *error)
{
    (void)error;
    run->array[0] = rs_warp_machine_array(&run->machine, RS_WARP_LANES);
    return true;
}

static bool check_kernel(rs_kernel_run *run, rs_error *error)
{
    (void)run, (void)error;
    return true;
}

/* Warp 1 leaves before the barrier that is behind a branch. */
static void leave(rs_warp *warp, const rs_kernel_run *run)
{
    const rs_reg one = rs_constant(1);
    rs_reg row;
    (void)run;
    rs_special_warp(warp, &row);
    if (rs_kernel_if(warp, RS_NOT_EQUAL, &row, &one) != 0) {
        rs_barrier(warp);
    }
}

static bool launch_leave(rs_kernel_run *run, uint32_t n, rs_launch *launch)
{
    const rs_launch all = {NULL, leave, 3, 2, 0, 16, 0};
    (void)run;
    *launch = all;
    return n == 0;
}

static void count(rs_warp *warp, const rs_kernel_run *run)
{
    const rs_pointer to = rs_parameter(run->array[0]);
    rs_reg lane;
    rs_special_lane(warp, &lane);
    rs_atomic(warp, RS_ATOMIC_ADD, RS_RELAXED, NULL, &to, 0, &lane, NULL);
}

/* A launch that fits, then one whose registers do not suffice for what its warps use. */
static void hold(rs_warp *warp, const rs_kernel_run *run)
{
    rs_reg value[20];
    (void)run;
    for (uint32_t i = 0; i < 20; i++) {
        rs_special_lane(warp, &value[i]);
    }
    for (uint32_t i = 0; i < 20; i++) {
        rs_alu(warp, RS_ADD, &value[0], &value[0], &value[i], NULL);
    }
}

static bool launch_count(rs_kernel_run *run, uint32_t n, rs_launch *launch)
{
    const rs_launch all = {NULL, count, 3, 2, 0, 16, 0};
    (void)run;
    *launch = all;
    return n == 0;
}

static bool launch_hold(rs_kernel_run *run, uint32_t n, rs_launch *launch)
{
    const rs_launch all = {NULL, hold, 1, 1, 0, n == 0 ? 24 : 16, 0};
    (void)run;
    *launch = all;
    return n < 2;
}

static void run_kernel(const char *const *settings, const rs_kernel *kernel, const char *expected)
{
    const rs_config config = machine(settings);
    const rs_kernel_options options = {4, false, false, false, false, 8, NULL, 0};
    rs_error error = {""};
    rs_kernel_source *source = rs_kernel_source_create(kernel, &options, config.sms * config.sm_ctas, config.registers, &error);
    assert_non_null(source);
    (void)run(&config, rs_kernel_source_interface(source), expected);
    rs_kernel_source_destroy(source);
}

static void test_kernels(void **state)
{
    static const char *const atomics[] = {"L2", "1", "ATOMICS", "2", NULL};
    static const rs_kernel leaving = {"leaving", "", false, RS_STRIDES_MEMORY, false, false, prepare_kernel, launch_leave, check_kernel};
    static const rs_kernel counting = {"counting", "", false, RS_STRIDES_MEMORY, false, false, prepare_kernel, launch_count, check_kernel};
    static const rs_kernel holding = {"holding", "", false, RS_STRIDES_MEMORY, false, false, prepare_kernel, launch_hold, check_kernel};
    (void)state;
    run_kernel(NULL, &leaving, "warp 1: warp 0 waits at the barrier of its instruction 3, its 1., which warp 1 never reaches");
    run_kernel(atomics, &counting, NULL);
    run_kernel(NULL, &counting, "warp 0: instruction 1, ATOMIC: found an atomic operation with ATOMICS = 0");
    run_kernel(NULL, &holding, "holding: CTA 0 warp 0: found more than 16 registers in use at instruction 16");
}

/* ---- standing still ------------------------------------------------------------------------------------------- */

/* One warp of the second CTA of SM 1 at most is too short by a record; the others meet. */
static void test_missing_exit(void **state)
{
    static const char *const refresh[] = {"T_REFI", "700", NULL};
    static list_source list;
    (void)state;
    good_lists(&list, 3);
    list.count[1] = 5; /* no EXIT */
    const uint64_t cycles = run_list(NULL, &list, "launch 1 can never end: SM 0, CTA 0, warp 1 waits for a record behind its instruction 4, MEMORY, "
                                                  "which its source does not show");
    assert_true(cycles < 4 * RS_STILL_CYCLES);
    good_lists(&list, 3);
    list.count[1] = 5;
    (void)run_list(refresh, &list, "can never end"); /* refresh moves for ever, the program does not */
    good_lists(&list, 3);
    list.count[1] = 0;
    (void)run_list(NULL, &list, "warp 0 waits at the barrier of its instruction 3, which warp 1 does not reach: that one waits for its first record");
}

static void test_barrier(void **state)
{
    static list_source list;
    (void)state;
    good_lists(&list, 5);
    list.count[0] = 3; /* no more */
    (void)run_list(NULL, &list, "SM 0, CTA 0, warp 1 waits at the barrier of its instruction 3, which warp 0 does not reach: that one waits for a "
                                "record behind its instruction 2, ALU");
    good_lists(&list, 5);
    list.count[0] = 3;
    list_plain(&list, 0, RS_RECORD_EXIT); /* a barrier that not all warps have, found with the record */
    (void)run_list(NULL, &list, "warp 1 waits at the barrier of its instruction 3, its 1., which warp 0 never reaches: its instruction 3 is EXIT, "
                                "behind 0 barriers");
    good_lists(&list, 5);
    list.count[1] = 4;
    list_plain(&list, 1, RS_RECORD_BARRIER);
    list_plain(&list, 1, RS_RECORD_EXIT);
    (void)run_list(NULL, &list, "warp 1 waits at the barrier of its instruction 4, its 2., which warp 0 never reaches: its instruction 5 is EXIT, "
                                "behind 1 barriers");
}

/* What waits long is not what waits for ever: long latencies, one load at a time, refresh, slow words. */
static void test_waits(void **state)
{
    static const char *const slow[] = {"BLOCKING", "1", "T_REFI", "700", "WORDS_DELAY", "32", "ALU_LATENCY", "64", "WARP_GAP", "64", "T_RCD", "63",
                                       "T_RAS", "127", "T_RC", "127", "T_RP", "63", "T_RFC", "262", "SMS", "1", "CHANNELS", "1", NULL};
    static const char *const few[] = {"BLOCKING", "0", "LOADS_A_WARP", "1", "L2", "1", "L2_LATENCY", "64", "T_REFI", "700", NULL};
    const char *const *const settings[] = {slow, few};
    static list_source list;
    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        list_start(&list, 40, 1);
        for (uint32_t k = 0; k < 8; k++) {
            list_load(&list, 0, 2 + k, k % 2 != 0 ? RS_SPACE_SCRATCHPAD : RS_SPACE_GLOBAL);
            list_alu(&list, 0, 1, 2 + k);
            list_store(&list, 0, 1);
        }
        list_plain(&list, 0, RS_RECORD_EXIT);
        assert_true(run_list(settings[i], &list, NULL) > 4 * RS_STILL_CYCLES);
    }
}

/* Launches one after the other: while one ends no SM has anything to do. */
static void test_launches(void **state)
{
    static list_source list;
    (void)state;
    list_start(&list, 1, 1);
    list_plain(&list, 0, RS_RECORD_EXIT);
    list.wanted = 5000;
    assert_true(run_list(NULL, &list, NULL) > 20 * RS_STILL_CYCLES);
}

/* ---- asking for ever ------------------------------------------------------------------------------------------ */

/* Programs of one or two locks or a flag, each in a line of its own behind the result. */
enum { LINE = 32, RESULT = 32, ONE = RESULT, OTHER = RESULT + LINE, WORDS = RESULT + 4 * LINE };
enum { P = 0, Q = 2, LANE = 4, FIRST, WARP, T, MINE, LEFT }; /* registers */
enum opening { EXCHANGE, ATOMIC_ONLY, STORE, NEVER };

static struct {
    uint32_t rounds;      /* that warp 0 computes before it opens */
    enum opening opening; /* how */
    bool loads, acquires; /* the others ask by a load, not by an atomic; behind an acquire */
    bool counts;          /* and count their tries */
} flag;

static bool prepare(rs_thread_run *run)
{
    run->words = WORDS;
    run->memory = (uint32_t *)calloc(WORDS, sizeof *run->memory);
    run->result_words = RESULT;
    rs_thread_code_special(&run->code, RS_CODE_LANE, LANE);
    rs_thread_code_compare_constant(&run->code, RS_EQUAL, FIRST, LANE, 0);
    rs_thread_code_special(&run->code, RS_CODE_WARP, WARP);
    rs_thread_code_constant(&run->code, LEFT, 0);
    return run->memory != NULL;
}

static bool check(const rs_thread_run *run, rs_error *error)
{
    (void)run, (void)error;
    return true;
}

/* Lane 0 asks until the lock at this word is its own. */
static void lock(rs_thread_code *code, uint32_t pointer)
{
    rs_thread_code_loop(code);
    rs_thread_code_atomic_constant(code, RS_ATOMIC_COMPARE_SWAP, RS_ACQUIRE, T, pointer, 0, 1, 0);
    rs_thread_code_again(code, T);
}

static void unlock(rs_thread_code *code, uint32_t pointer)
{
    rs_thread_code_atomic_constant(code, RS_ATOMIC_EXCHANGE, RS_RELEASE, T, pointer, 0, 0, 0);
}

static void point(rs_thread_code *code, uint32_t pointer, uint32_t word)
{
    rs_thread_code_constant(code, T, word);
    rs_thread_code_point(code, pointer, 0, T);
}

static bool prepare_kept(rs_thread_run *run, rs_error *error)
{
    rs_thread_code *code = &run->code;
    (void)error;
    if (!prepare(run)) {
        return false;
    }
    point(code, P, ONE);
    rs_thread_code_if(code, FIRST);
    lock(code, P);
    rs_thread_code_compare_constant(code, RS_NOT_EQUAL, MINE, WARP, 0); /* the first one forgets to */
    rs_thread_code_if(code, MINE);
    unlock(code, P);
    rs_thread_code_end(code);
    rs_thread_code_end(code);
    return true;
}

/* Two locks, which odd warps take the other way round, with time in between. */
static bool prepare_crossed(rs_thread_run *run, rs_error *error)
{
    rs_thread_code *code = &run->code;
    (void)error;
    if (!prepare(run)) {
        return false;
    }
    rs_thread_code_alu_constant(code, RS_AND, MINE, WARP, 1);
    rs_thread_code_alu_constant(code, RS_MUL, MINE, MINE, LINE);
    rs_thread_code_alu_constant(code, RS_ADD, T, MINE, ONE);
    rs_thread_code_point(code, P, 0, T);
    rs_thread_code_constant(code, T, ONE + OTHER);
    rs_thread_code_alu(code, RS_SUB, T, T, MINE);
    rs_thread_code_alu_constant(code, RS_SUB, T, T, ONE);
    rs_thread_code_point(code, Q, 0, T);
    rs_thread_code_if(code, FIRST);
    lock(code, P);
    rs_thread_code_constant(code, LEFT, 100);
    rs_thread_code_loop(code);
    rs_thread_code_alu_constant(code, RS_SUB, LEFT, LEFT, 1);
    rs_thread_code_again(code, LEFT);
    lock(code, Q);
    unlock(code, Q);
    unlock(code, P);
    rs_thread_code_end(code);
    return true;
}

/* Warp 0 computes, then opens a flag, for which the others wait. */
static bool prepare_flag(rs_thread_run *run, rs_error *error)
{
    rs_thread_code *code = &run->code;
    (void)error;
    if (!prepare(run)) {
        return false;
    }
    point(code, P, ONE);
    point(code, Q, OTHER);
    rs_thread_code_compare_constant(code, RS_EQUAL, MINE, WARP, 0);
    rs_thread_code_alu(code, RS_AND, MINE, MINE, FIRST);
    rs_thread_code_if(code, MINE);
    rs_thread_code_constant(code, LEFT, flag.rounds);
    rs_thread_code_loop(code);
    rs_thread_code_alu_constant(code, RS_SUB, LEFT, LEFT, 1);
    rs_thread_code_again(code, LEFT);
    if (flag.opening == EXCHANGE) {
        rs_thread_code_atomic_constant(code, RS_ATOMIC_EXCHANGE, RS_RELEASE, T, P, 0, 1, 0);
    } else if (flag.opening == ATOMIC_ONLY) {
        rs_thread_code_atomic_constant(code, RS_ATOMIC_OR, RS_RELAXED, RS_CODE_NONE, P, 0, 1, 0);
    } else if (flag.opening == STORE) {
        rs_thread_code_store_constant(code, P, 0, 1);
    }
    rs_thread_code_end(code);
    rs_thread_code_compare_constant(code, RS_NOT_EQUAL, MINE, WARP, 0);
    rs_thread_code_alu(code, RS_AND, MINE, MINE, FIRST);
    rs_thread_code_if(code, MINE);
    rs_thread_code_loop(code);
    if (!flag.loads || flag.acquires) {
        rs_thread_code_atomic_constant(code, RS_ATOMIC_ADD, RS_ACQUIRE, T, flag.loads ? Q : P, 0, 0, 0);
    }
    if (flag.loads) {
        rs_thread_code_load(code, T, P, 0);
    }
    if (flag.counts) {
        rs_thread_code_alu_constant(code, RS_ADD, LEFT, LEFT, 1);
    }
    rs_thread_code_compare_constant(code, RS_EQUAL, T, T, 0);
    rs_thread_code_again(code, T);
    rs_thread_code_end(code);
    return true;
}

/* A word goes to and fro for ever: the warps come back to their states, but they do change memory. */
static bool prepare_toggle(rs_thread_run *run, rs_error *error)
{
    rs_thread_code *code = &run->code;
    (void)error;
    if (!prepare(run)) {
        return false;
    }
    point(code, P, ONE);
    rs_thread_code_if(code, FIRST);
    rs_thread_code_constant(code, MINE, 1);
    rs_thread_code_loop(code);
    rs_thread_code_atomic_constant(code, RS_ATOMIC_XOR, RS_RELAXED, T, P, 0, 1, 0);
    rs_thread_code_constant(code, T, 0);
    rs_thread_code_again(code, MINE);
    rs_thread_code_end(code);
    return true;
}

static const rs_thread_program kept = {"kept", prepare_kept, check}, crossed = {"crossed", prepare_crossed, check};
static const rs_thread_program flagged = {"flagged", prepare_flag, check}, toggling = {"toggling", prepare_toggle, check};

static uint64_t run_threads(const rs_thread_program *program, uint32_t ctas, const char *expected)
{
    static const char *const atomics[] = {"L2", "1", "ATOMICS", "16", "BLOCKING", "0", "T_REFI", "700", NULL};
    const rs_config config = machine(atomics);
    const rs_thread_options options = {config.sms, ctas, 2, 8};
    rs_error error = {""};
    rs_thread_source *source = rs_thread_source_create(program, &options, &error);
    if (source == NULL) {
        fail_msg("%s", error.text);
    }
    const uint64_t cycles = run(&config, rs_thread_source_interface(source), expected);
    rs_thread_source_destroy(source);
    return cycles;
}

static void test_locks(void **state)
{
    (void)state;
    const uint64_t cycles = run_threads(&kept, 2, "kept can never end: SM 0, CTA 0, warp 1 asks again and again for the word at 0x80 (instruction 9 "
                                                  "of the code), which SM 0, CTA 0, warp 0 changed last, by its instruction 9; that one has exited");
    assert_true(cycles <= 4 * RS_WATCH_CYCLES);
    (void)run_threads(&crossed, 2, "that one asks for the word at 0x");
}

static void test_flag(void **state)
{
    (void)state;
    memset(&flag, 0, sizeof flag);
    for (uint32_t loads = 0; loads < 2; loads++) {
        flag.loads = flag.acquires = loads != 0;
        flag.rounds = 4000;
        for (flag.opening = EXCHANGE; flag.opening <= ATOMIC_ONLY; flag.opening = (enum opening)(flag.opening + 1)) {
            assert_true(run_threads(&flagged, 2, NULL) > 4 * RS_WATCH_CYCLES);
        }
        flag.opening = NEVER;
        (void)run_threads(&flagged, 2, "which nobody has changed; and no warp that runs changes anything any more");
    }
    flag.opening = STORE; /* it stays in the store buffer, as nothing releases it */
    flag.loads = false;
    (void)run_threads(&flagged, 2, "which nobody has changed");
}

/* What is not recognized goes on: a warp that computes longer than the run lasts may still open the flag; who counts its tries may leave
 * after some; who loads without acquire may find something else when the line has left its L1; who changes memory may help another. */
static void test_not_recognized(void **state)
{
    static const char *const atomics[] = {"L2", "1", "ATOMICS", "16", "BLOCKING", "0", NULL};
    const rs_config config = machine(atomics);
    const rs_thread_options options = {2, 2, 2, 8};
    const rs_simulation_options simulated = rs_simulation_options_default();
    (void)state;
    for (uint32_t which = 0; which < 4; which++) {
        const bool counts = which == 1, loads = which == 2;
        rs_error error = {""};
        memset(&flag, 0, sizeof flag);
        flag.counts = counts;
        flag.loads = loads;
        flag.rounds = counts || loads ? 1 : 0; /* 0: it counts down from 2^32 */
        flag.opening = counts || loads ? NEVER : EXCHANGE;
        rs_thread_source *source = rs_thread_source_create(which == 3 ? &toggling : &flagged, &options, &error);
        assert_non_null(source);
        rs_simulation *simulation = rs_simulation_create_source(&config, rs_thread_source_interface(source), &simulated, &error);
        assert_non_null(simulation);
        assert_int_equal(rs_simulation_run(simulation, 8 * RS_WATCH_CYCLES), RS_SIMULATION_RUNNING);
        rs_simulation_destroy(simulation);
        rs_thread_source_destroy(source);
    }
}

/* A search with one queue, whose warps spin most of the time, and one with more: they end, well. */
static void test_search(void **state)
{
    (void)state;
    assert_true(run_threads(&rs_program_uts, 2, NULL) > 4 * RS_WATCH_CYCLES);
    assert_true(run_threads(&rs_program_utsd, 2, NULL) > RS_WATCH_CYCLES);
}

/* The greedy scheduler with room for one atomic operation: warps that ask for the lock keep the one that has it from going on. */
static void test_starved(void **state)
{
    static const char *const greedy[] = {"L2", "1", "ATOMICS", "1", "WARP_ORDER", "GTO", "BLOCKING", "0", "ISSUE_CYCLES", "1", "WARP_GAP", "1", NULL};
    const rs_config config = machine(greedy);
    const rs_thread_options options = {2, 2, 8, 8};
    rs_error error = {""};
    rs_thread_source *source = rs_thread_source_create(&rs_program_uts, &options, &error);
    (void)state;
    assert_non_null(source);
    const uint64_t cycles = run(&config, rs_thread_source_interface(source), "launch 1 starves: SM 0, CTA 0, warp ");
    assert_true(cycles >= RS_STARVED_CYCLES && cycles < 3 * RS_STARVED_CYCLES);
    rs_thread_source_destroy(source);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),    cmocka_unit_test(test_illegal), cmocka_unit_test(test_fault), cmocka_unit_test(test_missing_exit),
        cmocka_unit_test(test_barrier), cmocka_unit_test(test_waits),   cmocka_unit_test(test_locks), cmocka_unit_test(test_flag),
        cmocka_unit_test(test_not_recognized), cmocka_unit_test(test_launches), cmocka_unit_test(test_search), cmocka_unit_test(test_kernels),
        cmocka_unit_test(test_starved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
