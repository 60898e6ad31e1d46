/* wave_layout FST LAYOUT CHANNEL GTKW: a GTKWave save file from a list of signals (memory_path.layout), each name looked
 * up in the FST's hierarchy, with its range. A name that the FST does not have is an error, so the list cannot rot.
 * Exit code 0; 1 after a line per missing name; 2 when a file cannot be read or written. */
#include "fst_reader.h"

#include <fstream>
#include <iostream>
#include <map>
#include <string>

namespace {

const char kTop[] = "rs_memory_path.";

struct Signal {
    std::string name; /* as GTKWave writes it, range included */
    uint32_t bits;
};

/* Signals below the top module, by their path there without range; start: the first time. */
bool read_names(const char *path, std::map<std::string, Signal> &signals, uint64_t &start)
{
    void *reader = fstReaderOpen(path);
    if (reader == nullptr)
        return false;
    start = fstReaderGetStartTime(reader);
    fst_variables(reader, [&](const std::string &scope, const auto &var) {
        std::string variable = var.name, range;
        std::size_t space = variable.find(' ');
        if (space != std::string::npos) {
            range = variable.substr(space + 1);
            variable.resize(space);
        }
        std::string whole = scope + "." + variable;
        std::size_t top = whole.find(kTop);
        if (top != std::string::npos)
            signals[whole.substr(top + sizeof(kTop) - 1)] = Signal{whole + range, var.length};
    });
    fstReaderClose(reader);
    return true;
}

std::string with_channel(std::string line, const std::string &channel)
{
    static const std::string kPlace = "{channel}";
    for (std::size_t at; (at = line.find(kPlace)) != std::string::npos;)
        line.replace(at, kPlace.size(), channel);
    return line;
}

/* Names not found. */
unsigned write_layout(std::istream &layout, const char *layout_path, const std::map<std::string, Signal> &signals,
                      const std::string &channel, std::ostream &out)
{
    unsigned missing = 0, number = 0;
    std::string line;
    while (std::getline(layout, line)) {
        number++;
        if (line.empty() || line[0] == '#')
            continue;
        line = with_channel(line, channel);
        if (line[0] == '-') {
            out << "@200\n" << line << "\n";
            continue;
        }
        auto found = signals.find(line);
        if (found != signals.end()) {
            out << (found->second.bits == 1 ? "@28\n" : "@22\n") << found->second.name << "\n";
        } else {
            std::cerr << layout_path << ":" << number << ": found no signal " << line << " in the waves, expected one\n";
            missing++;
        }
    }
    return missing;
}

} // namespace

int main(int argc, char **argv)
{
    std::map<std::string, Signal> signals;
    uint64_t start = 0;
    if (argc != 5) {
        std::cerr << "usage: wave_layout FST LAYOUT CHANNEL GTKW\n";
        return 2;
    }
    std::ifstream layout(argv[2]);
    if (!layout || !read_names(argv[1], signals, start) || signals.empty()) {
        std::cerr << "wave_layout: found no readable " << (layout ? argv[1] : argv[2]) << ", expected "
                  << (layout ? "waves of rs_memory_path" : "a layout") << "\n";
        return 2;
    }
    std::ofstream out(argv[4]);
    /* zoom: about 25 pixels a cycle of 10 time units */
    out << "[*] written by tb/waves/wave_layout from " << argv[2] << "\n[timestart] " << start
        << "\n[size] 1600 1000\n[sst_expanded] 0\n[signals_width] 420\n*-6.400000 " << start << "\n";
    unsigned missing = write_layout(layout, argv[2], signals, argv[3], out);
    out.close();
    if (!out) {
        std::cerr << "wave_layout: found " << argv[4] << " unwritable, expected a file with room\n";
        return 2;
    }
    return missing == 0 ? 0 : 1;
}
