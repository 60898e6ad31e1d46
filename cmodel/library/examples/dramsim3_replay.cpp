// A simulator written for DRAMsim3: replays a trace of its form, "<hexaddr> READ|WRITE <cycle>", each request in its cycle or as soon
// after it as the memory accepts it, and prints the statistics.
//   dramsim3_replay TRACE [CONFIG [PORTS [CYCLES]]]
// Requests with the same (address / 256) mod PORTS wait for one another; PORTS is 28, the default of SMS, which has to be the same.
// The clock runs until every request is complete, and then on to CYCLES.
#include "dramsim3.h"

#include <cstdio>
#include <cstdlib>
#include <deque>
#include <exception>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <vector>

struct Request {
    uint64_t address, cycle;
    bool write;
};

static int Replay(const char *trace, const std::string &config, size_t ports, uint64_t cycles) {
    std::vector<std::deque<Request>> waiting(ports);
    std::multiset<uint64_t> under_way[2];
    uint64_t left = 0, stray = 0, cycle = 0, done[2] = {0, 0};
    std::ifstream file(trace);
    std::string address, operation;
    uint64_t due;
    while (file >> address >> operation >> due) {
        const Request request = {std::strtoull(address.c_str(), nullptr, 16), due, operation == "WRITE"};
        waiting[request.address / 256 % ports].push_back(request);
        left++;
    }
    if (!file.eof() || left == 0) {
        std::fprintf(stderr, "dramsim3_replay: %s: found no trace, expected lines '<hexaddr> READ|WRITE <cycle>'\n", trace);
        return 2;
    }
    const auto complete = [&](bool write, uint64_t at) {
        const auto found = under_way[write].find(at);
        if (found == under_way[write].end()) {
            stray++;
            return;
        }
        under_way[write].erase(found);
        done[write]++;
        left--;
    };
    std::unique_ptr<dramsim3::MemorySystem> memory(dramsim3::GetMemorySystem(
        config, ".", [&](uint64_t at) { complete(false, at); }, [&](uint64_t at) { complete(true, at); }));
    for (; (left != 0 || cycle < cycles) && stray == 0; cycle++) {
        for (auto &port : waiting) {
            if (port.empty() || port.front().cycle > cycle) continue;
            const Request request = port.front();
            if (!memory->WillAcceptTransaction(request.address, request.write)) continue;
            if (!memory->AddTransaction(request.address, request.write)) return 1;
            under_way[request.write].insert(request.address);
            port.pop_front();
        }
        memory->ClockTick();
    }
    memory->PrintStats();
    std::printf("callbacks: %llu reads, %llu writes, %llu of no request\n", static_cast<unsigned long long>(done[0]),
                static_cast<unsigned long long>(done[1]), static_cast<unsigned long long>(stray));
    return stray == 0 ? 0 : 1;
}

int main(int argc, char **argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: dramsim3_replay TRACE [CONFIG [PORTS [CYCLES]]]\n");
        return 2;
    }
    try {
        const int ports = argc > 3 ? std::atoi(argv[3]) : 28;
        return Replay(argv[1], argc > 2 ? argv[2] : "", static_cast<size_t>(ports > 0 ? ports : 1),
                      argc > 4 ? std::strtoull(argv[4], nullptr, 10) : 0);
    } catch (const std::exception &error) {
        std::fprintf(stderr, "dramsim3_replay: %s\n", error.what());
        return 2;
    }
}
