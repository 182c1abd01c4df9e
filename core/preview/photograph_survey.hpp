// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tile/memory_budget.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>

namespace burin {

/// The measures of a photograph that decide whether, and how, it can become an endless texture.
struct PhotographSurvey {
    double mean = 0;
    double spread = 0;  ///< the standard deviation without the ramp
    /// How much the plane of least squares rises over the photograph, in spreads. Light from one side makes
    /// it large.
    double ramp = 0;
    /// How much the means of 64 fields deviate, in spreads, without the ramp and beyond the effect of their
    /// own structures. Light or dirt in patches makes it large.
    double unevenness = 0;
    /// The longer side of the largest connected structures in px: the mean over the lightest and the darkest
    /// quarter of the samples, each sample counting the structure that it belongs to.
    double structurePx = 0;
    /// The mean square of the slopes along their steepest direction, relative to that along their flattest
    /// one. Stripes make it large. Slopes are those between means of 2 x 2 or 4 x 4 px.
    double grain = 1;
    /// The largest skewness of the slopes along a direction. Light that falls on bumps from one side makes it
    /// large.
    double shading = 0;

    [[nodiscard]] bool sameInAllDirections() const { return grain < 1.1 && shading < 0.1; }
    [[nodiscard]] bool litFromOneSide() const { return ramp > 0.75; }
    [[nodiscard]] bool uneven() const { return unevenness > 0.35; }
};

/// The bytes of the samples of a photograph and of its survey.
[[nodiscard]] std::size_t surveyBytes(std::int64_t width, std::int64_t height);

/// \param samples  width * height samples, row by row; at least 32 x 32, at most 2^24
/// \param budget  surveyBytes() are reserved in it while the survey is computed
/// \return nothing if it was stopped
/// \throws OutOfMemory if the bytes do not fit; Cancelled if it was stopped while it waited for memory
///
/// Thread-safe. Takes 32 bytes a sample, those of the samples included.
[[nodiscard]] std::optional<PhotographSurvey> surveyPhotograph(std::span<const float> samples,
                                                               std::int64_t width, std::int64_t height,
                                                               MemoryBudget& budget,
                                                               const std::stop_token& stop = {});

}  // namespace burin
