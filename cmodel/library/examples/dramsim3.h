// The memory system under the calls of DRAMsim3, so that a simulator written for those is compiled and linked with Rowstreak in its place.
// The names and arguments are those of DRAMsim3's own header of this name (github.com/umd-memsys/DRAMsim3).
//
//   config_file  Rowstreak's KEY = VALUE lines, not DRAMsim3's .ini; empty: the defaults. A file or a setting that is wrong throws
//                std::runtime_error with the text of the error.
//   output_dir   not used: PrintStats() prints to standard output.
//   ClockTick    one cycle of DRAM, network and cores alike.
//   AddTransaction  a line of 64 bytes. Transactions wait in a queue for each port of the memory; the port follows from the address.
//                A host with fewer than GetQueueSize() of them under way is never refused.
// A callback has the address as it was given. A write is told when its controller has it, so that a later read gets its data.
#ifndef ROWSTREAK_DRAMSIM3_H
#define ROWSTREAK_DRAMSIM3_H

#include <cstdint>
#include <functional>
#include <string>

namespace dramsim3 {

class MemorySystem {
   public:
    MemorySystem(const std::string &config_file, const std::string &output_dir, std::function<void(uint64_t)> read_callback,
                 std::function<void(uint64_t)> write_callback);
    ~MemorySystem();
    MemorySystem(const MemorySystem &) = delete;
    MemorySystem &operator=(const MemorySystem &) = delete;

    void ClockTick();
    void RegisterCallbacks(std::function<void(uint64_t)> read_callback, std::function<void(uint64_t)> write_callback);
    double GetTCK() const;         // 1: a cycle has no length in nanoseconds here
    int GetBusBits() const;        // of a channel: all its chips
    int GetBurstLength() const;    // transfers of a transaction: GetBusBits() * GetBurstLength() / 8 is 64 bytes
    int GetQueueSize() const;      // requests that all controllers hold, and transactions that the queue of a port does
    void PrintStats() const;       // every statistic of rs_memory_statistic(), NAME = VALUE
    void ResetStats();             // statistics are those of the ticks from now on

    bool WillAcceptTransaction(uint64_t hex_addr, bool is_write) const;
    bool AddTransaction(uint64_t hex_addr, bool is_write);

   private:
    struct State;
    State *state_;
};

MemorySystem *GetMemorySystem(const std::string &config_file, const std::string &output_dir,
                              std::function<void(uint64_t)> read_callback, std::function<void(uint64_t)> write_callback);

}  // namespace dramsim3

#endif
