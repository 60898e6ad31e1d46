#include "study/deduction.h"

#include <string.h>

#define OPEN RS_DEDUCE_OPEN

enum { COUNTS = RS_LATENCY_THREADS * RS_LATENCY_LOADS + 1 };

/* Table entries that threads in runs of `neighbours` take in an MSHR table; with merges = 32 the lines they touch. */
static uint32_t requests(uint32_t merges, uint32_t neighbours, uint32_t loads, uint32_t threads)
{
    const uint32_t runs = threads / neighbours, rest = threads % neighbours;

    return loads * (runs * ((neighbours + merges - 1) / merges) + (rest + merges - 1) / merges);
}

static uint32_t instructions(uint32_t loads, uint32_t threads)
{
    return loads * ((threads + RS_WARP_LANES - 1) / RS_WARP_LANES);
}

/* Narrows the entries by the j-th jump, from a count of `before` to one of `after` (OPEN: beyond the curve). False:
 * impossible. */
static bool narrow(rs_deduction *guess, uint32_t j, uint32_t before, uint32_t after)
{
    const uint32_t least = (before + j - 1) / j, most = after == OPEN ? OPEN : (after - 1) / j;

    if (least > guess->least_entries)
        guess->least_entries = least;
    if (most < guess->most_entries)
        guess->most_entries = most;
    return guess->least_entries <= guess->most_entries;
}

/* A latency for each count; false: two. */
static bool note(uint32_t *latency_of, uint32_t count, uint32_t latency)
{
    const bool agrees = latency_of[count] == 0 || latency_of[count] == latency;

    latency_of[count] = latency;
    return agrees;
}

/* Jumps of the one curve that all curves of an MSHR table make when drawn over the requests. */
static bool deduce_entries(const uint32_t *latency_of, uint32_t shortest, rs_deduction *guess)
{
    uint32_t before = 0, jumps = 0;

    for (uint32_t count = 1; count < COUNTS; count++) {
        if (latency_of[count] == 0)
            continue;
        if (before != 0 && latency_of[count] < latency_of[before])
            return false;
        if (before != 0 && rs_curve_jumps(latency_of[before], latency_of[count])) {
            if (jumps > 0 && count - before > guess->least_entries)
                return true; /* may have passed more than one multiple */
            if (!narrow(guess, ++jumps, before, count))
                return false;
        }
        before = count;
    }
    if (jumps == 0 && before + RS_CURVE_JUMP > shortest) /* a memory that answers before the table is full hides its end */
        before = shortest > RS_CURVE_JUMP ? shortest - RS_CURVE_JUMP : 1;
    return narrow(guess, jumps + 1, before, OPEN);
}

/* Jumps are counted from the first point on, which has one request or two. If it has two, one entry has jumped before it and
 * jumps at every further count. */
static bool may_be_one_entry(const uint32_t *latency_of)
{
    uint32_t before = 2;

    if (latency_of[1] != 0)
        return false;
    for (uint32_t count = 3; count < COUNTS; count++)
        if (latency_of[count] != 0) {
            if (!rs_curve_jumps(latency_of[before], latency_of[count]))
                return false;
            before = count;
        }
    return true;
}

static rs_deduction deduce_mshr(const rs_latency_curves *curves, uint32_t shortest, uint32_t merges)
{
    rs_deduction guess = {true, 1, OPEN, merges, merges};
    uint32_t latency_of[COUNTS] = {0};

    for (uint32_t pattern = 0; pattern < RS_LATENCY_PATTERNS; pattern++)
        for (uint32_t loads = 1; loads <= RS_LATENCY_LOADS; loads++) {
            const uint32_t *curve = curves->latency[pattern][loads - 1];

            for (uint32_t threads = 0; (threads = rs_curve_next(curve, threads)) != 0;)
                guess.possible = guess.possible
                                 && note(latency_of, requests(merges, 1U << pattern, loads, threads), curve[threads]);
        }
    guess.possible = guess.possible && deduce_entries(latency_of, shortest, &guess);
    if (guess.possible && may_be_one_entry(latency_of))
        guess.least_entries = 1;
    return guess;
}

/* One curve of a pending request table, as far as its requests leave well within a round trip: later on the jumps shrink
 * to nothing. */
static bool deduce_instructions(const uint32_t *curve, uint32_t pattern, uint32_t loads, uint32_t shortest,
                                uint32_t *latency_of, rs_deduction *guess)
{
    uint32_t before = 0, jumps = 0, threads = rs_curve_next(curve, 0);

    if (threads != 0 && rs_curve_starts_full(curve[threads], shortest))
        return narrow(guess, 1, 0, instructions(loads, threads));
    for (; threads != 0; before = threads, threads = rs_curve_next(curve, threads)) {
        const uint32_t lines = requests(RS_DEDUCE_MERGES, 1U << pattern, loads, threads);
        const uint32_t count = instructions(loads, threads), last = instructions(loads, before);

        if (lines > shortest / 2)
            break;
        if (before != 0 && rs_curve_jumps(curve[before], curve[threads])) {
            if (count == last)
                return false;
            if (jumps > 0 && count - last > guess->least_entries)
                return true;
            if (!narrow(guess, ++jumps, last, count))
                return false;
        } else if (jumps == 0 && !note(latency_of, lines, curve[threads])) {
            return false;
        }
    }
    return narrow(guess, jumps + 1, instructions(loads, before), OPEN);
}

static rs_deduction deduce_prt(const rs_latency_curves *curves, uint32_t shortest)
{
    rs_deduction guess = {true, 1, OPEN, 0, 0};
    uint32_t latency_of[COUNTS] = {0};

    for (uint32_t loads = 1; loads <= RS_LATENCY_LOADS; loads++) /* few loads first: they bound small tables */
        for (uint32_t pattern = 0; pattern < RS_LATENCY_PATTERNS; pattern++)
            guess.possible = guess.possible && deduce_instructions(curves->latency[pattern][loads - 1], pattern, loads,
                                                                   shortest, latency_of, &guess);
    return guess;
}

bool rs_deduce(const rs_latency_curves *curves, rs_deduction *mshr, rs_deduction *prt, rs_error *error)
{
    const uint32_t shortest = rs_curves_shortest(curves);
    bool smallest = false;

    for (uint32_t pattern = 0; pattern < RS_LATENCY_PATTERNS; pattern++)
        smallest = smallest || curves->latency[pattern][0][1] + curves->latency[pattern][0][2] != 0;
    if (!smallest) {
        rs_error_set(error, "deduce: found no curve of one load from 1 or 2 threads on, expected one, for the memory's "
                            "latency");
        return false;
    }
    memset(mshr, 0, sizeof(*mshr));
    for (uint32_t merges = 1; merges <= RS_DEDUCE_MERGES; merges++) {
        const rs_deduction guess = deduce_mshr(curves, shortest, merges);

        if (!guess.possible)
            continue;
        if (!mshr->possible)
            *mshr = guess;
        mshr->most_merges = merges;
        if (guess.least_entries < mshr->least_entries)
            mshr->least_entries = guess.least_entries;
        if (guess.most_entries > mshr->most_entries)
            mshr->most_entries = guess.most_entries;
    }
    *prt = deduce_prt(curves, shortest);
    return true;
}
