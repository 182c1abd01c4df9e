// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"
#include "core/tile/memory_budget.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace burin {

/// A feature of a photograph that is unlike the rest of it. An eye would find its copies in a texture.
struct OddFeature {
    Point at;                   ///< its middle
    Point cover;                ///< the middle of an ordinary part that fits around the feature
    std::int64_t radiusPx = 0;  ///< of the disc that the ordinary part covers
    friend bool operator==(const OddFeature&, const OddFeature&) = default;
};

/// The most features that oddFeatures() finds.
inline constexpr std::size_t mostOddFeatures = 14;

/// The share of the cover in the result, at a distance from the middle of the feature. It falls to 0 over the
/// outer quarter of the disc.
[[nodiscard]] double coverShare(double distance, double radiusPx);

/// The bytes that oddFeatures() reserves.
[[nodiscard]] std::size_t oddFeatureBytes(Size photograph);

/// Finds the features of a photograph that stand out, the oddest one first. Each one is searched for after
/// the earlier ones are covered, and a long one is found as several.
///
/// The brightness, the direction of structures, their strength at several sizes and their skewness are
/// measured around each place. A place is odd if they are far from their means, relative to how they vary
/// together (the Mahalanobis distance). A feature that takes a large part of the photograph is usual in it,
/// and is not found.
///
/// \param samples  width * height samples, row by row
/// \return nothing for a photograph with a side below 160 px, which has too few places to compare
/// \throws OutOfMemory, Cancelled
///
/// Thread-safe. Takes about 0.2 s for each feature in 2^20 samples.
[[nodiscard]] std::vector<OddFeature> oddFeatures(std::span<const float> samples, Size size,
                                                  MemoryBudget& budget, const std::stop_token& stop);

}  // namespace burin
