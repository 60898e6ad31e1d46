/* rs_sm_memory beside cmodel/sm/sm_memory.c, and beside tb/sm/sm_memory_oracle.h: random instructions of several warps on few
 * lines, in front of a memory of random latency. Bytes of every load, each lane once, faults in order, release: every store
 * has left; behind an acquire, which comes at any time: nothing old is read; at the end of each case everything is answered
 * and stored, and nothing is inside. */
#include "sm_memory_port.h"
#include "sm_memory_stimulus.h"

static const uint64_t drain = 1500; /* cycles at the end of a case in which nothing begins */

namespace {

enum {
    LD, ST, LD_STRIDE, ST_STRIDE, LD_INDIRECT, ST_INDIRECT, REFUSED_INSTRUCTION, PARTIAL_MASK, LEVEL_SCRATCHPAD, LEVEL_MEMORY,
    EVENT_MISS, EVENT_STORE, EVENT_ENTRY_FULL, EVENT_STORE_BUFFER_FULL, EVENT_BANK_CONFLICT, LINE_WAITS, WORDS_REFUSED,
    BOTH_HAVE_WORDS, REQUEST_REFUSED, READ_TAKEN, WRITE_TAKEN, REPLY_REFUSED, INSTRUCTION_WAITS, FAULT_MISALIGNED, FAULT_OUTSIDE,
    FAULT_SCRATCHPAD, FAULT_REFUSED, ACQUIRED, ACQUIRED_WITH_READS_OUT, ACQUIRED_WITH_STORES, ACQUIRED_WITH_A_LINE_AT_THE_CACHE,
    ACQUIRED_WITH_AN_INSTRUCTION, TAKEN_IN_AN_ACQUIRE, RELEASE_WAITS, RELEASED, FENCE_HOLDS_AN_INSTRUCTION,
    FENCE_LETS_OPERANDS_IN, LOAD_BEHIND_ITS_STORE, NOTHING_INSIDE, RESET_MIDWAY, PLAIN_BINS
};

class SmMemoryBench {
  public:
    SmMemoryBench(int argc, char **argv)
        : bench_(argc, argv, 6000,
                 {"random", "hot", "slow", "scratchpad", "refusing", "faults", "fences", "atomics", "alone", "reset"}),
          memory_(block_bytes), program_(bench_, lanes, address_bits, pad_bytes),
          stimulus_(bench_, {lanes, address_bits, max_length, warp_bits, register_bits, line_bytes, pad_bytes, RTL_BANKS,
                              RTL_ATOMICS != 0})
    {
        std::vector<const char *> bins = {
            "ld", "st", "ld.stride", "st.stride", "ld.indirect", "st.indirect", "refused_instruction", "partial_mask",
            "level_scratchpad", "level_memory", "event_miss", "event_store", "event_entry_full", "event_store_buffer_full",
            "event_bank_conflict", "line_waits", "words_refused", "both_have_words", "request_refused", "read_taken",
            "write_taken", "reply_refused", "instruction_waits", "fault_misaligned", "fault_outside", "fault_scratchpad",
            "fault_refused", "acquired", "acquired_with_reads_out", "acquired_with_stores", "acquired_with_a_line_at_the_cache",
            "acquired_with_an_instruction", "taken_in_an_acquire", "release_waits", "released",
            "fence_holds_an_instruction", "fence_lets_operands_in",
            "load_behind_its_store", "nothing_inside", "reset_midway"};
        for (const char *name : {"event_merged", "event_merge_full", "level_merged"})
            if (!prt)
                bins.push_back(name);
        for (const char *name : {"event_hit", "level_l1"})
            if (cached)
                bins.push_back(name);
        if (RTL_L2 != 0)
            bins.push_back("level_l2");
        for (const char *name : {"atomic", "atomic_returns_nothing", "atomic_fault", "turn_taken", "turn_refused",
                                 "turn_behind_a_read", "store_behind_a_turn", "words_of_a_turn",
                                 "all_three_have_words", "turn_and_cache_have_words",
                                 "release_waits_for_answers", "acquired_with_atomics"})
            if (RTL_ATOMICS != 0)
                bins.push_back(name);
        bench_.declare_bins(bins);
        const rs_sm_memory_config config = built_sizes();
        if (!rs_sm_memory_init(&twin_, &config))
            abort();
    }
    ~SmMemoryBench() { rs_sm_memory_destroy(&twin_); }

    int run()
    {
        while (bench_.next_case()) {
            memory_.clear();
            program_.clear();
            for (uint64_t word = 0; word < line_bytes / 4; word++)
                program_.share(stimulus_.shared_line() * line_bytes / 4 + word);
            rs_sm_memory_reset(&twin_);
            forget();
            while (bench_.next_cycle())
                cycle();
        }
        return bench_.finish();
    }

  private:
    void forget()
    {
        stimulus_.forget();
        release_ = wb_stays_ = fault_stays_ = request_stays_ = reply_shown_ = false;
    }

    bool drains() const { return bench_.cycle() + drain >= bench_.cycles(); }

    void others_write()
    {
        const uint64_t at = stimulus_.shared_line() * line_bytes / 4 + bench_.random_below(line_bytes / 4);
        const uint32_t value = static_cast<uint32_t>(bench_.random());
        memory_.write_word(at, value);
        program_.written_by_others(at, value);
    }

    void cycle()
    {
        if (bench_.cycle() % 64 == 0) {
            issue_percent_ = bench_.random_below(101);
            words_percent_ = 20 + bench_.random_below(81);
            request_percent_ = 20 + bench_.random_below(81);
        }
        const bool refusing = bench_.is_case("refusing"), fences = bench_.is_case("fences"), alone = bench_.is_case("alone");
        const bool end = drains();
        const bool rst = bench_.is_case("reset") && !end && bench_.chance(1) && stimulus_.swept();
        if (stimulus_.beats.empty() && !end)
            stimulus_.invent(program_, !out_.busy && program_.idle());
        rs_sm_memory_inputs in = rs_sm_memory_inputs();
        const bool offered = !stimulus_.beats.empty() && (in_stays_ || end || bench_.chance(alone ? 100 : issue_percent_));
        in.issue = offered ? &stimulus_.beats[stimulus_.beat] : nullptr;
        in.wb_ready = bench_.chance(end || alone ? 100 : refusing ? 30 : words_percent_);
        in.fault_ready = bench_.chance(end ? 100 : refusing ? 10 : words_percent_);
        in.request_ready = bench_.chance(end || alone || bench_.is_case("slow") ? 100 : refusing ? 20 : request_percent_);
        release_ |= bench_.chance(fences ? 2 : 0) || (end && bench_.cycle() % 100 == 0);
        in.acquire = !end && bench_.chance(fences ? 2 : 0);
        in.release_valid = release_;
        in.camat_clear = fences && bench_.chance(1);
        if (!reply_shown_ && !memory_.answers.empty() && bench_.chance(end ? 100 : request_percent_)) {
            std::swap(memory_.answers.front(),
                      memory_.answers[bench_.random_below(static_cast<uint32_t>(memory_.answers.size()))]);
            reply_shown_ = true;
        }
        in.reply_valid = reply_shown_;
        if (reply_shown_) {
            const rs::BackEnd::Request &answer = memory_.answers.front();
            in.reply.id = answer.id;
            in.reply.mask = answer.mask;
            in.reply_memory = answer.id % 3 != 0; /* stays while it is shown */
            std::memcpy(in.reply_data, answer.data.data(), block_bytes);
        }
        drive(bench_.dut(), in, stimulus_.beats.empty() ? rs_load_store_issue() : stimulus_.beats[stimulus_.beat], rst);
        bench_.eval();

        rs_sm_memory_offer(&twin_, &in, &out_);
        compare_ports(bench_, in, out_);
        check_stays(in);
        count(in, rst);
        if (out_.wb != nullptr && in.wb_ready)
            words_for_registers();
        if (out_.fault_valid && in.fault_ready)
            fault();
        if (in.acquire)
            program_.acquired();
        if (in.release_valid && out_.release_ready)
            for (const auto &stored : program_.image())
                if (!program_.operating(stored.first))
                    bench_.expect("released word", stored.second, memory_.word(stored.first));
        if (alone && stimulus_.swept())
            times_alone(in);
        if (bench_.cycle() + 1 == bench_.cycles())
            all_through();
        move(in);
        bench_.clock();
        rs_sm_memory_clock(&twin_, &in);
        if (rst) {
            rs_sm_memory_reset(&twin_);
            memory_.finish();
            program_.finish(memory_);
            forget();
        }
    }

    /* What leaves the ports at this clock edge, by the twin. */
    void move(const rs_sm_memory_inputs &in)
    {
        const uint64_t now = bench_.cycle();
        const uint32_t latency = drains() ? 8 : bench_.is_case("slow") ? 600 : 60;
        in_stays_ = in.issue != nullptr && !out_.in_ready;
        if (in.issue != nullptr && out_.in_ready) {
            if (stimulus_.beat == 0) {
                bench_.expect("accepted", stimulus_.legal(), out_.status == RS_LSU_ACCEPTED);
                if (stimulus_.legal())
                    program_.take(stimulus_.next);
            }
            stimulus_.taken();
        }
        if (in.reply_valid && out_.reply_ready) {
            memory_.answers.pop_front();
            reply_shown_ = false;
        }
        if (bench_.chance(10) && !drains())
            others_write();
        /* An answer that is shown stays where it is. */
        memory_.cycle(now);
        if (out_.request != nullptr && in.request_ready) {
            const rs_sm_request &r = *out_.request;
            const uint64_t due = now + latency / 2 + bench_.random_below(latency / 2);
            rs::BackEnd::Request request = {r.write, r.block, r.id, r.mask, {}, {}, due};
            request.atomic = r.atomic;
            request.control = r.store.bytes[0] | uint64_t{r.store.bytes[1]} << 32;
            for (uint32_t k = 0; (r.write || r.atomic) && k < block_bytes; k++) {
                request.data.push_back(r.store.data[k]);
                request.written.push_back(r.store.bytes[k / 32] >> k % 32 & 1);
            }
            memory_.take(request);
        }
        release_ = release_ && !out_.release_ready;
        wb_stays_ = out_.wb != nullptr && !in.wb_ready;
        fault_stays_ = out_.fault_valid && !in.fault_ready;
        request_stays_ = out_.request != nullptr && !in.request_ready;
    }

    /* An offer that was refused stays as it was. */
    void check_stays(const rs_sm_memory_inputs &in)
    {
        std::vector<uint64_t> ports[3];
        if (out_.wb != nullptr)
            ports[0] = {out_.wb->warp, out_.wb->first_register, out_.wb->element, out_.wb->level, out_.wb->mask};
        if (out_.fault_valid)
            ports[1] = {out_.fault.scratchpad, out_.fault.element, out_.fault.misaligned, out_.fault.outside};
        if (out_.request != nullptr)
            ports[2] = {out_.request->write, out_.request->block, out_.request->write ? 0 : out_.request->id};
        const bool stays[] = {wb_stays_, fault_stays_, request_stays_};
        for (int k = 0; k < 3; k++) {
            bench_.expect("a refused offer stays (words, fault, request)", 1, !stays[k] || ports[k] == shown_[k], k);
            shown_[k] = ports[k];
        }
        bench_.expect("nothing begins during a release", 1, !in.release_valid || !out_.in_first || !bench_.dut().in_ready);
    }

    void words_for_registers()
    {
        Vdut &dut = bench_.dut();
        std::vector<uint32_t> data(lanes);
        rs::get_words(dut.wb_data, 0, lanes * 32, data.data());
        const bool there[RS_SERVED_LEVELS] = {true, cached, !prt, RTL_L2 != 0, false, true};
        bench_.expect("a level that is there", 1, dut.wb_level < RS_SERVED_LEVELS && there[dut.wb_level]);
        program_.answer(static_cast<uint32_t>(rs::get(dut.wb_warp, 0, warp_bits)),
                        static_cast<uint32_t>(rs::get(dut.wb_register, 0, register_bits)), dut.wb_element, dut.wb_level,
                        rs::get(dut.wb_mask, 0, lanes), data);
    }

    void fault()
    {
        Vdut &dut = bench_.dut();
        bench_.expect("a fault", 1, !program_.faults.empty());
        if (program_.faults.empty())
            return;
        const rs::Program::Fault expected = program_.faults.front();
        program_.faults.pop_front();
        bench_.expect("fault in the scratchpad", expected.scratchpad, dut.fault_scratchpad);
        bench_.expect("fault of warp", expected.warp, rs::get(dut.fault_warp, 0, warp_bits));
        bench_.expect("fault of register", expected.first_register, rs::get(dut.fault_register, 0, register_bits));
        bench_.expect("fault of element", expected.element, dut.fault_element);
        bench_.expect("lanes not aligned", expected.misaligned, rs::get(dut.fault_misaligned, 0, lanes));
        bench_.expect("lanes outside", expected.outside, rs::get(dut.fault_outside, 0, lanes));
    }

    /* A load of one lane with nothing else inside takes the times that the header states. */
    void times_alone(const rs_sm_memory_inputs &in)
    {
        const uint64_t now = bench_.cycle();
        if (out_.wb != nullptr && out_.wb->level <= RS_SERVED_L1)
            bench_.expect("cycles to words of scratchpad and cache", out_.wb->level == RS_SERVED_L1 ? 5 : 3, now - began_);
        else if (out_.wb != nullptr)
            bench_.expect("cycles from the reply to its words", prt ? 2 : 3, now - replied_);
        if (out_.request != nullptr && !requested_)
            bench_.expect("cycles to the request", prt ? 5 : 6, now - began_);
        requested_ |= out_.request != nullptr;
        if (in.reply_valid && out_.reply_ready && (!prt || in.reply.mask != 0))
            replied_ = now;
        if (in.issue != nullptr && out_.in_ready) {
            began_ = now;
            requested_ = false;
        }
    }

    /* The end of a case: long after the last instruction, and after a release. */
    void all_through()
    {
        bench_.expect("nothing inside at the end", 1, bench_.dut().empty);
        bench_.expect("everything answered", 1, program_.idle() && memory_.idle());
        for (const auto &stored : program_.image())
            bench_.expect("word in memory at the end", stored.second, memory_.word(stored.first));
    }

    void count(const rs_sm_memory_inputs &in, bool rst)
    {
        const bool begins = in.issue != nullptr && out_.in_ready && stimulus_.beat == 0;
        const bool fence = in.release_valid;
        const rs_line_access &line = twin_.coalescer.line;
        const bool writes = out_.request != nullptr && out_.request->write;
        if (begins)
            bench_.count(stimulus_.legal() ? stimulus_.next.opcode : uint32_t{REFUSED_INSTRUCTION}, !stimulus_.next.atomic);
        bench_.count(PARTIAL_MASK, begins && stimulus_.next.mask != all_lanes);
        bench_.count(LEVEL_SCRATCHPAD, out_.wb != nullptr && out_.wb->level == RS_SERVED_SCRATCHPAD);
        bench_.count(LEVEL_MEMORY, out_.wb != nullptr && out_.wb->level == RS_SERVED_MEMORY);
        bench_.count(EVENT_MISS, out_.miss);
        bench_.count(EVENT_STORE, out_.store);
        bench_.count(EVENT_ENTRY_FULL, out_.entry_full);
        bench_.count(EVENT_STORE_BUFFER_FULL, out_.store_buffer_full);
        bench_.count(EVENT_BANK_CONFLICT, out_.bank_conflict);
        bench_.count(LINE_WAITS, out_.line_waits);
        bench_.count(WORDS_REFUSED, wb_stays_);
        bench_.count(BOTH_HAVE_WORDS, twin_.scratchpad.wb_valid && twin_.cache.wb_valid);
        bench_.count(REQUEST_REFUSED, request_stays_);
        bench_.count(READ_TAKEN, out_.request != nullptr && in.request_ready && !out_.request->write);
        bench_.count(WRITE_TAKEN, writes && in.request_ready);
        bench_.count(REPLY_REFUSED, in.reply_valid && !out_.reply_ready);
        bench_.count(INSTRUCTION_WAITS, in.issue != nullptr && !out_.in_ready && !fence);
        bench_.count(FAULT_MISALIGNED, out_.fault_valid && out_.fault.misaligned != 0);
        bench_.count(FAULT_OUTSIDE, out_.fault_valid && out_.fault.outside != 0 && !out_.fault.scratchpad);
        bench_.count(FAULT_SCRATCHPAD, out_.fault_valid && out_.fault.scratchpad);
        bench_.count(FAULT_REFUSED, fault_stays_);
        bench_.count(ACQUIRED, in.acquire);
        bench_.count(ACQUIRED_WITH_READS_OUT, in.acquire && !out_.wires.cache.table_empty);
        bench_.count(ACQUIRED_WITH_STORES, in.acquire && !out_.wires.stores.empty);
        bench_.count(ACQUIRED_WITH_A_LINE_AT_THE_CACHE, in.acquire && twin_.coalescer.line_valid);
        bench_.count(ACQUIRED_WITH_AN_INSTRUCTION, in.acquire && twin_.unit.busy);
        bench_.count(TAKEN_IN_AN_ACQUIRE, in.acquire && begins);
        bench_.count(RELEASE_WAITS, in.release_valid && !out_.release_ready);
        bench_.count(RELEASED, in.release_valid && out_.release_ready);
        bench_.count(FENCE_HOLDS_AN_INSTRUCTION, fence && in.issue != nullptr && out_.in_first && !out_.in_ready);
        bench_.count(FENCE_LETS_OPERANDS_IN, fence && in.issue != nullptr && !out_.in_first && out_.in_ready);
        bench_.count(LOAD_BEHIND_ITS_STORE, writes && twin_.coalescer.line_valid && !line.write &&
                                                out_.request->block / (line_bytes / block_bytes) == line.line);
        bench_.count(NOTHING_INSIDE, out_.empty);
        bench_.count(RESET_MIDWAY, rst && out_.busy);
        if (!prt) {
            bench_.count(PLAIN_BINS, out_.merged);
            bench_.count(PLAIN_BINS + 1, out_.merge_full);
            bench_.count(PLAIN_BINS + 2, out_.wb != nullptr && out_.wb->level == RS_SERVED_MERGED);
        }
        if (cached) {
            bench_.count(PLAIN_BINS + (prt ? 0 : 3), out_.hit);
            bench_.count(PLAIN_BINS + (prt ? 1 : 4), out_.wb != nullptr && out_.wb->level == RS_SERVED_L1);
        }
        if (RTL_ATOMICS != 0)
            count_atomics(in, begins);
        bench_.count("level_l2", out_.wb != nullptr && out_.wb->level == RS_SERVED_L2);
    }

    void count_atomics(const rs_sm_memory_inputs &in, bool begins)
    {
        const bool turn = out_.wires.turn != nullptr, shown = out_.request != nullptr && out_.request->atomic;
        const bool words = twin_.atomic_unit.wb_valid;
        bench_.count("atomic", begins && stimulus_.next.atomic && stimulus_.next.returns);
        bench_.count("atomic_returns_nothing", begins && stimulus_.next.atomic && !stimulus_.next.returns);
        bench_.count("atomic_fault", out_.fault_valid && !out_.fault.scratchpad && twin_.atomic);
        bench_.count("turn_taken", shown && in.request_ready);
        bench_.count("turn_refused", shown && !in.request_ready);
        bench_.count("turn_behind_a_read", turn && out_.wires.room && out_.wires.cache.request_valid);
        bench_.count("store_behind_a_turn", turn && out_.wires.room && out_.wires.stores.request != nullptr);
        bench_.count("words_of_a_turn", words && out_.wb == &twin_.atomic_unit.wb);
        bench_.count("all_three_have_words", words && twin_.cache.wb_valid && twin_.scratchpad.wb_valid);
        bench_.count("turn_and_cache_have_words", words && twin_.cache.wb_valid);
        bench_.count("release_waits_for_answers", in.release_valid && out_.wires.quiet && out_.wires.stores.release_ready &&
                                                      out_.request == nullptr && !out_.release_ready);
        bench_.count("acquired_with_atomics", in.acquire && !rs_atomic_unit_empty(&twin_.atomic_unit));
    }

    rs::Cosim<Vdut> bench_;
    rs_sm_memory twin_ = rs_sm_memory();
    rs_sm_memory_outputs out_ = rs_sm_memory_outputs();
    rs::BackEnd memory_;
    rs::Program program_;
    SmMemoryStimulus stimulus_;
    bool in_stays_ = false, release_ = false, reply_shown_ = false;
    bool wb_stays_ = false, fault_stays_ = false, request_stays_ = false;
    std::vector<uint64_t> shown_[3];
    uint64_t began_ = 0, replied_ = 0; /* cycles, for the case "alone" */
    bool requested_ = false;
    uint32_t issue_percent_ = 50, words_percent_ = 50, request_percent_ = 50;
};

} // namespace

int main(int argc, char **argv)
{
    return SmMemoryBench(argc, argv).run();
}
