// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engraving/measuring/measuring.hpp"
#include "ui/model/previews/preview_jobs.hpp"

#include <memory>
#include <stop_token>

namespace burin::ui {

/// The samples to measure, and how.
struct RoughnessWish {
    enum class Of { view, rectangle, surface };
    Of of = Of::view;          ///< `surface`: the whole shown node
    Rect rectangle;            ///< a rectangle in samples of the node
    double shortFilterUm = 0;  ///< nesting index of the S-filter; 0: none
    double longFilterUm = 0;   ///< nesting index of the L-filter; 0: none
    bool plane = false;        ///< the plane of least squares is taken away
    friend bool operator==(const RoughnessWish&, const RoughnessWish&) = default;
};

/// The results of a measuring instrument. Immutable.
struct ViewRoughness {
    /// Larger views are measured in windows. Larger rectangles and surfaces are not measured again after a
    /// change.
    static constexpr std::int64_t mostSamples = std::int64_t{1} << 24;
    static constexpr std::int64_t windows = 16;
    /// Whether the samples of a region can be counted: every rectangle that is computed is smaller.
    [[nodiscard]] static bool countable(const Rect& region) {
        constexpr std::int64_t most = std::int64_t{1} << 31;
        return region.width < most && region.height < most;
    }

    BoundNodePtr node;
    MeasuringOptions options;
    MeasuredSurface measured;
    std::string hash;  ///< \see designHash()
    double seconds = 0;
    QString problem;  ///< why nothing was measured
};
using ViewRoughnessPtr = std::shared_ptr<const ViewRoughness>;

/// Measures the heights that the node has in `region`, as `burin measure` does. Waits for everything else.
/// \param progress  called from other threads, anew for each pass \throws Cancelled
[[nodiscard]] ViewRoughnessPtr roughnessOf(const Engine& engine, const BoundNodePtr& node, const Rect& region,
                                           const RoughnessWish& wish, const std::stop_token& stop,
                                           const ProgressCallback& progress);

}  // namespace burin::ui
