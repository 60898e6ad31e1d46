/* rs_issue_stage beside cmodel/sm/issue_stage.c, and beside a list of what each register and warp waits for. The bench is host
 * and memory side: programs at random for the warps of CTAs that start at random, records that are there now and then, an
 * operand stage that is taken now and then, words in any order, pieces and levels, releases that take their time.
 *
 * The second oracle knows of each register the cycle from which it may be named, of each warp its next record and what it waits
 * for, and says of every issue whether it may be; it does not know who is to issue. At the end of a case all CTAs must end. */
#include <algorithm>
#include <deque>
#include <vector>

#include "Vdut.h"
#include "cosim.h"
#include "sm/issue_stage.h"

static const uint32_t warps = RTL_WARPS, registers = RTL_REGISTERS, schedulers = RTL_WARP_SCHEDULERS, places = RTL_SM_CTAS;
static const uint32_t lanes = RTL_LANES, warp_bits = RTL_WARP_BITS, register_bits = RTL_REGISTER_BITS;
static const bool greedy = RTL_WARP_ORDER != 0, blocking = RTL_BLOCKING != 0;
static const uint64_t all_lanes = lanes < 64 ? (UINT64_C(1) << lanes) - 1 : ~UINT64_C(0);
static const uint64_t never = ~UINT64_C(0);
static const uint32_t none = RS_NO_REGISTER;
static const uint64_t last_cycles = 3000;

namespace {

/* Words of an element of a load that have not come. */
struct Words {
    uint32_t warp, first, element;
    uint64_t mask, from; /* lanes; the first cycle in which they may come */
    bool low;            /* levels 0 and 1, else 2 to 5 */
};

/* Whose wait is charged in a cycle. */
struct Waiting {
    bool valid;
    uint32_t warp, reg;
};

struct Warp {
    std::deque<rs_warp_record> program, inside; /* not asked for; asked for and not issued */
    bool live = false, at_barrier = false;
    uint64_t next = 0;                          /* cycle from which it may issue, without what its registers say */
    std::vector<uint64_t> ready = std::vector<uint64_t>(registers, 0);
    uint32_t place = 0;
};

template <class Signal> void assign(Signal &signal, uint64_t value) { signal = static_cast<Signal>(value); }

class IssueBench {
  public:
    IssueBench(int argc, char **argv)
        : bench_(argc, argv, 12000, {"random", "compute", "memory", "fences", "short", "barriers", "slow_host", "reset", "illegal"})
    {
        std::vector<const char *> bins = {
            "alu", "sfu", "branch", "barrier", "load", "store", "atomic", "fence", "exit", "slots_1", "slots_2", "slots_3", "slots_5", "slots_9",
            "control", "synchronization", "memory_data", "memory_structural", "compute_data", "compute_structural", "row_waits",
            "row_refused", "release", "acquire_of_atomic", "acquire_of_fence", "acquire_of_dispatch", "release_then_acquire",
            "words_twice_running", "words_partly", "ready", "place_again", "all_places",
            "cta_waits_for_operands", "barrier_by_last", "barrier_by_exit", "full_buffer", "reset_in_use", "illegal", "charged_source",
            "charged_destination", "free_at_issue"};
        if (!blocking)
            bins.push_back("cta_waits_for_words");
        if (warps > 1)
            for (const char *name : {"two_wait", "idle_with_live"})
                bins.push_back(name);
        if (warps > 2)
            bins.push_back("two_send");
        if (schedulers > 1)
            for (const char *name : {"two_issue", "sfu_taken", "stage_taken"})
                bins.push_back(name);
        if (RTL_WORDS_DELAY > 0)
            for (const char *name : {"ready_late", "ready_both"})
                bins.push_back(name);
        if (RTL_LOADS_A_WARP > 0)
            bins.push_back("loads_full");
        if (blocking || RTL_LOADS_A_WARP > 0)
            bins.push_back("charged_other");
        if (RTL_SFU_LATENCY > RTL_WARP_GAP + 12)
            bins.push_back("result_outlives_warp");
        bench_.declare_bins(bins);
    }

    int run()
    {
        while (bench_.next_case()) {
            rs_issue_settings settings = {warps, registers, schedulers, greedy, RTL_ISSUE_CYCLES, RTL_WARP_GAP, RTL_ALU_LATENCY,
                                          RTL_SFU_LATENCY, RTL_BRANCH_LATENCY, RTL_ALU_INTERVAL, RTL_SFU_INTERVAL, RTL_WORDS_DELAY,
                                          RTL_LOADS_A_WARP, blocking, places, 1};
            rs_issue_stage_init(&twin_, &settings);
            forget();
            while (bench_.next_cycle())
                cycle();
        }
        return bench_.finish();
    }

  private:
    void forget()
    {
        inputs_ = rs_issue_inputs();
        warp_.assign(warps, Warp());
        words_.clear();
        std::fill(sent_, sent_ + schedulers, 0);
        mask_ = 0;
        taken_from_ = 0;
        occupied_ = used_ = 0;
        illegal_due_ = false;
        now_ = 0;
        wb_last_ = never;
        std::fill(slot_from_, slot_from_ + 4, 0);
        std::fill(alu_from_, alu_from_ + 4, 0);
        std::fill(waits_reply_, waits_reply_ + 64, false);
        sfu_from_ = rows_left_ = 0;
        meets_ = by_exit_ = 0;
        was_release_ = false;
        std::fill(waiting_, waiting_ + RS_ISSUE_WAITING_LATER, Waiting());
        set_cta_warps();
    }

    void set_cta_warps()
    {
        uint32_t cta = bench_.chance(50) ? std::max(1u, warps / places) : 1 + bench_.random_below(warps);
        if (bench_.is_case("short"))
            cta = 1 + bench_.random_below(std::max(1u, warps / places));
        twin_.settings.cta_warps = cta;
        room_ = std::min(places, warps / cta);
    }

    bool ending() const { return bench_.cycle() + last_cycles >= bench_.cycles(); }

    /* ---- programs ---- */

    uint32_t some_register(uint32_t number = 1)
    {
        const uint32_t few = std::min(registers, 16u);
        const uint32_t top = bench_.chance(70) ? few : registers;
        if (number > 2)
            return bench_.random_below((top - number) / 4 + 1) * 4;
        return bench_.random_below(top - number + 1);
    }
    uint32_t maybe(uint32_t number = 1) { return bench_.chance(60) ? some_register(number) : none; }

    rs_warp_record some_record()
    {
        rs_warp_record r = {};
        uint32_t weight[] = {30, 10, 8, 4, 30, 8, 4};
        const uint32_t compute[] = {60, 25, 12, 1, 2, 0, 0}, memory[] = {8, 2, 1, 1, 84, 3, 1};
        const uint32_t fences[] = {10, 2, 2, 5, 15, 45, 20}, barriers[] = {20, 5, 5, 55, 10, 2, 3};
        if (bench_.is_case("compute"))
            std::copy(compute, compute + 7, weight);
        else if (bench_.is_case("memory"))
            std::copy(memory, memory + 7, weight);
        else if (bench_.is_case("fences"))
            std::copy(fences, fences + 7, weight);
        else if (bench_.is_case("barriers"))
            std::copy(barriers, barriers + 7, weight);
        uint32_t total = 0, kind = 0;
        for (const uint32_t w : weight)
            total += w;
        for (uint32_t k = bench_.random_below(total); k >= weight[kind]; kind++)
            k -= weight[kind];
        r.kind = static_cast<rs_record_kind>(kind);
        r.elements = 1;
        r.destination = RS_NO_REGISTER;
        r.source[0] = maybe();
        r.source[1] = maybe();
        r.source[2] = maybe();
        switch (r.kind) {
        case RS_RECORD_ALU:
        case RS_RECORD_SFU:
            r.destination = bench_.chance(90) ? some_register() : none;
            break;
        case RS_RECORD_MEMORY: {
            const uint32_t how = bench_.chance(40) ? 0 : 1 + bench_.random_below(2);
            const bool write = bench_.chance(40);
            r.space = static_cast<rs_record_space>(bench_.chance(50) ? 0 : bench_.random_below(RS_SPACES));
            r.opcode = 2 * how + write;
            r.elements = how == 0 ? 1 : 4u << bench_.random_below(3);
            r.source[0] = some_register(2);
            r.source[1] = how == 0 ? none : some_register(how == 2 ? r.elements : 1);
            r.source[2] = write ? some_register(r.elements) : none;
            r.destination = write ? none : some_register(r.elements);
            break;
        }
        case RS_RECORD_ATOMIC:
            r.space = bench_.chance(80) ? RS_SPACE_GLOBAL : RS_SPACE_LOCAL;
            r.opcode = bench_.random_below(8);
            r.acquire = bench_.chance(50);
            r.release = bench_.chance(50);
            r.returns = r.acquire || bench_.chance(50);
            r.source[0] = some_register(2);
            r.source[2] = some_register();
            r.destination = r.returns ? some_register() : none;
            break;
        case RS_RECORD_FENCE:
            r.acquire = bench_.chance(50);
            r.release = bench_.chance(50);
            r.source[0] = r.source[1] = r.source[2] = RS_NO_REGISTER;
            break;
        default:
            break;
        }
        return r;
    }

    rs_warp_record wrong_record()
    {
        rs_warp_record r = {};
        r.elements = 1;
        r.destination = r.source[0] = r.source[1] = r.source[2] = RS_NO_REGISTER;
        switch (bench_.random_below(10)) {
        case 0: r.kind = static_cast<rs_record_kind>(8 + bench_.random_below(8)); break;
        case 1: r.source[bench_.random_below(3)] = registers + bench_.random_below(255 - registers); break;
        case 2: r.destination = registers; break;
        case 3: r.kind = RS_RECORD_MEMORY; r.source[0] = registers - 1; r.destination = 0; break;
        case 4: r.kind = RS_RECORD_MEMORY; r.source[0] = 0; r.destination = bench_.chance(50) ? 2 : 0; r.opcode = 2; r.elements = r.destination == 2 ? 4 : 1; break;
        case 5: r.kind = RS_RECORD_MEMORY; r.source[0] = 0; r.opcode = bench_.random_below(2); break;
        case 6: r.kind = RS_RECORD_MEMORY; r.source[0] = 0; r.destination = 0; r.opcode = 6; r.elements = 4; break;
        case 7: r.kind = RS_RECORD_MEMORY; r.source[0] = 0; r.destination = 0; (bench_.chance(50) ? r.acquire : r.release) = true; break;
        case 8: r.kind = RS_RECORD_ATOMIC; r.space = bench_.chance(50) ? RS_SPACE_STASH : RS_SPACE_SCRATCHPAD; break;
        default: r.kind = RS_RECORD_ATOMIC; r.returns = bench_.chance(50); r.acquire = !r.returns; break;
        }
        return r;
    }

    void start_cta(uint32_t place)
    {
        const uint32_t cta = twin_.settings.cta_warps;
        const uint32_t longest = bench_.is_case("short") ? 4 : 60;
        bench_.count("place_again", used_ >> place & 1);
        used_ |= 1u << place;
        occupied_ |= 1u << place;
        for (uint32_t i = 0; i < cta; i++) {
            Warp &warp = warp_[place * cta + i];
            const std::vector<uint64_t> before = warp.ready;
            warp = Warp();
            warp.ready = before; /* results of the last warp may still be under way */
            warp.live = true;
            warp.place = place;
            for (uint32_t n = bench_.random_below(longest); n != 0; n--)
                warp.program.push_back(some_record());
            rs_warp_record exit = {};
            exit.kind = RS_RECORD_EXIT;
            exit.elements = 1;
            exit.destination = exit.source[0] = exit.source[1] = exit.source[2] = RS_NO_REGISTER;
            warp.program.push_back(exit);
            if (bench_.is_case("illegal") && bench_.chance(10))
                warp.program.insert(warp.program.begin() + bench_.random_below(static_cast<uint32_t>(warp.program.size())), wrong_record());
            bench_.count("result_outlives_warp",
                         std::any_of(before.begin(), before.end(), [this](uint64_t from) { return from > now_ + 3 && from != never; }));
        }
    }

    /* ---- stimulus ---- */

    void stimulus(bool &rst)
    {
        if (bench_.cycle() % 128 == 0)
            for (uint32_t &percent : burst_)
                percent = bench_.random_below(101);
        const bool slow = bench_.is_case("slow_host");
        if (bench_.cycle() + last_cycles == bench_.cycles())
            for (Warp &warp : warp_)
                while (warp.program.size() > 1)
                    warp.program.pop_front();
        rst = illegal_due_ || (bench_.is_case("reset") && !ending() && bench_.chance(1));
        const uint32_t free = twin_.place_free;
        if (!ending() && free == (1u << places) - 1 && bench_.chance(20))
            set_cta_warps();
        inputs_.start_valid = false;
        const uint32_t place = bench_.random_below(room_);
        if (!ending() && (free >> place & 1) != 0 && bench_.chance(slow ? 3 : 30)) {
            inputs_.start_valid = true;
            inputs_.start_place = place;
        }
        inputs_.available = 0;
        for (uint32_t i = 0; i < warps; i++)
            if (!warp_[i].program.empty() && bench_.chance(ending() ? 100 : slow ? 5 : burst_[0] < 30 ? 100 : burst_[0]))
                inputs_.available |= UINT64_C(1) << i;
        for (uint32_t s = 0; s < schedulers; s++)
            inputs_.record[s] = sent_[s];
        const bool first = twin_.operand.valid && twin_.first_row;
        inputs_.in_ready = (!first || now_ >= taken_from_)
            && bench_.chance(ending() || burst_[1] < 20 ? 100 : bench_.is_case("memory") ? burst_[1] / 2 : burst_[1]);
        inputs_.operand_mask = mask_;
        inputs_.release_ready = bench_.chance(burst_[2] < 30 ? 100 : burst_[2] / 4 + 2);
        const bool nobody = free == (1u << places) - 1;
        inputs_.fence_release_valid = nobody && bench_.chance(30);
        inputs_.fence_acquire_valid = nobody && bench_.chance(30);
        choose_words();
    }

    void choose_words()
    {
        inputs_.wb_valid = false;
        if (words_.empty() || !bench_.chance(ending() || burst_[3] < 30 ? 100 : burst_[3]))
            return;
        std::size_t at = bench_.random_below(static_cast<uint32_t>(words_.size()));
        if (wb_last_ != never && bench_.chance(30)) /* the same register again */
            for (std::size_t i = 0; i < words_.size(); i++)
                if (words_[i].warp * registers + words_[i].first + words_[i].element == wb_last_)
                    at = i;
        Words &words = words_[at];
        if (words.from > now_)
            return;
        inputs_.wb_valid = true;
        inputs_.wb_warp = words.warp;
        inputs_.wb_register = words.first;
        inputs_.wb_element = words.element;
        inputs_.wb_mask = words.mask;
        if (bench_.chance(40))
            inputs_.wb_mask &= bench_.random();
        if (inputs_.wb_mask == 0)
            inputs_.wb_mask = words.mask & (~words.mask + 1);
        inputs_.wb_level = bench_.random_below(6);
        words.mask &= ~inputs_.wb_mask;
        const uint64_t reg = words.warp * registers + words.first + words.element;
        bench_.count("words_twice_running", wb_last_ == reg);
        bench_.count("words_partly", words.mask != 0);
        wb_next_ = reg;
        if (words.mask == 0) {
            const uint64_t late = inputs_.wb_level < 2 ? RTL_WORDS_DELAY : 0;
            warp_[words.warp].ready[words.first + words.element] = now_ + 1 + late;
            const rs_issue_warp *twin = &twin_.warp[words.warp];
            if ((twin_.reply >> words.warp & 1) != 0 && rs_warp_record_unpack(twin->fence).destination == words.first) {
                warp_[words.warp].next = std::max(warp_[words.warp].next, now_ + 2);
                waits_reply_[words.warp] = false;
            }
            words_.erase(words_.begin() + static_cast<std::ptrdiff_t>(at));
        }
    }

    void drive(bool rst)
    {
        Vdut &dut = bench_.dut();
        dut.rst = rst;
        assign(dut.cta_warps, twin_.settings.cta_warps);
        dut.start_valid = inputs_.start_valid;
        assign(dut.start_place, inputs_.start_place);
        rs::set(dut.available, 0, warps, inputs_.available);
        for (uint32_t s = 0; s < schedulers; s++)
            rs::set(dut.record, 64 * s, 64, inputs_.record[s]);
        dut.in_ready = inputs_.in_ready;
        rs::set(dut.operand_mask, 0, lanes, inputs_.operand_mask);
        dut.wb_valid = inputs_.wb_valid;
        assign(dut.wb_warp, inputs_.wb_warp);
        assign(dut.wb_register, inputs_.wb_register);
        assign(dut.wb_element, inputs_.wb_element);
        rs::set(dut.wb_mask, 0, lanes, inputs_.wb_mask);
        assign(dut.wb_level, inputs_.wb_level);
        dut.release_ready = inputs_.release_ready;
        dut.fence_release_valid = inputs_.fence_release_valid;
        dut.fence_acquire_valid = inputs_.fence_acquire_valid;
    }

    void compare(const rs_issue_outputs &model)
    {
        Vdut &dut = bench_.dut();
        bench_.compare("illegal", model.illegal, dut.illegal);
        if (model.illegal) {
            bench_.compare("illegal_warp", model.illegal_warp, dut.illegal_warp);
            return;
        }
        bench_.compare("place_free", model.place_free, dut.place_free);
        bench_.compare("quiet", model.quiet, dut.quiet);
        bench_.compare("ask_valid", model.ask_valid, dut.ask_valid);
        bench_.compare("issue_valid", model.issue_valid, dut.issue_valid);
        for (uint32_t s = 0; s < schedulers; s++) {
            const int index = static_cast<int>(s);
            if (model.ask_valid >> s & 1)
                bench_.compare("ask_warp", model.ask_warp[s], rs::get(dut.ask_warp, s * warp_bits, warp_bits), index);
            if (model.issue_valid >> s & 1)
                bench_.compare("issue_warp", model.issue_warp[s], rs::get(dut.issue_warp, s * warp_bits, warp_bits), index);
        }
        bench_.compare("read_valid", model.read_valid, dut.read_valid);
        if (model.read_valid) {
            bench_.compare("read_first", model.read_first, dut.read_first);
            bench_.compare("read_warp", model.read_warp, dut.read_warp);
            bench_.compare("read_number", model.read_number, dut.read_number);
        }
        const rs_issue_operand &in = model.operand;
        const uint32_t register_mask = (1u << register_bits) - 1;
        bench_.compare("in_valid", in.valid, dut.in_valid);
        if (in.valid) {
            bench_.compare("in_opcode", in.opcode, dut.in_opcode);
            bench_.compare("in_length", in.length, dut.in_length);
            bench_.compare("in_warp", in.warp, dut.in_warp);
            if (!in.atomic || in.atomic_returns)
                bench_.compare("in_register", in.first_register & register_mask, dut.in_register);
            bench_.compare("in_scratchpad", in.scratchpad, dut.in_scratchpad);
            bench_.compare("in_atomic", in.atomic, dut.in_atomic);
            bench_.compare("in_atomic_op", in.atomic_op, dut.in_atomic_op);
            bench_.compare("in_atomic_returns", in.atomic_returns, dut.in_atomic_returns);
        }
        bench_.compare("release_valid", model.release_valid, dut.release_valid);
        bench_.compare("acquire_valid", model.acquire_valid, dut.acquire_valid);
        bench_.compare("live", model.live, rs::get(dut.live, 0, warps));
        bench_.compare("hazard_control", model.hazard[0], rs::get(dut.hazard_control, 0, warps));
        bench_.compare("hazard_synchronization", model.hazard[1], rs::get(dut.hazard_synchronization, 0, warps));
        bench_.compare("hazard_memory_data", model.hazard[2], rs::get(dut.hazard_memory_data, 0, warps));
        bench_.compare("hazard_memory_structural", model.hazard[3], rs::get(dut.hazard_memory_structural, 0, warps));
        bench_.compare("hazard_compute_data", model.hazard[4], rs::get(dut.hazard_compute_data, 0, warps));
        bench_.compare("hazard_compute_structural", model.hazard[5], rs::get(dut.hazard_compute_structural, 0, warps));
        bench_.compare("issued", model.issued, dut.issued);
        bench_.compare("slot_busy", model.slot_busy, dut.slot_busy);
        bench_.compare("slot_waits", model.slot_waits, dut.slot_waits);
        bench_.compare("releasing", model.releasing, dut.releasing);
        const Waiting &waiting = waiting_[RS_ISSUE_WAITING_LATER - 1];
        bench_.compare("waiting_valid", waiting.valid, dut.waiting_valid);
        if (waiting.valid) {
            bench_.compare("waiting_warp", waiting.warp, dut.waiting_warp);
            bench_.compare("waiting_register", waiting.reg, dut.waiting_register);
        }
        for (uint32_t i = 0; i < 2; i++) {
            bench_.compare("ready_valid", model.ready[i].valid, dut.ready_valid >> i & 1, static_cast<int>(i));
            if (model.ready[i].valid) {
                const int index = static_cast<int>(i);
                bench_.compare("ready_warp", model.ready[i].warp, rs::get(dut.ready_warp, i * warp_bits, warp_bits), index);
                bench_.compare("ready_register", model.ready[i].reg, rs::get(dut.ready_register, i * register_bits, register_bits), index);
                bench_.compare("ready_level", model.ready[i].level, rs::get(dut.ready_level, 3 * i, 3), index);
            }
        }
    }

    /* ---- the second oracle ---- */

    static bool is_near(const rs_warp_record &r) { return r.space == RS_SPACE_SCRATCHPAD || r.space == RS_SPACE_STASH; }

    template <class Do> static void each_register(const rs_warp_record &r, Do act)
    {
        const uint32_t n = r.kind == RS_RECORD_MEMORY ? r.elements : 1;
        const bool memory = r.kind == RS_RECORD_MEMORY || r.kind == RS_RECORD_ATOMIC;
        const uint32_t number[4] = {memory && !is_near(r) ? 2u : 1u, r.kind == RS_RECORD_MEMORY && r.opcode < 4 ? 1u : r.opcode / 2 == 2 ? n : 1u,
                                    n, n};
        const uint32_t first[4] = {r.source[0], r.source[1], r.source[2], r.destination};
        for (int i = 0; i < 4; i++)
            for (uint32_t k = 0; k < number[i] && first[i] != RS_NO_REGISTER; k++)
                act(first[i] + k);
    }

    /* The record at hand was issued; whether that may be. */
    void judge_issue(uint32_t scheduler, uint32_t number)
    {
        Warp &warp = warp_[number];
        bench_.expect("issued by its owner", number % schedulers, scheduler);
        bench_.expect("issued with a record", 1, warp.live && !warp.inside.empty());
        if (warp.inside.empty())
            return;
        const rs_warp_record r = warp.inside.front();
        warp.inside.pop_front();
        bench_.expect("not at a barrier", 0, warp.at_barrier);
        bench_.expect("not in a fence", 0, waits_reply_[number]);
        bench_.expect("its time has come", 1, now_ >= warp.next);
        each_register(r, [&](uint32_t reg) { bench_.expect("its registers are there", 1, warp.ready[reg] <= now_); });
        const bool out = std::any_of(words_.begin(), words_.end(), [&](const Words &w) { return w.warp == number; });
        bench_.expect("a warp with a load out stands still", 0, blocking && out);
        const bool releases = (r.kind == RS_RECORD_ATOMIC || r.kind == RS_RECORD_FENCE) && r.release;
        bench_.expect("all words are there before a release", 0, releases && out);
        bench_.expect("slot", 1, now_ >= slot_from_[scheduler]);
        slot_from_[scheduler] = now_ + RTL_ISSUE_CYCLES;
        warp.next = now_ + RTL_WARP_GAP;
        const char *kinds[] = {"alu", "sfu", "branch", "barrier", "load", "atomic", "fence", "exit"};
        bench_.count(r.kind == RS_RECORD_MEMORY && r.opcode % 2 == 1 ? "store" : kinds[r.kind], true);
        switch (r.kind) {
        case RS_RECORD_ALU:
            bench_.expect("ALU free", 1, now_ >= alu_from_[scheduler]);
            alu_from_[scheduler] = now_ + RTL_ALU_INTERVAL;
            if (r.destination != RS_NO_REGISTER)
                warp.ready[r.destination] = now_ + RTL_ALU_LATENCY;
            break;
        case RS_RECORD_SFU:
            bench_.expect("SFU free", 1, now_ >= sfu_from_);
            sfu_from_ = now_ + RTL_SFU_INTERVAL;
            if (r.destination != RS_NO_REGISTER)
                warp.ready[r.destination] = now_ + RTL_SFU_LATENCY;
            break;
        case RS_RECORD_BRANCH:
            bench_.expect("ALU free for a branch", 1, now_ >= alu_from_[scheduler]);
            alu_from_[scheduler] = now_ + RTL_ALU_INTERVAL;
            warp.next = std::max<uint64_t>(warp.next, now_ + RTL_BRANCH_LATENCY);
            break;
        case RS_RECORD_BARRIER:
            warp.at_barrier = true;
            meets_ |= 1u << warp.place;
            break;
        case RS_RECORD_MEMORY:
        case RS_RECORD_ATOMIC: {
            if (r.kind == RS_RECORD_MEMORY) {
                const uint32_t n = r.elements / 4, rows = 1 + (r.opcode / 2 == 2 ? n : 0) + (r.opcode % 2 == 1 && r.opcode > 1 ? n : 0);
                const char *slots[] = {"", "slots_1", "slots_2", "slots_3", "", "slots_5", "", "", "", "slots_9"};
                bench_.count(slots[rows], true);
                rows_left_ = rows - 1;
                reader_ = scheduler;
            }
            const bool loads = r.kind == RS_RECORD_MEMORY ? r.opcode % 2 == 0 : r.returns;
            if (loads)
                for (uint32_t e = 0; e < r.elements; e++)
                    warp.ready[r.destination + e] = never;
            if (r.kind == RS_RECORD_ATOMIC && (r.release || r.acquire))
                waits_reply_[number] = true;
            break;
        }
        case RS_RECORD_FENCE:
            waits_reply_[number] = r.release;
            if (r.acquire && !r.release)
                warp.next = std::max(warp.next, now_ + 2);
            break;
        case RS_RECORD_EXIT:
            warp.live = false;
            meets_ |= 1u << warp.place;
            by_exit_ |= 1u << warp.place;
            break;
        default:
            break;
        }
    }

    void judge_barriers()
    {
        for (uint32_t place = 0; place < places; place++) {
            if ((meets_ >> place & 1) == 0)
                continue;
            bool all = true, some = false;
            for (const Warp &w : warp_)
                if (w.place == place && w.live) {
                    all = all && w.at_barrier;
                    some = true;
                }
            for (Warp &w : warp_)
                if (w.place == place && all)
                    w.at_barrier = false;
            bench_.count(by_exit_ >> place & 1 ? "barrier_by_exit" : "barrier_by_last", all && some);
        }
        meets_ = by_exit_ = 0;
    }

    void judge(const rs_issue_outputs &model)
    {
        Vdut &dut = bench_.dut();
        /* A fence that needs no reply of its own is over when the twin's says so: release and order are lockstep's. */
        for (uint32_t i = 0; i < warps; i++)
            if (waits_reply_[i] && ((twin_.release | twin_.send | twin_.reply | twin_.acquire) >> i & 1) == 0)
                waits_reply_[i] = false;
        uint32_t issues = 0;
        for (uint32_t k = 0; k < schedulers; k++) {
            const uint32_t s = static_cast<uint32_t>((now_ + k) % schedulers);
            if (dut.issue_valid >> s & 1) {
                bench_.expect("slot without reads to come", 0, rows_left_ != 0 && reader_ == s);
                judge_issue(s, static_cast<uint32_t>(rs::get(dut.issue_warp, s * warp_bits, warp_bits)));
                issues++;
            }
        }
        judge_barriers();
        if (dut.read_valid && !dut.read_first)
            rows_left_--;
        count_bins(model, issues);
    }

    void count_bins(const rs_issue_outputs &m, uint32_t issues)
    {
        const char *names[] = {"control", "synchronization", "memory_data", "memory_structural", "compute_data", "compute_structural"};
        for (int i = 0; i < RS_HAZARDS; i++)
            bench_.count(names[i], m.hazard[i] != 0);
        bench_.count("row_waits", m.slot_waits);
        bench_.count("row_refused", m.operand.valid && !inputs_.in_ready);
        bench_.count("release", m.release_valid && inputs_.release_ready && m.releasing);
        bench_.count("acquire_of_atomic", m.acquire_valid && !inputs_.fence_acquire_valid && twin_.acquire == 0);
        bench_.count("acquire_of_fence", twin_.acquire != 0);
        bench_.count("acquire_of_dispatch", inputs_.fence_acquire_valid);
        bench_.count("release_then_acquire", twin_.acquire != 0 && was_release_);
        was_release_ = twin_.release != 0;
        bench_.count("ready", m.ready[0].valid);
        bench_.count("ready_late", m.ready[1].valid);
        bench_.count("ready_both", m.ready[0].valid && m.ready[1].valid);
        bench_.count("all_places", m.place_free == 0 || (room_ < places && (m.place_free & ((1u << room_) - 1)) == 0));
        bench_.count("cta_waits_for_words", twin_.ending != 0 && !words_.empty());
        for (uint32_t p = 0; p < places; p++)
            bench_.count("cta_waits_for_operands", (twin_.ending >> p & 1) != 0 && twin_.operand.valid
                         && (twin_.members[p] & twin_.pending) == 0 && (twin_.members[p] >> twin_.operand.warp & 1) != 0);
        bench_.count("two_send", (twin_.send & (twin_.send - 1)) != 0);
        bench_.count("two_issue", issues > 1);
        bench_.count("two_wait", (m.hazard[2] & (m.hazard[2] - 1)) != 0);
        bench_.count("idle_with_live", m.live != 0 && issues == 0 && !m.slot_busy && !m.slot_waits);
        bench_.count("loads_full", (m.live & twin_.loads_full & twin_.heads_load & twin_.present) != 0);
        bench_.count("free_at_issue", issues != 0 && m.read_first && m.operand.valid && inputs_.in_ready);
        uint64_t could[2] = {0, 0};
        const uint64_t any = m.hazard[0] | m.hazard[1] | m.hazard[2] | m.hazard[3] | m.hazard[4] | m.hazard[5];
        for (uint32_t s = 0; s < schedulers; s++)
            if ((m.issue_valid >> s & 1) == 0 && twin_.now >= twin_.slot_end[s]) {
                could[0] |= m.live & ~any & twin_.own[s] & twin_.heads_sfu;
                could[1] |= m.live & ~any & twin_.own[s] & twin_.heads_stage;
            }
        bench_.count("sfu_taken", could[0] != 0);
        bench_.count("stage_taken", could[1] != 0);
        for (uint32_t i = 0; i < warps; i++)
            bench_.count("full_buffer", warp_[i].inside.size() == 4 && !warp_[i].program.empty());
        if (m.waiting_valid) {
            const rs_issue_warp &w = twin_.warp[m.waiting_warp];
            const rs_warp_record r = rs_warp_record_unpack(w.record[w.first]);
            bool source = false, named = false;
            each_register(r, [&](uint32_t reg) { named = named || reg == m.waiting_register; });
            for (int i = 0; i < 3; i++)
                source = source || (r.source[i] != RS_NO_REGISTER && m.waiting_register >= r.source[i] && m.waiting_register < r.source[i] + 1);
            bench_.count("charged_source", source);
            bench_.count("charged_destination", named && !source && r.destination == m.waiting_register);
            bench_.count("charged_other", !named);
        }
    }

    /* ---- what moved ---- */

    void moved(const rs_issue_outputs &model)
    {
        if (model.operand.valid && inputs_.in_ready && twin_.first_row) {
            const rs_issue_operand &in = model.operand;
            if (in.atomic ? in.atomic_returns : in.opcode % 2 == 0) {
                for (uint32_t e = 0; e < in.length; e++)
                    words_.push_back({in.warp, in.first_register, e, mask_, now_ + 1 + e, false});
                taken_from_ = now_ + in.length;
            }
        }
        if (model.read_first) {
            mask_ = bench_.random() & all_lanes;
            if (bench_.chance(30))
                mask_ = all_lanes;
            if (bench_.chance(20))
                mask_ = UINT64_C(1) << bench_.random_below(lanes);
            if (mask_ == 0)
                mask_ = 1;
        }
        for (uint32_t s = 0; s < schedulers; s++) {
            sent_[s] = bench_.random();
            if (model.ask_valid >> s & 1) {
                Warp &warp = warp_[model.ask_warp[s]];
                bench_.expect("asked for a record that is there", 0, warp.program.empty());
                const rs_warp_record r = warp.program.front();
                warp.program.pop_front();
                warp.inside.push_back(r);
                sent_[s] = rs_warp_record_pack(&r);
            }
        }
    }

    void cycle()
    {
        bool rst;
        rs_issue_outputs model;
        memset(&model, 0, sizeof model);
        stimulus(rst);
        drive(rst);
        bench_.eval();
        rs_issue_stage_offer(&twin_, &inputs_, &model);
        compare(model);
        bench_.count("illegal", model.illegal);
        bench_.count("reset_in_use", rst && model.live != 0);
        if (!rst) {
            judge(model);
            moved(model);
            if (inputs_.start_valid)
                start_cta(inputs_.start_place);
        }
        if (bench_.cycle() + 1 == bench_.cycles() && !bench_.is_case("illegal"))
            bench_.expect("all has ended", 1, bench_.dut().quiet);
        wb_last_ = inputs_.wb_valid ? wb_next_ : never;
        std::copy_backward(waiting_, waiting_ + RS_ISSUE_WAITING_LATER - 1, waiting_ + RS_ISSUE_WAITING_LATER);
        waiting_[0] = {model.waiting_valid, model.waiting_warp, model.waiting_register};
        bench_.clock();
        rs_issue_stage_clock(&twin_, &inputs_, &model);
        now_++;
        illegal_due_ = twin_.illegal;
        if (rst) {
            rs_issue_stage_reset(&twin_);
            forget();
        }
    }

    rs::Cosim<Vdut> bench_;
    rs_issue_stage twin_;
    rs_issue_inputs inputs_;
    std::vector<Warp> warp_;
    std::vector<Words> words_;
    Waiting waiting_[RS_ISSUE_WAITING_LATER] = {}; /* the twin's, of the cycles before */
    uint64_t sent_[4] = {0, 0, 0, 0}, mask_ = 0, taken_from_ = 0, now_ = 0, wb_last_ = never, wb_next_ = 0;
    uint64_t slot_from_[4] = {0, 0, 0, 0}, alu_from_[4] = {0, 0, 0, 0}, sfu_from_ = 0;
    bool waits_reply_[64] = {}, illegal_due_ = false, was_release_ = false;
    uint32_t occupied_ = 0, used_ = 0, room_ = 1, rows_left_ = 0, reader_ = 0, meets_ = 0, by_exit_ = 0;
    uint32_t burst_[4] = {50, 50, 50, 50};
};

} // namespace

int main(int argc, char **argv)
{
    return IssueBench(argc, argv).run();
}
