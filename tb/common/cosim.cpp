#include "cosim.h"

#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>

namespace rs {

static const uint64_t reported_signals = 16; /* mismatching signals printed of the failing cycle */

[[noreturn]] static void bad_option(const char *program, const char *option, const char *expected)
{
    std::fprintf(stderr, "%s: found '%s', expected %s\n", program, option, expected);
    std::exit(2);
}

static uint64_t number(const char *program, const char *option, const char *text)
{
    char *end = nullptr;
    errno = 0;
    uint64_t value = std::strtoull(text, &end, 0);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0)
        bad_option(program, text, (std::string("a number after ") + option).c_str());
    return value;
}

CosimBase::CosimBase(int argc, char **argv, const char *bench_name, uint64_t default_cycles,
                     const std::vector<const char *> &cases)
    : program_(argv[0]), bench_name_(bench_name), cases_(cases), cycles_(default_cycles)
{
    for (int i = 1; i < argc; i++) {
        std::string option = argv[i];
        if (option == "--list") {
            for (const char *name : cases_)
                std::printf("%s\n", name);
            std::exit(0);
        }
        if (i + 1 == argc)
            bad_option(argv[0], argv[i], "--list, or an option and its value: --seed, --cycles, --case, --trace, --trace-from, --mutant");
        const char *value = argv[++i];
        if (option == "--seed")
            seed_ = number(argv[0], "--seed", value);
        else if (option == "--cycles")
            cycles_ = number(argv[0], "--cycles", value);
        else if (option == "--case")
            only_case_ = value;
        else if (option == "--trace")
            trace_file_ = value;
        else if (option == "--trace-from")
            trace_from_ = number(argv[0], "--trace-from", value);
        else if (option == "--mutant")
            mutant_ = number(argv[0], "--mutant", value);
        else
            bad_option(argv[0], option.c_str(), "--seed, --cycles, --case, --list, --trace, --trace-from or --mutant");
    }
    if (!only_case_.empty()) {
        bool known = false;
        for (const char *name : cases_)
            known = known || only_case_ == name;
        if (!known)
            bad_option(argv[0], only_case_.c_str(), "a case that --list prints");
    }
#if !VM_TRACE_FST
    if (!trace_file_.empty())
        bad_option(argv[0], "--trace", "a build with tracing (the bench's -trace directory)");
#endif
    if (!trace_file_.empty() && only_case_.empty() && cases_.size() != 1)
        bad_option(argv[0], "--trace", "--case beside it: a trace holds one case");
}

bool CosimBase::select_next_case()
{
    std::size_t next = cases_run_ == 0 ? 0 : case_index_ + 1;
    while (next < cases_.size() && !only_case_.empty() && only_case_ != cases_[next])
        next++;
    if (next >= cases_.size())
        return false;
    case_index_ = next;
    cases_run_++;
    random_state_ = seed_;
    for (const char *letter = cases_[next]; *letter != '\0'; letter++)
        random_state_ = random_state_ * UINT64_C(0x100000001b3) + static_cast<unsigned char>(*letter);
    return true;
}

/* splitmix64 */
uint64_t CosimBase::random()
{
    uint64_t z = random_state_ += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

void CosimBase::declare_bins(const std::vector<const char *> &names)
{
    for (const char *name : names)
        bins_.push_back(Bin{name, 0});
}

/* Prints the heading of a mismatch; false once enough signals of the cycle have been printed. */
bool CosimBase::announce(const char *name, int index)
{
    if (mismatches_++ == 0)
        std::printf("MISMATCH %s case %s cycle %" PRIu64 "\nrepeat: %s --seed %" PRIu64 " --cycles %" PRIu64
                    " --case %s\n",
                    bench_name_.c_str(), case_name(), cycle_, program_.c_str(), seed_, cycles_, case_name());
    if (mismatches_ > reported_signals)
        return false;
    if (index >= 0)
        std::printf("%s[%d]\n", name, index);
    else
        std::printf("%s\n", name);
    return true;
}

void CosimBase::report(const char *against, const char *name, int index, uint64_t model, uint64_t hardware)
{
    if (!announce(name, index))
        return;
    int digits = 1;
    while (digits < 16 && (model | hardware) >> (4 * digits) != 0)
        digits++;
    std::printf("  %-8s  0x%0*" PRIx64 "\n  hardware  0x%0*" PRIx64 "\n", against, digits, model, digits, hardware);
}

void CosimBase::report_words(const char *name, int index, const uint32_t *model, const uint32_t *hardware,
                             unsigned width)
{
    if (!announce(name, index))
        return;
    const uint32_t *rows[2] = {model, hardware};
    const char *labels[2] = {"model", "hardware"};
    for (int row = 0; row < 2; row++) {
        std::printf("  %-8s  0x", labels[row]);
        for (unsigned word = (width + 31) / 32; word-- > 0;) {
            unsigned bits = width - 32 * word < 32 ? width - 32 * word : 32;
            uint32_t value = bits < 32 ? rows[row][word] & ((UINT32_C(1) << bits) - 1) : rows[row][word];
            std::printf("%0*" PRIx32, static_cast<int>((bits + 3) / 4), value);
        }
        std::printf("\n");
    }
}

int CosimBase::finish()
{
    int status = failed() ? 1 : 0;
    std::printf("%s: %zu case%s of %" PRIu64 " cycles, seed %" PRIu64 ", %" PRIu64 " comparisons, %s\n",
                bench_name_.c_str(), cases_run_, cases_run_ == 1 ? "" : "s", cycles_, seed_, compared_,
                failed() ? "MISMATCH" : "equal");
    for (const Bin &bin : bins_) {
        std::printf("  bin %-28s %" PRIu64 "\n", bin.name, bin.hits);
        if (bin.hits == 0 && status == 0 && only_case_.empty()) {
            std::printf("EMPTY BIN %s: the stimulus never reached it\n", bin.name);
            status = 3;
        }
    }
    if (compared_ == 0 && status == 0) {
        std::printf("NOTHING COMPARED\n");
        status = 3;
    }
    return status;
}

} // namespace rs
