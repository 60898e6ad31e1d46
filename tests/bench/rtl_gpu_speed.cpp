/* Speed of the Verilated whole machine alone (rtl_speed.h), on spmv. Usage: cosim --graph FILE --cycles N --runs N --threads N;
 * prints one line of speed_row.h, named rtl_gpu or, of two threads, rtl_gpu_2. Exit 1: RTL and twin differ; 2: bad arguments. */
#include <algorithm>

#include "../tests/bench/gpu_parts.h"
#include "../tests/bench/rtl_speed.h"
#include "machine/gpu_port.h"
#include "workload/warp_source.h"

namespace {

/* What the host gives in a cycle. Operand rows are many words and change seldom, so each is kept once. */
struct GpuRecording {
    using Dut = rs::GpuParts;
    using Port = rs::GpuPort<Dut>;
    using Inputs = rs_gpu_inputs;
    using Outputs = rs_gpu_outputs;
    struct Cycle {
        bool launch_valid;
        uint32_t launch_ctas, launch_limit, cta_warps;
        rs_set clear;
    };

    static Dut *make(VerilatedContext *, const rs_config &config, unsigned threads) { return new Dut(config, threads); }

    static void hook(rs_simulation_options &options, bool (*observe)(void *, uint64_t, const Inputs *, const Outputs *))
    {
        options.observe_gpu = observe;
    }

    void store(const rs_config &config, const rs_gpu_inputs &inputs)
    {
        cycles_.push_back({inputs.launch_valid, inputs.launch_ctas, inputs.launch_limit, inputs.cta_warps, inputs.clear});
        available_.insert(available_.end(), inputs.available, inputs.available + config.sms);
        returns_.insert(returns_.end(), inputs.dram, inputs.dram + config.channels);
        for (uint32_t i = 0; i < config.sms; i++) {
            records_.push_back({});
            std::copy_n(inputs.record[i], RS_ISSUE_SCHEDULERS_MAX, records_.back().record);
            if (cycles_.size() == 1 || !same(rows_[row_[row_.size() - config.sms]], inputs.row[i])) {
                row_.push_back(static_cast<uint32_t>(rows_.size()));
                rows_.push_back(inputs.row[i]);
            } else {
                row_.push_back(row_[row_.size() - config.sms]);
            }
        }
    }

    void load(const rs_config &config, std::size_t t, rs_gpu_inputs &inputs)
    {
        const Cycle &cycle = cycles_[t];
        inputs.launch_valid = cycle.launch_valid;
        inputs.launch_ctas = cycle.launch_ctas;
        inputs.launch_limit = cycle.launch_limit;
        inputs.cta_warps = cycle.cta_warps;
        inputs.clear = cycle.clear;
        inputs.available = &available_[t * config.sms];
        inputs.record = &records_[t * config.sms].record;
        std::memcpy(inputs.dram, &returns_[t * config.channels], config.channels * sizeof(inputs.dram[0]));
        shown_.resize(config.sms);
        for (uint32_t i = 0; i < config.sms; i++) {
            const uint32_t row = row_[t * config.sms + i];
            if (t == 0 || row != row_[(t - 1) * config.sms + i])
                shown_[i] = rows_[row];
        }
        inputs.row = shown_.data();
    }

  private:
    static bool same(const rs_operand_row &a, const rs_operand_row &b)
    {
        return a.mask == b.mask && a.offset == b.offset && std::memcmp(a.operands, b.operands, sizeof(a.operands)) == 0;
    }

    std::vector<Cycle> cycles_;
    struct Records {
        uint64_t record[RS_ISSUE_SCHEDULERS_MAX];
    };
    std::vector<uint64_t> available_;
    std::vector<Records> records_; /* of every SM and cycle */
    std::vector<rs_dram_return> returns_;
    std::vector<rs_operand_row> rows_, shown_; /* shown: by SM, of the cycle loaded last */
    std::vector<uint32_t> row_; /* of every SM and cycle: its index */
};

} // namespace

int main(int argc, char **argv)
{
    const unsigned cycles = static_cast<unsigned>(std::atoi(rs::option(argc, argv, "--cycles", "20000")));
    const unsigned runs = static_cast<unsigned>(std::atoi(rs::option(argc, argv, "--runs", "3")));
    const unsigned threads = static_cast<unsigned>(std::atoi(rs::option(argc, argv, "--threads", "1")));
    const char *const file = rs::option(argc, argv, "--graph", nullptr);
    const char *const machine = "BFIFO", *const workload = "spmv"; /* those of row gpu_spmv */
    rs_config config = rs::built_configuration(RTL_CONFIGURATION, RTL_SETTINGS, RS_TOP_GPU);
    rs_graph graph = {};
    rs_error error;
    if (cycles < 2 || runs < 1 || threads < 1 || threads > 2 || file == nullptr || !rs_config_machine(&config, machine, &error) || !rs_config_finish(&config, &error)) {
        std::fprintf(stderr, "rtl_speed: found bad arguments, expected --graph FILE --cycles N (2 or more) --runs N (1 or more) "
                     "--threads N (1 or 2)\n");
        return 2;
    }
    rs::RtlSpeed<GpuRecording> speed(config, cycles, threads);
    rs_simulation_options options = speed.options();
    rs_kernel_options kernel = {4, false, false, false, false, 8, &graph, 1};
    rs_kernel_source *source = nullptr;
    rs_simulation *simulation = nullptr;
    if (rs_graph_read(&graph, file, &error))
        source = rs_kernel_source_create(rs_kernel_find(workload), &kernel, config.sms * config.sm_ctas, config.registers, &error);
    if (source != nullptr)
        simulation = rs_simulation_create_source(&config, rs_kernel_source_interface(source), &options, &error);
    if (simulation == nullptr)
        std::fprintf(stderr, "rtl_speed: %s\n", error.text);
    const char *const name = threads == 1 ? "rtl_gpu" : "rtl_gpu_2";
    int status = simulation == nullptr ? 2 : rs::measure(speed, simulation, cycles, rs::row_of(config, name, machine, workload, threads, runs));
    rs_simulation_destroy(simulation);
    rs_kernel_source_destroy(source);
    rs_graph_free(&graph);
    return status;
}
