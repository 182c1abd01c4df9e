// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/repeat_closing.hpp"

#include <cmath>
#include <utility>

namespace burin {

namespace {

constexpr int mostSteps = 200'000;
constexpr double tolerancePx = 0.5;

/// The first length that closes, trying j from `start` in steps of `step`. The offset across the
/// circumference determines i.
std::optional<double> nearestFrom(Vector u, Vector v, double start, double step, double length, bool below) {
    for (int k = 0; k < mostSteps; ++k) {
        const double j = start + k * step;
        const double i = std::round(-j * v.y / u.y);
        const double along = i * u.x + j * v.x;
        const bool across = std::abs(i * u.y + j * v.y) < tolerancePx;
        const bool side = below ? along <= length + tolerancePx : along >= length - tolerancePx;
        if (across && side) return along > tolerancePx ? std::optional(along) : std::nullopt;
    }
    return {};
}

}  // namespace

RepeatClosing closingOf(Vector u, Vector v, double length) {
    if (std::abs(u.y) < std::abs(v.y)) std::swap(u, v);  // now u.y is not 0
    RepeatClosing closing;
    if (v.y == 0) {
        const double count = std::floor((length + tolerancePx) / std::abs(v.x));
        if (count > 0) closing.below = count * std::abs(v.x);
        closing.above = std::ceil((length - tolerancePx) / std::abs(v.x)) * std::abs(v.x);
    } else {
        // The length that each step of j adds, and the j that reaches the wanted length.
        const double each = v.x - v.y / u.y * u.x;
        const double j = length / each;
        const double slack = std::ceil(std::abs(u.x / each)) + 1;
        const double towards = each > 0 ? 1 : -1;
        closing.below = nearestFrom(u, v, std::round(j) + towards * slack, -towards, length, true);
        closing.above = nearestFrom(u, v, std::round(j) - towards * slack, towards, length, false);
    }
    const auto meets = [&](const std::optional<double>& l) {
        return l && std::abs(*l - length) <= tolerancePx;
    };
    closing.closed = meets(closing.below) || meets(closing.above);
    return closing;
}

}  // namespace burin
