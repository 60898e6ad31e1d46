/* What happens when the process is told to end (HUP, INT, TERM, and PIPE: nobody reads its output any more): temporary files
 * go, child processes are ended, then the signal does what it does by itself. The one place of the command with state of
 * its own, because a signal handler has no other. */
#ifndef ROWSTREAK_CLI_INTERRUPT_H
#define ROWSTREAK_CLI_INTERRUPT_H

#include <stdbool.h>
#include <sys/types.h>

enum { RS_INTERRUPT_FILES = 64, RS_INTERRUPT_CHILDREN = 256 };

/* A file to be removed, or a folder if it is empty then; the text must live until the file is kept. False: RS_INTERRUPT_FILES are there. */
bool rs_interrupt_add_file(const char *path);
void rs_interrupt_keep_file(const char *path);
/* A process to be ended, and one that has ended; beyond RS_INTERRUPT_CHILDREN they are not remembered. */
void rs_interrupt_add_child(pid_t child);
void rs_interrupt_forget_child(pid_t child);
/* true: the first signal ends the children and is remembered, no more: the caller ends in good order. */
void rs_interrupt_defer(bool defer);
/* The signal remembered, 0: none. */
int rs_interrupted(void);

#endif
