/* What a network owes its users, seen at the ports alone: every packet that entered leaves whole, once, at its output,
 * never interleaved with another one on its channel; in order per (input, output) where order is promised. */
#ifndef RS_PACKET_SCOREBOARD_H
#define RS_PACKET_SCOREBOARD_H

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace rs {

class PacketScoreboard {
  public:
    PacketScoreboard(uint32_t inputs, uint32_t outputs, uint32_t channels, bool in_order)
        : waiting_(inputs * outputs), leaving_(outputs * channels), inputs_(inputs), channels_(channels),
          in_order_(in_order)
    {
    }

    /* The flits of a packet, in order, each with a payload of its own; told when the first one enters. */
    void entered(uint32_t input, uint32_t output, const std::vector<uint64_t> &payloads)
    {
        waiting_[output * inputs_ + input].push_back(payloads);
    }

    /* A flit left `channel` of an output. Empty, or what is wrong with it. */
    std::string left(uint32_t output, uint32_t channel, uint64_t payload, bool head, bool tail)
    {
        Leaving &packet = leaving_[output * channels_ + channel];
        if (head != packet.rest.empty())
            return head ? "head flit in the middle of a packet" : "data flit without a packet";
        if (head && !find(output, payload, packet.rest))
            return "head flit that is not the next of any input's packets to this output";
        if (payload != packet.rest.front())
            return "another flit than the packet's next";
        packet.rest.pop_front();
        if (tail != packet.rest.empty())
            return tail ? "tail flit before the packet's end" : "packet's last flit is no tail";
        return "";
    }

    /* Packets that have not left, or not wholly. */
    uint64_t missing() const
    {
        uint64_t count = 0;
        for (const auto &packets : waiting_)
            count += packets.size();
        for (const Leaving &packet : leaving_)
            count += !packet.rest.empty();
        return count;
    }

  private:
    struct Leaving {
        std::deque<uint64_t> rest;
    };

    bool find(uint32_t output, uint64_t payload, std::deque<uint64_t> &rest)
    {
        for (uint32_t input = 0; input < inputs_; input++) {
            auto &packets = waiting_[output * inputs_ + input];
            for (auto packet = packets.begin(); packet != packets.end(); ++packet) {
                if (packet->front() == payload) {
                    rest.assign(packet->begin(), packet->end());
                    packets.erase(packet);
                    return true;
                }
                if (in_order_)
                    break;
            }
        }
        return false;
    }

    std::vector<std::deque<std::vector<uint64_t>>> waiting_; /* [output * inputs + input] */
    std::vector<Leaving> leaving_;
    uint32_t inputs_, channels_;
    bool in_order_;
};

} // namespace rs
#endif
