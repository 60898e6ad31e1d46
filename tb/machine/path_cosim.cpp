/* rs_memory_path whole, beside cmodel/machine/memory_path.c: requests of all SMs, one lot after the other, with a reset
 * between them.
 *
 * The stimulus is the simulation loop itself (cmodel/machine/simulation.h): trace source with random reply stalls and
 * request pauses, DRAM device behind the twin's pins. Its timing checker and data scoreboard watch the twin, to which
 * the hardware is equal in every cycle or the run ends. tb/dram/channel_watch.h judges the scheduling.
 * Hold policy, limit, guard, hash width, seed, CL and what else needs no new build change from lot to lot. */
#include "Vdut.h"
#include "cosim.h"
#include "dram/channel_bins.h"
#include "machine/built_configuration.h"
#include "machine/memory_path_port.h"
#include "machine/path_requests.h"
#include "machine/simulation.h"

namespace {

enum { REPLY_REFUSED, REQUEST_REFUSED, HOLD_KEPT, HOLD_BROKEN, HEAD_WAITS, READY_AND_FULL, RUN_COMPLETE, RESET_IN_OPERATION, BINS };

class PathBench {
  public:
    PathBench(int argc, char **argv)
        : bench_(argc, argv, 12000,
                 {"none", "hg", "rmhg", "hmhg", "limit", "guard", "same_lines", "bank_sweep", "reply_stall", "reset"}),
          built_(rs::built_configuration(RTL_CONFIGURATION, RTL_SETTINGS)), channel_bins_(bench_, built_, false),
          /* With an L2 the controller's requests come from it alone, and bank_ready is 0. */
          bins_(bench_, {{"reply_refused", true}, {"request_refused", true}, {"hold_kept", built_.l2 == 0},
                         {"hold_broken", built_.l2 == 0}, {"head_waits_for_its_bank", built_.l2 == 0},
                         {"bank_ready_and_a_bank_full", rs::may_wait_for_banks(built_)}, {"run_complete", true},
                         {"reset_in_operation", true}}, channel_bins_.end())
    {
        if (built_.write_mask != 0) {
            bench_.declare_bins(rs::mask_bins);
            masks_ = bins_.end();
        }
    }

    int run()
    {
        while (bench_.next_case())
            while (bench_.next_cycle())
                run_requests();
        return bench_.finish();
    }

  private:
    uint32_t policy()
    {
        static const char *const names[] = {"none", "hg", "rmhg", "hmhg"}; /* in the order of enum rs_hold_policy */
        for (uint32_t i = 0; i < 4; i++)
            if (bench_.is_case(names[i]))
                return i;
        bool bounded = bench_.is_case("limit") || bench_.is_case("guard");
        return bounded ? 1 + bench_.random_below(3) : bench_.random_below(4);
    }

    /* A machine of this build with straps and model keys at random, as the case wants them. */
    rs_config machine()
    {
        rs_config config = built_;
        rs_error error;
        uint32_t most_hash = config.map.row_bits < 16 ? config.map.row_bits : 16;
        uint32_t most_cl = config.t_rtw + config.wl - config.burst_cycles;
        config.hold_policy = policy();
        config.hash_bits = 1 + bench_.random_below(most_hash);
        if (bench_.is_case("limit") || bench_.is_case("guard") || bench_.chance(30))
            config.hold_limit = bench_.chance(80) ? 1 + bench_.random_below(8) : 1 + bench_.random_below(255);
        config.wait_guard = config.hold_limit != 0 && (bench_.is_case("guard") || bench_.chance(20));
        config.static_vc = bench_.chance(50);
        config.bank_ready = rs::may_wait_for_banks(built_) && bench_.chance(40);
        config.seed = static_cast<uint32_t>(bench_.random());
        if (bench_.chance(60))
            config.age_cap = bench_.chance(50) ? 1 : 1 + bench_.random_below(bench_.chance(80) ? 5 : 255);
        config.cl = 1 + bench_.random_below(most_cl < 31 ? most_cl : 31);
        config.in_flight = bench_.is_case("reply_stall") || bench_.chance(60) ? 64 : 1 + bench_.random_below(64);
        if (built_.allocator == RS_ALLOCATOR_SJF && (bench_.is_case("reply_stall") || bench_.chance(50)))
            config.in_flight = std::min(1U << built_.tag_bits, static_cast<uint32_t>(RS_IN_FLIGHT_MAX)); /* more than its arbiters are shown, where the queues are deep */
        if (!rs_config_finish(&config, &error))
            bench_.expect(error.text, 1, 0);
        return config;
    }

    rs_trace *requests(const rs_config &config)
    {
        rs::PathRequests requests(bench_, config);
        uint32_t draw = bench_.random_below(10);
        if (bench_.is_case("same_lines") || draw == 0)
            return requests.same_lines();
        if (bench_.is_case("bank_sweep") || draw == 1)
            return requests.bank_sweep();
        if (built_.allocator == RS_ALLOCATOR_SJF && bench_.is_case("reply_stall"))
            return requests.read_flood_everywhere();
        if (bench_.is_case("reply_stall"))
            return requests.read_flood();
        return requests.pattern();
    }

    rs_simulation_options options()
    {
        static const uint32_t stalls[] = {0, 0, 300, 900}, pauses[] = {0, 0, 500, 950};
        rs_simulation_options options = rs_simulation_options_default();
        options.disturbance.reply_stall_per_mille =
            bench_.is_case("reply_stall") ? 960 + bench_.random_below(39) : stalls[bench_.random_below(4)];
        options.disturbance.request_pause_per_mille =
            bench_.is_case("bank_sweep") || bench_.is_case("reply_stall") ? 0 : pauses[bench_.random_below(4)];
        options.disturbance.seed = bench_.random();
        options.disturbance.partial_writes = true;
        options.observe = observe;
        options.observe_user = this;
        return options;
    }

    /* New straps under reset, whatever the machine was doing; then one lot of requests, to its end or into the next reset. */
    void run_requests()
    {
        rs_error error;
        rs_config config = machine();
        rs_trace *loaded = requests(config);
        rs_simulation_options chosen = options();
        rs_simulation *simulation = rs_simulation_create_trace(&config, loaded, &chosen, &error);
        if (simulation == nullptr) {
            bench_.expect(error.text, 1, 0);
            rs_trace_destroy(loaded);
            return;
        }
        config_ = config;
        port_.reset(new rs::MemoryPathPort<Vdut>(config));
        watch_.assign(config.channels, rs::ChannelWatch(config));
        reset();
        enum rs_simulation_state state =
            rs_simulation_run(simulation, bench_.is_case("reset") ? 1 + bench_.random_below(600) : 0);
        if (state == RS_SIMULATION_FAILED)
            bench_.expect(rs_simulation_error(simulation), RS_SIMULATION_DONE, state);
        bins_.count(RUN_COMPLETE, state == RS_SIMULATION_DONE);
        busy_ = state == RS_SIMULATION_RUNNING;
        rs_simulation_destroy(simulation);
        rs_trace_destroy(loaded);
    }

    void reset()
    {
        Vdut &dut = bench_.dut();
        port_->straps(dut);
        dut.rst = 1;
        bench_.eval();
        bench_.clock();
        dut.rst = 0;
        bins_.count(RESET_IN_OPERATION, busy_);
        busy_ = false;
    }

    static bool observe(void *user, uint64_t, const rs_path_inputs *inputs, const rs_path_outputs *outputs)
    {
        return static_cast<PathBench *>(user)->cycle(*inputs, *outputs);
    }

    bool cycle(const rs_path_inputs &inputs, const rs_path_outputs &outputs)
    {
        rs::PathMismatch found;
        found.signal = "outputs";
        found.index = -1;
        port_->drive(bench_.dut(), inputs);
        bench_.eval();
        port_->equal(bench_.dut(), outputs, found);
        bench_.compare(found.signal, found.model, found.hardware, found.index);
        for (uint32_t k = 0; k < config_.sm_words; k++) {
            bins_.count(REPLY_REFUSED, (outputs.reply_valid.word[k] & ~inputs.reply_ready.word[k]) != 0);
            bins_.count(REQUEST_REFUSED, (inputs.request_valid.word[k] & ~outputs.request_ready.word[k]) != 0);
        }
        RS_EACH(sm, k, masks_ != 0 ? config_.sm_words : 0, inputs.request_valid.word[k] & outputs.request_ready.word[k])
            count_mask(inputs.request[sm]);
        bins_.count(HEAD_WAITS, outputs.bank_waits != 0);
        if (config_.bank_ready != 0)
            bench_.expect("head flits that wait at a controller for a place of their bank, with BANK_READY", 0, outputs.bank_waits);
        for (uint32_t channel = 0; channel < config_.channels; channel++)
            count_channel(watch_[channel].step(outputs.dram[channel], outputs.queued[channel]), channel);
        bench_.clock();
        return bench_.next_cycle();
    }

    void count_mask(const rs_flit &flit)
    {
        if (flit.head && !flit.tail)
            bench_.count(masks_ + rs::mask_bin(flit.mask, config_.full_mask), true);
    }

    void count_channel(const rs::ChannelEvents &events, uint32_t channel)
    {
        if (events.broken != nullptr)
            bench_.expect(events.broken, 1, 0, static_cast<int>(channel));
        channel_bins_.count(events);
        bins_.count(READY_AND_FULL, events.bank_full && config_.bank_ready != 0);
        bins_.count(HOLD_KEPT, events.same_sm && config_.hold_policy != RS_HOLD_NONE);
        bins_.count(HOLD_BROKEN, events.other_sm && config_.hold_policy != RS_HOLD_NONE);
    }

    rs::Cosim<Vdut> bench_;
    rs_config built_, config_ = {};
    rs::ChannelBins channel_bins_;
    rs::PossibleBins<BINS> bins_;
    std::unique_ptr<rs::MemoryPathPort<Vdut>> port_;
    std::vector<rs::ChannelWatch> watch_;
    unsigned masks_ = 0; /* first bin of the masks; 0: the build has none */
    bool busy_ = false;
};

} // namespace

int main(int argc, char **argv)
{
    return PathBench(argc, argv).run();
}
