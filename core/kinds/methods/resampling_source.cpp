// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/methods/resampling_source.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace burin {

namespace {

/// The bounding rectangle of positions, in whole samples.
struct Bounds {
    double left = 0, top = 0, right = 0, bottom = 0;

    template <class Map>
    Bounds(const Rect& rect, const Map& map) {
        const Vector first = map({static_cast<double>(rect.x), static_cast<double>(rect.y)});
        left = right = first.x;
        top = bottom = first.y;
        for (const Point p : {Point{rect.right(), rect.y}, Point{rect.x, rect.bottom()},
                              Point{rect.right(), rect.bottom()}}) {
            const Vector at = map({static_cast<double>(p.x), static_cast<double>(p.y)});
            left = std::min(left, at.x);
            right = std::max(right, at.x);
            top = std::min(top, at.y);
            bottom = std::max(bottom, at.y);
        }
    }

    [[nodiscard]] Rect grown(std::int64_t by) const {
        const Point first{static_cast<std::int64_t>(std::floor(left)),
                          static_cast<std::int64_t>(std::floor(top))};
        const Point last{static_cast<std::int64_t>(std::floor(right)),
                         static_cast<std::int64_t>(std::floor(bottom))};
        return Rect{first.x, first.y, last.x - first.x + 1, last.y - first.y + 1}.grown(by);
    }
};

/// The number of samples on either side of a position that may contribute to its value.
std::int64_t resamplingReach(Interpolation interpolation) {
    // One sample more than the interpolation reads, for positions that rounding moves across a border.
    switch (interpolation) {
        case Interpolation::linear:
            return 2;
        case Interpolation::cubic:
            return 3;
        default:
            return 1;
    }
}

}  // namespace

Rect resamplingSource(const Placement& p, Interpolation interpolation, const Rect& area) {
    const std::int64_t reach = resamplingReach(interpolation);
    Bounds bounds(area, [&p](Vector at) { return p.toChild(at); });
    if (!p.child.bounded()) return bounds.grown(reach);
    const double width = static_cast<double>(p.child.rect().width);
    const double height = static_cast<double>(p.child.rect().height);
    bounds.left = std::clamp(bounds.left, -resamplingMargin, width + resamplingMargin);
    bounds.right = std::clamp(bounds.right, -resamplingMargin, width + resamplingMargin);
    bounds.top = std::clamp(bounds.top, -resamplingMargin, height + resamplingMargin);
    bounds.bottom = std::clamp(bounds.bottom, -resamplingMargin, height + resamplingMargin);
    const Rect around = bounds.grown(reach);
    const Rect inside = intersection(around, p.child.rect());
    // Interpolation between samples also reads the margin; sums over samples do not.
    const bool readsMargin = !p.turn.quarters && interpolation != Interpolation::area;
    return readsMargin && !inside.empty() ? around : inside;
}

Rect resampledSupport(const Placement& p, Interpolation interpolation, const Rect& support) {
    const Rect local = support.grown(resamplingReach(interpolation));
    return Bounds(local, [&p](Vector at) { return p.toParent(at); }).grown(1);
}

}  // namespace burin
