/* The name under which results show an input file. */
#ifndef ROWSTREAK_CLI_INPUT_NAME_H
#define ROWSTREAK_CLI_INPUT_NAME_H

#include "rowstreak.h"

/* File name without folder, .gz and ending, cut off at size - 1 bytes; valid UTF-8 without control characters, whatever the
 * file is called: a byte that is no UTF-8 becomes the Latin-1 letter that it would be, a line end and the like '_'. */
void rs_input_name(const char *path, char *name, size_t size);
/* 16 hexadecimal digits. */
void rs_input_hash(uint64_t hash, char *text, size_t size);

#endif
