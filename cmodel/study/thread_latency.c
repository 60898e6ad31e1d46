#include "study/thread_latency.h"

#include <stdlib.h>
#include <string.h>

enum {
    LINE_WORDS = RS_SM_LINE_BYTES / 4,
    REQUESTS = RS_LATENCY_THREADS * RS_LATENCY_LOADS, /* at most: one for each thread and load */
    QUIET = 8, /* cycles without a transfer after which the blocks are at rest (tests/unit/thread_latency_test.c) */
};

typedef struct rs_latency_request {
    rs_table_request request;
    uint64_t due;
} rs_latency_request;

typedef struct latency_run {
    rs_thread_latency *bench;
    uint32_t neighbours, loads, threads, warps;
    uint32_t issued;     /* warp instructions */
    uint32_t unanswered; /* threads of all instructions */
    uint32_t sent, back; /* requests: from back to sent - 1 are on their way */
    rs_warp_group group;
    rs_table_inputs inputs;
    rs_table_outputs outputs;
} latency_run;

const char *rs_latency_pattern_name(uint32_t pattern)
{
    static const char *const names[RS_LATENCY_PATTERNS] = {"UNQ", "Merger2", "Merger4", "Merger8", "Merger16", "Merger32"};

    return names[pattern];
}

bool rs_thread_latency_init(rs_thread_latency *bench, bool pending_request_table, uint32_t entries, uint32_t merges,
                            uint32_t round_trip, rs_error *error)
{
    const rs_table_config config = {
        .pending_request_table = pending_request_table, .lanes = RS_WARP_LANES, .line_words = LINE_WORDS, .sectors = 1,
        .entries = entries, .merges = merges, .ways = entries, .access_slots = false, .merge_waits = false};

    memset(bench, 0, sizeof(*bench));
    bench->round_trip = round_trip;
    rs_coalescer_init(&bench->coalescer, RS_WARP_LANES, RS_SM_LINE_BYTES);
    bench->back = (rs_latency_request *)malloc(REQUESTS * sizeof(*bench->back));
    if (bench->back != NULL && rs_outstanding_table_init(&bench->table, &config))
        return true;
    free(bench->back);
    bench->back = NULL;
    rs_error_set(error, "found no memory for a table of %u entries, expected some", entries);
    return false;
}

void rs_thread_latency_destroy(rs_thread_latency *bench)
{
    rs_outstanding_table_destroy(&bench->table);
    free(bench->back);
    bench->back = NULL;
}

static uint32_t active_lanes(const latency_run *run, uint32_t warp)
{
    const uint32_t threads = run->threads - warp * RS_WARP_LANES;

    return threads < RS_WARP_LANES ? (UINT32_C(1) << threads) - 1 : ~UINT32_C(0);
}

/* The next load: of all warps in turn. */
static void prepare(latency_run *run)
{
    const uint32_t warp = run->issued % run->warps, load = run->issued / run->warps;
    rs_warp_group *group = &run->group;

    group->last = true;
    group->warp = warp;
    group->first_register = load;
    group->mask = active_lanes(run, warp);
    for (uint32_t lane = 0; lane < RS_WARP_LANES; lane++) {
        const uint32_t line = load * RS_LATENCY_THREADS + (warp * RS_WARP_LANES + lane) / run->neighbours;

        group->address[lane] = (uint64_t)line * RS_SM_LINE_BYTES + lane * 4;
    }
}

static void set_access(rs_table_access *access, const rs_line_access *line)
{
    access->line = line->line;
    access->tag = line->warp * RS_LATENCY_LOADS + line->first_register;
    access->mask = (uint32_t)line->mask;
    access->last = line->last;
    memcpy(access->word, line->word, sizeof(access->word));
}

/* Lanes of a reply: each was waiting, and reads the word that it asked for. */
static bool answers(latency_run *run, const rs_table_reply *reply)
{
    uint32_t *waiting = &run->bench->waiting[reply->tag % RS_LATENCY_LOADS][reply->tag / RS_LATENCY_LOADS];
    bool right = (reply->mask & ~*waiting) == 0;

    *waiting &= ~reply->mask;
    for (uint32_t lane = 0; lane < RS_WARP_LANES; lane++)
        if (reply->mask >> lane & 1) {
            right = right && reply->word[lane] == lane;
            run->unanswered--;
        }
    return right;
}

/* One cycle; false: something is wrong. *moved: at any port. */
static bool step(latency_run *run, uint64_t cycle, bool *moved)
{
    rs_thread_latency *bench = run->bench;
    const bool offers = run->issued < run->warps * run->loads;
    const rs_latency_request *first = &bench->back[run->back];
    bool group_ready, right = true;

    run->inputs.access_valid = bench->coalescer.line_valid;
    if (run->inputs.access_valid)
        set_access(&run->inputs.access, &bench->coalescer.line);
    run->inputs.fill_valid = run->back < run->sent && first->due <= cycle;
    if (run->inputs.fill_valid)
        run->inputs.fill = first->request;
    rs_outstanding_table_offer(&bench->table, &run->inputs, &run->outputs);
    group_ready = rs_coalescer_in_ready(&bench->coalescer, run->outputs.access_ready);

    if (bench->observe != NULL) {
        const rs_latency_cycle ports = {offers ? &run->group : NULL, group_ready, &run->inputs, &run->outputs};

        right = bench->observe(bench->user, &ports);
    }
    if (run->outputs.reply_valid)
        right = right && answers(run, &run->outputs.reply);
    if (run->outputs.request_valid) {
        if (run->sent == REQUESTS)
            return false;
        bench->back[run->sent].request = run->outputs.request;
        bench->back[run->sent++].due = cycle + bench->round_trip;
    }
    if (run->inputs.fill_valid && run->outputs.fill_ready)
        run->back++;
    *moved = (offers && group_ready) || (run->inputs.access_valid && run->outputs.access_ready) || run->outputs.request_valid
             || run->inputs.fill_valid || run->outputs.reply_valid;
    rs_coalescer_clock(&bench->coalescer, offers ? &run->group : NULL, run->outputs.access_ready);
    rs_outstanding_table_clock(&bench->table, &run->inputs);
    if (offers && group_ready && ++run->issued < run->warps * run->loads)
        prepare(run);
    return right;
}

uint32_t rs_thread_latency_run(rs_thread_latency *bench, uint32_t neighbours, uint32_t loads, uint32_t threads)
{
    latency_run run;
    uint64_t cycle = 0, quiet = 0;

    memset(&run, 0, sizeof(run));
    run.bench = bench;
    run.neighbours = neighbours;
    run.loads = loads;
    run.threads = threads;
    run.warps = (threads + RS_WARP_LANES - 1) / RS_WARP_LANES;
    run.unanswered = threads * loads;
    run.inputs.request_ready = run.inputs.reply_ready = true;
    for (uint32_t load = 0; load < loads; load++)
        for (uint32_t warp = 0; warp < run.warps; warp++)
            bench->waiting[load][warp] = active_lanes(&run, warp);
    rs_coalescer_init(&bench->coalescer, RS_WARP_LANES, RS_SM_LINE_BYTES);
    rs_outstanding_table_reset(&bench->table);
    prepare(&run);

    for (;;) {
        bool moved;

        if (!step(&run, cycle, &moved))
            return 0;
        if (run.unanswered == 0)
            return (uint32_t)cycle;
        quiet = moved ? 0 : quiet + 1;
        cycle++;
        if (quiet < QUIET)
            continue;
        if (run.back == run.sent)
            return 0;
        if (bench->observe == NULL && bench->back[run.back].due > cycle)
            cycle = bench->back[run.back].due;
    }
}
