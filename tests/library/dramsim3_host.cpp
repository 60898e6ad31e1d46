// What simulators that use DRAMsim3 rely on, beyond its calls' names: a transaction is as long as bus and burst say; fewer than
// GetQueueSize() transactions are always accepted, without a tick between them and at one address, too; statistics can be reset before
// the first tick. Prints the statistics after the last reset, which are all 0.
#include "dramsim3.h"

#include <cstdio>
#include <memory>

static int Fail(const char *what, uint64_t found, uint64_t expected) {
    std::fprintf(stderr, "dramsim3_host: %s: found %llu, expected %llu\n", what, static_cast<unsigned long long>(found),
                 static_cast<unsigned long long>(expected));
    return 1;
}

int main() {
    std::unique_ptr<dramsim3::MemorySystem> memory(dramsim3::GetMemorySystem("", ".", nullptr, nullptr));
    uint64_t reads = 0, writes = 0, wrong = 0, ticks = 0;
    const auto read = [&](uint64_t at) { at == 0x1234 ? reads++ : wrong++; };
    const auto write = [&](uint64_t at) { at == 0x8000 ? writes++ : wrong++; };
    memory->RegisterCallbacks(read, write);
    memory->ResetStats();
    const int bytes = memory->GetBusBits() * memory->GetBurstLength() / 8;
    if (bytes != 64) return Fail("bytes of a transaction", static_cast<uint64_t>(bytes), 64);
    if (!(memory->GetTCK() > 0)) return Fail("length of a cycle", 0, 1);
    const uint64_t size = static_cast<uint64_t>(memory->GetQueueSize());
    uint64_t accepted = 0;
    while (accepted <= size && memory->WillAcceptTransaction(0x1234, false) && memory->AddTransaction(0x1234, false)) accepted++;
    if (accepted != size) return Fail("reads accepted without a tick", accepted, size);
    if (memory->AddTransaction(0x1234, false)) return Fail("reads accepted beyond", 1, 0);
    if (!memory->AddTransaction(0x8000, true)) return Fail("writes accepted at another port", 0, 1);
    for (; reads + writes < size + 1 && ticks < 100 * size; ticks++) memory->ClockTick();
    if (reads != size || writes != 1 || wrong != 0) return Fail("callbacks", reads + writes + wrong, size + 1);
    for (int i = 0; i < 1000; i++) memory->ClockTick();
    memory->ResetStats();
    memory->PrintStats();
    return 0;
}
