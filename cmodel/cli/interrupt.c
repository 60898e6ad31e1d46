/* Contract: interrupt.h. */
#define _POSIX_C_SOURCE 200809L
#include "interrupt.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static const int signals[] = {SIGHUP, SIGINT, SIGTERM, SIGPIPE};
enum { SIGNALS = sizeof(signals) / sizeof(signals[0]) };

static const char *volatile files[RS_INTERRUPT_FILES];
static volatile pid_t children[RS_INTERRUPT_CHILDREN];
static volatile pid_t owner; /* the process whose files and children these are; a child has a copy of them */
static volatile sig_atomic_t deferring, remembered;

static void on_signal(int number)
{
    const int saved = errno;

    if (getpid() == owner) {
        for (size_t i = 0; i < RS_INTERRUPT_CHILDREN; i++)
            if (children[i] > 0)
                (void)kill(children[i], SIGTERM);
        if (deferring != 0 && remembered == 0) {
            remembered = number;
            errno = saved;
            return;
        }
        for (size_t i = 0; i < RS_INTERRUPT_FILES; i++)
            if (files[i] != NULL)
                (void)unlink(files[i]);
        for (size_t i = 0; i < RS_INTERRUPT_FILES; i++) /* what is left: folders, now empty */
            if (files[i] != NULL)
                (void)rmdir(files[i]);
    }
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

/* Signals that the caller ignores (nohup) stay ignored. */
static void install(void)
{
    struct sigaction action, before;

    if (owner == getpid())
        return;
    owner = getpid();
    for (size_t i = 0; i < RS_INTERRUPT_CHILDREN; i++)
        children[i] = 0;
    action.sa_handler = on_signal;
    action.sa_flags = 0;
    (void)sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < SIGNALS; i++)
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            (void)sigaction(signals[i], &action, NULL);
}

bool rs_interrupt_add_file(const char *path)
{
    install();
    for (size_t i = 0; i < RS_INTERRUPT_FILES; i++)
        if (files[i] == NULL) {
            files[i] = path;
            return true;
        }
    return false;
}

void rs_interrupt_keep_file(const char *path)
{
    for (size_t i = 0; i < RS_INTERRUPT_FILES; i++)
        if (files[i] == path)
            files[i] = NULL;
}

void rs_interrupt_add_child(pid_t child)
{
    install();
    for (size_t i = 0; i < RS_INTERRUPT_CHILDREN; i++)
        if (children[i] == 0) {
            children[i] = child;
            break;
        }
    if (remembered != 0) /* it came before the child was known */
        (void)kill(child, SIGTERM);
}

void rs_interrupt_forget_child(pid_t child)
{
    for (size_t i = 0; i < RS_INTERRUPT_CHILDREN; i++)
        if (children[i] == child)
            children[i] = 0;
}

void rs_interrupt_defer(bool defer)
{
    install();
    deferring = defer;
}

int rs_interrupted(void)
{
    return remembered;
}
