/* Contract: child_command.h. */
#define _POSIX_C_SOURCE 200809L
#include "child_command.h"
#include "interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOT_THERE = 127 };

static _Noreturn void become(const char *const *argv, FILE *input, FILE *output)
{
    const int in = input != NULL ? fileno(input) : open("/dev/null", O_RDONLY);

    if (in >= 0 && dup2(in, STDIN_FILENO) >= 0 && dup2(fileno(output), STDOUT_FILENO) >= 0)
        (void)execvp(argv[0], (char *const *)(uintptr_t)argv);
    _exit(errno == ENOENT ? NOT_THERE : NOT_THERE - 1);
}

bool rs_child_command(const char *const *argv, FILE *input, FILE *output, const char *package, rs_error *error)
{
    pid_t process, waited;
    int status = 0;

    (void)fflush(output);
    (void)fflush(stdout);
    if (input != NULL) {
        (void)fflush(input);
        (void)lseek(fileno(input), 0, SEEK_SET);
    }
    process = fork();
    if (process == 0)
        become(argv, input, output);
    if (process < 0) {
        rs_error_set(error, "%s: found no new process (%s), expected one", argv[0], strerror(errno));
        return false;
    }
    rs_interrupt_add_child(process);
    do
        waited = waitpid(process, &status, 0);
    while (waited < 0 && errno == EINTR);
    rs_interrupt_forget_child(process);
    if (waited >= 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    if (waited >= 0 && WIFEXITED(status) && WEXITSTATUS(status) == NOT_THERE)
        rs_error_set(error, "found no %s, expected the program (Debian package %s)", argv[0], package);
    else
        rs_error_set(error, "%s: found status %d, expected 0", argv[0], WIFEXITED(status) ? WEXITSTATUS(status) : status);
    return false;
}
