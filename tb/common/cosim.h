/* Lockstep harness: one Verilated block beside its C twin, compared every cycle.
 *
 *   rs::Cosim<Vdut> bench(argc, argv, 20000, {"random", "directed"});   default cycles a case; the cases
 *   enum { FULL, EMPTY };
 *   bench.declare_bins({"full", "empty"});                     stimulus bins; one left empty fails the run
 *   while (bench.next_case()) {                                a fresh DUT, random generator and reset each case
 *       twin_init(...);
 *       while (bench.next_cycle()) {
 *           bench.dut().in_valid = bench.chance(50);           inputs of this cycle
 *           bench.eval();                                      combinational outputs settle
 *           bench.compare("level", fifo.level, bench.dut().level);
 *           bench.count(FULL, fifo.level == DEPTH);
 *           bench.clock();                                     rising edge; ends the run after a mismatch
 *           twin_clock(...);
 *       }
 *   }
 *   return bench.finish();
 *
 * The stimulus may depend on the twin's outputs of earlier cycles, never on the hardware's.
 * Command line: --seed N --cycles N --case NAME --list --trace FILE --trace-from CYCLE (trace: FST builds only)
 * --mutant N (a netlist of tests/mutate: value of its input `mutsel`, 0 unmutated).
 * Exit: 0 equal, 1 mismatch, 2 bad command line, 3 an empty bin or nothing compared.
 * A block without clk or rst works alike: clock() then only counts. */
#ifndef RS_COSIM_H
#define RS_COSIM_H

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "verilated.h"
#if VM_TRACE_FST
#include "verilated_fst_c.h"
#endif
#if VM_COVERAGE
#include "verilated_cov.h"
#endif

#ifndef COSIM_NAME
#define COSIM_NAME "cosim" /* BENCH-CONFIGURATION, from tb/tb.mk */
#endif

namespace rs {

/* Bit fields of flat buses. width <= 64 for get() and set(); signals are CData .. QData or VlWide. */
template <class Signal> inline uint64_t get(const Signal &signal, unsigned low, unsigned width)
{
    uint64_t mask = width < 64 ? (UINT64_C(1) << width) - 1 : ~UINT64_C(0);
    return static_cast<uint64_t>(signal) >> low & mask;
}

template <class Signal> inline void set(Signal &signal, unsigned low, unsigned width, uint64_t value)
{
    uint64_t mask = (width < 64 ? (UINT64_C(1) << width) - 1 : ~UINT64_C(0)) << low;
    signal = static_cast<Signal>((static_cast<uint64_t>(signal) & ~mask) | (value << low & mask));
}

template <std::size_t Words> inline uint64_t get(const VlWide<Words> &signal, unsigned low, unsigned width)
{
    uint64_t value = 0;
    for (unsigned done = 0; done < width;) {
        unsigned bit = low + done, shift = bit % 32;
        value |= static_cast<uint64_t>(signal[bit / 32] >> shift) << done;
        done += 32 - shift;
    }
    return width < 64 ? value & ((UINT64_C(1) << width) - 1) : value;
}

template <std::size_t Words>
inline void set(VlWide<Words> &signal, unsigned low, unsigned width, uint64_t value)
{
    for (unsigned done = 0; done < width;) {
        unsigned bit = low + done, shift = bit % 32;
        unsigned count = width - done < 32 - shift ? width - done : 32 - shift;
        uint32_t mask = static_cast<uint32_t>(((UINT64_C(1) << count) - 1) << shift);
        signal[bit / 32] = (signal[bit / 32] & ~mask) | (static_cast<uint32_t>(value >> done << shift) & mask);
        done += count;
    }
}

/* Any width, as 32-bit words, low word first; bits beyond width read as 0 and are ignored on writing. */
template <class Signal> inline void get_words(const Signal &signal, unsigned low, unsigned width, uint32_t *words)
{
    for (unsigned done = 0; done < width; done += 32)
        words[done / 32] = static_cast<uint32_t>(get(signal, low + done, width - done < 32 ? width - done : 32));
}

template <class Signal> inline void set_words(Signal &signal, unsigned low, unsigned width, const uint32_t *words)
{
    for (unsigned done = 0; done < width; done += 32)
        set(signal, low + done, width - done < 32 ? width - done : 32, words[done / 32]);
}

/* The part that does not depend on the DUT: command line, cases, random numbers, bins, reports. */
class CosimBase {
  public:
    CosimBase(int argc, char **argv, const char *bench_name, uint64_t default_cycles,
              const std::vector<const char *> &cases);

    const char *case_name() const { return cases_[case_index_]; }
    bool is_case(const char *name) const { return std::strcmp(case_name(), name) == 0; }
    uint64_t cycle() const { return cycle_; }
    uint64_t cycles() const { return cycles_; } /* of each case */
    uint64_t seed() const { return seed_; }

    /* Deterministic: seed and case name decide the whole sequence. */
    uint64_t random();
    uint32_t random_below(uint32_t bound) { return static_cast<uint32_t>((random() >> 32) * bound >> 32); }
    bool chance(uint32_t percent) { return random_below(100) < percent; }

    void declare_bins(const std::vector<const char *> &names);
    void count(unsigned bin, bool hit) { bins_[bin].hits += hit; }
    /* By name, for bins that not every build declares: one that it does not is not counted. */
    void count(const char *name, bool hit)
    {
        for (std::size_t i = 0; hit && i < bins_.size(); i++)
            bins_[i].hits += std::strcmp(bins_[i].name, name) == 0;
    }

    /* Twin against hardware. index >= 0 is printed as name[index]. */
    void compare(const char *name, uint64_t model, uint64_t hardware, int index = -1)
    {
        compared_++;
        if (model != hardware)
            report("model", name, index, model, hardware);
    }
    /* An oracle that is not the twin, against hardware. */
    void expect(const char *name, uint64_t expected, uint64_t hardware, int index = -1)
    {
        compared_++;
        if (expected != hardware)
            report("expected", name, index, expected, hardware);
    }
    /* Bits [low, low + width) of a signal of any size against model words, low word first. */
    template <class Signal>
    void compare_words(const char *name, const uint32_t *model, const Signal &hardware, unsigned low,
                       unsigned width, int index = -1)
    {
        compared_++;
        for (unsigned done = 0; done < width; done += 32) {
            unsigned count = width - done < 32 ? width - done : 32;
            uint32_t mask = count < 32 ? (UINT32_C(1) << count) - 1 : ~UINT32_C(0);
            if ((model[done / 32] & mask) != get(hardware, low + done, count)) {
                std::vector<uint32_t> found((width + 31) / 32);
                get_words(hardware, low, width, found.data());
                report_words(name, index, model, found.data(), width);
                return;
            }
        }
    }

    bool failed() const { return mismatches_ != 0; }
    /* Prints the summary and the bins; the exit code of main(). */
    int finish();

  protected:
    bool select_next_case();
    const std::string &trace_file() const { return trace_file_; }
    bool tracing() const { return cycle_ >= trace_from_; }
    uint64_t mutant() const { return mutant_; }
    uint64_t cycle_ = 0;

  private:
    struct Bin {
        const char *name;
        uint64_t hits;
    };
    void report(const char *against, const char *name, int index, uint64_t model, uint64_t hardware);
    void report_words(const char *name, int index, const uint32_t *model, const uint32_t *hardware,
                      unsigned width);
    bool announce(const char *name, int index);

    std::string program_, bench_name_, trace_file_, only_case_;
    std::vector<const char *> cases_;
    std::vector<Bin> bins_;
    uint64_t seed_ = 1, cycles_, trace_from_ = 0, mutant_ = 0, random_state_ = 0;
    uint64_t compared_ = 0, mismatches_ = 0;
    std::size_t case_index_ = 0, cases_run_ = 0;
};

namespace detail {
template <class Dut> auto drive_clk(Dut &dut, int value, int) -> decltype(dut.clk, void())
{
    dut.clk = static_cast<CData>(value);
}
template <class Dut> void drive_clk(Dut &, int, long) {}
template <class Dut> auto drive_rst(Dut &dut, int value, int) -> decltype(dut.rst, void())
{
    dut.rst = static_cast<CData>(value);
}
template <class Dut> void drive_rst(Dut &, int, long) {}
template <class Dut> auto drive_mutsel(Dut &dut, uint64_t value, int) -> decltype(dut.mutsel, void())
{
    dut.mutsel = static_cast<std::remove_reference_t<decltype(dut.mutsel)>>(value);
}
template <class Dut> void drive_mutsel(Dut &, uint64_t, long) {}
} // namespace detail

template <class Dut> class Cosim : public CosimBase {
  public:
    Cosim(int argc, char **argv, uint64_t default_cycles, const std::vector<const char *> &cases,
          const char *bench_name = COSIM_NAME)
        : CosimBase(argc, argv, bench_name, default_cycles, cases)
    {
    }
    ~Cosim() { close(); }

    Dut &dut() { return *dut_; }

    /* Starts the next case: new DUT, registers at random (x-initial unique), then two reset clocks. */
    bool next_case()
    {
        close();
        if (failed() || !select_next_case())
            return false;
        context_.reset(new VerilatedContext);
        context_->randReset(2);
        context_->randSeed(static_cast<int>(seed() % 0x7fffffff) + 1);
        context_->traceEverOn(true);
        dut_.reset(new Dut(context_.get()));
        detail::drive_mutsel(*dut_, mutant(), 0);
        detail::drive_clk(*dut_, 0, 0);
        detail::drive_rst(*dut_, 1, 0);
        for (int i = 0; i < 2; i++) {
            dut_->eval();
            detail::drive_clk(*dut_, 1, 0);
            dut_->eval();
            detail::drive_clk(*dut_, 0, 0);
        }
        detail::drive_rst(*dut_, 0, 0);
#if VM_TRACE_FST /* only now there are the blocks that are Verilated apart */
        if (!trace_file().empty()) {
            trace_.reset(new VerilatedFstC);
            dut_->trace(trace_.get(), 99);
            trace_->open(trace_file().c_str());
        }
#endif
        cycle_ = 0;
        return true;
    }

    bool next_cycle() const { return !failed() && cycle_ < cycles(); }

    void eval() { dut_->eval(); }

    void clock()
    {
        if (!failed()) {
            dump(0); /* as the last eval() of the cycle has left it */
            detail::drive_clk(*dut_, 1, 0);
            dut_->eval();
            dump(5);
            detail::drive_clk(*dut_, 0, 0);
            cycle_++;
        }
    }

  private:
    void dump(uint64_t offset)
    {
#if VM_TRACE_FST
        if (trace_ && tracing())
            trace_->dump(static_cast<uint64_t>(10 * cycle_ + offset));
#else
        (void)offset;
#endif
    }

    void close()
    {
#if VM_TRACE_FST
        if (trace_) {
            dump(0);
            dump(9);
            trace_->close();
            trace_.reset();
        }
#endif
        if (dut_)
            dut_->final();
#if VM_COVERAGE /* tests/coverage: of each case, into the folder COSIM_COVERAGE */
        if (dut_ && std::getenv("COSIM_COVERAGE") != nullptr)
            context_->coveragep()->write((std::string(std::getenv("COSIM_COVERAGE")) + "/" + case_name() + ".dat").c_str());
#endif
        dut_.reset();
        context_.reset();
    }

    std::unique_ptr<VerilatedContext> context_;
    std::unique_ptr<Dut> dut_;
#if VM_TRACE_FST
    std::unique_ptr<VerilatedFstC> trace_;
#endif
};

} // namespace rs
#endif
