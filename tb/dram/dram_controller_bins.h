/* The stimulus bins of the controller's bench beside those of channel_bins.h: of those that a build cannot reach none is declared. */
#ifndef RS_DRAM_CONTROLLER_BINS_H
#define RS_DRAM_CONTROLLER_BINS_H

#include "dram/channel_bins.h"
#include "dram/queue_orders.h"
#include "dram/queue_places.h"

namespace rs {

class ControllerBins {
  public:
    enum {
        QUEUE_FULL, REPLY_REFUSED, REQUEST_REFUSED, DRAINED, RESET_IN_OPERATION, RESET_AT_CAP_OF_A_BANK, CAP_OF_A_BANK_128,
        EVEN_CAP_OF_BANKS_128, CAP_OF_ALL_256, CAP_OF_ALL_512, RESET_AT_CAP_OF_ALL, FURTHEST_PLACE, PLACES, OVERTAKEN_PAIRS, TOGETHER,
        WINDOW_ORDERS, LISTED, LIST_CLEARED, CLOSED_OVER_HITS, WAITS_FOR_LINE, KEPT_MIDWAY, WORD_IN_PART, UNREAD, READ_BEHIND_UNREAD, BINS
    };
    struct Possible {
        explicit Possible(const rs_config &built)
        {
            const bool in_order = built.scheduler == RS_SCHEDULER_FIFO;
            undisturbed = built.t_refi == 0;
            leave_from_all = !in_order && built.banks > 1;
            have_all_places = undisturbed && !in_order && QueuePlaces(built, false).exhaustive();
            overtake_all_pairs = undisturbed && built.scheduler >= RS_SCHEDULER_FRFCFS && QueuePlaces(built, true).exhaustive();
            list = built.scheduler == RS_SCHEDULER_BLISS;
        }
        bool undisturbed; /* by refreshes: what a bank or the whole queue waits for goes on for long */
        bool leave_from_all, have_all_places, overtake_all_pairs, list;
    };

    ControllerBins(CosimBase &bench, const rs_config &built, const ChannelBins &channel)
        : can(built), bins_(bench, {
              {"queue_full", true}, {"reply_refused", true}, {"request_refused", true}, {"drained", true}, {"reset_in_operation", true},
              {"reset_at_age_cap_of_a_bank", channel.overtakes()},
              {"age_cap_of_a_bank_after_128", channel.overtakes() && can.undisturbed}, /* REF closes the row of the hits */
              {"even_age_cap_of_several_banks_after_128", channel.overtakes() && can.undisturbed},
              {"age_cap_of_all_after_256", channel.caps_all()},
              {"age_cap_of_all_after_512", channel.caps_all() && can.undisturbed && built.banks > 2}, /* 255 times the banks */
              {"reset_at_age_cap_of_all", channel.caps_all()}, {"left_from_the_furthest_place", can.leave_from_all},
              {"every_set_of_places", can.have_all_places}, {"every_pair_of_places_overtaken", can.overtake_all_pairs},
              {"every_two_banks_ready_together", can.undisturbed && !ReadyTogether(built).none()},
              {"every_order_of_two_places_of_a_window", can.undisturbed && !WindowOrders(built).none()},
              {"sm_on_blacklist", can.list}, {"blacklist_cleared", can.list}, {"row_closed_over_hits", can.list},
              {"waits_for_line_of_another_sm", can.list},
              {"first_no_longer_between_its_column_commands", can.list && built.columns > 1},
              {"word_in_part", built.write_mask != 0 && built.dq_bits > 8}, {"line_could_not_be_read", true},
              {"line_read_behind_one_that_could_not", true}}, channel.end())
    {
    }
    void count(unsigned bin, bool hit) { bins_.count(bin, hit); }
    unsigned end() const { return bins_.end(); }

    const Possible can;

  private:
    PossibleBins<BINS> bins_;
};

} // namespace rs
#endif
