/* A file of its own for a test program: make_file() and remove_file() are the group's set-up and tear-down. */
#ifndef RS_SCRATCH_FILE_H
#define RS_SCRATCH_FILE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[64];

static inline int make_file(void **state)
{
    (void)state;
    (void)strcpy(path, "/tmp/rowstreak_test_XXXXXX");
    const int file = mkstemp(path);
    return file < 0 || close(file) != 0;
}

static inline int remove_file(void **state)
{
    (void)state;
    return unlink(path);
}

static inline void write_bytes(const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static inline void write_text(const char *text)
{
    write_bytes(text, strlen(text));
}

static inline size_t read_file(const char *name, void *bytes, size_t most)
{
    FILE *file = fopen(name, "rb");
    assert_non_null(file);
    const size_t size = fread(bytes, 1, most, file);
    assert_int_equal(fclose(file), 0);
    return size;
}

#endif
