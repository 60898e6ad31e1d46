/* `rowstreak run` with Verilated RTL in lockstep beside the C twin: the same command, options and results; every output
 * is compared in every cycle, and the run stops at the first mismatch with cycle, signal, model over hardware, and the
 * command that repeats it. Port puts inputs into the RTL and compares outputs: MemoryPathPort, GpuMemoryPort.
 * One binary serves every hold policy, limit, guard, hash width and seed (static straps); all other parameters are
 * those it was built for, and a configuration that differs is refused. The memory path's RTL has no SMs: it runs beside any
 * machine whose path it is, fed with what that machine's SMs, in C, send to their own path.
 * Built with tracing (lockstep-*-trace), ROWSTREAK_TRACE=FILE.fst and ROWSTREAK_TRACE_FROM=CYCLE record the waves. */
#ifndef RS_LOCKSTEP_H
#define RS_LOCKSTEP_H

#include <cinttypes>
#include <cstdlib>
#include <memory>

#include "Vdut.h"
#include "cli/cli.h"
#include "machine/memory_path_port.h"

namespace rs {

template <class Port> class Lockstep {
  public:
    Lockstep(int argc, char **argv)
    {
        for (int i = 0; i < argc; i++)
            command_ += std::string(i ? " " : "") + argv[i];
    }

    bool begin(const rs_config *config, rs_error *error)
    {
        if (!built_for(*config, error))
            return false;
        port_.reset(new Port(*config));
        context_.reset(new VerilatedContext);
        context_->randReset(2);
        context_->randSeed(static_cast<int>(config->seed % 0x7fffffff) + 1);
        dut_.reset(new Vdut(context_.get()));
        context_->traceEverOn(true);
        port_->straps(*dut_);
        dut_->clk = 0;
        dut_->rst = 1;
        for (int i = 0; i < 2; i++) {
            dut_->eval();
            dut_->clk = 1;
            dut_->eval();
            dut_->clk = 0;
        }
        dut_->rst = 0;
#if VM_TRACE_FST /* only now there are the blocks that are Verilated apart */
        if (const char *file = std::getenv("ROWSTREAK_TRACE")) {
            const char *from = std::getenv("ROWSTREAK_TRACE_FROM");
            trace_from_ = from ? std::strtoull(from, nullptr, 0) : 0;
            trace_.reset(new VerilatedFstC);
            dut_->trace(trace_.get(), 99);
            trace_->open(file);
        }
#endif
        return true;
    }

    template <class Inputs, class Outputs> bool observe(uint64_t cycle, const Inputs *inputs, const Outputs *outputs)
    {
        PathMismatch found;
        port_->drive(*dut_, *inputs);
        dut_->eval();
        dump(cycle, 0);
        if (!same_outputs(*port_, *dut_, *inputs, *outputs, found)) {
            std::fprintf(stderr, "mismatch in cycle %" PRIu64 " at %s", cycle, found.signal);
            if (found.index >= 0)
                std::fprintf(stderr, "[%d]", found.index);
            std::fprintf(stderr, "\n  model    %016" PRIx64 "\n  hardware %016" PRIx64 "\nrepeat: %s\n", found.model,
                         found.hardware, command_.c_str());
            return false;
        }
        dut_->clk = 1;
        dut_->eval();
        dump(cycle, 5);
        dut_->clk = 0;
        return true;
    }

    void end()
    {
#if VM_TRACE_FST
        if (trace_)
            trace_->close();
        trace_.reset();
#endif
        if (dut_)
            dut_->final();
        dut_.reset();
        context_.reset();
        port_.reset();
    }

  private:
    /* The configuration of the build with the straps of the run must be the configuration of the run. */
    static bool built_for(const rs_config &config, rs_error *error)
    {
        rs_config built;
        std::string settings = RTL_SETTINGS;
        rs_config_default(&built);
        if (!rs_config_read(&built, RTL_CONFIGURATION, error))
            return false;
        for (std::size_t at = 0; at < settings.size();) {
            std::size_t end = settings.find(' ', at);
            std::string one = settings.substr(at, end == std::string::npos ? end : end - at);
            std::size_t equals = one.find('=');
            if (!rs_config_set(&built, one.substr(0, equals).c_str(), one.substr(equals + 1).c_str(), error))
                return false;
            at = end == std::string::npos ? settings.size() : end + 1;
        }
        built.top = Port::TOP;
        if (!rs_config_finish(&built, error) || (Port::TOP != RS_TOP_PATH && !same_top(config, error)))
            return false;
        enum { RTL, STRAP, MODEL, SM, ISSUE };
#define RS_KEY(NAME, field, init, min, max, kind, text)                                                              \
    if (kind == RTL || (kind == SM && Port::TOP != RS_TOP_PATH) || (kind == ISSUE && Port::TOP == RS_TOP_GPU)) {     \
        if (!same_key(#NAME, built.field, config.field, error))                                                      \
            return false;                                                                                            \
    }
#include "config.def"
#undef RS_KEY
        if (std::memcmp(&built.memory_nodes, &config.memory_nodes, sizeof(built.memory_nodes)) != 0) {
            rs_error_set(error, "MEMORY_NODES: found other nodes than those for which this RTL was built, expected '%s'", built.memory_nodes_text);
            return false;
        }
        if (std::memcmp(&built.map, &config.map, sizeof(built.map)) != 0 || built.columns != config.columns) {
            rs_error_set(error, "ADDRESS_MAP or DRAM width: found another than those for which this RTL was built, expected %s",
                         built.address_map_text);
            return false;
        }
        return true;
    }

    static bool same_top(const rs_config &config, rs_error *error)
    {
        if (config.top == Port::TOP)
            return true;
        rs_error_set(error, "found a pattern or trace, expected a program: this RTL is the whole machine");
        return false;
    }

    static bool same_key(const char *name, uint32_t built, uint32_t found, rs_error *error)
    {
        if (built == found)
            return true;
        rs_error_set(error, "%s: found %u, expected %u, for which this RTL was built (%s %s)", name, found, built,
                     RTL_CONFIGURATION, RTL_SETTINGS);
        return false;
    }

    void dump(uint64_t cycle, uint64_t offset)
    {
#if VM_TRACE_FST
        if (trace_ && cycle >= trace_from_)
            trace_->dump(static_cast<uint64_t>(10 * cycle + offset));
#else
        (void)cycle;
        (void)offset;
#endif
    }

    std::string command_;
    std::unique_ptr<Port> port_;
    std::unique_ptr<VerilatedContext> context_;
    std::unique_ptr<Vdut> dut_;
#if VM_TRACE_FST
    std::unique_ptr<VerilatedFstC> trace_;
    uint64_t trace_from_ = 0;
#endif
};

/* The command with the RTL beside it; seen: the member of the hook that gets the ports which Port knows. */
template <class Port, class Inputs, class Outputs>
int run_in_lockstep(int argc, char **argv, bool (*rs_cli_hook::*seen)(void *, uint64_t, const Inputs *, const Outputs *))
{
    using Run = Lockstep<Port>;
    Run run(argc, argv);
    rs_cli_hook hook = rs_cli_hook();
    hook.user = &run;
    hook.begin = [](void *user, const rs_config *config, rs_error *error) {
        return static_cast<Run *>(user)->begin(config, error);
    };
    hook.*seen = [](void *user, uint64_t cycle, const Inputs *inputs, const Outputs *outputs) {
        return static_cast<Run *>(user)->observe(cycle, inputs, outputs);
    };
    hook.end = [](void *user) { static_cast<Run *>(user)->end(); };
    return rs_cli_run(argc, argv, &hook);
}

} // namespace rs
#endif
