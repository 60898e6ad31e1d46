/* rs_gpu_memory whole, beside cmodel/machine/gpu_memory.c, with a DRAM model behind its pins: random instructions on every SM, in
 * lines of its own and in lines that all SMs load and store; lines that one hands over to another (gpu_memory_handover.h).
 * gpu_memory_oracle.h says what each load may bring; faults come in order, at the end everything is answered and the DRAM
 * holds what was stored last. The data scoreboard watches the network ports, the timing checker the pins. Straps change from
 * case to case. */
#include <memory>

#include "Vdut.h"
#include "cosim.h"
#include "machine/built_configuration.h"
#include "machine/dram_device.h"
#include "machine/gpu_memory_handover.h"
#include "machine/gpu_memory_oracle.h"
#include "machine/gpu_memory_port.h"
#include "observe/scoreboard.h"
#include "observe/timing_checker.h"
#include "sm/sm_memory_stimulus.h"

namespace {

const char *const instructions[] = {"ld", "st", "ld.stride", "st.stride", "ld.indirect", "st.indirect"}; /* by opcode */

/* Lines of the SM itself, of all, and at times of another one. */
class GpuStimulus : public SmMemoryStimulus {
  public:
    GpuStimulus(rs::CosimBase &bench, const SmSizes &sizes, uint32_t sm, uint32_t sms)
        : SmMemoryStimulus(bench, sizes), sm_(sm), sms_(sms)
    {
    }
    void put(const rs::Instruction &in)
    {
        next = in;
        put_on_port();
    }

  protected:
    uint64_t base(bool scratchpad, bool shared) override
    {
        if (scratchpad)
            return SmMemoryStimulus::base(true, false);
        if (bench_.is_case("faults") && bench_.chance(20))
            return bench_.chance(50) ? space_ - 4 - 4 * bench_.random_below(4) : 4 * bench_.random_below(64) + 1 + bench_.random_below(3);
        const bool of_all = shared || bench_.chance(bench_.is_case("sharing") ? 80 : 20);
        const uint64_t owner = of_all ? sms_ : bench_.chance(90) ? sm_ : bench_.random_below(sms_);
        const uint64_t lines = bench_.is_case("sharing") ? 2 : 10;
        return space_ / sizes_.line_bytes / (sms_ + 1) * owner * sizes_.line_bytes +
               (bench_.random() >> 20) % (lines * sizes_.line_bytes) / 4 * 4;
    }
    uint64_t atomic_line() const override { return space_ / sizes_.line_bytes / (sms_ + 1) * (2 * sm_ + 1) / 2; }

  private:
    uint32_t sm_, sms_;
};

struct Sm {
    Sm(rs::CosimBase &bench, const SmSizes &sizes, uint32_t number, uint32_t sms, rs::OrderedWords &words)
        : program(bench, sizes, number, words), stimulus(bench, sizes, number, sms)
    {
    }
    rs::OrderedProgram program;
    GpuStimulus stimulus;
    bool in_stays = false, acquire = false, release = false, busy = false;
};

class GpuBench {
  public:
    GpuBench(int argc, char **argv)
        : built_(rs::built_configuration(RTL_CONFIGURATION, RTL_SETTINGS, RS_TOP_GPU_MEMORY)), bench_(argc, argv, 9000, cases(built_.sms)),
          handover_(bench_, built_), words_(built_.sms)
    {
        std::vector<const char *> bins(instructions, instructions + 6);
        bins.insert(bins.end(), {
            "refused_instruction", "level_scratchpad", "level_memory", "event_miss", "event_store",
            "event_store_buffer_full", "event_bank_conflict", "line_waits", "words_refused", "request_refused", "reply_refused",
            "instruction_waits", "fault_misaligned", "fault_outside", "fault_scratchpad", "acquire_of_a_busy_sm", "acquired",
            "release_waits", "released", "part_of_a_line_stored", "whole_line_stored", "own_word", "untouched_word",
            "idle", "reset_midway"});
        /* Lines asked for, and two on their way out: a larger table never fills. */
        if (built_.miss_entries <= built_.in_flight * RS_LINE_BYTES / built_.line_bytes + 2)
            bins.push_back("event_entry_full");
        if (built_.miss_table == 0)
            bins.insert(bins.end(), {"event_merged", "event_merge_full", "level_merged"});
        if (built_.l1_cache != 0)
            bins.insert(bins.end(), {"event_hit", "level_l1"});
        if (built_.sms > 1)
            bins.insert(bins.end(), {"word_of_another_sm", "all_sms_busy", "handed_over_at_once"});
        if (built_.l2 != 0)
            bins.push_back("level_l2");
        if (built_.atomics != 0)
            bins.insert(bins.end(), {"atomic", "atomic_returns_nothing"});
        bench_.declare_bins(bins);
        const SmSizes sizes = {built_.lanes, built_.map.address_bits, built_.max_length, built_.warp_bits,
                               built_.register_bits, built_.line_bytes, built_.scratchpad_bytes, built_.scratchpad_banks,
                               built_.atomics != 0};
        for (uint32_t i = 0; i < built_.sms; i++)
            sms_.emplace_back(new Sm(bench_, sizes, i, built_.sms, words_));
    }
    ~GpuBench() { destroy(); }

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
    static std::vector<const char *> cases(uint32_t sms)
    {
        std::vector<const char *> cases = {"random", "sharing", "refusing", "fences", "faults", "scratchpad", "reset"};
        if (sms > 1)
            cases.push_back("handover");
        return cases;
    }
    void destroy()
    {
        rs_gpu_memory_destroy(twin_);
        rs_dram_device_destroy(device_);
        rs_scoreboard_destroy(scoreboard_);
        rs_timing_checker_destroy(checker_);
    }

    /* A machine with straps at random, in the state after reset. */
    void build()
    {
        rs_error error;
        rs_config config = built_;
        destroy();
        config.hold_policy = bench_.is_case("handover") ? 0 : bench_.random_below(4); /* none: reads pass stores */
        config.hash_bits = 1 + bench_.random_below(4);
        config.hold_limit = bench_.random_below(8);
        config.wait_guard = config.hold_limit != 0 && bench_.chance(50);
        config.bank_ready = bench_.chance(30) && rs::may_wait_for_banks(built_);
        config.age_cap = bench_.random_below(4);
        config.seed = static_cast<uint32_t>(bench_.random());
        if (!rs_config_finish(&config, &error))
            bench_.expect(error.text, 1, 0);
        twin_ = rs_gpu_memory_create(&config, &error);
        device_ = rs_dram_device_create(&config, &error);
        scoreboard_ = rs_scoreboard_create(&config, &error);
        checker_ = rs_timing_checker_create(&config, &error);
        if (twin_ == nullptr || device_ == nullptr || scoreboard_ == nullptr || checker_ == nullptr)
            std::exit((std::fprintf(stderr, "%s\n", error.text), 2));
        port_.reset(new rs::GpuMemoryPort<Vdut>(config));
        port_->straps(bench_.dut());
        bench_.dut().rst = 1; /* the seed is taken under reset */
        bench_.eval();
        bench_.clock();
        bench_.dut().rst = 0;
        forget();
    }
    void forget()
    {
        words_.clear();
        handover_.clear();
        in_ = rs_gpu_memory_inputs();
        for (auto &sm : sms_) {
            sm->program.clear();
            sm->stimulus.forget();
            sm->in_stays = sm->acquire = sm->release = sm->busy = false;
        }
    }

    /* Of the cycle before, and nothing at a port. */
    bool idle() const
    {
        bool idle = out_.idle;
        for (const auto &sm : sms_)
            idle = idle && sm->stimulus.beats.empty() && sm->program.idle() && !sm->release;
        return idle;
    }

    /* The end of a case, in which nothing begins: time for an instruction of each SM whose words all lie in lines of their own. */
    bool drains() const
    {
        const uint64_t requests = uint64_t{built_.lanes} * built_.max_length * built_.sms / built_.channels;
        return bench_.cycle() + 3000 + 10 * requests >= bench_.cycles();
    }

    void stimulate(Sm &sm, uint32_t i)
    {
        const bool end = drains(), fences = bench_.is_case("fences") || bench_.is_case("sharing");
        const bool handover = bench_.is_case("handover") && !end;
        const uint64_t bit = UINT64_C(1) << i;
        if (handover)
            hand_over(sm, i);
        else if (sm.stimulus.beats.empty() && !end)
            sm.stimulus.invent(sm.program, !sm.busy && sm.program.idle());
        const bool at_once = sm.in_stays || end || handover;
        const bool offered = !sm.stimulus.beats.empty() && (at_once || bench_.chance(issue_percent_));
        in_.issue[i] = offered ? &sm.stimulus.beats[sm.stimulus.beat] : nullptr;
        in_.wb_ready.word[0] |= bench_.chance(end ? 100 : bench_.is_case("refusing") ? 12 : words_percent_) ? bit : 0;
        in_.fault_ready.word[0] |= bench_.chance(end ? 100 : words_percent_) ? bit : 0;
        sm.acquire |= !end && bench_.chance(fences ? 1 : 0);
        sm.release |= bench_.chance(fences ? 1 : 0) || (end && bench_.cycle() % 128 == 0);
        in_.acquire.word[0] |= sm.acquire ? bit : 0;
        in_.release_valid.word[0] |= sm.release ? bit : 0;
        in_.camat_clear.word[0] |= fences && bench_.chance(1) ? bit : 0;
    }

    void hand_over(Sm &sm, uint32_t i)
    {
        rs::Instruction next;
        if (sm.stimulus.beats.empty() && handover_.instruction(i, next))
            sm.stimulus.put(next);
        sm.release |= sm.stimulus.beats.empty() && handover_.releases(i);
        sm.acquire = handover_.acquires(i);
    }

    void cycle()
    {
        if (bench_.cycle() % 64 == 0) {
            issue_percent_ = bench_.random_below(101);
            words_percent_ = 20 + bench_.random_below(81);
        }
        const bool rst = bench_.is_case("reset") && !drains() && bench_.random_below(400) == 0;
        rs::PathMismatch found;
        found.signal = "outputs";
        found.index = -1;
        if (bench_.is_case("handover"))
            handover_.begin_cycle(idle());
        in_.wb_ready.word[0] = in_.fault_ready.word[0] = in_.acquire.word[0] = in_.release_valid.word[0] = in_.camat_clear.word[0] = 0;
        for (uint32_t i = 0; i < built_.sms; i++)
            stimulate(*sms_[i], i);
        bench_.dut().rst = rst;
        port_->drive(bench_.dut(), in_);
        bench_.eval();
        out_ = *rs_gpu_memory_offer(twin_, &in_);
        port_->equal(bench_.dut(), in_, out_, found);
        bench_.compare(found.signal, found.model, found.hardware, found.index);
        if (!rs_timing_checker_observe(checker_, out_.path->dram))
            bench_.expect(rs_timing_checker_first(checker_)->text, 1, 0);
        if (!rs_scoreboard_observe(scoreboard_, out_.to_path, out_.path))
            bench_.expect(rs_scoreboard_error(scoreboard_), 1, 0);
        for (uint32_t i = 0; i < built_.sms; i++)
            watch(*sms_[i], i);
        fences();
        bench_.count("handed_over_at_once", handover_.watch(in_, out_));
        count_machine(rst);
        if (bench_.cycle() + 1 == bench_.cycles())
            all_through();
        rs_dram_device_step(device_, out_.path->dram, out_.path->commands, returns_);
        bench_.clock();
        rs_gpu_memory_clock(twin_);
        std::memcpy(in_.dram, returns_, sizeof returns_);
        if (rst)
            reset();
    }

    void reset()
    {
        rs_gpu_memory_reset(twin_);
        rs_dram_device_reset(device_);
        rs_scoreboard_reset(scoreboard_);
        rs_timing_checker_reset(checker_);
        forget();
    }

    /* What moves at an SM's ports in this cycle. */
    void watch(Sm &sm, uint32_t i)
    {
        const bool ready = out_.in_ready.word[0] >> i & 1;
        sm.busy = out_.busy.word[0] >> i & 1;
        bench_.count("instruction_waits", in_.issue[i] != nullptr && !ready && !sm.release);
        bench_.count("acquire_of_a_busy_sm", sm.acquire && sm.busy);
        bench_.count("release_waits", sm.release && !(out_.release_ready.word[0] >> i & 1));
        if (out_.wb[i] != nullptr && in_.wb_ready.word[0] >> i & 1)
            words_for_registers(sm, *out_.wb[i]);
        bench_.count("words_refused", out_.wb[i] != nullptr && !(in_.wb_ready.word[0] >> i & 1));
        if (out_.fault_valid.word[0] >> i & in_.fault_ready.word[0] >> i & 1)
            fault(sm, out_.fault[i]);
        if (in_.issue[i] != nullptr && ready) {
            if (sm.stimulus.beat == 0) {
                bench_.expect("accepted", sm.stimulus.legal(), out_.status[i] == RS_LSU_ACCEPTED, static_cast<int>(i));
                const rs::Instruction &next = sm.stimulus.next;
                bench_.count(!sm.stimulus.legal() ? "refused_instruction"
                             : !next.atomic       ? instructions[next.opcode]
                             : next.returns       ? "atomic"
                                                  : "atomic_returns_nothing", true);
                if (sm.stimulus.legal())
                    sm.program.take(sm.stimulus.next);
            }
            sm.stimulus.taken();
        }
        sm.in_stays = in_.issue[i] != nullptr && !ready;
    }

    /* An acquire in the cycle in which a release ends comes after it. */
    void fences()
    {
        for (uint32_t i = 0; i < built_.sms; i++)
            if (sms_[i]->release && out_.release_ready.word[0] >> i & 1) {
                bench_.count("released", true);
                words_.released(i, bench_.cycle());
                sms_[i]->release = false;
            }
        for (uint32_t i = 0; i < built_.sms; i++)
            if (sms_[i]->acquire) {
                bench_.count("acquired", true);
                words_.acquired(i);
                sms_[i]->acquire = false;
            }
    }

    void words_for_registers(Sm &sm, const rs_writeback &wb)
    {
        static const char *const levels[] = {"level_scratchpad", "level_l1", "level_merged", "level_l2", "level_remote_l1", "level_memory"};
        const std::vector<uint32_t> data(wb.data, wb.data + built_.lanes);
        sm.program.answer(wb.warp, wb.first_register, wb.element, wb.level, wb.mask, data);
        bench_.count(levels[wb.level], true);
        bench_.count("own_word", words_.seen == rs::OrderedWords::OWN);
        bench_.count("untouched_word", words_.seen == rs::OrderedWords::UNTOUCHED);
        bench_.count("word_of_another_sm", words_.seen == rs::OrderedWords::OTHERS);
    }

    void fault(Sm &sm, const rs_sm_fault &fault)
    {
        bench_.expect("a fault", 1, !sm.program.faults.empty());
        if (sm.program.faults.empty())
            return;
        const rs::Program::Fault expected = sm.program.faults.front();
        sm.program.faults.pop_front();
        bench_.expect("fault in the scratchpad", expected.scratchpad, fault.scratchpad);
        bench_.expect("fault of warp", expected.warp, fault.warp);
        bench_.expect("fault of register", expected.first_register, fault.first_register);
        bench_.expect("fault of element", expected.element, fault.element);
        bench_.expect("lanes not aligned", expected.misaligned, fault.misaligned);
        bench_.expect("lanes outside", expected.outside, fault.outside);
        bench_.count("fault_misaligned", fault.misaligned != 0);
        bench_.count("fault_outside", fault.outside != 0 && !fault.scratchpad);
        bench_.count("fault_scratchpad", fault.scratchpad);
    }

    /* The line of the word in memory: in the L2, or else in the DRAM. */
    void peek(uint64_t word, uint32_t line[RS_LINE_WORDS])
    {
        rs_dram_device_peek(device_, rs_address_decode(&built_.map, word * 4), line);
        if (out_.path->path != nullptr)
            rs_path_cached(out_.path->path, word * 4 / RS_LINE_BYTES * RS_LINE_BYTES, line);
    }

    /* The end of a case: long after the last instruction, and after releases. */
    void all_through()
    {
        bench_.expect("nothing inside at the end", 1, out_.idle);
        for (auto &sm : sms_)
            bench_.expect("everything answered", 1, sm->program.idle());
        for (uint64_t address : words_.addresses()) {
            uint32_t line[RS_LINE_WORDS];
            peek(address, line);
            bench_.expect("a word in memory at the end", 1, words_.left(address, line[address % RS_LINE_WORDS]));
        }
        for (auto &sm : sms_)
            for (const auto &word : sm->program.image()) {
                uint32_t line[RS_LINE_WORDS];
                peek(word.first, line);
                bench_.expect("a word of atomic operations at the end", word.second, line[word.first % RS_LINE_WORDS]);
            }
        if (!rs_scoreboard_finish(scoreboard_))
            bench_.expect(rs_scoreboard_error(scoreboard_), 1, 0);
    }

    void count_machine(bool rst)
    {
        bench_.count("event_hit", out_.hit.word[0] != 0);
        bench_.count("event_merged", out_.merged.word[0] != 0);
        bench_.count("event_miss", out_.miss.word[0] != 0);
        bench_.count("event_store", out_.store.word[0] != 0);
        bench_.count("event_entry_full", out_.entry_full.word[0] != 0);
        bench_.count("event_merge_full", out_.merge_full.word[0] != 0);
        bench_.count("event_store_buffer_full", out_.store_buffer_full.word[0] != 0);
        bench_.count("event_bank_conflict", out_.bank_conflict.word[0] != 0);
        bench_.count("line_waits", out_.line_waits.word[0] != 0);
        bench_.count("request_refused", (out_.to_path->request_valid.word[0] & ~out_.path->request_ready.word[0]) != 0);
        bench_.count("reply_refused", (out_.path->reply_valid.word[0] & ~out_.to_path->reply_ready.word[0]) != 0);
        bench_.count("all_sms_busy", out_.busy.word[0] == UINT64_MAX >> (64 - built_.sms));
        bench_.count("idle", out_.idle && bench_.cycle() > 100);
        bench_.count("reset_midway", rst && out_.busy.word[0] != 0);
        for (uint32_t c = 0; c < built_.channels; c++) {
            const rs_dram_pins &pins = out_.path->dram[c];
            bench_.count("part_of_a_line_stored", pins.wrdata_en && pins.wrdata_mask != 0);
            bench_.count("whole_line_stored", pins.wrdata_en && pins.wrdata_mask == 0);
        }
    }

    const rs_config built_;
    rs::Cosim<Vdut> bench_;
    rs::Handover handover_;
    std::unique_ptr<rs::GpuMemoryPort<Vdut>> port_;
    rs_gpu_memory *twin_ = nullptr;
    rs_dram_device *device_ = nullptr;
    rs_scoreboard *scoreboard_ = nullptr;
    rs_timing_checker *checker_ = nullptr;
    rs_gpu_memory_inputs in_ = rs_gpu_memory_inputs();
    rs_gpu_memory_outputs out_ = rs_gpu_memory_outputs();
    rs_dram_return returns_[RS_MAX_CHANNELS] = {};
    rs::OrderedWords words_;
    std::vector<std::unique_ptr<Sm>> sms_;
    uint32_t issue_percent_ = 0, words_percent_ = 0;
};

} // namespace

int main(int argc, char **argv)
{
    return GpuBench(argc, argv).run();
}
