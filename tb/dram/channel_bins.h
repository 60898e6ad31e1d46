/* What ChannelWatch sees, as stimulus bins of the benches that have a controller: of those that a build cannot reach none is
 * declared. */
#ifndef RS_CHANNEL_BINS_H
#define RS_CHANNEL_BINS_H

#include "bins.h"
#include "channel_watch.h"

namespace rs {

class ChannelBins {
  public:
    /* alone: the bench sends requests as it likes; in a machine both banks of two are hardly ever kept waiting for long, and an L2
     * sends few requests at a time. Declares the bench's first bins. */
    ChannelBins(CosimBase &bench, const rs_config &built, bool alone) : can_(built, alone), bins_(bench, {
        {"activate", true}, {"precharge", true}, {"read", true}, {"write", true}, {"row_hit", true}, {"row_closed", true},
        {"row_miss", true}, {"read_to_write", true}, {"write_to_read", true}, {"bank_full", true},
        {"write_slots_full", can_.many}, {"reply_slots_full", can_.quiet}, {"read_behind_write", can_.other_kind},
        {"write_behind_read", can_.other_kind}, {"overtaken_in_its_bank", can_.overtake}, {"age_cap_of_a_bank", can_.overtake},
        {"age_cap_of_all", can_.cap_of_all}, {"refresh", can_.refresh}, {"refresh_waits_for_a_request", can_.refresh_waits},
        {"read_beside_another", can_.pair}, {"write_beside_another", can_.pair},
        {"write_within_trcd", can_.finer_bank}, {"write_at_trcd_wr", can_.finer_bank}, {"read_within_twtr_l", can_.finer_read},
        {"read_at_twtr_l", can_.finer_read}, {"write_at_tccd_l_wr", can_.finer_write}})
    {
    }
    void count(const ChannelEvents &events)
    {
        bins_.count(ACTIVATE, events.command[RS_DRAM_ACT]);
        bins_.count(PRECHARGE, events.command[RS_DRAM_PRE]);
        bins_.count(READ, events.command[RS_DRAM_RD]);
        bins_.count(WRITE, events.command[RS_DRAM_WR]);
        bins_.count(ROW_HIT, events.row_hit);
        bins_.count(ROW_CLOSED, events.row_closed);
        bins_.count(ROW_MISS, events.row_miss);
        bins_.count(READ_TO_WRITE, events.read_to_write);
        bins_.count(WRITE_TO_READ, events.write_to_read);
        bins_.count(BANK_FULL, events.bank_full);
        bins_.count(WRITE_SLOTS_FULL, events.write_slots_full);
        bins_.count(REPLY_SLOTS_FULL, events.waits_for_reply_slot);
        bins_.count(READ_BEHIND_WRITE, events.read_behind_write);
        bins_.count(WRITE_BEHIND_READ, events.write_behind_read);
        bins_.count(OVERTAKEN, events.overtaken);
        bins_.count(CAP_OF_A_BANK, events.capped);
        bins_.count(CAP_OF_ALL, events.urgent);
        bins_.count(REFRESH, events.command[RS_DRAM_REF]);
        bins_.count(REFRESH_WAITS, events.refresh_waits);
        bins_.count(READ_BESIDE, events.read_beside);
        bins_.count(WRITE_BESIDE, events.write_beside);
        bins_.count(WRITE_WITHIN_TRCD, events.finer.write_within_trcd);
        bins_.count(WRITE_AT_TRCD_WR, events.finer.write_at_trcd_wr);
        bins_.count(READ_WITHIN_TWTR_L, events.finer.read_within_twtr_l);
        bins_.count(READ_AT_TWTR_L, events.finer.read_at_twtr_l);
        bins_.count(WRITE_AT_TCCD_L_WR, events.finer.write_at_tccd_l_wr);
    }
    bool overtakes() const { return can_.overtake; }
    bool caps_all() const { return can_.cap_of_all; }
    unsigned end() const { return bins_.end(); }

  private:
    enum {
        ACTIVATE, PRECHARGE, READ, WRITE, ROW_HIT, ROW_CLOSED, ROW_MISS, READ_TO_WRITE, WRITE_TO_READ, BANK_FULL, WRITE_SLOTS_FULL,
        REPLY_SLOTS_FULL, READ_BEHIND_WRITE, WRITE_BEHIND_READ, OVERTAKEN, CAP_OF_A_BANK, CAP_OF_ALL, REFRESH, REFRESH_WAITS, READ_BESIDE,
        WRITE_BESIDE, WRITE_WITHIN_TRCD, WRITE_AT_TRCD_WR, READ_WITHIN_TWTR_L, READ_AT_TWTR_L, WRITE_AT_TCCD_L_WR, BINS
    };
    struct Possible {
        Possible(const rs_config &built, bool alone)
        {
            const bool bfifo = built.scheduler == RS_SCHEDULER_BFIFO, more_than_banks = built.queue > built.banks;
            const uint32_t places = bfifo && built.bank_places == 0 ? built.queue / built.banks : built.queue;
            many = built.l2 == 0;
            quiet = many && (built.t_refi == 0 || built.refresh == RS_REFRESH_ALL || built.t_refi / built.banks > 256); /* between two REF */
            other_kind = many && (!bfifo || more_than_banks); /* one place a bank is not enough */
            overtake = built.scheduler >= RS_SCHEDULER_FRFCFS || (bfifo && built.lookahead > 1 && places > 1);
            cap_of_all = many && built.scheduler != RS_SCHEDULER_FIFO && more_than_banks && (alone || built.banks > 2);
            refresh = built.t_refi != 0;
            refresh_waits = refresh && built.columns > 1;
            pair = built.pair != 0 && built.scheduler != RS_SCHEDULER_FIFO;
            finer_bank = FinerTimes::of_bank(built);
            finer_read = FinerTimes::of_write_read(built);
            finer_write = FinerTimes::of_write_write(built);
        }
        bool many, quiet, other_kind, overtake, cap_of_all, refresh, refresh_waits, pair, finer_bank, finer_read, finer_write;
    };
    Possible can_;
    PossibleBins<BINS> bins_;
};

} // namespace rs
#endif
