#include "observe/camat.h"

void rs_camat_begin(rs_camat *camat, rs_camat_access *access)
{
    access->misses = false;
    camat->accesses++;
    camat->hitting++;
}

void rs_camat_miss(rs_camat *camat, rs_camat_access *access)
{
    access->misses = true;
    access->pure_before = camat->pure_cycles;
    camat->hitting--;
    camat->missing++;
}

void rs_camat_end(rs_camat *camat, rs_camat_access *access)
{
    if (!access->misses) {
        camat->hitting--;
        return;
    }
    camat->missing--;
    camat->pure_misses += camat->pure_cycles != access->pure_before;
    camat->penalty_sum += camat->pure_cycles - access->pure_before;
}

void rs_camat_clock(rs_camat *camat, uint64_t cycles)
{
    if (camat->hitting != 0) {
        camat->hit_cycles += cycles;
        camat->hit_sum += cycles * camat->hitting;
    } else if (camat->missing != 0) {
        camat->pure_cycles += cycles;
        camat->pure_sum += cycles * camat->missing;
    }
}

void rs_camat_add(rs_camat *sum, const rs_camat *part)
{
    sum->accesses += part->accesses;
    sum->hitting += part->hitting;
    sum->missing += part->missing;
    sum->hit_cycles += part->hit_cycles;
    sum->hit_sum += part->hit_sum;
    sum->pure_cycles += part->pure_cycles;
    sum->pure_sum += part->pure_sum;
    sum->pure_misses += part->pure_misses;
    sum->penalty_sum += part->penalty_sum;
}

static double ratio(uint64_t of, uint64_t to)
{
    return to == 0 ? 0 : (double)of / (double)to;
}

rs_camat_parameters rs_camat_of(const rs_camat *camat)
{
    rs_camat_parameters is;

    is.hit_time = ratio(camat->hit_sum, camat->accesses);
    is.hit_concurrency = ratio(camat->hit_sum, camat->hit_cycles);
    is.pure_miss_rate = ratio(camat->pure_misses, camat->accesses);
    is.pure_miss_penalty = ratio(camat->penalty_sum, camat->pure_misses);
    is.miss_concurrency = ratio(camat->pure_sum, camat->pure_cycles);
    is.camat = (camat->hit_sum == 0 ? 0 : is.hit_time / is.hit_concurrency)
               + (camat->pure_sum == 0 ? 0 : is.pure_miss_rate * is.pure_miss_penalty / is.miss_concurrency);
    return is;
}

rs_camat_spread rs_camat_spread_of(const uint64_t *active_cycles, const uint64_t *accesses, uint32_t sms, double *of_sm)
{
    rs_camat_spread spread = {0, 0, 0, 0};

    for (uint32_t i = 0; i < sms; i++) {
        const double camat = of_sm[i] = ratio(active_cycles[i], accesses[i]);

        if (accesses[i] == 0)
            continue;
        spread.least = spread.sms == 0 || camat < spread.least ? camat : spread.least;
        spread.most = spread.sms == 0 || camat > spread.most ? camat : spread.most;
        spread.mean += camat;
        spread.sms++;
    }
    spread.mean /= spread.sms != 0 ? spread.sms : 1;
    return spread;
}
