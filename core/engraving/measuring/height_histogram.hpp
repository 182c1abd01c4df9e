// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/measuring/height_kernels.hpp"
#include "core/kernels/measuring/height_moments.hpp"
#include "core/kernels/samples.hpp"

#include <cstdint>
#include <vector>

namespace burin {

/// Counts depths in 65,536 bins, and sums their positions inside each bin. Both are integers, so the result
/// does not depend on the order of the depths.
class HeightHistogram {
  public:
    static constexpr std::int64_t bins = HeightKernels::bins;

    HeightHistogram() : HeightHistogram(0, 1) {}
    /// \param lowest  the depth at which the first bin begins \param span  of all bins, positive
    HeightHistogram(double lowest, double span);

    /// \param scratch  from newScratch(); all zeros before and after the call
    void add(const ConstSamplesView& samples, std::vector<std::uint64_t>& scratch);
    [[nodiscard]] static std::vector<std::uint64_t> newScratch() {
        return std::vector<std::uint64_t>(static_cast<std::size_t>(bins));
    }
    /// The table that counts samples for this histogram in `scratch`, until take() adds them.
    [[nodiscard]] HeightTable table(std::vector<std::uint64_t>& scratch) const {
        return {lowest_, placesPerDepth(), scratch.data()};
    }
    /// Adds the `count` samples that were counted in `scratch`, and sets it to zeros.
    /// \pre count <= HeightKernels::mostSamples
    void take(std::vector<std::uint64_t>& scratch, std::int64_t count);
    /// Adds samples that were counted elsewhere, with lowest() and placesPerDepth().
    void add(const std::vector<FilledBin>& filled);
    /// \pre both have the same bins
    void merge(const HeightHistogram& other);

    [[nodiscard]] double lowest() const { return lowest_; }
    [[nodiscard]] double span() const { return span_; }
    /// Places for each unit of depth.
    [[nodiscard]] double placesPerDepth() const;
    [[nodiscard]] double binWidth() const { return span_ / static_cast<double>(bins); }
    [[nodiscard]] std::uint64_t total() const { return total_; }
    [[nodiscard]] std::uint64_t count(std::int64_t bin) const {
        return bins_[static_cast<std::size_t>(bin)].count;
    }
    /// The mean place of a bin's samples, from 0 at its beginning to 1 at its end. \pre count(bin) > 0
    [[nodiscard]] double meanPlace(std::int64_t bin) const;
    /// The mean of abs(depth - from). Only the bin of `from` is approximate.
    [[nodiscard]] double meanDistance(double from) const;

  private:
    struct Bin {
        std::uint64_t count = 0;
        std::uint64_t places = 0;  ///< in 2^-20 of a bin
    };
    double lowest_;
    double span_;
    std::uint64_t total_ = 0;
    std::vector<Bin> bins_;
};

/// The material ratio curve: the depth that a share of all samples does not exceed.
class BearingCurve {
  public:
    static constexpr int steps = 10000;
    /// \param least, greatest  the extreme depths \pre the histogram is not empty
    BearingCurve(const HeightHistogram& histogram, double least, double greatest);

    /// The depth at step * 0.01 %.
    [[nodiscard]] double at(int step) const { return depths_[static_cast<std::size_t>(step)]; }

  private:
    std::vector<double> depths_;
};

/// Parameters of the material ratio curve. Lengths are in the unit of the curve's depths, ratios in percent.
struct BearingParameters {
    double core = 0;         ///< Sk
    double peaks = 0;        ///< Spk
    double valleys = 0;      ///< Svk
    double peakRatio = 0;    ///< Smr1
    double valleyRatio = 0;  ///< Smr2
};

[[nodiscard]] BearingParameters bearingParameters(const BearingCurve& curve);

}  // namespace burin
