/* The pool of processes: outcomes, processes that are lost, stopping; and a child of its caller, which stays the caller's. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/process_pool.h"

enum { JOBS = 12 };

typedef struct watch {
    unsigned done[JOBS], lost[JOBS];
    int status[JOBS];
    bool stop;
    size_t stop_at;
} watch;

static void square(void *user, size_t index, void *outcome)
{
    (void)user;
    *(size_t *)outcome = index * index + 1;
}

/* Every third one kills itself, every third one exits without an outcome. */
static void perish(void *user, size_t index, void *outcome)
{
    if (index % 3 == 1)
        (void)raise(SIGKILL);
    if (index % 3 == 2)
        _exit(7);
    square(user, index, outcome);
}

static void note_done(void *user, size_t index)
{
    watch *w = (watch *)user;

    w->done[index]++;
    w->stop = w->stop || index == w->stop_at;
}

static void note_lost(void *user, size_t index, int status)
{
    watch *w = (watch *)user;

    w->lost[index]++;
    w->status[index] = status;
}

static void outcomes_stand_in_place(void **state)
{
    size_t outcome[JOBS];
    rs_error error;

    (void)state;
    for (unsigned processes = 1; processes <= JOBS + 1; processes += 4) {
        watch w = {{0}, {0}, {0}, false, JOBS};
        const rs_process_jobs jobs = {JOBS, sizeof(outcome[0]), processes, true, square, note_done, NULL, &w.stop, &w};

        memset(outcome, 0, sizeof(outcome));
        assert_true(rs_process_pool(&jobs, outcome, &error));
        for (size_t i = 0; i < JOBS; i++) {
            assert_int_equal(outcome[i], i * i + 1);
            assert_int_equal(w.done[i], 1);
        }
    }
}

static void host_keeps_its_child(void **state)
{
    size_t outcome[JOBS];
    const rs_process_jobs jobs = {JOBS, sizeof(outcome[0]), 2, true, square, NULL, NULL, NULL, NULL};
    rs_error error;
    siginfo_t ended;
    int status = 0;
    const pid_t child = fork();

    (void)state;
    if (child == 0)
        _exit(42);
    assert_true(child > 0);
    assert_int_equal(waitid(P_PID, (id_t)child, &ended, WEXITED | WNOWAIT), 0); /* it has ended when the pool begins */
    assert_true(rs_process_pool(&jobs, outcome, &error));
    for (size_t i = 0; i < JOBS; i++)
        assert_int_equal(outcome[i], i * i + 1);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 42);
}

/* A caller that ignores SIGCHLD gets no status of any child; what a process says stands all the same. */
static void host_ignores_its_children(void **state)
{
    size_t outcome[JOBS];
    const rs_process_jobs jobs = {JOBS, sizeof(outcome[0]), 3, true, square, NULL, NULL, NULL, NULL};
    rs_error error;
    bool good;

    (void)state;
    (void)signal(SIGCHLD, SIG_IGN);
    good = rs_process_pool(&jobs, outcome, &error);
    (void)signal(SIGCHLD, SIG_DFL);
    assert_true(good);
    for (size_t i = 0; i < JOBS; i++)
        assert_int_equal(outcome[i], i * i + 1);
}

static void lost_ones_are_told(void **state)
{
    size_t outcome[JOBS];
    watch w = {{0}, {0}, {0}, false, JOBS};
    rs_process_jobs jobs = {JOBS, sizeof(outcome[0]), 3, true, perish, note_done, note_lost, NULL, &w};
    rs_error error;

    (void)state;
    assert_true(rs_process_pool(&jobs, outcome, &error));
    for (size_t i = 0; i < JOBS; i++) {
        assert_int_equal(w.done[i], i % 3 == 0);
        assert_int_equal(w.lost[i], i % 3 != 0);
        if (i % 3 == 1)
            assert_true(WIFSIGNALED(w.status[i]) && WTERMSIG(w.status[i]) == SIGKILL);
        if (i % 3 == 2)
            assert_true(WIFEXITED(w.status[i]) && WEXITSTATUS(w.status[i]) == 7);
    }
    jobs.lost = NULL;
    assert_false(rs_process_pool(&jobs, outcome, &error));
    assert_non_null(strstr(error.text, "ended without a result"));
}

static void stops_when_told(void **state)
{
    size_t outcome[JOBS];
    watch w = {{0}, {0}, {0}, false, 3};
    const rs_process_jobs jobs = {JOBS, sizeof(outcome[0]), 1, true, square, note_done, NULL, &w.stop, &w};
    rs_error error;

    (void)state;
    assert_true(rs_process_pool(&jobs, outcome, &error));
    for (size_t i = 0; i < JOBS; i++)
        assert_int_equal(w.done[i], i <= 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outcomes_stand_in_place), cmocka_unit_test(host_keeps_its_child), cmocka_unit_test(host_ignores_its_children),
        cmocka_unit_test(lost_ones_are_told), cmocka_unit_test(stops_when_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
