/* Speed of the Verilated memory path alone: clock cycles per second of processor time.
 *
 * A simulation of the C twin records the inputs of so many cycles, in lockstep with the RTL, so that both are known to be
 * equal. Then the RTL runs again on the recorded inputs, with nothing beside it: per cycle the inputs are written to the
 * ports, and the model is evaluated for both clock edges. That is timed, --runs times, the best run counts; after it the
 * outputs must be those of the last recorded cycle.
 * Usage: cosim --cycles N --runs N; prints one line of speed_row.h. Exit 1: RTL and twin differ. */
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
#include "workload/patterns.h"

namespace {

/* What changes from cycle to cycle: the flits on offer and the read data that return. */
struct Recorded {
    uint64_t request_valid, reply_ready;
    uint32_t first_flit, first_return;
};

class RtlSpeed {
  public:
    RtlSpeed(const rs_config &config, std::size_t cycles) : config_(config), port_(config), cycles_(cycles) { fresh(); }

    /* Records and compares. */
    bool record(const rs_trace *trace)
    {
        rs_error error;
        rs_simulation_options options = rs_simulation_options_default();
        options.check_timing = options.check_data = false;
        options.observe = observe;
        options.observe_user = this;
        rs_simulation *simulation = rs_simulation_create_trace(&config_, trace, &options, &error);
        if (simulation == nullptr) {
            std::fprintf(stderr, "rtl_speed: %s\n", error.text);
            return false;
        }
        enum rs_simulation_state state = rs_simulation_run(simulation, 0);
        rs_simulation_results results;
        rs_simulation_get(simulation, &results);
        requests_ = results.requests;
        rs_simulation_destroy(simulation);
        if (state != RS_SIMULATION_STOPPED || !equal_)
            std::fprintf(stderr, "rtl_speed: found %s in cycle %zu, expected %zu cycles\n", equal_ ? "the end of the run" : "a difference",
                         recorded_.size(), cycles_);
        return state == RS_SIMULATION_STOPPED && equal_;
    }

    /* Seconds of one run on the recorded inputs; negative when the RTL ends elsewhere. */
    double replay()
    {
        fresh();
        rs_path_inputs inputs;
        std::memset(&inputs, 0, sizeof(inputs));
        double start = now();
        for (std::size_t t = 0; t + 1 < recorded_.size(); t++) {
            load(t, inputs);
            port_.drive(*dut_, inputs);
            clock();
        }
        double seconds = now() - start;
        rs::PathMismatch found;
        load(recorded_.size() - 1, inputs);
        port_.drive(*dut_, inputs);
        dut_->eval();
        return port_.equal(*dut_, last_outputs_, found) ? seconds : -1;
    }

    uint64_t requests() const { return requests_; }

  private:
    static double now()
    {
        struct timespec time;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
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
        dut_.reset(new Vdut(context_.get()));
        port_.straps(*dut_);
        dut_->rst = 1;
        dut_->clk = 0;
        dut_->eval();
        clock();
        clock();
        dut_->rst = 0;
    }

    static bool observe(void *user, uint64_t, const rs_path_inputs *inputs, const rs_path_outputs *outputs)
    {
        return static_cast<RtlSpeed *>(user)->cycle(*inputs, *outputs);
    }

    bool cycle(const rs_path_inputs &inputs, const rs_path_outputs &outputs)
    {
        rs::PathMismatch found;
        port_.drive(*dut_, inputs);
        dut_->eval();
        equal_ = port_.equal(*dut_, outputs, found);
        clock();
        store(inputs);
        last_outputs_ = outputs;
        return equal_ && recorded_.size() < cycles_;
    }

    void store(const rs_path_inputs &inputs)
    {
        recorded_.push_back({inputs.request_valid.word[0], inputs.reply_ready.word[0], static_cast<uint32_t>(flits_.size()),
                             static_cast<uint32_t>(returns_.size())});
        for (uint64_t rest = inputs.request_valid.word[0]; rest != 0; rest &= rest - 1)
            flits_.push_back(inputs.request[__builtin_ctzll(rest)]);
        returns_.insert(returns_.end(), inputs.dram, inputs.dram + config_.channels);
    }

    void load(std::size_t t, rs_path_inputs &inputs) const
    {
        const rs_flit *flit = &flits_[recorded_[t].first_flit];
        inputs.request_valid.word[0] = recorded_[t].request_valid;
        inputs.reply_ready.word[0] = recorded_[t].reply_ready;
        for (uint64_t rest = inputs.request_valid.word[0]; rest != 0; rest &= rest - 1)
            inputs.request[__builtin_ctzll(rest)] = *flit++;
        std::memcpy(inputs.dram, &returns_[recorded_[t].first_return], config_.channels * sizeof(inputs.dram[0]));
    }

    rs_config config_;
    rs::MemoryPathPort<Vdut> port_;
    std::size_t cycles_;
    std::unique_ptr<VerilatedContext> context_;
    std::unique_ptr<Vdut> dut_;
    std::vector<Recorded> recorded_;
    std::vector<rs_flit> flits_;
    std::vector<rs_dram_return> returns_;
    rs_path_outputs last_outputs_ = {};
    uint64_t requests_ = 0;
    bool equal_ = true;
};

unsigned number(int argc, char **argv, const char *name, unsigned value)
{
    for (int i = 1; i + 1 < argc; i += 2)
        if (std::strcmp(argv[i], name) == 0)
            value = static_cast<unsigned>(std::strtoul(argv[i + 1], nullptr, 10));
    return value;
}

} // namespace

int main(int argc, char **argv)
{
    const unsigned cycles = number(argc, argv, "--cycles", 20000), runs = number(argc, argv, "--runs", 3);
    const char *const machine = "BFIFO+HG", *const workload = "rand2"; /* those of row path_loaded */
    rs_config config = rs::built_configuration(RTL_CONFIGURATION, RTL_SETTINGS);
    rs_pattern pattern = {RS_PATTERN_RAND2, 20 * config.sms + 4 * cycles, 0, 0, 1}; /* more requests than these cycles can serve */
    rs_error error;
    if (cycles < 2 || runs < 1 || !rs_config_machine(&config, machine, &error) || !rs_config_finish(&config, &error)) {
        std::fprintf(stderr, "rtl_speed: found bad arguments, expected --cycles N (2 or more) --runs N (1 or more)\n");
        return 2;
    }
    rs_trace *trace = rs_pattern_trace(&config, &pattern, &error);
    if (trace == nullptr) {
        std::fprintf(stderr, "rtl_speed: %s\n", error.text);
        return 2;
    }
    RtlSpeed speed(config, cycles);
    double best = 0;
    bool good = speed.record(trace);
    for (unsigned i = 0; good && i < runs; i++) {
        double seconds = speed.replay();
        good = seconds > 0;
        best = best == 0 || seconds < best ? seconds : best;
    }
    rs_trace_destroy(trace);
    if (!good) {
        std::fprintf(stderr, "rtl_speed: found other outputs than the twin's, expected the same\n");
        return 1;
    }
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    std::printf(SPEED_ROW_PRINT, "rtl_path", machine, workload, config.sms, config.channels, config.queue, pattern.gap, 0U,
                runs, static_cast<unsigned long long>(cycles), static_cast<unsigned long long>(speed.requests()), 0ULL, best,
                static_cast<double>(usage.ru_maxrss) / 1024);
    return 0;
}
