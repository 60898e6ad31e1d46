/* rs_sm_memory under the kernels of `rowstreak patterns`: their instruction streams, plain and with strided and
 * indirect instructions, issued by cmodel/study/sm_timing.c with the SM of tests/configurations/patterns.cfg. In every
 * cycle the RTL, and a twin of the bench's own, get what the timing's twin got; every output is compared, and what the
 * timing saw. Data do not change the timing: those of stores and replies are random here. Memory answers late and in any
 * order, and takes requests now and then.
 * A case is a kernel in one version, with an eighth of the data. It ends with its kernel or after --cycles cycles: what
 * the SM has not begun by then is executed only. The kernel's result must be right. */
#include <string>

#include "common/splitmix64.h"
#include "machine/built_configuration.h"
#include "machine/gpu_memory.h"
#include "sm_memory_port.h"
#include "study/sm_timing.h"
#include "workload/warp_kernel.h"

namespace {

const uint32_t vertices = 320, most_neighbours = 24, an_eighth = 8;

enum {
    LD, ST, VECTORS,                       /* then ld.stride, st.stride, ld.indirect, st.indirect, each of 4, 8, 16 */
    SCRATCHPAD = VECTORS + 12,             /* ld, st, ld.stride, st.stride there */
    HIT = SCRATCHPAD + 4, MERGED, MISS, STORE, ENTRY_FULL, MERGE_FULL, STORE_BUFFER_FULL, BANK_CONFLICT, WORDS_OF_L1,
    WORDS_MERGED, WORDS_FROM_MEMORY, WORDS_OF_SCRATCHPAD, BOTH_HAVE_WORDS, INSTRUCTION_WAITS, READ_TAKEN, WRITE_TAKEN,
    REQUEST_REFUSED, REPLY_OUT_OF_ORDER, REPLY_REFUSED, RELEASE_WAITS, RELEASED, ACQUIRED, NOTHING_INSIDE, RESULT_RIGHT,
    KERNEL_ENDED
};
const std::vector<const char *> bin_names = {
    "ld", "st", "ld.stride_4", "ld.stride_8", "ld.stride_16", "st.stride_4", "st.stride_8", "st.stride_16",
    "ld.indirect_4", "ld.indirect_8", "ld.indirect_16", "st.indirect_4", "st.indirect_8", "st.indirect_16",
    "scratchpad_ld", "scratchpad_st", "scratchpad_ld.stride", "scratchpad_st.stride", "hit", "merged", "miss", "store",
    "entry_full", "merge_full", "store_buffer_full", "bank_conflict", "words_of_l1", "words_merged",
    "words_from_beyond", "words_of_scratchpad", "both_have_words", "instruction_waits", "read_taken", "write_taken",
    "request_refused", "reply_out_of_order", "reply_refused", "release_waits", "released", "acquired",
    "nothing_inside", "result_right", "kernel_ended"};

/* Rows of 0 .. most_neighbours entries in columns at random: vectors of 16, 8, 4, and what is left of them. */
rs_graph make_graph()
{
    rs_graph graph;
    uint64_t random = 1;
    if (!rs_graph_allocate(&graph, vertices, vertices, vertices * most_neighbours))
        std::abort();
    for (uint32_t row = 0; row < vertices; row++) {
        const uint32_t count = rs_random_below(&random, most_neighbours + 1);
        for (uint32_t k = 0, at = graph.row_start[row]; k < count; k++, at++) {
            graph.column[at] = rs_random_below(&random, vertices);
            graph.value[at] = rs_graph_default_value(row, graph.column[at]);
        }
        graph.row_start[row + 1] = graph.row_start[row] + count;
    }
    graph.entries = graph.row_start[vertices];
    return graph;
}

const rs_graph *the_graph()
{
    static const rs_graph graph = make_graph();
    return &graph;
}

/* Versions of a kernel, as `rowstreak patterns` names them. */
struct Version {
    const char *name;
    bool strided, strided_scratchpad, indirect, in_order;

    bool is_of(const rs_kernel &kernel) const
    {
        return (!in_order || kernel.has_order) && (!indirect || kernel.uses_indirect) &&
               (strided == strided_scratchpad || kernel.uses_scratchpad == RS_STRIDES_BOTH);
    }
    rs_kernel_options options(uint32_t length, bool on_graph) const
    {
        const rs_graph *graph = on_graph ? the_graph() : nullptr;
        return {length, strided, strided_scratchpad, indirect, in_order, an_eighth, graph, 0};
    }
};
const Version versions[] = {
    {"ordered", false, false, false, true},
    {"plain", false, false, false, false},
    {"strided", true, true, false, false},
    {"global", true, false, false, false},
    {"scratchpad", false, true, false, false},
    {"indirect", false, false, true, false},
    {"both", true, true, true, false},
};

struct Run {
    std::string name;
    const rs_kernel *kernel;
    rs_kernel_options options;
};

const std::vector<Run> &runs()
{
    static const std::vector<Run> all = [] {
        std::vector<Run> list;
        for (uint32_t k = 0; k < RS_KERNELS; k++)
            for (const Version &version : versions)
                for (uint32_t length = version.in_order ? max_length : 4; length <= max_length; length *= 2)
                    if (version.is_of(*rs_kernels[k]))
                        list.push_back({rs_kernels[k]->name + std::string("-") + version.name + std::to_string(length),
                                        rs_kernels[k], version.options(length, rs_kernels[k]->needs_graph)});
        return list;
    }();
    return all;
}

std::vector<const char *> case_names()
{
    std::vector<const char *> names;
    for (const Run &run : runs())
        names.push_back(run.name.c_str());
    return names;
}

class SmKernelsBench {
  public:
    SmKernelsBench(int argc, char **argv)
        : bench_(argc, argv, 1300, case_names()),
          config_(rs::built_configuration("tests/configurations/patterns.cfg", ""))
    {
        const rs_sm_memory_config sizes = built_sizes();
        bench_.declare_bins(bin_names);
        if (!rs_sm_memory_init(&twin_, &sizes))
            std::abort();
    }
    ~SmKernelsBench() { rs_sm_memory_destroy(&twin_); }

    int run()
    {
        for (std::size_t k = 0; bench_.next_case(); k++) {
            while (!bench_.is_case(runs()[k].name.c_str())) /* --case */
                k++;
            rs_sm_memory_reset(&twin_);
            in_ = rs_sm_memory_inputs();
            reads_.clear();
            if (!rs_sm_timing_init(&sm_, &config_))
                std::abort();
            check_sizes();
            play(runs()[k]);
            rs_sm_timing_free(&sm_);
        }
        return bench_.finish();
    }

  private:
    struct Read {
        uint64_t id, due;
    };

    /* The RTL has the sizes that the configuration and the timing give the twin. */
    void check_sizes()
    {
        const rs_sm_memory_config built = built_sizes(), asked = rs_gpu_sm_config(&config_);
        const rs_l1_config &cache = built.cache, &other = asked.cache;
        bench_.expect("warps", RS_SM_WARPS, UINT64_C(1) << warp_bits);
        bench_.expect("REGISTER_BITS", sm_.memory.unit.sizes.register_bits, built.unit.register_bits);
        bench_.expect("sectors", sm_.memory.store_buffer.line_blocks, cache.table.sectors);
        bench_.expect("LANES", asked.unit.lanes, built.unit.lanes);
        bench_.expect("ADDRESS_BITS", asked.unit.address_bits, built.unit.address_bits);
        bench_.expect("MAX_LENGTH", asked.unit.max_length, built.unit.max_length);
        bench_.expect("L1", 1, other.cache == cache.cache && other.tree == cache.tree && other.sets == cache.sets &&
                                   other.ways == cache.ways && other.table.line_words == cache.table.line_words);
        bench_.expect("TABLE", other.table.pending_request_table, cache.table.pending_request_table);
        bench_.expect("ENTRIES", other.table.entries, cache.table.entries);
        bench_.expect("MERGES", other.table.merges, cache.table.merges);
        bench_.expect("TABLE_WAYS", other.table.ways, cache.table.ways);
        bench_.expect("SLOT", other.table.access_slots, cache.table.access_slots);
        bench_.expect("MERGE_WAITS", other.table.merge_waits, cache.table.merge_waits);
        bench_.expect("BANKS", asked.banks, built.banks);
        bench_.expect("SCRATCHPAD_BYTES", asked.scratchpad_bytes, built.scratchpad_bytes);
        bench_.expect("STORES", asked.stores, built.stores);
        bench_.expect("STORE_FLUSH", asked.store_flush, built.store_flush);
    }

    void play(const Run &what)
    {
        rs_error error = {""};
        rs_kernel_run *run = rs_kernel_start(what.kernel, &what.options, &error);
        bool ended = run != nullptr;
        while (run != nullptr && rs_kernel_launch(run))
            ended = launch(run, ended);
        const bool right = run != nullptr && rs_kernel_finish(run, &error);
        if (!right)
            std::printf("%s\n", error.text);
        bench_.expect("result", 1, right);
        bench_.expect("nothing inside at the end", 1, !ended || (bench_.dut().empty && reads_.empty()));
        bench_.count(RESULT_RIGHT, right);
        bench_.count(KERNEL_ENDED, ended);
        rs_kernel_destroy(run);
    }

    /* CTAs begin in the first quarter of the cycles, so that some cases come to an end. */
    bool begins() const { return 4 * bench_.cycle() < bench_.cycles(); }

    /* Whether the launch, as far as it has begun, has ended on the SM. Other CTAs are executed all the same. */
    bool launch(rs_kernel_run *run, bool runs)
    {
        rs_cta_trace *next = rs_kernel_cta(run);
        rs_sm_timing_end_launch(&sm_, false);
        while (runs && !sm_.ended && bench_.next_cycle()) {
            if (next != nullptr && begins() && rs_sm_timing_dispatch(&sm_, next))
                next = rs_kernel_cta(run);
            rs_sm_timing_end_launch(&sm_, next == nullptr || !begins());
            cycle();
        }
        for (; next != nullptr; next = rs_kernel_cta(run))
            rs_cta_trace_free(next);
        return runs && sm_.ended;
    }

    /* A reply that is due, at random; whether the request at the port is taken. */
    bool memory_cycle()
    {
        const rs_sm_request *request = rs_sm_timing_request(&sm_);
        if (bench_.cycle() % 512 == 0) {
            latency_ = UINT32_C(20) << 2 * bench_.random_below(3);
            request_percent_ = bench_.chance(70) ? 100 : 30 + bench_.random_below(60);
        }
        if (rs_sm_timing_takes_reply(&sm_) && !reads_.empty()) {
            const std::size_t k = bench_.random_below(static_cast<uint32_t>(reads_.size()));
            if (reads_[k].due <= bench_.cycle()) {
                rs_sm_timing_reply(&sm_, static_cast<uint32_t>(reads_[k].id));
                for (uint32_t &word : in_.reply_data)
                    word = static_cast<uint32_t>(bench_.random());
                bench_.count(REPLY_OUT_OF_ORDER, k != 0);
                reads_.erase(reads_.begin() + static_cast<std::ptrdiff_t>(k));
            }
        }
        const bool taken = request != nullptr && bench_.chance(request_percent_);
        if (taken && !request->write)
            reads_.push_back({request->id, bench_.cycle() + 1 + latency_ / 2 + bench_.random_below(latency_)});
        return taken;
    }

    void cycle()
    {
        in_.request_ready = memory_cycle();
        in_.wb_ready = sm_.in.wb_ready;
        in_.fault_ready = sm_.in.fault_ready;
        in_.camat_clear = sm_.in.camat_clear;
        in_.reply_valid = sm_.in.reply_valid;
        in_.reply = sm_.in.reply;
        in_.acquire = sm_.in.acquire;
        rs_sm_timing_step(&sm_, in_.request_ready);
        /* What the step itself has put at the port. */
        in_.release_valid = sm_.in.release_valid;
        in_.issue = sm_.in.issue != nullptr ? &issue_ : nullptr;
        if (in_.issue != nullptr)
            instruction();
        drive(bench_.dut(), in_, issue_, false);
        bench_.eval();

        rs_sm_memory_offer(&twin_, &in_, &out_);
        compare_ports(bench_, in_, out_);
        compare_timing();
        count();
        bench_.clock();
        rs_sm_memory_clock(&twin_, &in_);
    }

    /* The operands that the timing brings, with words for stores, which it has none for. */
    void instruction()
    {
        issue_ = *sm_.in.issue;
        beat_ = rs_load_store_unit_staging(&twin_.unit) ? beat_ + 1 : 0;
        if (beat_ == 0)
            opcode_ = issue_.opcode;
        const bool plain = opcode_ / 2 == RS_LSU_PLAIN, indices = opcode_ / 2 == RS_LSU_INDIRECT && beat_ % 2 != 0;
        if (opcode_ % 2 == 0 || (beat_ == 0 && !plain) || indices)
            return;
        for (uint32_t lane = 0; lane < lanes; lane++)
            for (uint32_t r = plain ? 3 : 0; r < 4; r++)
                issue_.operands[lane][r] = static_cast<uint32_t>(bench_.random());
    }

    /* What the timing went by, against the RTL. */
    void compare_timing()
    {
        const Vdut &dut = bench_.dut();
        const rs_sm_memory_outputs &seen = sm_.out;
        bench_.compare("in_ready, timing", seen.in_ready, dut.in_ready);
        bench_.compare("wb_valid, timing", seen.wb != nullptr, dut.wb_valid);
        bench_.compare("reply_ready, timing", seen.reply_ready, dut.reply_ready);
        if (in_.release_valid)
            bench_.compare("release_ready, timing", seen.release_ready, dut.release_ready);
        bench_.compare("event_hit, timing", seen.hit, dut.event_hit);
        bench_.compare("event_merged, timing", seen.merged, dut.event_merged);
        bench_.compare("event_miss, timing", seen.miss, dut.event_miss);
        bench_.compare("event_store, timing", seen.store, dut.event_store);
        bench_.compare("event_entry_full, timing", seen.entry_full, dut.event_entry_full);
        bench_.compare("event_merge_full, timing", seen.merge_full, dut.event_merge_full);
        bench_.compare("event_store_buffer_full, timing", seen.store_buffer_full, dut.event_store_buffer_full);
        bench_.compare("event_bank_conflict, timing", seen.bank_conflict, dut.event_bank_conflict);
        bench_.expect("no trouble", 1, sm_.trouble == nullptr);
    }

    void count()
    {
        const bool writes = out_.request != nullptr && out_.request->write;
        if (in_.issue != nullptr && out_.in_first) {
            const uint32_t opcode = issue_.opcode, of_length = 3 * opcode + log2_of(issue_.length) - 2;
            bench_.count(opcode < VECTORS ? opcode : VECTORS + of_length - 3 * VECTORS, true);
            if (opcode < HIT - SCRATCHPAD)
                bench_.count(SCRATCHPAD + opcode, issue_.scratchpad);
        }
        bench_.count(HIT, out_.hit);
        bench_.count(MERGED, out_.merged);
        bench_.count(MISS, out_.miss);
        bench_.count(STORE, out_.store);
        bench_.count(ENTRY_FULL, out_.entry_full);
        bench_.count(MERGE_FULL, out_.merge_full);
        bench_.count(STORE_BUFFER_FULL, out_.store_buffer_full);
        bench_.count(BANK_CONFLICT, out_.bank_conflict);
        bench_.count(WORDS_OF_L1, out_.wb != nullptr && out_.wb->level == RS_SERVED_L1);
        bench_.count(WORDS_MERGED, out_.wb != nullptr && out_.wb->level == RS_SERVED_MERGED);
        bench_.count(WORDS_FROM_MEMORY, out_.wb != nullptr && out_.wb->level == RS_SERVED_MEMORY);
        bench_.count(WORDS_OF_SCRATCHPAD, out_.wb != nullptr && out_.wb->level == RS_SERVED_SCRATCHPAD);
        bench_.count(BOTH_HAVE_WORDS, twin_.scratchpad.wb_valid && twin_.cache.wb_valid);
        bench_.count(INSTRUCTION_WAITS, !out_.in_ready && !in_.release_valid);
        bench_.count(READ_TAKEN, out_.request != nullptr && in_.request_ready && !writes);
        bench_.count(WRITE_TAKEN, writes && in_.request_ready);
        bench_.count(REQUEST_REFUSED, out_.request != nullptr && !in_.request_ready);
        bench_.count(REPLY_REFUSED, in_.reply_valid && !out_.reply_ready);
        bench_.count(RELEASE_WAITS, in_.release_valid && !out_.release_ready);
        bench_.count(RELEASED, in_.release_valid && out_.release_ready);
        bench_.count(ACQUIRED, in_.acquire);
        bench_.count(NOTHING_INSIDE, out_.empty);
    }

    rs::Cosim<Vdut> bench_;
    rs_config config_;
    rs_sm_timing sm_ = rs_sm_timing();
    rs_sm_memory twin_ = rs_sm_memory();
    rs_sm_memory_inputs in_ = rs_sm_memory_inputs();
    rs_sm_memory_outputs out_ = rs_sm_memory_outputs();
    rs_load_store_issue issue_ = rs_load_store_issue();
    uint32_t opcode_ = 0, beat_ = 0; /* of the instruction whose operands come */
    std::vector<Read> reads_;
    uint32_t latency_ = 40, request_percent_ = 100;
};

} // namespace

int main(int argc, char **argv)
{
    return SmKernelsBench(argc, argv).run();
}
