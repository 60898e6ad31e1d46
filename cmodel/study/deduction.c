#include "study/deduction.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    COUNTS = RS_LATENCY_THREADS * RS_LATENCY_LOADS + 1,
    INSTRUCTIONS = RS_LATENCY_THREADS / RS_WARP_LANES * RS_LATENCY_LOADS,
    POINTS = RS_LATENCY_PATTERNS * RS_LATENCY_LOADS * RS_LATENCY_THREADS,
};
#define ANSWER 0.95        /* confidence of the answer */
#define OUT_OF_REACH 0.9   /* entries, in parts of a round trip: answers come back before a larger table is full */
#define LEAST_TRIP 0.45    /* round trip, in parts of the shortest latency; a table of one entry has two in it if no point has one request */
#define LEAST_LIKELY 20    /* logarithm; below it a rank is left out */
#define SAMPLE 16          /* of so many points one is tried first */

/* Latency of a point: round trips and further cycles. */
typedef struct prediction {
    uint32_t round_trips, cycles;
} prediction;

typedef struct hypothesis {
    bool pending_request_table;
    uint32_t entries, merges;
    bool more; /* entries: or more of them */
    double square; /* sum of squared deviations */
} hypothesis;

/* Points of one prediction, or of several: sums over 1 / latency. */
typedef struct point_sums {
    double points, inverse, inverse_square;
} point_sums;

/* Normal equations of 1 = round_trip * trips / latency + constant / latency + cycles / latency. */
typedef struct fit_sums {
    double aa, ad, dd, ab, db, bb;
} fit_sums;

typedef struct fit {
    double round_trip, constant, square;
} fit;

typedef struct deducer {
    const rs_latency_curves *curves;
    double shortest, left_out; /* sum of the squares of what predictions leave out */
    double least;              /* sum of squared deviations of the best table so far */
    uint32_t points, most_requests, most_instructions;
    point_sums by_count[COUNTS]; /* points by requests */
    uint32_t counts, count[COUNTS]; /* the requests that some point has */
    hypothesis *hypotheses;
    size_t held;
    double deviation[POINTS];
} deducer;

static uint32_t requests(uint32_t merges, uint32_t neighbours, uint32_t loads, uint32_t threads)
{
    const uint32_t runs = threads / neighbours, rest = threads % neighbours;

    return loads * (runs * ((neighbours + merges - 1) / merges) + (rest + merges - 1) / merges);
}

static uint32_t warps_of(uint32_t threads)
{
    return (threads + RS_WARP_LANES - 1) / RS_WARP_LANES;
}

/* Request number i leaves when entry i % entries is free again. */
static prediction predict_mshr(uint32_t entries, uint32_t count)
{
    const prediction result = {(count - 1) / entries + 1, (count - 1) % entries};
    return result;
}

/* Instruction number j starts behind the one before it and when number j - entries has all its lines. */
static prediction predict_prt(uint32_t entries, uint32_t neighbours, uint32_t loads, uint32_t threads, double round_trip)
{
    const uint32_t warps = warps_of(threads), rest = threads % RS_WARP_LANES, full = RS_WARP_LANES / neighbours;
    prediction done[INSTRUCTIONS], end = {0, 0};

    for (uint32_t j = 0; j < loads * warps; j++) {
        const bool last_warp = j % warps == warps - 1;
        const uint32_t lines = last_warp && rest != 0 ? (rest + neighbours - 1) / neighbours : full;

        if (j >= entries) {
            const prediction *free = &done[j - entries];
            if (free->round_trips * round_trip + free->cycles > end.round_trips * round_trip + end.cycles)
                end = *free;
        }
        end.cycles += lines;
        done[j].round_trips = end.round_trips + 1;
        done[j].cycles = end.cycles - 1;
    }
    return done[loads * warps - 1];
}

static void add_points(fit_sums *sums, prediction predicted, const point_sums *points)
{
    const double trips = predicted.round_trips, cycles = predicted.cycles;

    sums->aa += trips * trips * points->inverse_square;
    sums->ad += trips * points->inverse_square;
    sums->dd += points->inverse_square;
    sums->ab += trips * (points->inverse - cycles * points->inverse_square);
    sums->db += points->inverse - cycles * points->inverse_square;
    sums->bb += points->points - 2 * cycles * points->inverse + cycles * cycles * points->inverse_square;
}

static fit solve(const fit_sums *s)
{
    const double determinant = s->aa * s->dd - s->ad * s->ad;
    fit result = {s->ab / s->aa, 0, 0};

    if (determinant > 1e-9 * s->aa * s->dd) { /* else all points have as many round trips: one unknown */
        result.round_trip = (s->ab * s->dd - s->db * s->ad) / determinant;
        result.constant = (s->db * s->aa - s->ab * s->ad) / determinant;
    }
    result.square = fmax(0, s->bb - result.round_trip * s->ab - result.constant * s->db);
    return result;
}

/* Calls `visit` for every point. */
typedef void point_visitor(deducer *d, uint32_t pattern, uint32_t loads, uint32_t threads, double latency, void *user);

static void visit_points(deducer *d, point_visitor *visit, void *user)
{
    for (uint32_t pattern = 0; pattern < RS_LATENCY_PATTERNS; pattern++)
        for (uint32_t loads = 1; loads <= RS_LATENCY_LOADS; loads++) {
            const double *curve = d->curves->latency[pattern][loads - 1];

            for (uint32_t threads = 0; (threads = rs_curve_next(curve, threads)) != 0;)
                visit(d, pattern, loads, threads, curve[threads], user);
        }
}

static void add_point(point_sums *sums, double latency)
{
    sums->points++;
    sums->inverse += 1 / latency;
    sums->inverse_square += 1 / (latency * latency);
}

static void count_point(deducer *d, uint32_t pattern, uint32_t loads, uint32_t threads, double latency, void *user)
{
    const uint32_t *merges = (const uint32_t *)user;

    add_point(&d->by_count[requests(*merges, 1U << pattern, loads, threads)], latency);
}

static void note_sizes(deducer *d, uint32_t pattern, uint32_t loads, uint32_t threads, double latency, void *user)
{
    const uint32_t count = requests(1, 1U << pattern, loads, threads), instructions = loads * warps_of(threads);

    (void)user;
    d->points++;
    d->left_out += RS_DEDUCE_CYCLES * RS_DEDUCE_CYCLES / (latency * latency);
    if (count > d->most_requests)
        d->most_requests = count;
    if (instructions > d->most_instructions)
        d->most_instructions = instructions;
}

static void hold(deducer *d, bool pending_request_table, uint32_t entries, uint32_t merges, bool more, const fit *fitted)
{
    const hypothesis held = {pending_request_table, entries, merges, more, fitted->square};

    if (fitted->round_trip < LEAST_TRIP * d->shortest)
        return;
    d->hypotheses[d->held++] = held;
    d->least = fmin(d->least, fitted->square);
}

/* How much less likely than the best so far, as a logarithm; the best to come makes it no smaller. */
static double less_likely(const deducer *d, double square)
{
    const double variance = fmax(d->least, d->left_out) / d->points;

    return fmax(0, square - d->least - d->left_out) / (2 * variance);
}

/* Entries from which on a table of so many places never is full at these points. */
static uint32_t enough_entries(const deducer *d, uint32_t most)
{
    const double reach = OUT_OF_REACH * d->shortest;

    return reach < most ? (reach < 2 ? 2 : (uint32_t)reach) : most;
}

static fit fit_mshr(const deducer *d, uint32_t entries, bool more)
{
    fit_sums sums = {0, 0, 0, 0, 0, 0};

    for (uint32_t i = 0; i < d->counts; i++)
        add_points(&sums, predict_mshr(more ? COUNTS : entries, d->count[i]), &d->by_count[d->count[i]]);
    return solve(&sums);
}

/* Returns what remains of the deviations if every number of requests has a latency of its own. */
static double group_by_requests(deducer *d, uint32_t merges)
{
    double square = 0;

    memset(d->by_count, 0, sizeof(d->by_count));
    visit_points(d, count_point, &merges);
    d->counts = 0;
    for (uint32_t count = 1; count < COUNTS; count++)
        if (d->by_count[count].points > 0) {
            const point_sums *sums = &d->by_count[count];

            d->count[d->counts++] = count;
            square += fmax(0, sums->points - sums->inverse * sums->inverse / sums->inverse_square);
        }
    return square;
}

static void try_mshr(deducer *d)
{
    const uint32_t enough = enough_entries(d, d->most_requests);
    double at_least[RS_DEDUCE_MERGES];
    uint32_t merges = 1;

    for (uint32_t i = 0; i < RS_DEDUCE_MERGES; i++)
        at_least[i] = group_by_requests(d, i + 1);
    for (uint32_t tried = 0; tried < RS_DEDUCE_MERGES; tried++) { /* the most promising first */
        merges = 1;
        for (uint32_t i = 1; i < RS_DEDUCE_MERGES; i++)
            if (at_least[i] < at_least[merges - 1])
                merges = i + 1;
        if (less_likely(d, at_least[merges - 1]) > LEAST_LIKELY)
            return;
        at_least[merges - 1] = INFINITY;
        (void)group_by_requests(d, merges);
        for (uint32_t entries = 1; entries <= enough; entries++) {
            const fit fitted = fit_mshr(d, entries, entries == enough);

            hold(d, false, entries, merges, entries == enough, &fitted);
        }
    }
}

typedef struct prt_fit {
    uint32_t entries, every, number; /* every so many points */
    double round_trip;
    fit_sums sums;
} prt_fit;

static void add_prt_point(deducer *d, uint32_t pattern, uint32_t loads, uint32_t threads, double latency, void *user)
{
    prt_fit *fitted = (prt_fit *)user;
    point_sums sums = {0, 0, 0};

    (void)d;
    if (fitted->number++ % fitted->every != 0)
        return;
    add_point(&sums, latency);
    add_points(&fitted->sums, predict_prt(fitted->entries, 1U << pattern, loads, threads, fitted->round_trip), &sums);
}

static fit fit_prt(deducer *d, uint32_t entries, uint32_t every)
{
    prt_fit fitted = {entries, every, 0, d->shortest, {0, 0, 0, 0, 0, 0}};

    visit_points(d, add_prt_point, &fitted);
    return solve(&fitted.sums);
}

static void try_prt(deducer *d)
{
    for (uint32_t entries = 1; entries <= d->most_instructions; entries++)
        if (less_likely(d, fit_prt(d, entries, SAMPLE).square) <= LEAST_LIKELY) {
            const fit fitted = fit_prt(d, entries, 1);

            hold(d, true, entries, 0, entries == d->most_instructions, &fitted);
        }
}

typedef struct deviations {
    const hypothesis *of;
    fit fitted;
    double farthest;
    rs_deduction *result; /* gets the points and the farthest of them */
} deviations;

static void add_deviation(deducer *d, uint32_t pattern, uint32_t loads, uint32_t threads, double latency, void *user)
{
    deviations *all = (deviations *)user;
    const hypothesis *h = all->of;
    const prediction by = h->pending_request_table
                              ? predict_prt(h->entries, 1U << pattern, loads, threads, d->shortest)
                              : predict_mshr(h->more ? COUNTS : h->entries, requests(h->merges, 1U << pattern, loads, threads));
    const double predicted = by.round_trips * all->fitted.round_trip + all->fitted.constant + by.cycles;
    const double deviation = fabs(1 - predicted / latency);

    d->deviation[all->result->points++] = deviation;
    if (deviation < all->farthest)
        return;
    all->farthest = deviation;
    all->result->pattern = pattern;
    all->result->loads = loads;
    all->result->threads = threads;
    all->result->latency = latency;
    all->result->predicted = predicted;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int by_square(const void *a, const void *b)
{
    const hypothesis *x = (const hypothesis *)a, *y = (const hypothesis *)b;

    if (x->square != y->square)
        return x->square > y->square ? 1 : -1;
    return (int)x->pending_request_table - (int)y->pending_request_table;
}

static fit fit_hypothesis(deducer *d, const hypothesis *h)
{
    if (h->pending_request_table)
        return fit_prt(d, h->entries, 1);
    (void)group_by_requests(d, h->merges);
    return fit_mshr(d, h->entries, h->more);
}

/* Whether deviations from the best table look like noise; notes what it predicts. */
static bool looks_right(deducer *d, const hypothesis *best, rs_deduction *result)
{
    deviations all = {best, fit_hypothesis(d, best), 0, result};
    double middle, deviation;

    result->round_trip = all.fitted.round_trip;
    visit_points(d, add_deviation, &all);
    qsort(d->deviation, result->points, sizeof(d->deviation[0]), by_size);
    middle = d->deviation[result->points / 2];
    deviation = fmax(1.4826 * middle, RS_DEDUCE_CYCLES / d->shortest); /* of a normal distribution, from its median */
    while (result->beyond < result->points && d->deviation[result->points - 1 - result->beyond] > 6 * deviation)
        result->beyond++;
    return middle <= RS_DEDUCE_NOISE && result->beyond <= result->points / 100;
}

static void widen(rs_deduced_table *table, const rs_deduced_table *by)
{
    if (by->least_entries < table->least_entries)
        table->least_entries = by->least_entries;
    if (by->most_entries > table->most_entries)
        table->most_entries = by->most_entries;
    if (by->least_merges < table->least_merges)
        table->least_merges = by->least_merges;
    if (by->most_merges > table->most_merges)
        table->most_merges = by->most_merges;
}

static rs_deduced_table table_of(const hypothesis *h)
{
    const rs_deduced_table table = {h->pending_request_table, h->entries, h->more ? RS_DEDUCE_OPEN : h->entries,
                                    h->merges, h->merges, 0, 0};
    return table;
}

static void answer_with(rs_deduction *result, const rs_deduced_table *rank)
{
    bool *possible = rank->pending_request_table ? &result->prt_possible : &result->mshr_possible;
    rs_deduced_table *answer = rank->pending_request_table ? &result->prt : &result->mshr;

    if (*possible) {
        widen(answer, rank);
        answer->confidence += rank->confidence;
    } else {
        *answer = *rank;
    }
    *possible = true;
}

/* Ranks of the hypotheses, which are in order: those of one kind and sum of squares are one. */
static void rank_tables(deducer *d, rs_deduction *result)
{
    double all = 0, so_far = 0;

    for (int pass = 0; pass < 2; pass++) /* the first adds up */
        for (size_t from = 0, to; from < d->held; from = to) {
            const hypothesis *first = &d->hypotheses[from];
            const double exponent = less_likely(d, first->square);
            rs_deduced_table rank = table_of(first);

            if (exponent > LEAST_LIKELY)
                break;
            for (to = from + 1; to < d->held && by_square(first, &d->hypotheses[to]) == 0; to++) {
                const rs_deduced_table same = table_of(&d->hypotheses[to]);
                widen(&rank, &same);
            }
            if (pass == 0) {
                all += exp(-exponent);
                continue;
            }
            rank.confidence = exp(-exponent) / all;
            rank.deviation = sqrt(first->square / d->points);
            if (result->ranks < RS_DEDUCE_RANKS)
                result->rank[result->ranks++] = rank;
            if (so_far < ANSWER)
                answer_with(result, &rank);
            so_far += rank.confidence;
        }
}

bool rs_deduce(const rs_latency_curves *curves, rs_deduction *result, rs_error *error)
{
    deducer *d = (deducer *)calloc(1, sizeof(*d));
    bool smallest = false;

    memset(result, 0, sizeof(*result));
    for (uint32_t pattern = 0; pattern < RS_LATENCY_PATTERNS; pattern++)
        smallest = smallest || curves->latency[pattern][0][1] + curves->latency[pattern][0][2] > 0;
    if (d != NULL) {
        d->curves = curves;
        d->shortest = rs_curves_shortest(curves);
        visit_points(d, note_sizes, NULL);
        d->hypotheses = (hypothesis *)malloc(((size_t)RS_DEDUCE_MERGES * d->most_requests + d->most_instructions + 1)
                                             * sizeof(d->hypotheses[0]));
    }
    if (!smallest)
        rs_error_set(error, "deduce: found no curve of one load from 1 or 2 threads on, expected one, for the memory's "
                            "latency");
    else if (d == NULL || d->hypotheses == NULL)
        rs_error_set(error, "deduce: found no memory for %u points, expected some", d == NULL ? 0 : d->points);
    else {
        d->least = INFINITY;
        try_mshr(d);
        try_prt(d);
        qsort(d->hypotheses, d->held, sizeof(d->hypotheses[0]), by_square);
        if (d->held > 0 && looks_right(d, &d->hypotheses[0], result))
            rank_tables(d, result);
    }
    smallest = smallest && d != NULL && d->hypotheses != NULL;
    if (d != NULL)
        free(d->hypotheses);
    free(d);
    return smallest;
}
