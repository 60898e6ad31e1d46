/* Stimulus bins of which a configuration can reach some only: the others are neither declared nor counted. */
#ifndef RS_BINS_H
#define RS_BINS_H

#include "cosim.h"

namespace rs {

struct PossibleBin {
    const char *name;
    bool possible; /* in this configuration */
};

template <unsigned COUNT> class PossibleBins {
  public:
    /* first: the bins that the bench has declared before. */
    PossibleBins(CosimBase &bench, const PossibleBin (&list)[COUNT], unsigned first = 0) : bench_(bench), end_(first)
    {
        for (unsigned bin = 0; bin < COUNT; bin++) {
            place_[bin] = list[bin].possible ? static_cast<int>(end_++) : -1;
            if (list[bin].possible)
                bench_.declare_bins({list[bin].name});
        }
    }
    void count(unsigned bin, bool hit)
    {
        if (place_[bin] >= 0)
            bench_.count(static_cast<unsigned>(place_[bin]), hit);
    }
    bool has(unsigned bin) const { return place_[bin] >= 0; }
    unsigned end() const { return end_; }

  private:
    CosimBase &bench_;
    unsigned end_;
    int place_[COUNT];
};

} // namespace rs
#endif
