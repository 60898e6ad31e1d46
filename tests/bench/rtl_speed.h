/* Speed of Verilated RTL alone: clock cycles per second, of processor time where there is one thread, else as they pass.
 *
 * A simulation of the C twin records the inputs of so many cycles, in lockstep with the RTL, so that both are known to be
 * equal. Then the RTL runs again on the recorded inputs, with nothing beside it: per cycle the inputs are written to the
 * ports, and the model is evaluated for both clock edges. That is timed, --runs times, the best run counts; after it the
 * outputs must be those of the last recorded cycle.
 *
 * Recording, of one top: types Dut (the Verilated model, or what is used like one), Port (with it), Inputs, Outputs; make(context,
 * config, threads) gives a Dut; hook(options, observe, user); store(config, inputs) of one cycle more; load(config, cycle, inputs) gives them
 * back, other members of inputs stay. */
#ifndef RS_RTL_SPEED_H
#define RS_RTL_SPEED_H

#include <sys/resource.h>

#include <cstring>
#include <ctime>
#include <memory>
#include <vector>

#include "../tests/bench/speed_row.h"
#include "Vdut.h"
#include "machine/simulation.h"
#include "machine/built_configuration.h"
#include "machine/memory_path_port.h"

namespace rs {

template <class Recording> class RtlSpeed {
  public:
    using Inputs = typename Recording::Inputs;
    using Outputs = typename Recording::Outputs;

    RtlSpeed(const rs_config &config, std::size_t cycles, unsigned threads)
        : config_(config), port_(config), cycles_(cycles), threads_(threads)
    {
        fresh();
    }

    /* Of the simulation that record() gets. */
    rs_simulation_options options()
    {
        rs_simulation_options options = rs_simulation_options_default();
        options.check_timing = options.check_data = false;
        Recording::hook(options, [](void *user, uint64_t, const Inputs *inputs, const Outputs *outputs) {
            return static_cast<RtlSpeed *>(user)->cycle(*inputs, *outputs);
        });
        options.observe_user = this;
        return options;
    }

    /* Records and compares. The simulation stays as it is, as its last outputs are those to compare with. */
    bool record(rs_simulation *simulation)
    {
        enum rs_simulation_state state = rs_simulation_run(simulation, 0);
        rs_simulation_results results;
        rs_simulation_get(simulation, &results);
        requests_ = results.requests;
        if (state != RS_SIMULATION_STOPPED || !equal_)
            std::fprintf(stderr, "rtl_speed: found %s in cycle %zu, expected %zu cycles\n", equal_ ? "the end of the run" : "a difference",
                         seen_, cycles_);
        return state == RS_SIMULATION_STOPPED && equal_;
    }

    /* Seconds of one run on the recorded inputs; negative when the RTL ends elsewhere. */
    double replay()
    {
        fresh();
        Inputs inputs;
        std::memset(&inputs, 0, sizeof(inputs));
        double start = now();
        for (std::size_t t = 0; t + 1 < seen_; t++) {
            recording_.load(config_, t, inputs);
            port_.drive(*dut_, inputs);
            clock();
        }
        double seconds = now() - start;
        PathMismatch found;
        recording_.load(config_, seen_ - 1, inputs);
        port_.drive(*dut_, inputs);
        dut_->eval();
        return port_.equal(*dut_, last_outputs_, found) ? seconds : -1;
    }

    uint64_t requests() const { return requests_; }

  private:
    double now() const
    {
        struct timespec time;
        clock_gettime(threads_ == 1 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time);
        return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    }

    void clock()
    {
        dut_->clk = 1;
        dut_->eval();
        dut_->clk = 0;
        dut_->eval();
    }

    void fresh()
    {
        if (dut_)
            dut_->final();
        dut_.reset();
        context_.reset(new VerilatedContext);
        dut_.reset(Recording::make(context_.get(), config_, threads_));
        port_.straps(*dut_);
        dut_->rst = 1;
        dut_->clk = 0;
        dut_->eval();
        clock();
        clock();
        dut_->rst = 0;
    }

    bool cycle(const Inputs &inputs, const Outputs &outputs)
    {
        PathMismatch found;
        port_.drive(*dut_, inputs);
        dut_->eval();
        equal_ = port_.equal(*dut_, outputs, found);
        clock();
        recording_.store(config_, inputs);
        last_outputs_ = outputs;
        seen_++;
        return equal_ && seen_ < cycles_;
    }

    rs_config config_;
    typename Recording::Port port_;
    std::size_t cycles_, seen_ = 0;
    unsigned threads_;
    std::unique_ptr<VerilatedContext> context_;
    std::unique_ptr<typename Recording::Dut> dut_;
    Recording recording_;
    Outputs last_outputs_ = {};
    uint64_t requests_ = 0;
    bool equal_ = true;
};

/* The value behind NAME on the command line. */
inline const char *option(int argc, char **argv, const char *name, const char *value)
{
    for (int i = 1; i + 1 < argc; i += 2)
        if (std::strcmp(argv[i], name) == 0)
            value = argv[i + 1];
    return value;
}

/* Records, measures, and prints the row, whose cycles, requests and seconds it fills in. Returns the exit status of the program. */
template <class Recording> int measure(RtlSpeed<Recording> &speed, rs_simulation *simulation, unsigned cycles, speed_row row)
{
    bool good = speed.record(simulation);
    for (unsigned i = 0; good && i < row.runs; i++) {
        double seconds = speed.replay();
        good = seconds > 0;
        row.seconds = row.seconds == 0 || seconds < row.seconds ? seconds : row.seconds;
    }
    if (!good) {
        std::fprintf(stderr, "rtl_speed: found other outputs than the twin's, expected the same\n");
        return 1;
    }
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    std::printf(SPEED_ROW_PRINT, row.name, row.machine, row.workload, row.sms, row.channels, row.queue, row.gap, 0U, row.threads, row.runs,
                static_cast<unsigned long long>(cycles), static_cast<unsigned long long>(speed.requests()), 0ULL, row.seconds,
                static_cast<double>(usage.ru_maxrss) / 1024);
    return 0;
}

inline speed_row row_of(const rs_config &config, const char *name, const char *machine, const char *workload, unsigned threads, unsigned runs)
{
    speed_row row = {};
    std::snprintf(row.name, sizeof(row.name), "%s", name);
    std::snprintf(row.machine, sizeof(row.machine), "%s", machine);
    std::snprintf(row.workload, sizeof(row.workload), "%s", workload);
    row.sms = config.sms;
    row.channels = config.channels;
    row.queue = config.queue;
    row.threads = threads;
    row.runs = runs;
    return row;
}

} // namespace rs
#endif
