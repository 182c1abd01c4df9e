// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/description.hpp"

#include <optional>

namespace burin::ui {

/// Maps a slider's position to the numbers of a parameter, in the unit of its limits. Plain value; pure.
struct SliderScale {
    double low = 0;
    double high = 1;
    bool logarithmic = false;
    bool whole = false;  ///< only whole numbers
    bool odd = false;    ///< only odd numbers

    /// From 0 to 1; values outside of the range are clamped.
    [[nodiscard]] double fraction(double value) const;
    /// Rounded to steps that can be told apart on the slider, and clamped to the ends.
    [[nodiscard]] double value(double fraction) const;

    friend bool operator==(const SliderScale&, const SliderScale&) = default;
};

/// Whether a limit only catches mistakes, because it is many times as far away as a slider needs.
/// \param needed  the scale without limits, of a usual value
[[nodiscard]] bool isFarLimit(double limit, const SliderScale& needed);

/// The scale of a parameter. Limits that are missing or unreasonably large, and far limits of a kind, are
/// replaced by limits derived from the value: with them, the useful part of the slider would be a few pixels.
/// The scale always reaches the value, so a user can type a value beyond its end.
/// \param value  the parameter's current value
[[nodiscard]] SliderScale sliderScale(const ParameterDescription& wanted, std::optional<double> value);
/// The scale of a range of numbers: from 1/2 to 2, or from 0 to 1, while its values are inside; then twice as
/// far, until the scale covers the limits.
/// \param lower,upper  the values; nothing: there is none
[[nodiscard]] SliderScale rangeScale(const ParameterDescription& wanted, std::optional<double> lower,
                                     std::optional<double> upper);

}  // namespace burin::ui
