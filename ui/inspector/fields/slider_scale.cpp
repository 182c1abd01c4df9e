// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/fields/slider_scale.hpp"

#include "core/design/parameter_types.hpp"
#include "core/geometry/length.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace burin::ui {

namespace {

/// Larger limits only catch mistakes, so no slider needs to reach them.
constexpr double farAway = 1e5;
/// Positive ranges of more decades get a logarithmic scale.
constexpr double mostDecades = 3;
/// The number of steps that can be told apart on a slider of a few hundred pixels.
constexpr double stepsOnTheWay = 500;

/// The smallest of 1, 2, 5, 10, ... that is at least `value`.
double niceAbove(double value) {
    const double decade = std::pow(10.0, std::floor(std::log10(value)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * decade >= value) return factor * decade;
    }
    return 10 * decade;
}

double roundedTo(double value, double step) {
    const double scaled = std::round(value / step) * step;
    // Steps below 1 are not exact in binary: round to the decimal number.
    return step < 1 ? std::round(scaled * 1e12) / 1e12 : scaled;
}

}  // namespace

double SliderScale::fraction(double value) const {
    const double inside = std::clamp(value, low, high);
    if (high <= low) return 0;
    if (logarithmic) return std::log(inside / low) / std::log(high / low);
    return (inside - low) / (high - low);
}

double SliderScale::value(double fraction) const {
    const double at = std::clamp(fraction, 0.0, 1.0);
    const double exact = logarithmic ? low * std::pow(high / low, at) : low + at * (high - low);
    if (at == 0 || at == 1) return at == 0 ? low : high;
    double step = std::pow(10.0, std::floor(std::log10((high - low) / stepsOnTheWay)));
    if (logarithmic) step = std::pow(10.0, std::floor(std::log10(exact)) - 2);
    if (whole) step = std::max(1.0, step);
    double result = roundedTo(exact, step);
    if (odd && std::fmod(result, 2) == 0) result += result + 1 <= high ? 1 : -1;
    return std::clamp(result, low, high);
}

bool isFarLimit(double limit, const SliderScale& needed) {
    constexpr double far = 10;
    return std::abs(limit) > far * std::max(std::abs(needed.low), std::abs(needed.high));
}

SliderScale sliderScale(const ParameterDescription& wanted, std::optional<double> value) {
    SliderScale scale;
    scale.whole = infoOf(wanted.type).whole;
    scale.odd = wanted.oddOnly;
    const bool turn = wanted.unit == "deg";
    const double magnitude = std::abs(value.value_or(0));
    const double usual = turn ? 180 : wanted.type == ParameterType::number ? 1 : 100;
    const auto reachOf = [usual](double size) { return size <= usual ? usual : niceAbove(2 * size); };
    double reach = reachOf(magnitude);

    const double least = wanted.strictlyPositive ? std::max(0.0, wanted.minimum) : wanted.minimum;
    bool lowGiven = std::isfinite(least) && least > -farAway && !(turn && least < -usual);
    bool highGiven = wanted.maximum < farAway && !(turn && wanted.maximum > usual);
    // If the author of a group allows huge values, a value of 0 does not mean that small ones are usual.
    if (wanted.limitsChosen && !turn && magnitude == 0 && !highGiven && std::isfinite(wanted.maximum))
        reach = farAway;
    // From a positive minimum on, a logarithmic slider reaches far limits as well as near values.
    if (!wanted.limitsChosen && !turn && least <= 0) {
        const std::optional<double> fallback = parseNumber(wanted.fallback);
        const double middle = std::abs(fallback.value_or(magnitude));
        const SliderScale needed{0, reachOf(middle), false, false, false};
        const bool lowFar = lowGiven && isFarLimit(least, needed);
        const bool highFar = highGiven && isFarLimit(wanted.maximum, needed);
        // A factor of 1 is in the middle of its slider, not at the end.
        if (lowFar || highFar) reach = niceAbove(std::max(reach, 2 * std::max(magnitude, middle)));
        lowGiven = lowGiven && !lowFar;
        highGiven = highGiven && !highFar;
    }
    scale.low = lowGiven ? least : value.value_or(0) < 0 || turn ? -reach : 0;
    scale.high = highGiven ? wanted.maximum : std::max(reach, scale.low + usual);
    if (!turn) scale.low = std::max(scale.low, wanted.minimum);
    if (!turn) scale.high = std::min(scale.high, wanted.maximum);
    scale.logarithmic = scale.low > 0 && scale.high / scale.low > std::pow(10.0, mostDecades);
    return scale;
}

SliderScale rangeScale(const ParameterDescription& wanted, std::optional<double> lower,
                       std::optional<double> upper) {
    SliderScale scale{wanted.minimum, wanted.maximum, wanted.minimum > 0, false, false};
    const double low = std::min(lower.value_or(1), upper.value_or(1));
    const double high = std::max(lower.value_or(1), upper.value_or(1));
    const double farthest = std::max(high, scale.logarithmic ? 1 / low : -low);
    constexpr std::array reaches = {1.0, 2.0, 4.0, 8.0};
    // A logarithmic scale needs two ends.
    const auto* const first = reaches.begin() + (scale.logarithmic ? 1 : 0);
    const auto* const reach = std::find_if(first, reaches.end(), [&](double r) { return r >= farthest; });
    if (reach == reaches.end()) return scale;
    scale.low = std::max(wanted.minimum, scale.logarithmic ? 1 / *reach : low < 0 ? -*reach : 0);
    scale.high = std::min(wanted.maximum, *reach);
    return scale;
}

}  // namespace burin::ui
