/* wave_diagram FST SCOPE START CYCLES SVG SIGNAL...: a timing diagram from the waves of a bench (tb/waves/diagrams.list).
 *
 * SCOPE is the instance below the top module, - for the top itself. START is NAME@CYCLE: the diagram begins two cycles before
 * the first cycle from CYCLE on in which NAME is not 0. A SIGNAL is a name of that scope, or some of its bits: name[5], name[7:4].
 * A cycle shows what the bench compares: all values settled, before the clock edge that ends it. A word of several bits is shown
 * in hexadecimal, as many low digits as there is room for; where the scope has a PREFIXvalid, a word whose name begins with PREFIX is
 * shown only in cycles that have it set, but for those that end in ready.
 * Exit code 0; 1 when the waves have no such signal or START does not come; 2 when a file cannot be read or written. */
#include "fst_reader.h"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <vector>

namespace {

constexpr uint64_t kCycleUnits = 10; /* of the benches' traces; settled values stand at the first */

struct Change {
    uint64_t time;
    std::string bits;
};

struct Waves {
    std::map<std::string, fstHandle> names;        /* in the scope, without range */
    std::map<fstHandle, std::vector<Change>> words; /* of the signals asked for */
    uint64_t first = 0, last = 0;                   /* cycles */
};

struct Line {
    std::string label;
    fstHandle word, valid; /* valid: 0, or a bit that says when the word means something */
    int high, low;         /* bits shown, -1: all */
};

void take_change(void *user, uint64_t time, fstHandle handle, const unsigned char *value)
{
    Waves &waves = *static_cast<Waves *>(user);
    waves.words[handle].push_back(Change{time, reinterpret_cast<const char *>(value)});
}

/* The scope's names; Verilator puts the top module into a scope TOP, whose own names are the top's ports. */
bool read_names(void *reader, const std::string &scope, Waves &waves)
{
    fst_variables(reader, [&](const std::string &here, const auto &var) {
        std::size_t top = here.find('.'), below = top == std::string::npos ? top : here.find('.', top + 1);
        std::string path = below == std::string::npos ? "-" : here.substr(below + 1);
        std::string name = var.name;
        if (top != std::string::npos && path == scope)
            waves.names[name.substr(0, name.find_first_of(" ["))] = var.handle;
    });
    waves.first = (fstReaderGetStartTime(reader) + kCycleUnits - 1) / kCycleUnits;
    waves.last = fstReaderGetEndTime(reader) / kCycleUnits;
    return !waves.names.empty();
}

/* Bits of a word in a cycle, the highest first. */
std::string bits_at(const Waves &waves, fstHandle handle, uint64_t cycle)
{
    std::string bits;
    for (const Change &change : waves.words.at(handle)) {
        if (change.time > cycle * kCycleUnits)
            break;
        bits = change.bits;
    }
    return bits;
}

bool is_set(const Waves &waves, fstHandle handle, uint64_t cycle)
{
    return bits_at(waves, handle, cycle).find('1') != std::string::npos;
}

std::string shown_bits(const Waves &waves, const Line &line, uint64_t cycle)
{
    std::string bits = bits_at(waves, line.word, cycle);
    if (line.high >= 0 && static_cast<std::size_t>(line.high) < bits.size())
        bits = bits.substr(bits.size() - 1 - static_cast<std::size_t>(line.high), static_cast<std::size_t>(line.high - line.low + 1));
    return bits;
}

std::string hexadecimal(const std::string &bits)
{
    std::string text;
    for (std::size_t end = bits.size(); end > 0;) {
        std::size_t from = end > 4 ? end - 4 : 0;
        text.insert(text.begin(), "0123456789abcdef"[std::strtoul(bits.substr(from, end - from).c_str(), nullptr, 2)]);
        end = from;
    }
    return text;
}

/* A line of the diagram from its text; false after a line on stderr. */
bool find_line(const Waves &waves, const std::string &text, Line &line)
{
    std::string name = text.substr(0, text.find('['));
    line = Line{text, 0, 0, -1, -1};
    if (name.size() < text.size()) {
        line.high = line.low = std::atoi(text.c_str() + name.size() + 1);
        std::size_t colon = text.find(':');
        if (colon != std::string::npos)
            line.low = std::atoi(text.c_str() + colon + 1);
    }
    auto found = waves.names.find(name);
    if (found == waves.names.end() || line.low > line.high) {
        std::cerr << "wave_diagram: found " << text << ", expected a signal of the scope, name[high:low] for some of its bits\n";
        return false;
    }
    line.word = found->second;
    const bool ready = name.size() > 5 && name.compare(name.size() - 5, 5, "ready") == 0;
    for (std::size_t end = 1; end < name.size() && !ready; end++) {
        auto valid = waves.names.find(name.substr(0, end) + "valid");
        if (valid != waves.names.end() && valid->first != name)
            line.valid = valid->second;
    }
    return true;
}

constexpr int kLabel = 190, kCell = 30, kRow = 26, kHigh = 14, kTop = 26;

void draw_bit(std::ostream &out, const Waves &waves, const Line &line, uint64_t from, int cycles, int y)
{
    out << "<path d=\"";
    for (int i = 0; i < cycles; i++) {
        int at = shown_bits(waves, line, from + static_cast<uint64_t>(i)) == "1" ? y : y + kHigh;
        out << (i == 0 ? "M" : "L") << kLabel + i * kCell << " " << at << "L" << kLabel + (i + 1) * kCell << " " << at;
    }
    out << "\" class=\"bit\"/>\n";
}

/* Equal values side by side are one box. */
void draw_word(std::ostream &out, const Waves &waves, const Line &line, uint64_t from, int cycles, int y)
{
    for (int i = 0; i < cycles;) {
        uint64_t cycle = from + static_cast<uint64_t>(i);
        bool means = line.valid == 0 || is_set(waves, line.valid, cycle);
        std::string bits = shown_bits(waves, line, cycle);
        int n = 1;
        while (i + n < cycles) {
            uint64_t next = cycle + static_cast<uint64_t>(n);
            if ((line.valid == 0 || is_set(waves, line.valid, next)) != means || (means && shown_bits(waves, line, next) != bits))
                break;
            n++;
        }
        int x = kLabel + i * kCell, width = n * kCell;
        if (means) {
            std::string text = hexadecimal(bits);
            std::size_t room = static_cast<std::size_t>((width - 6) / 7);
            if (text.size() > room)
                text = ".." + text.substr(text.size() - (room > 2 ? room - 2 : 1));
            out << "<path d=\"M" << x << " " << y + kHigh / 2 << "l3 " << -kHigh / 2 << "h" << width - 6 << "l3 " << kHigh / 2 << "l-3 "
                << kHigh / 2 << "h" << 6 - width << "z\" class=\"word\"/><text x=\"" << x + width / 2 << "\" y=\"" << y + kHigh - 3
                << "\" text-anchor=\"middle\">" << text << "</text>\n";
        } else {
            out << "<path d=\"M" << x << " " << y + kHigh / 2 << "h" << width << "\" class=\"none\"/>\n";
        }
        i += n;
    }
}

void draw(std::ostream &out, const Waves &waves, const std::vector<Line> &lines, uint64_t from, int cycles)
{
    int width = kLabel + cycles * kCell + 10, height = kTop + static_cast<int>(lines.size()) * kRow + 6;
    out << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << width << "\" height=\"" << height << "\" viewBox=\"0 0 " << width << " "
        << height << "\" font-family=\"monospace\" font-size=\"11\">\n<style>text{fill:#222}.cycle{fill:#777}"
        << ".bit{fill:none;stroke:#1f4e8c;stroke-width:1.6}.word{fill:#e8eef7;stroke:#1f4e8c}.none{stroke:#bbb;stroke-dasharray:2 3}"
        << ".grid{stroke:#ddd}</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
    for (int i = 0; i <= cycles; i++) {
        int x = kLabel + i * kCell;
        out << "<path d=\"M" << x << " " << kTop - 6 << "V" << height - 4 << "\" class=\"grid\"/>";
        if (i < cycles)
            out << "<text x=\"" << x + kCell / 2 << "\" y=\"" << kTop - 12 << "\" text-anchor=\"middle\" class=\"cycle\">" << from + static_cast<uint64_t>(i)
                << "</text>\n";
    }
    int y = kTop;
    for (const Line &line : lines) {
        out << "\n<text x=\"6\" y=\"" << y + kHigh - 3 << "\">" << line.label << "</text>";
        if (shown_bits(waves, line, from).size() == 1)
            draw_bit(out, waves, line, from, cycles, y);
        else
            draw_word(out, waves, line, from, cycles, y);
        y += kRow;
    }
    out << "</svg>\n";
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 7) {
        std::cerr << "usage: wave_diagram FST SCOPE NAME@CYCLE CYCLES SVG SIGNAL...\n";
        return 2;
    }
    Waves waves;
    void *reader = fstReaderOpen(argv[1]);
    if (reader == nullptr || !read_names(reader, argv[2], waves)) {
        std::cerr << "wave_diagram: found no scope " << argv[2] << " in " << argv[1] << ", expected waves of a bench\n";
        return 2;
    }
    std::vector<Line> lines(static_cast<std::size_t>(argc - 6));
    for (std::size_t i = 0; i < lines.size(); i++)
        if (!find_line(waves, argv[6 + i], lines[i]))
            return 1;
    const std::string start = argv[3];
    const std::size_t at = start.find('@');
    Line trigger;
    if (at == std::string::npos || !find_line(waves, start.substr(0, at), trigger))
        return 1;

    fstReaderClrFacProcessMaskAll(reader);
    lines.push_back(trigger);
    for (const Line &line : lines) {
        fstReaderSetFacProcessMask(reader, line.word);
        waves.words[line.word];
        if (line.valid != 0) {
            fstReaderSetFacProcessMask(reader, line.valid);
            waves.words[line.valid];
        }
    }
    lines.pop_back();
    fstReaderIterBlocks(reader, take_change, &waves, nullptr);
    fstReaderClose(reader);

    const int cycles = std::atoi(argv[4]);
    uint64_t cycle = std::strtoull(start.c_str() + at + 1, nullptr, 10);
    cycle = cycle < waves.first + 2 ? waves.first + 2 : cycle;
    while (cycle <= waves.last && shown_bits(waves, trigger, cycle).find('1') == std::string::npos)
        cycle++;
    if (cycles < 1 || cycle - 2 + static_cast<uint64_t>(cycles) > waves.last + 1) {
        std::cerr << "wave_diagram: found no " << cycles << " cycles from " << start << " on in " << argv[1] << "\n";
        return 1;
    }
    std::ofstream out(argv[5]);
    draw(out, waves, lines, cycle - 2, cycles);
    out.close();
    if (!out) {
        std::cerr << "wave_diagram: found " << argv[5] << " unwritable, expected a file with room\n";
        return 2;
    }
    return 0;
}
