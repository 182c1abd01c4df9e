// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/fields/slider_scale.hpp"

#include "core/design/parameter_types.hpp"

#include <algorithm>
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

SliderScale sliderScale(const ParameterDescription& wanted, std::optional<double> value) {
    SliderScale scale;
    scale.whole = infoOf(wanted.type).whole;
    scale.odd = wanted.oddOnly;
    const bool turn = wanted.unit == "deg";
    const double magnitude = std::abs(value.value_or(0));
    const double usual = turn ? 180 : wanted.type == ParameterType::number ? 1 : 100;
    const double reach = magnitude <= usual ? usual : niceAbove(2 * magnitude);

    const double least = wanted.strictlyPositive ? std::max(0.0, wanted.minimum) : wanted.minimum;
    const bool lowGiven = std::isfinite(least) && least > -farAway && !(turn && least < -usual);
    const bool highGiven = wanted.maximum < farAway && !(turn && wanted.maximum > usual);
    scale.low = lowGiven ? least : value.value_or(0) < 0 || turn ? -reach : 0;
    scale.high = highGiven ? wanted.maximum : std::max(reach, scale.low + usual);
    scale.logarithmic = scale.low > 0 && scale.high / scale.low > std::pow(10.0, mostDecades);
    return scale;
}

}  // namespace burin::ui
