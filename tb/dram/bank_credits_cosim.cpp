/* rs_bank_credits beside cmodel/dram/bank_credits.h, which asks a queue (cmodel/dram/queue.h) that the bench fills and
 * empties, and beside the header's rule played out with a list of packets: each is on its way, then in the queue. A packet
 * is on its way for any time, and packets reach the queue in any order, as from several virtual channels. */
#include <vector>

#include "Vdut.h"
#include "cosim.h"
#include "dram/bank_credits.h"

namespace {

const uint32_t queue_size = RTL_QUEUE, banks = RTL_BANKS, places = RTL_PLACES;

enum { BANK_FULL, ALL_FULL, FULL_BUT_QUEUE_HAS_ROOM, COMES_AND_LEAVES, FULL_LEAVES, NOT_ENABLED, RESET_BUSY, OPTIONAL };

struct Packet {
    uint32_t bank;
    bool queued;
};

class BankCreditsBench {
  public:
    BankCreditsBench(int argc, char **argv)
        : bench_(argc, argv, 20000, {"random", "saturated", "slow_network", "one_bank", "not_enabled", "reset"})
    {
        bench_.declare_bins({"bank_full", "all_full", "full_while_the_queue_has_room", "comes_and_leaves",
                             "leaves_when_full", "not_enabled", "reset_while_busy"});
        unsigned bins = OPTIONAL;
        if (places > 1) {
            bench_.declare_bins({"comes_and_leaves_in_one_bank"});
            same_bank_ = bins++;
        }
        if (places < queue_size) {
            bench_.declare_bins({"one_bank_full_another_not"});
            other_full_ = bins++;
        }
        rs_config_default(&config_);
        config_.scheduler = RS_SCHEDULER_BFIFO;
        config_.lookahead = 1;
        config_.queue = queue_size;
        config_.banks = banks;
        config_.bank_places = places;
        config_.age_cap = 0;
        rs_bank_timing_init(&timing_, &config_);
    }

    int run()
    {
        while (bench_.next_case()) {
            forget();
            while (bench_.next_cycle())
                cycle();
        }
        return bench_.finish();
    }

  private:
    void forget()
    {
        credits_ = rs_bank_credits();
        rs_queue_init(&queue_, &config_, &timing_);
        packets_.clear();
        enable_ = !bench_.is_case("not_enabled");
        bench_.dut().enable = enable_;
    }
    /* By the header: places of a bank, or of all, that packets have. */
    uint32_t taken(uint32_t bank) const
    {
        uint32_t count = 0;
        for (const Packet &packet : packets_)
            count += bank == banks || packet.bank == bank;
        return count;
    }
    /* Index of one of the packets that are queued, or are not; the number of packets if there is none. */
    std::size_t any(bool queued)
    {
        std::vector<std::size_t> found;
        for (std::size_t k = 0; k < packets_.size(); k++)
            if (packets_[k].queued == queued)
                found.push_back(k);
        return found.empty() ? packets_.size() : found[bench_.random_below(static_cast<uint32_t>(found.size()))];
    }

    void cycle()
    {
        if (bench_.cycle() % 64 == 0)
            for (uint32_t *percent : {&comes_, &arrives_, &leaves_})
                *percent = bench_.random_below(101);
        uint32_t comes = bench_.is_case("saturated") ? 100 : comes_;
        uint32_t arrives = bench_.is_case("slow_network") ? 5 : arrives_;
        uint32_t wanted = bench_.is_case("one_bank") && bench_.chance(95) ? 0 : bench_.random_below(banks);
        bool rst = bench_.is_case("reset") && bench_.chance(5);

        uint32_t room = enable_ ? rs_bank_credits_room(&credits_, &queue_) : (1U << (banks - 1) << 1) - 1;
        bool grant = bench_.chance(comes) && ((room >> wanted & 1) != 0);
        std::size_t arriving = bench_.chance(arrives) ? any(false) : packets_.size();
        std::size_t leaving = bench_.chance(leaves_) ? any(true) : packets_.size();
        bool leaves = leaving < packets_.size();
        uint32_t from = leaves ? packets_[leaving].bank : 0;

        Vdut &dut = bench_.dut();
        dut.rst = rst;
        dut.grant = grant;
        rs::set(dut.grant_bank, 0, banks > 2 ? static_cast<unsigned>(__builtin_ctz(banks)) : 1, wanted);
        rs::set(dut.leave, 0, banks, leaves ? 1U << from : 0);
        bench_.eval();
        bench_.compare("room", room, dut.room);
        bool bank_full = false, open = false, hidden = false;
        for (uint32_t bank = 0; bank < banks; bank++) {
            bool full = taken(bank) == places || taken(banks) == queue_size;
            if (enable_)
                bench_.expect("room by the rule", !full, rs::get(dut.room, bank, 1), static_cast<int>(bank));
            bank_full |= taken(bank) == places;
            open |= !full;
            hidden |= full && rs_queue_room(&queue_, bank);
        }
        if (enable_) {
            bench_.count(BANK_FULL, bank_full);
            bench_.count(ALL_FULL, taken(banks) == queue_size);
            bench_.count(FULL_BUT_QUEUE_HAS_ROOM, hidden);
            bench_.count(COMES_AND_LEAVES, grant && leaves && wanted != from);
            if (same_bank_ != 0)
                bench_.count(same_bank_, grant && leaves && wanted == from);
            bench_.count(FULL_LEAVES, leaves && bank_full && taken(from) == places);
            if (other_full_ != 0)
                bench_.count(other_full_, bank_full && open);
        }
        bench_.count(NOT_ENABLED, !enable_ && grant);
        bench_.count(RESET_BUSY, rst && !packets_.empty());
        bench_.clock();
        if (rst) {
            forget();
            return;
        }
        if (enable_)
            move(grant, wanted, arriving, leaving);
    }

    void move(bool grant, uint32_t bank, std::size_t arriving, std::size_t leaving)
    {
        rs_queued request = rs_queued();
        std::size_t before = packets_.size();
        if (leaving < before)
            rs_queue_pop(&queue_, packets_[leaving].bank);
        if (arriving < before) {
            request.bank = static_cast<uint8_t>(packets_[arriving].bank);
            rs_queue_push(&queue_, &request);
            rs_bank_credits_queued(&credits_, request.bank);
            packets_[arriving].queued = true;
        }
        if (leaving < before)
            packets_.erase(packets_.begin() + static_cast<std::ptrdiff_t>(leaving));
        if (grant) {
            rs_bank_credits_granted(&credits_, bank);
            packets_.push_back(Packet{bank, false});
        }
    }

    rs::Cosim<Vdut> bench_;
    rs_config config_;
    rs_bank_timing timing_;
    rs_queue queue_;
    rs_bank_credits credits_;
    std::vector<Packet> packets_;
    uint32_t comes_ = 50, arrives_ = 50, leaves_ = 50; /* percent */
    bool enable_ = true;
    unsigned same_bank_ = 0, other_full_ = 0; /* bins that not every build has; 0: none */
};

} // namespace

int main(int argc, char **argv)
{
    return BankCreditsBench(argc, argv).run();
}
