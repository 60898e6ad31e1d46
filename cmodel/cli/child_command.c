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

static _Noreturn void become(const char *const *argv, FILE *input, FILE *output, FILE *problems)
{
    const int in = input != NULL ? fileno(input) : open("/dev/null", O_RDONLY);

    if (in >= 0 && dup2(in, STDIN_FILENO) >= 0 && dup2(fileno(output), STDOUT_FILENO) >= 0 &&
        (problems == NULL || dup2(fileno(problems), STDERR_FILENO) >= 0))
        (void)execvp(argv[0], (char *const *)(uintptr_t)argv);
    _exit(errno == ENOENT ? NOT_THERE : NOT_THERE - 1);
}

/* Its first line, into the message. */
static void fail_with(const char *program, FILE *problems, int status, rs_error *error)
{
    char line[200] = "";

    if (problems != NULL && fseek(problems, 0, SEEK_SET) == 0 && fgets(line, sizeof(line), problems) != NULL)
        line[strcspn(line, "\n")] = '\0';
    rs_error_set(error, "%s: found status %d%s%s%s, expected 0", program, status, line[0] != '\0' ? " (" : "", line, line[0] != '\0' ? ")" : "");
}

static bool run(const char *const *argv, const rs_child_files *files, FILE *problems, const char *package, rs_error *error)
{
    pid_t process, waited;
    int status = 0;

    (void)fflush(files->output);
    (void)fflush(stdout);
    if (files->input != NULL) {
        (void)fflush(files->input);
        (void)lseek(fileno(files->input), 0, SEEK_SET);
    }
    process = fork();
    if (process == 0)
        become(argv, files->input, files->output, problems);
    if (process < 0) {
        rs_error_set(error, "%s: found no new process (%s), expected one", argv[0], strerror(errno));
        return false;
    }
    if (!files->last)
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
        fail_with(argv[0], problems, WIFEXITED(status) ? WEXITSTATUS(status) : status, error);
    return false;
}

bool rs_child_command(const char *const *argv, const rs_child_files *files, const char *package, rs_error *error)
{
    FILE *problems = files->quiet ? tmpfile() : NULL;
    const bool good = run(argv, files, problems, package, error);

    if (problems != NULL)
        (void)fclose(problems);
    return good;
}
