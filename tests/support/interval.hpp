// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The possible results of a computation whose operands are only known within bounds. Rounding to nearest is
// monotone, so applying the rounded operation to the bounds gives bounds of its results.

#include <algorithm>
#include <cmath>
#include <limits>

namespace burin::test {

/// All binary64 numbers from `low` to `high`, and NaN if `nan`. low > high: no number.
struct Interval {
    double low = 0;
    double high = 0;
    bool nan = false;

    Interval() = default;
    Interval(double value)  // NOLINT(google-explicit-constructor)
        : low(value), high(value), nan(std::isnan(value)) {
        if (nan) *this = none(true);
    }
    Interval(double from, double to, bool maybeNan = false) : low(from), high(to), nan(maybeNan) {}

    [[nodiscard]] static Interval none(bool maybeNan) { return {1, 0, maybeNan}; }
    [[nodiscard]] static Interval anything() {
        return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(), true};
    }
    [[nodiscard]] bool empty() const { return !(low <= high); }
    [[nodiscard]] bool point() const { return low == high; }
    [[nodiscard]] bool contains(double value) const { return low <= value && value <= high; }
};

/// The union of both.
[[nodiscard]] inline Interval either(const Interval& a, const Interval& b) {
    if (a.empty()) return {b.low, b.high, a.nan || b.nan};
    if (b.empty()) return {a.low, a.high, a.nan || b.nan};
    return {std::min(a.low, b.low), std::max(a.high, b.high), a.nan || b.nan};
}

/// The allowed values of a sample: every binary32 number from `low` to `high`. Exact if both are equal.
struct Range {
    float low = 0;
    float high = 0;

    Range() = default;
    Range(float value) : low(value), high(value) {}  // NOLINT(google-explicit-constructor)
    Range(float from, float to) : low(from), high(to) {}

    [[nodiscard]] bool exact() const { return low == high; }
    [[nodiscard]] bool maybeZero() const { return low <= 0 && high >= 0; }
    [[nodiscard]] bool surelyZero() const { return low == 0 && high == 0; }
};

[[nodiscard]] inline Range either(const Range& a, const Range& b) {
    return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

/// Applies an operation that is monotone in each operand; allows everything once bounds are not finite.
template <class Operation>
[[nodiscard]] Range combined(const Range& a, const Range& b, const Operation& operation) {
    if (a.exact() && b.exact()) return operation(a.low, b.low);
    Range result = operation(a.low, b.low);
    bool finite = std::isfinite(result.low);
    for (const float corner :
         {operation(a.low, b.high), operation(a.high, b.low), operation(a.high, b.high)}) {
        result = {std::min(result.low, corner), std::max(result.high, corner)};
        finite = finite && std::isfinite(corner);
    }
    constexpr float infinity = std::numeric_limits<float>::infinity();
    return finite ? result : Range(-infinity, infinity);
}

/// The value with dust (magnitude below `limit`) and non-finite numbers replaced by 0.
[[nodiscard]] inline Range swept(Range value, float limit = 0x1p-20F) {
    constexpr float largest = std::numeric_limits<float>::max();
    if (!std::isfinite(value.low) || !std::isfinite(value.high)) {
        if (value.exact() || (std::isnan(value.low) && std::isnan(value.high))) return {};
        if (std::isnan(value.low) || std::isnan(value.high)) return {-largest, largest};
        value = {std::clamp(value.low, -largest, 0.0F), std::clamp(value.high, 0.0F, largest)};
    }
    const auto dust = [&](float v) { return v > -limit && v < limit; };
    if (dust(value.low)) value.low = 0;
    if (dust(value.high)) value.high = 0;
    return value;
}

}  // namespace burin::test
