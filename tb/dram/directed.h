/* A directed case of the DRAM controller bench: sessions whose requests and replies follow a plan. */
#ifndef RS_DIRECTED_H
#define RS_DIRECTED_H

#include <algorithm>
#include <deque>
#include <vector>

#include "dram/channel_watch.h"
#include "dram/dram_controller.h"
#include "dram/dram_controller_stimulus.h"

namespace rs {

class Directed {
  public:
    explicit Directed(const rs_config &config) : config_(config) {}
    virtual ~Directed() {}

    /* Before a cycle: what goes in next, at the end of `plan`, and whether replies are taken. Without `offered` nothing is on
     * its way in. */
    virtual bool plan(const rs_dram_controller &now, bool offered, std::deque<Planned> &plan) = 0;

    void taken(bool flit) { stuck_ = flit ? 0 : stuck_ + 1; } /* after a cycle */

    /* What is on the pins in a cycle and what it means, what was accepted. */
    virtual void observe(const rs_dram_pins &pins, const rs_accept &accept, const ChannelEvents &events) = 0;

    bool settled() const { return settled_; } /* this session has nothing more to send */
    virtual bool another_session() { return false; }
    bool all_seen() const { return std::find(seen_.begin(), seen_.end(), false) == seen_.end(); }

  protected:
    /* Places that a bank can fill. */
    static uint32_t places_of_bank(const rs_config &config)
    {
        return config.scheduler != RS_SCHEDULER_BFIFO ? config.queue
             : config.bank_places != 0                ? config.bank_places
                                                      : config.queue / config.banks;
    }

    static bool empty(const rs_dram_controller &now)
    {
        return now.queue.count == 0 && now.slots_busy == 0 && !now.in_write;
    }

    rs_config config_;
    std::vector<bool> seen_; /* what the case is about */
    std::size_t next_ = 0;   /* pattern */
    bool settled_ = false;
    uint32_t stuck_ = 0;     /* cycles since a flit came in */
};

} // namespace rs
#endif
