/* AXI4 slaves on the pins, beside their twins, and what a master's beats have written. `i` is the slave, of several whose pins stand side by
 * side; 0 of one. */
#ifndef RS_AXI4_BUS_H
#define RS_AXI4_BUS_H

#include <algorithm>
#include <deque>
#include <map>
#include <vector>

#include "port/axi4_bursts.h"

namespace rs {

inline uint32_t axi4_size(bool valid, const rs_axi4_burst &burst) { return valid ? static_cast<uint32_t>(__builtin_ctz(burst.beat_bytes)) : 0; }

template <class Dut> inline void drive_bus(Dut &dut, uint32_t i, const rs_axi4_inputs &in)
{
    set(dut.s_axi_awvalid, i, 1, in.aw_valid);
    set(dut.s_axi_awid, i * id_bits, id_bits, in.aw.id);
    set(dut.s_axi_awaddr, i * axi_bits, axi_bits, in.aw.address);
    set(dut.s_axi_awlen, i * 8, 8, in.aw.beats - 1);
    set(dut.s_axi_awsize, i * 3, 3, axi4_size(in.aw_valid, in.aw));
    set(dut.s_axi_awburst, i * 2, 2, in.aw.kind);
    set(dut.s_axi_wvalid, i, 1, in.w_valid);
    for (uint32_t lane = 0; lane < beat_bytes; lane++) {
        set(dut.s_axi_wdata, 8 * (i * beat_bytes + lane), 8, in.w_data[lane]);
        set(dut.s_axi_wstrb, i * beat_bytes + lane, 1, in.w_strobe[lane]);
    }
    set(dut.s_axi_bready, i, 1, in.b_ready);
    set(dut.s_axi_arvalid, i, 1, in.ar_valid);
    set(dut.s_axi_arid, i * id_bits, id_bits, in.ar.id);
    set(dut.s_axi_araddr, i * axi_bits, axi_bits, in.ar.address);
    set(dut.s_axi_arlen, i * 8, 8, in.ar.beats - 1);
    set(dut.s_axi_arsize, i * 3, 3, axi4_size(in.ar_valid, in.ar));
    set(dut.s_axi_arburst, i * 2, 2, in.ar.kind);
    set(dut.s_axi_rready, i, 1, in.r_ready);
}

template <class Dut> inline uint8_t read_lane(const Dut &dut, uint32_t i, uint32_t lane)
{
    return static_cast<uint8_t>(get(dut.s_axi_rdata, 8 * (i * beat_bytes + lane), 8));
}

template <class Dut> inline void compare_bus(Cosim<Dut> &bench, uint32_t i, const rs_axi4_outputs &out)
{
    const Dut &dut = bench.dut();
    const int index = static_cast<int>(i);
    bench.compare("awready", out.aw_ready, get(dut.s_axi_awready, i, 1), index);
    bench.compare("wready", out.w_ready, get(dut.s_axi_wready, i, 1), index);
    bench.compare("bvalid", out.b_valid, get(dut.s_axi_bvalid, i, 1), index);
    bench.compare("arready", out.ar_ready, get(dut.s_axi_arready, i, 1), index);
    bench.compare("rvalid", out.r_valid, get(dut.s_axi_rvalid, i, 1), index);
    if (out.b_valid) {
        bench.compare("bid", out.b_id, get(dut.s_axi_bid, i * id_bits, id_bits), index);
        bench.compare("bresp", out.b_response, get(dut.s_axi_bresp, i * 2, 2), index);
    }
    if (out.r_valid) {
        bench.compare("rid", out.r_id, get(dut.s_axi_rid, i * id_bits, id_bits), index);
        bench.compare("rresp", out.r_response, get(dut.s_axi_rresp, i * 2, 2), index);
        bench.compare("rlast", out.r_last, get(dut.s_axi_rlast, i, 1), index);
        for (uint32_t lane = 0; lane < beat_bytes; lane++)
            bench.compare("rdata", out.r_data == nullptr ? 0 : out.r_data[lane], read_lane(dut, i, lane), static_cast<int>(i * beat_bytes + lane));
    }
}

/* What has been written, by byte, in the order of the beats. */
using Words = std::map<uint64_t, std::vector<Word>>;

/* The bursts of a master whose beats come, and those that wait for their answer. */
struct Stores {
    std::deque<Burst> coming, unanswered;
    uint64_t lines; /* of those that are not refused, whose beats have all been given */

    /* The slave has taken a beat of the oldest one: its bytes are written some time. */
    void give_beat(const rs_axi4_inputs &in, uint32_t line_bytes, Words &words)
    {
        Burst &burst = coming.front();
        const uint64_t word = burst.at / beat_bytes * beat_bytes;
        for (uint32_t lane = 0; lane < beat_bytes && !burst.refused; lane++)
            if (in.w_strobe[lane])
                words[word + lane].push_back({burst.number, in.w_data[lane], lines});
        const uint64_t next = step(burst.what, burst.at);
        const bool last = ++burst.beat == burst.what.beats;
        lines += !burst.refused && (last || next / line_bytes != burst.at / line_bytes);
        burst.at = next;
        burst.lines = lines;
        if (last) {
            unanswered.push_back(burst);
            coming.pop_front();
        }
    }
};

/* Words of a line that was not written: never seen by anyone. */
inline void forget_words(std::vector<Word> &words, uint64_t line)
{
    words.erase(std::remove_if(words.begin(), words.end(), [line](const Word &word) { return word.line == line; }), words.end());
}

struct Finding {
    uint8_t expected;
    bool written;   /* by a burst of those that had been answered: else as it was at first */
    bool in_flight; /* the word of a later one */
    bool wrong;
};

/* A byte that was found: the last word of the bursts up to `seen`, or a later one. */
inline Finding find_byte(const std::vector<Word> &words, uint64_t seen, uint8_t initial, uint8_t found)
{
    std::size_t last = words.size();
    while (last > 0 && words[last - 1].burst > seen)
        last--;
    Finding finding = {last > 0 ? words[last - 1].value : initial, last > 0, false, false};
    if (finding.expected == found)
        return finding;
    for (std::size_t k = last; k < words.size(); k++)
        finding.in_flight = finding.in_flight || words[k].value == found;
    finding.wrong = !finding.in_flight;
    return finding;
}

} // namespace rs
#endif
