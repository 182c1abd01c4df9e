// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The results that a measuring instrument would show for a surface, as ISO 25178-2:2021 defines them.

#include "core/base/problem.hpp"
#include "core/engraving/measuring/height_histogram.hpp"
#include "core/engraving/measuring/height_profile.hpp"
#include "core/engraving/measuring/texture.hpp"
#include "core/export/progress.hpp"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace burin {

struct MeasuringOptions {
    enum class Form { none, plane };

    Rect region;  ///< inside the extent of the heights
    double fullDepthUm = 0;
    Vector pitchUm{1, 1};
    double shortFilterUm = 0;  ///< nesting index of the S-filter; 0: none
    double longFilterUm = 0;   ///< nesting index of the L-filter
    Form form = Form::none;
    std::optional<MeasuredLine> line;
    std::int64_t sampleWindows = 0;  ///< windows to measure instead of the whole region; 0: all of it
    int threads = 1;
    int windowsAtOnce = 2;  ///< the most windows for Sal, Str and Std that are transformed at once
    std::int64_t samplesAtOnce = std::int64_t{1} << 20;  ///< \see Backend::requestSamples
    std::stop_token stop;
    ProgressCallback progress;
};

/// The nesting indices that filters take, in um: 2 to 4096 samples.
struct FilterRange {
    double leastUm = 0;
    double mostUm = 0;

    explicit FilterRange(const Vector& pitchUm);
    /// Accepts the rounded limits, too.
    [[nodiscard]] bool contains(double um) const;
};

/// Below this Rq or Sq in um a surface is flat, and has neither skewness nor kurtosis.
inline constexpr double flatUm = 1e-6;

/// One parameter.
struct MeasuredValue {
    std::string name;             ///< "Sa"
    std::string unit;             ///< "um", "%", "deg" or empty
    std::optional<double> value;  ///< nothing if it is not defined for this surface
    /// The standard error, if sampleWindows is set; for Sal, the standard deviation of single windows.
    std::optional<double> spread = {};
};

struct MeasuredSurface {
    std::vector<MeasuredValue> values;
    HeightHistogram histogram;  ///< histogram of depths in units of the full depth, filtered
    double least = 0;           ///< the least and the greatest depth in these units
    double greatest = 0;
    std::optional<Spectrum> spectrum;  ///< spectrum of heights in um
    std::int64_t samples = 0;
    int passes = 1;
    std::vector<Problem> remarks;
};

/// The bytes that measuring takes, in addition to the backend's own reservations.
struct MeasuringBytes {
    std::size_t passes = 0;   ///< while the region is read
    std::size_t windows = 0;  ///< bytes taken later, while the windows for Sal, Str and Std are transformed
};
[[nodiscard]] MeasuringBytes measuringBytes(const std::shared_ptr<const HeightMap>& heights,
                                            const MeasuringOptions& options);

/// Measures heights. Takes one pass, another one for a plane, and another one if the heights fill less than
/// 1/64 of the histogram or exceed it. The result does not depend on `threads`, `windowsAtOnce` and
/// `samplesAtOnce`.
/// \throws Cancelled, OutOfMemory, and what sources throw
[[nodiscard]] MeasuredSurface measureHeights(std::shared_ptr<const HeightMap> heights,
                                             const MeasuringOptions& options);

}  // namespace burin
