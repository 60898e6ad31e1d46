/* Request matrices for the benches of allocators, and what every matching is held against. */
#ifndef RS_ALLOCATOR_REQUESTS_H
#define RS_ALLOCATOR_REQUESTS_H

#include <algorithm>

#include "../network/reference_pim.h"
#include "common/set.h"
#include "cosim.h"

namespace rs {

/* A cycle's requests by the name of the case: one_hot (one request at most an input, as with one FIFO and one channel),
 * permutation, counting (exhaustive up to 64 pairs, given the cycles), sparse, else random with any density. */
template <class Bench> void draw_requests(Bench &bench, PairMatrix &request)
{
    const uint32_t inputs = request.inputs, outputs = request.outputs, pairs = inputs * outputs;

    if (bench.is_case("one_hot")) {
        uint32_t percent = bench.random_below(101), hot = bench.random_below(outputs);
        for (uint32_t i = 0; i < inputs; i++)
            if (bench.chance(percent))
                request(i, bench.chance(50) ? hot : bench.random_below(outputs)) = 1;
    } else if (bench.is_case("permutation")) {
        std::vector<uint32_t> order(inputs);
        for (uint32_t i = 0; i < inputs; i++) {
            order[i] = i;
            std::swap(order[i], order[bench.random_below(i + 1)]);
        }
        uint32_t percent = bench.random_below(101);
        for (uint32_t o = 0; o < std::min(inputs, outputs); o++)
            request(order[o], o) = bench.chance(percent);
    } else if (bench.is_case("counting")) {
        for (uint32_t pair = 0; pair < pairs; pair++)
            request(pair / outputs, pair % outputs) = pair < 64 && (bench.cycle() >> pair & 1) != 0;
    } else {
        uint32_t percent = bench.is_case("sparse") ? 100 / (inputs + outputs) + 1 : bench.random_below(101);
        for (uint32_t i = 0; i < inputs; i++)
            for (uint32_t o = 0; o < outputs; o++)
                request(i, o) = bench.chance(percent);
    }
}

/* The requests on the port, a row an input. */
template <class Port> void put_requests(Port &port, const PairMatrix &request)
{
    for (uint32_t i = 0; i < request.inputs; i++)
        set(port, i * request.outputs, request.outputs, request.row(i));
}

/* What a twin answers to these requests, as a matrix: allocate(columns, active, winner, granted) calls it. */
template <class Allocate> PairMatrix twin_matching(const PairMatrix &request, Allocate allocate)
{
    rs_set columns[RS_SET_MAX] = {}, active = {}, granted;
    uint8_t winner[RS_SET_MAX] = {};
    PairMatrix grant(request.inputs, request.outputs);

    for (uint32_t o = 0; o < request.outputs; o++) {
        columns[o].word[0] = request.column(o);
        rs_set_put(&active, o, columns[o].word[0] != 0);
    }
    allocate(columns, &active, winner, &granted);
    for (uint32_t o = 0; o < request.outputs; o++)
        if (rs_set_has(&granted, o))
            grant(winner[o], o) = 1;
    return grant;
}

/* The grants on the port, each row compared with the twin's and the definition's. */
template <class Bench, class Port>
PairMatrix compare_grants(Bench &bench, const Port &port, const PairMatrix &request, const PairMatrix &twin, const PairMatrix &definition)
{
    PairMatrix grant(request.inputs, request.outputs);

    for (uint32_t i = 0; i < request.inputs; i++) {
        const uint64_t row = get(port, i * request.outputs, request.outputs);
        for (uint32_t o = 0; o < request.outputs; o++)
            grant(i, o) = row >> o & 1;
        bench.compare("grant, row", twin.row(i), row, static_cast<int>(i));
        bench.expect("grant by the definition, row", definition.row(i), row, static_cast<int>(i));
        if (bench.is_case("permutation"))
            bench.expect("grant of a permutation, row", request.row(i), row, static_cast<int>(i));
    }
    return grant;
}

/* True if no request is left whose row and column are both free. */
inline bool is_maximal(const PairMatrix &request, const PairMatrix &grant)
{
    for (uint32_t i = 0; i < request.inputs; i++)
        for (uint32_t o = 0; o < request.outputs; o++)
            if (request(i, o) && grant.row(i) == 0 && grant.column(o) == 0)
                return false;
    return true;
}

/* One grant at most a row and a column, only where requested, some grant whenever there is some request. Returns the grants. */
template <class Bench> uint32_t expect_matching(Bench &bench, const PairMatrix &request, const PairMatrix &grant)
{
    uint32_t matches = 0;
    bool any = false;

    for (uint32_t i = 0; i < request.inputs; i++) {
        const uint64_t row = grant.row(i);
        bench.expect("grants in row without request", 0, row & ~request.row(i), static_cast<int>(i));
        bench.expect("second grant in row", 0, row & (row - 1), static_cast<int>(i));
        matches += row != 0;
        any = any || request.row(i) != 0;
    }
    for (uint32_t o = 0; o < request.outputs; o++) {
        const uint64_t column = grant.column(o);
        bench.expect("second grant in column", 0, column & (column - 1), static_cast<int>(o));
    }
    bench.expect("some grant", any, matches != 0);
    return matches;
}

} // namespace rs
#endif
