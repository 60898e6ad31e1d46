/* C-AMAT's counters that go wrong once in a run: the run fails, with one line and status 1, at its end and where
 * --max-cycles stops it. The counters are this file's, which stand in for those of cmodel/sm/camat_counter.c. */
#define _DEFAULT_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/cli.h"
#include "sm/camat_counter.h"

enum fault { NONE, CYCLE_LOST, CYCLE_TOO_MANY, ACCESS_LOST, ACCESS_TOO_MANY };
static enum fault fault;
static uint64_t *faults_in; /* cycles, accesses that count until it happens; 0: it has; 'patterns' runs in processes of its own */

void rs_camat_counter_init(rs_camat_counter *counter, uint32_t bits)
{
    assert_int_equal(bits, 64);
    rs_camat_counter_clear(counter);
}

void rs_camat_counter_clear(rs_camat_counter *counter)
{
    counter->active_cycles = counter->accesses = 0;
}

void rs_camat_counter_clock(rs_camat_counter *counter, bool table_empty, bool unit_busy, bool access)
{
    const bool cycle = !table_empty || unit_busy;
    const bool due = fault != NONE && *faults_in != 0 && (fault >= ACCESS_LOST ? access : cycle) && --*faults_in == 0;
    counter->active_cycles += cycle + (uint64_t)(due && fault == CYCLE_TOO_MANY) - (due && fault == CYCLE_LOST);
    counter->accesses += access + (uint64_t)(due && fault == ACCESS_TOO_MANY) - (due && fault == ACCESS_LOST);
}

void rs_camat_counter_pass(rs_camat_counter *counter, uint64_t cycles)
{
    for (; cycles != 0; cycles--) {
        rs_camat_counter_clock(counter, false, false, false);
    }
}

enum { VERTICES = 1024 };
static char scratch[512], graph[512];

/* A ring. */
static void write_graph(void)
{
    FILE *file = fopen(graph, "w");
    assert_non_null(file);
    fprintf(file, "%d %d\n", VERTICES, VERTICES);
    for (int v = 0; v < VERTICES; v++) {
        fprintf(file, "%d %d\n", (v + 1) % VERTICES + 1, (v + VERTICES - 1) % VERTICES + 1);
    }
    assert_int_equal(fclose(file), 0);
}

/* Runs the command; what it writes on stderr into text, the rest is thrown away. */
static int run_command(const char *const *arguments, char *text, size_t size)
{
    char *argv[32];
    int argc = 0;
    FILE *file = fopen(scratch, "w+");
    FILE *nowhere = fopen("/dev/null", "w");
    const int kept[2] = {dup(1), dup(2)};
    assert_true(file != NULL && nowhere != NULL && kept[0] >= 0 && kept[1] >= 0);
    for (; arguments[argc] != NULL; argc++) {
        assert_true(argc < 31);
        argv[argc] = (char *)(uintptr_t)arguments[argc];
    }
    argv[argc] = NULL;
    fflush(stdout);
    assert_true(dup2(fileno(nowhere), 1) == 1 && dup2(fileno(file), 2) == 2);
    const int status = rs_cli_run(argc, argv, NULL);
    fflush(stderr);
    assert_true(dup2(kept[0], 1) == 1 && close(kept[0]) == 0 && dup2(kept[1], 2) == 2 && close(kept[1]) == 0);
    fclose(nowhere);
    rewind(file);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
    remove(scratch);
    return status;
}

#define MACHINE "run", "--workload", "spmv", "--graph", graph, "--machine", "BFIFO", "--set", "SMS=2", \
                "--set", "CHANNELS=2", "--set", "L1_CACHE=1", "--jobs", "1", "--quiet"
static const char *const to_the_end[] = {"rowstreak", MACHINE, "--set", "MISS_TABLE=PRT", NULL};
static const char *const stopped[] = {"rowstreak", MACHINE, "--max-cycles", "1000", NULL};
static const char *const kernel[] = {"rowstreak", "patterns", "--kernel", "spmv", "--graph", graph, "--length", "4",
                                     "--set", "SMS=2", "--set", "CHANNELS=2", "--jobs", "1", NULL};

static void test_runs(void **state)
{
    static const struct {
        const char *const *arguments;
        const char *line;
    } runs[] = {{to_the_end, "rowstreak: spmv camat_run_test BFIFO: C-AMAT: cycle "},
                {stopped, "rowstreak: spmv camat_run_test BFIFO: C-AMAT: cycle 1000, SM "},
                {kernel, "rowstreak: spmv: C-AMAT: cycle "}};
    char text[1024];
    (void)state;
    for (uint32_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        fault = NONE;
        assert_int_equal(run_command(runs[i].arguments, text, sizeof text), 0);
        assert_null(strstr(text, "C-AMAT"));
        for (int kind = CYCLE_LOST; kind <= ACCESS_TOO_MANY; kind++) {
            fault = (enum fault)kind;
            *faults_in = kind >= ACCESS_LOST ? 7 : 100;
            assert_int_equal(run_command(runs[i].arguments, text, sizeof text), 1);
            assert_int_equal(*faults_in, 0);
            if (strncmp(text, runs[i].line, strlen(runs[i].line)) != 0 ||
                strchr(text, '\n') != text + strlen(text) - 1) {
                fail_msg("%s", text);
            }
        }
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_runs)};
    (void)argc;
    faults_in = (uint64_t *)mmap(NULL, sizeof *faults_in, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (faults_in == MAP_FAILED) {
        return 1;
    }
    snprintf(scratch, sizeof scratch, "%.400s.scratch", argv[0]);
    snprintf(graph, sizeof graph, "%.400s.graph", argv[0]);
    write_graph();
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    remove(graph);
    return failed;
}
