/* rs_gpu whole, beside cmodel/machine/gpu.c: the kernels of the warp machine, plain and with vectors, one after the other with a
 * reset between them; with atomic operations also uts and utsd, whose warps go by the words that come.
 *
 * The stimulus is the simulation loop itself (cmodel/machine/simulation.h) with the host that every run has, and a DRAM device
 * behind the twin's pins. Independent of the twin: each word that a load brings is one that the program allows
 * (workload/warp_source.h), memory and the kernel's result are right at the end, the timing checker watches the pins, the
 * scoreboard the network, and the phases of all accesses give C-AMAT's counters, and what passes the issue stages' ports gives each
 * cycle's stall class, the causes and the levels. Straps change from run to run; a run is cut
 * at the end of its case, in case "reset" anywhere. With RTL_TO_THE_END no case ends before its kernel has run to its end once, with
 * the result as it must be: a bin for each, NAME_complete; and where the SMs have THESIS' width, its own kernels are cases too. */
#include "Vdut.h"
#include "cosim.h"
#include "machine/built_configuration.h"
#include "machine/gpu_port.h"
#include "machine/simulation.h"
#include "workload/graph.h"
#include "workload/thread_source.h"

namespace {

#ifdef RTL_TO_THE_END
const bool to_the_end = true;
#else
const bool to_the_end = false;
#endif

const char *const classes[] = {"class_none", "class_memory_structural", "class_memory_data", "class_synchronization",
                               "class_compute_structural", "class_compute_data", "class_control", "class_idle"};
const char *const levels[] = {"level_scratchpad", "level_l1", "level_merged", "level_l2", "level_remote_l1", "level_memory"};

/* How much less data than at full size. A case that runs to its end has 16 times less of each dimension, as in the unit tests; of
 * kernels that would be long even then so much less that one to sixteen CTAs are left, or of red a few elements a thread. */
struct Shrink {
    const char *kernel;
    uint32_t by;
};
const Shrink smaller[] = {{"vadd", 64}, {"kmeans", 64}, {"scatter", 32}, {"histo", 32}, {"red", 32}, {"mum", 256}, {"ray", 32},
                          {"lib", 32}, {"wp", 32}, {"bs", 128}, {"dg", 128}, {"sla", 128}};

uint32_t shrink_of(const rs_kernel &kernel)
{
    for (const Shrink &shrink : smaller)
        if (to_the_end && std::strcmp(kernel.name, shrink.kernel) == 0)
            return shrink.by;
    return to_the_end ? 16 : 8;
}

/* A ring with chords: connected, some rows much longer than others. */
rs_graph ring_with_chords(uint32_t vertices)
{
    std::vector<std::vector<uint32_t>> rows(vertices);
    const auto connect = [&](uint32_t a, uint32_t b) {
        for (uint32_t other : rows[a])
            if (other == b)
                return;
        if (a != b) {
            rows[a].push_back(b);
            rows[b].push_back(a);
        }
    };
    uint32_t entries = 0, at = 0;
    for (uint32_t v = 0; v < vertices; v++) {
        connect(v, (v + 1) % vertices);
        connect(v, (v * 7 + 11) % vertices);
        for (uint32_t k = 1; v % 16 == 0 && k < 20; k++)
            connect(v, (v + 13 * k) % vertices);
    }
    for (const auto &row : rows)
        entries += static_cast<uint32_t>(row.size());
    rs_graph graph = rs_graph();
    if (!rs_graph_allocate(&graph, vertices, vertices, entries))
        std::exit((std::fprintf(stderr, "found no memory for a graph, expected some\n"), 2));
    for (uint32_t v = 0; v < vertices; v++) {
        for (uint32_t other : rows[v]) {
            graph.column[at] = other;
            graph.value[at++] = rs_graph_default_value(v, other);
        }
        graph.row_start[v + 1] = at;
    }
    return graph;
}

class GpuBench {
  public:
    GpuBench(int argc, char **argv)
        : built_(rs::built_configuration(RTL_CONFIGURATION, RTL_SETTINGS, RS_TOP_GPU)), bench_(argc, argv, 20000, cases(built_)),
          graph_(ring_with_chords(96))
    {
        std::vector<const char *> bins = {"class_none", "class_memory_structural", "class_memory_data", "class_synchronization",
                                          "class_control", "class_idle", "level_scratchpad", "level_memory", "second_launch", "copied", "second_row", "strided", "indirect", "run_complete", "reset_in_operation"};
        if (built_.warp_gap > 1 || built_.alu_latency > 1)
            bins.push_back("class_compute_data");
        if (built_.l1_cache != 0)
            bins.push_back("level_l1");
        if (built_.sm_ctas > 1)
            bins.push_back("second_cta_on_an_sm");
        if (built_.l2 != 0)
            bins.push_back("level_l2");
        if (built_.atomics != 0)
            bins.insert(bins.end(), {"atomic", "acquired", "released"});
        if (built_.warp_schedulers > 1)
            bins.push_back("two_issued_by_an_sm");
        for (const char *name : cases(built_))
            if (to_the_end && std::strcmp(name, "reset") != 0)
                ends_.push_back(name + std::string("_complete"));
        for (const std::string &bin : ends_)
            bins.push_back(bin.c_str());
        bench_.declare_bins(bins);
    }
    ~GpuBench() { rs_graph_free(&graph_); }

    int run()
    {
        while (bench_.next_case())
            for (ended_ = !to_the_end || bench_.is_case("reset"); goes_on();)
                run_kernel();
        return bench_.finish();
    }

  private:
    bool goes_on() const { return bench_.next_cycle() || (!ended_ && !bench_.failed()); }

    static std::vector<const char *> cases(const rs_config &built)
    {
        std::vector<const char *> cases;
        if (built.atomics != 0)
            cases = {"uts", "utsd"};
        for (uint32_t i = 0; i < RS_KERNELS; i++)
            cases.push_back(rs_kernels[i]->name);
        for (uint32_t i = 0; to_the_end && built.issue_cycles > 1 && i < RS_THESIS_WRITTEN; i++)
            cases.push_back(rs_thesis_kernels[i]->name);
        cases.push_back("reset");
        return cases;
    }

    const rs_kernel &kernel()
    {
        const rs_kernel *named = rs_kernel_find(bench_.case_name());
        return named != nullptr ? *named : *rs_kernels[bench_.random_below(RS_KERNELS)];
    }

    /* A machine of this build with straps at random. */
    rs_config machine()
    {
        rs_config config = built_;
        rs_error error;
        config.hold_policy = bench_.random_below(4);
        config.hash_bits = 1 + bench_.random_below(4);
        config.hold_limit = bench_.random_below(8);
        config.wait_guard = config.hold_limit != 0 && bench_.chance(50);
        config.bank_ready = rs::may_wait_for_banks(built_) && bench_.chance(30);
        config.age_cap = bench_.random_below(4);
        config.seed = static_cast<uint32_t>(bench_.random());
        if (!rs_config_finish(&config, &error))
            bench_.expect(error.text, 1, 0);
        return config;
    }

    rs_kernel_options options()
    {
        rs_kernel_options options = rs_kernel_options();
        options.unroll = 4u << bench_.random_below(built_.max_length == 16 ? 3 : built_.max_length == 8 ? 2 : 1);
        options.strided = bench_.chance(60);
        options.strided_scratchpad = bench_.chance(60);
        options.indirect = bench_.chance(75);
        options.in_order = !options.strided && !options.strided_scratchpad && !options.indirect && bench_.chance(50);
        options.graph = &graph_;
        options.bfs_source = bench_.random_below(graph_.rows);
        return options;
    }

    /* New straps under reset, whatever the machine was doing; then one kernel, to its end, the case's end or the next reset. */
    void run_kernel()
    {
        rs_error error;
        const rs_config config = machine();
        rs_kernel_options chosen = options();
        const rs_thread_options threads = {config.sms, config.sm_ctas, config.warps / config.sm_ctas, 8};
        rs_kernel_source *source = nullptr;
        rs_thread_source *interactive = nullptr;
        if (bench_.is_case("uts") || bench_.is_case("utsd"))
            interactive = rs_thread_source_create(bench_.is_case("uts") ? &rs_program_uts : &rs_program_utsd, &threads, &error);
        else {
            const rs_kernel &named = kernel();
            chosen.shrink = shrink_of(named);
            source = rs_kernel_source_create(&named, &chosen, config.sms * config.sm_ctas, config.registers, &error);
        }
        rs_simulation_options watched = rs_simulation_options_default();
        watched.observe_gpu = observe;
        watched.observe_user = this;
        rs_simulation *simulation = nullptr;
        if (source != nullptr)
            simulation = rs_simulation_create_source(&config, rs_kernel_source_interface(source), &watched, &error);
        if (interactive != nullptr)
            simulation = rs_simulation_create_source(&config, rs_thread_source_interface(interactive), &watched, &error);
        if (simulation == nullptr)
            std::exit((std::fprintf(stderr, "%s\n", error.text), 2));
        sms_ = config.sms;
        launches_ = 0;
        port_.reset(new rs::GpuPort<Vdut>(config));
        reset();
        const enum rs_simulation_state state =
            rs_simulation_run(simulation, bench_.is_case("reset") ? 1 + bench_.random_below(2000) : 0);
        if (state == RS_SIMULATION_FAILED)
            bench_.expect(rs_simulation_error(simulation), RS_SIMULATION_DONE, state);
        bench_.count("run_complete", state == RS_SIMULATION_DONE);
        if (to_the_end && !bench_.is_case("reset"))
            bench_.count((bench_.case_name() + std::string("_complete")).c_str(), state == RS_SIMULATION_DONE);
        ended_ = ended_ || state == RS_SIMULATION_DONE;
        rs_simulation_results results;
        rs_simulation_get(simulation, &results);
        bench_.count("copied", results.machine.host.copies != 0);
        busy_ = state == RS_SIMULATION_RUNNING;
        rs_simulation_destroy(simulation);
        rs_kernel_source_destroy(source);
        rs_thread_source_destroy(interactive);
    }

    void reset()
    {
        Vdut &dut = bench_.dut();
        port_->straps(dut);
        dut.launch_valid = 0;
        dut.rst = 1;
        bench_.eval();
        bench_.clock();
        dut.rst = 0;
        bench_.count("reset_in_operation", busy_);
        busy_ = false;
    }

    static bool observe(void *user, uint64_t, const rs_gpu_inputs *inputs, const rs_gpu_outputs *outputs)
    {
        return static_cast<GpuBench *>(user)->cycle(*inputs, *outputs);
    }

    bool cycle(const rs_gpu_inputs &inputs, const rs_gpu_outputs &outputs)
    {
        rs::PathMismatch found;
        found.signal = "outputs";
        found.index = -1;
        port_->drive(bench_.dut(), inputs);
        bench_.eval();
        port_->equal(bench_.dut(), outputs, found);
        bench_.compare(found.signal, found.model, found.hardware, found.index);
        launches_ += outputs.dispatch.launch_over;
        bench_.count("second_launch", launches_ != 0 && outputs.dispatch.start_valid);
        for (uint32_t i = 0; i < sms_; i++)
            count_sm(*outputs.stage[i], *outputs.stalls[i]);
        bench_.clock();
        return goes_on();
    }

    void count_sm(const rs_issue_outputs &stage, const rs_stall_inspector &stalls)
    {
        bench_.count(classes[stalls.stall_class], true);
        bench_.count("second_row", stage.read_valid && !stage.read_first);
        bench_.count("strided", stage.operand.valid && stage.operand.opcode / 2 == RS_LSU_STRIDED);
        bench_.count("indirect", stage.operand.valid && stage.operand.opcode / 2 == RS_LSU_INDIRECT);
        bench_.count("atomic", stage.operand.valid && stage.operand.atomic);
        bench_.count("acquired", stage.acquire_valid && stage.live != 0);
        bench_.count("released", stage.releasing);
        bench_.count("two_issued_by_an_sm", __builtin_popcount(stage.issue_valid) > 1);
        bench_.count("second_cta_on_an_sm", __builtin_popcount(stage.place_free) + 2 <= static_cast<int>(built_.sm_ctas));
        for (const rs_issue_ready &ready : stage.ready)
            if (ready.valid)
                bench_.count(levels[ready.level], true);
    }

    rs_config built_;
    rs::Cosim<Vdut> bench_;
    rs_graph graph_;
    std::unique_ptr<rs::GpuPort<Vdut>> port_;
    std::vector<std::string> ends_; /* bins */
    uint32_t sms_ = 0, launches_ = 0;
    bool busy_ = false, ended_ = false; /* ended_: the case has all that it must have */
};

} // namespace

int main(int argc, char **argv)
{
    return GpuBench(argc, argv).run();
}
