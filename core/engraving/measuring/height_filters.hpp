// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engraving/measuring/coarse_heights.hpp"
#include "core/engraving/measuring/height_map.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace burin {

/// A Gaussian of a nesting index along one axis: exp(-pi (x / (0.4697187 L))^2), cut at L.
class FilterWeights {
  public:
    /// \param length  the nesting index L in samples, positive
    explicit FilterWeights(double length);
    /// Weights of the distances 0 to reach().
    [[nodiscard]] double at(std::int64_t distance) const {
        return weights_[static_cast<std::size_t>(distance)];
    }
    [[nodiscard]] std::int64_t reach() const { return static_cast<std::int64_t>(weights_.size()) - 1; }
    /// 1 over the sum of the weights of the distances from -before to after.
    [[nodiscard]] double scale(std::int64_t before, std::int64_t after) const;

  private:
    std::vector<double> weights_;
    std::vector<double> sums_;  ///< sums of the weights of the distances 1 to i
};

/// The depths after a Gaussian filter. At a border of the extent, the weights are divided by the sum of the
/// weights that meet samples.
///
/// Filters with nesting indices above 192 samples are computed on means of 2^k x 2^k depths and interpolated;
/// a nesting index covers at least 96 means. The variance of the means is subtracted from the Gaussian's. The
/// result is within 1e-4 of the full depth.
class SmoothedHeights final : public HeightMap {
  public:
    /// \param rest  whether the result is the depths minus their smooth part, as for an L-filter
    SmoothedHeights(std::shared_ptr<const HeightMap> source, double lengthX, double lengthY, bool rest);

    [[nodiscard]] Extent extent() const override { return source_->extent(); }
    void read(const Rect& area, SamplesView out) const override;
    [[nodiscard]] std::size_t readBytes(const Size& size) const override;
    [[nodiscard]] std::size_t residentBytes() const override;

  private:
    void smoothDirectly(const HeightBuffer& source, const Rect& area, SamplesView out) const;
    void smoothCoarsely(const Rect& area, SamplesView out) const;

    std::shared_ptr<const HeightMap> source_;
    double lengthX_;
    double lengthY_;
    FilterWeights alongX_;
    FilterWeights alongY_;
    bool rest_;
    std::unique_ptr<const CoarseHeights> coarse_;  ///< null: the filter is applied directly
};

/// A plane of depths: at + x * perColumn + y * perRow, where (0, 0) is the frame's origin.
struct HeightPlane {
    double at = 0;
    double perColumn = 0;
    double perRow = 0;
};

/// The depths minus a plane.
class LevelledHeights final : public HeightMap {
  public:
    LevelledHeights(std::shared_ptr<const HeightMap> source, const HeightPlane& plane)
        : source_(std::move(source)), plane_(plane) {}

    [[nodiscard]] Extent extent() const override { return source_->extent(); }
    void read(const Rect& area, SamplesView out) const override;
    [[nodiscard]] std::size_t readBytes(const Size& size) const override { return source_->readBytes(size); }
    [[nodiscard]] std::size_t residentBytes() const override { return source_->residentBytes(); }

  private:
    std::shared_ptr<const HeightMap> source_;
    HeightPlane plane_;
};

}  // namespace burin
