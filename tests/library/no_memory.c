/* Every allocation of the library fails in turn, the first, the second and so on: creation gives NULL and RS_ERROR_MEMORY, a tick false and
 * the same, and nothing crashes. Linked with -Wl,--wrap of the three functions. Prints how many allocations failed.
 *   no_memory CONFIG */
#include <rowstreak.h>

#include <stdlib.h>

static long left = -1; /* allocations until one fails; -1: none does */

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *memory, size_t bytes);

static bool fails(void)
{
    return left == 0 || (left > 0 && --left == 0);
}

void *__wrap_malloc(size_t bytes)
{
    return fails() ? NULL : __real_malloc(bytes);
}

void *__wrap_calloc(size_t count, size_t bytes)
{
    return fails() ? NULL : __real_calloc(count, bytes);
}

void *__wrap_realloc(void *memory, size_t bytes)
{
    return fails() ? NULL : __real_realloc(memory, bytes);
}

/* Creation, and writes to lines all over the DRAM. */
static bool run(const char *configuration, rs_error *error)
{
    rs_memory *memory = rs_memory_create_file(configuration, "BFIFO", NULL, NULL, error);
    uint64_t address = 0;
    bool good = memory != NULL;

    for (int i = 0; good && i < 2000; i++) {
        if (rs_memory_request(memory, address, i % 4 != 0, NULL))
            address += 12352;
        good = rs_memory_tick(memory, error);
    }
    if (memory != NULL && !good && rs_memory_tick(memory, error))
        error->code = RS_ERROR_NONE; /* it goes on as if nothing had been */
    rs_memory_destroy(memory);
    return good;
}

int main(int argc, char **argv)
{
    rs_error error;
    long failed = 0;

    for (bool good = false; argc == 2 && !good; failed += !good) {
        left = failed + 1;
        error.code = RS_ERROR_NONE;
        error.text[0] = '\0';
        good = run(argv[1], &error);
        if (!good && (error.code != RS_ERROR_MEMORY || error.text[0] == '\0')) {
            fprintf(stderr, "no_memory: allocation %ld: found code %d, '%s', expected %d\n", failed + 1, (int)error.code, error.text,
                    (int)RS_ERROR_MEMORY);
            return 1;
        }
    }
    printf("%ld\n", failed);
    return argc == 2 ? 0 : 2;
}
