// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/placement.hpp"

#include <algorithm>
#include <cmath>

namespace burin {

namespace {

constexpr double degree = 3.14159265358979323846 / 180;

/// Taylor's series to x^19 and x^18; \pre |x| <= pi / 4
Turn turnBySmallAngle(double x) {
    const double square = x * x;
    double sine = 0;
    double cosine = 0;
    for (int n = 19; n > 1; n -= 2) {
        sine = (1 + sine) * (-square / static_cast<double>(n * (n - 1)));
        cosine = (1 + cosine) * (-square / static_cast<double>((n - 1) * (n - 2)));
    }
    return {1 + cosine, x + x * sine, std::nullopt};
}

}  // namespace

Turn Turn::byDegrees(double degrees) {
    const double within = std::fmod(degrees, 360.0);
    const double nearest = std::floor(within / 90 + 0.5);
    const double rest = within - nearest * 90;  // exact, within [-45, 45]
    const int quarters = (static_cast<int>(nearest) % 4 + 4) % 4;
    Turn turn = rest == 0 ? Turn{} : turnBySmallAngle(rest * degree);
    for (int i = 0; i < quarters; ++i)
        turn = {-turn.sine, turn.cosine, std::nullopt};
    turn.quarters = rest == 0 ? std::optional(quarters) : std::nullopt;
    return turn;
}

double roundedOutwards(double length) {
    const double whole = std::round(length);
    return std::fabs(length - whole) <= 1e-9 * std::max(1.0, whole) ? whole : std::ceil(length);
}

Vector Placement::span(Size size, Vector scale, const Turn& turn) {
    const double width = std::fabs(scale.x) * static_cast<double>(size.width);
    const double height = std::fabs(scale.y) * static_cast<double>(size.height);
    const double cosine = std::fabs(turn.cosine);
    const double sine = std::fabs(turn.sine);
    return {cosine * width + sine * height, sine * width + cosine * height};
}

Placement::Placement(const Extent& extent, Vector signedScale, const Turn& by)
    : scale(signedScale), turn(by), child(extent) {
    if (!extent.bounded()) return;
    const Rect& rect = extent.rect();
    origin = rect.origin();
    child = extent.translated(-origin);
    const Vector sides = span({rect.width, rect.height}, scale, turn);
    result = Extent(Rect{0, 0, static_cast<std::int64_t>(roundedOutwards(sides.x)),
                         static_cast<std::int64_t>(roundedOutwards(sides.y))});
    // The corner of the rectangle around the transformed child: the least of its four corners.
    const double width = static_cast<double>(rect.width);
    const double height = static_cast<double>(rect.height);
    for (const Vector local : {Vector{width, 0}, Vector{0, height}, Vector{width, height}}) {
        const double x = scale.x * local.x;
        const double y = scale.y * local.y;
        corner.x = std::min(corner.x, turn.cosine * x - turn.sine * y);
        corner.y = std::min(corner.y, turn.sine * x + turn.cosine * y);
    }
}

Vector Placement::toChild(Vector parent) const {
    const double x = parent.x + corner.x;
    const double y = parent.y + corner.y;
    return {(turn.cosine * x + turn.sine * y) / scale.x, (turn.cosine * y - turn.sine * x) / scale.y};
}

Vector Placement::toParent(Vector local) const {
    const double x = scale.x * local.x;
    const double y = scale.y * local.y;
    return {turn.cosine * x - turn.sine * y - corner.x, turn.sine * x + turn.cosine * y - corner.y};
}

}  // namespace burin
