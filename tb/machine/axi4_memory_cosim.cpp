/* rs_axi4_memory beside cmodel/port/axi4_memory.c: masters that keep the rules of AXI4 at all slaves at a time, a DRAM model behind the pins.
 *
 * Independent of the twin: each byte of memory belongs to one slave, through which alone it is written, in pieces of 4 bytes in one part of
 * memory and of whole lines in another; a list has what it has been written. A read at any slave may show a byte's last word of those
 * bursts that were answered, at its owner, before the read's address was taken, or a later one. Answers and beats come in the order of a slave's bursts,
 * each once. At the end of a case nothing is inside and memory holds the last words. The timing checker watches the pins. */
#include <deque>
#include <memory>

#include "Vdut.h"
#include "machine/axi4_memory.h"
#include "machine/dram_bytes.h"
#include "machine/dram_device.h"
#include "machine/memory_path_port.h"
#include "observe/timing_checker.h"
#include "port/axi4_bus.h"

using rs::address_bits;
using rs::axi_bits;
using rs::beat_bytes;
using rs::id_bits;
static const uint32_t ports = RTL_PORTS, tags = RTL_TAGS, line_bytes = RS_LINE_BYTES, drain_cycles = 9000;

namespace {

using rs::Burst;

struct Pins : rs::MemoryPathPort<Vdut> {
    using rs::MemoryPathPort<Vdut>::MemoryPathPort;
    bool equal(const Vdut &dut, const rs_path_outputs &out, rs::PathMismatch &found) const
    {
        for (unsigned c = 0; c < config_.channels; c++)
            if (!pins_equal(dut, c, out.dram[c], found))
                return false;
        return true;
    }
};

struct Read {
    Burst burst;
    uint64_t seen[ports]; /* of each slave: the last write answered when its address was taken */
};

struct Master {
    rs::Stores stores = {};
    std::deque<Read> loads;
    uint64_t written = 0, answered = 0;
    uint32_t percent[5] = {};             /* AW, W, B, AR, R */
};

uint32_t owner(uint64_t byte) { return static_cast<uint32_t>(byte >> (address_bits - 1) != 0 ? byte / line_bytes : byte / 4) % ports; }

class Axi4MemoryBench {
  public:
    Axi4MemoryBench(int argc, char **argv) : bench_(argc, argv, 22000, {"random", "stores", "loads", "slow_masters", "small_bursts", "one_slave", "reset"})
    {
        bench_.declare_bins(bins());
    }
    ~Axi4MemoryBench() { destroy(); }

    int run()
    {
        while (bench_.next_case()) {
            build();
            while (bench_.next_cycle())
                cycle();
        }
        return bench_.finish();
    }

  private:
    static std::vector<const char *> bins()
    {
        std::vector<const char *> bins = {
            "fixed_write", "incr_write", "wrap_write", "fixed_read", "incr_read", "wrap_read", "reserved", "one_beat", "beats_256",
            "several_lines", "answer_refused", "beat_refused", "writes_full", "reads_full", "refused_write_answered", "refused_read_shown",
            "idle", "read_of_a_byte_in_flight", "byte_of_the_slave_itself", "byte_of_memory_at_first", "reset_with_bursts", "whole_line_written",
            "part_of_a_line_written", "narrow_write", "narrow_read", "unaligned_write", "unaligned_read", "outside", "too_wide"};
        if (ports > 1)
            bins.insert(bins.end(), {"byte_of_another_slave", "all_show_a_beat", "two_send_lines", "two_slaves_settle"});
        return bins;
    }

    void destroy()
    {
        rs_axi4_memory_destroy(twin_);
        rs_dram_device_destroy(device_);
        rs_timing_checker_destroy(checker_);
    }

    /* The configuration of the build, straps at random. */
    rs_config configuration()
    {
        rs_config config;
        rs_error error;
        rs_config_default(&config);
        const std::pair<const char *, uint32_t> keys[] = {
            {"SMS", ports}, {"FLIT_BITS", 256}, {"WRITE_MASK", 1}, {"CHANNELS", RTL_CHANNELS},
            {"REQUEST_DEPTH", RTL_REQUEST_DEPTH}, {"REPLY_DEPTH", RTL_REPLY_DEPTH}, {"VCS", RTL_VCS}, {"SCHEDULER", RTL_SCHEDULER},
            {"QUEUE", RTL_QUEUE}, {"REPLY_SLOTS", RTL_REPLY_SLOTS}, {"L2", RTL_L2}, {"L2_SETS", RTL_L2_SETS}, {"L2_WAYS", RTL_L2_WAYS},
            {"L2_QUEUE", RTL_L2_QUEUE}, {"L2_MISSES", RTL_L2_MISSES}, {"L2_WAITERS", RTL_L2_WAITERS}, {"L2_LATENCY", RTL_L2_LATENCY},
            {"HOLD_POLICY", bench_.random_below(4)}, {"HASH_BITS", 1 + bench_.random_below(4)}, {"HOLD_LIMIT", 1 + bench_.random_below(7)},
            {"WAIT_GUARD", bench_.random_below(2)}, {"AGE_CAP", bench_.random_below(4)}, {"STATIC_VC", RTL_VCS > 1},
            {"BANK_READY", RTL_L2 == 0 && bench_.chance(30)}, {"SEED", static_cast<uint32_t>(bench_.random() >> 40)}};
        for (const auto &key : keys)
            if (!rs_config_set(&config, key.first, std::to_string(key.second).c_str(), &error))
                bench_.expect(error.text, 1, 0);
        if (!rs_config_finish(&config, &error))
            bench_.expect(error.text, 1, 0);
        bench_.expect("address bits of the build", config.map.address_bits, address_bits);
        return config;
    }

    void build()
    {
        rs_error error;
        const rs_config config = configuration();
        const rs_axi4_config axi = {beat_bytes, line_bytes, address_bits, RTL_WRITES, RTL_READS, RTL_LINES, tags > 1 ? rs_index_bits(tags) : 1, 1};
        destroy();
        map_ = config.map;
        twin_ = rs_axi4_memory_create(&config, &axi, tags, &error);
        device_ = rs_dram_device_create(&config, &error);
        checker_ = rs_timing_checker_create(&config, &error);
        if (twin_ == nullptr || device_ == nullptr || checker_ == nullptr)
            std::exit((std::fprintf(stderr, "%s\n", error.text), 2));
        pins_.reset(new Pins(config));
        pins_->straps(bench_.dut());
        bench_.dut().rst = 1; /* the seed is taken under reset */
        bench_.eval();
        bench_.clock();
        words_.clear();
        forget();
    }

    /* What memory holds stays: bytes of bursts that a reset has cut off may be there or not. */
    void forget()
    {
        in_ = rs_axi4_memory_inputs();
        for (uint32_t i = 0; i < ports; i++)
            masters_[i] = Master();
    }

    bool drains() const { return bench_.cycle() + drain_cycles >= bench_.cycles(); }

    /* ---- the masters ---- */
    void drive_master(uint32_t i)
    {
        Master &master = masters_[i];
        rs_axi4_inputs &in = in_.port[i];
        const bool quiet = drains() || (bench_.is_case("one_slave") && i != 0);
        const bool small = bench_.is_case("small_bursts");
        if (!in.aw_valid && !quiet && master.stores.coming.size() < RTL_WRITES + 2 && bench_.chance(bench_.is_case("loads") ? 1 : master.percent[0])) {
            in.aw = invent(true, small);
            in.aw_valid = true;
            master.stores.coming.push_back({in.aw, ++master.written, bench_.random_below(8), rs::is_refused(in.aw), 0, in.aw.address, 0, 0});
        }
        if (!in.ar_valid && !quiet && bench_.chance(bench_.is_case("stores") ? 1 : master.percent[3])) {
            in.ar = invent(false, small);
            in.ar_valid = true;
        }
        if (!in.w_valid && !master.stores.coming.empty() && (drains() || bench_.chance(master.percent[1]))) {
            const Burst &burst = master.stores.coming.front();
            for (uint32_t lane = 0; lane < beat_bytes; lane++) {
                const uint64_t byte = burst.at / beat_bytes * beat_bytes + lane;
                in.w_data[lane] = static_cast<uint8_t>(bench_.random());
                in.w_strobe[lane] = rs::in_the_beat(burst, lane) && owner(byte & low_bits) == i &&
                                    (burst.style == 0 ? false : burst.style < 6 ? true : bench_.chance(50));
            }
            in.w_valid = true;
        }
        in.b_ready = drains() || bench_.chance(bench_.is_case("slow_masters") ? 10 : master.percent[2]);
        in.r_ready = drains() || bench_.chance(bench_.is_case("slow_masters") ? 10 : master.percent[4]);
    }

    rs_axi4_burst invent(bool write, bool small) { return rs::invent(bench_, write, small, line_bytes); }

    /* ---- a cycle ---- */
    void cycle()
    {
        if (bench_.cycle() % 128 == 0)
            for (Master &master : masters_)
                for (uint32_t &percent : master.percent)
                    percent = bench_.chance(30) ? 100 : 5 + bench_.random_below(95);
        const bool rst = bench_.is_case("reset") && !drains() && bench_.cycle() % 1024 == 1023;
        rs_axi4_memory_outputs out;
        rs_dram_return returns[RS_MAX_CHANNELS] = {};
        bench_.dut().rst = rst;
        for (uint32_t i = 0; i < ports; i++) {
            drive_master(i);
            rs::drive_bus(bench_.dut(), i, in_.port[i]);
        }
        pins_->drive_dram(bench_.dut(), in_.dram);
        bench_.eval();
        rs_axi4_memory_offer(twin_, &out);
        compare(out);
        if (!rs_timing_checker_observe(checker_, out.path->dram))
            bench_.expect(rs_timing_checker_first(checker_)->text, 1, 0);
        for (uint32_t i = 0; i < ports; i++)
            watch(i, out.port[i]);
        count(out);
        if (bench_.cycle() + 1 == bench_.cycles())
            all_through(out);
        rs_dram_device_step(device_, out.path->dram, out.path->commands, returns);
        bench_.clock();
        rs_axi4_memory_clock(twin_, &in_, &out);
        std::memcpy(in_.dram, returns, sizeof returns);
        for (uint32_t i = 0; i < ports; i++) {
            in_.port[i].aw_valid = in_.port[i].aw_valid && !out.port[i].aw_ready;
            in_.port[i].w_valid = in_.port[i].w_valid && !out.port[i].w_ready;
            in_.port[i].ar_valid = in_.port[i].ar_valid && !out.port[i].ar_ready;
        }
        if (rst)
            reset();
    }

    void reset()
    {
        bool writes = false, reads = true;
        for (const Master &master : masters_) {
            writes = writes || !master.stores.unanswered.empty();
            reads = reads && !master.loads.empty();
        }
        bench_.count("reset_with_bursts", writes && reads);
        rs_axi4_memory_reset(twin_);
        rs_dram_device_reset(device_); /* forgets what was written, too */
        rs_timing_checker_reset(checker_);
        words_.clear();
        forget();
    }

    void compare(const rs_axi4_memory_outputs &out)
    {
        const Vdut &dut = bench_.dut();
        rs::PathMismatch found;
        found.signal = "pins";
        found.index = -1;
        pins_->equal(dut, *out.path, found);
        bench_.compare(found.signal, found.model, found.hardware, found.index);
        bench_.compare("idle", out.idle, dut.idle);
        for (uint32_t i = 0; i < ports; i++)
            rs::compare_bus(bench_, i, out.port[i]);
    }

    void count(const rs_axi4_memory_outputs &out)
    {
        uint32_t beats = 0, lines = 0, settling = ports;
        bool two = false;
        for (uint32_t i = 0; i < ports; i++) {
            beats += out.port[i].r_valid;
            lines += out.port[i].request_valid && out.port[i].request_write;
        }
        for (uint32_t c = 0; c < RTL_CHANNELS; c++) {
            const rs_accept &accept = out.path->accept[c];
            if (accept.valid && accept.write) {
                two = two || (settling != ports && settling != accept.sm);
                settling = accept.sm;
            }
            const rs_dram_pins &pins = out.path->dram[c];
            bench_.count("part_of_a_line_written", pins.wrdata_en && pins.wrdata_mask != 0);
            bench_.count("whole_line_written", pins.wrdata_en && pins.wrdata_mask == 0);
        }
        bench_.count("all_show_a_beat", beats == ports);
        bench_.count("two_send_lines", lines > 1);
        bench_.count("two_slaves_settle", two);
        bench_.count("idle", bench_.cycle() > 200 && out.idle);
    }

    /* ---- by the lists alone ---- */
    void watch(uint32_t i, const rs_axi4_outputs &out)
    {
        Master &master = masters_[i];
        const rs_axi4_inputs &in = in_.port[i];
        bench_.count("writes_full", in.aw_valid && !out.aw_ready);
        bench_.count("reads_full", in.ar_valid && !out.ar_ready);
        bench_.count("beat_refused", out.r_valid && !in.r_ready);
        bench_.count("answer_refused", out.b_valid && !in.b_ready);
        if (out.r_valid && in.r_ready)
            take_beat(i, master);
        if (out.b_valid && in.b_ready)
            take_answer(i, master);
        if (in.ar_valid && out.ar_ready) {
            Read read = {{in.ar, 0, 0, rs::is_refused(in.ar), 0, in.ar.address, 0, 0}, {}};
            for (uint32_t k = 0; k < ports; k++)
                read.seen[k] = masters_[k].answered;
            master.loads.push_back(read);
        }
        if (in.w_valid && out.w_ready)
            master.stores.give_beat(in, line_bytes, words_);
    }

    void take_answer(uint32_t i, Master &master)
    {
        const Vdut &dut = bench_.dut();
        bench_.expect("an answer to a burst", 1, !master.stores.unanswered.empty(), static_cast<int>(i));
        if (master.stores.unanswered.empty())
            return;
        const Burst burst = master.stores.unanswered.front();
        master.stores.unanswered.pop_front();
        bench_.expect("bid", burst.what.id, rs::get(dut.s_axi_bid, i * id_bits, id_bits), static_cast<int>(i));
        bench_.expect("bresp", burst.refused ? RS_AXI4_SLVERR : RS_AXI4_OKAY, rs::get(dut.s_axi_bresp, i * 2, 2), static_cast<int>(i));
        bench_.count("refused_write_answered", burst.refused);
        master.answered = burst.number;
    }

    void check_byte(uint32_t i, uint64_t byte, uint64_t seen, uint8_t found)
    {
        const rs::Finding finding = rs::find_byte(words_[byte], seen, rs::initial_byte(byte), found);
        bench_.count(finding.in_flight ? "read_of_a_byte_in_flight" : !finding.written ? "byte_of_memory_at_first"
                     : owner(byte) == i ? "byte_of_the_slave_itself" : "byte_of_another_slave", !finding.wrong);
        if (finding.wrong)
            bench_.expect("rdata", finding.expected, found, static_cast<int>(byte));
    }

    void take_beat(uint32_t i, Master &master)
    {
        const Vdut &dut = bench_.dut();
        const int index = static_cast<int>(i);
        bench_.expect("a beat of a burst", 1, !master.loads.empty(), index);
        if (master.loads.empty())
            return;
        Read &read = master.loads.front();
        Burst &burst = read.burst;
        const bool last = burst.beat + 1 == burst.what.beats;
        bench_.expect("rid", burst.what.id, rs::get(dut.s_axi_rid, i * id_bits, id_bits), index);
        bench_.expect("rresp", burst.refused ? RS_AXI4_SLVERR : RS_AXI4_OKAY, rs::get(dut.s_axi_rresp, i * 2, 2), index);
        bench_.expect("rlast", last, rs::get(dut.s_axi_rlast, i, 1), index);
        bench_.count("refused_read_shown", burst.refused);
        for (uint32_t lane = 0; lane < beat_bytes && !burst.refused; lane++) {
            const uint64_t byte = burst.at / beat_bytes * beat_bytes + lane;
            check_byte(i, byte, read.seen[owner(byte)], rs::read_lane(dut, i, lane));
        }
        burst.at = rs::step(burst.what, burst.at);
        burst.beat++;
        if (last)
            master.loads.pop_front();
    }

    /* The end of a case: no burst is under way, memory has the last words. */
    void all_through(const rs_axi4_memory_outputs &out)
    {
        bench_.expect("idle at the end", 1, bench_.dut().idle);
        for (const Master &master : masters_)
            bench_.expect("everything answered", 1, master.stores.coming.empty() && master.stores.unanswered.empty() && master.loads.empty());
        for (const auto &word : words_) {
            uint32_t line[RS_LINE_WORDS];
            if (word.second.empty())
                continue;
            rs_dram_device_peek(device_, rs_address_decode(&map_, word.first), line);
            rs_path_cached(out.path->path, word.first / line_bytes * line_bytes, line);
            bench_.expect("a byte in memory at the end", word.second.back().value, rs::byte_of(line, word.first), static_cast<int>(word.first));
        }
    }

    static constexpr uint64_t low_bits = (UINT64_C(1) << RTL_ADDRESS_BITS) - 1;
    rs::Cosim<Vdut> bench_;
    rs_address_map map_;
    std::unique_ptr<Pins> pins_;
    rs_axi4_memory *twin_ = nullptr;
    rs_dram_device *device_ = nullptr;
    rs_timing_checker *checker_ = nullptr;
    rs_axi4_memory_inputs in_;
    Master masters_[ports];
    rs::Words words_;
};

} // namespace

int main(int argc, char **argv)
{
    return Axi4MemoryBench(argc, argv).run();
}
