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

/// The scale of a parameter. Limits that are missing or unreasonably large are derived from its value.
/// \param value  the parameter's current value
[[nodiscard]] SliderScale sliderScale(const ParameterDescription& wanted, std::optional<double> value);

}  // namespace burin::ui
