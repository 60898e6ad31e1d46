/* Speed of the Verilated memory path alone (rtl_speed.h). Usage: cosim --cycles N --runs N; prints one line of speed_row.h.
 * Exit 1: RTL and twin differ; 2: bad arguments. */
#include "../tests/bench/rtl_speed.h"
#include "workload/patterns.h"

namespace {

/* What changes from cycle to cycle: the flits on offer and the read data that return. */
struct PathRecording {
    using Dut = Vdut;
    using Port = rs::MemoryPathPort<Vdut>;
    using Inputs = rs_path_inputs;
    using Outputs = rs_path_outputs;
    struct Cycle {
        uint64_t request_valid, reply_ready;
        uint32_t first_flit, first_return;
    };

    static Dut *make(VerilatedContext *context, const rs_config &, unsigned) { return new Dut(context); }

    static void hook(rs_simulation_options &options, bool (*observe)(void *, uint64_t, const Inputs *, const Outputs *))
    {
        options.observe = observe;
    }

    void store(const rs_config &config, const rs_path_inputs &inputs)
    {
        cycles_.push_back({inputs.request_valid.word[0], inputs.reply_ready.word[0], static_cast<uint32_t>(flits_.size()),
                           static_cast<uint32_t>(returns_.size())});
        for (uint64_t rest = inputs.request_valid.word[0]; rest != 0; rest &= rest - 1)
            flits_.push_back(inputs.request[__builtin_ctzll(rest)]);
        returns_.insert(returns_.end(), inputs.dram, inputs.dram + config.channels);
    }

    void load(const rs_config &config, std::size_t t, rs_path_inputs &inputs) const
    {
        const rs_flit *flit = &flits_[cycles_[t].first_flit];
        inputs.request_valid.word[0] = cycles_[t].request_valid;
        inputs.reply_ready.word[0] = cycles_[t].reply_ready;
        for (uint64_t rest = inputs.request_valid.word[0]; rest != 0; rest &= rest - 1)
            inputs.request[__builtin_ctzll(rest)] = *flit++;
        std::memcpy(inputs.dram, &returns_[cycles_[t].first_return], config.channels * sizeof(inputs.dram[0]));
    }

  private:
    std::vector<Cycle> cycles_;
    std::vector<rs_flit> flits_;
    std::vector<rs_dram_return> returns_;
};

} // namespace

int main(int argc, char **argv)
{
    const unsigned cycles = static_cast<unsigned>(std::atoi(rs::option(argc, argv, "--cycles", "20000")));
    const unsigned runs = static_cast<unsigned>(std::atoi(rs::option(argc, argv, "--runs", "3")));
    const char *const machine = "BFIFO+HG", *const workload = "rand2"; /* those of row path_loaded */
    rs_config config = rs::built_configuration(RTL_CONFIGURATION, RTL_SETTINGS);
    rs_pattern pattern = {RS_PATTERN_RAND2, 20 * config.sms + 4 * cycles, 0, 0, 1}; /* more requests than these cycles can serve */
    rs_error error;
    if (cycles < 2 || runs < 1 || !rs_config_machine(&config, machine, &error) || !rs_config_finish(&config, &error)) {
        std::fprintf(stderr, "rtl_speed: found bad arguments, expected --cycles N (2 or more) --runs N (1 or more)\n");
        return 2;
    }
    rs::RtlSpeed<PathRecording> speed(config, cycles, 1);
    rs_simulation_options options = speed.options();
    rs_trace *trace = rs_pattern_trace(&config, &pattern, &error);
    rs_simulation *simulation = trace == nullptr ? nullptr : rs_simulation_create_trace(&config, trace, &options, &error);
    if (simulation == nullptr)
        std::fprintf(stderr, "rtl_speed: %s\n", error.text);
    int status = simulation == nullptr ? 2 : rs::measure(speed, simulation, cycles, rs::row_of(config, "rtl_path", machine, workload, 1, runs));
    rs_simulation_destroy(simulation);
    rs_trace_destroy(trace);
    return status;
}
