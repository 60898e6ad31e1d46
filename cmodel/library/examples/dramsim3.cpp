// Contract: dramsim3.h.
#include "dramsim3.h"

#include <rowstreak.h>

#include <cstdio>
#include <deque>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

namespace dramsim3 {

struct Transaction {
    uint64_t address;
    bool write;
};

struct MemorySystem::State {
    std::function<void(uint64_t)> read, write;
    rs_memory *memory = nullptr;
    std::vector<std::deque<Transaction>> waiting; // for the places at the ports

    static void Completed(void *context, const rs_completion *completion) {
        const State *state = static_cast<const State *>(context);
        const std::function<void(uint64_t)> &callback = completion->write ? state->write : state->read;
        if (callback) callback(completion->address);
    }
    ~State() { rs_memory_destroy(memory); }
};

MemorySystem::MemorySystem(const std::string &config_file, const std::string &, std::function<void(uint64_t)> read_callback,
                           std::function<void(uint64_t)> write_callback) {
    std::unique_ptr<State> state(new State);
    rs_error error;
    state->memory = rs_memory_create_file(config_file.empty() ? nullptr : config_file.c_str(), nullptr, State::Completed, state.get(), &error);
    if (state->memory == nullptr) throw std::runtime_error(error.text);
    state->waiting.resize(rs_memory_config(state->memory)->sms);
    state->read = std::move(read_callback);
    state->write = std::move(write_callback);
    state_ = state.release();
}

MemorySystem::~MemorySystem() { delete state_; }

void MemorySystem::ClockTick() {
    rs_error error;
    for (uint32_t port = 0; port < state_->waiting.size(); port++) {
        std::deque<Transaction> &queue = state_->waiting[port];
        if (!queue.empty() && rs_memory_request_at(state_->memory, port, queue.front().address, queue.front().write, nullptr)) queue.pop_front();
    }
    if (!rs_memory_tick(state_->memory, &error)) throw std::runtime_error(error.text);
}

void MemorySystem::RegisterCallbacks(std::function<void(uint64_t)> read_callback, std::function<void(uint64_t)> write_callback) {
    state_->read = std::move(read_callback);
    state_->write = std::move(write_callback);
}

double MemorySystem::GetTCK() const { return 1; }

int MemorySystem::GetBusBits() const {
    const rs_config *config = rs_memory_config(state_->memory);
    return static_cast<int>(8 * config->bus_bytes * config->chips);
}

int MemorySystem::GetBurstLength() const { return 8 * RS_LINE_BYTES / GetBusBits(); }

int MemorySystem::GetQueueSize() const {
    const rs_config *config = rs_memory_config(state_->memory);
    return static_cast<int>(config->queue * config->channels);
}

void MemorySystem::PrintStats() const {
    const char *name;
    for (size_t i = 0; (name = rs_memory_statistic_name(i)) != nullptr; i++) {
        double value = 0;
        (void)rs_memory_statistic(state_->memory, name, &value);
        std::printf("%-24s = %.12g\n", name, value);
    }
}

void MemorySystem::ResetStats() { rs_memory_reset_statistics(state_->memory); }

bool MemorySystem::WillAcceptTransaction(uint64_t hex_addr, bool) const {
    return state_->waiting[rs_memory_port(state_->memory, hex_addr)].size() < static_cast<size_t>(GetQueueSize());
}

bool MemorySystem::AddTransaction(uint64_t hex_addr, bool is_write) {
    if (!WillAcceptTransaction(hex_addr, is_write)) return false;
    state_->waiting[rs_memory_port(state_->memory, hex_addr)].push_back({hex_addr, is_write});
    return true;
}

MemorySystem *GetMemorySystem(const std::string &config_file, const std::string &output_dir,
                              std::function<void(uint64_t)> read_callback, std::function<void(uint64_t)> write_callback) {
    return new MemorySystem(config_file, output_dir, std::move(read_callback), std::move(write_callback));
}

}  // namespace dramsim3
