// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engraving/comparing/height_grid.hpp"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

namespace burin {

/// The pose of measured heights on a surface: their middle at `placeUm`, turned clockwise by `angle`.
struct Pose {
    Vector placeUm{0, 0};
    double angle = 0;  ///< in radians

    /// The place on the surface of a point that is given relative to the measured middle.
    [[nodiscard]] Vector onSurface(const Vector& fromMiddleUm) const {
        const double c = std::cos(angle);
        const double s = std::sin(angle);
        return {placeUm.x + c * fromMiddleUm.x - s * fromMiddleUm.y,
                placeUm.y + s * fromMiddleUm.x + c * fromMiddleUm.y};
    }
};

struct FoundPose {
    Pose pose;
    double correlation = -1;
    bool ambiguous = false;  ///< other places correlate nearly as well
};

struct SearchLimits {
    Vector atUm;      ///< the expected place of the middle
    Vector reachUm;   ///< how far around that place to search
    double most = 0;  ///< the largest angle, in radians
};

/// Fewer heights are not compared at any pose.
inline constexpr std::int64_t fewestCompared = 16;

/// Finds the pose of the largest correlation. Tries all shifts by whole samples for each angle. Angles differ
/// by a sample at the rim; the smallest are tried first. Missing points are left out (D. Padfield, Masked
/// object registration in the Fourier domain, 2012). If other places reach 95 % of the largest correlation,
/// the place nearest to `atUm` is taken.
/// \param measured, surface  of equal pitches
/// \param progress  called with the share of the angles that are tried
/// \throws Cancelled
[[nodiscard]] FoundPose searchPose(const HeightGrid& measured, const HeightGrid& surface,
                                   const SearchLimits& limits, const std::stop_token& stop,
                                   const std::function<void(double share)>& progress = {});

/// How many poses searchPose() tries.
[[nodiscard]] double posesTried(const HeightGrid& measured, const SearchLimits& limits);

/// Whether a pose lies within the limits, or beyond them by at most one step of the search: a sample, at the
/// rim for the angle. The shift counts along the axes of the surface, or along those of the turned heights as
/// in the search.
[[nodiscard]] bool isWithin(const SearchLimits& limits, const HeightGrid& measured, const Pose& pose);

/// The bytes that searchPose() takes.
[[nodiscard]] std::size_t searchBytes(const HeightGrid& measured, const SearchLimits& limits);

}  // namespace burin
