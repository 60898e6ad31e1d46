/* Bursts of an AXI4 master for the benches of rs_axi4_port and of the tops around it: any that the standard allows, and some that the slave
 * refuses. RTL_BEAT_BYTES, RTL_ADDRESS_BITS, RTL_AXI_BITS and RTL_AXI_ID_BITS are those of the build. */
#ifndef RS_AXI4_BURSTS_H
#define RS_AXI4_BURSTS_H

#include <algorithm>

#include "cosim.h"
#include "port/axi4_port.h"

namespace rs {

const uint32_t beat_bytes = RTL_BEAT_BYTES, address_bits = RTL_ADDRESS_BITS, axi_bits = RTL_AXI_BITS, id_bits = RTL_AXI_ID_BITS;

struct Word {
    uint64_t burst; /* its number among the writes, from 1; 0: what memory held at first */
    uint8_t value;
    uint64_t line; /* number of the line with which it was sent, where a bench counts them */
};

struct Burst {
    rs_axi4_burst what;
    uint64_t number;    /* among the writes */
    uint32_t style;     /* of the strobes: 0 none, 1 to 3 all, else at random */
    bool refused;
    uint32_t beat;      /* that have passed */
    uint64_t at;        /* address of the next one */
    uint64_t lines;     /* of writes: lines sent up to its end, its own among them */
    uint64_t seen;      /* of reads: the last write answered when its address was taken */
};

/* The standard's pseudocode: the address behind another one. */
inline uint64_t step(const rs_axi4_burst &burst, uint64_t at)
{
    const uint64_t bytes = burst.beat_bytes, container = bytes * burst.beats, lower = burst.address / container * container;
    if (burst.kind == RS_AXI4_FIXED)
        return at;
    at = at / bytes * bytes + bytes;
    return burst.kind == RS_AXI4_WRAP && at == lower + container ? lower : at;
}

/* small: short ones alone. Counts what it is in the bins of its name. */
inline rs_axi4_burst invent(CosimBase &bench, bool write, bool small, uint32_t line_bytes)
{
    rs_axi4_burst burst = rs_axi4_burst();
    burst.id = bench.random_below(1u << id_bits);
    burst.kind = bench.random_below(small ? 2 : 3);
    burst.beat_bytes = bench.chance(60) ? beat_bytes : 1u << bench.random_below(1 + __builtin_ctz(beat_bytes));
    if (beat_bytes < 128 && bench.chance(3))
        burst.beat_bytes = 2 * beat_bytes;
    burst.beats = burst.kind == RS_AXI4_WRAP ? 2u << bench.random_below(4)
                  : small                    ? 1 + bench.random_below(3)
                                             : 1 + bench.random_below(bench.chance(10) ? 256 : 40);
    if (burst.kind == RS_AXI4_FIXED)
        burst.beats = 1 + (burst.beats - 1) % 16;
    if (burst.kind == RS_AXI4_INCR && bench.chance(3))
        burst.beats = 256;
    const uint64_t pages = std::min<uint64_t>(2, UINT64_C(1) << (address_bits - 12));
    /* A page's first KB again and again, so that bursts meet. */
    uint64_t offset = bench.random_below(bench.chance(80) ? 1024 : 4096);
    const uint64_t bytes = uint64_t{burst.beat_bytes} * burst.beats;
    if (burst.kind == RS_AXI4_WRAP || bench.chance(50))
        offset = offset / burst.beat_bytes * burst.beat_bytes;
    if (burst.kind == RS_AXI4_INCR) { /* not beyond its page */
        while (uint64_t{burst.beat_bytes} * burst.beats > 4096)
            burst.beats /= 2;
        const uint64_t most = 4096 - uint64_t{burst.beat_bytes} * burst.beats;
        if (offset / burst.beat_bytes * burst.beat_bytes > most)
            offset = most;
    }
    burst.address = bench.random_below(static_cast<uint32_t>(pages)) * 4096 + offset;
    if (bench.chance(50)) /* the last page */
        burst.address |= ((UINT64_C(1) << address_bits) - 1) / 8192 * 8192;
    if (axi_bits > address_bits && bench.chance(4))
        burst.address |= UINT64_C(1) << (address_bits + bench.random_below(axi_bits - address_bits));
    const bool reserved = bench.chance(2);
    const char *const kinds[2][3] = {{"fixed_read", "incr_read", "wrap_read"}, {"fixed_write", "incr_write", "wrap_write"}};
    bench.count(reserved ? "reserved" : kinds[write][burst.kind], true);
    bench.count("outside", burst.address >> address_bits != 0);
    bench.count("too_wide", burst.beat_bytes > beat_bytes);
    bench.count("one_beat", burst.beats == 1);
    bench.count("beats_256", burst.beats == 256);
    bench.count("several_lines", bytes > 2 * line_bytes);
    bench.count(write ? "narrow_write" : "narrow_read", burst.beat_bytes < beat_bytes);
    bench.count(write ? "unaligned_write" : "unaligned_read", burst.address % burst.beat_bytes != 0);
    bench.count("wrap_comes_back_to_its_line", burst.kind == RS_AXI4_WRAP && bytes > line_bytes && burst.address % line_bytes != 0);
    if (reserved)
        burst.kind = 3;
    return burst;
}

inline bool is_refused(const rs_axi4_burst &burst)
{
    return burst.address >> address_bits != 0 || burst.kind == 3 || burst.beat_bytes > beat_bytes;
}

/* The lane is one of those that the next beat may carry. */
inline bool in_the_beat(const Burst &burst, uint32_t lane)
{
    if (burst.what.beat_bytes > beat_bytes)
        return true;
    const uint64_t word = burst.at / beat_bytes * beat_bytes, byte = word + lane;
    return byte >= burst.at && byte < burst.at / burst.what.beat_bytes * burst.what.beat_bytes + burst.what.beat_bytes;
}

} // namespace rs
#endif
