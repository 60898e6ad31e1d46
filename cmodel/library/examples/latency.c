/* Pushes 10,000 reads at random into a memory system, one a cycle where it takes them, and prints their latency. C99, C11 or C++11:
 *   cc latency.c $(pkg-config --cflags --libs rowstreak) -o latency && ./latency [MACHINE] */
#include <rowstreak.h>

enum { READS = 10000 };

typedef struct sum {
    uint64_t reads, latency;
} sum;

static void completed(void *context, const rs_completion *completion)
{
    sum *total = (sum *)context;

    total->reads++;
    total->latency += completion->latency;
}

int main(int argc, char **argv)
{
    sum total = {0, 0};
    rs_error error;
    double efficiency;
    uint64_t random = 1, sent = 0;
    rs_memory *memory = rs_memory_create_file(NULL, argc > 1 ? argv[1] : "FR-FCFS", completed, &total, &error);
    bool good = memory != NULL;

    while (good && total.reads < READS) {
        if (sent < READS && rs_memory_request(memory, random >> 36, false, NULL)) {
            random = random * UINT64_C(6364136223846793005) + 1;
            sent++;
        }
        good = rs_memory_tick(memory, &error);
    }
    if (!good) {
        fprintf(stderr, "latency: %s\n", error.text);
        rs_memory_destroy(memory);
        return error.code == RS_ERROR_INPUT ? 2 : 1;
    }
    (void)rs_memory_statistic(memory, "dram_efficiency", &efficiency);
    printf("rowstreak %s: %d reads in %llu cycles, mean latency %.1f cycles, DRAM efficiency %.1f %%\n", rs_version(), (int)READS,
           (unsigned long long)rs_memory_cycle(memory), (double)total.latency / (double)READS, 100 * efficiency);
    rs_memory_destroy(memory);
    return 0;
}
