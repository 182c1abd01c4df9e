// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engraving/measuring/height_map.hpp"
#include "core/kinds/form/parameters/vector.hpp"

#include <cmath>
#include <functional>
#include <stop_token>
#include <vector>

namespace burin {

/// Heights in um on a grid in memory; missing heights are NaN. Places are in um: sample (x, y) lies at origin
/// + (x, y) * pitch.
struct HeightGrid {
    Size size;
    Vector pitchUm{1, 1};
    Vector originUm{0, 0};
    std::vector<float> heights;

    [[nodiscard]] float at(std::int64_t x, std::int64_t y) const {
        return heights[static_cast<std::size_t>(y * size.width + x)];
    }
    [[nodiscard]] Vector placeOf(std::int64_t x, std::int64_t y) const {
        return {originUm.x + static_cast<double>(x) * pitchUm.x,
                originUm.y + static_cast<double>(y) * pitchUm.y};
    }
    [[nodiscard]] Vector middleUm() const {
        return {originUm.x + static_cast<double>(size.width - 1) / 2 * pitchUm.x,
                originUm.y + static_cast<double>(size.height - 1) / 2 * pitchUm.y};
    }

    /// A height between samples and its slopes in um for each um.
    struct Sample {
        double height = 0;
        double slopeX = 0;
        double slopeY = 0;
    };
    /// Interpolates by Catmull-Rom from 4 x 4 samples. \return false if one of them is missing or outside
    [[nodiscard]] bool sample(const Vector& placeUm, Sample& out) const;

    /// Means of 2 x 2 samples; missing samples are left out, and so is an odd last row or column.
    [[nodiscard]] HeightGrid halved() const;
    /// Samples at coarser pitches: each is the mean of the existing samples that it covers.
    /// \pre no pitch is finer
    [[nodiscard]] HeightGrid reduced(const Vector& pitchUm) const;
};

/// The heights of a surface around a place: depths times -fullDepthUm, reduced by area to pitches that are
/// at least the surface's own. Beyond the surface there are none.
/// \param surfacePitchUm  of the samples of `depths`
/// \param fromUm, toUm    the rectangle that is covered, in um of the surface
/// \param progress       called with the share that is read, from 0 to 1
/// \throws Cancelled, and what sources throw
[[nodiscard]] HeightGrid gridOf(const HeightMap& depths, double fullDepthUm, const Vector& surfacePitchUm,
                                const Vector& pitchUm, const Vector& fromUm, const Vector& toUm,
                                const std::stop_token& stop,
                                const std::function<void(double share)>& progress = {});

}  // namespace burin
