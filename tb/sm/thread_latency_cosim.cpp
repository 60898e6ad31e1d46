/* The thread-latency micro-benchmark (cmodel/study/thread_latency.h) with the RTL of coalescer and table beside the twins:
 * every pattern and number of loads, with the last number of threads that fits the table and with two more. That number is
 * counted from the sizes here; the hardware must have no access waiting for an entry with it, and one with two more, and
 * the latency of the two must differ by a jump. */
#include <cstdlib>
#include <vector>

#include "Vdut.h"
#include "cosim.h"
#include "study/latency_curves.h"

static const uint32_t entries = RTL_ENTRIES, merges = RTL_MERGES, address_bits = RTL_ADDRESS_BITS, round_trip = 1000;
static const bool prt = RTL_TABLE == 1;

namespace {

enum { FITS, WAITS, ALL_POINTS };

struct Point {
    uint32_t pattern, loads, threads;
    bool waits;
};

class ThreadLatencyBench {
  public:
    ThreadLatencyBench(int argc, char **argv) : bench_(argc, argv, 120000, {"sweep"})
    {
        bench_.declare_bins({"fits", "waits", "all_points"});
        rs_error error;
        if (!rs_thread_latency_init(&twin_, prt, entries, merges, round_trip, &error))
            std::abort();
        twin_.observe = [](void *user, const rs_latency_cycle *ports) {
            return static_cast<ThreadLatencyBench *>(user)->cycle(*ports);
        };
        twin_.user = this;
        for (uint32_t pattern = 0; pattern < RS_LATENCY_PATTERNS; pattern++)
            for (uint32_t loads = 1; loads <= RS_LATENCY_LOADS; loads++) {
                const uint32_t last = last_threads(pattern, loads);
                if (last != 0)
                    points_.push_back({pattern, loads, last, false});
                if (last != RS_LATENCY_THREADS)
                    points_.push_back({pattern, loads, last + 2, true});
            }
    }
    ~ThreadLatencyBench() { rs_thread_latency_destroy(&twin_); }

    int run()
    {
        while (bench_.next_case())
            for (std::size_t k = 0; bench_.next_cycle(); k = (k + 1) % points_.size()) {
                play(points_[k]);
                bench_.count(ALL_POINTS, k + 1 == points_.size());
            }
        return bench_.finish();
    }

  private:
    /* Lines, each for as many threads as it has slots; or groups. */
    static uint32_t needed(uint32_t pattern, uint32_t loads, uint32_t threads)
    {
        uint32_t count = 0;
        for (uint32_t thread = 0; thread < threads; thread++)
            count += prt ? thread % RS_WARP_LANES == 0 : thread % (1u << pattern) % merges == 0;
        return loads * count;
    }

    static uint32_t last_threads(uint32_t pattern, uint32_t loads)
    {
        uint32_t threads = 0;
        while (threads + 2 <= RS_LATENCY_THREADS && needed(pattern, loads, threads + 2) <= entries)
            threads += 2;
        return threads;
    }

    void play(const Point &point)
    {
        waited_ = false;
        bench_.dut().rst = 1;
        bench_.dut().in_valid = bench_.dut().fill_valid = 0;
        bench_.eval();
        bench_.clock();
        bench_.dut().rst = 0;
        const uint32_t latency = rs_thread_latency_run(&twin_, 1u << point.pattern, point.loads, point.threads);
        if (latency == 0 || !bench_.next_cycle())
            return; /* the cycles of the case are over */
        bench_.expect("an access waits for an entry", point.waits, waited_);
        bench_.expect("more than a round trip", point.waits, rs_curve_starts_full(latency, round_trip));
        bench_.count(FITS, !point.waits);
        bench_.count(WAITS, point.waits);
    }

    /* Stops the run when the cycles of the case are over, or after a mismatch. */
    bool cycle(const rs_latency_cycle &ports)
    {
        Vdut &dut = bench_.dut();
        const rs_table_inputs &inputs = *ports.inputs;
        const rs_table_outputs &outputs = *ports.outputs;
        dut.in_valid = ports.group != nullptr;
        if (ports.group != nullptr) {
            dut.in_warp = static_cast<CData>(ports.group->warp);
            dut.in_register = static_cast<CData>(ports.group->first_register);
            dut.in_mask = static_cast<IData>(ports.group->mask);
            for (uint32_t lane = 0; lane < RS_WARP_LANES; lane++)
                rs::set(dut.in_address, lane * address_bits, address_bits, ports.group->address[lane]);
        }
        dut.fill_valid = inputs.fill_valid;
        rs::set(dut.fill_id, 0, 16, inputs.fill.id);
        dut.fill_mask = inputs.fill.mask;
        bench_.eval();
        bench_.compare("in_ready", ports.group_ready, dut.in_ready);
        bench_.compare("line_valid", inputs.access_valid, dut.line_valid);
        bench_.compare("request_valid", outputs.request_valid, dut.request_valid);
        bench_.compare("fill_ready", outputs.fill_ready, dut.fill_ready);
        bench_.compare("reply_valid", outputs.reply_valid, dut.reply_valid);
        bench_.compare("event_entry_full", outputs.entry_full, dut.event_entry_full);
        bench_.compare("empty", outputs.empty, dut.empty);
        if (inputs.access_valid) {
            bench_.compare("line_ready", outputs.access_ready, dut.line_ready);
            bench_.compare("line_address", inputs.access.line, dut.line_address);
            bench_.compare("line_mask", inputs.access.mask, dut.line_mask);
        }
        if (outputs.request_valid) {
            bench_.compare("request_id", outputs.request.id, dut.request_id);
            bench_.compare("request_line", outputs.request.line, dut.request_line);
            bench_.compare("request_mask", outputs.request.mask, dut.request_mask);
        }
        if (outputs.reply_valid) {
            bench_.compare("reply_tag", outputs.reply.tag, dut.reply_tag);
            bench_.compare("reply_mask", outputs.reply.mask, dut.reply_mask);
            for (uint32_t lane = 0; lane < RS_WARP_LANES; lane++)
                bench_.compare("reply_word", outputs.reply.word[lane], rs::get(dut.reply_word, lane * 5, 5),
                               static_cast<int>(lane));
        }
        waited_ = waited_ || dut.event_entry_full != 0;
        bench_.clock();
        return bench_.next_cycle();
    }

    rs::Cosim<Vdut> bench_;
    rs_thread_latency twin_ = rs_thread_latency();
    std::vector<Point> points_;
    bool waited_ = false;
};

} // namespace

int main(int argc, char **argv)
{
    return ThreadLatencyBench(argc, argv).run();
}
